# --- the DEBUG trap of each simple stage runs in the shell, before its process begins
n=0
trap 'n=$((n + 1)); echo "D$n: $BASH_COMMAND" >&2' DEBUG
echo a 2>&1 | cat
x=1 | cat
{ echo b; } | cat
! echo c | cat
f() { echo f; }
f | cat
(echo d) | cat
for i in 1; do echo $i; done | cat
[[ a == a ]] | cat
(( 1 )) | cat
echo a | cat | sort
echo "$n"
# --- a stage sees what the traps before it did, not those after it
n=0
trap '((n++)); true' DEBUG
echo $n | cat
cat <<< "$n" | cat - <(echo $n)
echo $n
# --- and BASH_COMMAND is its own
trap true DEBUG
echo "$BASH_COMMAND" | cat
# --- extdebug: a stage is passed over
shopt -s extdebug
trap '[[ $BASH_COMMAND != *no* ]]' DEBUG
echo no | cat; echo ${PIPESTATUS[@]}
echo yes | cat; echo ${PIPESTATUS[@]}
true yes | cat no; echo ${PIPESTATUS[@]}
echo no | cat | cat no | wc -l; echo ${PIPESTATUS[@]}
false | echo no; echo $? ${PIPESTATUS[@]}
false | (exit 3) | echo no; echo $? ${PIPESTATUS[@]}
(exit 4) | (exit 5)
echo no | cat no; echo $? ${PIPESTATUS[@]}
! echo no | cat no; echo $?
shopt -s lastpipe
echo no | read x; echo $? ${PIPESTATUS[@]}
false | no; echo $? ${PIPESTATUS[@]}
no & wait
echo end
# --- extdebug: 2 makes the function return
shopt -s extdebug
g() { echo in1; echo skip2 | cat; echo in2; }
trap 'case $BASH_COMMAND in *skip2*) (exit 2);; *) true;; esac' DEBUG
g; echo after $?
g | cat
echo skip2 | cat
echo end
# --- functrace: not a second time in the process of the stage
set -T
trap 'echo "d-$BASH_COMMAND" >&2' DEBUG
echo q | cat
echo q | { cat; }
x=$(echo a | cat)
echo "$x"
# --- lastpipe: the last stage's trap is its own
shopt -s lastpipe
trap 'echo "d-$BASH_COMMAND"' DEBUG
echo l | read v
echo $v
# --- commands behind &
trap 'echo "d-$BASH_COMMAND" >&2' DEBUG
true & wait
{ true; } & wait
set -T
true & wait
# --- a trap that ends the shell in the middle
trap '[[ $BASH_COMMAND != cat* ]] || exit 3' DEBUG
echo a | cat
echo not here
# --- and with other traps
trap 'echo "d-$BASH_COMMAND"' DEBUG
trap 'echo "e-$BASH_COMMAND"' ERR
true | false
! true | false
trap 'echo exit' EXIT
