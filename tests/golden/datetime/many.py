# datetime arithmetic on many values
from datetime import date, datetime, time, timedelta, timezone

seed = 12345
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n

for i in range(150):
    d = date.fromordinal(1 + rnd(3652059))
    print(d, repr(d), d.isocalendar(), d.weekday(), d.isoweekday(), d.toordinal(), d.ctime(), d.timetuple().tm_yday)
    print(date.fromisoformat(d.isoformat()) == d, date.fromisocalendar(*d.isocalendar()) == d,
          d.strftime('%a %A %b %B %d %j %U %W %w %u %V %G %g %y %m'))

# --- timedelta
from datetime import timedelta
seed = 54321
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
def delta():
    return timedelta(rnd(20000) - 10000, rnd(200000) - 100000, rnd(2000000) - 1000000)
for i in range(120):
    a, b = delta(), delta()
    n = rnd(100) - 50 or 7
    f = (rnd(1000) - 500) / 64 or 0.3
    print(repr(a), a, b, a + b, a - b, a * n, a * f, a / n, a / f, a // n, a // b, a % b, divmod(a, b), a / b)
    print(a < b, a == b, abs(a), -a, a.total_seconds(), timedelta(hours=f, weeks=n, milliseconds=f * 3))

# --- datetime
from datetime import datetime, timedelta, timezone, time, date
seed = 999
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
zones = [None, timezone.utc, timezone(timedelta(minutes=rnd(2000) - 1000)), timezone(timedelta(seconds=-3723), 'X')]
def moment(zone):
    return datetime(1900 + rnd(300), 1 + rnd(12), 1 + rnd(28), rnd(24), rnd(60), rnd(60), rnd(3) * rnd(400000), zone)
for i in range(120):
    z = zones[rnd(4)]
    a, b = moment(z), moment(z)
    d = timedelta(rnd(20000) - 10000, rnd(200000), rnd(2000000))
    print(repr(a), a, a.isoformat(), a + d, a - d, a - b, a < b, a.timestamp(), a.replace(fold=1))
    print(datetime.fromisoformat(str(a)) == a, a.strftime('%c|%x|%X|%z|%Z|%I %p|%f|%:z'), a.timetuple(), a.utctimetuple())
    for w in zones[1:]:
        if z is not None:
            print(a.astimezone(w), a.astimezone(w) == a, hash(a.astimezone(w)) == hash(a))
    print(datetime.fromtimestamp(rnd(2**31) / 7, w), a.time(), a.timetz(), a.date(), datetime.combine(b, a.timetz()))
    for spec in ('hours', 'minutes', 'seconds', 'milliseconds', 'microseconds'):
        print(a.isoformat(' ', spec), a.timetz().isoformat(spec))

# --- ISO texts
from datetime import datetime, date, time
for text in ('2020-01-02', '20200102', '2020-W01-3', '2020W013', '2020-W01', '2020W01', '2020-01-02T03', '2020-01-02T03:04',
             '2020-01-02 03:04:05', '2020-01-02T030405', '20200102T030405.123', '2020-01-02T03:04:05,123456789', '2020-W53',
             '2020-W54', '2020-W01-8', '2020-01-02T03:04Z', '2020-01-02T03:04+01', '2020-01-02T03:04-0130', '2020-01-02T03:04+01:30:15.5',
             '2020-01-02x03:04', '2020-01-02é03:04', '2020-1-2', '', '2020-01-02T', '2020-01-02T3', '2020-01-02T03:0', '2020-01-02T03:04:',
             '2020-13-02', '0000-01-01', '2020-02-30', '2020-01-02T03:04:05.', '2020W0131', '2020-W01-3T10', '2020W01310', '2020-0102',
             '2020-01-02T24:00:00', '9999-12-31T24:00', '2020-01-02T03:04:05.1234567', '2020-01-02T03.5', '１020-01-02',
             '2020-01-02T03:04:05+24:00', '2020-01-02T03:04:05+23:59:59.999999', '2020-01-02T03:04:05+', '2020-01-02T03:04:05 +01:00'):
    for kind in (datetime, date):
        try:
            print(text, kind.__name__, repr(kind.fromisoformat(text)))
        except ValueError as error:
            print(text, kind.__name__, error)
for text in ('03', '03:04', '0304', '030405', '03:04:05', 'T03:04', '03:04:05.1', '03:04:05,12', '03:0405', '0304:05', '25', '03:60', '03:04:60',
             '24', '24:00', '24:01', '03:04+01', '03:04:05.123+01:02:03.000004', '3', '', 'T', '03:04Z', '03:04Z0', '03.5', '030405.5', '03:04:05.5x'):
    try:
        print(text, repr(time.fromisoformat(text)))
    except ValueError as error:
        print(text, error)

# --- what one clock says
from datetime import datetime, date, UTC, timezone, timedelta
a = datetime.now(UTC)
b = datetime.now(timezone(timedelta(hours=5)))
print(a <= b, a.tzinfo, b.utcoffset(), type(datetime.now()).__name__, abs(datetime.now() - datetime.today()) < timedelta(1))
print(type(date.today()).__name__, type(datetime.today()).__name__, datetime.now(tz=None).tzinfo)
for call in (lambda: datetime.now(3), lambda: datetime.now(1, 2), lambda: date.today(1)):
    try:
        call()
    except TypeError as error:
        print(error)

# --- in collections, as keys, pickled by nobody
from datetime import datetime, date, time, timedelta, timezone, UTC
import copy
things = [date(2020, 1, 2), datetime(2020, 1, 2), time(1, 2), timedelta(1), UTC, timezone(timedelta(1800))]
table = {thing: str(thing) for thing in things}
for thing in things:
    print(table[thing], thing in things, copy.copy(thing) == thing, copy.deepcopy(thing) == thing, bool(thing), isinstance(thing, date))
print(date(2020, 1, 2) == datetime(2020, 1, 2), datetime(2020, 1, 2) == date(2020, 1, 2), time(0) or 'x', bool(timedelta(0)))
print(sorted([datetime(2020, 5, 1), datetime(2019, 1, 1)]), min(date(2020, 1, 1), date(2019, 5, 5)))
print(datetime(2020, 1, 1, 12, tzinfo=UTC) == datetime(2020, 1, 1, 13, tzinfo=timezone(timedelta(hours=1))))
print(time(12, tzinfo=UTC) == time(13, tzinfo=timezone(timedelta(hours=1))), time(12) == time(12, tzinfo=UTC))
print(f'{date(2020, 1, 2):%d.%m.%Y} {datetime(2020, 1, 2, 3, 4):%H:%M} {time(3, 4):%I %p} {timedelta(1)!s:>20}')
print(repr(timezone.utc is UTC), timezone(timedelta(0)) is UTC, {UTC: 1}[timezone(timedelta(0), 'x')])
match_args = [str(x) for x in (date.min, date.max, date.resolution, datetime.min, time.max, timedelta.max, timezone.min)]
print(match_args)

# --- strptime
from datetime import datetime
for text, format in (('2020-03-04', '%Y-%m-%d'), ('20200304', '%Y%m%d'), ('4 Mar 20', '%d %b %y'), ('March 4, 2020', '%B %d, %Y'),
                     ('Wednesday 4 march 2020', '%A %d %B %Y'), ('2020-03-04T05:06:07.89', '%Y-%m-%dT%H:%M:%S.%f'), ('5:06 pm 2020', '%I:%M %p %Y'),
                     ('2020 064', '%Y %j'), ('2020 10 3', '%Y %W %w'), ('2020 10 Wed', '%Y %U %a'), ('2020 W10 3', '%G W%V %u'),
                     ('2020-03-04 +0530', '%Y-%m-%d %z'), ('2020-03-04 Z', '%Y-%m-%d %z'), ('2020-03-04   x', '%Y-%m-%d x'), ('2020-03-04x', '%Y-%m-%d x'),
                     ('a%b 2020', 'a%%b %Y'), ('12:30 AM 2020', '%I:%M %p %Y'), ('13:30 PM 2020', '%I:%M %p %Y'), ('2020-3-4', '%Y-%m-%d'),
                     ('2020-03-32', '%Y-%m-%d'), ('2020-00-01', '%Y-%m-%d'), ('20-03', '%Y-%m'), ('', '%Y'), ('2020', ''), ('', ''), ('2020 ', '%Y '),
                     (' 2020', '%Y'), ('2020', ' %Y'), ('GMT 2020', '%Z %Y'), ('EST 2020', '%Z %Y'), ('2020 0 0', '%Y %U %w'), ('2020 53 6', '%Y %W %w'),
                     ('Mär 2020', '%b %Y'), ('2020é', '%Yé'), ('2020', '%é'), ('1.5', '%S.%f'), ('2020 12 31 23 59 59', '%Y %m %d %H %M %S')):
    try:
        print(text, format, repr(datetime.strptime(text, format)))
    except ValueError as error:
        print(text, format, error)
