# tempfile.TemporaryDirectory: CPython 3.14 library, "tempfile", cleanup().
# files: yes
import os, tempfile
outside = tempfile.mkdtemp()
os.chmod(outside, 0o500)
folder = tempfile.TemporaryDirectory()
inner = os.path.join(folder.name, 'inner')
os.makedirs(os.path.join(inner, 'deeper'))
open(os.path.join(inner, 'file'), 'w').close()
os.symlink(outside, os.path.join(folder.name, 'link'))
os.chmod(inner, 0)
os.chmod(folder.name, 0)
folder.cleanup()
print(os.path.exists(folder.name), oct(os.stat(outside).st_mode))
folder.cleanup()
