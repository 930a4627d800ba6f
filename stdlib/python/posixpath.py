# posixpath, which is os.path. CPython 3.14 library, "os.path".
curdir = '.'
pardir = '..'
extsep = '.'
sep = '/'
pathsep = ':'
defpath = '/bin:/usr/bin'
altsep = None
devnull = '/dev/null'
supports_unicode_filenames = False
import os  # which looks for these names here

__all__ = ["normcase", "isabs", "join", "splitdrive", "splitroot", "split", "splitext", "basename", "dirname",
           "commonprefix", "getsize", "getmtime", "getatime", "getctime", "islink", "exists", "lexists", "isdir",
           "isfile", "ismount", "expanduser", "expandvars", "normpath", "abspath", "samefile", "sameopenfile",
           "samestat", "curdir", "pardir", "sep", "pathsep", "defpath", "altsep", "extsep", "devnull", "realpath",
           "supports_unicode_filenames", "relpath", "commonpath", "isjunction", "isdevdrive", "ALLOW_MISSING"]


_fspath = os.fspath
_mode = os._mode


def _path_of(function, path):
    """The path as text or bytes; what CPython's C functions say of other things."""
    if not isinstance(path, (str, bytes)) and not hasattr(path, '__fspath__'):
        raise TypeError(f'{function}: path should be string, bytes or os.PathLike, not {type(path).__name__}')
    return _fspath(path)


ALLOW_MISSING = os._allow_missing


def _check_kinds(function, paths):
    # What join() and others say when text and bytes meet, or something else.
    text = data = False
    for path in paths:
        if isinstance(path, str):
            text = True
        elif isinstance(path, bytes):
            data = True
        else:
            raise TypeError(f"{function}() argument must be str, bytes, or os.PathLike object, not "
                            f"{type(path).__name__!r}") from None
    if text and data:
        raise TypeError("Can't mix strings and bytes in path components") from None


def normcase(s):
    """Normalize case of pathname.  Has no effect under Posix"""
    return _fspath(s)


def isabs(s):
    """Test whether a path is absolute"""
    s = _fspath(s)
    return s.startswith(b'/' if isinstance(s, bytes) else '/')


def join(a, *p):
    """Join two or more pathname components, inserting '/' as needed."""
    path = _fspath(a)
    slash = b'/' if isinstance(path, bytes) else '/'
    try:
        for part in p:
            part = _fspath(part)
            if part.startswith(slash) or not path:
                path = part if part.startswith(slash) else path + part
            elif path.endswith(slash):
                path += part
            else:
                path += slash + part
    except (TypeError, AttributeError):
        _check_kinds('join', (a, *p))
        raise
    return path


def split(p):
    """Split a pathname.  Returns tuple "(head, tail)" where "tail" is
    everything after the final slash.  Either part may be empty."""
    p = _fspath(p)
    slash = b'/' if isinstance(p, bytes) else '/'
    at = p.rfind(slash) + 1
    head, tail = p[:at], p[at:]
    if head and head != slash * len(head):
        head = head.rstrip(slash)
    return head, tail


