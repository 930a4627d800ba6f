# Numbers from bytes that are no ASCII: bytes are not decoded, and messages are cut between characters.
def t(f):
    try:
        print(ascii(f()))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))
for x in (b'\xd9\xa3', b'\xff', b'\xf8' * 3, b' 12\t', b'\x1c12', bytearray('\u0663'.encode()), memoryview(b'\xe2\x80'),
          '\u0663', '\x1c12', '\xe9' * 300, '\U0001f600' * 250, '\xe9' * 199 + "'", b'\xe9' * 300):
    t(lambda: int(x))
    t(lambda: float(x if not isinstance(x, memoryview) else x.tobytes()))
    t(lambda: complex(x))
t(lambda: int(b'\xff\xff', 16))
t(lambda: int('\xe9' * 250, 16))
