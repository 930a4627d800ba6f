# str.encode() and bytes.decode(): CPython 3.14 library, "Standard Encodings".
# CPython: has these codecs as well; here they are refused by name, as names that nobody has
for name in ('idna', 'punycode', 'utf-7', 'utf_8_foo', 'shift_jis', 'gbk', 'gb18030', 'big5', 'euc_jp', 'euc-kr', 'iso2022_jp', 'hz', 'undefined', 'mbcs'):
    for use in (lambda: 'a'.encode(name), lambda: b'a'.decode(name), lambda: str(b'a', name), lambda: bytes('a', name)):
        try:
            print(use())
        except LookupError as e:
            print(type(e).__name__, e)
