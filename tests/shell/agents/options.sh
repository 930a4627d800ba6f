# Options, traps and strict mode, as scripts of agents have them.
# --- a complete command with usage and long options
prog() {
  local verbose=0 output=- dry=false names=() arg
  while [[ $# -gt 0 ]]; do
    arg=$1
    case $arg in
      -h|--help) printf 'Usage: prog [OPTIONS] NAME...\n\n  -v, --verbose\n  -o, --output FILE\n      --dry-run\n'; return 0 ;;
      -v|--verbose) verbose=$((verbose + 1)); shift ;;
      -vv) verbose=$((verbose + 2)); shift ;;
      -o|--output) [[ $# -ge 2 ]] || { echo "error: $arg needs a value" >&2; return 2; }; output=$2; shift 2 ;;
      --output=*) output=${arg#*=}; shift ;;
      --dry-run) dry=true; shift ;;
      --) shift; names+=("$@"); break ;;
      -*) echo "error: unknown option: $arg" >&2; return 2 ;;
      *) names+=("$arg"); shift ;;
    esac
  done
  (( ${#names[@]} )) || { echo "error: no names" >&2; return 1; }
  printf 'verbose=%d output=%s dry=%s names=(%s)\n' "$verbose" "$output" "$dry" "${names[*]@Q}"
}
prog -v --output=x a 'b c' --dry-run; prog -o; prog --nope; prog; prog --help; prog -vv -- -x --y
echo "last $?"
# --- getopt(1) sorts them
args=$(getopt -o ab:c:: -l alpha,beta:,gamma:: -n tool -- x -b 1 --gamma=2 y -a --beta 'two words' -c3) || exit 1
eval set -- "$args"
while true; do
  case $1 in
    -a|--alpha) echo alpha; shift ;;
    -b|--beta) echo "beta=$2"; shift 2 ;;
    -c|--gamma) echo "gamma=${2:-default}"; shift 2 ;;
    --) shift; break ;;
  esac
