# --- a function is a variable of the environment
f() { echo hi; }; export -f f; bash -c f; printenv BASH_FUNC_f%%; env | grep -A1 BASH_FUNC_ | grep -v ^_; env -i bash -c f; env A=1 bash -c 'f; declare -F'; env -u BASH_FUNC_f%% bash -c f; timeout 5 bash -c f; echo x | xargs bash -c f
# --- it is no more exported, redefined, or unset
f() { echo hi; }; export -f f; (export -nf f; bash -c f); bash -c f; f() { echo new; }; bash -c f; env bash -c f; bash -c 'unset -f f; bash -c f'; declare +x -f f; bash -c f; declare -fx f; bash -c 'export -nf f; bash -c f'; unset -f f; bash -c f
# --- its text
f1() { a; b & c; }; f2() { if a; b; then c; d; else e; fi; while x; do y; z; done; for i in 1 2; do k; l; done; for ((i=0;i<1;i++)); do m; done; case x in a|b) n; o;; *) p;; esac; }; f3() { { a; b; }; (c; d); g() { e; f; }; [[ a ]]; ((1)); }; f4() (a; b); f5() { a; } >x 2>&1; f6() if a; then b; fi; f7() { select x in a; do b; done; a && { b; c; }; }
f8() { a; cat <<A && b; c
x
A
}
f9() { if cat <<A; then b; fi
x
A
}
export -f f1 f2 f3 f4 f5 f6 f7 f8 f9; for i in {1..9}; do printenv BASH_FUNC_f$i%%; done; env bash -c 'declare -f'
# --- where it is from
f() { echo "$BASH_SOURCE ${FUNCNAME[@]}"; }; export -f f; bash -c f; env bash -c f
# --- what is no function
env 'BASH_FUNC_f%%=() { echo' bash -c 'f'; env 'BASH_FUNC_f%%=x' bash -c f; env 'BASH_FUNC_f-x%%=() { echo hi; }' bash -c 'f-x; declare -F'; env 'BASH_FUNC_f%%=() (echo hi)' bash -c f; env 'f=() { echo hi; }' bash -c 'f; echo "$f"'
# --- nothing runs when a shell begins
env 'BASH_FUNC_f%%=() { echo; }; echo x' bash -c 'f' 2>/dev/null; echo $?
