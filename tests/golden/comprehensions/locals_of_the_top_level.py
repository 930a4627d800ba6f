# In a comprehension at the top level, locals() has the variables of the comprehension and nothing else.
n = ['a']
print([sorted(locals()) for x in [1]], [sorted(locals()) for x in [1] for y in [2]])
print([[sorted(locals()) for x in [1]] for y in [2]])
print([dir() for x in [1]], [vars() for y in [2]])
print([eval('x + 1') for x in [1]], [eval('n') for x in [1]], [eval('locals()') for x in [1]])
print({k: sorted(locals()) for k in 'ab'}, {tuple(locals()) for k in 'ab'})
print([(sorted(locals()), lambda: x) for x in [1]][0][0])
x = 5
print([x for x in [1]], x, locals() is globals())
print([exec('q = 1') for x in [1]], 'q' in globals())
print([locals() is globals() for _ in [1]], [i for i in locals() if i == 'n'])
exec("print([sorted(locals()) for a in [1]])", {}, {})
print(list(sorted(locals()) == sorted(globals()) for x in [1]))

# --- a target that reads its own variable
def f():
    l = [0]
    try:
        print([1 for (l[0], l) in [[1, 2]]])
    except UnboundLocalError as e:
        print(e)
    print([l for (l, l[0]) in [[[1], 2]]])
f()
try:
    print([1 for (l[0], l) in [[1, 2]]])
except UnboundLocalError as e:
    print(e)
try:
    print([1 for [a.b, a] in [[1, 2]]])
except UnboundLocalError as e:
    print(e)
print([k for (k, (l, m)) in [[1, (2, 3)]]])
