# Keys that are hashed by what lies in other containers are found again, also after the run was saved and restored.
from statistics import NormalDist
from pathlib import PurePath
from collections import namedtuple
from ipaddress import ip_address

Pair = namedtuple('Pair', 'a b')
keys = [NormalDist(n, 2) for n in range(5)]
keys += [frozenset({key, 1}) for key in keys[:3]]
keys += [Pair(frozenset({n, 'x'}), keys[n]) for n in range(3)]
keys += [slice(frozenset({'s', n}), keys[n]) for n in range(3)]
keys += [(PurePath('a') / str(n), ip_address(n)) for n in range(3)]
table = {key: n for n, key in enumerate(keys)}
seen = set(keys)
for turn in range(3):
    for n, key in enumerate(keys):
        assert table[key] == n
        assert key in seen
assert table[NormalDist(1, 2)] == 1 and frozenset({NormalDist(2, 2), 1}) in seen
assert table[Pair(frozenset({'x', 2}), NormalDist(2, 2))] == 10
assert table[PurePath('a/1'), ip_address('0.0.0.1')] == 15
print(len(table), len(seen))
