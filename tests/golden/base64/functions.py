# base64: every function and error.
import base64
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__module__, type(e).__name__, '|', e)
for n in range(0, 12):
    d = bytes(range(250, 256)) * 2
    d = d[:n]
    for f in 'b64 b32 b32hex b16 b85 a85 z85 standard_b64 urlsafe_b64'.split():
        enc, dec = getattr(base64, f + 'encode'), getattr(base64, f + 'decode')
        e = enc(d); print(f, e, dec(e) == d, dec(e.decode()) == d)
t(lambda: base64.b64encode(b'\xfb\xff', b'-_')); t(lambda: base64.b64encode(b'\xfb\xff', b'-')); t(lambda: base64.b64encode('a')); t(lambda: base64.b64decode('-_8=', '-_')); t(lambda: base64.b64decode('a!b', validate=True)); t(lambda: base64.b64decode(3)); t(lambda: base64.b64decode('\u00e9')); t(lambda: base64.b64decode('-_8=', '-'))
t(lambda: base64.b32decode('me======')); t(lambda: base64.b32decode('me======', casefold=True)); t(lambda: base64.b32decode('ME=====')); t(lambda: base64.b32decode('M1======', map01='L')); t(lambda: base64.b32decode('M0======', map01=b'I')); t(lambda: base64.b32decode('=ME=====')); t(lambda: base64.b32decode('M1======')); t(lambda: base64.b32decode('MEA=====')); t(lambda: base64.b32decode('')); t(lambda: base64.b32decode('========')); t(lambda: base64.b32decode('ME======', True, 'LI'))
t(lambda: base64.b16decode('6g')); t(lambda: base64.b16decode('ab')); t(lambda: base64.b16decode('ab', True)); t(lambda: base64.b16decode('A')); t(lambda: base64.b16encode('a')); t(lambda: base64.b32encode('a')); t(lambda: base64.b32encode(3))
t(lambda: base64.b85decode(b'~~~~~')); t(lambda: base64.b85decode(b'"abc')); t(lambda: base64.b85encode(b'abc', True)); t(lambda: base64.b85decode('a')); t(lambda: base64.z85decode(b'~~~~~')); t(lambda: base64.z85decode(b'#####')); t(lambda: base64.b85encode('a'))
t(lambda: base64.a85encode(b'\0\0\0\0    ab', foldspaces=True)); t(lambda: base64.a85encode(b'x'*20, wrapcol=7)); t(lambda: base64.a85encode(b'x'*20, wrapcol=7, adobe=True)); t(lambda: base64.a85encode(b'x', pad=True)); t(lambda: base64.a85encode(b'\0\0')); t(lambda: base64.a85encode(b'', adobe=True)); t(lambda: base64.a85encode(b'', wrapcol=5, adobe=True)); t(lambda: base64.a85encode(b'xyz', wrapcol=1))
t(lambda: base64.a85decode(b'<~GA(]8~>', adobe=True)); t(lambda: base64.a85decode(b'GA(]8', adobe=True)); t(lambda: base64.a85decode(b'z')); t(lambda: base64.a85decode(b'az')); t(lambda: base64.a85decode(b'y', foldspaces=True)); t(lambda: base64.a85decode(b'y')); t(lambda: base64.a85decode(b'ay', foldspaces=True)); t(lambda: base64.a85decode(b'uuuuu')); t(lambda: base64.a85decode(b'a b\nc')); t(lambda: base64.a85decode(b'a~b')); t(lambda: base64.a85decode(b'a-b', ignorechars=b'-')); t(lambda: base64.a85decode('a'))
t(lambda: base64.encodebytes(b'x'*60)); t(lambda: base64.decodebytes(b'eHh4\neHg=\n')); t(lambda: base64.encodebytes('a')); t(lambda: base64.decodebytes('a')); t(lambda: base64.encodebytes(b'')); t(lambda: base64.MAXBINSIZE); t(lambda: base64.b64encode(bytearray(b'abc'))); t(lambda: base64.b64encode(memoryview(b'abc')))
t(lambda: base64.b64encode()); t(lambda: base64.b64encode(b'', b'', b'')); t(lambda: base64.urlsafe_b64decode('-_8')); t(lambda: base64.standard_b64decode('+/8='))

# --- alternatives that have a meaning already
import base64
for text in ['ab+/', 'ab-_', 'abAB', 'a=b=', '=abc', 'ab==', 'ab']:
    for alternatives in ['-_', 'AB', '/+', '=a', '++']:
        for validate in [False, True]:
            try:
                print(text, alternatives, validate, base64.b64decode(text, alternatives, validate))
            except Exception as error:
                print(text, alternatives, validate, type(error).__name__, error)
print(base64.b64encode(bytes(range(248, 256)) * 2, b'-_'), base64.b64encode(b'\xff\xff\xfe', b'=='), base64.urlsafe_b64decode('--__++//'))
print(base64.b32decode('mfr0o===', True, 'l'), base64.b32decode('MFR1G===', map01='L'), base64.b32decode('MFR1G===', True, 'i'), base64.b32decode(''))
print(base64.a85decode(b'87cURD]i,"Ebo80\xff'[:-1] + b' xy' * 3, ignorechars=b' xy'))
