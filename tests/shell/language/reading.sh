# read and mapfile.
# --- fields
read a b c <<< '1  2   3 4 '; echo "$a|$b|$c|"; read a b <<< 'x'; echo "$a|$b|"; read <<< '  reply kept '; echo "[$REPLY]"; IFS= read x <<< '  all '; echo "[$x]"; IFS=: read a b c <<< 'r:x::z:'; echo "$a|$b|$c|"; IFS=: read a b <<< 'p:q:'; echo "$a|$b|"; IFS=' :' read a b c <<< ' 1 : 2 3 '; echo "$a|$b|$c|"
# --- backslashes
read a b <<< 'x\ y z'; echo "$a|$b"; read -r a b <<< 'x\ y z'; echo "$a|$b"; read a <<'E'
one\
two
E
echo "$a"; read a <<< 'a\tb\\c'; echo "$a"; IFS=: read a b <<< 'a\:b:c'; echo "$a|$b"
# --- -d
printf 'a;b;c' | { while read -d ';' x; do echo "<$x>"; done; echo "left $x"; }; printf 'x\0y z\0' | while IFS= read -r -d '' x; do echo "[$x]"; done; read -d x v <<< 'abxc'; echo "$v"; read -d '' v <<< $'l1\nl2'; echo $? "$v"; read -dab v <<< 'xxab'; echo "$v"
# --- -n and -N
read -n 3 x <<< abcdef; echo $x; read -n 10 x <<< ab; echo $? $x; read -N 3 x <<< 'a b c'; echo "[$x]"; read -N 10 x <<< abc; echo $? "[$x]"; printf 'héllo' | { read -n 2 x; echo "$x"; read -N 2 y; echo "$y"; }; read -n 0 x <<< abc; echo $? "[$x]"; read -N 4 x y <<< 'a b c'; echo "[$x][$y]"; read -n 4 x y <<< 'a b c'; echo "[$x][$y]"; read -n x v; echo $?; read -n -1 v; echo $?
# --- -a
read -a a <<< 'x y  z'; declare -p a; read -ra a <<< ''; declare -p a; IFS=, read -ra a <<< 'p,,q,'; declare -p a; read -a a -d : <<< '1 2:3'; declare -p a; declare -A h; read -a h <<< x; echo $?
# --- -t and -u
read -t 0.01 x < <(sleep 1); echo $((${?} > 128)) "[$x]"; read -t 0 x <<< data; echo $?; read -t 5 x <<< ok; echo $? $x; exec 4<<< four; read -u 4 x; echo $x; read -u 9 x; echo $?; read -t x y; echo $?; read -u q y; echo $?; read -t -1 x; echo $?; printf part | { read -t 1 x; echo $? $x; }
# --- status at the end of input, unfinished lines
printf 'a\nb' | { while read -r x; do echo "$x"; done; echo "left: $x"; }; read x < /dev/null; echo $? "[$x]"; printf 'no newline' | { read a b; echo "$? $a $b"; }
# --- bad names and options
read 1x <<< a; echo $?; read -z x; echo $?; read 'a[' <<< x; echo $?; read 'a[2]' <<< el; declare -p a; read -p prompt: x <<< y; echo $x; read -s x <<< z; echo $x; read -e x <<< w; echo $x; read -r -i text x <<< v; echo $x; readonly ro=1; read ro <<< 2; echo $? $ro
# --- it takes no more than its line
printf '1\n2\n3\n' > f; { read a; read b; cat; echo "$a$b"; } < f; printf 'p\nq\nr\n' | { read a; cat; }; { read -N 1 c; read rest; echo "$c+$rest"; } <<< xyz
# --- mapfile
printf 'a\nb\nc' | { mapfile; declare -p MAPFILE; }; mapfile -t x < <(printf '1\n2\n\n4\n'); declare -p x; mapfile -t -n 2 x <<< $'p\nq\nr'; declare -p x; mapfile -t -s 1 x <<< $'p\nq\nr'; declare -p x; mapfile -t -O 3 x <<< $'z'; declare -p x; mapfile -d : -t x <<< 'a:b'; declare -p x; mapfile -d '' -t x < <(printf 'n1\0n2\0'); declare -p x
# --- mapfile with callbacks and errors
cb() { echo "cb $1 ${2%$'\n'}"; }; mapfile -C cb -c 2 x <<< $'a\nb\nc\nd\ne'; echo ${#x[@]}; mapfile -t -C 'echo E' -c 1 y <<< $'m\nn'; mapfile -n x y; echo $?; mapfile 1x < /dev/null; echo $?; mapfile -u 9 y; echo $?; declare -A h; mapfile h < /dev/null; echo $?; exec 3<<< three; readarray -u 3 -t z; echo ${z[0]}; mapfile -t e < /dev/null; echo ${#e[@]}; mapfile -t -O -1 e <<< x; echo $?; mapfile -c 0 e <<< x; echo $?
# --- reading loops that people write
printf 'k1=v1\nk2=v2 x\n#c\n\nlast=1' > cfg; while IFS='=' read -r k v || [ -n "$k" ]; do [[ -z $k || $k == \#* ]] && continue; echo "$k -> $v"; done < cfg
while read -r n; do while read -r m; do echo "$n$m"; done <<< $'x\ny'; done <<< $'1\n2'; cat cfg | while read -r l; do ((c++)); done; echo "c=${c-unset}"; while read -r -n1 ch; do printf '<%s>' "$ch"; done <<< 'a b'; echo
# --- select
select x in one two 'three four'; do echo "[$x] $REPLY"; [[ $x ]] || break; done <<< $'2\n3\n9\n'
PS3='pick> '; select y in a b; do echo "$y"; done <<< $'1\n\n2\n'; echo "end $?"; set -- p q; select z; do echo "$z $REPLY"; break; done <<< 2; select e in; do :; done; echo $?
# --- select with many items
select x in item{01..14}; do echo "$x"; break; done <<< 12; COLUMNS=40; select x in apple banana cherry dragonfruit elderberry fig grape; do echo $x; break; done <<< 7
# --- separators of several bytes
IFS=é read a b <<< 1é2; echo "$a|$b"; IFS='→' read -ra p <<< 'a→b→c'; declare -p p
IFS='é ' read a b c <<< ' 1 é 2é é3è4 é'; printf '<%s>' "$a" "$b" "$c"
IFS=é read a b <<< 1é2é; printf '<%s>' "$a" "$b"; IFS=é read a <<< 1é; printf '<%s>' "$a"; IFS=é read a <<< 1éé; printf '<%s>' "$a"
IFS=é read -r a b <<< '1\é2é3'; printf '<%s>' "$a" "$b"; IFS=é read -a x <<< éa; declare -p x
IFS=$'\xc3' read a b <<< $'1é2\xc33'; printf '<%q>' "$a" "$b"
