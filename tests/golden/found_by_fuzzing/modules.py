# What random programs over modules found.
import struct, itertools, unicodedata, copy, collections, decimal, operator, collections.abc as abc, locale, re, io
def said(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for arguments in (-1,), (1, -1), (-1, 2), (1, 2, -1), (None, -1), (-2,), (1, -3): said(lambda: list(itertools.islice('abc', *arguments)))
said(lambda: struct.pack('<f', 2**200))
said(lambda: struct.pack('<f', 1e300))
said(lambda: struct.pack('<e', 2**40))
said(lambda: itertools.count(object))
said(lambda: (unicodedata.normalize('NFX', ''), unicodedata.is_normalized('NFX', '')))
for value in decimal.Decimal(1), collections.deque(), operator.itemgetter(1), []: said(lambda: copy.replace(value))
for kind in abc.Sized, abc.Hashable, abc.Buffer, abc.Set: said(lambda: kind[int])
for form, value in ('%%', 1), ('%d%%', 5), ('%s', (1,)), ('%(a)d', {'a': 1}), ('abc', 1), ('%d %d', (1,)), ('%*d', (5, 1)): said(lambda: locale.format_string(form, value))
for data in b'ab', b'\xff\xfea\x00', b'\xfe\xff\x00a', b'a', b'': said(lambda: io.TextIOWrapper(io.BytesIO(data), encoding='utf-16').read())
said(lambda: io.TextIOWrapper(io.BytesIO(), encoding='nope', newline='x'))

# --- dates at the ends, and strptime
import datetime as d, time
def said(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
u, west, east = d.timezone.utc, d.timezone(d.timedelta(hours=-5)), d.timezone(d.timedelta(hours=5))
said(lambda: d.datetime(1, 1, 1, tzinfo=east).astimezone(u))
said(lambda: d.datetime(9999, 12, 31, 23, tzinfo=west).astimezone(u))
said(lambda: d.datetime(1, 1, 1, tzinfo=u).astimezone(west))
said(lambda: format(d.date(2024, 1, 1), None))
said(lambda: d.datetime(2024, 1, 1).strftime(None))
for text, form in ('29/02/23', '%d/%m/%y'), ('2023 2 30', '%Y %m %d'), ('29/02/24', '%d/%m/%y'), ('31 4 1999', '%d %m %Y'):
    said(lambda: time.strptime(text, form))
    said(lambda: d.datetime.strptime(text, form))
print(time.gmtime(0).tm_zone)

# --- arguments of typing's names
import typing as t, collections.abc as a
def said(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for p in t.Final, t.ClassVar, t.ClassVar[int], t.Final[int], t.Optional, t.Literal, t.Annotated, t.Any, t.Self, len, None:
    for f in lambda: t.Optional[p], lambda: t.Union[int, p], lambda: t.List[p], lambda: t.Tuple[p, ...], lambda: t.Callable[[p], int], lambda: t.Callable[[], p], lambda: t.ClassVar[p], lambda: list[p], lambda: a.Iterable[p], lambda: t.Annotated[p, 1], lambda: t.TypedDict('D', {'a': p}), lambda: list[t.TypeVar('T')][p]: said(f)
print(list[type(None)], t.List[None], dict[type(None), t.List[list[type(None)]]])
try: t.Optional['']
except SyntaxError as e: print(e)

# --- Windows paths
from pathlib import PureWindowsPath as W
for text in '//x', '///x', '//./x', '//?/x', '//x/', '//?/UNC/a', '//?/UNC/a/b', '//?/c:', '//x/y/z', '///', '//?', 'c:':
    for path in W(text), W(text) / 'q': print(repr(path), repr(path.drive), repr(path.root), path.parts)
try: W('a').as_uri()
except ValueError as e: print(e)

# --- formats of logging
import logging
def said(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
record = logging.makeLogRecord({'msg': 'm', 'levelname': 'L'})
for style in '%', '{', '$', 'x':
    for form in '%(message)s', '%(message)-10s|', '{message}', '{message:>5}', '{message!x}', '{a b}', '{message:z}', '{', '$message', '${message}', '$', '%(nope)s', '{nope}', '$nope', '', 'plain', None:
        said(lambda: logging.Formatter(form, style=style).format(record))

# --- formats of addresses
import ipaddress
for address in '1.2.3.4', '::1':
    for spec in '', 's', '20', '>20', 'b', 'x', '#x', 'X', 'n', '#_X', '_b', '_x', '#b', '_n', '.3', '#n':
        try: print(spec, format(ipaddress.ip_address(address), spec))
        except (TypeError, ValueError) as e: print(spec, e)

# --- messages with strange line ends, numbers that do not mix
import traceback, fractions, urllib.parse as u
for text in 'a\x0bb', 'a\nb', '\r1', 'a\u2028b', '\n', '': print(traceback.format_exception_only(ValueError(text)))
for f in lambda: fractions.Fraction(1, 2) // 1j, lambda: 1j % fractions.Fraction(1, 2), lambda: fractions.Fraction(1, 2) / 1j, lambda: u.parse_qsl(5):
    try: print(f())
    except TypeError as e: print(e)
u.parse_qs({})
u.parse_qsl(0)

# --- local times on the first and the last day
import datetime as d
def said(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for x in d.datetime.min, d.datetime.max, d.datetime(1, 1, 2), d.datetime(9999, 12, 30, 23, 59), d.datetime(1, 1, 1, fold=1), d.datetime(9999, 12, 31, fold=1):
    said(lambda: x.astimezone(d.timezone.utc)); said(x.timestamp); said(lambda: x.astimezone(d.timezone(d.timedelta(hours=5))))
