# --- what is no script is not run as one
printf '\177ELF\0\1\2\n' > a.out; printf 'MZ\0abc\n' > mz; printf 'abc\0\n' > nul; printf 'echo hi\n\0\0' > late; printf '#!/bin/bash\necho x\0\n' > bang; chmod +x *; for f in a.out mz nul late bang; do ./$f; echo $?; done; bash a.out; echo $?; bash mz; echo $?; bash late; echo $?; PATH=. a.out; echo $?; command ./a.out; echo $?; ./a.out | cat; echo ${PIPESTATUS[0]}; ./a.out & wait $!; echo $?
# --- by exec, and sourced
printf 'MZ\0abc\n' > mz; chmod +x mz; (exec ./mz; echo no) 2>/dev/null; echo $?; printf 'echo \0a\n' >nul; . ./nul; printf '\0echo b\n' >late; bash late 2>/dev/null; echo $?
