# heapq.nlargest, nsmallest: CPython 3.14 library, "heapq".
import heapq
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for n in (0, 1, 2, 3, 5, 9):
    for data in ([5, 1, 4, 2, 3], [2.5, 1, 2.5], ['b', 'a'], [], [(1, 'x'), (0, 'y'), (1, 'a')]):
        p(lambda: (heapq.nlargest(n, data), heapq.nsmallest(n, data)))
        p(lambda: (heapq.nlargest(n, iter(data)), heapq.nsmallest(n, iter(data))))
        p(lambda: (heapq.nlargest(n, data, key=lambda x: (print('key', x), str(x))[1]), heapq.nsmallest(n, iter(data), key=str)))
p(lambda: heapq.nlargest(3, (i * 7919 % 1000 for i in range(1000))))
p(lambda: heapq.nsmallest(3, (i * 7919 % 1000 for i in range(1000)), key=lambda x: -x))

# --- numbers that are none, and what is compared with what
import heapq
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
p(lambda: heapq.nlargest(0, [1,'a'], key=abs))
p(lambda: heapq.nlargest(0, 5))
p(lambda: heapq.nlargest(-1, [], key=5))
p(lambda: heapq.nlargest(1, [1,'a']))
p(lambda: heapq.nlargest(1, []))
p(lambda: heapq.nlargest(1, [3,'a'], key=lambda x: x))
p(lambda: heapq.nsmallest(1, [3,'a']))
p(lambda: heapq.nsmallest(2, [3,'a', 5]))
p(lambda: heapq.nlargest(2, [3,'a', 5]))
p(lambda: heapq.nlargest(2, [3,'a', 5], key=lambda x:x))
p(lambda: heapq.nlargest(2, [3,5,'a'], key=lambda x:x))
p(lambda: heapq.nsmallest(2, [3,5,'a'], key=lambda x:x))
p(lambda: heapq.nsmallest(2, [3,5,'a']))
p(lambda: heapq.nsmallest('a', [3,5,'a']))
p(lambda: heapq.nsmallest(1.0, [3,5,1]))
p(lambda: heapq.nsmallest(2.0, [3,5,1]))
p(lambda: heapq.nsmallest(2.0, [3]))
p(lambda: heapq.nsmallest(2.0, iter([3])))
p(lambda: heapq.nsmallest(True, iter([3,2])))
p(lambda: heapq.nsmallest(None, iter([3,2])))
p(lambda: heapq.nsmallest(None, [3,2]))

# --- few are kept of many
# limit: memory=3MB
import heapq
print(heapq.nlargest(3, (i * 7919 % 100003 for i in range(100000))))
print(heapq.nsmallest(2, (i * 7919 % 100003 for i in range(100000)), key=lambda x: -x))

# --- keys that stop in the middle
import heapq
def key(x):
    print('key', x)
    if x == 4: raise ValueError('four')
    return -x
print(heapq.nsmallest(2, iter([1, 2, 3]), key))
try: heapq.nlargest(2, [1, 2, 3, 4, 5], key)
except ValueError as e: print(e)
