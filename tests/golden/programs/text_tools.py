# Small text algorithms: wrapping, roman numerals, anagrams, edit distance, run lengths, ciphers, templates.
TEXT = ("It was the best of times, it was the worst of times, it was the age of wisdom, "
        "it was the age of foolishness, it was the epoch of belief")

def wrap(text, width):
    line = ''
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f'{line} {word}' if line else word
    if line: yield line

def justify(line, width):
    words = line.split()
    if len(words) == 1: return line.ljust(width)
    gaps, extra = divmod(width - sum(map(len, words)), len(words) - 1)
    return ''.join(w + ' ' * (gaps + (i < extra)) for i, w in enumerate(words[:-1])) + words[-1]

for line in wrap(TEXT, 30): print(f'|{justify(line, 30)}|')
for align in '<^>': print(f'[{"mid":{align}11}]', f'[{"mid":*{align}11}]')

ROMAN = [(1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]
def to_roman(n):
    out = []
    for value, sign in ROMAN:
        count, n = divmod(n, value)
        out.append(sign * count)
    return ''.join(out)
def from_roman(s):
    total = 0
    for value, sign in ROMAN:
        while s.startswith(sign): total, s = total + value, s.removeprefix(sign)
    if s: raise ValueError(f'left over: {s!r}')
    return total
print([to_roman(n) for n in (4, 9, 14, 1994, 2024, 3999)], all(from_roman(to_roman(n)) == n for n in range(1, 4000)))
try: from_roman('XIZ')
except ValueError as e: print(e)

words = 'listen silent enlist google elbow below inlets'.split()
groups = {}
for w in words: groups.setdefault(''.join(sorted(w)), []).append(w)
print(sorted((g for g in groups.values() if len(g) > 1), key=len, reverse=True))

def distance(a, b):
    row = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, cb in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (ca != cb))
    return row[-1]
print(distance('kitten', 'sitting'), distance('', 'abc'), distance('naïve', 'naive'), min(words, key=lambda w: distance(w, 'silents')))

def runs(s):
    out = []
    for c in s:
        if out and out[-1][0] == c: out[-1][1] += 1
        else: out.append([c, 1])
    return ''.join(f'{n if n > 1 else ""}{c}' for c, n in out)
print(runs('WWWWBWWWBBé é'), runs(''))

shift = lambda s, k: ''.join(chr((ord(c) - base + k) % 26 + base) if c.isascii() and c.isalpha() and (base := 97 if c.islower() else 65) else c for c in s)
print(shift('Hello, Wörld!', 3), shift(shift('Round Trip', 13), 13))
table = str.maketrans('aeiou', '*' * 5, '.,')
print(TEXT[:50].translate(table), TEXT.title()[:30], TEXT.swapcase()[:20], TEXT.count('the'), TEXT.find('worst'))
print('{name!r:>10}|{n:+08.2f}|{n:e}|{big:,}|{big:_x}|{p:.1%}|{0[1]}|{0[0]!s:^5}|'.format(['a', 'b'], name='x', n=3.14159, big=1234567, p=0.256))
print('%-8s|%5.1f|%03d|%x|%s%%' % ('left', 2.25, 7, 255, 50), '%(a)s-%(b)r' % {'a': 1, 'b': 'q'})
print(sorted('zebra Apple mango apple Zoo'.split()), sorted('zebra Apple mango apple Zoo'.split(), key=str.casefold))
print('a-b_c d'.replace('-', ' ').replace('_', ' ').split(), 'snake_case_name'.title().replace('_', ''), ''.join('_' + c.lower() if c.isupper() else c for c in 'camelCaseName'))
print('tab\tsep'.expandtabs(8), 'line1\r\nline2\x0bline3'.splitlines(), 'x=1;y=2'.partition(';'), '  strip me '.strip(), 'xxabcxx'.strip('x'), 'ß'.upper(), 'İ'.lower())
