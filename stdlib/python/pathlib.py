# pathlib: what paths do beyond being taken apart (pathlib.cc). CPython 3.14 library, "pathlib".
import fnmatch as _fnmatch
import os as _os
import re as _re

__all__ = ["UnsupportedOperation", "PurePath", "PurePosixPath", "PureWindowsPath", "Path", "PosixPath"]


def _is_windows(path):
    return isinstance(path, PureWindowsPath)


def _is_reserved_on_windows(name):
    """A device, what Windows would shorten, or characters that names there cannot have."""
    if name.endswith(('.', ' ')):
        return name not in ('.', '..')
    device = name.partition('.')[0].rstrip(' ').upper()
    return (bool(_re.search('[\0-\x1f"*:<>?|/\\\\]', name)) or device in ('CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$')
            or device[:3] in ('COM', 'LPT') and len(device) == 4 and device[3] in '123456789\xb9\xb2\xb3')


def _has_magic(text):
    return '*' in text or '?' in text or '[' in text


def _folds_case(path, case_sensitive):
    return _is_windows(path) if case_sensitive is None else not case_sensitive


def _part_regex(part, fold):
    return _re.compile(_fnmatch.translate(part), _re.IGNORECASE if fold else 0).match


_safe = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~/')


def _quote(text):
    return ''.join(chr(byte) if byte in _safe else f'%{byte:02X}' for byte in _os.fsencode(text))


def _unquote(text):
    pieces = _os.fsencode(text).split(b'%')
    out = [pieces[0]]
    for piece in pieces[1:]:
        try:
            out.append(bytes.fromhex(piece[:2].decode()) + piece[2:])
        except ValueError:
            out.append(b'%' + piece)
    return _os.fsdecode(b''.join(out))


