# zoneinfo: finding and reading TZif files. CPython 3.14 library, "zoneinfo". What they say is looked up natively.
import os as _os
import struct as _struct

__all__ = ["ZoneInfo", "reset_tzpath", "available_timezones", "TZPATH", "ZoneInfoNotFoundError", "InvalidTZPathWarning"]

_DEFAULT_PATH = ('/usr/share/zoneinfo', '/usr/lib/zoneinfo', '/usr/share/lib/zoneinfo', '/etc/zoneinfo')
TZPATH = _DEFAULT_PATH
_cache = {}


def reset_tzpath(to=None):
    """Reset global TZPATH."""
    global TZPATH
    if to is None:
        TZPATH = _DEFAULT_PATH
        return
    if isinstance(to, (str, bytes)):
        raise TypeError(f"tzpaths must be a list or tuple, not {type(to)}: {to!r}")
    if not all(map(_os.path.isabs, to)):
        relative = [path for path in to if not _os.path.isabs(path)]
        raise ValueError("Paths should be absolute but found the following relative paths:\n    "
                         + "\n    ".join(str(path) for path in relative))
    TZPATH = tuple(to)


def _find(key):
    """The file of a zone; None if there is none."""
    if _os.path.isabs(key):
        raise ValueError(f"ZoneInfo keys may not be absolute paths, got: {key}")
    new = _os.path.normpath(key)
    if len(new) != len(key):
        raise ValueError(f"ZoneInfo keys must be normalized relative paths, got: {key}")
    if not _os.path.normpath(_os.path.join('_', new)).startswith('_/'):
        raise ValueError(f"ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}")
    for directory in TZPATH:
        path = _os.path.join(directory, key)
        if _os.path.isfile(path):
            return path
    return None


def _header(file):
    if file.read(4) != b"TZif":
        raise ValueError("Invalid TZif file: magic not found")
    version = file.read(1)
    version = 1 if version == b"\0" else int(version)
    file.read(15)
    return version, _struct.unpack(">6l", file.read(24))


def _load(key, source, file):
    version, (isutcs, isstds, leaps, changes, kinds, characters) = _header(file)
    if version == 1:
        size, letter = 4, 'l'
    else:
        file.seek(changes * 5 + kinds * 6 + characters + leaps * 8 + isstds + isutcs, 1)
        version, (isutcs, isstds, leaps, changes, kinds, characters) = _header(file)
        size, letter = 8, 'q'
    times = indices = ()
    if changes:
        times = _struct.unpack(f">{changes}{letter}", file.read(changes * size))
        indices = _struct.unpack(f">{changes}B", file.read(changes))
    described = [_struct.unpack(">lbb", file.read(6)) for _ in range(kinds)]
    text = file.read(characters)
    names = []
    for _, _, at in described:
        names.append(text[at:text.find(b"\0", at)].decode())
    footer = b""
    if version >= 2:
        file.seek(leaps * 12 + isstds + isutcs, 1)
        c = file.read(1)
        assert c == b"\n", c
        while (c := file.read(1)) != b"\n" and c:
            footer += c
    return _make(key, source, indices, times, tuple([kind[0] for kind in described]),
                 tuple([kind[1] for kind in described]), tuple(names), footer)


def _read(key):
    path = _find(key)
    if path is None:
        raise ZoneInfoNotFoundError(f"No time zone found with key {key}")
    with open(path, "rb") as file:
        return _load(key, '', file)


def _key_argument(args, kwargs, name):
    given = len(args) + len(kwargs)
    if given > 1:
        raise TypeError(f"{name}() takes at most 1 argument ({given} given)")
    if not args and 'key' not in kwargs:
        for unknown in kwargs:
            raise TypeError(f"{name}() got an unexpected keyword argument '{unknown}'")
        raise TypeError(f"{name}() missing required argument 'key' (pos 1)")
    return args[0] if args else kwargs['key']


def _zone_info():
    def __make__(cls, *args, **kwargs):
        key = _key_argument(args, kwargs, 'ZoneInfo')
        zone = _cache.get(key)
        if zone is None:
            zone = _cache[key] = _read(key)
        return zone

    @_classmethod
    def no_cache(cls, *args, **kwargs):
        """Get a new instance of ZoneInfo, bypassing the cache."""
        return _read(_key_argument(args, kwargs, 'no_cache'))

    @_classmethod
    def from_file(cls, fobj, /, key=None):
        """Create a ZoneInfo file from a file object."""
        return _load(key, repr(fobj), fobj)

    @_classmethod
    def clear_cache(cls, *args, only_keys=None):
        """Clear the ZoneInfo cache."""
        if args:
            raise TypeError("clear_cache() takes no positional arguments")
        if only_keys is None:
            _cache.clear()
            return
        for key in only_keys:
            _cache.pop(key, None)

    return locals()


def _is_zone(path):
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"TZif"
    except Exception:
        return False


def available_timezones():
    """Returns a set containing all available time zones."""
    zones = set()
    for root in TZPATH:
        if not _os.path.exists(root):
            continue
        for directory, subdirectories, files in _os.walk(root):
            if directory == root:
                # The same zones under other names.
                if 'right' in subdirectories:
                    subdirectories.remove('right')
                if 'posix' in subdirectories:
                    subdirectories.remove('posix')
            for name in files:
                path = _os.path.join(directory, name)
                key = _os.path.relpath(path, start=root)
                if key and key not in zones and _is_zone(path):
                    zones.add(key)
    zones.discard('posixrules')
    return zones


_define(ZoneInfo, _zone_info())
