# What few other scripts use: {fd}>, |&, ;& and ;;&, select, extglob, clocks, source, let, pushd, type, compgen.
# --- {fd}> opens, writes, duplicates and closes
exec {out}> log; echo one >&$out; echo two >&"$out"; exec {out}>&-; cat log; [[ $out -ge 10 ]] && echo high; echo x >&$out 2>/dev/null; echo $?
# --- {fd}< of several files at once
printf 'a\nb\n' > l; printf '1\n2\n' > r; exec {l}< l {r}< r; while read -ru $l x && read -ru $r y; do echo "$x$y"; done; exec {l}<&- {r}<&-; read -ru $l z 2>/dev/null; echo $?
# --- {fd} on a group stays open; {fd}<&0 saves standard input
{ echo in group >&$g; } {g}> gfile; cat gfile; echo more >&$g; cat gfile; exec {save}<&0 < gfile; read line; exec <&$save {save}<&-; echo "$line"; exec {dup}>&1; echo to dup >&$dup; exec {dup}>&-
# --- {name[n]}> and {name}>> and {name}<<<
a=(); exec {a[0]}> f0 {a[1]}>> f1; echo zero >&${a[0]}; echo one >&${a[1]}; exec {a[0]}>&- {a[1]}>&-; cat f0 f1; exec {h}<<< 'here string'; read -u $h x; echo $x; exec {d}<<E
in document
E
read -u $d y; echo "$y"; f() { echo "arg $1" >&$log; }; exec {log}>&2; f 1 2> err; cat err; exec {bad}< nofile; echo no
# --- |& joins both outputs
{ echo o; echo e >&2; } |& sort | tr a-z A-Z; ls nofile |& sed 's/.*nofile.*/missing/'; (echo x >&2) |& cat; echo a |& cat |& cat; f() { echo fo; echo fe >&2; }; f |& sort; f 2>/dev/null |& sort; x=$(f |& sort); echo $x
# --- |& with statuses
false |& true; echo ${PIPESTATUS[@]}; set -o pipefail; false |& true; echo $?; ! false |& true; echo $?
# --- |& over lines
echo one |&
cat; if echo c |& grep -q c; then echo yes; fi; while read -r l; do echo "[$l]"; done < <(ls /nope |& cat | cut -d: -f1); echo 5 |& (read n; echo $((n * 2)))
# --- case falls through with ;&
for x in a b c d; do case $x in a) echo -n A;& b) echo -n B;; c) echo -n C;& *) echo -n D; esac; echo; done
# --- case tests on with ;;&
for w in apple 42 a1 -x ''; do case $w in *[0-9]*) echo -n "digit ";;& [a-z]*) echo -n "letter ";;& -*) echo -n "dash ";; ?*) echo -n "some ";;& *) echo "end"; esac; echo; done
# --- both in one, and the last clause
case x in x) echo 1;& y) echo 2;;& z) echo 3;& [xyz]) echo 4;;& *) echo 5;& esac; case q in a) ;& b) echo no;; *) ;& esac; echo $?; case 1 in 1) false;& 2) ;; esac; echo $?
# --- ;& in functions and loops
sign() { case $1 in -*) echo -n negative;; 0) echo -n zero;; *[!0-9]*) echo -n text; return 1;& +*) ;& *) echo -n positive;; esac; }; for n in -5 0 7 x; do sign $n; echo " $?"; done; i=0; while ((i < 4)); do case $((i++)) in 1) continue;& 2) echo two;& 3) break;; esac; echo "i=$i"; done
# --- ;;& with patterns from variables
shopt -s extglob; p='@(one|two)'; for v in one two three; do case $v in $p) echo "$v matches";;& t*) echo "$v starts with t";;& "$p") echo literal;; *e) echo "$v ends in e"; esac; done
# --- case lists, empty bodies and fall through to nothing
case abc in (a|b|abc) ;& x) ;& y) echo through; esac; case "" in "") echo empty;;& *) echo any; esac; case '*' in \*) echo star;;& '*') echo quoted;;& ?) echo one; esac
# --- ;& with errexit and traps
set -e; case a in a) true;& b) echo b; false || echo caught;& c) echo c; esac; trap 'echo err' ERR; case a in a) ! true;& z) echo z; esac; (case a in a) false;& b) echo never; esac); echo not reached
# --- select: a menu in a function
menu() { local PS3='? ' c; select c in "$@" quit; do case $c in quit) break;; '') echo "bad $REPLY";; *) echo "chose $c";; esac; done; }; printf '1\nx\n3\n' | menu a b 2>/dev/null; echo $?
# --- select without a list, with break and continue
set -- red green; select c; do [ "$c" ] || continue; echo $c; break; done <<< $'7\n2' 2>/dev/null; for o in 1 2; do select s in in out; do [ $s = in ] && break; break 2; done <<< $o 2>/dev/null; echo "after $o"; done; echo end
# --- select reads all of a line, and its menu comes again
select x in 'a b' c; do echo "<$x><$REPLY>"; done <<< $'1 \n 2\n\n2' 2>&1; echo $?
# --- select with REPLY and arrays
opts=(x y z); select o in "${opts[@]}"; do echo "$REPLY:$o"; opts=(); ((REPLY == 3)) && break; done <<< $'2\n3' 2>/dev/null; select n in 1; do return 2>/dev/null; echo here; break; done <<< 1 2>/dev/null; f() { select q in a; do return 5; done <<< 1; }; f 2>/dev/null; echo $?
# --- extglob: all five
shopt -s extglob; for p in '?(a)b' '*(a)b' '+(a)b' '@(a|c)b' '!(a)b'; do for s in b ab aab cb; do [[ $s == $p ]] && echo -n "$s "; done; echo "- $p"; done
# --- extglob nested and with classes
shopt -s extglob; for s in 12.5 -3 abc 1e5 +7. .5; do case $s in ?([-+])+([0-9])?(.*([0-9]))) echo "$s number";; ?([-+])*([0-9]).+([0-9])) echo "$s fraction";; *) echo "$s no";; esac; done; [[ aXbXc == a@(X+(b)X)c ]] && echo nested; [[ foo.tar.gz == !(*.@(zip|rar)) ]] && echo archive; [[ ab == !(a)!(b) ]]; echo $?
# --- extglob in expansions
shopt -s extglob; s='  a  b  '; echo "[${s##*( )}][${s%%*( )}][${s//+( )/_}]"; p=/usr/local/lib/x.so; echo "${p##+(/)usr} ${p%%?(.so)} ${p//@(l|o)/#}"; v=aaa; echo ${v/+(a)/b} ${v/?(a)/c} ${v//!(x)/d}; n=000120; echo ${n##+(0)}; list=a,b,,c; IFS=,; echo ${list//+(,)/ }
# --- extglob on file names
shopt -s extglob nullglob; touch a.c b.h c.o d.txt .hid e; echo !(*.c|*.h) ; echo *.@(c|h) ; echo @(a|b)*; echo !(*.*); echo ?(x)a.c; mkdir k; echo !(k)/; echo */; rm !(a.c|k); ls
# --- extglob is off: what the characters mean
shopt -u extglob; echo 'a(b)'; [[ ab == @(a|x)b ]] && echo cond; x='+(a)'; [[ aa == $x ]] && echo var; case aa in $x) echo yes;; *) echo no;; esac; eval 'echo @(a)' 2>&1 | head -1
# --- RANDOM in use
RANDOM=7; a=$((RANDOM % 6 + 1)); RANDOM=7; b=$((RANDOM % 6 + 1)); ((a == b && a >= 1 && a <= 6)) && echo dice; r=(); for i in {1..20}; do r+=($RANDOM); done; echo ${#r[@]}; ((${r[0]} == ${r[1]} && ${r[1]} == ${r[2]})) || echo varies; (RANDOM=1; x=$RANDOM; RANDOM=1; [ $x = $RANDOM ] && echo sub)
# --- SECONDS as a timer
SECONDS=0; sleep 0.01; ((SECONDS < 2)) && echo quick; SECONDS=3600; printf '%02d:%02d\n' $((SECONDS / 3600)) $((SECONDS % 3600 / 60)); f() { local start=$SECONDS; echo $((SECONDS - start)); }; f; SECONDS=-5; ((SECONDS < 0)) && echo negative
# --- EPOCHSECONDS, EPOCHREALTIME and printf %()T
((EPOCHSECONDS > 1700000000 || EPOCHSECONDS > 0)) && echo seconds; t=$EPOCHREALTIME; [[ $t =~ ^[0-9]+\.[0-9]{6}$ ]] && echo real; printf -v y '%(%Y)T' 0; echo $y; printf '%(%F %T)T\n' 86399; printf '%(%s)T\n' 12345; [[ $(printf '%(%s)T' -1) -ge $((EPOCHSECONDS - 1)) ]] && echo now; EPOCHSECONDS=1; ((EPOCHSECONDS > 1)) && echo stays
# --- printf %()T formats
TZ=UTC; export TZ; printf '%(%d.%m.%y %H:%M %j %a %A %b %B %p %I %e %u %w %%)T|%10(%F)T|%-12(%F)T|\n' 1000000000 0 0; printf '%()T\n' 0; printf '%(%Z %z)T\n' 0; printf '%(x)T%s\n' 5 a; before=$(date +%F); shown=$(printf '%(%F)T|%(%F)T' 0); [[ $shown == "1970-01-01|$before" || $shown == "1970-01-01|$(date +%F)" ]] && echo now
# --- source finds files by PATH, and gives arguments
mkdir lib; echo 'echo "lib $# $*"' > lib/x.sh; PATH=$PWD/lib:$PATH; . x.sh a b; source x.sh; set -- p q; . x.sh; . x.sh r; echo $*; echo 'set -- changed' > s2; . ./s2; echo $*
# --- source in loops, pipes and conditions
echo 'n=$((n + 1)); [ $n -ge 3 ]' > step; n=0; until . ./step; do echo $n; done; echo done $n; echo 'cat' > filter; echo piped | . ./filter; echo 'return ${1:-0}' > ret; if . ./ret 1; then echo no; else echo $?; fi; . ./ret 0 && echo ok; echo 'break' > br; for i in 1 2; do . ./br; echo no; done; echo $i
# --- source: functions, traps and options stay
cat > defs <<'E'
greet() { echo "hello ${1:-you}"; }
declare -A table=([k]=v)
shopt -s nullglob
readonly CONST=1
alias gone=echo
E
source defs; greet; echo ${table[k]} $CONST; shopt -p nullglob; greet() { echo new; }; . ./defs 2>/dev/null; echo $?; greet x
# --- let: operators and statuses
let a=5 b=a+2 'c = a * b' d=a\>b; echo $? $a $b $c $d; let e=1; echo $?; let 'f=0'; echo $?; let a++ --b; echo $a $b; let 'a += 10' "b <<= 2"; echo $a $b; let; echo $?; let 1+ 2>&1; echo $?
# --- let with arrays, bases and side effects
r=(1 2 3); let 'r[1] *= 5' 'r[3] = r[0] + r[1]'; echo ${r[@]}; let x=16#ff y=0b1 2>&1; echo $x; let 'z = (x > 100) ? 1 : 2'; echo $z; let 'p = 1, q = 2, p + q'; echo $p $q; let 'v = w = 3'; echo $v$w; unset u; let 'u++'; echo $? $u; let '!u'; echo $?
# --- let in loops and conditions
i=0; while let 'i < 3'; do let i+=1; echo -n $i; done; echo; if let 'i == 3 && i % 2'; then echo odd; fi; let 'i--' || echo zero; until let '--i <= 0'; do echo $i; done; set -e; let 'k = 1'; let 'k = 0' || echo caught; let 'k = 0'; echo never
# --- let: quoting and errors
let 'a = "5"' 2>&1; let x=1 +2 2>&1; echo $?; let 'x = 1 / 0' 2>&1; echo $?; let y=08 2>&1; echo $?; n=3; let "m = $n ** 2" "k = n ** 3"; echo $m $k; let 's = 1 ? 2 : 3 ? 4 : 5'; echo $s; let t=~5 w=!5; echo $t $w
# --- pushd, popd, dirs
mkdir -p a/b c; B=$PWD; cd a; pushd b > /dev/null; dirs | sed "s#$B#B#g"; pushd ../../c | sed "s#$B#B#g"; dirs -v | sed "s#$B#B#g"; dirs -p | wc -l; popd > /dev/null; echo ${PWD#$B}; popd > /dev/null; echo ${PWD#$B}; popd; echo $?
# --- pushd rotates
cd /; mkdir -p /tmp/case/x /tmp/case/y; cd /tmp/case; pushd x > /dev/null; pushd ../y > /dev/null; pushd > /dev/null; echo ${PWD##*/}; pushd +2 > /dev/null; echo ${PWD##*/}; pushd -0 > /dev/null; echo ${PWD##*/}; dirs +0; dirs -0; dirs +1; popd +1 > /dev/null; dirs; echo $?
# --- pushd: errors
pushd; echo $?; pushd /nowhere; echo $?; pushd +5; echo $?; popd; echo $?; popd +1; echo $?; dirs +3; echo $?; dirs -z; echo $?; pushd -n /; dirs | sed "s#^[^ ]*#HERE#"; dirs -c; dirs | wc -w; popd -n; echo $?
# --- dirs -l, DIRSTACK and ~
HOME=/tmp; cd /tmp/case; mkdir d; dirs; dirs -l; pushd d > /dev/null; echo "${DIRSTACK[@]}" ${#DIRSTACK[@]}; echo ~+ ~1 ~-0; cd ..; dirs; DIRSTACK[1]=/; dirs; popd; dirs -v
# --- pushd in subshells and functions
cd /tmp/case; mkdir s; go() { pushd "$1" > /dev/null && "${@:2}"; local rc=$?; popd > /dev/null; return $rc; }; go s pwd; pwd; go s false; echo $?; (pushd s > /dev/null; dirs | wc -w); dirs | wc -w; pushd s > /dev/null; (popd > /dev/null; pwd); pwd
# --- cd - and CDPATH with the stack
mkdir -p w/in q; cd w; cd ../q; cd -; echo "${OLDPWD##*/}"; CDPATH=$PWD; cd /; cd in; pwd; CDPATH=.:/tmp; cd /tmp/case; cd w; pushd in; popd
# --- cd: errors and options
cd /nowhere; echo $?; touch f; cd f; echo $?; cd a b; echo $?; cd ''; echo $?; cd -z; echo $?; unset HOME; cd; echo $?; HOME=/tmp; cd; pwd; cd case; ln -s /usr l; cd l; pwd; pwd -P; cd ..; pwd; cd -P l; pwd; unset OLDPWD; cd -; echo $?
# --- type
f() { :; }; alias al='x'; type f cd if; type -t f cd if nope al; type -a cd; type nope; echo $?; type -p cd; echo $?; type -f f; echo $?; shopt -s expand_aliases
alias al='x y'; type al; type -t al; type -z; echo $?; type; echo $?
# --- command and builtin
cd() { echo my cd; }; cd /; command cd /; builtin cd /tmp; pwd; command -v cd if nope; echo $?; command -V if; command -V nope; echo $?; command; echo $?; builtin; echo $?; builtin nope; echo $?; command nope 2>/dev/null; echo $?; command -p echo x; echo() { builtin echo "[$*]"; }; echo a; command echo b; x=echo; $x c; \echo d; 'echo' e
# --- enable, hash, help, times, ulimit, umask
enable | head -3; enable -n nope; echo $?; hash -r; hash nope; echo $?; hash; help -s nope_topic > /dev/null 2>&1; echo $?; times | wc -l; umask; umask 077; umask; umask -S; umask -p; touch p; stat -c %a p; umask u=rwx,go=; umask; umask 8; echo $?; ulimit -n > /dev/null; echo $?
# --- history, fc, fg, bg, disown without a terminal
fg; echo $?; bg; echo $?; fc 2>&1 | head -1; history; echo $?; sleep 0.01 & disown; jobs; disown %9; echo $?; disown; echo $?; suspend 2>/dev/null; echo $?; logout; echo $?
# --- compgen: words and names
compgen -W 'one two three four' -- t; echo $?; compgen -W 'a b' c; echo $?; compgen -W '$x b'; x='p q'; compgen -W '$x "r s"'; compgen -P '<' -S '>' -W 'm n'; compgen -W ''; echo $?; f1() { :; }; f2() { :; }; compgen -A function f; compgen -A alias; alias z=1; compgen -a
# --- compgen: variables, keywords and builtins
my_a=1 my_b=2; readonly my_c=3; declare -a my_d=(1); compgen -v my_; compgen -A variable my_; compgen -A arrayvar my_; export my_a; compgen -A export my_; compgen -e my_; compgen -k wh; compgen -A keyword e; compgen -b un; compgen -A builtin ex; compgen -A setopt no; compgen -A shopt glob; compgen -A signal SIGU; compgen -c compg
# --- compgen: files and directories
mkdir d1 d2; touch f1 'f 2' .h; compgen -f | sort; compgen -f f | sort; compgen -d | sort; compgen -A file d | sort; compgen -A directory | sort; compgen -f d1/; echo $?; touch d1/x; compgen -f d1/; compgen -G 'f*' | sort; compgen -G nope; echo $?
# --- compgen: filters and errors
compgen -X 'b*' -W 'a1 b1 a2'; compgen -X '!b*' -W 'a1 b1 a2'; compgen -A nothing; echo $?; compgen -z; echo $?; compgen; echo $?; compgen -W; echo $?; compgen -A user roo; compgen -o default x; echo $?
# --- compgen in a script: is it a command, a function, a variable?
has() { compgen -A "$1" "$2" | grep -qx "$2"; }; g() { :; }; has function g && echo g; has function nope || echo no; has variable PATH && echo path; has builtin cd && echo cd; mapfile -t fs < <(compgen -A function); echo "${fs[@]}"; if [[ $(compgen -A function h) ]]; then echo some; fi
# --- compgen: quoting in -W
IFS=:; compgen -W 'a b:c d:e'; IFS=$' \t\n'; compgen -W "'x y' z\\ w" ; compgen -W '{a,b}'; compgen -W '$((1+1)) q'; compgen -W 'aa ab b' -- a | wc -l; compgen -S / -d 2>/dev/null; echo $?
# --- compgen -F is for completion
compgen -F nofunc x; echo $?; 
# --- TZ as POSIX writes it
for TZ in EST5 CET-1 UTC0 '<+0530>-5:30' 'ABC+1:30:15'; do export TZ; printf '%(%F %T %Z %z)T\n' 0; done; TZ=; printf '%(%T)T\n' 0; TZ=JST-9 bash -c 'printf "%(%H:%M)T\n" 0'
# --- |& with a loop and with functions' errors
for i in 1 2; do echo "o$i"; echo "e$i" >&2; done |& sort; warn() { echo "warn: $*" >&2; return 3; }; warn a |& sed 's/warn/WARN/'; echo ${PIPESTATUS[0]}; r=$(warn b |& wc -l); echo $r
# --- clocks together
s=$SECONDS e=$EPOCHSECONDS; ((SECONDS >= s && EPOCHSECONDS >= e)) && echo go on; RANDOM=3; declare -a seen; for ((i = 0; i < 50; i++)); do seen[RANDOM % 5]=1; done; echo ${!seen[@]}; a=$SRANDOM b=$SRANDOM; [ $a != $b ] && echo differ
# --- |& between groups and case
{ echo a; echo b >&2; } |& { while read -r x; do echo "<$x>"; done | sort; }; case $(echo e >&2 |& cat) in e) echo matched;; esac; [[ $(ls /nope |& grep -c nope) == 1 ]] && echo one
# --- SECONDS and LINENO in arithmetic, RANDOM as an index
a=(x y z); RANDOM=1; i=$((RANDOM % 3)); [ -n "${a[i]}" ] && echo in; ((SECONDS++ >= 0)) && echo ok; (( LINENO == 1 )) && echo line; declare -p SECONDS | grep -c SECONDS; unset EPOCHSECONDS; echo "[$EPOCHSECONDS]"
