# os: CPython 3.14 library, "os".
# --- errors
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (os.stat('nope')))
t(lambda: (os.stat('a\0')))
t(lambda: (os.stat(3.5)))
t(lambda: (os.stat(None)))
t(lambda: (os.listdir('nope')))
t(lambda: (os.listdir('a\0')))
t(lambda: (os.listdir(3.5)))
t(lambda: (os.mkdir('a\0')))
t(lambda: (os.mkdir(3.5)))
t(lambda: (os.mkdir('.')))
t(lambda: (os.mkdir('x/y')))
t(lambda: (os.makedirs('.')))
t(lambda: (os.makedirs('')))
t(lambda: (os.rmdir('nope')))
t(lambda: (os.remove('nope')))
t(lambda: (os.unlink('a\0')))
t(lambda: (os.rename('nope','x')))
t(lambda: (os.rename('nope',3)))
t(lambda: (os.rename(3,'nope')))
t(lambda: (os.replace('a\0','x')))
t(lambda: (os.replace('x','a\0')))
t(lambda: (os.readlink('.')))
t(lambda: (os.chmod('nope',0o600)))
t(lambda: (os.chmod('.','x')))
t(lambda: (os.utime('nope')))
t(lambda: (os.utime('.',3)))
t(lambda: (os.utime('.',(1,2,3))))
t(lambda: (os.utime('.',(1,2),ns=(1,2))))
t(lambda: (os.utime('.',ns=(1,))))
t(lambda: (os.chdir('nope')))
t(lambda: (os.chdir(3.5)))
t(lambda: (os.fspath(3)))
t(lambda: (os.fsencode(3)))
t(lambda: (os.truncate('nope',3)))
t(lambda: (os.truncate('.',3)))
t(lambda: (os.urandom(-1)))
t(lambda: (os.urandom('x')))
t(lambda: (os.scandir('nope')))
t(lambda: (os.removedirs('nope')))
t(lambda: (os.renames('nope','x/y')))

# --- directories
# files: yes
import os
os.chdir('/tmp')
os.makedirs('x/y/z'); os.makedirs('x/y/z', exist_ok=True)
open('x/f', 'w').write('hello'); open('x/y/g', 'w').close()
print(sorted(os.listdir('x')), sorted(os.listdir(b'x')), os.listdir('x/y/z'))
for top, dirs, files in os.walk('x'): print(top, dirs, files)
for top, dirs, files in os.walk('x', topdown=False): print(top, dirs, files)
for top, dirs, files in os.walk('x'):
    dirs.clear(); print(top, files)
print(list(os.walk('nope')))
os.walk('nope', onerror=print).close(); list(os.walk('nope', onerror=print))
os.rename('x/f', 'x/h'); os.replace('x/h', 'x/y/g'); print(os.path.getsize('x/y/g'))
try: os.rmdir('x')
except OSError as e: print(type(e).__name__, e, e.filename)
os.remove('x/y/g'); os.removedirs('x/y/z'); print(os.listdir('.'))
os.renames('/tmp/nope' if False else '.', '.') if False else None

# --- scandir
# files: yes
import os
os.chdir('/tmp')
os.mkdir('d'); open('f', 'w').write('abc'); os.symlink('d', 'l'); os.symlink('nope', 'm')
for e in sorted(os.scandir(), key=lambda e: e.name):
    print(e, e.name, e.path, e.is_dir(), e.is_file(), e.is_symlink(), e.is_dir(follow_symlinks=False), os.fspath(e), e.inode() == os.lstat(e.path).st_ino)
print([e.stat().st_size for e in os.scandir('.') if e.name == 'f'], [e.path for e in os.scandir(b'/tmp/d')])
with os.scandir('/tmp/d') as it: print(list(it), list(it))
try: print(next(os.scandir('d')))
except StopIteration: print('end')

# --- stat
# files: yes
import os
os.chdir('/tmp')
import stat
open('f', 'w').write('hello')
s = os.stat('f')
print(s.st_size, s[6], len(s), stat.S_ISREG(s.st_mode), s.st_mtime == s.st_mtime_ns / 1e9 or True, s[8] == int(s.st_mtime))
os.utime('f', (1.5, 2.25)); s = os.stat('f'); print(s.st_atime, s.st_mtime, s.st_mtime_ns, s[7:9])
os.utime('f', ns=(10**9, 2 * 10**9)); print(os.stat('f').st_mtime_ns, os.path.getmtime('f'))
os.chmod('f', 0o640); print(oct(os.stat('f').st_mode), os.access('f', os.R_OK), os.access('nope', os.F_OK))
a, b, *rest = os.stat('f'); print(len(rest), os.stat('f') == os.stat('f'), isinstance(s, tuple))
print(os.stat_result(range(10)), os.stat_result(range(19)).st_atime_ns)
for bad in (1, 2), range(30):
    try: os.stat_result(bad)
    except TypeError as e: print(e)
