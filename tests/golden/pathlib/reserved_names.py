# PurePath.is_reserved(): CPython 3.14 library, "pathlib".
import pathlib, warnings
warnings.simplefilter('ignore')
for text in ('aux', 'AUX.tar.gz', 'aux .txt', 'auxiliary', 'com3', 'com0', 'com10', 'LPT\xb2', 'conin$', 'dir/prn', 'c:/nul', 'c:nul', '//host/share/con', 'a.', 'a ', '.', '..', 'a:b', 'x?', 'x*y', 'tab\there', 'plain', ''):
    print(repr(text), pathlib.PureWindowsPath(text).is_reserved(), pathlib.PurePosixPath(text).is_reserved())

# --- it is going away
import pathlib
pathlib.PurePosixPath('aux').is_reserved()

# --- glob makes paths one by one
# files: yes
import pathlib
pathlib.Path('/tmp/one').touch()
print(type(pathlib.Path('/tmp').glob('*')), list(pathlib.Path('/tmp').glob('o*')), next(pathlib.Path('/tmp').rglob('o*')))
