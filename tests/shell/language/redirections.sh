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
