# What is said of processes that a signal has ended. (Pids differ, and so does their width.)
# --- in the foreground
{ bash -c 'kill -9 $$'; echo $?; bash -c 'kill -1 $$'; echo $?; bash -c 'kill -TERM $$'; echo $?; bash -c 'kill -INT $$'; echo $?; bash -c 'kill -PIPE $$'; echo $?; (kill -9 $BASHPID); echo $?; (sleep 0; kill -USR1 $BASHPID); echo $?; x=$(kill -9 $BASHPID); echo $?; } 2>&1 | sed 's/ *[0-9]\{4,\}/ PID/'
# --- in functions and conditions
{ f() { bash -c 'kill -9 $$'; }; f; echo $?; if bash -c 'kill -USR1 $$'; then :; fi; ! bash -c 'kill -ALRM $$'; } 2>&1 | sed 's/ *[0-9]\{4,\}/ PID/'
# --- a job that is waited for
{ sleep 5 & kill -9 $!; wait $!; echo $?; sleep 5 & kill -HUP $!; wait; echo $?; sleep 5 & kill -9 $!; wait -n; echo $?; sleep 5 & kill $!; wait $!; echo $?; { sleep 5; } & kill -USR2 $!; wait $!; echo $?; } 2>&1 | sed 's/ *[0-9]\{4,\}/ PID/'
# --- a job that is not waited for
{ sleep 5 & kill -9 $!; sleep 0.05; echo x; wait $!; echo $?; (sleep 5; echo) & kill -9 $!; (:); sleep 0.05; echo y; } 2>&1 | sed 's/ *[0-9]\{4,\}/ PID/'
# --- behind the last command nothing is said
sleep 5 & kill -9 $!; echo x
# --- a signal that the shell traps
{ trap : USR1; (trap - USR1; kill -USR1 $BASHPID); echo $?; (trap - USR1; kill -USR1 $BASHPID) & wait $!; echo $?; } 2>&1 | sed 's/ *[0-9]\{4,\}/ PID/'
# --- a command that computes is killed as others are
timeout .2 bc <<< '2^400000000'; echo $?
timeout .2 dc -e '3 400000000 ^'; echo $?
bc <<< '2^400000000' & sleep .1; kill $!; wait $!; echo $?
