# Every method of slice with every kind of argument: indices.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = slice(1, 10, 2)
    try: print(args, '->', show(x.indices(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = slice(1, 10, 2)
    try: print(kw, '->', show(x.indices(**kw)), show(x.indices(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)
