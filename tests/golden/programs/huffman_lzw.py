# Compression: LZW, Burrows-Wheeler, move to front, arithmetic on bytes, delta coding.
def lzw_encode(data):
    table = {bytes([i]): i for i in range(256)}
    current, out = b"", []
    for byte in data:
        following = current + bytes([byte])
        if following in table:
            current = following
        else:
            out.append(table[current])
            table[following] = len(table)
            current = bytes([byte])
    return out + [table[current]] if current else out


def lzw_decode(codes):
    table = {i: bytes([i]) for i in range(256)}
    codes = iter(codes)
    try:
        previous = table[next(codes)]
    except StopIteration:
        return b""
    out = bytearray(previous)
    for code in codes:
        if code in table:
            entry = table[code]
        elif code == len(table):
            entry = previous + previous[:1]
        else:
            raise ValueError(f"bad code {code}")
        out += entry
        table[len(table)] = previous + entry[:1]
        previous = entry
    return bytes(out)


def bwt(s):
    s += "\0"
    rotations = sorted(s[i:] + s[:i] for i in range(len(s)))
    return "".join(r[-1] for r in rotations)


def unbwt(last):
    order = sorted(range(len(last)), key=lambda i: (last[i], i))
    i, out = order[0], []
    for _ in range(len(last)):
        i = order[i] if out else i
        out.append(last[i])
    i = last.index("\0")
    result = []
    for _ in range(len(last)):
        i = order[i]
        result.append(last[i])
    return "".join(result).rstrip("\0")


def move_to_front(s):
    alphabet = sorted(set(s))
    start, out = alphabet[:], []
    for c in s:
        i = alphabet.index(c)
        out.append(i)
        alphabet.insert(0, alphabet.pop(i))
    return start, out


def unmove(alphabet, codes):
    alphabet, out = alphabet[:], ""
    for i in codes:
        out += alphabet[i]
        alphabet.insert(0, alphabet.pop(i))
    return out


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def unvarint(data):
    n = shift = 0
    for b in data:
        n |= (b & 127) << shift
        shift += 7
        if b < 128:
            yield n
            n = shift = 0
    if shift:
        raise EOFError("truncated varint")


def zigzag(n): return n << 1 if n >= 0 else (-n << 1) - 1
def unzigzag(n): return n >> 1 if n % 2 == 0 else -(n + 1 >> 1)


def pack_bits(bits):
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


text = b"TOBEORNOTTOBEORTOBEORNOT" * 3
codes = lzw_encode(text)
print(len(text), len(codes), codes[:12], lzw_decode(codes) == text, lzw_encode(b""), lzw_decode([]), lzw_decode(lzw_encode(b"aaaaaaa")))
for data in (bytes(range(256)) * 2, b"\0" * 100, "é😀".encode() * 5):
    print(len(lzw_encode(data)), lzw_decode(lzw_encode(data)) == data)
try:
    lzw_decode([65, 999])
except ValueError as e:
    print(e)
transformed = bwt("banana_bandana")
print(repr(transformed), unbwt(transformed))
alphabet, codes = move_to_front("bananaaa")
print(alphabet, codes, unmove(alphabet, codes))
numbers = [0, 1, 127, 128, 300, 16384, 2 ** 40]
packed = b"".join(map(varint, numbers))
print(packed.hex(" "), list(unvarint(packed)) == numbers, [zigzag(n) for n in (0, -1, 1, -2, 1000, -1000)], all(unzigzag(zigzag(n)) == n for n in range(-50, 50)))
try:
    list(unvarint(b"\x80\x80"))
except EOFError as e:
    print(e)
series = [1000, 1003, 1001, 1001, 998, 1010]
deltas = [b - a for a, b in zip([0] + series, series)]
encoded = b"".join(varint(zigzag(d)) for d in deltas)
total, decoded = 0, []
for d in map(unzigzag, unvarint(encoded)):
    total += d
    decoded.append(total)
print(deltas, encoded, decoded == series, pack_bits("1010101011110000111"))
frame = bytearray(b"\x01\x02")
frame[0:0] = len(frame).to_bytes(2, "big")
frame.append(sum(frame) & 0xFF)
frame += b"\xff"
print(frame, frame.hex(), list(frame[2:-1]), frame.find(b"\x02"), bytes(reversed(frame)), memoryview(frame)[2:4].tobytes(), frame.startswith(b"\0\x02"))
