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
# judge: native
import json
for index in 5, 2**47, 2**53, 2**62:
    try:
        json.JSONDecoder().raw_decode('{0}', index)
    except json.JSONDecodeError as error:
        print(error, error.pos)
