# Scripts as people and models write them.
# --- a log is counted by level
cat > app.log <<'LOG'
2024-01-01 10:00:00 INFO start
2024-01-01 10:00:01 ERROR disk full: /var
2024-01-01 10:00:02 WARN slow query (312 ms)
2024-01-01 10:00:03 ERROR timeout after 30s
2024-01-01 10:00:04 INFO done
LOG
declare -A count=()
while read -r date time level rest; do
  (( count[$level]++ ))
  [[ $level == ERROR ]] && errors+=("$time $rest")
done < app.log
for level in INFO WARN ERROR; do printf '%-6s%3d\n' "$level" "${count[$level]:-0}"; done
printf ' - %s\n' "${errors[@]}"
echo "total ${#errors[@]}"
# --- options with getopts
usage() { echo "usage: ${0##*/} [-v] [-o file] [-n count] name..." >&2; return 2; }
main() {
  local verbose=0 out=- n=1 OPTIND=1 opt
  while getopts ':vo:n:h' opt; do
    case $opt in
      v) (( verbose++ )) ;;
      o) out=$OPTARG ;;
      n) [[ $OPTARG =~ ^[0-9]+$ ]] || { echo "bad count: $OPTARG" >&2; return 1; }; n=$OPTARG ;;
      h) usage; return ;;
      :) echo "-$OPTARG needs a value" >&2; usage; return ;;
      \?) echo "unknown -$OPTARG" >&2; usage; return ;;
    esac
  done
  shift $((OPTIND - 1))
  echo "v=$verbose o=$out n=$n rest=$*"
}
main -vv -o x -n3 a b; echo $?
main -n x; echo $?
main -o; echo $?
main -z; echo $?
main -v -- -o; main; main -h; echo $?
# --- long options in a while loop
set -- --name=bob --count 3 -x --flag -- rest --name=no
while (($#)); do
  case $1 in
    --name=*) name=${1#*=} ;;
    --count) count=$2; shift ;;
    --flag) flag=1 ;;
    -x) x=yes ;;
    --) shift; break ;;
    *) echo "unknown: $1"; break ;;
  esac
  shift
done
echo "$name $count ${flag-unset} $x | $*"
# --- a retry loop with back-off
attempt=0
try() { (( ++attempt >= 3 )); }
retry() {
  local max=$1 delay=1 n=1; shift
  until "$@"; do
    if (( n >= max )); then echo "failed after $n"; return 1; fi
    echo "attempt $n failed, waiting $delay"
    (( n++, delay *= 2 ))
  done
  echo "worked after $n"
}
retry 5 try; attempt=-9; retry 2 try; echo $?
# --- cleaning up behind a temporary directory
set -euo pipefail
tmp=$PWD/work.$$
cleanup() { local rc=$?; rm -rf "$tmp"; echo "cleanup (rc=$rc)"; exit $rc; }
trap cleanup EXIT
mkdir "$tmp"; echo data > "$tmp/file"
wc -l < "$tmp/file"
grep -q missing "$tmp/file"
echo "not reached"
# --- an ini file is read
cat > conf.ini <<'INI'
; comment
[server]
host = example.org
port=8080

[client]
  name =  a b c  
