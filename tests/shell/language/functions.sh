f() { echo "$# $1 $2"; }; f a b; f "x y"
# ---
function g { echo g; }; g; function h() { echo h; }; h; k() ( echo sub; ); k
# ---
f() { local x=1; g; echo $x; }; g() { x=2; }; x=0; f; echo $x
# ---
f() { local x; echo "[$x]"; x=5; }; x=1; f; echo $x
# ---
f() { if [ $1 -gt 0 ]; then echo $1; f $(($1-1)); fi; }; f 3
# ---
fib() { if (($1<2)); then echo $1; else echo $(( $(fib $(($1-1))) + $(fib $(($1-2))) )); fi; }; fib 10
# ---
f() { return; }; false; f; echo $?; g() { false; return; }; g; echo $?
# ---
f() { echo $FUNCNAME ${FUNCNAME[@]}; g; }; g() { echo ${FUNCNAME[1]}; }; f
# ---
x=1 f 2>/dev/null; f() { echo $x; }; x=tmp f; echo "[$x]"
# ---
unset -f f; f; f() { :; }; unset f; f
# ---
f() { shift; echo "$@"; }; f 1 2 3; set -- a b; f x y; echo $@
# ---
f() { set -- new; echo $1; }; set -- old; f; echo $1
# ---
f() { local -i n=2+3; local -r c=1; echo $n $c; c=2; echo no; }; f; echo $?
# ---
return 3; echo $?
# ---
f() { local IFS=,; set -- $1; echo $2; }; f a,b,c; echo "$IFS" | cat -A | head -1
# ---
declare -f nope; echo $?; f() { echo a; }; declare -F; declare -F f
# ---
f() { echo hi > /dev/null && echo ok; }; declare -f f
# ---
f() { for i in 1 2; do echo $i; done; if true; then :; else echo x; fi; while false; do :; done; case a in a) echo;; esac; }; type f
# ---
f() { cat <<E
body $1
E
}; f x; declare -f f
# ---
f() { (( x > 1 )) && [[ -n $x ]] || { echo no; }; }; declare -f f
# ---
f() { a | b && c & d; }; declare -f f
# ---
f() { local a=1 b=2; echo $((a+b)); unset a; echo "[$a]"; }; a=out; f; echo $a
# ---
outer() { inner() { echo in; }; inner; }; outer; inner
# ---
f() { echo "${BASH_SOURCE[0]}|$LINENO"; }; f
# ---
f() { caller; caller 0; }; f
# ---
f() { echo $1; return $2; }; if f a 0; then echo t; fi; f b 3 || echo $?
# ---
f() { local x=$(false); echo $?; local y; y=$(false); echo $?; }; f
# ---
f() { declare -g G=global; declare L=local; }; f; echo "$G [$L]"
# ---
f() { local -n ref=$1; ref=changed; }; v=orig; f v; echo $v
# ---
f() { local -; set -f; echo $-; }; f | tr -d 'hBc'; echo $- | tr -d 'hBc'
# ---
export -f nosuch; f() { echo exported; }; export -f f; bash -c f
# --- here-documents and empty clauses are printed, too
f() { cat <<A
x
A
}; declare -f f
# ---
f() { cat <<A; echo a; echo b
x
A
echo c; }; declare -f f
# ---
f() { cat <<A && echo a || echo b
x
A
}; declare -f f
# ---
# bash: it writes the body of A behind the first command of the body, which so becomes a part of it
f() { if cat <<A; then echo y; fi
x
A
for i in 1; do cat <<B <<'C' > out; done
b
B
c
C
}; declare -f f
# ---
f() { cat <<A | sort | uniq
x
A
echo z; }; declare -f f
# ---
f() { cat <<A & echo a
x
A
}; declare -f f
# ---
f() { { cat; } <<A; echo a
x
A
(cat) <<B
b
B
}; declare -f f
# ---
f() { case x in a) ;; b) :;; c) ;& d) ;;& esac; }; declare -f f
# --- local - beside others, and what it puts back
f() { local - x=1; set -f; echo $- $x; }; f; echo $-; f() { local x=1 -; set -f; }; f; echo $-; f() { local -i - x=1+1; set -f; echo $x; }; f; echo $-; f() { local -- -; set -f; }; f; echo $-; f() { local -r - -; set -f; }; f; echo $-; f() { declare -; local -p -; local -; local b=1; local; echo; local -p; local -=3; }; f; f() { local - -; set -f; g; echo $-; }; g() { local -; set +f; set -u; }; f; echo $-; f() { local -; shopt -s nullglob; set -f; }; f; shopt nullglob; echo $-; local -; export -; readonly -
# --- attributes stay when a function is defined anew
f() { :; }; declare -ft f; export -f f; f() { echo; }; declare -pF; declare -F f; declare +t -f f; declare -pF
# --- functions with quotes of their own within $( ), which have a language of their own
f() { echo $(cat <<X
cost $'5' and $"6"
X
); }
export -f f; bash -c f
eval "$(declare -f f)"; f
g() { echo "$(case x in x) echo "$'q'";; esac)" "${x:-$'a'}"; }
eval "$(declare -f g)"; g
echo $(# it's
echo hi)$' & wait' & wait
h() { echo $'it\'s' $"two" 'a$"b' "c$'d" \$'e' $'\x41'; }
declare -f h; eval "$(declare -f h)"; h
# --- $$ is a parameter, whatever stands behind it
f() { echo $$'a\tb' "$$'x\t'" $$$'a\tb' $$"hi $$'q'" $x$'a'; }
declare -f f
