# A call spread over lines marks every line of it.
def f(*a, **k):
    raise ValueError('here')

value = f(
    1,
    2,
    key=3,
)

# --- an operator over lines
x = (1 +
     2 +
     'three' +
     4)

# --- a subscript over lines
data = {'a': 1}
y = data[
    'missing'
]

# --- an attribute chain over lines
class_like = 'text'
r = (class_like
     .upper()
     .no_such_method()
     .lower())

# --- a long line is shown whole
def f(x): return x
value = f(1) + f(2) + f(3) + f(4) + f(5) + f(6) + f(7) + f(8) + f(9) + f('ten') + f(11) + f(12) + f(13) + f(14) + f(15)

# --- nested function calls on one line
def a(x): return x
def b(x): return 1 / x
print(a(b(a(b(a(0))))))

# --- the same line twice in different frames
def f(n): return n and f(n - 1) or 1 / 0
f(2)

# --- lambda in a dictionary
table = {'add': lambda a, b: a + b, 'div': lambda a, b: a / b}
print(table['add'](1, 2))
print(table['div'](1, 0))

# --- dictionary display over lines
config = {
    'a': 1,
    'b': int('x'),
    'c': 3,
}

# --- list comprehension over lines
rows = [{'v': 1}, {}]
values = [
    row['v']
    for row in rows
    if row is not None
]

# --- generator inside sum over lines
total = sum(
    10 // n
    for n in (5, 2, 0)
)

# --- conditional expression over lines
x = None
y = (x.value
     if x is None
     else 5)

# --- return of a tuple over lines
def f():
    return (
        1,
        undefined_name,
    )
f()

# --- error in the else of a loop
for i in range(2):
    pass
else:
    i.nope()

# --- error in a while condition after some rounds
n = 3
while 6 / n:
    n -= 1

# --- error in an elif
x = 5
if x < 3:
    pass
elif x + 'a':
    pass

# --- error in a nested with
with memoryview(b'abc') as m:
    with memoryview(b'x') as n:
        m[0] + n[5]

# --- raise inside a lambda by a helper
def fail(message): raise RuntimeError(message)
check = lambda x: x if x else fail('no value')
check(0)

# --- star-args call marks the call
def f(a, b): return a + b
args = [1, 'x']
f(*args)

# --- keyword-only call
def f(*, width, height): return width * height
f(width=2)

# --- unexpected keyword with a suggestion
def connect(host, timeout=5): pass
connect('h', timout=3)

# --- a method call with a keyword error
'a b'.split(separator=' ')

# --- augmented assignment to an item
d = {'n': 'text'}
d['n'] += 1

# --- augmented assignment to a missing key
counts = {}
counts['a'] += 1

# --- deletion of an item
d = {}
del d['gone']

# --- deletion of a slice with a bad step
l = [1, 2, 3]
del l[::0]

# --- slice assignment
l = [1, 2, 3]
l[::2] = [1]

# --- chained assignment
a = b = [1][5]

# --- unpacking in a for
for a, b in [(1, 2), (3,)]:
    print(a, b)

# --- nested unpacking
(a, (b, c)), d = (1, (2, 3, 4)), 5

# --- starred unpacking
a, *b, c = [1]

# --- an error in the iterable of a for
for x in [1, 2][5]:
    pass

# --- an error in an in test
if 5 in 10:
    pass

# --- comparison in a chain over lines
a = 1
if (0 < a <
        'x'):
    pass

# --- not of something strange is fine, minus is not
x = not []
y = -[]

# --- await on a non-awaitable
async def main():
    await 5
c = main()
c.send(None)

# --- async for over a list
async def main():
    async for x in [1, 2]:
        pass
main().send(None)

# --- async with on a wrong object
async def main():
    async with 5 as x:
        pass
main().send(None)

# --- an exception in a coroutine awaited by another
async def inner(x):
    return 1 / x
async def outer():
    return await inner(0)
outer().send(None)

# --- an error inside an f-string with nested quotes
user = {'name': 'x'}
print(f"{user['name']} {user['email']!r:>10}")

