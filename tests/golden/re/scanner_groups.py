# re.Scanner: the groups that actions see.
# CPython: numbers the groups of each rule from the same place, so that they overlap (an undocumented class); here each has its own
import re
scanner = re.Scanner([(r'(\w)(\d)+', lambda s, t: (t, s.match.groups())), (r'\s+', None)])
print(scanner.scan('a12 b3'))
