# Bad escapes: the first of each literal is told.
def t(s):
    try:
        print(repr(s), eval(s))
    except Exception as e: print(repr(s), type(e).__name__, e)
for s in [r"'\N'", r"'\N{'", r"'\N{}'", r"'\N{x'", r"'\N{x}'", r"'a\N{}b'", r"'\Nabc'", r"'é\N{}'", r"'\N}'", r"f'\N{}'", r"f'\N'", r"f'\N{x}'", r"""'''\d
\e'''""", r"'\d' '\e'", r"'\400\d'", r"'\d\400'", r"b'\400\d'", r"f'\d{1}\e{2}\f\g'", r"f'\d{1}{2}\e'", r"f'{1:\d}'", r"f'\{1}'", r"f'\{{'", r"f'{1}\{2}'", r"'\8'", r"'\ '", r"'\é'", r"t'\d'", r"rb'\d'", r"""'\d\
\e'"""]: t(s)

# --- ~ on bool: once for a line
def f():
    for i in range(3): ~bool(i)
    ~True; ~False
f()
f()
x = [~b for b in (True, False)]
print(x, True.__invert__())
