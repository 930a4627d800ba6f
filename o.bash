sc.sh: line 1: mapfile: 1+: invalid array origin
same
after
= 0
