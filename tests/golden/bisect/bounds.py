# bisect: bounds outside of the list; -1 alone stands for its end.
import bisect
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for lo in (0, 1, 2, 3, 9):
    for hi in (-3, -2, -1, 0, 1, 9):
        p(lambda: bisect.bisect([1, 2, 2, 3], 100, lo, hi))
        p(lambda: bisect.bisect([1, 2, 2, 3], 100, lo, hi, key=lambda x: x))