def _pure():
    def __fspath__(self):
        return str(self)

    def __bytes__(self):
        return _os.fsencode(self)

    def as_posix(self):
        """Return the string representation of the path with forward (/)
        slashes."""
        return str(self).replace('\\', '/') if _is_windows(self) else str(self)

    def with_segments(self, *pathsegments):
        """Construct a new path object from any number of path-like objects."""
        return type(self)(*pathsegments)

    def joinpath(self, *pathsegments):
        """Combine this path with one or several arguments, and return a
        new path."""
        return _join(self, pathsegments)

    def with_name(self, name):
        """Return a new path with the file name changed."""
        slash = '\\' if _is_windows(self) else '/'
        if not name or slash in name or name == '.' or (_is_windows(self) and '/' in name):
            raise ValueError(f"Invalid name {name!r}")
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return _join(self.parent, (name,))

    def with_stem(self, stem):
        """Return a new path with the stem changed."""
        suffix = self.suffix
        if not suffix:
            return self.with_name(stem)
        if not stem:
            raise ValueError(f"{self!r} has a non-empty suffix")
        return self.with_name(stem + suffix)

    def with_suffix(self, suffix):
        """Return a new path with the file suffix changed."""
        stem = self.stem
        if not stem:
            raise ValueError(f"{self!r} has an empty name")
        if suffix and not suffix.startswith('.'):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(stem + suffix)

    def is_absolute(self):
        """True if the path is absolute (has both a root and, if applicable,
        a drive)."""
        return bool(self.root and self.drive) if _is_windows(self) else bool(self.root)

    def is_reserved(self):
        """Return True if the path contains one of the special names reserved
        by the system, if any."""
        import warnings
        warnings.warn('pathlib.PurePath.is_reserved() is deprecated and scheduled for removal in Python 3.15. Use '
                      'os.path.isreserved() to detect reserved paths on Windows.', DeprecationWarning)
        names = self.parts[1:] if self.anchor else self.parts
        return _is_windows(self) and any(_is_reserved_on_windows(name) for name in names)

    def relative_to(self, other, *, walk_up=False):
        """Return the relative path to another path identified by the passed
        arguments."""
        if not isinstance(other, PurePath):
            other = self.with_segments(other)
        for step, path in enumerate([other, *other.parents]):
            if path == self or path in self.parents:
                break
            elif not walk_up:
                raise ValueError(f"{str(self)!r} is not in the subpath of {str(other)!r}")
            elif path.name == '..':
                raise ValueError(f"'..' segment in {str(other)!r} cannot be walked")
        else:
            raise ValueError(f"{str(self)!r} and {str(other)!r} have different anchors")
        return self.with_segments(*['..'] * step, *self.parts[len(path.parts):])

    def is_relative_to(self, other):
        """Return True if the path is relative to another path or False."""
        if not isinstance(other, PurePath):
            other = self.with_segments(other)
        return other == self or other in self.parents

    def as_uri(self):
        """Return the path as a URI."""
        if not isinstance(self, Path):
            import warnings
            warnings.warn("pathlib.PurePath.as_uri() is deprecated and scheduled for removal in Python 3.19. Use "
                          "pathlib.Path.as_uri().", DeprecationWarning)
        if not self.is_absolute():
            if isinstance(self, Path):
                raise ValueError("relative paths can't be expressed as file URIs")
            raise ValueError("relative path can't be expressed as a file URI")
        drive = self.drive
        if _is_windows(self) and drive[1:2] == ':':
            return 'file:///' + drive + _quote(self.as_posix()[2:])
        prefix = 'file:' if drive else 'file://'
        return prefix + _quote(self.as_posix())

    def full_match(self, pattern, *, case_sensitive=None):
        """Return True if this path matches the given glob-style pattern. The
        pattern is matched against the entire path."""
        if not isinstance(pattern, PurePath):
            pattern = self.with_segments(pattern)
        fold = _folds_case(pattern, case_sensitive)
        parts = self.parts
        tests = [part if part == '**' else _part_regex(part, fold) for part in pattern.parts]
        # Which of the tests may come next, after each part.
        states = {0}
        for part in (*parts, None):
            reached = set()
            pending = list(states)
            while pending:
                state = pending.pop()
                if state in reached:
                    continue
                reached.add(state)
                if state < len(tests) and tests[state] == '**':
                    pending.append(state + 1)
            if part is None:
                return len(tests) in reached
            states = set()
            for state in reached:
                if state < len(tests):
                    if tests[state] == '**':
                        states.add(state)
                    elif tests[state](part):
                        states.add(state + 1)

    def match(self, path_pattern, *, case_sensitive=None):
        """Return True if this path matches the given pattern. If the pattern is
        relative, matching is done from the right; otherwise, the entire path
        is matched. The recursive wildcard '**' is *not* supported by this
        method."""
        if not isinstance(path_pattern, PurePath):
            path_pattern = self.with_segments(path_pattern)
        fold = _folds_case(path_pattern, case_sensitive)
        parts = self.parts[::-1]
        tests = path_pattern.parts[::-1]
        if not tests:
            raise ValueError("empty pattern")
        if len(parts) < len(tests):
            return False
        if len(parts) > len(tests) and path_pattern.anchor:
            return False
        return all(_part_regex('*' if test == '**' else test, fold)(part) is not None
                   for part, test in zip(parts, tests))

    return locals()


_define(PurePath, _pure())


def _info():
    def __init__(self, path):
        self._path = str(path)

    def _mode(self, follow_symlinks):
        # What was found once stays so.
        name = '_followed' if follow_symlinks else '_itself'
        if name not in self.__dict__:
            setattr(self, name, _os._mode(self._path, follow_symlinks))
        return getattr(self, name)

    def exists(self, *, follow_symlinks=True):
        """Whether this path exists."""
        return self._mode(follow_symlinks) >= 0

    def is_dir(self, *, follow_symlinks=True):
        """Whether this path is a directory."""
        mode = self._mode(follow_symlinks)
        return mode >= 0 and mode & 0o170000 == 0o040000

    def is_file(self, *, follow_symlinks=True):
        """Whether this path is a regular file."""
        mode = self._mode(follow_symlinks)
        return mode >= 0 and mode & 0o170000 == 0o100000

    def is_symlink(self):
        """Whether this path is a symbolic link."""
        mode = self._mode(False)
        return mode >= 0 and mode & 0o170000 == 0o120000

    return locals()


_define(_PosixPathInfo, _info())


def _copy_file(source, target, preserve):
    data = open(source, 'rb')
    with data, open(target, 'wb') as to:
        to.write(data.read())
    if preserve:
        _copy_attributes(source, target)


def _copy_attributes(source, target):
    info = _os.stat(source)
    _os.utime(target, ns=(info.st_atime_ns, info.st_mtime_ns))
    _os.chmod(target, info.st_mode & 0o7777)


