# --- a command while a file is locked
flock lock echo one; echo $?
flock lock -c 'echo two; exit 3'; echo $?
flock -s . echo directory; ls
# --- what is wrong with its words
flock; echo $?
flock x; echo $?
flock -z x true; echo $?
flock -w; echo $?
flock -w abc x true; echo $?
flock -w -1 x true; echo $?
flock -E abc x true; echo $?
flock -E 256 x true; echo $?
flock -Fo x true; echo $?
flock x -c; echo $?
flock x -c a b; echo $?
flock 77; echo $?
flock /none/lock true; echo $?
flock x no_such_command; echo $?
# --- a descriptor is locked until it is closed
exec 8>lock 9>lock
flock 8; echo $?
flock -n 9; echo $?
flock -n -E 7 9; echo $?
flock -w 0.1 9; echo $?
flock -n lock echo not run; echo $?
exec 8>&-
flock -n 9; echo $?
flock -u 9
flock -n lock echo run
# --- the common guard of a script
one_at_a_time() {
  (
    flock -n 9 || { echo "already running"; exit 1; }
    echo "working"
    [ -z "$1" ] || one_at_a_time
  ) 9>/tmp/case/guard
}
one_at_a_time again; echo $?
one_at_a_time; echo $?
# --- who shares, and who is alone
exec 7<>lock 8<>lock 9<>lock
flock -s 7 && flock -s -n 8; echo $?
flock -n -x 9; echo $?
flock -u 7
flock -n -x 9; echo $?
flock -u 8
flock -n -x 9; echo $?
flock -n -s 7; echo $?
flock -s 9
flock -n -s 7; echo $?
# --- asking for the other kind gives up what one has
exec 8<>lock 9<>lock
flock -s 8; flock -s 9
flock -n -x 8; echo $?
flock -n -x 9; echo $?
# --- waiting for somebody else
(
  flock 9
  sleep 0.2
  echo "first"
) 9>lock &
sleep 0.05
flock lock echo "second"
wait
# --- waiting with a limit that is long enough
( flock 9; sleep 0.1; echo "first" ) 9>lock &
sleep 0.02
flock -w 5 lock -c 'echo second'; echo $?
wait
# --- a counter that several processes change
echo 0 >counter
add() {
  for i in 1 2 3 4 5; do
    ( flock 9; n=$(<counter); sleep 0.001; echo $((n + 1)) >counter ) 9>lock
  done
}
add & add & add &
wait
cat counter
# --- a child has its parent's lock
exec 9>lock
flock 9
( exec 9>&-; flock -n lock echo no; echo $? )
( flock -n 9; echo $? )
sleep 0.1 & exec 9>&-
flock -n lock echo no; echo $?
wait
flock -n lock echo yes; echo $?
# --- a file that is removed meanwhile is another
exec 9>lock
flock 9; rm lock
flock -n lock echo free; echo $?
# --- what it says with --verbose
exec 9>lock
flock 9
flock --verbose -n lock true; echo $?
flock --verbose -w 0.01 lock true; echo $?
flock --verbose lock2 true 2>&1 | sed 's/[0-9.]* seconds/N seconds/'
