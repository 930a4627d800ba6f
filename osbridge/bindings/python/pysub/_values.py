"""Values of the standard library, for the extension: imported when the first one crosses.

incoming() makes a Python object of a value of a sandbox. outgoing() says what a Python object is there:
a kind and what belongs to it, which the extension makes a value of. Modules are imported with their types.
"""

import builtins
import sys

from ._types import ForeignException

# ---- Out of a sandbox


def _date(name, items, fields):
    import datetime

    return datetime.date(*items)


def _time(name, items, fields):
    import datetime

    return datetime.time(*items[:5], fold=items[5])


def _datetime(name, items, fields):
    import datetime

    return datetime.datetime(*items[:8], fold=items[8])


def _timedelta(name, items, fields):
    import datetime

    return datetime.timedelta(*items)


def _timezone(name, items, fields):
    import datetime

    offset, zone = items
    if zone is None:
        return datetime.timezone.utc if not offset else datetime.timezone(offset)
    return datetime.timezone(offset, zone)


def _zone_info(name, items, fields):
    import datetime
    import zoneinfo

    key, offset = items
    try:
        return zoneinfo.ZoneInfo(key)
    except Exception:  # this machine does not know it: what it was at that moment
        return datetime.timezone(offset or datetime.timedelta(0), key or "UTC")


def _decimal(name, items, fields):
    import decimal

    negative, digits, exponent = items
    sign = "-" if negative else ""
    if isinstance(exponent, str):
        return decimal.Decimal(sign + exponent + (_digits(digits) if digits else ""))
    return decimal.Decimal(f"{sign}{_digits(digits)}E{exponent}")


_FEW_BITS = 8192  # below it int's own ways are the fastest, and within its limit of digits


def _digits(number):
    """The decimal digits of an int, which came out of a sandbox with limits of its own: str() has a limit, and takes quadratic time."""
    if number.bit_length() <= _FEW_BITS:
        return str(number)
    import decimal

    def convert(number, bits):
        if bits <= _FEW_BITS:
            return decimal.Decimal(number)
        low = bits // 2
        high = number >> low
        return convert(high, bits - low) * power(low) + convert(number - (high << low), low)

    powers = {}

    def power(bits):
        if bits not in powers:
            powers[bits] = decimal.Decimal(2) ** bits
        return powers[bits]

    # Numbers of decimal are multiplied by Fourier's transform. All of this is exact.
    with decimal.localcontext(decimal.Context(prec=decimal.MAX_PREC, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX, traps=[decimal.Inexact])):
        return str(convert(number, number.bit_length()))


def _number(digits):
    """The int of decimal digits, a tuple."""
    if len(digits) <= 2000:
        return int("".join(map(str, digits)) or "0")
    low = len(digits) // 2
    return _number(digits[:-low]) * 10**low + _number(digits[-low:])


def _fraction(name, items, fields):
    import fractions

    if all(item.bit_length() <= _FEW_BITS for item in items):
        return fractions.Fraction(*items)
    # In lowest terms it is already; to look for a common divisor again would take quadratic time.
    made = object.__new__(fractions.Fraction)
    made._numerator, made._denominator = items
    return made


def _path(name, items, fields):
    import pathlib

    return {"pathlib.PureWindowsPath": pathlib.PureWindowsPath}.get(name, pathlib.PurePosixPath)(*items)


def _uuid(name, items, fields):
    import uuid

    return uuid.UUID(*items)


def _array(name, items, fields):
    import array

    return array.array(items[0], items[1:])


def _namespace(name, items, fields):
    import types

    return types.SimpleNamespace(**dict(zip(fields, items)))


def _memoryview(name, items, fields):
    return memoryview(items[0])


def _dict_items(name, items, fields):
    return list(zip(items[::2], items[1::2]))


_TYPED = {
    "datetime.date": _date,
    "datetime.time": _time,
    "datetime.datetime": _datetime,
    "datetime.timedelta": _timedelta,
    "datetime.timezone": _timezone,
    "zoneinfo.ZoneInfo": _zone_info,
    "decimal.Decimal": _decimal,
    "fractions.Fraction": _fraction,
    "pathlib.PosixPath": _path,
    "pathlib.PurePosixPath": _path,
    "pathlib.PureWindowsPath": _path,
    "uuid.UUID": _uuid,
    "array.array": _array,
    "types.SimpleNamespace": _namespace,
    "memoryview": _memoryview,
    "dict_keys": lambda name, items, fields: list(items),
    "dict_values": lambda name, items, fields: list(items),
    "dict_items": _dict_items,
}

_namedtuples = {}


