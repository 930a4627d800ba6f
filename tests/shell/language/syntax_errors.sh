echo a
fi
echo b
# ---
if true; then
# ---
echo )
# ---
for
# ---
for x in a; do echo; done done
# ---
echo a | | b
# ---
;;
# ---
echo a &&
# ---
case x in
# ---
while true; do echo
# ---
{ echo
# ---
( echo
# ---
f( {
# ---
echo <
# ---
echo > ;
# ---
if; then :; fi
# ---
# bash: its status is 127 there, after a syntax error; 2 here
echo $(if)
# ---
eval "echo )"; echo $?
# ---
eval 'if'; echo $?
# ---
echo `)`; echo after
# ---
# bash: its status is 1 there; 2 here, as for other syntax errors
a=(1 2
# ---
echo a=(1)
# ---
x=1 for i in 1; do :; done
# ---
echo ${x
# ---
echo $((1+
# ---
function
# ---
while do done
# ---
echo a; ; echo b
# ---
case x in a) echo ;; esac esac
# ---
until; do :; done
# ---
# bash: another text of the same error
for ((i=0;i<1)); do :; done
# ---
}
# ---
then
# ---
echo (a)
# ---
cat <<
# ---
!
echo $?
# ---
& echo
# ---
# bash: its status is 0 there, after a syntax error; 2 and two more lines here
[[ a b ]]; echo no
# ---
for 1a in b; do echo; done; echo $?
