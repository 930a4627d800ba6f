# Ciphers and codecs: Caesar, Vigenere, run length, base64 by hand, Morse, checksums.
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def caesar(text, shift):
    table = str.maketrans(ALPHABET + ALPHABET.upper(), ALPHABET[shift % 26:] + ALPHABET[:shift % 26] + (ALPHABET[shift % 26:] + ALPHABET[:shift % 26]).upper())
    return text.translate(table)


def vigenere(text, key, sign=1):
    out, i = [], 0
    for c in text:
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            shift = ALPHABET.index(key[i % len(key)].lower())
            out.append(chr((ord(c) - base + sign * shift) % 26 + base))
            i += 1
        else:
            out.append(c)
    return "".join(out)


def rle(text):
    out, i = [], 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out.append((text[i], j - i))
        i = j
    return out


B64 = ALPHABET.upper() + ALPHABET + "0123456789+/"


def b64encode(data):
    out = ""
    for i in range(0, len(data), 3):
        chunk = data[i:i + 3]
        n = int.from_bytes(chunk + bytes(3 - len(chunk)), "big")
        out += "".join(B64[n >> s & 63] for s in (18, 12, 6, 0))[:len(chunk) + 1] + "=" * (3 - len(chunk))
    return out


def b64decode(text):
    out = bytearray()
    for i in range(0, len(text), 4):
        quad = text[i:i + 4]
        n = 0
        for c in quad:
            n = n << 6 | (0 if c == "=" else B64.index(c))
        out += n.to_bytes(3, "big")[:3 - quad.count("=")]
    return bytes(out)


MORSE = dict(zip("abcdefghijklmnopqrstuvwxyz", ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..".split()))
FROM_MORSE = {v: k for k, v in MORSE.items()}


def crc32(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def adler32(data):
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return b << 16 | a


def luhn(number):
    digits = [int(d) for d in number if d.isdigit()][::-1]
    return sum(d if i % 2 == 0 else sum(divmod(2 * d, 10)) for i, d in enumerate(digits)) % 10 == 0


message = "Hello, World! xyz"
print(caesar(message, 3), caesar(caesar(message, 3), -3) == message, caesar("abc", 29), caesar(message, 13))
print(vigenere("Attack at Dawn", "lemon"), vigenere(vigenere("Attack at Dawn", "lemon"), "lemon", -1))
print(rle("aaabbc"), "".join(f"{n}{c}" for c, n in rle("WWWWBWWW")), "".join(c * n for c, n in rle("hello")), rle(""))
for data in (b"", b"f", b"fo", b"foo", b"foob", bytes(range(250, 256)), "é😀".encode()):
    print(data, b64encode(data), b64decode(b64encode(data)) == data)
code = " ".join(MORSE[c] for c in "sosmorse")
print(code, "".join(FROM_MORSE[c] for c in code.split()))
print(f"{crc32(b'123456789'):08x} {adler32(b'Wikipedia'):08x} {crc32(b''):x}")
print([luhn(n) for n in ("4539 1488 0343 6467", "8273 1232 7352 0569", "0")])


def crack(cipher):
    frequent = "etaoinshrdlu"
    def score(text): return sum(len(frequent) - frequent.index(c) for c in text.lower() if c in frequent)
    return max((caesar(cipher, -s) for s in range(26)), key=score)


print(crack(caesar("the quick brown fox jumps over the lazy dog near the river bank", 17)))
xor = lambda data, key: bytes(b ^ key[i % len(key)] for i, b in enumerate(data))
secret = xor(b"attack", b"key")
print(secret, secret.hex(), xor(secret, b"key"))
print("".join(chr(int(b, 2)) for b in " ".join(f"{ord(c):08b}" for c in "bits").split()), "".join(reversed("stressed")), "racecar" == "racecar"[::-1])
