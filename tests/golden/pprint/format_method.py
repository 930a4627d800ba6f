# PrettyPrinter.format: what it says of one object.
import pprint
P = pprint.PrettyPrinter()
x = [1, [2, {'b': (3,), 'a': 4}]]
r = [1]
r.append(r)
for o in (1, 'a', x, (), {'z': 1, 'a': 2}, len, object, 1.5, [len], None, {1: {2: {3: 4}}}):
    for levels in (0, 1, 2):
        text, readable, recursive = P.format(o, {}, levels, 0)
        print(text, readable, recursive)
text, readable, recursive = P.format(r, {}, 0, 0)
print(text.split('id=')[0], readable, recursive)
print(pprint.PrettyPrinter(underscore_numbers=True).format(12345678, {}, 0, 0), pprint.PrettyPrinter(sort_dicts=False).format({'b': 1, 'a': 2}, {}, 0, 0))
