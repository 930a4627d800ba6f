# Every method of range with every kind of argument: count.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = range(0, 10, 2)
    try: print(args, '->', show(x.count(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = range(0, 10, 2)
    try: print(kw, '->', show(x.count(**kw)), show(x.count(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- index
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = range(0, 10, 2)
    try: print(args, '->', show(x.index(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = range(0, 10, 2)
    try: print(kw, '->', show(x.index(**kw)), show(x.index(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)