# --- an error inside a multi-line f-string
x = 0
s = f'''
first {x}
second {1 / x}
'''

# --- an error inside nested f-strings
a = {}
print(f'outer {f'inner {a["k"]}'}')

# --- str.format errors
print('{} {}'.format(1))

# --- percent errors
print('%d items' % 'three')

# --- throw into a generator
def g():
    yield 1
    yield 2
x = g()
next(x)
x.throw(ValueError('thrown in'))

# --- error in a generator's finally
def g():
    try:
        yield 1
    finally:
        1 / 0
x = g()
next(x)
x.close()

# --- RuntimeError from StopIteration
def g():
    yield 1
    next(iter([]))
    yield 2
list(g())

# --- the traceback of a re-raised exception in finally
def f():
    try:
        1 / 0
    finally:
        print('cleanup')
f()

# --- an exception in except and finally
try:
    1 / 0
except ZeroDivisionError:
    try:
        [][0]
    finally:
        {}['k']

# --- implicit chain through several functions
def load(name):
    try:
        return {}[name]
    except KeyError:
        return fallback(name)
def fallback(name):
    return int(name)
load('abc')

# --- explicit chain through several functions
def load(name):
    try:
        return {}[name]
    except KeyError as e:
        raise LookupError(f'cannot load {name}') from e
def main():
    try:
        load('x')
    except LookupError as e:
        raise SystemError('fatal') from e
main()

# --- a cause that was raised elsewhere
saved = None
try:
    int('x')
except ValueError as e:
    saved = e
def f():
    raise RuntimeError('later') from saved
f()

# --- suppressing a context half way
def f():
    try:
        try:
            1 / 0
        except ZeroDivisionError:
            raise ValueError('hidden context') from None
    except ValueError:
        raise KeyError('shown')
f()

# --- notes on a chained exception
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        e.add_note('note on the cause')
        raise ValueError('outer') from e
except ValueError as e:
    e.add_note('note on the outer')
    raise

# --- a note that is not a string
e = ValueError('x')
e.__notes__ = ['fine', 5, None]
raise e

# --- notes of a wrong type
e = ValueError('x')
e.__notes__ = 5
raise e

# --- a group with many exceptions is cut
raise ExceptionGroup('many', [ValueError(i) for i in range(20)])

# --- a deep group is cut
e = ValueError('bottom')
for i in range(12):
    e = ExceptionGroup(f'level {i}', [e])
raise e

# --- a group with notes and messages over lines
a = ValueError('one\ntwo')
a.add_note('noted')
g = ExceptionGroup('group\nmessage', [a, KeyError('k')])
g.add_note('on the group')
raise g

# --- a group whose members have causes and contexts
es = []
for f in (lambda: int('x'), lambda: {}['k']):
    try:
        try:
            f()
        except Exception as inner:
            raise RuntimeError('wrapped') from inner
    except RuntimeError as e:
        es.append(e)
raise ExceptionGroup('all', es)

# --- a group as a cause
try:
    raise ExceptionGroup('g', [ValueError(1)])
except ExceptionGroup as e:
    raise SystemError('because of the group') from e

# --- a base exception group
raise BaseExceptionGroup('stop', [KeyboardInterrupt(), ValueError('v')])

# --- except* with a new exception chained
try:
    raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
except* ValueError as e:
    raise KeyError('replacement') from e

# --- a multi-line statement where the error is on the last line
result = [1, 2, 3,
          4, 5,
          undefined_at_end]

# --- semicolons
a = 1; b = 2; c = a + b; d = c / 0; e = 5

# --- an error after a line continuation
total = 1 + \
    2 + \
    None

# --- deep nesting of blocks
if True:
    for i in range(1):
        while True:
            try:
                with memoryview(b''):
                    i / 0
            finally:
                break_me = 1
            break

# --- error on a line with tabs inside
x	=	[1,	2]	;	x[5]

# --- error with wide characters before the caret
名前 = {'鍵': 1}; print(名前['鍵'], 名前['無い鍵'])

