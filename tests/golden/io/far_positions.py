# Positions in streams.
# CPython: has positions up to 2**63; here they end at 2**46, which is more than any memory
import io
for stream in (io.BytesIO(b'abc'), io.StringIO('abc')):
    for position in (2**46, 2**46 + 1, 2**62):
        try: print(stream.seek(position), stream.tell(), stream.read())
        except OSError as e: print(e)
