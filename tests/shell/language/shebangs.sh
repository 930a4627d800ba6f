# What the first line of a script names.
# --- a program that is not there
printf '#!/bin/nosuch\n' > s; chmod +x s
./s; echo $?
(exec ./s); echo $?
./s & wait $!; echo $?
PATH=$PWD:$PATH
s; echo $?; command s; (exec s); echo $?
find . -name s -exec {} \; ; timeout 1 ./s; echo $?
# --- one of DOS
printf '#!/bin/bash\r\necho hi\r\n' > s; chmod +x s
./s; echo $?
printf '#!/usr/bin/env bash\r\necho hi\r\n' > s
./s 2>&1 | sed 's|^/usr/bin/||'; echo ${PIPESTATUS[0]}
# --- env
printf '#!/usr/bin/env nosuch\n' > s; chmod +x s
./s 2>&1 | sed 's|^/usr/bin/||'; echo ${PIPESTATUS[0]}
printf '#!/usr/bin/env bash -x\necho hi\n' > s
./s 2>&1 | sed 's|^/usr/bin/||'; echo ${PIPESTATUS[0]}
printf '#!/usr/bin/env -S bash -x -e\necho "hi $0 $*"\nfalse\necho no' > s
./s a b; echo $?
printf '#!/usr/bin/env bash\necho "hi $0 $*"\n' > s
./s a b
printf '#! /usr/bin/env -S FOO=bar bash\necho "$FOO"\n' > s
./s
# --- blanks
printf '#! /bin/bash   -x  \necho hi\n' > s; chmod +x s
./s
printf '#!\necho "hi $0"\n' > s
./s
printf '#!  \t\necho "hi $0"\n' > s
./s
# --- names without a slash lie in the current directory
printf '#!bash\necho "hi $0"\n' > s; chmod +x s
./s; echo $?
printf '#!/bin/cat\nhello\n' > t; chmod +x t
printf '#!t\nworld\n' > s
./s
# --- a script runs a script
printf '#!/bin/cat\nhello\n' > t; chmod +x t
printf '#!./t\nworld\n' > s; chmod +x s
./s
# --- itself
printf '#!./s\nworld\n' > s; chmod +x s
./s; echo $?
# --- what cannot be run
printf '#!/tmp\necho hi\n' > s; chmod +x s
./s; echo $?
printf 'echo hi\n' > t
printf '#!./t\n' > s
./s; echo $?
# --- with arguments
printf '#!/usr/bin/awk -f\nBEGIN { print "awk", ARGV[1] }\n' > s; chmod +x s
./s a
# --- without a line, whatever PATH is
printf 'echo "hi $0"\n' > s; chmod +x s
PATH=/nowhere
./s
