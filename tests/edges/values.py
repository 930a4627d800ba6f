"""The values that edge_calls.py hands to functions: expressions, in pools.

An expression is evaluated anew for each call. `R` is a list whose first item is the receiver of the call (or its first
argument), so that callables and iterators can change what is being read. The helpers that are named here are in program.py.
"""

import re

# Names of modules that expressions use without more ado; a program imports those that it mentions.
MODULES = """
__future__ abc array base64 binascii bisect builtins calendar cmath collections contextlib copy csv datetime decimal difflib
errno fnmatch fractions functools graphlib gzip hashlib heapq hmac html io ipaddress itertools json keyword locale logging
math numbers operator pathlib pprint random re shlex stat statistics string struct sys textwrap time traceback types typing
unicodedata urllib.parse uuid warnings zlib os os.path string.templatelib collections.abc
""".split()

POWERS = range(65)
# More often than others: where C ints, digits of CPython's ints, small ints of pysub and doubles end.
BORDERS = [7, 8, 15, 16, 30, 31, 32, 47, 48, 52, 53, 62, 63, 64]


def edge_int(random):
    power = random.choice(BORDERS if random.random() < 0.6 else POWERS)
    return str(random.choice([1, -1]) * (2**power + random.choice([-1, 0, 1])))


SMALL = "0 1 2 3 4 5 7 10 -1 -2 -3 -5 -10 12 20 33 64 100 True False".split()
LARGE = "255 256 257 1000 4300 55296 1114111 1114112 10**18 10**19 2**100 -2**100 10**40 3**300 -3**300".split()

FLOATS = """
0.0 -0.0 1.0 -1.0 0.5 -0.5 1.5 2.5 -2.5 0.1 1e-5 1e15 1e16 1e17 1e22 1e308 1.7976931348623157e308 -1e308 5e-324 -5e-324
2.2250738585072014e-308 1e-320 float('inf') float('-inf') float('nan') 2.0**31 2.0**53 2.0**63 -2.0**63 2.0**64 3.0 7.25 1e100 123456789.125
0.49999999999999994 1e-7 2.675 709.8 -745.2 170.6
""".split()

COMPLEX = "0j 1j complex(1,-2) complex(-0.0,0.0) complex('inf') complex('nan') complex(1e308,1e308) complex(3,4) complex(0.5,-1e-320)".split()

STRINGS = [
    r"''", r"'a'", r"'b'", r"'abc'", r"'ABC'", r"'aBc'", r"'0'", r"'12'", r"'-7'", r"'1_000'", r"' 3 '", r"'1.5'", r"'nan'", r"'1e5'",
    r"'0x1f'", r"'abcabc'", r"'a,b,,c'", r"'a\tb\nc\r\nd'", r"' \t a b '", r"'x' * 1000", r"'\x00'", r"'a\x00b'", r"'\xe9'", r"'\xdf'",
    r"'e\u0301'", r"'\u01c6'", r"'\u0130'", r"'\ufb01'", r"'\u03c3\u03c2'", r"'\u4e2d\u6587'", r"'\U0001f600'", r"'a\U0001f600b'",
    r"'\ud800'", r"'a\udfff'", r"'\U0010ffff'", r"'\u2028x'", r"'\u0663'", r"'\xb2'", r"'\xbd'", r"'__class__'", r"'utf-8'", r"'strict'",
    r"'{}'", r"'{0}'", r"'{a}'", r"'{0!r:>{1}}'", r"'%s'", r"'%d'", r"'%(a)s'", r"'%'", r"'>10'", r"'05d'", r"',.2f'", r"'None'",
    r"'replace'", r"'latin-1'", r"'b,a'", r"'Hello World'", r"'x=1;y=2'", r"'\\n'", r"""'"q"'""", r'''"it's"''', r"'a-b_c.d/e'",
    r"'a' * 100000",
]  # fmt: skip

BYTES = [
    r"b''", r"b'a'", r"b'abc'", r"b'abcabc'", r"b'\x00\xff'", r"b' a b\t'", r"b'12'", r"b'a,b'", r"b'\xc3\xa9'", r"b'\xed\xa0\x80'",
    r"b'x' * 1000", r"b'aGVsbG8='", r"b'%d'", r"bytearray(b'abc')", r"bytearray()", r"bytearray(b'\x80abc')", r"memoryview(b'abcd')",
    r"memoryview(bytearray(b'abcdef'))[::2]", r"memoryview(bytearray(8)).cast('I')", r"array.array('h', [1, -2])", r"b'+1.5'", r"b'zzzz'",
]  # fmt: skip

