# A script on standard input is read a command at a time: what commands read is what stands behind them.
# --- read
printf 'read x\nhello\necho "got $x"\n' | bash; printf 'read x; echo "<$x>"; read y\none\ntwo\necho "$y"\n' | bash; printf '%s\n' 'while read l; do echo "l=$l"; done' a b | bash; printf 'read x' | bash; echo $?; printf '%s\n' 'read x \' y 'p q' 'echo "$x-$y"' | bash
# --- cat and other commands take the rest
printf 'cat\necho a\necho b\n' | bash; printf 'echo $(cat)\none\ntwo\n' | bash; printf 'sort | tail -n 1\nb\na\n' | bash; printf 'true | cat\necho on\n' | bash; printf 'cat <<< here\necho on\n' | bash; printf 'cat < /dev/null\necho on\n' | bash
# --- here-documents
printf 'cat <<E\nbody\nE\nread y\nyy\necho "y=$y"\n' | bash; printf 'cat <<A; cat <<B\na\nA\nb\nB\necho on\n' | bash; printf 'cat <<E\nno end\n' | bash; printf '%s\n' 'cat <<E' 'join \' 'E' 'E' 'echo on' | bash
# --- commands of several lines
printf 'for i in 1 2\ndo\nread v; echo "v=$v"\ndone\none\ntwo\necho end\n' | bash; printf 'f() {\n read q\n}\n\n# comment\nf\nqq\necho $q\n' | bash; printf 'x="a\nb"; read y\nyy\necho "$x$y"\n' | bash; printf 'if true; then\nread z\nfi; echo $z\nzz\n' | bash; printf 'echo a \\\n b\necho c\n' | bash; printf 'case x in\nx) read z;;\nesac\nzz\necho $z\n' | bash; printf 'echo $((1 +\n2)) ${x:-a\nb} $(echo c\necho d)\nread z\nzz\necho $z\n' | bash
# --- errors
printf 'echo a\n)\necho b\n' | bash; echo $?; printf 'echo a\nif true; then\n' | bash; echo $?; printf 'echo "a\nb\n' | bash; echo $?; printf 'nosuch\n\nnosuch2\n' | bash; echo $?; printf 'set -e\nfalse\necho no\n' | bash; echo $?
# --- exit leaves the rest
printf 'echo a\nexit 3\nrest\n' | { bash; echo $?; cat; }; printf 'read x; exit 4\nval\nrest\n' | { bash; echo $?; cat; }; printf 'trap "read t; echo trapped \\$t" EXIT\nexit\nleft\n' | bash; printf 'exec true\nrest\n' | { bash; cat; }
# --- a shell in the script
printf 'bash\necho inner\nexit 4\necho outer $?\n' | bash; printf 'bash -s p q\necho "$# $1"\nexit 5\necho outer $?\n' | bash; printf '(read x; echo "s=$x")\nsub\necho "x=$x"\n' | bash; printf 'eval "read x"\nev\necho $x\n' | bash
# --- another standard input
printf 'echo from f; read y\nyy\necho "$y"\n' > f; printf 'exec < f\necho no\n' | bash; printf 'exec <&-\necho no\n' | bash; echo $?; printf 'exec 3<&0\nread -u 3 x\nval\necho $x\n' | bash; printf 'read x < f; echo "$x"\nread y\nyy\necho $y\n' | bash; printf '{ read x; read y; } < f; echo "$y"\necho on\n' | bash
# --- a file
printf 'read x\nhello\necho "got $x"\n' > s; bash < s; bash -s < s; { bash; echo $?; } < s; bash <<'E'
read x
here
echo "got $x"
E
bash <<< $'read x\nstring\necho "got $x"'; bash < <(echo 'echo subst'); bash < /dev/null; echo $?
# --- the rest of a file
# bash: exit forgets what it has read ahead of a file (not of a pipe)
printf 'exit 2\nrest\n' > s; { bash; echo $?; cat; } < s
# --- aliases and options change the next line
printf 'shopt -s expand_aliases\nalias r="read x"\nr\nval\necho $x\n' | bash; printf 'set -v\n# comment\n\nread x\nhello\necho $x\n' | bash; printf 'shopt -s extglob\necho @(a|b)\n' | bash; printf 'set -n\necho no\n' | bash; echo $?
# --- other processes go on while it waits
{ echo 'sleep 0.05 && echo slept & read x'; sleep 0.3; echo val; echo 'wait; echo $x'; } | bash; { echo 'echo one'; sleep 0.1; printf 'if true; '; sleep 0.1; echo 'then echo two; fi'; } | bash
# --- much of it
# large
{ for i in {1..300}; do echo "x$i=$i"; echo 'read y'; echo "line $i"; done; echo 'echo $x300 $y'; } | bash; { echo 'f() {'; for i in {1..3000}; do echo "  x$i='some text $i'"; done; echo '}; f; read y'; echo last; echo 'echo $x3000 $y'; } | bash; { printf 'x="'; printf 'some text of the string %d\n' {1..5000}; echo '"; read y'; echo last; echo 'echo ${#x} $y'; } | bash
# --- it is neither the text of -c nor a file: what its functions come from, and how errors end it
printf 'f() { echo "${BASH_SOURCE[@]} ${FUNCNAME[@]}"; caller; nosuch; }; f\n(f)\nbash -c "g() { caller; }; g"\n' | bash; printf 'set -u; echo $zz\n' | bash; echo $?; printf 'trap "echo E $?" EXIT\nset -u\necho $q\necho no\n' | bash; echo $?; printf 'q() { echo ${q:?no}; }; q; echo no\necho after\n' | bash; echo $?; printf '(set -u; echo $q); echo $?\nx=$(set -u; echo $q); echo $?\n' | bash
printf 'declare -i q="1 +"; echo no\necho after\n' | bash; echo $?; printf 'x=$((1/0)); echo no\necho after $?\n' | bash; echo $?; printf 'echo a\necho ${x!y}; echo c\necho b\n' | bash; echo $?; printf 'echo a\nf() { echo ${x!y}; }; f; echo c\necho b\n' | bash; echo $?; printf '[[ a b ]]\necho b $?\n' | bash; echo $?; printf 'readonly r=1\nf() { r=2; echo in; }\nf; echo on\necho next\n' | bash; echo $?
# --- commands that take some bytes leave the rest to others
seq 1000 > f; (dd bs=10 count=1 status=none; dd bs=5 skip=1 count=1 status=none; head -n 1) < f
seq 1000 | (dd bs=3 count=1 status=none; dd bs=4 count=1 status=none; head -c 4; head -c 3)
