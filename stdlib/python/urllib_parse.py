# urllib.parse. CPython 3.14 library, "urllib.parse".
import re as _re
import warnings as _warnings
from collections import namedtuple as _namedtuple
import unicodedata as _unicodedata

__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit", "urlunsplit", "urlencode", "parse_qs", "parse_qsl",
           "quote", "quote_plus", "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes", "DefragResult",
           "ParseResult", "SplitResult", "DefragResultBytes", "ParseResultBytes", "SplitResultBytes"]

uses_relative = ['', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero', 'rtsp',
                 'rtsps', 'rtspu', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss']
uses_netloc = ['', 'ftp', 'http', 'gopher', 'nntp', 'telnet', 'imap', 'wais', 'file', 'mms', 'https', 'shttp', 'snews',
               'prospero', 'rtsp', 'rtsps', 'rtspu', 'rsync', 'svn', 'svn+ssh', 'sftp', 'nfs', 'git', 'git+ssh', 'ws', 'wss',
               'itms-services']
uses_params = ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtsps', 'rtspu', 'sip', 'sips',
               'mms', 'sftp', 'tel']
non_hierarchical = ['gopher', 'hdl', 'mailto', 'news', 'telnet', 'wais', 'imap', 'snews', 'sip', 'sips']
uses_query = ['', 'http', 'wais', 'imap', 'https', 'shttp', 'mms', 'gopher', 'rtsp', 'rtsps', 'rtspu', 'sip', 'sips']
uses_fragment = ['', 'ftp', 'hdl', 'http', 'gopher', 'news', 'nntp', 'wais', 'https', 'shttp', 'snews', 'file', 'prospero']
scheme_chars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."
_WHITESPACE_C0_CONTROL_OR_SPACE = ''.join(map(chr, range(33)))
_UNSAFE = ['\t', '\r', '\n']


def clear_cache():
    """Clear internal performance caches. Undocumented; some tests want it."""


DefragResult = _namedtuple('DefragResult', 'url fragment', module='urllib.parse')
SplitResult = _namedtuple('SplitResult', 'scheme netloc path query fragment', module='urllib.parse')
ParseResult = _namedtuple('ParseResult', 'scheme netloc path params query fragment', module='urllib.parse')
DefragResultBytes = _namedtuple('DefragResultBytes', 'url fragment', module='urllib.parse')
SplitResultBytes = _namedtuple('SplitResultBytes', 'scheme netloc path query fragment', module='urllib.parse')
ParseResultBytes = _namedtuple('ParseResultBytes', 'scheme netloc path params query fragment', module='urllib.parse')


def _methods():
    def defrag_geturl(self):
        return self.url + type(self.fragment)(b'#' if isinstance(self.url, bytes) else '#') + self.fragment if self.fragment else self.url

    def split_geturl(self):
        return urlunsplit(self)

    def parse_geturl(self):
        return urlunparse(self)

    def encoder(target):
        def encode(self, encoding='ascii', errors='strict'):
            return target(*(x.encode(encoding, errors) for x in self))
        return encode

    def decoder(target):
        def decode(self, encoding='ascii', errors='strict'):
            return target(*(x.decode(encoding, errors) for x in self))
        return decode

    for text, data, geturl in ((DefragResult, DefragResultBytes, defrag_geturl), (SplitResult, SplitResultBytes, split_geturl),
                               (ParseResult, ParseResultBytes, parse_geturl)):
        text.geturl = data.geturl = geturl
        text.encode = encoder(data)
        data.decode = decoder(text)
        if text is not DefragResult:
            for kind in (text, data):
                kind.username = _static(_username)
                kind.password = _static(_password)
                kind.hostname = _static(_hostname)
                kind.port = _static(_port)


_methods()


def _coerce_args(*args):
    """The arguments as str, and how to give the result back."""
    is_str = isinstance(args[0], str)
    for arg in args[1:]:
        if arg and isinstance(arg, str) != is_str:
            raise TypeError("Cannot mix str and non-str arguments")
    if is_str:
        return args + (lambda x: x,)

    def back(result):
        return result.encode('ascii') if hasattr(result, 'encode') else result

    return tuple(x.decode('ascii', 'strict') if x else '' for x in args) + (back,)


