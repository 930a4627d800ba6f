# --- jobs by name
sleep 0.3 & sleep 0.4 & jobs %1; jobs %9; echo $?; jobs %?0.4; jobs -l %1 | sed 's/ *[0-9][0-9][0-9]*/ N/'; jobs -x echo %1 x | sed 's/[0-9][0-9]*/N/'; wait
# --- wait -p
(exit 2) & p=$!; v=old; wait -p v $p; echo $? $([[ $v == $p ]] && echo same); v=old; wait -p v 99999; echo "$? [${v-unset}]"; wait -p; echo $?; wait -p 1x; echo $?; wait -p 'a[3]' 99999; true & wait -p 'a[1]' $!; echo "${#a[@]} ${!a[@]}"
# --- wait -n -p
(exit 5) & a=$!; wait -n -p v; echo $? $([[ $v == $a ]] && echo same); wait -n -p v; echo "$? [${v-unset}]"
# --- the status of what was waited for
(exit 3) & a=$!; wait $a; echo $?; wait $a; echo $?
# --- disown
sleep 0.2 & disown; jobs; echo $?; disown; echo $?; sleep 0.1 & disown %1; jobs; disown %5; echo $?; sleep 0.1 & disown -h %1; jobs; disown -a; jobs; sleep 0.1 & disown -r; jobs; disown -z; echo $?; disown 99999 %7; echo $?
# --- suspend
suspend; echo $?; suspend -x; echo $?; suspend a; echo $?
# --- fg and bg with job control
set -m; fg; echo $?; bg %3; echo $?; sleep 0.1 & fg; echo $?; sleep 0.1 & bg; echo $?; wait
# --- job control tells how jobs ended
set -m; sleep 0.05 & wait; echo done; (exit 3) & wait $!; echo $?
# --- jobs do not take SIGINT
(trap 'echo got' INT; kill -INT $BASHPID; echo after; trap -p) & wait; { sleep 0.3; echo alive; } & sleep 0.1; kill -INT $!; kill -QUIT $!; wait $!; echo $?; (kill -INT $BASHPID; echo no); echo $?
# --- bind
bind '"\C-x": self-insert'; echo $?
# --- hash -d of nothing
hash -d nope; echo $?; hash ls; hash -d nope; echo $?
# --- PS4
PS4='[\j \! \D{%%}\044\\\\] '; set -x; echo a
# --- a date without its brace
z='\D{%%x'; echo "${z@P}"
# --- wait does not wait for what was disowned
{ sleep .3; echo bg; } & disown; wait; echo after
sleep .4
(exit 3) & disown $!; wait $!; echo $?
sleep .2 & sleep .2 & disown -a; wait -n; echo $?; jobs; kill $! && echo killed
(exit 4) & disown -h $!; wait $!; echo $?
