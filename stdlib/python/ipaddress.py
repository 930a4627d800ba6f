# ipaddress. CPython 3.14 library, "ipaddress".
IPV4LENGTH = 32
IPV6LENGTH = 128
_BITS = {4: 32, 6: 128}


def v4_int_to_packed(address):
    """Represent an address as 4 packed bytes in network (big-endian) order."""
    try:
        return address.to_bytes(4)
    except OverflowError:
        raise ValueError("Address negative or too large for IPv4")


def v6_int_to_packed(address):
    """Represent an address as 16 packed bytes in network (big-endian) order."""
    try:
        return address.to_bytes(16)
    except OverflowError:
        raise ValueError("Address negative or too large for IPv6")


def _parse_v4(text):
    if not text:
        raise AddressValueError('Address cannot be empty')
    octets = text.split('.')
    if len(octets) != 4:
        raise AddressValueError("Expected 4 octets in %r" % text)
    number = 0
    for octet in octets:
        try:
            if not octet:
                raise ValueError("Empty octet not permitted")
            if not (octet.isascii() and octet.isdigit()):
                raise ValueError("Only decimal digits permitted in %r" % octet)
            if len(octet) > 3:
                raise ValueError("At most 3 characters permitted in %r" % octet)
            if octet != '0' and octet[0] == '0':
                raise ValueError("Leading zeros are not permitted in %r" % octet)
            if int(octet) > 255:
                raise ValueError("Octet %d (> 255) not permitted" % int(octet))
        except ValueError as exc:
            raise AddressValueError("%s in %r" % (exc, text)) from None
        number = number << 8 | int(octet)
    return number


def _v4_text(number):
    return '.'.join(map(str, number.to_bytes(4)))


def _parse_v6(text):
    if not text:
        raise AddressValueError('Address cannot be empty')
    if len(text) > 45:
        raise AddressValueError(f"At most 45 characters expected in '{text[:14]!s}({len(text) - 28} chars elided){text[-14:]!s}'")
    parts = text.split(':')
    if len(parts) < 3:
        raise AddressValueError("At least 3 parts expected in %r" % (text,))
    if '.' in parts[-1]:
        try:
            v4 = _parse_v4(parts.pop())
        except AddressValueError as exc:
            raise AddressValueError("%s in %r" % (exc, text)) from None
        parts.append('%x' % ((v4 >> 16) & 0xFFFF))
        parts.append('%x' % (v4 & 0xFFFF))
    if len(parts) > 9:
        raise AddressValueError("At most 8 colons permitted in %r" % (text,))
    skip = None
    for i in range(1, len(parts) - 1):
        if not parts[i]:
            if skip is not None:
                raise AddressValueError("At most one '::' permitted in %r" % (text,))
            skip = i
    if skip is not None:
        high, low = skip, len(parts) - skip - 1
        if not parts[0]:
            high -= 1
            if high:
                raise AddressValueError("Leading ':' only permitted as part of '::' in %r" % (text,))
        if not parts[-1]:
            low -= 1
            if low:
                raise AddressValueError("Trailing ':' only permitted as part of '::' in %r" % (text,))
        skipped = 8 - (high + low)
        if skipped < 1:
            raise AddressValueError("Expected at most 7 other parts with '::' in %r" % (text,))
    else:
        if len(parts) != 8:
            raise AddressValueError("Exactly 8 parts expected without '::' in %r" % (text,))
        if not parts[0]:
            raise AddressValueError("Leading ':' only permitted as part of '::' in %r" % (text,))
        if not parts[-1]:
            raise AddressValueError("Trailing ':' only permitted as part of '::' in %r" % (text,))
        high, low, skipped = len(parts), 0, 0
    try:
        number = 0
        for i in range(high):
            number = number << 16 | _hextet(parts[i])
        number <<= 16 * skipped
        for i in range(-low, 0):
            number = number << 16 | _hextet(parts[i])
        return number
    except ValueError as exc:
        raise AddressValueError("%s in %r" % (exc, text)) from None