CONTAINERS = [
    "[]", "[1]", "[1, 2, 3]", "[3, 1, 2]", "['b', 'a']", "[1, 'a']", "[[1, 2], [3, 4]]", "[(1, 'a'), (2, 'b')]", "[None]", "[1.5, 2.5, float('nan')]",
    "[0.1] * 10", "['a', 'bb', 'ccc']", "[b'a', b'b']", "[2**63, -2**63]", "[True, False]", "selfish()", "list(range(100))", "[[]] * 3",
    "()", "(1,)", "(1, 2)", "(1, 2, 3)", "('a', 'b')", "(None, None)", "(3, 1, 2)", "((1, 2), (3, 4))", "(1.5, 2)", "(0, (1, 2), 3)",
    "{}", "{'a': 1}", "{'a': 1, 'b': 2}", "{1: 2, 3: 4}", "{None: None}", "{(1, 2): [3]}", "{'key': lambda x: x}", "set()", "{1}", "{1, 2, 3}",
    "{3.5}", "frozenset()", "frozenset({1, 2})", "range(0)", "range(5)", "range(10, 0, -3)", "range(3, 2**62, 2**60)",
    "collections.deque([1, 2, 3])", "collections.deque([1, 2], 2)", "collections.Counter('abca')", "collections.OrderedDict(a=1, b=2)",
    "collections.defaultdict(list, a=[1])", "array.array('d', [1.5, -2.5])", "array.array('B', b'abc')", "types.MappingProxyType({'a': 1})",
    "types.SimpleNamespace(a=1)", "collections.ChainMap({'a': 1}, {'b': 2})", "{'a': 1}.keys()", "{'a': 1}.items()", "{'a': 1}.values()",
    "slice(None)", "slice(1, 3)", "slice(None, None, -1)", "slice(-2**63, 2**63, 2**62)",
]  # fmt: skip

# What can be read once, what fails on the way, what changes the receiver while it is read.
ITERATORS = [
    "iter([1, 2, 3])", "iter(())", "iter('abc')", "(x for x in [3, 1, 2])", "failing(0)", "failing(2)", "changing('append')", "changing('clear')",
    "changing('pop')", "changing('add')", "changing('update')", "growing()", "map(str, [1, 2])", "zip('ab', [1, 2])", "enumerate('ab')", "reversed([1, 2])",
    "itertools.chain([1], [2])", "itertools.islice([1, 2, 3], 2)", "filter(None, [0, 1, 2])", "iter(stopping(2), None)", "own()", "own()",
    "{'a': 1}.keys().__iter__()", "itertools.tee([1, 2])[0]", "pairs()",
]  # fmt: skip

CALLABLES = [
    "len", "str", "int", "list", "abs", "lambda *a, **k: None", "lambda x: x", "lambda x: -x", "lambda *a: a", "lambda a, b: a", "lambda a, b: (a > b) - (a < b)",
    "changer('append')", "changer('clear')", "changer('pop')", "changer('sort')", "changer('extend')", "raiser(KeyError('k'))", "raiser(StopIteration(1))",
    "raiser(ValueError('v'))", "operator.add", "operator.itemgetter(0)", "functools.partial(max, 1)", "nester()", "print_nothing", "repr", "chr", "sorted", "next", "iter",
    "stopping(3)", "reader()", "nothing_after(1)",
]  # fmt: skip

ODD = [
    "None", "None", "...", "NotImplemented", "int", "str", "list", "object()", "len", "ValueError", "ValueError('x')", "math", "KeyError(1)", "type", "dict",
    "lambda: 1", "list[int]", "int | str", "Ellipsis", "object", "float", "bool", "bytes", "tuple", "OSError(2, 'x')",
]  # fmt: skip

