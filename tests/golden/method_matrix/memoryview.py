# Every method of memoryview with every kind of argument: cast.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), ('B',), ('x',), (5,), ('H',), ('b', 5), ('B', [5, 1]), ('B', 'x'), ('c', None), ('B', [5], 1), ('',), ('BB',), ('@B',)):
    x = memoryview(bytearray(b'Hello'))
    try: print(args, '->', show(x.cast(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = memoryview(bytearray(b'Hello'))
    try: print(kw, '->', show(x.cast(**kw)), show(x.cast(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- count
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = memoryview(bytearray(b'Hello'))
    try: print(args, '->', show(x.count(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = memoryview(bytearray(b'Hello'))
    try: print(kw, '->', show(x.count(**kw)), show(x.count(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- hex
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = memoryview(bytearray(b'Hello'))
    try: print(args, '->', show(x.hex(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'sep': ':'}, {'bytes_per_sep': 2},):
    x = memoryview(bytearray(b'Hello'))
    try: print(kw, '->', show(x.hex(**kw)), show(x.hex(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- index
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = memoryview(bytearray(b'Hello'))
    try: print(args, '->', show(x.index(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = memoryview(bytearray(b'Hello'))
    try: print(kw, '->', show(x.index(**kw)), show(x.index(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- tobytes
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = memoryview(bytearray(b'Hello'))
    try: print(args, '->', show(x.tobytes(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = memoryview(bytearray(b'Hello'))
    try: print(kw, '->', show(x.tobytes(**kw)), show(x.tobytes(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- tolist
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = memoryview(bytearray(b'Hello'))
    try: print(args, '->', show(x.tolist(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = memoryview(bytearray(b'Hello'))
    try: print(kw, '->', show(x.tolist(**kw)), show(x.tolist(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- toreadonly
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = memoryview(bytearray(b'Hello'))
    try: print(args, '->', show(x.toreadonly(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = memoryview(bytearray(b'Hello'))
    try: print(kw, '->', show(x.toreadonly(**kw)), show(x.toreadonly(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- release
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = memoryview(bytearray(b'Hello'))
    try: print(args, '->', show(x.release(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = memoryview(bytearray(b'Hello'))
    try: print(kw, '->', show(x.release(**kw)), show(x.release(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)
