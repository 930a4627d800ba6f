# functools: every function, its options and errors.
import functools
from functools import *
from operator import add
def t(f):
    try:
        s = str(f())
        i = s.find(' at 0x')
        print(s if i < 0 else s[:i])
    except BaseException as e: print(type(e).__name__, '|', e)
p = partial(pow, 2)
t(lambda: p); t(lambda: p(3)); t(lambda: partial()); t(lambda: partial(3)); t(lambda: partial(p, 5)); t(lambda: partial(print, 1, end='x')); t(lambda: p.func); t(lambda: p.args); t(lambda: p.keywords)
q = partial(pow, Placeholder, 2)
t(lambda: q); t(lambda: q(5)); t(lambda: q()); t(lambda: partial(pow, 1, Placeholder)); t(lambda: partial(pow, x=Placeholder)); t(lambda: partial(q, 7)); t(lambda: Placeholder); t(lambda: type(Placeholder)); t(lambda: type(Placeholder)()); t(lambda: partial(partial(print, Placeholder, 2, Placeholder, 4), 1))
t(lambda: partial(partial(print, Placeholder, 2, Placeholder, 4), 1)(3))
t(lambda: p.__dict__)
@lru_cache(maxsize=2)
def f(x): return x
t(lambda: (f(1),f(2),f(1),f(3),f(2))); t(lambda: f.cache_info()); t(lambda: f.cache_parameters()); t(lambda: f.cache_clear()); t(lambda: f.cache_info()); t(lambda: f([])); t(lambda: f()); t(lambda: lru_cache('a')); t(lambda: f.__name__); t(lambda: f.__wrapped__.__name__); t(lambda: lru_cache(3)); t(lambda: type(f.cache_info())); t(lambda: type(f)); t(lambda: lru_cache(-3)(len).cache_info()); t(lambda: cache(len).cache_parameters()); t(lambda: repr(f)[:40]); t(lambda: cache()); t(lambda:lru_cache(maxsize=None,typed=True)(len).cache_parameters()); t(lambda: lru_cache(maxsize=2.5))
t(lambda: reduce(add,[1,2,3])); t(lambda: reduce(add,[])); t(lambda: reduce(add,[],5)); t(lambda: reduce(add,[1],initial=5)); t(lambda: reduce(add,3)); t(lambda: reduce(add)); t(lambda: reduce(add,[1],2,3)); t(lambda: reduce(add,iterable=[1]))
K = cmp_to_key(lambda a,b: a-b)
t(lambda: repr(K)[:30]); t(lambda: K(3)<K(4)); t(lambda: K(3).obj); t(lambda: K(3)<3); t(lambda: sorted([3,1,2],key=K)); t(lambda: hash(K(1))); t(lambda: cmp_to_key()); t(lambda: K()); t(lambda: K(obj=4).obj); t(lambda: K.obj); t(lambda: cmp_to_key(3)(1)<cmp_to_key(3)(2)); t(lambda: K(3)==K(3)); t(lambda: K(1)!=K(1))
t(lambda: WRAPPER_ASSIGNMENTS); t(lambda: WRAPPER_UPDATES)
def g(a): "doc"
g.attr=1
@wraps(g)
def h(): pass
t(lambda: (h.__name__,h.__doc__,h.attr,h.__wrapped__ is g)); t(lambda: update_wrapper(3, g)); t(lambda: update_wrapper(h, 3).__name__)
@singledispatch
def sd(x): return 'obj'
@sd.register
def _(x: int): return 'int'
@sd.register(list)
def _(x): return 'list'
@sd.register(float | str)
def _(x): return 'fs'
import collections.abc
@sd.register(collections.abc.Mapping)
def _(x): return 'map'
t(lambda: [sd(x) for x in (1,True,[],'a',1.5,{},None,())]); t(lambda: sd()); t(lambda: sd.register(3)); t(lambda: sd.dispatch(bool)(1)); t(lambda: list(sd.registry)); t(lambda: type(sd.registry)); t(lambda: sd.__name__); t(lambda: sd.register('x', len)); t(lambda: sd.register); t(lambda: sd.dispatch)
def bad(x: 'nope'): pass
t(lambda: sd.register(bad))
def bad(x: 3): pass
t(lambda: sd.register(bad))