def _namedtuple(name, items, fields):
    key = (name, fields)
    made = _namedtuples.get(key)
    if made is None:
        import collections

        made = collections.namedtuple(name, fields)
        if len(_namedtuples) >= 1000:  # programs choose these names
            try:
                _namedtuples.pop(next(iter(_namedtuples)), None)
            except (RuntimeError, StopIteration):  # another thread does the same
                pass
        _namedtuples[key] = made
    return made._make(items)


def _dict(name, items, fields):
    import collections

    if name == "Counter":
        counter = collections.Counter()
        dict.update(counter, items)
        return counter
    return collections.OrderedDict(items) if name == "OrderedDict" else collections.defaultdict(None, items)


def _deque(name, items, fields):
    import collections

    return collections.deque(items[1:], items[0])


_TYPES = ("bool", "int", "float", "complex", "str", "bytes", "bytearray", "list", "tuple", "dict", "set", "frozenset",
          "range", "slice", "object", "type", "memoryview")


def _type(name, items, fields):
    if name == "NoneType":
        return type(None)
    if name in _TYPES or _is_exception(name):
        return getattr(builtins, name)
    return None  # as an Opaque


_KINDS = {
    "typed": lambda name, items, fields: _TYPED[name](name, items, fields),
    "namedtuple": _namedtuple,
    "dict": _dict,
    "deque": _deque,
    "range": lambda name, items, fields: range(*items),
    "slice": lambda name, items, fields: slice(*items),
    "exception": lambda name, items, fields: exception_in(name, items),
    "type": _type,
}


def incoming(kind, name, items, fields):
    return _KINDS[kind](name, items, fields)


# ---- Into a sandbox


def outgoing(value):
    of = type(value)
    known = _OUTGOING.get(of)
    if known is not None:
        return known(value)
    if isinstance(value, BaseException):
        name, args = exception_out(value)
        return "exception", name, args
    if isinstance(value, type):
        return "type", _type_name(value)
    module = of.__module__
    name = _BY_NAME.get((module.partition(".")[0], of.__qualname__))
    if name is not None:
        return name(value)
    if isinstance(value, tuple):
        fields = getattr(of, "_fields", None)
        if isinstance(fields, tuple) and len(fields) == len(value):
            return "namedtuple", of.__name__, tuple(value), fields
        return "tuple", tuple(value)
    fields = getattr(of, "__dataclass_fields__", None)
    if fields is not None:
        names = tuple(fields)
        return "namedtuple", of.__name__, tuple(getattr(value, name) for name in names), names
    for base, kind in ((dict, None), (list, "list"), (set, "set"), (frozenset, "frozenset")):
        if isinstance(value, base):
            return ("same", dict(value)) if kind is None else (kind, list(value))
    for base in of.__mro__[1:-1]:
        known = _BY_NAME.get((base.__module__.partition(".")[0], base.__qualname__))
        if known is not None:
            return known(value)
    advice = "give its value" if _is_enum(of) else "give a dict, a list, a text or numbers that say what is in it"
    raise TypeError(f"an object of the type {_full_name(of)} cannot be given to a sandbox: {advice}")


def _is_enum(of):  # without an import of enum
    return any(base.__module__ == "enum" and base.__qualname__ == "Enum" for base in of.__mro__)


def _full_name(of):
    return of.__qualname__ if of.__module__ == "builtins" else f"{of.__module__}.{of.__qualname__}"


def _type_name(of):
    if of.__module__ == "builtins" and (of.__name__ in _TYPES or _is_exception(of.__name__)):
        return of.__name__
    name = f"{of.__module__}.{of.__name__}"
    if name in ("collections.Counter", "collections.OrderedDict", "collections.defaultdict", "collections.deque",
                "datetime.date", "datetime.time", "datetime.datetime", "datetime.timedelta", "datetime.timezone",
                "decimal.Decimal", "fractions.Fraction", "uuid.UUID"):
        return name
    raise TypeError(f"the type {_full_name(of)} cannot be given to a sandbox")


def _out_datetime(value):
    if type(value).__qualname__ == "datetime":
        return "typed", "datetime.datetime", (value.year, value.month, value.day, value.hour, value.minute, value.second,
                                              value.microsecond, _zone(value.tzinfo, value), value.fold)
    return "typed", "datetime.date", (value.year, value.month, value.day)


def _out_time(value):
    return "typed", "datetime.time", (value.hour, value.minute, value.second, value.microsecond,
                                      _zone(value.tzinfo, None), value.fold)


