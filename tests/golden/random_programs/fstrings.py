# Found by random programs: where the text of an expression ends at a "!=", as in CPython.
x = 3; y = [1]
def e(t): return [(i.expression, i.conversion, i.format_spec) for i in t.interpolations]
print(f'{x != 3=:>5}', f'{(x != 3)=:>5}', f'{[x != 3][0]=:>5}', f'{ {1: x != 3}[1]=:>5}', f'{x != 3 and x != 4=:>5}', f'{x!=3=!r:>8}')
print(e(t'{(x != 3):>5}'), e(t'{[x != 3][0]:>5}'), e(t'{ {1: x != 3}[1]:>5}'), e(t'{x != 3 and x != 4:>5}'), e(t'{x!=3!r:>8}'), e(t"{x == '!=' and x != 4:>5}"), e(t'{x != 3=:>5}'), e(t'{y[x!=3:5]:>4}'), e(t'{(lambda: x != 3)():4}'))
print(e(t'{x != 3}'), e(t'{x!=3}'), e(t'{x == 3}'), e(t"{'a!b'}"), e(t'{x!=3!r}'), e(t'{x != 3 != 4}'), e(t'{x != 3:>4}'), e(t'{x != 3=}'))
print(f'{x != 3=}', f'{x!=3 = !r}', f'{x == 3=}')
