echo $((1+2*3)) $(( (1+2)*3 )) $((7/2)) $((-7/2)) $((7%3)) $((-7%3)) $((2**10))
# ---
echo $((1<<4)) $((256>>2)) $((5&3)) $((5|3)) $((5^3)) $((~5)) $((!5)) $((!0))
# ---
echo $((1<2)) $((2<=2)) $((3>4)) $((3>=4)) $((1==1)) $((1!=1)) $((1&&0)) $((1||0))
# ---
x=5; echo $((x++)) $x $((++x)) $x $((x--)) $((--x))
# ---
x=10; ((x+=5)); echo $x; ((x-=3, x*=2)); echo $x; ((x/=4)); echo $x; ((x%=4)); echo $x; ((x<<=3)); echo $x; ((x|=1)); echo $x
# ---
echo $((0x1F)) $((017)) $((2#1011)) $((16#ff)) $((36#zz)) $((64#_))
# ---
echo $((9223372036854775807+1)) $((-9223372036854775808-1))
# ---
echo $((5>3?10:20)) $((0?1:2)) $((1?2?3:4:5))
# ---
((0)); echo $?; ((1)); echo $?; (( 5 - 5 )) || echo zero
# ---
let x=3+4 y=x*2; echo $x $y; let 'z = x + y'; echo $z; let 0; echo $?
# ---
echo $((1/0)); echo after
# ---
echo $((1%0))
echo next line
# ---
echo $((1 + ))
# ---
echo $((2 ** -1))
# ---
echo $((08))
# ---
echo $((3 3))
# ---
x=abc; echo $((x)); y=x; x=7; echo $((y+1))
# ---
a=(1 2 3); echo $((a[1]+a[2])) $((a[0]++)) ${a[0]}; ((a[5]=9)); echo ${!a[@]}
# ---
echo $((1,2,3)) $(( (1,2) + 3 ))
# ---
x=3; echo $(($x+1)) $((x+1)) $(( "x" + 1 )) $((${x}2))
# ---
for ((i=0,j=10;i<j;i+=3,j-=2)); do echo $i $j; done
# ---
i=0; while ((i<3)); do ((i++)); done; echo $i
# ---
echo $[1+2] $[ 3 * 4 ]
# ---
echo $((-2**2)) $((2**3**2)) $((10-3-2)) $((100/10/2))
# ---
echo $((1 ? 2 : 3 )) $(( 0 || 0 && 1 ))
# ---
x=; echo $((x+1)); unset y; echo $((y+1))
# ---
declare -i n; n=2*3; echo $n; n+=4; echo $n; n=abc; echo $n
# ---
((x = 1 ? 5 : 6)); echo $x; echo $((x = 3, x * 2))
# ---
echo $((5 = 3))
# ---
echo $((1 ? 2))
# ---
echo $((0x)) $((16#)) ; echo x
# ---
echo $((99#1))
# ---
echo $(( ((1+2)) * ((3)) ))
# ---
x=5 y=; (( y = x > 3 ? x * 2 : 0 )); echo $y
# ---
echo $((10 % 3 * 2)) $((1 + 2 << 1)) $((6 & 3 == 3))
# ---
f() { echo 42; }; echo $(( $(f) + 1 ))
# ---
echo $((a.b))
# --- set -u asks for the array, not for the element
set -u; words=(a b a); declare -A count=(); for w in "${words[@]}"; do (( count[$w]++ )); done; echo ${count[a]} ${count[b]} $((count[c]))
r=(5); echo $((r[1] ** 2)) $((r[7])); (( r[1]++, r[2] += 3 )); echo ${r[@]}; unset "r[0]"; echo $((r)); e=(); (( e[0]++ )); echo $e
s=5; echo $((s[1])); [[ r[4] -eq 0 ]]; echo $?; let 'x[0]=1' 'x[1]+=3'; echo ${x[@]} $((RANDOM * 0)); k=(2); echo $((k[k[5]]))
# --- an array that is only declared is not there
set -u; declare -A h; (( h[x] = 1 )); echo ${h[x]} $((h[y])); declare -A g; (( g[x]++ )); echo no
# ---
set -u; echo $((zz[nope])); echo no
# ---
set -u; r=(1); echo $((r[nope])); echo no
# --- a character that is no operator is seen before the value is asked for
set -u; echo $((t @ 1)); echo no
# ---
echo $(( (t @ 1) ))
# ---
echo $(( (1) @ 2 ))
# ---
echo $((1 ? 2 @ 3))
# ---
echo $((0 && (n++ @)))
# --- ++ and -- are one operator behind a name or before one
n=4; echo $((1 ++ 2)) $((n++ ++ 1)) $((n -- -1)) $((5 -- -3)) $((++ 5)) $((-- 	7)) $((1----2)) $((++n + ++n)) $((n+++n)) $(((n)++2)) $n
# ---
n=4; echo $((++n++))
# ---
echo $((--n	--))
# ---
echo $((1 ++ n))
# ---
echo $((n++ ++))
# --- errors of numbers show the text up to the number
echo $((08 + 1)); echo a
# ---
x=08; echo $((x + 1)) ; (( x++ )); echo $x
# ---
echo $((12ab + 2))
# ---
echo $((3#9 + 1))
# ---
echo $((1 + 65#1 + 2))
# ---
echo $((2#12#3 + 1))
# ---
printf '%d\n' 08; printf '%d\n' 1x 'x' ''; echo $?
# ---
(( 10#08 + 1 )) && echo $((10#08 + 1))
