# decimal: what is not arithmetic of every day. CPython 3.14 library, "decimal"; the General Decimal Arithmetic
# Specification 1.70. Numbers are taken apart by _parts() and put together by _make() and _fix().
from math import isqrt as _isqrt

ROUND_UP = 'ROUND_UP'
ROUND_DOWN = 'ROUND_DOWN'
ROUND_CEILING = 'ROUND_CEILING'
ROUND_FLOOR = 'ROUND_FLOOR'
ROUND_HALF_UP = 'ROUND_HALF_UP'
ROUND_HALF_DOWN = 'ROUND_HALF_DOWN'
ROUND_HALF_EVEN = 'ROUND_HALF_EVEN'
ROUND_05UP = 'ROUND_05UP'
_MODES = (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)
MAX_PREC = 999999999999999999
MAX_EMAX = 999999999999999999
MIN_EMIN = -999999999999999999
MIN_ETINY = -1999999999999999997
IEEE_CONTEXT_MAX_BITS = 512
HAVE_THREADS = True
HAVE_CONTEXTVAR = True
SPEC_VERSION = '1.70'
__version__ = '1.70'
__libmpdec_version__ = '2.5.1'

_FINITE, _INFINITE, _NAN, _SNAN = range(4)
_max, _min = max, min  # methods of these names hide them

_INVALID, _DIVISION_BY_ZERO, _OVERFLOW, _UNDERFLOW, _SUBNORMAL, _INEXACT, _ROUNDED, _CLAMPED = 1, 4, 8, 16, 32, 64, 128, 256

_zero = _make(0, _FINITE, 0, 0)
_one = _make(0, _FINITE, 1, 0)
_minus_one = _make(1, _FINITE, 1, 0)


def _infinity(sign):
    return _make(sign, _INFINITE, 0, 0)


def _invalid(context):
    return _signal(_INVALID, context, _make(0, _NAN, 0, 0))


def _context(context):
    if context is None:
        return getcontext()
    if not isinstance(context, Context):
        raise TypeError('optional argument must be a context')
    return context


_ROUNDINGS = (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)


def _rounding(rounding):
    if rounding is not None and rounding not in _ROUNDINGS:
        raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n'
                        '   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')


def _mode(rounding, context):
    if rounding is None:
        return context.rounding
    if not isinstance(rounding, str) or rounding not in _MODES:
        raise TypeError('valid values for rounding are:\n  [' + ',\n   '.join(
            ', '.join(_MODES[i:i + n]) for i, n in ((0, 4), (4, 3), (7, 1))) + ']')
    return rounding


def _operand(value):
    return value if isinstance(value, Decimal) else _decimal(value)


def _adjusted(c, e):
    return e + _digits(c) - 1


def _is_integer(kind, c, e):
    if kind != _FINITE:
        return False
    return e >= 0 or c == 0 or (-e <= _digits(c) and c % 10 ** -e == 0)


# ---- logarithms and exponentials, as ints scaled by 10**w

def _atanh_inverse(n, unit):
    term = total = unit // n
    square = n * n
    k = 3
    while term:
        term //= square
        total += term // k
        k += 2
    return total


def _ln10(w):
    unit = 10 ** (w + 5)
    return (46 * _atanh_inverse(31, unit) + 34 * _atanh_inverse(49, unit) + 20 * _atanh_inverse(161, unit)) // 100000


def _ln_scaled(c, e, w):
    """ln(c * 10**e) * 10**w, wrong by less than a few units."""
    digits = _digits(c)
    k = e + digits - 1
    guard = w + 20 + digits.bit_length()
    unit = 10 ** guard
    m = c * 10 ** (guard - digits + 1) if guard >= digits - 1 else c // 10 ** (digits - 1 - guard)
    # m in [1, 10): roots bring it near to 1.
    roots = 8
    for _ in range(roots):
        m = _isqrt(m * unit)
    y = (m - unit) * unit // (m + unit)
    square = y * y // unit
    total = term = y
    i = 3
    while term:
        term = term * square // unit
        total += term // i
        i += 2
    result = total * 2 ** (roots + 1)
    if k:
        result += k * _ln10(guard)
    return result // 10 ** (guard - w)


def _exp_scaled(x, w):
    """(m, k) with e**(x / 10**w) about m / 10**w * 10**k."""
    ln10 = _ln10(w)
    k = x // ln10
    guard = w + 15
    unit = 10 ** guard
    r = x * 10 ** 15 - k * _ln10(guard)
    halvings = 10
    r >>= halvings
    total = term = unit
    i = 1
    while term:
        term = term * r // (unit * i)
        total += term
        i += 1
    for _ in range(halvings):
        total = total * total // unit
    return total // 10 ** 15, k