# Of each type: objects, whose methods are called. The names of those that need more than `builtins` start with the module.
RECEIVERS = {
    "bool": ["True", "False"],
    "int": None,  # edge_int
    "float": FLOATS,
    "complex": COMPLEX,
    "str": STRINGS,
    "bytes": BYTES[:13],
    "bytearray": ["bytearray(b'abcabc')", "bytearray()", "bytearray(b'a,b c')", "bytearray(range(256))", "bytearray(b'\\xc3\\xa9')"],
    "memoryview": ["memoryview(b'abcd')", "memoryview(bytearray(b'abcdef'))", "memoryview(bytearray(8))[::-1]", "memoryview(bytearray(16)).cast('i')",
                   "memoryview(bytearray(12)).cast('B', [3, 4])", "memoryview(array.array('d', [1.5]))", "memoryview(b'')", "memoryview(bytearray(6)).cast('c')"],
    "list": CONTAINERS[:18],
    "tuple": CONTAINERS[18:28],
    "dict": CONTAINERS[28:35],
    "set": ["set()", "{1}", "{1, 2, 3}", "{3.5}", "set(range(20))", "{(1, 2)}"],
    "frozenset": ["frozenset()", "frozenset({1, 2})", "frozenset('a')"],
    "range": ["range(0)", "range(5)", "range(10, 0, -3)", "range(3, 2**62, 2**60)", "range(2**62)", "range(-2**63, 2**63)", "range(2**100)", "range(0, -2**70, -1)", "range(2**47, 2**48, 7)"],
    "slice": ["slice(None)", "slice(1, 3)", "slice(None, None, -1)", "slice(-2**63, 2**63, 2**62)", "slice('a', [], None)"],
    "dict_keys": ["{'a': 1, 'b': 2}.keys()", "{}.keys()", "{1: [], 2: 0}.keys()"],
    "dict_values": ["{'a': 1, 'b': 2}.values()"],
    "dict_items": ["{'a': 1, 'b': 2}.items()", "{1: [], 2: 0}.items()", "{}.items()"],
    "list_iterator": ["iter([1, 2, 3])", "own_iterator()"],
    "tuple_iterator": ["iter((1, 2))"],
    "range_iterator": ["iter(range(3))", "iter(range(2**62, 2**63, 2**61))", "iter(range(2**70))"],
    "str_iterator": ["iter('a\\u4e2d')"],
    "bytes_iterator": ["iter(b'ab')"],
    "dict_iterator": ["iter({'a': 1})", "reversed({'a': 1})", "iter({1: 2}.items())"],
    "set_iterator": ["iter({1})"],
    "list_reverseiterator": ["reversed([1, 2])"],
    "callable_iterator": ["iter(stopping(3), None)"],
    "enumerate": ["enumerate('ab')", "enumerate([1], 2**63 - 1)", "enumerate([1, 2], -2**64)"],
    "zip": ["zip('ab', [1])", "zip([1], [2, 3], strict=True)"],
    "map": ["map(str, [1, 2])", "map(operator.add, [1], ['a'])"],
    "filter": ["filter(None, [0, 1])"],
    "generator": ["failing(1)", "(x for x in 'ab')", "echo()", "started(echo())", "finished(echo())"],
    "coroutine": ["closed(coroutine())"],
    "function": ["(lambda a, b=1, *c, d, e=2: a)", "print_nothing"],
    "method": ["[].append", "'a'.join"],
    "type": ["int", "list", "ValueError", "type(None)", "dict"],
    "NoneType": ["None"],
    "ellipsis": ["..."],
    "NotImplementedType": ["NotImplemented"],
    "GenericAlias": ["list[int]", "dict[str, list]", "tuple[int, ...]"],
    "UnionType": ["int | str", "int | None"],
    "BaseException": ["ValueError('a', 2)", "KeyError('k')", "OSError(2, 'No', 'file')", "StopIteration(5)", "SystemExit(3)", "UnicodeDecodeError('utf-8', b'abc', 1, 2, 'bad')",
                      "UnicodeEncodeError('ascii', 'a\\xe9', 1, 2, 'bad')", "SyntaxError('m', ('f', 1, 2, 'text'))", "AttributeError('x', name='n', obj=1)", "ImportError('m', name='n')", "NameError('n')"],
    "ExceptionGroup": ["ExceptionGroup('g', [ValueError(1), TypeError(2)])", "ExceptionGroup('g', [ExceptionGroup('h', [KeyError(1)]), OSError()])", "BaseExceptionGroup('b', [KeyboardInterrupt()])"],
    "types.MappingProxyType": ["types.MappingProxyType({'a': 1, 'b': 2})"],
    "types.SimpleNamespace": ["types.SimpleNamespace(a=1, b=[2])", "types.SimpleNamespace()"],
    "array.array": ["array.array('b', [1, -2, 3])", "array.array('B', b'abc')", "array.array('h')", "array.array('I', [2**32 - 1])", "array.array('q', [-2**63])", "array.array('Q', [2**64 - 1, 0])",
                    "array.array('d', [1.5, float('nan')])", "array.array('f', [0.1])", "array.array('u', 'ab')", "array.array('w', 'a\\U0001f600')"],
    "collections.deque": ["collections.deque([1, 2, 3])", "collections.deque([1, 2, 3], 3)", "collections.deque()", "collections.deque([1, 2], 0)", "collections.deque(range(200))", "collections.deque('abc', maxlen=5)"],
    "collections.Counter": ["collections.Counter('abca')", "collections.Counter()", "collections.Counter(a=-1, b=0, c=2)", "collections.Counter({1: 2**63})"],
    "collections.OrderedDict": ["collections.OrderedDict(a=1, b=2)", "collections.OrderedDict()", "collections.OrderedDict([(1, 2), (3, 4), (5, 6)])"],
    "collections.defaultdict": ["collections.defaultdict(list, a=[1])", "collections.defaultdict(None, {1: 2})", "collections.defaultdict(changer('clear'), {1: 2})", "collections.defaultdict(int)"],
    "collections.ChainMap": ["collections.ChainMap({'a': 1}, {'b': 2})", "collections.ChainMap()"],
    "collections.namedtuple": ["point(1, 2)", "point(x='a', y=[])"],
    "functools.partial": ["functools.partial(max, 1)", "functools.partial(dict, a=1)"],
    "functools.lru_cache": ["functools.lru_cache(2)(lambda x: x)", "functools.lru_cache(None)(lambda *a, **k: (a, k))"],
    "itertools.count": ["itertools.count()", "itertools.count(2**63 - 1)", "itertools.count(-2**47, 2**46)", "itertools.count(0.5, 0.25)", "itertools.count(5, -2**63)"],
    "itertools.cycle": ["itertools.cycle('ab')"],
    "itertools.repeat": ["itertools.repeat('a', 2)", "itertools.repeat(1)", "itertools.repeat(1, 2**48)", "itertools.repeat(1, 2**63 - 1)"],
    "itertools.accumulate": ["itertools.accumulate([1, 2, 3])"],
    "itertools.chain": ["itertools.chain('ab', [1])", "itertools.chain.from_iterable(['a', failing(1)])"],
    "itertools.combinations": ["itertools.combinations('abc', 2)"],
    "itertools.product": ["itertools.product('ab', repeat=2)"],
    "itertools.groupby": ["itertools.groupby('aab')"],
    "itertools.islice": ["itertools.islice(itertools.count(), 2, 10, 3)"],
    "itertools.tee": ["itertools.tee('abc')[1]"],
    "itertools.batched": ["itertools.batched('abcde', 2)", "itertools.batched('abc', 2, strict=True)"],
    "decimal.Decimal": ["decimal.Decimal('1.5')", "decimal.Decimal(0)", "decimal.Decimal('-0')", "decimal.Decimal('Infinity')", "decimal.Decimal('NaN')", "decimal.Decimal('sNaN')", "decimal.Decimal('1E+999999')",
                        "decimal.Decimal('1E-999999')", "decimal.Decimal('-123.4567')", "decimal.Decimal(2**64)", "decimal.Decimal('9' * 28)", "decimal.Decimal('0.1')", "decimal.Decimal('1E+5')", "decimal.Decimal('7')", "decimal.Decimal('1011')"],
    "decimal.Context": ["decimal.Context()", "decimal.Context(prec=3, traps=[])", "decimal.Context(prec=5, rounding=decimal.ROUND_UP, Emax=10, Emin=-10)"],
    "fractions.Fraction": ["fractions.Fraction(1, 3)", "fractions.Fraction(-7, 2)", "fractions.Fraction(0)", "fractions.Fraction(2**64, 3)", "fractions.Fraction('1.25')"],
    "datetime.timedelta": ["datetime.timedelta(1)", "datetime.timedelta(0)", "datetime.timedelta(-1, 5, 999999)", "datetime.timedelta.max", "datetime.timedelta.min", "datetime.timedelta(hours=5, minutes=30)", "datetime.timedelta(microseconds=1)"],
    "datetime.date": ["datetime.date(2024, 2, 29)", "datetime.date.min", "datetime.date.max", "datetime.date(1970, 1, 1)", "datetime.date(2000, 12, 31)"],
    "datetime.time": ["datetime.time()", "datetime.time(23, 59, 59, 999999)", "datetime.time(1, 2, 3, tzinfo=datetime.timezone.utc)", "datetime.time(12, fold=1)"],
    "datetime.datetime": ["datetime.datetime(2024, 2, 29, 12, 30)", "datetime.datetime.min", "datetime.datetime.max", "datetime.datetime(2024, 3, 31, 2, 30, tzinfo=datetime.timezone.utc)",
                          "datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=-5)))", "datetime.datetime(2024, 10, 27, 2, 30, fold=1)"],
    "datetime.timezone": ["datetime.timezone.utc", "datetime.timezone(datetime.timedelta(hours=5, minutes=30))", "datetime.timezone(datetime.timedelta(-1, 1), 'X')"],
    "random.Random": ["random.Random(1)", "random.Random('a')"],
    "re.Pattern": ["re.compile('a')", "re.compile(r'(\\w)(?P<x>\\d)?')", "re.compile(b'[a-c]+')", "re.compile('')", "re.compile(r'(a)|b', re.I)"],
    "re.Match": ["re.match('(?P<x>a)(b)?', 'abc')", "re.search(b'b', b'abc')", "re.match('', '')"],
    "struct.Struct": ["struct.Struct('<hI')", "struct.Struct('3s2b')", "struct.Struct('')", "struct.Struct('>q')"],
    "io.BytesIO": ["io.BytesIO(b'abc\\ndef')", "io.BytesIO()", "closed(io.BytesIO(b'a'))", "at(io.BytesIO(b'abcdef'), 3)"],
    "io.StringIO": ["io.StringIO('abc\\ndef')", "io.StringIO()", "closed(io.StringIO())", "io.StringIO('a\\r\\nb', newline=None)", "at(io.StringIO('abcdef'), 3)"],
    "io.TextIOWrapper": ["io.TextIOWrapper(io.BytesIO(b'abc\\nd\\xc3\\xa9f'), 'utf-8')"],
    "io.BufferedReader": ["io.BufferedReader(io.BytesIO(b'abcdef'))"],
    "hashlib.md5": ["hashlib.md5(b'a')", "hashlib.sha256()", "hashlib.sha3_256(b'a')", "hashlib.blake2b(b'a', digest_size=5)", "hashlib.shake_128(b'a')"],
    "hmac.HMAC": ["hmac.new(b'k', b'm', 'sha256')"],
    "zlib.compressobj": ["zlib.compressobj()"],
    "zlib.decompressobj": ["zlib.decompressobj()"],
    "csv.writer": ["csv.writer(io.StringIO())"],
    "csv.reader": ["csv.reader(['a,b', '\"c,d\",e'])", "csv.reader(own())"],
    "csv.Sniffer": ["csv.Sniffer()"],
    "string.Template": ["string.Template('$a ${b} $$')", "string.Template('$')"],
    "string.Formatter": ["string.Formatter()"],
    "uuid.UUID": ["uuid.UUID(int=5)", "uuid.UUID(int=2**128 - 1)"],
    "ipaddress.IPv4Address": ["ipaddress.IPv4Address('10.0.0.1')", "ipaddress.IPv4Address(2**32 - 1)"],
    "ipaddress.IPv6Address": ["ipaddress.IPv6Address('::1')", "ipaddress.IPv6Address(2**128 - 1)"],
    "ipaddress.IPv4Network": ["ipaddress.IPv4Network('10.0.0.0/29')", "ipaddress.IPv4Network('0.0.0.0/0')"],
    "ipaddress.IPv6Network": ["ipaddress.IPv6Network('fe80::/126')"],
    "ipaddress.IPv4Interface": ["ipaddress.IPv4Interface('10.0.0.5/24')"],
    "pathlib.PurePath": ["pathlib.PurePosixPath('/a/b.tar.gz')", "pathlib.PurePosixPath('a/../b')", "pathlib.PurePosixPath()", "pathlib.PureWindowsPath('c:\\\\a\\\\b')"],
    "textwrap.TextWrapper": ["textwrap.TextWrapper(10)"],
    "difflib.SequenceMatcher": ["difflib.SequenceMatcher(None, 'abcd', 'bcde')", "difflib.SequenceMatcher(None, [1, 2], [2, 3])"],
    "difflib.Differ": ["difflib.Differ()"],
    "graphlib.TopologicalSorter": ["graphlib.TopologicalSorter({1: [2], 2: [3]})", "graphlib.TopologicalSorter({1: [2], 2: [1]})", "prepared(graphlib.TopologicalSorter({'a': 'bc'}))"],
    "statistics.NormalDist": ["statistics.NormalDist()", "statistics.NormalDist(10, 2.5)"],
    "calendar.Calendar": ["calendar.Calendar()", "calendar.Calendar(6)"],
    "calendar.TextCalendar": ["calendar.TextCalendar()"],
    "calendar.HTMLCalendar": ["calendar.HTMLCalendar(6)"],
    "contextlib.ExitStack": ["contextlib.ExitStack()"],
    "contextlib.nullcontext": ["contextlib.nullcontext(5)"],
    "contextlib.suppress": ["contextlib.suppress(ValueError)"],
    "json.JSONEncoder": ["json.JSONEncoder()", "json.JSONEncoder(indent=2, sort_keys=True)"],
    "json.JSONDecoder": ["json.JSONDecoder()", "json.JSONDecoder(strict=False, parse_float=str)"],
    "operator.itemgetter": ["operator.itemgetter(0)", "operator.itemgetter(1, 'a')"],
    "operator.attrgetter": ["operator.attrgetter('real')", "operator.attrgetter('a.b', 'c')"],
    "operator.methodcaller": ["operator.methodcaller('append', 1)"],
    "shlex.shlex": ["shlex.shlex('a b=\"c d\"', posix=True)"],
    "time.struct_time": ["time.gmtime(0)", "time.struct_time(range(9))"],
    "urllib.parse.SplitResult": ["urllib.parse.urlsplit('http://u:p@h:80/p?q#f')", "urllib.parse.urlparse('//h:99999/x;y')"],
    "typing.TypeVar": ["typing.TypeVar('T')"],
    "pprint.PrettyPrinter": ["pprint.PrettyPrinter(width=20)"],
    "string.templatelib.Template": ["eval(\"t'a{1}b'\")", "eval(\"t'{2!r:>5}'\")"],
}  # fmt: skip

