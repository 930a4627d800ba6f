# split and rsplit.
for s in ['', ' ', 'a', ' a ', 'a b', '  a  b  ', 'a\tb\nc\rd\x0be\x0cf', 'a\xa0b\u2003c', 'a,b,,c', ',', ',,', 'abc']:
    print(repr(s), s.split(), s.split(','), s.rsplit(','), s.split(None, 1), s.rsplit(None, 1), s.split(',', 1), s.rsplit(',', 1), s.split(' '))

# --- split counts and separators
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

s = 'a--b--c--d'
for n in (-1, 0, 1, 2, 3, 100, -5):
    print(n, s.split('--', n), s.rsplit('--', n), '  x y  z '.split(None, n), '  x y  z '.rsplit(None, n))
print(s.split('-'), s.split('---'), 'aXXbX'.split('X'), 'aaa'.split('aa'), 'aaa'.rsplit('aa'), s.split(sep='--', maxsplit=1), s.split(maxsplit=0), ' a b '.split(maxsplit=0), ' a b '.rsplit(maxsplit=0))
t(lambda: 'a'.split(''))
t(lambda: 'a'.rsplit(''))
t(lambda: 'a'.split(1))
t(lambda: 'a'.split('a', 'b'))
t(lambda: 'a'.split('a', 1.5))
t(lambda: 'a'.split('a', 1, 2))
t(lambda: 'a'.split(foo=1))
t(lambda: 'a'.split(b','))
t(lambda: 'a b'.split(None, True))
t(lambda: 'a'.split('a', None))

# --- splitlines
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for s in ['', '\n', 'a', 'a\n', 'a\nb', 'a\r\nb\rc\n\nd', 'a\x0bb\x0cc\x1cd\x1de\x1ef\x85g\u2028h\u2029i', '\r\r\n\n', 'a\x1fb', '\n\r']:
    print(ascii(s), ascii(s.splitlines()), ascii(s.splitlines(True)), ascii(s.splitlines(keepends=True)))
t(lambda: 'a'.splitlines(1, 2))
t(lambda: 'a\nb'.splitlines('yes'))
t(lambda: 'a\nb'.splitlines(0))
t(lambda: 'a\nb'.splitlines(keepend=1))
t(lambda: 'a\nb'.splitlines(None))

# --- partition and rpartition
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for s in ['', 'a', 'a=b', 'a=b=c', '=', '==', 'ab', 'a==b']:
    print(repr(s), s.partition('='), s.rpartition('='), s.partition('=='), s.rpartition('=='))
t(lambda: 'a'.partition(''))
t(lambda: 'a'.rpartition(''))
t(lambda: 'a'.partition())
t(lambda: 'a'.partition(None))
t(lambda: 'a'.partition(1))
t(lambda: 'a'.partition('a', 'b'))
t(lambda: 'a'.rpartition(b'a'))
t(lambda: 'a'.partition(sep='a'))

# --- join
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(','.join([]), ','.join(['a']), ','.join(['a', 'b']), ''.join('abc'), '-'.join('abc'), ', '.join(('x', 'y')), '+'.join({'k': 1}), '.'.join(str(i) for i in range(4)), ' '.join(['é', '😀']))
t(lambda: ','.join([1]))
t(lambda: ','.join(['a', 1]))
t(lambda: ','.join(['a', 'b', None]))
t(lambda: ','.join([b'a']))
t(lambda: ','.join(5))
t(lambda: ','.join(None))
t(lambda: ','.join())
t(lambda: ','.join('a', 'b'))
t(lambda: ','.join(['a', ['b']]))
t(lambda: ','.join(str(1 // x) for x in (1, 0)))
t(lambda: str.join(',', 'ab'))
t(lambda: str.join(5, 'ab'))
t(lambda: ''.join(['\ud83d', '\ude00']))
l = ['x']
print(','.join(l) is l[0] or ','.join(l) == 'x')
