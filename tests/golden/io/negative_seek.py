# Positions before the beginning.
import io
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for B in (io.BufferedReader, io.BufferedWriter, io.BufferedRandom):
    p(lambda: B(io.BytesIO(b'abc')).seek(-7))
    p(lambda: B(io.BytesIO(b'abc')).seek(-7, 1))
    p(lambda: B(io.BytesIO(b'abc')).seek(-7, 2))
p(lambda: io.BytesIO(b'abc').seek(-7, 2))
p(lambda: io.BytesIO(b'abc').seek(-7, 1))
