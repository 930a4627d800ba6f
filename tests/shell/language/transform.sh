# ${x@...} and what declare -p, set and trap print.
# --- @Q of all kinds of text
for x in '' plain 'a b' "it's" $'tab\there' $'nl\nx' 'a$b`c"d' $'\001\x7f' é '*' '~' '#x' a=b '{a,b}' '!x' '-n'; do echo "${x@Q}"; done
# --- @Q of arrays and of nothing
a=(1 'b c' "d'e"); echo "${a[@]@Q}"; echo "${a[*]@Q}"; set -- x 'y z'; echo "${@@Q}" "${*@Q}"; echo "[${nope@Q}]"; n=; echo "[${n@Q}]"; printf '<%s>' "${a[@]@Q}"; echo
# --- @E
x='a\tb\x41\u00e9\e[0m\101\n|'; echo "${x@E}" | cat -v; y='\\ \" \q \cA'; echo "${y@E}" | cat -v
# --- @U @u @L
x='hello wörld'; echo "${x@U} ${x@u}"; y=ÀBC; echo "${y@L}"; a=(ab cd); echo "${a[@]@U}" "${a[@]@u}"; set -- xx yy; echo "${@@U}"
# --- @A of scalars and arrays
x='a b'; declare -i n=5; declare -r r=1; declare -x e=; declare -a a=(1 'x y'); declare -A h=([k]='v w'); declare -u up=abc; declare -lx lo=ABC
echo "${x@A}"; echo "${n@A}"; echo "${r@A}"; echo "${e@A}"; echo "${a[@]@A}"; echo "${a@A}"; echo "${h[@]@A}"; echo "${up@A}"; echo "${lo@A}"; echo "[${nope@A}]"; declare -i unset_n; echo "[${unset_n@A}]"
# --- @A of positional parameters
set -- 'a b' c; echo "${@@A}"; echo "${1@A}"; echo "${*@A}"
# --- @a: attributes
declare -i n=1; declare -rx r=1; declare -a a=(1); declare -A h=([x]=1); declare -u u; declare -n ref=n; s=1; f() { local -l l=x; echo "${l@a}"; }
echo "${n@a}|${r@a}|${a@a}|${h@a}|${u@a}|${ref@a}|${s@a}|${nope@a}"; echo "${a[0]@a} ${a[@]@a}"; f; declare -a empty; echo "[${empty@a}]"; declare -A eh; echo "[${eh@a}][${eh[@]@a}]"
# --- @P: prompt escapes
x='\s \u \h \w \W \$ \\ \n\t|'; y='a\[b\]c $((1+2)) $(echo sub)'; cd /tmp; v='\v'; echo "${y@P}"; z='\w:\W'; echo "${z@P}"; w='\101\e\a'; echo "${w@P}" | cat -v; echo "${v@P}"; j='\j \l \# \!'; j='\j'; echo "${j@P}"
# --- @P of names with variables
u='$HOME \u'; USER=joe; p="${u@P}"; echo "${p%% *}"; s='\s'; echo "${s@P}"; d='${x:-y} `echo z`'; echo "${d@P}"; h='\\\\'; echo "${h@P}"; HOME=/tmp; cd /tmp; mkdir -p d/e/f; cd d/e/f; t='\w \W'; echo "${t@P}"; PROMPT_DIRTRIM=1; echo "${t@P}"; cd /tmp/d; echo "${t@P}"; rm -r /tmp/d
# --- @K and @k
declare -A h=([a]='1 x'); a=(p 'q r'); echo "${h[@]@K}"; echo "${a[@]@K}"; echo "${h[@]@k}"; printf '<%s>' "${a[@]@k}"; echo; printf '<%s>' "${a[@]@K}"; echo; x=s; echo "${x@K} ${x@k}"; echo "${a[0]@K}"
# --- bad transformations
x=1; echo "${x@Z}"; echo after $?
# --- bad transformations, more
x=1; (echo "${x@}"); echo $?; (echo ${x@QQ}); echo $?; (echo "${@@Q}" ok)
# --- case operators with patterns
x=abcABC; echo "${x^^[ac]} ${x,,[AC]} ${x^[b]} ${x^a} ${x~~} ${x~}"; a=(one two); echo "${a[@]^} ${a[@]^^o} ${a[*]~}"; y=éa; echo "${y^} ${y^^}"; echo ${x^^?} ${x^^*} ${nope^^}
# --- declare -p of every form
declare -p nope; echo $?; x=$'a\nb'; declare -p x; y="q\"'\$\`\\"; declare -p y; declare -i i=3; declare -p i; declare -r R=2; declare -p R; declare -x E=1; declare -p E; declare -a A=([2]=x [5]='y z'); declare -p A; declare -A H=([a b]='c"d'); declare -p H; declare -n N=x; declare -p N; declare -ilx M=1; declare -p M; declare U; declare -p U; declare -ai AI=(1+1 x); declare -p AI; declare -a EA=(); declare -p EA; declare -a UA; declare -p UA; declare -A UH; declare -p UH; declare -n UN; declare -p UN
# --- declare -p inside functions, and of several names
f() { local a=1; local -i b; local -r c=2 d; declare -p a b c d; local -p; }; f; x=1 y=2; declare -p x y zz x; echo $?
# --- declare -f and -F
f() { echo "$1"; }; g() { :; }; declare -F; declare -f f; declare -F f g nope; echo $?; declare -fr g; g() { echo no; }; echo $?; unset -f g; echo $?; declare -F; export -f f; declare -pf f; declare -pF
# --- typeset is declare; +x takes attributes away
typeset -ix n=4+4; echo $n; export -p | grep ' n='; declare +x n; export -p | grep -c ' n='; declare +i n; n=1+1; echo $n; declare -r r=1; declare +r r; echo $?; declare -a a=(1); declare +a a; echo $?; declare -u u=x; declare +u u; u=y; echo $u
# --- declare errors
declare 1a=2; echo $?; declare -z; echo $?; declare -A h=(1 2); declare -p h; declare -a h; echo $?; declare -A a2; a2[x]=1; declare -i bad=1+; echo $? ; declare -n self=self; echo $?; declare -g; echo $?
# --- readonly refuses in every way
readonly r=1; r=2; echo "never"
# --- readonly refuses in every way, one by one
readonly r=1 arr=(1 2); (r=2; echo no); echo $?; (unset r); echo $?; (declare r=3); echo $?; (export r=3); echo $?; (read r <<< x); echo $?; (for r in a; do echo loop; done); echo $?; (printf -v r x); echo $?; (arr[0]=9); echo $?; (arr+=(3)); echo $?; (unset 'arr[0]'); echo $?; (((r=5))); echo $?; (let r=1); echo $?; (getopts a r -a); echo $?; (mapfile arr <<< x); echo $?; (r=9 true); echo $?; (local r=1) 2>&1; f() { local r=2; echo in; }; f; echo $? $r
# --- readonly -p and readonly -a, -f
readonly a=1; readonly -a l=(x y); readonly -A h=([k]=v); readonly -p | grep -E ' (a|l|h)='; f() { :; }; readonly -f f; readonly -f | head -4; readonly nope_unset; readonly -p | grep nope
# --- export forms
export A=1 B; echo $?; export -n A; env | grep -c '^A='; B=2; env | grep '^B='; export C='x y' D=~; env | grep -E '^(C|D)=' | sort; export 1x; echo $?; export -f nofunc; echo $?; f() { echo exported; }; export -f f; bash -c f; export -nf f; bash -c f 2>/dev/null; echo $?
