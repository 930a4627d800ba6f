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
