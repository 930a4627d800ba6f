# operator: every function, getters and their reprs, errors.
import operator
from operator import *
def t(f):
    try:
        s = str(f())
        i = s.find(' at 0x')
        print(s if i < 0 else s[:i])
    except BaseException as e: print(type(e).__name__, '|', e)
t(lambda: itemgetter(1)); t(lambda: itemgetter(1,'a')); t(lambda: itemgetter()); t(lambda: itemgetter(1)([1,2])); t(lambda: itemgetter(1,0)([1,2])); t(lambda: itemgetter(5)([1])); t(lambda: itemgetter(1)()); t(lambda: itemgetter(1)(1,2)); t(lambda: itemgetter(x=1)); t(lambda: itemgetter('a')({'a':1})); t(lambda: itemgetter(1)([1],x=2))
t(lambda: attrgetter('real')); t(lambda: attrgetter('real','imag')(3)); t(lambda: attrgetter('a.b')); t(lambda: attrgetter(3)); t(lambda: attrgetter()); t(lambda: attrgetter('nope')(3)); t(lambda: attrgetter('real.imag')(3)); t(lambda: attrgetter('real.nope')(3)); t(lambda: attrgetter('real')())
t(lambda: methodcaller('upper')); t(lambda: methodcaller('split', ',', maxsplit=1)); t(lambda: methodcaller('split', ',')('a,b')); t(lambda: methodcaller()); t(lambda: methodcaller(3)); t(lambda: methodcaller('nope')(3)); t(lambda: methodcaller('upper')()); t(lambda: methodcaller('upper')('a','b'))
t(lambda: indexOf([1],2)); t(lambda: countOf([1,1],1)); t(lambda: countOf(3,1)); t(lambda: indexOf(3,1)); t(lambda: concat([1],[2])); t(lambda: concat(1,2)); t(lambda: concat('a',[1])); t(lambda: iconcat([1],'ab')); t(lambda: index(3.5)); t(lambda: length_hint([1,2])); t(lambda: length_hint(iter([1]))); t(lambda: length_hint(3)); t(lambda: length_hint(3,'a')); t(lambda: length_hint(3, 7)); t(lambda: add(1)); t(lambda: call(len,'abc')); t(lambda: is_none(None)); t(lambda: is_not_none(3)); t(lambda: getitem({},1)); t(lambda: contains([1],1)); t(lambda: not_(1)); t(lambda: pow(2,3)); t(lambda: index(True)); t(lambda: iadd([1],[2])); t(lambda: lt(1,'a')); t(lambda: matmul(1,2)); t(lambda: delitem([1],5)); t(lambda: call()); t(lambda: inv(5)); t(lambda: ipow(2,5)); t(lambda: setitem((1,),0,1)); t(lambda: length_hint(iter([1,2]), -1)); t(lambda: operator.__add__ is operator.add); t(lambda: truth([]))
a, b = 12, 5
for name in ('add and_ eq floordiv ge gt iadd iand ifloordiv ilshift imod imul ior ipow irshift isub itruediv ixor le lshift lt '
             'mod mul ne or_ pow rshift sub truediv xor is_ is_not').split():
    print(name, getattr(operator, name)(a, b))
for name in 'abs inv invert neg not_ pos truth index is_none is_not_none'.split():
    print(name, getattr(operator, name)(a))
print(sorted([(3, 'a'), (1, 'b'), (2, 'c')], key=itemgetter(0)))
print(list(map(attrgetter('real', 'imag'), [1, 2j])))
print(list(map(methodcaller('replace', 'a', 'b'), ['aa', 'ca'])))
