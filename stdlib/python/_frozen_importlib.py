# How modules that are files are found and run. CPython 3.14 reference, "The import system". Whoever imports waits in these
# functions, which are frames like any other: imports inside of imports need no stack of the host, and a snapshot may be made at
# any point.
import sys as _sys

_PACKAGE, _MODULE, _PORTION = 1, 2, 3
_missing = object()


# ---- what modules know of themselves

def _spec_class():
    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self.parent = name if is_package else name.rpartition('.')[0]
        self.has_location = False
        self.cached = None
        self._initializing = False
        self._uninitialized_submodules = []

    return locals()


_define(ModuleSpec, _spec_class())


def _spec(name, loader, origin, search):
    return _new(ModuleSpec, {'name': name, 'loader': loader, 'origin': origin, 'loader_state': None,
                             'submodule_search_locations': search,
                             'parent': name.rpartition('.')[0] if search is None else name,
                             'has_location': origin is not None, 'cached': None, '_initializing': False,
                             '_uninitialized_submodules': []})


def _library_spec(name):
    """Of a module of the library: CPython calls those that it has in C built-in."""
    spec = _spec(name, None, None, None)
    if _is_first(name):
        spec.origin = 'built-in'
    return spec


def _file_loader():
    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def is_package(self, fullname):
        return self.path.rpartition('/')[2] == '__init__.py' and fullname.rpartition('.')[2] != '__init__'

    def get_filename(self, name=None):
        if name is not None and name != self.name:
            raise ImportError(f'loader for {self.name} cannot handle {name}', name=name)
        return self.path

    def get_data(self, path):
        return _read(path)

    def get_source(self, fullname):
        self.get_filename(fullname)
        return _text(_read(self.path), self.path).replace('\r\n', '\n').replace('\r', '\n')

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        path = self.get_filename(module.__name__)
        _run(_read(path), path, module)

    return locals()


def _namespace_loader():
    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ''

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        pass

    return locals()


_define(SourceFileLoader, _file_loader())
_define(NamespaceLoader, _namespace_loader())


# ---- finding

def _find(child, directories):
    """The path of the file and whether it is a package's; or None and the directories of a namespace package; or None."""
    if '/' in child or not child:
        return None
    portions = []
    for entry in directories:
        if not isinstance(entry, str):
            continue
        if not entry.startswith('/'):
            here = _current_directory()
            entry = _join(here, entry) if entry not in ('', '.') else here
        base = _join(entry, child)
        found = _look(base)
        if found == _PACKAGE:
            return base + '/__init__.py', [base]
        if found == _MODULE:
            return base + '.py', None
        if found == _PORTION:
            portions.append(base)
    return (None, portions) if portions else None


def _join(directory, name):
    return directory + name if directory.endswith('/') else directory + '/' + name


def _find_spec(name, directories):
    """None: no file is the module, nor a directory."""
    found = _find(name.rpartition('.')[2], directories)
    if found is None:
        return None
    path, search = found
    if path is None:
        return _spec(name, _new(NamespaceLoader, {'_path': search}), None, search)
    return _spec(name, _new(SourceFileLoader, {'name': name, 'path': path}), path, search)


def _find_top(name):
    if _is_first(name) or not _uses_files():
        return None
    return _find_spec(name, _sys.path)


# ---- loading

def _module_from(spec):
    module = _Module(spec.name)
    names = module.__dict__
    names['__package__'] = spec.parent
    names['__loader__'] = spec.loader
    names['__spec__'] = spec
    if spec.submodule_search_locations is not None:
        names['__path__'] = spec.submodule_search_locations
    if spec.has_location:
        names['__file__'] = spec.origin
    elif isinstance(spec.loader, NamespaceLoader):
        names['__file__'] = None
    return module


def _load(spec):
    name = spec.name
    modules = _sys.modules
    module = _module_from(spec)
    modules[name] = module
    spec._initializing = True
    try:
        if spec.origin is not None:
            _run(_read(spec.origin), spec.origin, module)
        modules[name] = modules.pop(name)
    except:
        modules.pop(name, None)
        raise
    finally:
        spec._initializing = False
    return modules[name]


