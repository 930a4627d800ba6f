# The program of reachable.py: calls what can be reached by looking at the attributes of one module, with odd arguments.
# argv: the module, after which target to begin, how many calls of each, a seed; "verbose" shows each call. It prints
# "at NUMBER NAME" before each target, and "FAULT ...".
import sys

MODULE, FIRST, ROUNDS, SEED = sys.argv[1], *map(int, sys.argv[2:5])
VERBOSE = 'verbose' in sys.argv
NOT_CALLED = {'input', 'breakpoint', 'exit', 'quit', 'sleep', '_exit', 'abort', 'help', 'SystemError', 'run', 'run_until_complete', 'run_forever'}
__import__(MODULE)

faults = set()


def check(error, what):
    if isinstance(error, SystemError) and what not in faults:
        faults.add(what)
        print('FAULT', MODULE, what, repr(error), flush=True)


def names_of(value):
    names = set()
    for ask in dir, vars:
        try:
            names.update(name for name in ask(value) if isinstance(name, str))
        except Exception as error:
            check(error, f'{ask.__name__} of {type(value).__name__}')
    return sorted(names)


def key_of(value):
    """What tells apart two things that were made by looking."""
    if type(value).__name__ in ('builtin_function_or_method', 'method-wrapper', 'method') and hasattr(value, '__self__'):
        return type(value).__name__, value.__qualname__, type(value.__self__).__name__
    return id(value)


def reached():
    kept, of_type = {}, {}
    waiting = [(MODULE, sys.modules[MODULE], 0)]
    for path, value, depth in waiting:
        key = key_of(value)
        if key in kept:
            continue
        kept[key] = value
        yield path, value
        kind = type(value).__name__
        of_type[kind] = of_type.get(kind, 0) + 1
        if depth > 5 or kind in ('int', 'str', 'float', 'bytes', 'bool', 'NoneType', 'complex'):
            continue
        if kind == 'module' and depth > 0 or kind not in ('type', 'dict', 'module') and of_type[kind] > 2:
            continue
        for name in names_of(value):
            try:
                waiting.append((f'{path}.{name}', getattr(value, name), depth + 1))
            except Exception as error:
                check(error, f'{path}.{name}')
        if kind == 'dict':
            waiting += [(f'{path}[{key!r}]', item, depth + 1) for key, item in list(value.items())[:200]]
        elif kind in ('list', 'tuple', 'set', 'frozenset'):
            waiting += [(f'{path}[{i}]', item, depth + 1) for i, item in enumerate(list(value)[:20])]


state = 0


def choose(items):
    global state
    state = (state * 1103515245 + 12345) % 2**31
    return items[(state >> 8) % len(items)]


def generator():
    yield 1
    yield 'b'


everything = list(reached())
targets = [(path, value) for path, value in everything if callable(value) and path.split('.')[-1] not in NOT_CALLED]
odd = [lambda v=v: v for v in (None, True, 0, 1, -1, 2, 7, 2**31, 2**63, -2**63, 2**64, 10**30, 0.5, float('nan'), 1j, '', 'a', 'ab.c', '/a/b', '\0', '\ud800',
                              b'', b'ab', (), (1, 2), ('a', 'b'), (None,) * 10, ..., NotImplemented, int, str, object, len, OSError, ValueError('x'),
                              BaseExceptionGroup, SyntaxError, UnicodeDecodeError, StopIteration, dict, list, ('a', (ValueError(1),)))]
odd += [lambda: [], lambda: ['a', 1], lambda: {}, lambda: {'a': 1}, lambda: {1: 2}, set, lambda: {1, 'a'}, lambda: bytearray(b'abc'), lambda: iter([1, 2]),
        generator, lambda: lambda *a, **k: a, lambda: lambda: 1, lambda: memoryview(b'abc'), lambda: range(3), lambda: slice(1, None), lambda: [[]], lambda: {'_str': 'a'}]
# Objects of the module's own types, whole ones and such as nobody filled.
own = [value for path, value in everything if isinstance(value, type) and value is not type]
new = getattr(sys.modules[MODULE], '_new', None)


def instance(kind):
    ways = [lambda: kind(), lambda: kind('a'), lambda: kind(1), lambda: kind.__new__(kind), lambda: kind([1, 2]), lambda: kind('a', 'b'), lambda: kind(1, 2, 3)]
    if new is not None:
        ways += [lambda: new(kind, {}), lambda: new(kind, {'_str': 1, '_drv': '', '_root': ''})] * 2
    return choose(ways)()


# What helpers of the library like to be given: a class, its arguments, its attributes.
classes = [BaseExceptionGroup, ExceptionGroup, SyntaxError, UnicodeDecodeError, OSError, StopIteration, SystemExit, dict, list, str, int, type]
classes += [value for value in own if issubclass(value, BaseException)]
tuples = [(), (1, 2), ('a',), ('a', (ValueError(1),)), ('a', [ValueError(1)]), (None,) * 5]
dicts = [{}, {'a': 1}, {'args': 1, 'exceptions': 2}]


def arguments_of_a_helper():
    return [choose(classes), choose(tuples), choose(dicts)][:choose((1, 2, 3, 3))]


def argument():
    how = choose(range(10))
    if how < 5 or not own:
        return choose(odd)()
    if how < 8:
        try:
            return instance(choose(own))
        except Exception:
            return None
    return choose(everything)[1]




def throw(value):
    if isinstance(value, BaseExceptionGroup):
        value.split(ValueError)
    if isinstance(value, BaseException):
        raise value


def throw_class(kind):
    """All ways in which a class may stand where an exception is expected."""
    for way in (lambda: generator().throw(kind), lambda: raise_from(ValueError, kind), lambda: raise_from(kind, kind), lambda: raise_from(kind(), None)):
        try:
            way()
        except BaseException as error:
            check(error, f'throwing {kind.__name__}')
            repr((error, error.__cause__, error.__context__, error.args))


def raise_from(kind, cause):
    raise kind from cause


LOOKS = (throw, repr, str, hash, bool, len, iter, list, vars, lambda v: v == v, lambda v: v < v, lambda v: v.send(None), lambda v: v + v,
         lambda v: v / 'a', lambda v: [getattr(v, name, 0) for name in dir(v)])
number = 0
for path, target in targets:
    number += 1
    if number <= FIRST:
        continue
    print('at', number, path, flush=True)
    state = SEED * 1000003 + number
    if isinstance(target, type) and issubclass(target, BaseException):
        throw_class(target)
    for _ in range(ROUNDS):
        arguments = [argument() for _ in range(choose((0, 1, 1, 2, 2, 3, 4, 5)))]
        if not choose(range(5)):
            arguments = arguments_of_a_helper()
        owner = getattr(target, '__objclass__', None)
        if owner is not None and choose(range(8)):
            try:
                arguments[:1] = [instance(owner)]
            except Exception:
                pass
        if VERBOSE:
            print('call', [(type(a).__name__) for a in arguments], flush=True)
        try:
            answer = target(*arguments)
        except Exception as error:
            check(error, path)
            continue
        # What was made must be something that can be looked at.
        for ask in LOOKS:
            try:
                ask(answer)
            except Exception as error:
                check(error, f'{path} -> {type(answer).__name__}')
print('end', number)
