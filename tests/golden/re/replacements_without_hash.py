# re.sub(): what replaces may be any bytes, also such as have no hash. CPython 3.14 library, "re.sub".
import array
import re

for made in bytearray(b'a'), memoryview(b'a'), memoryview(b'<\\1>'), bytearray(b'[\\1\\g<0>]'), array.array('B', b'-'):
    for subject in b'xyz', bytearray(b'xyz'), memoryview(b'xyz'), b'':
        print(re.sub(b'(y)', made, subject), re.compile(b'(y)').subn(made, subject), end=' ')
    print(re.match(b'(y)', b'y').expand(made))
for made in memoryview(bytearray(b'a')), [1], {}, 5, None, 'text', bytearray(b'\\2'):
    for subject in b'xyz', b'x':
        try:
            print(re.sub(b'(y)', made, subject))
        except Exception as e:
            print(type(e).__name__, e)
