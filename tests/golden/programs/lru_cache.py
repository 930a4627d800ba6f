# Memoisation and an LRU cache on top of dict order.
def lru_cache(maxsize=4):
    def decorate(function):
        cache = {}
        stats = {"hits": 0, "misses": 0, "evictions": 0}

        def wrapper(*args, **kwargs):
            key = args + tuple(sorted(kwargs.items()))
            if key in cache:
                stats["hits"] += 1
                cache[key] = cache.pop(key)
                return cache[key]
            stats["misses"] += 1
            result = function(*args, **kwargs)
            cache[key] = result
            if maxsize is not None and len(cache) > maxsize:
                oldest = next(iter(cache))
                del cache[oldest]
                stats["evictions"] += 1
            return result

        wrapper.cache = cache
        wrapper.stats = stats
        wrapper.__name__ = function.__name__
        wrapper.__doc__ = function.__doc__
        return wrapper
    return decorate


@lru_cache(maxsize=3)
def square(n):
    """Square a number slowly."""
    print("computing", n)
    return n * n


for n in (1, 2, 3, 1, 4, 2, 1):
    print(n, square(n), list(square.cache))
print(square.stats, square.__name__, square.__doc__)


@lru_cache(None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(90), fib.stats)


@lru_cache(maxsize=None)
def distance(a, b):
    if not a or not b:
        return len(a) + len(b)
    return min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1, distance(a[1:], b[1:]) + (a[0] != b[0]))


for a, b in (("kitten", "sitting"), ("flaw", "lawn"), ("", "abc"), ("same", "same")):
    print(a, b, distance(a, b))
print(distance.stats["misses"] > distance.stats["hits"] or distance.stats)


@lru_cache(2)
def power(base, exponent=2):
    return base ** exponent


print(power(3), power(3, exponent=3), power(3, 2), power(exponent=3, base=3), power.stats)


def make_lru(capacity):
    data = {}

    def get(key, default=None):
        if key not in data:
            return default
        data[key] = data.pop(key)
        return data[key]

    def put(key, value):
        data.pop(key, None)
        data[key] = value
        while len(data) > capacity:
            data.pop(next(iter(data)))

    return get, put, lambda: list(data.items())


get, put, items = make_lru(2)
put("a", 1); put("b", 2); print(get("a"), items())
put("c", 3); print(get("b"), get("b", "gone"), items())
put("a", 10); print(items(), get("c"), items())