def _zone(zone, at):
    """A tzinfo of anybody's, a ZoneInfo too, as the offset that it has at this moment."""
    import datetime

    if zone is None or isinstance(zone, datetime.timezone):
        return zone
    offset = zone.utcoffset(at)
    if offset is None:
        return None
    name = zone.tzname(at)
    return datetime.timezone(offset, name) if name else datetime.timezone(offset)


def _out_timedelta(value):
    return "typed", "datetime.timedelta", (value.days, value.seconds, value.microseconds)


def _out_timezone(value):
    name = value.__getinitargs__()[1:]
    return "typed", "datetime.timezone", (value.utcoffset(None), name[0] if name else None)


def _out_decimal(value):
    sign, digits, exponent = value.as_tuple()
    number = _number(digits)
    if isinstance(exponent, str):
        exponent = {"F": "inf", "n": "nan", "N": "snan"}[exponent]
        if exponent == "inf":
            number = 0
    return "typed", "decimal.Decimal", (bool(sign), number, exponent)


def _out_fraction(value):
    return "typed", "fractions.Fraction", (value.numerator, value.denominator)


def _out_path(value):
    name = type(value).__name__
    return "typed", f"pathlib.{name}", (str(value),)


def _out_uuid(value):
    return "typed", "uuid.UUID", (str(value),)


def _out_array(value):
    return "typed", "array.array", (value.typecode, *value)


def _out_namespace(value):
    names = tuple(vars(value))
    return "typed", "types.SimpleNamespace", tuple(vars(value).values()), names


def _out_dict(value):
    return "dict", type(value).__name__, dict(value)


_OUTGOING = {
    range: lambda value: ("range", value.start, value.stop, value.step),
    slice: lambda value: ("slice", value.start, value.stop, value.step),
    memoryview: lambda value: ("typed", "memoryview", (bytes(value),)),
    type({}.keys()): lambda value: ("list", list(value)),
    type({}.values()): lambda value: ("list", list(value)),
    type({}.items()): lambda value: ("list", list(value)),
    type(sys.implementation): _out_namespace,
}

# By names, so that nothing is imported that the host has not imported.
_BY_NAME = {
    ("collections", "deque"): lambda value: ("deque", list(value), value.maxlen),
    ("collections", "Counter"): _out_dict,
    ("collections", "OrderedDict"): _out_dict,
    ("collections", "defaultdict"): _out_dict,
    ("datetime", "date"): _out_datetime,
    ("datetime", "datetime"): _out_datetime,
    ("datetime", "time"): _out_time,
    ("datetime", "timedelta"): _out_timedelta,
    ("datetime", "timezone"): _out_timezone,
    ("decimal", "Decimal"): _out_decimal,
    ("fractions", "Fraction"): _out_fraction,
    ("pathlib", "PosixPath"): _out_path,
    ("pathlib", "PurePosixPath"): _out_path,
    ("pathlib", "PureWindowsPath"): _out_path,
    ("uuid", "UUID"): _out_uuid,
    ("array", "array"): _out_array,
}


# ---- Exceptions


def _is_exception(name):
    of = getattr(builtins, name, None)
    return isinstance(of, type) and issubclass(of, BaseException)


def exception_name(error):
    """The name of the nearest type of an exception that a sandbox has, too."""
    for of in type(error).__mro__:
        if of.__module__ == "builtins" and _is_exception(of.__name__):
            return of.__name__
    return "Exception"


def _crosses(value, depth=3):
    if value is None or type(value) in (bool, int, float, str, bytes):
        return True
    return depth > 0 and type(value) in (list, tuple) and all(_crosses(item, depth - 1) for item in value)


def exception_out(error):
    """The name of an exception and its args, as a sandbox can have them."""
    if isinstance(error, ForeignException):
        return error.type_name, tuple(arg if _crosses(arg) else str(arg) for arg in error.args)
    name = exception_name(error)
    args = error.args
    if isinstance(error, OSError) and error.filename is not None and len(args) == 2:
        args = (*args, str(error.filename))
        if error.filename2 is not None:
            args = (*args, None, str(error.filename2))
    if name in ("BaseExceptionGroup", "ExceptionGroup"):
        return "RuntimeError", (str(error),)
    plain = all(_crosses(arg) for arg in args)
    own = type(error).__module__ == "builtins" and type(error).__str__ is getattr(builtins, name).__str__
    if plain and (own or len(args) <= 1):
        return name, tuple(args)
    try:
        return name, (str(error),)
    except Exception:
        return name, ()


def exception_in(name, args, message=None):
    """An exception of this name and these args, where the host has one that takes them."""
    if _is_exception(name):
        try:
            return getattr(builtins, name)(*args)
        except Exception:  # of one that wants other args than it shows; programs can set any
            pass
    return ForeignException(name, *(args if args or message is None else (message,)))
