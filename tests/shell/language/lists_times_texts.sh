# --- column: a long separator, a wide column
b=$(head -c 100000 /dev/zero | tr '\0' y)
printf 'a b c\ndd e f\n' | column -t -o $b | cksum
(head -c 200000 /dev/zero | tr '\0' x; echo; seq 20) | column -c 1000000 | cksum
(head -c 200000 /dev/zero | tr '\0' x; echo ' 1'; seq 20) | column -t | cksum
# --- join: fields again and again
b=$(head -c 70000 /dev/zero | tr '\0' y)
(echo k $b x; echo l 1 2) > a; (echo k $b z; echo l 3 4) > c
join -o 1.2,2.2,0,1.3,2.2,1.2 a c | cksum
join -e $b -o 0,1.5,2.3,2.9 a c | cksum
join a c | cksum
join -t x a c | cksum
# --- cut: a long delimiter between fields and between bytes
b=$(head -c 70000 /dev/zero | tr '\0' y)
(echo a:b:$b:d; echo $b; echo a:b) | cut -d: -f1,2-3,4 --output-delimiter=$b | cksum
(echo a:b:$b:d; echo $b; echo a:b) | cut -b1,3,5-70000,70002- --output-delimiter=$b | cksum
(echo a:b:$b:d; echo $b; echo a:b) | cut -d: -s -f2- | cksum
# --- find: a command that is too long
d=$PWD; for i in 1 2 3 4 5 6 7 8 9; do d=$d/$(printf %0250d 0); done; mkdir -p $d
n=$(printf '{}%.0s' {1..40}); w=$(printf %0120000d 0)
find $d -maxdepth 0 -exec true $n $n ';' -print
find $d -maxdepth 0 -exec true {} $w $w ';' -print
find $d -maxdepth 0 -exec true $n$n$n ';' -print
find $d -maxdepth 0 -exec echo $n ';' | wc -l
find $d -maxdepth 0 -printf "$(printf '%%p:%.0s' {1..40})" | wc -c | tr -dc '\n'
# --- xargs: a command that is too long
x=$(head -c 60000 /dev/zero | tr '\0' x)
echo $x | xargs -I{} echo {} {} | wc -c
echo $x | xargs -I{} echo {} {} {} | wc -c
echo $x | xargs -I{} echo {}{}{} | wc -c
echo a | xargs -I aa echo aaa aaaa
echo b | xargs -I aba echo ababa abaaba
# --- stat: a long format
stat -c "$(printf '%%n:%%a;%.0s' {1..9000})" / | cksum
stat --printf="$(printf '%%n\\t%.0s' {1..9000})" / / | cksum
# --- tac: separators that overlap
printf xxaxxxbxxxxc | tac -s xx; echo
printf xxaxxxbxxxx | tac -s xx; echo
printf xxaxxxbxxxx | tac -b -s xx; echo
printf aXYXYXbXYXYX | tac -s XYX; echo
printf aXYXYXbXYXYX | tac -b -s XYX; echo
printf XYX | tac -b -s XYX; echo
printf XYX | tac -s XYX; echo
(head -c 70000 /dev/zero; printf ab; head -c 70000 /dev/zero; printf abc) | tac -s ab | cksum
# --- expr: one of many characters
expr index "$(head -c 60000 /dev/zero | tr '\0' x)b" ab
expr index abc zyx
expr index abc ccb
# --- printf, the program, in pieces
env printf '%70000s|%s\n' a b c | cksum
env printf '%s %d\n' a x b 2 c
env printf '%b-' 'a\cb' c
env printf x a b
# --- od: a format again and again
seq 9 | od -An -t $(printf 'x1c%.0s' {1..2000}) | cksum
# --- hexdump: a long text, many times
seq 9 | hexdump -e "200/0 \"$(head -c 1000 /dev/zero | tr '\0' y)\" 4/1 \"%02x \" \"\\n\"" | cksum
# --- strings: a long separator
printf 'abcd\0efghi\0j\0klmno' | strings -s "$(head -c 70000 /dev/zero | tr '\0' y)" | cksum
# --- paste: many columns
seq 100 | paste -d, $(printf -- '- %.0s' {1..60})
# --- getopt: long names for short ones
getopt -l "$(head -c 70000 /dev/zero | tr '\0' y)" o --y --y --y -o a | cksum
getopt -o ab: -l long:,other -- -a x -b y --lo=z w --oth
getopt -q -o a -- -x y
# --- env -S: variables
a=1 b='x y' env -S 'printf %s\\n ${a}${b} "${b}" ${c}'
# --- make: more arguments than a function has
printf 'X := $(call subst,a,b,ca,da,,ea)\nY := $(call wordlist,1,2,a b c,d)\nZ := $(call join,a,b,c,d)\nall:;@echo "$X|$Y|$Z|"\n' > a; make -f a
printf 'W := $(call or,,,x,y)\nV := $(call if,x,y,z,v)\nU := $(call and,x,y,,z)\nf = $1-$2-$4\nall:;@echo "$W|$V|$U|$(call f,1,2,3,4,5)"\n' > a; make -f a
printf 'all:;@echo "$(findstring aab,aaaab)|$(subst aa,b,aaaaa)|$(findstring ,x)|$(subst ,x,y)|$(findstring ab,aaa)"\n' > a; make -f a
