# os.path.realpath: loops, what is missing. CPython 3.14 library, "os.path".
# files: yes
import os
from os.path import realpath
os.chdir('/tmp')
os.symlink('a', 'a'); os.symlink('b2', 'b1'); os.symlink('b1', 'b2'); os.symlink('none', 'n'); os.mkdir('d'); os.symlink('d', 'dl'); os.symlink('../a', 'd/up'); open('file', 'w').close()
os.symlink('a/x', 'c'); os.symlink('c/..', 'cc')
A = os.path.ALLOW_MISSING
print(A, repr(A))
for p in ['a', 'b1', 'b2', 'b1/x', 'a/../x', 'n', 'n/x', 'dl/x', 'dl/up', 'dl/up/y', 'file/x', 'file/', 'c', 'cc', 'zz/..', 'zz/../a', 'a/.', 'd/../n', '', '.', '/', '//tmp/a', b'a', b'n', 'x\0y', 'b1/b2/../c']:
    for s in (False, True, A):
        try: print(p, s, realpath(p, strict=s))
        except Exception as e: print(p, s, type(e).__name__, e)
