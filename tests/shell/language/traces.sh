# --- a command is shown before its redirections are made
set -x; x=$(echo a 2>&1); echo "[$x]"; y=`echo b 2>&1`; echo "[$y]"; echo hi >log 2>&1; cat log; true 2>/dev/null; cat /nope 2>/dev/null; ls <nofile; a=1 b="2 3" printenv b 2>/dev/null
# --- functions, builtins and compound commands
set -x; f() { echo "in $1"; }; f 'a b' >log 2>&1; cat log; eval 'echo x 2>&1' 2>/dev/null; command echo c 2>/dev/null; { echo d; } 2>/dev/null; (echo e) 2>/dev/null; for i in 1; do echo $i; done 2>log; cat log; [[ -n $i ]] 2>/dev/null; (( i > 0 )) 2>/dev/null; exec 2>log; echo h; exec 2>&1; cat log
# --- another descriptor
exec 5>log; BASH_XTRACEFD=5; set -x; echo a 5>/dev/null; x=$(echo b 2>&1); set +x; echo "[$x]"; cat log
# --- with set -x from the command line
bash -xc 'x=$(echo a 2>&1); echo "[$x]"; echo b 2>/dev/null'; bash -x <<< 'x=$(echo a 2>&1); echo "[$x]"'
# --- declarations with elements
n=2; set -x; declare -A m=([x]=y [a b]="c d"); declare -a q=("it's" $'a\nb' '' *nope* [5]="p q" [n+1]=z); declare -A q3+=([a]=b); declare q4=(1 2) x=3 q5=(4); readonly -a r=(1); export e=(a b); declare -a "u=(1 2)"; declare -A v=(a b "c d" e); x=1 typeset w=(2); z=([1]=2 $n) k=(); z+=(y); f() { local -a l=(1 "$@"); }; f "7 8"
# --- the heads of loops
n=2; set -x; for ((i=$n; i < $n+1 ; i++)); do :; done; for (( j = 0 ; j < 1 ; j ++ )); do :; done; for ((;;)); do break; done; for ((;1;)); do break; done; select x in a "b c" $n; do break; done <<< 1; set -- p; select x; do break; done <<< 1; for x; do :; done
# --- within traps
set -x; trap 'echo exit' EXIT; trap 'echo err' ERR; trap 'echo usr' USR1; false; f() { trap 'echo ret' RETURN; }; f; trap 'echo dbg' DEBUG; eval 'eval true; false'
# --- patterns of [[
set -x
b='x y' n='a$b"q' g='x*' e= u='é→' t=$'a\nb'
[[ $b == "x y" ]]
[[ $b == x* ]]
[[ $b == "x"* ]]
[[ $b == $b ]]
[[ $b == $g ]]
[[ $b == "$g" ]]
[[ $b != 'x y'z ]]
[[ $n == "$n" ]]
[[ $e == "$e" ]]
[[ $u = "$u" ]]
[[ $t == "$t" ]]
[[ $b == \x\ \* ]]
[[ $b == @(x|"y z")* ]]
[[ "a b" == [ax]* ]]
[[ "a b" == ["ax"]* ]]
[[ $b == "abc-1.2_/:x" ]]
[[ $b == 'a\b' ]]
[[ $b == "$b"$g ]]
[[ ! $b == "z" ]]
[[ $b < "x z" ]]
case $b in "x y") ;; esac
