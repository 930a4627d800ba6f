# f-strings: expressions, conversions, specs, nesting.
x, y, s = 5, 2.5, 'text'
print(f'', f'plain', f'{x}', f'{x}{y}', f'a{x}b{y}c', f'{x + y}', f'{x*2=}', f'{{}}', f'{{{x}}}', f'{{x}}', f'{x!r}{s!r}{s!s}{"é"!a}')
print(f'{x:5}|{x:<5}|{x:05d}|{y:.2f}|{s:>8}|{s:*^10}|{s!r:>8}|{x:{x}}|{y:{x}.{1}f}|{s:{"<"}{x + 3}}|')
print(f'{x=}', f'{x = }', f'{ x=}', f'{x=!r}', f'{s=}', f'{s=!s}', f'{y=:.1f}', f'{x + 1=}', f'{s.upper()=}', f'{x=:>4}', f'{s = !r:>10}', f'{(x,)=}', f'{x==5=}', f'{x!=5}', f'{x<=5=}')
print(f'{[i for i in range(3)]}', f'{ {1: 2} }', f'{ {1, } }', f'{(lambda: 5)()}', f'{x if x else y}', f'{"a" "b"}', f'{s[1:3]}', f'{s[::-1]}', f'{ {"k": 1}["k"] }', f'{(y:=3)}', f'{x,}', f'{x, y}', f'{*[1, 2],}', f'{not x}', f'{x and s}', f'{-x}', f'{...}')
print(f"{'nested'}", f'{f"{f'{x}'}"}', f'{'same quotes'}', f"{"same"}", f'{'\n'}'.encode(), f'{s + 'é'}', f'{x!r}' f'{y}' 'z', 'a' f'{x}' "b", rf'\n{x}', fr'{s}\t', F'{x}', Rf'{x}\d', f'''{x}
{y}''', f"""{
x
}""")

# --- multi-line expressions and comments inside
a = 3
print(f'{
    a  # comment
    + 1
}', f"{a  # end
}", f'''{
    [
        a,
        2,  # two
    ]
}''')
print(f'{ a }', f'{a }', f'{	a	}', f'{  a  !r}', f'{ a  =  }', f'{ a :3}|')

# --- evaluation order and laziness
def v(n):
    print('v', n)
    return n
print(f'{v(1)}{v(2):{v(3)}}{v(4)!r}')
print(f'{v(1)}' if v(0) else f'{v(2)}')
l = []
print(f'{l.append(1)}{l}{l.append(2)}{l}')
def g(): return [f'{i}' for i in range(3)], lambda: f'{l}'
print(g()[0], g()[1]())

# --- = keeps the source text
a = 1; b = [1, 2]
print(f'{a+b[0]=}', f'{a  +  1 = }', f'{b[ 0 ]=}', f'{len( b )=}', f'{"x"=}', f"{'x'=}", f'{a if b else 0=}', f'{ (a) = :03d}', f'{b=!s}', f'{b=:}', f'{a=:{a+4}}', f'{(lambda x: x+1)(a)=}')
print(f'{a
+
1=}',)

# --- nested specs and empty ones
w, p, n = 10, 3, 3.14159
print(f'{n:{w}.{p}f}|{n:{w}}|{n:.{p}}|{n:{"+" if n > 0 else ""}.2f}|{n:{w - 3}.{p - 1}f}|{"":>{w}}|{"é":{"*"}>{w}}|{n:}|{n!r:}|{n:{""}}|')
print(f'{w:{"x"}}', f'{w:{"#"}{"x"}}', f'{w!r:^{w}}|', f'{"a":{w}}|', f'{"{}"}', f'{"{"}', f'{"}"}', f'{w:0{p}d}')
d = {'width': 6}
print(f'{"x":>{d["width"]}}', f"{'x':>{d['width']}}", f'{"x":>{len("abcd")}}', f'{1:{d['width']}}')

# --- f-string errors at run time
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

x = 'text'
t(lambda: f'{x:d}')
t(lambda: f'{undefined}')
t(lambda: f'{x.nope}')
t(lambda: f'{x[100]}')
t(lambda: f'{1/0}')
t(lambda: f'{x:5.5.5}')
t(lambda: f'{[]:5}')
t(lambda: f'{None:>5}')
t(lambda: f'{x!r:d}')
t(lambda: f'{x:{undefined}}')
t(lambda: f'{5:{[]}}')
t(lambda: f'{5:{None}}')
t(lambda: f'{ {}[0]}')
t(lambda: f'{len:5}')
t(lambda: f'{x + 1}')

# --- f-strings and braces
print(f'{{', f'}}', f'{{}}', f'{{{{', f'{{{5}}}', f'a{{b}}c', f'{5}{{}}{6}', f'{{{{{5}}}}}', f'{"{{"}', f'{{"x": {5}}}', '{}'.format(f'{{}}'), f'{{{{}}}}'.format(), f'\x7b{5}\x7d', f'\N{LEFT CURLY BRACKET}', f'\u007b{1}')
print(rf'{{\n}}', f'{5}\n'.encode(), f'\\{5}', rf'\{5}')

# --- joining f-strings, implicit and explicit
name, n = 'Ann', 3
print(f'Hello {name}, '
      f'you have {n} message{"s" if n != 1 else ""}'
      '.')
rows = [('apple', 1.5, 3), ('kiwi', 0.25, 12)]
for item, price, qty in rows:
    print(f'{item:<10}{price:>8.2f}{qty:>5d}{price * qty:>10.2f}')
print(f"{'Total':-<23}{sum(p * q for _, p, q in rows):>10.2f}")
print('\n'.join(f'{i:>2}: {"#" * i}' for i in range(1, 4)))

# --- walrus, lambda, colon and bang inside parentheses
print(f'{(x := 5)}', x, f'{(lambda a: a * 2)(4)}', f'{x!=6}', f'{(x!=5)!r}', f'{x:=5}|', f'{ {"a": 1}["a"]:3}|', f'{[1, 2, 3][1:]}', f'{"a:b"}', f'{"a!b"!r}', f'{dict(a=1)}', f'{(lambda: (yield))!s:.5}'[:5], f'{x if True else 0:>4}')

# --- f-strings evaluate to str, with format called
print(type(f'{5}').__name__, f'{5}' is not None, len(f'{"é"}'), f'{b"x"}', f'{[f"{i}" for i in range(2)]}', f'{"a"}' == 'a', f'{1}{2}' + f'{3}', f'%d' % 5, f'{{}}'.format(6), {f'k{i}': i for i in range(2)})
def f(): f'{print("evaluated though unused")}'
f()
assert True, f'{1/0}'
