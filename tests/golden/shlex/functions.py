# shlex: split, join, quote, and the lexer over strings.
import shlex
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, '|', e)
for s in ('a b c', '', '  ', "a 'b c' d", 'a "b c" d', r'a\ b c', r'"a \"q\" b"', r"'a \' b'", 'a "unclosed', "x 'y", 'a \\', 'a#b #c', '# whole', "''", '""', "a''b", 'a"b"c', 'a\tb\nc', 'é ñ "ü x"', r'"\a\\"', '-x=1 --y="a b"', 'a;b|c&&d', 'a\\\nb', "it's", 'ß'):
    t(lambda: shlex.split(s)); t(lambda: shlex.split(s, comments=True)); t(lambda: shlex.split(s, posix=False))
    t(lambda: list(shlex.shlex(s))); t(lambda: list(shlex.shlex(s, posix=True))); t(lambda: list(shlex.shlex(s, punctuation_chars=True))); t(lambda: list(shlex.shlex(s, None, True, '|&')))
t(lambda: shlex.split(None))
for s in ('', 'abc', 'a b', "it's", 'a"b', 'é', '$x', 'a/b.c-d_e@f:g,h+i=j%', 'a~b', '*', 3, None, [], 'a\nb'):
    t(lambda: shlex.quote(s))
t(lambda: shlex.join(['a', 'b c', "d'e", ''])); t(lambda: shlex.join(x for x in 'ab')); t(lambda: shlex.join([1])); t(lambda: shlex.split(shlex.join(["it's", 'a "b"', '$HOME', '\\']))); t(lambda: shlex.quote()); t(lambda: shlex.join(3))
lex = shlex.shlex('a = "b c" + d # comment\nnext', 'file.txt')
print([lex.get_token() for _ in range(4)], lex.lineno, lex.error_leader(), lex.infile)
lex.push_token('pushed'); lex.wordchars += '+'; lex.whitespace += 'x'
print([lex.get_token() for _ in range(6)], lex.lineno, repr(lex.eof), lex.error_leader('f', 3))
lex = shlex.shlex("a,b;'c d'", posix=True); lex.whitespace = ',;'; lex.whitespace_split = True
print(list(lex), lex.eof, lex.quotes, lex.escape, lex.escapedquotes, lex.commenters, lex.whitespace_split, lex.punctuation_chars)
