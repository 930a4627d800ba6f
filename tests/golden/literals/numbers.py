# Number literals: every base, underscores, floats, imaginary.
print(0, 00, 0_0, 1_000_000, 0x_ff, 0XDEADBEEF, 0o17, 0O7_7, 0b1010, 0B1_1)
print(123456789012345678901234567890, 0xffff_ffff_ffff_ffff_ffff)
print(1., .5, 1e3, 1E-3, 1_0.0_1, 1e1_0, 0e0, 00.5, 09.5, 1.5e+300)
print(1e308 * 10, -1e308 * 10, 1e-400, 5e-324, 2.2250738585072014e-308)
print(1j, 1.5J, 0j, 1e3j, 00j, 10_0j, .5j, 1.j)
print(0.1 + 0.2, 1e16, 1e15, 123456789.123456789, 1e22, 1e23, 0.0001, 0.00001)
print(-0.0, 0.0 == -0.0, 1 .real, 1..real, 1.0.imag, 2 .__add__(3))

# --- int literals keep identity of value across bases
for n in (0b11111111, 0o377, 0xff, 255, 2_5_5):
    print(n, n == 255, type(n).__name__)
print(0xABCDEF == 0xabcdef, 0b0 == 0o0 == 0x0 == 0)
print(2**64, 2**63 - 1, -2**63, -(2**63) - 1)
print(18446744073709551615 == 2**64 - 1, 9223372036854775808 == 2**63)
print(99999999999999999999999999 + 1, -99999999999999999999999999 - 1)

# --- float literals round correctly
print(0.1, 0.30000000000000004, 0.3, 2.675, 1.005, 179769313486231570000e289)
print(9007199254740993.0, 9007199254740992.0, 4503599627370496.5)
print(1.7976931348623157e308, 1.7976931348623159e308, 4.9e-324, 2.4e-324, 2.5e-324)
print(3.14159265358979323846264338327950288, 2.718281828459045235360287)
print(1e5, 1e-5, 123e-7, 1e17, 12345678901234567.0, 0.1e1, 100e-2)
print(repr(1/3), repr(2/3), repr(1e100), repr(1.1e-10), str(1e16), str(1e-4))

# --- None True False Ellipsis NotImplemented
print(None, True, False, ..., Ellipsis, NotImplemented)
print(... is Ellipsis, type(...), type(None), type(NotImplemented), type(True))
print([None, True, ...], (None,), {None: ...})
print(True + True, True == 1)
print(bool(None), bool(...), repr(...), str(None))

# --- the imaginary part
z = 3 + 4j
print(z, z.real, z.imag, abs(z), z.conjugate(), -z, +z)
print(1j * 1j, 1j ** 2, (1 + 2j) * (3 - 1j), 2j / 4, 1 - 0j, -0j, -1j, 0 - 1j)
print(complex(1, -0.0), complex(-0.0, 0.0), complex(0.0, -0.0), [1j, -1.5j, 1e300j])
