# zoneinfo: rules of POSIX after the last change; hostile files and keys. CPython 3.14 library, "zoneinfo".
import zoneinfo, io, struct, datetime as d
def tzif(trans=(), idx=(), types=((0,0,0),), abbr=b'UTC\0', footer=b'', version=b'2', first=b''):
    v1 = b'TZif' + version + b'\0'*15 + struct.pack('>6l', 0,0,0,0,1,1) + struct.pack('>lbb',0,0,0)+b'\0'
    v2 = b'TZif' + version + b'\0'*15 + struct.pack('>6l', 0,0,0,len(trans),len(types),len(abbr))
    v2 += struct.pack('>%dq'%len(trans), *trans) + bytes(idx) + b''.join(struct.pack('>lbb',*t) for t in types) + abbr
    return v1 + v2 + b'\n' + footer + b'\n'
def z(footer): return zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(footer=footer)), key='X')
for f in [b'', b'UTC0', b'AB0', b'A0', b'<A>0', b'<>0', b'<-03>3', b'CET-1CEST,M3.5.0,M10.5.0/3', b'CET-1CEST', b'CET-1CEST,M3.5.0', b'CET', b'CET-1CEST,M3.5.0,M10.5.0/3,', b'CET-25', b'CET-24', b'CET-1CEST-26,M3.5.0,M10.5.0', b'CET-1CEST,M13.5.0,M10.5.0', b'CET-1CEST,M3.6.0,M10.5.0',b'CET-1CEST,M3.5.7,M10.5.0',b'CET-1CEST,J0,J3',b'CET-1CEST,J366,J3',b'CET-1CEST,366,J3',b'CET-1CEST,0/0,J365/25', b'CET-1CEST,0/-167,J365/167', b'CET-1CEST,0/168,J365', b'C1T0', b'CET-1:60', b'CET-1:30:59', b'CET-1:30:60', b'CET-001', b'CET-1CEST,M3.05.0,M10.5.0', b'CET-1CEST,M03.5.0,M10.5.0', b'CET 1', b'\xc3\xa4bc0', b'CET+1', b'CET--1', b'<CE T>1', b'<CET1', b'EST5EDT,0/0,J365/25', b'CET-1CEST,M3.5.0/,M10.5.0', b'CET-1CEST,M3.5.0/2:,M10.5.0', b'CET-1CEST,M3.5.0/2:3:4,M10.5.0', b'CET-1:CEST,M3.5.0/2:3:4,M10.5.0']:
    try:
        x = z(f)
        print(f, x.utcoffset(None), x.tzname(None), x.dst(None), [str(x.utcoffset(d.datetime(2024, m, 15))) for m in (1, 7, 12)], x.tzname(d.datetime(2024,7,1)))
    except Exception as e: print(f, type(e).__name__, e)

# --- days of the year
import zoneinfo, io, struct, datetime as d
def tzif(trans=(), idx=(), types=((0,0,0),), abbr=b'UTC\0', footer=b'', version=b'2', first=b''):
    v1 = b'TZif' + version + b'\0'*15 + struct.pack('>6l', 0,0,0,0,1,1) + struct.pack('>lbb',0,0,0)+b'\0'
    v2 = b'TZif' + version + b'\0'*15 + struct.pack('>6l', 0,0,0,len(trans),len(types),len(abbr))
    v2 += struct.pack('>%dq'%len(trans), *trans) + bytes(idx) + b''.join(struct.pack('>lbb',*t) for t in types) + abbr
    return v1 + v2 + b'\n' + footer + b'\n'
def z(footer): return zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(footer=footer)), key='X')
for f in [b'CET-1CEST,0/0,5/0', b'CET-1CEST,J1/0,J5/0',b'CET-1CEST,J59/0,J61/0',b'CET-1CEST,58/0,60/0']:
    x = z(f)
    for y in 2023, 2024:
        t = d.datetime(y-1, 12, 28)
        while t.year <= y:
            a, b = x.dst(t), x.dst(t + d.timedelta(hours=12))
            if a or b: print(f, t, a, b)
            t += d.timedelta(days=1)
            if t.month == 4: break

# --- errors
import zoneinfo, io, struct, datetime as d
def tzif(trans=(), idx=(), types=((0,0,0),), abbr=b'UTC\0', footer=b'', version=b'2', first=b''):
    v1 = b'TZif' + version + b'\0'*15 + struct.pack('>6l', 0,0,0,0,1,1) + struct.pack('>lbb',0,0,0)+b'\0'
    v2 = b'TZif' + version + b'\0'*15 + struct.pack('>6l', 0,0,0,len(trans),len(types),len(abbr))
    v2 += struct.pack('>%dq'%len(trans), *trans) + bytes(idx) + b''.join(struct.pack('>lbb',*t) for t in types) + abbr
    return v1 + v2 + b'\n' + footer + b'\n'
