# array: which of several wrong arguments is told.
import array
def p(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
p(lambda: array.array('z', 5))
p(lambda: array.array('', 5))
p(lambda: array.array('i', 5))
p(lambda: array.array('z', {}))
p(lambda: array.array('z', 'abc'))
p(lambda: array.array('z', b'abc'))
p(lambda: array.array('z', [1]))
