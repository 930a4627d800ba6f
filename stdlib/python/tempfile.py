# tempfile: names nobody can guess, of the entropy that the host gives. CPython 3.14 library, "tempfile".
import os as _os
import shutil as _shutil

__all__ = ["NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile", "TemporaryDirectory", "mktemp", "mkdtemp",
           "TMP_MAX", "gettempprefix", "tempdir", "gettempdir", "gettempprefixb", "gettempdirb"]

TMP_MAX = 238328
template = 'tmp'
tempdir = None
_letters = 'abcdefghijklmnopqrstuvwxyz0123456789_'


def _name():
    return ''.join(_letters[byte % 37] for byte in _os.urandom(8))


def gettempdir():
    """Returns tempfile.tempdir as str."""
    global tempdir
    if tempdir is None:
        for variable in 'TMPDIR', 'TEMP', 'TMP':
            path = _os.environ.get(variable)
            if path and _os.path.isdir(path):
                tempdir = path
                break
        else:
            for path in '/tmp', '/var/tmp', '/usr/tmp', _os.getcwd():
                if _os.path.isdir(path) and _os.access(path, _os.W_OK):
                    tempdir = path
                    break
            else:
                raise FileNotFoundError(2, "No usable temporary directory found in "
                                        f"{['/tmp', '/var/tmp', '/usr/tmp', _os.getcwd()]}")
    return _os.fsdecode(tempdir)


def gettempdirb():
    """Returns tempfile.tempdir as bytes."""
    return _os.fsencode(gettempdir())


def gettempprefix():
    """The default prefix for temporary directories as string."""
    return template


def gettempprefixb():
    """The default prefix for temporary directories as bytes."""
    return _os.fsencode(template)


def _parameters(prefix, suffix, dir):
    kinds = {isinstance(part, bytes) for part in (prefix, suffix, dir) if part is not None}
    if len(kinds) > 1:
        raise TypeError("Can't mix bytes and non-bytes in path components.")
    data = True in kinds
    encode = _os.fsencode if data else _os.fsdecode
    return (encode(template) if prefix is None else prefix, encode('') if suffix is None else suffix,
            encode(gettempdir()) if dir is None else _os.fspath(dir), encode)


def _attempts(prefix, suffix, dir):
    prefix, suffix, dir, encode = _parameters(prefix, suffix, dir)
    for _ in range(TMP_MAX):
        yield _os.path.abspath(_os.path.join(dir, prefix + encode(_name()) + suffix))


def mkdtemp(suffix=None, prefix=None, dir=None):
    """User-callable function to create and return a unique temporary
    directory.  The return value is the pathname of the directory."""
    for path in _attempts(prefix, suffix, dir):
        try:
            _os.mkdir(path, 0o700)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(17, "No usable temporary directory name found")


def mktemp(suffix='', prefix=template, dir=None):
    """User-callable function to return a unique temporary file name.  The
    file is not created."""
    for path in _attempts(prefix, suffix, dir):
        if not _os.path.lexists(path):
            return path
    raise FileExistsError(17, "No usable temporary filename found")


def _file_class():
    def __init__(self, file, name, delete=True, delete_on_close=True):
        self.file = file
        self.name = name
        self.delete = delete
        self._delete_on_close = delete_on_close
        self._repr = f'<tempfile._TemporaryFileWrapper object of {file!r}>'
        for method in 'read', 'readline', 'readlines', 'write', 'writelines', 'seek', 'tell', 'truncate', 'flush', \
                'fileno', 'isatty', 'readable', 'writable', 'seekable', 'read1', 'readinto', 'peek', 'reconfigure':
            if hasattr(file, method):
                self.__dict__[method] = getattr(file, method)
        for attribute in 'mode', 'encoding', 'errors', 'buffer', 'raw', 'newlines', 'line_buffering':
            if hasattr(file, attribute):
                self.__dict__[attribute] = getattr(file, attribute)
        self.closed = False

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, exc, value, tb):
        self.close()
        self._remove()

    def _remove(self):
        if self.delete:
            self.delete = False
            try:
                _os.unlink(self.name)
            except FileNotFoundError:
                pass

    def close(self):
        """Close the temporary file, possibly deleting it."""
        self.file.close()
        self.closed = True
        if self._delete_on_close:
            self._remove()

    def __iter__(self):
        return iter(self.file)

    return locals()


_define(_TemporaryFileWrapper, _file_class())


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None, delete_on_close=True):
    """Create and return a temporary file."""
    for path in _attempts(prefix, suffix, dir):
        try:
            open(path, 'x').close()
        except FileExistsError:
            continue
        _os.chmod(path, 0o600)
        try:
            file = open(path, mode, buffering, encoding, errors, newline)
        except BaseException:
            _os.unlink(path)
            raise
        return _TemporaryFileWrapper(file, path, delete, delete_on_close)
    raise FileExistsError(17, "No usable temporary file name found")


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                  errors=None):
    """Create and return a temporary file."""
    return NamedTemporaryFile(mode, buffering, encoding, newline, suffix, prefix, dir, errors=errors)


def SpooledTemporaryFile(max_size=0, mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None,
                         dir=None, *, errors=None):
    """Temporary file wrapper, specialized to switch from BytesIO
    or StringIO to a real file when it exceeds a certain size or
    when a fileno is needed."""
    import io
    if 'b' in mode:
        return io.BytesIO()
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors=errors, newline=newline)


def _open_folders(root):
    """Gives back what is needed to remove things from folders."""
    _os.chmod(root, 0o700)
    for folder, names, _ in _os.walk(root):
        for name in names:
            path = _os.path.join(folder, name)
            if not _os.path.islink(path):
                _os.chmod(path, 0o700)


def _directory_class():
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignore_cleanup_errors = ignore_cleanup_errors
        self._delete = delete
        self._repr = f"<TemporaryDirectory {self.name!r}>"

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        if self._delete:
            self.cleanup()

    def cleanup(self):
        if not _os.path.exists(self.name):
            return
        try:
            _shutil.rmtree(self.name)
        except PermissionError:
            _open_folders(self.name)
            _shutil.rmtree(self.name, ignore_errors=self._ignore_cleanup_errors)
        except OSError:
            if not self._ignore_cleanup_errors:
                raise

    return locals()


_define(TemporaryDirectory, _directory_class())
