# ConfigParser.read_dict(): CPython 3.14 library, "configparser".
import configparser
c = configparser.ConfigParser()
c.read_dict({7: {'a': 1, 2: 3}, True: {}})
print(c.sections(), dict(c['7']))
for strict in True, False:
    try: configparser.ConfigParser(strict=strict).read_dict({'7': {'a': 'b'}, 7: {'c': 'd'}})
    except configparser.Error as error: print(strict, repr(error))
    else: print(strict, 'read')
c[3.5] = {'x': 'y'}
print(c.sections(), c['3.5']['x'])

# --- sections that come while somebody looks at them
import configparser
c = configparser.ConfigParser()
c.read_string('[a]\n[b]\n')
try:
    for name in c: c[name + '!'] = {}
except RuntimeError as error: print(error)
print(c.sections(), c.popitem(), c.remove_section('b'), c.remove_section('b'), c.remove_section('DEFAULT'), c.sections())
