# Arrays of code points that are none; values of RegexFlag.
import array, re, warnings
warnings.simplefilter('ignore')
def p(f):
    try: print(ascii(f()))
    except Exception as e: print(type(e).__name__, e)
for code in 'uw':
    a = array.array(code, 'abc')
    a.frombytes(b'abcdefgh')
    p(lambda: repr(a)); p(lambda: a.tounicode()); p(lambda: a[3]); p(lambda: a.tolist()); p(lambda: list(a)[:2])
    b = array.array(code, 'x')
    b.frombytes(b'\0\xd8\0\0')
    p(lambda: repr(b)); p(lambda: b.tounicode()); p(lambda: b[1]); p(lambda: b.tolist())
for x in (1.5, 'a', None, 2, 2**40, -1, re.I, [], 0):
    p(lambda: re.RegexFlag(x))
