# Paths below a directory that is open.
# CPython: takes descriptors of directories; there are none here
import os
for call in (lambda: os.stat('a', dir_fd=3), lambda: os.mkdir('a', dir_fd=3), lambda: os.rename('a', 'b', src_dir_fd=3)):
    try: call()
    except NotImplementedError as e: print(e)
print(os.supports_dir_fd)