def _splitnetloc(url, start=0):
    delim = len(url)
    for c in '/?#':
        wdelim = url.find(c, start)
        if wdelim >= 0:
            delim = min(delim, wdelim)
    return url[start:delim], url[delim:]


def _checknetloc(netloc):
    if not netloc or netloc.isascii():
        return
    n = netloc.replace('@', '').replace(':', '').replace('#', '').replace('?', '')
    netloc2 = _unicodedata.normalize('NFKC', n)
    if n == netloc2:
        return
    for c in '/?#@:':
        if c in netloc2:
            raise ValueError("netloc '" + netloc + "' contains invalid characters under NFKC normalization")


def _check_bracketed_netloc(netloc):
    hostname_and_port = netloc.rpartition('@')[2]
    before_bracket, have_open_br, bracketed = hostname_and_port.partition('[')
    if have_open_br:
        if before_bracket:
            raise ValueError("Invalid IPv6 URL")
        hostname, _, port = bracketed.partition(']')
        if port and not port.startswith(":"):
            raise ValueError("Invalid IPv6 URL")
    else:
        hostname, _, port = hostname_and_port.partition(':')
    if hostname.startswith('v'):
        if not _re.match(r"\Av[a-fA-F0-9]+\..+\Z", hostname):
            raise ValueError("IPvFuture address is invalid")
    else:
        import ipaddress
        if ipaddress.ip_address(hostname).version == 4:
            raise ValueError("An IPv4 address cannot be in brackets")


def _split(url, scheme='', allow_fragments=True):
    return ['' if part is None else part for part in _parts(url, scheme, allow_fragments)]


def _parts(url, scheme, allow_fragments=True):
    """scheme, netloc, path, query, fragment; None for one that is not there, not even empty."""
    url = url.lstrip(_WHITESPACE_C0_CONTROL_OR_SPACE)
    for b in _UNSAFE:
        url = url.replace(b, "")
    if scheme is not None:
        scheme = scheme.strip(_WHITESPACE_C0_CONTROL_OR_SPACE)
        for b in _UNSAFE:
            scheme = scheme.replace(b, "")
    allow_fragments = bool(allow_fragments)
    netloc = query = fragment = None
    i = url.find(':')
    if i > 0 and url[0].isascii() and url[0].isalpha():
        for c in url[:i]:
            if c not in scheme_chars:
                break
        else:
            scheme, url = url[:i].lower(), url[i + 1:]
    if url[:2] == '//':
        netloc, url = _splitnetloc(url, 2)
        if ('[' in netloc and ']' not in netloc) or (']' in netloc and '[' not in netloc):
            raise ValueError("Invalid IPv6 URL")
        if '[' in netloc and ']' in netloc:
            _check_bracketed_netloc(netloc)
    if allow_fragments and '#' in url:
        url, fragment = url.split('#', 1)
    if '?' in url:
        url, query = url.split('?', 1)
    _checknetloc(netloc)
    return scheme, netloc, url, query, fragment


def _split_params(url, none=''):
    if '/' in url:
        i = url.find(';', url.rfind('/'))
        if i < 0:
            return url, none
    else:
        i = url.find(';')
    return url[:i], url[i + 1:]


def urlsplit(url, scheme='', allow_fragments=True):
    """Parse a URL into 5 components:
    <scheme>://<netloc>/<path>?<query>#<fragment>"""
    url, scheme, coerce = _coerce_args(url, scheme)
    v = SplitResult(*_split(url, scheme, allow_fragments))
    return v if coerce(v) is v and not hasattr(coerce(''), 'decode') else v.encode()


def urlparse(url, scheme='', allow_fragments=True):
    """Parse a URL into 6 components:
    <scheme>://<netloc>/<path>;<params>?<query>#<fragment>"""
    url, scheme, coerce = _coerce_args(url, scheme)
    scheme, netloc, path, query, fragment = _split(url, scheme, allow_fragments)
    params = ''
    if scheme in uses_params and ';' in path:
        path, params = _split_params(path)
    v = ParseResult(scheme, netloc, path, params, query, fragment)
    return v.encode() if isinstance(coerce(''), bytes) else v


