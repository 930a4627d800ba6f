# POSIX mode: bash --posix, set -o posix, sh.
# --- what comes with the mode, and goes
bash --posix -c 'echo $POSIXLY_CORRECT; declare -p POSIXLY_CORRECT; shopt expand_aliases inherit_errexit shift_verbose sourcepath interactive_comments; echo $SHELLOPTS; set +o posix;  shopt expand_aliases inherit_errexit shift_verbose; echo "[$POSIXLY_CORRECT]"'
# --- set -o posix
set -o posix; echo $POSIXLY_CORRECT; shopt expand_aliases inherit_errexit shift_verbose; set +o posix; shopt expand_aliases inherit_errexit shift_verbose; echo "[$POSIXLY_CORRECT]"
# --- the variable turns it on and off
POSIXLY_CORRECT=1; shopt -o posix; unset POSIXLY_CORRECT; shopt -o posix; shopt expand_aliases
# --- the variable in the environment
export POSIXLY_CORRECT=; bash -c 'shopt -o posix; echo "[$POSIXLY_CORRECT]"'
# --- files that are not there
bash --posix -c '. ./nofile; echo no'; echo $?
bash --posix -c 'command . ./nofile; echo yes $?'; echo $?
# --- words that are no names
bash --posix -c 'export 1x=2; echo no'; echo $?
# --- assignments that fail
bash --posix -c 'readonly r=1; r=2; echo no'; echo $?
bash --posix -c 'readonly r=1; r=2 :; echo no'; echo $?
bash --posix -c 'readonly r=1; r=2 true; echo yes $?'; echo $?
bash --posix -c 'readonly r=1; r=2 /bin/echo hi; echo yes $?'; echo $?
bash --posix -c 'readonly r=1; r=2 f; echo yes $?'; echo $?
# --- options that special builtins do not have
bash --posix -c 'set -o nosuch; echo no'; echo $?
bash --posix -c 'set -Z; echo no'; echo $?
bash --posix -c 'unset -z; echo no $?'; echo $?
bash --posix -c 'return 3; echo no $?'; echo $?
bash --posix -c 'trap -z; echo no $?'; echo $?
# --- operands that are wrong do not end it
bash --posix -c 'shift 5; echo no $?'; echo $?
bash --posix -c 'shift x; echo no $?'; echo $?
bash --posix -c 'readonly q=1; unset q; echo no $?'; echo $?
bash --posix -c 'for i in 1 2; do break x; done; echo no'; echo $?
bash --posix -c 'for i in 1 2; do break 0; done; echo no'; echo $?
bash --posix -c 'trap x NOSUCH; echo no $?'; echo $?
bash --posix -c 'eval false; echo yes $?'; echo $?
# --- redirections
bash --posix -c ': > /nosuch/x; echo no'; echo $?
bash --posix -c 'true > /nosuch/x; echo yes $?'; echo $?
bash --posix -c 'exec > /nosuch/x; echo no'; echo $?
# --- texts that cannot be parsed
bash --posix -c 'eval "if"; echo no'; echo $?
bash --posix -c 'eval ")"; echo no'; echo $?
bash --posix -c 'command eval ")"; echo yes $?'; echo $?
bash --posix -c 'echo "if" > s; . ./s; echo no'; echo $?
# --- break outside of a loop
bash --posix -c 'break; echo yes $?'; echo $?
# --- subshells end alone
bash --posix -c '(. ./nofile; echo no); echo yes $?'; echo $?
bash --posix -c 'x=$(. ./nofile; echo no); echo yes $?'; echo $?
# --- expansions
bash --posix -c 'echo $((1+)); echo no'; echo $?
bash --posix -c 'echo $((1/0)); echo no'; echo $?
bash --posix -c 'echo ${x?}; echo no'; echo $?
# --- variables of loops
bash --posix -c 'readonly i; for i in 1 2; do echo $i; done; echo no'; echo $?
bash --posix -c 'for 1x in 1 2; do echo $i; done; echo no'; echo $?
# --- arithmetic commands
bash --posix -c 'let 1+; echo yes $?; ((1+)); echo yes $?'; echo $?
# --- assignments before special builtins stay
bash --posix -c 'x=5 :; echo $x; y=6 eval :; echo $y; z=7 true; echo [$z]; w=8 export w2=$w; echo $w; v=9 command :; echo [$v]; f() { echo $u; }; u=3 f; echo [$u]'
# --- of each of them
bash --posix -c 'x=5 set -- a; echo $x $1; x=1 shift; echo $x; x=2 unset y; echo $x; x=3 trap - INT; echo $x; x=4 . /dev/null; echo $x; f() { x=6 return; }; f; echo $x; x=7 exec >/dev/null; echo $x >&2; declare -p x >&2'
# --- in functions
bash --posix -c 'f() { local x=1; x=5 :; echo $x; }; x=0; f; echo $x; g() { y=2 :; }; g; echo $y; IFS=: read a b <<< 1:2; echo "$a $b [$IFS]"'
# --- who looks at the status of a special builtin
bash --posix -c 'set -Z || echo yes; ! set -Z; if set -Z; then :; fi; command set -Z; builtin set -Z; command : > /nosuch/x; echo yes'; bash --posix -c 'eval ")" || echo yes; echo no'; echo $?; bash --posix -c '. ./nofile || echo yes; echo no'; echo $?; bash --posix -c ': > /nosuch/x || echo yes; echo no'; echo $?
# --- scripts in files
printf 'readonly r=1\nr=2 true; echo no\necho yes\nr=2\necho no\n' > a; bash --posix a; echo $?; printf 'readonly r=1\nr=2 :\necho no\n' > b; bash --posix b; echo $?; printf 'echo $((1+))\necho no\n' > c; bash --posix c; echo $?; printf 'set -Z\necho no\n' > d; bash --posix d; echo $?; printf 'echo a\nf-x() { :; }\necho no\n' > e; bash --posix e; echo $?; printf '. ./nofile\necho no\n' | bash --posix; echo $?
# --- an EXIT trap runs, and functions end, too
bash --posix -c 'trap "echo bye" EXIT; set -Z; echo no'; echo $?; bash --posix -c 'f() { set -Z; echo no; }; f; echo no'; echo $?; bash --posix -c 'x=$(set -Z; echo no); echo "[$x] $?"'
# --- what stays is exported
bash --posix -c 'x=5 :; declare -p x; y=5 eval "env | grep ^y="; y=6 eval "y=7"; declare -p y; y=8 eval "unset y"; f() { local z=1; z=5 :; declare -p z; }; f; declare -p z'; bash --posix -c 'x=1 builtin :; echo "[$x]"; x=2 command eval :; echo "[$x]"'
# --- names of functions
for f in 'f-x() { :; }' 'function f.x { :; }' '1f() { :; }' ':() { :; }' 'eval() { :; }' 'function export { :; }' 'true() { echo fn; }; true; set() { :; }' 'eval "a+b() { :; }"'; do bash --posix -c "echo a; $f; echo no"; echo $?; done
# --- functions that are there already
eval() { echo fn; }; f-x() { echo fx; }; set -o posix; eval echo hi; command eval echo hi; f-x; set +o posix; eval echo hi
# --- export -p, readonly -p, export, readonly, declare
bash --posix -c 'export x="a b" y; readonly r=1 q; readonly -a ar=(1 "2 3"); readonly -i n=5; export -p | grep -v "SHLVL\|PWD\|PATH"; readonly -p | grep -v "BASH\|ID=\|SHELLOPTS"; export | grep "[xy]"; readonly | grep "[rq]="; declare -x | grep " [xy]"; declare -p x r ar n'
# --- set
bash --posix -c 'a=1; b="x y"; c=$'"'q\nz'"'; d="it'"'"'s"; e=; declare -a ar=(1 2); f() { :; }; set | grep -A1 "^[a-f]=\|^ar\|^f "'
# --- alias, trap, kill
bash --posix -c 'alias a="b c" d=e; alias; alias -p; alias a; trap "echo x" INT TERM EXIT; trap "" HUP; trap; trap -p INT; trap 2; trap -p INT; trap 1 2; trap; kill -s SIGTERM 99999; kill -SIGTERM 99999; trap - EXIT; trap INT; echo no'; echo $?
# --- redirections take the word as it is
bash --posix -c 'touch "a b" x; y="a b"; echo 1 > $y; echo 2 > ?b; echo 3 > q*; ls; cat < $y; exec 3< $y; cat <&3'
# --- tildes
bash --posix -c 'HOME=/h; echo a=~ ~ b=~:~ ${u-~}; x=~; echo $x; x=~:~/a; echo $x; export y=~; echo $y; command export z=~/a; echo $z; v="1 2"; command export w=$v; echo "$w"; y=~ env | grep ^y='
# --- aliases, time, errexit in substitutions
bash --posix -c 'alias foo="echo foo"
foo bar'; bash --posix -c 'TIMEFORMAT=t; time; echo ok'; bash --posix -c 'set -e; x=$(false; echo no); echo yes'; echo $?
# --- source looks on PATH only
printf "echo cwd\n" > s; bash --posix -c 'PATH=/bin; . s; echo no'; echo $?; bash --posix -c 'PATH=/bin; command . s; echo $?; . ./s; PATH=.; . s'
# --- hash, wait and echo
bash --posix -c 'hash -p /nosuch/ls ls; ls /dev/null; (exit 3) & wait $!; echo $?; wait $! 2>/dev/null; echo $?; shopt -s xpg_echo; echo -n "a\tb"; echo -e x'
# --- as sh
ln -s /bin/bash sh; ./sh -c 'shopt -o posix; echo $POSIXLY_CORRECT $0; . ./nofile; echo no'; echo $?; ./sh +o posix -c 'shopt -o posix'; printf '#!/tmp/case/sh\nshopt -o posix\n' > x; chmod +x x; ./x
# --- passed on, or not
bash --posix -c 'bash -c "shopt -o posix"; export POSIXLY_CORRECT; bash -c "shopt -o posix"; (shopt -o posix)'; bash -o posix -c 'echo $POSIXLY_CORRECT; f() { local -; set +o posix; shopt -o posix; }; f; shopt -o posix'
