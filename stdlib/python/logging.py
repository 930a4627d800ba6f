# logging, to streams. CPython 3.14 library, "logging". There are no threads, processes or files behind it.
import sys as _sys
import datetime as _datetime
import re as _re
from string import Template as _Template

BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
raiseExceptions = True
logThreads = logProcesses = logMultiprocessing = logAsyncioTasks = True
_level_names = {CRITICAL: 'CRITICAL', ERROR: 'ERROR', WARNING: 'WARNING', INFO: 'INFO', DEBUG: 'DEBUG', NOTSET: 'NOTSET'}
_name_levels = {'CRITICAL': CRITICAL, 'FATAL': FATAL, 'ERROR': ERROR, 'WARN': WARNING, 'WARNING': WARNING, 'INFO': INFO,
                'DEBUG': DEBUG, 'NOTSET': NOTSET}
_start = _now()
_handlers = {}


def getLevelNamesMapping():
    return _name_levels.copy()


def getLevelName(level):
    """Return the textual or numeric representation of logging level 'level'."""
    result = _level_names.get(level)
    if result is not None:
        return result
    result = _name_levels.get(level)
    return result if result is not None else "Level %s" % level


def addLevelName(level, levelName):
    """Associate 'levelName' with 'level'."""
    _level_names[level] = levelName
    _name_levels[levelName] = level


