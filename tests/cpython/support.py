import contextlib as _ctx
import functools as _ft
import os as _os
import random as _random
import re as _re
import sys as _sys
import types as _types
import warnings as _warn

# Stands in front of each program: what unittest and test.support offer, without classes. Each assertion notes what it saw.
_random.seed(20)
_out = []
_line = 0
_cleanups = []


def L(number):
    global _line
    _line = number


def _short(value):
    try:
        if isinstance(value, (set, frozenset)) and len(value) < 2000:
            text = type(value).__name__ + '{' + ', '.join(sorted(map(repr, value))) + '}'
        else:
            text = repr(value)
    except Exception as error:
        text = 'repr: ' + type(error).__name__
    text = _re.sub(r'0x[0-9a-fA-F]{6,}', '0x', text).replace('<locals>.', '')
    if len(text) >= 240:
        text = f'{text[:160]}...{len(text)}...{text[-60:]}'
    return ascii(text)[1:-1]


def _shown(error):
    try:
        text = str(error)
    except Exception as other:
        text = 'str: ' + type(other).__name__
    return type(error).__name__, _short(text)


def _log(kind, *parts):
    if len(_out) < 3000:
        _out.append(f'{_line} {kind} ' + ' | '.join(parts))


def _err(error):
    _log('ERR', *_shown(error))


def _ok(truth, *values):
    try:
        truth = bool(truth)
    except Exception as error:
        truth = type(error).__name__
    _log('ok' if truth is True else 'FAIL', *[type(v).__name__ + ' ' + _short(v) for v in values])


# ---- assertions: name of the method -> function; all take msg


def _checks(test, shown=1):
    def check(*args, msg=None):
        _ok(test(*args), *args[:shown])

    return check


def _counted(a, b):
    return sorted(map(repr, a)) == sorted(map(repr, b))


def _almost(first, second, places=None, msg=None, delta=None, wanted=True):
    if first == second:
        return _ok(wanted, first)
    distance = abs(first - second)
    near = distance <= delta if delta is not None else round(distance, 7 if places is None else places) == 0
    _ok(near is wanted)


_ASSERTIONS = {
    'Equal': _checks(lambda a, b, m=None: a == b),
    'NotEqual': _checks(lambda a, b, m=None: a != b, 2),
    'True': _checks(lambda a, m=None: a),
    'False': _checks(lambda a, m=None: not a),
    'Is': _checks(lambda a, b, m=None: a is b),
    'IsNot': _checks(lambda a, b, m=None: a is not b),
    'IsNone': _checks(lambda a, m=None: a is None),
    'IsNotNone': _checks(lambda a, m=None: a is not None),
    'In': _checks(lambda a, b, m=None: a in b),
    'NotIn': _checks(lambda a, b, m=None: a not in b),
    'IsInstance': _checks(lambda a, b, m=None: isinstance(a, b)),
    'NotIsInstance': _checks(lambda a, b, m=None: not isinstance(a, b)),
    'IsSubclass': _checks(lambda a, b, m=None: issubclass(a, b)),
    'Greater': _checks(lambda a, b, m=None: a > b, 0),
    'GreaterEqual': _checks(lambda a, b, m=None: a >= b, 0),
    'Less': _checks(lambda a, b, m=None: a < b, 0),
    'LessEqual': _checks(lambda a, b, m=None: a <= b, 0),
    'HasAttr': _checks(lambda a, b, m=None: hasattr(a, b), 0),
    'NotHasAttr': _checks(lambda a, b, m=None: not hasattr(a, b), 0),
    'StartsWith': _checks(lambda a, b, m=None: a.startswith(b)),
    'EndsWith': _checks(lambda a, b, m=None: a.endswith(b)),
    'CountEqual': _checks(lambda a, b, m=None: _counted(a, b), 0),
    'Regex': _checks(lambda a, b, m=None: _re.search(b, a)),
    'NotRegex': _checks(lambda a, b, m=None: not _re.search(b, a)),
    'AlmostEqual': _almost,
    'NotAlmostEqual': _ft.partial(_almost, wanted=False),
}
for _kind in 'List', 'Tuple', 'Dict', 'Set', 'Sequence', 'MultiLine':
    _ASSERTIONS[_kind + 'Equal'] = _ASSERTIONS['Equal']
