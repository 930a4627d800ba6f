# csv: CPython 3.14 library.
import csv
from types import SimpleNamespace
def rd(text, **k):
    return list(csv.reader(text.splitlines(keepends=True) if isinstance(text, str) else text, **k))
def wr(rows, *a, **k):
    out = []
    w = csv.writer(SimpleNamespace(write=out.append), *a, **k)
    for row in rows:
        w.writerow(row)
    return ''.join(out)
for text in r'''
rd('a,b,c\n1,2,3\n'), rd('a,"b,c",d\r\n'), rd('"a""b",c'), rd('a,"b\nc",d\n'), rd(''), rd('\n'), rd('a\n\nb\n'), rd(',,\n'), rd('a,b,\n')
rd(['a,b', 'c,"d', 'e",f']), rd(['a,b\r', 'c']), rd(['"a'] ), rd(['"a"b,c']), rd(['a"b,c'])
rd('a b', delimiter=' '), rd('a; b', delimiter=';', skipinitialspace=True), rd("'a,b',c", quotechar="'"), rd('a\\,b,c', escapechar='\\'), rd('"a\\"b",c', escapechar='\\', doublequote=False), rd('"a",b', quoting=csv.QUOTE_NONE), rd('"1",2,3.5', quoting=csv.QUOTE_NONNUMERIC)
rd('"1",2,,""', quoting=csv.QUOTE_STRINGS), rd('"1",2,,""', quoting=csv.QUOTE_NOTNULL), rd('"1",2,,""', quoting=csv.QUOTE_ALL), rd('"1",2,,""', quoting=csv.QUOTE_MINIMAL)
rd('a,b', quoting=csv.QUOTE_NONNUMERIC)
rd(['"a"b'], strict=True)
rd(['"a'], strict=True)
rd(['a\rb'])
rd(['a', b'b'])
rd([1])
rd(['é,ü\n', '日本,"語,x"\n', 'a\0b,c'])
rd(['a\\\nb,c'], escapechar='\\'), rd(['a\\', 'b'], escapechar='\\'), rd(['"a\\', 'b"'], escapechar='\\')
rd('a\tb', dialect='excel-tab'), rd('a\tb', dialect=csv.excel_tab), rd('a\tb', dialect=csv.excel_tab()), rd('"a","b"', dialect='unix')
rd('a', dialect='foo')
rd('a', dialect=3)
rd('a', foo=1)
csv.reader(3)
rd('a', delimiter='ab')
rd('a', delimiter='')
rd('a', delimiter=None)
rd('a', delimiter=1)
rd('a', quotechar='')
rd('a', quotechar=None)
rd('a', quotechar=None, quoting=csv.QUOTE_NONE)
rd('a', escapechar='ab')
rd('a', quoting=9)
rd('a', quoting='a')
rd('a', lineterminator=1)
rd('a', delimiter='"')
rd('a', delimiter='\n')
rd('a', delimiter=' ', skipinitialspace=True)
rd('a', quotechar=' ', skipinitialspace=True)
rd('a', escapechar='"')
rd('a', delimiter=';', escapechar=';')
next(csv.reader([]))
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- writing
import csv
from types import SimpleNamespace
def rd(text, **k):
    return list(csv.reader(text.splitlines(keepends=True) if isinstance(text, str) else text, **k))
def wr(rows, *a, **k):
    out = []
    w = csv.writer(SimpleNamespace(write=out.append), *a, **k)
    for row in rows:
        w.writerow(row)
    return ''.join(out)
for text in r'''
wr([['a', 'b', 1, 2.5, None, True]]), wr([['a,b', 'c"d', 'e\nf', ' g ', '']]), wr([[]]), wr([['']]), wr([[None]]), wr([['', '']]), wr([('x', 'y'), 'ab', range(3)])
wr([['a', 1, None, 2.0, '']], quoting=csv.QUOTE_ALL), wr([['a', 1, None, 2.0, '']], quoting=csv.QUOTE_NONNUMERIC), wr([['a', 1, None, 2.0, '']], quoting=csv.QUOTE_STRINGS), wr([['a', 1, None, 2.0, '']], quoting=csv.QUOTE_NOTNULL)
wr([['a,b']], quoting=csv.QUOTE_NONE)
wr([['a,b"c\n']], quoting=csv.QUOTE_NONE, escapechar='\\'), wr([['a"b']], doublequote=False, escapechar='\\'), wr([['a\\b']], escapechar='\\'), wr([['a\\b,']], escapechar='\\')
wr([['a"b']], doublequote=False)
wr([['']], quoting=csv.QUOTE_NONE)
wr([[None]], quoting=csv.QUOTE_NOTNULL)
wr([[None]], quoting=csv.QUOTE_STRINGS)
wr([['a', 'b']], lineterminator='!'), wr([['a!b']], lineterminator='!'), wr([['a', 'b']], delimiter='\t'), wr([["a'b", 'c d']], quotechar="'", delimiter=' '), wr([['a', 'b']], 'unix'), wr([['a', 'b']], dialect=csv.excel_tab)
wr([['', 'a']], delimiter=' ', skipinitialspace=True, quotechar='"')
wr([3])
wr([None])
wr([[1j, [1, 2], {'a': 1}, (), b'x']])
wr([x for x in [(i for i in range(3)), map(str, [1, 2])]])
csv.writer(3)
csv.writer(SimpleNamespace(write=print)).writerow()
wr([['é', '日本']])
repr(csv.writer(SimpleNamespace(write=lambda s: len(s))).writerow(['abc', 1]))
csv.writer(SimpleNamespace(write=[].append)).writerows([[1], 2])
csv.writer(SimpleNamespace(write=[].append)).writerows(3)
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- dialects and limits
import csv
from types import SimpleNamespace
def rd(text, **k):
    return list(csv.reader(text.splitlines(keepends=True) if isinstance(text, str) else text, **k))
