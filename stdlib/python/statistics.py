# statistics. CPython 3.14 library, "statistics". Sums are exact: data become integer ratios, which are added up by
# denominator and rounded once, at the end, to the type of the data.
from bisect import bisect_left as _bisect_left, bisect_right as _bisect_right
from collections import Counter as _Counter, namedtuple as _namedtuple
from fractions import Fraction as _Fraction
from itertools import count as _count, groupby as _groupby, repeat as _repeat
from math import (acos as _acos, asin as _asin, atan as _atan, cos as _cos, cosh as _cosh, erfc as _erfc, exp as _exp,
                  fabs as _fabs, fsum as _fsum, hypot as _hypot, inf as _inf, isfinite as _isfinite, isinf as _isinf,
                  isnan as _isnan, isqrt as _isqrt, log as _log, nan as _nan, pi as _pi, sin as _sin, sqrt as _sqrt,
                  sumprod as _sumprod, tan as _tan, tau as _tau)

__all__ = ['NormalDist', 'StatisticsError', 'correlation', 'covariance', 'fmean', 'geometric_mean', 'harmonic_mean',
           'kde', 'kde_random', 'linear_regression', 'mean', 'median', 'median_grouped', 'median_high', 'median_low',
           'mode', 'multimode', 'pstdev', 'pvariance', 'quantiles', 'stdev', 'variance']

_SQRT2 = _sqrt(2.0)
LinearRegression = _namedtuple('LinearRegression', ('slope', 'intercept'), module='statistics')


def _is_decimal(kind):
    return kind.__name__ == 'Decimal' and kind.__module__ == 'decimal'


def _exact_ratio(x):
    try:
        return x.as_integer_ratio()
    except AttributeError:
        pass
    except (OverflowError, ValueError):
        return (x, None)
    try:
        return (x.numerator, x.denominator)
    except AttributeError:
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator")


def _coerce(T, S):
    """The type of what data of both types add up to."""
    if T is S:
        return T
    if S is int or S is bool:
        return T
    if T is int or issubclass(T, int):
        return S
    if {T, S} == {_Fraction, float}:
        return float
    raise TypeError(f"don't know how to coerce {T.__name__} and {S.__name__}")


def _add_up(partials):
    if None in partials:  # NaN and infinities
        return partials[None]
    return sum(_Fraction(n, d) for d, n in partials.items())


def _sum(data):
    """(type, exact sum, how many)."""
    count = 0
    T = int
    kinds = {}
    partials = {}
    for x in data:
        count += 1
        kind = type(x)
        if kind not in kinds:
            kinds[kind] = None
        n, d = _exact_ratio(x)
        partials[d] = partials.get(d, 0) + n
    for kind in kinds:
        T = _coerce(T, kind)
    return T, _add_up(partials), count


def _ss(data, c=None):
    """(type, exact sum of squared deviations, mean, how many)."""
    if c is not None:
        T, ssd, count = _sum((d := x - c) * d for x in data)
        return T, ssd, c, count
    count = 0
    T = int
    kinds = {}
    sx = {}
    sxx = {}
    for x in data:
        count += 1
        kinds[type(x)] = None
        n, d = _exact_ratio(x)
        sx[d] = sx.get(d, 0) + n
        sxx[d] = sxx.get(d, 0) + n * n
    for kind in kinds:
        T = _coerce(T, kind)
    if not count:
        ssd = c = _Fraction(0)
    elif None in sx:
        ssd = c = sx[None]
    else:
        total = _add_up(sx)
        squares = sum(_Fraction(n, d * d) for d, n in sxx.items())
        ssd = (count * squares - total * total) / count
        c = total / count
    return T, ssd, c, count


def _convert(value, T):
    if type(value) is T:
        return value
    if issubclass(T, int) and value.denominator != 1:
        T = float
    try:
        return T(value)
    except TypeError:
        if _is_decimal(T):
            return T(value.numerator) / value.denominator
        raise


def _fail_neg(values, errmsg='negative value'):
    for x in values:
        if x < 0:
            raise StatisticsError(errmsg)
        yield x


