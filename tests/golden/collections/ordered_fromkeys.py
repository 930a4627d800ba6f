# OrderedDict.fromkeys: CPython 3.14 library, "collections".
from collections import OrderedDict
print(OrderedDict.fromkeys('ab', value=3), OrderedDict.fromkeys(iterable='ab'), OrderedDict.fromkeys('ab', 1), OrderedDict.fromkeys(i for i in range(3)))
print(type(OrderedDict(a=1).fromkeys({1: 2})), OrderedDict.fromkeys([]))

# --- too few arguments
from collections import OrderedDict
OrderedDict.fromkeys()
