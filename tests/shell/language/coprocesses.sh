coproc cat; echo hello >&${COPROC[1]}; read -r x <&${COPROC[0]}; echo "got $x"; eval "exec ${COPROC[1]}>&-"; wait $COPROC_PID; echo $?
# --- named, a loop inside
coproc UP { while read -r l; do echo "${l^^}"; done; }
for w in one two; do echo $w >&"${UP[1]}"; read -r r <&"${UP[0]}"; echo $r; done; [[ -n $UP_PID ]] && echo pid; exec {UP[1]}>&-; wait; echo done
# --- its status by wait
coproc { exit 7; }; p=$COPROC_PID; wait $p; echo $?
# --- unset when it has ended
coproc X { echo out; }; read -r l <&"${X[0]}"; echo $l; wait $X_PID 2>/dev/null; echo "[${X[0]-gone}]"
# --- a simple command
coproc tr a-z A-Z; echo abc >&"${COPROC[1]}"; exec {COPROC[1]}>&-; cat <&"${COPROC[0]}"
# --- a calculator
coproc CALC { while IFS= read -r e; do echo $((e)); done; }
ask() { printf '%s\n' "$1" >&"${CALC[1]}"; IFS= read -r REPLY <&"${CALC[0]}"; echo "$1 = $REPLY"; }
ask 1+2; ask '3 * (4 + 5)'; ask 2**10; kill $CALC_PID; wait $CALC_PID 2>/dev/null; echo $?
# --- as a function's engine with saved descriptors
coproc E { read -r a; echo "first $a"; read -r b; echo "second $b"; }; exec 5>&"${E[1]}" 6<&"${E[0]}"; echo x >&5; read -r r <&6; echo "$r"; echo y >&5; read -r r <&6; echo "$r"; exec 5>&- 6<&-
# --- in a subshell it cannot be seen
coproc C { cat; }; (echo "${#C[@]}"; echo ${C[0]:+set}); kill $C_PID; wait 2>/dev/null; echo end
# --- NAME needs a compound command
coproc N echo simple 2>&1; cat <&"${COPROC[0]}"; wait