# Modules without types of their own: what their functions mostly take.
MODULE_VALUES = {
    "math": FLOATS, "cmath": COMPLEX + FLOATS, "operator": CONTAINERS, "copy": CONTAINERS, "heapq": CONTAINERS + ITERATORS, "bisect": CONTAINERS,
    "statistics": ["[1, 2, 3, 4]", "[1.5, 2.5, 2.5]", "[0.1] * 5", "(1, 1, 2)", "['a', 'b', 'a']", "[]", "[fractions.Fraction(1, 3), 2]", "[decimal.Decimal('1.5'), 2]", "[float('inf'), 1]", "range(1, 6)", "[2**63, 1]"],
    "json": ["'[1, 2, {\"a\": null}]'", "'{\"a\": 1.5e3}'", "'\"\\\\ud800\"'", "'[1,'", "b'[1]'", "'1' * 20", "'NaN'", "' {} '", "{'a': [1, 2.5, None, True]}", "[float('nan')]", "{1: 2, None: 3}", "selfish()"],
    "base64": BYTES, "binascii": BYTES, "zlib": BYTES + ["zlib.compress(b'abc' * 10)"], "gzip": BYTES + ["gzip.compress(b'abc', mtime=0)"], "hashlib": BYTES, "hmac": BYTES,
    "struct": ["'<i'", "'>q'", "'b'", "'3s'", "'2h'", "'@P'", "'?'", "'e'", "'10p'", "'x'", "'99999999999999999999s'", "'i i'", "b'<H'", "'n'", "b'abcdefgh'", "bytearray(16)"],
    "re": ["'a'", "'(a)(b)?'", "'[a-z]+'", "r'\\d'", "'('", "'*'", "'a|b'", "'(?P<x>.)'", "b'a'", "'abcabc'", "'a1b2'", "lambda m: m.group()", "re.compile('b')", "re.I", "re.X | re.S", "r'\\1'", "'$'"],
    "textwrap": STRINGS, "shlex": STRINGS + ["\"a 'b c' d\"", "'a \"b'"], "html": STRINGS + ["'&lt;&#65;&amp;x&#xD800;'", "'<a&\"b\\'>'"], "unicodedata": STRINGS, "string": STRINGS,
    "keyword": STRINGS, "fnmatch": STRINGS + ["'*.py'", "'[a-c]?'", "'[!a]*'", "['a.py', 'b.txt']"], "os.path": STRINGS + ["'/a/b/../c'", "'a//b'", "b'/x/y.z'", "'~'", "['/a/b', '/a/c']"],
    "urllib.parse": STRINGS + ["'http://h/p?q=1#f'", "'a=1&b=2'", "'%41%zz'", "{'a': [1, 2]}", "[('a', 'b c')]", "b'http://h'"],
    "difflib": ["'abcd'", "'bcde'", "['a\\n', 'b\\n']", "['b\\n', 'c\\n']", "['apple', 'ape', 'peach']", "'appel'"],
    "time": ["0", "1e9", "-1", "2**31", "2**40", "2**62", "1e300", "float('nan')", "time.gmtime(0)", "(2024, 2, 29, 12, 30, 0, 3, 60, 0)", "'%Y-%m-%d'", "'%a %j %U'", "'2024-02-29'", "range(9)"],
    "stat": ["0o100644", "0o40755", "0o777", "2**31"], "errno": [], "colorsys": FLOATS,
    "calendar": ["2024", "2", "1", "12", "0", "1900", "9999", "10000", "2**31", "13", "6"],
    "locale": STRINGS + ["(0, 'C')", "6"], "csv": ["['a,b', 'c']", "io.StringIO('a,b\\n1,2\\n')", "io.StringIO()", "['a', 'b']", "'excel'", "csv.excel"],
    "decimal": ["'1.5'", "'NaN'", "'1e5'", "'abc'", "(0, (1, 2), -1)", "(1, (), 'F')", "'1_0'"], "fractions": ["'1/3'", "'1.5'", "'-7/0'", "' 1 '", "1.5", "3"],
    "datetime": ["'2024-02-29'", "'2024-02-29T12:30:00+02:00'", "'12:30'", "'%Y-%m-%d %H:%M'", "'20240229'", "2024", "12", "31", "59", "86399", "999999", "1e9", "datetime.timezone.utc"],
    "ipaddress": ["'10.0.0.1'", "'::1'", "'10.0.0.0/8'", "'fe80::/10'", "2**32", "2**128", "b'\\x0a\\0\\0\\1'", "'1.2.3'", "'1.2.3.256'", "(1, 8)", "'::1%eth0'"],
    "uuid": ["'12345678123456781234567812345678'", "b'0123456789abcdef'", "uuid.NAMESPACE_DNS", "2**128"],
    "collections": ["'abca'", "{'a': 3}", "['x', 'y']", "'x y'", "'x'"], "pathlib": ["'/a'", "'b/c.txt'", "'..'", "'*.txt'", "'.py'"],
    "typing": ["int", "'T'", "typing.Any", "typing.List[int]", "typing.Optional[str]", "(int, str)", "typing.TypeVar('T')", "..."],
    "types": ["int", "'m'", "{'a': 1}", "list"],
    "random": ["random.Random(5)"], "traceback": ["ValueError('x')", "None", "caught()", "caught().__traceback__"], "logging": ["'INFO'", "10", "'a.b'", "30"],
    "contextlib": ["io.StringIO()", "ValueError", "contextlib.nullcontext(1)"], "graphlib": ["{1: [2]}", "{'a': 'b', 'b': 'a'}"], "pprint": CONTAINERS,
    "functools": CALLABLES, "itertools": ITERATORS + CONTAINERS, "numbers": [], "abc": [], "__future__": [], "array": ["'i'", "'d'", "'u'", "b'B'", "'x'", "[1, 2]", "b'abcd'"],
    "sys": SMALL, "warnings": ["'w'", "UserWarning", "'once'", "'ignore'"], "io": ["io.StringIO('a')", "io.BytesIO(b'a')", "'r'", "'utf-8'"], "string.templatelib": ["'a'", "string.templatelib.Interpolation(1, 'x')"],
    "collections.abc": [], "os": [], "builtins": [],
}  # fmt: skip

