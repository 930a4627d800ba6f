declare -a v='([$(echo 0)]=1 [2]=x)'; declare -p v
# ---
value='[$(echo total 0)]=1 [2]=2]'; declare -a var="($value)"; declare -p var
# ---
v=(1 2); declare v="(\$(echo 3) 4)"; declare -p v; f() { declare v="(\$(echo 3) 4)"; declare -p v; }; f
# ---
declare -a v="(\$(echo a b) 'x y' [7]=\$(echo q))" w='(1 2)' z=3 u; declare -p v w z u
# ---
f() { local -a v='($(echo 1 2))'; declare -p v; local -A m='([a]=$(echo x))'; declare -p m; }; f; declare -p v
# ---
y="a b"; declare -a v='($y "$y" [5]=$y)'; declare -p v
# ---
declare -a v='(1 2'; declare -p v
# ---
command command command echo hi; builtin builtin echo x; command builtin command echo y; command -p echo z; command -- command -v echo
# ---
f() { echo function; }; echo() { builtin echo mine "$@"; }; command echo a; echo b; builtin command echo c
# ---
command read x <<< 'a b'; builtin echo "$x"; command eval 'echo "$@"; false'; builtin echo $?
# ---
command; builtin; command -x; builtin nosuch; command nosuch; echo $?
# ---
f() { command return 3; echo no; }; f; builtin echo $?; for i in 1 2; do command break; done; builtin echo $i
# ---
x=aXbXc; echo "${x//X/[&]}" "${x/X/\&}" "${x//?/&&}" "${x/%c/<&>}" "${x/#a/&&&}" "${x/*/&-&}"; x='a\b'; echo "${x//\\/\\\\}"
# ---
x=éàü; echo "${x%?}" "${x#?}" "${x%%à*}" "${x##*à}" "${x//[à]/-}" "${x^^}" "${x:1:1}" "${x/%ü/u}"
# ---
IFS=', '; x='a, b,,c ,d'; for i in $x; do echo "<$i>"; done; read -a y <<< "$x"; declare -p y; IFS=$'\n'; set -- $x; echo $#
# ---
printf '%s|%5s|%-5s|%.2s|%c|%q|%Q|%b\n' abc abc abc abc abc 'a b' 'c d' 'x\ty' 1; printf 'a%%b\\n\n'; printf '%s\n' a b c; printf '%d %s\n' 1 a 2; printf -v z '%05d' 42; echo $z
