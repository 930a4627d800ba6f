"""Scripts and programs in which words, lines, lists and texts are large."""

import list_scripts

_STREAMS = {
    "one line": "head -c 60M /dev/zero | tr '\\0' a",
    "short lines": "seq 6000000",
}

# What is done with a long word, $x.
_WITH_WORD = r"""
cd "$x"
realpath "$x"
ls "$x"
cat "$x"
cat "$x" "$x"
stat "$x"
mkdir "$x"
mkdir -p "$x"
rm "$x"
rm -rf "$x"
cp "$x" /tmp/a
mv "$x" b
ln -s "$x" b
ln "$x" b
touch "$x"
test -e "$x"
[[ -e $x ]]
readlink -f "$x"
basename "$x"
dirname "$x"
find "$x"
find . -name "$x"
du "$x"
df "$x"
tree "$x"
chmod 600 "$x"
chmod "$x" /tmp
mktemp "$x"
truncate -s 1 "$x"
truncate -s "$x" f
split "$x"
tar cf "$x" .
tar xf "$x"
tar cf a.tar "$x"
tar cf a.tar -T "$x"
tar cf a.tar --transform="s/a/$x/g" /etc
tar xf a.tar --one-top-level="$x"
tar rf a.tar "$x"
tar df a.tar "$x"
zip a.zip "$x"
zip "$x" /etc/passwd
zip a.zip /etc/passwd -x "$x"
unzip "$x"
unzip -l a.zip "$x"
ps -C "$x"
ps -o "args=$x"
pgrep -f "$x"
pkill "$x"
pidof "$x"
killall "$x"
pathchk "$x"
look "$x" /etc/passwd
shred -u "$x"
pathchk -p "$x"
gzip "$x"
gunzip "$x"
sort "$x"
sort -k "$x" /dev/null
uniq "$x"
wc "$x"
wc --files0-from="$x"
sort --files0-from="$x"
du --files0-from="$x"
head "$x"
tail "$x"
head -n "$x"
tail -n "$x"
cut -f "$x"
cut -d "$x" -f1
tr "$x" b
tr a "$x"
tee "$x" < /dev/null
grep "$x" /dev/null
bc "$x"
bc <<< "$x"
dc -e "$x"
dc -e "[$x]p" | wc -c
dc -f "$x"
make "$x"
make -f "$x"
make X="$x" --eval 'A := $(subst a,b,$(X))' --eval 'B = $(A)' --eval 'all:; @echo $(words $(sort $(B)))'
patch "$x" /dev/null
patch -i "$x"
patch -d "$x" < /dev/null
git init -q; git add "$x"
git init -q; git log --format="$x"
git init -q; git config a.b "$x"
git init -q; git -c user.name=a -c user.email=b commit -q --allow-empty -m "$x"; git log | wc -c
git init -q; git grep "$x"
jq -n "$x"
jq -n --arg a "$x" '$a|length'
jq -n --argjson a "\"$x\"" '$a|length'
yq -c length <<< "$x"
yq -y . <<< "\"$x\""
yq -y . <<< "- &a $x"
yq "$x" /dev/null
tac -r -s b <<< "$x"
grep -F "$x" /dev/null
grep -E "$x" /dev/null
grep a "$x"
rg "$x" /dev/null
rg -F "$x" /dev/null
rg -r "$x" a <<< aaaaaaaa | wc -c
rg -g "$x" a .
rg a "$x"
rg -e "$x" -e "$x" /dev/null
grep -e "$x" -e "$x" /dev/null
sed "$x" /dev/null
sed "s/$x/b/" /dev/null
sed "s/b/$x/" <<< b | wc -c
sed -n "/$x/p" /dev/null
sed "a $x" <<< b | wc -c
sed -f "$x"
sed "y/$x/$x/" /dev/null
diff "$x" /dev/null
cmp "$x" /dev/null
comm "$x" /dev/null
join "$x" /dev/null
paste "$x"
paste -d "$x" /dev/null
nl "$x"
nl -s "$x" /dev/null
tac "$x"
tac -s "$x" /dev/null
rev "$x"
fold "$x"
fold -w "$x"
fmt "$x"
column "$x"
column -s "$x" /dev/null
expand "$x"
expand -t "$x"
unexpand "$x"
od "$x"
od -t "$x"
xxd "$x"
hexdump "$x"
hexdump -e "$x" /dev/null
strings "$x"
base64 "$x"
base32 "$x"
basenc --z85 "$x"
dd "if=$x"
dd "conv=$x"
getopt -o "$x" -- "$x"
getopt -l "$x" a -- "--$x"
tsort "$x"
file "$x"
file -F "$x" /etc
file -f "$x"
iconv "$x"
iconv -f "$x"
iconv -o "$x" /dev/null
csplit /dev/null "/$x/"
csplit -b "$x" /dev/null 1
install "$x" "$x"
chown "$x" f
chgrp "$x" f
link "$x" "$x"
unlink "$x"
stdbuf -o "$x" true
stdbuf -oL "$x"
arch "$x"
hostid "$x"
locale "$x"
logname "$x"
users "$x"
who "$x"
tput "$x"
tput -T "$x" bold
stty "$x"
cp -b -S "$x" f f2
cp "--backup=$x" f f2
diff -I "$x" f f2
diff -r -x "$x" / /tmp
b2sum "$x"
md5sum "$x"
sha256sum "$x"
cksum "$x"
seq "$x"
seq -s "$x" 1 2 | wc -c
seq -f "$x" 1 2
printf "$x" | wc -c
printf "%s" "$x" | wc -c
printf "%d" "$x"
printf "%b" "$x" | wc -c
printf "%q" "$x" | wc -c
printf -v y "%s" "$x"
printf "%60000000s" a | wc -c
echo "$x" | wc -c
echo -e "$x" | wc -c
date -d "$x"
date "+$x" | wc -c
env "a=$x" true
env "$x"
env | wc -c
export x; env | wc -c
export x; true
export x; cat /dev/null
export x; python3 -c "import os; print(len(os.environ['x']))"
printenv "$x"
export x; printenv x | wc -c
expr "$x"
expr "$x" : "$x"
expr length "$x"
expr "$x" + 1
expr substr "$x" 1 5
expr index "$x" b
numfmt "$x"
numfmt --format="$x" 1
factor "$x"
xargs "$x" < /dev/null
xargs echo <<< "$x" | wc -c
xargs -I{} echo {} {} <<< b
xargs -I{} echo "$x" {} <<< b | wc -c
xargs -d "$x" < /dev/null
timeout "$x" true
timeout 1 echo "$x" | wc -c
sleep "$x"
shuf -e "$x" "$x" | wc -c
shuf -i "$x"
yes "$x" | head -c 10
tree -P "$x"
id "$x"
uname "$x"
hostname "$x"
which "$x"
"$x"
./"$x"
bash -c "$x"
bash -c ": $x"
bash "$x"
eval "$x"
eval ": $x"
source "$x"
. "$x"
exec "$x"
command "$x"
command -v "$x"
builtin "$x"
type "$x"
hash "$x"
alias a="$x"; alias | wc -c
unalias "$x"
trap "$x" USR1; trap -p | wc -c
trap "" "$x"
set -- "$x" "$x"; echo ${#1}
set -o "$x"
shopt "$x"
declare -p x | wc -c
declare "$x=1"
declare -a a=("$x" "$x"); echo ${#a}
declare -A m=(["$x"]=1); echo ${#m[@]}
local "$x"
readonly "$x"
unset "$x"
export "$x"
let "$x"
((x))
[[ $x == "$x" ]]
[[ $x == *b* ]]
[[ $x =~ b ]]
[[ $x =~ $x ]]
[ "$x" = "$x" ]
[ "$x" -eq 1 ]
case $x in "$x") echo y;; esac
read y <<< "$x"; echo ${#y}
read -a y <<< "$x"
mapfile y <<< "$x"
while read l; do :; done <<< "$x"
cat <<< "$x" | wc -c
y=$x$x; echo ${#y}
y="$x"; z="$y"; echo ${#z}
y=${x/a/b}; echo ${#y}
y=${x//a/b}; echo ${#y}
y=${x#a}; echo ${#y}
y=${x%%b*}; echo ${#y}
y=${x:5}; echo ${#y}
y=${x^^}; echo ${#y}
y=${x@Q}; echo ${#y}
echo ${!x}
echo ${x:?}| wc -c
unset z; echo ${z:?$x}
echo ~"$x"
echo "$x"* | wc -c
echo $x/* | wc -c
pushd "$x"
dirs "$x"
kill "$x"
wait "$x"
jobs "$x"
fg "$x"
disown "$x"
getopts "$x" y
umask "$x"
ulimit "$x"
caller "$x"
exit "$x"
return "$x"
shift "$x"
break "$x"
history "$x"
compgen -W "$x" | wc -c
compgen -A "$x"
f() { echo ${#1}; }; f "$x"
f() { f2 "$@"; }; f2() { echo ${#1}; }; f "$x"
(echo ${#x})
echo ${#x} & wait
echo "$x" & wait
echo "$x" > /tmp/f; cat /tmp/f | wc -c
echo "$x" >> /tmp/f; cp /tmp/f /tmp/g; ls -l /tmp
echo a > "$x"
echo a 2> "$x"
cat < "$x"
exec 3< "$x"
set -x; : "$x"
python3 -c "$x"
python3 "$x"
python3 -c "import sys; print(len(sys.argv[1]))" "$x"
python3 -c "import sys; print(len(sys.stdin.read()))" <<< "$x"
python3 -c "x = '$x'; print(len(x))"
python3 <<< "x = '$x'; print(len(x))"
python3 -c "print('$x')" | wc -c
PS4="$x"; set -x; :
IFS="$x"; echo $x | wc -c
PATH="$x"; foo
PATH="$x:$x"; foo
HOME="$x"; cd
HOME="$x"; echo ~ | wc -c
CDPATH="$x"; cd foo
time : "$x"
x[1]=$x; echo ${#x[1]}
coproc cat "$x"; wait
cat <(echo "$x") | wc -c
diff <(echo "$x") <(echo "$x")
trap "echo $x" EXIT
select y in "$x"; do break; done < /dev/null 2>&1 | wc -c
for y in "$x" "$x"; do :; done
echo {"$x","$x"} | wc -c
echo "$x"{1..3} | wc -c
${x}
$x $x
a=("$x" "$x" "$x"); echo ${#a[@]}
mkdir d; cd d; touch a; ls "$x" a
stat -c "$x" /tmp | wc -c
find /tmp -printf "$x" | wc -c
find /tmp -name x -o -name "$x"
ls -I "$x"
ls --color="$x"
date --date="$x"
cat --"$x"
cat -"$x"
envsubst "\$$x" < /dev/null
envsubst -v "\$$x"
dir "$x"
tr -d "$x" < /dev/null
test "$x"
sed --expression="$x"
strings -n "$x"
wait -n "$x"
cksum -a "$x"
sort -t "$x" /dev/null
sort -S "$x" /dev/null
hash -p "$x" foo; foo
hash -p /bin/cat "$x"; hash | wc -c
""".strip().split("\n")

