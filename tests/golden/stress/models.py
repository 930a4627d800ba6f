# A list against a model of itself: slices and methods at random.
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33
rnd = lcg(1)
def r(n): return next(rnd) % n
l, bad = [], 0
for step in range(1500):
    k = r(9)
    before = l[:]
    if k == 0: l.append(step); model = before + [step]
    elif k == 1: i = r(12) - 6; l.insert(i, step); n = len(before); j = max(0, min(n, i if i >= 0 else n + i)); model = before[:j] + [step] + before[j:]
    elif k == 2 and l: i = r(len(l)); v = l.pop(i); model = before[:i] + before[i + 1:]; bad += v != before[i]
    elif k == 3: a, b = r(14) - 7, r(14) - 7; l[a:b] = x = list(range(r(4))); lo, hi, _ = slice(a, b).indices(len(before)); model = before[:lo] + x + before[max(lo, hi):]
    elif k == 4: a, b, c = r(14) - 7, r(14) - 7, r(3) + 1; del l[a:b:c]; gone = set(range(*slice(a, b, c).indices(len(before)))); model = [v for i, v in enumerate(before) if i not in gone]
    elif k == 5: l.reverse(); model = before[::-1]
    elif k == 6: l.sort(key=lambda v: v % 7); model = [v for m in range(7) for v in before if v % 7 == m]
    elif k == 7: l.extend(before[:2]); model = before + before[:2]
    else: l *= 1; model = before
    bad += l != model
    if len(l) > 30: del l[20:]
print(bad, len(l), sum(l), l[:5])

# --- a dict against two lists
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33
rnd = lcg(2)
def r(n): return next(rnd) % n
d, keys, vals, bad = {}, [], [], 0
def key(n): return (n, str(n), float(n), (n,), n * 2**40, -n, frozenset([n]), bytes([n % 256]))[r(8) if n % 3 else 0]
for step in range(3000):
    k = key(r(60))
    op = r(7)
    if op < 3:
        d[k] = step
        if k in keys: vals[keys.index(k)] = step
        else: keys.append(k); vals.append(step)
    elif op == 3:
        v = d.pop(k, None)
        if k in keys: i = keys.index(k); bad += v != vals[i]; del keys[i], vals[i]
        else: bad += v is not None
    elif op == 4:
        bad += d.get(k) != (vals[keys.index(k)] if k in keys else None)
    elif op == 5 and d:
        if r(10) == 0: bad += d.popitem() != (keys.pop(), vals.pop())
    else:
        bad += d.setdefault(k, step) != (vals[keys.index(k)] if k in keys else step)
        if k not in keys: keys.append(k); vals.append(step)
    if step % 50 == 0: bad += list(d) != keys or list(d.values()) != vals or len(d) != len(keys)
print(bad, len(d), sum(d.values()), list(d)[:3])

# --- sets against sorted lists
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33
rnd = lcg(3)
def r(n): return next(rnd) % n
bad = 0
for _ in range(300):
    a, b = [r(40) for _ in range(r(15))], [r(40) for _ in range(r(15))]
    s, t = set(a), set(b)
    both = [x for x in range(40) if x in a and x in b]
    bad += sorted(s & t) != both or sorted(s | t) != [x for x in range(40) if x in a or x in b] or sorted(s - t) != [x for x in range(40) if x in a and x not in b] or sorted(s ^ t) != [x for x in range(40) if (x in a) != (x in b)]
    bad += (s <= t) != all(x in b for x in a) or s.isdisjoint(t) != (not both) or (s == t) != (sorted(set(a)) == sorted(set(b))) or len(s) != len([x for i, x in enumerate(a) if x not in a[:i]])
    u = s.copy(); u |= t; u -= s; bad += sorted(u) != sorted(t - s)
    for x in a: s.discard(x)
    bad += s != set()
print(bad)

# --- integers: division, shifts and text against slow definitions
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33
rnd = lcg(4)
def big():
    n = 0
    for _ in range(next(rnd) % 8): n = n << 31 | next(rnd)
    n >>= next(rnd) % 31
    return -n if next(rnd) % 2 else n
