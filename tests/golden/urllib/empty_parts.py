# urljoin, urldefrag: parts that are there but empty; hosts in brackets. CPython 3.14 library, "urllib.parse".
from urllib.parse import *
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except Exception as e: print(type(e).__name__, e)
for b in ('http://a/b/c/d;p?q', 'http://a/b/c/d;p?q#f', 'file:///x/y', 'mailto:a@b', 'http://a', '', 'http://a?q', 'http:///b'):
    for u in ('#', '?', ';', '', '#x', '?y', 'g', './g', 'g/', '/g', '//g', 'g?y', 'g#s', ';x', 'g;x?y#s', '.', './', '..', '../', '../g', '../..', '../../', '../../g', '../../../g', '/./g', '/../g', 'g.', '.g', 'g..', './../g', 'g/./h', 'http:g', 'http:', 'g?y/./x', 'mailto:x', '//g?y', '///x', '?#', '#?'):
        t(urljoin, b, u)
for u in ('http://a/b?', 'http://a/b?#', 'http://a/b#', 'a?#f', 'a#?f', '#', '', 'http://a/b?q#f', '?q#f', b'http://a?#x'):
    t(urldefrag, u); t(lambda: urldefrag(u).geturl()); t(urlparse, u); t(lambda: urlunparse(urlparse(u))); t(lambda: urlsplit(u).geturl())
for u in ('http://[::1]/', 'http://[::1', 'http://::1]/', 'http://[v1.x]/', 'http://[v1]', 'http://[1.2.3.4]/', 'http://[abc]/', 'http://a[::1]/', 'http://[::1]b/', 'http://[::1]:80/', 'http://[fe80::1%eth0]/', 'http://u:p@[::1]:8/x', 'http://[]/', 'http://[::1]@h/', 'http://[vz.a]/', 'http://[v1.a:b]/', 'http://a:b/', 'http://a:99999/', 'http://a:-1/', 'http://a:/', 'http://@/', 'http://u@h', 'http://u:@h:1', 'HTTP://Host:80', 'http://a\u2100b/', 'http://h\r\n/x', ' http://h ', '1http://x', 'x+y.z-1://h/p', 'a:1', 'path:80'):
    t(urlsplit, u); t(lambda: urlsplit(u).hostname); t(lambda: urlsplit(u).port); t(lambda: (urlsplit(u).username, urlsplit(u).password))
