# traceback: texts and lines of exceptions and stacks. CPython 3.14 library, "traceback". There are no frames to look at.
import sys as _sys

__all__ = ['extract_stack', 'extract_tb', 'format_exception', 'format_exception_only', 'format_list', 'format_stack',
           'format_tb', 'print_exc', 'format_exc', 'print_exception', 'print_last', 'print_stack', 'print_tb',
           'clear_frames', 'FrameSummary', 'StackSummary', 'TracebackException', 'walk_stack', 'walk_tb', 'print_list']

BUILTIN_EXCEPTION_LIMIT = object()
_REPEATS = 3  # so many equal lines are shown


def _value(exc, value, name, tb=0):
    if (value is _missing) != (tb is _missing) and tb != 0:
        raise ValueError("Both or neither of value and tb must be given")
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


def _pieces(text):
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
    exc = _value(exc, value, 'format_exception', tb)
    if exc is None:
        return ['NoneType: None\n']
    entries = _pieces(_format(exc, chain, limit))
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
    return 'NoneType: None\n' if exc is None else _format(exc, chain, limit)


def print_exception(exc, /, value=_missing, tb=_missing, limit=None, file=None, chain=True, **kwargs):
    """Print exception up to 'limit' stack trace entries from 'tb' to 'file'."""
    exc = _value(exc, value, 'print_exception', tb)
    print('NoneType: None\n' if exc is None else _format(exc, chain, limit), file=_sys.stderr if file is None else file, end="")


def print_exc(limit=None, file=None, chain=True):
    """Shorthand for 'print_exception(sys.exception(), limit=limit, file=file, chain=chain)'."""
    print(format_exc(limit, chain), file=_sys.stderr if file is None else file, end="")


def _limited(items, limit):
    if limit is None:
        limit = getattr(_sys, 'tracebacklimit', None)
        if limit is None:
            return items
        limit = max(limit, 0)
    return items[:limit] if limit >= 0 else items[limit:]


def _frame_summary():
    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None,
                 end_colno=None, **kwargs):
        self.filename = filename
        self.lineno = lineno
        self.end_lineno = lineno if end_lineno is None else end_lineno
        self.colno = colno
        self.end_colno = end_colno
        self.name = name
        self.line = line.strip() if line is not None else None if lineno is None else ''
        self.locals = {k: repr(v) for k, v in locals.items()} if locals else None
        self._carets = None
        self._repr = "<FrameSummary file {}, line {} in {}>".format(filename, lineno, name)
        self._key = (filename, lineno, name, self.locals)

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __getitem__(self, index):
        return (self.filename, self.lineno, self.name, self.line)[index]

    return locals()


def _refuse_locals(wanted):
    if wanted:
        raise NotImplementedError('capture_locals is not available: there are no frames to take them from')


def _summary(items):
    summary = StackSummary()
    summary._items = items
    return summary


def _summaries(entries, limit):
    items = []
    for filename, lineno, name, line, end_lineno, colno, end_colno, carets in _limited(entries, limit):
        frame = FrameSummary(filename, lineno, name, line=line, end_lineno=end_lineno, colno=colno, end_colno=end_colno)
        frame._carets = carets
        items.append(frame)
    return _summary(items)