def wr(rows, *a, **k):
    out = []
    w = csv.writer(SimpleNamespace(write=out.append), *a, **k)
    for row in rows:
        w.writerow(row)
    return ''.join(out)
for text in r'''
csv.list_dialects(), csv.get_dialect('excel').delimiter, csv.get_dialect('unix').lineterminator, csv.excel.delimiter, csv.excel_tab().delimiter, csv.excel_tab().lineterminator, csv.unix_dialect.quoting
csv.get_dialect('foo')
csv.unregister_dialect('foo')
csv.register_dialect(1)
csv.register_dialect('semi', delimiter=';'), rd('a;b', dialect='semi'), csv.unregister_dialect('semi'), csv.list_dialects()
csv.register_dialect('x', csv.excel, quotechar="'"), csv.get_dialect('x').quotechar, csv.get_dialect('x').strict, csv.get_dialect('x').doublequote, csv.get_dialect('x').escapechar
csv.reader(['a'], dialect='x').dialect.quotechar, csv.reader(['a']).line_num
csv.field_size_limit(), csv.field_size_limit(3), csv.field_size_limit()
rd('abc,defg')
csv.field_size_limit('a')
csv.field_size_limit(131072), csv.field_size_limit()
(csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, csv.QUOTE_NONE, csv.QUOTE_STRINGS, csv.QUOTE_NOTNULL)
csv.Error, issubclass(csv.Error, Exception), type(csv.reader([])), type(csv.writer(SimpleNamespace(write=1 .__add__)))
csv.get_dialect('excel').foo
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- dictionaries
import csv
from types import SimpleNamespace
def rd(text, **k):
    return list(csv.reader(text.splitlines(keepends=True) if isinstance(text, str) else text, **k))
def wr(rows, *a, **k):
    out = []
    w = csv.writer(SimpleNamespace(write=out.append), *a, **k)
    for row in rows:
        w.writerow(row)
    return ''.join(out)
for text in r'''
list(csv.DictReader(['a,b', '1,2', '3', '4,5,6', '', '7,8'])), list(csv.DictReader(['1,2', '3,4'], ['x', 'y'])), list(csv.DictReader(['1,2,3'], ['x'], restkey='rest')), list(csv.DictReader(['1'], ['x', 'y'], restval='-'))
list(csv.DictReader([])), csv.DictReader(['a,b', '1,2']).fieldnames, csv.DictReader([]).fieldnames
list(csv.DictReader(['a;b', '1;2'], delimiter=';')), list(csv.DictReader(iter(['a,b', '1,2']), dialect='excel'))
csv.DictReader(['a'], foo=1)
csv.DictWriter(SimpleNamespace(write=print), ['a'], extrasaction='x')
[r for r in [csv.DictReader(['a,b', '1,2', '3,4'])] for _ in [next(r)] if r.line_num == 2][0].line_num
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- sniffing
import csv
from types import SimpleNamespace
def rd(text, **k):
    return list(csv.reader(text.splitlines(keepends=True) if isinstance(text, str) else text, **k))
