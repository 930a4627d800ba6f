# --- exec -a and -l: the name
(exec -a foo bash -c 'echo $0'); (exec -l bash -c 'echo $0'); (exec -l -a foo bash -c 'echo $0'); (exec -a foo ls --nope); echo $?; printf '#!/bin/bash\necho "${0##*/} $@"\n' > sc; chmod +x sc; (exec -a foo ./sc 1 2); (exec -a x/foo ./sc 1); (exec -a '' bash -c 'echo "[$0]"')
# --- exec -c: the environment
export x=1; y=2; f() { :; }; export -f f; (exec -c env); echo $?; (exec -c bash -c 'echo "[$x]"; f') ; (exec -cl bash -c 'echo $0'); x=3 exec -c env
# --- what cannot be run, with and without execfail
printf '#!/nosuch/x\n' > s; printf '#!s\n' > r; chmod +x s r; > f; mkdir d
for c in ./s ./nosuch a/b ./f/x nosuch '' . ./d d f ./r; do
  bash -c 'exec "$0"' "$c" 2>&1 | sed "s,$PWD/,,g"; echo "${PIPESTATUS[0]}"
  bash -c 'shopt -s execfail; exec "$0"; echo still $?' "$c" 2> /dev/null
done
bash -c 'x=1; trap "echo left" EXIT; shopt -s execfail; exec ./s 3> made; echo $x; ls made'
big=$(head -c 130000 /dev/zero | tr '\0' x)
for i in {1..20}; do export v$i=$big; done
exec -c echo small
