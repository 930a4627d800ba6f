# glob. CPython 3.14 library, "glob".
import fnmatch as _fnmatch
import os as _os
import re as _re

__all__ = ["escape", "glob", "iglob", "translate"]

magic_check = _re.compile('([*?[])')
magic_check_bytes = _re.compile(b'([*?[])')


def has_magic(s):
    check = magic_check_bytes if isinstance(s, bytes) else magic_check
    return check.search(s) is not None


def escape(pathname):
    """Escape all special characters.
    """
    if isinstance(pathname, bytes):
        return magic_check_bytes.sub(br'[\1]', pathname)
    return magic_check.sub(r'[\1]', pathname)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Return a list of paths matching a `pathname` pattern."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive,
                      include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Return an iterator which yields the paths matching a `pathname` pattern."""
    if isinstance(pathname, bytes):
        root = None if root_dir is None else _os.fsdecode(root_dir)
        found = _found(_os.fsdecode(pathname), root, recursive, include_hidden)
        return (_os.fsencode(path) for path in found)
    return _found(pathname, '' if root_dir is None else _os.fspath(root_dir), recursive, include_hidden)


def _found(pathname, root, recursive, hidden):
    # "**" stands for no directory at all too, which has no name to be told.
    paths = _paths(pathname, root, recursive, hidden)
    if not pathname or recursive and pathname.startswith('**'):
        first = next(paths, '')
        if first:
            yield first
    yield from paths


def _at(root, path):
    return _os.path.join(root, path) if root else path


def _names(root, directory, only_directories):
    try:
        entries = list(_os.scandir(_at(root, directory) or '.'))
    except OSError:
        return
    for entry in entries:
        if not only_directories or entry.is_dir():
            yield entry.name


def _paths(pathname, root, recursive, hidden, only_directories=False):
    root = root or ''
    directory, name = _os.path.split(pathname)
    if not has_magic(pathname):
        if name:
            if _os.path.lexists(_at(root, pathname)):
                yield pathname
        elif _os.path.isdir(_at(root, directory)):
            yield pathname
        return
    if not directory:
        if recursive and name == '**':
            yield ''
            yield from _below(root, '', hidden, only_directories)
        else:
            yield from _matches(root, '', name, only_directories, hidden)
        return
    if directory != pathname and has_magic(directory):
        directories = _paths(directory, root, recursive, hidden, True)
    else:
        directories = [directory]
    for directory in directories:
        if not has_magic(name):
            if not name:
                if _os.path.isdir(_at(root, directory)):
                    yield _os.path.join(directory, '')
            elif _os.path.lexists(_at(root, _os.path.join(directory, name))):
                yield _os.path.join(directory, name)
        elif recursive and name == '**':
            if not directory or _os.path.isdir(_at(root, directory)):
                yield _os.path.join(directory, '')
                for path in _below(root, directory, hidden, only_directories):
                    yield _os.path.join(directory, path)
        else:
            for found in _matches(root, directory, name, only_directories, hidden):
                yield _os.path.join(directory, found)


def _matches(root, directory, pattern, only_directories, hidden):
    names = list(_names(root, directory, only_directories))
    if not hidden and not pattern.startswith('.'):
        names = [name for name in names if not name.startswith('.')]
    return _fnmatch.filter(names, pattern)


def _below(root, directory, hidden, only_directories):
    for name in _names(root, directory, only_directories):
        if hidden or not name.startswith('.'):
            yield name
            path = _os.path.join(directory, name) if directory else name
            for below in _below(root, path, hidden, only_directories):
                yield _os.path.join(name, below)


def glob0(dirname, pattern):
    if pattern:
        return [pattern] if _os.path.lexists(_os.path.join(dirname, pattern)) else []
    return [pattern] if _os.path.isdir(dirname) else []


def glob1(dirname, pattern):
    return _matches('', dirname, pattern, False, False)


def translate(pat, *, recursive=False, include_hidden=False, seps=None):
    """Translate a pathname with shell wildcards to a regular expression."""
    seps = seps or '/'
    any_sep = f"[{_re.escape(seps)}]" if len(seps) > 1 else _re.escape(seps)
    not_sep = f"[^{_re.escape(seps)}]"
    if include_hidden:
        one_last = f'{not_sep}+'
        some = f'(?:.+{any_sep})?'
        last_some = '.*'
    else:
        one_last = f'[^{_re.escape(seps)}.]{not_sep}*'
        some = f'(?:{one_last}{any_sep})*'.replace('(?:', '(?:', 1)
        last_some = f'(?:{one_last}{any_sep})*(?:{one_last})?'
    one = f'{one_last}{any_sep}'
    out = []
    parts = _re.split(any_sep, pat)
    last = len(parts) - 1
    for i, part in enumerate(parts):
        if part == '*':
            out.append(one if i < last else one_last)
        elif recursive and part == '**':
            if i < last:
                if parts[i + 1] != '**':
                    out.append(some)
            else:
                out.append(last_some)
        else:
            if part:
                if not include_hidden and part[0] in '*?':
                    out.append(r'(?!\.)')
                translated = _fnmatch.translate(part)
                inner = translated[4:translated.rindex(')')]
                out.append(inner.replace('.*', f'{not_sep}*'))
            if i < last:
                out.append(any_sep)
    return fr'(?s:{"".join(out)})\z'
