a=(x y z); echo ${a[0]} ${a[@]} ${a[*]} ${#a[@]} ${#a[1]} $a ${a[-1]}
# ---
a=(1 2); a+=(3 4); a[10]=x; echo ${a[@]} ${!a[@]} ${#a[@]}; unset 'a[1]'; echo ${!a[@]}
# ---
a=([2]=c [0]=a d); echo ${!a[@]} ${a[@]}; declare -p a
# ---
a=("a b" c); for i in "${a[@]}"; do echo "[$i]"; done; for i in ${a[@]}; do echo "($i)"; done; echo "${a[*]}"
# ---
declare -A h; h[one]=1; h[two]=2; h["a b"]=3; echo ${h[one]} ${h["a b"]} ${#h[@]}; for k in "${!h[@]}"; do echo "$k=${h[$k]}"; done | sort
# ---
declare -A h=([x]=1 [y]=2); unset 'h[x]'; echo ${!h[@]} ${h[@]}; h+=([z]=3); declare -p h
# ---
a=(a b c d e); echo ${a[@]:1:2} ${a[@]:3} ${a[@]: -2} "${a[@]:0:1}"
# ---
a=(one two); a[1]+=x; echo ${a[1]}; x=s; x+=t; echo $x; a[0]=; echo "${a[@]}"
# ---
a=(1 2 3); b=("${a[@]}"); b[0]=9; echo ${a[0]} ${b[@]}; c=(${a[@]/2/two}); echo ${c[@]}
# ---
a=(); echo ${#a[@]} "[${a[@]}]" "[${a[0]}]"; for x in "${a[@]}"; do echo never; done
# ---
i=2; a=(a b c d); echo ${a[i]} ${a[i+1]} ${a[$i-1]} ${a[${#a[@]}-1]}
# ---
a=($(echo 1 2 3)); echo ${#a[@]}; a=(*); echo "${a[@]}"
# ---
declare -a a; a[3]=x; echo ${#a[@]} ${!a[@]}; declare -p a; a=x; declare -p a
# ---
x=str; x[1]=b; echo ${x[@]}; declare -p x
# ---
a=(c a b); IFS=$'\n' s=($(sort <<<"${a[*]}")); echo "${s[@]}"
# ---
IFS=,; a=(1 2 3); echo "${a[*]}"; unset IFS; echo "${a[*]}"
# ---
read -a r <<< "x y z"; echo ${r[1]} ${#r[@]}
# ---
mapfile -t m <<< $'l1\nl2\nl3'; echo ${#m[@]} "${m[2]}"; mapfile m <<< a; printf '%q\n' "${m[0]}"
# ---
mapfile -n 2 -s 1 -t m <<< $'1\n2\n3\n4'; echo ${m[@]}; mapfile -d: -t q <<< a:b:c; echo ${#q[@]} "${q[0]}"
# ---
a=(1 2 3); unset a; echo "${a[@]}" ${#a[@]}; a=(5); unset a[0]; echo ${#a[@]}
# ---
a[-1]=x; echo $?; a=(1 2); a[-1]=z; echo ${a[@]}
# ---
declare -A h; h[]=x; echo $?
# ---
declare -r ro=(1 2); ro[0]=x; echo $?
# ---
a=(1 2 3 4 5 6); for ((i=0;i<${#a[@]};i+=2)); do echo ${a[i]}; done
# ---
a=("x y" z); printf '<%s>\n' "${a[@]}" "${a[@]:1}" pre"${a[@]}"post
# ---
declare -A h=([b]=2 [a]=1 [c]=3); for k in $(printf '%s\n' "${!h[@]}" | sort); do echo $k ${h[$k]}; done
# ---
a=(a b); echo "${a[@]@Q}" ${a[@]@A}; declare -A h=([k]=v); echo ${h[@]@K} ${h[@]@k}
# ---
declare -n r=arr; arr=(1 2 3); echo ${r[1]} ${#r[@]}; r+=(4); echo ${arr[@]}
# ---
declare -i -a n=(1+1 2*3); echo ${n[@]}; n[0]+=5; echo ${n[0]}
# ---
declare -A h; k='a]b'; h[$k]=1; h["x y"]=2; echo "${h[$k]}" "${h[x y]}"
# ---
a=([5]=five [1]=one); for i in "${!a[@]}"; do echo $i:${a[$i]}; done; echo ${a[@]:2}
# ---
f() { local -a l=(1 2); l+=(3); echo ${l[@]}; local -A m=([q]=w); echo ${m[q]}; }; f; echo ${#l[@]}

# --- behind the largest index comes the smallest
a=(x y); a[9223372036854775807]=1; a+=(2); declare -p a; echo "${!a[@]}" "${a[@]}" ${#a[@]}
a[2]=z; unset "a[0]"; declare -p a; unset "a[-9223372036854775808]"; a[-1]=q; declare -p a; echo "${a[@]:1}" "${a[@]: -1}"
b=([9223372036854775807]=x y); declare -p b; mapfile -O 9223372036854775807 b <<< x; mapfile -O 4294967296 b <<< x
a=(); declare -p a; a+=(1 2); declare -p a

# --- parts of lists: where nothing can be taken the length is not looked at; associative arrays count from 1
a=(1 2 3); echo "${a[@]: -5:1/0}" "${a[@]:3:1}" "${a[@]:4:1/0}" "${a[@]: -3:1}"; a[10]=x; echo "${a[@]:10:1}" "${a[@]:11:1}" "${a[@]:12:1/0}"
set -- p q; echo "${@:2:1}" "${@:3:1}" "${@:4:1/0}" "${@: -3:1}" "${@: -4:1/0}"; x=abc; echo "${x:3:1}" "${x:4:1/0}" "${x: -4:1/0}"
declare -A h=([a]=1 [b]=2 [c]=3); for i in 0 1 2 3 4 -1 -2 -3 -4 -5; do echo "$i: ${h[@]: $i} / ${h[@]: $i:1}"; done
echo ${a[@]:1:1/0}

# --- lengths of elements under set -u
set -u; x=abc; echo ${#x[0]}
echo a ${#x[1]}
echo b ${#x[@]}
echo c ${#q[1]}
declare -a r; echo ${#r[@]}
r=(1); echo ${#r[5]}
declare -A h; echo ${#h[a]}
h[b]=1; echo ${#h[a]} ${#h[@]}
echo ${#q}
echo e
# --- empty subscripts
a=; r[$a]=1; declare -p r
# ---
r[]=1; echo $?
# ---
r[""]=1; declare -p r
# ---
a=; r=(1 2); r[$a]=7; declare -p r; echo ${r[$a]}
# ---
r=([""]=1); declare -p r
# ---
a=; r=([$a]=1 x [3]=y); declare -p r
# ---
r=([]=5); declare -p r; echo $?
# ---
declare -A h; a=; h["$a"]=1;echo no
# ---
declare -A h; a=; h[$a]=1;echo no
# ---
declare -A h; h['']=1; echo no
# ---
h["$a"]=1; echo ${#h[@]}
# ---
f() { local a= r=(1); r[$a]+=2; echo ${r[@]}; declare -A m; m[$a]=1; echo no; }; f; echo $?
# ---
a=; r[$a]=; echo "${#r[@]}"; unset r; r[ ]=1; declare -p r
# --- what looks like an array, for let and eval
let a=(5 + 3); echo $a; let b=(1) c=(2+a) ; echo $b $c; x=2; let f=($x+3); echo $f
eval foo=( "x y" ); echo "${#foo[@]} ${foo[0]}"; eval bar=(1 2 "3"); echo ${#bar[@]}
