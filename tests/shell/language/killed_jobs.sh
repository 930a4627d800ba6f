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
# --- process groups
{
setsid -w bash -c 'trap "kill 0" EXIT; sleep 3 & sleep 3 & echo started'; echo $?
setsid -w bash -c 'trap "echo T; exit 5" TERM; sleep 1 & kill 0; echo after; wait; echo w'; echo $?
setsid -w bash -c 'trap "" TERM; (trap - TERM; sleep 1) & (sleep .3; echo no) & kill -TERM -$$; echo $?; wait'; echo $?
setsid -w bash -c 'sleep 1 & kill -INT 0; echo n'; echo $?
setsid -w bash -c 'kill -n 15 0; echo no'; echo $?
setsid -w bash -c 'kill -0 0; echo $?; kill -0 -- -$$; echo $?; (exit 0) & kill -- -$! 2> /dev/null; echo $?; kill -- -99999 2>&1'; echo $?
setsid -w bash -c 'bash -c "kill -- -\$\$ 2> /dev/null; echo \$?"; bash -c "kill 0"; echo no'; echo $?
setsid -w bash -c 'trap "echo T" TERM; timeout 3 bash -c "kill 0; echo no"; echo "s$?"'
} 2> /dev/null
# --- process groups of jobs
setsid -w bash -c 'set -m; (sleep 2; echo no) & kill -- -$!; wait $! 2> /dev/null; echo $?'
setsid -w bash -c 'set -m; sleep 1 | (sleep .4; echo no) & kill -- -$!; echo $?; wait $! 2> /dev/null; echo $?'
setsid -w bash -c 'set -m; trap "echo T" TERM; (kill 0; echo no); echo "s$?"; kill 0; echo x' 2> /dev/null
setsid -w bash -c 'set -m; trap "echo T" TERM; bash -c "kill 0; echo no"; echo "s$?"; x=$(kill 0; echo yes); echo "<$x>"' 2> /dev/null
# --- what a shell says of signals
for s in ILL TRAP BUS FPE SEGV STKFLT XCPU XFSZ VTALRM PROF IO PWR SYS; do bash -c "ulimit -c 0; (kill -$s \$BASHPID); echo \$?" 2>&1 | sed 's/ *[0-9]\{4,\}/ PID/'; done
(timeout -s KILL .1 sleep 2; echo $?) 2>&1 | sed 's/ *[0-9]\{4,\}/ PID/'
