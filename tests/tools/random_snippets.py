"""Pieces for random_programs.py that are too particular to be made up."""

# Each raises; the words and the marked columns are what is compared.
FAILING = r"""int('x')
float('1.5.2')
'abc'.index('z')
[].pop()
{}.popitem()
next(iter([]))
chr(-1)
ord('ab')
bytes([300])
'a' + 1
1 + 'a'
None + 1
len(5)
[x for x in 5]
5()
'abc'[10]
'a'['b']
[1][None]
{[]: 1}
{}[[]]
{[1]}
-'a'
~1.5
1 < 'a'
[1] < [None]
sorted([1, 'a', None])
sum(['a'])
''.join([1])
'%d' % 'a'
'%s %s' % 1
'%q' % 1
'{}'.format()
'{0} {}'.format(1, 2)
f'{1:s}'
format('a', 'd')
round('a')
abs('a')
range(1.5)
range(1, 2, 0)
'a' * 'b'
[1] * 1.5
1 @ 2
isinstance(1, 1)
max()
max([])
min(1)
(lambda x: x)()
(lambda: 0)(1)
(lambda *, k: k)()
print(sep=1)
int('ff', 50)
int([])
[1, 2, 3].index(9)
[1].remove(2)
(1, 2).index(3)
'x'.encode('ascii', 'what')
'\xe9'.encode('ascii')
b'\xff'.decode()
(1).to_bytes(0, 'big')
(-1).to_bytes(2, 'big')
int.from_bytes(b'a', 'middle')
dict([1])
dict([(1, 2, 3)])
set(5)
zip(1)
list(zip([1], [1, 2], strict=True))
divmod(1, 0)
1 % 0
1.0 // 0
0 ** -1
pow(2, -1, 4)
1 << -1
2 ** 'a'
complex('x')
str(b'a', 'no-such-codec')
[1, 2][1:2:0]
iter(5)
reversed({1})
enumerate(5)
map()
hash([])
hash({})
getattr(1, 'x')
type(1)(None)
slice()
1 in 5
'a' in 'b' in 5
None[0]
None.x
(1).x
[].add(1)
''.appendd
{}.key
().append
range(3)[5]
bytes(-1)
bytearray(b'a').append(256)
memoryview('a')
float([])
bin(1.5)
hex('a')
any(1)
all(None)
callable()
(i for i in 3)
[*3]
{**3}
print(*3)
dict(**3)
print(**{1: 2})
f'{[]:5}'
f'{None!r:>{-1}}'
'a'.center('b')
'abc'.split('')
'abc'.replace('a')
'a'.zfill()
'{a.b}'.format(a=1)
'{a[0]}'.format(a=1)
'{'.format(1)
'%(a)s' % {}
eval('1 +')
eval('undefined_name')
exec('raise KeyError(1)')
compile('x = ', 'f', 'exec')
ValueError('a', 'b').nothing""".split("\n")

