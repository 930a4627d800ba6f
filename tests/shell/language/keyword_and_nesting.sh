# FUNCNEST, and options of set and shopt that change what commands do.
# --- FUNCNEST ends what calls too deep
FUNCNEST=3; f() { echo $1; f $(($1 + 1)); }; f 1; echo no
# --- it goes on with the next line
FUNCNEST=1; f() { g; echo no; }; g() { :; }
f
echo "next $?"
trap 'echo bye' EXIT; f; echo no
# --- values that are no limit
f() { echo f; }; g() { f; }; for n in 0 x -1 '' 2; do FUNCNEST=$n; g; done; FUNCNEST=1; (g; echo no); echo $?; x=$(g; echo no); echo "[$x] $?"; FUNCNEST=5 g; unset FUNCNEST; g
# --- set -e and tests do not matter
FUNCNEST=1; set -e; f() { g; }; g() { :; }; f || echo no; echo no
# --- set -k: assignments behind the name
set -k
bash -c 'echo "[$Z]" "$@"' x Z=4 y; f() { echo "$@ [$Q]"; }
f a Q=1 b; echo "y=2" =4 a"b=3"; printf '<%s>\n' a b=c d; echo "[$Q]"
# --- cdable_vars
shopt -s cdable_vars; v=/tmp; cd v; echo $? $PWD; w=nosuchdir; cd w; echo $?; cd nosuchvar; echo $?; cd /tmp/case; mkdir v2; v2=/; cd v2 && pwd; cd -P v; pwd; u=; cd u; echo $?; pushd v; shopt -u cdable_vars; cd v; echo $?
# --- gnu_errfmt
shopt -s gnu_errfmt; nosuchcmd; . ./x; cd /nosuch; eval ')'; (echo ${x?}); bash -c 'shopt -s gnu_errfmt
)'; shopt -u gnu_errfmt; nosuchcmd
# --- varredir_close
shopt -s varredir_close; { echo hi >&$fd; } {fd}>vv; echo x >&$fd; echo $?; cat vv; : {h}<vv; cat <&$h; echo $?; exec {g}>>vv; echo y >&$g; cat vv; shopt -u varredir_close; { echo hi >&$fd; } {fd}>vv; echo x >&$fd; cat vv
# --- GROUPS
[ -n "${GROUPS[0]}" ] && echo yes; echo ${#GROUPS[@]}; declare -p GROUPS | sed 's/[0-9]*//g'; [ "${GROUPS[0]}" = "$(id -g)" ] && echo same; [ "${GROUPS[*]}" = "$(id -G)" ] && echo all; GROUPS=5; GROUPS[0]=7; [ "${GROUPS[0]}" = "$(id -g)" ] && echo kept; unset GROUPS; echo "[$GROUPS]"; GROUPS=6; echo $GROUPS
# --- export -fp
f() { :; }; g() { echo g; }; export -f f; export -fp; export -f; readonly -f g; readonly -fp; export -p -f; export -nf f; export -fp
# --- an exponent below 0 is an error where it is passed over, too
echo $((1 || 2**-1)); echo no
# --- and in other places
(echo $((0 && 2**-1))); (echo $((1 ? 1 : 2**-1))); echo $((1 || 1/0)) $((0 && 1%0)) $((1 ? 2 : 3/0)); ((1 || 2**-1)); echo $?; let '0 && 2**-1'; echo $?
# --- a separator behind a blank, beside a list
IFS=' -'; s=' -'; set -- a b; a=(p q); printf '<%s>' ${s}$@ $s$* $s"$@" ${s}${a[@]}; echo; printf '<%s>' $s$1 ${s}x ${s}; echo; for s in '- ' ' - ' 'x -' ' ' - '- -' ' --'; do printf '<%s>' $s$@ $s"${a[@]}"; echo; done; printf '<%s>' ${a[@]}$s${a[@]}; echo
# --- read and backslashes before blanks at the end
read a b <<< 'x y z\  '; echo "[$a] [$b]"; read -r a b <<< 'x y z\  '; echo "[$a] [$b]"; read a <<< ' x\ \  '; echo "[$a]"; read a b <<< 'x\ y \ z '; echo "[$a] [$b]"; read a b <<< 'x \ \ '; echo "[$a] [$b]"; read a b c <<< 'x y\  '; echo "[$a] [$b] [$c]"; read a b <<< 'x y z\ \	'; echo "[$a] [$b]"
# --- read and backslashes before other separators at the end
IFS=:; read a b <<< 'x:y\:'; echo "[$a] [$b]"; read a b <<< 'x:y\::'; echo "[$a] [$b]"; read a b <<< 'x:y:\:'; echo "[$a] [$b]"; IFS=': '; read a b <<< 'x y\ :'; echo "[$a] [$b]"; read a b <<< 'x y\  : '; echo "[$a] [$b]"
