# delattr with every kind of argument.
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),), (len, 'x', 1), (5, 'real', 1), ([], 'append', 1), (int, 'x', 1)):
    try: r = delattr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (5, 'real'), ([], 'nope'), (len, '__name__')):
    try: r = delattr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = delattr(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- divmod
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = divmod(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = divmod(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = divmod(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- enumerate
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = enumerate(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = enumerate(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = enumerate(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- filter
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = filter(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = filter(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = filter(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- format
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = format(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = format(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = format(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- getattr
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = getattr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (5, 'real'), (5, 'nope'), (5, 'nope', 0), ('a', 'upper', 1), ([], ''), (5, 'real', 1, 2)):
    try: r = getattr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = getattr(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- hasattr
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = hasattr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (5, 'real'), (5, 'nope'), (5, 'nope', 0), ('a', 'upper', 1), ([], ''), (5, 'real', 1, 2)):
    try: r = hasattr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = hasattr(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- hex
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = hex(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = hex(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = hex(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)
