# t-strings (PEP 750).
name, n = 'World', 5
t = t'Hello {name}! {n:>3} {n!r} {n + 1}'
print(t.strings, t.values, len(t.interpolations))
for i in t.interpolations: print(i.value, repr(i.expression), i.conversion, repr(i.format_spec))
print(list(t)[0], [type(x).__name__ for x in t])
print(t'', t''.strings, t''.values, t'plain'.strings, list(t''), list(t'plain'))

# --- repr
x = 1
print(t'a{x}b')
print(t'{x!s:>5}')
print(t'{x=}', t'{x=}'.strings, t'{x = :.2f}'.strings)
print(t'{x}'.interpolations[0])

# --- concatenation
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

x = 2
a = t'a{x}' + t'{x}b'
print(a.strings, a.values)
b = t'1' t'2{x}' t'3'
print(b.strings, b.values)
t(lambda: t'a' + 'b')
t(lambda: 'a' + t'b')
t(lambda: t'a' * 2)
t(lambda: t'a' == t'a')
t(lambda: len(t'a'))
x = t'a'
t(lambda: x[0])
t(lambda: t'a'.nope)

# --- nested expressions and specs
w = 5
t = t'{w:{w}.{w + 1}f}|{[i for i in range(2)]}|{"q"!a}|{ {1: 2}[1] }'
print([i.format_spec for i in t.interpolations], [i.expression for i in t.interpolations], t.values, t.strings)
print(t'{{}} {w} {{{w}}}'.strings, rt'\n{w}'.strings, tr'\d'.strings, t'\n'.strings, T'{w}'.values)
n = t'{t'{w}'}'
print(n.values[0].values, t'{f'{w}'}'.values, f'{t'{w}'.values}')

# --- values are evaluated at once, not formatted
def v(x):
    print('v', x)
    return x
t = t'{v(1)} {v([2])!r:{v(3)}}'
print(t.values, t.interpolations[1].format_spec)
try: t'{1/0}'
except ZeroDivisionError as e: print(e)
l = [1]
t = t'{l}'
l.append(2)
print(t.values)

# --- rendering a template by hand
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

from string.templatelib import Template, Interpolation
def render(t):
    out = []
    for item in t:
        if isinstance(item, str): out.append(item)
        else:
            v = item.value
            if item.conversion == 'r': v = repr(v)
            elif item.conversion == 's': v = str(v)
            elif item.conversion == 'a': v = ascii(v)
            out.append(format(v, item.format_spec))
    return ''.join(out)
x, s = 3.14159, 'é"'
print(render(t'{x:.2f} {s!r} {s!a:>10} {{x}} {x=}'))
def html(t):
    return ''.join(p if isinstance(p, str) else str(p.value).replace('<', '&lt;') for p in t)
print(html(t'<b>{"<script>"}</b>'))
print(isinstance(t'', Template), Template.__name__, Interpolation.__name__)
T = Template('a', Interpolation(5, 'x', 'r', '>3'), 'b', 'c')
print(T.strings, T.values, T.interpolations, render(T))
t(lambda: Template(5))
t(lambda: Interpolation())
t(lambda: Interpolation(1, 'x', 'q'))
t(lambda: Interpolation(1, 'x', 5))
