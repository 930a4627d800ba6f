# Found by random programs: what a traceback marks.
v = ''
x = [not v <= 5]

# --- not: 3
v = 5
x = [not 5 in v]

# --- not: 4
v = 5
x = [not 5 not in v]

# --- not: 5
v = 5
x = [not not 5 in v]

# --- not: 6
v = 5
x = [not not 5 < '']

# --- not: 7
v = 5
x = [not 1 < 5 < '']

# --- not: 8
v = 5
x = [not (5 < '') if v else 3]
y = 1

# --- what a generator in a comprehension does not fit
print([a for a, b in [(x for x in "abcd")]])

# --- errors after parsing have no text in exec and eval
exec("return 1")

# --- execde: another
exec("def f():\\n  x = 1\\n  global x")

# --- evalaw: another
eval("await x")

# --- evalf: another
eval("f(a=1, a=2)")

# --- exec*a: another
exec("*a")

# --- execNo: another
exec("None = 1")

# --- execfr: another
exec("from __future__ import x")