_ASSERTIONS['_'] = _ASSERTIONS['True']


@_ctx.contextmanager
def _raising(kinds, pattern):
    found = _types.SimpleNamespace(exception=None)
    try:
        yield found
    except kinds as error:
        found.exception = error
        if pattern is not None and not _re.search(pattern, str(error)):
            _log('FAIL', 'text', *_shown(error))
        else:
            _log('raised', *_shown(error))
    else:
        _log('FAIL', 'not raised')


@_ctx.contextmanager
def _warning(kinds, pattern):
    found = _types.SimpleNamespace(warnings=[], warning=None, filename=None, lineno=None)
    with _warn.catch_warnings(record=True) as seen:
        _warn.simplefilter('always')
        found.warnings = seen
        yield found
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    right = [w for w in seen if issubclass(w.category, kinds)]
    if right:
        found.warning, found.filename, found.lineno = right[0].message, right[0].filename, right[0].lineno
        _log('warned', *[f'{type(w.message).__name__}: {_short(str(w.message))}' for w in right[:5]])
    else:
        _log('FAIL', 'no warning')


def _block(manager, has_pattern):
    def method(kinds, *args, **kwargs):
        pattern = args[0] if has_pattern else None
        args = args[has_pattern:]
        if not args:
            return manager(kinds, pattern)
        with manager(kinds, pattern):
            args[0](*args[1:], **kwargs)

    return method


_ASSERTIONS['Raises'] = _block(_raising, 0)
_ASSERTIONS['RaisesRegex'] = _block(_raising, 1)
_ASSERTIONS['Warns'] = _block(_warning, 0)
_ASSERTIONS['WarnsRegex'] = _block(_warning, 1)


@_ctx.contextmanager
def _logging(logger=None, level=None):
    import io
    import logging

    level = logging.getLevelName(level) if isinstance(level, str) else level or logging.INFO
    logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setLevel(level)
    handler.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s'))
    kept = logger.handlers, logger.level, logger.propagate
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(level)
    found = _types.SimpleNamespace(output=[], records=[])
    try:
        yield found
    finally:
        logger.handlers, _, logger.propagate = kept
        logger.setLevel(kept[1])
    found.output = stream.getvalue().splitlines()
    _log('ok' if found.output else 'FAIL', *found.output)


_ASSERTIONS['Logs'] = _logging


@_ctx.contextmanager
def _part(*args, **kwargs):
    try:
        yield
    except Exception as error:
        _err(error)


def _enter(manager):
    result = manager.__enter__()
    _cleanups.append((manager.__exit__, (None, None, None), {}))
    return result


def _clean_up():
    while _cleanups:
        function, args, kwargs = _cleanups.pop()
        with _part():
            function(*args, **kwargs)


def _skip(*args):
    raise SystemExit


def _mkself():
    methods = {'assert' + name: function for name, function in _ASSERTIONS.items()}
    return _types.SimpleNamespace(
        **methods,
        addCleanup=lambda f, *a, **k: _cleanups.append((f, a, k)),
        doCleanups=_clean_up,
        enterContext=_enter,
        fail=lambda msg=None: _log('FAIL', 'fail', str(msg)),
        failureException=AssertionError,
        id=lambda: 'id',
        maxDiff=None,
        skipTest=_skip,
        subTest=_part,
        _testMethodName='test',
    )


# ---- test.support and its neighbours


def _same(thing):
    return thing


def _decorator(*args, **kwargs):
    return _same


@_ctx.contextmanager
def _nothing(*args, **kwargs):
    yield


