x=val; cat <<A; cat <<'B'; cat <<"C"; cat <<\D
$x ${x} $((1+2)) $(echo sub) `echo back` \$x \\ \a \
joined
A
$x \$x `no` \
B
"$x"
C
$x
D
# --- two on one line, and one in a pipe
cat <<1 - <<2
first
1
second
2
cat <<E | tr a-z A-Z
piped
E
# --- tabs are taken away
if true; then
	cat <<-E
		two tabs
	  tab and blanks
	back\
	slash
	E
fi
cat <<-'	E'
	x
	E
# --- inside functions, loops, subshells and substitutions
f() { cat <<E
f $1
E
}
for i in 1 2; do f $i; done; (cat <<E
sub
E
); y=$(cat <<E
in $(echo subst)
E
); echo "$y"
# --- the delimiter with blanks, empty, with quotes inside
cat <<'a b'
text
a b
cat <<""
until empty line

cat <<E"N"D
$HOME stays
END
echo next
# --- here-strings
cat <<< word; cat <<< "two words"; cat <<< $'a\nb'; x='a   b'; cat <<< $x; cat <<< "$x"; cat <<< a' 'b"c"; cat <<< *; cat <<< ~; cat <<< {a,b}; wc -c <<< ''; read -r a b <<< "1 2 3"; echo $a $b; tr a b <<< aaa
# --- quotes inside expansions
x=; cat <<E
"${x:-"a b"}" '${x:-'c'}' ${x:-\}} "$(echo "quoted")" ${x:-$(echo "d e")}
\" \' \` "
$'a' $"b" $ 
E
# --- arrays, indirection, arithmetic and special parameters
a=(1 2 3); set -- p 'q r'; n=a; cat <<E
${a[@]} ${#a[@]} ${a[1]} $* $@ $# $((a[2]*2)) ${!n} $? ${a[*]:1}
E
# --- a here-document without its end
echo start; cat <<E
never ended
# --- on other descriptors
cat <&3 3<<E
three
E
while read -r l <&4; do echo "4: $l"; done 4<<E
a
b
E
exec 5<<< five; read -r x <&5; echo $x; cat <<E 6<<F <&6
not shown
E
shown
F
# --- as input of a group and of a function call
{ read a; read b; echo "$b $a"; } <<E
one
two
E
g() { while read -r w; do printf '<%s>' "$w"; done; echo; }; g <<'E'
x\ny
 z 
E
# --- with set -u, with failing expansions
set -u; cat <<E || echo failed
ok ${u-default}
E
cat <<E
${u}
E
echo never
# --- line numbers behind it
cat <<E > /dev/null
a
b
E
echo $LINENO
nosuchcommand
# --- at the end of the text the last line ends, too
eval $'cat <<E | od -c\none\ntwo'; eval $'cat <<-\'E\' | od -c\n\tone\n\ttwo\\'; eval $'cat <<E | od -c\ntwo\\\\'; eval $'cat <<E | od -c'
# --- the word of a here-string may have a ~ behind a colon, and is no assignment
HOME=/h
cat <<< a=~; cat <<< ~:~; cat <<< a:~/b:~root; cat <<< "a:~"; cat <<< a":"~; cat <<< a\:~; cat <<< x${n:-~}
cat <<< ${n:-~:~}; cat <<< b:${n:-~:~}; cat <<< ${n:-=~}; cat <<< ${n:+~}; cat <<< ~x; cat <<< a~:~; x=$(echo a:~) cat <<< $(echo b:~)
