# time: CPython 3.14 library, "time".
# --- functions
# files: yes
import os
os.chdir('/tmp')
import time
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (time.gmtime(0), time.gmtime(1e9).tm_year, time.asctime(time.gmtime(0)), time.ctime(86400)))
t(lambda: (time.strftime('%Y-%m-%d %H:%M:%S %a %A %b %j %U %w %% %p %I %y', time.gmtime(1e9))))
t(lambda: (time.strptime('2024-02-29', '%Y-%m-%d'), time.mktime((2001,9,9,1,46,40,6,252,0))))
t(lambda: (time.strptime('x', '%Y')))
t(lambda: (time.gmtime('x')))
t(lambda: (time.sleep(-1)))
t(lambda: (time.sleep('x')))
t(lambda: (time.sleep(0.001), time.sleep(0)))
t(lambda: (type(time.time()), type(time.time_ns()), time.monotonic() <= time.monotonic(), time.perf_counter_ns() > 0))
t(lambda: (time.strftime(3)))
t(lambda: (time.strftime('%Y', (2000,))))
t(lambda: (time.strftime('%Y', (2000,13,1,0,0,0,0,1,0))))
t(lambda: (time.gmtime(1e30)))
t(lambda: (time.get_clock_info('x')))

# --- formats
# files: yes
import os
os.chdir('/tmp')
import time
t = time.gmtime(1234567890)
for c in 'aAbBdHIjmMpSUwWxXyYcDFTeRnt%CGuVg':
    print(c, repr(time.strftime('%' + c, t)))
print(t, t.tm_year, t[0], len(t), t.tm_gmtoff, time.mktime(t), time.asctime(t))
print(time.strptime('13 Feb 09 11:31 PM', '%d %b %y %I:%M %p'))
print(time.struct_time(range(9)), time.struct_time(range(9)) < t, isinstance(t, tuple))
for bad in lambda: time.struct_time((1, 2)), lambda: time.mktime((1,)), lambda: time.asctime(3), lambda: time.strptime('2024', '%Q'), lambda: time.strptime('', '%Y'):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)

# --- clocks
# files: yes
import os
os.chdir('/tmp')
import time
a = time.time(); time.sleep(0.01); b = time.time()
print(b > a, b - a >= 0.009, time.time_ns() > 10**18, time.monotonic() >= 0, time.process_time() >= 0, time.perf_counter_ns() > 0)
print(time.timezone, time.altzone, time.daylight, time.localtime(0) == time.gmtime(0))

# --- years that are no C int
# oracle: native
import time
for year in [2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**63, -2**31 + 1899, -2**31 + 1900]:
    for call in [time.asctime, lambda t: time.strftime('%Y', t)]:
        try:
            print(call((year, 1, 1, 0, 0, 0, 0, 1, 0)))
        except OverflowError as e:
            print(e)
