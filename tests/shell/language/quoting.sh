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
# --- ansi quotes in operands of quoted expansions
unset z; y=5
echo "${z:-$'q\tb'}" "${z:-$"q"}" "${z-'q'}" "${z:-a$'b c'd}" "${y:+$'\x41'}"
echo "${z:-${z:-$'in\tner'}}" "${z:-"$'x'"}" "${z:-$}" "${z:=$'v w'}" "$z"; unset z
echo "${y#$'5'}" "${y/$'5'/$'6\t7'}" "${y//5/'q'}" "${y/5/$"a"}"
cat <<EOF
${z:-$'q'} ${y#$'5'} ${y/$'5'/6} $'x' $(echo "${z:-$'in'}")
EOF
