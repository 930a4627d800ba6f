# Special parameters and variables, eval, source, LINENO, BASH_SOURCE.
# --- $? $# $@ $* $- $0 $_ in their places
set -- a 'b c' ''; echo "$# $1 ${2} ${3-x}|${4-unset}"; echo "$*" "$@"; (exit 5); echo $? $?; echo x y; echo $_; : last; echo "$_"; [ "$0" = bash ] && echo name; echo ${-//[!h]/}; printf '<%s>' "${@:2}" "${*:1:2}" "${@: -1}"; echo; echo ${10-no} "$10"
# --- $$ and BASHPID, BASH_SUBSHELL, PPID
[ $$ = $BASHPID ] && echo same; (echo $BASH_SUBSHELL; [ $$ = $BASHPID ] || echo differ; (echo $BASH_SUBSHELL)); echo $BASH_SUBSHELL $(echo $BASH_SUBSHELL); [ -n "$PPID" ] && echo ppid; declare -p BASH_SUBSHELL
# --- $! is the last job
sleep 0.01 & p=$!; [ "$p" = $! ] && echo same; wait $!; echo $?; (exit 4) & wait $!; echo $?; echo ${!:+set}
# --- LINENO
echo $LINENO
f() {
  echo "f $LINENO"
  eval 'echo e $LINENO'
}
f; echo $LINENO; cat <<E
$LINENO
E
x=$(echo $LINENO); echo $x; (echo $LINENO)
if true; then
  echo $LINENO; fi
# --- RANDOM and SECONDS
RANDOM=42; a=$RANDOM b=$RANDOM; RANDOM=42; [ $a = $RANDOM ] && [ $b = $RANDOM ] && echo repeats; echo $((RANDOM >= 0 && RANDOM < 32768)); SECONDS=100; echo $((SECONDS >= 100 && SECONDS < 103)); unset RANDOM; echo "[$RANDOM]"; [[ $SRANDOM =~ ^[0-9]+$ ]] && echo s; [[ $EPOCHSECONDS -gt 1600000000 ]] && echo epoch; [[ $EPOCHREALTIME == *.?????? ]] && echo real
# --- FUNCNAME, BASH_LINENO, BASH_SOURCE, caller
a() { b; }
b() {
  echo "${FUNCNAME[@]}"; echo "${BASH_LINENO[@]}"; echo "${#BASH_SOURCE[@]} ${BASH_SOURCE[0]}"; caller; caller 0; caller 1; caller 5; echo $?
}
a
echo "[${FUNCNAME[0]-none}] ${#FUNCNAME[@]}"; caller; echo $?
# --- sourced files see their own names
printf 'echo "$BASH_SOURCE ${BASH_LINENO[0]} $LINENO $0 $#"\ng() { echo "${BASH_SOURCE[0]} ${FUNCNAME[1]}"; }\nreturn 7\necho no\n' > lib.sh
. ./lib.sh; echo $?; g; source lib.sh x y; echo $? $#; h() { . ./lib.sh; echo after $?; }; h
# --- source: arguments, missing files, errors, directories
echo 'set -- new "$@"; echo $*; v=1' > s; set -- o; . ./s a b; echo $* $v; . ./s; echo $*; . ./nope; echo $?; . /tmp; echo $?; .; echo $?; echo 'if' > bad; . ./bad; echo $?; echo 'exit 3' > e; (. ./e; echo no); echo $?; . <(echo 'echo from fd'); cat s | . /dev/stdin
# --- eval: quoting, status, redirections, nesting
eval; echo $?; eval ''; echo $?; eval 'false'; echo $?; x='echo "a  b"'; eval $x; eval "$x"; eval "eval 'eval \"echo deep\"'"; eval 'echo out; echo err >&2' 2>/dev/null; eval -- echo dashes; eval 'f() { echo defined; }'; f; v=name; eval "$v=5"; echo $name; eval 'break' 2>&1; for i in 1 2; do eval 'continue; echo no'; echo no; done; eval 'return 3' 2>&1; echo $?
# --- eval with several lines and here-documents
eval 'cat <<E
in eval $((1 + 1))
E
echo behind'; eval "for i in a b
do echo \$i
done"; c='if true
then echo yes; fi'; eval "$c"
# --- PIPESTATUS
true | false | (exit 3); echo "${PIPESTATUS[@]}"; echo "${PIPESTATUS[@]}"; ! false; echo "${PIPESTATUS[0]}"; (exit 2); echo ${PIPESTATUS}; x=$(false | true); echo ${PIPESTATUS[@]}; if false | true; then echo ${PIPESTATUS[@]}; fi; { false; } | true; s=("${PIPESTATUS[@]}"); echo ${#s[@]} ${s[0]}
# --- REPLY, OLDPWD, PWD, SHLVL, HOSTNAME, UID
cd /; cd /tmp; echo $OLDPWD $PWD; cd - ; [[ $SHLVL =~ ^[0-9]+$ ]] && echo level; PWD=/x; pwd; [[ -n $HOSTNAME && -n $UID && -n $EUID ]] && echo ids; UID=5; echo $?
# --- unset takes away what is special
unset LINENO; echo "[$LINENO]"; unset SECONDS; SECONDS=a; echo $SECONDS; BASH_VERSION=x; echo $BASH_VERSION; echo ${BASH_VERSINFO[0]} ${#BASH_VERSINFO[@]}; BASHPID=1; echo $?; unset FUNCNAME; f() { echo "[${FUNCNAME[0]}]"; }; f
# --- exit statuses
nosuch_cmd 2>/dev/null; echo $?; /tmp 2>/dev/null; echo $?; ./nofile 2>/dev/null; echo $?; touch noexec; ./noexec 2>/dev/null; echo $?; (exit 256); echo $?; (exit -1); echo $?; (exit abc) 2>/dev/null; echo $?; (kill -TERM $BASHPID); echo $?; $(exit 9); echo $?; x=$(exit 8); echo $?; x=1 $(:); echo $?; > file; echo $?; < nofile; echo $?

# --- $_ behind functions, eval and source
f() { echo "in $_"; shift; }; : a; f b c; echo "after $_"; : q; f; echo $_
g() { :; }; g x y; echo "g $_"; eval "echo 1 2"; echo $_; ( : sub ); echo $_; echo $(: in; echo $_) $_
h() { return 3; }; h r; echo $_; echo ': inner' > lib; . ./lib; echo $_; . ./lib arg; echo $_
