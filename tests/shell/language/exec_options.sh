# --- exec -a and -l: the name
(exec -a foo bash -c 'echo $0'); (exec -l bash -c 'echo $0'); (exec -l -a foo bash -c 'echo $0'); (exec -a foo ls --nope); echo $?; printf '#!/bin/bash\necho "${0##*/} $@"\n' > sc; chmod +x sc; (exec -a foo ./sc 1 2); (exec -a x/foo ./sc 1); (exec -a '' bash -c 'echo "[$0]"')
# --- exec -c: the environment
export x=1; y=2; f() { :; }; export -f f; (exec -c env); echo $?; (exec -c bash -c 'echo "[$x]"; f') ; (exec -cl bash -c 'echo $0'); x=3 exec -c env
