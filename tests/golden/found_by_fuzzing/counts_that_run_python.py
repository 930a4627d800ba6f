# CPython: a count that is no number of C cannot be added to in update() and subtract()
from collections import Counter
from statistics import NormalDist

for c in Counter('abca'), Counter():
    for how in Counter.update, Counter.subtract:
        try:
            how(c, Counter(), x=NormalDist())
            print(c)
        except Exception as e:
            print(type(e).__name__, e)

# --- the same, by an iterable
# CPython: a count that is no number of C cannot be added to in update() and subtract()
from collections import Counter
from statistics import NormalDist

c = Counter(a=NormalDist(), b=1)
for how in c.update, c.subtract:
    try:
        how(iter('ba'), b=2)
        print(c['b'])
    except Exception as e:
        print(type(e).__name__, e)
