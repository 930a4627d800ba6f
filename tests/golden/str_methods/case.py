# upper, lower, title, capitalize, swapcase, casefold.
for s in ['', 'a', 'hello WORLD', "it's o'neil", 'ß', 'ŉ', 'ﬁ', 'İ', 'ı', 'Σ', 'ΑΣ', 'ΑΣΑ', 'ς', 'ǆ', 'ǅ', 'Ǆ', 'ΐ', 'ß x', '1a2b', 'a-b_c.d', 'ÀÉ', 'џ', 'ა', 'Ა', 'ꭰ', '\U00010400', 'ﬀﬃ', 'ŸÿŸ', 'ᾳ', 'ᾼ', 'K', 'Å']:
    print(repr(s), s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold())

# --- final sigma
for s in ['ΑΣ', 'ΑΣ.', 'ΑΣΒ', 'Σ', 'ΣΑ', 'Α Σ', 'ΑΣ Σ', 'aΣ1', 'aΣ\u0301', 'ΑΣ\u00adΒ', '.Σ', 'x\u0301Σ']:
    print(s.lower(), ascii(s.lower()), s.capitalize(), s.title())

# --- predicates on characters
for c in ['a', 'A', '1', ' ', '', '²', '½', 'Ⅷ', '٣', '一', 'ǅ', '_', '\n', '\x00', '\x7f', 'é', '\u0301', '\u200b', '\xa0', 'ª', '€', '😀', '\ud800', '𝟘', 'ⓐ', 'ↀ', '〇']:
    print(ascii(c), c.isalpha(), c.isdigit(), c.isdecimal(), c.isnumeric(), c.isalnum(), c.isspace(), c.isupper(), c.islower(), c.istitle(), c.isidentifier(), c.isprintable(), c.isascii())

# --- predicates on words
for s in ['abc', 'ABC', 'Abc', 'Abc Def', 'abc1', 'ABC1', '123', '1.5', '-1', 'a b', ' ', '\t\n\r\x0b\x0c\x1c\x1f\x85\u2028', '__x', '9x', 'class', 'x-y', 'Hello World', 'Hello world', 'HELLO', "It'S", "It's", 'A1B', 'é', 'été1', 'ÀÉ', 'ß', 'x\u0301', 'ａｂ']:
    print(repr(s), s.isalpha(), s.isdigit(), s.isalnum(), s.isspace(), s.isupper(), s.islower(), s.istitle(), s.isidentifier(), s.isprintable())

# --- wrong arguments for methods without any
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 'a'.upper(1))
t(lambda: 'a'.lower(x=1))
t(lambda: 'a'.title(1, 2))
t(lambda: 'a'.isalpha(1))
t(lambda: 'a'.swapcase(None))
t(lambda: str.upper())
t(lambda: str.upper(5))
t(lambda: str.upper(b'a'))
t(lambda: str.lower('A'))
t(lambda: str.upper('a', 1))
t(lambda: 'a'.casefold(1))
t(lambda: 'a'.isascii(0))
