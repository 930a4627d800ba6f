# sys.set_int_max_str_digits() holds for literals in what is compiled: CPython 3.14 library, "Integer string conversion length limitation".
import sys
def t(source):
    try:
        print(eval(source) % 1000007)
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)
for digits in (640, 1000, 0, 4300):
    sys.set_int_max_str_digits(digits)
    for n in (640, 641, 1000, 1001, 4300, 4301, 20000):
        t('7' * n)
    t('-' + '3' * 700)
    t('0x' + 'f' * 5000)
    t('1_0' * 300)

# --- a literal that only this limit allows, in code that is kept
import sys
sys.set_int_max_str_digits(0)
code = compile('def f(): return ' + '9' * 6000 + ' % 1000003\nfor i in range(100): n = f()', 'f', 'exec')
space = {}
exec(code, space)
sys.set_int_max_str_digits(700)
for i in range(200): pass
print(space['f'](), space['n'])
exec(code, space)
print(space['n'])
