# Every method of set with every kind of argument: add.
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.add(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.add(**kw)), show(x.add(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- clear
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.clear(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.clear(**kw)), show(x.clear(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- copy
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.copy(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.copy(**kw)), show(x.copy(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- difference
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.difference(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.difference(**kw)), show(x.difference(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- difference_update
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.difference_update(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.difference_update(**kw)), show(x.difference_update(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- discard
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.discard(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.discard(**kw)), show(x.discard(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- intersection
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.intersection(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.intersection(**kw)), show(x.intersection(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- intersection_update
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.intersection_update(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.intersection_update(**kw)), show(x.intersection_update(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isdisjoint
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.isdisjoint(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.isdisjoint(**kw)), show(x.isdisjoint(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- issubset
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.issubset(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.issubset(**kw)), show(x.issubset(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- issuperset
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.issuperset(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.issuperset(**kw)), show(x.issuperset(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- pop
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.pop(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'default': 1},):
    x = {2}
    try: print(kw, '->', show(x.pop(**kw)), show(x.pop(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- remove
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.remove(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.remove(**kw)), show(x.remove(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- symmetric_difference
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.symmetric_difference(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.symmetric_difference(**kw)), show(x.symmetric_difference(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- symmetric_difference_update
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.symmetric_difference_update(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.symmetric_difference_update(**kw)), show(x.symmetric_difference_update(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- union
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.union(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.union(**kw)), show(x.union(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- update
def show(v): return type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = {2}
    try: print(args, '->', show(x.update(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = {2}
    try: print(kw, '->', show(x.update(**kw)), show(x.update(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- called through the type
for name in ['add', 'remove', 'union', 'pop']:
    for args in ((), (5,), ('a',), ([1],), ([1], 1), ('a', 'b'), ({1}, 2), ({}, 1), (b'a', b'a'), ((1,), 1), (None,), (1.5,), (3, 1, 'big')):
        try: print(name, args, repr(getattr(set, name)(*args)))
        except Exception as e: print(name, args, type(e).__name__, e)
