# shutil: copying and removing files and trees. CPython 3.14 library, "shutil".
import fnmatch as _fnmatch
import os as _os
import stat as _stat

__all__ = ["copyfileobj", "copyfile", "copymode", "copystat", "copy", "copy2", "copytree", "move", "rmtree", "Error",
           "SpecialFileError", "get_terminal_size", "ignore_patterns", "which", "SameFileError"]

COPY_BUFSIZE = 256 * 1024


def copyfileobj(fsrc, fdst, length=0):
    """copy data from file-like object fsrc to file-like object fdst"""
    if not length:
        length = COPY_BUFSIZE
    read = fsrc.read
    write = fdst.write
    while data := read(length):
        write(data)


def _same_file(src, dst):
    try:
        return _os.path.samefile(src, dst)
    except OSError:
        return False


def copyfile(src, dst, *, follow_symlinks=True):
    """Copy data from src to dst in the most efficient way possible."""
    if _same_file(src, dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    if not follow_symlinks and _os.path.islink(src):
        _os.symlink(_os.readlink(src), dst)
        return dst
    with open(src, 'rb') as fsrc:
        try:
            with open(dst, 'wb') as fdst:
                copyfileobj(fsrc, fdst)
        except IsADirectoryError as e:
            if not _os.path.exists(dst):
                raise FileNotFoundError(f'Directory does not exist: {dst}') from e
            raise
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    """Copy mode bits from src to dst."""
    if not follow_symlinks and _os.path.islink(src) and _os.path.islink(dst):
        return
    _os.chmod(dst, _stat.S_IMODE(_os.stat(src).st_mode))


def copystat(src, dst, *, follow_symlinks=True):
    """Copy file metadata"""
    follow = follow_symlinks or not (_os.path.islink(src) and _os.path.islink(dst))
    info = _os.stat(src, follow_symlinks=follow)
    _os.utime(dst, ns=(info.st_atime_ns, info.st_mtime_ns), follow_symlinks=follow)
    if follow:
        _os.chmod(dst, _stat.S_IMODE(info.st_mode))


def copy(src, dst, *, follow_symlinks=True):
    """Copy data and mode bits ("cp src dst"). Return the file's destination."""
    if _os.path.isdir(dst):
        dst = _os.path.join(dst, _os.path.basename(src))
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """Copy data and metadata. Return the file's destination."""
    if _os.path.isdir(dst):
        dst = _os.path.join(dst, _os.path.basename(src))
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


def ignore_patterns(*patterns):
    """Function that can be used as copytree() ignore parameter."""
    def _ignore_patterns(path, names):
        ignored = []
        for pattern in patterns:
            ignored.extend(_fnmatch.filter(names, pattern))
        return set(ignored)
    return _ignore_patterns


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False,
             dirs_exist_ok=False):
    """Recursively copy a directory tree and return the destination directory."""
    entries = list(_os.scandir(src))
    ignored = ignore(_os.fspath(src), [entry.name for entry in entries]) if ignore is not None else ()
    _os.makedirs(dst, exist_ok=dirs_exist_ok)
    errors = []
    for entry in entries:
        if entry.name in ignored:
            continue
        from_name = _os.path.join(src, entry.name)
        to_name = _os.path.join(dst, entry.name)
        try:
            if entry.is_symlink():
                target = _os.readlink(from_name)
                if symlinks:
                    _os.symlink(target, to_name)
                    copystat(from_name, to_name, follow_symlinks=False)
                    continue
                if not _os.path.exists(from_name) and ignore_dangling_symlinks:
                    continue
            if entry.is_dir():
                copytree(from_name, to_name, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
            else:
                copy_function(from_name, to_name)
        except Error as error:
            errors.extend(error.args[0])
        except OSError as why:
            errors.append((from_name, to_name, str(why)))
    try:
        copystat(src, dst)
    except OSError as why:
        errors.append((src, dst, str(why)))
    if errors:
        raise Error(errors)
    return dst


def _raise(function, path, error):
    raise error


def rmtree(path, ignore_errors=False, onerror=None, *, onexc=None, dir_fd=None):
    """Recursively delete a directory tree."""
    if ignore_errors:
        def handle(function, path, error):
            pass
    elif onexc is not None:
        handle = onexc
    elif onerror is not None:
        def handle(function, path, error):
            onerror(function, path, (type(error), error, error.__traceback__))
    else:
        handle = _raise
    if dir_fd is not None:
        raise NotImplementedError("dir_fd unavailable on this platform")
    if isinstance(path, bytes):
        path = _os.fsdecode(path)
    try:
        mode = _os.lstat(path).st_mode
    except OSError as error:
        handle(_os.lstat, path, error)
        return
    try:
        if _stat.S_ISLNK(mode):
            raise OSError("Cannot call rmtree on a symbolic link")
    except OSError as error:
        error.filename = path
        handle(_os.path.islink, path, error)
        return
    _remove_tree(path, handle)


def _remove_tree(path, handle):
    entries = []
    try:
        entries = list(_os.scandir(path))
    except FileNotFoundError:
        return
    except OSError as error:
        handle(_os.scandir, path, error)
    for entry in entries:
        below = _os.path.join(path, entry.name)
        if entry.is_dir(follow_symlinks=False):
            _remove_tree(below, handle)
        else:
            try:
                _os.unlink(below)
            except FileNotFoundError:
                continue
            except OSError as error:
                handle(_os.unlink, below, error)
    try:
        _os.rmdir(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        handle(_os.rmdir, path, error)


rmtree.avoids_symlink_attacks = True


def _inside(src, dst):
    src = _os.path.abspath(src).rstrip('/') + '/'
    dst = _os.path.abspath(dst).rstrip('/') + '/'
    return dst.startswith(src)


def move(src, dst, copy_function=copy2):
    """Recursively move a file or directory to another location."""
    real = dst
    if _os.path.isdir(dst):
        if _same_file(src, dst) and not _os.path.islink(src):
            _os.rename(src, dst)
            return None
        real = _os.path.join(dst, _os.path.basename(_os.fspath(src).rstrip('/')))
        if _os.path.exists(real):
            raise Error(f"Destination path '{real}' already exists")
    try:
        _os.rename(src, real)
    except OSError:
        if _os.path.islink(src):
            _os.symlink(_os.readlink(src), real)
            _os.unlink(src)
        elif _os.path.isdir(src):
            if _inside(src, dst):
                raise Error(f"Cannot move a directory '{src}' into itself '{dst}'.")
            copytree(src, real, copy_function=copy_function, symlinks=True)
            rmtree(src)
        else:
            copy_function(src, real)
            _os.unlink(src)
    return real


def get_terminal_size(fallback=(80, 24)):
    """Get the size of the terminal window."""
    def variable(name):
        try:
            return int(_os.environ[name])
        except (KeyError, ValueError):
            return 0
    return _os.terminal_size((variable('COLUMNS') or fallback[0], variable('LINES') or fallback[1]))


def which(cmd, mode=_os.F_OK | _os.X_OK, path=None):
    """Given a command, mode, and a PATH string, return the path which
    conforms to the given mode on the PATH, or None if there is no such
    file."""
    def fits(file):
        return _os.path.exists(file) and _os.access(file, mode) and not _os.path.isdir(file)
    directory, name = _os.path.split(cmd)
    if directory:
        return cmd if fits(cmd) else None
    if path is None:
        path = _os.environ.get('PATH', _os.defpath)
    if not path:
        return None
    path = _os.fsencode(path) if isinstance(cmd, bytes) else _os.fsdecode(path)
    for directory in path.split(b':' if isinstance(cmd, bytes) else ':'):
        file = _os.path.join(directory, cmd)
        if fits(file):
            return file
    return None
