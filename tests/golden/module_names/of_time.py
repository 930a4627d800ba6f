# Every public name of time that CPython has and docs/modules.md does not list as missing.
names = 'altzone asctime ctime daylight get_clock_info gmtime localtime mktime monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns sleep strftime strptime struct_time time time_ns timezone tzname'
import time as m
print('time', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
