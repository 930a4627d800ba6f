# set and shopt.
# --- set -o and set +o list everything
set -o; set +o | head -50
# --- shopt lists everything
shopt
# --- shopt -p, -s, -u, -q, -o
shopt -p | head -5; shopt -s extglob; shopt extglob nope; echo $?; shopt -q extglob; echo $?; shopt -q extglob nullglob; echo $?; shopt -u extglob; shopt -q extglob; echo $?; shopt -p extglob; echo $?; shopt -s nosuch; echo $?; shopt -so pipefail; shopt -o pipefail; shopt -po errexit; shopt -qo nounset; echo $?; shopt -s | head -3; shopt -su x; echo $?; shopt -z; echo $?
# --- $- and SHELLOPTS
echo $-; set -eu; echo $-; echo $SHELLOPTS; set +eu -f; echo $-; set -o noglob; echo *; set +f; set -B; set +B; echo {a,b}; echo $SHELLOPTS; shopt -s extglob; [[ :$BASHOPTS: == *:extglob:* ]] && echo in
# --- set with arguments
set -- -a b; echo $# $1; set - x y; echo $#; set a -b; echo $*; set -e -- ; echo $#; set +e; set -o nosuch; echo $?; set -Z; echo $?; set -- ; echo $#; set -u x; echo "$1 $-"
# --- set -v
set -v
echo one
x=1; echo $x
for i in 1 2; do
  echo $i
