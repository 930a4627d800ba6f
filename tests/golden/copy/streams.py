# Copies of streams in memory are streams of their own.
import copy, io
for make, data in [(io.BytesIO, b'abc'), (io.StringIO, 'abc')]:
    for duplicate in (copy.copy, copy.deepcopy):
        s = make(data)
        s.read(1)
        s.note = 5
        c = duplicate(s)
        print(c is s, c.read(), c.note, s.read(1))
        s.write(data)
        print(s.getvalue(), c.getvalue())
for x in [memoryview(b'a'), io.TextIOWrapper(io.BytesIO()), io.BufferedReader(io.BytesIO())]:
    try:
        copy.copy(x)
    except TypeError as e:
        print(e)

# --- __class__ of what takes attributes
import io, types, functools, random
for x in [io.StringIO(), types.SimpleNamespace(), functools.partial(len), random.Random(1), ValueError(), 5]:
    for value in (int, 3):
        try:
            x.__class__ = value
        except TypeError as e:
            print(e)
    print(type(x) is x.__class__)

# --- the names of re's types in messages
import re
for call in [lambda: re.compile('a').xx, lambda: re.match('a', 'a') + 1, lambda: len(re.compile('a')), lambda: next(re.match('a', 'a'))]:
    try:
        call()
    except (AttributeError, TypeError) as e:
        print(e)
print(re.Pattern, re.Match, re.Pattern.__name__, type(re.compile('a')).__qualname__)
try:
    format(1, None)
except TypeError as e:
    print(e)
try:
    (1).__format__(None)
except TypeError as e:
    print(e)
