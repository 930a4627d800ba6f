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

# --- counts over the blocks with interesting properties
RANGES = [(0, 0x3200), (0xa640, 0xac00), (0xd7f0, 0xd810), (0xf900, 0x10100), (0x10400, 0x10600), (0x118a0, 0x118e0), (0x16e40, 0x16ea0), (0x1d400, 0x1d800), (0x1e900, 0x1e960), (0x1f100, 0x1f200), (0xe0000, 0xe0200), (0x10fff0, 0x110000)]
CHARS = [chr(c) for a, b in RANGES for c in range(a, b)]
def count(f): return sum(1 for c in CHARS if f(c))
print(len(CHARS), [count(f) for f in (str.isalpha, str.isdigit, str.isdecimal, str.isnumeric, str.isspace, str.isprintable, str.isidentifier, str.isupper, str.islower, str.istitle, str.isalnum, str.isascii)])

# --- case mappings over those blocks
RANGES = [(0, 0x3200), (0xa640, 0xac00), (0xd7f0, 0xd810), (0xf900, 0x10100), (0x10400, 0x10600), (0x118a0, 0x118e0), (0x16e40, 0x16ea0), (0x1d400, 0x1d800), (0x1e900, 0x1e960), (0x1f100, 0x1f200), (0xe0000, 0xe0200), (0x10fff0, 0x110000)]
CHARS = [chr(c) for a, b in RANGES for c in range(a, b)]
def check(f):
    h = n = 0
    for i, c in enumerate(CHARS):
        d = f(c)
        if d != c:
            n += 1
            for x in d: h = (h * 31 + ord(x) + i) % 1000000007
    return n, h
for f in (str.upper, str.lower, str.title, str.casefold, str.swapcase, str.capitalize): print(check(f))

# --- repr, ascii and encodings over those blocks
RANGES = [(0, 0x3200), (0xa640, 0xac00), (0xd7f0, 0xd810), (0xf900, 0x10100), (0x10400, 0x10600), (0x118a0, 0x118e0), (0x16e40, 0x16ea0), (0x1d400, 0x1d800), (0x1e900, 0x1e960), (0x1f100, 0x1f200), (0xe0000, 0xe0200), (0x10fff0, 0x110000)]
CHARS = [chr(c) for a, b in RANGES for c in range(a, b)]
print(sum(len(repr(c)) for c in CHARS), sum(len(ascii(c)) for c in CHARS), sum(len(c.encode('utf-8', 'surrogatepass')) for c in CHARS), sum(len(c.encode('utf-16-le', 'surrogatepass')) for c in CHARS), sum(c == c.encode('utf-8', 'surrogatepass').decode('utf-8', 'surrogatepass') for c in CHARS))
s = ''.join(CHARS)
print(len(s), len(s.split()), len(s.splitlines()), len(s.upper()), len(s.lower()), len(s.casefold()), len(s.title()), sum(map(ord, s[::3])), s.find('\uff21'), s[-5:].encode(errors='replace'))

# --- surrogates
s = '\ud800'
print(len(s), repr(s), ascii(s), s == '\ud800', [s], len('\ud83d' + '\ude00'), '\ud83d' + '\ude00' == '😀', s.isalpha(), s < '\ue000', s in 'a\ud800b', 'a\ud800b'.index(s), ascii('a\ud800b'[::-1]))
try: print(s)
except UnicodeEncodeError as e: print(e)
try: s.encode()
except UnicodeEncodeError as e: print(e.reason)

# --- named characters
print('\N{SNOWMAN}', '\N{GREEK SMALL LETTER ALPHA}', '\N{LATIN CAPITAL LETTER SHARP S}', '\N{BELL}', '\N{VARIATION SELECTOR-16}'.encode(), '\N{zero width joiner}'.encode(), '\N{CJK UNIFIED IDEOGRAPH-4E00}', '\N{RIGHT SINGLE QUOTATION MARK}', '\N{NULL}'.encode(), '\N{LINE FEED}'.encode(), '\N{NBSP}'.encode(), f'\N{BULLET} {1}')
