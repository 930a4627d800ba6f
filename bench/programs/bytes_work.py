# bytes and bytearray: checksums, packing, hexadecimal, search.
data = bytearray(i * 31 % 256 for i in range(480000))
a, b = 1, 0
for byte in data:
    a = (a + byte) % 65521
    b = (b + a) % 65521
for i in range(0, len(data) - 4, 4):
    data[i], data[i + 3] = data[i + 3], data[i] ^ 0x55
text = bytes(data).hex()
back = bytes.fromhex(text)
found = sum(back.find(bytes([i, i ^ 0x55])) for i in range(256))
words = [int.from_bytes(back[i:i + 4], "big") for i in range(0, 440000, 4)]
print(b << 16 | a, len(text), back == data, found, sum(words) % 1000003)
