# ipaddress: CPython 3.14 library, "ipaddress"; addresses with a scope.
import ipaddress as ip
A, N, F = ip.IPv6Address, ip.IPv6Network, ip.IPv6Interface
for kind, one, other in ((A, 'fe80::9%lan', 'fe80::9%wan'), (A, 'fe80::9', 'fe80::9%lan'), (A, 'fe80::8%wan', 'fe80::9%lan'),
                         (N, 'fe80::%lan/64', 'fe80::%wan/64'), (F, 'fe80::9%lan/64', 'fe80::9%wan/64'), (F, 'fe80::9', 'fe80::9%lan')):
    a, b = kind(one), kind(other)
    print(kind.__name__, one, other, a == b, a != b, a < b, a > b, a <= b, a >= b, a == kind(one))
print(list(ip.collapse_addresses([N('fe80::%lan/112'), N('fe80::%lan/96')])), list(ip.collapse_addresses([N('fe80::/112'), A('fe80::7')])))
try: N(('fe80::9%lan', 64))
except ValueError as error: print(error)

# --- interfaces are ordered by their networks first
import ipaddress as ip
print(sorted(map(ip.ip_interface, ('10.0.0.9/24', '10.0.0.1/25', '10.0.0.5/16', '10.0.0.3/24'))))
print(ip.ip_interface('::7/64') < ip.ip_interface('::2/65'), ip.ip_interface('::7/64') > ip.ip_interface('::2/65'))

# --- netmasks that are numbers, tuples of three
import ipaddress as ip
for kind, base in ((ip.IPv4Network, '10.0.0.0'), (ip.IPv6Interface, '::')):
    for mask in (-3, 500, '-3', '500'):
        try: kind((base, mask))
        except ValueError as error: print(type(error).__name__, error)
    try: kind((base, 8, 9))
    except ValueError as error: print(type(error).__name__, error)

# --- what spells an address out
# CPython: cannot spell out an address that has a scope (AddressValueError about its digits)
import ipaddress as ip
print(ip.IPv6Address('fe80::9%lan').exploded, ip.IPv6Address('fe80::9%lan').reverse_pointer)