# What reads a stream of 50 to 60 MB.
_WITH_STREAM = r"""
sort
sort -u
sort -n
sort -k1,1
uniq
uniq -c
wc
wc -L
file -
file -f -
tar cf f.tar -T -
zip -q f.zip -@
zip -qz f.zip /etc/passwd
tar cf f.tar --null -T -
iconv -f latin1 -t utf-32
iconv -t utf-16 -o f
iconv -c -t ascii//TRANSLIT
wc --files0-from=-
sort --files0-from=-
du --files0-from=-
head -c 100
head -n -1
tail -n +1
tail -c 40M
tail -n 3000000
tac
rev
cut -c1
cut -d a -f 1-
cut -b 2-
tr a b
tee f
grep a
grep -v b
grep -o a | head -1
grep -c a
grep -n b
grep -C 3 b
grep -A 1000000 a
grep -B 1000000 b
grep -E "(a|b)*c"
grep -i A
grep -w a
grep -f /dev/stdin /dev/null
rg a
rg -v b
rg -o a | head -1
rg -c a
rg -n --column b
rg -C 3 b
rg -A 1000000 a
rg -B 1000000 b
rg -U "a\nb"
rg -U "(?s).*" | wc -c
rg -r "\$0\$0" a | wc -c
rg --json a | wc -c
rg "\w+b"
rg -f - /dev/null
rg -F -f - /dev/null
rg -E utf-16le a
cat > f; rg a f
cat > .ignore; rg a .
git init -q; cat > f; git add f; git status -s
git init -q; cat > f; git add f; echo a > f; git diff | wc -c
git init -q; cat > .gitignore; git status -s
git apply
cat > f; gzip f; rg -z a f.gz
sed p
sed -n "\$p"
sed "s/a/bb/"
sed "s/a*/b/"
sed "s/\(a*\)/\1\1/"
sed G
sed -n "H;\${x;p}"
sed N
sed "N;N;N;s/\n/,/g"
sed "y/a/b/"
sed l
sed -s "1!G;h;\$!d"
nl
fold
fold -s
fmt
column
column -t
expand
unexpand -a
od
od -c
xxd
xxd -p
hexdump -C
strings
base64
base64 -w 0
base32
basenc --z85
basenc --base2msbf
dd
dd bs=1M
dd conv=ucase
tsort
csplit - 5
csplit - /a/
b2sum
md5sum
sha512sum
cksum
paste - -
paste -s
paste -sd,
comm - /dev/null
join - /dev/null
diff - /dev/null
diff -u - /dev/null
cmp - /dev/null
split -b 1M
split -l 1
split -n 3
shuf
shuf -n 5
bc
(cat; echo) | tr a 7 | bc
(echo -n "x="; cat; echo "; x*x") | tr a 7 | bc
(echo "ibase=8"; cat) | tr a 7 | bc
(echo "define f() {"; cat; echo "}") | bc
(echo "i=0"; sed "s/.*/b[i++]=7/") | bc
dc
tr a 7 | dc
(echo -n "["; cat; echo "]dddd") | dc
(cat; echo "[z1<a+lax]salax f") | tr a 7 | dc
bzip2 -c
bzip2 -1 | bunzip2
xz
xz | xz -dc
zstdcat
(printf '(\265/\375\0X'; cat) | zstd -dc
cat > f; printf KLUv/aTwSQIAfAAAGGFiAAIAfEdXF3s45Q4Lg08CAP7KKCk= | base64 -d > z; for i in {1..70}; do cat z; done | unzstd -c
ptx
ptx -r -G
envsubst
(echo -n '${'; cat) | envsubst
sed 's/^/.x /' | dircolors -b -
(echo -n 'DIR '; cat) | dircolors -b -
ptx -S '' -W 'a*'
cat > f; ptx -A -i f f
cat > f; tar cJ f | tar xJO
bzip2 | bzcat
cat > f; tar cj f | tar xjO
make -f -
patch f
patch -p0
cat > f; seq 5 | diff -u f - | patch f
cat > f; seq 5 | diff f - | patch -o g f
cat > f; seq 5 | diff -u - f | patch -R f
awk 1
awk "{ print \$1 }"
awk "{ a[NR] = \$0 }"
awk "{ s = s \$0 } END { print length(s) }"
awk "{ n = split(\$0, a); print n }"
awk "{ gsub(/a/, \"bc\") } 1"
awk -v RS= "END { print length(\$0) }"
awk "{ \$5 = 1 } 1"
xargs echo
xargs -n 1 echo
xargs -I{} echo {}
numfmt
gzip
gzip -9
gzip | gunzip
cat
cat -A
cat -n
python3 -c "import sys; print(len(sys.stdin.read()))"
python3 -c "import sys; print(len(sys.stdin.readlines()))"
python3 -c "import sys; print(sum(1 for l in sys.stdin))"
python3 -c "import sys; print(len(sys.stdin.buffer.read()))"
python3
bash
while read l; do :; done
mapfile a
read -d ""  x
factor
tr -s a
truncate -s 1 f
gzip > f.gz; gunzip -t f.gz
timeout 5 cat
env cat
cat > f; sort f -o f
cat > f; tac f
cat > f; diff f f
cat > f; cp f g; diff f g
cat > f; tar cf t.tar f; tar xf t.tar; tar tf t.tar
cat > f; tar czf t.tgz f; tar xzf t.tgz
cat > f; gzip f; gunzip f.gz
cat > f; zip -q f.zip f; unzip -oq f.zip; unzip -p f.zip
zip -q f.zip -; unzip -t f.zip
zip -q - - | cat > f.zip; zip -q f.zip /etc/passwd; unzip -p f.zip
cat > f; mv f g; cat g
cat > f; sed -i s/a/b/ f
cat > f; grep -c a f
cat > f; base64 f | base64 -d
cat > f; xxd f | xxd -r
cat > f; split f; cat x*
cat > f; python3 -c "print(len(open('f').read()))"
cat > f; python3 -c "open('g','w').write(open('f').read())"
cat > f; python3 f
cat > f; bash f
cat > f; . ./f
cat > f; sort -m f f
cat > f; join f f
cat > f; comm f f
cat > f; cmp f f
cat > f; wc f f f
cat > f; tail f
cat > f; x=$(<f)
cat > f; x=$(cat f)
cat > f; mapfile -t a < f; echo ${#a[@]}
cat > f; set -- $(cat f); echo $#
cat > f; shuf f
cat > f; paste f f
cat > f; du f
cat > f; find . -size +1M
""".strip().split("\n")

