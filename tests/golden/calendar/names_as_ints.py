# test: numbers with names are ints wherever C code of CPython takes ints
import calendar, re, struct, random, zlib, hashlib, fractions, decimal, pprint
d, i = calendar.FEBRUARY, re.IGNORECASE
print(struct.pack("b", d), struct.pack("<q", i), struct.pack("<Q", d))
random.seed(d)
a = random.random()
random.seed(2)
print(a == random.random(), random.randrange(d) < 2, random.choice("x" * d))
print(zlib.crc32(b"a", d), zlib.crc32(b"a", 2), zlib.adler32(b"a", i))
print(hashlib.blake2b(b"x", digest_size=d).hexdigest(), hashlib.blake2b(b"x", digest_size=2).hexdigest())
print(list(enumerate("ab", d)), fractions.Fraction.from_float(d), decimal.Decimal(d), fractions.Fraction(i, 4))
print(re.match("(a)(b)", "ab")[d], re.match("(a)(b)", "ab").group(i), "%d %s" % (d, d), [0, 1, 2, 3][d], range(d), bytes(d), "ab" * d)
print(divmod(7, d), d ** 3, 1 << d, -d, d & i, round(1.2345, d), (5).to_bytes(d, "big"), hex(d), int(d), float(d), d == 2, hash(d) == hash(2), {2: "x"}[d])
# test: an empty str in a narrow pprint
pprint.pprint({0: "", "k" * 30: ["", "a"]}, width=1)
