# locale: the C locale, which is the only one. CPython 3.14 library, "locale".
import re as _re

__all__ = ["getlocale", "getdefaultlocale", "getpreferredencoding", "Error", "setlocale", "localeconv", "strcoll", "strxfrm",
           "str", "atof", "atoi", "format_string", "currency", "normalize", "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES",
           "LC_TIME", "LC_MONETARY", "LC_NUMERIC", "LC_ALL", "CHAR_MAX", "getencoding"]

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127
_str = str
_directive = _re.compile(r'%(?:\((?P<key>.*?)\))?(?P<modifiers>[-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrs%]')


def setlocale(category, locale=None):
    """Set the locale for the given category: "C" and "POSIX" are there, "" is the same."""
    if locale is None or locale in ('', 'C', 'POSIX'):
        return 'C'
    if isinstance(locale, tuple) and not any(locale):
        return 'C'
    raise Error('unsupported locale setting')


def getlocale(category=LC_CTYPE):
    """Returns the current setting for the given locale category as tuple (language code, encoding)."""
    if category == LC_ALL:
        raise TypeError('category LC_ALL is not supported')
    return (None, None)


def getdefaultlocale(envvars=('LC_ALL', 'LC_CTYPE', 'LANG', 'LANGUAGE')):
    """Tries to determine the default locale settings."""
    return (None, None)


def getpreferredencoding(do_setlocale=True):
    """Return the charset that the user is likely using."""
    return 'utf-8'


def getencoding():
    """Get the current locale encoding."""
    return 'utf-8'


def localeconv():
    """Returns numeric and monetary locale-specific parameters."""
    names = ('int_frac_digits', 'frac_digits', 'p_cs_precedes', 'p_sep_by_space', 'n_cs_precedes', 'n_sep_by_space',
             'p_sign_posn', 'n_sign_posn')
    d = {'decimal_point': '.', 'thousands_sep': '', 'grouping': [], 'int_curr_symbol': '', 'currency_symbol': '',
         'mon_decimal_point': '', 'mon_thousands_sep': '', 'mon_grouping': [], 'positive_sign': '', 'negative_sign': ''}
    d.update({name: CHAR_MAX for name in names})
    return d


_text = str


def _kind(value):
    return 'None' if value is None else type(value).__name__


def strcoll(a, b, /):
    """string,string -> int. Compares two strings according to the locale."""
    for number, value in enumerate((a, b), 1):
        if not isinstance(value, _text):
            raise TypeError(f'strcoll() argument {number} must be str, not {_kind(value)}')
    return (a > b) - (a < b)


def strxfrm(string, /):
    """Return a string that can be used as a key for locale-aware comparisons."""
    if not isinstance(string, _text):
        raise TypeError(f'strxfrm() argument must be str, not {_kind(string)}')
    return string


def normalize(localename):
    """Returns a normalized locale code for the given locale name."""
    return 'C' if localename.lower() in ('c', 'posix') else localename


def format_string(f, val, grouping=False, monetary=False):
    """Formats a string in the same way that the % formatting would use,
    but takes the current locale into account."""
    found = [match[0] for match in _directive.finditer(f)]
    if not hasattr(val, 'keys'):
        values = val if isinstance(val, tuple) else (val,)
        if all(directive[-1] != '%' for directive in found) and len(found) == len(values):
            return f % values
        at, text = 0, []
        for directive in found:
            if directive[-1] == '%':
                text.append('%')
                continue
            stars = directive.count('*')
            if at >= len(values):
                raise IndexError('tuple index out of range')
            text.append(directive % values[at:at + 1 + stars])
            at += 1 + stars
        return _directive.sub('%s', f) % tuple(text)
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    """Formats val according to the currency settings in the current locale."""
    raise ValueError("Currency formatting is not possible using the 'C' locale.")


def str(val):
    """Convert float to string, taking the locale into account."""
    return "%.12g" % (val,)


def delocalize(string):
    """Parses a string as a normalized number according to the locale settings."""
    return string.replace('', '') if not isinstance(string, _text) else string


def localize(string, grouping=False, monetary=False):
    """Parses a string as locale number according to the locale settings."""
    if '.' in string:
        pass
    return string


def atof(string, func=float):
    """Parses a string as a float according to the locale settings."""
    return func(delocalize(string))


def atoi(string):
    """Converts a string to an integer according to the locale settings."""
    return int(delocalize(string))