done
set +v
echo quiet
# --- set -v with here-documents, eval and functions
set -v
cat <<E
here $((1+1))
E
eval 'echo in eval'
f() {
  echo f
}
f
# --- set -x of many things
set -x
x='a b' y=1; echo "$x" $y; [[ $x == a* && -n $y ]]; (( y + 1 )); for i in 1 2; do :; done; case $x in a*) echo case;; esac
a=(1 'b c'); a+=(d); declare z=5; f() { local q=1; return 3; }; f x || :; : $(echo sub) <<< here > out; if [ 1 = 1 ]; then :; fi
PS4='>$LINENO '; echo ps4; z=$(( 1 + 2 )); while false; do :; done; export E='x y'; echo $'a\tb' '' "it's"; ! true; x= true; a[1]=9
for ((k=0;k<1;k++)); do :; done; (echo subshell); { echo group; }; set +x; echo off
# --- set -n from the inside
echo before; set -n; echo never
# --- set -C
echo a > f; set -C; echo b > f; echo $?; echo c >| f; cat f; echo d >> f; echo e > new; cat f new; > f; echo $?; echo z &> f; echo $?; set +C; echo y > f; cat f; set -o noclobber; echo x > /dev/null; echo $?; echo <> f
# --- set -f, set -a, set -k
touch a b; set -f; echo *; set +f; echo *; set -a; v=1; env | grep '^v='; set +a; w=2; env | grep -c '^w='; set -k
env u=1 | grep '^u='; bash -c 'echo $q' q=5; set +k
# --- nounset in every form
set -u; echo "${x-d}" "${x:-d}" "${x+a}" "${#}" "$*" "$@"; a=(); echo "${a[@]}" "${#a[@]}"; (echo $x); echo $?; (echo ${#x}); echo $?; (echo ${a[0]}); echo $?; (echo $1); echo $?; (echo ${x#a}); echo $?; (echo ${!x}); echo $?; (echo $((x + 1))); echo $?; (echo ${x[1]}); echo $?; (echo $!); echo $?; ((y)); echo $?; [[ -n $x ]]; echo never
# --- nounset with arrays and assoc
set -u; declare -A h; h[a]=1; (echo ${h[b]}); echo $?; echo ${h[b]-no}; declare -a b; echo "${b[@]}" ok; (echo "${b[*]}"); echo "${!b[@]}" "${!h[@]}"; unset q; (echo "${q[@]}"); echo $?; (echo ${x:1}); (echo ${x/a/b}); (echo ${x^}); (echo ${x@Q}); echo $?; for i in $x; do :; done; echo never
# --- pipefail
set -o pipefail; false | true; echo $?; (exit 3) | (exit 4) | true; echo $? "${PIPESTATUS[@]}"; ! false | true; echo $?; set +o pipefail; false | true; echo $?; set -e -o pipefail; x=$(false | cat) || echo caught; true | false | true; echo never
# --- lastpipe
shopt -s lastpipe; echo a b | read x y; echo "$x,$y"; seq 3 | while read n; do ((s += n)); done; echo $s; echo z | mapfile -t arr; declare -p arr; echo q | { read v; w=1; }; echo $v $w; true | false; echo $? ${PIPESTATUS[@]}; echo 1 | (x=sub); echo $x; f() { read fv; }; echo in f | f; echo $fv
# --- lastpipe and exit
shopt -s lastpipe; echo x | { read a; echo "got $a"; exit 3; }; echo never
# --- inherit_errexit
set -e; x=$(false; echo still); echo "$x"; shopt -s inherit_errexit; y=$(false; echo no) || echo "[$y]"; z=$(false; echo no); echo never
# --- nocasematch
shopt -s nocasematch; [[ ABC == abc ]] && echo eq; [[ ABC =~ ^a(b)c$ ]] && echo ${BASH_REMATCH[1]}; case FOO in foo) echo case;; esac; x=aBcAbC; echo ${x//b/-} ${x#A}; [[ a < B ]]; echo $?; shopt -u nocasematch; [[ ABC == abc ]] || echo ne
# --- shift_verbose, sourcepath, xpg_echo
set -- a; shift 3; echo $?; shopt -s shift_verbose; shift 3; echo $?; shopt -s xpg_echo; echo 'a\tb'; echo -E 'a\tb'; shopt -u xpg_echo; echo 'a\tb'; mkdir d; echo 'echo found' > d/lib; PATH=$PWD/d:$PATH; . lib; shopt -u sourcepath; . lib; echo $?
# --- posix mode
set -o posix; echo $SHELLOPTS; f() { :; }; export x=1; echo ${x}; type -t export; set +o posix; echo $POSIXLY_CORRECT; set -o | grep posix
# --- localvar_inherit and localvar_unset
x=global; f() { local x; echo "[${x-unset}]"; }; f; shopt -s localvar_inherit; f; g() { local -i x; echo $x; }; x=3; g; shopt -s localvar_unset; h() { local x=1; k; echo "[${x-gone}]"; }; k() { unset x; echo "[${x-hidden}]"; }; h
# --- globs by shopt
touch .hid a.txt B.txt; mkdir -p d/e; touch d/x.c d/e/y.c; echo *; shopt -s dotglob; echo *; shopt -u dotglob; shopt -s nocaseglob; echo b*; shopt -u nocaseglob; shopt -s nullglob; echo n*.no end; shopt -u nullglob; shopt -s globstar; echo **/*.c; echo **/; echo **; shopt -s failglob; echo n*.no; echo status $?
# --- globskipdots, GLOBIGNORE
touch .a b c.o d.o; echo .*; shopt -u globskipdots; echo .*; GLOBIGNORE='*.o'; echo *; GLOBIGNORE='*.o:b'; echo *; unset GLOBIGNORE; echo *
# --- extglob patterns
shopt -s extglob
touch a.c a.h b.c readme x1 x22 x; echo !(*.c); echo @(a|b).c; echo x+([0-9]); echo x*([0-9]); echo x?([0-9]); echo !(*.c|*.h|x*); v=aaabbb; echo "${v##+(a)}" "${v//+(b)/-}" "${v/#*(a)/X}"; [[ foobar == foo@(bar|baz) ]] && echo m; [[ foo == !(bar) ]] && echo n; case x.tar.gz in *.@(tgz|tar.?(gz|bz2))) echo arch;; esac; s='  trim  '; s=${s##+([[:space:]])}; echo "[${s%%+([[:space:]])}]"
