# itertools: every function, its options and errors.
from itertools import *
import itertools
def t(f):
    try:
        s = str(f())
        i = s.find(' at 0x')
        print(s if i < 0 else s[:i])
    except BaseException as e: print(type(e).__name__, '|', e)
t(lambda: count(5)); t(lambda: count(5,2)); t(lambda: count(1.5)); t(lambda: count('a')); t(lambda: count(1,'a')); t(lambda: count(1,2,3)); t(lambda: count(x=3)); t(lambda: count(step=2)); t(lambda: count(5,1.0)); t(lambda: count(1, True))
t(lambda: repeat('a')); t(lambda: repeat('a',3)); t(lambda: repeat('a',-3)); t(lambda: repeat('a','b')); t(lambda: repeat()); t(lambda: repeat(object=1,times=2)); t(lambda: repeat(1,2).__length_hint__()); t(lambda: repeat(1).__length_hint__())
t(lambda: cycle(3)); t(lambda: cycle()); t(lambda: cycle([], [])); t(lambda: list(cycle([])))
t(lambda: chain(3)); t(lambda: list(chain(3))); t(lambda: chain.from_iterable(3)); t(lambda: list(chain.from_iterable([3])));  t(lambda: chain(x=3))
t(lambda: islice([1,2,3], -1)); t(lambda: islice([1,2,3], 'a')); t(lambda: islice([1,2,3], 1, 2, 0)); t(lambda: islice([1], 0, 1, -1)); t(lambda: islice([1], 'a', 1)); t(lambda: islice([1], 0, 'b')); t(lambda: islice([1])); t(lambda: islice()); t(lambda: islice(3, 3)); t(lambda: islice([1],1,2,3,4)); t(lambda: islice([1], 0, None, 'x')); t(lambda:list(islice(range(10), None))); t(lambda:list(islice(range(10), 2, None, 3))); t(lambda: islice([1],-1,2))
t(lambda: accumulate(3)); t(lambda: accumulate()); t(lambda: list(accumulate([1,2,3], initial=10))); t(lambda: list(accumulate([1,2,3], lambda a,b:a*b))); t(lambda: list(accumulate([1,'a']))); t(lambda: list(accumulate([]))); t(lambda: list(accumulate([], initial=3))); t(lambda: accumulate([1],None,3)); t(lambda: list(accumulate([1,2],func=None)))
t(lambda: batched([1],0)); t(lambda: list(batched('abcde',2))); t(lambda: list(batched('abcde',2,strict=True))); t(lambda: batched('a','b')); t(lambda: batched([1])); t(lambda: batched(3,3))
t(lambda: pairwise(3)); t(lambda: list(pairwise('abc'))); t(lambda: pairwise()); t(lambda: pairwise([1],[2]))
t(lambda: product(3)); t(lambda: list(product('ab', repeat=2))); t(lambda: product('ab',repeat=-1)); t(lambda: product('ab', repeat='a')); t(lambda: list(product())); t(lambda: list(product('ab',[]))); t(lambda: product('a', x=3)); t(lambda: list(product('ab', repeat=0)))
t(lambda: permutations('abc', -1)); t(lambda: permutations('abc','a')); t(lambda: list(permutations('ab',3))); t(lambda: list(permutations('abc',2))); t(lambda: permutations(3)); t(lambda: permutations()); t(lambda: list(permutations('abc', None))); t(lambda: list(permutations('', 0)))
t(lambda: combinations('abc', -1)); t(lambda: combinations('abc')); t(lambda: combinations('abc','x')); t(lambda: list(combinations('abc',2))); t(lambda: list(combinations('abc',4))); t(lambda: list(combinations('abc', 0)))
t(lambda: combinations_with_replacement('abc', -1)); t(lambda: list(combinations_with_replacement('abc',2))); t(lambda: list(combinations_with_replacement('',2))); t(lambda: list(combinations_with_replacement('',0)))
t(lambda: compress([1],3)); t(lambda: list(compress('abcdef',[1,0,1]))); t(lambda: compress('abc'))
t(lambda: takewhile(3,3)); t(lambda: list(takewhile(3,[3]))); t(lambda: list(takewhile(lambda x:x<3,[1,2,3,1]))); t(lambda: takewhile())
t(lambda: list(dropwhile(lambda x:x<3,[1,2,3,1]))); t(lambda: list(filterfalse(None,[0,1,2]))); t(lambda: list(filterfalse(lambda x:x%2,range(6))))
t(lambda: list(starmap(pow,[(2,3),[3,2]]))); t(lambda: list(starmap(pow,[3]))); t(lambda: starmap(pow)); t(lambda: list(starmap(pow, ['ab'])));
t(lambda: tee([1],-1)); t(lambda: tee([1],'a')); t(lambda: tee(3)); t(lambda: tee([1],0)); t(lambda: type(tee([1])[0])); t(lambda: tee()); t(lambda: tee([1])[0].__copy__())
t(lambda: list(zip_longest('ab','abc',fillvalue=0))); t(lambda: zip_longest(3)); t(lambda: zip_longest('a',x=1)); t(lambda: list(zip_longest())); t(lambda: zip_longest([1],3))
t(lambda: [(k,list(g)) for k,g in groupby('aabbc')]); t(lambda: groupby(3)); t(lambda: groupby([1],3)); t(lambda: list(groupby([1],3))); t(lambda: groupby()); t(lambda: groupby([1],key=None))
g = groupby('aab'); k, gr = next(g); t(lambda: gr); k2,gr2=next(g); t(lambda: list(gr)); t(lambda: list(gr2)); t(lambda: type(gr))
t(lambda: groupby([1], int, 3))
def f():
    a,b=tee(iter([1,2,3])); next(a); c=b.__copy__(); return list(a),list(b),list(c)
t(f)
t(lambda: chain[int])
t(lambda: list(zip_longest(iter([1]), (x for x in [1,2]))))