# --- combining characters before the caret
é = 'e\u0301'; ö = é + 1

# --- emoji in a string before the caret
print('😀😀', 1 / 0)

# --- very long name
def a_function_with_a_very_long_name_that_fills_the_line_quite_a_bit(argument_with_a_long_name_too):
    return argument_with_a_long_name_too.attribute_that_does_not_exist_anywhere
a_function_with_a_very_long_name_that_fills_the_line_quite_a_bit(5)

# --- recursion error at the top is folded
import sys
def f(n):
    if n:
        f(n - 1)
    else:
        raise RuntimeError('deep enough')
f(30)

# --- alternating recursion is not folded, a repeated block of one line is
def a(n): return b(n) if n else c()
def b(n): return a(n - 1)
def c(): raise ValueError('c')
a(2)

# --- an exception whose str fails is survived
e = ValueError(*[])
raise e

# --- exceptions of every kind show their qualified name
raise UnicodeDecodeError('utf-8', b'ab\xff', 2, 3, 'invalid start byte')

# --- OSError with a file name
raise FileNotFoundError(2, 'No such file or directory', 'data.csv')

# --- StopAsyncIteration, GeneratorExit and friends
raise GeneratorExit('why')

# --- SyntaxError raised by hand
raise SyntaxError('by hand')

# --- SyntaxError with details raised by hand
raise SyntaxError('by hand', ('file.py', 3, 5, 'some text here', 3, 9))

# --- MemoryError and RecursionError by hand
raise RecursionError('by hand')

# --- an exception class with a strange argument
raise ValueError(ValueError('inner'), [1, {'k': None}])

# --- a KeyError with a tuple
{}[1, 'two', (3,)]

# --- a KeyError with a multi-line string
{}['line one\nline two']

# --- an AssertionError with an expression
x = [3, 1, 2]
assert x == sorted(x), f'{x} is not sorted'

# --- an AssertionError over lines
a, b = 1, 2
assert (a == 1
        and b == 1), 'both must be one'

# --- a type called with wrong arguments
int('5', '6')

# --- the traceback starts at the module
def outer():
    def middle():
        def inner():
            return undefined_deep
        return inner()
    return middle()
if __name__ == '__main__':
    outer()

# --- map, filter and sorted have no frames of their own
def key(x): return 1 // x
print(sorted(filter(lambda x: True, map(key, [1, 0]))))

# --- max with a key
max([1, 2, 0], key=lambda n: 1 / n)

# --- a dictionary comprehension
{k: 1 // v for k, v in {'a': 1, 'b': 0}.items()}

# --- a set comprehension inside a function
def f(values):
    return {v.strip() for v in values}
f(['a', 5])

# --- nested comprehensions
[[y / (x - 1) for y in range(2)] for x in range(3)]

# --- a lambda default
f = lambda x, y=[].pop(): x

# --- print with a wrong keyword
print('a', sepp='-')

# --- calling the result of a call
def f(): return 5
f()()

# --- subscripting the result of a call
def f(): return None
f()[0]

# --- an attribute of the result of a subscript
[1, 2][0].foo.bar

# --- an operator between calls
def a(): return 1
def b(): return 'b'
x = a() + b() * 2

# --- power
x = 2 ** 3 ** 'a'

# --- matrix product
[1] @ [2]

# --- in-place operators on names, attributes and items
def f(): pass
f.n = None
f.n -= 1

# --- walrus inside a condition
data = [1, 2]
if (n := data[5]) > 3:
    print(n)

# --- global statement and unbound name
def f():
    global never_set
    return never_set
f()

# --- unbound local after del
def f():
    x = 1
    del x
    print(x)
f()

# --- a free variable before its assignment
def f():
    def g():
        return later
    g()
    later = 1
f()

# --- import error inside a function
def load():
    import no_such_module_anywhere
load()

# --- import of a missing submodule
import math.nothing

# --- from import with a near name
from math import sqr

# --- module attribute
import math
math.square(4)
