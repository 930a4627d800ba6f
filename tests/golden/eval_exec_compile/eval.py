# eval of expressions.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

x = 5
print(eval('1 + 2'), eval('x * 2'), eval(' x '), eval('\tx'), eval('[i for i in range(x)]'), eval('(lambda a: a + x)(1)'), eval('"a" "b"'), eval('x if x else 0'), eval('x\n'), eval('(1,\n2)'), eval('None'), eval(b'1 + 1'), eval('f"{x}"'), eval('{**{"a": 1}}'), eval('(y := 3)'), y)
print(eval('x', {'x': 10}), eval('x + z', {'x': 1}, {'z': 2}), eval('x', {'x': 1}, {'x': 2}), eval('len("abc")', {}), eval('x', globals={'x': 7}), eval('x', locals={'x': 8}))
t(lambda: eval('1 +'))
t(lambda: eval('x = 1'))
t(lambda: eval(''))
t(lambda: eval('   '))
t(lambda: eval('1; 2'))
t(lambda: eval('pass'))
t(lambda: eval('undefined_name'))
t(lambda: eval('1/0'))
t(lambda: eval(5))
t(lambda: eval(None))
t(lambda: eval())
t(lambda: eval('1', 5))
t(lambda: eval('1', {}, 5))
t(lambda: eval('x', {}))
t(lambda: eval('1', [], {}))
t(lambda: eval('return 1'))
t(lambda: eval('yield 1'))
t(lambda: eval('await x'))
t(lambda: eval('\0'))
t(lambda: eval('print("hi")'))
t(lambda: eval('1\n2'))
t(lambda: eval('  1\n 2'))
t(lambda: eval('# only comment'))
t(lambda: eval('1 # comment'))
t(lambda: eval('import math'))

# --- exec
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

exec('a = 1\nb = a + 1')
print(a, b)
exec('def f(x):\n    return x * 2')
print(f(4), f.__name__)
ns = {}
exec('k = 5\nfor i in range(3): k += i', ns)
print(sorted(k for k in ns if k != '__builtins__'), ns['k'])
g, l = {'v': 1}, {}
exec('w = v + 1\nglobal z\nz = 9', g, l)
print(l, g['z'], 'w' in g)
print(exec(''), exec('pass'), exec('1 + 1'))
t(lambda: exec('x = = 1'))
t(lambda: exec('raise ValueError("in exec")'))
t(lambda: exec('1/0'))
t(lambda: exec(5))
t(lambda: exec('a', {}, 5))
t(lambda: exec('return 1'))
t(lambda: exec('break'))
t(lambda: exec('nonlocal q'))
t(lambda: exec())
t(lambda: exec('import math\nprint(math.pi)'))
t(lambda: exec('if 1:\nx'))
t(lambda: exec(' x = 1'))
t(lambda: exec('x = 1', globals={}))

# --- exec in functions does not create locals
def f():
    x = 1
    exec('x = 2; y = 3')
    try: return x, y
    except NameError as e: return x, str(e)
print(f())
def g():
    x = 1
    l = locals()
    exec('x = 2; y = 3', globals(), l)
    return x, l['x'], l['y']
print(g())
def h(a):
    return eval('a + 1'), [eval('a', globals(), {'a': i}) for i in range(2)]
print(h(10))
def k():
    n = 5
    def inner(): return eval('n')
    try: return inner()
    except NameError as e: return str(e)
print(k())
def m():
    n = 5
    def inner():
        n
        return eval('n')
    return inner()
print(m())

# --- compile
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

c = compile('1 + 2', '<test>', 'eval')
print(eval(c), type(c).__name__)
c = compile('x = 5\nprint(x)', 'file.py', 'exec')
exec(c)
c = compile('1 + 1', 'f', 'single')
exec(c)
exec(compile('x = 3\n', 'f', 'single'))
exec(compile('None', 'f', 'single'))
exec(compile('"text"', 'f', 'single'))
c = compile(source='2 * 3', filename='n', mode='eval', flags=0, dont_inherit=False, optimize=-1)
print(eval(c))
for _ in range(2): print(eval(compile('[q for q in "ab"]', '', 'eval')))
t(lambda: compile('x = ', 'f.py', 'exec'))
t(lambda: compile('1', 'f', 'nope'))
t(lambda: compile('1', 'f'))
t(lambda: compile(5, 'f', 'eval'))
t(lambda: compile('x = 1', 'f', 'eval'))
t(lambda: compile('1; 2', 'f', 'eval'))
t(lambda: compile('1', 5, 'eval'))
t(lambda: compile('a = 1\nb = 2', 'f', 'single'))
t(lambda: compile('1\x00', 'f', 'eval'))
t(lambda: compile('1', 'f', 5))
t(lambda: compile('if 1: x\n  y', 'f', 'exec'))
t(lambda: compile())
t(lambda: exec(compile('raise KeyError(1)', 'my.py', 'exec')))
t(lambda: compile(b'\xff', 'f', 'exec'))

# --- dynamic programs
ops = {name: eval(f'lambda a, b: a {op} b') for name, op in [('add', '+'), ('mul', '*'), ('pow', '**')]}
print({k: f(2, 5) for k, f in ops.items()})
src = '\n'.join(f'def f{i}(x): return x + {i}' for i in range(3))
ns = {}
exec(src, ns)
print([ns[f'f{i}'](10) for i in range(3)])
env = {'x': 2, 'y': 3}
for e in ('x + y', 'x ** y', 'max(x, y)', 'x > y', '[x] * y', 'z'):
    try: print(e, '=', eval(e, {}, env))
    except Exception as ex: print(e, type(ex).__name__, ex)
print(eval("__import__('math').sqrt(16)"), eval('eval("eval(\'1+1\')")'))
