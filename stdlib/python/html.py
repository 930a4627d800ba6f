# html. CPython 3.14 library, "html".
import re as _re

__all__ = ['escape', 'unescape']


def escape(s, quote=True):
    """
    Replace special characters "&", "<" and ">" to HTML-safe sequences.
    If the optional flag quote is true (the default), the quotation mark
    characters, both double quote (") and single quote (') characters are also
    translated.
    """
    s = s.replace("&", "&amp;")
    s = s.replace("<", "&lt;")
    s = s.replace(">", "&gt;")
    if quote:
        s = s.replace('"', "&quot;")
        s = s.replace('\'', "&#x27;")
    return s


# What browsers make of references to C1 controls: windows-1252.
_REPLACEMENTS = {0x00: '\ufffd', 0x0d: '\r'}
for _byte in range(0x80, 0xa0):
    _REPLACEMENTS[_byte] = bytes([_byte]).decode('cp1252', 'replace')
for _byte in (0x81, 0x8d, 0x8f, 0x90, 0x9d):
    _REPLACEMENTS[_byte] = chr(_byte)


def _is_invalid(num):
    return (0x1 <= num <= 0x8 or num == 0xb or 0xe <= num <= 0x1f or 0x7f <= num <= 0x9f or 0xfdd0 <= num <= 0xfdef
            or num & 0xfffe == 0xfffe)


def _replace_charref(match):
    s = match.group(1)
    if s[0] == '#':
        digits = s[1:].rstrip(';')
        num = int(digits[1:], 16) if digits[0] in 'xX' else int(digits)
        if num in _REPLACEMENTS:
            return _REPLACEMENTS[num]
        if 0xD800 <= num <= 0xDFFF or num > 0x10FFFF:
            return '\uFFFD'
        if _is_invalid(num):
            return ''
        return chr(num)
    from html.entities import html5  # a big table, and not always needed
    if s in html5:
        return html5[s]
    # The longest name that it begins with, as browsers do.
    for x in range(len(s) - 1, 1, -1):
        if s[:x] in html5:
            return html5[s[:x]] + s[x:]
    return '&' + s


_charref = _re.compile(r'&(#[0-9]+;?' r'|#[xX][0-9a-fA-F]+;?' r'|[^\t\n\f <&#;]{1,32};?)')


def unescape(s):
    """
    Convert all named and numeric character references (e.g. &gt;, &#62;,
    &x3e;) in the string s to the corresponding unicode characters.
    """
    if '&' not in s:
        return s
    return _charref.sub(_replace_charref, s)
