# fnmatch: every function; translate() and matching at random.
import fnmatch
from fnmatch import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, '|', e)
names = ['a', 'ab', 'abc', 'a.txt', 'b.TXT', '', '.hidden', 'a[b]', 'x-y', 'a\nb', 'é.py', 'aXbXc', ']', '!', '^', '-', '\\', 'a*b']
pats = ['*', '?', '*.txt', 'a*', '*b*', '[ab]*', '[!a]*', '[a-c]', '[]]', '[!]]', '[', '[a', '[]', '[!]', 'a[[]b]', '[b-a]', '[a-]', '[-a]', '[a-c-e]', '[!b-a]', '[^]', '[\\]', 'a**b', '*?*', '', '[a&&b]', '[a||b]', '[~-~]', '[--a]', '[+--]', 'a\\*b', '*.*', '[!!]', '[z-a-c]', '[a-cx-z]', '**', 'a?c', '[[]', '[a-z]*[0-9]']
for p in pats:
    print(p, filter(names, p), len(filterfalse(names, p))); t(lambda: translate(p))
t(lambda: filter((x for x in names), 'a*')); t(lambda: fnmatchcase(b'abc', b'a*')); t(lambda: fnmatchcase(b'abc', 'a*')); t(lambda: fnmatchcase('abc', b'a*')); t(lambda: fnmatchcase('a' * 200 + 'b', '*a' * 60)); t(lambda: fnmatchcase('a' * 300, '*a' * 20 + 'b'))
x = 1
def rnd(n):
    global x
    x = (x * 1103515245 + 12345) % 2147483648
    return (x >> 8) % n
for _ in range(250):
    p = ''.join('ab*?[]!-c'[rnd(9)] for _ in range(rnd(8)))
    n = ''.join('abc-]['[rnd(6)] for _ in range(rnd(6)))
    print(p, n, fnmatchcase(n, p), translate(p))

# --- sets beside each other and long texts
import fnmatch
print(fnmatch.fnmatch('b2z', '[a-c][!3-9][xyz]'), fnmatch.fnmatch('b3z', '[a-c][!3-9][xyz]'), fnmatch.fnmatchcase('é一', '[é-ü][!a]'))
print(fnmatch.fnmatchcase('a' * 50000 + 'b', '*' + '[ab]' * 3), fnmatch.fnmatchcase('q', '[' + 'ab' * 30000 + 'q]'), fnmatch.filter([b'ab', b'cd'], b'[!c]*'))