def _rank(data, start):
    """Ranks from `start`, ties share their average."""
    result = [0] * len(data)
    i = start - 1
    for _, group in _groupby(sorted(zip(data, _count())), key=lambda pair: pair[0]):
        group = list(group)
        rank = i + (len(group) + 1) / 2
        for _, position in group:
            result[position] = rank
        i += len(group)
    return result


def _sqrt_to_odd(n, m):
    # The integer square root of n/m, with its last bit set when something was cut off.
    a = _isqrt(n // m)
    return a | (a * a * m != n)


def _float_sqrt_of_frac(n, m):
    """sqrt(n/m) as a float, rounded once."""
    q = (n.bit_length() - m.bit_length() - 109) // 2
    if q >= 0:
        return (_sqrt_to_odd(n, m << 2 * q) << q) / 1
    return _sqrt_to_odd(n << -2 * q, m) / (1 << -q)


def _decimal_sqrt_of_frac(n, m):
    """sqrt(n/m) as a Decimal of the context, rounded once."""
    from decimal import Decimal
    if n <= 0:
        if not n:
            return Decimal('0.0')
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()
    nr, dr = root.as_integer_ratio()
    plus = root.next_plus()
    np, dp = plus.as_integer_ratio()
    if 4 * n * (dr * dp) ** 2 > m * (dr * np + dp * nr) ** 2:
        return plus
    minus = root.next_minus()
    nm, dm = minus.as_integer_ratio()
    if 4 * n * (dr * dm) ** 2 < m * (dr * nm + dm * nr) ** 2:
        return minus
    return root


def mean(data):
    """Return the sample arithmetic mean of data."""
    T, total, n = _sum(data)
    if n < 1:
        raise StatisticsError('mean requires at least one data point')
    return _convert(total / n, T)


def fmean(data, weights=None):
    """Convert data to floats and compute the arithmetic mean."""
    if weights is None:
        try:
            n = len(data)
        except TypeError:
            data = list(data)
            n = len(data)
        total = _fsum(data)
        if not n:
            raise StatisticsError('fmean requires at least one data point')
        return total / n
    if not isinstance(weights, (list, tuple)):
        weights = list(weights)
    try:
        num = _sumprod(data, weights)
    except ValueError:
        raise StatisticsError('data and weights must be the same length')
    den = _fsum(weights)
    if not den:
        raise StatisticsError('sum of weights must be non-zero')
    return num / den


def geometric_mean(data):
    """Convert data to floats and compute the geometric mean."""
    n = 0
    found_zero = False
    logs = []
    for x in data:
        n += 1
        if x > 0.0 or _isnan(x):
            logs.append(_log(x))
        elif x == 0.0:
            found_zero = True
        else:
            raise StatisticsError('No negative inputs allowed', x)
    total = _fsum(logs)
    if not n:
        raise StatisticsError('Must have a non-empty dataset')
    if _isnan(total):
        return _nan
    if found_zero:
        return _nan if total == _inf else 0.0
    return _exp(total / n)


def harmonic_mean(data, weights=None):
    """Return the harmonic mean of data."""
    if iter(data) is data:
        data = list(data)
    errmsg = 'harmonic mean does not support negative values'
    n = len(data)
    if n < 1:
        raise StatisticsError('harmonic_mean requires at least one data point')
    if n == 1 and weights is None:
        x = data[0]
        if isinstance(x, (int, float, _Fraction)) or _is_decimal(type(x)):
            if x < 0:
                raise StatisticsError(errmsg)
            return x
        raise TypeError('unsupported type')
    if weights is None:
        weights = _repeat(1, n)
        sum_weights = n
    else:
        if iter(weights) is weights:
            weights = list(weights)
        if len(weights) != n:
            raise StatisticsError('Number of weights does not match data size')
        _, sum_weights, _ = _sum(w for w in _fail_neg(weights, errmsg))
    try:
        data = _fail_neg(data, errmsg)
        T, total, count = _sum(w / x if w else 0 for w, x in zip(weights, data))
    except ZeroDivisionError:
        return 0
    if total <= 0:
        raise StatisticsError('Weighted sum must be positive')
    return _convert(sum_weights / total, T)


def median(data):
    """Return the median (middle value) of numeric data."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    i = n // 2
    return data[i] if n % 2 == 1 else (data[i - 1] + data[i]) / 2


def median_low(data):
    """Return the low median of numeric data."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    """Return the high median of data."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    """Estimates the median for numeric data binned around the midpoints
    of consecutive, fixed-width intervals."""
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    i = _bisect_left(data, x)
    j = _bisect_right(data, x, lo=i)
    try:
        interval = float(interval)
        x = float(x)
    except ValueError:
        raise TypeError(f'Value cannot be converted to a float')
    return (x - interval / 2.0) + interval * (n / 2 - i) / (j - i)


def mode(data):
    """Return the most common data point from discrete or nominal data."""
    pairs = _Counter(iter(data)).most_common(1)
    try:
        return pairs[0][0]
    except IndexError:
        raise StatisticsError('no mode for empty data') from None


def multimode(data):
    """Return a list of the most frequently occurring values."""
    counts = _Counter(iter(data))
    if not counts:
        return []
    most = max(counts.values())
    return [value for value, count in counts.items() if count == most]


def quantiles(data, *, n=4, method='exclusive'):
    """Divide *data* into *n* continuous intervals with equal probability."""
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    ld = len(data)
    if ld < 2:
        if ld == 1:
            return data * (n - 1)
        raise StatisticsError('must have at least one data point')
    result = []
    if method == 'inclusive':
        m = ld - 1
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == 'exclusive':
        m = ld + 1
        for i in range(1, n):
            j = min(max(i * m // n, 1), ld - 1)
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError(f'Unknown method: {method!r}')


def variance(data, xbar=None):
    """Return the sample variance of data."""
    T, ss, c, n = _ss(data, xbar)
    if n < 2:
        raise StatisticsError('variance requires at least two data points')
    return _convert(ss / (n - 1), T)


def pvariance(data, mu=None):
    """Return the population variance of ``data``."""
    T, ss, c, n = _ss(data, mu)
    if n < 1:
        raise StatisticsError('pvariance requires at least one data point')
    return _convert(ss / n, T)


def _root(T, mss):
    try:
        mss_numerator = mss.numerator
        mss_denominator = mss.denominator
    except AttributeError:
        raise ValueError('inf or nan encountered in data')
    if _is_decimal(T):
        return _decimal_sqrt_of_frac(mss_numerator, mss_denominator)
    return _float_sqrt_of_frac(mss_numerator, mss_denominator)


def stdev(data, xbar=None):
    """Return the square root of the sample variance."""
    T, ss, c, n = _ss(data, xbar)
    if n < 2:
        raise StatisticsError('stdev requires at least two data points')
    return _root(T, ss / (n - 1))


def pstdev(data, mu=None):
    """Return the square root of the population variance."""
    T, ss, c, n = _ss(data, mu)
    if n < 1:
        raise StatisticsError('pstdev requires at least one data point')
    return _root(T, ss / n)


def _mean_stdev(data):
    T, ss, xbar, n = _ss(data)
    if n < 2:
        raise StatisticsError('stdev requires at least two data points')
    mss = ss / (n - 1)
    try:
        return float(xbar), _float_sqrt_of_frac(mss.numerator, mss.denominator)
    except AttributeError:
        return float(xbar), float(xbar) / float(ss)


def covariance(x, y, /):
    """Covariance"""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('covariance requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError('covariance requires at least two data points')
    xbar = _fsum(x) / n
    ybar = _fsum(y) / n
    sxy = _sumprod([xi - xbar for xi in x], [yi - ybar for yi in y])
    return sxy / (n - 1)


def _sqrtprod(x, y):
    """sqrt(x * y) without overflow and with a correction."""
    h = _sqrt(x * y)
    if not _isfinite(h):
        if _isinf(h) and not _isinf(x) and not _isinf(y):
            scale = 2.0 ** -512
            return _sqrtprod(scale * x, scale * y) / scale
        return h
    if not h:
        if x and y:
            scale = 2.0 ** 537
            return _sqrtprod(scale * x, scale * y) / scale
        return h
    return h + _sumprod((x, h), (y, -h)) / (2.0 * h)


def correlation(x, y, /, *, method='linear'):
    """Pearson's correlation coefficient"""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('correlation requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError('correlation requires at least two data points')
    if method not in {'linear', 'ranked'}:
        raise ValueError(f'Unknown method: {method!r}')
    if method == 'ranked':
        start = (n - 1) / -2
        x = _rank(x, start)
        y = _rank(y, start)
    else:
        xbar = _fsum(x) / n
        ybar = _fsum(y) / n
        x = [xi - xbar for xi in x]
        y = [yi - ybar for yi in y]
    sxy = _sumprod(x, y)
    sxx = _sumprod(x, x)
    syy = _sumprod(y, y)
    try:
        return sxy / _sqrtprod(sxx, syy)
    except ZeroDivisionError:
        raise StatisticsError('at least one of the inputs is constant')


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept for simple linear regression."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('linear regression requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError('linear regression requires at least two data points')
    if not proportional:
        xbar = _fsum(x) / n
        ybar = _fsum(y) / n
        x = [xi - xbar for xi in x]
        y = [yi - ybar for yi in y]
    sxy = _sumprod(x, y) + 0.0
    sxx = _sumprod(x, x)
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError('x is constant')
    intercept = 0.0 if proportional else (ybar - slope * xbar)
    return LinearRegression(slope=slope, intercept=intercept)


# Wichura 1988, algorithm AS 241: rational approximations of the inverse of the normal distribution, in three ranges.
_CENTRAL = ((2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
             13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.3871328727963666080),
            (5226.4952788528545610, 28729.085735721942674, 39307.895800092710610, 21213.794301586595867,
             5394.1960214247511077, 687.18700749205790830, 42.313330701600911252, 1.0))
_MIDDLE = ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258,
            3.64784832476320460504, 5.76949722146069140550, 4.63033784615654529590, 1.42343711074968357734),
           (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
            6.89767334985100004550e-1, 1.67638483018380384940, 2.05319162663775882187, 1.0))