def _check_level(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError("Level not an integer or a valid string: %r" % (level,))
    if level not in _name_levels:
        raise ValueError("Unknown level: %r" % (level,))
    return _name_levels[level]


def _record():
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = _now()
        self.name = name
        self.msg = msg
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = pathname.rpartition('/')[2]
        self.module = self.filename.removesuffix('.py')
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = now / 1e9
        self.msecs = now % 1_000_000_000 // 1_000_000 + 0.0
        self.relativeCreated = (now - _start) / 1e6
        self.thread = self.process = 0
        self.threadName = 'MainThread'
        self.processName = 'MainProcess'
        self.taskName = None
        self._repr = '<LogRecord: %s, %s, %s, %s, "%s">' % (name, level, pathname, lineno, msg)

    def getMessage(self):
        """Return the message for this LogRecord."""
        msg = str(self.msg)
        return msg % self.args if self.args else msg

    return locals()


_define(LogRecord, _record())
_record_factory = LogRecord


def setLogRecordFactory(factory):
    global _record_factory
    _record_factory = factory


def getLogRecordFactory():
    return _record_factory


def makeLogRecord(dict):
    """Make a LogRecord whose attributes are defined by the specified dictionary."""
    rv = _record_factory(None, None, "", 0, "", (), None, None)
    for key, value in dict.items():
        setattr(rv, key, value)
    return rv


def _replacement_fields(fmt):
    """(name, conversion, format) of each field of a format for str.format()."""
    at = 0
    while at < len(fmt):
        c = fmt[at]
        if c in '{}' and fmt[at:at + 2] == c * 2:
            at += 2
        elif c == '}' or fmt[at:] == '{':
            raise ValueError("Single '%s' encountered in format string" % c)
        elif c == '{':
            start, depth = at + 1, 1
            while depth:
                at += 1
                if at == len(fmt):
                    raise ValueError("expected '}' before end of string")
                depth += (fmt[at] == '{') - (fmt[at] == '}')
            yield _re.match(r'((?:[^!:[]|\[[^]]*\]?)*)(?:!(.))?:?(.*)', fmt[start:at], _re.S).groups()
            at += 1
        else:
            at += 1


def _check_format(style, fmt):
    """ValueError: a format that names no field, or is malformed."""
    if style == '%':
        if not _re.search(r'%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]', fmt, _re.I):
            raise ValueError("Invalid format '%s' for '%s' style" % (fmt, style))
        return
    fields = set()
    if style == '{':
        try:
            for fieldname, conversion, spec in _replacement_fields(fmt):
                if fieldname:
                    if not _re.match(r'^(\d+|\w+)(\.\w+|\[[^]]+\])*$', fieldname):
                        raise ValueError('invalid field name/expression: %r' % fieldname)
                    fields.add(fieldname)
                if conversion and conversion not in 'rsa':
                    raise ValueError('invalid conversion: %r' % conversion)
                if spec and not _re.match(r'^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$', spec, _re.I):
                    raise ValueError('bad specifier: %r' % spec)
        except ValueError as e:
            raise ValueError('invalid format: %s' % e) from None
    else:
        for match in _re.finditer(r'\$(?:\$|(?P<named>[_a-z][_a-z0-9]*)|{(?P<braced>[_a-z][_a-z0-9]*)}|)', fmt, _re.I | _re.A):
            if match['named'] or match['braced']:
                fields.add(match['named'] or match['braced'])
            elif match[0] == '$':
                raise ValueError("invalid format: bare '$' not allowed")
    if not fields:
        raise ValueError('invalid format: no fields')


def _formatter():
    default_time_format = '%Y-%m-%d %H:%M:%S'
    default_msec_format = '%s,%03d'

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        if style not in ('%', '{', '$'):
            raise ValueError('Style must be one of: %s' % '%,{,$')
        self._style = style
        self._fmt = fmt or {'%': '%(message)s', '{': '{message}', '$': '${message}'}[style]
        if validate:
            _check_format(style, self._fmt)
        self._defaults = defaults
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        """Return the creation time of the specified LogRecord as formatted text."""
        moment = _datetime.datetime.fromtimestamp(record.created)
        if datefmt:
            return moment.strftime(datefmt)
        return self.default_msec_format % (moment.strftime(self.default_time_format), record.msecs)

    def formatException(self, ei):
        """Format and return the specified exception information as a string."""
        return 'NoneType: None' if ei[1] is None else _format_exception(ei[1]).rstrip('\n')

    def usesTime(self):
        """Check if the format uses the creation time of the record."""
        return {'%': '%(asctime)', '{': '{asctime', '$': '$asctime'}[self._style] in self._fmt or '${asctime}' in self._fmt

    def formatMessage(self, record):
        values = record.__dict__
        if self._defaults:
            values = {**self._defaults, **values}
        try:
            if self._style == '%':
                return self._fmt % values
            if self._style == '{':
                return self._fmt.format(**values)
            return _Template(self._fmt).substitute(values)
        except KeyError as e:
            raise ValueError('Formatting field not found in record: %s' % e) from None

    def formatStack(self, stack_info):
        return stack_info

    def format(self, record):
        """Format the specified record as text."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        s = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in (record.exc_text, record.stack_info):
            if more:
                s = s if s[-1:] == "\n" else s + "\n"
                s += more
        return s

    return locals()


_define(Formatter, _formatter())
_defaultFormatter = Formatter()


def _buffering_formatter():
    def __init__(self, linefmt=None):
        self.linefmt = linefmt or Formatter()

    def formatHeader(self, records):
        """Return the header string for the specified records."""
        return ""

    def formatFooter(self, records):
        """Return the footer string for the specified records."""
        return ""

    def format(self, records):
        """Format the specified records and return the result as a string."""
        if not records:
            return ""
        lines = [self.linefmt.format(record) for record in records]
        return self.formatHeader(records) + "".join(lines) + self.formatFooter(records)

    return locals()


_define(BufferingFormatter, _buffering_formatter())


def _filter():
    def __init__(self, name=''):
        self.name = name
        self.nlen = len(name)

    def filter(self, record):
        """Determine if the specified record is to be logged."""
        if self.nlen == 0 or self.name == record.name:
            return True
        return record.name.startswith(self.name + '.')

    return locals()


_define(Filter, _filter())


def _filterer():
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        """Add the specified filter to this handler."""
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        """Remove the specified filter from this handler."""
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        """Determine if a record is loggable by consulting all the filters."""
        for f in self.filters:
            result = f.filter(record) if hasattr(f, 'filter') else f(record)
            if not result:
                return False
            if isinstance(result, LogRecord):
                record = result
        return record

    return locals()


_define(Filterer, _filterer())


def _handler():
    def __init__(self, level=NOTSET):
        self.filters = []
        self._name = None
        self.level = _check_level(level)
        self.formatter = None
        self._closed = False
        self._describe()

    def _describe(self):
        self._repr = '<%s (%s)>' % (type(self).__name__, getLevelName(self.level))

    def get_name(self):
        return self._name

    def set_name(self, name):
        self._name = self.name = name
        _handlers[name] = self

    def setLevel(self, level):
        """Set the logging level of this handler.  level must be an int or a str."""
        self.level = _check_level(level)
        self._describe()

    def createLock(self):
        self.lock = None

    def acquire(self):
        pass

    def release(self):
        pass

    def format(self, record):
        """Format the specified record."""
        return (self.formatter or _defaultFormatter).format(record)

    def emit(self, record):
        raise NotImplementedError('emit must be implemented by Handler subclasses')

    def handle(self, record):
        """Conditionally emit the specified logging record."""
        rv = self.filter(record)
        if isinstance(rv, LogRecord):
            record = rv
        if rv:
            self.emit(record)
        return rv

    def setFormatter(self, fmt):
        """Set the formatter for this handler."""
        self.formatter = fmt

    def flush(self):
        pass

    def close(self):
        self._closed = True

    def handleError(self, record):
        """Handle errors which occur during an emit() call."""
        if raiseExceptions and _sys.stderr:
            _sys.stderr.write('--- Logging error ---\n' + _format_exception(_sys.exception()))
            _sys.stderr.write('Message: %r\nArguments: %s\n' % (record.msg, record.args))

    return locals()


_define(Handler, _handler())


def _stream_handler():
    terminator = '\n'

    def __init__(self, stream=None):
        self.filters = []
        self._name = None
        self.level = NOTSET
        self.formatter = None
        self._closed = False
        self.stream = _sys.stderr if stream is None else stream
        self._describe()

    def _describe(self):
        name = getattr(self.stream, 'name', '')
        self._repr = '<%s %s(%s)>' % (type(self).__name__, str(name) + ' ' if name else '', getLevelName(self.level))

    def flush(self):
        if self.stream and hasattr(self.stream, 'flush'):
            self.stream.flush()

    def emit(self, record):
        """Emit a record."""
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        """Sets the StreamHandler's stream to the specified value, if it is different."""
        if stream is self.stream:
            return None
        result = self.stream
        self.flush()
        self.stream = stream
        return result

    return locals()


def _file_handler():
    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        import os
        self.baseFilename = os.path.abspath(os.fspath(filename))
        self.mode = mode
        self.encoding = encoding
        self.errors = errors
        self.delay = delay
        self.filters = []
        self._name = None
        self.level = NOTSET
        self.formatter = None
        self._closed = False
        self.stream = None if delay else self._open()
        self._describe()

    def _describe(self):
        self._repr = '<%s %s (%s)>' % (type(self).__name__, self.baseFilename, getLevelName(self.level))

    def _open(self):
        """Open the current base file with the (original) mode and encoding."""
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def close(self):
        """Closes the stream."""
        if self.stream:
            stream, self.stream = self.stream, None
            try:
                stream.flush()
            finally:
                stream.close()
        self._closed = True

    def emit(self, record):
        """Emit a record."""
        if self.stream is None and (self.mode != 'w' or not self._closed):
            self.stream = self._open()
        if self.stream:
            StreamHandler.emit(self, record)

    return locals()


def _null_handler():
    def handle(self, record):
        """Stub."""

    def emit(self, record):
        """Stub."""

    return locals()


_define(StreamHandler, _stream_handler())
_define(FileHandler, _file_handler())
_define(NullHandler, _null_handler())
_define(_StderrHandler, {})
lastResort = _StderrHandler()
lastResort.setLevel(WARNING)


def _logger():
    def __init__(self, name, level=NOTSET):
        self.filters = []
        self.name = name
        self.level = _check_level(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False
        self.manager = _manager
        self._describe()

    def _describe(self):
        self._repr = '<%s %s (%s)>' % (type(self).__name__, self.name, getLevelName(self.getEffectiveLevel()))

    def setLevel(self, level):
        """Set the logging level of this logger.  level must be an int or a str."""
        self.level = _check_level(level)
        self._describe()
        for logger in _loggers.values():
            logger._describe()

    def debug(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'DEBUG'."""
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'INFO'."""
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'WARNING'."""
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def error(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'ERROR'."""
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        """Convenience method for logging an ERROR with exception information."""
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        """Log 'msg % args' with severity 'CRITICAL'."""
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    fatal = critical
    warn = warning

    def log(self, level, msg, *args, **kwargs):
        """Log 'msg % args' with the integer severity 'level'."""
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError("level must be an integer")
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        rv = _record_factory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key in extra or ():
            if key in ("message", "asctime") or key in rv.__dict__:
                raise KeyError("Attempt to overwrite %r in LogRecord" % key)
            setattr(rv, key, extra[key])
        return rv

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                e = _sys.exception()
                exc_info = (type(e), e, e.__traceback__) if e is not None else (None, None, None)
        path, line, function = _caller()
        self.handle(self.makeRecord(self.name, level, path, line, msg, args, exc_info, function, extra, None))

    def handle(self, record):
        """Call the handlers for the specified record."""
        if self.disabled:
            return
        maybe_record = self.filter(record)
        if not maybe_record:
            return
        self.callHandlers(maybe_record if isinstance(maybe_record, LogRecord) else record)

    def addHandler(self, hdlr):
        """Add the specified handler to this logger."""
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        """Remove the specified handler from this logger."""
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        """See if this logger has any handlers configured."""
        c = self
        while c:
            if c.handlers:
                return True
            c = c.parent if c.propagate else None
        return False

    def callHandlers(self, record):
        """Pass a record to all relevant handlers."""
        c = self
        found = 0
        while c:
            for hdlr in c.handlers:
                found += 1
                if record.levelno >= hdlr.level:
                    hdlr.handle(record)
            c = c.parent if c.propagate else None
        if found:
            return
        if not lastResort:
            self._say_once_that_nobody_listens()
        elif record.levelno >= lastResort.level:
            lastResort.stream = _sys.stderr
            lastResort.handle(record)

    def _say_once_that_nobody_listens(self):
        if raiseExceptions and not self.manager.emittedNoHandlerWarning:
            _sys.stderr.write(f'No handlers could be found for logger "{self.name}"\n')
            self.manager.emittedNoHandlerWarning = True

    def getEffectiveLevel(self):
        """Get the effective level for this logger."""
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        """Is this logger enabled for level 'level'?"""
        return not self.disabled and self.manager.disable < level and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        """Get a logger which is a descendant to this one."""
        return getLogger(suffix if self is root else self.name + '.' + suffix)

    def getChildren(self):
        prefix = '' if self is root else self.name + '.'
        return {x for n, x in _loggers.items() if n.startswith(prefix) and '.' not in n[len(prefix):] and x is not self}

    return locals()


_define(Logger, _logger())
_manager = _new(Manager, {'disable': 0, 'emittedNoHandlerWarning': False, 'loggerDict': {}})
_loggers = _manager.loggerDict
root = RootLogger('root', WARNING)
_manager.root = root


def getLogger(name=None):
    """Return a logger with the specified name, creating it if necessary."""
    if not name or isinstance(name, str) and name == root.name:
        return root
    if not isinstance(name, str):
        raise TypeError('A logger name must be a string')
    if name in _loggers:
        return _loggers[name]
    logger = Logger(name)
    parent = name.rpartition('.')[0]
    while parent and parent not in _loggers:
        parent = parent.rpartition('.')[0]
    logger.parent = _loggers[parent] if parent else root
    for other, child in _loggers.items():
        if other.startswith(name + '.') and (child.parent is root or len(child.parent.name) < len(name)):
            child.parent = logger
    _loggers[name] = logger
    logger._describe()
    return logger


def getLoggerClass():
    return Logger


def getHandlerByName(name):
    return _handlers.get(name)


def getHandlerNames():
    return frozenset(_handlers)


def _adapter():
    def __init__(self, logger, extra=None, merge_extra=False):
        self.logger = logger
        self.extra = extra
        self.merge_extra = merge_extra

    def process(self, msg, kwargs):
        """Process the logging message and keyword arguments passed in to a logging call to insert contextual
        information."""
        if self.merge_extra and "extra" in kwargs:
            kwargs["extra"] = {**(self.extra or {}), **kwargs["extra"]}
        else:
            kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    return locals()


_define(LoggerAdapter, _adapter())


def basicConfig(**kwargs):
    """Do basic configuration for the logging system."""
    force = kwargs.pop('force', False)
    encoding = kwargs.pop('encoding', None)
    errors = kwargs.pop('errors', 'backslashreplace')
    if force:
        root.handlers.clear()
    if root.handlers:
        return
    handlers = kwargs.pop('handlers', None)
    if handlers is None:
        if 'stream' in kwargs and 'filename' in kwargs:
            raise ValueError("'stream' and 'filename' should not be specified together")
    elif 'stream' in kwargs or 'filename' in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if handlers is None:
        filename = kwargs.pop('filename', None)
        mode = kwargs.pop('filemode', 'a')
        if filename:
            handlers = [FileHandler(filename, mode, encoding=encoding, errors=None if 'b' in mode else errors)]
        else:
            handlers = [StreamHandler(kwargs.pop('stream', None))]
    datefmt = kwargs.pop('datefmt', None)
    style = kwargs.pop('style', '%')
    if style not in ('%', '{', '$'):
        raise ValueError('Style must be one of: %s' % '%,{,$')
    formats = {'%': BASIC_FORMAT, '{': '{levelname}:{name}:{message}', '$': '${levelname}:${name}:${message}'}
    formatter = Formatter(kwargs.pop('format', formats[style]), datefmt, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(formatter)
        root.addHandler(handler)
    level = kwargs.pop('level', None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError('Unrecognised argument(s): %s' % ', '.join(kwargs))


def _configured():
    if not root.handlers:
        basicConfig()
    return root


def critical(msg, *args, **kwargs):
    """Log a message with severity 'CRITICAL' on the root logger."""
    _configured().critical(msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    """Don't use this function, use critical() instead."""
    critical(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    """Log a message with severity 'ERROR' on the root logger."""
    _configured().error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    """Log a message with severity 'ERROR' on the root logger, with exception information."""
    error(msg, *args, exc_info=exc_info, **kwargs)


def warn(msg, *args, **kwargs):
    import warnings
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead", DeprecationWarning, 2)
    warning(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    """Log a message with severity 'WARNING' on the root logger."""
    _configured().warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    """Log a message with severity 'INFO' on the root logger."""
    _configured().info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    """Log a message with severity 'DEBUG' on the root logger."""
    _configured().debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    """Log 'msg % args' with the integer severity 'level' on the root logger."""
    _configured().log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    """Disable all logging calls of severity 'level' and below."""
    _manager.disable = _check_level(level)


def shutdown(handlerList=None):
    """Perform any cleanup actions in the logging system."""


_warnings_showwarning = None


def _showwarning(message, category, filename, lineno, file=None, line=None):
    if file is not None:
        if _warnings_showwarning is not None:
            _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    import warnings
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(str(warnings.formatwarning(message, category, filename, lineno, line)))


def captureWarnings(capture):
    """If capture is true, redirect all warnings to the logging package."""
    global _warnings_showwarning
    import warnings
    if capture:
        if _warnings_showwarning is None:
            _warnings_showwarning = warnings.showwarning
            warnings.showwarning = _showwarning
    elif _warnings_showwarning is not None:
        warnings.showwarning = _warnings_showwarning
        _warnings_showwarning = None
