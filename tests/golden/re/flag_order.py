# The flags of a pattern's repr are in the order of their values.
import re
for flags in (re.I | re.A, re.I | re.M | re.S | re.X | re.A, re.X | re.I, re.A, 0, re.S | re.M):
    print(re.compile('a', flags), flags)
print(re.compile(b'a', re.L | re.I), re.compile('(?ai)x'))
