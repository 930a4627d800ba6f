# Every public name of statistics that CPython has and docs/modules.md does not list as missing.
names = 'LinearRegression NormalDist StatisticsError correlation covariance fmean geometric_mean harmonic_mean kde kde_random linear_regression mean median median_grouped median_high median_low mode multimode pstdev pvariance quantiles stdev variance'
import statistics as m
print('statistics', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
