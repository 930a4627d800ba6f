# --- jobs read the input of what is around them
echo F > F; echo x | { cat & wait; }; echo y | (cat & wait); { cat & wait; } <<< z; f() { cat & wait; }; echo q | f; { :; } <<< z; echo 1; cat & wait; (cat & wait) < F; f < F; echo 2
# --- and where exec gave it they do not
echo F > F; exec < F; cat & wait; echo 1; (exec < F; cat & wait); eval 'cat & wait' < F; . /dev/stdin <<< 'cat & wait'; echo 2
# --- in loops, functions and substitutions
echo F > F; for i in 1; do cat & wait; done < F; if true; then cat & wait; fi < F; { (cat & wait); } < F; g() { cat & wait; } < F; g; { x=$(cat & wait); echo "[$x]"; } < F; { { :; } < F; cat & wait; } < F; { { :; } 3< F; cat & wait; } < F; printf 'l1\nl2\n' | while read x; do cat & wait; done; h() { i; }; i() { cat & wait; }; echo z | h; { bash -c 'cat & wait'; } < F; echo x | bash -c 'cat & wait'; { { cat & wait; } | cat; } < F; { (cat & wait) | cat; } < F; (echo a; (cat & wait) < F; cat & wait); echo end
# --- the process of a shell in the background
bash -c 'trap "echo trapped; exit 7" TERM; echo ready > r; while :; do sleep 0.05; done' & p=$!; until [ -s r ]; do sleep 0.05; done; kill $p; wait $p; echo $?; printf 'echo $$ > q; exit 3\n' > s; chmod +x s; ./s & p=$!; wait $!; echo $?; [ $p = $(cat q) ] && echo same; (trap 'echo out $?' EXIT; bash -c 'exit 4')
# --- exit in a trap
(trap 'echo T; exit' EXIT; exit 3); echo $?; (trap 'echo T; exit' EXIT; false); echo $?; bash -c 'trap "false; exit" EXIT; exit 4'; echo $?; (trap 'eval "false; exit"' EXIT; exit 4); echo $?; (trap '{ false; exit; }' EXIT; exit 5); echo $?; (trap 'false; (exit); echo $?' EXIT; exit 6); echo $?; (trap 'false || exit' EXIT; exit 9); echo $?; (trap 'false; exit 2' EXIT; exit 9); echo $?
# --- exit in other traps, return in functions of traps
(trap 'false; exit' USR1; kill -USR1 $BASHPID; echo no); echo $?; (trap 'false; exit' ERR; (exit 4); echo no); echo $?; (trap 'false; f; echo f $?' EXIT; f() { (exit 9); return; }; exit 7); echo $?; (trap 'f; echo f $?' USR1; f() { (exit 9); return; }; (exit 5); kill -USR1 $BASHPID; echo $?); f() { false; return; }; f; echo $?
# --- tildes in patterns and replacements
HOME=/h; p=/h/x; echo "${p/#$HOME/~}" ${p/#$HOME/\~} "${p/#$HOME/'~'}"; q='~/foo'; echo "${q#~}" ${q#~} "${q#"~"}" "${q#\~}" ${q/~/X} "${q/~/X}" ${q/#\~/X}; q=/h/foo; echo "${q#~}" ${q#~} "${q#~/}" ${q/~/X} "${q//~/X}" ${q%~} ${q/o/~} ${q/o/a~}; HOME='/*'; q=/abc; echo "${q#~}"
# --- a scalar with [@]
f=abc; echo "${f[@]:0:1}|${f[@]:1}|${f[@]:0}|${f[@]: -1}|${f[*]:0:1}|${f:0:1}|${f[0]:1:1}|${f[@]:5}|${f[@]:1:-1}"; a=(abc); echo "${a[@]:0:1}|${a[@]:1}"
# --- an empty offset
f=abc; a=(1 2); for e in '${f:}' '"${f:}"' '${f: }' '"${f: }"' '${f::}' '${f::1}' '${f:0:}' '${f: :1}' '${f:1:}' '${@:}' '${@: }' '${@::}' '${a[@]:}' '${a[@]: }' '${f:$nope}' '${f:""}' '${!f:}' '${nope:}' '${nope: }'; do (eval "echo $e no"); echo $?; done 2>&1 | sed 's/.*line [0-9]*: //'
# --- lists in here-documents
set -- a 'b c' d; a=(1 2 3); IFS=:; cat <<E
$* $@ "$*" ${*} ${*:1} ${*:2:1} ${@:1} ${*/b/X} ${x-$*} ${x-"$*"}
${a[*]} ${a[@]} "${a[*]}" ${a[*]:1} ${a[*]/1/x} ${!a[*]} ${x-${a[*]}}
E
IFS=; cat <<E
$* $@ ${a[*]}
E
cat <<< $*; cat <<< "$*"; IFS=:; cat <<< $*; cat <<< "$*"; y=$*; echo "$y"
# --- BASH_XTRACEFD
exec 5> tr; BASH_XTRACEFD=5; set -x; echo hi; set +x; cat tr; BASH_XTRACEFD=1; set -x; : c; set +x; unset BASH_XTRACEFD; set -x; : d
# --- += in front of a command
declare -i x=2; x=2+3 env | grep ^x=; x+=2+3 env | grep ^x=; x+=5 eval 'echo $x'; x=1+1 eval 'echo $x'; f() { echo $x; }; x+=1+1 f; echo $x; y=a; y+=b eval 'echo $y'; echo $y
# --- quotes in the sets of regular expressions
for e in '"\\" =~ ["."]' '"." =~ ["."]' 'a =~ ["a."]' '"\\" =~ [\\]' '"\\" =~ ["\\"]' '"\\" =~ [a\\b]' '"$" =~ ["$"]' '"]" =~ [\]]' '"a]" =~ ["]"]' '- =~ [a"-"z]' 'm =~ [a"-"z]' '"[" =~ ["["]' 'b =~ ["abc"]' '"\\" =~ ["abc"]' '"^" =~ ["^"a]' 'b =~ ["^"a]' '"*" =~ ["*"]' '"\\" =~ [\.]' '"\\" =~ [\a]' '"\\" =~ ["]\\"]' '"a.b" =~ a"."b' 'axb =~ a"."b' '"x.]" =~ [x]"."]' 'xy =~ [x]"."' '"a[b" =~ a"["b' '"a]" =~ [a]"]"' '"aa" =~ [a]["]a"]' '"k." =~ [[:alpha:]"."]"."' '"(" =~ ["("]' '"a(" =~ a["("]$'; do eval "[[ $e ]]"; echo "$? $e"; done; p='[\.]'; [[ '\' =~ $p ]]; echo $?; p=.; [[ '\' =~ ["$p"] ]]; echo $?; [[ '\' =~ [$p] ]]; echo $?; p='[a'; [[ '.' =~ $p"."] ]]; echo $?
# --- errors in eval end a subshell
readonly b=1; (eval b=2; echo in); echo "out $?"; (eval "eval b=2"; echo in); echo "out $?"; f() { (eval b=2; echo inf); }; f; echo in $?; x=$(eval b=2; echo in2); echo in $? $x; { eval b=2; echo in2; } | cat; echo in ${PIPESTATUS[@]}; { eval b=2; echo in2; } & wait $!; echo in $?; (eval 'echo $((1/0))'; echo in); echo "out $?"; (. /dev/stdin <<< 'b=2'; echo in); echo "out $?"; (eval if; echo in); echo "out $?"; eval b=2; echo not here
# --- errors in eval do not end the shell
eval 'echo $((1/0)); echo no'; echo $?
# --- ! continue and ! break
for i in 1 2; do ! continue; echo no; done; echo $?; for i in 1 2; do ! break; done; echo $?; f() { ! return 0; }; f; echo $?; f() { ! return 3; }; f; echo $?; for i in 1; do ! continue || echo x; done; echo $?; for i in 1; do false; ! continue; done; echo $?; while :; do ! break 5; done; echo $?; for i in 1; do ! ! continue; done; echo $?;  for i in 1; do ! { continue; }; done; echo $?; for i in 1; do ! if true; then break; fi; done; echo $?; for i in 1; do if ! continue; then :; fi; done; echo $?; for i in 1 2; do ! eval continue; echo no; done; echo $?; g() { for i in 1 2; do ! continue; done; }; g; echo $?; set -e; for i in 1 2; do ! continue; done; echo here
# --- empty quotes beside an empty list
f() { echo "$#: $*"; }; set -- a b; f """$@"; f "$@"""; f """$@"""; f ''"$@"; f "$@"''; set --; f """$@"; f ''"$@"; f "$@"; f "$@""$@"; f """$@"""; f "$@$*"; f ''$@; f $@''; f "x"$@; f "$*"; f $*; f "${@}" "${@:1}"; f ""$*; f "$@""";  f "$@" "$@"; f $''"$@"; f "$@"$''; f ""$@""; e=; f "$e"$@; f "$e""$@"; f $e"$@"; f "$@"$e; f "$@$e"; f "$@"''"$e"; a=(); f """${a[@]}"; f "${a[@]}"""; f ''"${a[@]}"; f "${a[@]}$e"; for x in """$@"; do echo "[$x]"; done; y=("""$@"); echo ${#y[@]}; y=("$@"""); echo ${#y[@]}; f "x$@"; f ''"x$@"; f ''"$e$@"
# --- **/**
mkdir -p a/b/c; touch a/x a/b/y a/b/c/z w; shopt -s globstar; echo **; echo **/**; echo **/; echo a/**; echo **/*; echo **/**/; echo a/**/z; echo **/b/**/; echo a**; echo **/**/**; echo **/c/**/z; echo **/**/z; echo a/**/**/z; echo */**/
# --- sed: a first line that was not there
t() { printf '%s: ' "$1"; seq ${2-12} | sed -n "$1" 2>&1 | tr '\n' ' '; echo; }
t '1d;1,3p'; t '2{n;n;n};3,6p'; t '2{n;n;n};3,4p'; t '2{n;n;n};3,5p'; t '2{n;n;n};3,+1p'; t '2{n;n;n};3,+4p'; t '2{n;n;n};3,~4p'; t '2{n;n;n};4,~4p'; t '2{n;n;n};3,/7/p'; t '2{n;n;n};3,/5/p'; t '2{n;n;n};3,$p'; t '2{n;n;n};3,1p'; t '2d;2,1p'; t '2,1p'; t '2{n;n;n};3,8{p;5{n;n;n;n};}'; t '3,5p;5,7p'; t '1,4d;2,6p'; t '1,4d;2,6!p'; t '1,4d;2,3!p'; t '1,4d;2,3p'; t '1,4d;0,/6/p'; t '2~3,5p'; t '1,2d;$,5p'; t '1,3d;2,+2p'; t '1,3d;2,~3p'; t '1,2d;1,/./p'; t '4,6{4d;p}'; t '3d;3,3p'; t '1,11d;5,$p'; t '1,5d;2,4p;2,8p'; t '3,3p'; t '2,~1p'; t '/3/,+1p'
# --- sed: ranges begin again with each file of -s
seq 5 > a; seq 11 15 > b; sed -n -s '1d;1,3p' a b; echo; sed -n '3d;3,7p' a b; echo; sed -s -n '4,2p' a b; echo; sed -s -n '1,2p' a b; echo; sed -s -n '2,8p' a b; echo; sed -s -n '0,/1/p' a b; echo; sed -i -n '2,8p' a b; cat a b
# --- sed: \n in a text
t() { printf '%s\n' "--- $*"; printf '1\n' | sed "$@" 2>&1; }
t 'a line1\nline2'; t 'a\line1\nline2'; t 'i\  foo\nbar'; t 'c x\ty\nz'; t -e 'a\' -e 'foo\nbar'; t -e 'a foo\' -e 'b\nar'; t 'a\nfoo'; t 'a \nfoo'; t '$!N;a x\ny'; t --posix 'a\
x\ny'; t 'a\
\nx'; t 'a x\\ny'; t 'a\'; t 'i\'; t '$a\'; printf x | sed '$a\'; printf x | sed '$i\'; printf x | sed '$!a\'; t a; t 'a '
# --- wc of files as standard input
printf 'a b\n' > f; wc < f; wc -l < f; wc -lw < f; wc - < f; cat f | wc; wc < f - f; wc < /dev/null; seq 100000 > g; wc < g; wc -c - f < g; : > e; wc < e
# --- seq: widths and large numbers
seq -w 003; seq -w 8 011; seq .8 .1 .9; seq 18446744073709551615 18446744073709551618; seq 99999999999999999999 100000000000000000001; seq -w -1 1; seq 1 .5 3; seq 5 1; seq -s, 3; seq -w 1.5 3; seq -w 1 1.25 003; seq -w -5 05 5; seq -w 9 1e1; seq 0x10 0x12; seq 0xFFFFFFF 0x10000001; seq 1e3 1002; seq 9999999999999998 10000000000000001; seq 0099999999999999999998 100000000000000000001; seq 1 7 22; seq 99999999999999999990 7 100000000000000000010; seq 0.1 0.1 0.5; seq 0 0.000001 0.000003; seq -w 0.08 0.01 .1; seq -w 1 -1 -1
# --- jobs of the shell around
sleep 5 & sleep 5 & jobs -p | wc -l; jobs | wc -l; x=$(jobs -p | wc -l); echo $x; (jobs -p | wc -l); (jobs | wc -l); jobs | cat | wc -l; { jobs; } | wc -l; (jobs; jobs) | wc -l; x=$(jobs); echo "$x" | wc -l; x=$( (jobs) ); echo ${#x}; kill $(jobs -p); wait; echo done
# --- ** at the end
mkdir -p a/b/c; touch a/x a/b/y a/b/c/z; shopt -s globstar; echo */**; echo **/c/**; echo **/b/**; echo a/b*/**; echo a/**; echo ./**; echo a/b/**; echo [a]/**/; echo a/**/**; echo a/**/b/**/; echo a/**/c/**/**
# --- tildes in words of parameters: at their begin, and behind a colon of an assignment
HOME=/h; q=x; echo ${n:-a=~} ${n:-~} ${n-a-~} ${n:-a:~} ${q:+~/b} ${q+b+~} ${q/x/~} ${q/x/a~} "${q/x/~}" "${n:-~}" ${n:-"a":~} ${m:=~:~}; z=${n:-~+:~}; echo "${z#*:}"
for v in '${n:-a:~}' '${n:-$q:~}' '"${n:-a:~}"' '${n:-${o:-a:~}:~}' '${q/x/a:~}' '${n:-a=~}' '${n:-"a":~}'; do eval "z=$v; declare w=$v; export e=$v"; echo "$v $z $w $e"; done
# --- tildes in words of parameters: words that only look like assignments
HOME=/h; f() { echo "$@"; }; echo w=${n:-a:~} x=a:~ w=${n:-~} w=${n:-b}:~; f w=${n:-a:~}; env w=${n:-a:~} bash -c 'echo $w'; for i in w=${n:-a:~}; do echo $i; done; a=([0]=${n:-a:~} b=${n:-a:~}); echo ${a[@]}
w=${n:-a:~} eval 'echo $w'; w+=${n:-:~}; echo $w; readonly r=${n:-a:~}; echo $r; a[1]=${n:-a:~}; echo ${a[1]}; local w=${n:-a:~} 2>&1 | wc -l; g() { local w=${n:-a:~}; echo $w; }; g
