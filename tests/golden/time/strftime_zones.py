# What time.strftime knows of zones.
# oracle: native
import time, datetime
utc = datetime.timezone.utc
for t in [(2024, 1, 1, 0, 0, 0, 0, 1, -1), (2024, 1, 1, 0, 0, 0, 0, 1, 0), (2024, 1, 1, 0, 0, 0, 0, 1, 1), time.localtime(0),
          datetime.datetime(2024, 1, 1).timetuple(), datetime.datetime(2024, 1, 1, tzinfo=utc).utctimetuple(), time.strptime('2024', '%Y')]:
    print(repr(time.strftime('%z|%Z', t)))
