# Roman numerals both ways, number words, base conversion.
ROMAN = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def to_roman(n):
    if not isinstance(n, int) or not 0 < n < 4000:
        raise ValueError(f"cannot convert {n!r}")
    out = ""
    for value, letters in ROMAN:
        count, n = divmod(n, value)
        out += letters * count
    return out


def from_roman(s):
    values = dict((letter, value) for value, letter in ROMAN if len(letter) == 1)
    total = 0
    for current, following in zip(s, s[1:] + " "):
        v = values[current]
        total += -v if v < values.get(following, 0) else v
    if to_roman(total) != s:
        raise ValueError(f"malformed: {s}")
    return total


ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def words(n):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        tens, ones = divmod(n, 10)
        return TENS[tens] + ("-" + ONES[ones] if ones else "")
    if n < 1000:
        hundreds, rest = divmod(n, 100)
        return ONES[hundreds] + " hundred" + (" and " + words(rest) if rest else "")
    for size, name in ((10 ** 9, "billion"), (10 ** 6, "million"), (10 ** 3, "thousand")):
        if n >= size:
            high, rest = divmod(n, size)
            joiner = " and " if 0 < rest < 100 else ", " if rest else ""
            return words(high) + " " + name + (joiner + words(rest) if rest else "")


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def to_base(n, base):
    if n == 0:
        return "0"
    sign, n = ("-", -n) if n < 0 else ("", n)
    out = []
    while n:
        n, d = divmod(n, base)
        out.append(DIGITS[d])
    return sign + "".join(reversed(out))


for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999):
    print(n, to_roman(n), from_roman(to_roman(n)))
for bad in ("IIII", "VX", "ABC", "IM"):
    try:
        print(from_roman(bad))
    except (ValueError, KeyError) as e:
        print(type(e).__name__, e)
for bad in (0, 4000, "x", 1.5):
    try:
        print(to_roman(bad))
    except ValueError as e:
        print(e)
for n in (0, 7, 13, 21, 100, 115, 342, 1000, 1001, 12345, 1000000, 987654321, -42):
    print(n, words(n))
for base in (2, 3, 8, 16, 36):
    s = to_base(123456789, base)
    print(base, s, int(s, base) == 123456789)
print(all(from_roman(to_roman(n)) == n for n in range(1, 4000)), max((to_roman(n) for n in range(1, 4000)), key=len))
print(to_base(-255, 16), to_base(0, 2), max(range(100), key=lambda n: len(words(n))))
