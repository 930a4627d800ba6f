# String literals: quotes, prefixes, concatenation, line continuation.
print('single', "double", '''triple''', """triple2""")
print('it"s', "it's", 'it\'s', "say \"hi\"", '''a'b"c''')
print('a' 'b' "c" '''d''', 'x' r'\n' 'y', b'a' b'b' rb'\x')
print("line \
continued", 'a\
b')
print('''multi
line
	tabbed''')
print(r'\d\n\\', R"\t", r'\'', len(r'\''), r"a\"b")
print(u'unicode', U"UNI", len(''), len(""""""), repr(''''''))
s = ('long '
     'string '  # comment inside
     'literal')
print(s)

# --- repr picks quotes
for s in ['', 'a', "'", '"', '\'"', "it's", 'say "x"', '\\', 'a\\b', '\n', '\t\r', '\x00', '\x1f', '\x7f', '\x80', '\xa0', '\xad', 'é', 'ñ', '\u200b', '\u2028', '日本', '😀', '\ud800', '\U0010ffff', '\ufeff', '\u0378']:
    print(repr(s), ascii(s), len(s))

# --- bytes literals
print(b'abc', B"abc", b'\x00\xff', rb'\x00', bR'\n', Rb"x", b'''a
b''', b"it's", b'"', b'\'"', b'\\', b'\t\n\r\a\b\f\v')
print(b'a' b"b", b'', len(b'\x41\102C'), b'\101\60', list(b'\0\1\7\77\377'))
print([b'\x7f', b'~', b' ', b'\x1f', b'\x80'])

# --- docstrings are plain expressions
def f():
    """The doc.

    more
    """
    return 1
def g():
    'a' 'b'
def h():
    f"not a doc"
def i():
    b"not a doc"
print(repr(f.__doc__), repr(g.__doc__), h.__doc__, i.__doc__)
f.__doc__ = "changed"
print(f.__doc__)
print((lambda: 0).__doc__)

# --- module docstring
"""not first? it is first"""
print(__doc__)

# --- semicolons and one-liners
x = 1; y = 2; print(x + y); print(x)
if x: print("one"); print("two")
for i in range(2): print(i); print(-i)
while x < 3: x += 1; print(x)
def f(): return 1
print(f());
try: raise ValueError
except ValueError: print("caught")
finally: print("fin")
if 0: pass
elif 1: print("elif")
else: print("no")

# --- line joining and comments
total = (1 +  # first
         2
         + 3)  # end
print(total)
lst = [
    1,

    2,  # two
    # nothing
    3,
]
print(lst)
v = 1 + \
    2
print(v)
if (total == 6 and
        v == 3):
    print("both")
# a comment at the end \
print("after comment")

# --- container displays
print([], (), {}, set(), [1], (1,), {1}, {1: 2}, [1, 2], (1, 2), {1: 2, 3: 4})
print([[], [[]], ()], ((),), {(): []}, {1: {2: {3: {}}}})
print((1), (1,), 1,)
t = 1, 2, 3
print(t, type(t))
print({1, 1.0, True}, {1: 'a', 1.0: 'b', True: 'c'}, {0: 'x', False: 'y'})
print({**{'a': 1}, 'b': 2, **{'a': 3}}, [*range(3), *'ab'], (*[1], 2, *()), {*[1, 2], *(2, 3)})
