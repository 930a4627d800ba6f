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
echo $(if)
# ---
eval "echo )"; echo $?
# ---
eval 'if'; echo $?
# ---
echo `)`; echo after
# ---
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
[[ a b ]]; echo no
# ---
for 1a in b; do echo; done; echo $?

# --- a condition that is none at the end of the text
true
if [[ a == # ]]; then echo; fi
# --- an end of the text inside a substitution is an error like others
eval "echo \$(echo a"; echo $?; eval 'cat <(echo a'; echo $?; echo $(echo a
# ---
x=$(cat <<E
abc
); echo "[$x]"
# --- [[ ]] and set -e
set -e
! true
[[ a = # ]]
echo hi
# ---
set -e; trap 'echo bye $?' EXIT
[[ a = # ]]
echo a
# ---
trap 'echo err $?' ERR; set -e
[[ a = # ]]
echo a
# ---
set -e
[[ a = # ]]
echo hi
echo ho
# ---
set -e
for i in 1; do [[ a = # ]]; done
n=1
for j in 1; do :; done
# --- a redirection without a word at the end of the text
echo a >
# ---
echo a > 
# ---
cat <<
# ---
cat <<<
# ---
if true; then echo >
# ---
echo b
echo a 2>&
# ---
echo a >; echo b
# ---
eval 'echo a >'; echo $?
# ---
x=$(echo a >); echo $?
# ---
echo a > # c
# ---
for i in a; do echo; done >
# ---
f() { :; } >
# ---
(echo a >
# ---
echo a >
# comment
# --- [[ ]] over several lines
[[ a = b
c ]]
# ---
echo x
[[ a = b

echo
echo d
# ---
[[ a = b &&

c
echo
# ---
[[
a = b
echo c
# ---
[[ -n a
&& b ]]; echo $?
# --- lines of commands on several lines
echo a \
b; nosuch1
nosuch2 \
  x \
  y
x=$(nosuch3 \
)
if true; \
then nosuch4; fi
f() { \
nosuch5; \
}
f
echo "a\
b" ; nosuch6
nosuch7 "a\
b"
nosuch8 a\
b
nosu\
ch10
(echo $((1/ \
0)))
nosuch11 && \
nosuch12 || \
nosuch13
[[ a \
]] && nosuch14
case x in \
x) nosuch15 ;; \
esac
echo $LINENO \
$LINENO
y=(a \
b); nosuch16
echo 'a\
b' $LINENO; nosuch17
nosuch18 'a
b' \
c
x=1 \
nosuch19
nosuch20
nosuch21 # comment
nosuch22 | \
nosuch23
nosuch24 `echo a
echo b` c
set -x; : \
$LINENO
# --- set -e: the end of a substitution that is missing
bash -ec 'a=$(case foo "y"' 2> /dev/null; echo $?
bash -ec 'eval "a=\$(case foo x y"; echo no' 2> /dev/null; echo $?
bash -c 'eval "a=\$(case foo x y"; echo no' 2> /dev/null; echo $?
# --- an end within quotes behind a failure: its status stays
for text in 'echo "x' 'echo `x' 'echo ${x' 'echo $(x' 'if x' '( x' 'x=("a'; do
  for before in 'f() { return 7; }; f' 'echo ${x?}' : 'echo $((1 = 2))'; do
    bash -c "$before"$'\n'"$text" 2> /dev/null; echo -n "$? "
    echo "$before"$'\n'"$text" > s; bash s 2> /dev/null; echo -n "$? "
    (eval "$before"$'\n'"$text") 2> /dev/null; echo "$?"
  done
done
# --- in eval and traps of a file: its name
# bash: it counts the lines of the text of a trap from that text
cat > s <<'E'
eval 'f() { echo )'
f() { eval 'if'; }; f
trap 'if' USR1; kill -USR1 $$
echo `if`
E
bash s; bash ./s
f() { eval 'if'; }; f
echo 'g() { eval "if"; }' > lib; . ./lib; g
# --- in traps: which one
# bash: a RETURN trap that cannot be parsed leaves the status of the function
trap 'if' DEBUG; true
trap - DEBUG; trap 'for' ERR; false
trap - ERR; trap 'done' RETURN; f() { :; }; f; declare -ft f; f
# --- in the elements of an array
# bash: it names another line for one end that is missing
for text in "r=(one'two" 'r=(one"two' 'r=(one$(x' 'r=(one`x' 'r=(${x' 'r=(a;' $'r=(a\nb;c' 'r=(a b) q=(c"d' 'declare r=(x"y' $'f() { r=(x"y\n}' $'x=1\nr=("y' $'r=("a\n' 'r=(one $(if' 'r=(one $(echo ;;)' 'r=(a'; do
  bash -c "$text"; echo "-c $?"; echo "$text" > s; bash s; echo "file $?"; eval "$text"; echo "eval $?"
done
# --- the end within a condition
for text in '[[' '[[ a' '[[ -f' '[[ -f x' '[[ a == x' $'[[\n\na == x\n' '[[ ( a == b' $'[[ \n( a == b\n && c == d\n' $'[[ \n(\n(\n a &&\n' '[[ ( a' '[[ a &&' '[[ a == b ||' '[[ !' '[[ x =~ (' $'[[ x =~ (a\nb' '[[ x =~ a|b' '[[ x =~ (a)' '[[ a == "x' '[[ -f "x' '[[ a == $(' '[[ -n ${x' '[[ a == @(b' '$([[ a == x' '`[[ a == x`' 'if [[ a == x'; do
  bash -c "$text"; echo "-c $?"; echo "$text" > s; bash s; echo "file $?"; (eval "$text"); echo "eval $?"
done
# --- the end within a subscript, which is looked for to the end of the text
for text in 'x[1=2' 'x[' $'{ x[1\n}' 'a[b c' 'x=1 y[1' '> f x[1' 'echo x[1' 'declare x[1' 'for i in x[1; do echo $i; done' 'case x[1 in x*) echo y;; esac'; do
  bash -c "$text"; echo "-c $?"; echo "$text" > s; bash s; echo "file $?"; (eval "$text"); echo "eval $?"
done
