# shlex(punctuation_chars=...): characters of any size are taken out of wordchars.
import shlex
for posix in (False, True):
    for chars in ('\U0001f600', 'a\U0001f600b', '\xbd', '\xe9', '\ud800', '~=', 'é\u0301', '\x83', '', True, ';é'):
        lexer = shlex.shlex('ab é|\xbd c=d;\U0001f600 x~y', posix=posix, punctuation_chars=chars)
        print(posix, ascii(chars), ascii(lexer.wordchars), len(lexer.wordchars), ascii(lexer.punctuation_chars))
        print(ascii(list(lexer)))