_TAIL = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
          2.96560571828504891230e-1, 1.78482653991729133580, 5.46378491116411436990, 6.65790464350110377720),
         (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
          1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0))


def _quotient(polynomials, r):
    num = den = 0.0
    for a, b in zip(*polynomials):
        num = num * r + a
        den = den * r + b
    return num, den


def _normal_dist_inv_cdf(p, mu, sigma):
    q = p - 0.5
    if _fabs(q) <= 0.425:
        num, den = _quotient(_CENTRAL, 0.180625 - q * q)
        return mu + (num * q / den * sigma)
    r = _sqrt(-_log(p if q <= 0.0 else 1.0 - p))
    if r <= 5.0:
        num, den = _quotient(_MIDDLE, r - 1.6)
    else:
        num, den = _quotient(_TAIL, r - 5.0)
    x = num / den
    if q < 0.0:
        x = -x
    return mu + (x * sigma)


def _normal():
    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        mu = float(mu)
        sigma = float(sigma)
        self._mu = self.mean = self.median = self.mode = mu
        self._sigma = self.stdev = sigma
        self.variance = sigma * sigma
        self._key = (mu, sigma)
        self._repr = f'NormalDist(mu={mu!r}, sigma={sigma!r})'

    @_classmethod
    def from_samples(cls, data):
        """Make a normal distribution instance from sample data."""
        return cls(*_mean_stdev(data))

    def samples(self, n, *, seed=None):
        """Generate *n* samples for a given mean and standard deviation."""
        import random
        rnd = random.random if seed is None else random.Random(seed).random
        mu, sigma = self._mu, self._sigma
        return [_normal_dist_inv_cdf(rnd(), mu, sigma) for _ in _repeat(None, n)]

    def pdf(self, x):
        """Probability density function.  P(x <= X < x+dx) / dx"""
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError('pdf() not defined when sigma is zero')
        diff = x - self._mu
        return _exp(diff * diff / (-2.0 * variance)) / _sqrt(_tau * variance)

    def cdf(self, x):
        """Cumulative distribution function.  P(X <= x)"""
        if not self._sigma:
            raise StatisticsError('cdf() not defined when sigma is zero')
        return 0.5 * _erfc((self._mu - x) / (self._sigma * _SQRT2))

    def inv_cdf(self, p):
        """Inverse cumulative distribution function.  x : P(X <= x) = p"""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        return _normal_dist_inv_cdf(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        """Divide into *n* continuous intervals with equal probability."""
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        """Compute the overlapping coefficient (OVL) between two normal distributions."""
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        X, Y = self, other
        if (Y._sigma, Y._mu) < (X._sigma, X._mu):
            X, Y = Y, X
        X_var, Y_var = X.variance, Y.variance
        if not X_var or not Y_var:
            raise StatisticsError('overlap() not defined when sigma is zero')
        dv = Y_var - X_var
        dm = _fabs(Y._mu - X._mu)
        if not dv:
            return _erfc(dm / (2.0 * X._sigma * _SQRT2))
        a = X._mu * Y_var - Y._mu * X_var
        b = X._sigma * Y._sigma * _sqrt(dm * dm + dv * _log(Y_var / X_var))
        x1 = (a + b) / dv
        x2 = (a - b) / dv
        return 1.0 - (_fabs(Y.cdf(x1) - X.cdf(x1)) + _fabs(Y.cdf(x2) - X.cdf(x2)))

    def zscore(self, x):
        """Compute the Standard Score.  (x - mean) / stdev"""
        if not self._sigma:
            raise StatisticsError('zscore() not defined when sigma is zero')
        return (x - self._mu) / self._sigma

    def __add__(x1, x2):
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu + x2._mu, _hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu + x2, x1._sigma)

    def __sub__(x1, x2):
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu - x2._mu, _hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu - x2, x1._sigma)

    def __mul__(x1, x2):
        return NormalDist(x1._mu * x2, x1._sigma * _fabs(x2))

    def __truediv__(x1, x2):
        return NormalDist(x1._mu / x2, x1._sigma / _fabs(x2))

    def __pos__(x1):
        return NormalDist(x1._mu, x1._sigma)

    def __neg__(x1):
        return NormalDist(-x1._mu, x1._sigma)

    def __radd__(x1, x2):
        return x1 + x2

    def __rsub__(x1, x2):
        return -(x1 - x2)

    def __rmul__(x1, x2):
        return x1 * x2

    return locals()


