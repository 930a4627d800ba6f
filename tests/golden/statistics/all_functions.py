# statistics: CPython 3.14 library.
from statistics import *; from statistics import StatisticsError; from fractions import Fraction as F
for text in r'''
mean([1, 2, 3, 4]), mean([1.5, 2]), mean([F(1, 2), F(1, 3)]), mean([1, F(1, 2)]), mean([1, 0.5]), mean([True, False, True]), mean(iter([3, 5])), mean([1e308, 1e308]), mean([0.1] * 10), mean(range(10))
mean([])
mean(['a'])
mean([1, 'a'])
mean([1, None])
mean(3)
mean([float('inf'), 1]), mean([float('inf'), float('-inf')]), mean([float('nan')])
mean([F(1, 3), 0.5]), type(mean([1, 2, 3])).__name__, type(mean([1, 2])).__name__
fmean([1, 2, 4]), fmean([1.5, 2], [3, 1]), fmean(iter([1, 2])), fmean((x for x in [1, 2]), iter([1, 2]))
fmean([])
fmean([1], [1, 2])
fmean([1], [0])
geometric_mean([1, 2, 4]), geometric_mean([54, 24, 36]), geometric_mean([0, 1]), geometric_mean([float('nan'), 1]), geometric_mean([float('inf'), 0])
geometric_mean([])
geometric_mean([-1])
harmonic_mean([40, 60]), harmonic_mean([40, 60], weights=[5, 30]), harmonic_mean([1]), harmonic_mean([0, 1]), harmonic_mean([F(1, 2), 3]), harmonic_mean(iter([2, 4])), harmonic_mean([2.5, 3, 10])
harmonic_mean([])
harmonic_mean([-1])
harmonic_mean([1, -1])
harmonic_mean([1, 2], [1])
harmonic_mean(['a'])
harmonic_mean([1, 2], [0, 0])
median([1, 3, 2]), median([1, 2, 3, 4]), median_low([1, 2, 3, 4]), median_high([1, 2, 3, 4]), median([F(1, 2), 1]), median(iter([1]))
median([])
median_low([])
median_high([])
median([1, 'a'])
median_grouped([1, 2, 2, 3, 4, 4, 4, 4, 4, 5]), median_grouped([1, 3, 3, 5, 7], interval=1), median_grouped([1, 3, 3, 5, 7], interval=2), median_grouped([52, 52, 53, 54])
median_grouped([])
median_grouped(['a'])
mode([1, 1, 2, 3, 3, 3]), mode('abracadabra'), mode([1, 2])
mode([])
mode(3)
multimode('aabbbbccddddeeffffgg'), multimode([]), multimode([1, 1.0, True])
quantiles([1, 2, 3, 4, 5]), quantiles([1, 2, 3, 4, 5], n=10), quantiles([1, 2, 3, 4, 5], method='inclusive'), quantiles([1], n=3), quantiles([1, 2], n=1), quantiles([1.5, 9, 3.25, 7], n=5, method='inclusive'), quantiles([F(1, 3), 2, 5], n=3)
quantiles([])
quantiles([1, 2], n=0)
quantiles([1, 2], method='foo')
quantiles([1, 2], 4)
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- spread
from statistics import *; from statistics import StatisticsError; from fractions import Fraction as F
for text in r'''
variance([1, 2, 3, 4]), variance([1.5, 2.5, 4]), variance([F(1, 2), F(1, 3)]), pvariance([1, 2, 3, 4]), pvariance([5]), variance([1, 2, 3], xbar=2), variance([1, 2, 3], 2.5), pvariance([1, 2, 3], mu=1), variance([0.1, 0.2, 0.3])
variance([1])
pvariance([])
stdev([1, 2, 3, 4]), stdev([1.5, 2.5, 4]), stdev([F(1, 2), F(1, 3)]), pstdev([1, 2, 3, 4]), pstdev([5]), stdev([1, 2, 3], xbar=2), stdev([1e200, 2e200]), stdev([1e-200, 2e-200]), stdev([10**50, 10**51])
stdev([1])
pstdev([])
stdev([1, float('inf')])
stdev([1, float('nan')])
variance([1, float('inf')]), variance([float('nan'), 1])
variance(['a', 'b'])
covariance([1, 2, 3], [1, 5, 7]), correlation([1, 2, 3], [1, 5, 7]), correlation([1, 2, 3], [3, 2, 1]), correlation([1, 2, 2, 3], [1, 4, 9, 16], method='ranked'), correlation([1e200, 2e200], [1e-200, 3e-200])
covariance([1], [1])
covariance([1, 2], [1])
correlation([1, 1], [1, 2])
correlation([1, 2], [1])
correlation([1, 2], [1, 2], method='foo')
linear_regression([1, 2, 3], [2, 4, 7]), linear_regression([1, 2, 3], [2, 4, 7], proportional=True), linear_regression([1, 2, 3], [2, 4, 7]).slope
linear_regression([1, 1], [1, 2])
linear_regression([1], [1])
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- normal distributions
from statistics import *; from statistics import StatisticsError; from fractions import Fraction as F
for text in r'''
NormalDist(), NormalDist(3, 2), repr(NormalDist(1.5)), NormalDist(mu=1, sigma=2).mean, NormalDist(1, 2).variance, NormalDist(1, 2).stdev, NormalDist(1, 2).median, NormalDist(1, 2).mode
NormalDist(1, -1)
NormalDist('a')
NormalDist(1, 2, 3)
NormalDist.from_samples([1, 2, 3, 4]), NormalDist.from_samples([F(1, 2), 0.25])
NormalDist.from_samples([1])
[round(NormalDist(1, 2).pdf(x), 14) for x in (-3, 0, 1, 2.5)], [round(NormalDist(1, 2).cdf(x), 14) for x in (-3, 0, 1, 2.5)], [round(NormalDist(1, 2).inv_cdf(p), 12) for p in (1e-300, 1e-20, 0.001, 0.02, 0.075, 0.3, 0.5, 0.77, 0.99, 0.99999999)]
NormalDist(1, 2).inv_cdf(0)
NormalDist(1, 2).inv_cdf(1)
NormalDist(1, 0).cdf(1)
NormalDist(1, 0).pdf(1)
NormalDist(1, 0).zscore(1)
NormalDist(1, 2).zscore(5), NormalDist(1, 2).quantiles(), NormalDist(1, 2).quantiles(7), NormalDist(1, 2).samples(3, seed=5)
[round(x, 13) for x in (NormalDist(2.4, 1.6).overlap(NormalDist(3.2, 2.0)), NormalDist(1, 2).overlap(NormalDist(3, 2)), NormalDist(3, 2).overlap(NormalDist(1, 5)))]
NormalDist(1, 2).overlap(3)
NormalDist(1, 2) + 3, 3 + NormalDist(1, 2), NormalDist(1, 2) - 3, 3 - NormalDist(1, 2), NormalDist(1, 2) * 3, 3 * NormalDist(1, 2), NormalDist(1, 2) / 2, -NormalDist(1, 2), +NormalDist(1, 2), NormalDist(1, 3) + NormalDist(2, 4), NormalDist(1, 3) - NormalDist(2, 4)
NormalDist(1, 2) == NormalDist(1.0, 2.0), NormalDist(1, 2) != NormalDist(1, 3), NormalDist(1, 2) == 3, hash(NormalDist(1, 2)) == hash(NormalDist(1, 2)), {NormalDist(1, 2): 'x'}[NormalDist(1, 2)]
NormalDist(1, 2) < NormalDist(2, 3)
isinstance(NormalDist(), NormalDist), type(NormalDist()), issubclass(StatisticsError, ValueError)
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- kernel density estimation
from statistics import *; from statistics import StatisticsError; from fractions import Fraction as F
for text in r'''
[[round(kde([1, 2.5, 4], 1.5, k)(x), 14) for x in (-1, 0.5, 2, 4.2, 9)] for k in ('normal', 'logistic', 'sigmoid', 'rectangular', 'triangular', 'parabolic', 'quartic', 'triweight', 'cosine')]
[[round(kde([1, 2.5, 4], 1.5, k, cumulative=True)(x), 14) for x in (-1, 0.5, 2, 4.2, 9)] for k in ('gauss', 'logistic', 'sigmoid', 'uniform', 'triangular', 'epanechnikov', 'biweight', 'triweight', 'cosine')]
[[round(r(), 12) for _ in range(5)] for k in ('normal', 'logistic', 'sigmoid', 'rectangular', 'triangular', 'parabolic', 'quartic', 'triweight', 'cosine') for r in [kde_random([1, 2.5, 4], 1.5, k, seed=3)]]
kde([], 1)
kde(['a'], 1)
kde([1], 0)
kde([1], 1, 'foo')
kde([1], 1).__doc__
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- random data
from statistics import *
from fractions import Fraction
seed = 77
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
for i in range(60):
    kind = rnd(4)
    n = 2 + rnd(20)
    if kind == 0: data = [rnd(1000) - 500 for _ in range(n)]
    elif kind == 1: data = [(rnd(10**6) - 500000) / 997 for _ in range(n)]
    elif kind == 2: data = [Fraction(rnd(100) - 50, 1 + rnd(30)) for _ in range(n)]
    else: data = [rnd(100) if rnd(2) else rnd(1000) / 8 for _ in range(n)]
    other = [rnd(1000) / 7 + x for x in map(float, data)]
    print(mean(data), fmean(data), median(data), variance(data), pvariance(data), stdev(data), pstdev(data), mode(data), multimode(data)[:3])
    print(quantiles(data), quantiles(data, n=7, method='inclusive'), median_low(data), median_high(data), covariance(list(map(float, data)), other), NormalDist.from_samples(data))
    print(harmonic_mean([abs(x) + 1 for x in data]), linear_regression(other, list(map(float, data))).slope > -9, correlation(list(map(float, data)), other, method='ranked'))

# --- data that run Python
from statistics import mean, median, stdev, fmean, mode
def numbers():
    for i in range(5):
        yield i * i
print(mean(numbers()), median(numbers()), stdev(numbers()), fmean(numbers()), mode(numbers()), mean(map(lambda x: x / 2, numbers())))
