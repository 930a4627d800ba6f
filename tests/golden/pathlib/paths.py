# pathlib: CPython 3.14 library, "pathlib".
# --- taking paths apart
# files: yes
import os
os.chdir('/tmp')
from pathlib import *
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (Path('a//b/./c/'), Path(), Path('.'), Path('/'), Path('//a'), Path('///a'), Path('a','/b','c'), Path('..')))
t(lambda: (str(Path('a')), bytes(Path('a')), os.fspath(Path('a/b')), hash(Path('a'))==hash(Path('a'))))
t(lambda: (Path('a') == PurePosixPath('a'), Path('a') == PurePath('a'), Path('a') == 'a', Path('a') < Path('b'), sorted([Path('b'),Path('a/b'),Path('a'),Path('a-')])))
t(lambda: (Path('a') < 'b'))
t(lambda: (Path('a/b.tar.gz').name, Path('a/b.tar.gz').stem, Path('a/b.tar.gz').suffix, Path('a/b.tar.gz').suffixes))
t(lambda: (Path('.bashrc').suffix, Path('a.').suffix, Path('..').suffix, Path('a.b.').suffixes, Path('...a').stem))
t(lambda: (Path('/a/b').parts, Path('a/b').parts, Path('//a/b').parts, Path().parts))
t(lambda: (Path('/a/b').parent, Path('a').parent, Path('/').parent, Path('.').parent, Path('..').parent))
t(lambda: (list(Path('/a/b/c').parents), Path('/a/b').parents, len(Path('a/b').parents), Path('a/b').parents[-1], Path('a/b/c').parents[:2]))
t(lambda: (Path('a').parents[5]))
t(lambda: (Path('a')/'b', '/x'/Path('a'), Path('a')/Path('/b'), Path('a')/'..'/'b'))
t(lambda: (Path('a')/3))
t(lambda: (3/Path('a')))
t(lambda: (Path(3)))
t(lambda: (Path(b'a')))
t(lambda: (Path('a', None)))
t(lambda: (Path('a/b').with_name('c'), Path('a/b.x').with_suffix('.y'), Path('a/b.x').with_suffix(''), Path('a/b.x').with_stem('q')))
t(lambda: (Path('/').with_name('x')))
t(lambda: (Path('a').with_name('x/y')))
t(lambda: (Path('a').with_name('')))
t(lambda: (Path('a').with_suffix('x')))
t(lambda: (Path('a').with_suffix('.')))
t(lambda: (Path('').with_suffix('.x')))
t(lambda: (Path('/a/b/c').relative_to('/a'), Path('/a/b').relative_to('/a/c', walk_up=True), Path('a').relative_to('a')))

# --- relations
# files: yes
import os
os.chdir('/tmp')
from pathlib import *
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (Path('/a').relative_to('/b')))
t(lambda: (Path('a').relative_to('/b')))
t(lambda: (Path('a').relative_to('/b', walk_up=True)))
t(lambda: (Path('/a').relative_to('/b/..', walk_up=True)))
t(lambda: (Path('/a/b').is_relative_to('/a'), Path('/a/b').is_relative_to('/c')))
t(lambda: (Path('/a').is_absolute(), Path('a').is_absolute(), Path('/a').anchor, Path('/a').root, Path('a').drive))
t(lambda: (Path('a/b.py').match('*.py'), Path('a/b.py').match('a/*.py'), Path('/a/b.py').match('/a/*'), Path('a/b').match('b/*')))
t(lambda: (Path('a').match('')))
t(lambda: (Path('a/b/c').full_match('a/**/c'), Path('a/c').full_match('a/**/c'), Path('a/b').full_match('**'), Path('a/b').full_match('*')))
t(lambda: (Path('/a b').as_uri(), Path('a/b').as_posix()))
t(lambda: (Path('a').as_uri()))
t(lambda: (Path.from_uri('file:///a%20b')))
t(lambda: (Path.from_uri('http://x')))
t(lambda: (PureWindowsPath('c:/a/b'), PureWindowsPath('c:\\\\a').parts, PureWindowsPath('c:a').drive, PureWindowsPath('//s/h/x').anchor, PureWindowsPath('C:/A')==PureWindowsPath('c:/a')))
t(lambda: (PureWindowsPath('c:/a')/'b', PureWindowsPath('c:/a')/'/b', PureWindowsPath('c:/a')/'d:x', PureWindowsPath('c:/a').is_absolute(), PureWindowsPath('/a').is_absolute()))
t(lambda: (isinstance(Path('a'), PurePosixPath), isinstance(Path(), Path), isinstance(Path(), os.PathLike), type(Path()), type(PurePath())))
t(lambda: (Path('a').joinpath('b','c'), Path('a').joinpath(), Path('a').with_segments('x')))

