# What a program usually asks of sys.
# argv: ["one", "two words"]
import sys
print(sys.argv, sys.argv[1:], len(sys.argv), type(sys.argv).__name__)
print(sys.version_info >= (3, 14), sys.version_info[:2], sys.version_info.major, sys.version_info.minor, sys.version.split()[0][:4], sys.byteorder)
print(sys.getrecursionlimit() > 0, sys.float_info.max, sys.float_info.epsilon, sys.float_info.dig, sys.float_info.min, sys.float_info.mant_dig, sys.maxunicode, sys.int_info.default_max_str_digits, sys.int_info.str_digits_check_threshold)
print(sys.getdefaultencoding(), sys.stdin is sys.__stdin__ or True, 'sys' in sys.modules, sys.modules['sys'] is sys, isinstance(sys.path, list), sys.implementation.name != '', sys.hexversion >> 16 == 0x030e, sys.api_version > 0)

# --- maxsize
# oracle: native
import sys
print(sys.maxsize, sys.hash_info.width, sys.hash_info.modulus, sys.hash_info.inf, sys.hash_info.imag)

# --- int digits limit
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import sys
print(sys.get_int_max_str_digits())
sys.set_int_max_str_digits(1000)
try: str(10 ** 1000)
except ValueError as e: print(e)
try: int('1' * 1001)
except ValueError as e: print(e)
print(len(str(10 ** 999)))
sys.set_int_max_str_digits(0)
print(len(str(10 ** 10000)))
t(lambda: sys.set_int_max_str_digits(5))
t(lambda: sys.set_int_max_str_digits(-1))
t(lambda: sys.set_int_max_str_digits('a'))
t(lambda: sys.set_int_max_str_digits())

# --- writing to streams
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import sys
print(sys.stdout.write('abc\n'), sys.stdout.write(''), sys.stdout.flush(), sys.stdout.name, sys.stderr.name, sys.stdin.name, sys.stdout.encoding, sys.stdout.writable(), sys.stdin.readable(), sys.stdout.closed)
sys.stdout.writelines(['x\n', 'y\n'])
sys.stderr.write('to err\n')
print('also err', file=sys.stderr)
t(lambda: sys.stdout.write(5))
t(lambda: sys.stdout.write(b'x'))
t(lambda: sys.stdout.write())
t(lambda: sys.stdout.writelines([1]))

# --- exit
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import sys
t(lambda: sys.exit.__name__)
for a in ((), (0,), (5,), ('msg',), (None,), (1, 2), ([1],)):
    try: sys.exit(*a)
    except SystemExit as e: print(repr(e), e.code, e.args)
    except TypeError as e: print(e)
try: exit(3)
except SystemExit as e: print(e.code)
try: quit()
except SystemExit as e: print(e.code)
try:
    try: sys.exit(2)
    finally: print('finally runs')
except SystemExit as e: print('caught', e.code)
sys.exit(7)

# --- exit with a message
import sys
print('before')
sys.exit('bye')

# --- exit with a list
import sys
sys.exit([1, 2])

# --- exit with True
import sys
sys.exit(True)

# --- exit with a large number
raise SystemExit(300)

# --- exit in nested calls with handlers for Exception
import sys
def f():
    try: sys.exit(4)
    except Exception: print('not caught')
    finally: print('finally')
f()

# --- recursion limit
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import sys
old = sys.getrecursionlimit()
print(isinstance(old, int))
t(lambda: sys.setrecursionlimit(0))
t(lambda: sys.setrecursionlimit(-5))
t(lambda: sys.setrecursionlimit('a'))

# --- intern, getsizeof, exc_info, exception
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

import sys
print(sys.intern('abc') == 'abc', sys.getsizeof([]) > 0, sys.exc_info(), sys.exception())
t(lambda: sys.intern(5))
t(lambda: sys.intern())
t(lambda: sys.nope)
try: raise ValueError('x')
except ValueError: print(sys.exc_info()[0].__name__, sys.exc_info()[1], sys.exception())
