x=$(printf '%131072s')
cat "$x" 2>&1; echo $?
y=$(printf '%131071s')
cat "$y" 2>&1 | wc -c
env cat "$x" 2>&1; echo $?
/usr/bin/printf %s "$x" 2>&1; echo $?
printf %s "$x" | wc -c
command cat "$x" 2>&1; echo $?
nosuch "$x" 2>&1; echo $?
f() { echo ${#1}; }; f "$x"
# --- in a pipeline, in the background, with a redirection
x=$(printf '%131072s')
cat "$x" 2>&1 | cat; echo ${PIPESTATUS[@]}
cat "$x" 2>/dev/null & wait $!; echo $?
echo a > f; chmod +x f; ./f "$x" 2>&1; echo $?
bash -c 'echo $#' a "$x" 2>&1; echo $?
# --- all words together
set -- $(seq 400000)
cat "$@" 2>&1; echo $?
set -- $(seq 1000)
env echo "$@" | wc -w
# --- variables are handed over, too
x=$(printf '%131072s')
x=$x cat /dev/null 2>&1; echo $?
export x; cat /dev/null 2>&1; echo $?
echo builtin; export -n x; cat /dev/null; echo $?
y=$(printf '%100000s')
for i in {1..30}; do export "v$i=$y"; done
cat /dev/null 2>&1; echo $?
