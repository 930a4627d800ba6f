# os.environ and what changes it: CPython 3.14 library, "os", "Process Parameters".
# files: yes
import os
os.environ.clear()
os.environ.update(one='1', two='2')
for name in os.environ: os.environ[name + '!'] = os.environ[name]
for name in os.environ:
    if name.endswith('!'): del os.environ[name]
print(dict(os.environ))

# --- what variables may be
# files: yes
import os
def attempt(call, *args):
    try: print(call(*args))
    except Exception as error: print(type(error).__name__, error)
for other in ({'n': 1}, {1: 'n'}, [('n', 1)], 7): attempt(os.environ.__ior__, other)
attempt(lambda: dict(os.environ.__ior__([('k', 'v')]))['k'])
for name, value in (('', 'v'), ('a=b', 'v'), ('a\0', 'v'), ('a', 'v\0')): attempt(os.putenv, name, value); attempt(os.environ.__setitem__, name, value)
for name in ('', 'a=b', 'a\0'): attempt(os.unsetenv, name)

# --- merged with other mappings
# files: yes
import os
os.environ.clear()
os.environ['a'] = '1'
print(os.environ | {'b': 2}, {'a': 0, 'b': 2} | os.environ, os.environ | os.environ)
for call in (lambda: os.environ | [('a', 'b')], lambda: [] | os.environ, lambda: os.environ.__delitem__('a=b'), lambda: os.environ.__delitem__('')):
    try: print(call())
    except (TypeError, OSError) as error: print(error)
