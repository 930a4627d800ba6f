# sys.set_int_max_str_digits(): CPython 3.14 library, "Integer string conversion length limitation".
# CPython: counts digits of literals by the limit as it is; here source text has 4300 digits in any case
import sys
sys.set_int_max_str_digits(0)
try: print(eval('7' * 5000) > 1)
except SyntaxError as error: print(error.msg[:40])
