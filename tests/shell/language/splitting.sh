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
# --- beside "$@" the elements of "${*#x}" are words
set -- p "q r" ""; r=(x y); for IFS in ' ' : '' 'xy' ' :'; do printf "<%s>" "${r[@]}${*/#/-}"; echo; printf "<%s>" "$@$*"; echo;  printf "<%s>" "${r[@]}${*:1}"; echo; printf "<%s>" "${r[@]}${*^}"; echo; printf "<%s>" "${r[@]}${*#p}"; echo;  printf "<%s>" "${r[@]}${*@Q}"; echo; printf "<%s>" "${*#p}${r[@]}"; echo;printf "<%s>" "${*/p/q}${r[@]}"; echo; printf "<%s>" "${r[@]}${r[*]/y/-}"; echo; printf "<%s>" "${r[*]/y/-}${r[@]}"; echo; printf "<%s>" "${r[*]#y}${r[@]}"; echo; done
# ---
q=(a b); r=(x "y z"); printf "<%s>" "${!q[*]}${r[@]@Q}"; echo; printf "<%s>" "${!q[*]}${r[@]}"; echo; printf "<%s>" "${q[*]}${r[@]}"; echo; printf "<%s>" "${r[@]}${!q[*]}"; echo; printf "<%s>" "${!q[*]}"; echo; printf "<%s>" "${!q[*]}$@"; echo;  printf "<%s>" "-${!q[*]}-$@-"; echo; set -- "1 2"; printf "<%s>" "-${!q[*]}-$@-"; echo
# ---
set -- p "q r" ""; q=(a "b c"); printf "<%s>" "$@${*:-x}"; echo; printf "<%s>" "$@${*:+$*}"; echo; printf "<%s>" "$@${*:+x y}"; echo; printf "<%s>" "$@${q[*]:-x}"; echo; printf "<%s>" "$@${q[*]+x}"; echo; printf "<%s>" "$@${!q*}${!p*}"; echo; printf "<%s>" "$@${!pp*}"; echo; pp1=1 pp2=2;  printf "<%s>" "$@${!pp*}"; echo; printf "<%s>" "$@${#*}${q[*]:1:1}"; echo;  printf "<%s>" "$@${q[*]:0:1}"; echo; printf "<%s>" "$@${q[0]#x}${q[1]/x}"; echo; x="a b"; printf "<%s>" "$@${x#y}" "$@${x:0}" "$@$x"; echo
# ---
set --; r=(x "y z"); printf "<%s>" "$@${r[*]#q}"; echo; printf "<%s>" "${r[*]#q}$@"; echo; printf "<%s>" "a${r[*]#q}b$@"; echo; e=(); printf "<%s>" "${e[@]}${r[*]#q}" "a${e[@]}"; echo; printf "<%s>" "${e[@]}${e[*]#q}" A; echo; printf "<%s>" "${r[@]}${e[*]#q}" A; echo
# --- but not where nothing is split
r=(x "y z"); a="${r[@]}${r[*]#x}"; echo "<$a>"; cat <<< "${r[@]}${r[*]#x}"; case "${r[@]}${r[*]#x}" in *) echo ok;; esac; [[ "${r[@]}${r[*]#x}" == "x y z y z" ]]; echo $?; q=("${r[@]}${r[*]#x}"); declare -p q
# --- and the number of elements is no list
r=(x "y z" w); set -- a "b c"; printf '<%s>' "${#r[@]} ${!r[*]}" "${#@}${*#a}" "$#${r[*]/x}" "$((${#r[@]}))${r[*]#q}" "${#r[@]}${r[*]^}$@"; echo; IFS=a; echo "${#r[@]} ${!r[*]}"
# --- separators of several bytes
x=1é2é3; IFS=é; set -- $x; echo $# "$*"
x='1é2éé3è4'; set -- $x; printf '<%s>' "$@"; echo "$*"
IFS=' é'; x=' 1 é 2é é3è4 é'; set -- $x; printf '<%s>' "$@"; echo
IFS=→; x='a→b↓c'; set -- $x $x; printf '<%s>' "$@"; a=("$@"); echo "${a[*]}"; y=$*; echo "$y"; echo $*
set -- '' a '' ''; printf '<%s>' $*; echo; printf '<%s>' x$*y; echo; printf '<%s>' $@ ${*#a} "$*"; echo
IFS=é; x=$(printf 1é2é); set -- $x; printf '<%s>' "$@" `printf 3é4`; for i in $((1))é; do echo $i; done; echo 1é2
IFS=→; compgen -W 'a→b→cc'
# --- separators of several bytes where characters have one
LC_ALL=C; IFS=é; x=1é2; set -- $x; printf '<%q>' "$@"; read a b <<< "$x"; printf '<%q>' "$a" "$b" "$*"
