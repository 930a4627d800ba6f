# --- a command in a session of its own
setsid echo hi; echo $?
setsid -w echo hi
setsid false; echo $?
setsid -w sh -c 'exit 3'; echo $?
setsid -fw sh -c 'exit 3'; echo $?
setsid --fork --wait false; echo $?
setsid -- echo a -w
setsid echo -f
x=$(setsid echo hi); echo $x
setsid sh -c 'exit 4' | cat; echo ${PIPESTATUS[@]}
setsid false & wait $!; echo $?
echo in | setsid cat
# --- -f leaves it to itself
setsid -f sh -c 'exit 3'; echo $?
setsid -f sh -c 'sleep 0.2; echo later > f'; ls; sleep 1; cat f
# --- what it cannot run
mkdir d; touch a
setsid; echo $?
setsid -w; echo $?
setsid nope; echo $?
setsid -w nope; echo $?
setsid ./a; echo $?
setsid ./d; echo $?
setsid -fw nope; echo $?
setsid -c true; echo $?
setsid -cfw true; echo $?
setsid -Z a; echo $?
setsid --nope a; echo $?
setsid -f nope; echo $?; sleep 0.2
# --- a directory is no program, whoever shall start it
mkdir d
for run in env nice nohup 'timeout 3' 'stdbuf -oL' setsid 'flock x' 'find d -exec'; do $run ./d \;; echo $?; done 2>&1 | grep -v 'ignoring input'
echo a | xargs ./d; echo $?