# By the name of a parameter: which pools suit.
PARAMETERS = {
    "iterable": "iterable iterator seq sequence it iterables data values p q others pairs points keys population elements items args list lst lines dist x_seq",
    "callable": "key func function callable default_factory predicate fn object_hook object_pairs_hook parse_float parse_int cmp callback default user_function factory object_callback wrapped",
    "int": "index i n k count size start stop step maxsplit ndigits r times lo hi width pos endpos maxlen digits depth tabsize length bits offset whence repeat level wbits mtime year month day hour minute second microsecond fold "
    "theyear themonth prec min max days seconds nbytes numerator denominator place max_length bufsize buffer_size ngram flags group indent salt_length number fillchars cap weekday signed exp precision int_value limit sizehint shift",
    "number": "x y a b z value mu sigma alpha beta lambd d rel_tol abs_tol real imag base exponent mod other left right xbar weight timestamp",
    "str": "s string text sep prefix suffix old new chars pattern format encoding errors fmt name delimiter quotechar placeholder subsequent_indent initial_indent fillchar string_literal typecode format_spec path type url rounding newline mode",
    "bytes": "buffer bytes data bstr source msg digest b1 b2 val crc content",
    "any": "obj object item elem default initial fillvalue value object_ element cls",
}
BY_PARAMETER = {name: pool for pool, names in PARAMETERS.items() for name in names.split()}
BY_PARAMETER["default"] = "any"
BY_PARAMETER["data"] = "iterable"
BY_PARAMETER["value"] = "any"


