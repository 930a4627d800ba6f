# Every public name of uuid that CPython has and docs/modules.md does not list as missing.
names = 'MAX NAMESPACE_DNS NAMESPACE_OID NAMESPACE_URL NAMESPACE_X500 NIL RESERVED_FUTURE RESERVED_MICROSOFT RESERVED_NCS RFC_4122 UUID bytes_ getnode int_ uuid1 uuid3 uuid4 uuid5 uuid6 uuid7 uuid8'
import uuid as m
print('uuid', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
