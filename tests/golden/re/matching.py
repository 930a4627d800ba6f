# re: CPython 3.14 library, "re", matching and searching.
import re
print(re.match('a(b)?(c)', 'ac').groups(), re.match('a(b)?(c)', 'ac').groups('-'), re.search(r'\d+', 'abc 123').span(), re.match('x', 'a'))
print(re.findall(r'(\w+)@(\w+)\.com', 'joe@x.com, ann@yy.com'), re.findall('a|b', 'xaxb'), re.findall('', 'ab'), re.findall(r'\b', 'ab cd'), re.findall('(a)|b', 'ab'))
print(re.fullmatch('a*', 'aaa'), re.fullmatch('a|ab', 'ab'), re.fullmatch('a|ab', 'abc'))
print([m.span() for m in re.finditer('é.', 'xéaéb')], [m.span() for m in re.finditer('|a', 'aa')])
print(re.split(r'[,;]', 'a,b;c'), re.split('(-)', 'a-b-c', maxsplit=1), re.split('', 'abc'), re.split(r'\b', 'a b'), re.split('(a)|b', 'xaybz'), re.split('x*', 'axbc'))
print(re.match(r'(?:a|ab)(?:c|bcd)(d*)', 'abcd').groups(), re.match('(a*)*', 'aaa').groups(), re.match('(a|b*)*', 'abba').groups(), re.match('(?:(a)|b)*', 'ab').groups())
print(re.match(r'(\w)\1', 'aa'), re.match(r'(?i)(\w)\1', 'aA'), re.match(r'(a)?(?(1)b|c)', 'ab'), re.match(r'(a)?(?(1)b|c)', 'c'), re.match(r'(?P<x>a)(?P=x)', 'aa'))
print(re.search('(?<=ab)c', 'abc'), re.search('(?<!ab)c', 'abc xc'), re.match('a++b', 'aaab'), re.match('(?>a+)ab', 'aaab'), re.match('a(?=b)', 'ab'), re.match('a(?!b)', 'ab'))
print(re.match('(?:a|ab){2}+', 'aba'), re.match('(?:ab){2,3}', 'ababab'), re.match('(?:a|b){1,2}?c', 'abc'), re.match('a{,2}', 'aaa'), re.match('a{}', 'a{}'), re.match('x{a', 'x{a'))
print(re.compile('b').search('abab', 2), re.compile('^b').search('ab', 1), re.compile(r'\bb').search('ab', 1), re.compile('a$').search('aab', 0, 2), re.compile('b').match('ab', -5), re.compile('a').search('a', 5), re.compile('').search('abc', 2, 1))

# --- flags
import re
print(re.findall('A', 'aA', re.I), re.findall('^a', 'a\na', re.M), re.findall('a$', 'a\na\n', re.M), re.findall('a$', 'a\na\n'), re.findall('a.b', 'a\nb', re.S), re.findall('a.b', 'a\nb'))
print(re.findall(r'\w+', 'aé1_', re.A), re.findall(r'\w+', 'aé1_٣'), re.findall(r'\d', '1٣²'), re.findall(r'\s', ' \t\x1c\x85\u2003x'), re.findall(r'\s', ' \x1c', re.A))
print(re.findall(r'a b # comment', 'ab', re.X), re.findall(r'a\ [ ]b', 'a  b', re.X), re.findall('(?x: a b )c', 'abc'), re.findall('(?i:a)b', 'Ab AB'), re.findall('(?-i:a)b', 'aB Ab', re.I))
print(re.findall('k', 'kK\u212a', re.I), re.findall('s', 'sS\u017f', re.I), re.findall('[a-z]', 'K\u212aſ', re.I), re.findall('[^k]', 'k\u212ax', re.I), re.findall('ß', 'ßẞ', re.I), re.findall('É', 'éÉ', re.I), re.findall('i', 'iIıİ', re.I))
print(re.findall('[\U00010400-\U00010427]', '\U00010428\U00010400', re.I), re.findall('Σ', 'σςΣ', re.I), re.findall('ſt', 'st ST', re.I), re.findall('(?a)k', 'K\u212a', re.I))
print(re.I, repr(re.I | re.M), re.NOFLAG, re.I & re.M, re.I | 4096, re.A == 256, re.I.value, (re.I | re.X).name, bool(re.NOFLAG), re.I + 1, isinstance(re.I, re.RegexFlag), isinstance(re.I, int), hash(re.I) == hash(2))
print(re.compile('a', re.I | re.M), re.compile('a').flags, re.compile('(?i)a', re.M).flags, re.compile(b'a').flags, re.compile('a', re.A), re.compile('a', 8 | 2).flags == (re.M | re.I | re.U))