def wr(rows, *a, **k):
    out = []
    w = csv.writer(SimpleNamespace(write=out.append), *a, **k)
    for row in rows:
        w.writerow(row)
    return ''.join(out)
for text in r'''
[(d.delimiter, d.quotechar, d.doublequote, d.skipinitialspace, d.lineterminator, d.quoting) for d in map(csv.Sniffer().sniff, ['a,b,c\n1,2,3\n4,5,6\n', 'a;b\n1;2\n3;4\n', '"a";"b"\n"1";"2"\n', "'a', 'b'\n'1', 'x''y'\n", 'a b\nc d\n', 'x\ty\n1\t2\n'])]
csv.Sniffer().sniff('abc').delimiter
csv.Sniffer().sniff('')
csv.Sniffer().sniff('a,b;c\n1,2;3\n', delimiters=';').delimiter
csv.Sniffer().has_header('name,age\nbob,3\namy,15\n'), csv.Sniffer().has_header('1,2\n3,4\n5,6\n'), csv.Sniffer().has_header('aa,bb\ncc,dd\nee,ff\n')
rd('a; b\n', dialect=csv.Sniffer().sniff('a; b\nc; d\n'))
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- round trips
import csv
from types import SimpleNamespace
seed = 11
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2**31
    return seed // 7 % n
def field():
    return ''.join('ab ,;"\'\n\\\té|'[rnd(12)] for _ in range(rnd(6)))
for i in range(150):
    params = dict(delimiter=',;\t|'[rnd(4)], quotechar='"\''[rnd(2)], doublequote=bool(rnd(2)), quoting=[0, 1, 2, 4, 5][rnd(5)], escapechar='\\', lineterminator=['\r\n', '\n'][rnd(2)])
    rows = [[field() for _ in range(1 + rnd(4))] for _ in range(1 + rnd(3))]
    out = []
    csv.writer(SimpleNamespace(write=out.append), **params).writerows(rows)
    text = ''.join(out)
    try:
        back = list(csv.reader(text.splitlines(keepends=True), **params))
    except (csv.Error, ValueError) as error:
        back = str(error)
    print(repr(text), back == rows or back)

# --- files are whatever iterates and whatever has write
import csv
from types import SimpleNamespace
def lines():
    print('asked')
    yield 'a,"b'
    print('asked again')
    yield 'c",d'
    yield 'e'
r = csv.reader(lines())
print(r.line_num, next(r), r.line_num, next(r), r.line_num, next(r, 'end'), next(r, 'end'))
out = []
def write(text):
    out.append(text)
    return len(text)
w = csv.DictWriter(SimpleNamespace(write=write), ['x', 'y'])
print(w.writeheader(), w.writerow({'x': 1}), w.writerows([{'y': 2}, {'x': 3, 'y': 'q"'}]), out)
try:
    w.writerow({'z': 1})
except ValueError as error:
    print(error)
csv.DictWriter(SimpleNamespace(write=print), iter('ab'), restval='-', extrasaction='IGNORE').writerow({'a': 1, 'c': 2})
def broken():
    yield 'a,b'
    raise KeyError('broken')
try:
    print(list(csv.reader(broken())))
except KeyError as error:
    print(repr(error))
def bad_write(text):
    raise OSError('disk full')
try:
    csv.writer(SimpleNamespace(write=bad_write)).writerow([1])
except OSError as error:
    print(error)
