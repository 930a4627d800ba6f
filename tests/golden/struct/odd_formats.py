# struct: formats that are no text.
import struct
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
p(lambda: struct.pack_into({}, bytearray(3), 0, 1))
p(lambda: struct.pack([], 1))
p(lambda: struct.calcsize(set()))
p(lambda: struct.unpack(bytearray(b'i'), b'1234'))
p(lambda: struct.Struct({}))
p(lambda: struct.iter_unpack({}, b''))
p(lambda: struct.unpack_from({}, b''))
p(lambda: struct.calcsize(([],)))
p(lambda: struct.calcsize((1,)))
p(lambda: struct.calcsize(1.5))
