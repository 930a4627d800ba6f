# The tree of built-in exceptions.
tree = [BaseException, BaseExceptionGroup, GeneratorExit, KeyboardInterrupt, SystemExit, Exception, ArithmeticError, FloatingPointError, OverflowError, ZeroDivisionError, AssertionError, AttributeError, BufferError, EOFError, ExceptionGroup, ImportError, ModuleNotFoundError, LookupError, IndexError, KeyError, MemoryError, NameError, UnboundLocalError, OSError, BlockingIOError, ChildProcessError, ConnectionError, BrokenPipeError, ConnectionAbortedError, ConnectionRefusedError, ConnectionResetError, FileExistsError, FileNotFoundError, InterruptedError, IsADirectoryError, NotADirectoryError, PermissionError, ProcessLookupError, TimeoutError, ReferenceError, RuntimeError, NotImplementedError, PythonFinalizationError, RecursionError, StopAsyncIteration, StopIteration, SyntaxError, IndentationError, TabError, SystemError, TypeError, ValueError, UnicodeError, UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError, Warning, BytesWarning, DeprecationWarning, EncodingWarning, FutureWarning, ImportWarning, PendingDeprecationWarning, ResourceWarning, RuntimeWarning, SyntaxWarning, UnicodeWarning, UserWarning]
for t in tree:
    print(t.__name__, '<', ' '.join(u.__name__ for u in tree if u is not t and issubclass(t, u)))

# --- repr, module and construction of each
import builtins
for n in sorted(dir(builtins)):
    t = getattr(builtins, n)
    if isinstance(t, type) and issubclass(t, Exception):
        if n.startswith('Unicode') and n not in ('UnicodeError', 'UnicodeWarning') or n.endswith('Group'): continue
        e = t('msg')
        print(n, t.__name__, t.__module__, t.__qualname__, repr(e), str(e), e.args)

# --- catching by base class
def caught(e, *types):
    try: raise e
    except types: return True
    except BaseException: return False
print(caught(IndexError(), LookupError), caught(KeyError(), IndexError), caught(FileNotFoundError(), OSError), caught(KeyboardInterrupt(), Exception))
print(caught(RecursionError(), RuntimeError), caught(StopIteration(), Exception), caught(GeneratorExit(), Exception), caught(UnicodeDecodeError('a', b'', 0, 0, ''), ValueError))
print(caught(BrokenPipeError(), ConnectionError, KeyError), caught(TabError(), SyntaxError), caught(SystemExit(), Exception), caught(ModuleNotFoundError(), ImportError))

# --- comparing, hashing, storing exceptions
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, "-", e)

a, b = ValueError('x'), ValueError('x')
print(a == b, a == a, a != b, len({a, b}), isinstance(a, Exception), bool(a))
d = {ValueError: 1, 'k': ValueError}
print(d[ValueError], d['k']('made'))
print(type(a) is ValueError, type(a).__name__, ValueError.__name__, ValueError, [ValueError], ValueError.__doc__)
t(lambda: ValueError < KeyError)
t(lambda: a < b)
t(lambda: a[0])
t(lambda: len(a))
t(lambda: iter(a))
t(lambda: ValueError + 1)
