# traceback: texts of exceptions. CPython 3.14 library, "traceback". There are no frames to look at.
import sys as _sys

__all__ = ['format_exc', 'format_exception', 'format_exception_only', 'format_tb', 'print_exc', 'print_exception', 'print_tb',
           'clear_frames']


def _value(exc, value, name):
    if value is not _missing:
        return value
    if exc is None or isinstance(exc, BaseException):
        return exc
    raise TypeError(f'Exception expected for value, {type(exc).__name__} found')


_missing = object()


def _lines(text):
    """Cut after line feeds only: what a message holds besides is no matter."""
    lines = text.split('\n')
    return [line + '\n' for line in lines[:-1]] + lines[-1:] * bool(lines[-1])


def _entries(text):
    """Cuts a traceback where CPython's functions cut it: before headlines and frames."""
    entries = []
    for line in _lines(text):
        last = entries[-1] if entries else '\n'
        headline = line.startswith(('  File', 'Traceback', 'During handling', 'The above exception')) or line == '\n'
        # The rest of a message that has several lines.
        more = not headline and not last.startswith(('  ', 'Traceback')) and last != '\n'
        if more or entries and line.startswith('    ') and not last.startswith('Traceback'):
            entries[-1] += line
        else:
            entries.append(line)
    return entries


def format_exception(exc, /, value=_missing, tb=_missing, limit=None, chain=True, **kwargs):
    """Format a stack trace and the exception information."""
    exc = _value(exc, value, 'format_exception')
    if exc is None:
        return ['NoneType: None\n']
    entries = _entries(_format(exc, chain))
    # What stands between the parts of a chain is one entry with its blank lines.
    joined = []
    for entry in entries:
        if joined and (entry == '\n' and joined[-1].startswith('\n') or joined[-1] == '\n'):
            joined[-1] += entry
        else:
            joined.append(entry)
    return joined


def format_exception_only(exc, /, value=_missing, *, show_group=False, **kwargs):
    """Format the exception part of a traceback."""
    exc = _value(exc, value, 'format_exception_only')
    if exc is None:
        return ['NoneType: None\n']
    lines = _lines(_format_only(exc))
    if isinstance(exc, SyntaxError):
        return lines
    size = str(exc).count('\n') + 1
    return [''.join(lines[:size])] + lines[size:]


def format_exc(limit=None, chain=True):
    """Like print_exc() but return a string."""
    exc = _sys.exception()
    return 'NoneType: None\n' if exc is None else _format(exc, chain)


def print_exception(exc, /, value=_missing, tb=_missing, limit=None, file=None, chain=True, **kwargs):
    """Print exception up to 'limit' stack trace entries from 'tb' to 'file'."""
    exc = _value(exc, value, 'print_exception')
    print('NoneType: None\n' if exc is None else _format(exc, chain), file=_sys.stderr if file is None else file, end="")


def print_exc(limit=None, file=None, chain=True):
    """Shorthand for 'print_exception(sys.exception(), limit=limit, file=file, chain=chain)'."""
    print(format_exc(limit, chain), file=_sys.stderr if file is None else file, end="")


def format_tb(tb, limit=None):
    """A shorthand for 'format_list(extract_tb(tb, limit))'."""
    return [] if tb is None else _entries(_format_tb(tb))


def print_tb(tb, limit=None, file=None):
    """Print up to 'limit' stack trace entries from the traceback 'tb'."""
    print(''.join(format_tb(tb, limit)), file=_sys.stderr if file is None else file, end="")


def clear_frames(tb):
    """Clear all references to local variables in the frames of a traceback."""
