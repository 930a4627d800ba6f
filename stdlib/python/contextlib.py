# contextlib: what is not in contextlib.cc. CPython 3.14 library, "contextlib".


def _chdir():
    def __init__(self, path):
        self.path = path
        self._old_cwd = []

    def __enter__(self):
        import os
        self._old_cwd.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *excinfo):
        import os
        os.chdir(self._old_cwd.pop())

    return locals()


_define(chdir, _chdir())
