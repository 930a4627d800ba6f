# repr of builtin objects without addresses.
print([None, True, ..., NotImplemented, int, str, type, object, ValueError, list, dict, range, slice, len, print, abs, max], [int, type(None), type(len)])
print(range(3), slice(1, 2), {1: [2, (3,)]}.items(), {'a': 1}.keys(), [1, 'a'], (1,), {1}, frozenset({1}), b'x', bytearray(b'x'), 1.0, 1j, ValueError('x'), KeyError, type(range), BaseException, type(ValueError), Exception())
print(str(int), repr(str), f'{list}', '%s' % dict, type([]), type(type(1)), type({}.items()), type(iter(())), type(lambda: 0), type(print), type([].sort), type(str.join), type(int.__add__), type((5).__add__))
import sys, math
print(repr(sys))
print(list[int], dict[str, list[int]], tuple[int, ...], int | None, int | str | list[int], type[int], list[list], set[int], frozenset[str])
print(repr(''), repr(""), repr("'"), repr('"'), repr('\\'), repr('\'"'), repr('\n\t\r\x00\x7f\xa0é€😀\ud800\u2028'))

# --- str of containers uses repr of the items
print(str(['a', 'b\n']), str({'k': 'v'}), str(('x',)), str({'q'}), str([None]), str([[1.0]]), str({1.5: 2j}), f"{['x']}", '{}'.format(['x']), '%s' % ['x'], ['é'], [b'a'], [ValueError('m')], [KeyError], [int], {int: str})
print([1.0, -0.0, 1e16, 1e-5, float('inf'), float('nan')], (2**70,), [True, None], {None: None}, [...], [[], (), {}, set(), frozenset(), '', b''], [range(2)], [slice(1)])

# --- deep nesting prints completely
x = []
for i in range(50): x = [x, i]
print(x)
t = ()
for i in range(30): t = (t,)
print(t)
d = 0
for i in range(20): d = {i: d}
print(d)

# --- recursion inside different containers
a = []; b = [a]; a.append(b); print(a, b)
d = {'k': []}; d['k'].append(d); print(d, d['k'])
t = ([], 1); t[0].append(t); print(t, t[0])
l = [{}]; l[0]['x'] = l; l.append((l,)); print(l)
s = [1]; s += [s, s]; print(s)
v = {}; v[1] = v.values(); 
try: print(str(v)[:60] != '')
except RecursionError: print('recursion')

# --- functions, methods and types show names
def outer():
    def inner(): pass
    return inner
print(outer.__name__, outer().__qualname__, (lambda: 0).__name__, len.__name__, [].append.__name__, str.upper.__name__, str.upper.__qualname__, int.__name__, int.__qualname__, ValueError.__qualname__, [].append.__qualname__, len.__qualname__, type(outer).__name__, outer.__module__, len.__module__, int.__module__)
print(repr(outer)[:15], repr(outer())[:35], repr(lambda: 0)[:19], repr([].append)[:36], repr(str.upper), repr(len), repr(int.from_bytes)[:31], repr(dict.fromkeys)[:31])
