# The __dict__ of a class that does all as its base does: nothing in it is the base's.
import builtins
import gzip

for name, value in sorted(vars(builtins).items()):
    if isinstance(value, type):
        text = str(value.__dict__), [repr(v) for v in value.__dict__.values()]
print('errno' in OSError.__dict__, 'errno' in BlockingIOError.__dict__, 'errno' in gzip.BadGzipFile.__dict__)
print(list(gzip.BadGzipFile.__dict__.items())[0:0], type(ZeroDivisionError.__dict__).__name__)
