# Identifiers, normalisation and names.
é = 1
变量 = 2
_ªb = 3
ﬁ = 4
print(é, 变量, _ªb, fi, 'fi' in globals(), 'ﬁ' in globals())
def grüßen(naïve): return naïve + '!'
print(grüßen('hallo'), grüßen.__name__, grüßen(naïve='x'))
𝐱 = 5
print(x, 'é'.isidentifier(), '1é'.isidentifier(), 'é1'.isidentifier(), '·'.isidentifier(), 'a·'.isidentifier(), '℘'.isidentifier(), '²'.isidentifier())
Ω = 6
print(Ω, [n for n in dir() if not n.isascii()])

# --- length, indexing and slicing over planes
s = 'aé€😀z'
print(len(s), [len(c.encode()) for c in s], s[::-1], s[1:4], s[-2], s.index('😀'), s.find('z'), s.encode('utf-16-le'), [hex(ord(c)) for c in s], s.upper(), ascii(s), s.center(9, '·'), s.replace('😀', '!!'), s.split('€'), s.partition('😀'), '😀' * 3, sorted(s), max(s), s.count('é'), s.translate({0x1f600: 'X'}), s.startswith('é', 1), s.endswith('z'), s.isalpha(), s.zfill(8), s.rjust(7, '€'))
t = s * 100
print(len(t), t[250], t[-3], t[252:258], t.find('😀', 250), t.rfind('a'), t.count('😀'), t[::50], t[::-50])

# --- combining characters, ligatures and flags are code points
for s in ('e\u0301', 'é', '👨\u200d👩\u200d👧', '🇩🇪', 'ﬃ', 'ǆ', 'Å', '가', '\u1100\u1161', 'ẛ̣'):
    print(s, len(s), ascii(s), s.upper(), s.lower(), s.title(), s.casefold(), s == 'é', s[::-1], s.isalpha(), s.isprintable())

# --- case folding and comparison
print('straße'.casefold() == 'STRASSE'.casefold(), 'ß'.upper(), 'ẞ'.lower(), 'İ'.lower(), len('İ'.lower()), 'ı'.upper(), 'ſ'.upper(), 'ſ'.casefold(), 'Ⅷ'.lower(), 'ⓐ'.upper(), 'ａ'.upper(), 'ΰ'.upper(), 'ŉ'.title(), 'ﬄ'.title(), 'ﬄ'.capitalize(), 'ά'.upper(), 'ς'.casefold(), 'K'.lower() == 'k', 'ϐ'.upper(), 'µ'.upper(), 'µ'.casefold() == 'μ')
print(sorted(['ä', 'a', 'z', 'Z', 'é', 'e']), 'ä' < 'z', 'a' < 'ä', max('aäz'), sorted('ñnoN', key=str.casefold))

# --- digits and numbers of all scripts
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for c in '0٣५๗９𝟗²½Ⅷ一〇':
    print(c, c.isdecimal(), c.isdigit(), c.isnumeric(), c.isalnum(), c.isalpha(), c.isidentifier())
print(int('٣٤'), int('５'), float('１.５'), int('𝟗𝟖'), complex('１j'))
t(lambda: int('²'))
t(lambda: int('Ⅷ'))
t(lambda: float('½'))

# --- white space and line boundaries
ws = [c for c in map(chr, range(0x3100)) if c.isspace()]
print([hex(ord(c)) for c in ws], 'a\u3000b\u2009c'.split(), '\ufeff a'.strip() == '\ufeff a', '\u200b'.isspace(), '\x1c'.isspace(), '\x85a\xa0'.strip())
lines = [hex(i) for i in range(0x3000) if len(('a' + chr(i) + 'b').splitlines()) > 1]
print(lines)

# --- counts over the whole of Unicode
def count(f): return sum(1 for i in range(0x110000) if f(chr(i)))
print(count(str.isalpha), count(str.isdigit), count(str.isdecimal), count(str.isnumeric), count(str.isspace), count(str.isprintable), count(str.isidentifier), count(str.isupper), count(str.islower), count(str.istitle))

# --- case mappings over the whole of Unicode
def check(f):
    h = n = 0
    for i in range(0x110000):
        c = chr(i)
        d = f(c)
        if d != c:
            n += 1
            for x in d: h = (h * 31 + ord(x) + i) % 1000000007
    return n, h
print(check(str.upper), check(str.lower), check(str.title), check(str.casefold), check(str.swapcase), check(str.capitalize))

# --- printable and repr over the whole of Unicode
n = sum(len(repr(chr(i))) for i in range(0x110000))
m = sum(len(ascii(chr(i))) for i in range(0x110000))
print(n, m, sum(len(chr(i).encode('utf-8', 'surrogatepass')) for i in range(0x110000)), sum(len(chr(i).encode('utf-16-le', 'surrogatepass')) for i in range(0, 0x110000, 7)))

# --- surrogates
s = '\ud800'
print(len(s), repr(s), ascii(s), s == '\ud800', [s], len('\ud83d' + '\ude00'), '\ud83d' + '\ude00' == '😀', s.isalpha(), s < '\ue000', s in 'a\ud800b', 'a\ud800b'.index(s), ascii('a\ud800b'[::-1]))
try: print(s)
except UnicodeEncodeError as e: print(e)
try: s.encode()
except UnicodeEncodeError as e: print(e.reason)

# --- named characters
print('\N{SNOWMAN}', '\N{GREEK SMALL LETTER ALPHA}', '\N{LATIN CAPITAL LETTER SHARP S}', '\N{BELL}', '\N{VARIATION SELECTOR-16}'.encode(), '\N{zero width joiner}'.encode(), '\N{CJK UNIFIED IDEOGRAPH-4E00}', '\N{RIGHT SINGLE QUOTATION MARK}', '\N{NULL}'.encode(), '\N{LINE FEED}'.encode(), '\N{NBSP}'.encode(), f'\N{BULLET} {1}')
