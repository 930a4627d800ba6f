# property, staticmethod, classmethod and super as values: CPython 3.14 library, "Built-in Functions".
def f(self):
    "doc of f"
    return self * 2
p = property(f)
print(repr(p).split(' at ')[0], p.fget is f, p.fset, p.fdel, p.__doc__, p.__name__, p.__isabstractmethod__)
print(p.__get__(4), p.__get__(4, int), p.__get__(None, int) is p)
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
t(lambda: p.__get__(None)); t(lambda: p.__get__(None, None)); t(lambda: p.__get__()); t(lambda: p.__set__(3, 4)); t(lambda: p.__delete__(3)); t(lambda: property().__get__(3)); t(lambda: property().__name__); t(lambda: property().__doc__); t(lambda: property(1, 2, 3, 4).__doc__); t(lambda: property(1, 2, 3, 4, 5)); t(lambda: property(fget=f, doc='x').__doc__); t(lambda: property(foo=3)); t(lambda: property(None).fget); t(lambda: property(3).__get__(3)); t(lambda: property(len).__doc__); t(lambda: property(len).__name__); t(lambda: property(len).__get__('abc'))
q = p.setter(lambda s, v: print('set', s, v)); print(q is p, q.fget is f, q.__doc__, q.__name__); t(lambda: q.__set__(1, 2)); t(lambda: q.__delete__(1)); t(lambda: q.deleter(print).__delete__(7)); t(lambda: q.getter(lambda s: 5).__get__(1)); t(lambda: q.getter(len).__doc__)
t(lambda: setattr(p, 'fget', 3)); t(lambda: setattr(p, '__doc__', 'new') or p.__doc__); t(lambda: setattr(p, '__name__', 'new') or p.__name__); t(lambda: p.__set_name__(int, 'zz') or p.__name__); t(lambda: p.__set_name__(1)); t(lambda: setattr(p, 'foo', 3)); t(lambda: p.__dict__); t(lambda: delattr(p, '__doc__')or p.__doc__); t(lambda: hash(p) == hash(p)); t(lambda: p == property(f)); t(lambda: p()); t(lambda: callable(p)); t(lambda: property.fget); t(lambda: p.getter(1, 2)); t(lambda: property.getter(3)); t(lambda: delattr(p, '__name__') or p.__name__)
p.__name__ = 'nm'; t(lambda: p.__set__(3, 4)); t(lambda: property(None, None).__set__(3, 4)); t(lambda: property(lambda self: 3).__set__([], 4)); t(lambda: property(lambda self: 3).__name__)

# --- staticmethod and classmethod
def f(a, b=2):
    "doc"
    return a, b
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
import re
def r(x): return re.sub('0x[0-9a-f]+', '0x', repr(x))
s = staticmethod(f); c = classmethod(f)
print(r(s), r(c))
t(lambda: s(1)); t(lambda: s(1, b=3)); t(lambda: c(1)); t(lambda: callable(c)); t(lambda: callable(s)); t(lambda: s.__func__ is f); t(lambda: c.__wrapped__ is f); t(lambda: (s.__name__, s.__qualname__, s.__doc__, s.__module__)); t(lambda: (c.__name__, c.__doc__)); t(lambda: sorted(s.__dict__)); t(lambda: staticmethod()); t(lambda: staticmethod(1, 2)); t(lambda: staticmethod(function=f)); t(lambda: staticmethod(3)()); t(lambda: staticmethod(3).__name__); t(lambda: s.__get__(None) is f); t(lambda: s.__get__(3, int) is f); t(lambda: c.__get__(3, int)(7)); t(lambda: c.__get__(3)(7)); t(lambda: c.__get__(None, str)(7)); t(lambda: s.__isabstractmethod__); t(lambda: setattr(s, 'x', 5) or s.x); t(lambda: setattr(s, '__func__', 5)); t(lambda: s == staticmethod(f)); t(lambda: isinstance(s, staticmethod)); t(lambda: isinstance(s, classmethod)); t(lambda: issubclass(staticmethod, object)); t(lambda: staticmethod(s)(1)); t(lambda: r(staticmethod(len))); t(lambda: staticmethod(len).__name__); t(lambda: staticmethod(len)('ab')); t(lambda: s.__annotations__); t(lambda: map(s, [1]).__next__()); t(lambda: sorted([3, 1], key=staticmethod(lambda x: -x))); t(lambda: s.foo); t(lambda: staticmethod[int]); t(lambda: classmethod[int, str])
@staticmethod
def g(x): return x + 1
t(lambda: g(2)); t(lambda: list(map(g, [1, 2])))

# --- super
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
t(lambda: super()); 
def f(a): return super()
t(lambda: f(1)); t(lambda: super(int)); t(lambda: super(int, True)); t(lambda: super(int, 'a')); t(lambda: super(bool, True)); t(lambda: super(bool, True).bit_length()); t(lambda: super(int, bool)); t(lambda: super(3)); t(lambda: super(int, 3, 4)); t(lambda: super(bool, True).real); t(lambda: super(bool, True).foo); t(lambda: super(int).__thisclass__); t(lambda: super(int, True).__thisclass__); t(lambda: super(int, True).__self__); t(lambda: super(int, True).__self_class__); t(lambda: super(int).__self__); t(lambda: super(int, None)); t(lambda: super(int, True).__class__); t(lambda: super(bool, bool).from_bytes(b'a')); t(lambda: super(a=3)); t(lambda: super(int, 3).__init__()); t(lambda: super(int).__get__(3)); t(lambda: super(int).real)
super
print(type(super), isinstance(super, type), [super, property][0])

# --- as decorators, and what they are
for kind in (property, staticmethod, classmethod, super):
    print(kind, type(kind), kind.__name__, issubclass(kind, object))
    print([name for name in dir(kind) if not name.startswith('__') or name in ('__get__', '__set__', '__func__', '__self__')])

@property
def size(box):
    "how much fits in"
    return len(box)

@size.setter
def size(box, value):
    box.append(value)

box = []
size.__set__(box, 'x')
print(size.__get__(box), size.__doc__, type(size) is property, isinstance(size, (staticmethod, property)))
f = property
print(f(len).fget([1, 2]), f is property, {property: 1}[f])

# --- methods of slots, through super
# CPython: finds the method of the base; here what stands for repr() and str() belongs to the object alone
print(super(bool, True).__repr__(), super(int, 3).__str__())
