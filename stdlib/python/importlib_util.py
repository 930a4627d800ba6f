# importlib.util. CPython 3.14 library, "importlib.util".
import sys as _sys
import _frozen_importlib as _own


def resolve_name(name, package):
    """Resolve a relative module name to an absolute one."""
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError(f'no package specified for {repr(name)} (required for relative module names)')
    level = 0
    while name[level:level + 1] == '.':
        level += 1
    return _own._resolve(name[level:], package, level)


def find_spec(name, package=None):
    """Return the spec for the specified module, or None."""
    full = resolve_name(name, package) if name.startswith('.') else name
    if full in _sys.modules:
        module = _sys.modules[full]
        if module is None:
            return None
        try:
            spec = module.__spec__
        except AttributeError:
            raise ValueError(f'{name}.__spec__ is not set') from None
        if spec is None:
            if _own._is_builtin(full):
                return _own._library_spec(full)
            raise ValueError(f'{name}.__spec__ is None')
        return spec
    parent = full.rpartition('.')[0]
    if parent:
        above = _own._import_all(parent)
        try:
            directories = above.__path__
        except AttributeError as error:
            if _own._is_builtin(full):
                return _own._library_spec(full)
            raise ModuleNotFoundError(f'__path__ attribute not found on {parent!r} while trying to find {full!r}',
                                      name=full) from error
        return _own._find_spec(full, directories)
    spec = _own._find_top(full)
    if spec is None and _own._is_builtin(full):
        return _own._library_spec(full)
    return spec


def module_from_spec(spec):
    """Create a module based on the provided spec."""
    return _own._module_from(spec)


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    """Return a module spec based on a file location."""
    path = str(location)
    if not path.startswith('/'):
        path = _own._join(_own._current_directory(), path)
    if loader is None:
        if not path.endswith('.py'):
            return None
        loader = _own.SourceFileLoader(name, path)
    if submodule_search_locations is None and loader.is_package(name):
        submodule_search_locations = [path.rpartition('/')[0]]
    return _own._spec(name, loader, path, submodule_search_locations)
