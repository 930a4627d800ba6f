# Decorators with and without arguments: retry, memoize, validate, trace, registry.
import functools

def trace(func):
    depth = 0
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        nonlocal depth
        call = ', '.join([*map(repr, args), *(f'{k}={v!r}' for k, v in kwargs.items())])
        print(f"{'  ' * depth}{func.__name__}({call})")
        depth += 1
        try:
            result = func(*args, **kwargs)
        except Exception as e:
            print(f"{'  ' * (depth - 1)}!! {type(e).__name__}: {e}")
            raise
        finally:
            depth -= 1
        print(f"{'  ' * depth}-> {result!r}")
        return result
    return wrapper

def retry(times=3, exceptions=(Exception,), on_fail=None):
    def decorate(func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            last = None
            for attempt in range(1, times + 1):
                try:
                    return func(*args, **kwargs)
                except exceptions as e:
                    last = e
                    print(f'attempt {attempt} of {func.__name__} failed: {e}')
            if on_fail is not None: return on_fail(last)
            raise RuntimeError(f'{func.__name__} failed {times} times') from last
        wrapper.times = times
        return wrapper
    return decorate

def validate(**rules):
    def decorate(func):
        @functools.wraps(func)
        def wrapper(**kwargs):
            for name, rule in rules.items():
                if name not in kwargs: raise TypeError(f'missing {name}')
                if not rule(kwargs[name]): raise ValueError(f'bad {name}: {kwargs[name]!r}')
            return func(**kwargs)
        return wrapper
    return decorate

registry = {}
def register(name=None, /, **meta):
    def decorate(func):
        registry[name or func.__name__] = (func, meta)
        return func
    return decorate

@trace
def fib(n):
    "Fibonacci, slowly."
    return n if n < 2 else fib(n - 1) + fib(n=n - 2)
print(fib(3), fib.__name__, fib.__doc__, fib.__wrapped__ is not fib)

state = {'n': 0}
@retry(times=3, exceptions=(ConnectionError, TimeoutError))
def flaky(limit):
    state['n'] += 1
    if state['n'] < limit: raise ConnectionError(f'no route ({state["n"]})')
    return f'ok after {state["n"]}'
print(flaky(2), flaky.times)
state['n'] = 0
try: flaky(10)
except RuntimeError as e: print(e, '|', repr(e.__cause__))

@retry(times=2, on_fail=lambda e: f'fallback: {e}')
def broken(): raise KeyError('missing')
print(broken())

@validate(age=lambda a: isinstance(a, int) and 0 <= a < 150, name=str.isalpha)
def person(name, age): return f'{name} is {age}'
for kw in ({'name': 'Ada', 'age': 36}, {'name': 'R2', 'age': 3}, {'name': 'Bob'}, {'name': 'Bob', 'age': 200}):
    try: print(person(**kw))
    except (TypeError, ValueError) as e: print(type(e).__name__, e)

@register()
def add(a, b): return a + b
@register('times', commutative=True, symbol='*')
def mul(a, b): return a * b
for name, (func, meta) in registry.items(): print(name, func(6, 7), meta, func.__qualname__)

@functools.lru_cache(maxsize=None)
def paths(x, y): return 1 if 0 in (x, y) else paths(x - 1, y) + paths(x, y - 1)
print(paths(10, 10), paths.cache_info())
try: trace(lambda: 1 / 0)()
except ZeroDivisionError: print('propagated')
