#!/usr/bin/env python3
"""Writes operations on numbers with the results of the Python that runs this.

    differential.py GROUP SEED COUNT > lines        GROUP: ints big-ints int-math floats floats-314 formats
    numbers_play < lines                            says which results differ

The files in expectations/ were written so by CPython; each says in its first line how. Groups whose results did not change between versions (ints,
big-ints, int-math, floats) can be judged by an older Python too.
"""

import math
import random
import struct
import sys

GROUP, SEED, COUNT = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
R = random.Random(SEED)
inf, nan = math.inf, math.nan
if hasattr(sys, "set_int_max_str_digits") and GROUP != "formats":
    sys.set_int_max_str_digits(0)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def show(value):
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return hex(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, complex):
        return repr(value.real) + " " + repr(value.imag)
    if isinstance(value, tuple):
        return " ".join(map(show, value))
    return value


def line(operation, arguments, compute):
    try:
        result = show(compute())
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        result = "!" + str(error)
    fields = [a if isinstance(a, str) else show(a) for a in arguments]
    text = "\t".join([operation, *fields, result])
    if "\n" not in text and "\r" not in text:
        print(text)


def an_int(limbs=None):
    if limbs is None:
        big = [1, 10, 300, 900, 1700, 2100, 4100, 5000, 9000]
        limbs = R.choice(big if GROUP == "big-ints" else [1, 1, 2, 3, 5, 8, 20, 60, 150])
    bits = R.randint(0, 64 * limbs)
    kind = R.randint(0, 5)
    if kind == 0:
        n = (1 << bits) - 1
    elif kind == 1:
        n = 1 << bits
    elif kind == 2:  # runs of ones and zeros
        n = 0
        for _ in range(R.randint(1, 4)):
            n = (n << R.randint(0, bits // 3 + 1)) | ((1 << R.randint(0, bits // 3 + 1)) - 1)
    else:
        n = R.getrandbits(bits) if bits else 0
    return -n if R.random() < 0.4 else n


def in_base(n, base):
    if base == 10:
        return str(n)
    digits, rest = [], abs(n)
    while rest:
        rest, digit = divmod(rest, base)
        digits.append(DIGITS[digit])
    return ("-" if n < 0 else "") + ("".join(reversed(digits)) or "0")


def a_base():
    return R.choice([10, 10, 10, 2, 8, 16, 32, 3, 7, 36, R.randint(2, 36)])


def int_line():
    big = GROUP == "big-ints"
    operation = R.choice(
        "add sub and or xor mul mul divmod divmod divmod true-divide pow powmod powmod shl shr invert gcd lcm"
        " isqrt str str int bits int-to-float float-to-int compare-float compare bytes pow-small".split()
    )
    a, b = an_int(), an_int()
    if R.random() < 0.1:
        b = a + R.randint(-2, 2)
    if operation in ("add", "sub", "and", "or", "xor", "mul", "compare"):
        functions = {
            "add": lambda: a + b,
            "sub": lambda: a - b,
            "and": lambda: a & b,
            "or": lambda: a | b,
            "xor": lambda: a ^ b,
            "mul": lambda: a * b,
            "compare": lambda: str((a > b) - (a < b)),
        }
        line(operation, (a, b), functions[operation])
    elif operation == "divmod":
        if R.random() < 0.3:
            a = an_int() * b + R.randint(-2, 2)
        if R.random() < 0.1:
            b = R.randint(-3, 3)
        if b or sys.version_info >= (3, 14):  # the wording is of 3.14
            line(operation, (a, b), lambda: divmod(a, b))
    elif operation == "true-divide":
        shift = R.choice([0, R.randint(0, 1100)])
        if R.random() < 0.5:
            a, b = R.getrandbits(R.randint(1, 130)), R.getrandbits(R.randint(1, 130))
        if R.random() < 0.5:
            a <<= shift
        else:
            b <<= shift
        line(operation, (a, b), lambda: a / b)
    elif operation == "pow":
        a = an_int(R.choice([1, 2, 5, 40] if big else [1, 1, 2, 5]))
        e = R.randint(0, 40) if R.random() < 0.8 else R.randint(0, 3000 if big else 400)
        line(operation, (a, str(e)), lambda: a**e)
    elif operation == "powmod":
        m = an_int(R.choice([3, 170, 400] if big else [1, 1, 2, 4, 10, 30]))
        a = an_int(R.choice([1, 3, 500] if big else [1, 2, 20]))
        e = an_int(1 if big else R.choice([1, 1, 2, 3]))
        if R.random() < 0.2:
            e = R.choice([0, 1, -1, 2, -2])
        line(operation, (a, e, m), lambda: pow(a, e, m))
    elif operation in ("shl", "shr"):
        count = R.choice([0, 1, 63, 64, 65, 127, 128, R.randint(0, 500), R.randint(0, 12000)])
        line(operation, (a, str(count)), lambda: a << count if operation == "shl" else a >> count)
    elif operation == "invert":
        line(operation, (a,), lambda: ~a)
    elif operation in ("gcd", "lcm"):
        if R.random() < 0.5:
            g = an_int()
            a, b = a * g, b * g
        if big and operation == "gcd" and max(a.bit_length(), b.bit_length()) > 200000:
            return
        line(operation, (a, b), lambda: getattr(math, operation)(a, b))
    elif operation == "isqrt":
        a = abs(a)
        if R.random() < 0.3:
            a = abs(a * a + R.randint(-1, 1))
        line(operation, (a,), lambda: math.isqrt(a))
    elif operation == "str":
        base = a_base()
        if base == 10 or a.bit_length() < 20000:
            line(operation, (a, str(base)), lambda: in_base(a, base))
    elif operation == "int":
        base = R.choice([0, a_base()])
        if a.bit_length() > 20000:
            return
        text = R.choice([str, hex, oct, bin])(a) if base == 0 else in_base(a, base)
        if R.random() < 0.3:
            at = R.randint(0, len(text))
            text = text[:at] + R.choice("_0-x_+z") + text[at:]
        if R.random() < 0.2:
            text = R.choice(["0x", "0b", "0o", "+", "00", "0x_", "0_", "_"]) + text
        if R.random() < 0.2:
            text = text.upper()

        def parse():
            try:
                return int(text, base)
            except ValueError:
                return "!"

        line(operation, (text, str(base)), parse)
    elif operation == "bits":
        line(operation, (a,), lambda: f"{a.bit_length()} {a.bit_count()}")
    elif operation == "int-to-float":
        if R.random() < 0.5:
            a = (R.getrandbits(R.choice([53, 54, 55])) << R.randint(0, 970)) + R.randint(-1, 1)
        line(operation, (a,), lambda: float(a))
    elif operation == "float-to-int":
        x = struct.unpack("d", struct.pack("Q", R.getrandbits(64)))[0]
        if R.random() < 0.5:
            x = R.uniform(-1e6, 1e6) * 2.0 ** R.randint(-60, 100)
        line(operation, (x,), lambda: int(x))
    elif operation == "compare-float":
        try:
            x = float(a) if R.random() < 0.8 else R.choice([inf, -inf, 0.0, -0.0, R.uniform(-1e9, 1e9), 5e-324])
        except OverflowError:
            x = 1.7e308
        if R.random() < 0.4:
            x = math.nextafter(x, R.choice([-inf, inf]))
        if R.random() < 0.3:
            x += 0.5
        if R.random() < 0.2:
            a = R.randint(-3, 3)
        line(operation, (a, x), lambda: str((a > x) - (a < x)))
    elif operation == "bytes":
        signed, order = R.random() < 0.5, R.choice(["big", "little"])
        size = max(1, (a.bit_length() + 7) // 8 + R.randint(-1, 3))
        line(
            operation,
            (a, str(size), order, "signed" if signed else "unsigned"),
            lambda: a.to_bytes(size, order, signed=signed).hex(),
        )
    elif operation == "pow-small":
        a = R.choice([R.randint(-12, 12), R.randint(-(2**63), 2**63 - 1)])
        e = R.randint(0, 70)
        line(operation, (a, str(e)), lambda: str(a**e) if -(2**63) <= a**e < 2**63 else "too large")


def int_math_line():
    operation = R.choice("factorial perm comb comb log-int log2-int log10-int".split())
    if operation == "factorial":
        n = R.choice([R.randint(0, 60), R.randint(0, 3000), R.randint(0, 30000)])
        line(operation, (str(n),), lambda: math.factorial(n))
    elif operation in ("perm", "comb"):
        n = R.choice([R.randint(0, 70), R.randint(0, 5000), R.getrandbits(64), R.getrandbits(R.randint(1, 3000))])
        k = R.choice([0, 1, 2, 3, R.randint(0, 40), R.randint(0, 300), R.randint(0, 3000)])
        if n.bit_length() * k > 400000:
            k = R.randint(0, 20)
        if operation == "comb" and k > n - k >= 0:
            k = n - k
        line(operation, (n, str(k)), lambda: getattr(math, operation)(n, k))
    else:
        n = R.getrandbits(R.choice([3, 53, 64, 100, 1000, 1024, 1025, 3000])) + 1
        line(operation, (n,), lambda: getattr(math, operation[:-4])(n))


def a_float():
    kind = R.randint(0, 9)
    if kind == 0:
        return R.choice(
            [0.0, -0.0, 1.0, -1.0, inf, -inf, nan, 0.5, 1.5, 2.5, 5e-324, 2.2250738585072014e-308]
            + [1.7976931348623157e308, 1e15, 1e16, 1e-4, 1e-5, 1e22, 1e23, 100.0, 9999999.5]
        )
    if kind == 1:
        return struct.unpack("d", struct.pack("Q", R.getrandbits(64)))[0]
    if kind <= 4:
        return round(R.uniform(-1000, 1000), R.randint(0, 6))
    if kind == 5:
        return float(R.randint(-100, 100))
    if kind == 6:
        return R.randint(-(10**18), 10**18) / 10.0 ** R.randint(0, 30)
    if kind == 7:
        return R.randint(-50, 50) / 2.0 ** R.randint(0, 6)
    if kind == 8:
        return math.ldexp(R.random(), R.randint(-1080, 1024)) * R.choice([1, -1])
    return R.choice([9.5, 99.5, 999.5, 0.95, 9.995, 99.95, 0.0005, 999999.5]) * 10.0 ** R.randint(-8, 8)


def float_text():
    kind = R.randint(0, 5)
    digits = lambda low, high: "".join(R.choice("0123456789") for _ in range(R.randint(low, high)))
    if kind <= 1:
        text = repr(a_float())
    elif kind == 2:
        text = R.choice(["inf", "nan", "Infinity", "INF", "iNf", "infinit", "nane"])
    elif kind == 3:
        text = digits(1, 40) + "." + digits(0, 40) + R.choice(["", "e5", "e-300", "e+300", "E12", "e-320"])
    elif kind == 4:
        text = str(R.getrandbits(R.choice([53, 54, 60, 100, 1000]))) + R.choice(["", "e-10", ".5", f"e-{R.randint(0, 400)}"])
    else:
        text = "".join(R.choice("0123456789.eE+-_") for _ in range(R.randint(0, 8)))
    if R.random() < 0.2:
        at = R.randint(0, len(text))
        text = text[:at] + R.choice("__.e-+j") + text[at:]
    return R.choice("+-") + text if R.random() < 0.1 else text


def hex_text():
    digits = lambda sizes: "".join(R.choice("08f0123456789abcdefABCDEF") for _ in range(R.choice(sizes)))
    text = R.choice(["", "-", "+"]) + R.choice(["0x", "", "0X"]) + digits([1, 2, 14, 15, 20, 40])
    if R.random() < 0.7:
        text += "." + digits([0, 1, 13, 14, 15, 20])
    if R.random() < 0.8:
        text += R.choice("pP") + R.choice(["", "-", "+"]) + str(R.choice([0, 1, 5, 1020, 1022, 1023, 1074, 1075, R.randint(0, 1200)]))
    return R.choice([" ", "x", "_"]) + text + R.choice([" ", "g"]) if R.random() < 0.05 else text


def complex_text():
    text = repr(complex(a_float(), a_float())) if R.random() < 0.6 else float_text() + R.choice(["", "+", "-"]) + float_text() + R.choice("jJ")
    if R.random() < 0.2:
        at = R.randint(0, len(text))
        text = text[:at] + R.choice("_j.( -+") + text[at:]
    return text.strip()


def float_line():
    # What the C library computes (log, pow, gamma ...) is only compared on the same machine.
    same = "hex ratio divide floordiv mod divmod-float round round round float float fromhex remainder fmod ldexp ulp repr-float repr-complex fsum"
    if GROUP == "floats":
        same += " pow-float math-pow gamma lgamma log log2 log10 log1p hash-float hash-complex"
    else:
        same += " complex complex sum sumprod fma nextafter hypot c*c c*c c*f c+f c-f f-c c/c c/c c/f f/c"
    operation = R.choice(same.split())
    x, y, z, w = (a_float() for _ in range(4))
    unary = {
        "repr-float": repr,
        "hex": float.hex,
        "ratio": float.as_integer_ratio,
        "gamma": math.gamma,
        "lgamma": math.lgamma,
        "ulp": math.ulp,
        "log": math.log,
        "log2": math.log2,
        "log10": math.log10,
        "log1p": math.log1p,
        "hash-float": lambda v: str(hash(v)),
    }
    binary = {
        "divide": lambda a, b: a / b,
        "floordiv": lambda a, b: a // b,
        "mod": lambda a, b: a % b,
        "divmod-float": divmod,
        "remainder": math.remainder,
        "fmod": math.fmod,
        "math-pow": math.pow,
        "repr-complex": lambda a, b: repr(complex(a, b)),
        "hash-complex": lambda a, b: str(hash(complex(a, b))),
    }
    if operation in unary:
        if operation in ("gamma", "lgamma") and R.random() < 0.5:
            x = R.uniform(-180, 180)
        if GROUP == "floats" and operation[:3] in ("gam", "lga", "log"):
            # The wordings are of 3.14.
            try:
                unary[operation](x)
            except (ValueError, OverflowError):
                return
        if operation.startswith("hash") and x != x:
            return
        line(operation, (x,), lambda: unary[operation](x))
    elif operation in binary:
        if operation.startswith("hash") and (x != x or y != y):
            return
        if GROUP == "floats" and y == 0 and "mod" in operation + "mod/div" and operation != "math-pow":
            return
        line(operation, (x, y), lambda: binary[operation](x, y))
    elif operation == "pow-float":
        def power():
            result = x**y
            return "complex" if isinstance(result, complex) else result

        if x >= 0 or not math.isfinite(y) or y == math.floor(y):
            if x != 0 or y >= 0:
                line(operation, (x, y), power)
    elif operation == "round":
        digits = R.choice([0, 1, 2, 3, 4, 5, 10, 15, 20, -1, -2, -5, -300, -308, 300, 320, 323, 324, R.randint(-20, 30)])
        line(operation, (x, str(digits)), lambda: round(x, digits))
    elif operation == "ldexp":
        e = R.choice([0, 1, -1, 1000, -1000, 2000, -2000, 10**15, -(10**15), R.randint(-1100, 1100)])
        line(operation, (x, str(e)), lambda: math.ldexp(x, e))
    elif operation in ("float", "complex", "fromhex"):
        text = {"float": float_text, "complex": complex_text, "fromhex": hex_text}[operation]()

        def parse():
            if operation == "fromhex":
                return float.fromhex(text)
            try:
                return float(text) if operation == "float" else complex(text)
            except ValueError as error:
                if operation == "float":
                    return "!"
                return "!" + str(error).replace(repr(text), "%s")

        if operation == "fromhex" or text == text.strip():
            line(operation, (text,), parse)
    elif operation in ("fsum", "sum", "hypot", "sumprod"):
        values = [a_float() for _ in range(R.randint(1, 12))]
        if R.random() < 0.5:
            values = [R.uniform(-1, 1) * 10.0 ** R.randint(-20, 20) for _ in values]
        if operation == "fsum" and R.random() < 0.3:
            values = [math.ldexp(R.choice([-1, 1]), R.randint(-1070, 1000)) for _ in range(R.choice([5, 200]))]
        if R.random() < 0.9:
            values = [v for v in values if math.isfinite(v)] or [1.0]
        if operation == "sumprod":
            values += [1.0] * (len(values) % 2)
            if not math.isfinite(math.sumprod(values[::2], values[1::2])):
                return
        if GROUP == "floats" and operation == "hypot":
            return
        functions = {
            "fsum": lambda: math.fsum(values),
            "sum": lambda: sum(values, 0.0),
            "hypot": lambda: math.hypot(*values),
            "sumprod": lambda: math.sumprod(values[::2], values[1::2]),
        }
        line(operation, values, functions[operation])
    elif operation == "fma":
        line(operation, (x, y, z), lambda: math.fma(x, y, z))
    elif operation == "nextafter":
        steps = R.choice([0, 1, 2, 10, 2**53, 2**62, 2**63, 2**64 - 1, R.getrandbits(R.randint(1, 64))])
        line(operation, (x, y, str(steps)), lambda: math.nextafter(x, y, steps=steps))
    else:
        c, d = complex(x, y), complex(z, w)
        cases = {
            "c*c": ((x, y, z, w), lambda: c * d),
            "c/c": ((x, y, z, w), lambda: c / d),
            "c*f": ((x, y, z), lambda: c * z),
            "c+f": ((x, y, z), lambda: c + z),
            "c-f": ((x, y, z), lambda: c - z),
            "c/f": ((x, y, z), lambda: c / z),
            "f-c": ((z, x, y), lambda: z - c),
            "f/c": ((z, x, y), lambda: z / c),
        }
        line(operation, *cases[operation])


def a_spec():
    if R.random() < 0.08:
        return "".join(R.choice("<>=^+- z#0123_,.dxfgeéc%s\x7f") for _ in range(R.randint(0, 6)))
    spec = ""
    if R.random() < 0.4:
        spec += R.choice(["", "", "*", "0", "é", "€", "😀", " ", "z", "#", "<", "{", "+"]) + R.choice("<>=^")
    if R.random() < 0.3:
        spec += R.choice("+- ")
    if R.random() < 0.12:
        spec += "z"
    if R.random() < 0.15:
        spec += "#"
    if R.random() < 0.2:
        spec += "0"
    if R.random() < 0.5:
        spec += str(R.choice([0, 1, 5, 8, 10, 11, 12, 13, 14, 15, 16, 20, 30, R.randint(0, 60)]))
    if R.random() < 0.25:
        spec += R.choice(",_")
    if R.random() < 0.5:
        spec += "." + str(R.choice([0, 1, 2, 3, 5, 6, 10, 15, 17, 18, 20, 25, 50, 100, R.randint(0, 30)]))
        if R.random() < 0.15:
            spec += R.choice(",_")
    elif R.random() < 0.04:
        spec += "." + R.choice(",_")
    return spec + R.choice(["", "", "d", "f", "f", "f", "e", "g", "g", "G", "E", "F", "%", "n", "x", "X", "o", "b", "c", "s", "y"])


def format_line():
    kind = R.choice("str int int float float float complex".split())
    text = R.choice(["", "a", "abc", "hello world", "é", "日本語", "😀x", "ab\u0300"])
    n = R.choice(
        [0, 1, -1, 65, 0x20AC, R.randint(-100, 100), R.randint(-(10**9), 10**9), 10 ** R.randint(0, 40)]
        + [R.getrandbits(63) * R.choice([1, -1]), R.getrandbits(R.randint(1, 400)) * R.choice([1, -1])]
    )
    x, y = a_float(), a_float()
    if R.random() < 0.8:
        spec = a_spec()
        if spec.endswith("c") and abs(n) >= 2**31:  # C's long is shorter where 3.14 was asked
            n = 65
        value = {"str": text, "int": n, "float": x, "complex": complex(x, y)}[kind]
        fields = (spec, x, y) if kind == "complex" else (spec, value)
        line("format-" + kind, fields, lambda: format(value, spec))
        return
    spec = "%" + "".join(R.choice("-+ #0") for _ in range(R.choice([0, 0, 1, 1, 2, 3])))
    if R.random() < 0.5:
        spec += str(R.choice([0, 1, 5, 8, 10, 12, 20, R.randint(0, 40)]))
    if R.random() < 0.5:
        spec += "." + R.choice(["", "0", "1", "2", "3", "5", "6", "10", "17", "18", "25", "100", "400"])
    if R.random() < 0.05:
        spec += R.choice("hlL")
    kind = R.choice(["str", "int", "float"])
    if kind == "str":
        spec += R.choice("ssc")
        if spec.endswith("c"):
            text = R.choice("aé日😀")
    else:
        spec += R.choice("diuoxX" if kind == "int" else "eEfFgG")
    value = {"str": text, "int": n, "float": x}[kind]
    line("percent-" + kind, (spec, value), lambda: spec % (value,))


def hash_line():
    """By a 64-bit CPython with PYTHONHASHSEED=0."""
    kind = R.choice("hash-int hash-float hash-complex hash-bytes hash-tuple hash-frozenset random".split())
    if kind == "hash-int":
        n = an_int()
        line(kind, (n,), lambda: str(hash(n)))
    elif kind in ("hash-float", "hash-complex"):
        x, y = a_float(), a_float()
        if x == x and y == y:
            value = x if kind == "hash-float" else complex(x, y)
            line(kind, (x,) if kind == "hash-float" else (x, y), lambda: str(hash(value)))
    elif kind == "hash-bytes":
        text = "".join(R.choice("abcxyz 019") for _ in range(R.randint(1, 40)))
        line(kind, (text,), lambda: str(hash(text.encode())))
    elif kind in ("hash-tuple", "hash-frozenset"):
        items = [an_int(1) for _ in range(R.randint(1, 9))]
        if kind == "hash-frozenset":
            items = list(dict.fromkeys(items))
        line(kind, items, lambda: str(hash((tuple if kind == "hash-tuple" else frozenset)(items))))
    else:
        seed = R.choice([0, 1, -5, R.getrandbits(40), R.getrandbits(30000)])
        r = random.Random(seed)
        line(kind, (seed,), lambda: " ".join([repr(r.random()), hex(r.getrandbits(200)), str(r._randbelow(1000)), str(r.getrandbits(45))]))


for _ in range(COUNT):
    {
        "ints": int_line,
        "big-ints": int_line,
        "int-math": int_math_line,
        "floats": float_line,
        "floats-314": float_line,
        "formats": format_line,
        "hashes": hash_line,
    }[GROUP]()
