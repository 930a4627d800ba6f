# pow with every kind of argument.
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = pow(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = pow(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = pow(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- print
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = print(*args); print('->', r)
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = print(*args); print('->', r)
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = print(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- range
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = range(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = range(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = range(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- repr
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = repr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = repr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = repr(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- reversed
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = reversed(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = reversed(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = reversed(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- round
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = round(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = round(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = round(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- setattr
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),), (len, 'x', 1), (5, 'real', 1), ([], 'append', 1), (int, 'x', 1)):
    try: r = setattr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (5, 'real'), ([], 'nope'), (len, '__name__')):
    try: r = setattr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = setattr(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- slice
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = slice(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = slice(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = slice(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- sorted
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = sorted(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = sorted(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = sorted(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- sum
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = sum(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = sum(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = sum(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- zip
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = zip(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = zip(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = zip(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)