_OTHERS = [f"{stream} | {{ {command}; }} > /dev/null" for command in _WITH_STREAM for stream in _STREAMS.values()]
_OTHERS += [
    "i=0; while :; do a[i]=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; ((i++)); done",
    "declare -A m; i=0; while :; do m[$i]=$i; ((i++)); done",
    "i=0; while :; do eval \"v$i=1\"; ((i++)); done",
    "i=0; while :; do eval \"f$i() { echo a b c; }\"; ((i++)); done",
    "while :; do : & done",
    "i=0; while :; do : > /tmp/$i; ((i++)); done",
    "while :; do mkdir d; cd d; done",
    "f() { local x=$1$1; f \"$x\"; }; f aaaaaaaa",
    "f() { f \"$@\" \"$@\"; }; f a",
    "f() { f; }; f",
    "eval \"x=$(printf '%15000000s' | tr ' ' a)\"",
    "eval \"$(printf 'echo a;%.0s' {1..1000000})\"",
    "eval \"cat <<E\n$(printf '%10000000s')\nE\" | wc -c",
    "printf -v x '%7000000s'; for i in {1..200}; do eval \"f$i() { : '$x'; }\"; done",
    "printf -v x '%3500000s'; eval \": ${x// /<<A }\"",
    "printf -v x '%3000000s'; eval \": ${x// /<<<a }\"",
    "printf -v x '%8000000s'; eval \"a=(${x// /a })\"",
    "printf -v x '%5000000s'; eval \": ${x// /\\$a}\"",
    "printf -v x '%5000000s'; eval \": \\`${x// /a}\\`\"; eval \": \\$'${x// /a}'\"",
    "shopt -s expand_aliases; for i in {1..40}; do alias \"a$i=a$((i+1)) ; a$((i+1))\"; done; eval a1",
    "shopt -s expand_aliases; for i in {1..40}; do alias \"a$i={ a$((i+1)) ; a$((i+1)); }\"; done; eval a1",
    "a=({1..1900000}); x=\"${!a[*]}\"",
    "sed -f <(seq -f ': l%g' 1600000) <<< a",
    "sed -f <(seq -f 's/a%g/b/' 200000) <<< a",
    "sed -f <(seq -f 'w f%g' 200000) <<< a",
    "printf -v x '%8000000s'; sed -f <(echo \"y/${x// /a}/${x// /b}/\") <<< a",
    "printf -v x '%8000000s'; sed -f <(echo \"s/\\(a\\)/${x// /\\\\1}/\") <<< b",
    "for i in {1..300}; do yes | head -c 300K > f$i; done; tar cf t.tar f*; gzip t.tar; tar xzf t.tar.gz; cat f* | wc -c",
    "for i in {1..3000}; do echo $i > f$i; done; zip -q a.zip f*; zip -qd a.zip 'f1*'; unzip -l a.zip | tail -1; unzip -oq a.zip -d d; zip -q a.zip f*",
    "head -c 200M /dev/zero | gzip > z; gunzip < z | wc -c; x=$(gunzip < z | tr '\\0' a)",
    "set -- $(seq 1000000); while :; do set -- \"$@\" \"$@\"; done",
    "yes | python3 -c 'import sys; sys.stdin.read()'",
    "yes | python3 -c 'import sys; sys.stdin.buffer.read()'",
    "head -c 15M /dev/zero | tr '\\0' a | python3 -c 'import sys; print(len(sys.stdin.buffer.read()))'",
]

