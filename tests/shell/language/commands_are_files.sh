# Commands are files on PATH, and PATH is searched for them. Bash reference manual, "Command Search and Execution", "Bourne Shell Builtins: hash".

# --- the usual questions
[ -x "$(command -v sed)" ] && echo sed; [ -x /bin/sh ] && echo sh; [ -f /usr/bin/env ] && [ -x /bin/bash ]; echo $?; command -v sed awk grep; command -V sed; command -v nosuch; echo $?; command -v echo if; ls /usr/bin/sed /bin/cat

# --- which and type
which sed nosuch; echo $?; type sed; type -t sed cd if nosuch; type -p sed cd; type -P echo; type -a sed; type -a echo; type /bin/sed; type /usr/bin/nosuch; echo $?; type -P nosuch; echo $?; which -a sed; which /bin/ls

# --- an own command before those of the system
mkdir bin; printf '#!/bin/sh\necho mine "$@"\n' > bin/sed; PATH=$PWD/bin:$PATH; sed a b; echo $?; chmod +x bin/sed; sed a b; command -v sed; type -a sed; which sed; env sed c; echo d | xargs sed; bash -c 'sed e'; rm bin/sed; hash -r; echo x | sed s/x/y/

# --- an own command behind them
mkdir bin; printf '#!/bin/sh\necho mine\n' > bin/cat; chmod +x bin/cat; PATH=$PATH:$PWD/bin; echo theirs | cat; printf '#!/bin/sh\necho mine\n' > bin/own; chmod +x bin/own; own; type own

# --- links to commands
mkdir bin; ln -s /usr/bin/sort bin/mysort; ln -s /bin/bash bin/mybash; PATH=$PWD/bin:$PATH; printf 'b\na\n' | mysort; mybash -c 'echo $((1 + 1))'; readlink bin/mysort; ln -s mysort bin/again; printf 'd\nc\n' | again; cp /usr/bin/tac copy; printf "x\ny\n" | ./copy; ls -l /usr/bin/sort > /dev/null && echo listed

# --- no PATH, an empty one, other ones
(PATH=; ls); echo $?; (PATH=/nowhere; ls); echo $?; (unset PATH; ls); echo $?; (PATH=/nowhere; /bin/echo path; command -v ls; echo $?; command -p ls -d /; type ls); echo $?

# --- the current directory on PATH
printf '#!/bin/sh\necho here\n' > own; chmod +x own; (PATH=; own); (PATH=.:/usr/bin; own; type own; hash); (PATH=:/usr/bin; own; type own); (PATH=/usr/bin:; own); mkdir ls; (PATH=.:/usr/bin:/bin; ls -d ls)

# --- what cannot be run
printf 'echo text\n' > plain; PATH=$PWD:$PATH; plain; echo $?; ./plain; echo $?; chmod +x plain; plain; mkdir dir; dir/; echo $?; ./dir; echo $?; ./nosuch; echo $?; nosuch; echo $?

# --- hash
hash; ls -d .; ls -d .; hash; hash -t ls; hash -t ls nosuch; echo $?; hash -l; hash -r; hash; hash sed; hash; hash -d sed; hash; hash -d sed; echo $?; hash nosuch; echo $?; hash -t; echo $?; hash -x; echo $?

# --- hash -p
printf '#!/bin/sh\necho one\n' > one; chmod +x one; hash -p $PWD/one first; first; type first; type -a first; command -v first; hash -t first; hash -p /nowhere/x second; second; echo $?; hash -p . third; echo $?; hash -lt first; hash -l

# --- a hashed command that is gone
mkdir a b; for d in a b; do printf '#!/bin/sh\necho %s\n' $d > $d/cmd; chmod +x $d/cmd; done; PATH=$PWD/a:$PWD/b:$PATH; cmd; rm a/cmd; cmd; echo $?; shopt -s checkhash; cmd; shopt -u checkhash; hash -t cmd; PATH=$PATH:/nowhere; cmd; hash -t cmd

# --- hashing: off, in subshells, in pipelines, with a PATH of its own
set +h; ls -d .; hash; echo $?; set -h; ls -d .; (ls -d .; sed q </dev/null; hash); hash; ls -d . | cat; hash; PATH=/usr/bin sort </dev/null; hash; f() { local PATH=/bin:/usr/bin; sort </dev/null; }; f; hash -t sort; echo $?

# --- BASH_CMDS
BASH_CMDS[mine]=/bin/echo; mine a b; echo "${BASH_CMDS[mine]}"; hash; ls -d .; echo ${!BASH_CMDS[@]}; unset 'BASH_CMDS[mine]'; hash; mine; echo $?; declare -p BASH_CMDS

# --- enable -n: the program takes the place of the builtin
enable -n echo test; type echo; type -a test; echo -e 'a\tb'; enable -n; enable | grep -c echo; builtin echo x; echo $?; enable echo; type echo; enable -a | grep 'test$'; enable -ns; enable -n cd; cd /; echo $?; command cd /; echo $?; (enable cd; cd /; pwd); enable -n nosuch; echo $?; enable -s | head -3

# --- exec finds files, too
(exec nosuch); echo $?; (exec ls -d .); mkdir bin; ln -s /bin/echo bin/e; (PATH=$PWD/bin; exec e hi); echo $?

# --- /etc and /proc
cat /proc/self/comm; ls -d /etc/passwd /etc/group /etc/hostname /etc/hosts /etc/os-release /etc/shells; grep -c ^root: /etc/passwd; id -un > /dev/null && echo user; [ -r /proc/cpuinfo ] && [ -r /proc/meminfo ] && echo both; grep -q '^MemTotal: *[0-9]* kB$' /proc/meminfo; echo $?; grep -q '^processor' /proc/cpuinfo; echo $?; read up idle < /proc/uptime; [[ $up =~ ^[0-9]+\.[0-9]{2}$ ]]; echo $?; [[ $(< /proc/loadavg) == *" "*/*" "* ]]; echo $?; [ "$(cat /proc/sys/kernel/hostname)" = "$(hostname)" ]; echo $?; . /etc/os-release && [ -n "$NAME" ]; echo $?

# --- /proc/PID
[ -d /proc/$$ ]; echo $?; grep ^Pid: /proc/$$/status | { read name pid; [ $pid = $$ ]; echo $?; }; cat /proc/$$/comm; readlink /proc/$$/cwd; [ "$(readlink /proc/self/cwd)" = "$PWD" ]; echo $?; export MARK=here; cat /proc/self/environ | tr '\0' '\n' | grep ^MARK; tr '\0' ' ' < /proc/self/cmdline; echo; sleep 5 & sleep 0.1; [ -d /proc/$! ]; echo $?; tr '\0' ' ' < /proc/$!/cmdline; cat /proc/$!/comm; kill $!; wait $! 2>/dev/null; [ -d /proc/$! ]; echo $?; ls /proc/self/nosuch 2>&1; [[ $(cat /proc/sys/kernel/random/uuid) =~ ^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$ ]]; echo $?
