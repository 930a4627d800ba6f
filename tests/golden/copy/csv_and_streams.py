# Copies of what CPython cannot copy.
# CPython: raises TypeError ("cannot pickle 'Dialect' instances"); here a dialect, which never changes, is its own copy
import copy, csv
dialect = csv.get_dialect('excel')
print(copy.copy(dialect) is dialect)
