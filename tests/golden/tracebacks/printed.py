# traceback through sys.excepthook and exception attributes.
import sys
def f(): 1/0
try:
    f()
except ZeroDivisionError as e:
    tb = e.__traceback__
    lines = []
    while tb:
        lines.append(tb.tb_lineno)
        tb = tb.tb_next
    print(lines)

# --- output order of stdout and stderr is kept apart
import sys
print('to stdout')
print('to stderr', file=sys.stderr)
sys.stderr.write('more\n')
sys.stdout.write('out\n')
raise ValueError('end')

# --- a raised exception in an except clause type expression
try:
    raise ValueError('first')
except undefined_type:
    pass

# --- reraise keeps the original lines
def f():
    raise ValueError('orig')
def g():
    try:
        f()
    except ValueError:
        print('log')
        raise
g()

# --- raise e again adds a line
def f():
    raise ValueError('orig')
def g():
    try:
        f()
    except ValueError as e:
        raise e
g()

# --- with_traceback(None) starts anew
def f():
    raise ValueError('orig')
try:
    f()
except ValueError as e:
    saved = e
raise saved.with_traceback(None)

# --- the same exception raised twice from different places
e = ValueError('twice')
def a(): raise e
def b(): raise e
try: a()
except ValueError: pass
b()
