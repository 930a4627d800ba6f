{ echo a; sleep 0.1; nosuch; } 2>&1 | head -1; echo ok
# ---
{ echo a; sleep 0.1; cd /nonexistent; echo b; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; shift x; readonly r=1; r=2; echo b; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; set -x; : a; ((1/0)); echo $((1/0)); } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; eval 'if'; echo b; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; (nosuch); echo b; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; f() { nosuch; }; f; echo b; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; for i in 1 2 3; do nosuch; done; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; printf '%d\n' x; declare -p; set; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; x=${u?bad}; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; set -u; echo $u; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; echo > /nonexistent/x; echo b; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; select x in a b; do :; done < /dev/null; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
# ---
{ echo a; sleep 0.1; time :; } 2>&1 | head -1; echo ok ${PIPESTATUS[@]}