# The same with whole statements; ¶ is a line break.
FAILING_STATEMENTS = r"""a, b = 1
a, b = (1, 2, 3)
a, *b, c = [1]
(1, 2)[0] = 1
'abc'[0] = 'x'
(5).x = 1
del [1][5]
del {}['a']
del undefined_name
None[0] = 1
for a, b in [1]: pass
for x in {'a': 1} | {}: undefined_name
raise 5
raise ValueError from 5
raise
assert []
assert 1 > 2, [1, 2]
from sys import no_such_name
import no_such_module
from no_such_module.sub import x
with 5: pass
with 5 as x, 6: pass
[1, 2, 3].sort(key=1)
[1, 'a'].sort()
x = [1]; x[0] += 'a'
x = (1,); x[0] += 1
x: int = [] + 1
d = {'a': 1}¶for k in d: d[k + 'x'] = 1
d = {1: 1}¶for k in d: del d[k]
s = {1}¶for k in s: s.add(k + 1)
def g(): yield 1; return 2¶it = g(); next(it); next(it)
def g(): yield¶g().send(1)
def g(): yield¶it = g(); next(it); it.throw(KeyError('in'))
def g(a, b=2, *, c): return a¶g()
def g(a, b=2, *, c): return a¶g(1, 2, 3, c=4)
def g(a, b=2, *, c): return a¶g(1, c=4, d=5)
def g(a, /): return a¶g(a=1)
def g(a, /, **k): return a¶g(a=1)
def g(abc): return abc¶g(abd=1)
def g(): return later¶g()
def g(): x += 1¶g()
def g():¶    print(y)¶    y = 1¶g()
def g():¶    def h(): return z¶    h()¶    z = 1¶g()
def g(): return g() + 1¶g()
def g(n): return [g(n) for _ in range(1)]¶g(0)
def g(n): return sorted([2, 1], key=g)¶g(0)
async def g(): raise ValueError('x')¶g().send(None)
try: undefined_name¶except int: pass
try: 1 / 0¶except (1, 2): pass
try: 1 / 0¶except ZeroDivisionError: [][1]
try: 1 / 0¶except ZeroDivisionError as e: raise KeyError('k') from e
try: 1 / 0¶except ZeroDivisionError as e: raise KeyError('k') from None
try: 1 / 0¶except ZeroDivisionError as e: raise
try: 1 / 0¶finally: undefined_name
try: raise ExceptionGroup('g', [ValueError(1), KeyError(2)])¶except* KeyError: pass
try: raise ExceptionGroup('g', [ValueError(1), KeyError(2)])¶except* KeyError as e: raise TypeError('t') from e
try: raise ExceptionGroup('g', [ValueError(1)])¶except* ExceptionGroup: pass
e = ValueError('v'); e.add_note('one\ntwo'); raise e
e = ExceptionGroup('g', [ValueError(1), ExceptionGroup('h', [KeyError('k')])]); raise e
raise BaseExceptionGroup('b', [KeyboardInterrupt(), ValueError()])
raise OSError(2, 'No such file', 'name.txt')
raise SystemExit(3)
raise SystemExit('text')
raise SystemExit
raise StopIteration(5)
raise KeyError('a key')
raise ValueError
raise ValueError()
raise ValueError('')
raise ValueError('line one\nline two')
raise UnicodeDecodeError('utf-8', b'ab', 0, 1, 'why')
raise SyntaxError('my own')
raise Exception('café', 1)
raise (ValueError, TypeError)
print(¶    1,¶    undefined_name,¶)
x = [¶    1,¶    2 / 0,¶]
x = (1 +¶     2 / 0 +¶     3)
x = {¶    'a': [][3],¶}
def g(¶    a,¶    b,¶): return a + b¶g(¶    1,¶    'x',¶)
x = '''a¶b''' + 5
x = ''.join([¶    'a',¶    1,¶])
assert (¶    1¶    > 2¶), 'why'
x = [y / 0 for y in range(1)]
x = (lambda: 1 / 0)()
x = list(map(lambda v: v / 0, [1]))
x = {k: v / 0 for k, v in {1: 2}.items()}
x = [z for z in (1 / w for w in [1, 0])]
x = sum(1 / w for w in [1, 0])
x = f'{1 / 0}'
x = f'a {  [1][2]  !r}'
x = 1 if undefined_name else 2
x = [1, 2][5].foo(bar)[0]
x = ([1, 2]¶     [5])
x = (5)\¶    .foo
x = 'a'.foo.bar.baz
x = (1 + 2) * ('a' - 3) / 4
x = 1 + -'a' + 2
x = not undefined_name
x = 'café' + '中文' + undefined_name
x = '中文', 1 / 0, 'after'""".split("\n")

