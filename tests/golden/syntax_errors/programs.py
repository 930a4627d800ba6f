# return outside a function.
def f():
    pass
return f()

# --- yield outside a function
x = 1
if x:
    y = yield x

# --- await in an ordinary function
async def g(): pass
def f():
    x = 1
    return await g()

# --- break outside a loop
for i in range(3):
    pass
if i:
    break

# --- continue outside a loop
def f():
    continue

# --- duplicate argument
def connect(host, port, host=None):
    pass

# --- global after use
counter = 0
def inc():
    print(counter)
    global counter
    counter += 1

# --- nonlocal at module level
nonlocal x

# --- no binding for nonlocal
def f():
    def g():
        nonlocal missing

# --- two starred targets
a, *b, *c = [1, 2, 3]

# --- starred target alone
*a = [1, 2]

# --- cannot use starred expression here
x = *[1, 2]

# --- cannot assign to a literal
5 = x

# --- cannot assign to a call
def f(): pass
f() = 3

# --- cannot assign to an expression, perhaps ==
a = 1
if a + 1 = 2:
    pass

# --- assignment in a condition
x = 5
if x = 5:
    print(x)

# --- cannot assign to True
True = 1

# --- cannot assign to None
None = 5

# --- cannot delete a call
del print()

# --- keyword argument repeated
print(1, sep='', sep=' ')

# --- positional argument follows keyword argument
print(sep='', 1)

# --- positional argument follows keyword unpacking
print(**{}, 1)

# --- generator expression must be parenthesized
print(x for x in (1, 2), 3)

# --- late future import
x = 1
from __future__ import annotations

# --- unknown future feature
from __future__ import telepathy

# --- not a chance
from __future__ import braces

# --- import star inside a function
def f():
    from math import *

# --- default except must be last
try:
    pass
except:
    pass
except ValueError:
    pass

# --- except and except* mixed
try:
    pass
except ValueError:
    pass
except* KeyError:
    pass

# --- return in except*
def f():
    try:
        pass
    except* ValueError:
        return 1

# --- walrus in a comprehension iterable
[x for x in (y := [1])]

# --- walrus rebinding the iteration variable
[x := 1 for x in (1, 2)]

# --- walrus at statement level
x := 5

# --- augmented assignment to a tuple
a, b += 1, 2

# --- annotated tuple
(a, b): int = 1, 2

# --- yield in a comprehension
def f():
    return [(yield x) for x in range(3)]

# --- yield from in an async function
async def f():
    yield from [1]

# --- return with value in an async generator
async def f():
    yield 1
    return 2

# --- named arguments must follow bare star
def f(a, *): pass

# --- parameter without a default
def f(a=1, b): pass

# --- missing colon
if True
    print(1)

# --- missing colon after def
def f()
    pass

# --- missing parenthesis
print((1, 2)
x = 5

# --- unmatched bracket
x = [1, 2)

# --- stray closing bracket
x = 1)

# --- forgotten comma
x = [1, 2 3, 4]

# --- forgotten comma in a call
print('a' 'b', 5 6)

# --- print as a statement
print 'hello'

# --- exec as a statement
exec 'x = 1'

# --- unterminated string
x = 'abc
print(x)

# --- unterminated triple quoted string
x = '''abc
def

# --- unterminated f-string
x = f'{1'

# --- f-string empty expression
f'{}'

# --- f-string with a stray brace
f'a}b'

# --- bad indentation
def f():
pass

# --- unexpected indent
x = 1
  y = 2

# --- unindent does not match
if True:
        x = 1
    y = 2

# --- inconsistent tabs
if True:
        x = 1
	y = 2

# --- else without if
x = 1
else:
    pass

# --- invalid character
x = 5 – 3

# --- invalid non-printable character
x = 1 + 2

# --- zero width space
x = 1​ + 2

# --- smart quotes
print(“hello”)

# --- invalid decimal literal
x = 12abc

# --- leading zeros
x = 0123

# --- invalid hex digit
x = 0xfg

# --- bad octal
x = 0o89

# --- ternary without else
x = 5 if True

# --- keyword as a name
for = 5

# --- keyword as an argument name
def f(class): pass

# --- lambda with a statement
f = lambda: return 5

# --- try without except
try:
    x = 1
y = 2

# --- import without a name
from math import

# --- trailing comma in import
from math import pi,

# --- dict without a value
d = {'a': 1, 'b'}

# --- dict with an equals sign
d = {'a' = 1}

# --- increments of other languages
x = 1
x++

# --- else if
x = 1
if x == 1:
    pass
else if x == 2:
    pass

# --- and with ampersands
if True && False:
    pass

# --- negation with a bang
if !True:
    pass

# --- arrow
def f(x) => x

# --- a question mark
x = y?

# --- a dollar sign
x = $y

# --- a backslash in the wrong place
x = 1 \ + 2

# --- end of file after a backslash
x = 1 + \

# --- no body at the end
def f():

# --- no body for a loop
for i in range(3):
print(i)

# --- no body after else
if 1:
    pass
else:
x = 1

# --- walrus without parentheses in a call keyword
f(a=b:=1)

# --- comprehension with an unparenthesised tuple
[x, y for x, y in z]

# --- did you mean: mistyped keyword
fro i in range(3):
    pass

# --- did you mean: import
improt math

# --- did you mean: while
whille True:
    pass

# --- did you mean: return
def f():
    retrun 5

# --- bytes can only contain ASCII
x = b'é'

# --- mixing bytes and str
x = 'a' b'b'

# --- truncated unicode escape
x = '\u12'

# --- truncated hex escape
x = '\x4'

# --- illegal unicode character in an escape
x = 'abc \U00110000'

# --- var-keyword not last
def f(**kw, a): pass

# --- parenthesised parameters
def f(a, (b, c)): pass

# --- assignment to a comprehension
[x for x in y] = 5

# --- assignment to an f-string
f'{x}' = 5

# --- assignment to a ternary
a if b else c = 5

# --- assignment to a lambda
lambda: 1 = 2

# --- assignment to await
async def f():
    await g() = 5

# --- a decorator without a function
@deco
x = 5

# --- a decorator with a statement
@x = 5
def f(): pass

# --- an empty decorator
@
def f(): pass

# --- a return annotation without a type
def f() -> :
    pass

# --- a for loop without in
for i range(5):
    pass

# --- a for loop over a call target
for f() in x: pass

# --- a with target that is a literal
with open('f') as 5: pass

# --- del of a literal
del 5

# --- raise with a comma
raise ValueError, 'text'

# --- missing closing brace over lines
d = {
    'a': 1,
    'b': [1, 2,
}

# --- error after good code prints nothing
print('never printed')
x = (1, 2
print('neither')

# --- two equals signs apart
x = 1
y = = 2

# --- the second reading looks into brackets behind a primary for comprehensions
[k for v {abc.defg: 2}]

# --- and finds mistakes there
[k for v {x y: 2}]

# --- in targets too
v.x[a, b for b in c] = 1

# --- a starred element
v {*a for b in c}