def z(footer): return zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(footer=footer)), key='X')
x = z(b'CET-1CEST,M3.5.0,M10.5.0/3')
for f in (lambda: x.utcoffset(5), lambda: x.utcoffset(d.date(2000,1,1)), lambda: x.fromutc(5), lambda: x.fromutc(d.datetime(2000,1,1)), lambda: zoneinfo.ZoneInfo(), lambda: zoneinfo.ZoneInfo(5), lambda: zoneinfo.ZoneInfo('/etc/x'), lambda: zoneinfo.ZoneInfo('../x'), lambda: zoneinfo.ZoneInfo('a//b'), lambda: zoneinfo.ZoneInfo('a/../../b'), lambda: zoneinfo.ZoneInfo(''), lambda: zoneinfo.ZoneInfo('.'), lambda: zoneinfo.ZoneInfo('..'), lambda: zoneinfo.ZoneInfo.from_file(5), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(b'')), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(b'TZif')), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(b'TZif2' + b'\0'*200)), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(b'abcdef')), lambda: setattr(x,'key',1), lambda: zoneinfo.ZoneInfo.clear_cache(only_keys=5), lambda: zoneinfo.ZoneInfo.clear_cache('x'), lambda: zoneinfo.ZoneInfo.from_file(io.StringIO('abcd'*20)), lambda: x.nokey, lambda: zoneinfo.ZoneInfo(key=3), lambda: zoneinfo.ZoneInfo('a','b'), lambda: zoneinfo.reset_tzpath('x'), lambda: zoneinfo.reset_tzpath(['x', 'y']), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif()[:-6])), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(types=[(90000,0,0)]))).utcoffset(d.datetime(2000,1,1)), lambda: d.datetime(2000,1,1,tzinfo=zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(types=[(90000,0,0)])))).utcoffset(), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(trans=[5],idx=[3]))), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(types=[]))), lambda: zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(trans=[5,3],idx=[0,0]))).utcoffset(d.datetime(2000,1,1))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

# --- files and the cache
# files: yes
import zoneinfo, io, struct, datetime as d
def tzif(trans=(), idx=(), types=((0,0,0),), abbr=b'UTC\0', footer=b'', version=b'2', first=b''):
    v1 = b'TZif' + version + b'\0'*15 + struct.pack('>6l', 0,0,0,0,1,1) + struct.pack('>lbb',0,0,0)+b'\0'
    v2 = b'TZif' + version + b'\0'*15 + struct.pack('>6l', 0,0,0,len(trans),len(types),len(abbr))
    v2 += struct.pack('>%dq'%len(trans), *trans) + bytes(idx) + b''.join(struct.pack('>lbb',*t) for t in types) + abbr
    return v1 + v2 + b'\n' + footer + b'\n'
def z(footer): return zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(footer=footer)), key='X')
import os
from zoneinfo import ZoneInfo
print(zoneinfo.TZPATH)
zoneinfo.reset_tzpath(['/tmp/none', '/tmp/zi'])
print(zoneinfo.TZPATH, zoneinfo.available_timezones())
os.makedirs('/tmp/zi/Far/Away')
os.makedirs('/tmp/zi/posix')
for name in 'Far/Away/X', 'Y', 'posix/Z', 'posixrules':
    with open('/tmp/zi/' + name, 'wb') as f:
        f.write(tzif(footer=b'ABC-3'))
with open('/tmp/zi/notes.txt', 'w') as f:
    f.write('no zone')
print(sorted(zoneinfo.available_timezones()))
x = ZoneInfo('Far/Away/X')
print(repr(x), x, d.datetime(2024, 1, 1, tzinfo=x), x is ZoneInfo('Far/Away/X'), x is ZoneInfo(key='Far/Away/X'), x is ZoneInfo.no_cache('Far/Away/X'))
ZoneInfo.clear_cache(only_keys=['Y'])
print(x is ZoneInfo('Far/Away/X'))
ZoneInfo.clear_cache()
print(x is ZoneInfo('Far/Away/X'), d.datetime.now(ZoneInfo('Y')).utcoffset())
try:
    ZoneInfo('notes.txt')
except ValueError as e:
    print(e)
zoneinfo.reset_tzpath()
print(zoneinfo.TZPATH)

# --- no data
# CPython: the oracle's wording tells of Pyodide
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError
for key in 'Europe/Berlin', 'no\0key', 'Europe':
    try:
        ZoneInfo(key)
    except ZoneInfoNotFoundError as e:
        print(repr(e), isinstance(e, KeyError))
ZoneInfo('Nowhere/At_All')
