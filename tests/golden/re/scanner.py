# re.Scanner; flags of a pattern's repr. No documentation has the first.
import re
def t(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
s = re.Scanner([(r'[a-z]\w*', lambda sc, t: ('id', t, sc.match.span())), (r'\d+\.\d*', lambda s, t: float(t)), (r'\d+', lambda s, t: int(t)), (r'=|\+|-|\*|/', 'op'), (r'\s+', None)])
print(s.scan('sum = 3*foo + 312.50+bar')); print(s.scan('a ! b')); print(s.scan('')); print(s.scan('$'))
print(s.lexicon[3], s.match, type(s))
t(re.Scanner, 3); t(re.Scanner, []); t(re.Scanner, [('(', 1)]); t(re.Scanner, [('a',)]); t(re.Scanner); t(s.scan); t(s.scan, 3);
print(re.Scanner([('a', 1)], re.I).scan('aAb')); print(re.Scanner([('x*', 1)]).scan('xxy')); 
t(re.Scanner([('a', lambda s, t: 1/0)]).scan, 'a')
print(re.Scanner([(b'a', 1)]).scan(b'aab'))

# --- the order of flags
import re
for flags in (re.I | re.A, re.I | re.M | re.S | re.X | re.A, re.X | re.I, re.A, 0, re.S | re.M):
    print(re.compile('a', flags), flags)
print(re.compile(b'a', re.L | re.I), re.compile('(?ai)x'))
