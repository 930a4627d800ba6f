# importlib. CPython 3.14 library, "importlib".
import sys as _sys
import _frozen_importlib as _own

__all__ = ['__import__', 'import_module', 'invalidate_caches', 'reload']

_loading = []


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    """Import a module."""
    return _own._import(name, {} if globals is None else globals, fromlist, level)


def import_module(name, package=None):
    """Import a module.

    The 'package' argument is required when performing a relative import. It
    specifies the package to use as the anchor point from which to resolve the
    relative import to an absolute import.

    """
    level = 0
    if name.startswith('.'):
        if not package:
            raise TypeError(f'the \'package\' argument is required to perform a relative import for {name!r}')
        while name[level:level + 1] == '.':
            level += 1
        return _own._import_all(_own._resolve(name[level:], package, level))
    if not name:
        raise ValueError('Empty module name')
    return _own._import_all(name)


def invalidate_caches():
    """Call the invalidate_caches() method on all meta path finders stored in sys.meta_path (where implemented)."""


def reload(module):
    """Reload the module and return it.

    The module must have been successfully imported before.

    """
    try:
        name = module.__spec__.name
    except AttributeError:
        try:
            name = module.__name__
        except AttributeError:
            raise TypeError('reload() argument must be a module') from None
    modules = _sys.modules
    if modules.get(name) is not module:
        raise ImportError(f'module {name} not in sys.modules', name=name)
    if name in _loading:
        return modules[name]
    if not isinstance(getattr(module, '__spec__', None), _own.ModuleSpec):
        if _own._is_builtin(name):
            return module  # of the library: there is nothing that could have changed
        raise ModuleNotFoundError(f'spec not found for the module {name!r}', name=name)
    _loading.append(name)
    try:
        parent = name.rpartition('.')[0]
        if parent:
            try:
                above = modules[parent]
            except KeyError:
                raise ImportError(f'parent {parent!r} not in sys.modules', name=parent) from None
            spec = _own._find_spec(name, above.__path__)
        else:
            spec = _own._find_top(name)
        if spec is None:
            raise ModuleNotFoundError(f'spec not found for the module {name!r}', name=name)
        module.__spec__ = spec
        module.__loader__ = spec.loader
        if spec.submodule_search_locations is not None:
            module.__path__ = spec.submodule_search_locations
        spec._initializing = True
        try:
            if spec.origin is not None:
                module.__file__ = spec.origin
                _own._run(_own._read(spec.origin), spec.origin, module)
        finally:
            spec._initializing = False
        return modules[name]
    finally:
        _loading.remove(name)
