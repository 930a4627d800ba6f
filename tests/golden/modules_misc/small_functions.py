# Small functions, constants and types of several modules.
import decimal, time, logging, os, uuid, fractions, copy, types, traceback, gzip, io
print(decimal.getcontext().copy_decimal(decimal.Decimal('1.5')), int(uuid.UUID(int=5)))
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
p(lambda: decimal.getcontext().copy_decimal(5))
p(lambda: decimal.getcontext().copy_decimal('x'))
p(lambda: time.clock_gettime(time.CLOCK_REALTIME) > 0)
p(lambda: time.clock_gettime_ns(1) >= 0)
p(lambda: time.clock_getres(0) <= 1)
p(lambda: time.clock_gettime('a'))
p(lambda: (os.EX_USAGE, os.EX_CONFIG, os.EX_OSERR, os.EX_OK))
f = fractions.Fraction(1, 3)
p(lambda: f.__copy__() is f)
p(lambda: f.__deepcopy__({}) is f)
p(lambda: copy.deepcopy([f])[0] is f)
b = logging.BufferingFormatter()
r = [logging.makeLogRecord({'msg': 'm%d', 'args': (i,)}) for i in range(3)]
p(lambda: b.format(r))
p(lambda: b.format([]))
p(lambda: logging.BufferingFormatter(logging.Formatter('[%(message)s]')).format(r))
p(lambda: (b.formatHeader(r), b.formatFooter(r)))
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    logging.getLogger().handlers = [logging.NullHandler()]
    logging.warn('x')
    print(w[0].category, w[0].message)
for n in ('ClassMethodDescriptorType', 'GetSetDescriptorType', 'MemberDescriptorType', 'MethodWrapperType', 'WrapperDescriptorType'): print(n, getattr(types, n))
p(lambda: [isinstance(x, t) for x, t in ((dict.__dict__['fromkeys'] if hasattr(dict, '__dict__') and 0 else dict.get, types.MethodDescriptorType), (int.__add__, types.WrapperDescriptorType), ((1).__add__, types.MethodWrapperType), (types.FunctionType.__name__, types.GetSetDescriptorType))])
try: 1 / 0
except ZeroDivisionError as e: s = traceback.extract_tb(e.__traceback__)
print(len(s), s[0] in s, s.count(s[0]), s.index(s[0]), len(s + s), len(s * 2), len(2 * s), type(s + s).__name__)
t = s.copy()
print(type(t).__name__, len(t))
t = traceback.StackSummary.from_list([('f', 1, 'g', 'x'), ('f', 2, 'h', 'y')])
t.append(traceback.FrameSummary('a', 3, 'b', line='z'))
t[0] = t[2]
del t[1]
print(t, [f.name for f in reversed(t)])
t += [t[0]]
print(type(t).__name__, len(t))
t.sort(key=lambda f: f.lineno); t.reverse(); t.remove(t[0]); t.clear()
print(t)
g = gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(b'hello')))
b = bytearray(3)
print(g.readinto1(b), b)
try: g.detach()
except io.UnsupportedOperation as e: print(e)