@_ctx.contextmanager
def _captured(name):
    import io

    kept = getattr(_sys, name)
    stream = io.StringIO()
    setattr(_sys, name, stream)
    try:
        yield stream
    finally:
        setattr(_sys, name, kept)


def _unlink(path):
    with _ctx.suppress(OSError):
        _os.unlink(path)


def _rmtree(path):
    import shutil

    shutil.rmtree(path, ignore_errors=True)


@_ctx.contextmanager
def _folder(path=None, quiet=False):
    import tempfile

    if path is None:
        path = tempfile.mkdtemp()
    else:
        _os.mkdir(path)
    try:
        yield path
    finally:
        _rmtree(path)


@_ctx.contextmanager
def _inside_folder(name='tempcwd', quiet=False):
    kept = _os.getcwd()
    with _folder() as path:
        _os.chdir(path)
        try:
            yield path
        finally:
            _os.chdir(kept)


@_ctx.contextmanager
def _recorded_warnings(*filters, quiet=True):
    with _warn.catch_warnings(record=True) as seen:
        _warn.simplefilter('always')
        yield _types.SimpleNamespace(warnings=seen)


@_ctx.contextmanager
def _no_warnings(case=None, message='', category=Warning, force_gc=False):
    with _warn.catch_warnings(record=True) as seen:
        _warn.simplefilter('always')
        yield
    _log('FAIL' if seen else 'ok', *[str(w.message) for w in seen])


def _syntax_warning(case, statement, errtext='', *, lineno=1, offset=None):
    with _warn.catch_warnings(record=True) as seen:
        _warn.simplefilter('always', SyntaxWarning)
        with _part():
            compile(statement, '<testcase>', 'exec')
    _log('syntaxwarning', *[f'{w.message} {w.lineno}' for w in seen])


def _syntax_error(case, statement, errtext='', *, lineno=None, offset=None):
    try:
        compile(statement, '<test string>', 'exec')
    except SyntaxError as error:
        _log('syntaxerror', str(error.msg), str((error.lineno, error.offset, error.end_lineno, error.end_offset)))
    else:
        _log('FAIL', 'no syntax error')


@_ctx.contextmanager
def _swapped(get, put, drop, thing, name, value):
    missing = object()
    kept = get(thing, name, missing)
    put(thing, name, value)
    try:
        yield None if kept is missing else kept
    finally:
        if kept is missing:
            with _ctx.suppress(KeyError, AttributeError):
                drop(thing, name)
        else:
            put(thing, name, kept)


def _put_item(thing, name, value):
    thing[name] = value


def _module(name, fresh=(), blocked=(), deprecated=False, *, required_on=()):
    if '_testcapi' in name:
        raise ImportError(name)
    module = __import__(name)
    for part in name.split('.')[1:]:
        module = getattr(module, part)
    return module


@_ctx.contextmanager
def _digits(count):
    kept = _sys.get_int_max_str_digits()
    try:
        _sys.set_int_max_str_digits(count)
        yield
    finally:
        _sys.set_int_max_str_digits(kept)


