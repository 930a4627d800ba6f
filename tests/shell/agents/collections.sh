# Arrays, maps, functions and small algorithms.
# --- arrays: all that is done with them
a=(one two 'three four' five); a+=(six); a[9]=ten
echo "${#a[@]} ${!a[*]}"; echo "${a[@]:1:2}"; echo "${a[-1]} ${a[*]: -2}"; unset 'a[1]'; echo "${a[@]/%e/E}"
printf '<%s>' "${a[@]#t}"; echo; b=("${a[@]}"); echo "${!b[@]}"; for i in "${!b[@]}"; do printf '%d=%s ' "$i" "${b[i]}"; done; echo
[[ " ${b[*]} " == *' six '* ]] && echo has; (IFS=,; echo "${b[*]}"); b=("${b[@]:1}"); echo "${b[0]}"; b=("${b[@]:0:${#b[@]}-1}"); echo "${#b[@]}"
# --- unique, reversed, sorted, intersected
a=(3 1 2 3 1 10); b=(2 10 7)
mapfile -t sorted < <(printf '%s\n' "${a[@]}" | sort -n); echo "${sorted[*]}"
declare -A seen=(); uniq=(); for x in "${a[@]}"; do [[ ${seen[$x]+1} ]] || { seen[$x]=1; uniq+=("$x"); }; done; echo "${uniq[*]}"
rev=(); for (( i = ${#a[@]} - 1; i >= 0; i-- )); do rev+=("${a[i]}"); done; echo "${rev[*]}"
for x in "${b[@]}"; do [[ ${seen[$x]+1} ]] && printf 'both %s\n' "$x" || printf 'only b %s\n' "$x"; done
# --- a map is inverted and sorted by value
declare -A m=([apple]=3 [pear]=7 [fig]=3 [kiwi]=1)
for k in "${!m[@]}"; do printf '%d\t%s\n' "${m[$k]}" "$k"; done | sort -k1,1nr -k2,2 | while IFS=$'\t' read -r v k; do echo "$k: $v"; done
declare -A inv; for k in $(printf '%s\n' "${!m[@]}" | sort); do inv[${m[$k]}]+="${inv[${m[$k]}]:+,}$k"; done; echo "${inv[3]} ${inv[7]}"
[[ -v m[fig] ]] && echo in; [[ -v m[plum] ]] || echo out; unset 'm[fig]'; echo "${#m[@]}"; m[a b]='c d'; echo "${m[a b]}"
# --- two-dimensional data
declare -A g; rows=3 cols=4
for (( r = 0; r < rows; r++ )); do for (( c = 0; c < cols; c++ )); do g[$r,$c]=$(( r * cols + c )); done; done
for (( c = 0; c < cols; c++ )); do for (( r = 0; r < rows; r++ )); do printf '%3d' "${g[$r,$c]}"; done; echo; done
# --- records by namerefs
make_user() { local -n out=$1; out=([name]=$2 [age]=$3); }
show() { local -n rec=$1; printf '%s is %s\n' "${rec[name]}" "${rec[age]}"; (( rec[age]++ )); }
declare -A u1 u2; make_user u1 Ann 30; make_user u2 Bob 41; for u in u1 u2 u1; do show "$u"; done
# --- a stack, a queue, a set
stack=(); push() { stack+=("$@"); }; pop() { (( ${#stack[@]} )) || return 1; popped=${stack[-1]}; unset 'stack[-1]'; }
push a b 'c d'; while pop; do printf '[%s]' "$popped"; done; echo
queue=(1 2 3); queue+=(4); while (( ${#queue[@]} )); do x=${queue[0]}; queue=("${queue[@]:1}"); printf '%s ' "$x"; (( x == 2 )) && queue+=(20); done; echo
# --- a calculator of reverse Polish notation
rpn() { local -a s=(); local t a b; for t; do case $t in [-+x/%^]) (( ${#s[@]} >= 2 )) || { echo "too few for $t"; return 1; }; b=${s[-1]} a=${s[-2]}; unset 's[-1]' 's[-1]'; case $t in x) s+=($((a * b))) ;; ^) s+=($((a ** b))) ;; /) (( b )) || { echo "division by zero"; return 1; }; s+=($((a / b))) ;; *) s+=($((a $t b))) ;; esac ;; *) s+=("$t") ;; esac; done; echo "${s[@]}"; }
rpn 3 4 + 2 x; rpn 2 10 ^ 24 -; rpn 1 0 /; rpn +; rpn 5 1 2 + 4 x + 3 -
# --- an expression is parsed by descent
expr_eval() { local s=${1// /}; local pos=0 result
  term() { factor; local v=$result; while [[ ${s:pos:1} == [*/] ]]; do local o=${s:pos:1}; (( ++pos )); factor; if [[ $o == '*' ]]; then (( v *= result )) || true; else (( v /= result )) || true; fi; done; result=$v; }
  factor() { if [[ ${s:pos:1} == '(' ]]; then (( ++pos )); sum; (( ++pos )); else [[ ${s:pos} =~ ^[0-9]+ ]]; result=${BASH_REMATCH[0]}; (( pos += ${#result} )) || true; fi; }
  sum() { term; local v=$result; while [[ ${s:pos:1} == [+-] ]]; do local o=${s:pos:1}; (( ++pos )); term; (( v = v $o result )) || true; done; result=$v; }
  sum; echo "$1 = $result"; }
expr_eval '2 + 3 * 4'; expr_eval '(2 + 3) * 4'; expr_eval '10 - 4 - 3'; expr_eval '2*(3+(4-1))/3'
# --- quicksort and binary search
qsort() { (( $# < 2 )) && { echo "$*"; return; }; local p=$1 l=() r=() x; shift; for x; do if (( x < p )); then l+=("$x"); else r+=("$x"); fi; done; echo $(qsort "${l[@]}") "$p" $(qsort "${r[@]}"); }
s=($(qsort 33 4 15 8 42 -7 4 0)); echo "${s[*]}"
bsearch() { local x=$1 lo=0 hi=$(( ${#s[@]} - 1 )) mid; while (( lo <= hi )); do mid=$(( (lo + hi) / 2 )); if (( s[mid] == x )); then echo "at $mid"; return; elif (( s[mid] < x )); then lo=$((mid + 1)); else hi=$((mid - 1)); fi; done; echo absent; return 1; }
bsearch 15; bsearch 7 || echo "status $?"; bsearch -7
# --- primes, gcd, perfect numbers, collatz
sieve() { local n=$1 i j; local -a c; for (( i = 2; i <= n; i++ )); do (( ${c[i]:-0} )) && continue; printf '%d ' $i; for (( j = i * i; j <= n; j += i )); do c[j]=1; done; done; echo; }
sieve 50; gcd() { local a=$1 b=$2; while (( b )); do (( a %= b )) || true; set -- $b $a; a=$1 b=$2; done; echo $a; }; gcd 48 36; gcd 17 5
collatz() { local n=$1 c=0; while (( n != 1 )); do (( n % 2 ? (n = 3 * n + 1) : (n /= 2) )); (( ++c )); done; echo $c; }; collatz 27; factor 360 | cut -d: -f2
# --- towers of Hanoi, permutations, powersets
hanoi() { (( $1 == 0 )) && return; hanoi $(( $1 - 1 )) $2 $4 $3; echo "$1: $2->$3"; hanoi $(( $1 - 1 )) $4 $3 $2; }; hanoi 3 A C B | tail -3
permute() { local rest=$1 done=$2 i; [[ -z $rest ]] && { echo "$done"; return; }; for (( i = 0; i < ${#rest}; i++ )); do permute "${rest:0:i}${rest:i+1}" "$done${rest:i:1}"; done; }; permute abc '' | paste -sd' '
set_=(x y z); for (( m = 0; m < 8; m++ )); do o=; for i in 0 1 2; do (( m >> i & 1 )) && o+=${set_[i]}; done; printf '{%s} ' "$o"; done; echo
# --- fizzbuzz, three ways
for i in {1..15}; do o=; (( i % 3 )) || o=Fizz; (( i % 5 )) || o+=Buzz; printf '%s ' "${o:-$i}"; done; echo
seq 15 | awk '{ print ($1 % 15 ? $1 % 5 ? $1 % 3 ? $1 : "Fizz" : "Buzz" : "FizzBuzz") }' | paste -sd' '
seq 15 | sed '0~3s/.*/Fizz/; 0~5s/$/Buzz/; s/^[0-9]*Buzz/Buzz/' | paste -sd' '
# --- game of life, one step
grid=('.....' '..#..' '..#..' '..#..' '.....')
for (( y = 0; y < 5; y++ )); do line=; for (( x = 0; x < 5; x++ )); do n=0; for dy in -1 0 1; do for dx in -1 0 1; do (( dx || dy )) || continue; yy=$((y + dy)) xx=$((x + dx)); (( yy < 0 || xx < 0 || yy > 4 || xx > 4 )) && continue; [[ ${grid[yy]:xx:1} == '#' ]] && (( ++n )); done; done; c=${grid[y]:x:1}; if [[ $c == '#' ]] && (( n == 2 || n == 3 )) || (( n == 3 )); then line+='#'; else line+=.; fi; done; echo "$line"; done
# --- breadth-first search
declare -A adj=([a]='b c' [b]='d' [c]='d e' [d]='f' [e]='f' [f]='')
bfs() { local q=("$1") n m; declare -A from=([$1]=-); while (( ${#q[@]} )); do n=${q[0]}; q=("${q[@]:1}"); [[ $n == "$2" ]] && { local p=$n; while [[ ${from[$n]} != - ]]; do n=${from[$n]}; p="$n>$p"; done; echo "$p"; return; }; for m in ${adj[$n]}; do [[ -v from[$m] ]] || { from[$m]=$n; q+=("$m"); }; done; done; echo none; return 1; }
bfs a f; bfs e f; bfs f a; tsort <<< $'lib app\nbase lib\nbase util\nutil app' | paste -sd' '
# --- functions: recursion, defaults, results by name
fact() { (( $1 <= 1 )) && echo 1 || echo $(( $1 * $(fact $(( $1 - 1 ))) )); }; fact 10
greet() { local name=${1:-World} greeting=${2-Hello}; printf '%s, %s!\n' "$greeting" "$name"; }; greet; greet Bob ''; greet Eve Hi
result_of() { printf -v "$1" '%s' "$(( $2 ** 2 ))"; }; result_of sq 12; echo $sq; minmax() { local lo=$1 hi=$1 x; for x; do (( x < lo )) && lo=$x; (( x > hi )) && hi=$x; done; echo "$lo $hi"; }; read -r lo hi < <(minmax 4 -2 9 3); echo "$lo..$hi"
args() { echo "$# ${FUNCNAME[0]} ${*:2} ${!#} ${@: -1}"; }; args a b c; declare -f greet | head -2; unset -f greet; type greet 2>&1 | sed 's/^bash: line [0-9]*: //'
# --- map, filter, reduce
map() { local f=$1 x; shift; for x; do "$f" "$x"; done; }; filter() { local f=$1 x; shift; for x; do "$f" "$x" && echo "$x"; done; return 0; }
reduce() { local f=$1 acc=$2 x; shift 2; for x; do acc=$("$f" "$acc" "$x"); done; echo "$acc"; }
sq() { echo $(( $1 * $1 )); }; even() { (( $1 % 2 == 0 )); }; add() { echo $(( $1 + $2 )); }
map sq 1 2 3 | paste -sd' '; filter even 1 2 3 4 | paste -sd' '; reduce add 0 $(map sq $(filter even {1..6}))
# --- objects by prefix
account_new() { eval "${1}_balance=0; ${1}_deposit() { (( ${1}_balance += \$1 )); }; ${1}_show() { echo \"$1: \$${1}_balance\"; }"; }
account_new alice; account_new bob; alice_deposit 50; bob_deposit 7; alice_deposit 5; alice_show; bob_show; compgen -A function | grep -c _deposit
# --- events and handlers
declare -A handlers; on() { handlers[$1]+="$2;"; }; emit() { local e=$1; shift; local IFS=';' h; for h in ${handlers[$e]:-}; do "$h" "$@"; done; }
hello() { echo "hello $*"; }; count() { echo "n=$#"; }; on greet hello; on greet count; emit greet a b; emit nothing; echo $?
# --- numbers: minimum, average and spread by awk and bc
v=(4 8 15 16 23 42); printf '%s\n' "${v[@]}" | awk 'NR == 1 { min = max = $1 } { s += $1; if ($1 < min) min = $1; if ($1 > max) max = $1 } END { print min, max, s / NR, NR }'
sum=0; for x in "${v[@]}"; do (( sum += x )); done; echo "$sum $(bc <<< "scale=3; $sum / ${#v[@]}")"; (IFS=+; echo $(( ${v[*]} )))
# --- integers at the edge
echo $((9223372036854775807 + 1)) $((-7 / 2)) $((-7 % 3)) $((7 >> 1)) $((1 << 62)) $((~5)) $((5 > 3 ? 10 : 20)) $((0x7f & 0xf0)) $((3 ** 4 ** 0))
i=5; echo $((i++ + ++i)) $i; (( x = 3, y = x * 2 )); echo "$x $y"; let 'z = 10 % 4'; echo $z; echo $((010 + 10#010)); (( 0 )); echo $?; printf '%d\n' $((1e3)) 2>&1 | sed 's/.*: //' 
