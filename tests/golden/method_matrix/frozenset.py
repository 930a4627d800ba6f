# Every method of frozenset with every kind of argument: copy.
def show(v): return f'{type(v).__name__} {sorted(map(repr, v))}' if isinstance(v, (set, frozenset)) else type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = frozenset({2})
    try: print(args, '->', show(x.copy(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = frozenset({2})
    try: print(kw, '->', show(x.copy(**kw)), show(x.copy(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- difference
def show(v): return f'{type(v).__name__} {sorted(map(repr, v))}' if isinstance(v, (set, frozenset)) else type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = frozenset({2})
    try: print(args, '->', show(x.difference(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = frozenset({2})
    try: print(kw, '->', show(x.difference(**kw)), show(x.difference(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- intersection
def show(v): return f'{type(v).__name__} {sorted(map(repr, v))}' if isinstance(v, (set, frozenset)) else type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = frozenset({2})
    try: print(args, '->', show(x.intersection(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = frozenset({2})
    try: print(kw, '->', show(x.intersection(**kw)), show(x.intersection(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- isdisjoint
def show(v): return f'{type(v).__name__} {sorted(map(repr, v))}' if isinstance(v, (set, frozenset)) else type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = frozenset({2})
    try: print(args, '->', show(x.isdisjoint(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = frozenset({2})
    try: print(kw, '->', show(x.isdisjoint(**kw)), show(x.isdisjoint(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- issubset
def show(v): return f'{type(v).__name__} {sorted(map(repr, v))}' if isinstance(v, (set, frozenset)) else type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = frozenset({2})
    try: print(args, '->', show(x.issubset(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = frozenset({2})
    try: print(kw, '->', show(x.issubset(**kw)), show(x.issubset(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- issuperset
def show(v): return f'{type(v).__name__} {sorted(map(repr, v))}' if isinstance(v, (set, frozenset)) else type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = frozenset({2})
    try: print(args, '->', show(x.issuperset(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = frozenset({2})
    try: print(kw, '->', show(x.issuperset(**kw)), show(x.issuperset(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- symmetric_difference
def show(v): return f'{type(v).__name__} {sorted(map(repr, v))}' if isinstance(v, (set, frozenset)) else type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = frozenset({2})
    try: print(args, '->', show(x.symmetric_difference(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = frozenset({2})
    try: print(kw, '->', show(x.symmetric_difference(**kw)), show(x.symmetric_difference(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)

# --- union
def show(v): return f'{type(v).__name__} {sorted(map(repr, v))}' if isinstance(v, (set, frozenset)) else type(v).__name__ if hasattr(v, '__next__') or type(v).__name__ == 'memoryview' else repr(v)

for args in ((), (0,), (2,), (-1,), ('a',), (None,), (1.5,), ([],), (b'b',), (True,), (2**70,), (1, 2), ('a', 'b'), ('a', 1), (1, 'a'), (b'b', b'c'), ('a', None), (1, 2, 3), ('a', 0, 5), ('a', 'b', 1), (1, 2, 3, 4), ((1, 2),), ({1: 2},), ([1, 'a'],), ('', ''), (b'',), ('',)):
    x = frozenset({2})
    try: print(args, '->', show(x.union(*args)), '|', show(x))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1},):
    x = frozenset({2})
    try: print(kw, '->', show(x.union(**kw)), show(x.union(1, **kw)), '|', show(x))
    except Exception as e: print(kw, type(e).__name__, e)
