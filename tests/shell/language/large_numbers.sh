printf '%5d|%-5d|%.3d\n' 99999999999999999999 1 2
# ---
printf '%d\n' 9223372036854775808; printf '%u\n' -1; printf '%x\n' -9223372036854775808
# ---
printf '%*d|\n' -5 3; printf '%.*s|\n' -1 abc; printf '%.0s|\n' abc
# ---
printf '%(%Y)T\n' 99999999999999999; printf '%(%Y)T\n' 9223372036854775807; printf '%(%Y)T\n' -9223372036854775808
# ---
x=abcdef; echo "${x:9223372036854775807}" "${x:-9223372036854775808}" "${x: -9223372036854775808}" "${x:1:9223372036854775807}" "${x:0:-9223372036854775807}"
# ---
x=abcdef; echo "${x:2:-9223372036854775808}"; echo y
# ---
x=abcdef; echo "${x:18446744073709551616:2}" "${x: -3:2}" "${x:6:1}" "${x:7:1}" "${x:-1}"
# ---
set -- a b c; echo "${@:2:-1}"; echo x
# ---
a=(1 2 3); echo "${a[@]:9223372036854775807}" "${a[@]: -9223372036854775807}" "${a[@]:1:9223372036854775807}"
# ---
set -- a b; shift 9223372036854775807; echo $?; shift -1; echo $?; shift 99999999999999999999; echo $?; shift x; echo $?; echo $@
# ---
(exit 256); echo $?; (exit -1); echo $?; (exit 9223372036854775807); echo $?; (exit 99999999999999999999); echo $?; (exit x); echo $?
# ---
f() { return 256; }; f; echo $?; f() { return -1; }; f; echo $?; f() { return 99999999999999999999; }; f; echo $?
# ---
for i in 1 2; do break 9223372036854775807; done; echo $?; for i in 1 2; do break 0; done; echo $?; for i in 1 2; do break -1; done; echo $?
# ---
for i in 1 2; do continue 99999999999999999999; done; echo $?
# ---
for i in 1 2; do break x; done; echo $?
# ---
a[9223372036854775807]=x; echo "${!a[@]}"; a+=(y); echo $?; declare -p a
# ---
a[2147483648]=x; a[4294967296]=y; echo "${!a[@]}" "${#a[@]}" ${a[-1]}
# ---
a[-1]=x; echo $?; echo "${a[-1]}"; echo $?
# ---
a=(1); a[-2]=x; echo $?; echo ${a[-2]}; unset 'a[-2]'; echo $?
# ---
a[18446744073709551616]=x; declare -p a
# ---
a[9223372036854775808]=x; echo $?
# ---
a=([9223372036854775807]=x y); echo $?; declare -p a
# ---
echo {1..3..9223372036854775807} {3..1..-9223372036854775808} {9223372036854775806..9223372036854775807} {-9223372036854775808..-9223372036854775807}
# ---
echo {9223372036854775805..9223372036854775807..2} {1..5..0} {5..1..-2} {a..e..2} {z..a..-5}
# ---
echo {1..99999999999999999999} {99999999999999999999..1} {1..2..99999999999999999999}
# ---
echo {01..3} {-01..2} {001..-1}
# ---
read -n 0 x <<< abc; echo $? "$x"; read -n 9223372036854775807 x <<< abc; echo $? "$x"; read -n -1 x <<< abc; echo $?; read -n x y <<< a; echo $?
# ---
read -N 99999999999999999999 x <<< abc; echo $?; read -N 2 x <<< abc; echo "$x"
# ---
read -t -1 x <<< a; echo $?; read -t 1e300 x <<< a; echo $?; read -t x y <<< a; echo $?; read -t 0 <<< a; echo $?
# ---
read -u 9999999999 x; echo $?; read -u 4294967296 x <<< a; echo $?; read -u -1 x; echo $?; read -u 99 x; echo $?
# ---
kill -0 9999999999; echo $?; kill -99 $$; echo $?; kill -9999999999 $$; echo $?; kill x; echo $?; kill -l 9999999999; echo $?; kill -l 137
# ---
exec 99999999999>x; echo $?
# ---
exec 255>&1; echo a >&255; exec {fd}>&1; echo a >&$fd; exec {fd}>&-; echo a >&$fd; echo $?
# ---
trap '' 99; echo $?; trap '' -1; echo $?; trap '' 99999999999; echo $?
# ---
getopts ab x -a; echo $OPTIND; OPTIND=99999999999; getopts ab x -a; echo $?; OPTIND=-5; getopts ab x -a; echo $? $OPTIND; OPTIND=0; getopts ab x -a; echo $?
# ---
mapfile -n 99999999999 a <<< x; echo $?; mapfile -O 99999999999 a <<< x; echo $?; mapfile -s -1 a <<< x; echo $?; mapfile -u 99999999999 a; echo $?; mapfile -c 0 -C : a <<< x; echo $?; mapfile -u 4294967295 a; echo $?
# ---
x=99999999999999999999; echo $((x)); echo $((9223372036854775808)); echo $((-9223372036854775808 / -1)) $((-9223372036854775808 % -1)); echo $((1 << 64)) $((1 << -1)) $((1 >> 65))
# ---
echo $((2 ** 9223372036854775807)) $((3 ** 64)) $((0x8000000000000000)) $((16#ffffffffffffffff)) $((010000000000000000000000))
# ---
[ 99999999999999999999 -eq 1 ]; echo $?; [[ 99999999999999999999 -eq 1 ]]; echo $?; test 9223372036854775807 -gt 9223372036854775806; echo $?
# ---
echo ${99999999999999999999} ${2147483648}; set -- a; echo ${0000001}; echo x
# ---
: ${x:99999999999999999999} ; echo $?
# ---
echo ~+99999999999 ~-99999999999 ~99999999999
# ---
pushd +99999999999; echo $?; pushd +5; echo $?; popd +5; echo $?; dirs +5; echo $?
# ---
cd /; pushd -n /a > /dev/null; pushd -n /b > /dev/null; pushd +-5 2> /dev/null; echo $?; popd -0; popd +0; dirs
# ---
echo a >&99999999999; echo $?; echo a >&99; echo $?; cat <&99999999999; echo $?
# ---
wait 0; echo $?; wait 1; echo $?; wait %99999999999999999; echo $?; wait x; echo $?; wait 4294967297; echo $?
# ---
[ -t 99999999999 ]; echo $?; caller 99999999999; echo $?
