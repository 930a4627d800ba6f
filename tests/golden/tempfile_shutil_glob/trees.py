# glob, shutil, tempfile: CPython 3.14 library.
# --- glob
# files: yes
import os
os.chdir('/tmp')
import os, time, tempfile, shutil, glob, json, io
os.makedirs('a/b'); open('a/x.txt','w').write('x'); open('a/b/y.txt','w').write('y'*10); open('.h','w').close()
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (sorted(glob.glob('*')), sorted(glob.glob('a/*')), sorted(glob.glob('**/*.txt', recursive=True)), sorted(glob.glob('**', recursive=True)), glob.glob('.*'), sorted(glob.glob('*', include_hidden=True))))
t(lambda: (sorted(glob.glob('a/**/', recursive=True)), glob.glob('a/x.txt'), glob.glob('nope'), sorted(glob.glob('*', root_dir='a')), glob.glob(b'a/*.txt')))
t(lambda: (glob.escape('a[1]*?'), list(glob.iglob('a/b/*'))))

# --- shutil
# files: yes
import os
os.chdir('/tmp')
import os, time, tempfile, shutil, glob, json, io
os.makedirs('a/b'); open('a/x.txt','w').write('x'); open('a/b/y.txt','w').write('y'*10); open('.h','w').close()
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (shutil.copy('a/x.txt','c.txt'), open('c.txt').read(), shutil.copy2('c.txt','a/b'), os.path.exists('a/b/c.txt')))
t(lambda: (shutil.copytree('a','z'), sorted(glob.glob('z/**', recursive=True))))
t(lambda: (shutil.copytree('a','z')))
t(lambda: (shutil.copytree('a','z', dirs_exist_ok=True)))
t(lambda: (shutil.copytree('a','z2', ignore=shutil.ignore_patterns('*.txt')), sorted(glob.glob('z2/**', recursive=True))))
t(lambda: (shutil.move('z','zz'), os.path.exists('z'), shutil.move('c.txt','zz'), sorted(os.listdir('zz'))))
t(lambda: (shutil.move('a/x.txt','zz')))
t(lambda: (shutil.rmtree('zz'), os.path.exists('zz')))
t(lambda: (shutil.rmtree('zz')))
t(lambda: (shutil.rmtree('zz', ignore_errors=True)))
t(lambda: (shutil.copyfile('a/x.txt','a/x.txt')))
t(lambda: (shutil.copyfile('a','q')))
t(lambda: (shutil.copy('nope','q')))
t(lambda: (shutil.get_terminal_size()))
t(lambda: (shutil.which('ls') ))
t(lambda: (issubclass(shutil.SameFileError, shutil.Error), shutil.Error.__mro__ if 0 else issubclass(shutil.Error, OSError)))

# --- tempfile
# files: yes
import os
os.chdir('/tmp')
import os, time, tempfile, shutil, glob, json, io
os.makedirs('a/b'); open('a/x.txt','w').write('x'); open('a/b/y.txt','w').write('y'*10); open('.h','w').close()
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: ([len(os.path.basename(tempfile.mkdtemp(prefix='p', suffix='s'))), tempfile.gettempdir(), tempfile.gettempprefix()]))
t(lambda: (os.path.basename(tempfile.mktemp())[:3]))
t(lambda: (json.dump({'a':[1,2]}, open('j','w')), json.load(open('j')), json.load(open('j','rb'))))
t(lambda: (print('x', file=open('p','w')), open('p').read()))
with tempfile.TemporaryDirectory() as d:
    p=os.path.join(d,'f'); open(p,'w').write('q'); print(os.path.isdir(d), open(p).read())
print(os.path.exists(d))
with tempfile.NamedTemporaryFile('w+', suffix='.txt') as f:
    f.write('hello'); f.seek(0); print(f.read(), f.name.endswith('.txt'), os.path.exists(f.name))
print(os.path.exists(f.name))
with tempfile.TemporaryFile() as f:
    print(f.write(b'abc'), f.seek(0), f.read())
