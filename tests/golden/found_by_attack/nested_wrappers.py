# Wrappers around wrappers, as deep as memory goes: calling one ends, and the native stack is not what it ends with.
import functools

for wrap in staticmethod, lambda f: staticmethod(f).__call__, lambda f: functools.partial(f).__call__:
    function = len
    for _ in range(100_000):
        function = wrap(function)
    try:
        function('abc')
    except RecursionError as e:
        pass
    print('it ends')
print(staticmethod(staticmethod(len))('abc'))