_define(NormalDist, _normal())


# ---- kernel density estimation

def _newton_raphson(estimate, f, f_prime, tolerance=1e-12):
    def f_inv(y):
        x = estimate(y)
        while abs(diff := f(x) - y) > tolerance:
            x -= diff / f_prime(x)
        return x
    return f_inv


def _quartic_estimate(p):
    sign, p = (1.0, p) if p <= 1 / 2 else (-1.0, 1.0 - p)
    if p < 0.0106:
        return ((2.0 * p) ** 0.3838 - 1.0) * sign
    x = (2.0 * p) ** 0.4258865685331 - 1.0
    if p < 0.499:
        x += 0.026818732 * _sin(7.101753784 * p + 2.73230839482953)
    return x * sign


def _triweight_estimate(p):
    sign, p = (1.0, p) if p <= 1 / 2 else (-1.0, 1.0 - p)
    x = (2.0 * p) ** 0.3400218741872791 - 1.0
    if 0.00001 < p < 0.499:
        x -= 0.033 * _sin(1.07 * _tau * (p - 0.035))
    return x * sign


def _kernels():
    """Name: (density, distribution, its inverse, half the width)."""
    sqrt2pi = _sqrt(2 * _pi)
    c1, c2 = 1 / _pi, 2 / _pi
    c3, c4 = _pi / 4, _pi / 2

    def quartic_pdf(t):
        return 15 / 16 * (1.0 - t * t) ** 2

    def quartic_cdf(t):
        return _sumprod((3 / 16, -5 / 8, 15 / 16, 1 / 2), (t ** 5, t ** 3, t, 1.0))

    def triweight_pdf(t):
        return 35 / 32 * (1.0 - t * t) ** 3

    def triweight_cdf(t):
        return _sumprod((-5 / 32, 21 / 32, -35 / 32, 35 / 32, 1 / 2), (t ** 7, t ** 5, t ** 3, t, 1.0))

    specs = {
        'normal': (lambda t: _exp(-1 / 2 * t * t) / sqrt2pi, lambda t: 1 / 2 * _erfc(-t / _SQRT2),
                   lambda p: _normal_dist_inv_cdf(p, 0.0, 1.0), None),
        'logistic': (lambda t: 1 / 2 / (1.0 + _cosh(t)), lambda t: 1.0 - 1.0 / (_exp(t) + 1.0),
                     lambda p: _log(p / (1.0 - p)), None),
        'sigmoid': (lambda t: c1 / _cosh(t), lambda t: c2 * _atan(_exp(t)), lambda p: _log(_tan(p * _pi / 2)), None),
        'rectangular': (lambda t: 1 / 2, lambda t: 1 / 2 * t + 1 / 2, lambda p: 2.0 * p - 1.0, 1.0),
        'triangular': (lambda t: 1.0 - abs(t), lambda t: t * t * (1 / 2 if t < 0.0 else -1 / 2) + t + 1 / 2,
                       lambda p: _sqrt(2.0 * p) - 1.0 if p < 1 / 2 else 1.0 - _sqrt(2.0 - 2.0 * p), 1.0),
        'parabolic': (lambda t: 3 / 4 * (1.0 - t * t), lambda t: _sumprod((-1 / 4, 3 / 4, 1 / 2), (t ** 3, t, 1.0)),
                      lambda p: 2.0 * _cos((_acos(2.0 * p - 1.0) + _pi) / 3.0), 1.0),
        'quartic': (quartic_pdf, quartic_cdf, _newton_raphson(_quartic_estimate, quartic_cdf, quartic_pdf), 1.0),
        'triweight': (triweight_pdf, triweight_cdf, _newton_raphson(_triweight_estimate, triweight_cdf, triweight_pdf), 1.0),
        'cosine': (lambda t: c3 * _cos(c4 * t), lambda t: 1 / 2 * _sin(c4 * t) + 1 / 2,
                   lambda p: 2.0 * _asin(2.0 * p - 1.0) / _pi, 1.0),
    }
    for alias, name in (('gauss', 'normal'), ('uniform', 'rectangular'), ('epanechnikov', 'parabolic'), ('biweight', 'quartic')):
        specs[alias] = specs[name]
    return specs


