# binascii: every function and error.
import binascii
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__module__, type(e).__name__, '|', e)
for s in (b'YWJj', b'YWI=', b'YQ==', b'YQ=', b'YQ', b'Y', b'YWJj\n', b'YW Jj', b'YWJj====', b'=YWJj', b'YWJj=', b'YW=Jj', b'YQ==YQ==', b'Y!WJj', b'', b'====', b'YWJjZ', b'YQ==a', b'YQ=a=', '\u00e9', 'YWJj', b'Y===', b'YWJjZA', b'YWJjZGU', b'YWJj YWJj', b'=', b'Y=', b'YQ=\n=', b'\n', b'YWJjYQ==YWJj'):
    t(lambda: binascii.a2b_base64(s)); t(lambda: binascii.a2b_base64(s, strict_mode=True))
t(lambda: binascii.a2b_base64(3)); t(lambda: binascii.b2a_base64('a')); t(lambda: binascii.b2a_base64(b'abc'*30)[:10]); t(lambda: binascii.b2a_base64(b'abc', newline=False))
for s in (b'6162', '6162', b'616', b'6g', '6\u00e9', 3, bytearray(b'61'), b'', 'AbCd'):
    t(lambda: binascii.unhexlify(s)); t(lambda: binascii.a2b_hex(s))
t(lambda: binascii.hexlify(b'abcdef', '-')); t(lambda: binascii.hexlify(b'abcdef', '-', 2)); t(lambda: binascii.hexlify(b'abcdef', b':', -4)); t(lambda: binascii.hexlify('a')); t(lambda: binascii.b2a_hex(b'abc', '')); t(lambda: binascii.b2a_hex(b'abc', 'ab')); t(lambda: binascii.hexlify(b'abc', sep='\u00e9')); t(lambda: binascii.hexlify(b'abc', 3)); t(lambda: binascii.hexlify(data=b'a', sep='-', bytes_per_sep=1)); t(lambda: binascii.hexlify())
t(lambda: binascii.crc32(b'hello')); t(lambda: binascii.crc32(b'lo', binascii.crc32(b'hel'))); t(lambda: binascii.crc32('a')); t(lambda: binascii.crc32(b'a', -1)); t(lambda: binascii.crc32(b'a', 2**40)); t(lambda: binascii.crc_hqx(b'hello', 0)); t(lambda: binascii.crc_hqx(b'a', 70000)); t(lambda: binascii.crc_hqx(b'a')); t(lambda: binascii.crc32(b'a', 'x'))
for s in (b'a=20b', b'a=\nb', b'a=3D=41', b'=', b'a=x', b'a=4', b'a_b', b'==20', b'a=\r\nb', b'tr  \n', b'=4a'):
    t(lambda: binascii.a2b_qp(s)); t(lambda: binascii.a2b_qp(s, header=True))
for s in (b'a b', b'a\tb ', b'x'*80, b'=', b'\xff', b'line \nnext', b'.', b'.\n', b'a_b c', b'end ', b'a\r\nb', b'x'*74+b'\xff', b' ', b'\t\n', b'\r'):
    t(lambda: binascii.b2a_qp(s)); t(lambda: binascii.b2a_qp(s, quotetabs=True)); t(lambda: binascii.b2a_qp(s, istext=False)); t(lambda: binascii.b2a_qp(s, header=True))
for s in (b'abc', b'', b'a'*45, b'a'*46, b'\0', b'ab'):
    t(lambda: binascii.b2a_uu(s)); t(lambda: binascii.b2a_uu(s, backtick=True))
for s in (b'#86)C\n', b' \n', b'', b'!\n', b'#86)C', b'#86)C   \n', b'#86)Cxx', b'\xff', b'#86', b'!`\n', b'"86)C'):
    t(lambda: binascii.a2b_uu(s))

# --- checksums of every byte, from every start, and over pieces
import binascii
data = bytes(range(256)) * 300
print(binascii.crc_hqx(data, 0), binascii.crc_hqx(data, 0xFFFF), binascii.crc_hqx(b'', 70000), binascii.crc_hqx(b'abc', -1))
print(binascii.crc32(data), binascii.crc32(data, 12345), binascii.crc32(b'', 7), binascii.crc32(b'abc', -1))
print(binascii.crc_hqx(data[5000:], binascii.crc_hqx(data[:5000], 9)) == binascii.crc_hqx(data, 9))
text = binascii.b2a_base64(data * 2, newline=False)
print(len(text), binascii.a2b_base64(text) == data * 2, binascii.unhexlify(binascii.hexlify(data)) == data)

# --- quoted-printable and uuencode with much that gives nothing
import binascii
print(binascii.a2b_qp('=\n' * 20000), binascii.a2b_qp('a=\r' + 'x' * 300000 + '\nb'), binascii.a2b_qp('=' + '\r' * 10))
print(binascii.a2b_uu('!80  ' + ' ' * 30000))
