# difflib.HtmlDiff: side by side. CPython 3.14 library, "difflib".
import difflib
A = 'one\ntwo\nthree\nfour & <five>\n'.splitlines(True)
B = 'zero\none\ntree\nfour & <five>\n\ttabbed\n'.splitlines(True)
h = difflib.HtmlDiff()
print(h.make_file(A, B, 'from.txt', 'to.txt'))
print(difflib.HtmlDiff(wrapcolumn=5).make_table(A, B))
print(difflib.HtmlDiff(tabsize=4).make_table(A, A, context=True))
print(difflib.HtmlDiff().make_table(A, A))
print(difflib.HtmlDiff().make_table([], []))
print(difflib.HtmlDiff().make_table([], [], context=True))
print(difflib.HtmlDiff().make_file(['\u00e9\n'], ['\u00e8\n'], charset='ascii')[-900:])
print([n for n in dir(h) if not n.startswith('_')])

# --- random lines, with context and without, wrapped and not
import difflib
x = 9
def rnd(n):
    global x
    x = (x * 1103515245 + 12345) % 2147483648
    return (x >> 8) % n
def lines(n):
    return ['%s%s%s\n' % ('\t' * rnd(2), 'word '[rnd(3):] * rnd(4), 'abc<&> '[rnd(7):]) for _ in range(rnd(n))]
def change(old):
    new = list(old)
    for _ in range(rnd(5)):
        at = rnd(len(new) + 1)
        what = rnd(4)
        if what == 0: new[at:at] = lines(3)
        elif what == 1: del new[at:at + rnd(3)]
        elif new[at:at + 1]: new[at] = new[at][:rnd(6)] + 'x' * rnd(3) + new[at][rnd(6):]
    return new
for i in range(40):
    old = lines(20)
    new = change(old)
    h = difflib.HtmlDiff(wrapcolumn=[None, 4, 10][rnd(3)], tabsize=1 + rnd(8))
    t = h.make_table(old, new, context=bool(rnd(2)), numlines=rnd(4))
    print(i, ''.join(t.split('<tbody>')[1:]).replace('<td class="diff_', '~').replace('nowrap="nowrap"', '^').replace('difflib_chg_', ''))
    print(list(difflib.ndiff(old, new)))
    print(list(difflib.context_diff(old, new, n=rnd(3))))

# --- bytes
import difflib
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
A, B = [b'one\n', b'caf\xe9\n'], [b'one\n', b'caf\xe8\n', b'three\n']
p(lambda: list(difflib.diff_bytes(difflib.unified_diff, A, B, b'a', b'b\xff')))
p(lambda: list(difflib.diff_bytes(difflib.context_diff, A, B, n=0, lineterm=b'')))
p(lambda: list(difflib.diff_bytes(difflib.unified_diff, ['a'], [b'b'])))
p(lambda: list(difflib.diff_bytes(difflib.unified_diff, A, B, 'a')))
p(lambda: list(difflib.diff_bytes(difflib.unified_diff, 5, B)))

# --- deltas are made line by line
import difflib
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
def junk(c):
    print('junk', repr(c))
    return c == ' '
d = difflib.ndiff(['a b\n', 'same\n'], ['a  b\n', 'same\n'], charjunk=junk)
print(type(d).__name__, d.__name__)
print(next(d))
print(list(d))
def delta():
    for line in ['- a', '+ b', '  c', '? x']:
        print('asked')
        yield line
r = difflib.restore(delta(), 2)
print('made')
print(next(r))
print(list(r))
p(lambda: type(difflib.restore([], 3)))
p(lambda: list(difflib.restore([], 3)))
p(lambda: list(difflib.restore(['  a'], '1')))
p(lambda: list(difflib.restore(['  a'], None)))
u = difflib.unified_diff('ab', 'cd')
p(lambda: list(u))
p(lambda: list(difflib.unified_diff([1], ['a'])))
p(lambda: list(difflib.unified_diff(['a'], [2])))
p(lambda: list(difflib.unified_diff(['a'], ['b'], 5)))
p(lambda: list(difflib.unified_diff(['a'], ['b'], lineterm=None)))
p(lambda: list(difflib.ndiff([1], [2])))
p(lambda: list(difflib.ndiff([1, 'a'], [1, 'b'])))
p(lambda: difflib.Differ(lambda l: True, None).linejunk('x'))
p(lambda: list(difflib.Differ().compare('abc', 'abd')))
p(lambda: difflib.IS_LINE_JUNK('# '))
p(lambda: difflib.IS_LINE_JUNK('x', lambda l: None))
p(lambda: difflib.IS_LINE_JUNK(5))
p(lambda: difflib.IS_CHARACTER_JUNK('x', 'xyz'))
