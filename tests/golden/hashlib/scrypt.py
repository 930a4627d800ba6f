# oracle: native
# hashlib.scrypt, which OpenSSL has and the other oracle has not. RFC 7914 has some of these.
import hashlib
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
s = hashlib.scrypt
p(lambda: s(b'', salt=b'', n=16, r=1, p=1).hex())
p(lambda: s(b'password', salt=b'NaCl', n=1024, r=8, p=16, dklen=64).hex())
p(lambda: s(b'pw', salt=b's', n=2, r=1, p=1, dklen=5))
p(lambda: s(b'pw', salt=b's', n=2**10, r=8, p=1, maxmem=2**25, dklen=130).hex())
p(lambda: s(bytearray(b'pw'), salt=memoryview(b's' * 200), n=8, r=3, p=5, dklen=1).hex())
p(lambda: s(b'x' * 200, salt=b'y', n=64, r=2, p=2).hex())
p(lambda: s(b'pw', salt=b's', n=2**15, r=8, p=1).hex())
p(lambda: s(b'pw', salt=b's', n=3, r=8, p=1).hex())
p(lambda: s(b'pw', salt=b's', n=0, r=8, p=1).hex())
p(lambda: s(b'pw', salt=b's', n=4, r=0, p=1).hex())
p(lambda: s(b'pw', salt=b's', n=4, r=1, p=0).hex())
p(lambda: s(b'pw', salt=b's', n=2**16, r=1, p=1, maxmem=2**30).hex())
p(lambda: s(b'pw', salt=b's', n=4, r=1, p=1, dklen=0).hex())
p(lambda: s(b'pw', salt=b's', n=4, r=1, p=1, maxmem=-1).hex())
p(lambda: s(b'pw', salt=b's', n=4, r=1, p=1, maxmem=2**31).hex())
p(lambda: s(b'pw', n=4, r=1, p=1))
p(lambda: s(b'pw', salt=b's', n=-4, r=1, p=1))
p(lambda: s(b'pw', salt='s', n=4, r=1, p=1))
p(lambda: s('pw', salt=b's', n=4, r=1, p=1))
p(lambda: s())
p(lambda: s(b'', salt=b'', n=2**40, r=1, p=1).hex())
p(lambda: s(b'', salt=b'', n=2.0, r=1, p=1).hex())
