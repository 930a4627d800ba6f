# --- columns of df, without the numbers
df --output=source,fstype / >/dev/null; echo $?
df --output=target / | head -n 1
df --output=file,target / | head -n 1
df --output=bad /; echo $?
df --output=size,size /; echo $?
df -i --output /; echo $?
df -T --output /; echo $?
df -P --output /; echo $?
df --total / | tail -n 1 | sed 's/  *[0-9]*/ N/g'
df -t nosuch /; echo $?
df --output=pcent / | head -n 1
df -P / | head -n 1 | tr -s ' '
