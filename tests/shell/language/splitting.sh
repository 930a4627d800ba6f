x='a  b	c'; for i in $x; do echo "[$i]"; done
# ---
IFS=:; x=a:b::c:; for i in $x; do echo "[$i]"; done
# ---
IFS=' :'; x='a : b:c  d'; for i in $x; do echo "[$i]"; done
# ---
IFS=; x='a b'; set -- $x; echo $#
# ---
unset IFS; x=' a b '; set -- $x; echo $# "$1"
# ---
x='a b'; y=$x; echo "$y"; set -- pre$x'post'; echo "$#:$1:$2"
# ---
x=' a '; set -- b$x"c"; echo $#; printf '[%s]' "$@"; echo
# ---
set -- $(printf 'a b\nc\n'); echo $#
# ---
x=""; set -- $x; echo $#; set -- "$x"; echo $#; set -- a$x; echo $#
# ---
set -- "$@" "${@}"; echo $#; set -- x"$@"y; echo "$1"
# ---
IFS=,; x='a,b c,,d'; printf '<%s>' $x; echo
# ---
IFS=$'\n'; x=$'one two\nthree'; printf '<%s>' $x; echo
# ---
a='1 2' b='3 4'; printf '<%s>' $a$b "$a"$b $a"$b"; echo
# ---
IFS=x; v=axbxc; echo $v "$v"; echo ${v}
# ---
set -- 'a b' 'c d'; IFS=-; echo "$*" $* "$@"
# ---
set -- a b; x=$*; y=$@; z="$@"; echo "$x|$y|$z"

# --- unquoted lists are split as if the first character of IFS joined them
r=('' one 'two three' '' four ''); show() { printf '<%s>' "$@"; echo; }
for IFS in : ab ': ' ' :' ' '; do show ${r[@]} x${r[*]}y; show ${r[@]%%X} ${r[*]^}; show ${r[@]:0}; done
IFS=' :'; a=(a :b 'c ' ' d' '' : e); show ${a[@]} x${a[@]}y; IFS=': '; show ${a[@]} x${a[@]}y; IFS=:; show ${a[@]} x${a[@]}y
set -- '' '' a ''; show $@ x$*y "$@"; unset IFS; show $@ x$*y; IFS=; show $@ x$*y
IFS=:; set -- '' ''; show $@ $*; for i in $@; do echo "[$i]"; done; a=($*); echo ${#a[@]}; IFS=x; set -- a b; b=(c${*}d); declare -p b
