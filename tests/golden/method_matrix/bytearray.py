# Every method of bytearray with every kind of argument: append.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.append(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.append(**kw)), show(x.append(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- capitalize
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.capitalize(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.capitalize(**kw)), show(x.capitalize(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- center
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',), (15, '*'), (15, b'*'), (15, ''), (15, 'xy'), (15, 5)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.center(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.center(**kw)), show(x.center(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- clear
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.clear(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.clear(**kw)), show(x.clear(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- copy
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.copy(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.copy(**kw)), show(x.copy(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- count
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.count(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.count(**kw)), show(x.count(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- decode
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.decode(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'encoding': 'ascii'},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.decode(**kw)), show(x.decode(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- endswith
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.endswith(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.endswith(**kw)), show(x.endswith(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- expandtabs
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (15,), (-1,), ('a',), (None,), (1.5,), ([],), (True,), (1, 2), (2**70,)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.expandtabs(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'tabsize': 4},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.expandtabs(**kw)), show(x.expandtabs(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- extend
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.extend(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.extend(**kw)), show(x.extend(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- find
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.find(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.find(**kw)), show(x.find(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- fromhex
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.fromhex(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.fromhex(**kw)), show(x.fromhex(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- hex
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.hex(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'sep': ':'}, {'bytes_per_sep': 2},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.hex(**kw)), show(x.hex(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- index
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.index(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.index(**kw)), show(x.index(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- insert
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.insert(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.insert(**kw)), show(x.insert(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isalnum
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.isalnum(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.isalnum(**kw)), show(x.isalnum(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isalpha
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.isalpha(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.isalpha(**kw)), show(x.isalpha(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isascii
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.isascii(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.isascii(**kw)), show(x.isascii(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isdigit
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.isdigit(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.isdigit(**kw)), show(x.isdigit(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- islower
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.islower(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.islower(**kw)), show(x.islower(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isspace
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.isspace(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.isspace(**kw)), show(x.isspace(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- istitle
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.istitle(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.istitle(**kw)), show(x.istitle(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isupper
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.isupper(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.isupper(**kw)), show(x.isupper(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- join
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.join(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.join(**kw)), show(x.join(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- ljust
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',), (15, '*'), (15, b'*'), (15, ''), (15, 'xy'), (15, 5)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.ljust(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.ljust(**kw)), show(x.ljust(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- lower
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.lower(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.lower(**kw)), show(x.lower(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- lstrip
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.lstrip(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.lstrip(**kw)), show(x.lstrip(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- maketrans
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.maketrans(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.maketrans(**kw)), show(x.maketrans(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- partition
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.partition(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.partition(**kw)), show(x.partition(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- pop
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.pop(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'default': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.pop(**kw)), show(x.pop(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- remove
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.remove(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.remove(**kw)), show(x.remove(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- removeprefix
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.removeprefix(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.removeprefix(**kw)), show(x.removeprefix(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- removesuffix
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.removesuffix(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.removesuffix(**kw)), show(x.removesuffix(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- replace
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.replace(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'count': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.replace(**kw)), show(x.replace(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- reverse
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.reverse(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.reverse(**kw)), show(x.reverse(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rfind
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.rfind(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.rfind(**kw)), show(x.rfind(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rindex
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.rindex(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.rindex(**kw)), show(x.rindex(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rjust
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',), (15, '*'), (15, b'*'), (15, ''), (15, 'xy'), (15, 5)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.rjust(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.rjust(**kw)), show(x.rjust(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rpartition
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.rpartition(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.rpartition(**kw)), show(x.rpartition(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rsplit
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.rsplit(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'sep': 'l'}, {'maxsplit': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.rsplit(**kw)), show(x.rsplit(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rstrip
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.rstrip(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.rstrip(**kw)), show(x.rstrip(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- split
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.split(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'sep': 'l'}, {'maxsplit': 1}, {'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.split(**kw)), show(x.split(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- splitlines
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.splitlines(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'keepends': True},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.splitlines(**kw)), show(x.splitlines(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- startswith
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.startswith(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.startswith(**kw)), show(x.startswith(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- strip
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.strip(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.strip(**kw)), show(x.strip(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- swapcase
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.swapcase(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.swapcase(**kw)), show(x.swapcase(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- title
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.title(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.title(**kw)), show(x.title(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- translate
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',), (b'x' * 256,), (None, b'l'), (b'short',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.translate(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'delete': b'l'},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.translate(**kw)), show(x.translate(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- upper
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.upper(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.upper(**kw)), show(x.upper(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- zfill
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (15,), (-1,), ('a',), (None,), (1.5,), ([],), (True,), (1, 2), (2**70,)):
    x = bytearray(b'Hello bWorld')
    try: print(args, '->', show(x.zfill(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = bytearray(b'Hello bWorld')
    try: print(kw, '->', show(x.zfill(**kw)), show(x.zfill(b'l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)
