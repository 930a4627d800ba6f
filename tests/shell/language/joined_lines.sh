# --- operators
echo a &\
& echo b; echo n |\
| echo no; echo p |\
& cat
# --- reserved words and names
if tr\
ue; th\
en echo yes; fi; func\
tion f { echo F; }; f; f2(\
) { echo F2; }; f2
# --- behind a word
if true\
 ; then\
  echo yes; fi\

# --- assignments and parameters
x\
y=3; a=(1 \
2); xy\
+=4; echo $x\
y ${x\
y} ${n\
o:-2} $\
xy ${\
xy} "$\
xy ${\
xy}" ${#a\
[@]} ${a[\
1]} "${xy\
%4}"
# --- substitutions and arithmetic
echo $((1 +\
2)) $(\
echo sub) $(\
(1+1)) `echo a\
b`; for ((i=0;i<1\
;i++)); do echo l; done; (\
(1)) && echo ar; for (\
(i=0;i<1;i++)); do echo m; done
# --- case, [[ and redirections
case a in a) echo c ;\
; esac; [\
[ a == a ]\
] && echo dd; echo 1 >\
> f; cat f; cat <\
< E\
OF
hello
EOF
echo a 2\
>&1; echo b >\
&2 2>&\
1
# --- not within quotes
echo "a\
b" $'a\
b' 'a\
b' \
  end
# --- comments and line numbers
echo one # no\
echo two $LINENO
echo thr\
ee $LINENO
# --- saved in functions
f() {
  if [ -n "${1\
:-}" ] &\
& true; then echo $LIN\
ENO "$1"; fi
}
f x; f; declare -f f
# --- of a script on standard input
bash <<'E'
echo a &\
& echo b
read x
li\
ne
echo "$x" $LINENO
E
