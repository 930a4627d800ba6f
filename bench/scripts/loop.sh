# Builtins in loops.
n=0
for i in $(seq 1 60000); do n=$((n + i % 7)); done
for ((i = 0; i < 60000; i++)); do ((n += i & 3)); done
while ((n > 200000)); do n=$((n - 1)); done
echo $n
