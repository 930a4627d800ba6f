# Every method of list with every kind of argument: append.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.append(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.append(**kw)), show(x.append(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- clear
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.clear(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.clear(**kw)), show(x.clear(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- copy
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.copy(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.copy(**kw)), show(x.copy(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- count
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.count(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.count(**kw)), show(x.count(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- extend
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.extend(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.extend(**kw)), show(x.extend(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- index
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.index(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.index(**kw)), show(x.index(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- insert
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.insert(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.insert(**kw)), show(x.insert(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- pop
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.pop(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'default': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.pop(**kw)), show(x.pop(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- remove
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.remove(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.remove(**kw)), show(x.remove(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- reverse
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.reverse(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.reverse(**kw)), show(x.reverse(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- sort
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = [2, 'a', 1.5, None, 2]
    try: print(args, '->', show(x.sort(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'reverse': True}, {'key': str}, {'cmp': None},):
    x = [2, 'a', 1.5, None, 2]
    try: print(kw, '->', show(x.sort(**kw)), show(x.sort(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- called through the type
for name in ['append', 'count', 'index', 'insert', 'pop', 'sort']:
    for args in ((), (5,), ('a',), ([1],), ([1], 1), ('a', 'b'), ({1}, 2), ({}, 1), (b'a', b'a'), ((1,), 1), (None,), (1.5,), (3, 1, 'big')):
        try: print(name, args, repr(getattr(list, name)(*args)))
        except Exception as e: print(name, args, type(e).__name__, e)
