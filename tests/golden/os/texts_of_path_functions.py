# Functions of os.path that CPython writes in C, called wrongly: the texts name the C functions.
import os
for call in (lambda: os.path.normpath(), lambda: os.path.normpath('a', 'b'), lambda: os.path.splitroot()):
    try: call()
    except TypeError as e: print(e)
