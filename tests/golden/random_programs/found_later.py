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

# --- pow() with a modulus: who refuses first
for a in (2.5, 2, 1j, "a"):
    for b in (1j, 2.5, "a", 2):
        for c in (0, 1j, 1.5, "a"):
            try:
                print(pow(a, b, c))
            except (TypeError, ValueError) as e:
                print(a, b, c, type(e).__name__, e)
try:
    (2.5).__pow__("a", 3)
except TypeError as e:
    print(e)

# --- the text of an OSError whose attributes came later
for e in (OSError(), OSError("x"), OSError(99, "x"), FileExistsError()):
    for name in ("errno", "strerror", "filename", "filename2"):
        for value in (None, 5, "q"):
            x = type(e)(*e.args)
            setattr(x, name, value)
            print(name, value, str(x), repr(x), sep="|")
    x.filename = "one"
    print(x)
    x.filename = None
    print(x)
    del x.filename
    print(x)

# --- only what an object has for itself can be deleted, and what hides a method can be set
for make in (lambda: lambda: 0, lambda: ValueError(1), lambda: ExceptionGroup("g", [KeyError()])):
    for name in ("__dict__", "__eq__", "__hash__", "__doc__", "__str__", "x"):
        o = make()
        for change in (lambda: delattr(o, name), lambda: setattr(o, name, 5), lambda: delattr(o, name)):
            try:
                print(type(o).__name__, name, change(), name in o.__dict__)
            except (TypeError, AttributeError) as e:
                print(type(o).__name__, name, type(e).__name__, e)
e = ValueError()
e.__dict__ = {"x": 1}
e.add_note("n")
print(e.x, e.__dict__)
def f(): pass
f.__annotate__ = 5

# --- a StopIteration with a value has no context
def with_value():
    yield 1
    return 2
def without():
    yield 1
async def coroutine(): return 3
def last(iterator):
    try:
        while True: next(iterator)
    except StopIteration as e:
        print(e.args, repr(e.__context__))
try: 1 / 0
except ZeroDivisionError:
    for iterator in (with_value(), without(), map(abs, with_value()), iter([])): last(iterator)
    try: coroutine().send(None)
    except StopIteration as e: print(e.args, repr(e.__context__))

# --- complex() of complex parts
def parts():
    return complex(1j, 2j)
print(complex(0, 1j), complex(1j, 2), complex(imag=1j), complex(real=1j))
print(parts(), parts())

# --- warnings about the branch that is never taken
x = 5 if not 0 else 0 is 0
y = 1() if 0 else 2
print((lambda: x is 1 if 0 else x)(), y)

# --- compile() does not show the line that it warns of
exec(compile("x = 0 is 0\nprint(x)", "f.py", "exec"))

# --- variables of comprehensions are not suggested, even where eval() sees them
def f(a):
    print(eval("a"), [eval("item") for item in a])
    return {itom: 0 for item in a}
try: f([1])
except NameError as e: print(e)
def f(itam):
    eval
    return [itom for item in "b"]
f(1)

# --- a step too long for the view
# oracle: native
for step in (2**70, -2**70, 2**62, 2**47, 7):
    m = memoryview(bytes(range(8)))[3:70:step]
    print(m.strides, m.shape, m.tolist(), m[::2].strides, bytes(m), m[::step].strides)
    m = memoryview(bytes(range(8))).cast("i")[::step]
    print(m.strides, m.shape, m.tolist(), m == m, len(m), list(reversed(m)), m.contiguous)

# --- the left operand of a set operation with a view is hashed first
def items():
    yield 1
    raise KeyError("right")
def said(f):
    try: print(f())
    except (TypeError, KeyError) as e: print(type(e).__name__, e)
for d in ({3: []}, {3: 1}, {}):
    for other in (5, [[]], items):
        right = lambda: other() if other is items else other
        said(lambda: d.items() | right())
        said(lambda: d.items() - right())
        said(lambda: d.items() ^ right())
        said(lambda: d.items() & right())
        said(lambda: right() | d.items())
        said(lambda: d.keys() ^ right())