bad = total = 0
for _ in range(600):
    a, b, s = big(), big(), next(rnd) % 130
    if b:
        q, m = divmod(a, b)
        bad += q * b + m != a or not (0 <= m < b or b < m <= 0) or q != a // b or m != a % b
        total = (total + q + m) % 1000000007
    bad += a << s != a * 2**s or a >> s != a // 2**s or a ^ b != (a | b) - (a & b) or ~a != -a - 1 or (a & b) + (a | b) != a + b
    bad += int(str(a)) != a or int(hex(a), 16) != a or int(oct(a), 8) != a or int(bin(a), 0) != a or eval(repr(a)) != a or int(f'{a:_x}', 16) != a
    bad += (a + b) - b != a or (a - b) + b != a or (a + b) * (a - b) != a * a - b * b or (a < b) != (a - b < 0) or -(-a) != a or abs(a) != (a if a >= 0 else -a)
    bad += int.from_bytes(a.to_bytes(40, 'big', signed=True), 'big', signed=True) != a or a.bit_length() != len(bin(abs(a))) - 2 + (a == 0) * -1 or pow(abs(a), 5, abs(b) + 1) != abs(a) ** 5 % (abs(b) + 1)
    total = (total * 31 + hash(str(a * b)) * 0 + a * b) % 1000000007
print(bad, total)

# --- floats: shortest text, formatting and rounding
import math
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33
rnd = lcg(5)
h = bad = 0
for i in range(1500):
    m, e = (next(rnd) << 22 ^ next(rnd)) % 2**53, next(rnd) % (2100 if i % 3 else 120) - (1074 + 52 if i % 3 else 90)
    try: x = math.ldexp(m, e if e < 970 else 900)
    except OverflowError: x = 1e308
    s = repr(x)
    bad += float(s) != x or float(f'{x:.17g}') != x or float(f'{x:.16e}') != x or float.fromhex(x.hex()) != x or x.as_integer_ratio()[0] / x.as_integer_ratio()[1] != x
    for c in s + f'{x:.6e}{x:.3g}{x:g}' + (f'{x:.2f}{round(x, 3)}{x:,.1f}' if x < 1e20 else ''): h = (h * 33 + ord(c)) % 1000000007
print(bad, h)

# --- decimal text to float
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33
rnd = lcg(6)
h = 0
for i in range(1500):
    digits = str(next(rnd)) * (1 + next(rnd) % 3)
    p = next(rnd) % (len(digits) + 1)
    s = digits[:p] + '.' + digits[p:] + f'e{next(rnd) % 640 - 330}'
    for c in repr(float(s)): h = (h * 33 + ord(c)) % 1000000007
print(h)
print([float(s) for s in ('2.2250738585072011e-308', '2.2250738585072012e-308', '1.7976931348623158e308', '1.797693134862315807e308', '4.9406564584124654e-324', '2.4703282292062327e-324', '2.4703282292062328e-324', '9007199254740993', '9007199254740992.999999999999999999999999', '0.1' + '0' * 400 + '1', '1' + '0' * 400 + 'e-400', '.' + '0' * 400 + '1e401')])

# --- strings against lists of characters
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33
rnd = lcg(7)
def r(n): return next(rnd) % n
ALPHA = 'aab é€😀\n'
bad = 0
for _ in range(300):
    s = ''.join(ALPHA[r(len(ALPHA))] for _ in range(r(20)))
    c = list(s)
    a, b, st = r(24) - 12, r(24) - 12, r(5) - 2 or 3
    sub = s[r(10):][:r(3)]
    bad += list(s[a:b:st]) != c[a:b:st] or list(s[::-1]) != c[::-1] or len(s) != len(c) or list(s * 2) != c * 2 or list(s + sub) != c + list(sub)
    bad += s.find(sub) != next((i for i in range(len(c) - len(sub) + 1) if c[i:i + len(sub)] == list(sub)), -1)
    bad += s.rfind(sub) != next((i for i in reversed(range(len(c) - len(sub) + 1)) if c[i:i + len(sub)] == list(sub)), -1)
    bad += (sub in s) != (s.find(sub) >= 0) or s.startswith(sub) != (c[:len(sub)] == list(sub)) or s.endswith(sub) != (list(sub) == c[len(c) - len(sub):])
    bad += s.encode().decode() != s or s.encode('utf-16').decode('utf-16') != s or s.encode('utf-32-be').decode('utf-32-be') != s or eval(repr(s)) != s or eval(ascii(s)) != s
    bad += ' '.join(s.split(' ')) != s or (sub and sub.join(s.split(sub)) != s) or ''.join(s.splitlines(True)) != s or s.replace('a', 'xyz').replace('xyz', 'a') != s
    bad += s.strip('a') != s.lstrip('a').rstrip('a') or s.count('a') != c.count('a') or sorted(s) != sorted(c) or (s < sub) != (c < list(sub)) or s.upper().lower() != s.lower() or s.zfill(5)[-len(s or 'x'):] != (s or '0')[-len(s or 'x'):] and s[:1] not in '+-'
    bad += s.ljust(25)[:len(s)] != s or len(s.center(21, '€')) != max(21, len(s)) or s.expandtabs() != s or s.translate({97: 'b', 233: None}) != s.replace('a', 'b').replace('é', '')
