# bisect: every function, with key, at random.
import heapq, bisect, copy
from functools import cmp_to_key
from collections import *
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e)
t(lambda: bisect.bisect([1,2,3],2)); t(lambda: bisect.bisect_left([1,2,3],2)); t(lambda: bisect.bisect([1,2],1,-1)); t(lambda: bisect.bisect(3,1)); t(lambda: bisect.bisect([1],'a')); t(lambda: bisect.bisect([])); t(lambda: bisect.bisect([1,2,3],2,hi=2,lo=0)); t(lambda: bisect.bisect([1,2],1,0,5)); t(lambda: bisect.insort((1,),2)); t(lambda: bisect.bisect([3,2,1],2,key=lambda x:-x)); t(lambda: bisect.bisect([1,2],1,0,None)); t(lambda: bisect.bisect([1,2],1,'a')); t(lambda: bisect.bisect(range(10),3)); t(lambda: bisect.bisect({1:2},3)); t(lambda: bisect.bisect('abc','b'))
def f():
    d = deque([1,3]); bisect.insort(d, 2); return d
t(f)
x = 1
def rnd(n):
    global x
    x = (x * 1103515245 + 12345) % 2147483648
    return (x >> 8) % n
K = cmp_to_key(lambda a, b: (a > b) - (a < b))
for _ in range(20):
    l = sorted(rnd(10) for _ in range(rnd(12)))
    v = rnd(10)
    print(bisect.bisect_left(l, v), bisect.bisect(l, v), bisect.bisect_left(l, -v, key=lambda q: -10 + q), bisect.bisect([K(q) for q in l], K(v)), end=' ')
    bisect.insort(l, v); bisect.insort_left(l, v + 0.5, key=lambda q: q); print(l)