def _hextet(text):
    if not text or text.strip('0123456789abcdefABCDEF'):
        raise ValueError("Only hex digits permitted in %r" % text)
    if len(text) > 4:
        raise ValueError("At most 4 characters permitted in %r" % text)
    return int(text, 16)


def _v6_text(number):
    groups = ['%x' % (number >> (112 - 16 * i) & 0xFFFF) for i in range(8)]
    best, best_start, i = 1, -1, 0
    while i < 8:
        j = i
        while j < 8 and groups[j] == '0':
            j += 1
        if j - i > best:
            best, best_start = j - i, i
        i = max(j, i + 1)
    if best_start < 0:
        return ':'.join(groups)
    return ':'.join(groups[:best_start]) + '::' + ':'.join(groups[best_start + best:])


def _v6_exploded(number):
    return ':'.join('%04x' % (number >> (112 - 16 * i) & 0xFFFF) for i in range(8))


def _text(version, number):
    return _v4_text(number) if version == 4 else _v6_text(number)


def _address_number(version, address):
    """(number, scope)"""
    if isinstance(address, int):
        if address < 0:
            raise AddressValueError("%d (< 0) is not permitted as an IPv%d address" % (address, version))
        if address > (1 << _BITS[version]) - 1:
            raise AddressValueError("%d (>= 2**%d) is not permitted as an IPv%d address" % (address, _BITS[version], version))
        return address, None
    if isinstance(address, bytes):
        if len(address) != _BITS[version] // 8:
            raise AddressValueError("%r (len %d != %d) is not permitted as an IPv%d address"
                                    % (address, len(address), _BITS[version] // 8, version))
        return int.from_bytes(address), None
    text = str(address)
    if '/' in text:
        raise AddressValueError(f"Unexpected '/' in {address!r}")
    if version == 4:
        return _parse_v4(text), None
    text, percent, scope = text.partition('%')
    if percent and (not scope or '%' in scope):
        raise AddressValueError('Invalid IPv6 address: "%r"' % (address,))
    return _parse_v6(text), scope if percent else None


def _nets(*texts):
    nets = []
    for text in texts:
        base, _, length = text.partition('/')
        version = 6 if ':' in base else 4
        nets.append((version, (_parse_v4 if version == 4 else _parse_v6)(base), int(length)))
    return nets


_PRIVATE = _nets('0.0.0.0/8', '10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
                 '192.0.0.170/31', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
                 '240.0.0.0/4', '255.255.255.255/32', '::1/128', '::/128', '::ffff:0:0/96', '64:ff9b:1::/48', '100::/64',
                 '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', 'fc00::/7', 'fe80::/10')
_PRIVATE_EXCEPT = _nets('192.0.0.9/32', '192.0.0.10/32', '2001:1::1/128', '2001:1::2/128', '2001:3::/32', '2001:4:112::/48',
                        '2001:20::/28', '2001:30::/28')
_RESERVED = _nets('240.0.0.0/4', '::/8', '100::/8', '200::/7', '400::/6', '800::/5', '1000::/4', '4000::/3', '6000::/3',
                  '8000::/3', 'A000::/3', 'C000::/3', 'E000::/4', 'F000::/5', 'F800::/6', 'FE00::/9')
_MULTICAST = _nets('224.0.0.0/4', 'ff00::/8')
_LINK_LOCAL = _nets('169.254.0.0/16', 'fe80::/10')
_SITE_LOCAL = _nets('fec0::/10')
_SHARED = _nets('100.64.0.0/10')


def _within(version, number, nets, length=None):
    bits = _BITS[version]
    for v, base, prefix in nets:
        if v == version and number >> (bits - prefix) == base >> (bits - prefix) and (length is None or length >= prefix):
            return True
    return False


def _fill_address(self, version, number, scope=None):
    self.version = version
    self.max_prefixlen = _BITS[version]
    self._ip = number
    self._scope = scope
    text = _text(version, number)
    exploded = text if version == 4 else _v6_exploded(number)
    nibbles = text.split('.')[::-1] if version == 4 else list(exploded[::-1].replace(':', ''))
    if version == 6 and number >> 32 == 0xFFFF:
        text = '::ffff:' + _v4_text(number & 0xFFFFFFFF)
        exploded = exploded[:30] + _v4_text(number & 0xFFFFFFFF)
    if scope is not None:
        text += '%' + scope
    self.compressed = text
    self.exploded = exploded
    self._str = text
    self._repr = f"IPv{version}Address({text!r})"
    self._key = (version, number, scope)
    self._order = (version, number)
    self.packed = number.to_bytes(_BITS[version] // 8)
    self.reverse_pointer = '.'.join(nibbles) + ('.in-addr.arpa' if version == 4 else '.ip6.arpa')
    if version == 6:
        self.scope_id = scope
        self.ipv4_mapped = IPv4Address(number & 0xFFFFFFFF) if number >> 32 == 0xFFFF else None
        self.sixtofour = IPv4Address(number >> 80 & 0xFFFFFFFF) if number >> 112 == 0x2002 else None
        self.teredo = None
        if number >> 96 == 0x20010000:
            self.teredo = (IPv4Address(number >> 64 & 0xFFFFFFFF), IPv4Address(~number & 0xFFFFFFFF))
        self.is_site_local = _within(6, number, _SITE_LOCAL)
    _fill_kinds(self, version, number, number, None)


def _pointer(version, text, exploded):
    """The name of what is no address but has the text of one, as CPython gives it."""
    if version == 4:
        return '.'.join(text.split('.')[::-1]) + '.in-addr.arpa'
    return '.'.join(exploded[::-1].replace(':', '')) + '.ip6.arpa'


def _fill_kinds(self, version, first, last, length):
    def both(nets):
        return _within(version, first, nets, length)

    mapped = getattr(self, 'ipv4_mapped', None) if length is None else None
    self.is_multicast = mapped.is_multicast if mapped else both(_MULTICAST)
    self.is_reserved = mapped.is_reserved if mapped else both(_RESERVED)
    self.is_link_local = mapped.is_link_local if mapped else both(_LINK_LOCAL)
    if mapped:
        self.is_private, self.is_loopback = mapped.is_private, mapped.is_loopback
        self.is_unspecified, self.is_global = mapped.is_unspecified, mapped.is_global
        return
    self.is_unspecified = first == 0 and (length is None or length == _BITS[version])
    if version == 4:
        self.is_loopback = _within(4, first, [(4, 127 << 24, 8)], length)
    else:
        self.is_loopback = first == 1 and (length is None or length == 128)
    self.is_private = both(_PRIVATE) and not _within(version, first, _PRIVATE_EXCEPT, length)
    if version == 4:
        self.is_global = not self.is_private and not both(_SHARED)
    else:
        self.is_global = not self.is_private


def _unsupported(sign, left, right):
    return TypeError(f"unsupported operand type(s) for {sign}: '{type(left).__name__}' and '{type(right).__name__}'")


def _class_attributes(version):
    return {'_ordered': True, 'version': version, 'max_prefixlen': _BITS[version]}


def _address_members(version):
    def __init__(self, address):
        number, scope = _address_number(version, address)
        _fill_address(self, version, number, scope)

    def __int__(self):
        return self._ip

    def __add__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        return type(self)(self._ip + other)

    def __sub__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        return type(self)(self._ip - other)

    def _add(self, other):
        if not isinstance(other, int):
            raise _unsupported('+', self, other)
        return self.__add__(other)

    def _sub(self, other):
        if not isinstance(other, int):
            raise _unsupported('-', self, other)
        return self.__sub__(other)

    def _iadd(self, other):
        if not isinstance(other, int):
            raise _unsupported('+=', self, other)
        return self.__add__(other)

    def _isub(self, other):
        if not isinstance(other, int):
            raise _unsupported('-=', self, other)
        return self.__sub__(other)

    def __copy__(self):
        return self

    members = {**locals(), **_class_attributes(version)}
    if version == 4:
        members['ipv6_mapped'] = property(lambda self: IPv6Address(0xFFFF << 32 | self._ip))
    return members


_define(IPv4Address, _address_members(4), '_BaseAddress', '__init__')
_define(IPv6Address, _address_members(6), '_BaseAddress', '__init__')
_KINDS = {4: IPv4Address, 6: IPv6Address}


def _netmask_number(version, length):
    bits = _BITS[version]
    return ((1 << length) - 1) << (bits - length)


def _prefix_length(version, arg):
    bits = _BITS[version]
    if isinstance(arg, int):
        if not 0 <= arg <= bits:
            raise NetmaskValueError('%s is not a valid netmask' % arg)
        return arg
    if arg.isascii() and arg.isdigit() and int(arg) <= bits:
        return int(arg)
    if version == 4:
        try:
            number = _parse_v4(arg)
        except AddressValueError:
            raise NetmaskValueError('%r is not a valid netmask' % arg) from None
        for candidate in (number, number ^ 0xFFFFFFFF):
            ones = bin(candidate).count('1')
            if candidate == _netmask_number(4, ones):
                return ones
    raise NetmaskValueError('%r is not a valid netmask' % arg)


def _split_argument(version, address):
    if isinstance(address, (bytes, int)):
        return _address_number(version, address)[0], _BITS[version], None
    if isinstance(address, tuple):
        base, mask = address if len(address) > 1 else (address[0], _BITS[version])
        number, scope = _address_number(version, base)
        return number, _prefix_length(version, mask), scope
    parts = str(address).split('/')
    if len(parts) > 2:
        raise AddressValueError(f"Only one '/' permitted in {address!r}")
    number, scope = _address_number(version, parts[0])
    return number, _prefix_length(version, parts[1]) if len(parts) > 1 else _BITS[version], scope


def _is_subnet_of(a, b):
    try:
        if a.version != b.version:
            raise TypeError(f"{a} and {b} are not of the same version")
        return b.network_address <= a.network_address and b.broadcast_address >= a.broadcast_address
    except AttributeError:
        raise TypeError(f"Unable to test subnet containment between {a} and {b}")


def _network_members(version):
    bits = _BITS[version]

    def __init__(self, address, strict=True):
        number, length, scope = _split_argument(version, address)
        mask = _netmask_number(version, length)
        if number & mask != number:
            if strict:
                text = _text(version, number) + ('' if scope is None else '%' + scope)
                raise ValueError('%s has host bits set' % (f'{text}/{length}' if isinstance(address, tuple) else address))
            number &= mask
            scope = None
        self.version = version
        self.max_prefixlen = bits
        self.prefixlen = length
        self.network_address = _KINDS[version](number if scope is None else _text(version, number) + '%' + scope)
        self.broadcast_address = _KINDS[version](number | (mask ^ ((1 << bits) - 1)))
        self.netmask = _KINDS[version](mask)
        self.hostmask = _KINDS[version](mask ^ ((1 << bits) - 1))
        self.num_addresses = 1 << (bits - length)
        self._str = self.compressed = self.with_prefixlen = '%s/%d' % (self.network_address, length)
        self.exploded = '%s/%d' % (self.network_address.exploded, length)
        self.with_netmask = '%s/%s' % (self.network_address, self.netmask)
        self.with_hostmask = '%s/%s' % (self.network_address, self.hostmask)
        self._repr = f"IPv{version}Network({self._str!r})"
        self.reverse_pointer = _pointer(version, self._str, self.exploded)
        self._key = (version, number, mask, scope)
        self._order = (version, number, mask)
        if version == 6:
            self.is_site_local = _within(6, number, _SITE_LOCAL, length)
        _fill_kinds(self, version, number, number, length)

    def hosts(self):
        """Generate iterator over usable hosts in a network."""
        first, last = self.network_address._ip, self.broadcast_address._ip
        if self.prefixlen == bits:
            return iter([_KINDS[version](first)])
        if self.prefixlen == bits - 1:
            return iter([_KINDS[version](first), _KINDS[version](last)])
        return self._range(first + 1, last if version == 4 else last + 1)

    def _range(self, start, stop):
        kind = _KINDS[version]
        while start < stop:
            yield kind(start)
            start += 1

    def __iter__(self):
        return self._range(self.network_address._ip, self.broadcast_address._ip + 1)

    def __getitem__(self, n):
        number = self.network_address._ip + n if n >= 0 else self.broadcast_address._ip + 1 + n
        if not self.network_address._ip <= number <= self.broadcast_address._ip:
            raise IndexError('address out of range')
        return _KINDS[version](number)

    def __contains__(self, other):
        if isinstance(other, (IPv4Network, IPv6Network)) or other.version != version:
            return False
        return other._ip & self.netmask._ip == self.network_address._ip

    def overlaps(self, other):
        """Tell if self is partly contained in other."""
        return (self.network_address in other or self.broadcast_address in other
                or other.network_address in self or other.broadcast_address in self)

    def subnet_of(self, other):
        """Return True if this network is a subnet of other."""
        return _is_subnet_of(self, other)

    def supernet_of(self, other):
        """Return True if this network is a supernet of other."""
        return _is_subnet_of(other, self)

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """The subnets which join to make the current subnet."""
        if self.prefixlen == bits:
            yield self
            return
        if new_prefix is not None:
            if new_prefix < self.prefixlen:
                raise ValueError('new prefix must be longer')
            if prefixlen_diff != 1:
                raise ValueError('cannot set prefixlen_diff and new_prefix')
            prefixlen_diff = new_prefix - self.prefixlen
        if prefixlen_diff < 0:
            raise ValueError('prefix length diff must be > 0')
        new_prefixlen = self.prefixlen + prefixlen_diff
        if new_prefixlen > bits:
            raise ValueError('prefix length diff %d is invalid for netblock %s' % (new_prefixlen, self))
        number, end = self.network_address._ip, self.broadcast_address._ip + 1
        step = 1 << (bits - new_prefixlen)
        while number < end:
            yield _NETWORKS[version]((number, new_prefixlen))
            number += step

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The supernet containing the current network."""
        if self.prefixlen == 0:
            return self
        if new_prefix is not None:
            if new_prefix > self.prefixlen:
                raise ValueError('new prefix must be shorter')
            if prefixlen_diff != 1:
                raise ValueError('cannot set prefixlen_diff and new_prefix')
            prefixlen_diff = self.prefixlen - new_prefix
        length = self.prefixlen - prefixlen_diff
        if prefixlen_diff < 0:
            raise ValueError('negative shift count')
        if length < 0:
            raise ValueError('current prefixlen is %d, cannot have a prefixlen_diff of %d' % (self.prefixlen, prefixlen_diff))
        return _NETWORKS[version]((self.network_address._ip & _netmask_number(version, length), length))

    def address_exclude(self, other):
        """Remove an address from a larger block."""
        if not self.version == other.version:
            raise TypeError("%s and %s are not of the same version" % (self, other))
        if not isinstance(other, (IPv4Network, IPv6Network)):
            raise TypeError("%s is not a network object" % other)
        if not other.subnet_of(self):
            raise ValueError('%s not contained in %s' % (other, self))
        if other == self:
            return
        s1, s2 = self.subnets()
        while s1 != other and s2 != other:
            if other.subnet_of(s1):
                yield s2
                s1, s2 = s1.subnets()
            else:
                yield s1
                s1, s2 = s2.subnets()
        yield s2 if s1 == other else s1

    def compare_networks(self, other):
        """Compare two IP objects."""
        if self.version != other.version:
            raise TypeError('%s and %s are not of the same type' % (self, other))
        return (self._order > other._order) - (self._order < other._order)

    return {**locals(), **_class_attributes(version)}


_define(IPv4Network, _network_members(4), '_BaseNetwork', '__init__')
_define(IPv6Network, _network_members(6), '_BaseNetwork', '__init__')
_NETWORKS = {4: IPv4Network, 6: IPv6Network}


def _interface_members(version):
    def __init__(self, address):
        number, length, scope = _split_argument(version, address)
        _fill_address(self, version, number, scope)
        self.ip = _KINDS[version](number)
        self.network = _NETWORKS[version]((number, length), strict=False)
        self.netmask, self.hostmask = self.network.netmask, self.network.hostmask
        text = str(self.ip)
        self._str = self.compressed = '%s/%d' % (self.compressed, length)
        self.with_prefixlen = '%s/%d' % (text, length)
        self.exploded = '%s/%d' % (self.exploded, length)
        self.with_netmask = '%s/%s' % (text, self.netmask)
        self.with_hostmask = '%s/%s' % (text, self.hostmask)
        self._repr = f"IPv{version}Interface({self._str!r})"
        self.reverse_pointer = _pointer(version, self._str, self.exploded)
        self._key = (version, number, length, scope)
        self._order = (*self.network._order, number)

    return {**locals(), **_class_attributes(version)}


_define(IPv4Interface, _interface_members(4))
_define(IPv6Interface, _interface_members(6))


def _either(kinds, address, noun, *args):
    for kind in kinds:
        try:
            return kind(address, *args)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f'{address!r} does not appear to be an IPv4 or IPv6 {noun}')


def ip_address(address):
    """Take an IP string/int and return an object of the correct type."""
    return _either((IPv4Address, IPv6Address), address, 'address')


def ip_network(address, strict=True):
    """Take an IP string/int and return an object of the correct type."""
    return _either((IPv4Network, IPv6Network), address, 'network', strict)


def ip_interface(address):
    """Take an IP string/int and return an object of the correct type."""
    return _either((IPv4Interface, IPv6Interface), address, 'interface')


def summarize_address_range(first, last):
    """Summarize a network range given the first and last IP addresses."""
    if not (isinstance(first, (IPv4Address, IPv6Address)) and isinstance(last, (IPv4Address, IPv6Address))):
        raise TypeError('first and last must be IP addresses, not networks')
    if first.version != last.version:
        raise TypeError("%s and %s are not of the same version" % (first, last))
    if first._ip > last._ip:
        raise ValueError('last IP address must be greater than first')
    version, bits = first.version, first.max_prefixlen
    number, end = first._ip, last._ip
    while number <= end:
        zeros = (number & -number).bit_length() - 1 if number else bits
        nbits = min(zeros, (end - number + 1).bit_length() - 1)
        yield _NETWORKS[version]((number, bits - nbits))
        number += 1 << nbits
        if number - 1 == (1 << bits) - 1:
            break


def collapse_addresses(addresses):
    """Collapse a list of IP objects."""
    networks = _collapsed(addresses)
    return (network for network in networks)


def _collapsed(addresses):
    ranges = []
    whole = {}  # networks that may come back as they are, with their scopes
    version = None
    for ip in addresses:
        if not isinstance(ip, (IPv4Network, IPv6Network, IPv4Address, IPv6Address)):
            ip._prefixlen
        if version is not None and ip.version != version:
            raise TypeError("%s and %s are not of the same version" % (ip, previous))
        version, previous = ip.version, ip
        if isinstance(ip, (IPv4Network, IPv6Network)):
            ranges.append((ip.network_address._ip, ip.broadcast_address._ip))
            whole[ranges[-1]] = ip
        else:
            ranges.append((ip._ip, ip._ip))
    ranges.sort()
    merged = []
    for first, last in ranges:
        if merged and first <= merged[-1][1] + 1:
            merged[-1][1] = max(merged[-1][1], last)
        else:
            merged.append([first, last])
    networks = []
    for first, last in merged:
        if (first, last) in whole:
            networks.append(whole[first, last])
        else:
            networks.extend(summarize_address_range(_KINDS[version](first), _KINDS[version](last)))
    return networks


def get_mixed_type_key(obj):
    """Return a key suitable for sorting between networks and addresses."""
    if isinstance(obj, (IPv4Network, IPv6Network)):
        return (obj.version, obj.network_address, obj.netmask)
    if isinstance(obj, (IPv4Address, IPv6Address)):
        return (obj.version, obj)
    return NotImplemented