done
echo "rest: $*"
getopt -o a -n tool -- -z; echo "status $?"
# --- getopts in a loop of subcommands
add() { local OPTIND OPTARG o force=; while getopts 'fm:' o; do case $o in f) force=1 ;; m) msg=$OPTARG ;; *) return 2 ;; esac; done; shift $((OPTIND - 1)); echo "add force=${force:-0} msg=${msg:-} files=$*"; }
remove() { echo "remove $# file(s)"; }
dispatch() {
  local cmd=${1:-help}; shift || true
  case $cmd in
    add|remove) "$cmd" "$@" ;;
    help) echo "commands: $(compgen -A function | grep -vE '^(dispatch)$' | sort | paste -sd' ')" ;;
    *) echo "unknown: $cmd" >&2; return 64 ;;
  esac
}
dispatch add -f -m 'a message' x y; dispatch add -q; echo $?; dispatch remove 1 2 3; dispatch; dispatch zap; echo $?
# --- strict mode: a failure in the middle ends it with its line
bash <<'S'
set -Eeuo pipefail
trap 'echo "failed at line $LINENO: $BASH_COMMAND (status $?)" >&2' ERR
trap 'echo cleanup' EXIT
step() { echo "step $1"; }
step 1
step 2 | grep -q nothing
step 3
S
echo "status $?"
# --- strict mode: what does not end it
set -euo pipefail
if false; then :; fi
false || true
! false
false && echo never
x=$(false) || echo "caught $?"
echo "${unset_one:-default} ${1:-none}"
while false; do :; done
n=0; (( n++ )) || true
echo "n=$n"
[[ -f missing ]] || echo "no file"
local_fails() { local v=$(false); echo "local hides it: $?"; }
local_fails
{ false; echo after; } || echo never
grep -c x /dev/null || true
echo end
# --- nounset ends with a message
bash -uc 'echo "a: ${a-}"; arr=(); echo "${#arr[@]} ${arr[@]+x}"; echo "$missing"; echo never'; echo "status $?"
bash -uc 'f() { echo "$2"; }; f one' ; echo "status $?"
bash -c ': "${NEEDED:?must be set}"; echo never'; echo "status $?"
# --- traps clean up in the order that matters
work() (
  tmp=$(mktemp -d); trap 'rm -rf "$tmp"; echo "removed, status $?"' EXIT
  trap 'echo interrupted; exit 130' INT
  echo data > "$tmp/f"; ls "$tmp"
  [[ $1 == fail ]] && exit 3
  [[ $1 == int ]] && kill -INT "$BASHPID"
  echo "end of $1"
)
work ok; echo "-> $?"; work fail; echo "-> $?"; work int; echo "-> $?"
# --- traps are stacked
exit_hooks=()
on_exit() { exit_hooks+=("$1"); trap run_hooks EXIT; }
run_hooks() { local i; for (( i = ${#exit_hooks[@]} - 1; i >= 0; i-- )); do eval "${exit_hooks[i]}"; done; }
on_exit 'echo first in'; on_exit 'echo "second in $n"'; n=5
echo body
# --- a trap on ERR in functions, with a call stack
set -E
backtrace() { local i; for (( i = 1; i < ${#FUNCNAME[@]}; i++ )); do echo "  #$i ${FUNCNAME[i]} line ${BASH_LINENO[i-1]}"; done; }
trap 'echo "error: $BASH_COMMAND"; backtrace' ERR
inner() {
  false
  return 0
}
outer() {
  inner
}
backtrace_user() { outer; }
backtrace_user
echo done
# --- die, warn, log levels
LOG_LEVEL=2
declare -A LEVELS=([error]=0 [warn]=1 [info]=2 [debug]=3)
log() { local level=$1; shift; (( ${LEVELS[$level]} <= LOG_LEVEL )) || return 0; printf '%-5s %s\n' "${level^^}" "$*" >&2; }
die() { log error "$@"; exit "${code:-1}"; }
log info "starting ${0##*/}"; log debug hidden; LOG_LEVEL=3; log debug shown
( code=7 die "cannot go on"; echo never ); echo "child $?"
log warn "$(printf '%s=%s' key value)" 2>&1 | tr a-z A-Z
# --- confirm reads answers
confirm() {
  local reply
  while true; do
    read -r -p "$1 [y/n] " reply || { echo "(no answer)"; return 2; }
    case ${reply,,} in y|yes) return 0 ;; n|no) return 1 ;; *) echo "please answer" ;; esac
  done
}
confirm 'Go on?' <<< $'maybe\nYES' && echo yes
confirm 'Sure?' <<< n || echo "no: $?"
confirm 'Really?' < /dev/null || echo "none: $?"
# --- a menu by select
PS3='choice: '
menu() { select what in build test 'clean all' quit; do case $what in quit) echo bye; break ;; '') echo "bad: $REPLY" ;; *) echo "-> $what ($REPLY)" ;; esac; done; }
menu <<< $'1\n3\n9\n4' 2>&1
# --- a menu by hand
items=(Start Stop Status)
show() { local i; for i in "${!items[@]}"; do printf '%d) %s\n' $((i + 1)) "${items[i]}"; done; }
show
printf '2\nx\n0\n3\n' | while read -r n; do
  if ! [[ $n =~ ^[0-9]+$ ]]; then echo "not a number: $n"; elif (( n < 1 || n > ${#items[@]} )); then echo "out of range: $n"; else echo "chose ${items[n-1]}"; fi
done
# --- requirements are checked
require() { local missing=() c; for c in "$@"; do command -v "$c" > /dev/null 2>&1 || missing+=("$c"); done; (( ${#missing[@]} == 0 )) || { printf 'missing: %s\n' "${missing[*]}"; return 1; }; }
require sed awk grep && echo "all there"
require sed no-such-tool awk nothing-here; echo $?
type -t cd sed require if nothing; hash sed 2>/dev/null && echo hashed
(( BASH_VERSINFO[0] >= 4 )) && echo "bash ${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]}"
# --- locks by noclobber
lock=/tmp/case/lock
acquire() { ( set -o noclobber; echo "$1" > "$lock" ) 2> /dev/null; }
acquire first && echo "got it"; acquire second || echo "held by $(< "$lock")"
rm "$lock"; acquire third && cat "$lock"
( set -C; echo y > "$lock" ); echo "status $?"; echo z >| "$lock"; cat "$lock"
# --- defaults from a file, the environment, the command line
cat > defaults.conf <<'C'
host=localhost
port=80
C
load() { local k v; while IFS='=' read -r k v; do [[ $k =~ ^[a-z_]+$ ]] && printf -v "cfg_$k" '%s' "$v"; done < "$1"; }
load defaults.conf
cfg_port=${APP_PORT:-$cfg_port}
for a in host=example.org debug=1 'bad name=1'; do [[ $a == [a-z]*=* && ${a%%=*} != *' '* ]] && declare "cfg_${a%%=*}=${a#*=}"; done
for v in ${!cfg_@}; do echo "$v=${!v}"; done
# --- exit statuses of pipelines and lists
true | false | true; echo "$? ${PIPESTATUS[*]}"
set -o pipefail; true | (exit 3) | (exit 0); echo "$?"; set +o pipefail
( exit 300 ); echo $?; bash -c 'exit -1'; echo $?
sh -c 'kill -TERM $$'; echo $?
no_such_command_at_all 2>/dev/null; echo $?; touch notx; ./notx 2>/dev/null; echo $?
if ! grep -q x /dev/null; then echo "absent ($?)"; fi
cmd() { return "$1"; }; for c in 0 1 2; do cmd $c && echo ok || echo "rc=$?"; done
