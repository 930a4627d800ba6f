# ipaddress: scopes, addresses beside interfaces, wrong operands. CPython 3.14 library, "ipaddress".
import ipaddress as ip


def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


A, N, I = ip.ip_address, ip.ip_network, ip.ip_interface
for s in ('fe80::1%eth0', '::1%', 'fe80::1%a%b', 'fe80::/10', 'fe80::1%eth0/64', 'fe80::%x/64'):
    t(lambda: A(s))
    t(lambda: N(s))
    t(lambda: N(s, strict=False))
    t(lambda: I(s))
i = I('fe80::1%eth0/64')
t(lambda: (i, i.network, i.ip, i.scope_id, i.with_prefixlen, i.with_netmask, i.with_hostmask))
for c in (ip.IPv4Address, ip.IPv6Address, ip.IPv4Network, ip.IPv6Network, ip.IPv4Interface, ip.IPv6Interface):
    print(c.version, c.max_prefixlen)
a, b, x, n = A('1.2.3.4'), A('1.2.3.5'), I('1.2.3.4/24'), N('1.2.3.0/24')
for p, q in ((a, x), (x, a), (b, x), (x, b), (x, I('1.2.3.4/25')), (a, b), (a, A('::1')), (x, A('::1')), (n, N('::/8')), (n, a), (a, n), (x, n), (a, 3), (n, 'x')):
    for f in (lambda: p == q, lambda: p != q, lambda: p < q, lambda: p <= q, lambda: p > q, lambda: p >= q):
        t(f)
t(lambda: list(N('10.0.0.0/30').address_exclude(A('10.0.0.1'))))
t(lambda: list(N('10.0.0.0/30').address_exclude(N('10.0.0.1'))))
t(lambda: a + 'x')
t(lambda: a - b)
t(lambda: 1 + a)
t(lambda: x + 1)
for o in (n, x, N('::/16'), I('::1/128')):
    t(lambda: o.reverse_pointer)