# Printed back a deep function is many times as long: its indentation.
_DEEP = "for i in {1..40}; do o+='if :; then '; c+='fi; '; done; o+=$(yes true | head -n 60000 | tr '\\n' ';'); "
_OTHERS += [_DEEP + f'eval "f() {{ $o $c }}"; {command}' for command in (
    "declare -f f | wc -c", "declare -f f > /dev/null", "type f | wc -c", "set > /dev/null", "export -f f; env | wc -c", "x=$(declare -f f); echo ${#x}")]
_OTHERS += [_DEEP + 'eval "$o $c" & jobs > /dev/null; wait', _DEEP + "trap 'x=$BASH_COMMAND' DEBUG; eval \"$o $c\""]

# What make and git hold of lists: makefiles of many targets, names, rules and variables; repositories of many files, versions and lines.
_MAKE = [
    r"(printf all:; seq -f ' t%g' 300000 | tr -d '\n'; printf '\nt%%:;@:\n') > m; make -f m",
    r"seq -f 't%g: u%g v' 200000 > m; make -f m t5",
    r"(printf 'a := '; seq -s' ' 500000; printf 'all: $(a)\n%%:;@:\n') > m; make -f m",
    r"(seq -s' ' 400000; echo ': x; @:') > m; make -f m",
    r"(seq -s' ' 1500; echo '&: x; @:'; echo x:) > m; make -f m",
    r"seq -f 'v%g := $(v%g) a' 300000 > m; echo 'all:;@:' >> m; make -f m",
    r"seq -f 'export w%g = b' 20000 > m; echo 'all:; @env | wc -l' >> m; make -f m",
    r"(echo 'define a'; seq 500000; echo endef; echo 'all:; @echo $(words $(a))') > m; make -f m",
    r"(echo all:; seq -f '	@: %g' 100000) > m; make -f m",
    r"seq -f '%%.o%g: %%.c%g ; @:' 3000 > m; echo 'all: x.o7' >> m; make -f m",
    r"seq -f 't: private x%g = 1' 50000 > m; echo 't:;@:' >> m; make -f m",
    r"(echo 'a := $(foreach i,1 2 3 4 5 6 7 8,$(foreach j,1 2 3 4 5 6 7 8,$(foreach k,1 2 3 4 5 6 7 8,$(foreach l,1 2 3 4 5 6 7 8 9,$(foreach m,1 2 3 4 5 6 7 8 9,t$i$j$k$l$m)))))'; echo 'all: $(a)'; echo '$(a):;@:') > m; make -f m",
    r"(echo 'a := $(foreach i,1 2 3 4 5 6 7 8,$(foreach j,1 2 3 4 5 6 7 8,$(foreach k,1 2 3 4 5 6 7 8,$(foreach l,1 2 3 4 5 6 7 8 9,$(foreach m,1 2 3 4 5 6 7 8 9,t$i$j$k$l$m)))))'; for f in 'sort $a' 'patsubst t%,u%,$a' 'filter-out t1%,$a' 'addprefix x,$a' 'join $a,$a' 'wordlist 2,90000,$a' 'abspath $a' 'realpath $a' 'notdir $a' 'strip $a' 'shell echo $(wordlist 1,9000,$a)' 'wildcard $a'; do echo \"b := \$($f)\"; done; echo 'all:;@:') > m; make -f m",
    r"(echo 'x = $x$x'; echo 'define r'; echo 'a$1:;@:'; echo endef; echo '$(foreach i,'; seq -s' ' 30000; echo ',$(eval $(call r,$i)))') | tr '\n' ' ' | sed 's/define r/\ndefine r\n/; s/endef/\nendef\n/; s/ a\$1/a$1/' > m; make -f m",
    r"mkdir d; for i in {1..20000}; do : > d/f$i; done; printf 'all: $(wildcard d/*)\n\t@echo $(words $^ $?)\n' > m; make -f m",
    r"printf 'a = $(b) $(b)\nb = $(c) $(c)\nc = $(d) $(d)\nd = $(e) $(e)\ne = $(f) $(f)\nf = $(g)$(g)\ng = %s\nall:;@echo $(words $(a) $(a) $(a))\n' \"$(seq -s' ' 3000)\" > m; make -f m",
    r"(echo .SECONDEXPANSION:; seq -f 't%g: $$(x) $$@.c' 60000; echo 'x = a b c'; echo '%:;@:') > m; make -f m t1 t2",
    r"seq -f 'include m%g' 5000 > m; make -f m; seq -f '-include m%g' 50000 > m; echo 'all:;@:' >> m; make -f m",
    r"seq -f 'vpath %%%g d%g' 50000 > m; echo 'all:;@:' >> m; make -f m",
]
_GIT = "git config --global user.name a; git config --global user.email b; git config --global init.defaultBranch main; mkdir r; cd r; git init -q; "
_GIT_FILES = "for i in {1..8000}; do echo $i > f$i; done; git add .; git commit -qm one; "
_GIT_LINES = "seq 400000 > f; git add f; git commit -qm one; sed 's/7$/x/' f > g; mv g f; git commit -qam two; "
_GIT_LOG = "for i in {1..1500}; do git commit -q --allow-empty -m \"m $i\"; done; "
_GIT_LINE = "head -c 20M /dev/zero | tr '\\0' a > f; git add f; git commit -qm one; "
_GIT_BIG = "head -c 30M /dev/urandom > f; git add f; git commit -qm one; "
_MAKE += [
    r"(printf 'x='; yes a | head -n 20000000 | tr '\n' ' '; printf '\nall:;@echo $(words $x)\n') > m; make -f m",
    r"(printf 'x='; head -c 30M /dev/zero | tr '\0' '$'; printf '\nall:;@echo $(words $x)\n') > m; make -f m",
    r"(echo 'x:=aaaaaaaaaaaaaaaaaaaaaaaaaaa'; for i in 1 2 3 4 5 6 7 8 9; do echo 'x:=$(subst a,aaaaaaaaaaaaaaaa,$(x))'; done; echo 'all:;@:') > m; make -f m",
]
_OTHERS += _MAKE
_OTHERS += [_GIT + _GIT_FILES + command for command in (
    "git status; rm f1*; git status -s | wc -l; git ls-files -s | wc -l", "git rm -q -r .; git commit -qm two; git log --stat | wc -l; git diff --name-status HEAD~ | wc -l",
    "git checkout -q -b x; git mv f1 g1; git commit -qam x; git checkout -q main; echo y >> f2; git commit -qam y; git merge -q x; git log --graph | wc -l",
    "git stash -q; sed -i s/1/2/ f*; git stash -q; git stash pop -q; git diff | wc -l; git add -A; git diff --cached -M --stat | tail -1",
    "mkdir d; git mv f1* d; git commit -qm two; git diff -M HEAD~ | wc -l; git clean -ndx; git grep 1 | wc -l; git archive HEAD | wc -c", "git ls-tree -r HEAD | wc -l; git for-each-ref; git check-ignore f*; git checkout HEAD -- .; git reset -q --hard")]
