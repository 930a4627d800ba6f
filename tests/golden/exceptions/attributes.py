# Attributes of exceptions.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

e = ValueError('a', 2)
print(e.args, str(e), repr(e), e.__cause__, e.__context__, e.__suppress_context__, e.__traceback__)
e.args = ['x']
print(e.args, str(e), repr(e))
e.custom = 5
print(e.custom, e.__dict__)
print(str(ValueError()), repr(ValueError()), str(ValueError(None)), repr(ValueError('a')), repr(ValueError(('t',))))
print(str(KeyError('k')), repr(KeyError('k')), str(KeyError()), str(KeyError(1, 2)), str(KeyError("it's")), str(LookupError('k')))
print(StopIteration(5).value, StopIteration().value, StopIteration(1, 2).value, StopIteration(1, 2).args)
print(SystemExit(3).code, SystemExit().code, SystemExit('a', 'b').code)
t(lambda: ValueError(x=1))
t(lambda: KeyError(key=1))
t(lambda: e.nope)
t(lambda: setattr(e, 'args', 5))
t(lambda: setattr(e, '__cause__', 5))
t(lambda: setattr(e, '__context__', 'x'))
t(lambda: setattr(e, '__traceback__', 5))
t(lambda: delattr(e, 'args'))
t(lambda: delattr(e, '__cause__'))
t(lambda: setattr(e, '__suppress_context__', 1))

# --- setting cause sets suppress
e = ValueError()
e.__cause__ = KeyError('k')
print(repr(e.__cause__), e.__suppress_context__)
e.__cause__ = None
print(e.__cause__, e.__suppress_context__)
f = ValueError()
f.__context__ = KeyError('c')
print(repr(f.__context__), f.__suppress_context__)

# --- notes
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

e = ValueError('v')
try: print(e.__notes__)
except AttributeError as x: print(x)
print(e.add_note('one'), e.__notes__)
e.add_note('two')
print(e.__notes__)
t(lambda: e.add_note(5))
t(lambda: e.add_note())
e.__notes__ = 'weird'
t(lambda: e.add_note('x'))
print(e.__notes__)

# --- with_traceback
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

e = ValueError('v')
print(e.with_traceback(None) is e)
t(lambda: e.with_traceback(5))
t(lambda: e.with_traceback())
try: raise e
except ValueError as x:
    print(x.__traceback__ is not None, x is e, type(x.__traceback__).__name__, x.__traceback__.tb_lineno)
    y = x.with_traceback(None)
    print(y.__traceback__)

# --- OSError
# oracle: native
print(OSError(), OSError('m'), OSError(2, 'msg'), OSError(2, 'msg', 'file'), OSError(2, 'msg', 'f1', None, 'f2'))
for a in ((), ('m',), (2, 'No such'), (13, 'denied', 'file.txt'), (1, 'perm'), (17, 'exists'), (20, 'nd'), (21, 'isdir'), (11, 'again'), (32, 'pipe'), (4, 'intr'), (9999, 'what'), (110, 'timeout'), (111, 'refused'), (2, 'a', 'b', None, 'c'), (1, 2, 3, 4, 5, 6)):
    e = OSError(*a)
    print(type(e).__name__, e.args, e.errno, e.strerror, e.filename, e.filename2, '|', str(e), '|', repr(e))
print(FileNotFoundError('x').errno, FileNotFoundError(2, 'x').errno, IOError is OSError, EnvironmentError is OSError)
print(str(PermissionError(13, 'Permission denied', '/etc/x')))
print(type(OSError(2, 'x', 'y')), OSError('a', 'b').errno)

# --- Unicode errors
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

e = UnicodeDecodeError('utf-8', b'abc\xff', 3, 4, 'bad byte')
print(e, repr(e), e.encoding, e.object, e.start, e.end, e.reason)
e = UnicodeEncodeError('ascii', 'a\xe9\u20ac', 1, 3, 'not ascii')
print(e)
print(UnicodeEncodeError('ascii', 'a\xe9', 1, 2, 'x'), UnicodeEncodeError('ascii', '\u20ac', 0, 1, 'x'), UnicodeEncodeError('ascii', '\U0001f600', 0, 1, 'x'))
print(UnicodeDecodeError('x', b'\xff\xfe', 0, 2, 'r'), UnicodeTranslateError('\xe9x', 0, 1, 'r'), UnicodeTranslateError('ab', 0, 2, 'r'))
e.start = 0; e.end = 1; e.reason = 'changed'
print(e)
t(lambda: UnicodeDecodeError())
t(lambda: UnicodeDecodeError('a', 'b', 0, 1, 'c'))
t(lambda: UnicodeEncodeError('a', b'b', 0, 1, 'c'))
t(lambda: UnicodeEncodeError('a', 'b', '0', 1, 'c'))
t(lambda: UnicodeError('plain'))

# --- NameError, AttributeError, ImportError fields
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

for e in (NameError('m', name='n'), AttributeError('m', name='n', obj=5), ImportError('m', name='n', path='p'), ModuleNotFoundError('x', name='y')):
    print(repr(e), str(e), e.name, getattr(e, 'obj', '-'), getattr(e, 'path', '-'), getattr(e, 'name_from', '-'))
try: undefined_thing
except NameError as e: print(e.name, e.args)
try: (5).zzz
except AttributeError as e: print(e.name, e.obj, e.args)
try: import nonexistent_mod
except ImportError as e: print(e.name, e.path, e.msg, type(e).__name__)
try: from math import nonexistent
except ImportError as e: print(e.name, e.msg.split('(')[0], e.name_from)
t(lambda: NameError(nam='x'))
t(lambda: ImportError('a', foo=1))
t(lambda: AttributeError('a', name='b', obj=1, x=2))

# --- SyntaxError fields
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

e = SyntaxError('msg', ('file', 3, 5, 'the text', 3, 9))
print(e.msg, e.filename, e.lineno, e.offset, e.text, e.end_lineno, e.end_offset, str(e), repr(e))
e = SyntaxError('only')
print(e.msg, e.filename, e.lineno, str(e), e.args)
print(SyntaxError().msg, SyntaxError('m', ('f', 1, 2, 't')).end_lineno)
try: eval('1 +')
except SyntaxError as e: print(e.msg, e.filename, e.lineno, e.offset, e.text, e.end_lineno, e.end_offset)
try: compile('x = (', 'my.py', 'exec')
except SyntaxError as e: print(e, '|', e.filename, e.lineno, e.offset, repr(e.text))
try: exec('if 1:\nx')
except IndentationError as e: print(type(e).__name__, e, e.lineno, repr(e.text))
t(lambda: SyntaxError('m', (1, 2)))
t(lambda: SyntaxError('m', 5))
