# --- it ends when the output changes
# bash: watch wants a terminal, whose screen it paints; here each round is written behind the one before
echo 0 > n; watch -n 0.1 -g -t 'read n < n; echo $((n + 1)) > n; echo $((n / 2))'; echo $?
# --- it ends when the output stays the same
# bash: watch wants a terminal
watch -q 2 -n 0.1 -t echo hi; echo $?
# --- a command that fails
# bash: watch wants a terminal
watch -e -n 0.1 -t 'echo out; echo err >&2; exit 3'; echo $?
# --- a heading
# bash: watch wants a terminal
COLUMNS=60 watch -e -n 3 'echo a; false' 2>/dev/null | sed -E 's/sandbox: .*/sandbox: DATE/'
# --- without a shell
# bash: watch wants a terminal
watch -x -t -q 1 -n 0.1 printf '%s\n' 'a  b' '$HOME'; watch -t -q 1 -n 0.1 printf '%s\\n' 'a  b'; echo $?
# --- it runs until somebody ends it
# bash: watch wants a terminal
timeout 0.5 watch -t -n 0.1 echo again | uniq | head -n 1; echo ${PIPESTATUS[0]}
# --- words that are wrong
# bash: watch wants a terminal
watch; echo $?; watch -n x echo; echo $?; watch -q 0 echo; echo $?; watch -x -t nosuch; echo $?
