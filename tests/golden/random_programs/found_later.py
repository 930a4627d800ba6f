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

# --- `*=` with a sequence on the right
def times(a, b):
    a *= b
for a in [range(3), {1}, {}, {}.keys(), memoryview(b"a"), 5, None, frozenset()]:
    for b in ["", [], b"", ()]:
        for f in [times, lambda a, b: a * b, lambda a, b: b * a]:
            try:
                print(f(a, b))
            except TypeError as e:
                print(e)

# --- the type dict as keywords
for f in [lambda: print(**dict), lambda: {**dict}, lambda: {**int}, lambda: print(**int)]:
    try:
        f()
    except TypeError as e:
        print(e)

# --- what has no truth value marks the whole operation
x = 1 and (NotImplemented or
           0)

# --- nothing to decode needs no codec
print(repr(b"".decode("nope")), repr(b"".decode("")), repr(str(bytearray(), "nope")))
"".encode("nope")

# --- setting an attribute suggests as well
[].apend = 1

# --- of two names that are equally near, the first of dir()
"".__len

# --- names with an underscore are for those who wrote one
"".ower_

# --- only variables that are bound are suggested
def f():
    print(valu)
    value = 1
f()

# --- and those that are
def f():
    value = 1
    def g():
        other = value
        print(valu)
    g()
f()

# --- a deleted variable is not
def f(value):
    del value
    print(valu)
f(1)

# --- documentation of a type is read-only
for v in ["", 5, None, [], range(3), iter([])]:
    for change in [lambda: setattr(v, "__doc__", 1), lambda: delattr(v, "__doc__"), lambda: setattr(v, "__class__", 1), lambda: delattr(v, "__class__")]:
        try:
            change()
        except (AttributeError, TypeError) as e:
            print(type(e).__name__, e)

# --- warnings about the test of a loop come before those about its body
while 0 is not 0:
    print(1 is 2)

# --- empty memoryviews with a step are not contiguous, and without one cannot be reshaped
for x in [memoryview(b"")[::3], memoryview(b"abcd")[3:1], memoryview(b"abcd")[3:1:2], memoryview(bytes(8)).cast("B", (2, 4))[:0], memoryview(b"abc")[::3]]:
    print(x.c_contiguous, x.f_contiguous, x.contiguous, x.shape, x.strides, x.tobytes(), x.tolist(), list(x) if x.ndim == 1 else 0, x == b"")
    for arguments in [("B",), ("I",), ("B", [1]), ("B", []), ("f", 5), ("zz", [2, 2])]:
        try:
            print(x.cast(*arguments).shape)
        except (TypeError, ValueError) as e:
            print(arguments, type(e).__name__, e)

# --- partition gives the separator back
separator = bytearray(b"b")
for s in (b"abc", bytearray(b"abc"), b"xyz"):
    for parts in (s.partition(separator), s.rpartition(separator)):
        print(parts, parts[1] is separator)

# --- an empty bytearray may be emptied while somebody looks
b = bytearray()
m = memoryview(b)
b.clear()
print(b)

# --- the class of a function
def f(): pass
f.__class__ = 5
