# urllib.parse: CPython 3.14 library.
from urllib.parse import *
for text in r'''
urlsplit('http://user:pw@Example.COM:8080/a/b;p?q=1#f'), urlparse('http://user:pw@Example.COM:8080/a/b;p?q=1#f'), urlsplit('//host/x'), urlsplit('mailto:a@b'), urlsplit('a:b'), urlsplit(''), urlsplit('/p?q'), urlsplit('http://[::1]:80/x'), urlsplit('HTTP://h'), urlsplit(' http://h\n/x'), urlsplit('1a:b'), urlsplit('x', scheme='ftp'), urlsplit('a#b', allow_fragments=False)
[(u.username, u.password, u.hostname, u.port, u.geturl()) for u in map(urlsplit, ['http://user:pw@Example.COM:8080/a', 'http://h', 'http://u@h:1', 'http://[FE80::1%Eth0]:80/', '//a:b@c@d:5', 'http://h:/x', 'x'])]
urlsplit('http://h:abc').port
urlsplit('http://h:70000').port
urlsplit('http://[::1')
urlsplit('http://[abc]/')
urlsplit('http://[1.2.3.4]/')
urlsplit('http://a[b]c/')
urlsplit(b'http://h:1/p?q#f'), urlsplit(b'http://u:p@H:1/p').hostname, urlsplit(b'http://h').geturl(), urlsplit('http://h/é').path, urlsplit(b'x').decode(), urlsplit('x').encode()
urlsplit(1)
urljoin('a', b'b')
urlunsplit(('http', 'h', 'p', 'q', 'f')), urlunparse(('http', 'h', 'p', 'x', 'q', 'f')), urlunsplit(('', '', '//x', '', '')), urlunsplit(('file', '', '/x', '', '')), urlparse('http://h/p;x?q#f').geturl(), urlsplit('http://h/p')._replace(path='/z').geturl()
[urljoin('http://a/b/c/d;p?q', x) for x in ('g:h', 'g', './g', 'g/', '/g', '//g', '?y', 'g?y', '#s', 'g#s', ';x', '', '.', './', '..', '../', '../g', '../..', '../../g', '../../../g', '/./g', '/../g', 'g.', '..g', './../g', 'g/./h', 'g/../h', 'http:g')]
urljoin('', 'x'), urljoin('x', ''), urljoin('http://a', 'b'), urljoin(b'http://a/b', b'c'), urljoin('mailto:x', 'y'), urljoin('http://a/b', 'ftp://c')
urldefrag('http://a/b#c'), urldefrag('x'), urldefrag(b'a#b'), urldefrag('http://a/b#c').geturl(), urldefrag('a#b').fragment
type(urlsplit('x')), type(urlparse(b'x')).__name__, isinstance(urlsplit('x'), tuple), urlsplit('a:b') == ('a', '', 'b', '', '')
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
# --- quoting
from urllib.parse import *
for text in r'''
quote('a b/c?d=e&f~é€'), quote('a/b', safe=''), quote('a b', safe=' '), quote(b'\xff a'), quote('é', encoding='latin-1'), quote('\udc80', errors='replace'), quote(''), quote_plus('a b+c/d'), quote_plus('a b', safe='/'), quote_plus(b'a b'), quote_from_bytes(b'a\xff b', safe=b'/'), quote_from_bytes(b'')
quote(1)
quote(b'a', encoding='x')
quote_from_bytes('a')
quote('\udc80')
unquote('a%20b%C3%A9%zz%'), unquote('%E9', 'latin-1'), unquote('%ff'), unquote(b'a%20b'), unquote_plus('a+b%2B'), unquote_to_bytes('a%20%ff'), unquote_to_bytes(b'x%41%4'), unquote('é%20é'), unquote('%c3%a9', errors='strict'), unquote('')
unquote('%ff', errors='strict')
unquote(3)
urlencode({'a': 1, 'b c': 'd&e', 'é': 'ü'}), urlencode([('a', [1, 2]), ('b', 'x')], doseq=True), urlencode({'a': [1, 2]}), urlencode({'a': b'\xff'}), urlencode({'a': 'b c'}, quote_via=quote), urlencode({}), urlencode([]), urlencode({'a': 'x/y'}, safe='/'), urlencode({'a': ()}, True)
urlencode('abc')
urlencode(5)
urlencode([1, 2])
parse_qs('a=1&b=2&a=3&c=&d'), parse_qs('a=1&c=&d', keep_blank_values=True), parse_qsl('a=1;b=2', separator=';'), parse_qsl('a+b=%20x&%C3%A9=1'), parse_qs(b'a=1&b=%ff'), parse_qsl(''), parse_qsl(None), parse_qs('a=b=c'), parse_qsl('a=%ff', encoding='latin-1')
parse_qs('a&b=1', strict_parsing=True)
parse_qs('a=1&b=2&c=3', max_num_fields=2)
parse_qs('a=1', separator='')
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
