# keyword and errno.
import keyword, errno
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, '|', e)
t(lambda: keyword.kwlist); t(lambda: keyword.softkwlist); t(lambda: keyword.iskeyword('if')); t(lambda: keyword.iskeyword([])); t(lambda: keyword.iskeyword()); t(lambda: keyword.issoftkeyword('match')); t(lambda: keyword.iskeyword(3))
t(lambda: errno.errorcode[errno.ENOENT]); t(lambda: 'EPERM' in errno.errorcode.values())