def pick(random, pool):
    """An expression of a pool."""
    if pool == "int":
        chance = random.random()
        return edge_int(random) if chance < 0.45 else random.choice(SMALL if chance < 0.9 else LARGE)
    if pool == "number":
        chance = random.random()
        if chance < 0.5:
            return pick(random, "int")
        return random.choice(FLOATS if chance < 0.93 else COMPLEX)
    if pool == "iterable":
        return random.choice(ITERATORS if random.random() < 0.4 else random.choice([CONTAINERS, CONTAINERS, STRINGS, BYTES]))
    if pool == "any":
        return any_value(random)
    return random.choice({"callable": CALLABLES + ODD[:2], "str": STRINGS, "bytes": BYTES, "iterator": ITERATORS}[pool])


def any_value(random):
    kind = random.choice([ODD, ODD, CONTAINERS, STRINGS, FLOATS, "int", BYTES, ITERATORS, CALLABLES, SPECIAL])
    return pick(random, "int") if kind == "int" else random.choice(kind)


# One of each further type.
SPECIAL = [values[0] for name, values in RECEIVERS.items() if "." in name and not name.startswith(("itertools.count", "itertools.cycle", "itertools.repeat"))]


# Types that code easily takes for one another: what suits one of a row is what a check of another forgets.
KIN = [
    "str bytes bytearray memoryview array.array io.BytesIO io.StringIO uuid.UUID",
    "int bool float complex decimal.Decimal fractions.Fraction",
    "list tuple range collections.deque array.array collections.namedtuple time.struct_time",
    "dict collections.OrderedDict collections.defaultdict collections.Counter collections.ChainMap types.MappingProxyType types.SimpleNamespace",
    "set frozenset dict_keys dict_items",
    "list_iterator tuple_iterator generator map zip filter enumerate itertools.chain itertools.islice itertools.tee csv.reader",
    "datetime.date datetime.datetime datetime.time datetime.timedelta datetime.timezone",
    "re.Pattern re.Match", "ipaddress.IPv4Address ipaddress.IPv6Address ipaddress.IPv4Network ipaddress.IPv6Network ipaddress.IPv4Interface",
    "type GenericAlias UnionType typing.TypeVar", "BaseException ExceptionGroup", "function method functools.partial functools.lru_cache operator.itemgetter",
    "io.BytesIO io.StringIO io.TextIOWrapper io.BufferedReader", "zlib.compressobj zlib.decompressobj hashlib.md5 hmac.HMAC",
]  # fmt: skip
KIN = [row.split() for row in KIN]


