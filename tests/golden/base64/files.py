# base64.encode, base64.decode: from one open file into another.
import base64, io
for data in (b'', b'a', b'x' * 57, b'y' * 58, bytes(range(256))):
    out, back = io.BytesIO(), io.BytesIO()
    base64.encode(io.BytesIO(data), out)
    print(out.getvalue())
    out.seek(0)
    base64.decode(out, back)
    print(back.getvalue() == data)
print(base64.MAXLINESIZE, base64.MAXBINSIZE, base64.bytes_types)
try: base64.encode(io.StringIO('abc'), io.BytesIO())
except TypeError as e: print(e)
try: base64.decode(io.BytesIO(b'YQ'), io.BytesIO())
except Exception as e: print(type(e).__name__, e)
