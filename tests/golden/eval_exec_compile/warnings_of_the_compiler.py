# What the compiler warns of goes through the warnings module once that was imported.
import warnings
sources = [r"'\d'", "1 is 1", "()()", "assert (1, 2)", "1if 2 else 3", "[1][1, 2]", "def f():\n  try: pass\n  finally: return 1",
           "while 1:\n  try: pass\n  finally: break", r"'\400'", "1 is not 'a'", "{1}[2]", "x is ()", "x is None"]
for source in sources:
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter('always')
        compile(source, '<s>', 'exec')
    print(repr(source), [(str(w.message), w.category.__name__, w.filename, w.lineno) for w in log])
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('default')
    for i in range(2):
        eval(r"'\d'")
    exec('1 is 1\n[]()')
print([(str(w.message)[:9], w.filename, w.lineno) for w in log])

# --- filters
import warnings
with warnings.catch_warnings(record=True) as log:
    warnings.filterwarnings('error', module='ab')
    warnings.filterwarnings('always', module='<string>')
    warnings.filterwarnings('error', message='"is" with')
    for source, name in [('1 is 1', 'ab.py'), ('1()', 'ab.py'), ('1()', 'ac.py'), ('x is 1', 'ac.py')]:
        try:
            print(compile(source, name, 'exec') is None)
        except SyntaxError as e:
            print(e)
    try:
        eval('lambda: 1()')
    except SyntaxError as e:
        print(e)
print(len(log))
warnings.simplefilter('ignore')
compile('1()', 'f', 'exec')

# --- as errors
import warnings
warnings.simplefilter('error')
for source in ["1if 2 else 3", "x = 0x1for x in y", "'ab\\d\\e'", "'''\n a\\dfoo'''", "()()", "assert (1,\n 2)", "x = 1; 'a' is y",
               "for x in y:\n try: pass\n finally: break", "1\n2\n'\\8'", "'\\777'"]:
    try:
        compile(source, 'fn', 'exec')
    except SyntaxError as e:
        print(repr(e))
for run in [exec, eval]:
    try:
        run("1 is 2")
    except SyntaxError as e:
        print(e.args)
# An error of the parser comes after what it warned of before.
warnings.simplefilter('always')
try:
    compile("'\\d'\n)", 'fn', 'exec')
except SyntaxError as e:
    print(e)

# --- without the module
exec("x = '\\d'\ny = 1 is 1")
compile("()()", 'fn', 'eval')

# --- a traceback
import warnings
warnings.simplefilter('error')
exec("x = 1\ny = '\\d'")
