# ipaddress: CPython 3.14 library.
from ipaddress import *
for text in r'''
ip_address('192.168.0.1'), ip_address('::1'), ip_address(1), ip_address(2**40), IPv4Address(b'\x01\x02\x03\x04'), IPv6Address('2001:db8::1'), IPv6Address(b'\0' * 15 + b'\1'), str(IPv4Address('10.0.0.1')), IPv6Address('fe80::1%eth0'), IPv6Address('::ffff:1.2.3.4'), IPv6Address('1:2:3:4:5:6:7:8'), IPv6Address('1:0:0:2:0:0:0:3'), IPv6Address(0)
ip_address('1.2.3')
ip_address('x')
IPv4Address('1.2.3')
IPv4Address('1.2.3.256')
IPv4Address('1.2.3.04')
IPv4Address('1.2.3.a')
IPv4Address('1.2.3.')
IPv4Address('1.2.3.1234')
IPv4Address('')
IPv4Address(-1)
IPv4Address(2**32)
IPv4Address(b'abc')
IPv4Address('1.2.3.4/8')
IPv6Address('1:2')
IPv6Address('1::2::3')
IPv6Address(':1:2:3:4:5:6:7')
IPv6Address('1:2:3:4:5:6:7')
IPv6Address('1:2:3:4:5:6:7:8:9')
IPv6Address('g::')
IPv6Address('12345::')
IPv6Address('::1.2.3')
IPv6Address('::%')
[(a.version, a.compressed, a.exploded, a.packed, a.reverse_pointer, a.is_private, a.is_global, a.is_multicast, a.is_loopback, a.is_link_local, a.is_reserved, a.is_unspecified, a.max_prefixlen) for a in map(ip_address, ['10.1.2.3', '8.8.8.8', '127.0.0.1', '224.0.0.1', '169.254.1.1', '0.0.0.0', '255.255.255.255', '100.64.0.1', '::1', '::', 'fe80::1', 'ff02::1', '2001:4860:4860::8888', 'fc00::1', '::ffff:10.0.0.1', '2002:c000:204::', '3fff::'])]
IPv6Address('::ffff:1.2.3.4').ipv4_mapped, IPv6Address('2002:c000:204::').sixtofour, IPv6Address('2001:0:4136:e378:8000:63bf:3fff:fdd2').teredo, IPv6Address('::1').ipv4_mapped, IPv6Address('fe80::1%5').scope_id, IPv6Address('fec0::1').is_site_local
IPv4Address('1.2.3.4') + 1, IPv4Address('1.2.3.4') - 1, IPv6Address('::1') + 2**64, IPv4Address('1.2.3.4') == IPv4Address(16909060), IPv4Address('1.2.3.4') < IPv4Address('1.2.3.5'), hash(IPv4Address(1)) == hash(IPv4Address(1)), sorted(map(IPv4Address, ['9.9.9.9', '1.1.1.1'])), IPv4Address(1) == IPv6Address(1)
IPv4Address('255.255.255.255') + 1
f"{IPv4Address('1.2.3.4')}"
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- networks
from ipaddress import *
for text in r'''
ip_network('10.0.0.0/8'), ip_network('10.0.0.0/255.0.0.0'), ip_network('10.0.0.0/0.255.255.255'), ip_network('::/0'), ip_network('1.2.3.4'), ip_network(5), IPv4Network(('10.0.0.0', 8)), IPv4Network('10.1.2.3/8', strict=False), IPv6Network('2001:db8::/32')
ip_network('10.0.0.1/8')
IPv4Network('10.0.0.1/8')
IPv4Network('10.0.0.0/33')
IPv4Network('10.0.0.0/x')
IPv4Network('10.0.0.0/8/8')
ip_network('x/8')
[(n.network_address, n.broadcast_address, n.netmask, n.hostmask, n.prefixlen, n.num_addresses, n.with_prefixlen, n.with_netmask, n.with_hostmask, n.compressed, n.exploded, n.version, n.is_private, n.is_global, n.is_multicast, n.is_loopback) for n in map(ip_network, ['192.168.1.0/24', '8.0.0.0/7', '2001:db8::/48', '::1/128'])]
list(ip_network('10.0.0.0/29').hosts()), list(ip_network('10.0.0.0/30')), list(ip_network('10.0.0.0/31').hosts()), list(ip_network('10.0.0.0/32').hosts()), list(ip_network('::/126').hosts()), ip_network('10.0.0.0/8')[5], ip_network('10.0.0.0/8')[-1]
ip_network('10.0.0.0/30')[4]
ip_address('10.1.2.3') in ip_network('10.0.0.0/8'), ip_address('11.1.2.3') in ip_network('10.0.0.0/8'), ip_address('::1') in ip_network('10.0.0.0/8'), ip_network('10.0.0.0/8').overlaps(ip_network('10.5.0.0/16')), ip_network('10.5.0.0/16').subnet_of(ip_network('10.0.0.0/8')), ip_network('10.0.0.0/8').supernet_of(ip_network('10.5.0.0/16'))
list(ip_network('10.0.0.0/24').subnets()), list(ip_network('10.0.0.0/24').subnets(new_prefix=26)), ip_network('10.0.0.0/24').supernet(), ip_network('10.0.0.0/24').supernet(new_prefix=20), ip_network('10.0.1.0/24').supernet(prefixlen_diff=3)
list(ip_network('10.0.0.0/24').subnets(new_prefix=20))
ip_network('10.0.0.0/24').supernet(new_prefix=28)
list(ip_network('192.0.2.0/28').address_exclude(ip_network('192.0.2.1/32')))
list(ip_network('192.0.2.0/28').address_exclude(ip_network('10.0.0.0/32')))
list(summarize_address_range(IPv4Address('192.0.2.0'), IPv4Address('192.0.2.130'))), list(collapse_addresses([ip_network('192.0.2.0/25'), ip_network('192.0.2.128/25'), ip_address('1.1.1.1')])), list(collapse_addresses([]))
list(summarize_address_range(IPv4Address(5), IPv4Address(3)))
list(summarize_address_range(1, 2))
ip_network('10.0.0.0/8') == ip_network('10.0.0.0/8'), ip_network('10.0.0.0/8') < ip_network('11.0.0.0/8'), hash(ip_network('10.0.0.0/8')) == hash(ip_network('10.0.0.0/8')), sorted(map(ip_network, ['10.0.0.0/16', '10.0.0.0/8']))
ip_interface('10.1.2.3/8'), ip_interface('10.1.2.3/8').ip, ip_interface('10.1.2.3/8').network, ip_interface('10.1.2.3/8').with_netmask, ip_interface('::1/64').with_prefixlen, ip_interface('10.1.2.3'), str(ip_interface('10.1.2.3/24')), ip_interface('10.1.2.3/24').netmask
ip_interface('x')
v4_int_to_packed(1), v6_int_to_packed(1), get_mixed_type_key(ip_address('1.1.1.1')), IPV4LENGTH, IPV6LENGTH
v4_int_to_packed(2**32)
' '.join(ip_network('10.0.0.0/31'))
bytes(ip_network('10.0.0.0/31'))
__import__('math').fsum(ip_network('10.0.0.0/31'))
__import__('math').dist(ip_network('10.0.0.0/31'), [1, 2])
list(__import__('itertools').permutations(ip_network('10.0.0.0/31')))
isinstance(ip_interface('10.1.2.3/8'), IPv4Address), isinstance(ip_address('::1'), IPv6Address), issubclass(AddressValueError, ValueError), type(ip_address(1))
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
