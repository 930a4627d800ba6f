# eval, exec and compile: namespaces of their own.
import types
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, '-', e)
t(lambda: eval('1', 5)); t(lambda: eval('1', [], {})); t(lambda: eval('1', [])); t(lambda: eval('1', {}, 5)); t(lambda: eval('1', types.MappingProxyType({})))
t(lambda: exec('1', 5)); t(lambda: exec('1', [], {})); t(lambda: exec('1', {}, 5)); t(lambda: exec('1', None, 5))
t(lambda: exec('print(x)', {}, types.MappingProxyType({'x': 5}))); t(lambda: exec('x = 6', {}, types.MappingProxyType({'x': 5})))
t(lambda: eval('[x for x in (1,)] + [y]', {}, types.MappingProxyType({'y': 5})))
t(lambda: eval('x', {}, [1])); t(lambda: eval('x', {}, 'abc')); t(lambda: exec('del x', {}, {}))
for builtins in ({}, {'len': 5}, {'print': print}):
    t(lambda: eval('len', {'__builtins__': builtins})); t(lambda: exec('import math', {'__builtins__': builtins})); t(lambda: exec('print(1)', {'__builtins__': builtins}))
t(lambda: eval('locals()', {}, {'q': 1})); t(lambda: eval('globals()["k"]', {'k': 1}, {'q': 1})); t(lambda: eval('dir()', {'k': 1}, {'q': 1})); t(lambda: eval('vars()', {'k': 1}, {'q': 1}))

# --- source in bytes
def t(f):
    try: print(repr(f()))
    except SyntaxError as e: print(type(e).__name__, e.args, e.filename)
    except Exception as e: print(type(e).__name__, '-', e)
for s in (b'\xff', b'1\n\xff', b'x=1\ny="abc\xc3"\nz=5\n', b'# coding: nope\nx', b'# coding: ascii\nx = "\xe9"', b'\xef\xbb\xbf# coding: latin-1\nx = 1', b'# coding: utf-8\n\xff', b'x\0', b'\xed\xa0\x80', b'"\xf0\x9f"'):
    t(lambda: compile(s, 'f', 'exec')); t(lambda: eval(s))
for s in (b'\n# coding: latin-1\n"\xff"', b'# coding: cp1252\n"\x80"', b'"\xc3\xa9"', b' 1', bytearray(b'1 + 1'), memoryview(b'1 + 1'), '# coding: latin-1\n"\xe9"'):
    t(lambda: eval(s))
t(lambda: eval('"\ud800"')); t(lambda: eval('')); t(lambda: compile('', 'f', 'single')); t(lambda: compile(' 1', 'f', 'eval'))

# --- what compile takes
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, '-', e)
for n in range(25):
    if n == 10: continue  # asks for a syntax tree
    try: print(hex(1 << n), type(compile('1', 'f', 'eval', 1 << n)).__name__)
    except ValueError as e: print(hex(1 << n), e)
t(lambda: compile('1', 'f', 'eval', 1 << 40)); t(lambda: compile('1', 'f', 'eval', -1)); t(lambda: compile('1', 'f', 'eval', optimize=5))
ns = {}
exec(compile('def f(x: y): pass', 'f', 'exec', flags=0x1000000), ns)
print(ns['f'].__annotations__)
c = eval(compile('await q', 'f', 'eval', flags=0x2000), {'q': 1})
print(type(c).__name__)
c.close()
t(lambda: compile('1', bytearray(b'f'), 'eval')); t(lambda: compile('1', 'f\0', 'eval')); t(lambda: compile('1', 'f', b'eval'))
t(lambda: compile('1', 'f', 'eval') == compile('1', 'f', 'eval')); t(lambda: hash(compile('1', 'f', 'eval')) == hash(compile('1', 'f', 'eval')))
t(lambda: exec('1', closure=())); t(lambda: exec(compile('1', 'f', 'exec'), closure=())); t(lambda: exec(compile('1', 'f', 'eval'))); t(lambda: eval(compile('x=1', 'f', 'exec'), {}))

# --- single
exec(compile('7;8', 'f', 'single'))
import builtins
print(builtins._)
exec(compile('if 1:\n  5\n', 'f', 'single'))
exec(compile('_', 'f', 'single'))

# --- dir() where the locals are a mapping of any kind
import collections
for m in (collections.ChainMap({'b': 1, 'a': 2}), collections.Counter('ba'), {'z': 1}):
    exec("x = 1\nprint(dir())", {}, m)
try:
    exec("print(dir())", {}, collections.ChainMap({'b': 1, 2: 3}))
except TypeError as e:
    print(type(e).__name__)
