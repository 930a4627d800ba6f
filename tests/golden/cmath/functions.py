# cmath: CPython 3.14 library.
import cmath
def show(z):
    if isinstance(z, complex): return f'{z.real:.12g} {z.imag:.12g}'
    return repr(z)
values = [0, 1, -1, 1j, -1j, 1+2j, -3.5+0.25j, 0.5, -0.5j, 100-3j, 1e-10+1e-10j, complex('-0'), complex(2, -0.0), complex(-2, -0.0), 3, 2.5]
for name in 'acos acosh asin asinh atan atanh cos cosh exp log log10 sin sinh sqrt tan tanh phase polar isfinite isinf isnan'.split():
    f = getattr(cmath, name)
    for z in values:
        try:
            answer = f(z)
            answer = [show(x) if name != 'polar' else f'{x:.12g}' for x in (answer if name == 'polar' else [answer])]
            if name == 'phase': answer = [f'{f(z):.12g}']
        except (ValueError, OverflowError) as error:
            answer = f'{type(error).__name__} {error}'
        print(name, z, answer)
# --- the rest
import cmath
inf, nan = float('inf'), float('nan')
for text in '''
cmath.log(8, 2), cmath.log(-1), cmath.log(1j, 1j)
cmath.log(0)
cmath.log(1, 0)
cmath.log(5, 1)
cmath.rect(1, 0), cmath.rect(0, 5), cmath.rect(2, cmath.pi)
cmath.rect(1, inf)
cmath.isclose(1, 1 + 1e-10j), cmath.isclose(1, 2), cmath.isclose(1, 1.1, rel_tol=0.2), cmath.isclose(0, 1e-12, abs_tol=1e-9), cmath.isclose(inf, inf), cmath.isclose(inf, 1), cmath.isclose(nan, nan)
cmath.isclose(1, 1, rel_tol=-1)
cmath.exp(1000)
cmath.cosh(1000)
cmath.sqrt(complex(inf, nan)), cmath.sqrt(complex(-inf, 1)), cmath.exp(complex(-inf, 5)), cmath.isinf(complex(1, inf)), cmath.isnan(complex(nan, 1)), cmath.isfinite(complex(1, inf))
cmath.cos(inf)
cmath.exp(complex(1, inf))
cmath.sin('a')
cmath.sin()
cmath.pi, cmath.e, cmath.tau, cmath.inf, cmath.nan, cmath.infj, cmath.nanj
cmath.sqrt(True), cmath.polar(3 + 4j), cmath.phase(-1)
'''.strip().splitlines():
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '->', type(error).__name__, error)
