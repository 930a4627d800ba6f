# The public names of each builtin type, as dir() shows them. Names that lead to frames or code are
# left out: pysub never shows them.

# --- numbers
hidden = "mro gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await".split()
for thing in [
    5,
    1.5,
    (1+2j),
    True,
]:
    names = [name for name in dir(thing) if not name.startswith("_") and name not in hidden]
    print(type(thing), len(names), *names)

# --- text and bytes
hidden = "mro gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await".split()
for thing in [
    'ab',
    b'ab',
    bytearray(b'ab'),
    memoryview(b'ab'),
]:
    names = [name for name in dir(thing) if not name.startswith("_") and name not in hidden]
    print(type(thing), len(names), *names)

# --- containers
import types

hidden = "mro gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await".split()
for thing in [
    [1, 2],
    (1, 2),
    {1: 2},
    {1, 2},
    frozenset({1, 2}),
    range(3),
    slice(1, 2),
    types.MappingProxyType({1: 2}),
    types.SimpleNamespace(a=1),
]:
    names = [name for name in dir(thing) if not name.startswith("_") and name not in hidden]
    print(type(thing), len(names), *names)

# --- constants and functions


def sample_function():
    pass


hidden = "mro gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await".split()
for thing in [
    None,
    ...,
    NotImplemented,
    sample_function,
    len,
    list.append,
    object(),
    list[int],
    (int | str),
]:
    names = [name for name in dir(thing) if not name.startswith("_") and name not in hidden]
    print(type(thing), len(names), *names)

# --- generators and coroutines


def sample_generator():
    yield


async def sample_coroutine():
    pass


async def sample_async_generator():
    yield


coroutine = sample_coroutine()
hidden = "mro gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await".split()
for thing in [
    sample_generator(),
    coroutine,
    sample_async_generator(),
]:
    names = [name for name in dir(thing) if not name.startswith("_") and name not in hidden]
    print(type(thing), len(names), *names)
coroutine.close()

# --- views and iterators
import types

hidden = "mro gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await".split()
for thing in [
    {1: 2}.keys(),
    {1: 2}.values(),
    {1: 2}.items(),
    iter({1: 2}),
    iter({1: 2}.values()),
    iter({1: 2}.items()),
    reversed({1: 2}),
    iter([1]),
    reversed([1]),
    iter((1,)),
    iter('a'),
    iter('\xe9'),
    iter(b'a'),
    iter(bytearray(b'a')),
    iter(memoryview(b'a')),
    iter(range(3)),
    iter(range(10**30)),
    iter({1}),
    iter(int, 1),
    enumerate([1]),
    zip([1]),
    map(abs, [1]),
    filter(None, [1]),
    reversed(()),
]:
    names = [name for name in dir(thing) if not name.startswith("_") and name not in hidden]
    print(type(thing), len(names), *names)
