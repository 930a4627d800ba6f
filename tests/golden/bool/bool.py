# bool: truth of everything.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for x in (0, 1, -1, 0.0, -0.0, 0.1, float('nan'), 0j, 1j, '', ' ', '0', b'', b'0', [], [0], (), (0,), {}, {0: 0}, set(), {0}, frozenset(), range(0), range(1), range(5, 0), None, ..., len, int, bytearray(), bytearray(1), memoryview(b''), memoryview(b'a'), slice(0), iter([]), (i for i in ()), {}.keys(), {1: 1}.items(), ValueError(), print):
    print(type(x).__name__, bool(x), not x)
t(lambda: bool(NotImplemented))
t(lambda: not NotImplemented)
t(lambda: 1 if NotImplemented else 2)
t(lambda: bool(1, 2))
t(lambda: bool(x=1))
t(lambda: bool())
t(lambda: True.nope)

# --- arithmetic of bools
print(True + True, True * 3, True / 2, True // True, True ** 2, -True, +True, True - False, True << 3, True & False, True | 2, True ^ True, True and 5, 5 and True, True == 1.0, True is True, False < True, sum([True, True, False]), [10, 20][True], 'ab'[False], 'x' * True, int(True), float(False), str(True), repr(False), hash(True), f'{True}', f'{True:d}', '%d %s' % (True, True), True.real, True.numerator, {True: 'a'}[1], {1: 'a'}[True], max(True, 2), min(False, -1), divmod(True, True), round(True), abs(True), bin(True), hex(True), chr(True), isinstance(True, int), issubclass(bool, int), type(True + 0), type(True & True), type(True & 1), type(True | False), type(True ^ True), type(not 5))

# --- and, or, not return operands
for a in (0, 1, '', 'a', None, [], [1]):
    print([(a and b, a or b) for b in (0, 'z')], not a)
def t(x): print('t', x); return x
print(t(1) and t(0) and t(2) or t('') or t('last'))
print(not t(0) and t(5), not (t(0) or t(0)), t([]) or t(()) or t({}))
if t(0) or (t(1) and not t(0)): print('in')
while not t(1): pass
print([x for x in (0, 1, 2) if x and not x % 2 or x == 1])
