# repr() of a match shows the first 50 characters of what matched: CPython 3.14, Modules/_sre.
import re
for text in ('a' * 47, 'a' * 48, 'a' * 49, 'a' * 50, 'a' * 100, "a\n'" * 100, '\u00e9\U0001f600' * 40, '\t"' * 40):
    print(re.match('(?s).*', text))
print(re.match(b'a*', b'a' * 47), re.match(b'a*', b'a' * 48), re.match(b'(?s).*', b'\xff' * 20))
print([str(m) for m in re.finditer('a{60}', 'a' * 130)])