print(bad)

# --- sorting against insertion, with keys and reverse
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33
rnd = lcg(8)
def r(n): return next(rnd) % n
def insertion(l, key, reverse):
    out = []
    for x in l:
        i = len(out)
        while i and (key(out[i - 1]) < key(x) if reverse else key(x) < key(out[i - 1])): i -= 1
        out.insert(i, x)
    return out
bad = 0
for n in list(range(12)) + [31, 32, 33, 63, 64, 65, 100, 150]:
    for kind in range(4):
        l = [(r(10) if kind == 0 else i if kind == 1 else -i if kind == 2 else r(2), i) for i in range(n)]
        for reverse in (False, True):
            bad += sorted(l, key=lambda p: p[0], reverse=reverse) != insertion(l, lambda p: p[0], reverse)
        m = l[:]
        m.sort()
        bad += m != insertion(l, lambda p: p, False) or sorted(map(str, l)) != insertion(list(map(str, l)), str, False)
print(bad)

# --- generators, closures and exceptions in great numbers
def counter(n):
    for i in range(n):
        try:
            got = yield i
            if got: raise ValueError(got)
        except ValueError as e:
            yield -int(str(e))
        finally:
            total[0] += 1
total = [0]
gens = [counter(i % 7) for i in range(300)]
out = 0
for step in range(8):
    for i, g in enumerate(gens):
        try: out += g.send(None if step == 0 or i % 3 else i) if step else next(g)
        except StopIteration: pass
for g in gens: g.close()
print(out, total)
fs = []
for i in range(200):
    def f(x, i=i):
        def g(): return x + i + len(fs)
        return g
    fs.append(f(i * 2))
print(sum(g() for g in fs))
caught = {}
for i in range(400):
    try: [lambda: 1 // (i % 3), lambda: [][i], lambda: {}[i], lambda: int('x' * (i % 5)), lambda: 'a' + i][i % 5]()
    except Exception as e: caught[type(e).__name__] = caught.get(type(e).__name__, 0) + 1
print(caught)

# --- cyclic garbage in great numbers
live = []
for i in range(2000):
    a, b = [], {}
    a.append(b); b['a'] = a; b['f'] = lambda: (a, b)
    g = (x for x in a)
    if i % 200 == 0: live.append((a, g))
print(len(live), all(l[0]['a'] is l for l, _ in live), all(next(g) is l[0] for l, g in live), all(l[0]['f']()[0] is l for l, _ in live))
tree = None
for i in range(3000): tree = (tree, [i], {'i': i})
n = s = 0
while tree: s += tree[1][0] + tree[2]['i']; n += 1; tree = tree[0]
print(n, s)
text = []
for i in range(500): text.append(('x' * i)[i // 2:] + str(i))
print(len(''.join(text)), text[-1][-5:])

# --- large containers grow and shrink
d = {}
for i in range(5000): d[i * 7919 % 10007] = i
for i in range(0, 10007, 2): d.pop(i, None)
print(len(d), sum(d), sum(d.values()), list(d)[:3], list(d)[-2:])
s = set()
for i in range(5000): s.add(i * i % 4001)
for i in range(0, 4001, 3): s.discard(i)
print(len(s), sum(s), min(s), max(s))
l = []
for i in range(20000): l.append(i)
while len(l) > 10: del l[::2]
print(l)
b = bytearray()
for i in range(5000): b += bytes([i % 251, i % 7])
del b[::3]
print(len(b), sum(b), b[:6])
q = []
for i in range(3000):
    q.append(i)
    if len(q) > 50: q.pop(0)
print(len(q), q[0], q[-1])

# --- deep but legal recursion of many shapes
def down(n): return n if n == 0 else down(n - 1)
def both(n): return 1 if n < 2 else both(n - 1) + both(n - 2)
def gen(n):
    if n: yield from gen(n - 1)
    yield n
def kw(n, *, acc=()): return len(acc) if n == 0 else kw(n - 1, acc=acc + (n,))
def star(n, *args, **kwargs): return (len(args), len(kwargs)) if n == 0 else star(n - 1, n, *args, **kwargs, **{f'k{n}': n})
def clos(n): return (lambda: n + clos(n - 1))() if n else 0
def tryf(n):
    try: return tryf(n - 1) if n else 1 // 0
    except ZeroDivisionError: return 'z'
    finally: seen.append(n)
seen = []
print(down(150), both(15), sum(gen(100)), kw(100), star(20), clos(60), tryf(50), len(seen))
