# --- EXIT in every way of leaving
(trap 'echo bye $?' EXIT; exit 3); echo $?; (trap 'echo bye' EXIT; false); echo $?; (trap 'exit 7' EXIT; true); echo $?; (trap 'echo bye' EXIT; kill -TERM $BASHPID; echo no); echo $?; (set -e; trap 'echo e $?' EXIT; false; echo no); echo $?; (trap 'echo x' EXIT; exec true); echo $?; (trap 'echo outer' EXIT; (echo inner)); x=$(trap 'echo sub' EXIT; echo y); echo $x
# --- EXIT in functions, replaced and removed
trap 'echo one' EXIT; trap 'echo two; trap - EXIT' EXIT; f() { trap 'echo from f $1' EXIT; }; f a; trap; trap - EXIT; trap; trap 'echo last $?' EXIT; (exit 4)
# --- ERR: where it runs and where not
trap 'echo "ERR $? $LINENO"' ERR
false
if false; then :; fi; false || true; ! true; while false; do :; done; false && true
(exit 3)
x=$(false)
f() { false; echo in f; }
f
f || true
g() { return 2; }; g
true | false
false | true
[[ a == b ]]
((0))
# --- errtrace and functrace
set -E; trap 'echo E:$BASH_COMMAND' ERR; f() { false; }; f; (false); x=$(false); set +E; f; set -T; trap 'echo R:${FUNCNAME[0]-main}' RETURN; g() { :; }; g; h() { g; }; h; set +T; g
# --- DEBUG
trap 'echo "D:$BASH_COMMAND"' DEBUG; x=1; echo $x; if true; then echo in; fi; for i in 1 2; do :; done; f() { echo f; }; f; trap - DEBUG; echo off
# --- DEBUG with functrace
set -T; f() { local y=1; echo $y; }; trap 'echo "D $LINENO $BASH_COMMAND"' DEBUG; f; (echo sub); trap - DEBUG
# --- RETURN
f() { trap 'echo leaving f' RETURN; echo in; }; f; g() { :; }; g; f; echo 'echo sourced' > s; trap 'echo R' RETURN; . ./s; trap - RETURN
# --- signals: one's own and a child's
trap 'echo int' INT; kill -INT $$; trap 'echo usr1 $?' USR1; (exit 3); kill -USR1 $$; trap '' TERM; kill $$; echo survived; trap - TERM; trap 'echo hup; exit 5' HUP; kill -HUP $$; echo no
# --- trap -p, names, numbers and errors
trap 'a b' INT 15 sigquit EXIT; trap -p; trap -p INT TERM; trap -p 0; trap INT; trap -p INT; trap 15; trap 'x' NOSUCH; echo $?; trap -z; echo $?; trap 'q' 99; echo $?; trap - EXIT QUIT; trap; trap "it's" USR2; trap -p USR2; trap 'x' KILL; echo $?; trap; trap - KILL USR2
# --- in subshells traps are reset, ignored signals stay
trap 'echo t' TERM; trap '' USR1; (trap; kill -USR1 $BASHPID; echo ignored; kill -TERM $BASHPID; echo no); echo $?; x=$(trap -p); echo "$x"
# --- interrupting wait
trap 'echo caught' USR1; (sleep 0.1; kill -USR1 $$) & sleep 5 & w=$!; wait $w; echo $(($? > 128)); kill $w; wait $w 2>/dev/null; echo $?
# --- loops and traps
trap 'n=done' USR1; n=go; (sleep 0.05; kill -USR1 $$) & while [ $n = go ]; do sleep 0.01; done; echo $n; wait
# --- set -e meets traps and functions
set -eE; trap 'echo "failed: $BASH_COMMAND"' ERR; trap 'echo exit $?' EXIT; f() { echo a; grep -q x /dev/null; echo b; }; if f; then echo fine; fi; f || echo or; f; echo no
# --- errexit: every context
set -e; f() { false; echo "in f"; }; f || echo 1; if f; then echo 2; fi; ! f; f && echo 3; while f; do break; done; x=$(f) || echo 4; echo "$x"; (f; echo 5) || echo 6; { f; } || echo 7; true | f | true; echo 8; false | true; echo 9; y=$(false) true; echo 10; local_() { local z=$(false); echo 11; }; local_; declare d=$(false); export e=$(false); echo 12 $(false); [[ -n "" ]] || echo 13; (( 0 )) || echo 14; false; echo no
# --- errexit in subshells, substitutions and groups
(set -e; (false; echo no); echo no); echo $?; (set -e; { false; echo no; }); echo $?; (set -e; x=$(false; echo yes); echo $x); (set -e; for i in 1; do false; done; echo no); echo $?; (set -e; case x in x) false;; esac; echo no); echo $?; (set -e; eval false; echo no); echo $?; (set -e; echo $(false) ok); (set -e; false & wait $!; echo no); echo $?; (set -e; [ a = b ]; echo no); echo $?; (set -e; (( 1 - 1 )); echo no); echo $?; (set -e; let 0; echo no); echo $?; (set -e; . /dev/stdin <<< 'false; echo no'; echo no); echo $?
# --- a trap does not run in the substitutions of its own commands
set -E
trap 'x=$(false; echo hi); echo "D $? $x"' ERR; false; echo end
trap 'x=$(false | cat; false); echo D$?' ERR; false
trap 'x=`false; echo hi`; echo D$x' ERR; false
trap 'cat <(false; echo a)' ERR; false
trap 'x=$(echo "$BASH_COMMAND"); echo D$x' ERR; false 1
trap 'x=$(trap -p); echo D$x' ERR; false 2
# --- a stack trace of the ERR trap
set -E; trap 'i=0; while fr=$(caller $i); do echo "$fr"; ((++i)); done' ERR; f(){ false; }; g() { f; }; g; echo end
# --- the DEBUG trap and its own substitutions
set -T; trap 'x=$(:); echo D' DEBUG; echo hi; trap - DEBUG
# --- the RETURN trap and its own substitutions
f(){ :; }; set -T; trap 'y=$(k; echo y); echo R$y' RETURN; k(){ echo k; }; f; k
# --- the DEBUG trap within the ERR trap is the other one's
set -TE; trap 'echo E; false' ERR; trap 'echo D' DEBUG; false; trap - DEBUG; echo end