def urlunparse(components):
    """Put a parsed URL back together again."""
    scheme, netloc, url, params, query, fragment, coerce = _coerce_args(*components)
    if params:
        url = "%s;%s" % (url, params)
    return coerce(_unsplit(scheme, netloc, url, query, fragment))


def _unsplit(scheme, netloc, url, query, fragment):
    if not netloc:
        netloc = '' if scheme and scheme in uses_netloc and (not url or url[:1] == '/') else None
    return _compose(scheme or None, netloc, url, query or None, fragment or None)


def _compose(scheme, netloc, url, query, fragment):
    """The URL of parts that are there, empty or not, or None."""
    if netloc is not None:
        if url and url[:1] != '/':
            url = '/' + url
        url = '//' + netloc + url
    elif url[:2] == '//':
        url = '//' + url
    if scheme:
        url = scheme + ':' + url
    if query is not None:
        url = url + '?' + query
    if fragment is not None:
        url = url + '#' + fragment
    return url


def urlunsplit(components):
    """Combine the elements of a tuple as returned by urlsplit() into a complete URL as a string."""
    scheme, netloc, url, query, fragment, coerce = _coerce_args(*components)
    return coerce(_unsplit(scheme, netloc, url, query, fragment))


def urljoin(base, url, allow_fragments=True):
    """Join a base URL and a possibly relative URL to form an absolute
    interpretation of the latter."""
    if not base:
        return url
    if not url:
        return base
    base, url, coerce = _coerce_args(base, url)
    bscheme, bnetloc, bpath, bquery, bfragment = _parts(base, None, allow_fragments)
    scheme, netloc, path, query, fragment = _parts(url, None, allow_fragments)
    if scheme is None:
        scheme = bscheme
    if scheme != bscheme or scheme and scheme not in uses_relative:
        return coerce(url)
    bparams = params = None
    if (bscheme or '') in uses_params:
        if ';' in bpath:
            bpath, bparams = _split_params(bpath, None)
        if ';' in path:
            path, params = _split_params(path, None)

    def joined():
        return coerce(_compose(scheme, netloc, path if params is None else path + ';' + params, query, fragment))

    if not scheme or scheme in uses_netloc:
        if netloc:
            return joined()
        netloc = bnetloc
    if not path and params is None:
        path = bpath
        params = bparams
        if query is None:
            query = bquery
            if fragment is None:
                fragment = bfragment
        return joined()
    base_parts = bpath.split('/')
    if base_parts[-1] != '':
        del base_parts[-1]
    if path[:1] == '/':
        segments = path.split('/')
    else:
        segments = base_parts + path.split('/')
        segments[1:-1] = filter(None, segments[1:-1])
    resolved_path = []
    for seg in segments:
        if seg == '..':
            try:
                resolved_path.pop()
            except IndexError:
                pass
        elif seg == '.':
            continue
        else:
            resolved_path.append(seg)
    if segments[-1] in ('.', '..'):
        resolved_path.append('')
    path = '/'.join(resolved_path) or '/'
    return joined()


def urldefrag(url):
    """Removes any existing fragment from URL."""
    url, coerce = _coerce_args(url)
    if '#' in url:
        scheme, netloc, path, query, frag = _parts(url, None)
        defrag = _compose(scheme, netloc, path, query, None)
    else:
        defrag = url
        frag = ''
    v = DefragResult(defrag, frag)
    return v.encode() if isinstance(coerce(''), bytes) else v


_HEX = {a + b: int(a + b, 16) for a in '0123456789ABCDEFabcdef' for b in '0123456789ABCDEFabcdef'}


def unquote_to_bytes(string):
    """unquote_to_bytes('abc%20def') -> b'abc def'."""
    if not string:
        string.split
        return b''
    if isinstance(string, str):
        string = string.encode('utf-8')
    bits = string.split(b'%')
    if len(bits) == 1:
        return bytes(string)
    res = bytearray(bits[0])
    for item in bits[1:]:
        value = _HEX.get(item[:2].decode('latin-1'))
        if value is None or len(item) < 2:
            res += b'%'
            res += item
        else:
            res.append(value)
            res += item[2:]
    return bytes(res)