def _stack_summary():
    def __init__(self, iterable=(), /):
        self._items = list(iterable)

    @_classmethod
    def extract(cls, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """Create a StackSummary from what walk_tb() or walk_stack() gave."""
        _refuse_locals(capture_locals)
        return _summaries([entry for entry, lineno in frame_gen], limit)

    @_classmethod
    def from_list(cls, a_list):
        """Create a StackSummary object from a supplied list of FrameSummary objects or old-style list of tuples."""
        items = []
        for frame in a_list:
            if not isinstance(frame, FrameSummary):
                filename, lineno, name, line = frame
                frame = FrameSummary(filename, lineno, name, line=line)
            items.append(frame)
        return _summary(items)

    def format_frame_summary(self, frame_summary, **kwargs):
        """Format the lines for a single FrameSummary."""
        frame = frame_summary
        text = '  File "{}", line {}, in {}\n'.format(frame.filename, frame.lineno, frame.name)
        if frame._carets is not None:
            text += frame._carets
        elif frame.line:
            text += '    {}\n'.format(frame.line)
        if frame.locals:
            for name, value in sorted(frame.locals.items()):
                text += '    {} = {}\n'.format(name, value)
        return text

    def format(self, **kwargs):
        """Format the stack ready for printing."""
        result = []
        last = None
        count = 0

        def repeated():
            if count > _REPEATS:
                more = count - _REPEATS
                result.append(f'  [Previous line repeated {more} more time{"s" if more > 1 else ""}]\n')

        for frame in self._items:
            text = self.format_frame_summary(frame)
            if text is None:
                continue
            place = frame.filename, frame.lineno, frame.name
            if place != last:
                repeated()
                last = place
                count = 0
            count += 1
            if count <= _REPEATS:
                result.append(text)
        repeated()
        return result

    def __iter__(self):
        return iter(self._items)

    def __getitem__(self, index):
        return self._items[index]

    # What a list does with its items; results that are lists are plain lists, as in CPython.
    def _of_items(name):
        def method(self, *args, **kwargs):
            return getattr(self._items, name)(*args, **kwargs)
        return method

    members = {name: _of_items(name) for name in (
        'append', 'extend', 'insert', 'pop', 'remove', 'reverse', 'clear', 'copy', 'count', 'index', 'sort',
        '__contains__', '__setitem__', '__delitem__', '__reversed__', '__mul__', '__rmul__')}

    def __add__(self, other):
        return self._items + (other._items if isinstance(other, StackSummary) else other)

    def __radd__(self, other):
        return other + self._items

    def __iadd__(self, other):
        self._items += other
        return self

    def __imul__(self, times):
        self._items *= times
        return self

    del _of_items
    return locals() | members


_exception_only = format_exception_only  # which the method of that name hides


def _traceback_exception():
    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False,
                 compact=False, max_group_width=15, max_group_depth=10, save_exc_type=True, _seen=None):
        _refuse_locals(capture_locals)
        if max_group_width != 15 or max_group_depth != 10:
            raise NotImplementedError('max_group_width and max_group_depth are always 15 and 10 here')
        self._exc = exc_value
        self._limit = limit
        self.stack = extract_tb(exc_traceback, limit)
        self.exc_type = exc_type if save_exc_type else None
        module = exc_type.__module__
        self.exc_type_str = (exc_type.__qualname__ if module in ('__main__', 'builtins')
                             else module + '.' + exc_type.__qualname__)
        self.__cause__ = self.__context__ = self.exceptions = None
        self.__suppress_context__ = False if exc_value is None else exc_value.__suppress_context__
        self.__notes__ = getattr(exc_value, '__notes__', None)
        if _seen is None:
            _seen = []
        if exc_value is None or len(_seen) > 100:
            return
        _seen.append(exc_value)

        def follow(value):
            if value is None or any(value is seen for seen in _seen):
                return None
            return TracebackException(type(value), value, value.__traceback__, limit=limit, _seen=_seen)

        self.__cause__ = follow(exc_value.__cause__)
        if self.__cause__ is None and not exc_value.__suppress_context__ or not compact:
            self.__context__ = follow(exc_value.__context__)
        if isinstance(exc_value, BaseExceptionGroup):
            self.exceptions = [follow(member) for member in exc_value.exceptions]
        if isinstance(exc_value, SyntaxError):
            for name in 'filename', 'text', 'offset', 'end_offset', 'msg':
                self.__dict__[name] = getattr(exc_value, name)
            self.lineno = None if exc_value.lineno is None else str(exc_value.lineno)
            self.end_lineno = None if exc_value.end_lineno is None else str(exc_value.end_lineno)
        self._key = (self.exc_type, self.exc_type_str, str(exc_value), tuple(self.stack), self.__cause__, self.__context__,
                     self.__suppress_context__, self.exceptions, self.__notes__)

    @_classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """Create a TracebackException from an exception."""
        return TracebackException(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def format(self, *, chain=True, **kwargs):
        """Format the exception."""
        yield from format_exception(self._exc, limit=self._limit, chain=chain)

    def format_exception_only(self, *, show_group=False, **kwargs):
        """Format the exception part of the traceback."""
        yield from _exception_only(self._exc)

    def print(self, *, file=None, chain=True, **kwargs):
        """Print the result of self.format(chain=chain) to 'file'."""
        text = ''.join(self.format(chain=chain))
        (_sys.stderr if file is None else file).write(text)

    return locals()


def extract_tb(tb, limit=None):
    """Return a StackSummary object representing a list of pre-processed entries from traceback."""
    return StackSummary() if tb is None else _summaries(_entries(tb), limit)


def extract_stack(f=None, limit=None):
    """Extract the raw traceback from the current stack frame."""
    # A limit counts from the innermost frame.
    return _summaries(_entries(None), None if limit is None else -limit if limit else 0)


def walk_tb(tb):
    """Walk a traceback yielding an entry and its line number for each frame."""
    for entry in [] if tb is None else _entries(tb):
        yield entry, entry[1]


def walk_stack(f):
    """Walk a stack yielding an entry and its line number for each frame."""
    for entry in reversed(_entries(None)):
        yield entry, entry[1]


def format_list(extracted_list):
    """Format a list of tuples or FrameSummary objects for printing."""
    return StackSummary.from_list(extracted_list).format()


def print_list(extracted_list, file=None):
    """Print the list of tuples as returned by extract_tb() or extract_stack() as a formatted stack trace to the given file."""
    for item in format_list(extracted_list):
        print(item, file=_sys.stderr if file is None else file, end="")


def format_tb(tb, limit=None):
    """A shorthand for 'format_list(extract_tb(tb, limit))'."""
    return extract_tb(tb, limit).format()


def print_tb(tb, limit=None, file=None):
    """Print up to 'limit' stack trace entries from the traceback 'tb'."""
    print_list(extract_tb(tb, limit), file)


def format_stack(f=None, limit=None):
    """Shorthand for 'format_list(extract_stack(f, limit))'."""
    return extract_stack(f, limit).format()


def print_stack(f=None, limit=None, file=None):
    """Print a stack trace from its invocation point."""
    print_list(extract_stack(f, limit), file)


def print_last(limit=None, file=None, chain=True):
    """This is a shorthand for 'print_exception(sys.last_exc, limit=limit, file=file, chain=chain)'."""
    raise ValueError("no last exception")


def clear_frames(tb):
    """Clear all references to local variables in the frames of a traceback."""


_define(FrameSummary, _frame_summary())
_define(StackSummary, _stack_summary())
_define(TracebackException, _traceback_exception())
