# Every method of dict with every kind of argument: clear.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.clear(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.clear(**kw)), show(x.clear(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- copy
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.copy(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.copy(**kw)), show(x.copy(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- fromkeys
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.fromkeys(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.fromkeys(**kw)), show(x.fromkeys(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- get
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.get(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'default': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.get(**kw)), show(x.get(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- items
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.items(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.items(**kw)), show(x.items(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- keys
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.keys(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.keys(**kw)), show(x.keys(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- pop
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.pop(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'default': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.pop(**kw)), show(x.pop(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- popitem
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.popitem(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.popitem(**kw)), show(x.popitem(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- setdefault
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.setdefault(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.setdefault(**kw)), show(x.setdefault(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- update
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.update(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.update(**kw)), show(x.update(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- values
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(args, '->', show(x.values(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {'a': 1, 2: 'b', None: [0]}
    try: print(kw, '->', show(x.values(**kw)), show(x.values(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- called through the type
for name in ['get', 'pop', 'update', 'keys', 'items']:
    for args in ((), (5,), ('a',), ([1],), ([1], 1), ('a', 'b'), ({1}, 2), ({}, 1), (b'a', b'a'), ((1,), 1), (None,), (1.5,), (3, 1, 'big')):
        try: print(name, args, repr(getattr(dict, name)(*args)))
        except Exception as e: print(name, args, type(e).__name__, e)
