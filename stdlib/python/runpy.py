# runpy: what `python -m` does. CPython 3.14 library, "runpy".
import sys as _sys
import _frozen_importlib as _own
import importlib.util as _util


def _details(name):
    """The spec of the file to run; or what is wrong, a str."""
    if name.startswith('.'):
        return 'Relative module names not supported'
    package = name.rpartition('.')[0]
    if package:
        try:
            _own._import_all(package)
        except ImportError as error:
            # Of an import inside of the package: that is an error of its own.
            if error.name is None or (error.name != package and not package.startswith(error.name + '.')):
                raise
        loaded = _sys.modules.get(name)
        if loaded is not None and not hasattr(loaded, '__path__'):
            import warnings
            warnings.warn(RuntimeWarning(
                f'{name!r} found in sys.modules after import of package {package!r}, but prior to execution of {name!r}; '
                'this may result in unpredictable behaviour'))
    try:
        spec = _util.find_spec(name)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        text = f'Error while finding module specification for {name!r} ({type(error).__name__}: {error})'
        if name.endswith('.py'):
            text += f". Try using '{name[:-3]}' instead of '{name}' as the module name."
        return text
    if spec is None:
        return f'No module named {name}'
    if spec.submodule_search_locations is not None:
        if name == '__main__' or name.endswith('.__main__'):
            return 'Cannot use package as __main__ module'
        found = _details(name + '.__main__')
        if isinstance(found, str) and name in _sys.modules:
            return f'{found}; {name!r} is a package and cannot be directly executed'
        return found
    return spec


def _run_library(name, python):
    """A module of the library: what it has a main() for."""
    module = _own._import_all(name)
    if not hasattr(module, 'main'):
        _sys.exit(f'{python}: -m {name} is not available here')
    _sys.argv[0] = name
    _sys.exit(module.main())


def _run_module_as_main(name, python):
    spec = _details(name)
    if isinstance(spec, str):
        _sys.exit(f'{python}: {spec}')
    if spec.origin is None:
        _run_library(name, python)
    main = _sys.modules['__main__']
    main.__file__ = _sys.argv[0] = spec.origin
    main.__package__ = spec.parent
    main.__loader__ = spec.loader
    main.__spec__ = spec
    _own._run(_own._read(spec.origin), spec.origin, main)
