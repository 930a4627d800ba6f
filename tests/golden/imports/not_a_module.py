# sys.modules holds what the program puts there.
import sys
sys.modules["strange"] = 5
import strange
print(strange)
try:
    from strange import something
except ImportError as e:
    print(e)
try:
    exec("from strange import *")
except ImportError as e:
    print(e)

# --- names are looked up in what was the builtins module
import sys
sys.modules["builtins"] = 5
print(len([1]))

# --- import * into a mapping that is no dict
from collections import ChainMap
names = ChainMap({})
exec("from math import *", {}, names)
print(names["pi"])
