# The tree of built-in exceptions.
import builtins

exceptions = [
    value
    for name, value in sorted(vars(builtins).items())
    if isinstance(value, type) and issubclass(value, BaseException)
]
for value in exceptions:
    print(value.__name__, "<", *[other.__name__ for other in exceptions if issubclass(value, other) and other is not value])

# --- attributes that an exception type has of its own
import builtins

for name, value in sorted(vars(builtins).items()):
    if isinstance(value, type) and issubclass(value, BaseException):
        names = [n for n in dir(value) if not n.startswith("_")]
        print(name, *names)

# --- what each is given and shows
import builtins

odd = "SyntaxError IndentationError TabError _IncompleteInputError UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError ExceptionGroup BaseExceptionGroup".split()
for name, value in sorted(vars(builtins).items()):
    if isinstance(value, type) and issubclass(value, BaseException) and name not in odd:
        for arguments in [(), ("a",), ("a", "b"), (1, "two", 3)]:
            error = value(*arguments)
            print(name, arguments, repr(error), "|", str(error), "|", error.args)

# --- arguments that do not fit
for call in """ExceptionGroup() ExceptionGroup('a') ExceptionGroup('a',[]) ExceptionGroup('a',[1]) ExceptionGroup(1,[ValueError()])
ExceptionGroup('a',[KeyboardInterrupt()]) BaseExceptionGroup('a',[KeyboardInterrupt()]) BaseExceptionGroup('a',[ValueError()])
UnicodeDecodeError() UnicodeDecodeError('utf-8',b'ab',0,1,'why') UnicodeEncodeError('utf-8','ab',0,2,'why') UnicodeTranslateError('ab',0,1,'why')
UnicodeDecodeError('utf-8','ab',0,1,'why') ValueError(a=1) OSError(a=1) ImportError('m',name='n',path='p') ImportError('m',zz=1)
NameError('m',name='n') AttributeError('m',name='n',obj=3) NameError('m',zz=1) StopIteration(1,2) SystemExit(1,2) SyntaxError('m',('f',1,2,'t'))
SyntaxError('m',('f',1,2,'t',3,4)) SyntaxError('m',(1,2)) OSError(2,'x') OSError(2,'x','f') OSError(2,'x','f',None,'g') OSError(17,'x') OSError(13,'y')
OSError(1,2,3,4,5,6) KeyError('k') KeyError(1,2) KeyError()""".split():
    try:
        error = eval(call)
        print(call, repr(error), "|", str(error), "|", error.args)
    except Exception as problem:
        print(call, "raises", repr(problem))
