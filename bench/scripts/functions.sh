# Functions, locals, arrays.
add() { local a=$1 b=$2; result=$((a + b)); }
total=0
for ((i = 0; i < 15000; i++)); do add $total $i; total=$result; done
declare -A seen
for ((i = 0; i < 15000; i++)); do seen[k$((i % 500))]=$i; done
list=()
for ((i = 0; i < 15000; i++)); do list+=($((i * 3))); done
echo $total ${#seen[@]} ${seen[k7]} ${#list[@]} ${list[777]}
