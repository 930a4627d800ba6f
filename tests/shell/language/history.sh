# --- a script has none until something is put into it
history; echo $?; history -s one two; history; history -c; history; echo "[$HISTCMD]"
# --- set -o history
set -o history
echo a
history; echo "$HISTCMD [$HISTSIZE] [$HISTFILESIZE] [$HISTFILE]"
set +o history
echo b
set -o history
history
# --- the last ones, and wrong numbers
for i in 1 2 3 4; do history -s "c $i"; done; history 2; history 0; history 99; history +1; history x; echo $?; history -2; echo $?
# --- too many numbers end the script
history 1 2; echo no
# --- options
history -z; echo $?; history -d; echo $?; history -an; echo $?; history -c 5; echo $?
# --- entries go
for i in 1 2 3 4 5 6 7 8 9; do history -s "c $i"; done; history -d 2; history; history -d 2-3; history; history -d -1; history -d -3--2; history
# --- entries that are not there
history -s a; history -s b; for d in x 1-x 0 3 -3 9-10 2-1 1--9 "" -; do history -d "$d"; echo $?; done; history
# --- lines that are one command
set -o history
for i in 1 2
do # x
# c
echo $i

done
if true
then
 :
else :; fi
case x in
x)
echo y
;;
*) ;;
esac
f()
{
echo
}
function g
{
:
}
(
echo a
)
echo a |
cat
true &&
false
while
false
do
:
done
until true; do
:
done
for x in 1
do
:
done
a=(1
2
)
{ :
} 2>&1
history
# --- quotes and substitutions keep their newlines
set -o history
echo "a
b" 'c

d'
echo $(echo
echo b
) `echo
echo`
echo ${x:-a
b}
echo q ${x:-a
b}
echo $'x
y' $"z
z"
echo "$(echo 'i
j')"
history
# --- here-documents
set -o history
cat <<X <<Y
a
X
b
Y
cat <<X |
a
X
cat
cat <<-'A B'
	text $x
	A B
if true; then
cat <<E
in if
E
fi
while read -r l
do echo "$l"
done <<E
last
E
history
# --- lines that a backslash joins
set -o history
echo a \
b
ec\
ho c
echo 'a\
b' "c\
d"
history
# --- lithist
set -o history
shopt -s lithist
for i in 1 2
do # x
# c
echo $i

done
cat <<X
a
X
history
# --- without cmdhist
set -o history
shopt -u cmdhist
for i in 1 2
do
# c
echo $i
done
cat <<X
a
X
history
# --- blank lines and comments
set -o history
   
echo a

# comment
  # comment2
	tab
echo b # c
history
# --- what eval and source run is not remembered
set -o history
eval "echo in eval
echo two"
. /dev/stdin <<< $'echo s1
echo s2'
f() { echo in f
}
f
trap 'echo in trap' USR1
kill -USR1 $$
history
# --- HISTSIZE
for i in 1 2 3 4 5 6; do history -s "c $i"; done; HISTSIZE=3; history; history -s new; history; HISTSIZE=; history -s q; history; HISTSIZE=0; history; history -s q; history
HISTSIZE=abc; history -s r; history; HISTSIZE=-1; history -s z; history; unset HISTSIZE; history -s y; history
# --- HISTCONTROL
history -s "a b" c; history -s "a b"; HISTCONTROL=ignoreboth; history -s "a b"; history -s " x"; HISTCONTROL=erasedups; history -s "a b c"; history
HISTCONTROL=x:ignorespace; history -s " y"; history -s "a b c"; HISTCONTROL=ignoredups:y; history -s "a b c"; history -s " z"; history
# --- HISTIGNORE
HISTIGNORE="x*:&:[ab]?:q\:r"; for l in xyz k k ab bc abc q:r q k; do history -s "$l"; done; history
# --- HISTCONTROL of lines
set -o history
HISTCONTROL=ignoreboth
echo 1
 echo 2
echo 1
echo 1
 for i in 3
do echo $i
done
history
# --- HISTTIMEFORMAT
HISTTIMEFORMAT="%Y "; history -s a; history | sed 's/20[0-9][0-9] /YEAR /'; HISTTIMEFORMAT=; history; HISTTIMEFORMAT="<%%>"; history
# --- the command makes place for what it puts in
set -o history
history -s pushed
echo a; history -s b c
for i in 1 2
do history -s "loop $i"
done
history
history -p a
history
# --- -p
set -H; history -s "echo one two"; history -s ls; history -p '!!' 'x!e:1' '!1:$ y' '!ech:p' '!zz' a; echo $?; history -p; echo $?; history
# --- a subshell has a copy
history -s a; (history -s b; history); history; history | cat; echo "$(history)"
# --- its number in prompts
set -o history
x='\!'; echo "${x@P} $HISTCMD"
HISTCMD=5; echo $HISTCMD; unset HISTCMD; echo "[$HISTCMD]"
# --- errors in a remembered script
set -o history
echo a
if; then
echo b