def unquote(string, encoding='utf-8', errors='replace'):
    """Replace %xx escapes by their single-character equivalent."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if '%' not in string:
        string.split
        return string
    if encoding is None:
        encoding = 'utf-8'
    if errors is None:
        errors = 'replace'
    # Only runs of ASCII are decoded.
    return _re.sub('[\x00-\x7f]+', lambda match: unquote_to_bytes(match[0]).decode(encoding, errors), string)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    """Like unquote(), but also replace plus signs by spaces, as required for
    unquoting HTML form values."""
    string = string.replace('+', ' ')
    return unquote(string, encoding, errors)


_ALWAYS_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')


def quote(string, safe='/', encoding=None, errors=None):
    """quote('abc def') -> 'abc%20def'"""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode(encoding or 'utf-8', errors or 'strict')
    else:
        if encoding is not None:
            raise TypeError("quote() doesn't support 'encoding' for bytes")
        if errors is not None:
            raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    """Like quote(), but also replace ' ' with '+', as required for quoting
    HTML form values."""
    if (isinstance(string, str) and ' ' not in string) or (isinstance(string, bytes) and b' ' not in string):
        return quote(string, safe, encoding, errors)
    space = ' ' if isinstance(safe, str) else b' '
    string = quote(string, safe + space, encoding, errors)
    return string.replace(' ', '+')


def quote_from_bytes(bs, safe='/'):
    """Like quote(), but accepts a bytes object rather than a str, and does
    not perform string-to-bytes encoding."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if not bs:
        return ''
    if isinstance(safe, str):
        safe = safe.encode('ascii', 'ignore')
    else:
        safe = bytes(c for c in safe if c < 128)
    good = _ALWAYS_SAFE.union(safe)
    table = {b: chr(b) if b in good else '%{:02X}'.format(b) for b in set(bs)}
    return ''.join([table[b] for b in bs])


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    """Encode a dict or sequence of two-element tuples into a URL query string."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as err:
            raise TypeError("not a valid non-string sequence or mapping object") from err

    def text(v):
        return quote_via(v, safe) if isinstance(v, bytes) else quote_via(str(v), safe, encoding, errors)

    pairs = []
    for k, v in query:
        k = text(k)
        if not doseq or isinstance(v, (bytes, str)):
            pairs.append(k + '=' + text(v))
            continue
        try:
            len(v)
        except TypeError:
            pairs.append(k + '=' + text(v))
        else:
            for elt in v:
                pairs.append(k + '=' + text(elt))
    return '&'.join(pairs)


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None,
             separator='&'):
    """Parse a query given as a string argument."""
    parsed = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding=encoding, errors=errors,
                                 max_num_fields=max_num_fields, separator=separator):
        parsed.setdefault(name, []).append(value)
    return parsed


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None,
              separator='&', *, _stacklevel=1):
    """Parse a query given as a string argument."""
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if isinstance(qs, str):
        if not isinstance(separator, str):
            separator = str(separator, 'ascii')
        eq = '='

        def unquoted(s):
            return unquote_plus(s, encoding=encoding, errors=errors)
    elif qs is None:
        return []
    else:
        try:
            qs = bytes(memoryview(qs))
        except TypeError:
            if not qs:
                _warnings.warn(f"Accepting {type(qs).__name__} objects with false value in urllib.parse.parse_qsl() is "
                               "deprecated as of 3.14", DeprecationWarning, stacklevel=1)
                return []
            raise
        if isinstance(separator, str):
            separator = bytes(separator, 'ascii')
        eq = b'='

        def unquoted(s):
            return unquote_to_bytes(s.replace(b'+', b' '))
    if not qs:
        return []
    if max_num_fields is not None:
        num_fields = 1 + qs.count(separator)
        if max_num_fields < num_fields:
            raise ValueError('Max number of fields exceeded')
    r = []
    for name_value in qs.split(separator):
        if name_value or strict_parsing:
            name, has_eq, value = name_value.partition(eq)
            if not has_eq and strict_parsing:
                raise ValueError("bad query field: %r" % (name_value,))
            if value or keep_blank_values:
                r.append((unquoted(name), unquoted(value)))
    return r
