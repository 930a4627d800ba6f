set -e; false; echo no
# ---
set -e; false || true; echo yes; if false; then :; fi; ! true; false && true; echo still; (false); echo no
# ---
set -e; f() { false; echo in f; }; f || echo caught; f; echo no
# ---
set -e; x=$(false); echo no
# ---
set -e; echo $(false) ok; local_test() { local y=$(false); echo local ok; }; local_test
# ---
set -e; while false; do :; done; until true; do :; done; for i in; do :; done; echo ok; true | false; echo no
# ---
set -eo pipefail; false | true; echo no
# ---
set -e; { false; } ; echo no
# ---
set -e; [[ a == b ]]; echo no
# ---
set -e; ((0)); echo no
# ---
set -e; (set +e; false; echo sub); echo main; bash -c 'false; echo child'
# ---
trap 'echo bye' EXIT; echo hi
# ---
trap 'echo bye $?' EXIT; exit 3
# ---
trap 'echo exit; exit 7' EXIT; false
# ---
trap 'echo err $?' ERR; false; true; (exit 2); if false; then :; fi; false || true; echo end
# ---
trap 'echo err $LINENO' ERR; f() { false; }; f; set -E; f
# ---
trap 'echo dbg: $BASH_COMMAND' DEBUG; echo a; x=1; trap - DEBUG; echo b
# ---
trap 'echo ret' RETURN; f() { echo f; }; f; trap - RETURN; f
# ---
f() { trap 'echo ret f' RETURN; echo in; }; f; g() { :; }; g
# ---
trap 'echo int' INT; kill -INT $$; echo after; trap - INT; trap 'echo usr1' USR1; kill -USR1 $$; echo done
# ---
trap '' TERM; kill $$; echo survived; trap - TERM; trap -p
# ---
trap 'echo a' EXIT INT; trap -p; trap - INT; trap
# ---
(trap 'echo sub exit' EXIT; echo in sub); echo main
# ---
trap 'echo t' EXIT; (echo sub); echo $(echo subst)
# ---
trap 'echo x' NOSUCH; echo $?; trap -- 'echo "q"' 0; trap
# ---
set -e; trap 'echo cleanup' EXIT; false; echo no
# ---
set -u; trap 'echo bye $?' EXIT; echo $nope
# ---
kill -TERM $$; echo no
# ---
kill -l 9; kill -l TERM; kill -l 130; kill -l KILL
# ---
set -e; f() { return 1; }; if f; then :; fi; f && echo; echo ok; f; echo no
# ---
set -e; eval false; echo no
# ---
set -e; cmd=false; $cmd || echo caught; $cmd | cat; echo piped; case x in x) false;; esac; echo no
# ---
trap 'echo "line $LINENO"; exit 9' ERR; true
false
echo no
# ---
set -e; trap 'echo ERR' ERR; false
# ---
exec 2>&1; set -x; echo a "b c"; x=1; y="p q"; [[ $x == 1 ]]; ((x+1)); for i in 1; do :; done; set +x
# ---
exec 2>&1; PS4='> '; set -x; echo $(echo sub); : ''
# ---
set -v; echo hi
# ---
set -n; echo no
# ---
set -o posix; set +o posix; set -o nosuch; echo $?; set -Z; echo $?
# ---
set -- a b; set -e; echo $@; set +e -- ; echo $#; set -; echo ok
# ---
set -o | grep -E 'errexit|pipefail'; shopt extglob nullglob; shopt -s extglob; shopt -q extglob; echo $?; shopt nosuch; echo $?
# ---
shopt -p extglob; shopt -s nosuch; echo $?; shopt -o errexit; echo $?

# --- errors in expansions end the shell under set -e, though the command is tested
set -e; trap 'echo exit $?' EXIT
if (echo "${q[-1]}"; echo more); then echo in; else echo out; fi
(a[-5]=1; echo more) || echo or; (readonly r; r=2 || echo or); (x=; echo ${!x} || echo or)
(echo ${x!} || echo or); (shopt -s failglob; echo *nope || echo or); (readonly i; for i in a; do :; done || echo or)
f() { echo ${q[-5]}; echo more; }; f || echo or
echo after

# --- a word that fails under set -e
set -e
f() { local c="$1${q[-1]}"; echo on; }
f a
echo after

# --- arithmetic errors in assignments and subscripts leave the whole script
trap 'echo exit' EXIT; declare -i n
f() { eval "echo in; ((n = 1 +)); echo same"; n=1+; echo z; }; f
echo after