def _round_well(compute, sign, context, shift=0):
    """compute(places) gives (coefficient, exponent), wrong by a few units; as many places as rounding needs."""
    p = context.prec
    extra = 6
    while True:
        c, e = compute(p + extra)
        sign_c = sign
        if c < 0:
            c, sign_c = -c, 1
        cut = _digits(c) - p - 1
        if cut > 2:
            half = 5 * 10 ** cut
            rest = c % half
            if 50 < rest < half - 50 or extra > p + 40:
                break
        elif extra > p + 40:
            break
        extra += 8
    return _fix(sign_c, _FINITE, c * 10 + 1, e - 1, context, 0, ROUND_HALF_EVEN)


def _check_places(context):
    # What these functions do cannot be interrupted between two instructions for ever.
    if context.prec > 50000:
        raise ValueError('precision is too large for this function')


def _decimal_methods():
    def adjusted(self):
        """Return the adjusted exponent of the number."""
        sign, kind, c, e = _parts(self)
        return _adjusted(c, e) if kind == _FINITE else 0

    def canonical(self):
        """Return the canonical encoding of the argument."""
        return self

    def conjugate(self):
        """Return self."""
        return self

    def copy_abs(self):
        """Return the absolute value of the argument."""
        sign, kind, c, e = _parts(self)
        return _make(0, kind, c, e)

    def copy_negate(self):
        """Return the negation of the argument."""
        sign, kind, c, e = _parts(self)
        return _make(1 - sign, kind, c, e)

    def copy_sign(self, other, context=None):
        """Return a copy of the first operand with the sign set to be the same as the sign of the second operand."""
        _context(context)
        sign, kind, c, e = _parts(self)
        return _make(_parts(_operand(other))[0], kind, c, e)

    def is_canonical(self):
        """Return True if the argument is canonical and False otherwise."""
        return True

    def is_finite(self):
        """Return True if the argument is a finite number, and False if the argument is infinite or a NaN."""
        return _parts(self)[1] == _FINITE

    def is_infinite(self):
        """Return True if the argument is either positive or negative infinity and False otherwise."""
        return _parts(self)[1] == _INFINITE

    def is_nan(self):
        """Return True if the argument is a (quiet or signaling) NaN and False otherwise."""
        return _parts(self)[1] >= _NAN

    def is_qnan(self):
        """Return True if the argument is a quiet NaN, and False otherwise."""
        return _parts(self)[1] == _NAN

    def is_snan(self):
        """Return True if the argument is a signaling NaN and False otherwise."""
        return _parts(self)[1] == _SNAN

    def is_signed(self):
        """Return True if the argument has a negative sign and False otherwise."""
        return bool(_parts(self)[0])

    def is_zero(self):
        """Return True if the argument is a (positive or negative) zero and False otherwise."""
        return _parts(self)[1:3] == (_FINITE, 0)

    def is_normal(self, context=None):
        """Return True if the argument is a normal finite non-zero number."""
        context = _context(context)
        sign, kind, c, e = _parts(self)
        return kind == _FINITE and c != 0 and context.Emin <= _adjusted(c, e)

    def is_subnormal(self, context=None):
        """Return True if the argument is subnormal, and False otherwise."""
        context = _context(context)
        sign, kind, c, e = _parts(self)
        return kind == _FINITE and c != 0 and _adjusted(c, e) < context.Emin

    def number_class(self, context=None):
        """Return a string describing the class of the operand."""
        context = _context(context)
        sign, kind, c, e = _parts(self)
        if kind == _SNAN:
            return 'sNaN'
        if kind == _NAN:
            return 'NaN'
        if kind == _INFINITE:
            name = 'Infinity'
        elif c == 0:
            name = 'Zero'
        else:
            name = 'Subnormal' if _adjusted(c, e) < context.Emin else 'Normal'
        return '+-'[sign] + name

    def radix(self):
        """Return Decimal(10), the radix (base) in which the Decimal class does all its arithmetic."""
        return _make(0, _FINITE, 10, 0)

    def to_eng_string(self, context=None):
        """Convert to an engineering-type string."""
        return _text(self, True, _context(context).capitals)

    def quantize(self, exp, rounding=None, context=None):
        """Return a value equal to the first operand after rounding and having the exponent of the second operand."""
        context = _context(context)
        _rounding(rounding)
        exp = _operand(exp)
        nan = _nans(self, exp, context)
        if nan is not None:
            return nan
        kind, other_kind = _parts(self)[1], _parts(exp)[1]
        if kind == _INFINITE or other_kind == _INFINITE:
            return self if kind == other_kind else _invalid(context)
        return _quantize(self, _parts(exp)[3], rounding, context)

    def same_quantum(self, other, context=None):
        """Test whether self and other have the same exponent or whether both are NaN."""
        _context(context)
        a, b = _parts(self), _parts(_operand(other))
        if a[1] != _FINITE or b[1] != _FINITE:
            return (a[1] >= _NAN and b[1] >= _NAN) or (a[1] == b[1] == _INFINITE)
        return a[3] == b[3]

    def normalize(self, context=None):
        """Normalize the number by stripping trailing 0s and converting any result equal to Decimal('0') to
        Decimal('0e0')."""
        context = _context(context)
        nan = _nans(self, None, context)
        if nan is not None:
            return nan
        sign, kind, c, e = _parts(_fix(*_parts(self), context))
        if kind == _INFINITE:
            return _infinity(sign)
        if c == 0:
            return _make(sign, _FINITE, 0, 0)
        limit = context.Etop() if context.clamp else context.Emax
        text = str(c)
        zeros = _min(len(text) - len(text.rstrip('0')), limit - e)
        return _make(sign, _FINITE, int(text[:len(text) - zeros]), e + zeros)

    def to_integral_value(self, rounding=None, context=None):
        """Round to the nearest integer without signaling Inexact or Rounded."""
        context = _context(context)
        rounding = _mode(rounding, context)
        _rounding(rounding)
        nan = _nans(self, None, context)
        if nan is not None:
            return nan
        sign, kind, c, e = _parts(self)
        return self if kind == _INFINITE or e >= 0 else _rescale(self, 0, rounding)

    def to_integral_exact(self, rounding=None, context=None):
        """Round to the nearest integer, signaling Inexact or Rounded as appropriate if rounding occurs."""
        context = _context(context)
        rounding = _mode(rounding, context)
        _rounding(rounding)
        nan = _nans(self, None, context)
        if nan is not None:
            return nan
        sign, kind, c, e = _parts(self)
        if kind == _INFINITE or e >= 0:
            return self
        result = _rescale(self, 0, rounding)
        if c == 0:
            return result
        status = _ROUNDED | (0 if _compare(result, self) == 0 else _INEXACT)
        return _signal(status, context, result)

    to_integral = to_integral_value

    def compare(self, other, context=None):
        """Compare self to other.  Return a decimal value."""
        context = _context(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        return nan if nan is not None else _make(*_small(_compare(self, other)))

    def compare_signal(self, other, context=None):
        """Identical to compare, except that all NaNs signal."""
        context = _context(context)
        other = _operand(other)
        nan = None
        if self.is_nan() or other.is_nan():
            if not self.is_snan() and not other.is_snan():
                _signal(_INVALID, context, None)
            nan = _nans(self, other, context)
        return nan if nan is not None else _make(*_small(_compare(self, other)))

    def compare_total(self, other, context=None):
        """Compare two operands using their abstract representation rather than their numerical value."""
        _context(context)
        other = _operand(other)
        return _make(*_small(_total_order(_parts(self), _parts(other))))

    def compare_total_mag(self, other, context=None):
        """Compare two operands using their abstract representation rather than their value, but ignoring sign."""
        _context(context)
        other = _operand(other)
        return _make(*_small(_total_order((0,) + _parts(self)[1:], (0,) + _parts(other)[1:])))

    def max(self, other, context=None):
        """Maximum of self and other."""
        return _extreme(self, other, context, 1, False)

    def max_mag(self, other, context=None):
        """As the _max() method, but compares the absolute values of the operands."""
        return _extreme(self, other, context, 1, True)

    def min(self, other, context=None):
        """Minimum of self and other."""
        return _extreme(self, other, context, -1, False)

    def min_mag(self, other, context=None):
        """As the _min() method, but compares the absolute values of the operands."""
        return _extreme(self, other, context, -1, True)

    def fma(self, other, third, context=None):
        """Fused multiply-add.  Return self*other+third with no rounding of the intermediate product self*other."""
        context = _context(context)
        other, third = _operand(other), _operand(third)
        a, b = _parts(self), _parts(other)
        if a[1] != _FINITE or b[1] != _FINITE:
            if self.is_snan() or other.is_snan() or (third.is_snan()):
                for x in (self, other, third):
                    if x.is_snan():
                        return _nans(x, None, context)
            product = _arithmetic(2, self, other, context)
        else:
            product = _make(a[0] ^ b[0], _FINITE, a[2] * b[2], a[3] + b[3])
        return _arithmetic(0, product, third, context)

    def remainder_near(self, other, context=None):
        """Return the remainder from dividing self by other, nearest to zero."""
        context = _context(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        if nan is not None:
            return nan
        s, kind, c, e = _parts(self)
        s2, kind2, c2, e2 = _parts(other)
        if kind == _INFINITE or (kind2 == _FINITE and c2 == 0):
            if c2 == 0 and c == 0 and kind == _FINITE:
                return _signal(1 << 11, context, _make(0, _NAN, 0, 0))
            return _invalid(context)
        if kind2 == _INFINITE:
            return _plus(self, context)
        ideal = _min(e, e2)
        if c == 0:
            return _fix(s, _FINITE, 0, ideal, context)
        expdiff = _adjusted(c, e) - _adjusted(c2, e2)
        if expdiff >= context.prec + 1:
            return _signal(1 << 10, context, _make(0, _NAN, 0, 0))
        if expdiff <= -2:
            return _fix(s, _FINITE, c * 10 ** (e - ideal), ideal, context)
        a, b = c * 10 ** (e - ideal), c2 * 10 ** (e2 - ideal)
        q, r = divmod(a, b)
        if 2 * r + (q & 1) > b:
            r -= b
            q += 1
        if q >= 10 ** context.prec:
            return _signal(1 << 10, context, _make(0, _NAN, 0, 0))
        if r < 0:
            s, r = 1 - s, -r
        return _fix(s, _FINITE, r, ideal, context)

    def sqrt(self, context=None):
        """Return the square root of the argument to full precision."""
        context = _context(context)
        nan = _nans(self, None, context)
        if nan is not None:
            return nan
        sign, kind, c, e = _parts(self)
        if kind == _FINITE and c == 0:
            return _fix(sign, _FINITE, 0, e // 2, context)
        if sign:
            return _invalid(context)
        if kind == _INFINITE:
            return self
        prec = context.prec + 1
        half, odd = divmod(e, 2)
        digits = _digits(c)
        if odd:
            c *= 10
            places = (digits >> 1) + 1
        else:
            places = digits + 1 >> 1
        shift = prec - places
        exact = True
        if shift >= 0:
            c *= 100 ** shift
        else:
            c, rest = divmod(c, 100 ** -shift)
            exact = not rest
        half -= shift
        n = _isqrt(c)
        exact = exact and n * n == c
        if exact:
            if shift >= 0:
                n //= 10 ** shift
            else:
                n *= 10 ** -shift
            half += shift
        elif n % 5 == 0:
            n += 1
        return _fix(0, _FINITE, n, half, context, 0, ROUND_HALF_EVEN)

    def exp(self, context=None):
        """Return the value of the (natural) exponential function e**x at the given number."""
        context = _context(context)
        nan = _nans(self, None, context)
        if nan is not None:
            return nan
        sign, kind, c, e = _parts(self)
        if kind == _INFINITE:
            return _zero if sign else self
        if c == 0:
            return _one
        _check_places(context)
        p = context.prec
        adjusted = _adjusted(c, e)
        if adjusted > len(str((_max(context.Emax, -context.Emin) + 1) * 3)) + 2:
            if sign:
                return _fix(0, _FINITE, 1, context.Etiny() - 1, context, 0, ROUND_HALF_EVEN)
            return _fix(0, _FINITE, 1, context.Emax + 1, context, 0, ROUND_HALF_EVEN)
        if adjusted < -p - 1:
            c = 10 ** (p + 2) - 1 if sign else 10 ** (p + 1) + 1
            return _fix(0, _FINITE, c, -(p + 2) if sign else -(p + 1), context, 0, ROUND_HALF_EVEN)

        def compute(places):
            w = places + _max(adjusted, 0) + 8
            x = c * 10 ** (e + w) if e + w >= 0 else c // 10 ** -(e + w)
            m, k = _exp_scaled(-x if sign else x, w)
            return m // 10 ** (w - places), k - places

        return _round_well(compute, 0, context)

    def ln(self, context=None):
        """Return the natural (base e) logarithm of the operand."""
        context = _context(context)
        special = _log_special(self, context)
        if special is not None:
            return special
        sign, kind, c, e = _parts(self)
        if e <= 0 and c == 10 ** -e:
            return _zero
        _check_places(context)

        def compute(places):
            w = places + 3 + _log_loss(c, e)
            return _ln_scaled(c, e, w), -w

        return _round_well(compute, 0, context)

    def log10(self, context=None):
        """Return the base ten logarithm of the operand."""
        context = _context(context)
        special = _log_special(self, context)
        if special is not None:
            return special
        sign, kind, c, e = _parts(self)
        text = str(c)
        if text[0] == '1' and not text[1:].strip('0'):
            power = e + len(text) - 1
            return _fix(int(power < 0), _FINITE, abs(power), 0, context, 0, ROUND_HALF_EVEN)
        _check_places(context)

        def compute(places):
            w = places + 6 + _log_loss(c, e)
            return _ln_scaled(c, e, w + 10) * 10 ** w // _ln10(w + 10), -w

        return _round_well(compute, 0, context)

    def logb(self, context=None):
        """Return the adjusted exponent of the operand as a Decimal instance."""
        context = _context(context)
        nan = _nans(self, None, context)
        if nan is not None:
            return nan
        sign, kind, c, e = _parts(self)
        if kind == _INFINITE:
            return _infinity(0)
        if c == 0:
            return _signal(_DIVISION_BY_ZERO, context, _infinity(1))
        power = _adjusted(c, e)
        return _fix(int(power < 0), _FINITE, abs(power), 0, context)

    def scaleb(self, other, context=None):
        """Return the first operand with the exponent adjusted the second."""
        context = _context(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        if nan is not None:
            return nan
        s, kind, c, e = _parts(other)
        limit = 2 * (context.Emax + context.prec)
        if kind != _FINITE or e != 0 or c > limit:
            return _invalid(context)
        sign, kind, c2, e2 = _parts(self)
        if kind == _INFINITE:
            return self
        return _fix(sign, _FINITE, c2, e2 + (-c if s else c), context)

    def _rotation(self, other, context):
        context = _context(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        if nan is not None:
            return nan, 0, context
        s, kind, c, e = _parts(other)
        if kind != _FINITE or e != 0 or c > context.prec:
            return _invalid(context), 0, context
        return None, -c if s else c, context

    def rotate(self, other, context=None):
        """Returns a rotated copy of self, value-of-other times."""
        answer, n, context = self._rotation(other, context)
        if answer is not None:
            return answer
        sign, kind, c, e = _parts(self)
        if kind == _INFINITE:
            return self
        text = str(c)[-context.prec:].rjust(context.prec, '0')
        return _make(sign, _FINITE, int(text[n:] + text[:n]), e)

    def shift(self, other, context=None):
        """Returns a shifted copy of self, value-of-other times."""
        answer, n, context = self._rotation(other, context)
        if answer is not None:
            return answer
        sign, kind, c, e = _parts(self)
        if kind == _INFINITE:
            return self
        c %= 10 ** context.prec
        c = c // 10 ** -n if n < 0 else c * 10 ** n % 10 ** context.prec
        return _make(sign, _FINITE, c, e)

    def _logical(self, other, context, combine):
        context = _context(context)
        texts = []
        for x in (self, _operand(other)):
            sign, kind, c, e = _parts(x)
            text = str(c)
            if sign or kind != _FINITE or e or text.strip('01'):
                return _invalid(context)
            texts.append(text[-context.prec:].rjust(context.prec, '0'))
        digits = ''.join(combine(a, b) for a, b in zip(*texts))
        return _make(0, _FINITE, int(digits), 0)

    def logical_and(self, other, context=None):
        """Return the digit-wise 'and' of the two (logical) operands."""
        return self._logical(other, context, lambda a, b: '1' if a == b == '1' else '0')

    def logical_or(self, other, context=None):
        """Return the digit-wise 'or' of the two (logical) operands."""
        return self._logical(other, context, lambda a, b: '1' if '1' in (a, b) else '0')

    def logical_xor(self, other, context=None):
        """Return the digit-wise 'exclusive or' of the two (logical) operands."""
        return self._logical(other, context, lambda a, b: '1' if a != b else '0')

    def logical_invert(self, context=None):
        """Return the digit-wise inversion of the (logical) operand."""
        context = _context(context)
        return self._logical(_make(0, _FINITE, int('1' * context.prec), 0), context, lambda a, b: '1' if a != b else '0')

    def next_minus(self, context=None):
        """Returns the largest number representable in the given context that is smaller than self."""
        return _neighbour(self, _context(context), 1)

    def next_plus(self, context=None):
        """Returns the smallest number representable in the given context that is larger than self."""
        return _neighbour(self, _context(context), 0)

    def next_toward(self, other, context=None):
        """Returns the number closest to self, in the direction towards other."""
        context = _context(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        if nan is not None:
            return nan
        order = _compare(self, other)
        if order == 0:
            return self.copy_sign(other)
        result = _neighbour(self, context, int(order > 0))
        sign, kind, c, e = _parts(result)
        status = 0
        if kind == _INFINITE:
            status = _OVERFLOW | _INEXACT | _ROUNDED
        elif _adjusted(c, e) < context.Emin:
            status = _UNDERFLOW | _SUBNORMAL | _INEXACT | _ROUNDED | (_CLAMPED if c == 0 else 0)
        return _signal(status, context, result)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    return locals()


def _small(n):
    return int(n < 0), _FINITE, abs(n), 0


def _plus(d, context):
    sign, kind, c, e = _parts(d)
    if kind == _FINITE and c == 0:
        sign = sign if context.rounding == ROUND_FLOOR else 0
    return _fix(sign, kind, c, e, context)


def _log_special(d, context):
    nan = _nans(d, None, context)
    if nan is not None:
        return nan
    sign, kind, c, e = _parts(d)
    if kind == _FINITE and c == 0:
        return _infinity(1)
    if sign:
        return _invalid(context)
    return d if kind == _INFINITE else None


def _log_loss(c, e):
    """How many digits of a logarithm are zeros behind the point: for numbers near 1."""
    digits = _digits(c)
    if e + digits not in (0, 1):
        return 0
    unit = 10 ** (digits if e + digits == 0 else digits - 1)
    return max(digits - _digits(abs(c - unit)), 0) + 1


def _total_order(a, b):
    if a[0] != b[0]:
        return -1 if a[0] else 1
    sign = -1 if a[0] else 1

    def rank(kind):
        return (0, 1, 3, 2)[kind]

    if a[1] != b[1]:
        return sign * (1 if rank(a[1]) > rank(b[1]) else -1)
    if a[1] == _INFINITE:
        return 0
    if a[1] >= _NAN:
        return sign * ((a[2] > b[2]) - (a[2] < b[2]))
    order = _compare(_make(0, *a[1:]), _make(0, *b[1:]))
    return sign * (order or (a[3] > b[3]) - (a[3] < b[3]))


def _extreme(a, b, context, wanted, magnitude):
    context = _context(context)
    b = _operand(b)
    kind_a, kind_b = _parts(a)[1], _parts(b)[1]
    if kind_a >= _NAN or kind_b >= _NAN:
        if kind_b == _NAN and kind_a < _NAN:
            return _fix(*_parts(a), context)
        if kind_a == _NAN and kind_b < _NAN:
            return _fix(*_parts(b), context)
        return _nans(a, b, context)
    order = _compare(a.copy_abs(), b.copy_abs()) if magnitude else _compare(a, b)
    if order == 0 and magnitude:
        order = _compare(a, b)
    if order == 0:
        order = _total_order(_parts(a), _parts(b))
    return _fix(*_parts(b if order == -wanted else a), context)


def _neighbour(d, context, down):
    nan = _nans(d, None, context)
    if nan is not None:
        return nan
    sign, kind, c, e = _parts(d)
    largest = 10 ** context.prec - 1
    if kind == _INFINITE:
        return d if sign == down else _make(1 - down, _FINITE, largest, context.Etop()) if sign != down else d
    quiet = context.copy()
    quiet.clear_traps()
    rounding = ROUND_FLOOR if down else ROUND_CEILING
    rounded = _fix(sign, kind, c, e, quiet, 0, rounding)
    if _parts(rounded)[1] == _INFINITE or _compare(rounded, d) != 0:
        return rounded
    quiet.rounding = rounding
    return _arithmetic(1 if down else 0, d, _make(0, _FINITE, 1, context.Etiny() - 1), quiet)


def _inverse(one, d, n, context):
    """one / d, rounded twice as libmpdec does: with more digits to even, then as the context says."""
    wide = context.copy()
    wide.clear_flags()
    wide.clear_traps()
    wide.rounding = ROUND_HALF_EVEN
    wide.prec += _digits(n) + 4
    quotient = _arithmetic(3, one, d, wide)
    status = sum(bit for signal, bit in ((Underflow, _UNDERFLOW), (Subnormal, _SUBNORMAL), (Inexact, _INEXACT),
                                         (Rounded, _ROUNDED), (Clamped, _CLAMPED), (Overflow, _OVERFLOW))
                 if wide.flags[signal])
    return _fix(*_parts(quotient), context, status)


def _power(base, exponent, modulo, context):
    if modulo is not None:
        return _power_modulo(base, exponent, modulo, context)
    nan = _nans(base, exponent, context)
    if nan is not None:
        return nan
    s, kind, c, e = _parts(base)
    s2, kind2, c2, e2 = _parts(exponent)
    if kind2 == _FINITE and c2 == 0:
        if kind == _FINITE and c == 0:
            return _invalid(context)
        return _one
    integral = _is_integer(kind2, c2, e2)
    odd = integral and (c2 * 10 ** e2 if 0 <= e2 < 3 else c2 // 10 ** -e2 if e2 < 0 else 0) & 1 == 1
    sign = 0
    if s:
        if integral:
            sign = int(odd)
        elif c != 0 or kind == _INFINITE:
            return _invalid(context)
        s = 0
    if kind == _FINITE and c == 0:
        return _make(sign, _FINITE, 0, 0) if not s2 else _signal(0, context, _infinity(sign))
    if kind == _INFINITE:
        return _infinity(sign) if not s2 else _make(sign, _FINITE, 0, 0)
    order = _compare(_make(0, kind, c, e), _one)
    if kind2 == _INFINITE:
        if order == 0:
            p = context.prec
            return _fix(0, _FINITE, 10 ** (p - 1), 1 - p, context, _INEXACT | _ROUNDED)
        return _zero if (order < 0) == (not s2) else _infinity(0)
    if order == 0 and integral:
        p = context.prec
        if e == 0:
            return _make(sign, _FINITE, 1, 0)
        n = c2 * 10 ** e2 if 0 <= e2 < 20 else c2 // 10 ** -e2 if e2 < 0 else 10 ** 20
        places = min(-e * (n if not s2 else 1), p - 1)
        status = 0 if places == -e * n and not s2 else _ROUNDED
        return _fix(sign, _FINITE, 10 ** places, -places, context, status)
    # Is it far out of range?
    magnitude = _adjusted(c, e)
    if integral and e2 >= -30 and _adjusted(c2, e2) < 20:
        n = c2 * 10 ** e2 if e2 >= 0 else c2 // 10 ** -e2
        if _digits(c) * n <= 4 * context.prec + 100:
            if not s2:
                return _fix(sign, _FINITE, c ** n, e * n, context)
            one = _make(sign, _FINITE, 1, 0)
            return _inverse(one, _make(0, _FINITE, c ** n, e * n), n, context)
    _check_places(context)
    log = _ln_scaled(c, e, 20)
    bound = abs(log) * c2 // 10 ** 20 if e2 >= 0 else abs(log) * c2 // 10 ** (20 - e2)
    if e2 > 0:
        bound = bound * 10 ** min(e2, 30)
    if bound > 3 * (max(context.Emax, -context.Emin) + context.prec + 10):
        if (log > 0) == (not s2):
            return _fix(sign, _FINITE, 1, context.Emax + 1, context, 0, ROUND_HALF_EVEN)
        return _fix(sign, _FINITE, 1, context.Etiny() - 1, context, 0, ROUND_HALF_EVEN)
    negative = (log < 0) != bool(s2)

    def compute(places):
        w = places + 10 + max(len(str(bound)), 0) + _digits(c2) + max(e2, 0)
        x = abs(_ln_scaled(c, e, w)) * c2
        x = x * 10 ** e2 if e2 >= 0 else x // 10 ** -e2
        m, k = _exp_scaled(-x if negative else x, w)
        return m // 10 ** (w - places), k - places

    if _adjusted(c2, e2) + magnitude.bit_length() < -context.prec - 5 and bound == 0:
        p = context.prec
        tiny = 10 ** (p + 2) - 1 if negative else 10 ** (p + 1) + 1
        return _fix(sign, _FINITE, tiny, -(p + 2) if negative else -(p + 1), context, 0, ROUND_HALF_EVEN)
    return _round_well(compute, sign, context)


def _power_modulo(base, exponent, modulo, context):
    for x in (base, exponent, modulo):
        if x.is_nan():
            if x.is_snan():
                return _nans(x, None, context)
            return _nans(x, None, context)
    parts = [_parts(x) for x in (base, exponent, modulo)]
    if not all(_is_integer(*p[1:]) for p in parts):
        return _invalid(context)
    ints = [p[2] * 10 ** p[3] if p[3] >= 0 else p[2] // 10 ** -p[3] for p in parts]
    if parts[1][0] and ints[1] or not ints[2] or _digits(ints[2]) > context.prec or (not ints[1] and not ints[0]):
        return _invalid(context)
    sign = parts[0][0] if ints[1] & 1 else 0
    return _make(sign, _FINITE, pow(ints[0], ints[1], ints[2]), 0)


def _context_methods():
    def _unary(name):
        def method(self, x, /):
            return getattr(_operand(x), name)(context=self)
        method.__name__ = name
        return method

    def _binary(name):
        def method(self, x, y, /):
            return getattr(_operand(x), name)(y, context=self)
        method.__name__ = name
        return method

    def _plain(name):
        def method(self, x, /):
            return getattr(_operand(x), name)()
        method.__name__ = name
        return method

    members = {}
    for name in ('exp', 'is_normal', 'is_subnormal', 'ln', 'log10', 'logb', 'logical_invert', 'next_minus', 'next_plus',
                 'normalize', 'number_class', 'sqrt', 'to_eng_string', 'to_integral_exact', 'to_integral_value'):
        members[name] = _unary(name)
    for name in ('compare', 'compare_signal', 'compare_total', 'compare_total_mag', 'copy_sign', 'logical_and',
                 'logical_or', 'logical_xor', 'max', 'max_mag', 'min', 'min_mag', 'next_toward', 'quantize',
                 'remainder_near', 'rotate', 'same_quantum', 'scaleb', 'shift'):
        members[name] = _binary(name)
    for name in ('copy_abs', 'copy_negate', 'is_finite', 'is_infinite', 'is_nan', 'is_qnan',
                 'is_signed', 'is_snan', 'is_zero'):
        members[name] = _plain(name)
    members['to_integral'] = _unary('to_integral')

    def canonical(self, x, /):
        """Return a new instance of x."""
        if not isinstance(x, Decimal):
            raise TypeError('argument must be a Decimal')
        return x

    def is_canonical(self, x, /):
        """Return True if x is canonical, False otherwise."""
        if not isinstance(x, Decimal):
            raise TypeError('argument must be a Decimal')
        return True

    def add(self, x, y, /):
        """Return the sum of x and y."""
        return _arithmetic(0, x, y, self)

    def subtract(self, x, y, /):
        """Return the difference between x and y."""
        return _arithmetic(1, x, y, self)

    def multiply(self, x, y, /):
        """Return the product of x and y."""
        return _arithmetic(2, x, y, self)

    def divide(self, x, y, /):
        """Return x divided by y."""
        return _arithmetic(3, x, y, self)

    def divide_int(self, x, y, /):
        """Return x divided by y, truncated to an integer."""
        return _arithmetic(4, x, y, self)

    def remainder(self, x, y, /):
        """Return the remainder from integer division."""
        return _arithmetic(5, x, y, self)

    def divmod(self, x, y, /):
        """Return quotient and remainder of the division x / y."""
        return _arithmetic(6, x, y, self)

    def power(self, a, b, modulo=None):
        """Compute a**b."""
        return _power(_operand(a), _operand(b), None if modulo is None else _operand(modulo), self)

    def fma(self, x, y, z, /):
        """Return x multiplied by y, plus z."""
        return _operand(x).fma(y, z, context=self)

    def plus(self, x, /):
        """Plus corresponds to the unary prefix plus operator in Python."""
        return _plus(_operand(x), self) if not _operand(x).is_nan() else _nans(_operand(x), None, self)

    def minus(self, x, /):
        """Minus corresponds to the unary prefix minus operator in Python."""
        x = _operand(x)
        return _nans(x, None, self) if x.is_nan() else _plus(x.copy_negate(), self)

    def abs(self, x, /):
        """Return the absolute value of x."""
        x = _operand(x)
        return _nans(x, None, self) if x.is_nan() else _plus(x.copy_abs(), self)

    def to_sci_string(self, x, /):
        """Convert a number to a string using scientific notation."""
        return _text(_operand(x), False, self.capitals)

    def copy_decimal(self, num, /):
        """Return a copy of Decimal num."""
        return _operand(num)

    def create_decimal(self, num='0', /):
        """Create a new Decimal instance from num, using self as the context."""
        if isinstance(num, str) and ('_' in num or num != num.strip()):
            return _signal(1 << 9, self, _make(0, _NAN, 0, 0))
        d = num if isinstance(num, Decimal) else Decimal(num, self)
        sign, kind, c, e = _parts(d)
        if kind >= _NAN and _digits(c) > self.prec - self.clamp:
            return _signal(1 << 9, self, _make(0, _NAN, 0, 0))
        return _fix(sign, kind, c, e, self)

    def create_decimal_from_float(self, f, /):
        """Create a new Decimal instance from float f."""
        return self.create_decimal(Decimal.from_float(f))

    def __reduce__(self):
        return Context, (self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, [], [])

    for name, member in locals().copy().items():
        if callable(member) and name not in ('_unary', '_binary', '_plain'):
            members[name] = member
    return members


def _manager():
    def __enter__(self):
        self.saved = getcontext()
        setcontext(self.context)
        return self.context

    def __exit__(self, t, v, tb):
        setcontext(self.saved)

    return locals()


_define(Decimal, _decimal_methods())
_define(Context, _context_methods())
_define(_ContextManager, _manager())

DefaultContext = Context()
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP, flags=[],
                       traps=[InvalidOperation, DivisionByZero, Overflow, Underflow, Clamped])
ExtendedContext = Context(prec=9, flags=[], traps=[])
for _context_object in DefaultContext, BasicContext, ExtendedContext:
    _as_template(_context_object)
del _context_object


def localcontext(ctx=None, **kwargs):
    """Return a context manager that will set the default context to a copy of ctx
    on entry to the with-statement and restore the previous default context when
    exiting the with-statement."""
    context = _context(ctx)
    copy = context.copy()
    for name, value in kwargs.items():
        if name not in ('prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp', 'flags', 'traps'):
            raise TypeError(f"this function got an unexpected keyword argument '{name}'")
        setattr(copy, name, value)
    return _new(_ContextManager, {'context': copy})


def IEEEContext(bits, /):
    """Return a context object initialized to the proper values for one of the
    IEEE interchange formats."""
    if bits <= 0 or bits > IEEE_CONTEXT_MAX_BITS or bits % 32:
        raise ValueError(f'argument must be a multiple of 32, with a maximum of {IEEE_CONTEXT_MAX_BITS}')
    emax = 3 * (1 << (bits // 16 + 3))
    return Context(prec=9 * (bits // 32) - 2, Emax=emax, Emin=1 - emax, rounding=ROUND_HALF_EVEN, clamp=1, traps=[])
