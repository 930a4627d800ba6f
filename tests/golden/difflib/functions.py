# difflib: matcher, close matches, deltas.
import difflib
from difflib import *
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e)
for a, b in (('abxcd', 'abcd'), ('qabxcd', 'abycdf'), ('', ''), ('a', ''), ('', 'b'), (' abcd', 'abcd abcd'), ('private Thread currentThread;', 'private volatile Thread currentThread;'), ([1, 2, 3], [2, 3, 4]), ('a' * 250 + 'b', 'a' * 230 + 'c'), ((1, (2,)), ((2,), 1))):
    s = SequenceMatcher(None, a, b)
    print(s.get_matching_blocks()); print(s.get_opcodes()); print(s.ratio(), s.quick_ratio(), s.real_quick_ratio(), s.find_longest_match(), list(s.get_grouped_opcodes(1)))
s = SequenceMatcher(lambda x: x == ' ', ' abcd', 'abcd abcd')
print(s.find_longest_match(0, 5, 0, 9), s.bjunk, s.bpopular, s.b2j, s.ratio())
s = SequenceMatcher(); s.set_seqs('abcd', 'bcde'); print(s.ratio(), s.a, s.b); s.set_seq1('bcde'); print(s.ratio()); s.set_seq2('xyz'); print(s.ratio(), s.get_opcodes())
s = SequenceMatcher(None, 'x' * 300 + 'y', 'y' + 'x' * 300, autojunk=False); print(s.ratio(), s.autojunk); s = SequenceMatcher(None, 'x' * 300 + 'y', 'y' + 'x' * 300); print(s.ratio(), s.bpopular)
t(lambda: get_close_matches('appel', ['ape', 'apple', 'peach', 'puppy'])); t(lambda: get_close_matches('wheel', ['while', 'for', 'whee', 'wheels'], n=1)); t(lambda: get_close_matches('x', ['y'])); t(lambda: get_close_matches('a', ['a', 'a', 'A'], cutoff=0.0)); t(lambda: get_close_matches('a', [], n=0)); t(lambda: get_close_matches('a', [], cutoff=2)); t(lambda: get_close_matches('hello', (w for w in ['help', 'hell', 'yellow']))); t(lambda: get_close_matches([1, 2], [[1, 2, 3], [4]]))
A = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n'.splitlines(True)
B = 'zero\none\ntree\nfour\nfive\nsix!\nseven\neight\nnine\nten\neleven\n'.splitlines(True)
for n in (0, 1, 3):
    print(''.join(unified_diff(A, B, 'a.txt', 'b.txt', n=n))); print(''.join(context_diff(A, B, 'a.txt', 'b.txt', '2020', '2021', n=n)))
print(list(unified_diff(['a'], ['b'], lineterm=''))); print(list(unified_diff(['a'], ['a']))); print(list(unified_diff([], ['x\n'], 'f', 't', 'd1', 'd2'))); print(list(context_diff([], []))); print(list(context_diff(['a\n'], [])))
t(lambda: list(unified_diff('a', 'b'))); t(lambda: list(unified_diff([1], ['b']))); t(lambda: list(unified_diff(['a'], ['b'], 3)))
print(''.join(ndiff(A, B))); d = list(ndiff(['abcDefghiJkl\n', '\tx y\n'], ['abcdefGhijkl\n', '\tx z\n', 'new\n'])); print(''.join(d)); print(list(restore(d, 1)), list(restore(d, 2))); t(lambda: list(restore(d, 3)))
print(''.join(ndiff(['a b c\n', '#\n', 'same\n'], ['a  b d\n', 'same\n', '#\n'], linejunk=IS_LINE_JUNK, charjunk=None))); print(''.join(Differ(lambda l: l == 'x\n', lambda c: c == ' ').compare(['x\n', 'hello world\n'], ['x\n', 'hello  there world\n'])))
t(lambda: [IS_LINE_JUNK(x) for x in ('\n', '  #  \n', '', 'x#', '##', '# #')]); t(lambda: [IS_CHARACTER_JUNK(x) for x in ' \t\nx']); t(lambda: Match(1, 2, 3)); t(lambda: type(SequenceMatcher(None, 'a', 'a').get_matching_blocks()[0])); t(lambda: SequenceMatcher(None, 3, 4)); t(lambda: SequenceMatcher(None, [[]], [[]]).ratio())
x = 9
def rnd(n):
    global x
    x = (x * 1103515245 + 12345) % 2147483648
    return (x >> 8) % n
for _ in range(60):
    a = ''.join('abc '[rnd(4)] for _ in range(rnd(25))); b = ''.join('abc '[rnd(4)] for _ in range(rnd(25)))
    s = SequenceMatcher((lambda c: c == ' ') if rnd(2) else None, a, b)
    print(s.get_opcodes(), round(s.ratio(), 6), round(s.quick_ratio(), 6), tuple(s.find_longest_match(rnd(3), None, 0, None)))
    la = ['%d%s\n' % (rnd(4), 'word ' * rnd(3)) for _ in range(rnd(9))]; lb = ['%d%s\n' % (rnd(4), 'word ' * rnd(3)) for _ in range(rnd(9))]
    print(list(ndiff(la, lb)), list(unified_diff(la, lb, n=rnd(3))))
