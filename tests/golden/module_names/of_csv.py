# Every public name of csv that CPython has and docs/modules.md does not list as missing.
names = 'Dialect DictReader DictWriter Error QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC QUOTE_NOTNULL QUOTE_STRINGS Sniffer excel excel_tab field_size_limit get_dialect list_dialects reader register_dialect unix_dialect unregister_dialect writer'
import csv as m
print('csv', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
