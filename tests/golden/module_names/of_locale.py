# Every public name of locale that CPython has and docs/modules.md does not list as missing.
names = 'CHAR_MAX Error LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME atof atoi currency delocalize format_string getdefaultlocale getencoding getlocale getpreferredencoding localeconv localize normalize setlocale str strcoll strxfrm'
import locale as m
print('locale', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
