x='a[x]'; echo $((x)); echo after
# ---
a='b[a]'; declare -i i; i=a; echo after $?
# ---
a='a[a]'; [[ a -eq 1 ]]; echo after $?
# ---
a='a[a]'; let a; echo after $?
# ---
a='b[a]'; echo ${b[a]}; echo after $?
# ---
a='b[a]'; read 'b[a]' <<< x; echo after $?
# ---
a='b[a]'; printf -v 'b[a]' x; echo after $?
# ---
a='b[a]'; for ((a;;)); do echo in; break; done; echo after $?
# ---
a='b[a]'; b=(1 2); unset 'b[a]'; echo after $?
# ---
a='b[a]'; x='b[a]'; echo ${!x}; echo after $?
# ---
a='b[a]'; declare -n r='b[a]'; echo $r; echo after $?
# ---
a='b[a]'; x=abc; echo ${x:a[a]}; echo after $?
# ---
a='b[a]'; b[a]=1; echo after $?
# ---
a='b[a]'; b=([a]=1); echo after $?
# ---
a=a; echo $((a)); echo after $?
# ---
x=x+1; echo $((x))
# ---
x='1 + x * 2'; echo $((x))
# ---
i=0; ((a[i++]+=5)); echo $i; ((a[i++]=5)); echo $i; ((a[i++]++)); echo $i; ((++a[i++])); echo $i; declare -p a
# ---
x=$(printf '(%.0s' {1..2000})1$(printf ')%.0s' {1..2000}); echo $((x))
# ---
x=$(printf -- '-%.0s' {1..1001})1; echo $((x))
# ---
a0=1; for i in {1..1022}; do declare a$i=a$((i-1)); done; echo $((a1022))
# ---
a0=1; for i in {1..1023}; do declare a$i=a$((i-1)); done; echo $((a1023))
# ---
a0=1; for i in {1..1024}; do declare a$i=a$((i-1)); done; echo $((a1024))
# ---
a0=1; for i in {1..1025}; do declare a$i=a$((i-1)); done; echo $((a1025))
# ---
echo $((1 ? 2 : 3 ? 4 : 5)) $((0 ? 2 : 0 ? 4 : 5)) $((1 ? 0 ? 6 : 7 : 8)); echo $((a = b = 3, a + b))
# ---
((a = 1, b = a++ + ++a)); echo $a $b; echo $((a ? b = 7 : (b = 8))) $b; echo $((0 && (c = 5))) $c; echo $((1 || c++)) $c
# ---
echo $((2 ** 3 ** 2)) $((-2 ** 2)) $((!0 + 1)) $((~1 * 2)) $((2 * -3)) $((- - 3)) $((5 - -3)) $((1 < 2 == 1))
# ---
echo $((1 ? 2 : 3 = 4))
# ---
echo $(((1 + 2) * (3 - (4 + 5))))
# ---
echo $((1 +)); echo x
# ---
echo $((1 + * 2)); echo x
# ---
echo $((1 ? 2)); echo x
# ---
echo $((1 ? : 2)); echo x
# ---
echo $((1 : 2)); echo x
# ---
echo $((x y)); echo x
# ---
echo $((5 = x)); echo x
# ---
echo $((x++ = 5)); echo x
# ---
echo $((++5)) $((--5)); echo x
# ---
echo $((x = 5, ++x = 6)); echo x
# ---
a=(1 2 3); echo $((a[1] + a[a[0]])) $((a[-1])) $((a[a[1]-1]++)) ${a[@]}; echo $((a[-7])); echo after
# ---
a=(1 2 3); ((a[-7] = 3)); echo after $?
# ---
declare -A m=([x]=3 ["y z"]=x); x=9; echo $((m[x] + m[y z])); ((m[x]++, m[q]=4)); echo ${m[x]} ${m[q]}
# ---
declare -n r='a[1]'; a=(5 6 7); echo $((r + 1)) $((r++)) $((++r)) $((r *= 2)) ${a[@]}
# ---
set -u; echo $((nope + 1)); echo after
# ---
set -u; a=(1); echo $((a[3])); echo after
# ---
set -u; echo $((n[3])); echo after
# ---
echo $((a[1/0])); echo after
# ---
((a[1/0])); echo after $?
# ---
((a[1/0]=2)); echo after $?
# ---
x='1/0'; ((x)); echo after $?; let x; echo after $?; [[ x -eq 1 ]]; echo after $?
# ---
x=' '; echo $((x)) $((  )); y='x'; echo $((y + 1)); a[0]=' x'; echo $((a[ ] + 4)) ; echo x
# ---
x='y=5'; echo $((x + 1)) $y; x='y++'; echo $((x + x)) $y
# ---
echo $((1, 2, 3)) $((a = 5, a *= 2)) $((a <<= 1)) $((a |= 1)) $((a ^= 3)) $((a %= 4)) $((a **= 2))
# ---
echo $((1 && 0 || 1 && 0)) $((0 ? x : 1 ? y=3 : 4)) $y
# ---
echo $((1 ? (2, 3) : 4)) $((1 ? 2, 3 : 4)); echo x
# ---
echo $((1 / 0 + 5)); echo x
# ---
echo $((5 % (2 - 2))); echo x
# ---
echo $((2 ** -1)); echo x
# ---
echo $((0 && 1/0)) $((1 || 1/0)) $((1 ? 2 : 1/0)); echo x
# ---
declare -i i=2; i+=3; echo $i; i='i * i'; echo $i; i+='i'; echo $i
# ---
x=5; echo $((x--x)) ; echo z
# ---
x=5; echo $((x--)) $((x---1)) $((x+++1)) $((- --x)) ; echo z
# ---
a=1; for ((i = 0, j = 9; i < j; i += 2, j--)); do echo $i $j; done
# ---
((x = a[i = 2] = 4)); declare -p a; echo $x $i
# ---
a=(0 0 0); i=0; ((a[i++] = a[i++] = i)); declare -p a; echo $i
# ---
x='a[i++]'; i=0; a=(7 8 9); echo $((x + x + x)) $i
# ---
echo $((010 + 0x1f + 2#101 + 64#_)) ; echo $((08)); echo after
# ---
echo $((3#5)); echo after
# ---
echo $((65#1)); echo after
# ---
x=08; ((x)); echo after $?
