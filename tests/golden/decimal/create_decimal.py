# Context.create_decimal takes no blanks and underscores, as Decimal() does.
import decimal
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for x in ('1_000.5', ' 12 ', '1 ', '\t1', '1_0', 'na_n'):
    for c in (decimal.Context(), decimal.Context(traps=[])):
        p(lambda: c.create_decimal(x))
        p(lambda: decimal.Decimal(x, c))
        p(lambda: c.add(decimal.Decimal(x), 1))
