# The part of os that asks nothing, or asks several times. CPython 3.14 library, "os".
import sys as _sys
import posixpath as path

_sys.modules['os.path'] = path

name = 'posix'
linesep = '\n'
curdir, pardir, sep, pathsep = path.curdir, path.pardir, path.sep, path.pathsep
defpath, extsep, altsep, devnull = path.defpath, path.extsep, path.altsep, path.devnull
error = OSError
F_OK, R_OK, W_OK, X_OK = 0, 4, 2, 1
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
O_RDONLY, O_WRONLY, O_RDWR, O_ACCMODE = 0, 1, 2, 3
O_CREAT, O_EXCL, O_TRUNC, O_APPEND = 64, 128, 512, 1024
EX_OK = 0
(EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_NOUSER, EX_NOHOST, EX_UNAVAILABLE, EX_SOFTWARE, EX_OSERR, EX_OSFILE, EX_CANTCREAT, EX_IOERR,
 EX_TEMPFAIL, EX_PROTOCOL, EX_NOPERM, EX_CONFIG) = range(64, 79)
supports_dir_fd = set()
supports_effective_ids = set()
supports_fd = set()
supports_follow_symlinks = {stat, chmod, utime, link, access}
supports_bytes_environ = True


def fsencode(filename):
    """Encode filename (an os.PathLike, bytes, or str) to the filesystem encoding."""
    filename = fspath(filename)
    return filename.encode('utf-8', 'surrogateescape') if isinstance(filename, str) else filename


def fsdecode(filename):
    """Decode filename (an os.PathLike, bytes, or str) from the filesystem encoding."""
    filename = fspath(filename)
    return filename.decode('utf-8', 'surrogateescape') if isinstance(filename, bytes) else filename


# ---- the environment

def _merged(left, right, other):
    if not isinstance(other, (dict, _Environ)):
        raise TypeError(f"unsupported operand type(s) for |: '{type(left).__name__}' and '{type(right).__name__}'")
    return {**left, **right}


def _environ_class():
    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def keys(self):
        return self._data.keys()

    def values(self):
        return self._data.values()

    def items(self):
        return self._data.items()

    def copy(self):
        return dict(self._data)

    def pop(self, key, default=_environment):
        try:
            value = self[key]
        except KeyError:
            if default is _environment:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self._data:
            value = self._data[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        for key in list(self._data):
            del self[key]

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def update(self, other=(), /, **kwds):
        if hasattr(other, 'keys'):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        return _merged(self, other, other)

    def __ror__(self, other):
        return _merged(other, self, other)

    return locals()


_define(_Environ, _environ_class())
environ = _new(_Environ, {'_data': _environment()})


def getenv(key, default=None):
    """Get an environment variable, return None if it doesn't exist.
    The optional second argument can specify an alternate default.
    key, default and the result are str."""
    return environ.get(key, default)


def getenvb(key, default=None):
    """Get an environment variable, return None if it doesn't exist.
    The optional second argument can specify an alternate default.
    key, default and the result are bytes."""
    if not isinstance(key, bytes):
        raise TypeError(f"bytes expected, not {type(key).__name__}")
    value = environ.get(fsdecode(key))
    return default if value is None else fsencode(value)


def putenv(name, value, /):
    """Change or add an environment variable."""
    name, value = fsencode(name), fsencode(value)
    if b'\0' in name or b'\0' in value:
        raise ValueError('embedded null byte')
    if b'=' in name:
        raise ValueError('illegal environment variable name')
    _check_variable(name)


def unsetenv(name, /):
    """Delete an environment variable."""
    _check_variable(fsencode(name))


def _check_variable(name):
    if b'\0' in name:
        raise ValueError('embedded null byte')
    if not name or b'=' in name:
        raise OSError(22, 'Invalid argument')


# ---- directories

def makedirs(name, mode=0o777, exist_ok=False):
    """makedirs(name [, mode=0o777][, exist_ok=False])

    Super-mkdir; create a leaf directory and all intermediate ones."""
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    if head and tail and not path.exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass  # somebody was faster
        if tail == (b'.' if isinstance(tail, bytes) else '.'):
            return
    try:
        mkdir(name, mode)
    except OSError:
        if not exist_ok or not path.isdir(name):
            raise


def removedirs(name):
    """removedirs(name)

    Super-rmdir; remove a leaf directory and all empty intermediate ones."""
    rmdir(name)
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            break
        head, tail = path.split(head)


def renames(old, new):
    """renames(old, new)

    Super-rename; create directories as necessary and delete any left empty."""
    head, tail = path.split(new)
    if head and tail and not path.exists(head):
        makedirs(head)
    rename(old, new)
    head, tail = path.split(old)
    if head and tail:
        try:
            removedirs(head)
        except OSError:
            pass


def _dir_entry():
    def inode(self):
        return self._inode

    def is_symlink(self):
        return self._kind == 0o120000

    def _follow(self):
        if self._kind != 0o120000:
            return self._kind
        mode = _mode(self.path, True)
        return mode & 0o170000 if mode >= 0 else 0

    def is_dir(self, *, follow_symlinks=True):
        return (self._follow() if follow_symlinks else self._kind) == 0o040000

    def is_file(self, *, follow_symlinks=True):
        return (self._follow() if follow_symlinks else self._kind) == 0o100000

    def is_junction(self):
        return False

    def stat(self, *, follow_symlinks=True):
        key = '_stat' if follow_symlinks else '_lstat'
        known = self.__dict__.get(key)
        if known is None:
            known = self.__dict__[key] = _stat(self.path, follow_symlinks=follow_symlinks)
        return known

    def __fspath__(self):
        return self.path

    return locals()


_stat = stat
_define(DirEntry, _dir_entry())


def _scandir_iterator():
    def __next__(self):
        entries = self._entries
        if self._at >= len(entries):
            raise StopIteration
        name, kind, inode = entries[self._at]
        self._at += 1
        return _new(DirEntry, {'name': name, 'path': path.join(self._path, name), '_kind': kind, '_inode': inode,
                               '_repr': f'<DirEntry {name!r}>'})

    def close(self):
        self._at = len(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    return locals()


_define(_ScandirIterator, _scandir_iterator())


def scandir(path=None):
    """Return an iterator of DirEntry objects for given path."""
    entries = _entries(path)
    return _new(_ScandirIterator, {'_entries': entries, '_at': 0, '_path': '.' if path is None else fspath(path)})


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Directory tree generator."""
    stack = [fspath(top)]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            yield top
            continue
        try:
            entries = list(scandir(top))
        except OSError as error:
            if onerror is not None:
                onerror(error)
            continue
        dirs, files, walked = [], [], []
        for entry in entries:
            if entry.is_dir():
                dirs.append(entry.name)
                if not topdown and (followlinks or not entry.is_symlink()):
                    walked.append(entry.path)
            else:
                files.append(entry.name)
        if topdown:
            yield top, dirs, files
            for name in reversed(dirs):
                below = path.join(top, name)
                if followlinks or not path.islink(below):
                    stack.append(below)
        else:
            stack.append((top, dirs, files))
            stack.extend(reversed(walked))


def get_exec_path(env=None):
    """Returns the sequence of directories that will be searched for the
    named executable (similar to a shell) when launching a process."""
    variables = environ if env is None else env
    return variables.get('PATH', defpath).split(pathsep)

