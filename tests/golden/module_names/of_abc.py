# Every public name of abc that CPython has and docs/modules.md does not list as missing.
names = 'ABC ABCMeta abstractmethod get_cache_token update_abstractmethods'
import abc as m
print('abc', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
