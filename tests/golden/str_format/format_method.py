# str.format: fields.
print('{} {}'.format(1, 2), '{0} {1} {0}'.format('a', 'b'), '{a} {b}'.format(a=1, b=2), '{0} {x}'.format(5, x=6), '{{}} {{{}}}'.format(7), ''.format(), '{}'.format(None), '{!r} {!s} {!a}'.format('é', 'é', 'é'))
print('{0[0]} {0[1]}'.format([1, 2]), '{d[k]} {d[a b]}'.format(d={'k': 1, 'a b': 2}), '{0[x][1]}'.format({'x': 'abc'}), '{0.real} {0.imag}'.format(3 + 4j), '{0[0]!r:>5}'.format(['x']), '{0[-1]}'.format({'-1': 'str key'}), '{0[1]}'.format({1: 'int key'}))
print('{:>5}|{:<5}|{:^5}|{:*^7}|{:05}|{:+}|{:,}'.format('a', 'b', 'c', 'd', 42, 7, 1234567))
print('{:{}}|{:{w}.{p}}|{:{fill}{align}{width}}'.format('x', 5, 3.14159, 'q', w=8, p=3, fill='*', align='^', width=9))
print('{0:{1}}'.format(5, '>4'), '{x!r:10}|'.format(x='a'), '{:}'.format(5), '{!r:}'.format('a'), '{:%}'.format(.5))

# --- errors in fields
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: '{'.format())
t(lambda: '}'.format())
t(lambda: '{}'.format())
t(lambda: '{} {}'.format(1))
t(lambda: '{1}'.format(0))
t(lambda: '{a}'.format())
t(lambda: '{a}'.format(b=1))
t(lambda: '{} {0}'.format(1))
t(lambda: '{0} {}'.format(1))
t(lambda: '{!x}'.format(1))
t(lambda: '{!}'.format(1))
t(lambda: '{!rs}'.format(1))
t(lambda: '{!r'.format(1))
t(lambda: '{0'.format(1))
t(lambda: '{0!'.format(1))
t(lambda: '{0:'.format(1))
t(lambda: '{0[}'.format([1]))
t(lambda: '{0[]}'.format([1]))
t(lambda: '{0[0}'.format([1]))
t(lambda: '{0[0]x}'.format([1]))
t(lambda: '{0.}'.format(1))
t(lambda: '{.}'.format(1))
t(lambda: '{0.nope}'.format(1))
t(lambda: '{0[5]}'.format([1]))
t(lambda: '{0[a]}'.format([1]))
t(lambda: '{0[a]}'.format({}))
t(lambda: '{0[-1]}'.format([1]))
t(lambda: '{:{}}'.format(1))
t(lambda: '{:{:{}}}'.format(1, 2, 3))
t(lambda: '{-1}'.format(1))
t(lambda: '{ 0 }'.format(1))
t(lambda: '{a b}'.format(**{'a b': 3}))
t(lambda: '{}}'.format(1))
t(lambda: '{{}'.format(1))
t(lambda: '{:d}'.format('x'))
t(lambda: '{:s}'.format(5))
t(lambda: '{:5}'.format([1]))
t(lambda: '{:5}'.format(None))
t(lambda: '{99999999999999999999}'.format(1))
t(lambda: '{0[99999999999999999999]}'.format([1]))
t(lambda: '{0:{a[b}}'.format(1, a={}))
t(lambda: 'a{b!r}c}'.format(b=1))
t(lambda: '{__class__}'.format())
t(lambda: '{0.__len__}'.format(5))

# --- format_map
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print('{a} {b[0]}'.format_map({'a': 1, 'b': 'xy'}))
t(lambda: '{a}'.format_map({}))
t(lambda: '{}'.format_map({}))
t(lambda: '{0}'.format_map({0: 1}))
t(lambda: '{0}'.format_map({'0': 1}))
t(lambda: '{a}'.format_map(5))
t(lambda: 'plain'.format_map(5))
t(lambda: '{a}'.format_map())
t(lambda: '{a}'.format_map({'a': 1}, 2))
t(lambda: '{a}'.format_map([1]))

# --- format cannot walk into the interpreter
for spec in ('{0.__globals__}', '{0.__code__}', '{0.__closure__}'):
    print(spec.count('{'))
def f(): return 1
f.attr = {'k': [10, 20]}
print('{0.attr[k][1]} {0.__name__}'.format(f))

# --- the format builtin
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: format(5))
t(lambda: format(5, ''))
t(lambda: format(5, '>4'))
t(lambda: format('a', '*^5'))
t(lambda: format(1.5, '.3f'))
t(lambda: format(None))
t(lambda: format(None, ''))
t(lambda: format(None, '5'))
t(lambda: format([1], ''))
t(lambda: format([1], 's'))
t(lambda: format({}, 'd'))
t(lambda: format(1, 2))
t(lambda: format(1, None))
t(lambda: format('a', b''))
t(lambda: format(True, 'd'))
t(lambda: format(True))
t(lambda: format(True, '5'))
t(lambda: format(True, 's'))
t(lambda: format(3+4j, '.1f'))
t(lambda: format(..., 'x'))
t(lambda: format(len, '5'))
t(lambda: format((1,), '>10'))
t(lambda: format(int, ''))
t(lambda: format(ValueError('x'), ''))
t(lambda: format(b'a', '5'))
