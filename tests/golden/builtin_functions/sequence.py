# len
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(len(''), len('é😀'), len([1]), len(()), len({}), len({1}), len(b'ab'), len(range(10)), len({'a': 1}.items()), len(bytearray(3)), len(memoryview(b'abc')), len(frozenset('ab')), len(range(0, 10, 3)))
t(lambda: len(5))
t(lambda: len(None))
t(lambda: len(1.5))
t(lambda: len(True))
t(lambda: len(len))
t(lambda: len(int))
t(lambda: len(x for x in 'a'))
t(lambda: len(iter([])))
t(lambda: len())
t(lambda: len([], []))
t(lambda: len(obj=[]))
t(lambda: len(...))
t(lambda: len(map(str, [])))
t(lambda: len(slice(1)))
t(lambda: len(ValueError()))

# --- any and all
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(any([]), all([]), any([0, '']), any([0, 1]), all([1, 'a']), all([1, 0]), any('a'), all(''), any({0: 1}), all({1: 0}), any(x > 2 for x in [1, 2, 3]), all(x < 3 for x in [1, 2, 3]), any(range(1)), any([None, [], [0]]))
t(lambda: any())
t(lambda: any(5))
t(lambda: all(None))
t(lambda: any([], []))
t(lambda: all(1, 2))
t(lambda: any(iterable=[]))
t(lambda: all([1, NotImplemented]))
it = iter([0, 1, 0, 2])
print(any(it), list(it))
it = iter([1, 0, 3])
print(all(it), list(it))
t(lambda: any(1 / x for x in (1, 0)))
t(lambda: all(1 / x for x in (1, 0)))

# --- sorted
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(sorted([3, 1, 2]), sorted('bac'), sorted({'b': 1, 'a': 2}), sorted({3, 1}), sorted([]), sorted([1, 3, 2], reverse=True), sorted(['b', 'A'], key=str.lower), sorted((x for x in (2, 1))), sorted([(1, 'b'), (1, 'a')]), sorted(['10', '9', '1'], key=int), sorted([[2], [1, 5], []]), sorted([1.5, 1, True]), sorted('aA bB'.split()), sorted([3, 1], reverse=1), sorted([1, 2], key=None), sorted(range(3), key=lambda x: -x))
t(lambda: sorted())
t(lambda: sorted(5))
t(lambda: sorted(None))
t(lambda: sorted([1, 'a']))
t(lambda: sorted(['a', 1]))
t(lambda: sorted([None, 1]))
t(lambda: sorted([1], 2))
t(lambda: sorted([1], key=5))
t(lambda: sorted([1], key='x'))
t(lambda: sorted([], key=5))
t(lambda: sorted([1], reverse='a'))
t(lambda: sorted([1], reverse=None))
t(lambda: sorted([1], foo=1))
t(lambda: sorted([1], cmp=1))
t(lambda: sorted([1, 2], key=lambda: 1))
t(lambda: sorted(key=len))
t(lambda: sorted([{}, {}]))
t(lambda: sorted([1j, 1]))
t(lambda: sorted([(1, None), (1, 2)]))
t(lambda: sorted([len, len]))

# --- iter, next, callable, id
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

x = [1]
print(callable(len), callable(lambda: 0), callable(5), callable('a'), callable(int), callable(None), callable([].append), callable(ValueError), callable(type), callable(...), id(x) == id(x), id(x) == id([1]), id(None) == id(None), isinstance(id(x), int))
t(lambda: callable())
t(lambda: callable(1, 2))
t(lambda: id())
t(lambda: id(1, 2))
t(lambda: callable(obj=1))

# --- repr and ascii
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(repr('a'), repr(5), repr(None), repr([1, 'a']), ascii('é'), ascii('😀'), ascii(['é']), ascii(b'\xff'), ascii('a\n'), ascii({'é': 'ü'}), repr('é'), ascii('\x7f\x80\xff\u0100\uffff\U00010000'), repr(1e100), repr(...), repr(int), repr(ValueError), repr(ValueError('é')), ascii(ValueError('é')))
t(lambda: repr())
t(lambda: repr(1, 2))
t(lambda: ascii())
t(lambda: ascii(1, 2))
t(lambda: repr(obj=1))

