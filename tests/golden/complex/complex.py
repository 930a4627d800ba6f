# complex: construction and parsing.
for a in ((), (1,), (1, 2), (1.5, -2), (1j,), (0, 1), (True, False), ('1+2j',), ('1',), ('j',), ('-j',), ('+J',), ('1j',), (' 1+2j ',), ('(1+2j)',), ('( 1-2j )',), ('inf+nanj',), ('-inf-infj',), ('1e5-.5j',), ('1_0+2_0j',), ('nan',), ('infj',), ('1.e1j',), (-0.0, -0.0), ('-0j',), ('-0-0j',), (10**20,)):
    try: print(a, complex(*a))
    except Exception as e: print(a, type(e).__name__, e)

# --- construction errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: complex(''))
t(lambda: complex('1 + 2j'))
t(lambda: complex('1+2'))
t(lambda: complex('1+j2'))
t(lambda: complex('1jj'))
t(lambda: complex('(1+2j'))
t(lambda: complex('a'))
t(lambda: complex('1', 2))
t(lambda: complex(1, '2'))
t(lambda: complex(None))
t(lambda: complex([]))
t(lambda: complex(1, None))
t(lambda: complex(b'1'))
t(lambda: complex(1, 2, 3))
t(lambda: complex(foo=1))
t(lambda: complex(real=1, imag=2))
t(lambda: complex(imag=3))
t(lambda: complex('1+2j', imag=1))
t(lambda: complex('\x00'))
t(lambda: complex('1__0'))
t(lambda: complex('½j'))

# --- repr
for z in (0j, 1j, -1j, 1+0j, -0.0+0j, complex(0, -0.0), complex(-0.0, -0.0), 1.5-2.5j, 1e20+1e-20j, complex('inf'), complex('nanj'), complex(float('inf'), float('-inf')), 3+4j, 100j, 1e16j, 0.1+0.2j):
    print(z, repr(z), [z], str(z), bool(z), -z, z.real, z.imag, z.conjugate())

# --- arithmetic
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

a, b = 3 + 4j, 1 - 2j
print(a + b, a - b, a * b, a / b, a ** b, a ** 2, a ** -1, a ** 0, a ** 0.5, a == b, a != b, abs(a), abs(b), a + 1, 1 + a, a - 1.5, 2 * a, a / 2, 2 / a, a ** 3, 2 ** a, (-1) ** 0.5, (-8) ** (1 / 3), 1j ** 1j, 0j ** 0, a == 3 + 4j, (5 + 0j) == 5, 5 == 5 + 0j, 5.0 == 5 + 0j, hash(5 + 0j) == hash(5), {5 + 0j: 1}[5], hash(a) == hash(3 + 4j))
t(lambda: a // b)
t(lambda: a % b)
t(lambda: a < b)
t(lambda: a > 1)
t(lambda: 1 <= a)
t(lambda: divmod(a, b))
t(lambda: a / 0)
t(lambda: a / 0j)
t(lambda: 0j ** -1)
t(lambda: 0j ** 1j)
t(lambda: a ** 'x')
t(lambda: a + 'x')
t(lambda: ~a)
t(lambda: int(a))
t(lambda: float(a))
t(lambda: round(a))
t(lambda: a & 1)
t(lambda: pow(a, 2, 3))
t(lambda: max(a, b))
t(lambda: sorted([a, b]))
t(lambda: a[0])
t(lambda: len(a))
t(lambda: a.nope)
t(lambda: setattr(a, 'real', 1))
t(lambda: a.conjugate(1))
t(lambda: hash(a) != hash(b))
t(lambda: (1e200+1e200j) * (1e200+1e200j))
t(lambda: (1e308+0j) ** 2)
t(lambda: abs(1e308+1e308j))
t(lambda: abs(complex('inf')))
t(lambda: abs(complex('nan')))
t(lambda: sum([1j, 2]))
t(lambda: complex.__add__(1j, 1))
t(lambda: (1j).__add__('a'))
t(lambda: (1j).__bool__())
t(lambda: (1j).__complex__())
t(lambda: (5).__complex__)

# --- infinities and nans (mixed-mode arithmetic of 3.14)
inf, nan = float('inf'), float('nan')
print(complex(inf, 1) * 2, 2 * complex(inf, nan), complex(1, inf) + 1, 1 - complex(0, inf), complex(inf, inf) / 2, 1 / complex(inf, 0), complex(0, -0.0) + 0.0, 0.0 - complex(0, 0.0), complex(-0.0, 2) * 1.0, -0.0 - 0j, 1j * inf, complex(1, 2) * complex(inf, 0), complex(inf, inf) * complex(1, 1))
