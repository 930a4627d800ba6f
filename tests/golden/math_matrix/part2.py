# math.fabs
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.fabs(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.fabs(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.factorial
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (20,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.factorial(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.factorial(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.floor
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.floor(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.floor(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.fma
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.fma(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.fma(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.fmod
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.fmod(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.fmod(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.frexp
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.frexp(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.frexp(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.fsum
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.fsum(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.fsum(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.gamma
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.gamma(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.gamma(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.gcd
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.gcd(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.gcd(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.hypot
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.hypot(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.hypot(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.isclose
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.isclose(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.isclose(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.isfinite
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.isfinite(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.isfinite(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.isinf
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.isinf(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.isinf(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.isnan
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.isnan(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.isnan(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.isqrt
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.isqrt(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.isqrt(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.lcm
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.lcm(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.lcm(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.ldexp
import math
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', repr(math.ldexp(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.ldexp(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.lgamma
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.lgamma(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.lgamma(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.log
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.log(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.log(x=1))
except Exception as e: print(type(e).__name__, e)

# --- math.log10
import math
def near(x): return f'{x:.13g}' if isinstance(x, float) else repr(x)
for args in ((), (0,), (1,), (-1,), (0.5,), (-0.0,), (2.5,), (5,), (170,), (1e300,), (-1e300,), (5e-324,), (float('inf'),), (float('-inf'),), (float('nan'),), (True,), (2**70,), ('a',), (None,), (1j,), ([],), ([1, 2.5],), (['a'],), (1, 2), (5, 2), (-5.5, 2), (0, 0), (2, 0.5), (1, 0), (float('inf'), 1), (1, float('inf')), (0.0, -1), (2, 10), (1, 'a'), ([1, 2], [3, 4]), ((1,), (1, 2)), (1, 2, 3), (2, 3, 4, 5)):
    try: print(args, '->', near(math.log10(*args)))
    except Exception as e: print(args, type(e).__name__, e)
try: print(math.log10(x=1))
except Exception as e: print(type(e).__name__, e)
