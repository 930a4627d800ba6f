# More targets than registers.
names = ['a%d' % i for i in range(300)]
all_names = ', '.join(names)
exec(all_names + ' = range(300)'); print(a0, a255, a256, a299)
exec('[' + all_names + '] = [str(i) for i in range(300)]'); print(a0, a299)
exec('def f(it):\n  ' + all_names + ' = it\n  return a0, a255, a256, a299')
print(f(range(300)), f(iter(range(300))), f({i: 0 for i in range(300)}), f(tuple(range(300))))
for it in [range(299), range(301), [1], (i for i in range(2))]:
    try:
        f(it)
    except ValueError as e:
        print(str(e)[:26])
try:
    f(5)
except TypeError as e:
    print(e)
exec('for ' + all_names + ' in [range(300)]: print(a255, a256)')
exec(', '.join(names[:200]) + ', *z, ' + ', '.join(names[200:]) + ' = range(310)')
print(z, a199, a200, a299)
exec('*z, ' + all_names + ' = range(303)'); print(z, a0, a299)
exec(', '.join(names[:255]) + ', *z = range(258)'); print(z, a254)
d = {}
exec(', '.join('d[%d]' % i for i in range(300)) + ' = range(300)'); print(len(d), d[299])
exec('del ' + all_names); print('a5' in globals())
try:
    compile(', '.join(names[:256]) + ', *z = x', 'f', 'exec')
except SyntaxError as e:
    print(e)
