# Short scripts as a model writes them for a quick answer.
print(sum(x for x in range(1, 101) if x % 3 == 0 or x % 5 == 0))

# --- fizzbuzz
for i in range(1, 16):
    print("FizzBuzz" if i % 15 == 0 else "Fizz" if i % 3 == 0 else "Buzz" if i % 5 == 0 else i)

# --- count letters
word = "strawberry"
print(word.count("r"), {c: word.count(c) for c in sorted(set(word))})

# --- compare decimals
print(9.11 > 9.9, 9.11 - 9.9, round(9.9 - 9.11, 2))

# --- compound interest table
p = 1000
for year in range(1, 6):
    p *= 1.07
    print(f"Year {year}: ${p:,.2f}")

# --- standard input statistics
# stdin: "3\n1.5\n\n-2\nabc\n10\n"
import sys
values = []
for n, line in enumerate(sys.stdin, 1):
    line = line.strip()
    if not line:
        continue
    try:
        values.append(float(line))
    except ValueError as e:
        print(f"line {n}: {e}", file=sys.stderr)
print(f"n={len(values)} sum={sum(values)} mean={sum(values)/len(values):.3f} min={min(values)} max={max(values)}")

# --- word count of standard input
# stdin: "the cat\nsat on the mat\nthe end\n"
import sys
text = sys.stdin.read()
counts = {}
for w in text.split():
    counts[w] = counts.get(w, 0) + 1
for w, n in sorted(counts.items(), key=lambda x: (-x[1], x[0])):
    print(f"{n:4d} {w}")
print(len(text.splitlines()), len(text.split()), len(text))

# --- transpose a table from standard input
# stdin: "a,b,c\n1,2,3\n4,5,6\n"
import sys
rows = [line.rstrip("\n").split(",") for line in sys.stdin]
for col in zip(*rows):
    print("\t".join(col))

# --- arguments
# argv: ["--n", "5", "name"]
import sys
args = sys.argv[1:]
n = int(args[args.index("--n") + 1]) if "--n" in args else 1
rest = [a for i, a in enumerate(args) if not a.startswith("--") and (i == 0 or args[i - 1] != "--n")]
print(n, rest)

# --- usage error
import sys
if len(sys.argv) < 2:
    print(f"usage: {sys.argv[0]} FILE", file=sys.stderr)
    sys.exit(2)

# --- guess the number by bisection
secret, low, high, tries = 73, 1, 100, 0
while True:
    tries += 1
    guess = (low + high) // 2
    if guess == secret:
        print("found", guess, "in", tries)
        break
    low, high = (guess + 1, high) if guess < secret else (low, guess - 1)

# --- list comprehension puzzles
print([x ** 2 for x in range(10) if x % 2])
print([[0] * 3 for _ in range(2)], [(x, y) for x in "ab" for y in (1, 2)])
print(sorted({len(w) for w in "a bb cc ddd".split()}), {k: v for k, v in zip("abc", range(3))})
print(dict(sorted({"b": 1, "a": 2}.items())), [*map(str.upper, "abc")], list(filter(str.isdigit, "a1b2")))

# --- merging dictionaries and defaults
base = {"color": "red", "size": 1, "opts": {"a": 1}}
custom = {"size": 2, "opts": {"b": 2}}
print({**base, **custom}, base | custom, {**base, "opts": {**base["opts"], **custom["opts"]}})
settings = base.copy()
settings.update(custom, extra=True)
print(settings, base, settings.pop("missing", "none"), settings.get("size"), "opts" in settings)

# --- string formatting of a table
rows = [("Name", "Qty", "Price"), ("Tea", 3, 1.5), ("Coffee", 12, 22.25)]
for name, qty, price in rows:
    print(f"{name:<10}|{qty:>5}|{price:>8}" if isinstance(qty, str) else f"{name:<10}|{qty:>5d}|{price:>8.2f}")
print("=" * 25)
print("%-10s|%5d|%8.2f" % ("Total", sum(r[1] for r in rows[1:]), sum(r[1] * r[2] for r in rows[1:])))

# --- retry with an exception hierarchy
def attempt(n):
    if n == 0: raise ConnectionResetError("reset")
    if n == 1: raise TimeoutError("slow")
    if n == 2: raise ValueError("bad value")
    return "ok"
for n in range(4):
    try:
        print(attempt(n))
    except (ConnectionError, TimeoutError) as e:
        print(f"{n}: network problem: {e!r} {isinstance(e, OSError)}")
    except Exception as e:
        print(f"{n}: {type(e).__name__}: {e}")
    finally:
        print(f"{n}: done")

# --- a mistake: integer plus string
age = "42"
print("Next year: " + (age + 1))

# --- a mistake: index out of range
items = [1, 2, 3]
for i in range(4):
    print(items[i])

# --- a mistake: key error in nested data
user = {"profile": {"name": "Ann"}}
print(user["profile"]["email"])

