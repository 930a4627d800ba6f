# x.__init__(...) of what is there already. CPython makes these objects in __init__, so it makes them anew.
from collections import deque
d = deque([1, 2, 3], 5)
print(d.__init__(), d, d.maxlen)
print(d.__init__([5, 6, 7], 2), d)
print(d.__init__(iterable='ab'), d)
d.__init__(d)
print(d)
it = iter(d)
d.__init__('xyz')
try:
    next(it)
except RuntimeError as e:
    print(e)
for arguments in [(1,), (1, 2, 3), ([], 'x'), ([], -1)]:
    try:
        deque().__init__(*arguments)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
try:
    d.__init__(a=1)
except TypeError as e:
    print(e)
print(d)

# --- memory
b = bytearray(b'abc')
b.__init__(b'xy'); print(b)
b.__init__(3); print(b)
b.__init__('é', 'utf-8'); print(b)
b.__init__(x for x in [1, 2]); print(b)
b.__init__(); print(b)
b.__init__(b'12')
view = memoryview(b)
try:
    b.__init__(b'123')
except BufferError as e:
    print(e)
view.release()
b.__init__(b'123'); print(b)
try:
    b.__init__(1, 2, 3, 4)
except TypeError as e:
    print(e, b)

# --- streams in memory
import io
s = io.StringIO('abc')
s.read(2)
print(s.__init__('new'), s.read(), s.tell())
s.__init__(); print(repr(s.getvalue()))
s.__init__('a\nb', newline='\r\n'); print(repr(s.getvalue()))
s.close()
s.__init__('open again'); print(s.closed, s.read())
try:
    s.__init__(1)
except TypeError as e:
    print(e)
b = io.BytesIO(b'abc')
b.read(2)
b.__init__(b'xyz'); print(b.read())
view = b.getbuffer()
try:
    b.__init__(b'a')
except BufferError as e:
    print(e)
view.release()
b.__init__(); print(b.getvalue())

# --- dicts of collections
from collections import Counter, OrderedDict, defaultdict
c = Counter('abc')
print(c.__init__('abcd'), c)
c.__init__(a=3); print(c)
c.__init__({'z': 2}, y=1); print(c)
c.__init__(); print(c)
c.__init__(x for x in 'zz'); print(c)
for arguments in [(1,), (1, 2)]:
    try:
        c.__init__(*arguments)
    except TypeError as e:
        print(e)
d = defaultdict(int, {1: 2})
print(d.__init__(list, {3: 4}), d)
d.__init__(a=1); print(d)
d.__init__(None, [(5, 6)]); print(d)
for arguments in [(1,), (1, 2), (len, 3), (len, {}, {})]:
    try:
        d.__init__(*arguments)
    except TypeError as e:
        print(e, d.default_factory)
o = OrderedDict(a=1)
print(o.__init__({'b': 2}, c=3), o)
try:
    o.__init__(1, 2)
except TypeError as e:
    print(e)

# --- list and set take no keywords
for x in [[1], {1}]:
    try:
        x.__init__(a=1)
    except TypeError as e:
        print(e, x)
    x.__init__('a')
    print(x)

# --- exceptions
def show(e, *names):
    print(repr(e), *[getattr(e, name) for name in names])
e = SyntaxError('m', ('f', 1, 2, 't'))
e.__init__('x'); show(e, 'msg', 'filename', 'lineno')
e.__init__('y', ('g', 3, 4, 'u', 5, 6)); show(e, 'msg', 'filename', 'lineno', 'end_lineno')
e.__init__(); show(e, 'msg', 'filename')
e = ImportError('m', name='n', path='p')
e.__init__('x', path='q'); show(e, 'msg', 'name', 'path')
e.__init__(); show(e, 'msg', 'name', 'path')
e = OSError(2, 'x', 'f')
print(e.__init__(5, 'z'), e.__init__(a=1)); show(e, 'errno', 'strerror', 'filename', 'args')
e = StopIteration(3)
e.__init__(4, 5); show(e, 'value')
e.__init__(); show(e, 'value')
e = SystemExit(3)
e.__init__(4, 5); show(e, 'code')
e.__init__(); show(e, 'code')
e = AttributeError('m', name='n', obj=1)
e.__init__('x', name='y'); show(e, 'name', 'obj')
e = NameError('m', name='n')
e.__init__('x'); show(e, 'name')
e = UnicodeDecodeError('utf-8', b'a', 0, 1, 'r')
e.__init__('latin-1', b'xyz', 1, 2, 's'); show(e, 'encoding', 'object', 'start', 'end', 'reason')
try:
    e.__init__('ascii', b'', 1)
except TypeError as error:
    print(error)
show(e, 'args', 'encoding', 'object')
e = UnicodeTranslateError('a', 0, 1, 'r')
e.__init__('bcd', 1, 2, 's'); show(e, 'object', 'start')
e = ValueError(1)
try:
    e.__init__(2, a=1)
except TypeError as error:
    print(error)
e.__init__(2, 3); show(e, 'args')

# --- objects of the library
import types, string, struct, contextlib, json, textwrap, decimal, graphlib, difflib
n = types.SimpleNamespace(a=1)
print(n.__init__(b=2), n)
n.__init__({'a': 5}, c=3); print(n)
for arguments in [(1, 2), (1,)]:
    try:
        n.__init__(*arguments)
    except TypeError as e:
        print(e)
from collections import ChainMap
c = ChainMap({1: 2})
print(c.__init__({3: 4}, {5: 6}), c)
c.__init__(); print(c)
t = string.Template('$a')
t.__init__('$b!'); print(t.template, t.substitute(b=1))
s = struct.Struct('i')
s.__init__('<hh'); print(s.size, s.format)
w = textwrap.TextWrapper(width=10)
w.__init__(width=30); print(w.width)
c = decimal.Context(prec=5)
c.__init__(prec=7); print(c.prec)
e = json.JSONEncoder()
e.__init__(sort_keys=True); print(e.encode({'b': 1, 'a': 2}))
x = contextlib.nullcontext(1)
x.__init__(2)
with x as y:
    print(y)
g = graphlib.TopologicalSorter({1: [2]})
g.__init__({3: [4]}); print(list(g.static_order()))
m = difflib.SequenceMatcher(None, 'ab', 'ac')
m.__init__(None, 'abc', 'abc'); print(m.ratio())