_OTHERS += [_GIT + _GIT_LINES + command for command in (
    "git diff HEAD~ | wc -l; git diff --word-diff HEAD~ | wc -l; git show --stat; git log -p | wc -l", "git blame f | tail -1", "git log -L 5,9:f | wc -l; git log -S77 --oneline; git log -G7 --oneline",
    "git checkout -q -b x HEAD~; sed -i s/1$/y/ f; git commit -qam x; git merge main; git diff | wc -l", "git diff HEAD~ > p; git apply -R p; git apply --check p; git show HEAD:f | wc -c", "git rebase -q HEAD~; git cherry-pick HEAD; git revert --no-edit HEAD; git stash list")]
_OTHERS += [_GIT + _GIT_LINE + command for command in ("git log -p | wc -c", "git show | wc -c", "git grep a | wc -c", "git blame f | wc -c", "echo b >> f; git diff --word-diff | wc -c; git diff --color | wc -c; git diff --color-words | wc -c",
                                                     "git log -p --graph | wc -c; git format-patch -1 --stdout | wc -c; git diff --stat HEAD; git log -S aaaa --oneline; git log -G a --oneline")]
_OTHERS += [_GIT + "git commit -q --allow-empty -m one; " + command for command in (
    "seq -f \"$(git rev-parse HEAD) refs/heads/b%06g\" 100000 > .git/packed-refs; git init -q --bare ../h; git push -q --all ../h; git fetch -q ../h 'refs/heads/*:refs/x/*'; git ls-remote ../h | wc -l; git push -q --mirror ../h",
    "(printf '[remote \"o\"]\\nurl = ../r\\n'; seq 300000 | sed 's/.*/fetch = refs\\/heads\\/&:refs\\/remotes\\/o\\/&/') >> .git/config; git fetch -q o; git push -q o; git remote -v",
    "seq -f '[remote \"r%g\"] url = ../r' 300000 >> .git/config; git remote | wc -l; git fetch -q r5; git push -q r5")]