# --- a mistake: attribute of None
def find(items, name):
    for item in items:
        if item["name"] == name:
            return item
item = find([{"name": "a"}], "b")
print(item.get("name"))

# --- a mistake: wrong number of arguments
def area(width, height):
    return width * height
print(area(3, 4))
print(area(3))

# --- a mistake: undefined variable
def total(values):
    result = 0
    for v in values:
        result += v
    return reslt
print(total([1, 2]))

# --- a mistake: unpacking
pairs = [(1, 2), (3, 4, 5)]
for a, b in pairs:
    print(a + b)

# --- a mistake: int of text
for s in ["1", "2.5", "x"]:
    print(int(s))

# --- a mistake: mutating a tuple
point = (1, 2)
point[0] = 5

# --- a mistake: unhashable key
cache = {}
cache[[1, 2]] = "x"

# --- a mistake: division by zero deep inside
def mean(values):
    return sum(values) / len(values)
def report(groups):
    return {k: mean(v) for k, v in groups.items()}
print(report({"a": [1, 2], "b": []}))

# --- a mistake: forgot to call
text = "abc"
print(text.upper == "ABC", text.upper() == "ABC", callable(text.upper))

# --- a mistake: shadowed builtin
list = [1, 2, 3]
print(list((4, 5)))

# --- a mistake: modifying a dict while iterating
d = {"a": 1, "b": 2}
for k in d:
    if d[k] == 1:
        del d[k]

# --- a mistake: default argument that is shared
def add(item, bag=[]):
    bag.append(item)
    return bag
print(add(1), add(2))

# --- a mistake: float equality and rounding
print(0.1 + 0.2 == 0.3, abs(0.1 + 0.2 - 0.3) < 1e-9, round(2.5), round(3.5), round(2.675, 2), int(2.99), int(-2.99), -7 // 2, -7 % 3)

# --- a mistake: late binding closures
callbacks = [lambda: i for i in range(3)]
print([c() for c in callbacks], [c() for c in [lambda i=i: i for i in range(3)]])

# --- a mistake: string is not a list
print(list("abc") == ["a", "b", "c"], [c for c in "abc"], "abc"[::-1], "".join(sorted("hello")), " ".join(reversed("a b c".split())))

# --- using a keyword of another language
x = null

# --- true with a small letter
done = true

# --- len of a number
print(len(12345))

# --- joining numbers
print(", ".join([1, 2, 3]))

# --- sorting mixed types
print(sorted([3, "a", 1]))

# --- calling a method on the wrong type
data = {"a": 1}
data.append(5)

# --- json-like text to a dict by hand
text = "name=Ann;age=30;tags=x,y"
record = dict(part.split("=") for part in text.split(";"))
record["age"] = int(record["age"])
record["tags"] = record["tags"].split(",")
print(record, sorted(record), record.keys() >= {"name", "age"})

# --- matrix determinant and transposition in one go
m = [[2, 1], [7, 4]]
print(m[0][0] * m[1][1] - m[0][1] * m[1][0], [list(r) for r in zip(*m)], sum(map(sum, m)), [[sum(a * b for a, b in zip(r, c)) for c in zip(*m)] for r in m])

# --- primes with for-else
for n in range(2, 20):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        print(n, end=" ")
print()

# --- running total with walrus
total = 0
print([total := total + x for x in [1, 2, 3, 4]], total)

# --- multiple assignment and swapping
a, b, *c = "hello"
a, b = b, a
print(a, b, c, *c[::-1], sep="-")

# --- dates as strings
dates = ["2024-3-5", "2023-12-25", "2024-01-15"]
parsed = sorted(tuple(map(int, d.split("-"))) for d in dates)
print(["{:04}-{:02}-{:02}".format(*d) for d in parsed], max(dates), max(parsed))

# --- bits and bases
n = 202
print(bin(n), oct(n), hex(n), f"{n:08b}", int("11001010", 2), n >> 2, n & 15, n.bit_length(), [n >> i & 1 for i in range(8)][::-1])

# --- unique in order, most common, grouping
words = "b a c a b b".split()
print(list(dict.fromkeys(words)), max(set(words), key=words.count), sorted(set(words)), {w: [i for i, x in enumerate(words) if x == w] for w in dict.fromkeys(words)})

# --- a generator with a limit
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
for x in fib():
    if x > 50:
        break
    print(x, end=",")
print(next(x for x in fib() if x > 1000))

# --- recursion: flatten, powerset, permutations
def flatten(l):
    for x in l:
        if isinstance(x, list):
            yield from flatten(x)
        else:
            yield x
def powerset(s):
    return [[]] if not s else (r := powerset(s[1:])) + [[s[0]] + x for x in r]
print(list(flatten([1, [2, [3, [4]], 5]])), powerset([1, 2, 3]))

# --- early exit inside nested functions
import sys
def check(x):
    if x > 2:
        print("too big", file=sys.stderr)
        sys.exit(3)
    return x
for i in range(5):
    print(check(i))
