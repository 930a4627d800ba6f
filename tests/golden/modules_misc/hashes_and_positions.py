# Hashes of aliases, steps of count(), positions in a text, what cannot be counted.
import time, itertools, typing as t, re, collections
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for x in (1.5, None, 5, 'abcdefghi', [], range(9), {1: 2}, (1,) * 9, (1,) * 12, iter(range(9)), b'123456789', set(range(9))):
    p(lambda: time.struct_time(x))
for a in ((0.3, False), (1, False), (1, True), (0, True), (5, 1), (5, 2), (5, 0), (0.5, 1), (True, 1), (True, 2), (2**70, True), (1, 0.5), (1j,), (1, 1j), (False,), (1, 2**70)):
    p(lambda: itertools.count(*a))
    p(lambda: list(itertools.islice(itertools.count(*a), 3)))
p(lambda: hash(t.Type[int]) == hash(list[int]))
p(lambda: hash(t.List[int]) == hash(t.Set[int]))
p(lambda: hash(list[int]) == hash(set[int]))
p(lambda: hash(list[int]) == hash(list[int]))
p(lambda: hash(t.List[int]) == hash(t.List[int]))
p(lambda: hash(t.Annotated[int, 1]) == hash(t.Annotated[int, 1]))
p(lambda: hash(t.Annotated[int, 1]) == hash(t.Annotated[int, 2]))
p(lambda: hash(t.Optional[int]) == hash(int | None))
p(lambda: hash(t.Union[int, str]) == hash(str | int))
p(lambda: hash(t.Literal[1, 2]) == hash(t.Literal[2, 1]))
p(lambda: {list[int]: 1, t.List[int]: 2, set[int]: 3}[list[int]])
p(lambda: len({list[int], set[int], t.List[int], t.Set[int], t.Callable[[int], str], t.Callable[[str], int]}))
p(lambda: hash(t.Annotated[t.Type[int], 'x']) == hash(t.Annotated[list[int], 'x']))
for c in (lambda: collections.Counter([{}]), lambda: collections.Counter([[1], 2]), lambda: collections.Counter({}.keys()), lambda: collections.Counter(a=1)[[]], lambda: collections.Counter().update([set()]), lambda: collections.Counter(iter([{}])), lambda: collections.Counter(x for x in [[]])):
    p(c)
for f in ('match', 'fullmatch', 'search', 'findall', 'finditer'):
    for args in (('a', object), ('a', 0, 'x'), (b'a', 'x'), (5, 'x'), (5,), (None, 0, None)):
        p(lambda: getattr(re.compile('a'), f)(*args))

# --- fewer than none of a Counter; days of the week as a tuple has them
import collections, time
print(collections.Counter(a=3, b=1j).most_common(-1), collections.Counter(a=3, b=1).most_common(0), collections.Counter('aab').most_common(1))
print(time.strftime('%c|%a', (2023, 1, 1, 0, 0, 0, 0, 1, 0)))
