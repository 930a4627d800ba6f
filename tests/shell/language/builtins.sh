printf '%s %d %5.2f|%-5s|%05d|%x|%o|%e\n' a 42 3.14159 ab 7 255 8 1234.5
# ---
printf '%s\n' a b c; printf '%s-%s\n' 1 2 3; printf 'no args\n'; printf '%d\n'
# ---
printf '%q %q %q\n' 'a b' "it's" $'x\ny'; printf '%b' 'a\tb\n'; printf '%c%c\n' abc d
# ---
printf '%d %i %u\n' -5 +3 7; printf '%d\n' abc; echo $?; printf '%d\n' 0x1f 010 "'A"
# ---
printf -v x '%03d' 7; echo $x; printf '%*d|%-*d|\n' 5 42 5 42; printf '%.3s|\n' abcdef; printf '%%\n'
# ---
printf '%(%Y)T\n' 0; printf '\x41\101\u41\n'; printf '%s' no newline; echo; printf; echo $?
# ---
printf '%z\n'; echo $?
# ---
printf '%5s|%-5s|%+d|% d|%#x|%#o\n' é b 5 5 255 8
# ---
echo -n a; echo -e 'b\tc\n\x41\c no'; echo -E 'a\tb'; echo -ne 'x\n'; echo -q; echo -- a
# ---
read x <<< "  a b  "; echo "[$x]"; read -r y <<< 'a\tb'; echo "$y"; read z <<< 'a\tb'; echo "$z"; IFS= read w <<< "  k "; echo "[$w]"
# ---
read a b c <<< "1 2"; echo "$a|$b|$c"; read <<< "reply  x"; echo "[$REPLY]"; read a < /dev/null; echo $? "[$a]"
# ---
read -d: x <<< a:b; echo $x; read -n 2 y <<< abcd; echo $y; read -N 3 z <<< "a b c"; echo "[$z]"; read -t 0.1 q < <(sleep 1); echo $?
# ---
echo 'a b
c d' | while read x y; do echo "$y $x"; done; printf 'no newline' | { read x; echo $? $x; }
# ---
read 1x <<< a; echo $?; IFS=, read a b <<< "1,2,3"; echo "$a/$b"; IFS=: read a b c <<< "1::3"; echo "$a/$b/$c"
# ---
while getopts "ab:c" o -a -b val -c rest; do echo "$o $OPTARG"; done; echo $OPTIND
# ---
set -- -x -y; while getopts "x" o; do echo "$o"; done; echo $?
# ---
set -- -b; while getopts ":b:" o; do echo "$o $OPTARG"; done; OPTIND=1; set -- -z; getopts ":b:" o; echo "$o $OPTARG"
# ---
set -- -abc v; while getopts "abc:" o; do echo $o $OPTARG; done; shift $((OPTIND-1)); echo $#
# ---
cd /tmp; pwd; cd /; pwd; cd -; cd /nonexistent; echo $?
# ---
mkdir -p a/b; cd a/b; cd ..; basename $PWD; cd ./b/../..; basename "$OLDPWD"; touch f; cd f; echo $?; cd a b; echo $?
# ---
cd /tmp; pushd / ; pushd /usr; dirs; popd; popd; popd; echo $?; dirs -p
# ---
type cd if echo_none; echo $?; type -t cd if ls f; f() { :; }; type -t f; command -v cd; command -v nosuch; echo $?
# ---
alias x='echo aliased'; x; shopt -s expand_aliases
x y; alias; unalias x
x 2>/dev/null; echo $?
# ---
shopt -s expand_aliases; alias ll='echo long ' foo=bar
ll foo; alias nosuch; echo $?; alias a=b; alias a; unalias nosuch; echo $?
# ---
eval 'x=1; echo $x'; eval "echo \$x"; eval 'exit 3'; echo no
# ---
echo 'echo sourced $1; y=5; return 4; echo no' > s; . ./s arg; echo $? $y; source nofile; echo $?; source ./s
# ---
set -- a b c; shift; echo $@; shift 5; echo $? $@; shift 2; echo $#; shift -1; echo $?
# ---
umask 027; umask; umask -S; umask u=rwx,g=rx,o=; umask; umask 999; echo $?
# ---
hash nosuch; echo $?; command echo hi; builtin echo hi; builtin ls; echo $?; command nosuch; echo $?
# ---
true; echo $?; false; echo $?; :; echo $?; test 1 = 1; echo $?
# ---
help nosuchbuiltin 2>&1 | head -1; times | wc -l; ulimit -c; enable -n nosuch; echo $?
# ---
exec echo replaced; echo no
# ---
exec nosuchcmd; echo no
# ---
(exec false); echo $?; exec > f; echo to file; exec 1>&2; cat f
# ---
let; echo $?; let 'x=5' 'y=x*2'; echo $x $y; let x==5; echo $?
# ---
exit abc; echo no
# ---
f() { return abc; }; f; echo $?; exit 1 2; echo $?
# ---
fg; echo $?; bg; echo $?; history; echo $?; disown 99; echo $?
# ---
cd -x; echo $?; read -z; echo $?; export -q x; echo $?; trap -z; echo $?
# ---
declare -f -x nosuch; echo $?; mapfile 1a; echo $?; unset -x a; echo $?; shift a; echo $?
# ---
compgen -W "apple banana apricot" ap; compgen -b ec; f1() { :; }; compgen -A function f
# ---
wait; echo $?; wait 99999; echo $?; jobs; kill 99999; echo $?; kill; echo $?
# --- errors of printf come behind the lines before them
printf '%d\n' 1x 2 y 2>&1; printf '%d %d\n' 1 x 2 3 4 z 2>&1; printf '%s\n%d\n' a b c 4 2>&1; printf '%f\n' 1.5 q 2>&1; printf -v v '%d\n' 1 x 2>&1; echo "[$v]"; printf 'a\nb%z\n' 2>&1; echo; printf 'a\nb%' 2>&1; printf '%d\n' 99999999999999999999 5 2>&1
# ---
printf 'a\n%d' x > o 2> e; cat o; echo; cat e; printf 'a\n%d' x 2>&1 | cat -A
# --- --help
for b in cd history jobs read umask type let caller export printf wait; do $b --help 2>e | head -n 1; $b --help >o 2>&1; echo $?; cat e; done
echo --help; true --help; echo $?; test --help; echo $?; cd -L --help | head -n 1
