"""Damages a program the way people do: for comparing SyntaxErrors."""

import random
import re

TOKEN = re.compile(
    r"\s+|[A-Za-z_]\w*|\d[\w.]*|'[^'\n]*'|\"[^\"\n]*\"|\*\*=|//=|:=|->|[-+*/%&|^<>=!]=|\*\*|//|<<|>>|.", re.S
)
INSERTED = r"""( ) [ ] { } : , ; . = == := + * ** / ! @ -> if else for in is not and or lambda def class return yield await import
from as pass del None True 0 1 x 'a' " ' f' b'a' 0x 1_ 1e $ ? \ ... async try except finally with global nonlocal raise match print while
elif case type 007 1.2.3 0b2 0777 café #""".split() + [
    "\n", " ", "    ", "\t", "\\\n", "'''", '"""', "f'{", "f'{x!}'", "f'{}'", "(x for x in y)", "*x", "**x", "x=1", "1 = ", "x y",
]  # fmt: skip

# One of each construct that has wordings of its own when it is written wrongly; ¶ is a line break.
SMALL = r"""x = 1
x: int = 1
x += 1
x = y = z
a, *b = c
(a, b), [c, d] = e
x[1:2] = y.z
del x, y[0], z.w
assert x, 'message'
pass
global x
import a.b as c, d
from a import b as c, d
from . import (a, b)
from .a.b import *
raise A from b
return x
if a: b
if a:¶    b¶elif c:¶    d¶else:¶    e
while a:¶    break¶else:¶    continue
for a, b in c: d
for a in b:¶    c¶else:¶    d
async def f():¶    async for a in b: await c
async def f():¶    async with a as b, c: pass
async def f():¶    return [await x async for x in y]
with a as b, c as (d, e): f
with (a as b, c): d
with (¶    a as b,¶    c as d,¶):¶    e
try:¶    a¶except A as b:¶    c¶else:¶    d¶finally:¶    e
try:¶    a¶except (A, B):¶    c¶except:¶    d
try:¶    a¶except A, B:¶    c
try:¶    a¶except* A as b:¶    c
def f(a, /, b, *, c=1, **d): return a
def f(a: int = 1, *args: str, **kwargs) -> int:¶    return a
def f[T, *Ts, **P](x: T): pass
def f():¶    a = 1¶    def g():¶        nonlocal a
def f():¶    x = yield a¶    yield from b¶    return x
@a.b(c)¶def f(): pass
type X[T] = list[T]
lambda a, *b, c=1, **d: a
lambda: (yield)
f(a, *b, c=1, **d)
f(x for x in y)
f(a)(b)[c].d
f(a=1, b)
x if y else z
not a and b or c
a < b <= c != d is not e not in f
a if b else c if d else e
-a ** -b
~a + b @ c // d % e << 1 >> 2 & 3 | 4 ^ 5
(a := b) + 1
[a := 1, b]
[x for x in y if x if z]
[x, *y, *z]
{x: y for x, y in z}
{**a, 'b': c}
{*a, b}
{x for x in y}
(x for x in y for z in x)
(a, b,)
()
[]
{}
a[b:c:d, e, ...]
a[*b]
'a' "b" 'c'
b'a' b'b'
f'{a!r:>{b}} {c=} {{}}'
f"{a['b']} {'c'}"
f'{lambda x: 1}'
f'{a:{b}{c}}'
t'{a} b'
rb'\d' + Rb'x'
0x1f + 0b1 + 0o7 + 1_000 + 1.5e-3 + 2j
print('a')
print 'a'
exec 'a'
a; b; c
x = (1 +¶     2)
x = [¶    1,¶    2,¶]
x = \¶    1
if a:¶    b¶  c
if a:¶→b¶        c
match x:¶    case 1: pass
match = case = type = _ = 1
class A: pass
class A(B, metaclass=C):¶    x = 1
x = yield
await x
a.b.c = d
a = b == c
f() = 1
a + b = c
[a, b()] = c
None = 1
f(None=1)
for f() in x: pass
with a as f(): pass
def f(None): pass
import a.b as c.d
from a import
a ? b : c
x++
a <> b
a => b
!x
a && b
x = 5 if y
else: x
elif x: y
except: pass
return
break
continue
def f(a=1, b): pass
def f(*): pass
def f(**a, b): pass
def f(a, a): pass
f(**a, *b)
f(a=1, a=2)
*a
*a, b = c
a, b += c
(a, b): int = 1
x: int: str
'unfinished
'''unfinished
f'{unfinished
(unfinished
0777
1__0
1a
0xg
1.e
'\x4'
b'é'
'\N{no such name}'
a b
“hello”"""
SMALL = [line.replace("¶", "\n").replace("→", "\t") for line in SMALL.split("\n")]


def damage(text, seed):
    """A short piece of the program, or a construct of its own, with up to three mistakes in it."""
    chooser = random.Random(seed * 7919 + 1)
    if chooser.random() < 0.6:
        piece = "\n".join(chooser.choice(SMALL) for _ in range(chooser.choice([1, 1, 2])))
        if chooser.random() < 0.15:
            piece = "def outer():\n" + "\n".join("    " + line for line in piece.split("\n"))
        return mistakes(piece, chooser, chooser.choice([0, 1, 1, 1, 2, 3]))
    lines = text.split("\n")
    # Whole top-level statements; mistakes deep inside a long program are all alike.
    starts = [
        i for i, line in enumerate(lines) if line and not line[0].isspace() and not line.startswith(("el", "except", "finally"))
    ]
    first = chooser.randrange(len(starts))
    last = min(first + chooser.randrange(1, 4), len(starts) - 1)
    piece = "\n".join(lines[starts[first] : starts[last] if last > first else None])
    return mistakes(piece, chooser, chooser.choice([1, 1, 1, 2, 3]))


def mistakes(piece, chooser, count):
    tokens = TOKEN.findall(piece) or ["x"]
    for _ in range(count):
        at = chooser.randrange(len(tokens))
        kind = chooser.randrange(7)
        if kind == 0:
            del tokens[at]
        elif kind == 1:
            tokens.insert(at, chooser.choice(INSERTED))
        elif kind == 2:
            tokens[at] = chooser.choice(INSERTED)
        elif kind == 3:
            tokens.insert(at, tokens[at])
        elif kind == 4:
            other = chooser.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 5:
            del tokens[at : at + chooser.randrange(1, 6)]
        else:
            tokens = tokens[: at + 1]
        tokens = tokens or ["x"]
    return "".join(tokens) + chooser.choice(["\n", "\n", "\n", ""])
