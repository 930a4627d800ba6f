# Path.info remembers what it was told: CPython 3.14 library, "pathlib.types".
# files: yes
import pathlib, os
p = pathlib.Path('/tmp/f')
i = p.info
print(type(i).__name__, repr(i), i is p.info)
print(i.exists(), i.is_file(), i.is_dir(), i.is_symlink(), i.exists(follow_symlinks=False))
p.touch()
print(i.exists(), i.is_file(), i.is_dir(), i.is_symlink(), i.exists(follow_symlinks=False))
q = pathlib.Path('/tmp/f')
print(q.info.exists(), q.info.is_file())
p.unlink()
print(q.info.exists(), q.info.is_file(), q.exists())
j = pathlib.Path('/tmp/g').info
print(j.is_symlink())
os.symlink('f', '/tmp/g')
print(j.is_symlink(), j.exists(), j.exists(follow_symlinks=False), j.is_dir(follow_symlinks=False))
k = pathlib.Path('/tmp/g').info
print(k.is_symlink(), k.exists(), k.exists(follow_symlinks=False))
for x in sorted(pathlib.Path('/tmp').iterdir()): print(x, repr(x.info), x.info.exists(), x.info.is_symlink()) 
os.unlink('/tmp/g')
print(k.is_symlink(), k.exists(), k.exists(follow_symlinks=False), k.is_file(), k.is_file(follow_symlinks=False))
print(i.__class__.__name__)
