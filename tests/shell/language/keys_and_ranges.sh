# --- keys of associative arrays
declare -A h; h[$'\n']=3; printf '%q\n' "${!h[@]}"; [[ -v h[$'\n'] ]]; echo $?
# --- in compound assignments
declare -A h=([$'\t']=1); printf '%q\n' "${!h[@]}"
h=([$'\n\x01']=1 ["a b"]=2 ['x]y']=3 [q\"]=4 [$(echo e)]=5 [é]=6 ['*']=7 ['$x']=8 ['a\b']=9 ['`']=1 ['!']=2 ["'"]=3 [\\]=4)
declare -p h; echo "${h[@]@A}"; echo "${h[@]@K}"; printf '<%s>' "${h[@]@k}"; echo; set | grep ^h=
for k in "${!h[@]}"; do printf '%q=%s\n' "$k" "${h[$k]}"; done
# --- ${m[@]@A} and @K
declare -A m=(["b c"]=2); echo "${m[@]@A}"; echo "${m[@]@K}"; echo "${m[@]@k}"; echo "${m[*]@A}"; echo "${m[*]@K}";echo "${m[*]@k}"
# --- of an indexed array
a=("a b" $'\n' c\' d\" '$x' '`' '' '~' "*"); echo "${a[@]@A}"; echo "${a[@]@K}"; printf '<%s>' "${a[@]@k}"; echo; echo "${a[@]@Q}"; echo ${a@A} ${a@K} ${a@k} ${a[1]@A} ${a[1]@K} ${a[1]@k}; declare -p a
# --- elements of two forms
declare -A n=([x]=1 y 2); declare -p n
# --- mixed2
declare -A n=(y 2 [x]=1); declare -p n
# --- mixed3
declare -A n=(y 2 z); declare -p n; n+=(q 1 w); declare -p n
# --- mixed4
declare -A n; n=(a b [c]=d e f); declare -p n; echo $?; n=([c]+=d [c]+=e); declare -p n
# --- mixed5
declare -A n; n=("" b); declare -p n; n=([""]=d); declare -p n; n[]=x; declare -p n; n[""]=1
# --- mixed6
a=(1 [5]=6 7 [2]=8 9); declare -p a; a+=(x [1]=y [1]+=z); declare -p a; a=([x]=1 y [-1]=3); declare -p a
# --- arith keys
declare -A q; for k in $'\n' ']' '[' '"' "'" '$(echo x)' '`echo x`' 'a b' ' ' '@' '*' '\' '$x' ''; do q[$k]=1; ((q[$k]++)); echo "$? $k: ${q[$k]}"; done 2>&1
# --- arith keys set
declare -A q; for k in $'\n' ']' '[' '"' "'" '$(echo x)' '`echo x`' 'a b' ' ' '@' '*' '\' '$x'; do q[$k]=1; ((q["$k"]++)); echo "$? $k: ${q[$k]}"; done 2>&1
# --- arith let
declare -A q; for k in $'\n' ']' '[' '"' "'" '$(echo x)' '`echo x`' 'a b' ' ' '@' '*' '\' '$x'; do q[$k]=1; let 'q[$k]++'; echo "$? $k: ${q[$k]}"; done 2>&1
# --- arith dollar
declare -A q; for k in $'\n' ']' '[' '"' "'" '$(echo x)' '`echo x`' 'a b' ' ' '@' '*' '\' '$x'; do q[$k]=1; echo $((q[$k]+1)); echo "$? $k: ${q[$k]}"; done 2>&1
# --- arith dollar set
declare -A q; for k in $'\n' ']' '[' '"' "'" '$(echo x)' '`echo x`' 'a b' ' ' '@' '*' '\' '$x'; do q[$k]=1; : $((q[$k]+=5)); echo "$? $k: ${q[$k]}"; done 2>&1
# --- unset keys single
declare -A q; for k in $'\n' ']' '[' '"' "'" '$(echo x)' '`echo x`' 'a b' ' ' '@' '*' '\' '$x'; do q[$k]=1; unset 'q[$k]'; echo "$? $k: ${q[$k]}"; done 2>&1
# --- ref keys
declare -A q; for k in $'\n' ']' '[' '"' "'" '$(echo x)' '`echo x`' 'a b' ' ' '@' '*' '\' '$x'; do q[$k]=1; x="q[$k]"; echo "$k: ${!x} $((x))"; done 2>&1; declare -p q
# --- nameref circle
(declare -n r=r; r=5; echo $r; declare -p r)
# --- nameref circles
declare -n a=b; declare -n b=a; a=5; echo "[$a]" $?; declare -p a b; unset -n a b; f() { declare -n r=r; r=5; echo $r; }; r=1; f; echo $r; g() { local -n r=$1; r=7; }; g r; echo $r
# --- braces
echo {A..c}
# --- braces2
echo {a..Z}; echo {1..A} {a..1}; echo {z..A..3}; echo {z..a..-3}; echo {a..z..-3};echo {01..-5}; echo {1..3..100}; echo {1..10..9223372036854775807}; echo {-01..1}; echo {1..-1..0}; echo {a..c..0} {1..3..a} {1..3..} {..3} {1..} {1...3}; echo {001..3} {1..003} {0..00} {-0..3} {+1..3} {+01..3} {1..+3}; echo {9223372036854775806..9223372036854775807} {9223372036854775808..9223372036854775809}; echo {-9223372036854775808..-9223372036854775807}; echo {0x1..0x3} {1..3..0x2} {é..ë} {A..Z..5} {Z..a} {_..a} {a..é} {aa..bb} {1.5..2.5} {'1'..3} {\a..c} {a..\c} {"a"..c} {$x..3} {1..3}{a..c} {1..3..-1} {3..1..1} {3..1..-2} {-5..5..3} {5..-5..3} {10..1..3} {00..10..5} {-10..010..5} {1..3..01}
# --- braces3
echo {1..9223372036854775807..4611686018427387904}
echo {1..10..-9223372036854775808}
echo {1..10..9223372036854775808}
# --- heredoc
y=1
cat <<"E"$y
one $y
E$y
cat <<E"F"G
two $y
EFG
cat <<'E'\F
th $y
EF
cat <<$'E\t'
fo $y
E	
cat <<E$y
fi $y
E$y
cat <<"E F"
six $y
E F
cat <<$(echo E)
seven
$(echo E)
cat <<E`x`
eight
E`x`
cat <<"$(x)"
nine $y
$(x)
cat <<${y}z
ten $y
${y}z
cat <<""
eleven $y

cat <<-"A"B
	12 $y
	AB
f() { cat <<"a"b; }
x $y
ab
f; declare -f f
# --- sub1
declare -A h; h[a\ b]=1; h['c d']=2; echo "${h[a\ b]}" "${h["c d"]}" ${h['c d']} "${h['c d']}" "${h[$'a b']}"; declare -p h
# --- idx3
declare -A c; for w in it\'s a "a b" 'x]' it\'s '$HOME' '"q"'; do (( c[$w]++ )); done; for k in "${!c[@]}"; do echo "$k=${c[$k]}"; done | sort; (( c[it\'s] += 5 )); (( c["a b"] = 7, c[a]-- )); echo "${c["it's"]} ${c[a b]} ${c[a]}"
# --- for
declare -A c=([x y]=3); k='x y'; for ((i=0; i<c[$k]; i++)); do echo $i; done; while ((c[$k]-- > 0)); do echo ${c[$k]}; done
# --- -v
declare -A h=(["a b"]=1 [x]=); k="a b"; [[ -v h[$k] ]] && echo 1; [[ -v h["$k"] ]] && echo 2; [[ -v h["a b"] ]] && echo 3; [[ -v "h[$k]" ]] && echo 4; [[ -v h[x] ]] && echo 5; [[ -v h[nope] ]] || echo 6; [[ -n ${h[x]+set} ]] && echo 7; test -v h[x] && echo 8; [ -v "h[$k]" ] && echo 9; [[ ! -v h[q] ]] && echo 10; [[ -v h[@] ]]; echo $?; [[ -v h ]]; echo $?; a=(1); [[ -v a ]] && echo 11; [[ -v a[0] ]] && echo 12; [[ -v a[1] ]] || echo 13; [[ -v a[-1] ]] && echo 14; i=0; [[ -v a[i] ]] && echo 15; [[ -v a[$i] ]] && echo 16
# --- -v quoted odd
declare -A q; for k in ']' '[' '"' '$x'; do q[$k]=1; [[ -v "q[$k]" ]]; echo $?; [[ -v q["$k"] ]]; echo $?; done 2>&1
# --- unset
a=(1 2 3 4); i=1; unset 'a[i]' 'a[$i+1]'; declare -p a; unset "a[-1]"; declare -p a; declare -A h=([a]=1 [b]=2 ["c d"]=3); unset 'h[a]' "h[c d]"; declare -p h; unset h[b]; declare -p h; unset 'h'; declare -p h
# --- unset @
a=(1 2); unset 'a[@]'; declare -p a; declare -A h=([x]=1 ["@"]=2); unset 'h[@]'; declare -p h; unset 'h[*]'; declare -p h
# --- kv subst
declare -A m=([a]=$(echo 1) ["$(echo b c)"]=2 [d]="x y" [e]=*); declare -p m; declare -A m2=("${m[@]@k}"); declare -p m2
# --- empty idx
a=([""]=1); declare -p a
# --- empty idx2
a=([]=1); declare -p a; echo $?
# --- readonly assoc
declare -rA m=([a]=1); m[b]=2; echo $?
# --- local assoc
f() { local -A m=([a b]=1 [c]="$1"); m+=([d]=4); declare -p m; local -a x=(1 [3]=4); declare -p x; }; f "q r"
# --- declare odd
declare -A h=([x]=1); declare h[y]=2; declare "h[z w]=3"; declare -p h; declare -a a; declare a[3]=x "a[1+1]=y"; declare -p a; declare -i n; n[0]=3+4; declare -p n; export e[1]=2; declare -p e; readonly r[1]=2; declare -p r
# --- += on elems
declare -A h=([x]=a); h[x]+=b; h[y]+=c; h+=([x]+=d [z]=e); declare -p h; declare -A n=([x]=1); n=([x]+=2 [y]=3); declare -p n; a=(1 2); a[0]+=x; a+=([1]+=y 3); declare -p a; declare -ia b=(1 2); b[0]+=5; b+=([1]+=5 2+2); declare -p b
# --- heredoc two
cat <<"A"1 - <<'B'2 <<C
x
A1
y
B2
z
C
# --- nameref circle
declare -n a=b; declare -n b=a; a=5; echo "[$a]" $?; declare -p a b
# --- circle 2
f() { declare -n r=r; r=5; echo $r; }; r=1; f; echo $r; g() { local -n r=$1; r=7; }; g r; echo $r; h() { local -n x=y; local -n y=x; x=1; echo "<$x>"; }; h; echo $?
# --- circle 3
declare -n x=x; echo $?; x=4; declare -p x; typeset -n y; y=y; echo $?; declare -p y; y=5; declare -p y; readonly -n 2>&1; declare -n z=1a; echo $?
# --- brace step
echo {Y..b}x; echo x{Y..b}; echo {a..Y..2}; echo {Z..a}{1,2}; a={Z..a}; echo $a; for i in {Z..a}; do echo "<$i>"; done; echo {X..c..-2} {9..A} {A..9}; echo {`..a}
# --- odd keys given to builtins as texts
declare -A q; for k in $'\n' ']' '[' '"' "'" 'a b' ' ' '@' '*' '\'; do q[$k]=1; unset "q[$k]"; echo "$? $k: ${q[$k]}"; done 2>&1
# --- odd keys that test -v takes
declare -A q; for k in $'\n' ']' '[' '"' "'" 'a b' ' ' '@' '*' '\'; do q[$k]=1; [[ -v q[$k] ]]; a=$?; [[ -v 'q[$k]' ]]; b=$?; test -v "q[$k]"; echo "$k: $a $b $?"; done 2>&1
# --- printf -v and declare
declare -A q; for k in $'\n' 'a b' ' ' '@' '*' ']' '['; do printf -v "q[$k]" %s 1; echo "${q[$k]}"; declare "q[$k]=2"; echo "$? ${q[$k]}"; done 2>/dev/null; declare -p q
# --- commands in a subscript that is read twice
# bash: it runs them, which is how a text that a script reads becomes a command
a=(5 6); x='a[$(echo 1)]'; echo $((x)); echo after
# --- commands in a subscript given to unset
# bash: it runs them
declare -A h=([1]=x); unset 'h[$(echo 1)]'; echo $? "${h[1]}"; read 'h[`echo 2`]' <<< y; echo $?; declare -p h
# --- keys and values in turn are not split
x="a 1 b 2"; declare -A m=($x); declare -p m; declare -A n; n=($x); declare -p n; n=(a "$x" * "~"); declare -p n; arr=(k1 v1 k2 v2); declare -A o=("${arr[@]}"); declare -p o
# --- a delimiter on two lines
cat <<E\
F
x
EF
# --- a width that would be cut off
# bash: it prints them # large
printf '%16777217d' 1 | wc -c; printf 'a%.16777217fb\n' 1 | wc -c; printf '%*d' 16777217 1 | wc -c; printf '%-16777217s\n' abc | wc -c; printf '%.16777217d' 1 | wc -c; printf '%16777217(%Y)T' 0 | wc -c; echo ${PIPESTATUS[0]}
# --- a width that is just small enough
# large
printf '%*s' 16777216 x | wc -c; printf '%.2000000000s\n' abc; printf '%.16777216d' 1 | wc -c; printf '%0*d' 1048577 1 | wc -c; printf '%-*d|' -3 1; printf '%*d|' -3 1
# --- the program printf, likewise
# bash: it prints them # large
env printf 'a%16777217db\n' 1 | wc -c; env printf '%.16777217f\n' 1 | wc -c; env printf '%.2000000000s\n' abc; env printf '%16777216s' x | wc -c; env printf '%*d' 16777217 1 | wc -c
# --- a width of date
# large
date -u -d @0 +%100000s | wc -c; date -u -d @0 +%0100000N | wc -c
# --- a width of date that is refused
# bash: GNU date prints it # large
date -u -d @0 +%2000000s | wc -c; date -u -d @0 '+%600000Y%600000m' | wc -c
# --- decimals of seq
seq 0 1e-65 2e-65; seq 1e-70 1e-70 2e-70; seq -w 0.5 1e-10 0.5
# --- more decimals than numbers have
# bash: GNU seq prints zeros
seq 0 0.1e-17001 0 | head -c 3; echo; seq 1e-17001 1 | wc -c
# --- "${@op}" where no fields are made: joined by IFS in assignments and here-strings
IFS=:; set p "q r"; a=(x y)
x="${@:1}"; echo "1 $x"; x=${@:1}; echo "2 $x"; x="${a[@]:0}"; echo "3 $x"; x="${a[@]}"; echo "4 $x"; x=${a[@]}; echo "5 $x"; x=$@; echo "6 $x"
x="${!a[@]}"; echo "7 $x"; x="${a[@]@Q}"; echo "8 $x"; x="${@:-w}"; echo "9 $x"; x="${@+w v}"; echo "10 $x"; x="${@:+$@}"; echo "11 $x"; x="${u:-$@}"; echo "12 $x"; x="${u:-${@^}}"; echo "13 $x"
x="a${@^}b"; echo "14 $x"; y[0]="${@^}"; echo "15 ${y[0]}"; declare z="${@^}"; echo "16 $z"; local_=("${@^}"); echo "17 ${#local_[@]}"; export e="${a[@]#x}"; echo "18 $e"
cat <<F
19 ${@^} $@ ${a[@]^} ${a[@]}
F
x=${a[@]^}; echo "25 $x"; x=${a[@]/x/z}; echo "26 $x"; x="${a[@]%y}"; echo "27 $x"; x="${a[@]@U}"; echo "28 $x"; x="${@@A}"; echo "29 $x"; x="${a[@]@A}"; echo "30 $x"; x="${a[@]@K}"; echo "31 $x"; x="${#@}"; echo "32 $x"
for ((i = ${a[@]:1:0}0; i < 1; i++)); do echo 33; done; IFS=; x="${@^}"; echo "34 $x"; x="$@"; echo "35 $x"; unset IFS;  x="${@^}"; echo "36 $x"; IFS=-+; x="${@^}"; echo "37 $x"; x=${@#p}; echo "38 $x"; x=${@}; echo "39 $x"; x="${*^}"; echo "40 $x"; read -r v <<< "${@^}"; echo "41 $v"; PS4="${@^}"; echo "42 $PS4"; v="${@^}" eval 'echo "43 $v"'
[[ "${a[@]^}" == X* ]] && echo 44; [[ ${@^} == 'P Q r' ]] && echo 45; case ${a[@]^} in 'X Y') echo 46;; esac; [[ P-Q\ r == "${@^}" ]] && echo 47
echo "48 $(( ${@:1:0}1 ))"; w=("${@^}" [5]="${@^}"); declare -p w

# --- parts of arrays with holes, and of arrays that lost and found elements again
a=(0 1 2 3 4 5); unset 'a[2]'; a[10]=x; a[20]=y
echo "${a[@]:2:2}" "|" "${a[@]:3}" "|" "${a[@]: -1}" "|" "${a[@]: -11:3}" "|" "${a[@]:11:1}" "|" "${a[*]:0:1}" "|" "${a[@]:21}" "|" ${#a[@]}
a[2]=z; echo "${a[@]}" "${!a[@]}"; unset 'a[0]'; echo "${!a[@]}"; a[0]=w; echo "${!a[@]}" "${a[@]:1:2}"; a[1]=v a[2]=u; echo "${a[@]}"
a[0]+=W a[3]+=T; echo "${a[@]}" ${#a[@]}; for i in 0 1 2 3 4 5 10 20; do unset "a[$i]"; done; echo ${#a[@]} "${a[@]}" "${a[@]:0}"
b=({1..9}); for i in 1 2 3; do unset 'b[0]'; b[0]=x$i; done; echo "${b[@]}" "${!b[@]}"; b+=(y); unset 'b[-1]'; echo "${b[@]: -2}"
declare -n r=b; echo ${#r[@]} "${r[@]:1:2}"; declare -A h=([k]=v); echo ${#h[@]} "${h[@]:0:1}" "${h[@]:1:1}" "${h[@]:2}"
x=text; echo ${#x[@]} "${x[@]:1}" "${x[@]:0:2}" ${#none[@]} "${none[@]:1}|"; e=(); echo ${#e[@]} "[${e[@]:0}]"
i=0; echo "${b[@]:i++:i+1}" $i; echo "${b[@]:(b[1]=7):1}" "${b[1]}"; echo "${#PIPESTATUS[@]}" "${PIPESTATUS[@]:0:1}"

# --- parts of the parameters, and many shifts
set -- a b c d e f g
echo "${@:1:1}" "${@:2:2}" "${@:0:1}" "${@: -1}" "${@: -2:1}" "${@:7}" "${@:8}|" "${*:2:3}" "${@:3:0}|" "${@: -7:2}"
shift; echo $# "$1" "${@:1:1}" "${@: -1}" "$*"; shift 2; echo $# "$*" "${@:2:1}"; shift 9 || echo no; echo "$*"
f() { while (($#)); do printf '%s ' "$1" "${@: -1}"; shift; done; echo $#; }; f "$@" x; echo "$*"; (shift; echo "$*"); echo $#
for i; do shift; echo "$i:$*"; done; echo $# "${@:1}|" "${@:0:1}" "$(shift; echo $?)"
set -- 1 2 3 4 5 6 7 8 9 10; shift 4; set -- "$@" z; echo "$*" ${10-none} ${7}; shift 3; echo ${#@} ${#*} "$@"
