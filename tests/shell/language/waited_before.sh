# What `wait` can still say of a job whose end was told.
# --- a job that wait -n has told the end of
(sleep 0.05; exit 3) & p=$!; wait -n; echo $?; wait $p; echo $?; wait $p; echo $?; wait -n; echo $?
# --- wait -p names it each time
(exit 3) & p=$!; wait -n -p v; echo $? $((v == p)); unset v; wait -p v $p; echo $? $((v == p)); unset v; wait -n -p v; echo $? "${v-unset}"
# --- several of them, in any order
(sleep 0.02; exit 3) & p=$!; (sleep 0.1; exit 4) & q=$!; wait -n $p $q; echo $?; wait -n $q; echo $?; wait $q; echo $?; wait $p; echo $?; wait $p $q; echo $?; wait $q $p $p; echo $?
# --- wait -n and what is no job
(sleep 0.02; exit 3) & p=$!; wait -n $p; echo $?; wait -n $p 2>&1 | sed 's/[0-9]\{3,\}/PID/'; wait -n 99999 nosuch %5; echo $?; wait -n $p 2>/dev/null; echo $?
# --- wait -n passes over what is no job, once
(sleep 0.05; exit 4) & wait -n 99999 $!; echo $?; (sleep 0.05; exit 5) & wait 99998 $!; echo $?
# --- behind a plain wait nothing is known
(sleep 0.02; exit 3) & p=$!; wait -n; wait $p; echo $?; wait; wait $p 2>/dev/null; echo $?
# --- a pool of workers
pids=(); for i in {1..12}; do (exit $((i % 5))) & pids+=($!); while [ "$(jobs -rp | wc -l)" -ge 4 ]; do wait -n; done; done; for p in "${pids[@]}"; do wait $p; echo -n "$? "; done; echo
