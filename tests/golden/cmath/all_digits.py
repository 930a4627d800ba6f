# oracle: native
# Every digit of cmath's functions: random arguments, and those at the edges.
import cmath, random
random.seed(7)
edges = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e-320, 1e308, -1.5e308, 1e-10, 700.0, 709.5, 5e-324, 1e155, float('inf'), float('-inf'), float('nan')]
def num():
    k = random.random()
    if k < .3: return random.choice(edges)
    if k < .7: return random.uniform(-3, 3)
    return random.uniform(-1, 1) * 10.0 ** random.randint(-30, 30)
for i in range(60):
    z = complex(num(), num())
    for n in 'acos acosh asin asinh atan atanh cos cosh exp log log10 sin sinh sqrt tan tanh'.split():
        try: r = getattr(cmath, n)(z)
        except Exception as e: r = type(e).__name__, str(e)
        print(n, z, r)