support = _types.SimpleNamespace(
    **{name: _decorator for name in ('impl_detail', 'run_with_locale', 'bigmemtest', 'anticipate_failure', 'run_in_tz',
                                     'requires_hashdigest')},
    **{name: _same for name in ('requires_IEEE_754', 'cpython_only', 'no_tracing', 'requires_docstrings',
                                'requires_limited_api')},
    **{name: False for name in ('MISSING_C_DOCSTRINGS', 'Py_DEBUG', 'PGO', 'is_android', 'is_emscripten', 'is_wasi',
                                'has_fork_support', 'has_subprocess_support', 'has_socket_support', 'verbose')},
    **{name: 60 for name in ('SHORT_TIMEOUT', 'LONG_TIMEOUT', 'INTERNET_TIMEOUT', 'LOOPBACK_TIMEOUT')},
    **{name: None for name in ('ALWAYS_EQ', 'NEVER_EQ', 'LARGEST', 'SMALLEST')},
    **{name: lambda *a, **k: None for name in ('gc_collect', 'check_free_after_iterating', 'check_sizeof')},
    captured_stdout=lambda: _captured('stdout'),
    captured_stderr=lambda: _captured('stderr'),
    captured_stdin=lambda: _captured('stdin'),
    captured_output=_captured,
    check_impl_detail=lambda **k: False,
    is_resource_enabled=lambda name: False,
    check_syntax_error=_syntax_error,
    swap_attr=_ft.partial(_swapped, getattr, setattr, delattr),
    swap_item=_ft.partial(_swapped, lambda d, k, m: d[k] if k in d else m, _put_item, lambda d, k: d.pop(k)),
    adjust_int_max_str_digits=_digits,
    infinite_recursion=_nothing,
    disable_gc=_nothing,
    HAVE_DOCSTRINGS=True,
    FS_NONASCII='\xe6',
    MAX_Py_ssize_t=_sys.maxsize,
    get_c_recursion_limit=lambda: 1000,
    exceeds_recursion_limit=lambda: 100000,
)
import_helper = _types.SimpleNamespace(
    import_fresh_module=_module, import_module=_module, CleanImport=_nothing, DirsOnSysPath=_nothing
)
os_helper = _types.SimpleNamespace(
    TESTFN='/tmp/@test',
    TESTFN_ASCII='/tmp/@test',
    TESTFN_UNICODE='/tmp/@test-\xe0\xf2',
    TESTFN_NONASCII='/tmp/@test\xe6',
    TESTFN_UNDECODABLE=None,
    TESTFN_UNENCODABLE=None,
    FS_NONASCII='\xe6',
    SAVEDCWD='/tmp',
    unlink=_unlink,
    rmtree=_rmtree,
    rmdir=_rmtree,
    temp_dir=_folder,
    temp_cwd=_inside_folder,
    change_cwd=_nothing,
    can_symlink=lambda: True,
    can_xattr=lambda: False,
    skip_unless_symlink=_same,
    skip_unless_working_chmod=_same,
    create_empty_file=lambda path: open(path, 'wb').close(),
    EnvironmentVarGuard=lambda: _ctx.nullcontext(_os.environ),
)
warnings_helper = _types.SimpleNamespace(
    check_warnings=_recorded_warnings,
    check_no_warnings=_no_warnings,
    check_no_resource_warning=lambda case: _nothing(),
    check_syntax_warning=_syntax_warning,
    ignore_warnings=_decorator,
    import_deprecated=_module,
    save_restore_warnings_filters=_nothing,
)
support.import_helper, support.os_helper, support.warnings_helper = import_helper, os_helper, warnings_helper
unittest = _types.SimpleNamespace(
    SkipTest=SystemExit, skip=_decorator, skipIf=_decorator, skipUnless=_decorator, expectedFailure=_same, TestCase=None
)
gc = _types.SimpleNamespace(
    collect=lambda *a: 0, disable=lambda: None, enable=lambda: None, is_tracked=lambda x: True, isenabled=lambda: True
)


def _run_doc(source, names):
    import io

    kept = _sys.stdout
    _sys.stdout = printed = io.StringIO()
    try:
        try:
            code = compile(source.rstrip('\n'), '<doc>', 'eval')
        except SyntaxError:
            exec(compile(source, '<doc>', 'single'), names)
        else:
            value = eval(code, names)
            if value is not None:
                print(repr(value))
    except BaseException as error:
        _sys.stdout = kept
        places = str((error.lineno, error.offset, error.end_lineno, error.end_offset)) if isinstance(error, SyntaxError) else ''
        _log('raised', *_shown(error), places)
    finally:
        _sys.stdout = kept
    if printed.getvalue():
        _log('printed', _short(printed.getvalue()))


