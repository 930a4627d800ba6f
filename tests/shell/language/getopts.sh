while getopts ab:c o -a -b val -c rest; do echo "$o ${OPTARG-none} $OPTIND"; done; echo "$o $OPTIND $?"
# --- clustered, attached, and the end
set -- -abval -c -- -a; while getopts ab:c o; do echo "$o [${OPTARG-}] $OPTIND"; done; shift $((OPTIND-1)); echo "$@"
# --- errors are printed
set -- -x -b; while getopts ab: o; do echo "[$o] [${OPTARG-unset}] $OPTIND"; done; echo $OPTIND
# --- silent errors
set -- -x -b; while getopts :ab: o; do echo "[$o] [${OPTARG-unset}] $OPTIND"; done
# --- OPTERR=0
OPTERR=0; set -- -x -b; while getopts ab: o; do echo "[$o] [${OPTARG-unset}]"; done; echo end
# --- in a function with a local OPTIND
f() { local OPTIND o; while getopts v o; do echo f:$o; done; shift $((OPTIND-1)); echo "f:$*"; }; set -- -a x; getopts a o; echo $o $OPTIND; f -v -v y; echo $OPTIND; getopts a o; echo $? $o
# --- OPTIND is reset
set -- -a -b; getopts ab o; echo $o; OPTIND=1; getopts ab o; echo $o; getopts ab o; echo $o; getopts ab o; echo $? $o
# --- digits, question marks, colons as options
getopts 12 o -2; echo $o; OPTIND=1; getopts 'a?' o '-?'; echo "$o"; OPTIND=1; getopts a: o -a ''; echo "$o [$OPTARG]"; OPTIND=1; getopts a o -; echo $? $OPTIND; OPTIND=1; getopts a o ''; echo $?; OPTIND=1; getopts a 1x -a; echo $?; getopts; echo $?; getopts a; echo $?; getopts -a; echo $?
# --- options between operands stop it
set -- -a file -b; while getopts ab o; do echo $o; done; shift $((OPTIND-1)); echo "$*"; OPTIND=1; set -- - -a; getopts a o; echo $? $OPTIND; readonly RO; OPTIND=1; getopts a RO -a; echo $?
