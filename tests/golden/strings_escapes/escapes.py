# Every escape sequence of str and bytes literals.
print(repr('\a\b\f\n\r\t\v\\\'\"'))
print(repr('\0\1\12\123\377'), repr('\08'), repr('\1234'))
print(repr('\x41\x00\xfF'), repr('\u0041\u20ac\uD800'), repr('\U0001F600\U00000041'))
print('\N{LATIN SMALL LETTER A}', '\N{EURO SIGN}', '\N{GRINNING FACE}', '\N{latin small letter e with acute}')
print(repr('\N{NO-BREAK SPACE}'), '\N{CJK UNIFIED IDEOGRAPH-4E2D}', '\N{HANGUL SYLLABLE GAG}')
print([ord(c) for c in '\a\b\f\n\r\t\v\0\x7f\u00e9\U0010FFFF'])
print(len('\
'), repr('a\
   b'))

# --- bytes escapes
print(list(b'\a\b\f\n\r\t\v\\\'\"'))
print(list(b'\0\12\377\x80'), list(rb'\x80'), list(b'\
'))

# --- raw strings leave backslashes alone
for s in (r'\n', r'\\', r'\x4', r'\u12', r'\N{x}', r'\'', r"\"", r'a\
b'):
    print(repr(s), len(s))
print(list(rb'\n\xff'))

# --- surrogates in literals
s = '\ud83d\ude00'
print(len(s), repr(s), [hex(ord(c)) for c in s], s == '\U0001f600')
try:
    s.encode('utf-8')
except UnicodeEncodeError as e:
    print(e)
    print(e.start, e.end, e.reason, e.encoding, e.object == s)
print(s.encode('utf-8', 'surrogatepass'), s.encode('utf-8', 'replace'), s.encode('ascii', 'backslashreplace'))

# --- str escapes at runtime: encode and decode unicode_escape-free paths
s = 'tab\tnl\nq\'"\\ é \u20ac \U0001f600 \x00'
print(repr(s))
print(ascii(s))
print(s.encode('utf-8'))
print(s.encode('ascii', 'xmlcharrefreplace'))
print(s.encode('ascii', 'ignore'), s.encode('latin-1', 'replace'))

# --- the namereplace error handler
# oracle: native
print('é \u20ac \U0001f600 \x00 \x80'.encode('ascii', 'namereplace'))
