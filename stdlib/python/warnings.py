# warnings: filters and how a warning is shown. CPython 3.14 library, "warnings". warn() and warn_explicit() are native.
import sys as _sys

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings", "simplefilter", "resetwarnings",
           "catch_warnings", "deprecated"]

filters = [('default', None, DeprecationWarning, '__main__', 0), ('ignore', None, DeprecationWarning, None, 0),
           ('ignore', None, PendingDeprecationWarning, None, 0), ('ignore', None, ImportWarning, None, 0),
           ('ignore', None, ResourceWarning, None, 0)]
defaultaction = "default"
onceregistry = {}
# A registry that was begun with other filters counts no more.
_filters_version = 0
_actions = {"default", "error", "ignore", "always", "all", "module", "once"}


def _filters_mutated():
    global _filters_version
    _filters_version += 1


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Hook to write a warning to a file; replace if you like."""
    _showwarnmsg_impl(WarningMessage(message, category, filename, lineno, file, line))


def formatwarning(message, category, filename, lineno, line=None):
    """Function to format a warning the standard way."""
    return _formatwarnmsg_impl(WarningMessage(message, category, filename, lineno, None, line))


def _showwarnmsg_impl(msg):
    file = msg.file
    if file is None:
        file = _sys.stderr
        if file is None:
            return
    text = _formatwarnmsg(msg)
    try:
        file.write(text)
    except OSError:
        pass


def _formatwarnmsg_impl(msg):
    category = msg.category.__name__
    text = f"{msg.filename}:{msg.lineno}: {category}: {msg.message}\n"
    line = _source_line(msg.filename, msg.lineno) if msg.line is None else msg.line
    if line:
        text += "  %s\n" % line.strip()
    if msg.source is not None:
        text += f'{category}: Enable tracemalloc to get the object allocation traceback\n'
    return text


_showwarning_orig = showwarning
_formatwarning_orig = formatwarning


def _showwarnmsg(msg):
    if showwarning is not _showwarning_orig:
        if not callable(showwarning):
            raise TypeError("warnings.showwarning() must be set to a function or method")
        showwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)
    else:
        _showwarnmsg_impl(msg)


def _formatwarnmsg(msg):
    if formatwarning is not _formatwarning_orig:
        return formatwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.line)
    return _formatwarnmsg_impl(msg)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """Insert an entry into the list of warnings filters (at the front)."""
    if action not in _actions:
        raise ValueError(f"invalid action: {action!r}")
    if not isinstance(message, str):
        raise TypeError("message must be a string")
    if not isinstance(category, type) or not issubclass(category, Warning):
        raise TypeError("category must be a Warning subclass")
    if not isinstance(module, str):
        raise TypeError("module must be a string")
    _check_lineno(lineno)
    if message or module:
        import re
    message = re.compile(message, re.I) if message else None
    module = re.compile(module) if module else None
    _add_filter((action, message, category, module, lineno), append)


def _check_lineno(lineno):
    if not isinstance(lineno, int):
        raise TypeError("lineno must be an int")
    if lineno < 0:
        raise ValueError("lineno must be an int >= 0")


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Insert a simple entry into the list of warnings filters (at the front)."""
    if action not in _actions:
        raise ValueError(f"invalid action: {action!r}")
    _check_lineno(lineno)
    _add_filter((action, None, category, None, lineno), append)


def _add_filter(item, append):
    if not append:
        try:
            filters.remove(item)
        except ValueError:
            pass
        filters.insert(0, item)
    elif item not in filters:
        filters.append(item)
    _filters_mutated()


def resetwarnings():
    """Clear the list of warning filters, so that no filters are active."""
    del filters[:]
    _filters_mutated()


def _warning_message():
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None
    return locals()


def _catch_warnings():
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._module = _sys.modules['warnings'] if module is None else module
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __enter__(self):
        if self._entered:
            raise RuntimeError("Cannot enter %r twice" % self)
        self._entered = True
        module = self._module
        self._filters = module.filters
        module.filters = self._filters[:]
        module._filters_mutated()
        self._showwarning = module.showwarning
        self._showwarnmsg_impl = module._showwarnmsg_impl
        log = None
        if self._record:
            log = []
            module._showwarnmsg_impl = log.append
            module.showwarning = module._showwarning_orig
        if self._filter is not None:
            simplefilter(*self._filter)
        return log

    def __exit__(self, *exc_info):
        if not self._entered:
            raise RuntimeError("Cannot exit %r without entering first" % self)
        module = self._module
        module.filters = self._filters
        module._filters_mutated()
        module.showwarning = self._showwarning
        module._showwarnmsg_impl = self._showwarnmsg_impl
    return locals()


def _deprecated_class():
    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        if not isinstance(message, str):
            raise TypeError(f"Expected an object of type str for 'message', not {type(message).__name__!r}")
        self.message = message
        self.category = category
        self.stacklevel = stacklevel

    def __call__(self, arg, /):
        message, category, stacklevel = self.message, self.category, self.stacklevel
        if category is None:
            arg.__deprecated__ = message
            return arg
        if isinstance(arg, type) or not callable(arg):
            raise TypeError("@deprecated decorator with non-None category must be applied to "
                            f"a class or callable, not {arg!r}")
        import functools

        # This frame is none that warn() counts.
        @functools.wraps(arg)
        def wrapper(*args, **kwargs):
            warn(message, category=category, stacklevel=stacklevel)
            return arg(*args, **kwargs)

        arg.__deprecated__ = wrapper.__deprecated__ = message
        return wrapper
    return locals()


_define(WarningMessage, _warning_message())
_define(catch_warnings, _catch_warnings())
_define(deprecated, _deprecated_class())
