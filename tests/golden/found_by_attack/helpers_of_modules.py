# Helpers of library modules can be reached, and trust nothing that they are given.
# CPython: its modules have other helpers
import os
import pathlib
import uuid

empty = pathlib._new(pathlib.PosixPath, {})
wrong = pathlib._new(pathlib.PosixPath, {'_str': 'a', '_drv': 'bcd', '_root': ''})
environ = os._new(os._Environ, {})
for call in (lambda: pathlib._join('a', 'b'), lambda: pathlib._join(pathlib.PurePath('a'), 'b'), lambda: str(empty), lambda: hash(empty), lambda: empty.drive,
             lambda: empty.root, lambda: empty < empty, lambda: empty / 'a', lambda: repr(wrong), lambda: len(environ), lambda: environ == {}, lambda: uuid._entropy(-1)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
