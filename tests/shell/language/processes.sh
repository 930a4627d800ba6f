sleep 100 & p=$!; sleep .1; ps -p $p -o comm,args; ps -p $p -o comm=; ps -o args= -p $p; ps -p $p -o state=; ps -p $p -o ni,comm; kill $p
# ---
sleep 100 & p=$!; sleep .1; ps -p $p -o comm=,args; ps -p $p -o args=WHAT; ps -p $p -o comm:3,args; ps -p $p -o comm:20,args; ps --pid $p -o comm; kill $p
# ---
sleep 100 & p=$!; sleep .1; ps -p $p -o ppid= | tr -d ' ' | grep -cx $$; ps -p $p -o pid= | tr -d ' ' | grep -cx $p; ps h -p $p -o args; ps -p $p --no-headers -o args; kill $p
# ---
sleep 101 & p=$!; sleep 102 & q=$!; sleep .1; ps -p $p,$q -o args; ps -p "$p $q" -o args --sort=-pid; ps -C sleep -o args= | grep 'sleep 10[12]'; ps -e -o args | grep '^sleep 10[12]'; kill $p $q
# ---
sleep 100 & p=$!; sleep .1; ps -p $p -f | sed 's/^[^ ]*  *[0-9?].* sleep/... sleep/'; ps u -p $p | wc -l; ps -p $p -o s=; kill $p; wait $p; ps -p $p -o comm=; echo $?
# ---
sleep 111 & p=$!; sleep .1; pgrep -f 'sleep 111$' | grep -cx $p; pgrep -x -f 'sleep 111' | grep -cx $p; pgrep -fx 'sleep 11'; pgrep -P $$ -x sleep | grep -cx $p; kill $p
# ---
sleep 111 & p=$!; sleep .1; pgrep -a -f 'sleep 111$' | sed 's/^[0-9]*/N/'; pgrep -l -f 'sleep 111$' | sed 's/^[0-9]*/N/'; pgrep -x slee; pgrep -ix SLEEP -P $$ | grep -cx $p; kill $p
# ---
sleep 112 & p=$!; sleep 113 & q=$!; sleep .1; pgrep -n -P $$ sleep | grep -cx $q; pgrep -o -P $$ sleep | grep -cx $p; pgrep -c -P $$ sleep; pgrep -d, -P $$ sleep | grep -cx $p,$q; pgrep -P $$ -f 'sleep 11[23]' | wc -l; kill $p $q
# ---
sleep 114 & p=$!; sleep .1; pkill -f 'sleep 114$'; echo $?; wait $p; echo $?; pkill -f 'sleep 114$'; echo $?
# ---
sleep 116 & p=$!; sleep .1; pkill -SIGTERM -f 'sleep 116$'; wait $p; echo $?
# ---
(trap 'echo caught; exit 7' USR1; while :; do sleep .01; done) & p=$!; sleep .1; pkill --signal USR1 -n -P $$ bash; wait $p; echo $?
# ---
sleep 118 & p=$!; sleep .1; pkill -0 -f 'sleep 118$'; echo $?; pkill -e -f 'sleep 118$' | sed 's/[0-9][0-9]*/N/'; wait $p; echo $?
# ---
sleep 119 & p=$!; sleep .1; pkill -c -f 'sleep 119$'; wait $p; echo $?
# ---
sleep 120 & p=$!; sleep 121 & q=$!; sleep .1; pkill -n -P $$ sleep; wait $q; echo $?; kill -0 $p; echo $?; kill $p
# ---
sleep 122 & p=$!; sleep .1; pidof -s nosuch sleep >/dev/null; echo $?; pidof sleep | tr ' ' '\n' | grep -cx $p; pidof /usr/bin/sleep | tr ' ' '\n' | grep -cx $p; kill $p
# ---
pgrep nosuch; echo $?; pkill nosuch; echo $?; pidof nosuch; echo $?; killall nosuch; echo $?
# ---
while pgrep -f 'sleep 0.3$' >/dev/null; do sleep .05; done & sleep 0.3; wait; echo over
# ---
free | head -1; free -w | head -1; free -h | cut -c1-5; free -t | cut -c1-6; free -l | cut -c1-5; free -m | wc -l; free --si -g | wc -w; free -b | awk '/^Mem/ { print ($2 >= $3 + 0), NF }'
