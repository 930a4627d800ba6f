if true; then echo a; elif true; then echo b; else echo c; fi
# ---
if false; then echo a; elif true; then echo b; fi; if false; then echo; fi; echo $?
# ---
for i in 1 2 3; do if [ $i = 2 ]; then continue; fi; echo $i; done
# ---
for i in 1 2 3; do for j in a b; do if [ $j = b ]; then continue 2; fi; echo $i$j; done; done
# ---
for i in 1 2 3; do while true; do break 2; done; done; echo $i
# ---
i=0; until [ $i -ge 3 ]; do echo $i; i=$((i+1)); done
# ---
case abc in a*) echo 1;; *) echo 2;; esac; case x in a|x) echo ax;; esac; case q in a) ;; esac; echo $?
# ---
case a in a) echo 1;& b) echo 2;; c) echo 3;; esac; case a in a) echo 1;;& ?) echo 2;;& b) echo 3;; esac
# ---
case "a b" in "a b") echo quoted;; esac; x='*'; case abc in "$x") echo lit;; $x) echo pat;; esac
# ---
case foo.txt in *.@(txt|md)) echo ext;; *) echo no;; esac
# ---
for i; do echo $i; done; set -- p q; for i; do echo $i; done
# ---
for i in; do echo never; done; echo $?
# ---
true && echo y || echo n; false && echo y || echo n; false || false; echo $?
# ---
! true; echo $?; ! false; echo $?; ! ! true; echo $?
# ---
{ echo a; echo b; } | wc -l; (exit 3); echo $?
# ---
x=1; (x=2; echo $x); echo $x; { x=3; }; echo $x
# ---
while read x; do echo $x; break; done <<< $'1\n2'
# ---
break; echo $?; continue
# ---
for i in a b; do echo $i; done | cat
# ---
for ((;;)); do echo once; break; done
# ---
for ((i=0;i<3;i++)) { echo $i; }
# ---
select x in a b; do echo "$x $REPLY"; break; done <<< 2
# ---
true | false; echo $? ${PIPESTATUS[@]}; false | true; echo $? ${PIPESTATUS[@]}
# ---
set -o pipefail; false | true; echo $?; true | true; echo $?
# ---
echo a | { read x; echo $x; }; echo "[$x]"
# ---
f() { return 5; }; f; echo $?; f || echo failed $?
# ---
time -p true 2>/dev/null; echo ok
# ---
if ! false; then echo neg; fi; while ! true; do :; done; echo $?
# ---
a && b; echo $?
# ---
for i in 1 2 3; do echo $i; [ $i = 2 ] && break; done; echo $?
# ---
eval 'for i in 1 2; do echo $i; done'; eval eval echo hi; eval; echo $?
# ---
echo a |& cat; ls nofile |& cat
# ---
x=5; if (( x > 3 )) && [[ $x == 5 ]]; then echo both; fi
# ---
: ; echo $?; true; false; echo $?
# ---
exit 3; echo no
# ---
(exit 4) ; echo $?; exit
# ---
coproc cat; echo hi >&${COPROC[1]}; read x <&${COPROC[0]}; echo $x

# --- $? in the first round of a loop and in the first branch of a case
(exit 3); for i in a b; do echo $?; done; (exit 3); for ((i=0;i<2;i++)); do echo $?; (exit 4); done; echo $?
(exit 3); for i in; do :; done; echo $?; (exit 3); for ((;0;)); do :; done; echo $?
(exit 3); case x in x) echo $?;; esac; (exit 3); case $? in 3) echo $?;; esac; (exit 3); case x in x) ;; esac; echo $?
(exit 3); case x in x) ;& y) echo $?;; esac; (exit 3); case x in x) (exit 4);;& y) ;; esac; echo $?
(exit 3); select y in a b; do echo $?; break; done <<< 1; for i in $(exit 5) a; do echo $?; done

# --- subshells and compound stages of pipelines are in no loop
for i in 1 2; do ( continue; echo x ); echo $(continue; echo z); { continue; echo y; } | cat; continue | cat; echo on; done
f() { for i in 1; do ( break; echo x ); { break; echo y; } & wait; done; }; f; ( f )
g() { continue; echo g; }; for i in 1; do g | cat; (g); g; echo on; done
