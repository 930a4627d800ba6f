"""Scripts for the shell, each with one large thing in it: commands and expansions on 10 MB.

/data (see clock_distance.py) has: long (one line of letters), wide (one line outside ASCII), lines, words, numbers, zeros.
"""

COMMANDS = """
base64 F; base64 -d /data/long; basename $X; cat F; cat -A F; cksum F; cmp F /data/lines; column F; column -t F; comm /data/lines /data/lines;
cp F /tmp/a; cut -c 5-900000 F; cut -d ' ' -f 2 F; cut -b 1- F; diff /data/lines /data/words; diff /data/long /data/wide; diff -u /data/lines /data/numbers;
dirname $X; expand F; unexpand -a F; expr length $X; expr $X : 'a*b'; expr substr $X 3 5; expr index $X b; factor 12345678910111213141516171819; fmt F; fold F;
fold -s -w 20 F; grep a F; grep -c b F; grep -i B F; grep -o a F; grep -w a F; grep -x a F; grep -v a F; grep -E '(a|b)*c' F; grep -E 'a{3,5}b|c' F; grep -F -e ab -e cd F;
grep -n c F; grep -E '\\<a.*z' F; grep '\\(a*\\)\\1b' F; grep -P 'a+b' F; grep -iE '[[:alpha:]]+[0-9]' F; grep --color=always a F; gzip -c F; head -c 9M F; head -n 5 F; head -n -5 F;
join /data/lines /data/words; md5sum F; nl F; nl -b pb F; od F; od -c F; od -An -tx1 F; paste F F; paste -s F; paste -d, -s F; printf %s $X; printf %q $X; printf %b $X; printf '%s\\n' $L;
rev F; sed s/a/b/ F; sed s/a/b/g F; sed -E 's/(a*)(b?)/\\2\\1/' F; sed -n p F; sed y/abc/xyz/ F; sed -n l F; sed 'N;P;D' F; sed -n '$p' F; sed 1d F; sed -z s/a/b/g F; sed 's/.*/\\U&/' F;
sed G F; sed '1!G;h;$!d' F; sha1sum F; sha256sum F; sha512sum F; shuf F; sort F; sort -n F; sort -u F; sort -r F; sort -k 2 F; sort -f F; sort -V F; sort -h F; split -b 1M F; split -l 100000 F;
strings F; sum F; tac F; tail -n 3 F; tail -c 9M F; tail -n +5 F; tee /tmp/b < F; tr a b < F; tr -d a < F; tr -s a < F; tr -cd ab < F; tr a-z A-Z < F; truncate -s 9M /tmp/c; uniq F; uniq -c F; uniq -d F;
uniq -i F; wc F; wc -m F; wc -L F; wc -w F; xargs < F; xargs -n 1000 < F; xxd F; tar cf /tmp/t.tar /data; gzip -c F | gunzip -c; zcat /data/long.gz; cat F | while read -r a; do :; done; mapfile -t a < F;
read -r a < F; read -a a < F; find /data -regex '.*a'; ls -l /data; du /data; seq 1000000; stat F; realpath $X; touch $X; test $X = $X; jq . F; awk 1 F; csplit F 5; tsort F; pr F; test -n $X; echo $X; which $X;
crc32 F; envsubst < F; iconv F; hexdump -C F; numfmt --to=iec < /data/numbers; date -d "$X"; sleep "$X"; env a=$X true; timeout 5 cat F; yes $X | head -c 20M; tail -c +100 F; printf '%d' $X; let $X; [ $X -eq 1 ]
"""

EXPANSIONS = """
echo ${#X}; echo ${X#a*}; echo ${X##*a}; echo ${X%a*}; echo ${X%%a*b}; echo ${X/a/b}; echo ${X//a/b}; echo ${X//a*b/c}; echo ${X/%a/b}; echo ${X/#a/b}; echo ${X^}; echo ${X^^}; echo ${X,,}; echo ${X@Q}; echo ${X@U};
echo ${X@E}; echo ${X:5:9}; echo ${X: -5}; echo ${W:5:9}; echo ${#W}; echo $L; echo "$L"; set -- $L; set -- $L; echo "$*"; a=($L); echo ${a[@]:5:9}; a=($L); echo ${#a[@]} ${!a[@]}; a=($L); echo "${a[@]/a/b}";
[[ $X == *a*b ]]; [[ $X == a*a*a*b ]]; [[ $X =~ a*b ]]; [[ $X =~ (a|b)*c ]]; [[ $W =~ [[:alpha:]]+x ]]; [[ $X < $X ]]; [[ $X == $X ]]; [[ $X -eq 1 ]]; case $X in *b) ;; b*) ;; esac; echo $(( X )); echo $(( 0x$X )); let "a = $N";
eval "a='$X'"; eval "$L"; IFS=a; echo $X; IFS=ab read -ra a <<< "$X"; cat <<< $X; cat <<E
$X
E
x=$(echo $X); x=$(< /data/long); x=`cat /data/lines`; declare a=$X; declare -p X; declare -A m=([$X]=$X); m=$X; echo ${m[$X]}; export a=$X; true; printf -v a %s $X; printf -v a '%*s' 10000000 b; echo {1..100000}; echo {a,b}$X;
read -d '' a < /data/zeros; echo ~$X; echo $X*; echo /data/$X; cd $X; alias a=$X; a; alias $X=b; type $X; $X; trap "$X" EXIT; trap; f() { echo "$@"; }; f $L; set | wc -c; shift $N; getopts $X a; unset $X; test $X -nt $X;
history -s "$X"; compgen -W "$L" a; kill $X; umask $X; ulimit $X; export $X; declare -i a=$X; declare -u a=$X; declare -l a=$X; hash $X; wait $X; echo ${!X}; echo ${!X*}; readonly a=$X; local a=$X; printf %d\\\\n "'$X"; echo -e "$X"; select a in $L; do break; done < /data/long
"""

LOADS = "X=$(</data/long); W=$(</data/wide); L=$(</data/words); N=5\n"


def scripts():
    """(name, script)"""
    found = []
    for text in COMMANDS.replace("\n", " ").split("; "):
        text = text.strip().rstrip(";")
        if " F" in text:
            for name in ("long", "wide", "lines", "numbers", "zeros"):
                found.append((f"{text} [{name}]", text.replace(" F", f" /data/{name}")))
        else:
            found.append((text, text))
    for part in EXPANSIONS.strip().split("; "):
        found.append((part.strip(), part.strip()))
    loaded = [(name, (LOADS if "$X" in script or "$W" in script or "$L" in script or "${" in script or "X " in script else "") + script)
              for name, script in found]
    return loaded
