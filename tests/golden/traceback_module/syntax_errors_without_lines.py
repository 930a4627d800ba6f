# traceback: CPython 3.14 library, "traceback"; SyntaxErrors that somebody has made.
import traceback
for details in (('made.py', None, None, None), ('made.py', None, 1, None), (None, None, None, None), ('', None, None, None), ('made.py', 3, 1, 'x = = 1')):
    print(''.join(traceback.format_exception_only(SyntaxError('not like this', details))), end='')
raise SyntaxError('uncaught', ('made.py', None, None, None))
