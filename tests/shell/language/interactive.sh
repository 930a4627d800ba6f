# --- prompts
PS1='$ ' bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group'
echo hi; echo $-
for i in 1 2
do
echo $i
done

# c
cat <<E
text
E
echo "a
b"
X
# --- history of a shell
export HOME=$PWD
PS1='$ ' bash --norc --noediting -i 2>/dev/null <<'X'
echo one
!!
history
echo $HISTFILE $HISTSIZE $HISTFILESIZE $HISTCMD
exit 3
X
echo $?; cat .bash_history
PS1='$ ' bash --norc --noediting -i 2>/dev/null <<'X'
history
X
echo $?; tail -2 .bash_history
# --- \! \# \j \W \s \v \D
PS1='[\!|\#|\j|\W|\s|\v|\D{%%}|\$x] ' PS2='<\!,\#> ' PS0='(\!,\#)' bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group' | sed 's/#x/$x/g; s/\(\[1\]\) [0-9]*$/\1 PID/'
echo a
for i in 1
do
:; done
sleep 0.1 & true
wait
cd /
# c
history -c
X
# --- prompts with expansions
PS1='$x-${y:-$(echo sub)}-\w> ' PS2='`echo more`> ' bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group'
cd /; x=1
{ y=2
x=3
}
(exit 4)
PS1='$?> '
(exit 5)
echo $?
shopt -u promptvars
echo $?
X
# --- PROMPT_COMMAND
PROMPT_COMMAND='echo "pc $?"; (exit 9)' PS1='$ ' bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group'
false
echo $?
PROMPT_COMMAND=('echo A' 'echo B')
true
unset PROMPT_COMMAND
echo end $_
X
# --- PS0 with commands
PS0='<$(echo run)>' PS1='$ ' bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group'
echo a
:
X
# --- errors do not end it
PS1= bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group'
nothing_there
echo $?
if; then
echo $?
echo )
${x?gone}
echo $?
readonly r=1; r=2
echo $?
set -u; echo $nope; echo no
echo $?
exec /none/there
echo $?
return 3
echo $?
f() { nothing_there; echo ${x?in f}; echo no; }
f
eval 'if; then'
eval '${'
break
shift 3
echo "${x:1:-9}"; echo end
echo $((1/0))
echo last
X
# --- the end of the input within a command
PS1= bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group'
echo a
if true; then
X
echo 'echo no newline' | PS1= bash --norc --noediting -i 2>/dev/null
# --- exit
PS1= bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group'
trap 'echo trapped' EXIT
(exit 7)
exit
echo no
X
echo "${PIPESTATUS[0]}"
# --- set -e ends it
PS1= bash --norc --noediting -i 2>/dev/null <<'X'
set -e
echo a
false
echo no
X
echo $?
# --- aliases
PS1= bash --norc --noediting -i 2>/dev/null <<'X'
alias e='echo aliased'
e x
alias two='echo 1
echo 2'
two
shopt expand_aliases
X
# --- a file is run first
echo 'echo from rc; x=5; alias r="echo rc"' > rc; export HOME=$PWD
PS1= bash --rcfile rc --noediting -i 2>/dev/null <<'X'
echo $x; r; history
X
# --- commands read its input
# bash: without line editing it has read all of a pipe before; here it is as with a terminal, and in other scripts
PS1='$ ' bash --norc --noediting -i 2>/dev/null <<'X'
read a b
first line
echo "$a,$b"
cat
the rest
echo not run
X
# --- jobs are told
PS1= bash --norc --noediting -i 2>&1 <<'X' | grep -v 'job control\|process group' | sed 's/\] [0-9]*$/] PID/'
sleep 0.1 &
jobs
wait
jobs
(exit 3) &
wait $!
echo $?
echo end
X
# --- signals that it does not take
PS1= bash --norc --noediting -i 2>/dev/null <<'X'
kill $$
echo alive
kill -QUIT $$
echo still
trap 'echo term' TERM
kill $$
X
# --- -i and -c
bash --norc -i -c 'echo $-; nothing_there; alias q="echo q"; history; echo $PS1' 2>&1 | grep -v 'job control\|process group'
# --- set -v shows what is read
PS1= bash --norc --noediting -v -i 2>&1 <<'X' | grep -v 'job control\|process group'
echo a
for i in 1
do echo $i
done
!!
X
# --- history in a subshell, and a shell in it
PS1= bash --norc --noediting -i 2>/dev/null <<'X'
echo a
(history)
bash -c 'history; echo $HISTFILE'
X
