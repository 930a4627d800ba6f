# Searching and slicing agree with each other.
s = 'abracadabra'
subs = ['a', 'abra', 'cad', 'z', '', 'ra', 'abracadabra', 'abracadabraa']
bad = 0
for sub in subs:
    for i in range(-13, 14):
        for j in range(-13, 14):
            part = s[i:j]
            lo = max(i + 11, 0) if i < 0 else i
            f = s.find(sub, i, j)
            if f >= 0 and not (s[f:f + len(sub)] == sub and sub in part or sub == ''): bad += 1
            if (f >= 0) != (sub in part) and sub: bad += 1
            if s.count(sub, i, j) != part.count(sub) and lo <= 11: bad += 1
            if s.startswith(sub, i, j) != part.startswith(sub) and lo <= 11: bad += 1
            if s.endswith(sub, i, j) != part.endswith(sub) and lo <= 11: bad += 1
print(bad)

# --- the same over a string with wide characters
s = 'añ€😀bañ€'
bad = 0
for sub in ('ñ', '€', '😀b', 'añ€', 'q', '😀'):
    for i in range(-9, 10):
        for j in range(-9, 10):
            part = s[i:j]
            if (s.find(sub, i, j) >= 0) != (sub in part): bad += 1
            if s.count(sub, i, j) != part.count(sub): bad += 1
            if (s.rfind(sub, i, j) >= 0) != (sub in part): bad += 1
print(bad, [s.find(c) for c in s], [s.rfind(c) for c in s], s.index('😀b'), s.rindex('ñ'))

# --- split and join are inverse
bad = 0
for s in ('', ',', 'a', 'a,b', ',a,,b,', ',,,', 'é,€,😀'):
    for n in (-1, 0, 1, 2, 5):
        if ','.join(s.split(',', n)) != s or ','.join(s.rsplit(',', n)) != s: bad += 1
    if ''.join(s.partition(',')) != s or ''.join(s.rpartition(',')) != s: bad += 1
    if s.replace(',', ';').replace(';', ',') != s or ''.join(s.splitlines(True)) != s: bad += 1
print(bad)

# --- building and taking apart
s = ''
for i in range(2000): s += chr(0x61 + i % 26) if i % 7 else '€'
print(len(s), s.count('€'), s[:20], s[-5:], s[1000:1010], s.find('xyz'), s.rfind('€'), len(s.encode()), s[::-1][:5], s[::333])
t = s
t += 'x'
u = t + 'y'
t += 'z'
print(len(s), t[-2:], u[-2:])
parts = [s[i:i + 100] for i in range(0, len(s), 100)]
print(''.join(parts) == s, len(parts), all(len(p) == 100 for p in parts), s == ''.join(list(s)), s.split('€')[3])

# --- many concatenations that share a prefix
a = 'x' * 10
b = a
a += '1'
c = b + '2'
b += '3'
print(a, b, c)
l = []
s = ''
for i in range(20):
    s += str(i)
    l.append(s)
print(l[3], l[10], l[-1], [len(x) for x in l])
def f(s):
    s += '!'
    return s
print(f(s) == s + '!', len(s), f(s) is s)

# --- comparisons of every pair
words = ['', 'a', 'A', 'aa', 'ab', 'b', 'é', '€', '😀', '\uffff', '\U00010000', ' ', '\n', '0', '10', '9', 'a\0', 'Z', 'z']
print([[(a > b) - (a < b) for b in words] for a in words] == [[(list(map(ord, a)) > list(map(ord, b))) - (list(map(ord, a)) < list(map(ord, b))) for b in words] for a in words], sorted(words) == sorted(words, key=lambda w: [ord(c) for c in w]))
print(ascii(sorted(words)), ascii(max(words)), min(words) == '')

# --- escapes in repr round-trip through eval
bad = []
for i in list(range(0x250)) + [0x2028, 0x20ac, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xfeff, 0xffff, 0x10000, 0x1f600, 0x10ffff]:
    for s in (chr(i), 'a' + chr(i) + "'", chr(i) + '"\''):
        if eval(repr(s)) != s or eval(ascii(s)) != s: bad.append(i)
for b in range(256):
    if eval(repr(bytes([b]))) != bytes([b]) or eval(repr(bytearray([b, 39]))) != bytearray([b, 39]): bad.append(b)
print(bad)

# --- numbers to text and back
bad = 0
for n in (0, 1, -1, 7, 10**5, 2**31, 2**63, -2**64, 10**40):
    for base, f in ((2, bin), (8, oct), (16, hex)):
        if int(f(n), base) != n or int(f(n), 0) != n: bad += 1
    if int(str(n)) != n or eval(repr(n)) != n or int(f'{n:,}'.replace(',', '')) != n or int(f'{n:_}') != n or int('%d' % n) != n or int('{:+d}'.format(n)) != n: bad += 1
for x in (0.1, 1e300, -2.5, 5e-324, 1/3, 1e16, 123456.789, 0.0, -0.0):
    if float(repr(x)) != x or float(str(x)) != x or float(f'{x!r}') != x or float('%r' % x) != x or float(f'{x:.17g}') != x: bad += 1
print(bad)

# --- translate, casefold and sort for text keys
import_ = 'Straße, ÉCOLE, naïve; Ünïcode'
table = {ord(a): b for a, b in zip('éïüÉÜß', ['e', 'i', 'u', 'E', 'U', 'ss'])}
print(import_.translate(table), import_.casefold(), import_.translate({ord(','): None, ord(';'): '.', ord(' '): '_'}), import_.upper(), import_.swapcase(), import_.title())
print(sorted('b a C A c B'.split()), sorted('b a C A c B'.split(), key=str.casefold), sorted('b a C A c B'.split(), key=lambda w: (w.lower(), w.isupper())), ''.join(sorted('hello', reverse=True)))
