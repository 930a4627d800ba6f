# An uncaught exception prints its traceback on standard error.
print('before')
1 / 0
print('after')

# --- nested calls
def a(x):
    return b(x) + 1
def b(x):
    return c(x, 0)
def c(x, y):
    return x / y
a(5)

# --- caret ranges of binary operators and subscripts
def f(a, b):
    return a[0] + b['k'] * 3 - a[b['missing']] / 2
f([1, 2], {'k': 1})

# --- caret for a binary operation
x, y, z = 1, 'two', 3
r = (x * 2) + (y * z) + x

# --- caret for a call
def area(width, height): return width * height
print(area(3, 4))
print(area(3), 'x')

# --- caret for an attribute
data = {'items': [1, 2, 3]}
total = data['items'].sum() + 5

# --- caret for nested subscripts
d = {'a': {'b': [10, 20]}}
print(d['a']['b'][0])
print(d['a']['b'][5])

# --- statement over several lines
def f(a, b, c): raise ValueError('multi')
result = f(1,
           2 +
           3,
           4)

# --- a long expression over lines
x = [
    1,
    2 + 'a',
    3,
]

# --- whole line error has no carets
def f():
    raise ValueError('whole line')
f()

# --- raise with from
def f():
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError('bad input') from e
f()

# --- exception during handling
def f():
    try:
        {}['k']
    except KeyError:
        undefined_function()
f()

# --- raise from None
try:
    {}['k']
except KeyError:
    raise ValueError('clean') from None

# --- three in a chain
try:
    try:
        try:
            1 / 0
        except ZeroDivisionError as e:
            raise KeyError('second') from e
    except KeyError:
        [][1]
except IndexError as e:
    raise RuntimeError('last') from e

# --- notes
e = ValueError('with notes')
e.add_note('first note')
e.add_note('second\nover two lines')
e.add_note('')
raise e

# --- an exception group
raise ExceptionGroup('several', [ValueError('one'), TypeError('two')])

# --- nested exception groups with tracebacks
def f(x):
    raise ValueError(x)
def g():
    es = []
    for i in range(2):
        try: f(i)
        except ValueError as e: es.append(e)
    raise ExceptionGroup('outer', [*es, ExceptionGroup('inner', [KeyError('k'), OSError("msg")])])
g()

# --- recursion is folded
def f(n):
    if n == 0: raise ValueError('bottom')
    return f(n - 1)
f(12)

# --- mutual recursion is not folded
def f(n):
    if n == 0: raise KeyError('x')
    return g(n - 1)
def g(n):
    return f(n)
f(4)

# --- exactly three and four repetitions
def f(n):
    if n == 0: 1 / 0
    f(n - 1)
try: f(2)
except ZeroDivisionError: print('3 frames')
f(3)

# --- multi-line message
raise ValueError('line one\nline two\n  line three')

# --- empty message
raise ValueError

# --- message None
raise ValueError(None)

# --- message with several arguments
raise ValueError('a', 1, [2])

# --- KeyError shows repr
raise KeyError('the key')

# --- a unicode line with wide characters keeps the caret in place
s = 'héllo'; t = '日本'; s + t + 5

# --- tabs and spaces before the line
if True:
	x = 1
	print(x + 'a')

# --- an error in a lambda
f = lambda x: x + 1
f('a')

