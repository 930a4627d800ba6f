# Found by calls with values from the edges: what stands in messages and errors is what the program gave, whatever that is.
import array
for typecode in '\U0010ffff', 'é', 'y':
    for initial in ('d', [1], b'x'):
        try:
            array.array(typecode, initial)
        except (TypeError, ValueError) as error:
            print(ascii(str(error)))

# --- places in documents
import json
for pos in 0, 3, 100, 2**46 - 1, 2**46, 2**47, 2**55, 2**62, 2**63 - 1, -1, -2**47, -2**63 + 1:
    error = json.JSONDecodeError('m', 'a\nbc', pos)
    print(error, error.pos, error.lineno, error.colno)

# --- places to begin at
# oracle: native
import json
for index in 5, 2**47, 2**53, 2**62:
    try:
        json.JSONDecoder().raw_decode('{0}', index)
    except json.JSONDecodeError as error:
        print(error, error.pos)

# --- an object whose __int__ is written in Python
# CPython: int(indent) calls it; here nobody could wait for it, so the object is refused
import ipaddress, pprint
address = ipaddress.IPv4Address('10.0.0.1')
for call in (lambda: pprint.PrettyPrinter(address), lambda: pprint.pformat([1], indent=address), lambda: pprint.pp([1], width=address)):
    try:
        print(call())
    except TypeError as error:
        print(error)
