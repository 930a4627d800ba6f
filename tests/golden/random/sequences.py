# random: the sequences of CPython for a seed. CPython 3.14 library, "random".
import random
for seed in (0, 1, -1, 42, 2**31, 2**32, 2**64 + 5, -10**30, True, 10**100):
    random.seed(seed)
    print(seed, [random.random() for _ in range(4)], random.getrandbits(5), random.getrandbits(32), random.getrandbits(33), random.getrandbits(100), random.getrandbits(0))
    print([random.randrange(10) for _ in range(12)], random.randrange(5, 500, 7), random.randrange(100, 1, -3), random.randint(-5, 5), random.randrange(10**40))
    print(random.choice('abcdef'), random.choice(range(1000)), random.sample(range(100), 10), random.sample('abc', 3), random.sample(range(10**6), 30))
    x = list(range(20))
    random.shuffle(x)
    print(x, random.choices('abc', k=5), random.choices([1, 2, 3], [10, 1, 1], k=6), random.choices('xyz', cum_weights=[1, 3, 10], k=4))

# --- distributions
# oracle: native
import random
for seed in range(12):
    r = random.Random(seed)
    print(seed, r.uniform(1, 10), r.uniform(5, -5), r.triangular(), r.triangular(1, 5, 2), r.triangular(3, 3, 3))
    print(r.gauss(0, 1), r.gauss(10, 2), r.gauss(0, 1), r.normalvariate(0, 1), r.normalvariate(5, 0.5))
    print(r.lognormvariate(0, 1), r.expovariate(1), r.expovariate(3), r.vonmisesvariate(1, 4), r.vonmisesvariate(0, 1e-9))
    print(r.gammavariate(2, 3), r.gammavariate(1, 2), r.gammavariate(0.5, 1), r.betavariate(2, 3), r.betavariate(0.4, 0.7))
    print(r.paretovariate(2), r.weibullvariate(1, 1.5))
    print(r.randbytes(5), r.randbytes(0), r.getrandbits(7))

# --- seeds of other kinds
import random
for seed in ('', 'abc', 'é' * 50, b'', b'abc', bytearray(b'abc')):
    r = random.Random(seed) if not isinstance(seed, bytearray) else random.Random()
    r.seed(seed)
    print(repr(seed), r.random(), r.getrandbits(64))
for seed in ('abc', b'xyz', '', 7):
    random.seed(seed, version=1)
    print(seed, random.random())
for bad in ([], (1,), None.__class__, {}):
    try:
        random.seed(bad)
    except TypeError as error:
        print(error)

# --- state
import random
random.seed(5)
state = random.getstate()
print(type(state), len(state), len(state[1]), state[0], state[1][:3], state[1][-1], state[2])
a = [random.random() for _ in range(700)]
random.gauss()
later = random.getstate()
random.setstate(state)
print(a == [random.random() for _ in range(700)], later[1][-1], later[2])
random.setstate(later)
print(random.gauss(), random.random())
for bad in ((1, (), None), (3, (1, 2), None), (3, [], None), (3, (1,) * 625, None), (3, (-1,) * 625, None), (3, (10**4,) * 625, None)):
    try:
        random.setstate(bad)
        print('fine')
    except (ValueError, TypeError, OverflowError) as error:
        print(type(error).__name__, error)

# --- wrong calls
import random
random.seed(1)
for text in '''
random.randrange(0)
random.randrange(5, 5)
random.randrange(1, 10, 0)
random.randrange(10, 1, 2)
random.randrange(1.5)
random.randrange('a')
random.randrange(3, step=2)
random.randint(5, 1)
random.randint(1)
random.choice([])
random.choice({})
random.choice({1, 2})
random.sample([1, 2], 3)
random.sample([1, 2], -1)
random.sample({1, 2}, 1)
random.sample([1, 2], 2, counts=[1])
random.sample(['a', 'b'], 4, counts=[3, 5])
random.sample(['a'], 4, counts=[3])
random.sample(['a'], 1, counts=[-3])
random.sample(['a'], 1, counts=[1.5])
random.choices([1, 2], [1])
random.choices([1, 2], 3)
random.choices([1, 2], [0, 0])
random.choices([1, 2], [1, 1], cum_weights=[1, 2])
random.choices([], k=1)
random.choices([1, 2], [float('inf'), 1])
random.getrandbits(-1)
random.getrandbits('a')
random.randbytes(-1)
random.gammavariate(0, 1)
random.binomialvariate(-1)
random.binomialvariate(5, 1.5)
random.binomialvariate(5, 0), random.binomialvariate(5, 1)
random.expovariate(0)
random.shuffle((1, 2))
random.shuffle(3)
random.random(1)
random.Random(1, 2)
random.SystemRandom().getstate()
random.SystemRandom().getrandbits(-1)
random.foo
'''.strip().splitlines():
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '->', type(error).__name__, error)

# --- entropy of the host
import random
r = random.SystemRandom()
print(0 <= r.random() < 1, 0 <= r.randrange(10) < 10, r.choice('a'), len(r.randbytes(7)), r.getrandbits(8) < 256, r.seed(3), sorted(r.sample(range(3), 3)))
a, b = random.Random(), random.Random()
print(a.random() != b.random(), isinstance(r, random.Random), type(r).__name__, random.Random.__name__)
random.seed()
print(0 <= random.random() < 1)

# --- shuffling what is no list
import random
from collections import deque
random.seed(3)
d = deque(range(10))
random.shuffle(d)
b = bytearray(b'abcdefgh')
random.shuffle(b)
print(d, b)

# --- seeds that are floats
# oracle: native
import random
for seed in (1.5, -2.25, 1e300, 0.1):
    r = random.Random(seed)
    print(seed, r.random(), r.getrandbits(64))

# --- binomials
import random
for seed in range(20):
    r = random.Random(seed)
    print(r.binomialvariate(), r.binomialvariate(10, 0.3), r.binomialvariate(1000, 0.4), r.binomialvariate(500, 0.9), r.binomialvariate(5, 0), r.binomialvariate(7, 1), r.getrandbits(7))