# Each prints something about a corner of the language.
ODDS = r"""print([f() for f in [lambda: i for i in range(3)]], [f() for f in [lambda i=i: i for i in range(3)]])
with memoryview(b'abc') as view: print(view[1], bytes(view[::-1]), len(view))
print((3+2j) * (1-4j), abs(3+4j), complex(1.5, 1) == 1j, (1j).conjugate(), -0j, 1e3j)
exec('executed = 5'); print(executed)
print(eval('a + b', {'a': 1, 'b': 2}))
print({1: 2}.keys() & {1, 3}, {'a': 1}.items() == {('a', 1)}, sorted({1: 1, 2: 2}.keys() - {2}))
print(bytearray(b'abc').replace(b'b', b'xx'), bytearray(3), b'a,b'.split(b','), b'abc'.hex(' '))
print(slice(1, 9).indices(7), range(10)[2:8:3], range(0, 20, 3).index(9), 7 in range(1, 10, 2))
print(list(zip([1, 2], 'ab', (x for x in range(5)))), list(enumerate('ab', 5)), dict(zip('ab', range(2))))
print(divmod(-7, 2), -7 // 2, -7 % 3, 7 % -3, -7.5 // 2, -7.5 % 2, round(2.5), round(-3.5), round(1234.567, -2), 2 ** -2)
print(int('-0b101', 0), int(' 12 '), float('-inf'), 1e400, 0.1 + 0.2, 1e22, 1e21, 123456789012345680.0, 5e-324, -0.0)
print('%s %r %5.2f %-5d| %05d %+d %x %#o %e %g %c %%' % ('a', 'b', 3.14159, 42, 42, 42, 255, 8, 12345.678, 1e-10, 'z'))
print('{:>10}|{:^10}|{:<10}|{:=+10}|{:,}|{:_b}|{:.3e}|{!r:10}'.format('a', 'b', 'c', 5, 1234567, 255, 1234.5, 'd'))
print(*map(lambda *a: sum(a), [1, 2], [3, 4], [5, 6]), *filter(None, [0, 1, '', 'a', [], [0]]))
print([*range(3), *'ab', *{}], {**{'a': 1}, 'b': 2, **dict(c=3)}, (*[1], *(2,)))
print(a := 5, (b := a + 1), [c := b * 2, c + 1])
print(1 < 2 < 3 == 3 != 4 >= 4, 1 < 2 > 3, not 1 == 2, 1 in [1] == True)
print('abc' 'def' f'{1 + 1}' r'\d', b'a' b'b', '\x41\u00e9\N{BULLET}\101')
print((lambda a, /, b=2, *c, d, e=5, **f: (a, b, c, d, e, f))(1, d=4, z=9), (lambda *a, **k: (a, k))(*'ab', **{'c': 1}))
print(next(x for x in range(10) if x > 3), [(i, j) for i in range(3) for j in range(i) if i + j], {i: j for i, j in [(1, 2)]})
print(isinstance(True, int), isinstance(1, (str, int)), issubclass(bool, int), type(1) is int, type(int).__name__, callable(len))
print(max('abc', key=ord), min([3, 1, 2], key=lambda v: -v), max([], default='none'), sum([[1], [2]], []), sum([0.1] * 10) > 1)
print('a-b_c d'.title(), 'ss\xdf'.upper(), 'HELLO'.swapcase(), 'a\tb'.expandtabs(4), 'x'.join('abc'), 'abcabc'.rindex('b'))
print(str.maketrans('ab', 'xy', 'c'), 'abcab'.translate(str.maketrans('ab', 'xy', 'c')), 'a.b.c'.rsplit('.', 1), 'a b'.partition(' '))
t = (1, [2]); t[1].append(3); print(t, t + (4,), t * 2, (1, 2) < (1, 3), hash(()) == hash(()))
x = y = []; x += [1]; print(y, x is y); x = x + [2]; print(y, x is y)
n = 0¶while True:¶    n += 1¶    if n == 2: continue¶    if n > 3: break¶    print(n)¶else: print('never')
def outer():¶    x = 1¶    def inner():¶        nonlocal x¶        x += 1¶        return x¶    return inner, lambda: x¶i, l = outer(); print(i(), i(), l())
def gen():¶    try:¶        got = yield 1¶        print('got', got)¶        yield 2¶    except ValueError as e: print('in', e); yield 3¶    finally: print('closing')¶g = gen(); print(next(g), g.send('s')); print(g.throw(ValueError('v'))); g.close()
def gen():¶    r = yield from inner()¶    print('returned', r)¶def inner():¶    x = yield 1¶    return x¶g = gen(); next(g)¶try: g.send(7)¶except StopIteration: print('done')
def deco(n):¶    def wrap(f): return lambda *a: f(*a) + n¶    return wrap¶@deco(1)¶@deco(10)¶def dec(x): return x * 2¶print(dec(5))
def kw(*, a, b=2): return a, b¶print(kw(a=1), kw(b=3, a=4)); print((lambda x, *, y: x - y)(5, y=3))
def change():¶    global global_name, new_name¶    global_name = 1; new_name = 'n'¶change(); print(global_name, new_name)
i = 'kept'; [i for i in range(3)]; print(i); print([[j for j in range(i)] for i in range(3)])
d = {'a': 1}; d['b'] = d.pop('a'); d |= {'c': 3}; print(d, d.get('x'), d.setdefault('y', []), list(d), 'a' in d, len(d))
s = {3, 1, 2}; s.add(5); s.discard(9); s ^= {1, 7}; print(sorted(s), s >= {2}, s.isdisjoint({8}), frozenset([1]) | {2})
l = [5, 3, 8]; l.sort(reverse=True); l[1:2] = [9, 9]; del l[::2]; l.insert(-1, 4); print(l, l.index(9), l.count(9), l[-1:], l[::-1])
try:¶    try: 1 / 0¶    finally: print('f')¶except ZeroDivisionError as e: print(type(e.__context__), e.__suppress_context__)
try: raise KeyError('a') from ValueError('b')¶except KeyError as e: print(repr(e.__cause__), str(e), e.args)""".split("\n")

