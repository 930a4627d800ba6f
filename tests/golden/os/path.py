# os.path: CPython 3.14 library, "os.path".
# --- text
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

from os.path import *
t(lambda: (join('a','b'), join('a','/b'), join('a/','b'), join('','b'), join('a',''), join(b'a',b'b'), join('a','b','c')))
t(lambda: (join('a', 3)))
t(lambda: (join(3)))
t(lambda: (join('a', b'b')))
t(lambda: (join()))
t(lambda: (split('/a/b/'), split('//'), split('a'), split('/a'), split(b'a/b'), split('')))
t(lambda: (splitext('.bashrc'), splitext('a.b/c'), splitext('a.tar.gz'), splitext('...x'), splitext('a.'), splitext(b'a.b')))
t(lambda: (basename('/a/b'), basename('a/'), dirname('/a/b'), dirname('a'), dirname('//a')))
t(lambda: (normpath(''), normpath('//a//b/../c/./d'), normpath('///a'), normpath('../../x'), normpath('/..'), normpath('a/../..'), normpath(b'a/./b')))
t(lambda: (commonpath([])))
t(lambda: (commonpath(['/a','b'])))
t(lambda: (commonpath(['/a/b','/a/c/d']), commonpath(['a/b','a']), commonpath(['a','b'])))
t(lambda: (commonpath(['a', b'b'])))
t(lambda: (commonprefix(['abc','abd']), commonprefix([])))
t(lambda: (relpath('a','b'), relpath('/a/b','/a/c'), relpath('/a','/a')))
t(lambda: (relpath('')))
t(lambda: (isabs('/a'), isabs('a'), isabs(b'/')))
t(lambda: (isabs(3)))
t(lambda: (split(3)))
t(lambda: (splitext(None)))
t(lambda: (splitdrive('/a'), splitroot('//a/b'), splitroot('///a'), splitroot('/a'), splitroot('a')))
t(lambda: (normcase('Ab'), expanduser('x')))
t(lambda: (abspath(3)))
t(lambda: (realpath(3)))

# --- asking
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

from os.path import *
open('f', 'w').write('abc')
os.mkdir('d')
t(lambda: (exists('f'), exists('no'), exists('d'), isfile('f'), isfile('d'), isdir('d'), isdir('f'), islink('f'), lexists('f')))
t(lambda: (exists('a\0b'), isfile('a\0b'), islink('a\0')))
t(lambda: (exists(3.5)))
t(lambda: (exists(None)))
t(lambda: (isdir(None)))
t(lambda: (getsize('f'), getsize('nope')))
t(lambda: (getmtime('nope')))
t(lambda: (samefile('f','./f'), samefile('f','d')))
t(lambda: (ismount('/'), ismount('/tmp/d'), ismount('nope')))
t(lambda: (realpath('d/../f'), realpath('nope/../x'), abspath('d/../f')))
t(lambda: (isjunction('f'), isdevdrive('f')))

# --- stat
# files: yes
import os
os.chdir('/tmp')
import stat
for mode in 0o100644, 0o40755, 0o120777, 0o104755, 0o102644, 0o041777, 0o041776, 0o20600, 0o60600, 0o10644, 0o140755, 0:
    print(stat.filemode(mode), stat.S_ISDIR(mode), stat.S_ISREG(mode), stat.S_ISLNK(mode), oct(stat.S_IMODE(mode)), oct(stat.S_IFMT(mode)))
print(stat.ST_MODE, stat.ST_SIZE, stat.S_IRWXU, stat.S_IXOTH)

# --- expandvars of very many openings that nothing closes
import os.path
text = '${' * 1_000_000
print(os.path.expandvars(text) == text, os.path.expandvars('${' * 3 + '}x'), os.path.expandvars('$' * 5))
print(os.path.expandvars('${a' * 100_000 + '}') == '${a' * 100_000 + '}')
