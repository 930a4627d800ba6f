# types.ModuleType: CPython 3.14 reference, "Module objects", repr().
import types
made = types.ModuleType('made')
print(made)
made.__file__ = '/there/made.py'
print(made)
made.__name__ = 'renamed'
print(made)
del made.__name__
print(made)
del made.__file__
print(made)