def _copy_tree(source, target, follow_symlinks, preserve):
    if not follow_symlinks and source.is_symlink():
        _os.symlink(_os.readlink(source), target)
    elif source.is_dir():
        children = list(source.iterdir())
        _os.mkdir(target)
        for child in children:
            _copy_tree(child, _join(target, (child.name,)), follow_symlinks, preserve)
        if preserve:
            _copy_attributes(source, target)
    else:
        _copy_file(source, target, preserve)


def _error(number, path, other=None):
    if other is None:
        return OSError(number, _os.strerror(number), str(path))
    return OSError(number, _os.strerror(number), str(path), None, str(other))


def _ensure_different(source, target):
    try:
        same = _os.path.samefile(source, target)
    except (OSError, ValueError):
        same = str(source) == str(target)
    if same:
        error = OSError(22, "Source and target are the same file")
        error.filename = str(source)
        error.filename2 = str(target)
        raise error


def _ensure_distinct(source, target):
    if source == target:
        error = OSError(22, "Source and target are the same path")
    elif source in target.parents:
        error = OSError(22, "Source path is a parent of target path")
    else:
        return
    error.filename = str(source)
    error.filename2 = str(target)
    raise error


def _child(base, name):
    return name if base in ('', '.') else base + name if base.endswith('/') else base + '/' + name


def _glob_entries(base):
    try:
        return list(_os.scandir(base or '.'))
    except OSError:
        return []


# The texts of all paths below `base` (and with it, if it is not "") that the pattern parts select.
def _glob_select(base, parts, fold, recurse_symlinks, literal):
    if not parts:
        yield base
        return
    part, rest = parts[0], parts[1:]
    if part == '**':
        while rest and rest[0] == '**':
            rest = rest[1:]
        only_directories = rest == ['']
        if only_directories:
            rest = []
        yield from _glob_select(base, rest, fold, recurse_symlinks, literal) if rest else (base,)
        stack = [base]
        while stack:
            here = stack.pop()
            for entry in _glob_entries(here):
                below = _child(here, entry.name)
                if entry.is_dir(follow_symlinks=recurse_symlinks):
                    stack.append(below)
                    yield from _glob_select(below, rest, fold, recurse_symlinks, literal) if rest else (below,)
                elif not rest and (not only_directories or entry.is_dir()):
                    yield below
    elif part == '':
        if _os.path.isdir(base or '.'):
            yield base
    elif part == '..':
        yield from _glob_select(_child(base, '..'), rest, fold, recurse_symlinks, literal)
    elif literal and not _has_magic(part):
        below = _child(base, part)
        if rest:
            if _os.path.isdir(below):
                yield from _glob_select(below, rest, fold, recurse_symlinks, literal)
        elif _os.path.lexists(below):
            yield below
    else:
        test = _part_regex(part, fold)
        for entry in _glob_entries(base):
            if test(entry.name) is not None and (not rest or entry.is_dir()):
                yield from _glob_select(_child(base, entry.name), rest, fold, recurse_symlinks, literal)


