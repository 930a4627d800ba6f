# Files that are no scripts.
# --- the beginning of an ELF program, and of others
printf '\177ELF\0\1' > e; printf 'MZ\0' > mz; printf '\177ELFx\n' > elf; printf 'echo\0hi\n' > nul; chmod +x e mz elf nul; for f in e mz elf nul; do ./$f; echo $?; bash ./$f; echo $?; command ./$f; echo $?; (exec ./$f); echo $?; done 2>&1
# --- a NUL behind the first line, and an empty file
printf 'echo hi\n\0\0' > a; printf '\n\0' > b; : > c; printf '#!/bin/bash\necho hi3\n\0' > d; chmod +x a b c d; for f in a b c d; do ./$f; echo $?; bash $f; echo $?; done
# --- behind a line that names an interpreter the next one counts
printf '#!/bin/bash\necho a\0b\necho hi2\n' > s; chmod +x s; ./s; echo $?; bash s; echo $?; env ./s; echo $?; . ./s
# --- so much is looked at
{ printf '#%.0s' {1..90}; printf '\0\necho ninety\n'; } > l1; { printf '#%.0s' {1..140}; printf '\0\necho more\n'; } > l2; chmod +x l1 l2; ./l1; echo $?; bash l1; echo $?; ./l2; echo $?; bash l2
# --- found on PATH, in the background, in a pipeline and for a substitution
mkdir bin; printf '\177ELF\0\1' > bin/e; chmod +x bin/e; PATH=$PWD/bin:$PATH; e; echo $?; e & wait $!; echo $?; x=$(e); echo $?; e | cat; echo ${PIPESTATUS[0]}; (exec e); echo $?; bash bin/e; echo $?; type e; if e; then echo; else echo "no $?"; fi
# --- exec with execfail
printf 'MZ\0' > mz; chmod +x mz; shopt -s execfail; exec ./mz; echo $?; exec $PWD/mz; echo $?; cd /; exec tmp/case/mz; echo $?
# --- source leaves NULs out, but not many
printf 'echo a\0b\n\0echo c\0\n' > s; . ./s; echo $?; { for i in {1..257}; do printf '\0#\n'; done; echo echo no; } > t; source ./t; echo $?; { for i in {1..256}; do printf '\0#\n'; done; echo echo yes; } > u; . ./u; echo $?; eval '. ./t'; echo $?; printf 'echo a\0\0b\necho c\n' > v; . ./v; echo $?; { printf 'echo no\n'; for i in {1..513}; do printf '\0'; done; } > w; . ./w; echo $?
