shopt -s expand_aliases
alias ll='echo long ' foo=bar
ll foo foo
# --- not expanded without the option; not on the line that defines
alias x='echo no'
x
shopt -s expand_aliases
alias y='echo yes'; y 2>/dev/null
y
# --- an alias for itself, and a chain
shopt -s expand_aliases
alias echo='echo [a]' e1='e2 x' e2='echo two'
echo hi
e1 y
# --- with keywords, operators, and an open quote
shopt -s expand_aliases
alias if_='if true; then' fi_='fi' loop='for i in 1 2; do' pipe='| tr a-z A-Z' q="echo 'open"
if_ echo in; fi_
loop echo $i; done
echo abc pipe
q quote'
alias p2='echo piped | cat'
p2
# --- not when quoted
shopt -s expand_aliases
alias a1='echo alias'
a1 one
\a1 2>/dev/null; echo $?
'a1' 2>/dev/null; echo $?
"a1" 2>/dev/null; echo $?
command a1 2>/dev/null; echo $?
x=a1; $x 2>/dev/null; echo $?
# --- inside functions: when they are read
shopt -s expand_aliases
alias g='echo first'
f() { g; }
alias g='echo second'
f; g
declare -f f
# --- unalias, alias -p, type
shopt -s expand_aliases
alias b='echo b' a="it's"
alias -p
type b; type -t b; command -v b; command -V a
unalias b; b 2>/dev/null; echo $?
unalias nope; echo $?; unalias -a; alias; alias nope; echo $?; unalias; echo $?
# --- after assignments and redirections, in subshells and after reserved words
shopt -s expand_aliases
alias v='echo val'
x=1 v
> f v; cat f
(v in sub)
{ v in group; }
! v not
time -p v 2>/dev/null
if v; then v; fi
case v in v) v case;; esac
# --- in command substitution
shopt -s expand_aliases
alias s='echo subst'
echo "$(s a)" `s b` <(s c) > /dev/null
echo "$(s a)" `s b`; cat <(s c)
x=$(
s d
); echo $x
# --- names that aliases may have
shopt -s expand_aliases
alias a-b='echo dash' ..='echo up' 1='echo one' %='echo percent'
a-b; ..; 1; %
alias 'x y=1'; echo $?
alias 'a$b=1'; echo $?; alias 'a/b=1'; echo $?
# --- BASH_ALIASES
shopt -s expand_aliases
BASH_ALIASES[k]='echo from array'
k; alias k; alias m=n; echo "${BASH_ALIASES[m]} ${#BASH_ALIASES[@]}"; echo "${!BASH_ALIASES[@]}"
# --- an empty alias and one that ends in a comment
shopt -s expand_aliases
alias nothing= c='echo c #'
nothing echo after
c this is not shown
echo next

# --- what stands behind an alias may go on with its last token
shopt -s expand_aliases
alias two='echo 2' open='echo "a' hash='echo a #' plain='echo a' amp='echo a &' more='echo a >'
two>f
cat f
open b"
hash b
plain>f; cat f
plain;plain
plain&&plain
plain|cat
more&2 2>&1
two>&2 2>&1
amp wait
plain

# --- aliases in the texts of aliases
shopt -s expand_aliases
alias a='b ; b' b='c "1  $x"' c='echo' d='$(a)' e='"$x"' f='g' g='f x'
x=5
a x
echo $(a; a x)
echo "`a`" d
f 2>&1 | sed 's/.*: //'
fun() { a; b "$x"; a | cat; }
declare -f fun
fun

# --- aliases of parts of commands
shopt -s expand_aliases
alias loop='for i in 1 2; do' done_='done' iff='if true; then' fi_='fi' begin='{ echo begin;' end='}' out='echo x >&2'
loop echo $i; done_
iff echo yes; fi_
begin echo in; end
{ out; } 2>&1
alias cat2='cat -'
cat2 <<A
one
A
cat2 <<< two | cat2

# --- a syntax error behind the text of an alias
shopt -s expand_aliases
alias good='echo a'
eval 'good b )'
eval 'good; good ('
eval 'echo; good;;'
# --- aliases that stand for ! and time
shopt -s expand_aliases
alias neg='! ' neg2='!' nn='! !' t2='time ' cond='! [' all='true '
neg true; echo $?
neg2 false; echo $?
nn true; echo $?
neg2 ! true; echo $?
! neg2 true; echo $?
neg2 true && echo no
cond a = b ]; echo $?
if neg false; then echo y; fi
neg2 echo a | cat; echo $?
TIMEFORMAT=t; t2 true
neg2 neg2 true; echo $?
false || neg2 true; echo $?
neg2 (exit 3); echo $?
neg2 { false; }; echo $?
neg all neg; echo $?
alias e='echo ' w='word'
e w w; e w | e w; neg e w; coproc e w; cat <&${COPROC[0]}
# --- a blank at the end, through several aliases
shopt -s expand_aliases
alias c='c2 ' c2=echo z=ZZ s=sudo sudo='echo ' a1='a2 ' a2='a3 ' a3='echo ' b1='b2' b2='b3 ' b3='echo' e1='echo ' e2='echo x ' sp='z ' self='self2 ' self2='echo self ' two='echo a; echo ' d1='d2 ' d2='echo q' t1='t2	' t2='echo	' q1='q2 ' q2='echo'
c z; s z; a1 z z; b1 z z; e1 z; e2 z; e2 e1 z; e1 sp z; e1 sp sp z; self self z; two z; d1 z; t1 z; q1 q1 q2 z
alias p2='p3 ' p3='echo ' x='e1 ' emp='' emp2=' ' k1='k2 k3 ' k2='echo ' k3='K ' l1='l2 l3' l2='echo ' l3='L ' m1='m2 m3' m2='echo' m3='M '
p2 <<<x z; x z; x x z; emp2 echo z; emp2 e1 z; e1 emp2 z; e1 emp z; k1 z; l1 z; m1 z
