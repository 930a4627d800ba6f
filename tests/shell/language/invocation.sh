# --- bash -s takes arguments
echo 'echo "$0 $1 $2 $#"' | bash -s a b; printf 'echo "script $0 $*"\n' > s; cat s | bash -s -- -x y; bash < s; cat s | bash; bash /dev/stdin z < s
# --- + before a letter
bash +x -c 'echo $- | tr -d h; echo "$0 $@"' n a b; bash -e +e -c 'false; echo yes'; bash +B -c 'echo {a,b}'; bash +o pipefail -c 'set -o | grep pipefail'
# --- -c takes a name and arguments
bash -c 'echo "$0 $@"'; bash -c 'echo "$0 $@"' -- x; bash -c 'echo "$@"' _ 1 2 3; bash -c 'echo $1' x 'a b'; bash -c; echo $?; bash -ce 'false; echo no'; echo $?; sh -c 'echo $0 $1' a b
# --- options that bash knows by name
bash -o pipefail -c 'false | true; echo $?'; bash -eo pipefail -c 'false | true; echo no'; echo $?; bash -euo pipefail -c 'echo ok'; bash -O extglob -c 'shopt extglob; [[ aab == +(a)b ]] && echo y'; bash +O extglob -c 'shopt extglob'; bash -O nullglob -O failglob -c 'shopt nullglob failglob'
# --- options that bash does not know
bash -o nosuch -c 'echo a'; echo $?; bash -O nosuch -c 'echo a'; echo $?
# --- long options
bash --norc --noprofile --posix -c 'echo p'; bash --login -c 'echo l'; bash -l -c 'echo l'; bash --version | head -n 1; bash --rcfile x -c 'echo r'
# --- a script of its own
printf 'echo "script $0 $*"\n' > s; bash s a b; bash ./s; bash -x s 2>&1; bash nosuch; echo $?; bash - s q; bash -- s q; bash -n s; bash -v s; bash -u s; mkdir d; bash -- -c x; echo $?
# --- jobs -x
sleep 0.5 & jobs -x test %1 -gt 0; echo $?; jobs -x printf '<%s>\n' %9 'a b'; jobs -x echo hi; echo $?; jobs -x; echo $?; jobs -x false; echo $?; f() { echo "f $1"; }; jobs -x f '$x'; kill %1; wait 2>/dev/null
# --- messages that cannot be written leave the status
exec 2>&-; ls /nosuch; echo $?; cat /nosuch; echo $?; grep x /nosuch; echo $?; sed p /nosuch; echo $?; sort /nosuch; echo $?; nosuchcmd; echo $?; cd /nosuch; echo $?; mkdir a/b; echo $?; test x -eq y; echo $?
# --- the status of output that cannot be written
(ls / >&-; echo $?; echo a >&-; echo $?; cat <<< a >&-; echo $?; grep a <<< a >&-; echo $?; sed p <<< a >&-; echo $?; sort <<< a >&-; echo $?; seq 2 >&-; echo $?; env >&-; echo $?; printenv >&-; echo $?; expr 1 + 1 >&-; echo $?; head -n 1 <<< a >&-; echo $?; diff <(echo a) <(echo b) >&-; echo $?; grep -q a <<< a >&-; echo $?; mkdir q >&-;  echo $?; xargs echo <<< a >&-; echo $?) 2>/dev/null
# --- out of a directory that was removed
mkdir d; cd d; rmdir ../d; touch x; echo $?; pwd; cd ..; echo $?; pwd; mkdir e; cd e; rmdir ../e; cd ../nosuch; echo $?; cd /tmp/case; pwd
# --- checksums of standard input
md5sum <<< a > c; md5sum -c c <<< a; md5sum -c c <<< b; echo $?; cat c | md5sum -c; echo $?; sha256sum <<< a | sha256sum -c -; echo $?; echo a > f; md5sum f c > g; md5sum -c - < g; cat g | md5sum -c --quiet; sha512sum - <<< x > l; sha512sum -c l <<< x; md5sum --tag <<< a > t; md5sum -c t <<< a
# --- groups in great number
# bash: it has no limit, other than its stack
shopt -s extglob; p=; for i in {1..250}; do p+='@(a)'; done; printf -v t '%250s' ''; t=${t// /a}; [[ $t == $p ]]; echo $?; echo next
# --- groups in number
shopt -s extglob; p=; for i in {1..150}; do p+='@(a|b)'; done; printf -v t '%150s' ''; t=${t// /a}; [[ $t == $p ]]; echo $?; p=a; for i in {1..150}; do p="@($p)"; done; [[ a == $p ]]; echo $?
# --- the text of -c
bash -c 'echo "$BASH_EXECUTION_STRING"; bash -c "echo \$BASH_EXECUTION_STRING"; eval "echo \"\$BASH_EXECUTION_STRING\""'
echo 'echo "<${BASH_EXECUTION_STRING-unset}>"' > s; bash s; bash < s
