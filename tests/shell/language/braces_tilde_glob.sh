echo {a,b,c} x{1,2}y {1..5} {5..1} {a..e} {1..10..3} {01..03} {e..a..2}
# ---
echo {a,b}{1,2} {a,{b,c}} a{,b}c {} {a} {a,b "{a,b}" \{a,b}
# ---
echo {1..3}{a..b} {-2..2} {10..-10..5}
# ---
x=1; echo {$x,2} ${x}{a,b} {$x..3}
# ---
echo ~ ~/x "~" a~ ~+ x=~ ; x=~/y; echo $x; x=a:~/b; echo $x
# ---
echo ~nosuchuser ~root
# ---
touch a.c b.c c.h .hid; echo * *.c ?.h [ab].c [!a].c *.z
# ---
touch a.c b.c; echo "*.c" '*.c' \*.c; x='*.c'; echo $x "$x"
# ---
shopt -s nullglob; echo *.none x; shopt -u nullglob; shopt -s failglob; echo *.none; echo after
# ---
touch .a b; shopt -s dotglob; echo *
# ---
mkdir -p d/e; touch d/x d/e/y f; shopt -s globstar; echo **; echo **/; echo d/**
# ---
touch ab abc abd; shopt -s extglob; echo a?(b) ab@(c|d) !(ab) +(a|b) *(a|b|c)
# ---
touch A b; shopt -s nocaseglob; echo a B
# ---
echo [a b [!; touch '['; echo [
# ---
mkdir d; touch d/1 d/2; echo d/* */1 ./d/*
# ---
set -f; echo *; set +f; touch q; echo *
# ---
touch 'a b' c; for f in *; do echo "[$f]"; done
# ---
touch x1 x2 x10; echo x[0-9] x[[:digit:]]* x[^1]
# ---
GLOBIGNORE='*.o'; touch a.o b.c; echo *
# ---
echo {a..c}.{x,y} pre{,-suf} {,}
# ---
echo {1..a} {a..1} {1.5..2} {3..1..-1} {x,y,}z
# ---
set +B; echo {a,b}
