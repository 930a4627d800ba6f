# sys.set_int_max_str_digits(): CPython 3.14 library, "Integer string conversion length limitation".
# CPython: reads literals of any length then; here 100,000 digits are the most, since reading them is not stopped
import sys
sys.set_int_max_str_digits(0)
print(eval('7' * 100000) > 1)
try: print(eval('7' * 100001) > 1)
except SyntaxError as error: print(error.msg[:40])
