# --- a value goes on in the next file, and over the reads of one
printf '1 2' > i; printf '3\n4' > j; jq -c . i j
seq 1 30000 | tr '\n' ' ' > k; jq -n '[inputs] | add' k; jq . k | tail -n 2
jq -c . i k j | wc -l
# --- the same from standard input, in pieces
seq 1 30000 | tr '\n' ' ' | jq -n '[inputs] | add'
(printf '1 2'; sleep .01; printf '3\n4') | jq -c .
