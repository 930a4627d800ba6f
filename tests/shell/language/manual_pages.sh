# --- a page
# bash: its pages are those of the real commands; these say what --help says
man sort | sed -n '1p;3,4p;6,7p'
man 1 uname | head -1 | wc -c
# --- of builtins, and of what is not there
# bash: its page of builtins is one for all
man alias | head -2; man nosuch cd > /dev/null; echo $?
man ./sort a/b; echo $?
# --- none
man; echo $?
# --- sections
man 3 sort; echo $?
man 3 nosuch sort; echo $?
man -s 3 sort; echo $?
whatis -s 3 sort; echo $?
man 1; echo $?
man 9x sort; man 1 2; echo $?
man -s 1,3 sort | head -1 | grep -c SORT; man -s '' sort | head -1 | grep -c SORT
# --- options
# bash: another program, with more
man --nosuch; echo $?
man -P cat whoami | head -1
man -f sort nosuch; echo $?
# --- whatis, apropos
# bash: the words are those of the real commands
whatis uniq nosuch; echo $?
apropos 'sums? of'; man -k '^sor[a-z] '; apropos zzzzz; echo $?
apropos . | wc -l | grep -c '^1[0-9][0-9]$'
apropos 'a('; echo $?
whatis; apropos; man -k; echo $?
# --- programs that are not here
# bash: it says no more than that they are not there
nvim x; echo $?
telnet a | cat; ruby -e 1; nosuch
command_not_found_handle() { echo "handled $1"; }
emacs y
