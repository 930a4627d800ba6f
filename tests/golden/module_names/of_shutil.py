# Every public name of shutil that CPython has and docs/modules.md does not list as missing.
names = 'COPY_BUFSIZE Error SameFileError SpecialFileError copy copy2 copyfile copyfileobj copymode copystat copytree get_terminal_size ignore_patterns move rmtree which'
import shutil as m
print('shutil', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
