# unicodedata: CPython 3.14 library.
import unicodedata as u
for c in ['a', 'A', '1', ' ', '\n', 'é', 'ß', '٣', '½', '²', '①', 'Ⅷ', '一', 'ﬁ', 'ﷺ', '한', '가', '\u0301', '(', '≤', '😀', '\U0010ffff', '\u0378', '\ud800', '\xad', 'ㄱ', 'ｱ', 'Ω', '\U0001d400', '𝟘', '㊿', '\x00', '\x7f']:
    print(ascii(c), u.category(c), u.bidirectional(c), u.combining(c), u.east_asian_width(c), u.mirrored(c), u.decomposition(c), u.decimal(c, None), u.digit(c, None), u.numeric(c, None), u.name(c, '-'))
    print([ascii(u.normalize(f, c)) for f in ('NFC', 'NFD', 'NFKC', 'NFKD')], [u.is_normalized(f, c) for f in ('NFC', 'NFD', 'NFKC', 'NFKD')])
print(u.normalize('NFC', 'e\u0301cole A\u030a'), ascii(u.normalize('NFD', 'école Å ﬁ')), u.normalize('NFKC', 'ﬁ ² ㎏ Ａ'), u.unidata_version)
for text in '''
u.lookup('LATIN SMALL LETTER E WITH ACUTE'), u.lookup('snowman'), u.lookup('HANGUL SYLLABLE GA'), u.lookup('CJK UNIFIED IDEOGRAPH-4E00'), u.lookup('LATIN SMALL LETTER R WITH TILDE')
u.lookup('foo')
u.lookup('x' * 300)
u.lookup(1)
u.name('\\n')
u.name('ab')
u.name(1)
u.decimal('a')
u.digit('a')
u.numeric('a')
u.category('')
u.category(1)
u.decimal('ab', 1)
u.normalize('foo', 'a')
u.normalize('NFC', 1)
u.normalize('NFC')
u.is_normalized('x', 'é')
u.bidirectional('ab')
'''.strip().splitlines():
    try:
        print(text, '->', ascii(eval(text)))
    except Exception as error:
        print(text, '->', type(error).__name__, error)
# --- every block
import unicodedata as u
total = 0
for i in list(range(0, 0x3000, 7)) + list(range(0x3000, 0x110000, 997)):
    c = chr(i)
    row = (u.category(c), u.bidirectional(c), u.combining(c), u.east_asian_width(c), u.mirrored(c), u.decomposition(c), u.numeric(c, -1), u.name(c, ''))
    total = (total * 31 + sum(ord(x) * (k + 1) for k, x in enumerate(repr(row)))) % 2**61
print(total)
