# Runs under CPython 3.14 (see write_reference.py) and prints facts about the builtins as JSON.
import builtins
import inspect
import json
import types
import warnings

warnings.simplefilter("ignore")


def sample_function():
    pass


def sample_generator():
    yield


async def sample_coroutine():
    pass


async def sample_async_generator():
    yield


# An expression for a fresh object of each built-in type.
SAMPLES = {
    "int": "5",
    "float": "1.5",
    "complex": "(1+2j)",
    "bool": "True",
    "str": "'ab'",
    "bytes": "b'ab'",
    "bytearray": "bytearray(b'ab')",
    "memoryview": "memoryview(b'ab')",
    "list": "[1, 2]",
    "tuple": "(1, 2)",
    "dict": "{1: 2}",
    "set": "{1, 2}",
    "frozenset": "frozenset({1, 2})",
    "range": "range(3)",
    "slice": "slice(1, 2)",
    "NoneType": "None",
    "ellipsis": "...",
    "NotImplementedType": "NotImplemented",
    "function": "sample_function",
    "builtin_function_or_method": "len",
    "method_descriptor": "list.append",
    "generator": "sample_generator()",
    "coroutine": "sample_coroutine()",
    "async_generator": "sample_async_generator()",
    "module": "types",
    "type": "int",
    "object": "object()",
    "dict_keys": "{1: 2}.keys()",
    "dict_values": "{1: 2}.values()",
    "dict_items": "{1: 2}.items()",
    "dict_keyiterator": "iter({1: 2})",
    "dict_valueiterator": "iter({1: 2}.values())",
    "dict_itemiterator": "iter({1: 2}.items())",
    "dict_reversekeyiterator": "reversed({1: 2})",
    "list_iterator": "iter([1])",
    "list_reverseiterator": "reversed([1])",
    "tuple_iterator": "iter((1,))",
    "str_ascii_iterator": "iter('a')",
    "str_iterator": "iter('\\xe9')",
    "bytes_iterator": "iter(b'a')",
    "bytearray_iterator": "iter(bytearray(b'a'))",
    "memory_iterator": "iter(memoryview(b'a'))",
    "range_iterator": "iter(range(3))",
    "longrange_iterator": "iter(range(10**30))",
    "set_iterator": "iter({1})",
    "callable_iterator": "iter(int, 1)",
    "enumerate": "enumerate([1])",
    "zip": "zip([1])",
    "map": "map(abs, [1])",
    "filter": "filter(None, [1])",
    "reversed": "reversed(())",
    "mappingproxy": "types.MappingProxyType({1: 2})",
    "SimpleNamespace": "types.SimpleNamespace(a=1)",
    "GenericAlias": "list[int]",
    "Union": "(int | str)",
}

FUNCTIONS = """abs aiter all anext any ascii bin callable chr delattr dir divmod enumerate filter format
getattr globals hasattr hash hex id input isinstance issubclass iter len locals map max min next oct open
ord pow print range repr reversed round setattr slice sorted sum type vars zip eval exec compile bool
bytearray bytes complex dict float frozenset int list memoryview object set str tuple""".split()

# Never reachable in pysub, or there only for classes.
EXCLUDED = set(
    """__globals__ __code__ __closure__ __subclasses__ __mro__ __builtins__ __base__ __bases__ __basicsize__
    __dictoffset__ __itemsize__ __weakrefoffset__ __flags__ __prepare__ __instancecheck__ __subclasscheck__
    __subclasshook__ __init_subclass__ __new__ __init__ __del__ __reduce__ __reduce_ex__ __getstate__
    __setstate__ __sizeof__ __set_name__ __get__ __set__ __delete__ __slots__ __dict__ __weakref__
    __getnewargs__ __text_signature__ __abstractmethods__ __annotate__ __kwdefaults__ __buffer__
    __release_buffer__ __class__ __getattribute__ __setattr__ __delattr__ mro
    gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await tb_frame
    __typing_subst__ __mro_entries__""".split()
)

environment = globals()


def facts(callable_object):
    try:
        signature = str(inspect.signature(callable_object))
    except (ValueError, TypeError):
        signature = None
    doc = (callable_object.__doc__ or "").strip()
    return {"signature": signature, "doc": doc.split("\n")[0]}


def outcome(expression, arguments):
    try:
        target = eval(expression, environment)
    except Exception as error:
        return f"(no target: {error})"
    try:
        result = eval(f"target{arguments}", {"target": target, **environment})
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    text = repr(result)
    return "-> " + ("(object)" if " at 0x" in text or " object " in text else text)


def arity(expression):
    calls = {"()": "()", "(zz=1)": "(zz=1)"}
    for count in (1, 2, 3, 4, 9):
        arguments = ", ".join(["None"] * count)
        calls[f"{count}"] = f"({arguments})"
    return {name: outcome(expression, arguments) for name, arguments in calls.items()}


NOT_CALLED = {"print", "open", "input", "locals", "globals", "id", "dir", "vars"}
dirs, signatures, arities = {}, {}, {}
for name in FUNCTIONS:
    signatures[name] = facts(getattr(builtins, name))
    if name not in NOT_CALLED:
        arities[name] = arity(name)
for type_name, sample in SAMPLES.items():
    thing = eval(sample)
    names = [n for n in dir(thing) if n not in EXCLUDED]
    if type_name in ("type", "module"):
        names = [n for n in dir(type(thing)) if n not in EXCLUDED]
    if type_name == "SimpleNamespace":
        names.remove("a")
    dirs[type_name] = {
        "sample": sample,
        "type_repr": repr(type(thing)),
        "public": sorted(n for n in names if not n.startswith("_")),
        "dunder": sorted(n for n in names if n.startswith("_")),
    }
    for name in dirs[type_name]["public"]:
        value = getattr(thing, name, None)
        if callable(value) and type_name not in ("bool", "GenericAlias"):
            signatures[f"{type_name}.{name}"] = facts(getattr(type(thing), name, value))
            signatures[f"{type_name}.{name}"]["bound"] = facts(value)["signature"]
            arities[f"{type_name}.{name}"] = {"expression": f"{sample}.{name}", **arity(f"({sample}).{name}")}

exceptions = {}
for name, value in sorted(vars(builtins).items()):
    if isinstance(value, type) and issubclass(value, BaseException):
        exceptions[name] = {
            "name": value.__name__,
            "mro": [c.__name__ for c in value.__mro__],
            "own": sorted(n for n in vars(value) if not n.startswith("__")),
            "doc": (value.__doc__ or "").strip().split("\n")[0],
        }

print(json.dumps({"builtin_dirs": dirs, "signatures": signatures, "arity": arities, "exceptions": exceptions}))