def splitext(p):
    """Split the extension from a pathname."""
    p = _fspath(p)
    slash, dot = (b'/', b'.') if isinstance(p, bytes) else ('/', '.')
    name = p.rfind(slash) + 1
    at = p.rfind(dot)
    if at > name and p[name:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def splitdrive(p):
    """Split a pathname into drive and path. On Posix, drive is always empty."""
    p = _fspath(p)
    return p[:0], p


def splitroot(p):
    """Split a pathname into drive, root and tail."""
    p = _path_of('_path_splitroot_ex', p)
    slash = b'/' if isinstance(p, bytes) else '/'
    if not p.startswith(slash):
        return p[:0], p[:0], p
    if p.startswith(slash * 2) and not p.startswith(slash * 3):
        return p[:0], p[:2], p[2:]
    return p[:0], p[:1], p[1:]


def basename(p):
    """Returns the final component of a pathname"""
    p = _fspath(p)
    return p[p.rfind(b'/' if isinstance(p, bytes) else '/') + 1:]


def dirname(p):
    """Returns the directory component of a pathname"""
    return split(p)[0]


def exists(path):
    """Test whether a path exists.  Returns False for broken symbolic links"""
    return _mode(path, True) >= 0


def lexists(path):
    """Test whether a path exists.  Returns True for broken symbolic links"""
    return _mode(_path_of('lstat', path), False) >= 0


def isfile(path):
    """Test whether a path is a regular file"""
    mode = _mode(path, True)
    return mode >= 0 and mode & 0o170000 == 0o100000


def isdir(s):
    """Return true if the pathname refers to an existing directory."""
    mode = _mode(s, True)
    return mode >= 0 and mode & 0o170000 == 0o040000


def islink(path):
    """Test whether a path is a symbolic link"""
    mode = _mode(_path_of('lstat', path), False)
    return mode >= 0 and mode & 0o170000 == 0o120000


def isjunction(path):
    """Test whether a path is a junction"""
    _fspath(path)
    return False


def isdevdrive(path):
    """Determines whether the specified path is on a Windows Dev Drive."""
    _fspath(path)
    return False


def ismount(path):
    """Test whether a path is a mount point"""
    try:
        here = os.lstat(path)
    except (OSError, ValueError):
        return False
    if here.st_mode & 0o170000 == 0o120000:
        return False
    path = _fspath(path)
    parent = realpath(join(path, b'..' if isinstance(path, bytes) else '..'))
    try:
        above = os.lstat(parent)
    except OSError:
        return False
    return here.st_dev != above.st_dev or here.st_ino == above.st_ino


def getsize(filename):
    """Return the size of a file, reported by os.stat()."""
    return os.stat(filename).st_size


def getmtime(filename):
    """Return the last modification time of a file, reported by os.stat()."""
    return os.stat(filename).st_mtime


def getatime(filename):
    """Return the last access time of a file, reported by os.stat()."""
    return os.stat(filename).st_atime


def getctime(filename):
    """Return the metadata change time of a file, reported by os.stat()."""
    return os.stat(filename).st_ctime


def samestat(s1, s2):
    """Test whether two stat buffers reference the same file"""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    """Test whether two pathnames reference the same actual file or directory"""
    return samestat(os.stat(f1), os.stat(f2))


def sameopenfile(fp1, fp2):
    """Test whether two open file objects reference the same file"""
    return fp1 == fp2


def commonprefix(m):
    """Given a list of pathnames, returns the longest common leading component"""
    if not m:
        return ''
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(_fspath, m))
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def commonpath(paths):
    """Given a sequence of path names, returns the longest common sub-path."""
    paths = tuple(map(_fspath, paths))
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    slash, dot = (b'/', b'.') if isinstance(paths[0], bytes) else ('/', '.')
    try:
        absolute = {path.startswith(slash) for path in paths}
        if len(absolute) != 1:
            raise ValueError("Can't mix absolute and relative paths") from None
        parts = [[c for c in path.split(slash) if c and c != dot] for path in paths]
    except (TypeError, AttributeError):
        _check_kinds('commonpath', paths)
        raise
    low, high = min(parts), max(parts)
    common = low
    for i, c in enumerate(low):
        if c != high[i]:
            common = low[:i]
            break
    return (slash if True in absolute else slash[:0]) + slash.join(common)


def normpath(path):
    """Normalize path, eliminating double slashes, etc."""
    path = _path_of('_path_normpath', path)
    slash, dot, up = (b'/', b'.', b'..') if isinstance(path, bytes) else ('/', '.', '..')
    if not path:
        return dot
    _, root, rest = splitroot(path)
    parts = []
    for part in rest.split(slash):
        if not part or part == dot:
            continue
        if part != up or (not root and not parts) or (parts and parts[-1] == up):
            parts.append(part)
        elif parts:
            parts.pop()
    return root + slash.join(parts) or dot


def abspath(path):
    """Return an absolute path."""
    path = _fspath(path)
    if isinstance(path, bytes):
        if not path.startswith(b'/'):
            path = join(os.getcwdb(), path)
    elif not path.startswith('/'):
        path = join(os.getcwd(), path)
    return normpath(path)


