[[ a == a ]]; echo $?; [[ a == b ]]; echo $?; [[ a != b ]]; echo $?; [[ a < b ]]; echo $?; [[ b < a ]]; echo $?
# ---
[[ abc == a* ]] && echo y; [[ abc == "a*" ]] || echo n; x='a*'; [[ abc == $x ]] && echo y2; [[ abc == "$x" ]] || echo n2
# ---
[[ -n "" ]]; echo $?; [[ -z "" ]]; echo $?; [[ x ]]; echo $?; [[ "" ]]; echo $?
# ---
[[ 5 -gt 3 && 2 -lt 4 ]] && echo both; [[ 1 -eq 2 || 3 -eq 3 ]] && echo one; [[ ! 1 -eq 2 ]] && echo not
# ---
[[ ( 1 -eq 1 || 0 -eq 1 ) && 2 -eq 2 ]]; echo $?
# ---
[[ foobar =~ ^foo(bar)$ ]]; echo $? ${BASH_REMATCH[0]} ${BASH_REMATCH[1]}
# ---
re='^([a-z]+)=([0-9]+)$'; [[ key=42 =~ $re ]] && echo ${BASH_REMATCH[1]} ${BASH_REMATCH[2]}; [[ nope =~ $re ]]; echo $? ${#BASH_REMATCH[@]}
# ---
[[ a.c =~ a"."c ]] && echo y; [[ abc =~ a"."c ]] || echo n; [[ "a b" =~ a\ b ]] && echo sp
# ---
[[ 2024-01-15 =~ ([0-9]{4})-([0-9]{2})-([0-9]{2}) ]]; echo "${BASH_REMATCH[@]}"
# ---
x=; [[ $x == "" ]] && echo empty; y="a b"; [[ $y == "a b" ]] && echo same; [[ -v x ]] && echo set; [[ -v zz ]] || echo unset
# ---
touch f; mkdir d; [[ -f f && -d d && -e f && ! -e g && -r f && ! -x f ]]; echo $?; [[ -s f ]]; echo $?
# ---
x=5; [[ x -eq 5 ]]; echo $?; [[ x+1 -eq 6 ]]; echo $?; [[ 08 -eq 8 ]]; echo $?
# ---
shopt -s nocasematch; [[ ABC == abc ]]; echo $?; case ABC in abc) echo m;; esac; [[ ABC =~ b ]]; echo $?
# ---
[ a = a ]; echo $?; [ a = b ]; echo $?; [ -n x -a -z "" ]; echo $?; [ 1 -gt 2 -o 3 -gt 2 ]; echo $?
# ---
[ ]; echo $?; [ "" ]; echo $?; [ x ]; echo $?; [ ! x ]; echo $?; [ ! "" ]; echo $?
# ---
[ 1 -eq x ]; echo $?
# ---
[ a b ]; echo $?
# ---
[ a b c ]; echo $?; [ a = b c ]; echo $?
# ---
[ 1 -eq 1; echo $?
# ---
test -f nofile; echo $?; test 5 -gt 3; echo $?; test; echo $?; test x = x -a y = y; echo $?
# ---
[ "(" = "(" ]; echo $?; [ \( a = a \) ]; echo $?; [ ! \( a = b \) ]; echo $?; [ -z = -z ]; echo $?
# ---
touch -d 2020-01-01 a; touch b; [ b -nt a ]; echo $?; [ a -ot b ]; echo $?; [ a -ef a ]; echo $?; [ a -nt none ]; echo $?
# ---
ln -s f l; touch f; [ -L l ]; echo $?; [ -h l -a -f l ]; echo $?; [ -p /dev/stdin ]; echo $?
# ---
[[ a = b || ( c = c && ! d = e ) ]] && echo ok
# ---
[[ $(echo x) == x ]] && echo sub; [[ "$(false)" ]] || echo empty
# ---
a=(1 2); [[ -v a[1] ]]; echo $?; [[ -v a[5] ]]; echo $?; [[ -v a ]]; echo $?; declare -A h=([k]=1); [[ -v h[k] ]]; echo $?
# ---
[[ -o errexit ]]; echo $?; set -e; [[ -o errexit ]]; echo $?
# ---
[[ abc == [a-c]b? && xyz != *b* ]]; echo $?; [[ a+b == a+(b) ]]; echo $?; [[ abb == a+(b) ]]; echo $?
# ---
[[ é == ? ]]; echo $?; [[ ab =~ ^.{2}$ ]]; echo $?
# --- lines within the parentheses of a pattern, and behind !
[[ $'a\nb' =~ (a
b) ]]; echo $?
[[ ! # no
x == y ]]; echo $?