INI
declare -A conf; section=
while IFS= read -r line || [[ -n $line ]]; do
  line=${line%%[;#]*}
  [[ $line =~ ^[[:space:]]*$ ]] && continue
  if [[ $line =~ ^\[([a-z]+)\]$ ]]; then section=${BASH_REMATCH[1]}; continue; fi
  key=${line%%=*} value=${line#*=}
  key=${key#"${key%%[![:space:]]*}"}; key=${key%"${key##*[![:space:]]}"}
  value=${value#"${value%%[![:space:]]*}"}; value=${value%"${value##*[![:space:]]}"}
  conf[$section.$key]=$value
done < conf.ini
for k in server.host server.port client.name; do echo "$k=<${conf[$k]}>"; done
# --- csv with a header
data='id,name,price
1,apple,0.50
2,pear,0.75
3,"kiwi",1.20'
{ IFS=, read -r -a head; total=0
  while IFS=, read -r -a row; do
    for i in "${!head[@]}"; do printf '%s=%s ' "${head[i]}" "${row[i]//\"/}"; done; echo
    p=${row[2]}; (( total += 10#${p%.*} * 100 + 10#${p#*.} ))
  done
  printf 'total %d.%02d\n' $((total / 100)) $((total % 100)); } <<< "$data"
# --- words are counted and sorted
text="the quick brown fox jumps over the lazy dog the end fox"
declare -A freq
for w in $text; do (( freq[$w] += 1 )); done
for w in "${!freq[@]}"; do echo "${freq[$w]} $w"; done | sort -k1,1nr -k2 | head -n 3
# --- a stack and a queue
stack=(); push() { stack+=("$@"); }; pop() { REPLY=${stack[-1]}; unset 'stack[-1]'; }
push a b; push 'c d'; pop; echo "$REPLY ${#stack[@]}"; pop; echo "$REPLY"; echo "${stack[@]}"
queue=(1 2 3); while ((${#queue[@]})); do q=${queue[0]}; queue=("${queue[@]:1}"); echo -n "$q "; ((q == 2)) && queue+=(9); done; echo
# --- fibonacci, factorial and primes
fib() { local n=$1; (( n < 2 )) && { echo $n; return; }; echo $(( $(fib $((n-1))) + $(fib $((n-2))) )); }
fact() { (( $1 <= 1 )) && echo 1 || echo $(( $1 * $(fact $(( $1 - 1 ))) )); }
fib 10; fact 20
for ((n = 2; n < 30; n++)); do for ((d = 2; d * d <= n; d++)); do ((n % d)) || continue 2; done; printf '%d ' $n; done; echo
# --- bubble sort by nameref
sort_array() {
  local -n list=$1; local i j t n=${#list[@]}
  for ((i = 0; i < n; i++)); do for ((j = 0; j < n - i - 1; j++)); do
    if [[ ${list[j]} > ${list[j+1]} ]]; then t=${list[j]}; list[j]=${list[j+1]}; list[j+1]=$t; fi
  done; done
}
a=(pear fig apple 'kiwi x' date); sort_array a; printf '<%s>' "${a[@]}"; echo; declare -p a
# --- join, split, trim, repeat
join() { local IFS=$1; shift; echo "$*"; }
trim() { local s=$1; s="${s#"${s%%[![:space:]]*}"}"; s="${s%"${s##*[![:space:]]}"}"; printf '%s' "$s"; }
repeat() { local s; printf -v s '%*s' "$2" ''; echo "${s// /$1}"; }
join , a b c; join - x; IFS=: read -ra p <<< "a::b:"; declare -p p; echo "[$(trim $'  \t x y \n ')]"; repeat '=-' 5
# --- dates out of file names
for f in backup-2024-01-31.tar.gz notes.txt backup-1999-12-01.tar; do
  if [[ $f =~ ^([a-z]+)-([0-9]{4})-([0-9]{2})-([0-9]{2})(\.tar(\.gz)?)$ ]]; then
    echo "${BASH_REMATCH[1]}: ${BASH_REMATCH[4]}.${BASH_REMATCH[3]}.${BASH_REMATCH[2]} (${BASH_REMATCH[5]}${BASH_REMATCH[6]:+, zipped}) ${#BASH_REMATCH[@]}"
  else
    echo "$f: no date"
  fi
done
# --- a menu of subcommands
cmd_add() { printf 'add %s\n' "$@"; }
cmd_list() { echo "list (${#} args)"; }
dispatch() { local c=$1; shift || { echo "no command"; return 64; }; if declare -F "cmd_$c" > /dev/null; then "cmd_$c" "$@"; else echo "no such command: $c" >&2; return 127; fi; }
dispatch add 'a b' c; dispatch list; dispatch drop x; echo $?; dispatch; echo $?
compgen -A function cmd_
# --- a lock with mkdir, twice
lock() { if mkdir "$1" 2>/dev/null; then echo "locked $1"; else echo "busy: $1"; return 1; fi; }
lock l && lock l || echo second failed; rmdir l; lock l
# --- rename files by pattern
touch 'IMG 1.JPG' IMG2.JPG note.md
shopt -s nullglob
for f in *.JPG; do new=${f,,}; new=${new// /_}; mv -- "$f" "$new" && echo "$f -> $new"; done
for f in *.png; do echo never; done
ls
# --- a config with defaults by :=
: "${HOST:=localhost}" "${PORT:=80}" "${URL:=http://$HOST:$PORT/}"
echo "$URL"; unset PORT; (: "${PORT:?must be set}"); echo $?; echo "${DEBUG:+debugging}|${HOST:+on $HOST}"
# --- parallel jobs, then their statuses
run() { sleep "0.0$1"; return "$1"; }
pids=(); for i in 3 1 0 2; do run $i & pids+=($!); done
for i in "${!pids[@]}"; do if wait "${pids[i]}"; then echo "$i ok"; else echo "$i failed: $?"; fi; done
# --- a state machine
state=start; for token in open data data close bogus; do
  case $state:$token in
    start:open) state=in ;;
    in:data) n=$((n + 1)) ;;
    in:close) state=done ;;
    *) echo "error in $state at $token"; break ;;
  esac
done; echo "$state $n"
# --- a table with aligned columns
rows=('name|size|kind' 'a.txt|12|file' 'directory|4096|dir'); w=(0 0 0)
for r in "${rows[@]}"; do IFS='|' read -ra c <<< "$r"; for i in 0 1 2; do (( ${#c[i]} > w[i] )) && w[i]=${#c[i]}; done; done
for r in "${rows[@]}"; do IFS='|' read -ra c <<< "$r"; printf "%-${w[0]}s  %${w[1]}s  %-${w[2]}s|\n" "${c[@]}"; done
# --- hexadecimal and characters
printf '%02x' "'A" "'z"; echo; printf "\\x$(printf %x 66)\\n"; for c in A b 0; do printf '%d ' "'$c"; done; echo
ord() { LC_CTYPE=C printf %d "'$1"; }; chr() { printf "\\$(printf '%03o' "$1")"; }; ord a; chr 98; echo
# --- url encoding and decoding
enc() { local s=$1 o= c i; for ((i = 0; i < ${#s}; i++)); do c=${s:i:1}; case $c in [a-zA-Z0-9.~_-]) o+=$c ;; *) printf -v c '%%%02X' "'$c"; o+=$c ;; esac; done; echo "$o"; }
dec() { local s=${1//+/ }; printf '%b\n' "${s//%/\\x}"; }
enc 'a b&c=d/e?'; dec 'a%20b+c%3Dd'
# --- key=value arguments become variables
for kv in a=1 'b=two words' c=x=y; do declare "${kv%%=*}"="${kv#*=}"; done; echo "$a|$b|$c"; set -- "$b"; echo "$# $1"
# --- a spinner of progress, without a terminal
for i in {1..5}; do printf '\r%3d%%' $((i * 20)); done; printf '\n'
bar() { local n=$1 t=$2; printf '[%-*s]\n' "$t" "$(printf '#%.0s' $(seq 1 $n))"; }; bar 3 10; bar 10 10
# --- memoized function
declare -A memo
f() { local n=$1; if [[ -v memo[$n] ]]; then r=${memo[$n]}; return; fi; if ((n < 2)); then r=$n; else f $((n-1)); local a=$r; f $((n-2)); ((r += a)); fi; memo[$n]=$r; }
f 50; echo $r ${#memo[@]}
# --- matrix in an associative array
declare -A m; for i in 0 1 2; do for j in 0 1 2; do m[$i,$j]=$((i * 3 + j)); done; done
for j in 0 1 2; do for i in 0 1 2; do printf '%2d' "${m[$i,$j]}"; done; echo; done; unset 'm[1,1]'; echo "${#m[@]} ${m[1,1]-gone}"
# --- the script reads itself a template
name=World items=(one two)
render() { local l; while IFS= read -r l; do while [[ $l =~ (.*)\{\{([a-z]+)\}\}(.*) ]]; do l=${BASH_REMATCH[1]}${!BASH_REMATCH[2]}${BASH_REMATCH[3]}; done; echo "$l"; done; }
render <<'T'
Hello {{name}}!
{{name}} and {{name}}: {{items}}
T
# --- strict mode: an unset variable ends it, with what was set up
set -Eeuo pipefail
trap 'echo "error on line $LINENO: $BASH_COMMAND" >&2' ERR
f() { false; echo not here; }
(f) || echo "caught $?"
g() { local x; x=$(false); echo no; }
g
echo never
# --- assert and test helpers
pass=0 fail=0
check() { local want=$1; shift; local got; got=$("$@" 2>&1); if [[ $got == "$want" ]]; then ((++pass)); else ((++fail)); echo "FAIL: $* -> $got (want $want)"; fi; }
check 3 expr 1 + 2; check abc echo abc; check x echo y; check 'a b' printf '%s' 'a b'; echo "$pass passed, $fail failed"; ((fail == 0))
# --- piping through functions
upper() { tr a-z A-Z; }; number() { local i=0 l; while read -r l; do printf '%d: %s\n' $((++i)) "$l"; done; }
printf '%s\n' b a c | sort | upper | number; echo "${PIPESTATUS[*]}"
# --- ranges and steps
for i in {01..10..3} {c..a} {10..-10..5}; do printf '%s ' "$i"; done; echo; for i in $(seq 3 -1 1); do echo -n $i; done; echo
# --- bits
n=0xB5; for ((b = 7; b >= 0; b--)); do printf '%d' $(( n >> b & 1 )); done; printf ' %o %X\n' $((n)) $((n)); echo $(( ~n & 0xff )) $(( n ^ 0xff )) $(( 1 << 10 | 3 ))
# --- reading two files at once
printf '%s\n' a b c > one; printf '%s\n' 1 2 > two
while read -r -u 3 x; read -r -u 4 y; [[ -n $x ]]; do echo "$x-${y:-none}"; done 3< one 4< two
# --- a countdown with a trap on a signal
trap 'echo "got USR1"; n=0' USR1; n=5; while ((n > 0)); do echo $n; ((n == 4)) && kill -USR1 $$; ((n--)) || :; done; echo "end $n"
# --- here-document generator
gen() { cat <<-END
	#!/bin/sh
	# made for $1
	echo "\$HOME is ${2:-unknown}" \\
	  `echo back` $((6*7))
	END
}; gen me; gen you there
# --- compare versions
vercmp() { local IFS=.; local -a a=($1) b=($2); local i; for ((i = 0; i < ${#a[@]} || i < ${#b[@]}; i++)); do ((10#${a[i]:-0} > 10#${b[i]:-0})) && { echo '>'; return; }; ((10#${a[i]:-0} < 10#${b[i]:-0})) && { echo '<'; return; }; done; echo =; }
vercmp 1.2.3 1.10; vercmp 2.0 2; vercmp 3.08 3.07.9
# --- reverse a string, palindromes
rev_() { local s=$1 r= i; for ((i = ${#s} - 1; i >= 0; i--)); do r+=${s:i:1}; done; echo "$r"; }; rev_ 'héllo wörld'; for w in level shell; do [[ $w == "$(rev_ $w)" ]] && echo "$w yes" || echo "$w no"; done
