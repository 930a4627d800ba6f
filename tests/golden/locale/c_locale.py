# locale: CPython 3.14 library.
import locale
for text in r'''
locale.setlocale(locale.LC_ALL, 'C')
sorted(locale.localeconv().items())
locale.format_string('%.2f %d', (1.5, 3)), locale.format_string('%d', 1234567, grouping=True), locale.str(1.5), locale.atof('1.5'), locale.atoi('12'), locale.strcoll('a', 'b'), locale.strxfrm('abc')
locale.currency(5)
locale.LC_ALL, locale.LC_CTYPE, locale.CHAR_MAX
locale.atof('x')
'''.strip().splitlines():
    try:
        answer = repr(eval(text))
    except Exception as error:
        answer = f'{type(error).__name__}: {error}'
    print(text, '->', answer)
