"""Prints what modules have, as JSON: run by CPython 3.14 and by pysub, see module_names.py, which gives MODULES.

For each module its public names, and for each of its classes the public names of that. Modules that a module has
imported, and what it took from others without offering it in __all__, are not counted; pysub tells all it has."""
import json
import sys

PYSUB = sys.implementation.name == 'pysub'

# What operators and statements need of an object.
OPERATIONS = """
__abs__ __add__ __aenter__ __aexit__ __aiter__ __and__ __anext__ __await__ __bool__ __bytes__ __call__ __ceil__
__complex__ __contains__ __copy__ __deepcopy__ __delitem__ __divmod__ __enter__ __exit__ __float__ __floor__
__floordiv__ __getitem__ __iadd__ __iand__ __ilshift__ __imul__ __index__ __int__ __invert__ __ior__ __irshift__
__isub__ __iter__ __ixor__ __len__ __length_hint__ __lshift__ __matmul__ __missing__ __mod__ __mul__ __neg__ __next__
__or__ __pos__ __pow__ __radd__ __rand__ __rdivmod__ __reversed__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__
__round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __setitem__ __sub__ __truediv__ __trunc__
__xor__
""".split()


def load(name):
    module = __import__(name)
    for part in name.split('.')[1:]:
        module = getattr(module, part)
    return module


def offered(module, name, every):
    if name.startswith('_'):
        return False
    value = getattr(module, name)
    if type(value) is type(json):
        return False
    if PYSUB or name in every or module.__name__ == 'builtins':
        return True
    home = getattr(value, '__module__', None)
    if not isinstance(home, str):
        return not every
    home = home.split('.')[0]
    if home == 'builtins':
        return not every and not isinstance(value, type)
    own = module.__name__.split('.')[0]
    return home in (own, '_' + own, 'posix' if own == 'os' else own)


def look(name):
    module = load(name)
    every = getattr(module, '__all__', ())
    names = {}
    for found in sorted(set(dir(module)) | set(every)):
        if not offered(module, found, every):
            continue
        value = getattr(module, found)
        members = None
        if isinstance(value, type):
            own = dir(value)
            # An object has more attributes than its class tells of, in CPython too.
            members = [member for member in own if not member.startswith('_') or member in OPERATIONS]
        names[found] = members
    return names


answer = {}
for name in MODULES:
    try:
        answer[name] = look(name)
    except ImportError as e:
        answer[name] = None
print(json.dumps(answer))
