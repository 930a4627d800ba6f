# --- [[ ]]: what ! and parentheses are of
f() { [[ ! ( $1 && $2 ) || $3 ]] && echo y || echo n; }; f "" "" ""; declare -f f; eval "$(declare -f f)"; f "" "" ""; f a b ""; f a b c
# --- [[ ]]: all shapes
a() { [[ a && ( ! b ) ]]; }; b() { [[ ( ! -e /nope ) ]]; }; c() { [[ x && ( a == b || ! c =~ d ) ]]; }; d() { [[ ! ! a ]]; }; e() { [[ ! ( ! a ) ]]; }; f() { [[ ( ( a ) ) && ( ( b || c ) && d ) ]]; }; g() { [[ ! ! ! ( ( ! a ) && ! ! ( b ) ) ]]; }; h() { [[ ! ( ( a ) || b ) ]]; }; i() { [[ ! ! ( ! ( a && b ) ) ]]; }; j() { [[ ! ( ! ! a ) ]]; }; k() { [[ !(a) ]]; }; l() { [[ ! ( a || b ) && c || ! ( d ) ]]; }; declare -f
# --- [[ ]]: all operators
f() { [[ a = b && c != d && e < f && g > h && i -ef j && k -nt l && m -ot n && -v x && -o posix && -R y && -a z ]] || [[ 1 -eq 2 || 1 -ne 2 || 1 -lt 2 || 1 -le 2 || 1 -gt 2 || 1 -ge 2 || "a b" =~ ^(a|b)\ c$ || x == @(a|b) || ! -z '' ]]; }; declare -f f
# --- here-documents in conditions
f1() { if grep -q x <<A; then echo yes; fi
ax
A
}
f2() { while read x <<A && [[ $x != end ]]; do echo $x; return; done
ax
A
}
f3() { until read x <<A && read y <<B; do :; done; echo $x $y
ax
A
bx
B
}
f4() { if cat <<A && false; then :; elif cat <<C; then cat <<D; else cat <<E; fi
a
A
c
C
d
D
e
E
}
for i in 1 2 4; do declare -f f$i; eval "$(declare -f f$i)"; f$i; done
# --- here-documents in groups and subshells of conditions
f1() { if { cat <<A; }; then echo g; fi
a
A
}
f2() { if (cat <<A); then echo s; fi
a
A
}
f3() { if if cat <<A; then cat <<B; fi; then cat <<C; fi
a
A
b
B
c
C
}
f4() { while cat <<A; do break; done <<B
a
A
b
B
}
for i in 1 2 3 4; do declare -f f$i; eval "$(declare -f f$i)"; f$i; done
# --- here-documents in lists and pipelines
f1() { cat <<A | { cat; cat <<B; } && (cat <<C; echo x) ; cat <<D
a
A
b
B
c
C
d
D
}
f2() { cat <<A; { cat <<B; } >&2; echo y; [[ a ]] <<C; echo z
a
A
b
B
c
C
}
f3() { cat <<"a'b" <<-'C D'
x
a'b
	y
	C D
}
for i in 1 2 3; do declare -f f$i; eval "$(declare -f f$i)"; f$i; done
# --- a here-document in a condition that other commands follow
# bash: it writes the body behind the first command of the body, which so becomes a part of the text
f() { if cat <<A; then echo yes; fi; echo done
a
A
}
declare -f f; eval "$(declare -f f)"; f
# --- here-documents before && and ||
# bash: it has the body before the || in the next line, where it is an error
f() { cat <<A && cat <<B || cat <<C; echo
a
A
b
B
c
C
}
declare -f f; eval "$(declare -f f)"; f
# --- a here-document of a command in the background
# bash: it writes a semicolon behind the body, which is an error
f() { if cat <<A & then wait; fi
a
A
}
declare -f f; eval "$(declare -f f)"; f
# --- lists and compound commands as conditions
f1() { if true; false; then :; fi; while true; false; do :; done; until { true; } && (true; false); do :; done; }; f2() { while if a; then b; fi; do c; done; for x in 1; do if b; c & then d & fi; done; }; f3() { if for x in a; do b; done; case x in y) z;; esac; then g() { a; b; }; fi; }; f4() { if a; then b; elif c; d; then e; elif f; then g; else h; i; fi; }; f5() { { a; b; } | { c; } && { d; }; ( { a; b; } ); { ( a; b ); } & }; declare -f
# --- redirections of bodies
f() (a) >x; g() if a; then b; fi >x 2>&1; h() [[ a ]] >x; i() { a; } >x; j() { k() (b) <c; }; declare -f
