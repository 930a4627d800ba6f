# re.sub and friends: CPython 3.14 library, "re".
import re
print(re.sub(r'(\w)(\d)', r'\2\1', 'a1b2c3'), re.sub('x*', '-', 'abxd'), re.subn('a', 'b', 'aaa', count=2), re.sub('a', '', 'banana'), re.sub('a', 'é', 'aüa'))
print(re.sub('(?P<n>a)(b)?', r'[\g<n>\g<1>\1\2\n\t\\\g<0>]', 'xaab'), re.sub('a', r'\x' if False else r'\060\101\0', 'a'), re.sub('(.)', r'\1' * 3, 'ab'))
print(re.sub('^', '> ', 'a\nb', flags=re.M), re.sub('a', 'x', 'A', flags=re.I), re.sub(b'a', b'\\g<0>\\\\', b'aa'), re.sub('q', 'x', 'abc'))
print(re.sub('a', lambda m: m.group().upper(), 'banana'), re.subn('a', lambda m: None, 'banana'), re.sub('(a)|b', lambda m: str(m.groups()), 'ab'), re.sub('', lambda m: '-', 'ab'))
print(re.compile('a').sub('b', 'aaa', 2), re.compile('a').subn('b', 'aaa', count=1), re.sub(b'a', lambda m: bytearray(b'x'), b'ba'), re.sub('é', lambda m: 'ü' * 2, 'aéé'))

# --- callbacks that run everything
import re
log = []
def nested(m):
    log.append(m.span())
    return re.sub('[0-9]', lambda d: str(int(d.group()) + len(log)), m.group())
print(re.sub('[a-z][0-9]+', nested, 'a1 b22 c333'), log)
def generator():
    yield from re.sub('x', lambda m: 'y', 'axb')
print(''.join(generator()), [re.sub('a', lambda m: str(i), 'aa') for i in range(3)], sorted('b1 a2'.split(), key=lambda s: re.sub('[a-z]', lambda m: '', s)))
try:
    re.sub('b', lambda m: 1 // 0, 'abc')
except ZeroDivisionError as e:
    print(e)

# --- wrong templates
import re
for template in (r'\2', r'\g<2>', r'\g<x>', r'\g<', r'\g', r'\g<>', r'\g<1x>', r'\q', '\\', r'\g<-1>', r'\400', r'\g<é>', r'\8', r'\g<00000000000000000001>', r'\.'):
    try:
        print(template, re.sub('(a)', template, 'a'))
    except Exception as e:
        print(template, type(e).__name__, e, getattr(e, 'pos', None))

# --- positional counts are deprecated
import re
print(re.sub('a', 'b', 'aaa', 2), re.split('a', 'bab', 1), re.subn('a', 'b', 'aaa', 1, re.I))
for call in (lambda: re.sub('a', 'b', 'c', 1, 2, 3), lambda: re.sub('a', 'b', 'c', 1, count=2), lambda: re.split('a', 'b', 1, 2, 3), lambda: re.sub('a', 'b', 'c', 1, 2, flags=3), lambda: re.sub('a', 'b')):
    try:
        call()
    except TypeError as e:
        print(e)
