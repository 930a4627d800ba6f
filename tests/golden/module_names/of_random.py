# Every public name of random that CPython has and docs/modules.md does not list as missing.
names = 'BPF LOG4 NV_MAGICCONST RECIP_BPF Random SG_MAGICCONST SystemRandom TWOPI betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate normalvariate paretovariate randbytes randint random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate'
import random as m
print('random', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
