# math.log1p
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.log1p(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.log1p(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.log2
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.log2(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.log2(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.modf
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.modf(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.modf(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.nextafter
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.nextafter(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.nextafter(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.perm
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (20,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.perm(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.perm(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.pow
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.pow(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.pow(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.prod
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.prod(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.prod(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.radians
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.radians(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.radians(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.remainder
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.remainder(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.remainder(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.sin
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.sin(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.sin(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.sinh
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.sinh(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.sinh(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.sqrt
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.sqrt(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.sqrt(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.sumprod
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.sumprod(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.sumprod(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.tan
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.tan(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.tan(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.tanh
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.tanh(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.tanh(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.trunc
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.trunc(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.trunc(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.ulp
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.ulp(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.ulp(x=1))
except Exception as e: print(type(e).__name__, e)
