# hashlib, hmac: CPython 3.14 library.
import hashlib, hmac
for text in r'''
[getattr(hashlib, n)(b'abc').hexdigest() for n in ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'blake2b', 'blake2s')]
[getattr(hashlib, n)(b'x' * 1000).hexdigest() for n in ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'blake2b', 'blake2s')]
[[getattr(hashlib, n)(b'x' * k).hexdigest()[:8] for k in range(50, 300, 7)] for n in ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'blake2b', 'blake2s')]
[[hashlib.new(n, b'q' * k).hexdigest(k) for k in (1, 5, 136, 167, 168, 169, 400)] for n in ('shake_128', 'shake_256')]
[(h.name, h.digest_size, h.block_size) for h in map(hashlib.new, sorted(hashlib.algorithms_guaranteed))]
sorted(hashlib.algorithms_guaranteed), hashlib.algorithms_guaranteed <= hashlib.algorithms_available
hashlib.new('foo')
hashlib.md5('a')
hashlib.md5(1)
hashlib.md5(string=b'a').hexdigest()
hashlib.md5(b'a', string=b'b')
hashlib.md5(data=b'a').hexdigest()
hashlib.md5(bytearray(b'a')).hexdigest(), hashlib.md5(memoryview(b'abc')[1:]).hexdigest()
hashlib.md5(b'a', foo=1)
hashlib.md5(b'', usedforsecurity=False).digest()
hashlib.shake_128(b'').digest()
hashlib.shake_128(b'').hexdigest(5), hashlib.shake_128(b'').hexdigest(length=3), hashlib.shake_256(b'').digest(0)
hashlib.shake_128(b'').digest_size
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- blake2
import hashlib, hmac
for text in r'''
hashlib.blake2b(b'', digest_size=65)
hashlib.blake2b(b'', digest_size=0)
hashlib.blake2b(b'', key=b'a' * 65)
hashlib.blake2b(b'', salt=b'a' * 17)
hashlib.blake2b(b'', person=b'a' * 17)
hashlib.blake2b(b'', fanout=256)
hashlib.blake2b(b'', depth=0)
hashlib.blake2b(b'', node_depth=256)
hashlib.blake2b(b'', inner_size=65)
hashlib.blake2b(b'x', key=b'k', salt=b's', person=b'p', digest_size=20, fanout=3, depth=2, leaf_size=4, node_offset=5, node_depth=1, inner_size=10, last_node=True).hexdigest()
hashlib.blake2b.SALT_SIZE, hashlib.blake2b.PERSON_SIZE, hashlib.blake2b.MAX_KEY_SIZE, hashlib.blake2b.MAX_DIGEST_SIZE
hashlib.blake2s.SALT_SIZE, hashlib.blake2s.PERSON_SIZE, hashlib.blake2s.MAX_KEY_SIZE, hashlib.blake2s().MAX_DIGEST_SIZE
hashlib.blake2s(b'x', key=b'k', salt=b's', person=b'p', digest_size=20, fanout=3, depth=2, leaf_size=4, node_offset=2**48-1, node_depth=1, inner_size=10).hexdigest()
hashlib.blake2s(b'x', node_offset=2**48)
hashlib.blake2b(b'x' * 128, key=b'q' * 64).hexdigest(), hashlib.blake2b(b'', key=b'q').hexdigest(), hashlib.blake2s(b'x' * 64).hexdigest()
hashlib.new('blake2b', b'abc', digest_size=5).hexdigest(), hashlib.blake2b(digest_size=7).digest_size
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- hmac
import hashlib, hmac
for text in r'''
hmac.new(b'k')
hmac.new(b'k', b'm')
hmac.new('k', b'm', 'md5')
[hmac.new(b'k', b'm', n).hexdigest() for n in ('md5', 'sha1', 'sha256', 'sha3_256', 'blake2s')]
hmac.new(b'k', b'm', hashlib.sha256).hexdigest()
hmac.new(b'k' * 200, b'm' * 500, 'sha256').hexdigest()
hmac.new(b'k', b'm', 'md5').name, hmac.new(b'k', b'm', 'md5').block_size, hmac.new(b'k', b'm', 'md5').digest_size
hmac.digest(b'k', b'm', 'sha512').hex()
hmac.compare_digest('a', 'a'), hmac.compare_digest(b'a', b'b'), hmac.compare_digest(b'a', bytearray(b'a')), hmac.compare_digest('a', 'ab')
hmac.compare_digest('a', b'a')
hmac.compare_digest('é', 'é')
hmac.compare_digest(1, 2)
len(hmac.trans_36), hmac.digest_size, hmac.HMAC(b'k', digestmod='sha1').digest()
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- piece by piece, copies
import hashlib, hmac
for name in sorted(hashlib.algorithms_guaranteed):
    h = hashlib.new(name)
    copies = []
    for i in range(60):
        h.update(bytes([i]) * i)
        if i % 20 == 0:
            copies.append(h.copy())
    size = [10] if name.startswith('shake') else []
    print(name, h.hexdigest(*size), [c.hexdigest(*size) for c in copies], h.digest(*size) == h.digest(*size))
m = hmac.new(b'key', b'one', 'sha256')
c = m.copy()
m.update(b'two')
print(m.hexdigest(), c.hexdigest(), m.digest() == hmac.digest(b'key', b'onetwo', 'sha256'))

# --- pbkdf2_hmac
# oracle: native
import hashlib
print(hashlib.pbkdf2_hmac('sha256', b'p', b's', 1).hex(), hashlib.pbkdf2_hmac('sha1', b'p', b's', 10, 7).hex(), hashlib.pbkdf2_hmac('sha512', b'p' * 200, b's', 3, 150).hex())
for call in (lambda: hashlib.pbkdf2_hmac('sha256', b'p', b's', 0), lambda: hashlib.pbkdf2_hmac('sha1', b'p', b's', 10, -1)):
    try:
        print(call())
    except ValueError as error:
        print(error)
