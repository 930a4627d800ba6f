# ipaddress: IPv4Address.ipv6_mapped and what IPv6Address.ipv4_mapped says. CPython 3.14 library, "ipaddress".
import ipaddress
a = ipaddress.ip_address('1.2.3.4')
print(repr(a.ipv6_mapped), a.ipv6_mapped.ipv4_mapped == a, a.ipv6_mapped.ipv6_mapped if hasattr(a.ipv6_mapped, 'ipv6_mapped') else 'none')
print([str(x.ipv6_mapped) for x in ipaddress.ip_network('10.0.0.0/30')])
print(getattr(a, 'ipv6_mapped').is_private, ipaddress.IPv6Address('::ffff:127.0.0.1').is_loopback, a.ipv6_mapped.packed)
