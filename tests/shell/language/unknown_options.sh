# What builtins say of options and operands that they do not have.
# --- builtins without options
source -x; . -x f; eval -x; times -x; builtin -x; builtin builtin -x
eval -- 'echo a'; builtin -- echo b; builtin builtin -- echo c
eval - 2> /dev/null; echo $?
# --- alias
alias -x; echo $?; alias --zz; alias -pp; alias -px
alias -- a=b; alias; unalias -x; unalias -ax; unalias --; echo $?
unalias -- a; alias
# --- caller
caller -x; echo $?
f() { caller -x; echo $?; caller -1; caller -- 0; caller --; caller y; caller 9; echo $?; }
f
# --- help
help -x; echo $?; help --zz
# --- kill
kill -x 1; kill --zz 1; kill '-?' 1; kill '-?'; echo $?
kill - 1; kill -n; kill -s
# --- dirs
cd /
pushd /tmp > /dev/null; pushd /usr > /dev/null
dirs -x; echo $?; dirs x; dirs -c x; dirs -- x; dirs -; dirs +; dirs -lv
dirs +1 -v; dirs -v +1; dirs +1 +2; dirs +9; dirs -9; dirs -l -- +1
dirs +9 -c; dirs; dirs -1
# --- pushd
cd /
pushd /tmp > /dev/null; pushd /usr > /dev/null
pushd -x; echo $?; pushd --zz; pushd +; pushd +x; pushd . .; pushd /etc -n; pushd +9; pushd -9; dirs
pushd -n; dirs
pushd -n +1; dirs
pushd -n -0; dirs
pushd +1 +2
pushd -- +1
pushd --
pushd -n -- -y; pushd -n /etc; pushd +$'\n1'
pushd -
dirs -c; pushd -n; pushd -n -0; pushd +1; pushd
unset OLDPWD; pushd -; echo $?
# --- popd
cd /
popd; popd +x; popd -; popd -x; popd +0
pushd /tmp > /dev/null; pushd /usr > /dev/null; pushd /etc > /dev/null
popd +x; echo $?; popd -x; popd -; popd x; popd +9; popd -9; dirs
popd -n +1; popd -n; popd -- +1; popd --; popd
# --- break and continue outside of a loop look at nothing
break x; echo $?; continue -1; echo $?; break 1 2; echo $?
f() { break x; continue; }; for i in 1; do f; echo "in $i"; done; echo $?
# --- and in one
(for i in 1; do break x; done; echo no); echo $?
for i in 1 2; do continue 0; echo no; done; echo $?
for i in 1; do break -- 1; done; echo $?
# --- too many arguments end the script
(shift 1 2; echo no); echo $?
(eval 'shift 1 2'; echo no); echo $?
f() { return 1 2; echo no; }; (f; echo no); echo $?
(for i in 1; do break 1 2; done; echo no); echo $?
(exit 3 2; echo no); echo $?
for i in 1; do continue 1 2; done; echo no
# --- of a file the line
printf 'shift 1 2; echo no\necho a $?\nexit 1 2; echo no\necho b $?\nf() { return 1 2; echo no; }\nf; echo no\necho c $?\n' > file
printf 'for i in 1; do break 1 2; done; echo no\necho d $?\ntrap "echo e" EXIT; exit 5 6\necho f\n' >> file
bash file
# --- cd
OLDPWD=; cd -; echo $?; pwd
(readonly PWD; cd /; echo $?; pwd)
(readonly OLDPWD; cd /; echo $?; pwd)
# --- arrays of another kind
a=(1); declare -A a; echo $?; typeset -A a
f() { local -a x=(1); local -A x; echo $?; local -A y=(); local -a y; echo $?; }; f
