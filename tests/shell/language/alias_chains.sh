# Aliases that end in a blank, within each other.
# --- the outer one ends in a blank
shopt -s expand_aliases; alias c='c2 ' c2=echo z=ZZ
c z
# --- the inner one does
shopt -s expand_aliases; alias s=sudo sudo='echo ' z=ZZ
s z
# --- all do, and one in the middle
shopt -s expand_aliases; alias a='b ' b='c ' c='echo ' z=ZZ y=YY
a z y
# --- the middle of three
shopt -s expand_aliases; alias a='b' b='c ' c='echo' z=ZZ y=YY
a z y
# --- the first word, and the next ones
shopt -s expand_aliases; alias a='b ' b='c' c='echo' z='ZZ ' y=YY
a z y; a z x y
# --- a word behind an inner one
shopt -s expand_aliases; alias a='b x ' b='echo ' x=XX z=ZZ
a z
# --- and one without blanks
shopt -s expand_aliases; alias a='b x' b='echo ' x='XX ' z=ZZ
a z
# --- an alias for an argument, which goes on
shopt -s expand_aliases; alias e='echo ' z='y ' y=Y w=W
e z w; e w; e 'z' w
# --- programs
shopt -s expand_aliases; alias n='env ' s='sh -c '  q='"echo hi"'
n s q
# --- reserved words
shopt -s expand_aliases; alias t='time ' e='echo ' z=ZZ i='if ' tr=true
i tr; then e z; fi
# --- assignments
shopt -s expand_aliases; alias v='x=1 ' e='echo ' z=ZZ
v e z; v v e z
# --- text behind the inner one, and eval
shopt -s expand_aliases; alias s=sudo sudo='echo x ' z=ZZ
s z; sudo z; alias r=s; eval 'r z'
# --- quoted words, expansions, and what stands behind them
shopt -s expand_aliases; alias e='echo ' z='y ' y=Y w=W v='$x '; x=1
e 'z' w; e $x w; e v w; e "a" 'b' w z; e x w; e >f w; cat f; e w | e w; e $(e w) w
# --- over ends of commands
shopt -s expand_aliases; alias e='echo; ' g='echo a;echo ' z=ZZ
e z 2>/dev/null; echo $?; g z; { g z; }; (g z); f() { g z; }; f
