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
# --- a subscript without its bracket
printf '%s\n' 'echo a' 'echo ${a[0}' 'echo b' 'echo ${#a[0}' 'echo ${!a[0}' 'echo ${a[0]}c' 'declare -A h=(["a}b"]=1); echo ${h[a}b]}' 'echo "it'"'"'s d"' > s
bash s 2>&1
