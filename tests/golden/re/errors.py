# Wrong patterns: CPython 3.14 library, "re", "Exceptions".
import re
def show(pattern, flags=0):
    try:
        print(ascii(pattern), re.compile(pattern, flags))
    except Exception as e:
        print(ascii(pattern), '->', type(e).__name__, ascii(str(e)), getattr(e, 'pos', None), getattr(e, 'lineno', None), getattr(e, 'colno', None))
for p in ['(', ')', 'a)', 'a**', 'a*{2}', 'a+*', '[', '[a', '[]', '[^]', '[^', '[a-', 'a{2,1}', 'a{99999999999}', '*', '+a', '|*', '(*)', '^*', '(?:)*', r'\b*', r'\B+', '(?=a)*', '(?P<1>a)', '(?P<a>x)(?P<a>y)',
          '(?P<', '(?P<a', '(?P<>x)', '(?P=', '(?P=a', '(?P=x)', '(?P=1)', '(?P', '(?Px', r'\1', r'(a)\2', r'(\1)', r'(a\1)', '(?P<n>(?P=n))', r'\q', r'\8', r'\09', r'[\q]', r'[\1]', r'[\8]', '\\', 'a\\', r'[\\', '[\\',
          '(?z)', '(?', '(?<', '(?<x', '(?<=a*)b', '(?<=a|bb)c', r'(?<=(a)\1)', '(?<=(?P<a>x)(?P=a))', '(a)(?<=b(?(1)c|d))', '(?(1)a', '(?(1)a)', '(?(2)a|b|c)', '()(?(1)a|b|c)', '(?(x)a)', '(?(', '(?()', '(?(0)a)', '(?(1', '(?(-1)a)', 'a(?i)', '(?i)(?m)a',
          '(?ia', '(?i', '(?i-', '(?i-:a)', '(?-i)', '(?-', '(?-:', '(?i-i:a)', '(?-a:b)', '(?au:a)', '(?L)', '(?iz:a)', '(?i1)', '(?i-m', '(?#', '(?#a', '(?>a', '(?>', '(?:', '(?=', '(?!', '(?!)', '(?<!',
          r'\x', r'\x1', r'\xg', r'\u12', r'\U1234567', r'\U00110000', r'\N', r'\N{', r'\N{}', r'\N{x}', r'\N{EM DASH', r'\N{em dash}', r'[\N{DIGIT ONE}]', r'\400', r'[\400]', r'\377', r'[z-a]', r'[\d-z]', r'[a-\d]', r'[\w-]', '[a-b-c]', r'[\x0]', 'a\n(', 'é\n\n ü[', '(a' * 3, '(?P<é>x)(?P<é>', '(?P<a.b>x)',
          '(?\\', '(?P\\', '(?<\\=', '(?i\\', '((?i)a)', '(?i)', ' (?i)a', '(?x) (?i)a', '(?#c)(?i)a', '(?s-x:a)', '(?P<n>a)(?P=n', '(?(n)a)(?P<n>b)', r'(?P<n>a)\g<n>', r'\Z\A\z', 'a{1', 'a{1,', 'a{,}', 'a{ 1}', '{', '{1}', 'x{1}{2}', 'a{1}?', 'a{1}+', 'a?+?']:
    show(p)
for p in [b'(', b'\xe9(', b'(?P<\xe9>a)', b'\\u1234', b'[\\N]', b'(?u)', b'(?P<a>x)(?P<a>y)', b'\\\xe9', b'\xe9**', b'[\xe9-a]']:
    show(p)

# --- the exception
import re
e = re.error('message', 'pat\ntern', 5)
print(e, repr(e), e.msg, e.pattern, e.pos, e.lineno, e.colno, re.error is re.PatternError, re.PatternError)
e = re.PatternError('m')
print(e, e.args, e.msg, e.pattern, e.pos, e.lineno, e.colno, isinstance(e, Exception))
print(re.PatternError('m', b'ab', 1), re.PatternError('m', None, 1), re.PatternError('m', 'a'))

# --- warnings
import re
re.compile('[[a]')
re.compile('[+--b]')
re.compile('[a-b&&c]')
re.compile('[a||b]')
re.compile('[a~~b]')
re.compile('[a-b--c]')
for i in range(2):
    re.compile('[x[[]')
