# exec, eval and compile begin with the future features of the code that calls them: CPython 3.14 library, "compile()".
from __future__ import annotations
source = 'def f(x: int) -> str: pass\nprint(f.__annotations__)'
def inherit():
    exec(source)
    exec(source.encode())
    exec(compile(source, 'f', 'exec'))
    exec('exec(source)')
    eval('exec(source)')
    list(map(exec, [source, source]))
    sorted([2, 1], key=lambda n: exec(source) or n)
    print([hex(eval('compile("0", "", "eval").co_flags')) for _ in range(2)])
inherit()
def without():
    code = compile(source, 'f', 'exec', dont_inherit=True)
    print(hex(code.co_flags))
    exec(code)
    exec(compile('exec(source)', 'f', 'exec', 0, 1))
    exec(compile(source, 'f', 'exec', 0x1000000, dont_inherit=[0]))
    exec(compile(source, 'f', 'exec', 0, dont_inherit=[]))
without()
exec('def later():\n    exec(source)\nlater()')
later()

# --- code that was made with flags, looked at and run much later
plain = 'def f(x: int): return f.__annotations__\nfor i in range(3): last = f(i)'
codes = [compile(plain, 'same', 'exec', flags) for flags in (0, 0x1000000, 0x400000, 0x1200000)]
codes.append(compile('from __future__ import annotations\n' + plain, 'same', 'exec'))
spaces = [{} for _ in codes]
for code, space in zip(codes, spaces):
    exec(code, space)
total = sum(n for n in range(200))
for code, space in zip(codes, spaces):
    print(hex(code.co_flags), space['last'], space['f'](0), total)
    exec(code, space)
print([code == codes[0] for code in codes])

# --- a generator that was made by code with flags
def texts():
    exec(compile('''
def steps(source):
    for n in range(4):
        yield n, compile(source, "inner", "exec").co_flags, eval("lambda a: 1").__annotations__
        exec(source)
''', 'outer', 'exec', 0x1000000), globals())
    return steps('def f(q: list[int] = ()): pass\nprint(f.__annotations__)')
for step in texts():
    print(step)

# --- what does not inherit: the program itself
exec('from __future__ import annotations\ndef f(x: int): pass\nprint(f.__annotations__)\ndef g(): exec("def h(x: int): pass\\nprint(h.__annotations__)")\ng()')
exec('def f(x: int): pass\nprint(f.__annotations__)')
def f(x: int): pass
print(f.__annotations__)
try:
    exec('x = 1\nfrom __future__ import annotations')
except SyntaxError as e:
    print(e)
exec('"doc"\nfrom __future__ import annotations, division\nfrom __future__ import generators\nprint(__doc__, annotations)')

# --- co_flags
import __future__
def flags(*a, **k):
    try:
        return hex(compile(*a, **k).co_flags)
    except (SyntaxError, ValueError, OverflowError, TypeError) as e:
        return type(e).__name__ + ': ' + str(e)
print(flags('1', 'f', 'eval'), flags('1', 'f', 'exec'), flags('1', 'f', 'single'))
for name in __future__.all_feature_names:
    flag = getattr(__future__, name).compiler_flag
    print(name, flags('1', 'f', 'exec', flag), flags(f'from __future__ import {name}', 'f', 'exec'))
print(flags('await x', 'f', 'exec', 0x2000), flags('await x', 'f', 'exec'), flags('1', 'f', 'exec', 0x2000), flags('[x async for x in y]', 'f', 'eval', 0x2000))
print(flags('1', 'f', 'exec', 0x1FE0000), flags('await x', 'f', 'eval', 0x1002000))
for flag in (0x10, 0x200, 0x1000, 0x4000, 0x8000, 1, 2, 4, 8, 0x20, 0x40, 0x80, 0x100, 0x800, 0x2000000, -1, 1 << 31, 1 << 64):
    print(hex(flag), flags('1', 'f', 'exec', flag))
print(flags('1', 'f', 'nope', 1), flags('1', 'f', 'nope', 0, False, 7), flags('1', 'f', 'nope'), flags('1', 'f', 'func_type'))
print(flags('1', 'f', 'exec', 'x'), flags('1', 'f', 'exec', 0, 0, 1 << 40), flags('1', 'f', 'exec', 0, 0, None))
code = compile('\n\n1', 'name of it', 'exec')
print(code.co_filename, code.co_name, code.co_qualname, code.co_firstlineno)
try:
    code.co_flags = 1
except (AttributeError, TypeError) as e:
    print(type(e).__name__)

# --- "<>" as the FLUFL wants it
def t(source, *flags):
    try:
        exec(compile(source, 'f', 'exec', *flags), {})
    except SyntaxError as e:
        print(e, e.lineno, e.offset, e.text)
t('print(1 <> 2, 1 <> 1)')
t('print(1 != 2)', 0x400000)
t('print(1 <> 2, 1 <> 1)', 0x400000)
t('from __future__ import barry_as_FLUFL\nprint(1 <> 2)')
t('from __future__ import (annotations, barry_as_FLUFL as b,)\nprint(b.compiler_flag <> 2)')
t('from __future__ import barry_as_FLUFL\nprint(1 != 2)')
t('from __future__ import barry_as_FLUFL\nprint(f"{1 <> 2} {1!r}")')
t('from __future__ import annotations as barry_as_FLUFL\nprint(1 != 2)')
t('def f():\n from __future__ import barry_as_FLUFL\nprint(1 <> 2)')
t('from __future__ import barry_as_FLUFL\nexec("print(3 <> 4)")\ntry: exec("3 != 4")\nexcept SyntaxError as e: print(e)')
t('from __future__ import barry_as_FLUFL\nx = 1 1')

# --- optimize
source = '''"of the module"
def f():
    "of the function"
    assert 0, "no"
    return __debug__, f.__doc__
def generator():
    assert (yield 1), "no"
    if __debug__:
        print("debug")
print(__debug__, globals().get("__doc__", "none"))
print(f())
try:
    print(list(generator()))
except AssertionError as e:
    print(repr(e))
exec("print(__debug__)")
'''
for level in (-1, 0, 1, 2):
    try:
        exec(compile(source, 'f', 'exec', optimize=level), {})
    except AssertionError as e:
        print(level, repr(e))
print(eval(compile('__debug__', 'f', 'eval', optimize=1)), eval(compile('__debug__ + 1', 'f', 'eval', optimize=0)))
spaces = [{'__name__': n} for n in range(3)]
for n, space in enumerate(spaces):
    exec(compile('def f():\n    "doc"\n    assert __name__ > 5\n    return __debug__', 'f', 'exec', optimize=n), space)
for n in range(300): pass
for space in spaces:
    try:
        print(space['f'].__doc__, space['f']())
    except AssertionError:
        print('AssertionError')
