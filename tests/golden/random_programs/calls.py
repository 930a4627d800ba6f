# Found by random programs: how a callee is called when it is given what cannot be spread.
for f in [dict, int, list, print, [].append, len, Exception, str.upper, 'a'.upper, type, lambda: 0, 5]:
    for a in '*', '**':
        try: eval(f'f({a}3)')
        except TypeError as e: print(e)

# --- warnings in the generator expressions that CPython compiles twice
if all((0) for i9 in [] if (0 is 0)):
    pass
if all((0 is 0) for i9 in [] ): pass
if [1 for i9 in [] if 0 is 0]: pass
x = any((0 is 0) for i9 in [] )
x = tuple((0 is 0) for i9 in [] if 0 is 0)
x = list((0 is 0) for i9 in [] if 0 is 0)

# --- keywords that are no strings are found out at the call
def f(*a, **k): return a, k
for s in ["f(**{1: 2})", "f(*5, **{1: 2})", "f(**{1: 2}, **{1: 3})", "f(a=1, **{1: 2}, **5)", "f(a=1, **{'a': 2}, **5)", "f(*5, a=1, **{'a': 2})", "f(1, *5, a=1, **{'a': 2})", "f(**{1: 2}, **1 / 0)", "f(*5, a=5, **{1: 2})", "len(**{1: 2})", "dict(**{1: 2})", "print(**{'a': 1}, **{'a': 2})", "f(**{1: 2, 1.0: 3})", "f(a=1, **{1: 2}, a2=3)", "f(**{1:2}, a=1/0)"]:
    try: print(s, eval(s))
    except Exception as e: print(s, type(e).__name__, e)

# --- a file without a name
code = compile("1 + ", '', 'eval')