def _find_and_load(name):
    modules = _sys.modules
    parent, _, child = name.rpartition('.')
    above = directories = None
    if parent:
        if parent not in modules:
            _import_all(parent)
        if name in modules:
            return modules[name]
        above = modules[parent]
        directories = getattr(above, '__path__', None)
        if directories is None:
            if _is_builtin(name):
                return _builtin(name)
            raise ModuleNotFoundError(f'No module named {name!r}; {parent!r} is not a package', name=name) from None
        spec = _find_spec(name, directories)
    else:
        spec = _find_top(name)
        if spec is None and _is_builtin(name):
            return _builtin(name)
    if spec is None:
        raise ModuleNotFoundError(f'No module named {name!r}', name=name)
    beginning = getattr(getattr(above, '__spec__', None), '_uninitialized_submodules', None)
    if not isinstance(beginning, list):
        beginning = []
    beginning.append(child)
    try:
        module = _load(spec)
    finally:
        if beginning:
            beginning.pop()
    if parent:
        try:
            setattr(above, child, module)
        except AttributeError:
            pass
    return module


def _import_all(name):
    """The module that `name` names, imported with all packages that it is in."""
    module = _sys.modules.get(name, _missing)
    if module is _missing:
        module = _find_and_load(name)
    elif module is not None and _is_builtin(name):
        return _builtin(name)  # a part of it that is written in Python may not have run yet
    if module is None:
        raise ModuleNotFoundError(f'import of {name} halted; None in sys.modules', name=name)
    return module


# ---- the statement

def _package_of(names):
    """The package that names with leading dots begin in."""
    if not isinstance(names, dict):
        raise TypeError('globals must be a dict')
    package = names.get('__package__')
    spec = names.get('__spec__')
    if package is not None:
        if not isinstance(package, str):
            raise TypeError('package must be a string')
    elif spec is not None:
        package = spec.parent
        if not isinstance(package, str):
            raise TypeError('__spec__.parent must be a string')
    else:
        if '__name__' not in names:
            raise KeyError("'__name__' not in globals")
        package = names['__name__']
        if not isinstance(package, str):
            raise TypeError('__name__ must be a string')
        if '__path__' not in names:
            package = package.rpartition('.')[0]
    if not package:
        raise ImportError('attempted relative import with no known parent package')
    return package


def _resolve(name, package, level):
    bits = package.rsplit('.', level - 1)
    if len(bits) < level:
        raise ImportError('attempted relative import beyond top-level package')
    return f'{bits[0]}.{name}' if name else bits[0]


def _import_names(module, names, listed):
    """Those of `names` that are modules in the package."""
    for name in names:
        if not isinstance(name, str):
            where = module.__name__ + '.__all__' if listed else "``from list''"
            raise TypeError(f'Item in {where} must be str, not {type(name).__name__}')
        if name == '*':
            if not listed and hasattr(module, '__all__'):
                _import_names(module, module.__all__, True)
        elif not hasattr(module, name):
            full = f'{module.__name__}.{name}'
            try:
                _import_all(full)
            except ModuleNotFoundError as error:
                # None in sys.modules is a wish not to have it.
                if error.name != full or _sys.modules.get(full, _missing) is None:
                    raise


def _leaf(name):
    """What `import a.b.c as x` binds: attributes of packages, or what is imported only half yet."""
    _import_all(name)
    top, *rest = name.split('.')
    module = _sys.modules[top]
    for part in rest:
        top = top + '.' + part
        module = getattr(module, part, _missing)
        if module is _missing:
            module = _sys.modules[top]
    return module


def _import(name, names, wanted, level):
    if level < 0:
        return _leaf(name)
    full = _resolve(name, _package_of(names), level) if level else name
    module = _import_all(full)
    if wanted:
        if hasattr(module, '__path__'):
            _import_names(module, wanted, False)
        return module
    if not level:
        top = name.partition('.')[0]
        if not top:
            raise ValueError('Empty module name')
        return _import_all(top)
    if not name:
        return module
    return _sys.modules[full[:len(full) - len(name) + len(name.partition('.')[0])]]


_start(_import)
