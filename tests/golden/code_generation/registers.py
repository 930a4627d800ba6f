# What computing results into variables' registers must not show.
def f(x): return [x, 'f']
def a1(x):
    x = [x, f(x), x]
    return x
def a2(a, b):
    a, b = b, a
    a, b = b, a + b
    a, b = (a, b), [b, a]
    return a, b
def a3(a, b, c):
    a, b, c = c, a, b
    b, a, b = 1, b, a
    return a, b, c
def a4(x, y):
    x = y and x
    y = x or y
    x = x if y else y
    return x, y
def a5(x):
    x = x + (x := 10) + x
    y = x * 2 if (x := x - 1) else x
    return x, y
def a6(x):
    return [x, (x := x + 1), x, (x := x * 2)], x
def a7(x):
    return {x: (x := x + 1), (x := 'k'): x}, x
def a8(x, i):
    x[i] = i = 2
    i = x[i] = 0
    return x, i
def a9(x):
    try:
        x = [x, 1 / 0]
    except ZeroDivisionError:
        return x
def a10(x):
    x += (x := 5) + x
    return x
def a11(x):
    return x < (x := 3) < x + 1, x
def a12(x):
    return f"{x} {(x := 'new')} {x!r:>{len(x) + 3}}"
def a13(x):
    return x[(x := [7])[0] - 7], x
def a14(l):
    l[0], l[1], l[2] = l[2], l[0], l[1]
    [l[0], *l[1:]] = l[1], 'a', 'b', 'c'
    return l
def a15():
    a = b = c = []
    a.append(1)
    (d, e), *g = h = (1, 2), 3, 4
    return b, c is a, d, e, g, h
def a16(x):
    x, y = x
    x, = x
    x, (y, *z) = x, y
    return x, y, z
def a17(d, k):
    d[k], k = k, 'other'
    k, d[k] = 'third', k
    return d
print(a1(1), a2(1, 2), a3(1, 2, 3), a4(0, 5), a4(3, 4), a5(1), a6(3), a7(1))
print(a8([5, 6, 7], 1), a9(3), a10(1), a11(1), a11(5), a12('old'), a13([1, 2]))
print(a14([1, 2, 3]), a15(), a16(([1], 'xyz')), a17({}, 'k'))

# --- walrus everywhere
def g(n):
    if (m := n * 2) > 4 and (k := m) or (k := -1):
        r = [m, k]
    while (n := n - 1) > 0:
        r.append(n)
    r += [y := 1, y**2, (lambda: y)()]
    s = [z := i for i in range(3)], z
    t = {(w := c): w for c in 'ab'}
    return r, s, t, w, [u for v in 'xy' if (u := v * 2)]
print(g(1), g(4))
print([last := i for i in range(4)], last, any((hit := q) > 2 for q in range(9)), hit)

# --- many locals, parameters, arguments and elements
source = 'def many(' + ', '.join(f'p{i}' for i in range(300)) + '):\n'
source += '  inner = lambda: (p0, p170, p254, p255, p299)\n'
source += ''.join(f'  v{i} = p{i} * 2\n' for i in range(300))
source += '  p255 += 1\n  del v290\n  try: v290\n  except UnboundLocalError as e: print(e)\n'
source += '  for v291 in range(3): v292 = v291\n  v293, v294 = v294, v293\n  v295 = [v296 for v296 in (v297, v298)]\n'
source += '  return sum([' + ', '.join(f'v{i}' for i in range(290)) + ']), inner(), v291, v292, v293, v294, v295, v296\n'
source += 'print(many(' + ', '.join(str(i) for i in range(300)) + '))\n'
source += 'print(len([' + '1, ' * 1000 + ']), len({' + ', '.join(f'{i}: {i}' for i in range(500)) + '}), len({*range(5), ' + ', '.join(str(i) for i in range(300)) + '}))\n'
source += 'def kw(**k): return len(k), k["k299"]\nprint(kw(' + ', '.join(f'k{i}={i}' for i in range(300)) + '))\n'
source += 'def va(*a): return len(a), a[-1]\nprint(va(' + '0, ' * 999 + '7))\n'
exec(source)
def deep():
    x = 1
    return x
print(eval('+'.join(['1'] * 2000)), eval('x' + '[0]' * 50, {'x': (lambda l: [l := [l] for _ in range(50)][-1])(5)}))

# --- a long function with unbound locals on some paths
def h(k):
    if k == 0:
        x = 'zero'
    elif k == 1:
        try: x = 1 // 0
        except ZeroDivisionError: pass
    elif k == 2:
        for x in (): pass
    elif k == 3:
        while k:
            x = k; k -= 1
            if k == 1: break
        else: del x
    elif k == 4:
        x = 1; del x
    elif k == 5:
        with len: pass
    return x
for i in range(6):
    try: print(h(i))
    except Exception as e: print(type(e).__name__, e)
