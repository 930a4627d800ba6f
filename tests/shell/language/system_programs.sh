# --- vmstat
vmstat | head -1
vmstat -w | head -1
vmstat -t | head -1
vmstat -f | tr -d '0-9 '
vmstat -s | tr -d '0-9 ' | cut -c1-30
vmstat -s -S M | tr -d '0-9 ' | cut -c1-30
vmstat -n 1 1 | head -1
vmstat -a | head -2 | tail -1
vmstat -wa | head -2 | tail -1
vmstat -wt | head -2 | tail -1
# --- free
free --tebi | head -1
# --- xargs --process-slot-var, --show-limits
printf 'a b\n' | xargs -n1 --process-slot-var=S sh -c 'echo $S $0'
printf 'a\n' | S=7 xargs -n1 --process-slot-var=S printenv S
printf '' | xargs --process-slot-var=a=b
printf 'x\n' | env -i /usr/bin/xargs --show-limits echo
printf 'x\n' | env -i A=b /usr/bin/xargs -s 100 --show-limits echo
