# Line ends, tabs, form feeds and blank lines in source text.
exec('x = 1\r\ny = 2\rz = 3\nprint(x, y, z)')
exec('if 1:\r\n    print("crlf")\r\n\r\nelse:\r\n    pass\r\n')
exec('if 1:\n\tprint("tab")\n\tif 1:\n\t\tprint("two tabs")\n')
exec('\x0cx = 5\n\x0cprint(x)')
exec('if 1:\n    a = 1\n\x0c    b = 2\nprint(a, b)')
exec('\n\n\n# only\n\n   # comments\n\t# here\n')
exec('x = 1 # no newline at the end')
exec('    \nx = 2\n    \nprint(x)\n      ')
exec('if 1:\n  x = 1\n\n\n  y = 2\n # odd comment\n  print(x, y)')
exec('s = """a\r\nb\rc"""\nprint(repr(s))')
exec("s = 'a\\\r\nb'\nprint(repr(s))")
exec(b'# -*- coding: utf-8 -*-\nprint("\xc3\xa9")')
exec(b'\xef\xbb\xbfprint("bom")')
try: exec('\ufeffprint("bom in text")')
except SyntaxError as e: print(e)
exec('x = [\n1,\n\n# comment\n2,\n\t3 ]\nprint(x)')

# --- indentation may differ from block to block
if True:
  a = 1
  if a:
        b = 2
        for c in (1,):
         d = 3
         print(a, b, c, d)
else:
          e = 5
def f():
 return 1
def g():
            x = 2
            return x
print(f(), g())

# --- statements on one line
if 1: print('a'); print('b')
for i in 1, 2: print(i); print(-i)
while i: i -= 1; print(i)
try: 1 / 0
except ZeroDivisionError: print('z'); print('y')
else: print('no')
finally: print('f'); print('g')
with memoryview(b'a') as m: print(m[0]); print(len(m))
def f(a): x = a; return x
print(f(5)); print(f(6));
if 0: pass
elif 0: pass
else: print('end')
x = 1;
lambda: 0; print('expr')

# --- line joining
total = 1 + \
        2 + \
   3
print(total)
if total == 6 and \
   total:
    print('joined')
x = 'a' \
    'b'
print(x)
assert total == 6, \
    'message'
from math import pi, \
    e
print(pi > e)
def f(a,
      b=2, *,
      c=(1,
         2)):
    return (a, b,
            c)
print(f(
    1,
    c=3
))
y = {
    'a': 1, 'b': [
        1, 2,
    ],
}['b'][
    0
]
print(y)

# --- names that look like keywords
match = 1; case = 2; type = 3; _ = 4
print(match + case + type + _)
print_ = Print = 5; None_ = 6; TRUE = 7; self = cls = 8; async_ = 9; nonlocal_ = 10; exec_ = 11
print(print_, Print, None_, TRUE, self, cls, async_, nonlocal_, exec_)
def match(case): return case
print(match(3), match (4))
for type in (1,): print(type)
match = [1, 2]
print(match[0], match [1])
type = lambda x: x
print(type (5))
case: int = 3
print(case, -case, case * 2)

# --- keywords and soft keywords
import_ok = []
for name in ('False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del', 'elif', 'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal', 'not', 'or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield', 'match', 'case', 'type', '_', 'print', 'exec', 'self', 'str', '__debug__', 'nullptr'):
    try: compile(f'{name} = 1', 's', 'exec'); print(name, 'name', name.isidentifier())
    except SyntaxError as e: print(name, e.msg, name.isidentifier())

# --- numbers next to operators and dots
print(1..__class__.__name__, 1.0.__class__.__name__, 1 .__class__.__name__, (1).__class__.__name__, 1e5.is_integer(), 1j.imag, 0x1F.bit_length(), 5 .bit_length())
print([1,2][0], 1<2, 1-1, 1--1, 1+-+1, 2**-1, -2**-2, 1_0-1, .5+.5, 1.-.5, 3*-2)
x=5;print(x,-x,+x,~x,not x,x-1,x -1,x- 1)
print(*[1,2],**{'sep':','});print({**{}}, [*()], (*(),))
a=b=c=1;a,b=b,a;print(a,b,c);print(a is b,a is not c,a in[1],a not in[2])

# --- deep brackets and long lines
print(((((((((((((1)))))))))))), [[[[[[]]]]]], {1: {2: {3: {}}}}, (((),),), [({},)])
x = [i for i in range(3) for j in range(2) for k in range(2) if i if j if k]
print(x)
print(1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)
print('a' + 'b' 'c' + 'd' "e" '''f''' + f'{1}' 'g' f"{'h'}" r'\i' 'j')
f = lambda a: lambda b: lambda c: lambda d: a + b + c + d
print(f(1)(2)(3)(4))
d = {'x': [{'y': ({'z': [10, 20]},)}]}
print(d['x'][0]['y'][0]['z'][-1], d['x'][0]['y'][0]['z'][::-1][0])
print(1 if 0 else 2 if 0 else 3 if 0 else 4 if 0 else 5)
print(not not not 1, - - - 1, ~~~1, not -1, -(not 1), 2 ** 2 ** 2 ** 1, 1 < 2 < 3 < 4 < 5 != 6)

# --- special names of a module
print(__name__, __debug__, __doc__, '__name__' in globals(), type(globals()).__name__)
def f(): return __name__
print(f(), f.__module__)
__name__ = 'renamed'
print(__name__, f(), (lambda: 0).__module__)
__doc__ = 'set later'
print(__doc__)
__private = 5
print(__private, '__private' in globals())
globals()['made'] = 1
print(made)
del globals()['made']
try: made
except NameError as e: print(e)

# --- pass, ellipsis and expression statements
pass
...
5
'string'
[1, 2]
None
def f(): ...
def g(): pass
def h(): 'doc'; ...
print(f(), g(), h(), ... is Ellipsis)
for _ in (): ...
while False: pass
if True: ...
x = ...
print(x, [..., ...], {...: 1}[...])
try: ...
except: ...
else: print('else')
finally: ...