# --- set -u in arithmetic ends the shell with its own status
set -u; trap 'echo exit $?' EXIT
(echo $((Hello)); echo on); (x=abc; echo ${x:s}); (declare -i n; n=Hello; echo on); (let Hello; echo on)
x=$(echo $((Hello))); echo $?
for ((i = Hello; i < 1; i++)); do :; done
echo on
# --- the status of an expansion that fails: 127 in the text of -c, 1 with set -e, in a file and in a child
set -u; echo $u; echo no
# ---
set -eu; echo $u; echo no
# ---
set -eu; f() { echo $u; }; f; echo no
# ---
set -eu; x=$(echo $u; echo in); echo no
# ---
set -u; x=$(echo $u; echo in); echo no $?
# ---
set -eu; (echo $u); echo no
# ---
set -u; (echo $u; echo in); echo $?
# ---
set -eu; (echo $u) || echo or $?
# ---
set -eu; if f $u; then :; fi; echo no
# ---
set -eu; echo $((u + 1)); echo no
# ---
set -eu; trap 'echo EXIT $?' EXIT; echo $u
# ---
set -u; trap 'echo EXIT $?' EXIT; echo $u
# ---
set -eu; eval 'echo $u'; echo no
# ---
set -eu; echo $u | cat; echo ${PIPESTATUS[@]}
# ---
set -e; echo ${u?msg}; echo no
# ---
echo ${u?msg}; echo no
# ---
set -e; f() { echo ${u:?}; }; f; echo no
# ---
set -e; (echo ${u?msg}); echo no
# ---
(echo ${u?msg}); echo $?
# ---
set -eu; bash -c 'set -u; echo $u'; echo no
# ---
set -eu; echo "${r[1]}"; echo no
# ---
set -eu; r=(1); echo "${r[1]}"; echo no
# ---
set -e; echo ${x!}; echo no
# ---
set -e; echo ${!u}; echo no
# ---
set -e; echo $((1/0)); echo no
# ---
set -e; readonly r=1; r=2; echo no
# ---
echo 'set -u; echo $u; echo no' > s.sh; bash s.sh; echo $?; echo 'set -eu; echo $u; echo no' > s.sh; bash s.sh; echo $?; echo 'echo ${u?x}; echo no' > s.sh; bash s.sh; echo $?; echo 'set -e; echo ${u?x}; echo no' > s.sh; bash s.sh; echo $?; (. ./s.sh; echo in); echo $?
# ---
set -u; bash -c 'set -u; echo $u'; echo $?; bash -c 'set -eu; echo $u'; echo $?; bash -c 'set -e; echo ${u?}'; echo $?;  bash -c 'echo ${u?}'; echo $?
# ---
echo 'set -u; echo $u; echo no' > s.sh; . ./s.sh; echo in
# ---
echo 'f() { echo $u; }' > s.sh; . ./s.sh; set -u; f; echo in
# ---
echo 'echo ${u?m}; echo no' > s.sh; f() { . ./s.sh; }; f; echo in
# ---
echo 'echo ${u?m}; echo no' > s.sh; eval '. ./s.sh'; echo in
# ---
set -u; eval 'echo $u'; echo no
# ---
set -u; trap 'echo $u; echo x' USR1; kill -USR1 $$; echo a
# ---
set -u; f() { echo $u; }; f; echo no
# --- set -E: the ERR trap of a command that its process is, and that of the shell around it
set -E; trap 'echo "e$?: $BASH_COMMAND"' ERR
true | false
true | grep -q x /dev/null
true | nosuchcommand 2> /dev/null
f() { false; }; true | f
false & wait $!
(grep -q x /dev/null)
(false)
(grep -q x /dev/null; true)
true | (false)
true | (grep -q x /dev/null)
echo $(false) $(grep -q x /dev/null)
true | eval false
true | exec false
# --- the ERR trap behind a pipeline: its last command
trap 'echo "e$?: $BASH_COMMAND"' ERR
true | { grep -q x /dev/null; }
true | [[ a == b ]]
true | (( 0 ))
true | (false)
(false) | true
true | if true; then false; fi
set -o pipefail; (exit 3) | true; (exit 3) | (exit 4)
! true | (false)
# --- ... and it runs once before set -e ends the shell
trap 'echo "e$?: $BASH_COMMAND"' ERR; set -e
true | (false)
echo not reached
# --- exit in a function: the EXIT trap sees its variables
f() { local x=5; trap 'echo "$x ${FUNCNAME[*]} $1 $?"' EXIT; g 7; }
g() { local y=6; exit 3; }
f a
# --- ... also in a subshell, in eval and where exec fails
( f() { local x=5; trap 'echo "$x $1"' EXIT; eval exit; }; f a )
( f() { local x=5; trap 'echo "$x $1 $?"' EXIT; exec nosuchcommand 2> /dev/null; }; f a )
( f() { local x=5; trap 'echo "$x"; exit 4' EXIT; exit; }; f; ); echo $?
( f() { local x=5; trap 'echo "${x-unset}"' EXIT; return; }; f )
( f() { trap 'echo to the file' EXIT; exit; }; f > file ); cat file
( f() { local x=5; trap 'echo "${x-unset}"' EXIT; set -e; false; }; f )
# --- an EXIT trap behind a signal: $? is that of the command before
( trap 'echo "status $?"' EXIT; kill -TERM $BASHPID; echo no ); echo $?
# --- DEBUG within the commands of other traps
trap 'echo "D $LINENO $BASH_COMMAND"' DEBUG
trap 'echo "E"; true' ERR
trap 'echo "X"; false; echo Y' EXIT
false
echo end
# --- DEBUG at the beginning of a function: its own line
set -T
d() { echo "D ${BASH_LINENO[0]} $BASH_COMMAND"; }
trap d DEBUG

