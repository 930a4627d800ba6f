# uuid. CPython 3.14 library, "uuid", RFC 9562. There is no hardware address: getnode() is random, as RFC 9562 allows.
__author__ = 'Ka-Ping Yee <ping@zesty.ca>'
RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    'reserved for NCS compatibility', 'specified in RFC 4122', 'reserved for Microsoft compatibility',
    'reserved for future definition']
int_ = int
bytes_ = bytes


def _uuid():
    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=None):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        if int is not None:
            if not 0 <= int <= (1 << 128) - 1:
                raise ValueError('int is out of range (need a 128-bit value)')
        elif hex is not None:
            hex = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
            if len(hex) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            int = int_(hex, 16)
        elif bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError('bytes_le is not a 16-char string')
            bytes = bytes_le[4 - 1::-1] + bytes_le[6 - 1:4 - 1:-1] + bytes_le[8 - 1:6 - 1:-1] + bytes_le[8:]
            int = int_.from_bytes(bytes)
        elif bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            int = int_.from_bytes(bytes)
        else:
            if len(fields) != 6:
                raise ValueError('fields is not a 6-tuple')
            for i, (value, bits, name) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48), ('a 32-bit', 'a 16-bit', 'a 16-bit', 'an 8-bit', 'an 8-bit', 'a 48-bit'))):
                if not 0 <= value < 1 << bits:
                    raise ValueError(f'field {i + 1} out of range (need {name} value)')
            time_low, time_mid, time_hi_version, clock_seq_hi_variant, clock_seq_low, node = fields
            int = ((time_low << 96) | (time_mid << 80) | (time_hi_version << 64) | (clock_seq_hi_variant << 56)
                   | (clock_seq_low << 48) | node)
        if version is not None:
            if not 1 <= version <= 8:
                raise ValueError('illegal version number')
            int = int & ~0xf000_c000_0000_0000_0000 | 0x8000_0000_0000_0000 | version << 76
        _fill(self, int, is_safe)

    def __int__(self):
        return self.int

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    return locals()


def _fill(self, number, is_safe):
    text = '%032x' % number
    self._key = (number,)
    self.int = number
    self.hex = text
    self._str = f'{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}'
    self._repr = f"UUID('{self._str}')"
    self.urn = 'urn:uuid:' + self._str
    data = self.bytes = number.to_bytes(16)
    self.bytes_le = data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:]
    self.time_low = number >> 96
    self.time_mid = (number >> 80) & 0xffff
    self.time_hi_version = (number >> 64) & 0xffff
    self.clock_seq_hi_variant = (number >> 56) & 0xff
    self.clock_seq_low = (number >> 48) & 0xff
    self.node = number & 0xffffffffffff
    self.fields = (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant, self.clock_seq_low, self.node)
    self.clock_seq = ((self.clock_seq_hi_variant & 0x3f) << 8) | self.clock_seq_low
    if not number & (0x8000 << 48):
        self.variant = RESERVED_NCS
    elif not number & (0x4000 << 48):
        self.variant = RFC_4122
    elif not number & (0x2000 << 48):
        self.variant = RESERVED_MICROSOFT
    else:
        self.variant = RESERVED_FUTURE
    self.version = (number >> 76) & 0xf if self.variant == RFC_4122 else None
    if self.version == 6:
        self.time = (self.time_low << 28) | (self.time_mid << 12) | (self.time_hi_version & 0x0fff)
    elif self.version == 7:
        self.time = number >> 80
    else:
        self.time = ((self.time_hi_version & 0x0fff) << 48) | (self.time_mid << 32) | self.time_low
    self.is_safe = is_safe


_define(UUID, {**_uuid(), '_ordered': True})

_node = None
_last = 0


def _random_int(size):
    return int.from_bytes(_entropy(size))


def getnode():
    """Get the hardware address as a 48-bit positive integer: here a random one, the same in one run."""
    global _node
    if _node is None:
        _node = _random_int(6) | (1 << 40)
    return _node


def _timestamp():
    # 100 ns intervals since 1582, never the same twice.
    global _last
    now = _now() // 100 + 0x01b21dd213814000
    _last = now if now > _last else _last + 1
    return _last


def uuid1(node=None, clock_seq=None):
    """Generate a UUID from a host ID, sequence number, and the current time."""
    timestamp = _timestamp()
    if clock_seq is None:
        clock_seq = _random_int(2) & 0x3fff
    time_hi_version = (timestamp >> 48) & 0x0fff
    if node is None:
        node = getnode()
    return UUID(fields=(timestamp & 0xffffffff, (timestamp >> 32) & 0xffff, time_hi_version,
                        (clock_seq >> 8) & 0x3f, clock_seq & 0xff, node), version=1)


def _from_name(digest, namespace, name, version):
    if isinstance(name, str):
        name = name.encode()
    return UUID(bytes=digest(namespace.bytes + name, usedforsecurity=False).digest()[:16], version=version)


def uuid3(namespace, name):
    """Generate a UUID from the MD5 hash of a namespace UUID and a name."""
    from hashlib import md5
    return _from_name(md5, namespace, name, 3)


def uuid4():
    """Generate a random UUID."""
    return UUID(int=_random_int(16), version=4)


def uuid5(namespace, name):
    """Generate a UUID from the SHA-1 hash of a namespace UUID and a name."""
    from hashlib import sha1
    return _from_name(sha1, namespace, name, 5)


def uuid6(node=None, clock_seq=None):
    """Similar to :func:`uuid1` but where fields are ordered differently
    for improved DB locality."""
    timestamp = _timestamp()
    if clock_seq is None:
        clock_seq = _random_int(2) & 0x3fff
    if node is None:
        node = getnode()
    number = ((timestamp >> 12) & 0xffffffffffff) << 80 | (timestamp & 0x0fff) << 64
    number |= (clock_seq & 0x3fff) << 48 | node & 0xffffffffffff
    return UUID(int=number, version=6)


_last_ms = None
_counter = 0


def uuid7():
    """Generate a UUID from a Unix timestamp in milliseconds and random bits."""
    global _last_ms, _counter
    ms = _now() // 1_000_000
    if _last_ms is None or ms > _last_ms:
        _counter = _random_int(6) & 0x1ff_ffff_ffff
    else:
        ms = _last_ms
        _counter += 1
        if _counter > 0x3ff_ffff_ffff:
            ms += 1
            _counter = _random_int(6) & 0x1ff_ffff_ffff
    _last_ms = ms
    number = (ms & 0xffff_ffff_ffff) << 80 | ((_counter >> 30) & 0xfff) << 64
    number |= (_counter & 0x3fff_ffff) << 32 | _random_int(4)
    return UUID(int=number, version=7)


def uuid8(a=None, b=None, c=None):
    """Generate a UUID from three custom blocks."""
    if a is None:
        a = _random_int(6)
    if b is None:
        b = _random_int(2) & 0xfff
    if c is None:
        c = _random_int(8) & 0x3fff_ffff_ffff_ffff
    return UUID(int=(a & 0xffff_ffff_ffff) << 80 | (b & 0xfff) << 64 | c & 0x3fff_ffff_ffff_ffff, version=8)


NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_OID = UUID('6ba7b812-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_X500 = UUID('6ba7b814-9dad-11d1-80b4-00c04fd430c8')
NIL = UUID('00000000-0000-0000-0000-000000000000')
MAX = UUID('ffffffff-ffff-ffff-ffff-ffffffffffff')
