# Signals that a shell ignores stay ignored in the programs that it starts.
# --- bash -c
trap '' TERM
bash -c 'kill -TERM $$; echo survived'; echo $?
# --- it cannot trap them, nor have them back
trap '' TERM INT
bash -c 'trap; trap "echo x" TERM; echo $?; trap; trap - TERM; echo $?; kill $$; echo alive; (trap); trap "echo q" EXIT'
# --- a file, and by its first line
trap '' TERM
echo 'trap; trap "echo y" TERM; kill $$; echo alive; trap -p TERM' > s
bash s; chmod +x s; ./s
printf '#!/bin/bash\nkill $$; echo alive\n' > s; ./s
# --- exec
trap '' TERM; trap 'echo usr' USR1
exec bash -c 'trap; kill $$; echo alive'
# --- what is trapped is as it was
trap 'echo t' TERM
bash -c 'trap; kill $$; echo no'; echo $?
# --- traps that are no signals
trap '' EXIT DEBUG ERR RETURN
bash -c 'trap; false; echo x'
# --- a shell's own subshells may trap again
trap '' USR1
(trap 'echo u' USR1; kill -USR1 $BASHPID; trap; bash -c 'kill -USR1 $$; echo z')
# --- programs
trap '' TERM
sleep 0.5 & kill $!; wait $!; echo $?
(trap - TERM; sleep 5 & kill $!; wait $!; echo $?) 2> /dev/null
echo x | xargs -I{} bash -c 'trap'
