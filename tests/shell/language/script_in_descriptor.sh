# --- a process substitution
bash <(echo 'echo "from $1 $#"') arg two; echo $?
# --- standard input stays
echo data | bash <(echo 'read x; echo "got $x"')
# --- several commands, and their status
bash <(printf 'echo a\nf() { echo F; }\nf\nexit 3\necho no\n'); echo $?
# --- options before it
bash -x <(echo 'echo q'); bash -e <(printf 'false\necho no\n'); echo $?
# --- an error of syntax
bash <(printf 'echo a\nif\n') 2>&1 | sed 's/[0-9][0-9]*: line/N: line/'; echo ${PIPESTATUS[0]}
# --- a pipe
mkfifo p; echo 'echo fifo $1' > p & bash ./p x; wait
# --- a loop in it that is long
bash <(for i in 1 2 3 4 5; do echo "echo $i"; done)
# --- what is not there
bash /dev/fd/77; echo $?
# --- letters of $-
echo 'echo $-' > s; bash s; bash < s; bash -c 'echo $-'; bash <(echo 'echo $-'); bash -s <<< 'echo $-'; echo $-
