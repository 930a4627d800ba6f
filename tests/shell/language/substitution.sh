echo $(echo a; echo b) `echo c` "$(echo d; echo e)"
# ---
x=$(printf 'a\n\n\n'); echo "[$x]"; echo "$(echo)" | wc -l
# ---
echo $(echo $(echo $(echo deep))) `echo \`echo bq\``
# ---
x=$(false); echo $?; x=$(exit 7); echo $?; echo $(exit 3) $?
# ---
echo a > f; echo $(< f) "$(<f)"; echo $(<nofile); echo $?
# ---
x=1; y=$(x=2; echo $x); echo $x $y
# ---
echo "$(cat <<E
here
E
)"
# ---
echo $(case a in a) echo case;; esac) $(if true; then echo t; fi)
# ---
echo $(echo 'a)b') $(echo "x)") $(echo \)) # )
# ---
echo `echo "q"` `echo '$x'` `echo \$HOME` | head -1
# ---
for i in $(seq 3); do echo -n "$i "; done; echo; echo $(echo "a  b") "$(echo "a  b")"
# ---
cat <(echo one) <(echo two); echo <(:) | grep -c /dev/fd; wc -l < <(printf 'a\nb\n')
# ---
f() { echo "args: $@"; }; f $(echo 1 2) "$(echo 3 4)"; $(echo echo cmd) x
# ---
x=`echo a
echo b`; echo "$x"; echo $(
echo multi
)
# ---
$(true) && echo ok; $(false) || echo nok; $(exit 3); echo $?
# ---
echo ${x:-$(echo def)} ${x:-`echo bq`} $(( $(echo 2) * `echo 3` ))
# ---
unset v; echo "$(echo "$(echo "${v:-"in"}")")"; echo $(echo '"')
# ---
set -- $(echo "a b" c); echo $#; set -- "$(echo "a b" c)"; echo $#
# ---
x=$(echo hi >&2) 2>/dev/null; echo "[$x]"; y=$(echo err 2>&1 >/dev/null); echo "[$y]"
# ---
printf 'a\0b' | cat -v; echo; x=$(printf 'a\0b'); echo $x
# --- nothing between backquotes
false; ``; echo $?; false; ` `; echo $?; false; x=``; echo $?; false; x=` `; echo $?; false; $(); echo $?
false; echo `` $?; false; ``>/dev/null; echo $?; x=$(false)``; echo $?; false; x="``"; echo $?; false; echo ` ` $?
