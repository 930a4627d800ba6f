# A name that a function of the program declares global is global at its top level too.
g, l = {'y': 1}, {}
exec("def f():\n global y\n y = 2\n return y\nprint(f())", g, l); print(g['y'], sorted(l))
exec("y = 7\ndef f():\n global y\n y += 1\nf()\nprint(y)", g, l); print(g['y'], sorted(l))
exec("y = 7\ndef f():\n return y\nprint(f(), y)", g, l); print(g['y'], l['y'])
exec("def f():\n def g():\n  global y\n  y = 9\n g()\nf()\nprint(y)\ndel y", g, l); print('y' in g, l['y'])
exec("import math as y\ndef f():\n global y\nprint(y.__name__)", g, l); print(g['y'].__name__, l['y'])
exec("for y in [1, 2]: pass\nprint([lambda: y][0]())\ndef f():\n global y", g, l); print(g['y'], l['y'])
print(eval("y", g, l))