# --- match objects
import re
m = re.match(r'(?P<y>\d{4})-(?P<m>\d\d)(?P<d>-\d\d)?', '2024-05')
print(m, m.groupdict(), m.groupdict('-'), m['y'], m[2], m.group('m', 'y', 0), m.lastgroup, m.lastindex, m.start('m'), m.end(), m.span(3), m.regs, m.pos, m.endpos, m.string)
print(m.expand(r'\g<m>/\1 \g<0> \g<d>|\n'), m.re.groupindex, m.re.groups, m.re.pattern, m.__copy__() is m)
for call in (lambda: m.group(4), lambda: m['x'], lambda: m.group(-1), lambda: m.start('q'), lambda: m[1.5], lambda: m.group(10**30)):
    try:
        call()
    except IndexError as e:
        print(repr(e))
m = re.search('(b)|(é)', 'aéb')
print(m.span(), m.groups(), m.lastindex, m.re, re.search('ü(.)', 'éé üx').span(1), bool(m))
n = re.compile(r'(?P<a>x)|(?P<b>y)').search('zy', 1)
print(n.lastgroup, n.pos, n.endpos, n.start(), n.end('a'), n.span('b'))
print(re.match(b'(a)', b'abc').group(1), re.match(b'.', bytearray(b'abc')).group(), re.match(b'.', memoryview(b'abc')).group(), re.findall(b'\xe9', 'é'.encode('latin-1')), re.match(rb'\w', b'\xe9'))

# --- pattern objects
import re
p = re.compile('(a)(?P<n>b)?')
print(p.groups, dict(p.groupindex), p == re.compile('(a)(?P<n>b)?'), p != re.compile('x'), hash(p) == hash(re.compile('(a)(?P<n>b)?')), re.compile(p) is p, re.compile('q') is re.compile('q'))
print(re.compile('é"' + "'"), re.compile('x' * 250), type(p), type(p.match('a')), re.Pattern, re.Match)
s = re.compile('a').scanner('aab')
print(s.match(), s.match(), s.match(), s.match(), s.pattern)
s = re.compile('a|').scanner('aba')
print([s.search().span() for i in range(4)], s.search(), s.search())
it = re.finditer('a', 'aa')
print(type(it).__name__, next(it), list(it), next(it, 'end'))
re.purge()
print(p.match('ab'), p.sub('-', 'xaabx'))

# --- wrong types
import re
for call in (lambda: re.match('a', b'a'), lambda: re.match(b'a', 'a'), lambda: re.match('a', 1), lambda: re.match(1, 'a'), lambda: re.compile('a').match(None),
             lambda: re.compile(re.compile('a'), re.I), lambda: re.sub('a', 1, 'a'), lambda: re.sub('a', lambda m: 1, 'xa'), lambda: re.sub('a', b'x', 'a'), lambda: re.escape(1),
             lambda: re.compile('a', re.L), lambda: re.compile(b'a', re.U), lambda: re.compile('(?L)a'), lambda: re.compile(b'(?u)a'), lambda: re.compile('a', re.A | re.U),
             lambda: re.match('a'), lambda: re.compile('a').match(), lambda: re.compile('a{4294967295}'), lambda: re.compile('a').search('a', 'x')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)

# --- escape
import re
print(re.escape('a.b*c\né [x] {y} #~&-^$|\\/"'), re.escape(b'a-b\xff\x00'), re.escape(''), re.match(re.escape('a+b?'), 'a+b?'))
