# Every method of float with every kind of argument: as_integer_ratio.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 2.5
    try: print(args, '->', show(x.as_integer_ratio(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 2.5
    try: print(kw, '->', show(x.as_integer_ratio(**kw)), show(x.as_integer_ratio(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- conjugate
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 2.5
    try: print(args, '->', show(x.conjugate(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 2.5
    try: print(kw, '->', show(x.conjugate(**kw)), show(x.conjugate(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- fromhex
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 2.5
    try: print(args, '->', show(x.fromhex(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 2.5
    try: print(kw, '->', show(x.fromhex(**kw)), show(x.fromhex(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- hex
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 2.5
    try: print(args, '->', show(x.hex(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'sep': ':'}, {'bytes_per_sep': 2},):
    x = 2.5
    try: print(kw, '->', show(x.hex(**kw)), show(x.hex(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- is_integer
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 2.5
    try: print(args, '->', show(x.is_integer(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 2.5
    try: print(kw, '->', show(x.is_integer(**kw)), show(x.is_integer(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- called through the type
for name in ['hex', 'is_integer']:
    for args in ((), (5,), ('a',), ([1],), ([1], 1), ('a', 'b'), ({1}, 2), ({}, 1), (b'a', b'a'), ((1,), 1), (None,), (1.5,), (3, 1, 'big')):
        try: print(name, args, repr(getattr(float, name)(*args)))
        except Exception as e: print(name, args, type(e).__name__, e)