# --- hash
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(hash(1) == hash(1.0) == hash(True) == hash(1 + 0j), hash(0), hash(5), hash(-1), hash(-2), hash(0.0) == hash(-0.0), hash('a') == hash('a'), hash('') , hash(()) == hash(()), hash(None) == hash(None), hash((1, 2)) == hash((1, 2)), hash(0.5) == hash(0.5), hash(b'') == hash(''), hash(float('inf')), hash(float('-inf')), hash(frozenset([1])) == hash(frozenset([1])), hash(2.0**40 / 2**38), hash(range(3)) == hash(range(3)), hash(int) == hash(int), hash(len) == hash(len))
t(lambda: hash([]))
t(lambda: hash({}))
t(lambda: hash(set()))
t(lambda: hash(([],)))
t(lambda: hash(bytearray()))
t(lambda: hash({}.keys()))
t(lambda: hash({}.items()))
t(lambda: hash((1, {})))
t(lambda: hash())
t(lambda: hash(1, 2))
t(lambda: hash(slice([])))
t(lambda: hash(memoryview(bytearray(b'a'))))
t(lambda: hash(memoryview(b'a')) == hash(b'a'))

# --- type, isinstance, issubclass
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

print(type(1), type('a'), type(None), type(type), type(len), type(lambda: 0), type([].append), type(x for x in ()), type(...), type(NotImplemented), type(1j), type(range(1)), type(slice(1)), type({}.keys()), type(ValueError()), type(ValueError), type(print), type(str.upper), type(iter([])), type(map(str, [])), type(int) is type, type(True) is bool)
print(isinstance(1, int), isinstance(True, int), isinstance(1, (str, int)), isinstance(1, (str, (float, int))), isinstance('a', object), isinstance(None, type(None)), isinstance(1, int | str), isinstance([], list | None), isinstance(None, int | None), isinstance(1.0, int), isinstance(1, ()), isinstance(int, type), isinstance(len, type(len)), isinstance(ValueError(), Exception))
print(issubclass(bool, int), issubclass(int, object), issubclass(int, (str, int)), issubclass(KeyError, LookupError), issubclass(int, int), issubclass(int, float), issubclass(bool, int | str), issubclass(type, object))
t(lambda: isinstance(1, 5))
t(lambda: isinstance(1, 'int'))
t(lambda: isinstance(1, (int, 5)))
t(lambda: isinstance(1, (str, 5)))
t(lambda: isinstance(1, [int]))
t(lambda: isinstance(1, None))
t(lambda: isinstance(1))
t(lambda: isinstance())
t(lambda: isinstance(1, list[int]))
t(lambda: isinstance([], list[int]))
t(lambda: isinstance(1, int | list[int]))
t(lambda: issubclass(1, int))
t(lambda: issubclass(int, 5))
t(lambda: issubclass(int, (5,)))
t(lambda: issubclass('a', str))
t(lambda: issubclass(int))
t(lambda: issubclass(int, None))
t(lambda: type())
t(lambda: type(1, 2))
t(lambda: type(1, 2, 3, 4))
t(lambda: type(x=1))

