# os.path functions that CPython writes in C, called wrongly.
# CPython: words such calls by the C functions behind them ("_path_normpath() missing required argument 'path' (pos 1)")
import os
for call in (lambda: os.path.normpath(), lambda: os.path.normpath('a', 'b'), lambda: os.path.splitroot()):
    try: call()
    except TypeError as e: print(e)
