# abs with every kind of argument.
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = abs(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = abs(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = abs(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- all
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = all(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = all(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = all(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- any
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = any(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = any(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = any(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- ascii
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = ascii(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = ascii(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = ascii(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- bin
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = bin(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = bin(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = bin(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- bool
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = bool(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = bool(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = bool(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- callable
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = callable(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = callable(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = callable(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- chr
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = chr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = chr(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = chr(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)
