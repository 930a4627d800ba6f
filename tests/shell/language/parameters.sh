unset x; echo "[${x:-def}] [${x-def}] [${x:+alt}] [${x+alt}]"
# ---
x=; echo "[${x:-def}] [${x-def}] [${x:+alt}] [${x+alt}]"
# ---
x=v; echo "[${x:-def}] [${x-def}] [${x:+alt}] [${x+alt}]"
# ---
unset x; echo ${x:=new}; echo $x
# ---
echo ${x:?message}; echo not reached
# ---
echo ${x?}; echo no
# ---
(echo ${x:?oops}); echo after $?
# ---
x=abcabc; echo ${x#a} ${x#*b} ${x##*b} ${x%c} ${x%b*} ${x%%b*}
# ---
x=/usr/local/lib/file.tar.gz; echo ${x##*/} ${x%/*} ${x%%.*} ${x#*.} ${x##*.}
# ---
x=banana; echo ${x/a/A} ${x//a/A} ${x/#b/B} ${x/%a/Z} ${x//an} ${x/n*}
# ---
x='hello world'; echo ${x^} ${x^^} ${x^^[lo]}; y=HELLO; echo ${y,} ${y,,} ${y,,[LO]}
# ---
x=héllo; echo ${#x} ${x:1:1} ${x^^} ${x:2}
# ---
x=0123456789; echo ${x:3} ${x:3:2} ${x: -3} ${x: -3:2} ${x:2:-2} "[${x:10}]" "[${x:11}]"
# ---
x=abc; echo ${x:0:10} ${x:(-2)} ${x: 1 + 1 : 1}
# ---
x=5; y=x; echo ${!y}
# ---
pre_a=1 pre_b=2; echo ${!pre_@} ${!pre_*}
# ---
x="it's a \"test\""; echo ${x@Q}; y=$'a\nb'; echo ${y@Q} ${y@E}
# ---
x=hello; echo ${x@U} ${x@u} ${x@L}
# ---
declare -i n=5; readonly r=1; export e=2; echo ${n@a} ${r@a} ${e@a}; echo ${n@A} ${e@A}
# ---
set -- a b c d; echo $# $1 ${2} ${@:2} ${@:2:2} ${*:3} ${@: -1}
# ---
set -- a b c; echo "${@:0:2}" "${@:1:1}"
# ---
set -- "a b" c; for i in "$@"; do echo "[$i]"; done; for i in "$*"; do echo "[$i]"; done; for i in $@; do echo "[$i]"; done
# ---
set -- 1 2 3 4 5 6 7 8 9 10 11; echo ${10} $10 ${11}
# ---
IFS=,; set -- a b c; echo "$*" "$@"; x="$*"; echo "$x"
# ---
x=abc; echo ${x!}
# ---
x=(a b c); echo ${x[@]/a/z} ${x[@]#b} ${x[@]^^}
# ---
x='a*b'; echo "${x#a\*}" "${x#"a*"}" "${x%'*b'}"
# ---
p='*b'; x=aab; echo "${x#$p}" "${x#"$p"}"
# ---
x=aaa; echo ${x/a/b&b} ${x//a/[&]} "${x/a/\&}"
# ---
x=abc; echo ${x/b/"&"} ${x/b/\\}
# ---
echo ${#} ${##} ${#@} ${#*}
# ---
x=hello; echo ${#x} ${#y}
# ---
echo "${x:-"quoted default"}" ${x:-a b}
# ---
set -- ${x:-a b "c d"}; echo $#
# ---
x=a; echo ${x:+"b c"} "${x:+d e}"
# ---
set -u; echo $undefined; echo no
# ---
set -u; echo ${undefined:-ok}; echo "$@" done
# ---
set -u; a=(); echo "${a[@]}" ok; echo ${a[3]}
# ---
echo $1 $9 "[$3]"; set -u; echo $1
# ---
x=1; unset x; echo "[$x]"; x=; unset -v x; echo "${x-unset}"
# ---
a=b; b=c; c=d; echo ${!a} ${!b}
# ---
x='a:b:c'; echo ${x//:/ } ${x//:/$'\n'}
# ---
x=foo; echo ${x:-${y:-${z:-deep}}} ${y:-${z:-deep}}
# ---
x=$'line1\nline2'; echo "${x%%$'\n'*}" "${x#*$'\n'}"
# ---
x=abcdef; for ((i=0;i<${#x};i++)); do echo -n "${x:i:1}-"; done; echo
# ---
x=path/to/file; echo ${x//\//.} ${x/\//_}
# ---
x='  trim  '; echo "[${x## }]" "[${x#"${x%%[! ]*}"}]"
# ---
echo $- | grep -o B; echo $0; echo ${0##*/}

# --- ${#} with operators
set -- a b; echo ${#+x} ${#-x} ${#:-x} ${#:+x} ${#=x} ${#?x} ${#:1} ${##1} ${#%2} ${#/2/3} ${###} ${#%%2} ${#%%} ${#:-} ${#//} ${##} ${#?}
(echo ${#+}); (echo ${#%}); (echo ${#=}); (echo ${#:}); (echo ${#/}); (echo ${#^}); (echo ${#,})
# --- "${@-word}" is a field, of an empty word, too
set -- p 'q r' ''; printf '<%s>' "${@:+}" A; echo; printf '<%s>' "${@+}" A; echo;  printf '<%s>' "${@:-}" A; echo; printf '<%s>' "${@-}" A; echo; printf '<%s>' "x${@:+}" A "${@:+}${@:+}"; echo; printf '<%s>' "${@:+$x}" "${@:+""}"  "${@+''}" "${*:+}" "${*+}" "$x${@:+}"; echo
# ---
set --; printf '<%s>' "${@:+}" A; echo; printf '<%s>' "${@+}" A; echo;  printf '<%s>' "${@:-}" A; echo; printf '<%s>' "${@-}" A; echo; printf '<%s>' "x${@:+}" A "${@:+}${@:+}"; echo; printf '<%s>' "${@:+$x}" "${@:+""}"  "${@+''}" "${*:+}" "${*+}" "$x${@:+}" "${@:-$x}" "${@:-""}" "${@-$x}" "${*:-}" "${*-}"; echo
# ---
set -- ""; printf '<%s>' "${@:+}" A; echo; printf '<%s>' "${@+}" A; echo;  printf '<%s>' "${@:-}" A; echo; printf '<%s>' "${@-}" A; echo; printf '<%s>' "x${@:+}" A "${@:+}${@:+}"; echo; printf '<%s>' "${@:+$x}" "${@:+""}"  "${@+''}" "${*:+}" "${*+}" "$x${@:+}" "${@:-$x}" "${@:-""}" "${@-$x}" "${*:-}" "${*-}"; echo
# ---
r=(); printf '<%s>' "${r[@]:+}" A; echo; printf '<%s>' "${r[@]+}" A; echo;  printf '<%s>' "${r[@]:-}" A; echo; printf '<%s>' "${r[@]-}" A; echo; r=(1 2);  printf '<%s>' "${r[@]:+}" A; echo; printf '<%s>' "${r[@]+}" A; echo;  printf '<%s>' "${r[@]:-}" A; echo; printf '<%s>' "${r[@]-}" A; echo;printf '<%s>' "${r[@]:+$x}" A "${r[@]:+""}" "$x${r[@]:+$x}$x" A "$x${r[@]:+y}$x"; echo
# ---
r=(); set -u; printf '<%s>' "${r[@]+"${r[@]}"}" A; r=(1 '' '2 3');  printf '<%s>' "${r[@]+"${r[@]}"}" A ${r[@]+"${r[@]}"} A "${r[@]:+${r[@]}}" "x${r[@]+"${r[@]}"}y"; r=(''); printf '<%s>' "${r[@]+"${r[@]}"}" A ${r[@]+"${r[@]}"} A "${r[@]:+${r[@]}}" "x${r[@]+"${r[@]}"}y"
# ---
r=('' ''); printf '<%s>' "${r[@]+}" A "${r[@]:+}" A "${r[@]:-}" A "${r[@]:-x}" A; echo; r=(''); printf '<%s>' "${r[@]+}" A "${r[@]:+}" A "${r[@]:-}" A "${r[@]:-x}" A "${r[@]%x}" A "${r[@]:0}" A "${r[@]:1}" A "${r[@]/a/b}" A; echo;
# --- ${!x} of an empty x and of an unset one
echo "${!nope}"; echo a
# ---
x=a; echo "<${!x}>"; x='a b'; echo "${!x}"; echo n
# ---
x=; echo "${!x-def}"; echo a
# ---
unset x; echo "${!x:-d}"; echo "${!x+set}"; echo a
# ---
unset x; y="${!x}"; echo "a $?"
# --- a bad substitution is shown with what is around it
echo "foo ${bad!sub} bar"; echo a
# ---
echo foo${bad!sub}bar baz; echo a
# ---
echo a"b${x!}"c; echo a
# ---
x=1; echo "a${x:+p${y!}q}b"
# ---
echo a${x:-p${y!}q}b
# ---
echo a${x:-"p${y!}q"}b
# ---
y=foo${x!}bar; echo no
# ---
cat <<< "foo ${x!} bar"; echo a $?
# ---
cat <<X
line one
foo ${x!} bar
X
echo a $?
# ---
[[ "a ${x!}" == b ]]; echo $?
# ---
case "a ${x!}" in *) echo no;; esac; echo $?
# ---
echo $((1 + ${x!})); echo a
# ---
for i in a "b ${x!}"; do echo $i; done; echo a
# ---
echo "$(echo "in ${x!} out")" after
# ---
echo ${x!} "two ${y!}"
# ---
echo "${x!}${y!}"
# ---
r=(a "b${x!}c"); echo no
# ---
r["a${x!}b"]=1; echo no
# ---
echo > "f${x!}g"; echo $?
# ---
echo "${?,,} x"; echo no
# ---
echo a$'b'"${#^^}"; echo no
# ---
echo ${a b} c
# --- set -u names an element as it was written
set -u; r=(1); echo ${r[5]%x}; echo no
# ---
set -u; r=(1); i=5; echo "${r[$i+1]/a/b}"; echo no
# ---
set -u; r=(1); i=5; echo ${r[i]:1:2}; echo no
# ---
set -u; declare -A h=([a]=1); k='x y'; echo ${h[$k]^}; echo no
# ---
set -u; declare -A h=([a]=1); echo ${h["q q"]}; echo no
# ---
set -u; r=(1); echo ${#r[3]}; echo no
# ---
set -u; r=(1); echo ${r[7]@Q}; echo ${r[${#r[@]}]#a}
# --- a list in an operand takes no empty word along
r=(); set --; x=; printf '<%s>' "${#r[@]}$x" "${#@}" "$x${#r[@]}" "${x#"$@"}" "${x:-$@}" A "${x}${r[@]}" "${x:+$@}" B "${x-$@}" "a$" "$" "$@$" "${x}$@$x" C; echo
x=v; r=(x "y z" w); set -- a "b c"; printf '<%s>' "${x#"$@"}${*#a}" "${x:-$@}${*#a}" "${x+y}${*#q}" "${x/"${r[@]}"}${*#q}"; echo
# --- -v wants a name
unset -v 1a; echo $?; unset -v "" "a-b" x; echo $?; unset 1a "" a-b; echo $?; unset -v "1a[0]"; echo $?; unset -n 1a; echo $?; f-x() { :; }; unset -v f-x; unset f-x; f-x; echo $?
# --- lengths in the locale C are those of bytes
s=$'h\u00e9llo'; echo ${#s} "${s:0:2}" "${s: -4}"; LC_ALL=C; echo ${#s}; printf %s "${s:1:1}" | od -An -tx1; printf %s "${s:2}" | od -An -tx1; LC_ALL=C.UTF-8; echo ${#s}; f() { local LC_ALL=C; echo ${#s}; }; f; echo ${#s}; LC_ALL=; LC_CTYPE=C; echo ${#s}; LC_CTYPE=C.UTF-8; echo ${#s}; LC_ALL=POSIX; for ((i=0;i<${#s};i++)); do printf '%s' "${s:i:1}"; done; echo; read -rn 2 x <<< "$s"; printf %s "$x" | od -An -tx1
# --- indirection through a positional parameter that is not there
echo "<${!1}>" "${!1-d}" "${!2:-e}"
(set -u; echo ${!1}); echo $?
(set -u; echo "${!1-d}"); echo $?
set -- x; x=y; echo ${!1}
