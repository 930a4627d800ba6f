# find, rfind, index, rindex, count with every kind of bound.
s = 'hello world, hello'
for sub in ('hello', 'o', 'l', '', 'z', 'hello world, hello!', ' ', 'lo'):
    print(repr(sub), s.find(sub), s.rfind(sub), s.count(sub), s.find(sub, 5), s.rfind(sub, 5), s.find(sub, 2, 6), s.rfind(sub, -3), s.count(sub, 3, -2))
print(s.find('h', None, None), s.find('h', 1, None), s.find('', 100), s.find('', 18), s.rfind('', 100), s.rfind(''), ''.find(''), ''.rfind(''), ''.count(''), 'abc'.count(''))
print(s.find('l', -100, 100), s.find('l', 2**70), s.find('l', -2**70, 2**70), s.find('l', 3, 3), s.find('', 5, 3), 'aaaa'.count('aa'), 'aaa'.find('aa', 1), 'é€😀é'.rfind('é'), 'é€😀é'.index('😀'))

# --- index and rindex errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 'abc'.index('z'))
t(lambda: 'abc'.rindex('z'))
t(lambda: 'abc'.index('a', 1))
t(lambda: 'abc'.rindex('c', 0, 2))
t(lambda: 'abc'.index())
t(lambda: 'abc'.index(1))
t(lambda: 'abc'.find())
t(lambda: 'abc'.find(1))
t(lambda: 'abc'.find(b'a'))
t(lambda: 'abc'.find('a', 'b'))
t(lambda: 'abc'.find('a', 1.0))
t(lambda: 'abc'.find('a', 0, 1, 2))
t(lambda: 'abc'.find(sub='a'))
t(lambda: 'abc'.count())
t(lambda: 'abc'.count(None))
t(lambda: 'abc'.count('a', 1, 2, 3))
t(lambda: 'abc'.rfind(['a']))
t(lambda: 'abc'.find('b', True))

# --- startswith and endswith
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

s = 'filename.txt'
t(lambda: s.startswith('file'))
t(lambda: s.startswith(('x', 'f')))
t(lambda: s.startswith(()))
t(lambda: s.startswith(''))
t(lambda: s.startswith('', 100))
t(lambda: s.startswith('', 12))
t(lambda: s.startswith('name', 4))
t(lambda: s.startswith('name', 4, 6))
t(lambda: s.startswith(('name', 'na'), 4, 6))
t(lambda: s.startswith('txt', -3))
t(lambda: s.endswith('.txt'))
t(lambda: s.endswith(('.py', '.txt')))
t(lambda: s.endswith('file', 0, 4))
t(lambda: s.endswith(''))
t(lambda: s.endswith('', 5, 3))
t(lambda: s.startswith(5))
t(lambda: s.startswith([]))
t(lambda: s.startswith(['f']))
t(lambda: s.startswith(('a', 5)))
t(lambda: s.startswith(('f', 5)))
t(lambda: s.startswith(b'f'))
t(lambda: s.startswith())
t(lambda: s.endswith(None))
t(lambda: s.endswith(('a', None)))
t(lambda: s.startswith('a', 'b'))
t(lambda: s.startswith('a', 1, 2, 3))
t(lambda: s.endswith('t', None, None))

# --- in and slicing agree with find
s = 'ünïcödé strïng'
for sub in ('cö', 'ï', 'é s', 'zz', ''):
    i = s.find(sub)
    print(sub in s, i, s[i:i + len(sub)] == sub, s.partition(sub) if sub else 'empty', s.rpartition(sub) if sub else 'empty')
