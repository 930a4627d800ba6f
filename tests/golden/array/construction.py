# array.array: making, type codes, conversions. CPython 3.14 library, "array".
from array import array, ArrayType, typecodes
import array as module
print(module.typecodes, ArrayType is array, array, module.__name__)
for code in 'bBhHiIqQfdw':
    a = array(code)
    print(code, a.typecode, a.itemsize, a, len(a))
print(array('i', [1, 2, 3]), array('d', (1, 2.5)), array('B', b'ab'), array('w', 'häß€😀'))
print(array('i', range(5)), array('i', (x * x for x in range(5))), array('q', {3: 1, 4: 2}))
print(array('b', bytearray(b'\x01\xff')), array('H', b'\x01\x02'), array('f', array('i', [1, 2])))
print(array('i', array('d', [])), array('i', memoryview(b'abc')))
print(array('f', [0.1, 1e-50, 3]), array('d', [float('inf'), float('-inf'), float('nan')]))
print(repr(array('w', "a'b")), repr(array('w', '')), str(array('i', [1])), f'{array("i", [1])}')
print(array('Q', [2**64 - 1, 0]), array('q', [2**63 - 1, -2**63]))
print(bool(array('i')), bool(array('i', [0])))

# --- what cannot be made
from array import array
def show(*args, **kwargs):
    try:
        print(array(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
show()
show('i', [], [])
show('i', x=1)
show(1)
show('ii')
show('')
show(b'i')
show('x')
show('i', 'abc')
show('i', array('w', 'ab'))
show('w', [1])
show('w', ['ab'])
show('w', [''])
show('w', b'ab')
show('w', array('w', 'ab'))
show('i', 5)
show('i', None)
show('i', [1.5])
show('i', ['a'])
show('d', ['a'])
show('f', [None])
show('i', array('d', [1.0]))
show('d', [10**400])
show('f', [10**400])
show('f', [1e300])

# --- ranges of the integers
# oracle: native
from array import array
for code in 'bBhHiIlLqQ':
    for value in (-1, -2**7 - 1, 2**7, 2**8, -2**15 - 1, 2**15, 2**16, -2**31 - 1, 2**31, 2**32, -2**63 - 1, 2**63, 2**64, 2**70, -2**70):
        try:
            print(code, value, array(code, [value]))
        except Exception as e:
            print(code, value, type(e).__name__, e)
    for value in (1.0, 'a', None, True, b'a'):
        try:
            print(code, value, array(code, [value]))
        except Exception as e:
            print(code, value, type(e).__name__, e)

# --- u warns
from array import array
a = array('u', 'ab')
print(a, a.typecode)
b = array('u')
b.fromunicode('xyz')
print(b.tounicode(), b == array('w', 'xyz'))

# --- an iterator that fails leaves what came before
from array import array
a = array('i', [1])
def items():
    yield 2
    yield 3
    raise KeyError('x')
try:
    a.extend(items())
except KeyError as e:
    print(a, e)
try:
    a.extend([4, 'x', 5])
except TypeError as e:
    print(a, e)
try:
    a.extend(iter([6, 2**70]))
except OverflowError as e:
    print(a, e)
def growing():
    for i in range(3):
        a.append(100 + i)
        yield i
a.extend(growing())
print(a)

# --- the type codes of C's long
# oracle: native
from array import array
for code in 'lL':
    a = array(code, [1, 2**40])
    print(a, a.itemsize, a.tobytes(), memoryview(a).format)