# --- an error in a comprehension
rows = [1, 2, 0]
[10 // r for r in rows]

# --- an error in a generator expression
rows = [1, 2, 0]
sum(10 // r for r in rows)

# --- an error in a generator
def g():
    yield 1
    raise RuntimeError('in generator')
for x in g():
    print(x)

# --- yield from chain
def a():
    yield 1
    raise ValueError('deep')
def b():
    yield from a()
def c():
    yield from b()
print(list(c()))

# --- error inside a key function
def key(x):
    return x['age']
sorted([{'age': 1}, {}], key=key)

# --- error through map and filter
def conv(x): return int(x)
print(list(map(conv, ['1', 'x'])))

# --- in a default argument
def f(x=1/0): pass

# --- in a decorator
def deco(f):
    raise TypeError('cannot decorate')
@deco
def f(): pass

# --- in a with block
with memoryview(b'abc') as m:
    m[10]

# --- with statement on a wrong object
with 5 as x:
    pass

# --- in finally
try:
    x = 1
finally:
    x.y

# --- for over a non-iterable
for x in 5:
    pass

# --- unpacking
a, b, c = 1, 2

# --- unpacking a non-iterable
def f():
    return None
a, b = f()

# --- del of an unknown name
del nothing_here

# --- assert
x = 5
assert x > 10, f'x is {x}'

# --- assert without a message
def check(v):
    assert isinstance(v, int) and v > 0
check(-1)

# --- augmented assignment
total = 0
total += 'a'

# --- subscript assignment
t = (1, 2)
t[0] = 5

# --- dict key in f-string
d = {'a': 1}
print(f"value: {d['b']}")

# --- format spec error in an f-string
x = 'text'
print(f'{x:d}')

# --- comparison chain
a, b, c = 1, 2, 'x'
print(a < b < c)

# --- unary operator
x = 'a'
y = 1 + -x

# --- boolean expression
def f(x): return x.foo
ok = True and f(5) or 3

# --- conditional expression
x = 0
y = 5 if x else 1 // x

# --- call with keywords over two lines
def f(*, a, b): pass
f(a=1,
  c=2)

# --- chained method calls
'abc'.upper().lower().foo().strip()

# --- method chain over lines
r = ('abc'
     .upper()
     .index('z'))

# --- subscript with a slice
[1, 2, 3]['a':2]

# --- import of a missing module
import not_a_module

# --- from import of a missing name
from math import squirt

# --- sys.exit with a string
import sys
print('out')
sys.exit('fatal: message')

# --- sys.exit with a number
import sys
sys.exit(3)

# --- raise SystemExit inside try/finally
try:
    raise SystemExit(4)
finally:
    print('cleanup')

# --- StopIteration escapes next
next(iter([]))

# --- recursion limit in a traceback is folded
def f(n):
    return f(n + 1)
try:
    f(0)
except RecursionError as e:
    print(type(e).__name__)
    raise ValueError('was recursive') from None

# --- a nested function shows its own name
def outer():
    def inner():
        raise ValueError('in inner')
    inner()
outer()

# --- line with a comment and semicolons
x = 1; y = x / 0; z = 2  # comment here

# --- error in an if condition, while condition and return value
def f(n):
    while n.value > 3:
        pass
f(5)

# --- error in an elif over two lines
x = None
if x:
    pass
elif (len(x) >
        3):
    pass

# --- star argument error
print(*5)

# --- double star argument error
def f(**k): pass
f(**{'a': 1}, **5)

# --- exec'd source has no lines
exec('def f():\n    return 1/0\n')
f()

# --- eval error
eval('1 + "a"')

# --- syntax error at run time through exec
exec('x = = 1')

# --- async function, error after await
import asyncio
async def leaf():
    raise ValueError('in coroutine')
async def main():
    try:
        await leaf()
    except ValueError as e:
        print('caught', e)
asyncio.run(main())
raise ValueError('done')

# --- warning-free walrus line
if (n := len([1, 2])) > 1 and n / 0 > 2:
    pass

# --- lambda inside call arguments
print(list(map(lambda x: x['k'], [{'k': 1}, {}])))

# --- deep expression nesting in one line
d = {'f': lambda x: [x, {'y': x / 0}]}
print(d['f'](1)[1]['y'])

# --- caret of the right call among several on one line
def ok(x): return x
def bad(x): raise KeyError(x)
print(ok(1), ok(ok(2)), ok(bad(3)), ok(4))

# --- exception with a custom attribute and a cause without traceback
e = RuntimeError('main')
e.__cause__ = ValueError('never raised')
raise e

# --- context without traceback is shown too
e = RuntimeError('main')
e.__context__ = ValueError('context')
raise e

# --- group with a cause inside
def f():
    try:
        int('x')
    except ValueError as e:
        raise RuntimeError('wrapped') from e
try: f()
except RuntimeError as e:
    raise ExceptionGroup('group', [e])

# --- except* reraises the rest
try:
    raise ExceptionGroup('g', [ValueError(1), TypeError(2), KeyError(3)])
except* TypeError:
    print('handled')

# --- raising in except* shows both
try:
    raise ExceptionGroup('g', [ValueError(1)])
except* ValueError:
    raise KeyError('new')
