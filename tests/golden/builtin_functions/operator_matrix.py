# Every pair of operand kinds: +
VALS = [1, True, 1.5, 2j, 'a', b'b', [1], (1,), {'k': 1}, {1}, frozenset({2}), None, ..., range(1), bytearray(b'c')]
for a in VALS:
    for b in VALS:
        try: print(repr(a), '+', repr(b), '=', repr(a + b))
        except Exception as e: print(type(e).__name__, e)

# --- -
VALS = [1, True, 1.5, 2j, 'a', b'b', [1], (1,), {'k': 1}, {1}, frozenset({2}), None, {'k': 1}.keys()]
for a in VALS:
    for b in VALS:
        try: print(repr(a), '-', repr(b), '=', repr(a - b))
        except Exception as e: print(type(e).__name__, e)

# --- *
VALS = [2, True, 1.5, 2j, 'a', b'b', [1], (1,), {'k': 1}, {1}, None, range(1), bytearray(b'c'), -1]
for a in VALS:
    for b in VALS:
        try: print(repr(a), '*', repr(b), '=', repr(a * b))
        except Exception as e: print(type(e).__name__, e)

# --- /, // and %
VALS = [7, True, 0, 2.5, 0.0, 2j, 'a', '%s', b'b', [1], (1,), {'k': 1}, {1}, None]
for a in VALS:
    for b in VALS:
        for name, op in (('/', lambda: a / b), ('//', lambda: a // b), ('%', lambda: a % b)):
            try: print(repr(a), name, repr(b), '=', repr(op()))
            except Exception as e: print(name, type(e).__name__, e)

# --- **, <<, >>, @
VALS = [2, True, 0, -1, 2.5, 2j, 'a', [1], None]
for a in VALS:
    for b in VALS:
        for name, op in (('**', lambda: a ** b), ('<<', lambda: a << b), ('>>', lambda: a >> b), ('@', lambda: a @ b)):
            try: print(repr(a), name, repr(b), '=', repr(op()))
            except Exception as e: print(name, type(e).__name__, e)

# --- &, | and ^
VALS = [6, True, 1.5, 'a', [1], {'k': 1}, {'q': 2}, {1, 2}, frozenset({2, 3}), None, {1: 0}.keys(), int, list[int]]
for a in VALS:
    for b in VALS:
        for name, op in (('&', lambda: a & b), ('|', lambda: a | b), ('^', lambda: a ^ b)):
            try: print(repr(a), name, repr(b), '=', repr(op()))
            except Exception as e: print(name, type(e).__name__, e)

# --- < and ==
VALS = [1, True, 1.5, 2j, 'a', b'b', [1], (1,), {'k': 1}, {1}, frozenset({1, 2}), None, ..., range(1), bytearray(b'c'), slice(1), int]
for a in VALS:
    for b in VALS:
        try: print(repr(a), repr(b), a == b, a != b, a < b, a >= b)
        except Exception as e: print(a == b, type(e).__name__, e)

# --- in
VALS = [1, 'a', 'abc', b'b', b'abc', [1, 'a'], (1,), {'a': 1}, {1, 'a'}, None, range(3), 1.0, True, [], 300, -1]
for a in VALS:
    for b in VALS:
        try: print(repr(a), 'in', repr(b) if not isinstance(b, set) else 'set', a in b, a not in b)
        except Exception as e: print(type(e).__name__, e)

# --- subscripts
VALS = [0, -1, 5, True, 1.0, 'a', None, slice(1), (0, 1), [0], 2**70, b'a']
for a in ['abc', b'abc', [1, 2], (1, 2), {0: 'z', 'a': 'y', (0, 1): 'x'}, {1}, 5, None, range(5), bytearray(b'q'), 1.5, ..., len, int]:
    for b in VALS:
        try: print(repr(b), repr(a[b]))
        except Exception as e: print(type(e).__name__, e)

# --- unary operators, calls and iteration of everything
VALS = [1, True, 1.5, 2j, 'a', b'b', [1], (1,), {'k': 1}, {1}, None, ..., range(1), NotImplemented]
for a in VALS:
    for name, op in (('-', lambda: -a), ('+', lambda: +a), ('~', lambda: ~a if a is not True else 0), ('call', lambda: a()), ('iter', lambda: list(a)), ('star', lambda: [*a]), ('dstar', lambda: {**a}), ('len', lambda: len(a)), ('int', lambda: int(a)), ('float', lambda: float(a)), ('index', lambda: [0, 1][a]), ('unpack', lambda: (lambda x, *y: x)(*a)), ('attr', lambda: a.nope), ('hash', lambda: hash(a) is None), ('abs', lambda: abs(a)), ('chr', lambda: chr(a)), ('reversed', lambda: list(reversed(a))), ('sum', lambda: sum(a)), ('next', lambda: next(a)), ('bytes', lambda: bytes(a)), ('join', lambda: ''.join(a)), ('range', lambda: range(a)), ('dict', lambda: dict(a)), ('set', lambda: sorted(set(a))), ('sorted', lambda: sorted(a)), ('round', lambda: round(a)), ('complex', lambda: complex(a)), ('format', lambda: format(a, '5d')), ('mod', lambda: '%d' % a)):
        try: print(name, repr(op()))
        except Exception as e: print(name, type(e).__name__, e)

# --- items assigned and deleted on everything
VALS = [1, 1.5, 'a', b'b', [1], (1,), {'k': 1}, {1}, None, ..., range(1), bytearray(b'c'), len, int, slice(1)]
def s(a, k): a[k] = 65
def d(a, k): del a[k]
def sa(a, k): a.attr = 1
def da(a, k): del a.attr
for a in VALS:
    for k in (0, 'k', slice(0, 1), 1.5):
        for f in (s, d, sa, da):
            try: print(f(a, k), repr(a))
            except Exception as e: print(f.__name__, repr(k), type(e).__name__, e)
