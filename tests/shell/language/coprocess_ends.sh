# Who holds the ends of a coprocess.
# --- a second one lets the first see its end
coproc X { cat; }; { coproc Y (cat); } 2>/dev/null; exec {X[1]}>&-; wait $X_PID; echo $?; exec {Y[1]}>&-; wait $Y_PID; echo $?
# --- that there is one still
{ coproc X { cat; }; coproc Y { cat; }; } 2>&1 | sed 's/[0-9]\{2,\}/PID/'; coproc Z { :; }; sleep 0.1; true; coproc W { :; }; wait; echo ok
# --- subshells do not have them
coproc X { cat; }; (echo f >&${X[1]}); echo $?; true | { echo g >&${X[1]}; }; echo $?; { read l <&${X[0]}; echo "bg $? $l"; } & wait $!; echo a >&${X[1]}; read l <&${X[0]}; echo "$l"
# --- substitutions and groups do
coproc X { cat; }; echo a >&${X[1]}; x=$(head -n 1 <&${X[0]}); echo $x; { echo b >&${X[1]}; read l <&${X[0]}; }; echo $l; f() { echo c >&${X[1]}; read l <&${X[0]}; echo $l; }; f
# --- a job in the background does not keep one open
coproc X { cat; }; (sleep 0.3) & exec {X[1]}>&-; wait $X_PID; echo $?; jobs | wc -l
