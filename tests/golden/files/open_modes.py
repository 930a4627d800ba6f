# open(): CPython 3.14 library, "Built-in Functions".
# --- modes that are none
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (open('a','q')))
t(lambda: (open('a','rw')))
t(lambda: (open('a','')))
t(lambda: (open('a','rr')))
t(lambda: (open('a','rtb')))
t(lambda: (open('a','+')))
t(lambda: (open('a','b')))
t(lambda: (open('a','U')))
t(lambda: (open('a',mode=3)))

# --- arguments that do not fit the mode
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

open('a', 'w').close()
t(lambda: (open('a','rb',encoding='utf-8')))
t(lambda: (open('a','rb',errors='strict')))
t(lambda: (open('a','rb',newline='')))
t(lambda: (open('a','r',0)))
t(lambda: (open('a','r',newline='x')))
t(lambda: (open('a','r',newline=3)))
t(lambda: (open('a','r',encoding='nope')))
t(lambda: (open('a','r',encoding=3)))
t(lambda: (open('a','r',errors=3)))
t(lambda: (open('a',closefd=False)))
t(lambda: (open('a',buffering='x')))
t(lambda: (open()))
t(lambda: (open('a','r',-1,None,None,None,True,None,3)))
t(lambda: (open('a',foo=1)))

# --- what is no path
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

t(lambda: (open(3.5)))
t(lambda: (open(None)))
t(lambda: (open([])))
t(lambda: (open('a\0b')))
t(lambda: (open(b'a\0b')))
t(lambda: (open(-1)))
t(lambda: (open({})))

# --- files that are not there
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

open('a', 'w').close()
t(lambda: (open('nope')))
t(lambda: (open('')))
t(lambda: (open('.')))
t(lambda: (open('nodir/x','w')))
t(lambda: (open('a/x')))
t(lambda: (open('a','x')))
t(lambda: (open('nope','r+')))
t(lambda: (open('nope','rb')))
t(lambda: (open(b'nope')))

# --- reprs and names
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

open('a', 'w').close()
t(lambda: (open('a')))
t(lambda: (open('a','r+')))
t(lambda: (open('a','rb')))
t(lambda: (open('a','r+b')))
t(lambda: (open('a','ab')))
t(lambda: (open('a','rb',0)))
t(lambda: (open(b'a')))
t(lambda: (open('a','rb').mode, open('a','wb+').mode, open('a','ab').mode, open('a','a+b',0).mode, open('b','x+b',0).mode, open('c','xb',0).mode))
t(lambda: (open('a').name, open('a').encoding, open('a',encoding='latin-1').encoding, open('a').errors, open('a').mode))
t(lambda: (open('a').buffer, open('a').line_buffering, open('a','r',1).line_buffering, open('a').write_through))
t(lambda: (open('a').newlines, open('a').closed, open('a').seekable(), open('a').readable(), open('a').writable(), open('a').isatty()))

# --- what the mode does not allow
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

open('a', 'w').close()
t(lambda: (open('a','w').read()))
t(lambda: (open('a').write('x')))
t(lambda: (open('a','wb').read()))
t(lambda: (open('a','rb').write(b'x')))
t(lambda: (open('a','rb',0).write(b'x')))
t(lambda: (open('a','wb',0).read()))
t(lambda: (open('a').truncate()))
t(lambda: (open('a','rb').truncate()))
t(lambda: (open('a','rb',0).truncate()))
t(lambda: (open('a','w').readline()))
t(lambda: (list(open('a','w'))))
t(lambda: (next(open('a','wb'))))

# --- wrong types
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

open('a', 'w').close()
t(lambda: (open('a','w').write(3)))
t(lambda: (open('a','w').write(b'x')))
t(lambda: (open('a','wb').write('x')))
t(lambda: (open('a','wb',0).write('x')))
t(lambda: (open('a','w').writelines(3)))
t(lambda: (open('a','w').writelines([3])))
t(lambda: (open('a','wb').writelines(['x'])))
t(lambda: (open('a').read('x')))
t(lambda: (open('a').read(1.5)))
t(lambda: (open('a').readline('x')))
t(lambda: (open('a').readlines('x')))
t(lambda: (open('a','rb').read('x')))
t(lambda: (open('a','rb').seek(1.5)))
t(lambda: (open('a','w').seek('x')))

# --- seeking and truncating
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

open('a', 'w').close()
t(lambda: (open('a','w').seek(-1)))
t(lambda: (open('a','w').seek(1,1)))
t(lambda: (open('a','w').seek(1,2)))
t(lambda: (open('a','w').seek(0,5)))
t(lambda: (open('a','w').seek(0,1)))
t(lambda: (open('a','w').truncate(-1)))
t(lambda: (open('a','rb').seek(-1)))
t(lambda: (open('a','rb').seek(-1,2)))
t(lambda: (open('a','rb').seek(0,5)))
t(lambda: (open('a','rb',0).seek(-1)))
t(lambda: (open('a','rb').seek(5), open('a','rb').seek(0,2)))

# --- closed text files
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

f = open('a', 'w')
f.close()
t(lambda: (f.closed, f.name, f.mode, f.encoding, f.newlines))
t(lambda: (f.read()))
t(lambda: (f.write('x')))
t(lambda: (f.readline()))
t(lambda: (f.readlines()))
t(lambda: (f.flush()))
t(lambda: (f.close()))
t(lambda: (f.seek(0)))
t(lambda: (f.tell()))
t(lambda: (f.isatty()))
t(lambda: (f.seekable()))
t(lambda: (list(f)))
t(lambda: (f.__enter__()))
t(lambda: (f.truncate()))
t(lambda: (f.writelines([])))
t(lambda: (f.buffer))
t(lambda: (f.buffer.raw))
t(lambda: (f.detach()))

# --- closed binary files
# files: yes
import os
os.chdir('/tmp')
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

open('a', 'w').close()
f = open('a', 'rb')
f.close()
g = open('a', 'rb', 0)
g.close()
h = open('a', 'wb')
h.close()
t(lambda: (f))
t(lambda: (f.read()))
t(lambda: (f.readline()))
t(lambda: (f.seek(0)))
t(lambda: (f.tell()))
t(lambda: (f.peek()))
t(lambda: (f.mode))
t(lambda: (f.raw))
t(lambda: (f.readable()))
t(lambda: (f.read1()))
t(lambda: (f.__enter__()))
t(lambda: (list(f)))
t(lambda: (g))
t(lambda: (g.read()))
t(lambda: (g.seek(0)))
t(lambda: (g.tell()))
t(lambda: (g.mode))
t(lambda: (g.readable()))
t(lambda: (h.write(b'')))
t(lambda: (h.flush()))
