# Jobs beside each other, retries, pipes and processes.
# --- a pool of three workers with wait -n
work() { sleep "0.0$1"; return $(( $1 % 3 == 0 )); }
max=3 running=0 failed=0
for i in 1 2 3 4 5 6 7; do
  if (( running >= max )); then wait -n || (( ++failed )); (( running-- )) || true; fi
  work "$i" & (( ++running ))
done
while (( running > 0 )); do wait -n || (( ++failed )); (( running-- )) || true; done
echo "failed=$failed"
# --- results in files, in order
mkdir out
for n in 3 1 2; do ( sleep "0.0$n"; echo "result of $n" > "out/$n"; exit "$n" ) & pids[$n]=$!; done
for n in "${!pids[@]}"; do if wait "${pids[n]}"; then s=0; else s=$?; fi; printf '%s status=%s\n' "$(< "out/$n")" "$s"; done
jobs | wc -l
# --- which job failed
declare -A name_of
start() { "${@:2}" & name_of[$!]=$1; }
start good true; start bad false; start ugly bash -c 'exit 9'
report=()
for pid in "${!name_of[@]}"; do wait "$pid"; report+=("${name_of[$pid]}=$?"); done
printf '%s\n' "${report[@]}" | sort
# --- wait -n -p says which
sleep 0.05 & slow=$!; (sleep 0.01; exit 4) & fast=$!
wait -n -p done_pid; echo "status $?"; [[ $done_pid == "$fast" ]] && echo "the fast one"
wait -n -p done_pid; echo "status $?"; [[ $done_pid == "$slow" ]] && echo "the slow one"
wait -n; echo "none: $?"
# --- a timeout for a function
with_timeout() { local t=$1 pid watcher rc; shift; "$@" & pid=$!; ( sleep "$t"; kill -TERM "$pid" 2> /dev/null ) & watcher=$!; wait "$pid" 2> /dev/null; rc=$?; kill "$watcher" 2> /dev/null; wait "$watcher" 2> /dev/null; return $rc; }
slow() { sleep 2; }
quick() { return 5; }
with_timeout 0.05 slow; echo "slow: $?"; with_timeout 1 quick; echo "quick: $?"
timeout 0.05 sleep 2; echo "timeout: $?"; timeout 1 true; echo "in time: $?"; timeout --preserve-status 0.05 sleep 2; echo "kept: $?"
# --- retries with back-off
count=0
flaky() { (( ++count )); (( count > 3 )) && { echo "worked at $count"; return 0; }; echo "attempt $count failed" >&2; return 75; }
retry() { local max=$1 delay=$2 n=0 rc; shift 2; until "$@"; do rc=$?; (( ++n >= max )) && { echo "giving up: $rc"; return "$rc"; }; echo "retry in ${delay}ms"; sleep "0.$(printf %03d "$delay")"; (( delay *= 2 )); done; }
retry 5 1 flaky; count=-10; retry 2 1 flaky; echo "status $?"
# --- producer and consumer over a named pipe
mkfifo q
( for i in 1 2 3; do echo "job $i"; done > q ) &
while read -r kind n; do echo "did $kind $(( n * n ))"; done < q
wait; rm q
# --- a coprocess that counts
coproc COUNTER { local_n=0; while read -r cmd; do case $cmd in add) (( ++local_n )) ;; get) echo "$local_n" ;; quit) break ;; esac; done; }
counter=$COUNTER_PID
for c in add add get add get quit; do echo "$c" >&"${COUNTER[1]}"; [[ $c == get ]] && { read -r n <&"${COUNTER[0]}"; echo "n=$n"; }; done
wait "$counter"; echo "ended $?"
# --- process substitution: compared, teed, looped
diff <(printf '%s\n' a b c) <(printf '%s\n' a x c); echo "status $?"
printf '%s\n' 3 1 2 | tee >(sort > sorted) >(wc -l > count) > /dev/null; sleep 0.05; cat sorted count
n=0; while read -r x; do (( n += x )); done < <(seq 10); echo "sum $n"
paste <(seq 3) <(seq 4 6) | awk '{ print $1 * $2 }'; cat <(echo one) - <(echo three) <<< two
# --- variables behind a pipe
n=0; seq 3 | while read -r x; do (( n += x )); done; echo "lost: $n"
shopt -s lastpipe; seq 3 | while read -r x; do (( n += x )); done; echo "kept: $n"
seq 3 | { read -r a; read -r b; echo "$a$b"; cat; }
# --- xargs -P keeps all results
seq 1 8 | xargs -P4 -I{} sh -c 'echo "$(( {} * {} ))"' | sort -n | paste -sd' '
printf '%s\0' a 'b c' d | xargs -0 -P2 -n1 sh -c 'echo "<$1>"' _ | sort
# --- background output is collected
{ sleep 0.03; echo second; } > o2 & { echo first > o1; } & wait; cat o1 o2
out=$( { echo to-out; echo to-err >&2; } 2> err ); echo "$out / $(< err)"
{ out2=$( { echo o; echo e >&2; } 2>&1 1>&3 ); } 3>&1; echo "captured stderr: $out2"
# --- signals between processes
trap 'echo "got USR1"' USR1
( sleep 0.02; kill -USR1 $$ ) & wait; wait; echo "after"
bash -c 'trap "echo child cleans up; exit 0" TERM; sleep 5 & wait' & child=$!; sleep 0.05; kill "$child"; wait "$child"; echo "child $?"
# --- kill -0, and jobs that are gone
sleep 5 & p=$!; kill -0 $p && echo alive; kill $p; wait $p 2> /dev/null; echo "status $?"; kill -0 $p 2> /dev/null || echo gone
# --- a pipeline with statuses
gen() { seq 5; return 3; }; filter() { grep -v 3; }; sink() { cat > /dev/null; return 2; }
gen | filter | sink; st=("${PIPESTATUS[@]}"); echo "${st[*]}"
names=(gen filter sink); for i in "${!st[@]}"; do (( st[i] )) && echo "${names[i]} failed: ${st[i]}"; done
yes | head -n 2; echo "${PIPESTATUS[*]}"
# --- file descriptors kept open
exec 3> log; echo one >&3; { echo two; echo err >&2; } >&3 2>&1; exec 3>&-; cat log
exec {in}< log; read -r a <&$in; read -r b <&$in; exec {in}<&-; echo "$b $a"
exec 5<> rw; echo hello >&5; cat rw; exec 5>&-
{ echo visible; echo hidden >&2; } 2> /dev/null; { ls nope; } 2>&1 | sed 's/^.*: //' ; echo x 1>&2 2> /dev/null
# --- a server of requests in one loop
handle() { case $1 in PING) echo PONG ;; ECHO*) echo "${1#ECHO }" ;; TIME) echo "T$((SECONDS * 0))" ;; *) echo "ERR $1"; return 1 ;; esac; }
ok=0 bad=0; while IFS= read -r req || [[ -n $req ]]; do if handle "$req"; then (( ++ok )); else (( ++bad )); fi; done < <(printf 'PING\nECHO a b  c\nFOO\nTIME'); echo "ok=$ok bad=$bad"
# --- a queue in a directory
mkdir -p queue/{new,cur,done}
for i in 1 2 3; do echo "task $i" > queue/new/$i; done
while f=$(ls queue/new | head -1); [[ -n $f ]]; do mv queue/new/$f queue/cur/; t=$(< queue/cur/$f); echo "run $t"; mv queue/cur/$f queue/done/; done
ls queue/done | paste -sd' '; find queue -type f | wc -l
# --- barrier: all start when the file is there
for i in 1 2 3; do ( until [[ -e go ]]; do sleep 0.005; done; echo "$i" >> started ) & done
[[ -e started ]] && echo "too early"; touch go; wait; sort started | paste -sd' '
# --- a subshell's variables stay there
x=1; ( x=2; cd /; export y=3; echo "in: $x ${y} $PWD" ); echo "out: $x ${y-unset} ${PWD##*/}"; { x=5; }; echo $x; f() ( x=9; ); f; echo $x
$(x=7); echo $x; x=8 true; echo $x; x=10 eval 'echo in eval $x'; echo $x
