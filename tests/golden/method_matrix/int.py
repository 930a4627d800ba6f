# Every method of int with every kind of argument: as_integer_ratio.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 1000
    try: print(args, '->', show(x.as_integer_ratio(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 1000
    try: print(kw, '->', show(x.as_integer_ratio(**kw)), show(x.as_integer_ratio(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- bit_count
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 1000
    try: print(args, '->', show(x.bit_count(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 1000
    try: print(kw, '->', show(x.bit_count(**kw)), show(x.bit_count(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- bit_length
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 1000
    try: print(args, '->', show(x.bit_length(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 1000
    try: print(kw, '->', show(x.bit_length(**kw)), show(x.bit_length(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- conjugate
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 1000
    try: print(args, '->', show(x.conjugate(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 1000
    try: print(kw, '->', show(x.conjugate(**kw)), show(x.conjugate(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- from_bytes
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 1000
    try: print(args, '->', show(x.from_bytes(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'bytes': b'ab'},):
    x = 1000
    try: print(kw, '->', show(x.from_bytes(**kw)), show(x.from_bytes(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- is_integer
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 1000
    try: print(args, '->', show(x.is_integer(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 1000
    try: print(kw, '->', show(x.is_integer(**kw)), show(x.is_integer(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- to_bytes
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (1,), (2,), (4,), (-1,), ('a',), (None,), (1.5,), (2, 'big'), (2, 'little'), (2, 'x'), (2, None), (2, 'big', True), (2**70,)):
    x = 1000
    try: print(args, '->', show(x.to_bytes(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'length': 3}, {'byteorder': 'little'}, {'signed': True},):
    x = 1000
    try: print(kw, '->', show(x.to_bytes(**kw)), show(x.to_bytes(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- called through the type
for name in ['bit_length', 'to_bytes']:
    for args in ((), (5,), ('a',), ([1],), ([1], 1), ('a', 'b'), ({1}, 2), ({}, 1), (b'a', b'a'), ((1,), 1), (None,), (1.5,), (3, 1, 'big')):
        try: print(name, args, repr(getattr(int, name)(*args)))
        except Exception as e: print(name, args, type(e).__name__, e)
