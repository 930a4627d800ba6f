# datetime: CPython 3.14 library, "datetime".
import datetime
for text in r'''
datetime.date()
datetime.date(1)
datetime.date(1,2,3,4)
datetime.date(1,2,'x')
datetime.date(1,2,3.0)
datetime.date(0,1,1)
datetime.date(10000,1,1)
datetime.date(2000,13,1)
datetime.date(2000,2,30)
datetime.date(2000,2,foo=1)
datetime.datetime()
datetime.datetime(1,1,1,24)
datetime.datetime(1,1,1,2,60)
datetime.datetime(1,1,1,2,3,60)
datetime.datetime(1,1,1,2,3,4,1000000)
datetime.datetime(1,1,1,2,3,4,5,6)
datetime.datetime(1,1,1,fold=2)
datetime.time(24)
datetime.time('a')
datetime.time(1,2,3,4,5)
datetime.timedelta('a')
datetime.timedelta(days='a')
datetime.timedelta(1,2,3,4,5,6,7,8)
datetime.timedelta(foo=1)
datetime.timedelta(1000000000)
datetime.timedelta(10**30)
datetime.timedelta(float('nan'))
datetime.timedelta(float('inf'))
datetime.timedelta(1e300)
datetime.timedelta(1)*'a'
datetime.timedelta(1)+1
1+datetime.timedelta(1)
datetime.timedelta(1)/0
datetime.timedelta(1)//0
datetime.timedelta(1)/0.0
datetime.timedelta(1)%datetime.timedelta(0)
divmod(datetime.timedelta(1),datetime.timedelta(0))
datetime.timedelta(1)/datetime.timedelta(0)
datetime.timedelta(1)<1
datetime.timedelta(999999999)+datetime.timedelta(1)
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- 1
import datetime
for text in r'''
datetime.timedelta(999999999)*2
datetime.timedelta(1)*float('nan')
datetime.timedelta(1)*1e300
datetime.date(2000,1,1)+datetime.timedelta(99999999)
datetime.date(2000,1,1)-datetime.timedelta(99999999)
datetime.date(2000,1,1)<datetime.datetime(2000,1,1)
datetime.datetime(2000,1,1)<datetime.date(2000,1,1)
datetime.date(2000,1,1)<1
datetime.datetime(2000,1,1)<datetime.datetime(2000,1,1,tzinfo=datetime.UTC)
datetime.datetime(2000,1,1)-datetime.datetime(2000,1,1,tzinfo=datetime.UTC)
datetime.time(1)<datetime.time(1,tzinfo=datetime.UTC)
datetime.datetime(2000,1,1)+1
datetime.date(2000,1,1)+datetime.date(2000,1,1)
datetime.date.fromordinal(0)
datetime.date.fromordinal('a')
datetime.date.fromordinal(10**7)
datetime.date.fromisoformat('2000')
datetime.date.fromisoformat(1)
datetime.date.fromisocalendar(2000,54,1)
datetime.date.fromisocalendar(2000,1,8)
datetime.date.fromisocalendar(0,1,1)
datetime.date.fromtimestamp('a')
datetime.date.fromtimestamp(1e20)
datetime.datetime.fromtimestamp(1e12)
datetime.datetime.fromtimestamp(-1e12)
datetime.datetime.fromtimestamp(1,1)
datetime.datetime.fromisoformat('x')
datetime.datetime.fromisoformat('2000-01-01T25')
datetime.datetime.fromisoformat('2000-01-01T24:00')
datetime.datetime.fromisoformat('2000-01-01T24:01')
datetime.time.fromisoformat('123456789')
datetime.time.fromisoformat('12:34:56.7891234')
datetime.time.fromisoformat('T123456,789+01')
datetime.time.fromisoformat('12:34:56+24:00')
datetime.timezone()
datetime.timezone(1)
datetime.timezone(datetime.timedelta(1))
datetime.timezone(datetime.timedelta(0))
datetime.timezone(datetime.timedelta(0),'a')
datetime.timezone(datetime.timedelta(1/24),1)
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- 2
import datetime
for text in r'''
datetime.timezone(datetime.timedelta(seconds=-3661))
str(datetime.timezone(datetime.timedelta(seconds=-3661)))
datetime.timezone.min,datetime.timezone.max,datetime.timezone.utc
datetime.timezone.utc.utcoffset(1)
datetime.timezone.utc.fromutc(1)
datetime.timezone.utc.fromutc(datetime.datetime(2000,1,1))
datetime.tzinfo().utcoffset(None)
datetime.tzinfo().fromutc(None)
datetime.tzinfo().fromutc(datetime.datetime(2000,1,1))
datetime.datetime(2000,1,1,tzinfo=1)
datetime.datetime(2000,1,1).isoformat(1)
datetime.datetime(2000,1,1).isoformat('ab')
datetime.datetime(2000,1,1).isoformat(timespec='x')
datetime.datetime(2000,1,1).astimezone(1)
datetime.datetime(2000,1,1).replace(foo=1)
datetime.datetime(2000,1,1).replace(tzinfo=1)
datetime.datetime(2000,1,1).replace(year='a')
datetime.datetime(2000,1,1).replace(year=0)
datetime.datetime.combine(1,2)
datetime.datetime.combine(datetime.date(2000,1,1),2)
datetime.datetime.combine(datetime.date(2000,1,1),datetime.time(1),3)
datetime.datetime.strptime('2000','%Y-%m')
datetime.datetime.strptime('2000-','%Y')
datetime.datetime.strptime('2000','%Q')
datetime.datetime.strptime('2000','%')
datetime.datetime.strptime(1,'%Y')
datetime.datetime.strptime('a',1)
datetime.datetime.strptime('2000-02-30','%Y-%m-%d')
datetime.datetime.strptime('2000-W01-1','%G-W%V-%u')
datetime.datetime.strptime('2000-01-1','%Y-%V-%u')
datetime.datetime.strptime('2000-01','%G-%V')
datetime.datetime.strptime('01','%V')
datetime.datetime.strptime('2000 001','%G %j')
datetime.datetime.strptime('2000 53 0','%G %V %w')
datetime.datetime.strptime('2000 1 1','%Y %U %w')
datetime.datetime.strptime('2000 1 1','%Y %W %u')
datetime.datetime.strptime('+01:30','%z')
datetime.datetime.strptime('+0130:15','%z')
datetime.datetime.strptime('+01:3015','%z')
datetime.datetime.strptime('Z','%z')
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- 3
import datetime
for text in r'''
datetime.datetime.strptime('-00:00:01.5','%z')
datetime.datetime.strptime('UTC','%Z')
datetime.datetime.strptime('utc +0100','%Z %z')
datetime.datetime.strptime('12/31/99','%D')
datetime.datetime.strptime('1999-12-31 23:59:01','%F %T')
datetime.datetime.strptime('23:59','%R')
datetime.datetime.strptime('Sat Jan  1 00:00:00 2000','%c')
datetime.datetime.strptime('01/02/00','%x')
datetime.datetime.strptime('01:02:03','%X')
datetime.datetime.strptime('1 PM','%I %p')
datetime.datetime.strptime('12 am','%I %p')
datetime.datetime.strptime('january FRIDAY','%B %A')
datetime.datetime.strptime('61','%S')
datetime.datetime.strptime('60','%S')
datetime.datetime.strptime('68 69','%y %d')
datetime.datetime.strptime('69','%y')
datetime.datetime.strptime('366 2001','%j %Y')
datetime.datetime.strptime('366 2000','%j %Y')
datetime.datetime.strptime('  12','%n%M')
datetime.datetime.strptime('1112','%d%m')
datetime.datetime.strptime('111','%d%m')
datetime.datetime.strptime('20','%C')
datetime.datetime.strptime(' 5','%e')
datetime.date.strptime('2000-01-02','%Y-%m-%d')
datetime.date.strptime('2000-01-02 3','%Y-%m-%d %H')
datetime.time.strptime('3:04','%H:%M')
datetime.time.strptime('2000 3:04','%Y %H:%M')
datetime.date(2000,1,1).strftime(1)
datetime.date(20,1,1).strftime('%Y %G %C %y %F %c %x')
format(datetime.date(2000,1,1),'%d') + format(datetime.date(2000,1,1))
datetime.date(2000,1,1).__format__(1)
datetime.datetime(2000,1,1).timetuple()
datetime.datetime(2000,1,1,tzinfo=datetime.UTC).timetuple().tm_isdst
datetime.datetime(2000,1,1,tzinfo=datetime.UTC).utctimetuple()
datetime.date(2000,1,1).isocalendar()
datetime.date(2000,1,1).isocalendar().week
datetime.date(2000,1,1).ctime()
datetime.timedelta(1).foo
datetime.date.today(1)
datetime.datetime.now(1)
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- 4
import datetime
for text in r'''
datetime.datetime.utcnow(1)
datetime.timedelta.min,datetime.timedelta.max,datetime.timedelta.resolution
datetime.datetime.min,datetime.datetime.max,datetime.datetime.resolution
datetime.time.min,datetime.time.max,datetime.time.resolution
datetime.date.min,datetime.date.max,datetime.date.resolution
datetime.time(1,tzinfo=datetime.UTC).utcoffset(),datetime.time(1).utcoffset()
datetime.datetime(2000,1,1).dst(), datetime.datetime(2000,1,1,tzinfo=datetime.UTC).dst(),datetime.datetime(2000,1,1,tzinfo=datetime.UTC).tzname()
datetime.UTC.dst(None), datetime.UTC.tzname(None), datetime.UTC.tzname(3)
datetime.datetime.fromtimestamp(1.0000005), datetime.datetime.fromtimestamp(1.0000015)
datetime.datetime(2000,1,1,1,1,1,123456).timestamp()
datetime.datetime(1,1,1,tzinfo=datetime.UTC).astimezone(datetime.timezone(datetime.timedelta(hours=-1)))
type(datetime.date(2000,1,1).isocalendar())
datetime.date(2000,1,1).isocalendar().foo
datetime.timedelta(microseconds=0.5), datetime.timedelta(microseconds=1.5), datetime.timedelta(microseconds=2.5)
datetime.timedelta(seconds=1.0000005), datetime.timedelta(days=0.1,seconds=0.3)
str(datetime.timedelta(-1,2,3)), str(datetime.timedelta(5)), repr(datetime.timedelta(-1,0,3))
datetime.date.fromtimestamp(None)
datetime.datetime.fromtimestamp(float('nan'))
datetime.datetime.fromtimestamp(float('inf'))
datetime.datetime.fromtimestamp()
datetime.datetime(2000,1,1).strftime()
datetime.datetime(2000,1,1).isoformat('T','auto',3)
datetime.datetime(2000,1,1).replace(1,2,3,4,5,6,7,8,9)
datetime.timedelta(1).total_seconds(1)
datetime.datetime.utcfromtimestamp(1)
datetime.datetime.combine()
abs(datetime.timedelta(-1)), -datetime.timedelta(1), +datetime.timedelta(1), bool(datetime.timedelta(0))
datetime.timedelta(1)*True, datetime.timedelta(1)//True
1.5*datetime.timedelta(1,0,3), 3*datetime.timedelta(1)
datetime.timedelta(3)//datetime.timedelta(2), datetime.timedelta(3)%datetime.timedelta(2), divmod(datetime.timedelta(-3),datetime.timedelta(2)),datetime.timedelta(3)/datetime.timedelta(2)
1/datetime.timedelta(1)
datetime.date(2000,1,1).replace(1,2,3,4)
datetime.datetime(2000,1,1,13,2,3,4,datetime.UTC).strftime('%a %A %b %B %c %d %D %e %F %g %G %h %H %I %j %m %M %n %p %r %R %S %t %T %u %U %V %w %W %x %X %y %Y %z %:z %Z %%')
datetime.date(2000,1,1).strftime('%f')
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)

# --- format specs
from datetime import datetime, date, time
a = datetime(2024, 3, 5, 6, 7, 8)
print(f'{a:%Y-%m-%d %H:%M}', format(a, '%d.%m.%y'), '{:%H}'.format(a), f'{a}', f'{a:}', f'{a.date():%Y}', f'{a.time():%S}')