# The same, with what came after CPython 3.11.
NEWER_ODDS = r"""print(t'{1 + 1} a {'x'!r:>5}'.values, t'a{5}b'.strings)
type Alias[T] = list[T]; print(Alias, Alias.__name__)
def generic[T: int = str](x: T) -> T: return x¶print(generic(5))
print(f'{'nested ' + f'{1:>{2 + 1}}'}', f"{'a' 'b'}", f'{[1, 2][0]:03}', f'{(lambda q: q)(3)}')
try: int('x')¶except TypeError, ValueError: print('unparenthesised')
def final():¶    try: return 1¶    finally: return 2¶print(final())
print(float.from_number(3), int.from_bytes([1, 2]), 'abc'.replace('b', 'x', count=1), bytes.fromhex(b'00ff'))
print(repr(ExceptionGroup('g', [ValueError(1)]).split(ValueError)), ExceptionGroup('g', [KeyError()]).exceptions)
print(list(map(lambda a, b: a + b, [1], [2], strict=True)), list(zip([1], [2], strict=True)))""".split("\n")

# Bodies of `async def main():`; WORKER prints its rounds and gives way after each.
ASYNC_MAINS = r"""print(await asyncio.gather(WORKER('a', A), WORKER('b', B), WORKER('c', C)))
print(await asyncio.gather(WORKER('a', A), WORKER('b', B), WORKER('c', C), return_exceptions=True))
tasks = [asyncio.create_task(WORKER(n, A)) for n in 'ab']¶for task in tasks: print(await task)
async with asyncio.TaskGroup() as group:¶    one = group.create_task(WORKER('a', A))¶    two = group.create_task(WORKER('b', B))¶print(one.result(), two.result())
try: print(await asyncio.wait_for(WORKER('a', A), 5))¶except ValueError as error: print(repr(error))
queue = asyncio.Queue()¶async def put():¶    for i in range(A): await queue.put(i)¶    await queue.put(None)¶task = asyncio.create_task(put())¶while (item := await queue.get()) is not None: print(item)¶await task
lock = asyncio.Lock()¶async def use(n):¶    async with lock:¶        print('in', n)¶        await asyncio.sleep(0)¶        print('out', n)¶await asyncio.gather(use(1), use(2), WORKER('c', C))
task = asyncio.create_task(WORKER('a', 3))¶await asyncio.sleep(0)¶task.cancel()¶try: await task¶except asyncio.CancelledError: print('cancelled')
event = asyncio.Event()¶async def wait(n):¶    await event.wait()¶    print('woke', n)¶tasks = [asyncio.create_task(wait(n)) for n in range(A)]¶await asyncio.sleep(0)¶event.set()¶await asyncio.gather(*tasks, WORKER('b', B))
done, pending = await asyncio.wait([asyncio.create_task(WORKER('a', A)), asyncio.create_task(WORKER('c', C))])¶print(len(done), len(pending), sorted(t.result() for t in done))
for coroutine in asyncio.as_completed([WORKER('a', 2), WORKER('c', 1)]): print(await coroutine)""".split("\n")
