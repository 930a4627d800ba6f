# math.acos with every kind of argument.
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.acos(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.acos(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.acosh
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.acosh(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.acosh(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.asin
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.asin(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.asin(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.asinh
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.asinh(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.asinh(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.atan
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.atan(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.atan(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.atan2
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.atan2(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.atan2(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.atanh
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.atanh(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.atanh(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.cbrt
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.cbrt(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.cbrt(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.ceil
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.ceil(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.ceil(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.comb
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.comb(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.comb(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.copysign
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.copysign(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.copysign(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.cos
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.cos(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.cos(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.cosh
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.cosh(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.cosh(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.degrees
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.degrees(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.degrees(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.dist
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.dist(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.dist(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.erf
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.erf(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.erf(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.erfc
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.erfc(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.erfc(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.exp
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.exp(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.exp(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.exp2
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.exp2(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.exp2(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.expm1
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.expm1(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.expm1(x=1))
except Exception as e: print(type(e).__name__, e)
