# SyntaxErrors of the symbol table have their message alone as args; those of the grammar and the compiler their place as well.
sources = ["await x", "x = 1\nfrom __future__ import annotations", "from __future__ import nope", "from __future__ import braces", "def f(): return\nreturn",
    "yield", "break", "continue", "def f(a, a): pass", "def f():\n  x = 1\n  global x", "nonlocal x", "async def f():\n [await x for x in y]\n def g(): await z",
    "for x in y:\n  def f(): break", "def f():\n  from x import *", "try: pass\nexcept: pass\nexcept A: pass", "x = *a", "def f(): nonlocal q", "f(**x, *y)",
    "[x async for x in y]", "async def f(): yield from x", "del f()", "(a, b): int", "def f(x: (yield)): pass", "__debug__ = 1", "x.__debug__ = 1", "import a.b as __debug__",
    "def f(__debug__): pass", "*a, *b = c", "async with x: pass", "async for x in y: pass", "def f():\n async for x in y: pass", "def f(): await x", "lambda: await x",
    "def f(): return {**x, *y}", "async def f():\n  yield\n  return 1", "type X[T: (yield)] = 1", "def f[T, T](): pass", "[(x := 1) for x in y]", "(a := 1) = 2"]
for source in sources:
    try:
        compile(source, 'f', 'exec')
        print('fine', source)
    except SyntaxError as e:
        print(len(e.args), e.args, e.lineno, e.offset, e.end_lineno, e.end_offset)