# --- a bytearray that somebody looks at keeps its size, also where nothing changes
for size in (0, 3):
    for change in ("del b[::2]", "b[::2] = b''", "del b[5:9]", "b[1:1] = b''", "del b[3:1:-1]", "b[::-1] = ()", "del b[0:0:3]"):
        b = bytearray(size)
        m = memoryview(b)
        try: exec(change)
        except (BufferError, ValueError) as e: print(size, change, type(e).__name__, e)
        else: print(size, change, b)

# --- a released memoryview says so first
m = memoryview(b"")
m.release()
for order in ("", "C", 5):
    try: m.tobytes(order)
    except (TypeError, ValueError) as e: print(e)

# --- codecs that are found by their registry leave a note
def said(f):
    try: return f()
    except (UnicodeError, LookupError) as e: return f"{type(e).__name__}: {e} {getattr(e, '__notes__', 0)}"
for codec in ("utf-8", "UTF8", "u8", "us-ascii", "646", "Latin 1", "l1", "utf-16", "utf-16-le", "utf-8-sig", "cp1252", "hex", "nope"):
    for handler in ("strict", "nope", "", "ignore"):
        print(codec, handler, said(lambda: "a\ud800\U0001f600".encode(codec, handler)))
        print(codec, handler, said(lambda: b"a\xff\xe2".decode(codec, handler)), said(lambda: str(b"a\xff\xe2", codec, handler)))
        print(codec, handler, said(lambda: bytes("a\ud800", codec, handler)), said(lambda: b"ab".decode(codec, handler)))

# --- and the note is in the traceback
"\ud800".encode("utf-16-be")

# --- `in` a memoryview of no dimension
m = memoryview(b"a").cast("B", [])
for f in (lambda: 97 in m, lambda: list(m), lambda: len(m)):
    try: print(f())
    except TypeError as e: print(e)

# --- assignments to views of several dimensions
def said(f):
    try: return f()
    except Exception as e: return f"{type(e).__name__}: {e}"
for shape in ([2, 8], [16], [2, 2, 4], []):
    for key in (0, 99, slice(0, 1), ..., (), (0,), (0, 0), (0, 99), (0, slice(None)), (slice(None),), (slice(None), slice(None)), "a", True, (0, "a"), 2**70):
        v = memoryview(bytearray(16 if shape else 1)).cast("b", shape)
        for value in (7, 300, "a", b"ab"):
            print(shape, key, said(lambda: v.__setitem__(key, value)), said(lambda: v.__getitem__(key).__class__))

# --- the third argument of a BlockingIOError
for kind in (BlockingIOError, OSError):
    for third in (5, True, 2**70, -1, [1], "a", None, 1.5, 1j, b"x"):
        for more in ((), (None,), (None, "two")):
            e = said(lambda: kind(99, "m", third, *more))
            print(e if isinstance(e, str) else (e.args, e.filename, e.filename2, said(lambda: e.characters_written), str(e)))
e = BlockingIOError(99, "m", 5)
for value in (1, True, 2**70, "a", None, -1):
    print(said(lambda: setattr(e, "characters_written", value)), said(lambda: e.characters_written))

# --- keywords are refused in the name of the type that was called
for arguments in ((), (32, "m"), (32, "m", "f")):
    try: OSError(*arguments, name=0)
    except TypeError as e: print(e)

# --- messages about formats leave the @ out
for form in ("b", "@b", "@q", "@c", "@d"):
    m = memoryview(bytearray(16)).cast(form)
    for value in ("", 2**70, b"xy"):
        try: m[0] = value
        except (TypeError, ValueError) as e: print(form, type(e).__name__, e)
        else: print(m[0])

# --- the order of the names of a module
# CPython: by the time of their first assignment; here by their first place in the source
if not __name__:
    a1 = 1
b1 = 2
a1 = 3
print([name for name in globals() if name.endswith("1")])

# --- an assignment in the third of several values
lambda: a, *b, c=1
