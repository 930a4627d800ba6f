echo 'single $x `y` \n' "double \$ \\ \" \` \a"
# ---
x='a b'; echo $x "$x" '$x' "'$x'" \$x
# ---
echo a\ b a\
b
# ---
echo $'tab\there\x41\u00e9\101\e[0m' | cat -v
# ---
echo "" '' x"" | cat -A
# ---
set -- "" '' ; echo $#
# ---
echo $"hello"
# ---
echo "a'b" 'a"b' "a\nb"
# ---
echo "multi
line"
# ---
x=1; echo "${x}y" "$x"y $x'y'
# ---
echo \a\b\\ \'
# ---
echo "$(echo "nested "quotes"")"
# ---
echo "$(echo 'a  b')" $(echo 'a  b')
# ---
echo "unterminated
# ---
echo 'unterminated
# ---
echo a#b # comment
# comment line
echo c
# ---
echo $ $% "$" "a$"