f() {
  echo in f
}
f
# --- set -e: a fatal error in a function leaves it behind the EXIT trap
f() { local x=5; echo "$nope"; }
trap 'echo "${x-unset} ${FUNCNAME[*]}"' EXIT; set -eu
f
# --- ... and without set -e before it
f() { local x=5; echo "$nope"; }
trap 'echo "${x-unset} ${FUNCNAME[*]}"' EXIT; set -u
f
# --- set -e with both traps
f() { local x=5; false; }
trap 'echo "E ${x-unset} ${FUNCNAME[*]}"' ERR; trap 'echo "X ${x-unset}"' EXIT; set -eE
f
# --- errexit in substitutions of a command that is tested
a=$(set -e; false; echo x) || echo failed; echo "[$a]"
if a=$(set -e; false; echo y); then echo "then [$a]"; fi
echo $(set -e; false; echo x) || echo failed
if echo "$(set -e; false; echo x)"; then echo t; fi
[[ $(set -e; false; echo x) == x ]] && echo yes
cat <(set -e; false; echo x) || :
if cat <(set -e; false; echo y); then :; fi
f() { set -e; false; echo x; }; a=$(f) || echo failed; echo "[$a]"
g() { a=`set -e; false; echo x`; echo "[$a]"; }; g || :; g
if a=$(set -e; (false; echo i); eval "false; echo e"; echo y); then echo "[$a]"; fi
# --- not in those of compound commands and redirections
if case $(set -e; false; echo x) in x) true;; *) false;; esac; then echo t; else echo f; fi
if for i in $(set -e; false; echo x); do echo "i$i"; done; then echo t; fi
if (( $(set -e; false; echo 1) )); then echo t; else echo f; fi
if cat <<< "$(set -e; false; echo y)"; then :; fi
# --- inherit_errexit and a command that is tested
shopt -s inherit_errexit; set -e; if a=$(false; echo y); then echo "[$a]"; fi; a=$(false; echo z); echo "[$a]"
# --- errexit that is turned on behind !
! (set -e; false; echo neg); echo $?
! a=$(set -e; false; echo y); echo "[$a]"
if ! (set -e; false; echo neg); then echo n; fi
! (set -e; false; echo neg) | cat; echo $?
! { set -e; false; echo x; }; echo end
# --- behind ! where errexit is on
f() { false; echo inf; }
set -e; ! { false; echo x; }; echo "r$?"; ! f; echo "r$?"; ! (set -e; false; echo s); echo "r$?"; ! a=$(set -e; false; echo y); echo "[$a]"
# --- the ERR trap within what stands behind !
set -E; trap 'echo E' ERR; f(){ false; }
! f; echo --; ! (false; true); echo --; ! { false; true; }; echo --
! false; ! (exit 3); ! ((0)); ! [[ a == b ]]; echo --
! { false; }; echo --; ! if false; then :; fi; ! for i in 1; do false; done; echo --
! false | false; echo --; ! eval false; ! eval "false; true"
! { ! false; false; }; echo --; ! while false; do :; done; ! { false && true; }; ! { true && false; }; ! (true && false)
# --- the ERR trap in substitutions of a command that is tested
set -E; trap "echo E >&2" ERR; a=$(false; true) || :; echo --; echo "$(false; true)" || :; if [[ $(false) ]]; then :; fi; echo --; ! a=$(false; true)
