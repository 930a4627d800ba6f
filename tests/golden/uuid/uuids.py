# uuid: CPython 3.14 library.
import uuid; from uuid import UUID as U
for text in r'''
U('12345678123456781234567812345678'), U('{12345678-1234-5678-1234-567812345678}'), U('urn:uuid:12345678-1234-5678-1234-567812345678'), U(bytes=b'\x12\x34\x56\x78' * 4), U(bytes_le=b'\x78\x56\x34\x12\x34\x12\x78\x56' + b'\x12\x34\x56\x78\x12\x34\x56\x78'), U(fields=(0x12345678, 0x1234, 0x5678, 0x12, 0x34, 0x567812345678)), U(int=5), U(int=2**128 - 1, version=4)
U()
U('abc')
U('z' * 32)
U(int=-1)
U(int=2**128)
U(bytes=b'a')
U(bytes_le=b'a')
U(fields=(1, 2))
U(fields=(2**32, 0, 0, 0, 0, 0))
U('1' * 32, int=3)
U(int=1, version=9)
[(u.hex, u.int, u.urn, u.bytes, u.bytes_le, u.fields, u.time_low, u.time_mid, u.time_hi_version, u.clock_seq_hi_variant, u.clock_seq_low, u.time, u.clock_seq, u.node, u.variant, u.version, str(u)) for u in map(U, ['12345678123456781234567812345678', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '00000000-0000-0000-c000-000000000046', 'f81d4fae-7dec-11d0-e765-00a0c91e6bf6'])]
uuid.uuid3(uuid.NAMESPACE_DNS, 'python.org'), uuid.uuid5(uuid.NAMESPACE_URL, 'http://python.org/'), uuid.uuid5(uuid.NAMESPACE_OID, b'x'), uuid.uuid3(uuid.NAMESPACE_X500, ''), uuid.uuid8(1, 2, 3)
U(int=1) == U(int=1), U(int=1) != U(int=2), U(int=1) < U(int=2), U(int=1) == 1, hash(U(int=1)) == hash(U(int=1)), sorted([U(int=3), U(int=1)]), {U(int=1): 2}[U(int=1)]
U(int=1) < 1
uuid.NIL, uuid.MAX, uuid.RFC_4122, uuid.NAMESPACE_DNS
[(u.version, u.variant, len(str(u))) for u in (uuid.uuid1(), uuid.uuid4(), uuid.uuid6(), uuid.uuid7(), uuid.uuid8())], uuid.uuid4() != uuid.uuid4(), uuid.uuid7() < uuid.uuid7(), uuid.uuid1(node=5, clock_seq=7).node, uuid.uuid1(5, 7).clock_seq, 0 <= uuid.getnode() < 2**48, uuid.getnode() == uuid.getnode()
isinstance(uuid.uuid4(), U), type(uuid.uuid4()), f'{U(int=1)}', repr([U(int=1)])
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
