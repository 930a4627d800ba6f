# --- operators on lists where no words are split
set -- p 'q r' ''
IFS=:
a=$@; echo "1 $a"
a=${@@U}; echo "2 $a"
a=${@^}; echo "3 $a"
a=x${@@U}; echo "4 $a"
a=${@#z}; echo "5 $a"
a=${@/z/y}; echo "6 $a"
a=${@@U} eval 'echo "7 $a"'
a="${@@U}"; echo "8 $a"
a=${@:1}; echo "9 $a"
r=(u 'v w' z)
a=${r[@]@U}; echo "10 $a"
a=${r[@]^^}; echo "11 $a"
a=${r[@]#z}; echo "12 $a"
a=${r[@]}; echo "13 $a"
a=${@@Q}; echo "14 $a"
a=${*@U}; echo "15 $a"
case ${@@U} in *:*) echo colon;; esac
[[ ${@@U} == *:* ]] && echo colon2
cat <<< ${@@U}
a=${@@E}; echo "16 $a"
a=${@@A}; echo "17 $a"
a=${@@K}; echo "18 $a"
a=${r[@]@K}; echo "19 $a"
a=${r[@]@A}; echo "20 $a"
a=${r[@]@L}; echo "21 $a"
declare a=${@@U}; echo "22 $a"
# --- empty texts beside lists that are not there
c=; r=(one t '' four); n=2
t() { echo "$1: $(($#-1))"; }
t 1 "$c${q[@]}"
t 2 "${r[n]@U}${q[@]@a}"
t 3 "$c${q[@]@a}"
t 4 "${c@U}${q[@]@U}"
t 5 "${r[n]@U}${q[@]}"
t 6 "${r[n]}${q[@]@a}"
t 7 "${q[@]@a}"
t 8 "${q[@]@U}"
t 9 "${q[@]@a}${q[@]@a}"
t 10 "${q[@]@U}$c"
t 11 "${q[@]@a}$c"
set --
t 12 "$c${@@a}"
t 13 "$c${@@U}"
t 14 "${c}${@@Q}"
t 15 "${@@a}"
t 16 "$c${q[@]#x}"
t 17 "$c${q[@]^^}"
t 18 "$c${q[@]/a/b}"
t 19 "$c${@#x}"
t 20 "$c${q[@]:0}"
t 21 "${q[*]@a}"
t 22 ${c}"${q[@]@a}"
t 23 "$c"${q[@]@a}
t 24 "$c${q[@]@Q}"
t 25 "$c${q[@]@A}"
t 26 "$c${q[@]@K}"
t 27 "${r[n]@a}${q[@]}"
t 28 "${r[n]@U}$@"
t 29 "${c@U}$@"
t 30 "${c@U}${q[@]@a}"
t 31 "${c#x}${q[@]}"
t 32 "${c@U}${q[@]@U}"
t 33 "${r[n]@U}${q[@]@U}"
t 34 "${r[n]#x}${q[@]@a}"
t 35 "${r[n]@Q}${q[@]@a}"
t 36 "${r[@]@a}"
declare -a z=()
t 37 "${z[@]@a}" ; t 38 "$c${z[@]@a}"; t 39 "${z[@]@A}"; t 40 "${z[*]@A}"
# --- operators that keep an empty text
c=; t() { echo "$1: $(($#-1))"; }
for op in U L u E P Q K k a A; do eval 't '$op' "${c@'$op'}$@"; t '$op'2 "$@${c@'$op'}"; t '$op'3 "${nosuch@'$op'}$@"; t '$op'4 "${1@'$op'}$@"; t '$op'5 "${c@'$op'}${e[@]}x"; '; done
t lit "${c@U}""$@"
t len "${#c}$@"
t alt "${c:-}$@"; t alt2 "${c:-$c}$@"; t alt3 "${c+}$@"; t alt4 "${c+$c}$@"; t alt5 "${c:-""}$@"
t ar "$((0))$@" 
t cs "$(:)$@"; t cs2 "`:`$@"
t bs "${c@U}${c@U}$@"
t sub "${c:0:0}$@"; t sub2 "${c/a/b}$@"; t sub3 "${c^^}$@"; t pre "${c##*}$@"; t ind "${!c}$@" 2>/dev/null; d=c; t ind2 "${!d}$@"; t ind3 "${!d@U}$@"; t ind4 "${!zz*}$@"; t ind5 "${!zz@}$c"
declare -a z=()
for o in a A Q K k U L u E P; do eval 't z'$o' "${z[@]@'$o'}"; t z2'$o' "${z[*]@'$o'}"; t z3'$o' "$c${z[@]@'$o'}"'; printf '<%s>' "${z[@]@A}"; echo; done
z=(1 2)
printf '<%s>' "${z[@]@A}"; echo
printf '<%s>' "${z[*]@A}"; echo
declare -A y=()
printf '<%s>' "${y[@]@A}"; echo
printf '<%s>' "${y[*]@A}"; echo
printf '<%s>' ${z[@]@A}; echo
declare -A y=([a]=1)
printf '<%s>' "${y[@]@A}"; echo
unset w
printf '<%s>' "${w[@]@A}"; echo
set --; printf '<%s>' "${@@A}"; echo; set -- 1 '2 3';  printf '<%s>' "${@@A}"; echo;  printf '<%s>' "${*@A}"; echo
declare -ir k=(1 2); printf '<%s>' "${k[@]@A}"; echo
# --- what operators make of empty and unset values
x=abc; c=; t() { echo "$1: $(($#-1))"; }
t a "${x/abc/}$@"; t b "${x:0:0}$@"; t c "${x:5}$@"; t d "${c^}$@"; t e "${c,,}$@"; t f "${c~}$@"; t g "${x//?}$@"; t h "${x:1:0}${e[@]}" 
t i "${nope/a/b}$@"; t j "${nope:0:1}$@"; t k "${nope^^}$@"; t l "${nope@U}$@"; t m "${1/a/b}$@"; t n "${1:1}$@"
d=c; t o "${!d/x/y}$@"; t p "${!d:0:0}$@"; t q "${!d@L}$@"; t r "${!d^}$@"
r=(''); t s "${r[0]/a/b}$@"; t t "${r[0]^}$@"; t u "${r/a/b}$@"; t v "${r[0]:0}$@"; t w "${r[*]/a/b}$@"; t x "${r[*]@U}$@"; t y "${r[@]@U}$@"; t z "${e[*]@U}$@"; t aa "${e[*]/a/b}$@"; t ab "${e[*]:0}$@"; t ac "${*:1}$@"; t ad "${*@U}$@"; t ae "${*/a/b}$@"
t af "$@${c@U}" ; t ag "$@${x:0:0}"; t ah "${x:0:0}${c}$@"; t ai "$c${c@U}$@$c"
t aj ${x:0:0}"$@"; t ak ${c@U}"$@"
a="${c@U}$@"; t al "$a"
set --
printf '<%s>' "${@@A}"; echo $?; t am "${@@A}"; t an "${*@A}"; t ao x"${@@A}"; t ap ${@@A}
declare -A y; t aq "${y[@]@A}"; printf '<%s>' "${y[@]@A}"; declare -a yy; printf '<%s>' "${yy[@]@A}"; echo; declare -A y=(); printf '<%s>' "${y[@]@A}" "${y[@]@K}" "${y[@]@k}"; echo; y=([a b]=1 [c]='x y'); printf '<%s>' "${y[@]@A}" ; echo; printf '<%s>' x"${y[@]@A}"y ; echo; printf '<%s>' ${y[@]@A} ; echo; v=${y[@]@A}; echo "$v"; v="${y[@]@A}"; echo "$v"
declare -x ex=1; printf '<%s>' "${ex[@]@A}"; echo; ey=1; printf '<%s>' "${ey[@]@A}" "${ey[*]@A}" "${ey@A}" "${ex@A}"; echo
printf '<%s>' "${nope[@]@A}" "${nope[@]@a}" "${nope[*]@a}" "${nope@a}"; echo; declare -i ni; printf '<%s>' "${ni[@]@A}" "${ni@A}" "${ni[@]@a}" "${ni@a}"; echo; t ar "${ni[@]@A}"; t as "${ni@A}"; declare -a na; printf '<%s>' "${na@A}" "${na[@]@A}" "${na@a}" "${na[@]@a}" "${na[*]@a}"; echo;  na=(); printf '<%s>' "${na@A}" "${na[@]@A}" "${na@a}" "${na[@]@a}" "${na[*]@a}"; echo; na=([3]=x);  printf '<%s>' "${na@A}" "${na[@]@A}" "${na@a}" "${na[@]@a}" "${na[*]@a}"; echo
f() { local -a la=(1 "2 3"); printf '<%s>' "${la[@]@A}"; echo; eval "${la[@]@A}"; echo "${la[1]}"; }; f
# --- the command that makes an array, with other IFS
z=(1 '2 3'); set -- u 'v w'; IFS=:
printf '<%s>' "${z[*]@A}" "${*@A}" ; echo
printf '<%s>' ${z[*]@A} ; echo
printf '<%s>' ${z[@]@A} ; echo
printf '<%s>' ${*@A} ; echo
printf '<%s>' ${@@A} ; echo
printf '<%s>' "${@@A}" ; echo
v=${z[*]@A}; echo "$v"; v=${z[@]@A}; echo "$v"; v="${z[@]@A}"; echo "$v"; v="${z[*]@A}"; echo "$v"; v=${*@A}; echo "$v"
IFS='2 '
printf '<%s>' ${z[*]@A} ; echo
printf '<%s>' "${z[*]@A}" ; echo
printf '<%s>' "${z[@]@A}" ; echo
printf '<%s>' ${z[@]@A} ; echo
printf '<%s>' ${*@A} ; echo
cat <<Q
${z[@]@A} ${z[*]@A} ${@@A} ${*@A}
Q
[[ ${z[@]@A} == "declare -a"* ]] && echo yes
echo $(( ${#z[@]} ))
IFS=
printf '<%s>' ${z[*]@A} ; echo
printf '<%s>' "${z[*]@A}" ; echo
printf '<%s>' "${z[@]@A}" ; echo
printf '<%s>' ${z[@]@A} ; echo
v=${z[@]@A}; echo "$v"
v=${@@U}; echo "$v"; v=${@#z}; echo "$v"
declare -p z; declare -a na; declare -p na; na=(); declare -p na; unset 'na[0]'; declare -p na; declare -A nb; declare -p nb
# --- an array that names itself
q=("${q[@]@a}x"); declare -p q
( w=(${w[*]@A}); declare -p w )
v=(${nope?bad}) ; declare -p v
# --- an error behind names that are unset
s='Hello World'; set -u
eval '(( hello world$'"' )) ; echo \$?"
echo $((hello world 08)); echo $((hello world @))
(( s + 1 )); echo $?
x=1; echo $((x x x)); echo $((x x = 3)) ; (( x 3 ))
echo $((x 3 08)); echo $((x 1+))
echo $((nope world))
# --- set -u, arrays and indirect names
a=abc
( set -u; echo 1 ${!a}; echo after )
( set -u; q=(foo${!a} x); echo after )
( set -u; q=(foo ${x}); echo after )
( set -u; q=("u v${#q[@]}"); echo after "${q[@]}" )
( set -u; q=("u v${#q[@]}" foo${!a}); echo after )
( set -u; if false; then :; else q=("u v${#q[@]}" $'{a,b}'foo${!a} ${x}); unset r; fi; echo after )
( set -u; echo ${#q[@]}; echo after )
( set -u; echo ${!q[*]}; echo after )
( set -u; echo ${!q[@]}; echo after )
( set -u; echo "${q[@]}"; echo after )
( set -u; set -- x ${!q[*]}; echo after )
( set -u; echo ${q[*]#x} ; echo after )
( set -u; echo ${#q[*]} ${#q} ; echo after )
( set -u; echo ${!q@} ; echo after )
( set -u; echo ${q[*]@a} ; echo after )
( set -u; echo ${q@a} ; echo after )
( set -u; n=0; while (( n++ < 1 )); do if [ 1 = 2 ]; then :; else q=($'12' ${!a}); fi; echo in; done; echo after )
( set -u; q=(); echo ${!q[*]} ${q[*]} ${q[@]}; echo after )
( set -u; declare -a q; echo ${!q[*]}; echo ${q[@]} ; echo after )
( set -u; set -- nope; echo ${!1}; echo after )
( set -u; b='nope[1]'; echo ${!b}; echo after )
( set -u; b=nope; echo ${!b#x}; echo after )
( set -u; b=nope; echo ${!b:1}; echo after )
( set -u; b=(nope x); echo ${!b[0]}; echo after )
( set -u; b=nope; echo ${#b} ${!b@U}; echo after )
( set -u; nr=(${#nr[@]} ${nr[*]}); declare -p nr; nr+=(${#nr[@]}); declare -p nr )
( set -u; f() { local -a u=(${#u[@]}); declare -p u; z=(${#z[@]}); declare -p z; }; f; declare -p z )
( declare -n ref=tgt; ref=(${#tgt[@]} a); declare -p tgt ref )
( readonly ro=1; ro=(${x:=5}); echo no ) ; ( ux=(a b) true; declare -p ux ) ; (uy=($(echo ${#uy[@]})); declare -p uy)
( : ${qq[0]} ; qq[0]=x; declare -p qq; ww=([0]=${#ww[@]} [5]=${#ww[@]}); declare -p ww)
# --- lists joined where nothing is a list beside them
t() { printf '<%s>' "$@"; echo; }
set -- p 'q r' ''
t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"
set -- p '' q
t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"
set -- '' p q
t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"
set -- p '' '' q '' ''
t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"; t 6 "${*#}${*#}$@"; t 7 "$@${*#}" ; t 8 "$@${*#}z"; t 9 "${e[@]}${*#}"; t 10 "${e[@]}${*#}z"
set -- '' ''
t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"
set -- ''
t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"
set -- p 'q r' ''; x=X
t a "${*#}${@+w}" ; t b "${*#}${@:-w}"; t c "${*#}${@:+$x}" ; t d "${*#}${e[@]:-w}"; t e "${*#}${@+${x^}}"; t f "${*#}${@+$@}"; t g "${*#}${x:+$@}"; t h "${*#}${e[@]+w}"; t i "${*#}${e[@]-w}"; t j "${*#}${#@}"; t k "${*#}${!e[@]}"; t l "${*#}${@:1:0}"; t m "${*#}${@:9}" ; t n "${*#}${@@U}" ; t o "${*#}${e[@]@U}"; t p "${*#}${@-}"
IFS=:; t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"
set -- p '' '' q '' ''
t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"
IFS=; t 1 "${*#}${@}x" ; t 2 "${*#}x${e[@]}" ; t 3 "x${*#}y$@" ; t 4 "${*#} ${e[@]}" ; t 5 "${*#}${e[@]}"
unset IFS; t 1 "${*/q/w}${@}x" ; t 2 "${*/q/w}x${e[@]}"; t 3 "x${*:1}y$@" ; t 4 "${*^} ${e[@]}" ; t 5 "${*@U}${e[@]}"; t 6 "${*:1}${e[@]}z"; t 7 "${*@U}z${e[@]}"
# --- empty elements at the end of a list
t() { printf '<%s>' "$@"; echo; }
b='x y'
set -- p 'q r' ''
t 1 "$@${*%$b}""z" ; t 2 "$@${*%z} " ; t 3 "${*%z} $@"; t 4 "${*: -2}${r[@],?}*" ; t 5 "${*//z} $@"; t 6 "${*//z}${@+X}" ; t 7 "${*^^z}*$@"; t 8 "${*: -2}*$@"; t 9 "${*:1}*${e[@]}"; t 10 "${*@U}*${e[@]}"; t 11 "${*%z}*${e[@]}"; t 12 "${*/z}*${e[@]}"; t 13 "${*^^}*${e[@]}"; t 14 "${*: -2}" ; t 15 "${*//z/}${@:-w}"; t 16 "${*//z/}${e[@]+X}"; t 17 "${*%z}${@+X}"; t 18 "${*: -2}${@+X}"; t 19 "${*^^}${@+X}"; t 20 "${*@Q}${@+X}"; t 21 "${*%z}${x:+$@}"; t 22 "${*%z}${@:1:0}*"; t 24 "${*%z}${e[@]-$@}*"; t 25 "${*%z}${@+$@}"
set -- p '' q
t 1 "$@${*%$b}""z" ; t 2 "$@${*%z} " ; t 3 "${*%z} $@"; t 4 "${*: -2}${r[@],?}*" ; t 5 "${*//z} $@"; t 6 "${*//z}${@+X}" ; t 7 "${*^^z}*$@"; t 8 "${*: -2}*$@"; t 9 "${*:1}*${e[@]}"; t 10 "${*@U}*${e[@]}"; t 11 "${*%z}*${e[@]}"; t 12 "${*/z}*${e[@]}"; t 13 "${*^^}*${e[@]}"
set -- '' '' p '' '' q '' ''
t 1 "$@${*%$b}""z" ; t 2 "$@${*%z} " ; t 3 "${*%z} $@"; t 4 "${*: -2}${r[@],?}*" ; t 5 "${*//z} $@"; t 6 "${*//z}${@+X}" ; t 7 "${*^^z}*$@"; t 8 "${*: -2}*$@"; t 9 "${*:1}*${e[@]}"; t 10 "${*@U}*${e[@]}"; t 11 "${*%z}*${e[@]}"; t 12 "${*/z}*${e[@]}"; t 13 "${*^^}*${e[@]}"
IFS=:
t 1 "$@${*%$b}""z" ; t 2 "$@${*%z} " ; t 3 "${*%z} $@"; t 4 "${*: -2}${r[@],?}*" ; t 5 "${*//z} $@"; t 6 "${*//z}${@+X}" ; t 7 "${*^^z}*$@"; t 8 "${*: -2}*$@"; t 9 "${*:1}*${e[@]}"; t 10 "${*@U}*${e[@]}"; t 11 "${*%z}*${e[@]}"; t 12 "${*/z}*${e[@]}"; t 13 "${*^^}*${e[@]}"
IFS=
t 1 "$@${*%$b}""z" ; t 2 "$@${*%z} " ; t 3 "${*%z} $@"; t 4 "${*: -2}${r[@],?}*" ; t 5 "${*//z} $@"; t 6 "${*//z}${@+X}" ; t 7 "${*^^z}*$@"; t 8 "${*: -2}*$@"; t 9 "${*:1}*${e[@]}"; t 10 "${*@U}*${e[@]}"; t 11 "${*%z}*${e[@]}"; t 12 "${*/z}*${e[@]}"; t 13 "${*^^}*${e[@]}"
# --- operators without a pattern
t() { printf '<%s>' "$@"; echo; }
c=
set -- p 'q r' ''
t 1 "${*#$c}x${e[@]}" ; t 2 "${*##$c}x${e[@]}"; t 3 "${*%%}x${e[@]}"; t 4 "${*/$c/y}x${e[@]}"; t 5 "${*^^$c}x${e[@]}"; t 6 "${*,}x${e[@]}" ; t 7 "${*#""}x${e[@]}"; t 8 "${*%''}x${e[@]}"; t 9 "${*//}x${e[@]}"
t 10 ${*#}x; t 11 ${@#}x; t 12 "${@#}x"; t 13 "${@%}"
r=(a 'b c' ''); t 14 "${r[*]#}x${e[@]}"; t 15 "${r[*]#$c}x${e[@]}" ; t 16 "${r[*]#z}x${e[@]}"
IFS=:; v=${*#}; echo "$v"; v=${@#}; echo "$v"; v="${@#}"; echo "$v"; v=${@#z}; echo "$v"; v=${r[@]%}; echo "$v"; t 17 ${*#}; t 18 ${@#}
t 19 "$@${*%z}"; t 20 "$@${*%z}"''z; t 21 "$@${*%z}"z; t 22 "$@${*%z}""$@"; t 23 "$@${*%z}"$p; t 24 "$@${*%z}${p}z"; t 25 "$@${*%z}""${*%z}"; t 26 "$@${*%z}""${*%z}$@"
unset IFS; t 19 "$@${*%z}"; t 20 "$@${*%z}"''z; t 21 "$@${*%z}"z; t 22 "$@${*%z}""$@"; t 23 "$@${*%z}"$p; t 24 "$@${*%z}${p}z"; t 25 "$@${*%z}""${*%z}"; t 26 "$@${*%z}""${*%z}$@"
# --- operators without a pattern in assignments
c=; set -- p 'q r' ''; IFS=:
v=${@#$c}; echo "1 $v"; v=${@%$c}; echo "2 $v"; v="${@%$c}"; echo "3 $v"; v=${@%%}; echo "4 $v"; v=${@%}; echo "5 $v";v=${@##}; echo "6 $v";v=${@#''}; echo "7 $v"; v="${@%}"; echo "8 $v"; v="${@%%''}"; echo "9 $v"
cat <<< ${@%}; cat <<< ${@%z}; cat <<< "${@%}"
t() { printf '<%s>' "$@"; echo; }
t "$@${*%}z" "$@${*##}z" "$@${*#}z"
# --- a quote alone, and slices of arrays that are not there
x="'"; echo ${x@Q} "${x@A}"; set -- "'"; echo "${@@Q}"; echo "${@@A}"; r=("'" "''" "a'"); echo "${r[@]@Q}"; echo "${r[@]@A}"; declare -p x r; set | grep "^x="; printf '%q\n' "'"; alias q="'"; alias q; trap "'" USR1; trap -p; trap - USR1; f() { echo "'"; }; declare -f f; echo "${x@K}"; declare -A h=(["'"]="'"); declare -p h; echo "${h[@]@K}" "${h[@]@k}"; export x; export -p | grep x=; readonly rx="'"; readonly -p | grep rx=
echo ${q[@]:0:x.y} ${q[*]:x.y} ${q:x.y}; q=(); echo ${q[@]:0:x.y}; declare -a z; echo "${z[@]:x.y}"
# --- attributes of lists; operators with other IFS
t() { printf '<%s>' "$@"; echo; }
set -- p 'q r' ''; r=(one 'two three' '' four); h=x
t "${*@a}"; t "${@@a}"; t ${*@a}x; t "a${*@a}${!r[@]}"; t "a${@@a}b"; t "${*@a}b"; t "${r[*]@a}b" "${r[@]@a}b"; t "a${r[*]@a}${!r[@]}"
unset IFS;  t ${r[@]##x}; t ${r[@]@U}; t ${r[@]@a}
IFS=:; t ${r[@]##x}; t ${r[@]@U}; t ${r[@]/x/y} ; IFS=' :'; t ${r[@]##x};  IFS=': '; t ${r[@]##x} ${r[@]@U}; IFS=x; t ${r[@]#o} ${r[@]@U} ${@#p}
# --- empty elements at the beginning of a list
t() { printf '<%s>' "$@"; echo; }
set -- p 'q r' ''; r=(one 'two three' '' four)
t 'a*'é"${*@a}${!r[@]}"; t é"${*@a}${!r[@]}"; t "é${*@a}${!r[@]}"; t 'a'"${*@a}${!r[@]}"; t a"${*@a}${!r[@]}"; t x"${*^}${!r[@]}"; t "${*@a}${!r[@]}"; t x"${*@a}y${!r[@]}"; t x"${*#p}${!r[@]}"
set -- '' '' z; t x"${*#p}${!r[@]}"; t "x${*#p}${!r[@]}"; t "${*#p}${!r[@]}"; t x"${*#p}$@"; t x"${*#p}y$@"; t $r"${*#p}y$@";  t "x""${*#p}y$@"; t "$r""${*#p}y$@"; t x"$r${*#p}y$@"
IFS=:; t x"${*#p}${!r[@]}"; t "x${*#p}${!r[@]}"; t "${*#p}${!r[@]}"; t x"${*#p}$@"
# --- elements without blanks where IFS is empty
IFS=; r=(one two '' four); printf '<%s>' ${r[@]#x} ${r[@]%e}; for a in x${r[@]#o}y; do echo "$a"; done
