# Strings, numbers, tables and Unicode.
# --- cases of names
to_snake() { sed -E 's/([a-z0-9])([A-Z])/\1_\2/g; s/[- ]+/_/g' <<< "$1" | tr A-Z a-z; }
to_camel() { local IFS=_ out= p; for p in $1; do out+=${p^}; done; echo "${out,}"; }
to_kebab() { local s; s=$(to_snake "$1"); echo "${s//_/-}"; }
for n in HTTPServerPort myVariableName 'two words here' already_snake; do printf '%s | %s | %s\n' "$(to_snake "$n")" "$(to_camel "$(to_snake "$n")")" "$(to_kebab "$n")"; done
# --- slugs
slug() { printf '%s' "$1" | iconv -t ASCII//TRANSLIT 2>/dev/null | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9]+/-/g; s/^-+|-+$//g'; echo; }
slug 'Hello, World!'; slug '  --Many   spaces-- '; slug 'v2.0 (beta)'
# --- trimming, padding, centring
trim() { local s=$1; s=${s#"${s%%[![:space:]]*}"}; s=${s%"${s##*[![:space:]]}"}; printf '%s' "$s"; }
center() { local s=$1 w=$2 l; l=$(( (w - ${#s}) / 2 )); printf '%*s%s%*s' "$l" '' "$s" $(( w - ${#s} - l )) ''; }
printf '[%s]\n' "$(trim $'  \t a b \n ')" "$(center abc 10)" "$(printf '%-8s' ab)" "$(printf '%08.3f' 3.14159)"
printf '%s\n' "$(printf '%*s' 12 '' | tr ' ' '=')"
s=0123456789; echo "${s:2:3} ${s: -3} ${s:0:-7} ${s:(-5):2} ${#s}"
# --- templates with placeholders
cat > tpl <<'T'
Dear {{name}},
you owe {{amount}} {{currency}}. {{name}}, {{unknown}}?
T
declare -A v=([name]='Ann & Co' [amount]=12.50 [currency]='€')
text=$(< tpl)
for k in "${!v[@]}"; do text=${text//"{{$k}}"/"${v[$k]}"}; done
echo "$text"
re='\{\{([a-z]+)\}\}'; while [[ $text =~ $re ]]; do echo "left: ${BASH_REMATCH[1]}"; text=${text/"${BASH_REMATCH[0]}"/}; done
# --- a template that is evaluated
name=World items=(x y); cat > t.sh <<'T'
Hello $name, ${#items[@]} items: ${items[*]}; $((6 * 7)); \$5; `echo sub`
T
eval "cat <<END
$(< t.sh)
END"
# --- words are wrapped and justified
text='The quick brown fox jumps over the lazy dog and runs away from the very angry bear'
fold -s -w 24 <<< "$text" | sed 's/ $//'
fmt -w 30 <<< "$text"
awk -v w=20 '{ n = split($0, a, " "); for (i = 1; i <= n; i++) { if (length(l) + length(a[i]) + 1 > w && l != "") { print l; l = "" } l = l (l == "" ? "" : " ") a[i] } print l }' <<< "$text"
# --- tables with printf
rows=('alpha|3|12.5' 'beta gamma|12|0.333' 'δelta|100|7')
sep=$(printf -- '-%.0s' {1..31})
printf '%-12s|%6s |%9s\n%s\n' Name Count Price "$sep"
for r in "${rows[@]}"; do IFS='|' read -r a b c <<< "$r"; printf '%-12s|%6d |%9.2f\n' "$a" "$b" "$c"; done
printf '%s\n' "${rows[@]}" | column -t -s'|' -o' | '
printf '%5s%%|%-5d|%+d|%x|%X|%#o|%e|%g\n' 50 42 42 255 255 8 12345.678 0.0001
# --- numbers with separators, units and rounding
commas() { local n=$1 out=; while (( ${#n} > 3 )); do out=,${n: -3}$out; n=${n:0:${#n}-3}; done; echo "$n$out"; }
for n in 1 999 1000 1234567 1000000000; do commas "$n"; done | paste -sd' '
for x in 2.345 2.355 -0.5 1e3 0x10; do printf '%.2f ' "$x"; done; echo
echo "scale=4; 22/7" | bc; echo "scale=2; (1+sqrt(5))/2" | bc -l; bc <<< '2^64; ibase=16; FF'
awk 'BEGIN { printf "%d %.0f %.0f %.0f\n", 7 / 2, 2.5, 3.5, -2.5; print 0.1 + 0.2, 1e6, 1e16, 100000 * 100000 }'
numfmt --grouping 1234567; numfmt --from=iec 2K 3M; numfmt --to=si 1500 2500000; printf "%d\n" "'A" 010 0x1f
# --- bases
for n in 0 5 255 4096; do printf '%s dec %x hex %o oct ' "$n" "$n" "$n"; b=; m=$n; while (( m )); do b=$((m & 1))$b; m=$((m >> 1)); done; echo "${b:-0} bin"; done
echo $((2#1011)) $((16#fF)) $((36#zz)) $((8#17)); echo 'obase=2; 10' | bc; echo 'obase=16; 48879' | bc
printf '%s' 'hi!' | xxd -p | sed 's/../& /g'; echo 686921 | xxd -r -p; echo
# --- roman numerals
roman() { local n=$1 out= i v=(1000 900 500 400 100 90 50 40 10 9 5 4 1) s=(M CM D CD C XC L XL X IX V IV I); for i in "${!v[@]}"; do while (( n >= v[i] )); do out+=${s[i]}; (( n -= v[i] )); done; done; echo "$out"; }
for y in 4 9 14 40 1994 2024; do printf '%s=%s ' $y "$(roman $y)"; done; echo
# --- characters one by one
word='héllo wörld ✓'
echo "${#word} characters, $(printf %s "$word" | wc -c) bytes"
for (( i = 0; i < ${#word}; i++ )); do printf '%s,' "${word:i:1}"; done; echo
rev <<< "$word"; echo "${word^^}"; echo "${word/ö/oe}"; printf '%-15s|\n' "$word"; cut -c1-3 <<< "$word"
printf '%d %x\n' "'é" "'✓"; printf '\u00e9\U0001F600\n'; echo $'\u2713 \xc3\xa9'
LC_ALL=C; echo "${#word}"
# --- anagrams and palindromes
letters() { grep -o . <<< "${1,,}" | grep '[a-z]' | sort | tr -d '\n'; }
[[ $(letters 'Dormitory') == "$(letters 'Dirty room')" ]] && echo anagram
is_pal() { local s=${1,,}; s=${s//[^a-z0-9]/}; [[ $s == "$(rev <<< "$s")" ]]; }
for p in 'A man, a plan, a canal: Panama' 'not one' 12321; do is_pal "$p" && echo "yes: $p" || echo "no: $p"; done
# --- rot13, caesar, vigenere
rot13() { tr 'A-Za-z' 'N-ZA-Mn-za-m'; }
rot13 <<< 'Hello, World'; rot13 <<< 'Hello' | rot13
caesar() { local s=$1 k=$2 out= c o i; for (( i = 0; i < ${#s}; i++ )); do c=${s:i:1}; case $c in [a-z]) o=97 ;; [A-Z]) o=65 ;; *) out+=$c; continue ;; esac; printf -v n %d "'$c"; printf -v c "\\$(printf %03o $(( (n - o + k + 26) % 26 + o )))"; out+=$c; done; echo "$out"; }
caesar 'Attack at Dawn!' 3; caesar "$(caesar abcxyz 5)" -5
# --- edit distance
lev() {
  local a=$1 b=$2 i j cost; local -A d
  for (( i = 0; i <= ${#a}; i++ )); do d[$i,0]=$i; done
  for (( j = 0; j <= ${#b}; j++ )); do d[0,$j]=$j; done
  for (( i = 1; i <= ${#a}; i++ )); do for (( j = 1; j <= ${#b}; j++ )); do
    [[ ${a:i-1:1} == "${b:j-1:1}" ]] && cost=0 || cost=1
    local m=$(( ${d[$((i-1)),$j]} + 1 )) n=$(( ${d[$i,$((j-1))]} + 1 )) o=$(( ${d[$((i-1)),$((j-1))]} + cost ))
    (( n < m )) && m=$n; (( o < m )) && m=$o; d[$i,$j]=$m
  done; done
  echo "${d[${#a},${#b}]}"
}
lev kitten sitting; lev flaw lawn; lev same same; lev '' abc
# --- split by several separators
IFS=',;' read -ra parts <<< 'a,b;c,,d'; declare -p parts
IFS=$'\n' read -rd '' -a lines <<< $'one\ntwo words\n\nthree' || true; echo "${#lines[@]}"
str='key1=val1&key2=a%20b&flag'; while IFS= read -r pair; do k=${pair%%=*}; x=${pair#*=}; [[ $pair == *=* ]] || x=true; printf '%s -> %b\n' "$k" "${x//%/\\x}"; done < <(tr '&' '\n' <<< "$str")
s='a::b:c'; echo "${s//:/ }"; echo "${s%%:*} ${s##*:} ${s#*:}"; awk -F: '{ print NF, $3 }' <<< "$s"
# --- paths
p=/usr/local/lib/foo.tar.gz; echo "${p##*/} ${p%/*} ${p%%.*} ${p##*.} ${p%.tar.gz}"
basename "$p" .gz; dirname "$p" a/b c; realpath -m /a/../b/./c//d; realpath -m --relative-to=/usr/share /usr/local/lib
for f in x/y.txt /z plain. .hid 'a b/c d.e'; do printf '%s|%s\n' "$(basename "$f")" "$(dirname "$f")"; done
# --- validation by patterns
check() { local kind=$1 s=$2 re; case $kind in
  email) re='^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$' ;; ip) re='^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])$' ;;
  semver) re='^v?([0-9]+)\.([0-9]+)\.([0-9]+)(-[0-9A-Za-z.-]+)?$' ;; date) re='^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' ;; esac
  [[ $s =~ $re ]] && echo "$kind ok   $s" || echo "$kind FAIL $s"; }
check email a.b+c@x-y.org; check email a@b; check ip 192.168.1.255; check ip 256.1.1.1; check semver v1.2.3-rc.1; check semver 1.2; check date 2024-02-30; check date 2024-13-01
# --- quoting for another shell
args=('plain' 'two words' "it's" '$HOME' '' $'tab\there' 'a"b' '*')
printf '%q ' "${args[@]}"; echo
cmd=$(printf '%q ' printf '<%s>' "${args[@]}"); bash -c "$cmd"; echo
echo "${args[@]@Q}"; eval "copy=(${args[*]@Q})"; [[ ${copy[5]} == "${args[5]}" ]] && echo "round trip"
# --- ANSI colours, and off when it is no terminal
if [[ -t 1 ]]; then red=$'\e[31m' off=$'\e[0m'; else red= off=; fi
echo "${red}error${off}"; printf '\033[1;32m%s\033[0m\n' ok | cat -v; printf '\e[31mred\e[0m plain\n' | sed 's/\x1b\[[0-9;]*m//g'
# --- here-documents of all kinds
who=me
cat <<A; cat <<'B'; cat <<-C
$who $((1 + 1)) $(echo sub) \$who "quoted" 'single'
A
$who `echo no` \n
B
	tabs are	gone
		here: $who
	C
cat <<E1 - <<E2
first
E1
second
E2
while read -r a b; do echo "$b $a"; done <<'X'
1 one
2 two
X
read -r -d '' sql <<'SQL' || true
SELECT *
  FROM t;
SQL
echo "[$sql]"
# --- here-strings
read -r first rest <<< 'one two three'; echo "$rest"
grep -c o <<< $'foo\nbar\nboo'; tr a-z A-Z <<< "$USER"; wc -w <<< ''; bc <<< "3 * 4"
while IFS=: read -r u _ id _; do echo "$u=$id"; done <<< $'root:x:0:0\nme:x:1000:1000'
cat <<< "$(printf 'a\n\n\n')" | wc -l
# --- a progress bar without a terminal
bar() { local n=$1 of=$2 w=20 f; f=$(( n * w / of )); printf '[%s%s] %3d%%' "$(printf '%*s' "$f" '' | tr ' ' '#')" "$(printf '%*s' $((w - f)) '' | tr ' ' .)" $(( n * 100 / of )); }
for i in 0 7 13 20; do bar $i 20; echo; done
# --- random without chance
RANDOM=42; a=$RANDOM; RANDOM=42; b=$RANDOM; [[ $a == "$b" ]] && echo same; (( a >= 0 && a < 32768 )) && echo in range
shuf -i 1-5 --random-source=<(yes) | sort | paste -sd,; shuf -e a b c | wc -l; echo {a..e} | tr ' ' '\n' | shuf | sort | tr -d '\n'; echo
LC_ALL=C tr -dc 'a-z0-9' < /dev/urandom | head -c 12 | wc -c
# --- text from both ends
seq 10 > f; head -3 f | paste -sd' '; tail -3 f | paste -sd' '; head -n -7 f | paste -sd' '; tail -n +8 f | paste -sd' '; sed -n '4,6p' f | paste -sd' '; awk 'NR % 3 == 0' f | paste -sd' '; tac f | head -2 | paste -sd' '
nl -s': ' <<< $'a\n\nb'; paste f <(tac f) | head -2; paste -d, - - - - - < f
expand -t4 <<< $'a\tb'; unexpand -a -t4 <<< 'a   b'; tr -s ' ' <<< 'a   b  c'; tr -d 0-9 <<< a1b2; tr -c 'a-z\n' . <<< 'a-b c'
