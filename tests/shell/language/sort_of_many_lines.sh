# Lines of several blocks, each of which is sorted before all are merged; with and without a prefix that all have in common.
seq -f 'the same in each line %g' 20000 | sort | cksum
seq 8192 | sort | cksum
seq 8193 | sort -r | cksum
seq 20000 | sort -n -r | head -n 2
seq 20000 | sed 's/...$//' | sort -u | cksum
seq 30000 | awk '{ print $1 % 7, $1 }' | sort -s -k1,1 | cksum
seq 17000 | awk '{ print (NR % 5 ? "" : "a") }' | sort | uniq -c
