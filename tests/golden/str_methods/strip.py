# strip, lstrip, rstrip, removeprefix, removesuffix.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for s in ['', ' ', ' a ', '\t\n a b \r\n', 'xxaxx', '\xa0a\u2003', 'abcba', '\x1fa\x1c', '\u200ba\u200b']:
    print(ascii(s), ascii(s.strip()), ascii(s.lstrip()), ascii(s.rstrip()), ascii(s.strip('x')), ascii(s.strip('ab')), ascii(s.strip('')), ascii(s.lstrip('a b\t')), ascii(s.rstrip('cab')))
print('mississippi'.strip('mipz'), 'www.example.com'.strip('cmowz.'), 'aaa'.strip('a'), '\u00e9x\u00e9'.strip('é'), '   '.strip(None), 'ab'.strip('éab'))
t(lambda: 'a'.strip(5))
t(lambda: 'a'.strip(b'a'))
t(lambda: 'a'.strip('a', 'b'))
t(lambda: 'a'.strip(chars='a'))
t(lambda: 'a'.lstrip(['a']))
t(lambda: 'a'.rstrip(1))

# --- removeprefix and removesuffix
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for s in ['', 'a', 'TestHook', 'BaseTestCase', 'xx', 'x']:
    print(repr(s), s.removeprefix('Test'), s.removesuffix('Case'), s.removeprefix(''), s.removesuffix(''), s.removeprefix('x'), s.removesuffix('x'), s.removeprefix('xxx'), s.removesuffix(s), s.removeprefix(s))
t(lambda: 'a'.removeprefix())
t(lambda: 'a'.removeprefix(1))
t(lambda: 'a'.removesuffix(None))
t(lambda: 'a'.removeprefix('a', 'b'))
t(lambda: 'a'.removeprefix(('a',)))
t(lambda: 'a'.removesuffix(b'a'))

# --- center, ljust, rjust, zfill
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for w in (-1, 0, 3, 4, 5, 8, 9):
    print(w, repr('abc'.center(w)), repr('abc'.ljust(w, '.')), repr('abc'.rjust(w, '*')), 'abc'.zfill(w), '-42'.zfill(w), '+4'.zfill(w), repr(''.center(w, '-')), repr('ab'.center(w, 'é')))
print('--1'.zfill(6), '- 1'.zfill(6), ''.zfill(3), '+'.zfill(3), 'é'.zfill(3), '1.5'.zfill(True))
t(lambda: 'a'.center())
t(lambda: 'a'.center('5'))
t(lambda: 'a'.center(5, ''))
t(lambda: 'a'.center(5, 'ab'))
t(lambda: 'a'.center(5, b'a'))
t(lambda: 'a'.center(5, 5))
t(lambda: 'a'.ljust(5.0))
t(lambda: 'a'.ljust(5, None))
t(lambda: 'a'.rjust(5, '--'))
t(lambda: 'a'.rjust(5, 'x', 1))
t(lambda: 'a'.zfill())
t(lambda: 'a'.zfill('3'))
t(lambda: 'a'.zfill(3, 4))
t(lambda: 'a'.center(width=5))
t(lambda: 'a'.zfill(None))

# --- expandtabs
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for s in ['', '\t', 'a\tb', 'ab\tc\td', '\t\t', 'a\n\tb', 'a\r\tb', 'abcdefgh\ti', 'é\tx']:
    print(repr(s), repr(s.expandtabs()), repr(s.expandtabs(4)), repr(s.expandtabs(0)), repr(s.expandtabs(1)), repr(s.expandtabs(-3)), repr(s.expandtabs(tabsize=2)))
t(lambda: 'a'.expandtabs('x'))
t(lambda: 'a'.expandtabs(1, 2))
t(lambda: 'a'.expandtabs(1.0))
t(lambda: 'a'.expandtabs(size=1))
t(lambda: 'a\t'.expandtabs(None))

# --- replace
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

s = 'one two one'
print(s.replace('one', '1'), s.replace('one', '1', 1), s.replace('one', '', 0), s.replace('one', 'x', -1), s.replace('', '-'), s.replace('', '-', 2), ''.replace('', 'x'), ''.replace('a', 'b'), ''.replace('', 'x', 0), 'aaa'.replace('aa', 'b'), 'aaa'.replace('a', 'aa'), s.replace('zz', 'q'), 'é€é'.replace('é', 'xyz'), 'abc'.replace('b', ''), s.replace('one', 'x', count=1))
t(lambda: 'a'.replace())
t(lambda: 'a'.replace('a'))
t(lambda: 'a'.replace('a', 1))
t(lambda: 'a'.replace(1, 'a'))
t(lambda: 'a'.replace('a', 'b', 'c'))
t(lambda: 'a'.replace('a', 'b', 1, 2))
t(lambda: 'a'.replace('a', None))
t(lambda: 'a'.replace(b'a', 'b'))
t(lambda: 'a'.replace('a', 'b', 1.0))
t(lambda: 'a'.replace(old='a', new='b'))
t(lambda: 'a'.replace('a', 'b', count=None))
t(lambda: 'aaa'.replace('a', 'b', True))

# --- translate and maketrans
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 'abc'.translate({97: 'X', 98: None, 99: 100}))
t(lambda: 'abc'.translate({97: 'long', 98: ''}))
t(lambda: 'abc'.translate({}))
t(lambda: 'abc'.translate(str.maketrans('ab', 'xy')))
t(lambda: 'abc'.translate(str.maketrans('ab', 'xy', 'c')))
t(lambda: 'abc'.translate(str.maketrans({'a': 'A', 98: 'B', 'c': None})))
t(lambda: str.maketrans('ab', 'xy'))
t(lambda: str.maketrans('ab', 'xy', 'az'))
t(lambda: str.maketrans({'a': 1, 98: 'x'}))
t(lambda: str.maketrans('', '', 'aé'))
t(lambda: str.maketrans('a', 'xy'))
t(lambda: str.maketrans('a'))
t(lambda: str.maketrans({'ab': 1}))
t(lambda: str.maketrans({1.5: 1}))
t(lambda: str.maketrans({'a': 1}, 'b'))
t(lambda: str.maketrans(5))
t(lambda: str.maketrans('a', 5))
t(lambda: str.maketrans('a', 'b', 5))
t(lambda: str.maketrans())
t(lambda: 'abc'.translate())
t(lambda: 'abc'.translate(5))
t(lambda: 'abc'.translate(None))
t(lambda: 'abc'.translate({97: 5.0}))
t(lambda: 'abc'.translate({97: -1}))
t(lambda: 'abc'.translate({97: 0x110000}))
t(lambda: 'abc'.translate(['x'] * 98 + ['y']))
t(lambda: 'abc'.translate('x' * 98))
t(lambda: 'éa€'.translate({233: 'e', 8364: 'E'}))