_OTHERS += [_GIT + _GIT_LINES + "git show HEAD~:f > a; tac a > b; " + command for command in (
    "git diff --no-index --histogram a f | wc -l; git diff --no-index --patience a f | wc -l; git diff --no-index --patience a b | wc -l; git diff --no-index --histogram a b | wc -l",
    "git merge-file -p a f b | wc -l; git merge-file -p --zdiff3 a f f | wc -l; git diff --no-index a b | wc -l")]
_OTHERS.append(_GIT + "seq 1 300000 | sed 's/$/*x*y*z/' > .gitignore; for i in {1..300}; do echo > f$i; done; git status -s | wc -l")
_OTHERS += [_GIT + _GIT_LOG + command for command in ("git log | wc -l; git log --graph --all --format=%H%n%B | wc -l; git rev-list --count HEAD; git shortlog -sn; git reflog | wc -l", "git rebase -q --root; git bisect start; git describe --always; git branch -a --contains HEAD~9")]
_OTHERS += [_GIT + _GIT_BIG + command for command in ("git show HEAD:f | wc -c; git status; git diff --stat", "head -c 30M /dev/urandom >> f; git add f; git diff --cached --stat; git commit -qm two; git diff HEAD~ | wc -c; git cat-file -p HEAD:f | wc -c; git fsck; git gc")]


