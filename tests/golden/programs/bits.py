# Bit tricks, bitmaps, Gray codes, hamming codes, bloom filters.
def popcount(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


def gray(n):
    return n ^ n >> 1


def ungray(g):
    n = 0
    while g:
        n ^= g
        g >>= 1
    return n


def reverse_bits(n, width):
    result = 0
    for _ in range(width):
        result = result << 1 | n & 1
        n >>= 1
    return result


def hamming_encode(bits):
    code = [0] * 7
    code[2], code[4], code[5], code[6] = bits
    code[0] = code[2] ^ code[4] ^ code[6]
    code[1] = code[2] ^ code[5] ^ code[6]
    code[3] = code[4] ^ code[5] ^ code[6]
    return code


def hamming_decode(code):
    code = code[:]
    error = 0
    for position, bit in enumerate(code, 1):
        if bit:
            error ^= position
    if error:
        code[error - 1] ^= 1
    return [code[i] for i in (2, 4, 5, 6)], error


print([popcount(n) for n in range(17)], all(popcount(n) == n.bit_count() for n in range(2000)))
print([f"{gray(n):03b}" for n in range(8)], all(ungray(gray(n)) == n for n in range(300)))
print([reverse_bits(n, 8) for n in (1, 2, 0b10110000, 255)], bin(reverse_bits(0xDEADBEEF, 32)))
errors = 0
for n in range(16):
    data = [n >> i & 1 for i in range(4)]
    for flip in range(8):
        code = hamming_encode(data)
        if flip:
            code[flip - 1] ^= 1
        decoded, where = hamming_decode(code)
        errors += decoded != data or where != flip
print(errors, hamming_encode([1, 0, 1, 1]))


def bitset():
    bits = 0

    def add(*items):
        nonlocal bits
        for i in items:
            bits |= 1 << i

    def discard(i):
        nonlocal bits
        bits &= ~(1 << i)

    return add, discard, lambda i: bits >> i & 1 == 1, lambda: [i for i in range(bits.bit_length()) if bits >> i & 1], lambda: bits


add, discard, has, items, raw = bitset()
add(1, 5, 100, 64)
discard(5)
discard(7)
print(items(), has(100), has(5), raw() == 2 + 2 ** 64 + 2 ** 100, hex(raw()))


def fnv(text, seed=0):
    h = 0xCBF29CE484222325 ^ seed
    for byte in text.encode():
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


def bloom(size, hashes):
    field = bytearray(size // 8 + 1)

    def positions(item):
        for k in range(hashes):
            yield fnv(item, k * 0x9E3779B97F4A7C15) % size

    def insert(item):
        for p in positions(item):
            field[p >> 3] |= 1 << (p & 7)

    return insert, lambda item: all(field[p >> 3] >> (p & 7) & 1 for p in positions(item)), lambda: sum(b.bit_count() for b in field)


insert, maybe, used = bloom(512, 4)
for w in "alpha beta gamma delta epsilon".split():
    insert(w)
print(all(map(maybe, "alpha beta gamma delta epsilon".split())), sum(maybe(f"word{i}") for i in range(500)) < 20, used() <= 20, hex(fnv("hello")))


def subsets(mask):
    sub = mask
    while sub:
        yield sub
        sub = (sub - 1) & mask
    yield 0


def xorshift(x):
    while True:
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        yield x


print([f"{s:04b}" for s in subsets(0b1011)], [x for x, _ in zip(xorshift(2463534242), range(4))])
print([n for n in range(1, 200) if n & (n - 1) == 0], (5).bit_length(), -1 & 0xFF, ~5 & 0xF, 1 << 70 >> 68, -17 >> 2, -17 // 4, -17 & 15, 6 ^ -1, bin(-6 & 0b1111), int.from_bytes(b"\x12\x34", "little"), (1000).to_bytes(2, "big").hex())


def utf8(code):
    if code < 0x80:
        return [code]
    tail = []
    while code > (0x3F >> len(tail) if tail else 0x3F):
        tail.append(0x80 | code & 0x3F)
        code >>= 6
    return [(0xFF << (7 - len(tail)) & 0xFF) | code] + tail[::-1] if len(tail) else [code]


print([bytes(utf8(ord(c))) == c.encode() for c in "aé€😀"], [hex(b) for b in utf8(0x20AC)])
