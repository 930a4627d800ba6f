# Pipelines, lists, groups, subshells, tilde, process substitution.
# --- |& and negation
{ echo out; echo err >&2; } |& sort; f() { echo e >&2; }; f |& cat; ! true |& false; echo $?; ! ! true; echo $?; ! (exit 2); echo $?; time -p true 2>/dev/null; ! { false; } && echo ok
# --- and, or, in one line
true && echo 1 || echo 2; false && echo 1 || echo 2; false || false || echo 3; true && false || true && echo 4; echo a && { echo b; false; } || echo c; true; false; echo $?; false ; true && echo 5
# --- newlines behind operators
true &&
echo a ||

echo b
echo x |
  # a comment
  cat
echo y |&
cat; true \
  && echo c
# --- subshells keep what they change
x=1; (x=2; cd /; set -f; echo $x $PWD); echo $x ${PWD##*/}; echo $-|tr -d hBc; (exit 3) ; echo $?; (f() { echo f; }; f); f 2>/dev/null; echo $?; y=$( (echo nested) ); echo $y; ( (echo a); (echo b) ) | cat; ((1+1)); echo $?; (( (1) )) && echo arith; ( ( true ) ) && echo sub
# --- groups
{ x=5; }; echo $x; { echo a; echo b; } > f; cat f; { read p; read q; } < f; echo $q$p; { echo x; exit 4; echo no; } | cat; { echo one-line; }; {
echo lines
}; { ! false; } && echo neg; {echo nope 2>/dev/null; echo $?
# --- streams end early
yes | head -n 2; seq 100000 | head -n 1; (echo a; sleep 0.01; echo b) | head -n 1; { seq 10; echo e >&2; } 2>&1 | tail -n 1; yes 2>/dev/null | { read x; echo $x; }; echo ${PIPESTATUS[@]}
# --- a pipe's parts run in subshells
x=0; echo a | x=1; echo $x; echo a | while read l; do x=2; done; echo $x; x=3 | x=4; echo $x; echo 5 | { read y; echo "in $y"; }; echo "out [$y]"; cd / | true; [ "$PWD" = / ] || echo stays; exit 3 | true; echo $?
# --- background lists
{ sleep 0.01; echo late; } & echo first; wait; (echo a &) ; sleep 0.02; echo 1 & wait; true && false & wait $!; echo $?; a=1 & wait; echo "[$a]"
# --- process substitution
cat <(echo a) <(echo b); while read x; do echo "[$x]"; done < <(printf '1\n2\n'); diff <(seq 3) <(seq 4); echo $?; echo text | tee >(tr a-z A-Z > up) > /dev/null; sleep 0.05; cat up; wc -l < <(seq 5); [[ <(:) == /dev/fd/* ]] && echo fd; f() { cat "$1" "$2"; }; f <(echo x) <(echo y); cat < <(cat < <(echo deep)); sort -m <(seq 1 2 5) <(seq 2 2 6) | tr '\n' ' '; echo; read a < <(exit 3; echo); echo $?
# --- tilde
HOME=/h; cd /tmp; cd /; echo ~ ~/x ~+ ~- "~" '~' \~ ~nosuchuser x~ ~/"a b" a=~ ~:~; x=~:~/b:c~; echo $x; y=~; echo $y; PATH_=/a:~/b; echo $PATH_; echo ${z:-~} ${z:-~/q} "${z:-~}"; echo {~,~/a}; case ~ in /h) echo case;; esac; [[ ~ == /h ]] && echo cond; export E=~/e; echo $E; for i in ~ ~/f; do echo $i; done; unset HOME; cd /tmp; f=(~+ ~-); echo "${f[@]}"; alias_=~root; echo ${alias_:+set}; echo --opt=~/x
# --- time
TIMEFORMAT='%%'; time true; TIMEFORMAT=; time true; TIMEFORMAT='t %0R'; time :; TIMEFORMAT='%lR' ; { time sleep 0; } 2>&1 | grep -c '^0m0\.0..s$'; time; echo $?
# --- commands of all kinds with redirections
if true; then echo a; fi > f; while read l; do echo "w $l"; done < f; for i in 1 2; do echo $i; done | tac; case x in x) echo c;; esac >> f; cat f; until true; do :; done < /dev/null; (( 1 )) > f2; [[ a ]] 2> f3; ls f2 f3; { echo g; } 3>&1 >&3; f() { echo fn; } > f4; f; cat f4; select x in a; do echo $x; break; done <<< 1 2>/dev/null
# --- time tells also of what the shell ends in
for text in 'set -e; time false' 'time exit 3' 'time { exit 2; }' 'time (exit 2)' 'set -e; time { false; echo x; }' 'f() { time return 3; }; f' 'time ${x?no}' 'set -u; time echo $nope' 'time exec true' 'for i in 1 2; do time break; done' 'for i in 1 2; do time continue; done' 'time eval "exit 4"' 'set -e; f() { false; }; time f' '(time exit 3); echo $?' 'trap "echo bye" EXIT; time exit 3' 'set -e; trap "echo bye" EXIT; time false' 'time { time exit 5; }' 'time ! exit 6' 'x=$(time exit 2); echo $?' 'readonly r=1; time r=2' 'trap "exit 9" ERR; time false'; do
  bash -c "TIMEFORMAT=t; $text" 2>&1; echo $?
done
