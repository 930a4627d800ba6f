# What random programs over modules found: sizes, paths, weeks, names as bytes.
import io, os.path, bisect, unicodedata, time, re, statistics
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for B in (lambda: io.BufferedReader(io.BytesIO(b'abcdef'), 4), lambda: io.BytesIO(b'abcdef'), lambda: io.BufferedRandom(io.BytesIO(b'abcdef')), lambda: io.StringIO('abcdef'), lambda: io.TextIOWrapper(io.BytesIO(b'abcdef'))):
    for m in ('read', 'read1', 'readline', 'readlines', 'peek', 'truncate'):
        for n in (-2, -1, None, 'a', 1.5):
            p(lambda: getattr(B(), m)(n))
for f in ('normpath', 'basename', 'dirname', 'split', 'splitext', 'isabs', 'join', 'normcase', 'splitdrive', 'splitroot', 'expanduser', 'expandvars', 'exists', 'isdir', 'relpath', 'lexists', 'ismount', 'commonprefix', 'commonpath'):
    for x in (None, 5, 1.5, b'a', [], '\0'):
        p(lambda: (f, getattr(os.path, f)(x)))
p(lambda: os.path.join('a', None))
p(lambda: os.path.join('a', b'b'))
p(lambda: os.path.join(b'a', 'b'))
p(lambda: os.path.commonpath(['a', b'b']))
p(lambda: os.path.commonpath([]))
p(lambda: os.path.relpath('a', None) if 0 else 1)
p(lambda: os.path.relpath('/a', 5))
p(lambda: bisect.bisect([1], 1, -1, {}))
p(lambda: bisect.bisect([1], 1, 'a', {}))
p(lambda: bisect.bisect([1], 1, 0, 'x'))
p(lambda: bisect.insort([1], 1, 0, 1.5))
for x in (b'a', 'a', None, 5, bytearray(b'DIGIT ONE'), b'LATIN SMALL LETTER A', b'\xff', ''):
    p(lambda: unicodedata.lookup(x))
p(lambda: time.get_clock_info(None))
p(lambda: time.get_clock_info(5))
p(lambda: time.strptime({}))
p(lambda: time.strptime('a', 5))
p(lambda: time.strptime(None))
p(lambda: time.strptime(b'2020', '%Y'))
for t in ((2023, 5, 1, 0, 0, 0, 0, 1, 0), (2023, 5, 1, 0, 0, 0, 3, 100, 0), (2020, 1, 1, 0, 0, 0, 6, 366, 0)):
    p(lambda: time.strftime('%j %U %W %w %u %a', t))
for x in (2**70, -2**70, 1e30, float('nan'), float('inf'), 'a', None):
    p(lambda: time.gmtime(x)[0] if x is not None else 1)
    p(lambda: time.ctime(x) if x is not None else 1)
p(lambda: re.sub(b'a', (), 'x'))
p(lambda: re.sub('a', 5, b'x'))
p(lambda: re.sub('a', None, 'x'))
p(lambda: re.sub('a', b'\\9', 'x'))
p(lambda: re.sub('a', b'z', b'x'))
p(lambda: re.sub('a', [], 'x'))
p(lambda: statistics.mean(['a']))
p(lambda: statistics.mean([None, 1]))
p(lambda: statistics.pvariance(list('abc')))
p(lambda: statistics.mean([1j]))
