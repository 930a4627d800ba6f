# Differences that random programs found (tests/tools/differential.py).
# A line x = f() says all by itself; with more targets, or others, the call is marked.
x = y = min(())

# --- a tuple of targets
x, y = (lambda: undefined)()

# --- one target that is no name
box = {}
box["k"] = int("x")

# --- print() has written what stands before the value that it cannot print
try:
    print("a", 2, 10**5000, 5)
except ValueError:
    print("| no")
try:
    print(10**5000, 5)
except ValueError:
    print("| no")

# --- keywords of natives that are counted before they are looked at
def said(f, *a, **k):
    try:
        print(f(*a, **k))
    except TypeError as e:
        print(e)
said(zip, a=1)
said(zip, strict=1, b=2)
said(zip, [], a=1, b=2, c=3)
said(map, len, [], a=1)
said(map, len, [], strict=1, b=2)
said(max, 1, a=1)
said(max, 1, a=1, b=2, c=3)
said(max, a=1, b=2, c=3)
said(min, [], key=1, default=2, c=3)
said(sorted, [], key=len, reverse=1, c=3)
said(enumerate, a=1, b=2, c=3)
said(enumerate, [], b=2, c=3)
said(enumerate)

# --- an index is made of the number before the sequence says that it takes none
def assign(v, k): v[k] = 1
def delete(v, k): del v[k]
for value in ["", (), b"", range(3), {1}, {}.keys(), 5, None, len]:
    for key in [2**70, -2**70, 5, True, "a"]:
        for action in [assign, delete]:
            try:
                action(value, key)
            except (TypeError, IndexError) as e:
                print(type(e).__name__, e)