def type_of(expr):
    """The name under which RECEIVERS has the expression, or a like one; None: nobody knows."""
    for name, exprs in RECEIVERS.items():
        if exprs and expr in exprs:
            return name
    for name, pool in {"str": STRINGS, "bytes": BYTES, "function": CALLABLES, "generator": ITERATORS, "float": FLOATS}.items():
        if expr in pool:
            return name
    literal = re.match(r"(r|b|rb)?['\"]", expr)
    if literal:
        return "bytes" if "b" in (literal[1] or "") else "str"
    return "int" if re.fullmatch(r"[-+*\d ()]+", expr) else None


def twin(random, expr):
    """A value of a neighbouring type, with like contents where that is easy; the expression itself where it has no kin."""
    kind = type_of(expr)
    rows = [row for row in KIN if kind in row]
    if not rows:
        return expr
    name = random.choice(random.choice(rows))
    if name in ("bytes", "bytearray", "memoryview", "array.array") and expr in STRINGS and expr.isascii() and "\\u" not in expr and "\\U" not in expr:
        content = f"({expr}).encode('utf-8', 'surrogatepass')"
        return {"bytes": content, "bytearray": f"bytearray({content})", "memoryview": f"memoryview({content})", "array.array": f"array.array('B', {content})"}[name]
    exprs = RECEIVERS[name]
    return edge_int(random) if exprs is None else random.choice(exprs)


def endless(expr):
    """Whether reading all of it would take for ever: such things are receivers only."""
    starts = ("itertools.count", "itertools.cycle", "itertools.repeat", "echo()", "started(", "ipaddress.IPv4Network('0", "iter(range(2**70")
    return expr.startswith(starts) or expr.startswith(("range(", "iter(range(")) and "2**" in expr and "2**60" not in expr
