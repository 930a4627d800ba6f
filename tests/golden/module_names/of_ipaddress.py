# Every public name of ipaddress that CPython has and docs/modules.md does not list as missing.
names = 'AddressValueError IPV4LENGTH IPV6LENGTH IPv4Address IPv4Interface IPv4Network IPv6Address IPv6Interface IPv6Network NetmaskValueError collapse_addresses get_mixed_type_key ip_address ip_interface ip_network summarize_address_range v4_int_to_packed v6_int_to_packed'
import ipaddress as m
print('ipaddress', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
