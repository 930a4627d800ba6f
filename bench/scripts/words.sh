# Words of a text counted the classical way, and in the shell itself.
text=$(for i in $(seq 1 3000); do echo "the quick brown fox number $((i % 17)) jumps over the lazy dog $i"; done)
echo "$text" | tr -s ' ' '\n' | sort | uniq -c | sort -rn | head -3
declare -A count
while read -r a b c _; do ((count[$c]++)); done <<< "$text"
for w in "${!count[@]}"; do echo "$w ${count[$w]}"; done | sort | head -3