def _check_kde(data, h, kernel):
    if not len(data):
        raise StatisticsError('Empty data sequence')
    if not isinstance(data[0], (int, float)):
        raise TypeError('Data sequence must contain ints or floats')
    if h <= 0.0:
        raise StatisticsError(f'Bandwidth h must be positive, not {h=!r}')
    spec = _kernels().get(kernel)
    if spec is None:
        raise StatisticsError(f'Unknown kernel name: {kernel!r}')
    return spec


def kde(data, h, kernel='normal', *, cumulative=False):
    """Kernel Density Estimation:  Create a continuous probability density
    function or cumulative distribution function from discrete samples."""
    K, W, _, support = _check_kde(data, h, kernel)
    n = len(data)
    if support is None:
        def pdf(x):
            return sum(K((x - x_i) / h) for x_i in data) / (len(data) * h)

        def cdf(x):
            return sum(W((x - x_i) / h) for x_i in data) / len(data)
    else:
        sample = sorted(data)
        bandwidth = h * support

        def near(x):
            nonlocal n, sample
            if len(data) != n:
                sample = sorted(data)
                n = len(data)
            i = _bisect_left(sample, x - bandwidth)
            return i, sample[i:_bisect_right(sample, x + bandwidth)]

        def pdf(x):
            i, supported = near(x)
            return sum(K((x - x_i) / h) for x_i in supported) / (n * h)

        def cdf(x):
            i, supported = near(x)
            return sum((W((x - x_i) / h) for x_i in supported), i) / n

    if cumulative:
        cdf.__doc__ = f'CDF estimate with {h=!r} and {kernel=!r}'
        return cdf
    pdf.__doc__ = f'PDF estimate with {h=!r} and {kernel=!r}'
    return pdf


def kde_random(data, h, kernel='normal', *, seed=None):
    """Return a function that makes a random selection from the estimated
    probability density function created by kde(data, h, kernel)."""
    import random as _random
    _, _, inverse, _ = _check_kde(data, h, kernel)
    prng = _random.Random(seed)
    random = prng.random
    choice = prng.choice

    def rand():
        return choice(data) + h * inverse(random())

    rand.__doc__ = f'Random KDE selection with {h=!r} and {kernel=!r}'
    return rand
