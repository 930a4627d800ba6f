# encode and the bytes that come of it.
s = 'aé€😀'
for enc in ('utf-8', 'UTF8', 'utf_8', 'U8', 'utf-16-le', 'utf-16-be', 'utf-32-le', 'utf-32-be', 'utf-8-sig'):
    b = s.encode(enc)
    print(enc, b, b.decode(enc) == s)
print('aé'.encode('latin-1'), 'aé'.encode('iso-8859-1'), 'a'.encode('ascii'), 'a'.encode(), ''.encode(), 'é'.encode(encoding='utf-8', errors='strict'), 'a'.encode(errors='ignore'))

# --- encode errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: 'é'.encode('ascii'))
t(lambda: 'aéüb'.encode('ascii'))
t(lambda: '€'.encode('latin-1'))
t(lambda: 'a😀b'.encode('latin-1'))
t(lambda: '\ud800'.encode())
t(lambda: 'a\udfffb'.encode('utf-8'))
t(lambda: 'a'.encode('nonsense'))
t(lambda: 'é'.encode('ascii', 'nonsense'))
t(lambda: 'a'.encode('ascii', 'nonsense'))
t(lambda: 'a'.encode(5))
t(lambda: 'a'.encode('utf-8', 5))
t(lambda: 'a'.encode('utf-8', 'strict', 1))
t(lambda: 'a'.encode(None))

# --- error handlers
s = 'aé€😀\ud800z'
for h in ('ignore', 'replace', 'backslashreplace', 'xmlcharrefreplace'):
    print(h, s.encode('ascii', h), s.encode('latin-1', h))
print(s.encode('utf-8', 'ignore'), s.encode('utf-8', 'replace'), s.encode('utf-8', 'surrogatepass'), s.encode('utf-8', 'backslashreplace'))
print('\udcff\udc80'.encode('utf-8', 'surrogateescape'), b'\xff\x80a'.decode('utf-8', 'surrogateescape') == '\udcff\udc80a')

# --- decode errors
def d(b, *a):
    try: print(ascii(b.decode(*a)))
    except (UnicodeDecodeError, LookupError, TypeError) as e: print(type(e).__name__, e)
d(b'\xff'); d(b'a\x80b'); d(b'\xc3'); d(b'\xc3('); d(b'\xe2\x82'); d(b'\xe2\x82x'); d(b'\xf0\x9f\x98'); d(b'\xed\xa0\x80'); d(b'\xc0\x80'); d(b'\xf5\x80\x80\x80'); d(b'\xf4\x90\x80\x80'); d(b'\xe0\x80\x80')
d(b'\x80', 'ascii'); d(b'a', 'nope'); d(b'\xff', 'utf-8', 'ignore'); d(b'a\xffb\xc3', 'utf-8', 'replace'); d(b'\xff\xe2\x82', 'utf-8', 'backslashreplace'); d(b'\xff', 'latin-1'); d(b'\x80\xff', 'ascii', 'replace')
d(b'\x00', 'utf-16-le'); d(b'\x00\xd8', 'utf-16-le'); d(b'\x00\xd8\x00\x00', 'utf-16-le'); d(b'\x00\x00\x11', 'utf-32-be'); d(b'\x00\x11\x00\x00', 'utf-32-be'); d(b'\xff\xfea\x00', 'utf-16'); d(b'\xfe\xff\x00a', 'utf-16'); d(b'\xef\xbb\xbfa', 'utf-8-sig'); d(b'a', 'utf-8-sig'); d(b'\xef\xbb\xbfa')
d(b'a', 5); d(b'a', 'utf-8', 5); d(b'\xff', 'utf-8', 'nonsense')
d(b'', 'utf-16'); d(b'ab\xf0\x9f\x98\x80cd'); d(bytearray(b'\xe2\x82\xac')); d(b'\xe1\xa0\xc0\xe1\xa0\x80', 'utf-8', 'replace')

# --- str() of bytes, with and without an encoding
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

t(lambda: str(b'abc'))
t(lambda: str(b'abc', 'utf-8'))
t(lambda: str(b'\xff', 'utf-8', 'replace'))
t(lambda: str(b'abc', errors='strict'))
t(lambda: str(bytearray(b'x'), 'ascii'))
t(lambda: str(memoryview(b'mv'), 'ascii'))
t(lambda: str('abc', 'utf-8'))
t(lambda: str(5, 'utf-8'))
t(lambda: str(object=b'x', encoding='ascii'))
t(lambda: str(b'\xff', 'ascii'))
t(lambda: str(1, 2, 3, 4))
t(lambda: str())
t(lambda: str(None))
t(lambda: str(foo=1))
