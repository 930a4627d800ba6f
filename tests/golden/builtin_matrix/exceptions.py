# BaseException with every kind of argument.
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = BaseException(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = BaseException(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = BaseException(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- Exception
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = Exception(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = Exception(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = Exception(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- ValueError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = ValueError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = ValueError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = ValueError(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- KeyError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = KeyError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = KeyError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = KeyError(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- StopIteration
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = StopIteration(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = StopIteration(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = StopIteration(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- SystemExit
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = SystemExit(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = SystemExit(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = SystemExit(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- OSError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = OSError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in (('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), ('a', 'b', 'c'), (int, str), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), ([1], [2], [3]), ({}, {}), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = OSError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = OSError(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- ImportError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = ImportError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = ImportError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = ImportError(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- NameError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = NameError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = NameError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = NameError(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- AttributeError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = AttributeError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = AttributeError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = AttributeError(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- SyntaxError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = SyntaxError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = SyntaxError(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = SyntaxError(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- UnicodeDecodeError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = UnicodeDecodeError(*args); print(args, '->', (repr(r), str(r)))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), ('utf-8', b'abc', 0, 1, 'why'), ('ascii', 'aéb', 1, 2, 'why'), ('x', 'abc', 0, 9, 'r'), ('x', b'abc', -5, 1, 'r'), ('x', b'', 0, 1, 'r')):
    try: r = UnicodeDecodeError(*args); print(args, '->', (repr(r), str(r)))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = UnicodeDecodeError(*args, **kw); print(args, kw, '->', (repr(r), str(r)))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- UnicodeEncodeError
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = UnicodeEncodeError(*args); print(args, '->', (repr(r), str(r)))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), ('utf-8', b'abc', 0, 1, 'why'), ('ascii', 'aéb', 1, 2, 'why'), ('x', 'abc', 0, 9, 'r'), ('x', b'abc', -5, 1, 'r'), ('x', b'', 0, 1, 'r')):
    try: r = UnicodeEncodeError(*args); print(args, '->', (repr(r), str(r)))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = UnicodeEncodeError(*args, **kw); print(args, kw, '->', (repr(r), str(r)))
        except Exception as e: print(args, kw, type(e).__name__, e)

# --- ExceptionGroup
for args in ((), (0,), (3,), (-1,), ('a',), ('12',), ('',), (None,), (2.5,), (True,), ([],), ([3, 1],), ((1, 2),), ({'k': 1},), ({2},), (b'b',), (1j,), (2**70,), (int,), (len,), (..., ), (range(3),)):
    try: r = ExceptionGroup(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for args in ((1, 2), (2, 'a'), ('a', 'b'), ('12', 3), ([1, 2], 0), ([1, 2], [3, 4]), (None, None), (2.5, 1), (1, 2, 3), ('a', 'b', 'c'), (int, str), (5, int), ('x', (int, str)), (len, ['ab', 'c']), (None, [0, 1, '']), (1, 2, 3, 4), ([1], [2], [3]), ({}, {}), (1, None), (True, False), (b'a', 'utf-8'), (range(3), 1), ('a', 1), ([], 5), (2, 'msg', 'file'), ('m', ('f', 1, 2, 't')), ('m', [ValueError(1)]), ('m', (KeyError(), )), ('m', [1]), ('m', [KeyboardInterrupt()])):
    try: r = ExceptionGroup(*args); print(args, '->', (repr(r), str(r), r.args))
    except Exception as e: print(args, type(e).__name__, e)
for kw in ({'x': 1}, {'key': len}, {'start': 5}, {'default': 0}, {'reverse': True}, {'strict': True}, {'end': ''}, {'name': 'n'}, {'path': 'p'}, {'obj': 5}):
    for args in ((), ([3, 1],), ('12',)):
        try: r = ExceptionGroup(*args, **kw); print(args, kw, '->', (repr(r), str(r), r.args))
        except Exception as e: print(args, kw, type(e).__name__, e)
