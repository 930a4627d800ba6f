# Indexing, slicing, iteration, concatenation, repetition.
s = 'héllo😀!'
print(len(s), s[0], s[1], s[5], s[-1], s[-2], s[1:3], s[::-1], s[5:], s[:-1], s[::2], s[10:], s[-100:2], s[3:1], s[-3:-1])
print(list(s), [hex(ord(c)) for c in s], s + s, s * 2, 2 * s, s * 0, 'é' in s, '😀!' in s, max(s), min(s), sorted(s))
for i in range(-7, 7): print(s[i], end=' ')
print()

# --- index errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

s = 'abc'
t(lambda: s[3])
t(lambda: s[-4])
t(lambda: s[2**70])
t(lambda: s[-2**70])
t(lambda: s['a'])
t(lambda: s[1.0])
t(lambda: s[None])
t(lambda: s[1, 2])
t(lambda: s[(1,)])
t(lambda: s[[0]])
t(lambda: s[True])
t(lambda: s[1:'a'])
t(lambda: s['a':])
t(lambda: s[::0])
t(lambda: s[1.0:2])
t(lambda: s[::None])
t(lambda: s[0:2**70])
t(lambda: s[-2**70:2**70:2**70])
t(lambda: ''[0])
t(lambda: s[1:][5:])

# --- immutability
s = 'abc'
def tr(f):
    try: f()
    except TypeError as e: print(e)
def a(): s[0] = 'x'
def b(): del s[0]
def c(): s[0:1] = 'x'
def d(): del s[:]
for f in (a, b, c, d): tr(f)
try: s.x = 1
except AttributeError as e: print(e)
try: s.upper = 1
except AttributeError as e: print(e)
try: del s.upper
except AttributeError as e: print(e)
try: s.nope
except AttributeError as e: print(e)

# --- concatenation errors and comparisons
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 'a' + 1)
t(lambda: 1 + 'a')
t(lambda: 'a' + b'a')
t(lambda: 'a' + ['b'])
t(lambda: 'a' * 'b')
t(lambda: 'a' * 1.5)
t(lambda: 'a' - 'b')
t(lambda: 'a' < 1)
t(lambda: 'a' == 1)
t(lambda: 'a' != b'a')
t(lambda: 'abc' < 'abd')
t(lambda: 'a' < 'B')
t(lambda: 'é' > 'z')
t(lambda: '' < 'a')
t(lambda: '10' < '9')
t(lambda: '\uffff' < '\U00010000')
t(lambda: 'a' % 1)
t(lambda: +'a')
t(lambda: 'a' and 'b')
t(lambda: not '')

# --- methods taken from the type and bound methods
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

u = str.upper
print(u('abc'), list(map(str.strip, [' a ', 'b '])), sorted(['b', 'A', 'c'], key=str.lower))
m = 'x,y'.split
print(m(','), m.__name__, str.split.__name__)
j = '-'.join
print(j('abc'), j(['1', '2']))
f = '{} {}'.format
print(f(1, 2), f('a', b=3, *['c']))
print(str.__name__, str('x'), str.join('.', 'ab'), str.format('{}', 1), str.__doc__.split('\n')[0])
print('abc'.__len__(), 'abc'.__contains__('b'), 'abc'.__getitem__(1), 'abc'.__add__('d'), 'a'.__eq__('a'), 'a'.__eq__(1), 'a'.__lt__('b'), 'a'.__mul__(3), '5'.__str__(), 'q'.__repr__(), 'a'.__add__.__name__)
t(lambda: 'a'.__add__(1))
t(lambda: 'a'.__lt__(1))
t(lambda: 'a'.__getitem__(5))
t(lambda: 'a'.__contains__(5))
t(lambda: 'a'.__mul__('x'))
t(lambda: 'a'.__format__('>3'))
t(lambda: 'a'.__hash__() == hash('a'))
t(lambda: 'abc'.__iter__().__next__())

# --- chr and ord
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(chr(65), chr(0x20ac), chr(0x1f600), ord('a'), ord('€'), ord('😀'), ord(b'a'), ord(bytearray(b'z')), ascii(chr(0xd800)), ascii(chr(0x10ffff)), ord('\0'))
t(lambda: chr(-1))
t(lambda: chr(0x110000))
t(lambda: chr(2**70))
t(lambda: chr(-2**70))
t(lambda: chr('a'))
t(lambda: chr(1.0))
t(lambda: chr(None))
t(lambda: chr(True))
t(lambda: ord(''))
t(lambda: ord('ab'))
t(lambda: ord(b''))
t(lambda: ord(b'ab'))
t(lambda: ord(5))
t(lambda: ord(None))
t(lambda: ord([1]))
t(lambda: ord('a', 'b'))
t(lambda: ord(bytearray(b'ab')))

# --- building strings
s = ''
for c in 'abcdef':
    s = c + s
print(s)
s = ''
for i in range(1000): s += chr(97 + i % 26)
print(len(s), s[:30], s[-3:])
parts = []
for i in range(5): parts.append(f'{i}:{i * i}')
print(';'.join(parts))
t = s
t += '!'
print(len(s), len(t), t[-1])
def rev(x): return x if len(x) < 2 else rev(x[1:]) + x[0]
print(rev('recursion'))
print('a' 'b' + 'c' * 3 + str(4) + repr('d') + chr(101))
words = 'the quick brown the lazy dog the end'.split()
print({w: words.count(w) for w in words}, ' '.join(w.capitalize() for w in words), max(words, key=len))

# --- the iterator of a string
it = iter('aé😀')
print(type(it).__name__, next(it), it.__length_hint__(), list(it), next(it, 'end'))
print(list(reversed('abc')), list(enumerate('ab')), list(zip('ab', 'cd')), tuple('xy'), set('a'), dict(enumerate('ab')), [*'ab'], ''.join(reversed('abc')))
a, b = 'xy'
print(a, b, 'b' in iter('abc'))
for c in 'a\nb': print(repr(c), end=';')
print()

# --- strip of long runs, by words
for n in range(30):
    for s in (' '*n, ' '*n+'x', 'x'+' '*n, '\t'*n+' '*n+'x'+' '*n, '\xe9'*n, ' '*n+'\xe9'+' '*n, 'a'*n+'b'*n):
        for c in (None, ' ', ' a', 'ab', '\xe9', '\xe9 ', '\t '):
            ref_l = s; ref = s
            cs = c if c is not None else ' \t'
            i = 0
            while i < len(s) and s[i] in cs: i += 1
            j = len(s)
            while j > i and s[j-1] in cs: j -= 1
            assert s.strip(c) == s[i:j] and s.lstrip(c) == s[i:], (s, c)
            b = s.encode('latin-1'); bc = c.encode('latin-1') if c is not None else None
            assert b.strip(bc) == s[i:j].encode('latin-1')
            k = len(s)
            while k > 0 and s[k-1] in cs: k -= 1
            assert s.rstrip(c) == s[:k]
print('ok')
