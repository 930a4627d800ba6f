x=1 y=2; echo $x$y; x=$y y=3; echo $x $y; a=b=c; echo $a
# ---
readonly r=1; r=2; echo no
# ---
readonly r=1; unset r; echo $?; declare -p r
# ---
export E=1; bash -c 'echo $E'; x=2 bash -c 'echo $x'; echo "[$x]"
# ---
declare -x X=5; declare -p X; export -n X; declare -p X; declare +x X
# ---
declare -i n=5+5; echo $n; declare -u up=abc; declare -l lo=ABC; echo $up $lo; up=xyz; echo $up
# ---
declare -n ref=target; ref=5; echo $target; echo ${!ref}; unset -n ref; echo "[$ref]"
# ---
x=5; declare x; echo $x; declare -p x; declare +i x; typeset y=1; echo $y
# ---
declare 1bad=2; echo $?; export a-b=1; echo $?; 1x=3; echo $?
# ---
declare -p nosuch; echo $?
# ---
x=a; x+=b; x+=c; echo $x; n=1; n+=1; echo $n
# ---
echo $RANDOM | grep -c '^[0-9]*$'; RANDOM=42; a=$RANDOM; RANDOM=42; b=$RANDOM; [ $a = $b ] && echo same; echo $a
# ---
echo $LINENO
echo $LINENO; f() {
echo $LINENO
}; f
# ---
echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo $(echo $BASH_SUBSHELL)
# ---
[ $$ = $BASHPID ] && echo same; ([ $$ = $BASHPID ] || echo differs)
# ---
echo a b c; echo $_; : x y; echo $_
# ---
echo ${BASH_VERSINFO[0]} ${BASH_VERSION%%.*} $OSTYPE $HOSTTYPE $UID | sed 's/ [0-9]*$//'
# ---
SECONDS=100; [ $SECONDS -ge 100 ] && echo ok; [ $EPOCHSECONDS -gt 1600000000 ] && echo ok; [[ $EPOCHREALTIME == *.* ]] && echo ok
# ---
IFS=: read a b <<< x:y; echo $a $b; printf %q "$IFS"; echo
# ---
x=1; { x=2; } ; echo $x; x=3 | true; echo $x; ( x=4 ); echo $x
# ---
x=1; y=$x$((x+1))`echo 3`"4"; echo $y
# ---
unset x; x=${x:-$(echo def)}; echo $x; x= ; echo "[$x]"
# ---
set -a; foo=bar; bash -c 'echo $foo'; set +a; baz=q; bash -c 'echo "[$baz]"'
# ---
PATH=/none; nosuchcmd; echo $?; echo still
# ---
x='$(echo no)'; echo $x; eval echo $x
# ---
f() { echo "$x"; }; x=1 f; x=2; f; echo "$x"
# ---
local x=1; echo $?
# ---
unset 1x; echo $?; unset; echo $?; unset nosuch; echo $?
# ---
export; echo $? | tail -1
# ---
declare -r C=1; (C=2; echo sub); echo $?
# ---
x=1; x=2 y=$x; echo $y; x=5 echo $x
# --- without PATH a shell finds nothing, and a command that runs another one looks where it usually is
env -i B=2 env; env -i bash -c 'echo a; ls / >/dev/null && echo ok'; env -i echo hi; env -u PATH ls -d /; (unset PATH; ls); echo $?; env -i A=1 sh -c 'echo $A'; PATH= ls; echo $?; env PATH= ls 2>&1; echo $?; echo x | env -i xargs echo y; unset PATH; echo x; ls; echo $?; /bin/echo z; env
# --- SHELL is set, and commands are told their file
declare -p SHELL; $SHELL -c 'echo $0'; SHELL=/x bash -c 'echo $SHELL'
env | grep ^_=; f() { command env | grep ^_=; }; f; printenv _; x=1 env | grep ^_=; env -i env | grep ^_=; declare -p _; (env | grep ^_=); bash -c 'env | grep ^_='
# --- what set -u says of parameters, and who the parent is
for t in 'echo "${1}"' 'echo "$1"' 'echo "${12}"' 'echo ${#1}' 'echo ${!}' 'echo $!' 'echo ${1:2}' 'echo ${1^}' 'echo ${1@Q}' 'echo ${1#a}' 'echo $TERM'; do env -u TERM bash -c "set -u; $t" 2>&1 | sed 's/^[^ ]*bash: line 1: //'; done
bash -c 'echo $PPID' > o; [ "$(cat o)" = $$ ] && echo same; [ "$(bash -c 'echo $PPID')" = $$ ] && echo same
env -u TERM bash -c 'declare -p TERM; env | grep -c ^TERM'
