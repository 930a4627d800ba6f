# int with every kind of argument.
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = int(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = int(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = int(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- float
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = float(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = float(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = float(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- complex
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = complex(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = complex(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = complex(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- str
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = str(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = str(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = str(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- bytes
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (int,), (len,), (..., ), (range(3),)):
    try: r = bytes(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = bytes(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = bytes(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- bytearray
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (int,), (len,), (..., ), (range(3),)):
    try: r = bytearray(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = bytearray(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = bytearray(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- memoryview
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = memoryview(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = memoryview(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = memoryview(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- list
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = list(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = list(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = list(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- tuple
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = tuple(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = tuple(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = tuple(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- dict
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = dict(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = dict(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = dict(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- set
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('1',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = set(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = set(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('1',)):
        try: r = set(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- frozenset
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('1',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = frozenset(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = frozenset(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('1',)):
        try: r = frozenset(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- object
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = object(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5)):
    try: r = object(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = object(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- type
def show(v):
    if isinstance(v, set): return f'set {sorted(map(repr, v))}'
    if hasattr(v, '__next__') or ' at 0x' in repr(v) or ' object>' in repr(v): return type(v).__name__
    return repr(v)

for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = type(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (1, 2, 3, 4)):
    try: r = type(*args); print(args, '->', show(r))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = type(*args, **kw); print(args, kw, '->', show(r))
        except Exception as e: print(args, kw, type(e).__name__, e)
