echo a > f; echo b >> f; cat f; cat < f
# ---
echo err >&2; ls /nonexistent_x 2>/dev/null; echo $?
# ---
{ echo out; echo err >&2; } > f 2>&1; cat f
# ---
{ echo out; echo err >&2; } &> f; cat f; echo more &>> f; cat f
# ---
exec 3> f; echo to3 >&3; exec 3>&-; cat f
# ---
exec 3< <(echo from); read x <&3; echo $x; exec 3<&-
# ---
cat <<< "here $((1+1))"
# ---
cat <<E1; cat <<'E2'
one $((1+1))
E1
two $x
E2
# ---
cat <<-E
	tab
		two
	E
# ---
x=v; cat <<E
$x ${x}s \$x `echo cmd` $(echo sub) "quoted" 'single' \\ \a
E
# ---
cat <<E | tr a-z A-Z
piped
E
# ---
set -o noclobber; echo a > f; echo b > f; echo c >| f; cat f
# ---
echo x > /nonexistent/f; echo $?
# ---
cat < nofile; echo $?
# ---
echo hi {fd}> f; exec {fd}> g; echo $fd; echo z >&$fd; cat g
# ---
: > empty; wc -c < empty
# ---
echo a 1>f 2>&1; cat f; (echo sub >&2) 2> e; cat e
# ---
while read l; do echo "[$l]"; done <<E
a
b c
E
# ---
for i in 1 2; do echo $i; done > f; cat f
# ---
f() { echo fn; } > out; f; cat out
# ---
echo x >&9; echo $?
# ---
x="a b"; echo y > $x; echo $?
# ---
read a b < <(echo 1 2 3); echo "$a|$b"
# ---
exec 5<<< "data"; cat <&5
# ---
echo 1 > f; echo 22 1<> f; cat f
# ---
{ read a; read b; } <<< $'x\ny'; echo $a $b
# ---
cat /dev/null; echo ok > /dev/null; echo e > /dev/stderr 2>&1; cat /dev/stdin <<< in
# ---
cat <<E
unfinished
# ---
if true; then echo in; fi > f; cat f; ( echo s ) >> f; cat f
# ---
echo a | cat - <(echo b)
# ---
diff <(echo a) <(echo a) && echo same
# ---
tee >(cat > f) <<< x > /dev/null; sleep 0.1; cat f
# ---
echo test 2>&1 1>/dev/null; echo test >&-; echo $?
# --- those of a command are expanded in the child that becomes it
n=1; for i in 1 2 3; do seq $i > out$((n++)); done; ls; echo $n; cat <<< ${x:=5}; echo "<$x>"; cat <<< $((n++)) | cat; echo $n; /bin/cat <<X
$((n++)) $n ${y:=3}
X
echo $n $y; r=(a b c); cat <<< ${r[n++]}; cat <<< ${r:n--:1}; echo $n; command cat <<< $((n++)); echo $n; a=$((n++)) cat <<< $n; echo $n
# --- those of builtins, functions and compound commands in the shell
n=1; read x <<< $((n++)); f() { cat; }; f <<< $((n++)); { cat; } <<< $((n++)); for i in 1 2; do echo $i; done > o$((n++)); echo $n $x; ls; exec 3<<< $((n++)); cat <&3; echo $n
# --- what ends there
n=1; nosuch <<< $((n++)); echo $? $n; sort > /nodir/x$((n++)); echo $? $n $_; cat <<< $((n++)) & wait; echo $n; ! cat <<< $((n++)); echo $? $n
# ---
set -e; trap 'echo bye' EXIT; n=1; cat < none$((n++)) || echo $n; cat < none$((n++)); echo no
# ---
command_not_found_handle() { echo "handle $1 $n"; n=99; }; n=1; nosuch <<< $((n++)); echo $n
# --- they do not see what stands before the command
a=1; a=5 cat <<< "<$a>"; a=5 read x <<< "<$a>"; echo "$x"; r=(1 2 3); IFS=, read -ra x <<< "${r[*]}"; echo ${#x[@]}; f() { cat; echo $a; cat <<< $a; }; a=5 f <<< "<$a>"
a=5 b=6 cat <<X
<$a$b>
X
a=5 cat <<< "$(echo $a)" ; a=5 cat < <(echo "<$a>"); a=5 cat > "o$a" <<< x; a=5 nosuch > "p$a"; ls; export a; a=5 cat <<< "$(env | grep ^a=)"; a=5 env <<< $a | grep ^a=; a=5 a=6 a=7 env <<< $a | grep ^a=; echo $a
# --- and what they set stays behind the command
a=5 read x <<< ${a:=7}; echo "<$a>$x"; unset a; a=5 : <<< ${a:=8}; echo $a; a=5 cat <<< $((a++)); echo $a; a=5 read x <<< $((a++)); echo $a $x; a=5 eval 'echo $a' > "x$a"; ls; cat x*
f() { local a=6; a=7 cat <<< "$a"; a=8 g <<< "$a"; echo $a; }; g() { cat; echo $a; cat <<< $a; }; f; echo $a
# ---
a=1; a=5 cat < "${b?none}"; echo $a $?; a=5 read x < "${b?none}"; echo no
# ---
a=1; a=5 exec > "y$a"; ls >&2
# --- exec behind command: its redirections stay
command exec 5>o; echo hi >&5; cat o; exec 5>&-
command -p exec 6>o2; echo a >&6; cat o2; command -- exec 8>o4; echo c >&8; cat o4; command command exec 9>o5; echo d >&9; cat o5
builtin exec 7>o3; echo b >&7
exec() { echo fn; }; exec 5>o; echo hi >&5; command exec 6>o; echo x >&6; cat o
c=command; $c exec 5>oo; echo hi >&5; cat oo; eval exec 6>oo; echo hi >&6
command exec 5>/nonexist/x; echo $?; f() { command exec 4>o7; }; f 4>o6; echo y >&4
# --- a file that is also the output
for c in 'cat g >> g' 'cat < g >> g' 'cat -n g >> g' 'cat x g >> g' 'grep h g >> g' 'grep h < g >> g' 'grep -c h g >> g' 'grep -q h g >> g' 'grep -m1 h g >> g' 'grep h x g >> g' '{ head -1 g; cat g; } >> g' 'cat g 1<> g'; do
  printf 'hi\nho\n' > g; bash -c "$c"; echo "$c $?"; wc -c < g
done
# --- a command that appends to the file that it reads ends with what was there
printf '1\n2\n' > g; sed p g >> g; cat g
printf 'a b\nc d\n' > g; awk '{print $2}' g >> g; cut -d' ' -f1 < g >> g; cat g | tr '\n' ,; echo
printf 'a\nb\n' > g; nl g >> g; tac g >> g; wc -l < g
printf 'a\nb\n' > g; rev < g >> g; tr a-z A-Z < g >> g; fold -w1 g >> g; wc -c < g
printf 'a\nb\n' > g; awk '{print NR >> "g"}' g; cat g | paste -sd,
printf 'a\nb\n' > g; uniq < g >> g; expand g >> g; paste g g >> g; wc -c g
printf 'a\nb\n' > g; head -n 3 g >> g; tail -n 1 g >> g; sort g >> g; od -c g | tail -1
# --- what /dev/stdin and the others are
t() { for o in e p f s c d L; do [ -$o "$1" ] && printf %s $o; done; echo; }
printf 'a\n' > g; t /dev/stdin < g; t /dev/fd/0 < g; t /proc/self/fd/0 < g
echo x | t /dev/stdin; t /dev/stdin <<< text; t /dev/stdin < /dev/null
echo "$(t /dev/stdout)"; t /dev/stdout > out; cat out
t /dev/fd/9; t /dev/fd/9 9< g; t /dev/fd/x; t /dev/fd/-1
[[ /dev/stdin -ef g ]] < g && echo same; [[ -p /dev/stdin ]] < <(echo a) && echo pipe
f() { if [ -p /dev/stdin ]; then sed 's/^/piped: /'; else echo "args: $*"; fi; }
echo one | f; f two < /dev/null