# --- getattr, hasattr, setattr, delattr
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f(): pass
f.x = 1
print(getattr(f, 'x'), getattr(f, 'y', 'dflt'), hasattr(f, 'x'), hasattr(f, 'y'), setattr(f, 'z', 2), f.z, delattr(f, 'z'), hasattr(f, 'z'), getattr('abc', 'upper')(), getattr(5, 'real'), hasattr(5, 'nope'), hasattr([], 'append'), getattr([], 'nope', None), getattr(int, '__name__'), getattr(f, '__name__'))
t(lambda: getattr(f, 'nope'))
t(lambda: getattr(5, 'nope'))
t(lambda: getattr(f))
t(lambda: getattr(f, 5))
t(lambda: getattr(f, None, 1))
t(lambda: getattr(f, b'x'))
t(lambda: hasattr(f, 5))
t(lambda: hasattr(f))
t(lambda: setattr(f, 5, 1))
t(lambda: setattr(f, 'x'))
t(lambda: setattr(5, 'x', 1))
t(lambda: setattr(len, 'x', 1))
t(lambda: setattr([], 'append', 1))
t(lambda: setattr(int, 'x', 1))
t(lambda: delattr(f, 'nope'))
t(lambda: delattr(f, 5))
t(lambda: delattr(5, 'real'))
t(lambda: delattr([], 'append'))
t(lambda: delattr(f))
t(lambda: getattr(f, 'x', 1, 2))
t(lambda: getattr(f, name='x'))
t(lambda: setattr(f, 'weird name!', 1))
t(lambda: getattr(f, 'weird name!'))
t(lambda: getattr(None, 'x'))
t(lambda: getattr(f, ''))
t(lambda: hasattr(f, ''))

# --- vars, dir, globals, locals
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

def f(a): 
    b = 1
    return vars(), sorted(locals())
print(f(5))
f.k = 1
print(vars(f), 'f' in vars(), 'f' in dir(), 'append' in dir([]), 'upper' in dir(str), dir(f)[0][:2], sorted(x for x in dir([]) if not x.startswith('_')), [x for x in dir(5) if not x.startswith('_')], [x for x in dir({}) if not x.startswith('_')], [x for x in dir(()) if not x.startswith('_')])
def g(z): return dir()
print(g(1))
t(lambda: vars(5))
t(lambda: vars([]))
t(lambda: vars(1, 2))
t(lambda: dir(1, 2))
t(lambda: globals(1))
t(lambda: locals(1))
t(lambda: vars(None))

# --- public methods of the builtin types, as dir() lists them
for t in (str, bytes, bytearray, set, frozenset, float, complex, range, slice, memoryview, BaseException):
    print(t.__name__, [x for x in dir(t) if not x.startswith('_')])

# --- print
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import sys
print()
print(1, 2, 3)
print(1, 2, sep='')
print(1, 2, sep='-', end='!\n')
print('a', end='')
print('b', 'c', sep='\n')
print(sep='x')
print(None, True, [1], sep=None, end=None)
print('to stdout', file=sys.stdout)
print('none', file=None, flush=True)
print(*[1, 2], *'ab', sep=',')
print('é😀', 'tab\there')
t(lambda: print(1, sep=5))
t(lambda: print(1, end=5))
t(lambda: print(1, foo=1))
t(lambda: print(1, file=5))
t(lambda: print(1, sep=b''))
t(lambda: print(1, file='x'))
t(lambda: print(end=1.5))

# --- chr, ord, format of kinds
print([chr(c) for c in (0x41, 0x3b1, 0x4e2d)], [ord(c) for c in 'aα中'], format(255, 'x'), format(3.14159, '.2f'), format('a', '>3'), format(None), format([1]), format(True, 'd'))

# --- input without input
# stdin: "first line\nsecond\n\nlast without newline"
print(repr(input()), repr(input('prompt> ')), repr(input()), repr(input()))
try: input()
except EOFError as e: print(repr(e))
try: input('again? ')
except EOFError as e: print(repr(e))

# --- input with a prompt that is not a string
# stdin: "x\ny\n"
print(input(5))
print(input([1]))

# --- reading all of standard input
# stdin: "1 2\n3 4\n"
import sys
for line in sys.stdin:
    print([int(x) for x in line.split()], repr(line))
print(repr(sys.stdin.read()), repr(sys.stdin.readline()))

# --- sys.stdin methods
# stdin: "a\nb\nc\nd"
import sys
print(repr(sys.stdin.readline()), repr(sys.stdin.read(1)), sys.stdin.readlines())
