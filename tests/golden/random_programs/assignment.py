# Found by random programs: what fails first when an assignment is wrong in two ways.
def t(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
l = [1, 2, 3]
def s(k, v): l[k] = v
t(lambda: s(slice(0, ''), 5))
t(lambda: s(slice(0, '', 2), 5))
t(lambda: s(slice(0, 1, 0), 5))
t(lambda: s(slice(0, 1, 2), 5))
t(lambda: s(slice(0, 1), 5))
t(lambda: s(slice(0, ''), [1]))
t(lambda: s(slice(0, '', 2), (i for i in [0/0])))
b = bytearray(b'abc')
def u(k, v): b[k] = v
t(lambda: u(9, 'a'))
t(lambda: u(9, 300))
t(lambda: u(0, 300))
t(lambda: u('a', 300))
t(lambda: u(slice(0, 'a'), 300))
t(lambda: u(slice(0, 'a'), 'a'))
t(lambda: u(slice(0, 1, 0), 'a'))
t(lambda: u(2**70, 1))
t(lambda: sum('abc', True))
t(lambda: sum([1.5, 'a'], True))
t(lambda: sum([], True))
print(sum([], True), sum([1], True), sum([1.5], True), sum((), False))
