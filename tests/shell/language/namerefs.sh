# ---
declare -n r=x; r=5; echo $x $r ${!r}; unset r; echo ${x-unset}; unset -n r; x=6; echo ${r-no} $x
# --- to array elements and arrays
a=(1 2 3); declare -n e='a[1]' all=a; e=X; echo "${a[@]}" $e; all+=(4); all[0]=Z; echo "${all[@]} ${#all[@]} ${!all[@]}"; for x in "${all[@]}"; do echo -n "$x,"; done; echo
# --- functions change their caller's array
fill() { local -n out=$1; local i; out=(); for ((i = 0; i < $2; i++)); do out+=("$i"); done; }; fill list 4; echo "${list[*]}"; declare -A m; set_() { local -n t=$1; t[$2]=$3; }; set_ m k 'v w'; declare -p m
# --- of the same name: the variable behind the local
f() { local -n x=$1; x=2; echo $x; } 2>/dev/null; x=1; f x; echo $? $x
# --- circles
declare -n a=b; declare -n b=a; a=1; echo $?; echo "[$a]"; echo end
# --- for with a nameref
x=1 y=2; declare -n r; for r in x y; do echo "${!r}=$r"; r=9; done; echo $x $y
# --- unset target, invalid target
declare -n r=target; echo "[${r-unset}]" ${r:=new} $target; declare -n bad='1x'; echo $?; declare -n s; s='a b'; echo $?; s=ok; s=v; echo $ok
# --- -R and test -R, -v
declare -n r=x; [[ -R r ]] && echo ref; [[ -R x ]] || echo not; [[ -v r ]] || echo unset; x=; [[ -v r ]] && echo set; test -R r; echo $?
# --- declare -p, +n, and attributes through the nameref
declare -n r=x; declare -p r; declare -i r; r=2+3; declare -p x; declare +n r; declare -p r; r=y; echo $x $r
# --- export and readonly by a nameref
declare -n r=v; v=1; export r; env | grep '^[vr]='; readonly r; v=2; echo no
# --- local -n of a caller's local
outer() { local v=1; inner v; echo $v; }; inner() { local -n p=$1; p+=1; ((p++)); }; outer; echo "[${v-none}]"
# --- read, printf -v, mapfile and getopts into a nameref
declare -n r=dest; read r <<< 'a line'; echo "$dest"; printf -v r %03d 7; echo $dest; declare -n l=lines; mapfile -t l < <(printf '%s\n' p q); echo "${lines[@]}" ${#lines[@]}; declare -n o=opt; OPTIND=1; getopts ab o -b; echo $opt
