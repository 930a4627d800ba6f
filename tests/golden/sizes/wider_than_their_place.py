# Numbers of arguments that are wider than what keeps them, and products of counts: the number, or an error that says so.
# oracle: native
import functools

for n in (-2**62, 2**46, 2**47 - 1, 2**47, 2**60, 2**63 - 1):
    f = functools.lru_cache(n)(abs)
    print(f(-3), f(-3), f.cache_info(), f.cache_parameters())

# --- limits of sys
import sys

sys.set_int_max_str_digits(2**31 - 1)
for n in (2**31, 2**47 - 1, 2**47, 2**48 + 5000, -2**31 - 1, -2**47, 2**63):
    for change in (sys.set_int_max_str_digits, sys.setrecursionlimit):
        try:
            change(n)
        except OverflowError as e:
            print(n, e)
    print(n, sys.get_int_max_str_digits())

# --- fields of csv
# oracle: native
import csv

before = csv.field_size_limit()
for n in (2**47 - 1, 2**47, -2**47 - 1, 2**63 - 1, -2**63, 2**63):
    try:
        csv.field_size_limit(n)
    except OverflowError as e:
        print(e)
    print(csv.field_size_limit())
csv.field_size_limit(2**62)
print(next(csv.reader(["a" * 200000 + ",b"]))[1], csv.field_size_limit(before))

# --- itertools.product: pools times repeat
# oracle: native
import itertools

for repeat in (2**58, 2**60, 2**61, 2**62, 2**63 - 1):
    for pools in ([1, 2], [3]), ([], [2], [3]), ([1], [2], [3], [4]), (iter([1]), [2], [3], [4]):
        try:
            print(next(itertools.product(*pools, repeat=repeat)))
        except OverflowError as e:
            print(len(pools), repeat, e)
        except MemoryError:
            print(len(pools), repeat, "no memory")
print(list(itertools.product(repeat=2**63 - 1)), list(itertools.product([1], [2], repeat=0)))

# --- dates far from each other have hashes far from each other
# oracle: native
import datetime

dates = {datetime.date.fromordinal(n): n for n in range(1, 3652059, 997)}
print(len(dates), all(dates[datetime.date.fromordinal(n)] == n for n in range(1, 3652059, 997)))
print(len({hash(day) % 2**31 for day in dates}) > 3600)

# --- random bytes: all that were asked for, or none
# oracle: native
import os, random, secrets

for make in (secrets.token_bytes, random.SystemRandom().randbytes, os.urandom):
    print([len(make(n)) for n in (0, 1, 2**20, 2**20 + 1, 2**21 + 5)])
    for n in (2**61, 2**62 + 3):
        try:
            print(len(make(n)))
        except MemoryError:
            print("no memory")
print(random.SystemRandom().getrandbits(2**23 + 9).bit_length() > 2**23 - 100)

# --- more random bytes than there is memory
# CPython: the limit of memory ends the run; MemoryError otherwise
# limit: memory=64MB
import secrets

print(len(secrets.token_bytes(2**48 + 3)))

# --- the smallest of what has very many items
# oracle: native
import heapq

print(heapq.nsmallest(0, range(2**48)), heapq.nlargest(0, range(2**62)), heapq.nsmallest(1, range(2**48 + 2, 2**48 + 4)))

# --- more of the input than there is
# oracle: native
# stdin: "hello\nworld\n"
import sys

print(sys.stdin.buffer.readline(2**48 + 1), sys.stdin.buffer.read(2**48 + 2))

# --- widths that are floats
# oracle: native
import textwrap

for width in (2.5, 3.0, 1e18, 1e19, 1e300, float("inf"), 0.5, -0.5, -1e19, -1e300, float("-inf")):
    try:
        print(width, textwrap.wrap("a b c", width))
    except ValueError as e:
        print(e)

# --- positions in memory: any that fits into 63 bits
# oracle: native
import io

for make, filled in ((io.BytesIO, b"abc"), (io.StringIO, "abc")):
    for n in (2**46, 2**46 + 1, 2**47 - 1, 2**47, 2**48, 2**62, 2**63 - 1):
        stream = make(filled)
        print(stream.seek(n), stream.tell(), stream.read(), stream.seek(0, 1), end=" ")
        if n == 2**63 - 1:
            try:
                stream.write(filled)
            except OverflowError as e:
                print(e, end=" ")
        print(stream.tell() == n, stream.truncate(2), stream.tell() == n, stream.getvalue())
stream = io.BytesIO(b"abc")
print(stream.seek(2**62), stream.seek(-2**62, 1), stream.read(1), stream.seek(2**46, 2))
for change in ((2**63 - 1, 1), (2**63 - 1, 2)):
    try:
        print(stream.seek(*change))
    except OverflowError as e:
        print(e)