def realpath(filename, /, *, strict=False):
    """Return the canonical path of the specified filename, eliminating any
    symbolic links encountered in the path."""
    filename = _fspath(filename)
    slash, dot, up, here = (b'/', b'.', b'..', os.getcwdb) if isinstance(filename, bytes) else ('/', '.', '..', os.getcwd)
    try:
        return os._realpath(filename, True)  # which asks once, when nothing is missing
    except (OSError, ValueError):
        pass
    if strict is ALLOW_MISSING:
        forgiven = FileNotFoundError
    else:
        forgiven = () if strict else OSError
    path = slash if filename.startswith(slash) else here()
    # What is still to do, last first: names, and the links (in a list) whose targets have been gone through by then.
    todo = filename.split(slash)[::-1]
    names = len(todo)
    done = {}  # where links lead to; None while their targets are being gone through
    while names:
        name = todo.pop()
        if isinstance(name, list):
            done[name[0]] = path
            continue
        names -= 1
        if not name or name == dot:
            continue
        if name == up:
            path = path[:path.rindex(slash)] or slash
            continue
        below = path + name if path == slash else path + slash + name
        try:
            kind = os.lstat(below).st_mode & 0o170000
            if kind != 0o120000:
                if forgiven is not OSError and names and kind != 0o040000:
                    raise NotADirectoryError(20, 'Not a directory', below)
                path = below
                continue
            if below in done:
                if done[below] is None and forgiven is not OSError:
                    raise OSError(40, 'Symbolic link loop', below)
                path = below if done[below] is None else done[below]
                continue
            target = os.readlink(below)
        except forgiven:
            path = below
            continue
        if target.startswith(slash):
            path = slash
        done[below] = None
        todo.append([below])
        parts = target.split(slash)
        todo.extend(parts[::-1])
        names += len(parts)
    return path


def relpath(path, start=None):
    """Return a relative version of a path"""
    path = _fspath(path)
    if not path:
        raise ValueError("no path specified")
    slash, dot, up = (b'/', b'.', b'..') if isinstance(path, bytes) else ('/', '.', '..')
    start = dot if start is None else _fspath(start)
    try:
        start_parts = [c for c in abspath(start).split(slash) if c]
        path_parts = [c for c in abspath(path).split(slash) if c]
        common = 0
        for a, b in zip(start_parts, path_parts):
            if a != b:
                break
            common += 1
        parts = [up] * (len(start_parts) - common) + path_parts[common:]
        return slash.join(parts) if parts else dot
    except (TypeError, AttributeError):
        _check_kinds('relpath', (path, start))
        raise


def expanduser(path):
    """Expand ~ and ~user constructions.  If user or $HOME is unknown,
    do nothing."""
    path = _fspath(path)
    data = isinstance(path, bytes)
    text = os.fsdecode(path) if data else path
    if not text.startswith('~'):
        return path
    end = text.find('/', 1)
    if end < 0:
        end = len(text)
    if end != 1:
        return path  # nobody else is known
    home = os.environ.get('HOME', '/').rstrip('/')
    text = home + text[end:] or '/'
    return os.fsencode(text) if data else text


def expandvars(path):
    """Expand shell variables of form $var and ${var}.  Unknown variables
    are left unchanged."""
    path = _fspath(path)
    data = isinstance(path, bytes)
    text = os.fsdecode(path) if data else path
    if '$' not in text:
        return path
    out = []
    at = 0
    closes = '}' in text
    while at < len(text):
        dollar = text.find('$', at)
        if dollar < 0:
            break
        out.append(text[at:dollar])
        end = dollar + 1
        if text.startswith('{', end):
            # What is not there is not looked for again.
            close = text.find('}', end) if closes else -1
            closes = close >= 0
            name = text[end + 1:close] if close >= 0 else None
            end = close + 1 if close >= 0 else end
        else:
            while end < len(text) and (text[end] == '_' or (text[end].isalnum() and text[end].isascii())):
                end += 1
            name = text[dollar + 1:end] or None
        if name is not None and name in os.environ:
            out.append(os.environ[name])
        else:
            out.append(text[dollar:end])
        at = end
    out.append(text[at:])
    text = ''.join(out)
    return os.fsencode(text) if data else text
