# Where a text ends in the middle of a command.
# --- a word is missing
eval for; eval select; eval case; eval function; eval coproc; eval 'for #c'; eval 'f('
eval 'case x in a'; eval 'case x in (a'; eval 'case x in ('; eval 'cat <'; eval 'for '
# --- a line is missing
eval 'for x'; eval 'for x in'; eval 'for x in a'; eval 'for x in a;'; eval 'case x'; eval 'case x in'
eval 'case x in a)'; eval 'function f'; eval 'f()'; eval 'a |'; eval 'coproc x {'
# --- in a substitution
bash -c 'echo $(for'; echo $?
bash -c 'echo "$(case'; echo $?
bash -c 'echo $(cat <'; echo $?
echo `for`
# --- in is a reserved word
eval 'in'; eval 'in b'; eval 'true; in'; eval '{ in; }'; eval '! in'; eval 'true | in'; eval 'in() { :; }'
\in; "in" 2>&1; in=3; echo $in
for in in in; do echo $in; done
case in in in) echo k ;; esac
# --- the name of the script stands in front
printf 'echo a\n)\n' > file
bash file; . ./file; bash -c ')' name
printf 'cat <<E\nx\n' > file
bash file; . ./file; bash -c 'cat <<E' name
printf 'eval ")"\nx() { eval ")"; }; x\n' > file
bash file; . ./file
