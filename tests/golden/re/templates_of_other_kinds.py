# Templates of expand() and sub() may be of another kind than the text: str, bytes, bytearray, memoryview, array.
import re, array
def t(f):
    try: r = f(); print(type(r).__name__, r)
    except Exception as e: print(type(e).__name__, e)
ms = {'str': re.match('(a)(b)?', 'ac'), 'bytes': re.match(b'(a)(b)?', b'ac'), 'barr': re.match(b'(a)(b)?', bytearray(b'ac'))}
temps = {'s0': 'x', 's1': r'x\1', 's2': r'\1', 's3': r'\2', 's4': r'\2y', 's5': r'\n', 'b0': b'x', 'b1': rb'x\1', 'b2': rb'\1', 'b3': rb'\2',
  'ba0': bytearray(b'x'), 'ba1': bytearray(rb'x\1'), 'mv0': memoryview(b'x'), 'mv1': memoryview(rb'x\1y'), 'mvw': memoryview(bytearray(rb'x\1y')),
  'ar': array.array('B', rb'x\1'), 'ari': array.array('i', [0x5c, 0x31]), 'ar0': array.array('I', [1114111, 255]), 'n': None, 'i': 3, 'f': 2.5, 'l': [1], 't': ('a',), 'e': '', 'be': b'', 'bae': bytearray(), 'hi': b'\xe9\\1', 'his': '\u20ac\\1',
  'mvc': memoryview(b'x\\1x').cast('H'), 'd': {}, 'lb': [92, 49], 'rng': range(3), 'set': {1}}
for mn, m in ms.items():
    for tn, te in temps.items():
        print(mn, tn, end=' '); t(lambda: m.expand(te))
        print(mn, tn, 'sub', end=' '); t(lambda: re.sub(m.re, te, m.string))
        print(mn, tn, 'subn0', end=' '); t(lambda: m.re.subn(te, m.string[:0]))
        print(mn, tn, 'sub2', end=' '); t(lambda: m.re.subn(te, m.string*2+m.string[:1]))