def large_shell(megabytes):
    """Scripts; their words have so many megabytes. Of lists times texts: list_scripts.py."""
    word = f"x=$(head -c {megabytes}M /dev/zero | tr '\\0' a); "
    return [word + command for command in _WITH_WORD] + [f"{{ {script}; }} > /dev/null" for script in list_scripts.scripts()] + _OTHERS


def large_python():
    """Name: program."""
    pieces = {
        "literal": "'a' * {n}",
        "list": "'1, ' * {n}",
        "names": "'\\n'.join('name%d = %d' % (i, i) for i in range({n}))",
        "calls": "'\\n'.join('f(a, b=%d)[%d].c' % (i, i) for i in range({n}))",
        "functions": "'\\n'.join('def f%d(a, *b, c=1, **d): return a + %d' % (i, i) for i in range({n}))",
        "lambdas": "'[' + ','.join('lambda x: x+%d' % i for i in range({n})) + ']'",
        "comprehensions": "'\\n'.join('[y for y in x if y > %d]' % i for i in range({n}))",
        "strings": "'[' + ','.join('\"%d\"' % i for i in range({n})) + ']'",
        "dicts": "'{' + ','.join('%d: %d' % (i, i) for i in range({n})) + '}'",
        "f-strings": "'\\n'.join('f\"{x}{y!r:>%d}\"' % i for i in range({n}))",
        "type parameters": "'\\n'.join('type a%d[b:b=b,c:b=b]=0' % i for i in range({n}))",
        "wrong": "'(' * 150 + '1 ' * {n}",
        "comments": "'# comment\\n' * {n}",
        "blank": "'\\n' * {n}",
        "elif": "'if a: pass\\n' + 'elif b: pass\\n' * {n}",
        "warnings": "'\\n'.join('x = 1 is 1' for i in range({n}))",
    }
    programs = {
        "digits of another script": "for kind in int, float, complex:\n    try: kind('\\u0663' * 30_000_000)\n    except ValueError as e: len(str(e))",
        "many notes": "import traceback\ne = ValueError()\ne.__notes__ = ['n'] * 3_000_000\ntry: len(traceback.format_exception(e))\nexcept MemoryError: pass",
        "many frames": "import sys, traceback\nsys.setrecursionlimit(10**6)\ndef f(n):\n    if n: f(n - 1)\n    else: 1 / 0\n"
        "try: f(900_000)\nexcept ZeroDivisionError as e: len(traceback.format_exc())",
    }
    for name, piece in pieces.items():
        for n in (300, 3000, 30000):
            source = piece.replace("{n}", str(n))
            for call in ("compile(s, 'name', 'exec')", "exec(s)", "import ast; ast.literal_eval(s)"):
                programs[f"source of {name}, {n}, {call}"] = f"s = {source}\ntry:\n    {call}\nexcept Exception as e: repr(e)"
    patterns = {
        "alternatives": "'|'.join('a%db' % i for i in range({n}))",
        "groups": "'(a)' * {n}",
        "named": "''.join('(?P<n%d>a)' % i for i in range({n}))",
        "classes": "'[a-z0-9\\u0400-\\u04ff]' * {n}",
        "counted": "'(?:a{1,100}){1,' + str({n}) + '}'",
        "lookahead": "'(?=a)' * {n}",
        "backreferences": "'(a)' + '\\\\1' * {n}",
        "flags": "'(?i:\\u00e9)' * {n}",
        "literal": "'a' * {n} * 100",
    }
    for name, piece in patterns.items():
        for n in (100, 1000, 10000, 100000):
            source = piece.replace("{n}", str(n))
            programs[f"pattern of {name}, {n}"] = (
                f"import re\np = {source}\ntry:\n    r = re.compile(p)\n    r.search('a' * 1000000), r.findall('ab' * 100000), r.sub('c', 'ab' * 100000)\n"
                "except Exception as e: repr(e)"
            )
    for n in (10**5, 10**6, 2 * 10**7):
        for name, code in {
            "json": "import json; s = '[' + '1,' * N + '1]'; x = json.loads(s); json.dumps(x)",
            "json of text": "import json; json.dumps('\\u00e9' * N); json.loads(json.dumps('a' * N))",
            "csv": "import csv, io; list(csv.reader(io.StringIO('a,b,c\\n' * N)))",
            "csv of a field": "import csv, io; csv.field_size_limit(10**9); list(csv.reader(['\"' + 'a' * N + '\"']))",
            "split": "('a ' * N).split(); ('a,' * N).split(','); ('a\\n' * N).splitlines()",
            "join": "','.join(['a'] * N); ','.join('a' for i in range(N))",
            "format": "f'{1:>{N}}'; '%*d' % (N, 1); format(1, '0' + str(N)); '{:*^{}}'.format('a', N)",
            "zlib": "import zlib; b = zlib.compress(bytes(N)); zlib.decompress(b)",
            "gzip": "import gzip; gzip.decompress(gzip.compress(bytes(N)))",
            "base64": "import base64; base64.b64decode(base64.b64encode(bytes(N))); base64.b85encode(bytes(N))",
            "difflib": "import difflib; list(difflib.unified_diff(['a\\n'] * (N // 100), ['b\\n'] * (N // 100)))",
            "decimal": "from decimal import *; getcontext().prec = N; Decimal(1) / 3",
            "int": "x = 7 ** N; y = x * x; import sys; sys.set_int_max_str_digits(0); str(x)",
            "sort": "sorted(range(N), key=lambda i: -i); sorted(['a'] * N)",
            "exception": "raise ValueError('a' * N)",
            "name": "x = 'a' * N; getattr(1, x)",
            "key": "{}['a' * N]",
            "traceback": "exec('x = 1; ' * (N // 10) + 'y')",
            "warning": "import warnings; warnings.warn('a' * N)",
            "print": "print('a' * N)",
            "output": "for i in range(N): print('a')",
            "file": "open('/tmp/a', 'w').write('a' * N); open('/tmp/a').read(); list(open('/tmp/a'))",
            "lines": "open('/tmp/a', 'w').write('a\\n' * N); open('/tmp/a').readlines()",
            "files": "for i in range(N): open('/tmp/%d' % i, 'w').close()",
            "path": "import os; os.path.join('a' * N, 'b'); os.path.normpath('a/' * N); os.stat('a' * N)",
            "pathlib": "from pathlib import Path; p = Path('a/' * N); str(p / 'b'); p.exists()",
            "translate": "('a' * N).translate({97: 'b' * 10}); ('a' * N).replace('a', 'bb'); ('a' * N).encode('utf-16')",
            "textwrap": "import textwrap; textwrap.wrap('a ' * N); textwrap.indent('a\\n' * N, '  ')",
            "pprint": "import pprint; pprint.pformat(list(range(N)))",
            "copy": "import copy; copy.deepcopy([[1]] * N); copy.deepcopy({i: [i] for i in range(N // 10)})",
            "nested": "x = []\nfor i in range(N): x = [x]\nrepr(x)",
            "string io": "import io; s = io.StringIO(); s.write('a' * N); s.getvalue(); s.seek(0); s.readlines()",
            "struct": "import struct; struct.pack('%dB' % N, *bytes(N)); struct.unpack('%dB' % N, bytes(N))",
            "hash": "import hashlib; hashlib.sha256(bytes(N)).hexdigest(); hashlib.pbkdf2_hmac('sha256', b'a', b'b', 10, N)",
            "shlex": "import shlex; shlex.split('a ' * N)",
            "template": "import string; string.Template('$a ' * N).substitute(a='b'); string.Formatter().format('{0}' * (N // 10), 1)",
            "unicode": "import unicodedata; unicodedata.normalize('NFD', '\\u00e9' * N); ('\\u00df' * N).upper(); ('A' * N).casefold()",
            "array": "import array; a = array.array('d', [1.0] * N); a.extend(a); a.tolist(); a.byteswap()",
            "bytearray": "b = bytearray(); [b.extend(b'aaaa') for i in range(N)]; b.hex(); b.split(b'a')",
            "deque": "from collections import *; d = deque(range(N)); Counter('ab' * N); OrderedDict.fromkeys(range(N))",
            "statistics": "import statistics; statistics.median([1.5] * N); statistics.quantiles([1.5] * N)",
            "heap": "import heapq; heapq.nlargest(N, range(N)); list(heapq.merge(range(N), range(N)))",
            "itertools": "from itertools import *; list(product(range(10), repeat=6)); tee(range(N), 100); list(permutations(range(9)))",
            "lru_cache": "import functools; f = functools.lru_cache(None)(lambda x: x); [f(i) for i in range(N)]",
            "random": "import random; random.sample(range(N), N); random.choices(range(N), k=N); random.randbytes(N)",
            "fnmatch": "import fnmatch; fnmatch.fnmatch('a' * N, '*a' * 100); fnmatch.translate('[a]' * N)",
            "html": "import html; html.escape('<' * N); html.unescape('&lt;' * N)",
            "urllib": "from urllib.parse import *; quote('\\u00e9' * N); unquote('%C3%A9' * N); parse_qsl('a=b&' * N)",
            "ast": "import ast; ast.literal_eval('[' + '1,' * N + ']')",
        }.items():
            programs[f"{name}, {n}"] = f"N = {n}\n{code}"
    return programs
