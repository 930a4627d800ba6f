# shutil.which() with bytes, what rmtree() tells of errors: CPython 3.14 library, "shutil".
# files: yes
import shutil, os
os.makedirs('/tmp/b')
open('/tmp/b/foo', 'w').close(); os.chmod('/tmp/b/foo', 0o755)
open('/tmp/b/bar', 'w').close()
for a, k in [(('foo',), dict(path='/tmp/b')), ((b'foo',), dict(path='/tmp/b')), ((b'foo',), dict(path=b'/tmp/b')), (('foo',), dict(path=b'/tmp/b')), ((b'bar',), dict(path='/tmp/b')), ((b'bar',), dict(path='/tmp/b', mode=os.F_OK)), ((b'/tmp/b/foo',), {}), ((b'foo',), dict(path='')), ((b'zz',), {}), ((b'foo',), dict(path='/x:/tmp/b')), ((3,), dict(path='/tmp/b'))]:
    try: print(a, k, shutil.which(*a, **k))
    except Exception as e: print(a, k, type(e), e)

# --- errors of rmtree
# files: yes
import shutil, os
os.makedirs('/tmp/d/e'); open('/tmp/d/e/f', 'w').close(); open('/tmp/x', 'w').close(); os.symlink('/tmp/d', '/tmp/l')
def onexc(f, p, e): print('exc', f.__name__, p, type(e), e)
def onerror(f, p, e): print('err', f.__name__, p, e[0], e[1])
for p in ['/tmp/none', '/tmp/x', '/tmp/l', b'/tmp/none']:
    shutil.rmtree(p, onexc=onexc)
    try: shutil.rmtree(p)
    except Exception as e: print(type(e), e)
    shutil.rmtree(p, ignore_errors=True)
    shutil.rmtree(p, True, onexc=onexc)
    import warnings
    warnings.simplefilter('ignore')
    shutil.rmtree(p, onerror=onerror)
    shutil.rmtree(p, False, onerror)
warnings.simplefilter('always')
shutil.rmtree('/tmp/d', onerror=onerror)
print(os.path.exists('/tmp/d'))
print(shutil.rmtree.avoids_symlink_attacks)
shutil.rmtree('/tmp/x', onexc=onexc)

# --- what an onerror function is told last
# CPython: gives the traceback, of shutil's own lines; the library's lines are not shown here
# files: yes
import shutil, warnings
warnings.simplefilter('ignore')
shutil.rmtree('/tmp/none', onerror=lambda f, p, info: print(f.__name__, info[0].__name__, type(info[2]).__name__))