# --- files and directories
# files: yes
import os
os.chdir('/tmp')
from pathlib import *
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (Path('f').write_text('héllo\\n'), Path('f').read_text(), Path('f').read_bytes(), Path('f').write_bytes(b'x'), Path('f').stat().st_size))
t(lambda: (Path('f').write_text(b'x')))
t(lambda: (Path('f').write_bytes('x')))
t(lambda: (Path('nope').read_text()))
t(lambda: (Path('f').exists(), Path('f').is_file(), Path('f').is_dir(), Path('f').is_symlink(), Path('no').exists()))
t(lambda: (Path('d/e').mkdir()))
t(lambda: (Path('d/e').mkdir(parents=True), Path('d').mkdir(exist_ok=True)))
t(lambda: (Path('d').mkdir()))
t(lambda: (Path('f').mkdir(exist_ok=True)))
t(lambda: (Path('d/e/x.py').touch(), Path('d/y.py').touch(), Path('d/z.txt').touch()))
t(lambda: (sorted(Path('d').iterdir())))
t(lambda: (Path('nope').iterdir()))
t(lambda: (sorted(Path('d').glob('*.py')), sorted(Path('d').glob('**/*.py')), sorted(Path('d').rglob('*')), sorted(Path('d').glob('*/')), sorted(Path().glob('d/*.py')), sorted(Path('d').glob('**'))))
t(lambda: (Path('d').glob('')))
t(lambda: (Path('d').glob('/x')))
t(lambda: (sorted(Path('d').rglob('*.py')), sorted(Path('d').rglob('')), list(Path('nope').glob('*')), sorted(Path('d').glob('e/x.py')), sorted(Path('d').glob('e/../*.py'))))
t(lambda: (list(Path('d').walk()), list(Path('d').walk(top_down=False))))
t(lambda: (Path('f').rename('g'), Path('g').replace(Path('h'))))
t(lambda: (Path('f').unlink()))
t(lambda: (Path('f').unlink(missing_ok=True), Path('h').unlink()))
t(lambda: (Path('d').rmdir()))
t(lambda: (Path('l').symlink_to('d'), Path('l').is_symlink(), Path('l').readlink(), Path('l').resolve(), Path('l').is_dir(), Path('d').samefile('l')))
t(lambda: (Path('x/../y').resolve(), Path('x').absolute(), Path('/a/../b').absolute(), Path.cwd()))
t(lambda: (Path('x').resolve(strict=True)))
t(lambda: (Path('d').copy('d2'), sorted(Path('d2').rglob('*'))))
t(lambda: (Path('d/y.py').copy_into('d2/e'), Path('d2').move('d3'), Path('d2').exists(), sorted(Path('d3').rglob('*'))))
t(lambda: (Path('d/y.py').copy('d/y.py')))
t(lambda: (Path('d').copy('d/x')))
t(lambda: (Path('a').foo))
t(lambda: (Path('~').expanduser() != Path('~'), Path('~nobodyx').expanduser))
t(lambda: (Path('~nobodyx').expanduser()))
t(lambda: (f"{Path('a'):>5}"))
t(lambda: (repr(Path("it's")), {Path('a'): 1}[Path('a')]))
t(lambda: (Path('d/y.py').open().read(), Path('d/y.py').open('rb')))
t(lambda: (Path('a/b') in {PurePosixPath('a/b')}, Path('d').info.exists(), Path('d').info.is_dir()))
t(lambda: (Path.home() == Path('~').expanduser(), Path('d').is_mount(), Path('/').is_mount()))
t(lambda: (Path('d').chmod(0o700), oct(Path('d').stat().st_mode)))
t(lambda: (Path('d').lstat().st_size > -1, Path('l').lstat().st_mode & 0o170000))
t(lambda: (Path('a').stat()))
t(lambda: (Path('a\\0').exists(), Path('a\\0').is_file()))
t(lambda: (Path('a\\0').read_text()))
t(lambda: (Path('q').touch(exist_ok=False), Path('q').hardlink_to))
t(lambda: (Path('q').touch(exist_ok=False)))
t(lambda: (Path('a').mkdir(1,2,3,4)))
t(lambda: (Path('a').read_text(foo=1)))
