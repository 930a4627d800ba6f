# Names with control characters, which Windows' ends of lines leave, in messages and where texts are printed.
# --- a command that is not there
nosuch$'\r'
$'no\tsuch'
$'\303\251such'
$'\001'
./$'no\tsuch' 2>&1 | od -c | head -3
PATH=
nosuch$'\r' 2>&1 | { read -r line; printf '%q\n' "$line"; }
# --- directories
cd $'a\tb\r'
pushd $'x\n'
cd / && pushd -n $'gone\r' > /dev/null && popd
# --- syntax errors of a script with carriage returns
printf 'for i in 1 2\r\ndo\r\necho\r\ndone\r\n' > loop
bash loop 2>&1 | cat -v
printf 'case x in\r\nx) ;;\r\nesac\r\n' > case
bash case 2>&1 | cat -v
printf 'f() {\r\n echo\r\n}\r\n' > function
bash function 2>&1 | cat -v
# --- a script that ends in the middle of a command
printf 'if true\r\nthen\r\necho x\r\nfi\r\n' > if
bash if 2>&1 | cat -v
# --- arithmetic
x=$'5\r'
(echo $((x + 1))) 2>&1 | cat -v
((x == 5)) 2>&1 | cat -v
(((x == 5)); echo $?) 2> /dev/null
([[ $x -eq 5 ]]; echo $?) 2>&1 | cat -v
y=$'\t6\n'
echo $((y + 1))
# --- numbers of test and of other builtins
[ $'5\n' -eq 5 ] 2>&1 | cat -v
[ $'5\r' -eq 5 ] 2> /dev/null; echo $?
[ $'\v\f\r\n\t 5 \t' -eq 5 ]; echo $?
[ +-5 -eq -5 ]; echo $?
[ ' +5' -eq 5 ]; echo $?
[ '' -eq 0 ]; echo $?
set -- a b c
shift $'\n1 '; echo "$1"
shift $'1\r' 2>&1 | cat -v
# --- printed functions have '...' for $'...'
f() {
  echo $'x\ty' $'\'' $'it\'s' a$'\n'b "$'x'" `echo $'\t'`
  echo \$'a\t' '$'$'\x41' $"hi" "a$" $'' $'\\' $'z\t'
  case $'\t' in $'a\tb' | c) : ;; esac
  [[ $'\t' == $'\n' && -n $'\r' ]]
  for i in $'\t'; do :; done
  cat <<< $'\t' > $'a\tb'
  x=$'\t' y=($'\t' b) z+=$'q'
  cat << $'E\tX'
a $'\t'
E	X
}
declare -f f | cat -A
declare -f f > written
. ./written && declare -f f | cmp - written && echo same
# --- in ${ } and $( ) it stays as it was written
# bash: it has '...' there too
x=$'\ta'
f() { echo "${x#$'\t'}$(echo $'\t' "$'a'")"; }
declare -f f
eval "$(declare -f f)"; f
# --- so do the commands of traps and jobs
trap 'printf "%s\n" "$BASH_COMMAND"' DEBUG
echo $'\t' > /dev/null
trap - DEBUG
sleep 1 $'0.1\t' 2> /dev/null & jobs
wait
# --- the trace of a test that is negated
set -x
[[ ! -f x ]]; [[ ! x == y ]]
[[ ! ( -f x ) ]]; [[ ! ! -f x ]]; [[ ! ( ! -f x ) && ! a -eq 1 || ! -z q ]]
[[ ! x ]]; [[ ! x =~ y ]]; [[ ( ! x ) ]]; [[ ! '' || ! ( a ) ]]; [[ ! x < y ]]