os.truncate('f', 2); print(open('f').read())
print(os.terminal_size((80, 24)), os.terminal_size((80, 24)).columns)

# --- links
# files: yes
import os
os.chdir('/tmp')
open('f', 'w').write('x')
os.symlink('f', 'l'); print(os.readlink('l'), os.readlink(b'l'), os.path.islink('l'), os.lstat('l').st_size, os.stat('l').st_size)
os.symlink('nope', 'm'); print(os.path.exists('m'), os.path.lexists('m'), os.path.realpath('l'), os.path.realpath('m'))
try: os.stat('m')
except OSError as e: print(e)
try: os.symlink('x', 'l')
except OSError as e: print(e, e.filename, e.filename2)
os.symlink('loop', 'loop')
try: os.stat('loop')
except OSError as e: print(e.filename)
os.remove('l'); print(sorted(os.listdir()))
os.mkdir('d'); os.symlink('../f', 'd/up'); print(open('d/up').read(), os.path.realpath('d/up'), os.path.samefile('d/up', 'f'))

# --- where the program is
# files: yes
import os
os.chdir('/tmp')
os.mkdir('d'); os.chdir('d'); print(os.getcwd(), os.getcwdb(), os.path.abspath('x'), os.path.abspath('..'))
open('f', 'w').close(); print(os.listdir('/tmp/d'), os.path.relpath('/tmp/x'), os.path.exists('../d/f'))
os.chdir('..'); print(os.getcwd(), os.path.isdir('d'), os.path.isfile('d/f'), os.path.isfile('d'))
try: os.chdir('d/f')
except OSError as e: print(e)

# --- names
# files: yes
import os
os.chdir('/tmp')
print(os.sep, repr(os.linesep), os.name, os.devnull, os.curdir, os.pardir, os.extsep, os.altsep, os.pathsep, os.defpath)
print(os.R_OK, os.W_OK, os.X_OK, os.F_OK, os.SEEK_SET, os.SEEK_CUR, os.SEEK_END, os.error is OSError, os.path.__name__)
print(os.fspath('x'), os.fspath(b'x'), os.fsencode('é'), os.fsdecode(b'x'), len(os.urandom(5)), os.urandom(0))
import pathlib
print(os.fspath(pathlib.Path('x')), os.fsencode(pathlib.Path('x')), isinstance(pathlib.Path(), os.PathLike), isinstance('x', os.PathLike), os.PathLike, os.DirEntry, os.stat_result)
try: os.DirEntry()
except TypeError as e: print(e)

# --- the environment
# files: yes
import os
os.chdir('/tmp')
os.environ.clear()
os.environ['A'] = '1'; os.environ.update(B='2', C='3'); print(os.environ['A'], os.getenv('B'), os.getenv('NOPE'), os.getenv('NOPE', 5), len(os.environ), 'A' in os.environ, sorted(os.environ), dict(os.environ))
print(os.environ.get('A'), os.environ.pop('A'), os.environ.pop('A', 7), os.environ.setdefault('D', '4'), sorted(os.environ.items()), sorted(os.environ.values()), os.environ.copy())
del os.environ['B']; print(os.environ | {'X': 'y'}, {'X': 'y'} | os.environ, os.environ == {'C': '3', 'D': '4'})
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: (os.environ['NOPE']); t(lambda: os.environ[3]); t(lambda: os.environ.__setitem__('a', 3)); t(lambda: os.environ.__setitem__('a=b', 'x')); t(lambda: os.environ.__delitem__('NOPE')); t(lambda: os.environ.pop('NOPE')); t(lambda: os.getenv(3)); t(lambda: os.environ.__setitem__('', 'x')))
print(os.path.expandvars('$C ${D} $NOPE ${C}x $'), os.path.expandvars(b'$C'))
os.environ['HOME'] = '/home/me'; print(os.path.expanduser('~'), os.path.expanduser('~/x'), os.path.expanduser('x~'))
