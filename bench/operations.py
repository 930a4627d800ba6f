"""What scaling.py measures: for each operation how its data is made for a size n, and the statement that is timed.

Written once, run by every engine. `sizes` are those of the operation's own, where the usual ones take too long or show
too little.
"""

import collections

# What an operation works on. Nothing of it is timed; {n} is the size.
INTS = "a = list(range(n))"
SHUFFLED = "a = [i * 7919 % 1000003 for i in range(n)]"
WORDS = "a = [str(i * 7919 % 1000003) for i in range(n)]"
INT_KEYS = "d = {i: i for i in range(n)}"
WORD_KEYS = "a = ['key%d' % i for i in range(n)]; d = dict.fromkeys(a, 1)"
TEXT = "s = 'some words of text, ' * (n // 20) + 'the end'"
ROWS = "a = [{'id': i, 'name': 'row %d' % i, 'x': i * 0.5, 'tags': ['a', None]} for i in range(n // 8)]"

SHORT = [4**k for k in range(4, 9)]  # for what takes n * 1000 steps
LIVE = [1000, 10_000, 100_000, 1_000_000, 6_000_000]  # pairs in lists: 6 million of them are about 0.5 GB here, 1 GB under CPython

Operation = collections.namedtuple("Operation", "group name setup body sizes", defaults=[None])

OPERATIONS = [
    Operation("list", "append n", "a = []", "for i in range(n): a.append(i)"),
    Operation("list", "pop n", INTS, "while a: a.pop()"),
    Operation("list", "insert(0) 100 times", INTS, "for i in range(100): a.insert(0, i)"),
    Operation("list", "pop(0) 100 times", INTS, "for i in range(100): a.pop(0)"),
    Operation("list", "read n items, scattered", SHUFFLED, "t = 0\nfor i in a: t += a[i % n]"),
    Operation("list", "write n items, scattered", SHUFFLED, "for i in a: a[i % n] = i"),
    Operation("list", "slice 20 times", INTS, "for i in range(20): a[1:]"),
    Operation("list", "extend, concatenate", INTS, "b = a + a; b.extend(a); b += a; b * 2"),
    Operation("list", "in: the last, 20 times", INTS, "for i in range(20): n - 1 in a"),
    Operation("list", "reverse, copy, ==", INTS, "b = a.copy(); b.reverse(); b.reverse(); b == a"),
    Operation("list", "comprehension", INTS, "[x + 1 for x in a if x & 1]"),
    Operation("list", "sum, min, max", SHUFFLED, "sum(a); min(a); max(a)"),
    Operation("sort", "scattered ints", SHUFFLED, "a.sort()"),
    Operation("sort", "sorted already", INTS, "a.sort(); sorted(a, reverse=True)"),
    Operation("sort", "strings", WORDS, "a.sort()"),
    Operation("sort", "with a key", SHUFFLED, "sorted(a, key=lambda x: -x)"),
    Operation("dict", "insert ints", "d = {}", "for i in range(n): d[i] = i"),
    Operation("dict", "insert strings", WORD_KEYS, "d = {}\nfor k in a: d[k] = 1"),
    Operation("dict", "look up ints, scattered", SHUFFLED + "; " + INT_KEYS, "t = 0\nfor i in a: t += d[i % n]"),
    Operation("dict", "look up strings", WORD_KEYS, "t = 0\nfor k in a: t += d[k]"),
    Operation("dict", "delete all", INT_KEYS, "for i in range(n): del d[i]"),
    Operation("dict", "items, copy, update", INT_KEYS, "t = 0\nfor k, v in d.items(): t += v\ne = d.copy(); e.update(d)"),
    Operation("dict", "count words", "a = ['w%d' % (i * i % 997) for i in range(n)]", "d = {}\nfor w in a: d[w] = d.get(w, 0) + 1"),
    Operation("dict", "first key out, new key in", INT_KEYS, "for i in range(n): del d[next(iter(d))]; d[n + i] = 1", SHORT),
    Operation("set", "add", SHUFFLED + "; s = set()", "for x in a: s.add(x)"),
    Operation("set", "in", SHUFFLED + "; s = set(a)", "t = 0\nfor x in a: t += x in s"),
    Operation("set", "union, intersection, differences", "s = set(range(n)); t = set(range(n // 2, n * 3 // 2))", "s | t; s & t; s - t; s ^ t"),
    Operation("set", "pop all", "s = set(range(n))", "while s: s.pop()"),
    Operation("str", "join", WORDS, "','.join(a)"),
    Operation("str", "split", WORDS + "; s = ','.join(a)", "s.split(',')"),
    Operation("str", "+= one at a time", "", "s = ''\nfor i in range(n): s += 'x'"),
    Operation("str", "find, count, in", TEXT, "s.find('end!'); s.count('of'); 'nowhere' in s"),
    Operation("str", "find what nearly matches", "s = 'a' * n; t = 'a' * (n // 4) + 'b'", "s.find(t)"),
    Operation("str", "replace, upper, strip", TEXT, "s.replace('words', 'a few words').upper().strip()"),
    Operation("str", "iterate", TEXT, "t = 0\nfor c in s: t += c == 'e'"),
    Operation("str", "index, not ASCII", "s = 'h\u00e9llo w\u00f6rld ' * (n // 12 + 1)", "t = 0\nfor i in range(n): t += s[i] == 'w'"),
    Operation("str", "format n numbers", "", "for i in range(n): f'{i:>8} {i / 3:.2f}'"),
    Operation("int", "multiply n bits", "x = (1 << n) - 12345; y = (1 << n) // 7", "x * y", SHORT + [4**9]),
    Operation("int", "str of n digits", "x = 10 ** n // 7", "import sys; sys.set_int_max_str_digits(0); str(x)", [4**k for k in range(4, 8)]),
    Operation("json", "dumps", "import json; " + ROWS, "json.dumps(a)"),
    Operation("json", "loads", "import json; " + ROWS + "; s = json.dumps(a)", "json.loads(s)"),
    Operation("re", "findall", "import re; " + WORDS + "; s = ' '.join(a)", "re.findall(r'\\d+', s)"),
    Operation("re", "sub", "import re; " + TEXT, "re.sub(r'\\bw(\\w+)', r'<\\1>', s)"),
    Operation("re", "sub with a function", "import re; " + TEXT, "re.sub(r'\\w+', lambda m: m[0].upper(), s)"),
    Operation("re", "search what is not there", "import re; " + TEXT, "re.search(r'(\\w+) \\1 nothing', s)"),
    Operation("re", "split", "import re; " + TEXT, "re.split(r'[ ,]+', s)"),
    Operation("code", "calls", "def f(x): return x", "for i in range(n): f(i)"),
    Operation("code", "generator", "def g(n):\n    for i in range(n): yield i", "for x in g(n): pass"),
    Operation("code", "compile n lines", "s = 'x = f(1) + y[2]\\n' * (n // 16)", "compile(s, 'x', 'exec')", SHORT),
    Operation("collector", "n pairs that stay", "", "a = [[i, i] for i in range(n)]", LIVE),
    Operation("collector", "n pairs that go, beside n that stay", "a = [[i, i] for i in range(n)]", "for i in range(n): [i, i]", LIVE),
    Operation("collector", "100,000 pairs that go, beside n", "a = [[i, i] for i in range(n)]", "for i in range(100000): [i, i]", LIVE),
    Operation("collector", "a list in each of n dicts replaced", "a = [{'k': [i]} for i in range(n // 4)]", "for d in a: d['k'] = [1, 2]", LIVE),
]
