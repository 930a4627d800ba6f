# textwrap: every function and option.
import textwrap
from textwrap import *
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, '|', e)
text = '''Hello there, how are you this fine day? I'm glad to hear it! The em-dash--like this -- splits a well-known long-winded-word, and super-cali-fragilistic "quoted." Ends.  Two  spaces\tand\ttabs.'''
for w in (1, 5, 10, 20, 33, 70, 200):
    t(lambda: wrap(text, w))
    t(lambda: wrap(text, w, break_long_words=False, break_on_hyphens=False))
    t(lambda: fill(text, w, fix_sentence_endings=True, expand_tabs=False))
    t(lambda: wrap(text, w, initial_indent='* ', subsequent_indent='    '))
    t(lambda: wrap(text, w, drop_whitespace=False, replace_whitespace=False))
    t(lambda: wrap(text, w, max_lines=3)); t(lambda: wrap(text, w, max_lines=1, placeholder='...'))
    t(lambda: shorten(text, w)); t(lambda: shorten(text, w, placeholder='~')); t(lambda: wrap('a-b-c-d --e', w, tabsize=4))
t(lambda: wrap('')); t(lambda: wrap('   ')); t(lambda: wrap('x', 0)); t(lambda: wrap('x', -1)); t(lambda: wrap('x', 'a')); t(lambda: wrap(3)); t(lambda: wrap('x', foo=1)); t(lambda: wrap()); t(lambda: shorten('a b', 1)); t(lambda: shorten('hello', 3)); t(lambda: shorten('  hello   world  ', 20)); t(lambda: wrap('word', 2, max_lines=2)); t(lambda: fill('é' * 7 + ' ' + '日本語 テキスト', 4)); t(lambda: wrap('a\u2003b c', 1)); t(lambda: wrap('---', 2)); t(lambda: wrap('a---b', 3)); t(lambda: wrap('-a-b-', 2)); t(lambda: wrap('1-2-3 a1-b2', 3)); t(lambda: wrap("it's a-b_c-d", 4))
t(lambda: dedent('  a\n   b\n\n  c')); t(lambda: dedent('\ta\n  b')); t(lambda: dedent('   \n  a\n \n')); t(lambda: dedent('')); t(lambda: dedent('\n\n')); t(lambda: dedent('  a\n\t b')); t(lambda: dedent(3)); t(lambda: dedent('\t  x\n\t  y\n\t   z\n')); t(lambda: dedent('    one line'))
t(lambda: indent('a\n\n b\n', '> ')); t(lambda: indent('a\n\n b', '> ', lambda line: True)); t(lambda: indent('a\nb', '> ', lambda line: line != 'a\n')); t(lambda: indent('', '> ')); t(lambda: indent(3, '>')); t(lambda: indent('a', 3)); t(lambda: indent('a\r\nb\x0bc', '-')); t(lambda: indent('a'))
w = TextWrapper(width=12, initial_indent='> ')
t(lambda: w.wrap('one two three four')); w.width = 8; t(lambda: w.fill('one two three four')); t(lambda: (w.width, w.max_lines, w.placeholder, w.break_on_hyphens)); t(lambda: TextWrapper(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))

# --- at random
import textwrap
x = 5
def rnd(n):
    global x
    x = (x * 1103515245 + 12345) % 2147483648
    return (x >> 8) % n
parts = ['a', 'bc', 'def', '-', '--', ' ', '  ', '\t', '\n', '.', '!', 'é', '_', '1', "'", '"', 'X-ray', 'well-known', ' - ']
for i in range(120):
    s = ''.join(parts[rnd(len(parts))] for _ in range(rnd(30)))
    w = 1 + rnd(14)
    opts = {k: bool(rnd(2)) for k in ('expand_tabs', 'replace_whitespace', 'fix_sentence_endings', 'break_long_words', 'drop_whitespace', 'break_on_hyphens') if rnd(3) == 0}
    if rnd(4) == 0: opts['max_lines'] = 1 + rnd(3); opts['placeholder'] = '~'
    try: print(repr(s), w, opts, textwrap.wrap(s, w, **opts))
    except ValueError as e: print(e)
    print(repr(textwrap.dedent(s)), repr(textwrap.indent(s, '+')))

# --- lines of spaces of every kind
import textwrap
for line in ['  \t ', '\u3000\u3000', '\x1c \n', '', ' \u2003x', '\u00a0\n\u00a0']:
    print(ascii(textwrap.indent(line, '>')), ascii(textwrap.dedent('  ' + line)), ascii(textwrap.fill(line, 4)), ascii(textwrap.shorten(line, 8)))
print(ascii(textwrap.wrap('ab \u3000\u3000 cd \u3000', 4)), ascii(textwrap.wrap('x' * 9 + '   ' + '\u3000' * 9, 3)))
