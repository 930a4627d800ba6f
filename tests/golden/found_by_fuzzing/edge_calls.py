# What calls with values from the edges found.
import base64, binascii, bisect, calendar, collections, copy, csv, difflib, fractions, gzip, io, ipaddress, json, pprint, re, struct, traceback, types, typing, zlib


def shown(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)


gaps = memoryview(bytearray(b'abcdef'))[::2]
shown(lambda: re.compile('1.5', 8796093022209))
shown(lambda: re.search('a', 'a', 2**100))
shown(lambda: re.compile(5, 'x'))
shown(lambda: re.RegexFlag())
shown(lambda: re.RegexFlag(1, 2))
shown(lambda: struct.calcsize(struct.Struct('i')))
shown(lambda: struct.Struct(struct.Struct('i')))
shown(lambda: struct.Struct('<h').unpack(b'ab'))
shown(lambda: struct.calcsize('\0'))
shown(lambda: bytearray(b'abc').lstrip(gaps))
shown(lambda: binascii.crc32(gaps))
shown(lambda: b'a' + gaps)
shown(lambda: bytes(gaps) + bytearray(gaps))
shown(lambda: bytearray(b'ace') == gaps)
shown(lambda: b'ace'.__eq__(bytearray(b'ace')))
shown(lambda: complex(1).__pow__('x', 4))
shown(lambda: binascii.hexlify(b'abc', 'xx', 'y'))
shown(lambda: zlib.crc32('x', 'y'))
shown(lambda: gzip.decompress(set()))
shown(lambda: copy.deepcopy(5, ()))
shown(lambda: copy.deepcopy([5], ()))
shown(lambda: collections.OrderedDict(a=1).pop(key='a'))
shown(lambda: collections.OrderedDict().setdefault(key='a'))
shown(lambda: collections.OrderedDict().pop(None).args)
shown(lambda: collections.OrderedDict().move_to_end({}))
shown(lambda: collections.Counter('a').__iadd__(5))
shown(lambda: collections.Counter('a').__iand__(5))
shown(lambda: collections.Counter().__iand__(5))
shown(lambda: collections.deque('a')['x'])
shown(lambda: collections.deque('a').__getitem__('x'))
shown(lambda: collections.namedtuple('point', 'x y')(1, 2).__class_getitem__(int))
shown(lambda: list[collections.namedtuple('point', 'x y')(1, 2)])
shown(lambda: types.SimpleNamespace(types.MappingProxyType({'a': 1})))
shown(lambda: types.ModuleType("it's\n"))
shown(lambda: calendar.Day())
shown(lambda: calendar.Day(1, 2))
shown(lambda: difflib.SequenceMatcher(None, 5, 'abc').b)
shown(lambda: difflib.SequenceMatcher(None, 5, 'abc').ratio())
shown(lambda: list(difflib.SequenceMatcher(None, 'abcd', 'bcde').get_grouped_opcodes(-2)))
shown(lambda: bisect.bisect(7, 1, 5, 2))
shown(lambda: csv.Dialect())
shown(lambda: csv.get_dialect())
shown(lambda: csv.reader(5, 'nothing'))
shown(lambda: fractions.Fraction(1, 3).limit_denominator(0.5))
shown(lambda: fractions.Fraction(7, 3).limit_denominator(1.5))
shown(lambda: fractions.Fraction(7, 3).__int__(str))
shown(lambda: io.BytesIO(b'a').read(10**40))
shown(lambda: io.BufferedReader(io.BytesIO(b'a')).__init__())
shown(lambda: io.TextIOWrapper(5, encoding=5))
shown(lambda: ipaddress.ip_address('1.2.3.4').__add__('x'))
shown(lambda: ipaddress.ip_address('1.2.3.4') + 'x')
shown(lambda: ipaddress.ip_network('1.0.0.0/8').subnet_of(5))
shown(lambda: list(ipaddress.collapse_addresses([5])))
shown(lambda: json.JSONDecoder().parse_constant('NaN'))
shown(lambda: json.loads('1', cls=5))
shown(lambda: pprint.pformat(1, indent='1', width='x'))
shown(lambda: traceback.format_exception(ValueError, ValueError(1)))
shown(lambda: typing.reveal_type(obj=1))

# --- a SequenceMatcher leaves its first sequence alone until it compares
import difflib

generator = (x for x in 'abc')
m = difflib.SequenceMatcher(None, generator, 'abc')
print(next(generator))
m.set_seq1('abd')
print(m.ratio())

# --- containers of the library as arguments that are read whole
import array, collections, itertools, json, re

for container in array.array('b', [1, 2]), collections.deque([1, 2]):
    print(list(itertools.permutations(container)), list(itertools.combinations(container, 1)))
    print(list(itertools.combinations_with_replacement(container, 2)), list(itertools.product(container, container)))
print(type(re.Scanner(pair for pair in [('a', None), ('b', None)])).__name__)
print(json.dumps([1, {2: 3}], separators=(";", "=")))

# --- an address adds ints only
import ipaddress

a = ipaddress.ip_address('1.2.3.4')
a += 1
print(a)
a -= 2
print(a)
try:
    a += 'x'
except TypeError as e:
    print(e)
