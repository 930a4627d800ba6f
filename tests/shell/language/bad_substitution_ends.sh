# Where a substitution ends that is none: quotes hide a brace, as in one that is. Lines are counted once.
try() { (eval "$1"; echo "status $?") 2>&1 | sed "s/^[a-z]*: //"; }
declare -A h
try 'echo ${h["}"]}; echo behind'
try 'echo "${h["}"]} rest"; echo behind'
try "echo \${h['}']+}; echo behind"
try 'echo ${1a"}"b}; echo behind'
try 'echo "${1a'\''}b"; echo behind'
try 'echo ${1a\}b}; echo behind'
try 'echo ${h[x]y"}"} ${h[y]}; echo behind'
try '1${h["}
"]
echo behind'
try 'echo ${1a"
"b
}
echo $LINENO'
try 'echo $LINENO ${h["
"]z} 
echo $LINENO'
echo done
