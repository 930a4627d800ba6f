# Programs that random programs made and that ended the process.
# A slice of a bytearray is assigned from what runs Python code.
ba = bytearray(b"abc")
ba[1:2] = (i for i in [65, 66])
print(ba)
ba[::2] = map(lambda x: x + 1, [65, 66])
print(ba)

# --- which changes the bytearray meanwhile
ba = bytearray(b"abcdef")
def grow():
    ba.clear()
    yield 65
ba[2:4] = grow()
print(ba)

# --- or raises, or yields what is no byte
ba = bytearray(b"abc")
for bad in [lambda: (1 // 0 for i in "a"), lambda: (300 for i in "a"), lambda: ("x" for i in "a"), lambda: (i for i in "")]:
    try:
        ba[0:1] = bad()
    except Exception as e:
        print(type(e).__name__, e)
    print(ba)

# --- attributes of a UnicodeError that no codec would set
def make(): return [UnicodeDecodeError("utf-8", b"abc", 0, 1, "why"), UnicodeEncodeError("ascii", "a\xe9", 1, 2, "why"), UnicodeTranslateError("a\xe9b", 0, 3, "why")]
def said(f, *a):
    try:
        print(f(*a))
    except Exception as e:
        print(type(e).__name__, e)
for field in ["object", "encoding", "reason", "start", "end"]:
    for value in [5, None, "ab", b"xyz", [], True, 2**70, 1.5]:
        for x in make():
            said(setattr, x, field, value)
            said(str, x)
    for x in make():
        said(delattr, x, field)
        said(getattr, x, field)