def _path():
    def stat(self, *, follow_symlinks=True):
        """Return the result of the stat() system call on this path."""
        return _os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        """Like stat(), except if the path points to a symlink, the symlink's
        status information is returned, rather than its target's."""
        return _os.lstat(self)

    def exists(self, *, follow_symlinks=True):
        """Whether this path exists."""
        return _os._mode(self, follow_symlinks) >= 0

    def is_dir(self, *, follow_symlinks=True):
        """Whether this path is a directory."""
        mode = _os._mode(self, follow_symlinks)
        return mode >= 0 and mode & 0o170000 == 0o040000

    def is_file(self, *, follow_symlinks=True):
        """Whether this path is a regular file (also True for symlinks pointing
        to regular files)."""
        mode = _os._mode(self, follow_symlinks)
        return mode >= 0 and mode & 0o170000 == 0o100000

    def is_symlink(self):
        """Whether this path is a symbolic link."""
        mode = _os._mode(self, False)
        return mode >= 0 and mode & 0o170000 == 0o120000

    def is_mount(self):
        """Check if this path is a mount point"""
        return _os.path.ismount(self)

    def is_junction(self):
        """Whether this path is a junction."""
        return False

    def is_block_device(self):
        """Whether this path is a block device."""
        mode = _os._mode(self, True)
        return mode >= 0 and mode & 0o170000 == 0o060000

    def is_char_device(self):
        """Whether this path is a character device."""
        mode = _os._mode(self, True)
        return mode >= 0 and mode & 0o170000 == 0o020000

    def is_fifo(self):
        """Whether this path is a FIFO."""
        mode = _os._mode(self, True)
        return mode >= 0 and mode & 0o170000 == 0o010000

    def is_socket(self):
        """Whether this path is a socket."""
        mode = _os._mode(self, True)
        return mode >= 0 and mode & 0o170000 == 0o140000

    def samefile(self, other_path):
        """Return whether other_path is the same or not as this file
        (as returned by os.path.samefile())."""
        return _os.path.samefile(self, other_path)

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        """Open the file pointed to by this path and return a file object, as
        the built-in open() function does."""
        return _open(self, mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        """Open the file in bytes mode, read it, and close the file."""
        with _open(self, 'rb') as file:
            return file.read()

    def read_text(self, encoding=None, errors=None, newline=None):
        """Open the file in text mode, read it, and close the file."""
        with _open(self, 'r', -1, encoding, errors, newline) as file:
            return file.read()

    def write_bytes(self, data):
        """Open the file in bytes mode, write to it, and close the file."""
        view = memoryview(data)
        with _open(self, 'wb') as file:
            return file.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Open the file in text mode, write to it, and close the file."""
        if not isinstance(data, str):
            raise TypeError(f'data must be str, not {type(data).__name__}')
        with _open(self, 'w', -1, encoding, errors, newline) as file:
            return file.write(data)

    def iterdir(self):
        """Yield path objects of the directory contents."""
        names = _os.listdir(self)
        return (_join(self, (name,)) for name in names)

    def glob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        """Iterate over this subtree and yield all existing files (of any
        kind, including directories) matching the given relative pattern."""
        if isinstance(pattern, PurePath):
            text = str(pattern)
        else:
            text = _os.fspath(pattern)
        pure = PurePosixPath(text)
        if pure.anchor:
            raise NotImplementedError("Non-relative patterns are unsupported")
        parts = list(pure.parts)
        if not parts:
            raise ValueError(f"Unacceptable pattern: {text!r}")
        if text.endswith('/'):
            parts.append('')
        base = str(self)
        base = '' if base == '.' else base
        found = _glob_select(base, parts, _folds_case(self, case_sensitive), recurse_symlinks, case_sensitive is None)
        if parts.count('**') > 1:
            found = dict.fromkeys(found)
        return map(type(self), found)

    def rglob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        """Recursively yield all existing files (of any kind, including
        directories) matching the given relative pattern, anywhere in
        this subtree."""
        text = _os.fspath(pattern)
        return self.glob('**/' + text if text else '**/', case_sensitive=case_sensitive,
                         recurse_symlinks=recurse_symlinks)

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        """Walk the directory tree from this directory, similar to os.walk()."""
        paths = [self]
        while paths:
            path = paths.pop()
            if isinstance(path, tuple):
                yield path
                continue
            dirnames, filenames = [], []
            try:
                entries = list(_os.scandir(path))
            except OSError as error:
                if on_error is not None:
                    on_error(error)
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=follow_symlinks):
                    dirnames.append(entry.name)
                else:
                    filenames.append(entry.name)
            if top_down:
                yield path, dirnames, filenames
            else:
                paths.append((path, dirnames, filenames))
            paths += [_join(path, (name,)) for name in reversed(dirnames)]

    def absolute(self):
        """Return an absolute version of this path
        No normalization or symlink resolution is performed."""
        if self.root:
            return self
        return type(self)(_os.getcwd(), self)

    def cwd(cls):
        """Return a new path pointing to the current working directory."""
        return cls(_os.getcwd())

    def home(cls):
        """Return a new path pointing to expanduser('~')."""
        return cls(_os.path.expanduser('~'))

    def from_uri(cls, uri):
        """Return a new path from the given 'file' URI."""
        if not uri.startswith('file:'):
            raise ValueError("URL is missing a 'file:' scheme")
        text = uri[5:]
        if text[:3] == '///':
            text = text[2:]
        elif text[:12] == '//localhost/':
            text = text[11:]
        path = cls(_unquote(text))
        if not path.is_absolute():
            raise ValueError(f"URI is not absolute: {uri!r}")
        return path

    def expanduser(self):
        """Return a new path with expanded ~ and ~user constructs
        (as returned by os.path.expanduser)"""
        parts = self.parts
        if self.anchor or not parts or not parts[0].startswith('~'):
            return self
        home = _os.path.expanduser(parts[0])
        if home.startswith('~'):
            raise RuntimeError("Could not determine home directory.")
        return type(self)(home, *parts[1:])

    def resolve(self, strict=False):
        """Make the path absolute, resolving all symlinks on the way and also
        normalizing it."""
        return type(self)(_os.path.realpath(self, strict=strict))

    def readlink(self):
        """Return the path to which the symbolic link points."""
        return type(self)(_os.readlink(self))

    def touch(self, mode=0o666, exist_ok=True):
        """Create this file with the given access mode, if it doesn't exist."""
        if exist_ok:
            try:
                _os.utime(self, None)
            except OSError:
                pass
            else:
                return
        _open(self, 'ab' if exist_ok else 'xb').close()
        if mode != 0o666:
            _os.chmod(self, mode & ~0o022)

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Create a new directory at this given path."""
        try:
            _os.mkdir(self, mode)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, parents=False, exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        """Change the permissions of the path, like os.chmod()."""
        _os.chmod(self, mode, follow_symlinks=follow_symlinks)

    def lchmod(self, mode):
        """Like chmod(), except if the path points to a symlink, the symlink's
        permissions are changed, rather than its target's."""
        self.chmod(mode, follow_symlinks=False)

    def unlink(self, missing_ok=False):
        """Remove this file or link."""
        try:
            _os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        """Remove this directory.  The directory must be empty."""
        _os.rmdir(self)

    def rename(self, target):
        """Rename this path to the target path."""
        _os.rename(self, target)
        return target if isinstance(target, Path) else type(self)(target)

    def replace(self, target):
        """Rename this path to the target path, overwriting if that path exists."""
        _os.replace(self, target)
        return target if isinstance(target, Path) else type(self)(target)

    def symlink_to(self, target, target_is_directory=False):
        """Make this path a symlink pointing to the target path."""
        _os.symlink(target, self, target_is_directory)

    def hardlink_to(self, target):
        """Make this path a hard link pointing to the same file as *target*."""
        _os.link(target, self)

    def copy(self, target, **kwargs):
        """Recursively copy this file or directory tree to the given destination."""
        return _copy(self, target if isinstance(target, Path) else type(self)(target), **kwargs)

    def copy_into(self, target_dir, **kwargs):
        """Copy this file or directory tree into the given existing directory."""
        name = self.name
        if not name:
            raise ValueError(f"{self!r} has an empty name")
        return self.copy(_join(target_dir if isinstance(target_dir, Path) else type(self)(target_dir), (name,)), **kwargs)

    def move(self, target):
        """Recursively move this file or directory tree to the given destination."""
        if not isinstance(target, Path):
            target = type(self)(target)
        _ensure_different(self, target)
        try:
            _os.replace(self, target)
            return target
        except OSError as error:
            if error.errno != 18:
                raise
        target = self.copy(target, follow_symlinks=False, preserve_metadata=True)
        _delete(self)
        return target

    def move_into(self, target_dir):
        """Move this file or directory tree into the given existing directory."""
        name = self.name
        if not name:
            raise ValueError(f"{self!r} has an empty name")
        return self.move(_join(target_dir if isinstance(target_dir, Path) else type(self)(target_dir), (name,)))

    cwd = _classmethod(cwd)
    home = _classmethod(home)
    from_uri = _classmethod(from_uri)
    return locals()


_open = open


def _copy(source, target, follow_symlinks=True, preserve_metadata=False):
    _ensure_distinct(source, target)
    if source.exists() and target.exists():
        _ensure_different(source, target)
    _copy_tree(source, target, follow_symlinks, preserve_metadata)
    return target


def _delete(path):
    if path.is_symlink() or not path.is_dir():
        path.unlink()
        return
    for child in list(path.iterdir()):
        _delete(child)
    path.rmdir()


_define(Path, _path())
