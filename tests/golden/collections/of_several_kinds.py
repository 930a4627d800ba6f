# d | e of subclasses of dict: whose type the result has.
from collections import Counter, OrderedDict, defaultdict
for l in [Counter(a=1), defaultdict(int, a=1), OrderedDict(a=1), {'a': 1}]:
    for r in [Counter(b=1), defaultdict(str, b=1), OrderedDict(b=1), {'b': 1}]:
        x = l | r
        print(type(l).__name__, type(r).__name__, type(x).__name__, x)

# --- Counter with counts that are no ints
from collections import Counter
for call in [lambda: list(Counter({'a': 1.5}).elements()), lambda: list(Counter({'a': None, 'b': 2}).elements()),
             lambda: Counter({'a': 1.5}).most_common(1.5), lambda: Counter('abc').most_common(1.5),
             lambda: Counter('abc').most_common('x')]:
    try:
        print(call())
    except TypeError as e:
        print(e)
print(list(Counter({'a': -1, 'b': 2}).elements()), Counter({'a': 1.5}).total())

# --- the package has its submodule
import collections
print(collections.abc.Mapping, 'abc' in dir(collections))
