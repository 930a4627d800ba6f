# contextlib.chdir. CPython 3.14 library, "contextlib".
# files: yes
import contextlib, os
os.makedirs('/tmp/a/b')
os.chdir('/tmp')
here = contextlib.chdir('a')
with here:
    print(os.getcwd())
    with contextlib.chdir('b') as nothing:
        print(os.getcwd(), nothing)
    print(os.getcwd())
print(os.getcwd(), here.path)
try:
    with contextlib.chdir('nope'): print('inside')
except FileNotFoundError as e: print(e)
print(os.getcwd())
try:
    with contextlib.chdir('a'): raise ValueError(1)
except ValueError: print(os.getcwd())
with here, contextlib.chdir('..'): print(os.getcwd())
print(isinstance(here, contextlib.AbstractContextManager), contextlib.chdir, isinstance(here, contextlib.AbstractAsyncContextManager))
