# [.name.] and [=c=] in patterns.
# --- a character by its name
for c in hyphen hyphen-minus dash minus period full-stop slash solidus space tab newline zero nine backslash left-square-bracket right-square-bracket circumflex underscore tilde DEL IS1 nosuch; do for i in {1..127}; do printf -v h '\\x%x' $i; printf -v t "$h"; [[ $t == [[.$c.]] ]] && echo "$c $i"; done; done
# --- in replacements
x=a-b.c; echo "${x//[[.-.]]/_} ${x//[[.hyphen.]]/_} ${x//[[.period.][.-.]]/_} ${x//[![.a.][.b.][.c.]]/_} ${x#*[[.full-stop.]]} ${x%%[[.-.]]*}"
# --- ends of a range
for c in a b c d -; do [[ $c == [[.a.]-[.c.]] ]]; echo -n $?; [[ $c == [[.a.]-c] ]]; echo -n $?; [[ $c == [a-[.c.]] ]]; echo -n $?; [[ $c == [[.a.][.-.]] ]]; echo -n "$? "; done; echo
# --- one character, and names that are none
[[ a == [[.a.]] ]]; echo $?; [[ ä == [[.ä.]] ]]; echo $?; [[ ] == [[.].]] ]]; echo $?; [[ . == [[...]] ]]; echo $?; [[ n == [[.nosuch.]] ]]; echo $?; [[ x == [![.nosuch.]] ]]; echo $?; [[ c == [[.a.]b-c] ]]; echo $?
# --- equivalence classes are of one character
[[ a == [[=a=]] ]]; echo $?; [[ a == [[=ab=]] ]]; echo $?; [[ = == [[===]] ]]; echo $?; [[ ä == [[=ä=]x] ]]; echo $?; x=abc; echo "${x//[[=b=]c]/_}"
# --- not closed
case . in [[.]) echo 1;; *) echo 2;; esac; case '[]' in [[.]]) echo 1;; *) echo 2;; esac; case x in [[.x) echo 1;; *) echo 2;; esac
# --- in file names and case
touch a-b a.b ab; echo a[[.hyphen.]]b a[[.period.]-]b a[[.-.]-/]b; case - in [[.hyphen.]]) echo yes;; esac
