# Every method of str with every kind of argument: capitalize.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.capitalize(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.capitalize(**kw)), show(x.capitalize('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- casefold
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.casefold(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.casefold(**kw)), show(x.casefold('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- center
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',), (15, '*'), (15, b'*'), (15, ''), (15, 'xy'), (15, 5)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.center(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.center(**kw)), show(x.center('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- count
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.count(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.count(**kw)), show(x.count('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- encode
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.encode(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'encoding': 'ascii'}, {'errors': 'strict'},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.encode(**kw)), show(x.encode('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- endswith
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.endswith(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.endswith(**kw)), show(x.endswith('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- expandtabs
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (15,), (-1,), ('a',), (None,), (1.5,), ([],), (True,), (1, 2), (2**70,)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.expandtabs(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'tabsize': 4},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.expandtabs(**kw)), show(x.expandtabs('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- find
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.find(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.find(**kw)), show(x.find('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- format
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.format(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.format(**kw)), show(x.format('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- format_map
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.format_map(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.format_map(**kw)), show(x.format_map('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- index
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.index(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.index(**kw)), show(x.index('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isalnum
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isalnum(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isalnum(**kw)), show(x.isalnum('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isalpha
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isalpha(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isalpha(**kw)), show(x.isalpha('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isascii
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isascii(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isascii(**kw)), show(x.isascii('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isdecimal
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isdecimal(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isdecimal(**kw)), show(x.isdecimal('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isdigit
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isdigit(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isdigit(**kw)), show(x.isdigit('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isidentifier
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isidentifier(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isidentifier(**kw)), show(x.isidentifier('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- islower
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.islower(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.islower(**kw)), show(x.islower('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isnumeric
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isnumeric(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isnumeric(**kw)), show(x.isnumeric('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isprintable
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isprintable(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isprintable(**kw)), show(x.isprintable('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isspace
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isspace(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isspace(**kw)), show(x.isspace('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- istitle
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.istitle(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.istitle(**kw)), show(x.istitle('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isupper
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.isupper(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.isupper(**kw)), show(x.isupper('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- join
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.join(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.join(**kw)), show(x.join('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- ljust
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',), (15, '*'), (15, b'*'), (15, ''), (15, 'xy'), (15, 5)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.ljust(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.ljust(**kw)), show(x.ljust('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- lower
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.lower(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.lower(**kw)), show(x.lower('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- lstrip
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.lstrip(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.lstrip(**kw)), show(x.lstrip('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- maketrans
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), ('a',), ('ab', 'xy'), ('a', 'xy'), ('ab', 'xy', 'c'), ({'a': 1, 98: None},), ({'ab': 1},), (5,), ('a', 5), ('a', 'b', 5), ('a', 'b', 'c', 'd'), (None,), ({1.5: 2},), ({},)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.maketrans(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.maketrans(**kw)), show(x.maketrans('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- partition
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.partition(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.partition(**kw)), show(x.partition('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- removeprefix
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.removeprefix(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.removeprefix(**kw)), show(x.removeprefix('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- removesuffix
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.removesuffix(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.removesuffix(**kw)), show(x.removesuffix('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- replace
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.replace(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'count': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.replace(**kw)), show(x.replace('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rfind
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.rfind(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.rfind(**kw)), show(x.rfind('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rindex
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.rindex(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.rindex(**kw)), show(x.rindex('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rjust
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',), (15, '*'), (15, b'*'), (15, ''), (15, 'xy'), (15, 5)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.rjust(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.rjust(**kw)), show(x.rjust('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rpartition
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.rpartition(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.rpartition(**kw)), show(x.rpartition('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rsplit
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.rsplit(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'sep': 'l'}, {'maxsplit': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.rsplit(**kw)), show(x.rsplit('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- rstrip
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.rstrip(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.rstrip(**kw)), show(x.rstrip('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- split
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.split(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'sep': 'l'}, {'maxsplit': 1}, {'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.split(**kw)), show(x.split('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- splitlines
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.splitlines(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'keepends': True},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.splitlines(**kw)), show(x.splitlines('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- startswith
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.startswith(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.startswith(**kw)), show(x.startswith('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- strip
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.strip(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.strip(**kw)), show(x.strip('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- swapcase
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.swapcase(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.swapcase(**kw)), show(x.swapcase('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- title
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.title(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.title(**kw)), show(x.title('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- translate
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',), ('Hl', 'ab'), ({72: 'J'},)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.translate(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'delete': b'l'},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.translate(**kw)), show(x.translate('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- upper
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.upper(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.upper(**kw)), show(x.upper('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- zfill
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (15,), (-1,), ('a',), (None,), (1.5,), ([],), (True,), (1, 2), (2**70,)):
    x = 'Hello aWorld'
    try: print(args, '->', show(x.zfill(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = 'Hello aWorld'
    try: print(kw, '->', show(x.zfill(**kw)), show(x.zfill('l', **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- called through the type
for name in ['upper', 'join', 'split', 'find', 'replace']:
    for args in ((), (5,), ('a',), ([1],), ([1], 1), ('a', 'b'), ({1}, 2), ({}, 1), (b'a', b'a'), ((1,), 1), (None,), (1.5,), (3, 1, 'big')):
        try: print(name, args, repr(getattr(str, name)(*args)))
        except Exception as e: print(name, args, type(e).__name__, e)
