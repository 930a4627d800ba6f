# A memoryview remembers its hash.
m = memoryview(b'abc')
h = hash(m)
m.release()
print(hash(m) == h == hash(b'abc'))
m = memoryview(b'abc')
m.release()
try:
    hash(m)
except ValueError as e:
    print(e)
