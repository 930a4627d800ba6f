# Data through pipes.
head -c 60M /dev/zero | tr '\0' x | cat | wc -c
seq 1 400000 | grep 7 | sed 's/7/x/' | sort -r | uniq | wc -l
