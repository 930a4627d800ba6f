# Every method of generator with every kind of argument: send.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = (x for x in 'ab')
    try: print(args, '->', show(x.send(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = (x for x in 'ab')
    try: print(kw, '->', show(x.send(**kw)), show(x.send(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- close
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = (x for x in 'ab')
    try: print(args, '->', show(x.close(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = (x for x in 'ab')
    try: print(kw, '->', show(x.close(**kw)), show(x.close(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)
