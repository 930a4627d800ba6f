# isinstance with every kind of argument.
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = isinstance(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (1, (str, (int,))), (1, int | str), (bool, int), (bool, (str, int)), (1, ()), (1, (str, 5)), (True, (5, int)), (1, (int, 5)), (bool, int | None), (1, 'int')):
    try: r = isinstance(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = isinstance(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- issubclass
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = issubclass(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (1, (str, (int,))), (1, int | str), (bool, int), (bool, (str, int)), (1, ()), (1, (str, 5)), (True, (5, int)), (1, (int, 5)), (bool, int | None), (1, 'int')):
    try: r = issubclass(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = issubclass(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- iter
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),), (iter([1]),), (iter([]),)):
    try: r = iter(*args); print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], '->', show(r))
    except Exception as e: print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (iter([]), 'd'), (lambda: 1, 1)):
    try: r = iter(*args); print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], '->', show(r))
    except Exception as e: print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = iter(*args, **kw); print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], kw, '->', show(r))
        except Exception as e: print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], kw, type(e).__name__, e)

# --- len
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = len(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = len(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = len(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- map
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = map(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = map(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = map(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- max
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = max(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = max(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = max(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- min
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = min(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = min(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = min(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- next
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),), (iter([1]),), (iter([]),)):
    try: r = next(*args); print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], '->', show(r))
    except Exception as e: print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (iter([]), 'd'), (lambda: 1, 1)):
    try: r = next(*args); print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], '->', show(r))
    except Exception as e: print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = next(*args, **kw); print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], kw, '->', show(r))
        except Exception as e: print([a if not hasattr(a, '__next__') and not type(a).__name__ == 'function' else type(a).__name__ for a in args], kw, type(e).__name__, e)

# --- oct
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = oct(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = oct(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = oct(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- ord
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = ord(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = ord(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = ord(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)
