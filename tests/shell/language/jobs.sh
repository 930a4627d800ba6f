sleep 0.05 & wait; echo $?; (exit 3) & wait $!; echo $?
# ---
echo a & wait; echo b
# ---
{ sleep 0.1; echo late; } & echo early; wait; echo end
# ---
(exit 5) & p=$!; (exit 6) & wait $p; echo $?; wait $!; echo $?
# ---
sleep 5 & kill $!; wait $!; echo $?
# ---
for i in 3 1 2; do (sleep 0.$i; echo $i) & done; wait
# ---
x=1; { x=2; } & wait; echo $x
# ---
sleep 0.1 & sleep 0.2 & wait -n; echo $?; wait; echo done
# ---
false & wait %1; echo $?; wait %5; echo $?
# ---
sleep 1 & jobs; kill %1; wait; echo ok
# ---
cat & wait; echo stdin is null
# ---
f() { echo in bg; return 4; }; f & wait $!; echo $?
# ---
true & false & wait; echo $?; wait; echo $?
# ---
(trap 'echo got term; exit 0' TERM; while :; do sleep 0.05; done) & p=$!; sleep 0.1; kill $p; wait $p; echo $?
# ---
echo piped | cat & wait; yes | head -2; echo ${PIPESTATUS[@]}
# ---
seq 1 100000 | tail -1; yes abc | head -c 10; echo; seq 5 | (read x; echo $x)
# ---
a=$(sleep 0.1; echo x) b=$(echo y); echo $a$b; echo $(echo 1 & echo 2; wait) | wc -w
# ---
while read l; do echo "got $l"; done < <(for i in 1 2; do echo $i; done); echo end
# ---
{ echo 1; sleep 0.05; echo 2; } | while read x; do echo "[$x]"; done
# ---
! false | true; echo $?; (echo a; exit 2) | cat; echo ${PIPESTATUS[0]}
# ---
kill -0 $$ && echo alive; kill -9 $BASHPID; echo no
# ---
echo x | tee a b | cat; cat a b; wc -c < a
# --- what is appended is followed
echo a > f; (sleep 0.2; echo b >> f; sleep 0.3; printf c >> f) & timeout 1.3 tail -n 1 -f f; echo " $?"; wait
