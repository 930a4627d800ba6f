# --- DEBUG: each expression of for, and select
trap 'echo "D: $BASH_COMMAND"' DEBUG; n=2; for ((i=0;i<1;i++)); do echo x; done; for ((;;)); do break; done; for (( i = $n ; i < $n+1 ; i ++ )); do :; done; select x in a "b c"; do echo $x; break; done <<<1 2>/dev/null; for ((i=1/0;;)); do :; done
# --- DEBUG: expressions and loops that a trap has passed over
shopt -s extdebug; d() { [[ $BASH_COMMAND == *skip* || $BASH_COMMAND == "((i=0))" || $BASH_COMMAND == select* ]] && return 1; return 0; }; trap 'd' DEBUG; i=5; for ((i=0; i<6; i++)); do echo $i; done; for ((i=0; i<6+0*skip; i++)); do echo $i; done; select x in a b; do echo $x; break; done <<<1; echo end
# --- DEBUG: set inside a function it works from there on
f() { trap 'echo "D: $BASH_COMMAND"' DEBUG; echo a; g; echo b; }; g() { echo g; trap - DEBUG; }; f; echo after; trap -p
# --- DEBUG: what a function takes away is back behind it
trap 'echo "D: $BASH_COMMAND"' DEBUG; f() { trap -p; trap - DEBUG; echo in; }; f; echo after; f; echo after2
# --- DEBUG: what a function sets instead stays
trap 'echo "D: $BASH_COMMAND"' DEBUG; f() { echo 1; trap 'echo "E: $BASH_COMMAND"' DEBUG; echo in; g; }; g() { echo g; }; f; echo after; trap -p DEBUG
# --- DEBUG: one that ignores is inherited
trap '' DEBUG; f() { trap -p; trap 'echo x' DEBUG; echo hi; }; f; trap -p
# --- DEBUG: functions that are traced
f() { echo in; trap - DEBUG; echo in2; }; declare -ft f; trap 'echo "D: $BASH_COMMAND"' DEBUG; f; echo after; trap -p
# --- DEBUG: sourced files
trap 'echo "D: $BASH_COMMAND"' DEBUG; echo 'echo src' >s; . ./s; echo 'trap - DEBUG; echo src2' >s; . ./s; echo after; set -T; echo 'echo src3' >s; . ./s
# --- DEBUG: subshells in functions
trap 'echo "D: $BASH_COMMAND"' DEBUG; f() { ( echo a; trap -p ); x=$(echo b); trap 'echo Z' DEBUG; (echo c; trap -p); }; f
# --- ERR: set, taken away and set anew in a function
(f() { trap 'echo "E: $BASH_COMMAND"' ERR; false; g; false; }; g() { false; trap -p ERR; }; f; false; trap -p); (trap 'echo "E"' ERR; f() { trap - ERR; false; :; }; f; false; trap -p); (trap 'echo "E"' ERR; f() { false; trap 'echo F' ERR; false; :; }; f; false; trap -p)
# --- ERR: eval and source are what failed, behind what failed in them
trap 'echo "[$BASH_COMMAND]"' ERR; eval false; echo 'false' >s; . ./s; command eval false; eval 'true; false'; eval '(exit 2)'; builtin eval false; eval 'eval false'; f() { false; }; f; eval f; eval '[[ -z x ]]'; eval 'x=$(false)'; eval false >/dev/null; if eval false; then :; fi
# --- ERR and EXIT behind eval with set -e
bash -c "trap 'echo \"[\$BASH_COMMAND]\" \$?' ERR; trap 'echo \"exit [\$BASH_COMMAND]\"' EXIT; set -e; eval false; echo no"
# --- RETURN: its status is that before return
f(){ trap 'echo R $?' RETURN; false; return 7; }; f; echo $?; g(){ trap 'echo R $?' RETURN; (exit 4); return; }; g; echo $?; h() { trap 'echo R $? ${PIPESTATUS[*]}' RETURN; false | true | false; return 3; }; h; echo $? ${PIPESTATUS[*]}; i() { trap 'echo R $?' RETURN; eval 'false; return 3'; }; i; echo $?; j() { trap 'echo R $? $LINENO $BASH_COMMAND' RETURN; true; return $((3+1)); }; j; echo $?
# --- RETURN: sourced files that end with return
trap 'echo R $?' RETURN; echo 'false; return 5' >s; . ./s; echo $?; echo 'false' >s; . ./s; echo $?; trap - RETURN; echo 'trap "echo R \$? \$FUNCNAME" RETURN; return 3' >s; . ./s; echo $?; f() { . ./s; echo in; }; f; trap -p
# --- RETURN: who has it
(f() { trap 'echo ret' RETURN; :; }; g() { f; echo g; }; g; f; trap -p); (trap 'echo ret' RETURN; g() { echo g; trap -p; }; g; f() { trap - RETURN; :; }; f; trap -p; g; . /dev/null); (f() { trap 'echo ret $FUNCNAME' RETURN; g; g2; }; g() { echo g; };  g2() { echo g2; trap 'echo r2 $FUNCNAME' RETURN; g; }; f; trap -p; g); (g() { echo g; return 4; }; declare -ft g; trap 'echo ret $? $FUNCNAME' RETURN; g; echo $?; f() { g; . /dev/null; }; f)
# --- RETURN and DEBUG together
f() { trap 'echo R $?' RETURN; trap 'echo D $? $BASH_COMMAND' DEBUG; false; return 7; }; f; echo $?
