"""Runs under pysub: calls what a module or type offers with large arguments, and says on stderr before each call which it is.

    natives.py OWNER FIRST STEP CALL    OWNER: a module, or "type NAME"; FIRST: the number of the first call to make; STEP: each how many-th, 0: that one only;
        CALL: only calls like "set.update(numbers)" that begin so

The calls are numbered, so that a run which its time limit ended goes on behind the call that took the time.
"""

import sys

N = 10**7

# By kind, the most usual first: each is made when it is first asked for. What is small is there for parameters that only steer.
MAKERS = {
    "text": lambda: "a" * N,
    "other": lambda: "a" * (N - 1) + "b",
    "wide": lambda: "\u00e9" * (N // 2),
    "spaces": lambda: " " * N,
    "digits": lambda: "7" * 10**6,
    "lines": lambda: "ab c\n" * (N // 5),
    "marks": lambda: "${%(" * (N // 4),
    "data": lambda: b"a" * N,
    "zeros": lambda: bytes(N),
    "buffer": lambda: bytearray(b"a1" * (N // 2)),
    "number": lambda: 7**1_200_000,
    "bits": lambda: 1 << 8 * N,
    "numbers": lambda: list(range(N // 10)),
    "floats": lambda: [0.5] * (N // 10),
    "words": lambda: ["ab", "cd"] * (N // 20),
    "blocks": lambda: [b"ab"] * (N // 10),
    "pairs": lambda: [(i, i) for i in range(N // 50)],
    "tuple": lambda: (1,) * (N // 10),
    "dict": lambda: {i: i for i in range(N // 20)},
    "names": lambda: {str(i): i for i in range(N // 50)},
    "set": lambda: set(range(N // 10)),
    "frozen": lambda: frozenset(range(N // 10)),
    "range": lambda: range(N),
    "view": lambda: memoryview(bytes(N)),
    "nested": lambda: nested(10**5),
    "iterator": lambda: iter(range(N)),
    "small": lambda: 3,
    "huge": lambda: 10**7,
    "zero": lambda: 0,
    "float": lambda: 2.5,
    "letter": lambda: "a",
    "format": lambda: ">10000000",
    "code": lambda: "utf-16",
    "form": lambda: "NFKD",
    "byte": lambda: b"a",
    "none": lambda: None,
    "true": lambda: True,
    "function": lambda: lambda *a, **k: a[0] if a else None,
    "pattern": lambda: "(a|b)*c",
}
LARGE = list(MAKERS)[: list(MAKERS).index("small")]
SMALL = list(MAKERS)[list(MAKERS).index("small") :]

# What is asked of the host, ends the run or never ends; and what is there to run other programs.
LEFT_OUT = {
    "input", "breakpoint", "exit", "quit", "help", "exec", "eval", "compile", "open", "__import__", "sleep", "run", "shutdown", "_exit", "abort",
    "print", "cycle", "count", "repeat", "__build_class__", "exc_info", "set_int_max_str_digits", "setrecursionlimit",
}


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


made = {}


def value_of(kind):
    if kind == "iterator":
        return MAKERS[kind]()
    if kind not in made:
        made[kind] = MAKERS[kind]()
    return made[kind]


def receivers(name):
    """What to call the methods of a type on."""
    import array, collections, datetime, decimal, fractions, hashlib, io, re, string, uuid, zlib

    table = {
        "str": ["text", "other", "wide", "spaces", "digits", "lines"], "bytes": ["data", "zeros"], "bytearray": ["buffer"], "int": ["number", "bits"],
        "list": ["numbers", "words", "floats"], "tuple": ["tuple"], "dict": ["dict", "names"], "set": ["set"], "frozenset": ["frozen"],
        "range": ["range"], "memoryview": ["view"], "float": ["float"],
    }
    if name in table:
        return [(kind, lambda kind=kind: value_of(kind)) for kind in table[name]]
    makers = {
        "deque": lambda: collections.deque(range(N // 10)),
        "Counter": lambda: collections.Counter(range(N // 20)),
        "OrderedDict": lambda: collections.OrderedDict.fromkeys(range(N // 20)),
        "defaultdict": lambda: collections.defaultdict(int, value_of("dict")),
        "ChainMap": lambda: collections.ChainMap(value_of("dict"), value_of("names")),
        "array": lambda: array.array("b", value_of("data")),
        "array_of_floats": lambda: array.array("d", value_of("floats")),
        "StringIO": lambda: io.StringIO(value_of("lines")),
        "BytesIO": lambda: io.BytesIO(value_of("data")),
        "sha256": lambda: hashlib.sha256(),
        "Decimal": lambda: decimal.Decimal(value_of("digits")),
        "Fraction": lambda: fractions.Fraction(value_of("number"), 3),
        "Pattern": lambda: re.compile("(a|b)*c"),
        "Pattern_of_spaces": lambda: re.compile(r"\s+$"),
        "Pattern_of_bytes": lambda: re.compile(b"(a|b)*?c"),
        "Match": lambda: re.match(".*", value_of("text")),
        "Template": lambda: string.Template(value_of("marks")),
        "compressobj": lambda: zlib.compressobj(),
        "decompressobj": lambda: zlib.decompressobj(),
        "dict_keys": lambda: value_of("dict").keys(),
        "dict_items": lambda: value_of("dict").items(),
        "dict_values": lambda: value_of("dict").values(),
    }
    return [(name, makers[name])]


TYPES = (
    "str bytes bytearray int list tuple dict set frozenset range memoryview float deque Counter OrderedDict defaultdict ChainMap array array_of_floats "
    "StringIO BytesIO sha256 Decimal Fraction Pattern Pattern_of_spaces Pattern_of_bytes Match Template compressobj decompressobj dict_keys dict_items dict_values"
).split()


STEERING = ("small", "letter", "byte", "none", "function", "code", "format")


def arguments(is_method):
    """Kinds of arguments, the large ones first."""
    yield ()
    for kind in LARGE + SMALL:
        yield (kind,)
    if is_method:
        for kind in ("text", "data", "numbers", "lines"):
            for other in STEERING:
                yield (kind, other)
                yield (other, kind)
        for one in ("small", "letter", "byte", "huge"):
            for two in ("small", "letter", "byte", "code"):
                yield (one, two)
        return
    for kind in LARGE:
        yield (kind, kind)
        for other in STEERING:
            yield (kind, other)
        for other in ("function", "pattern", "letter", "small", "form"):
            yield (other, kind)
    for kind in ("text", "other", "data", "numbers", "number", "digits", "lines"):
        yield (kind, kind, kind)
        yield (kind, "small", "small")
        yield ("letter", "letter", kind)
        yield ("byte", "byte", kind)
        yield ("pattern", "letter", kind)
        yield ("pattern", "function", kind)


SPECIAL = ("__hash__", "__eq__", "__lt__", "__repr__", "__str__", "__contains__", "__add__", "__mul__", "__len__", "__iter__", "__getitem__",
           "__reversed__", "__format__", "__mod__", "__or__", "__and__", "__sub__", "__ior__", "__iadd__", "__imul__", "__delitem__", "__setitem__",
           "__pow__", "__floordiv__", "__truediv__", "__lshift__", "__rshift__", "__xor__", "__neg__", "__int__", "__float__", "__round__", "__bool__", "__copy__", "__deepcopy__", "__sizeof__", "__buffer__", "__bytes__", "__index__")


def calls(owner):
    """(label, function that makes the callable, kinds of its arguments)"""
    if owner.startswith("type "):
        for label, make in receivers(owner[5:]):
            sample = make()
            for name in dir(sample):
                if name.startswith("_") and name not in SPECIAL or name in LEFT_OUT:
                    continue
                if not callable(getattr(sample, name, None)):
                    continue
                for kinds in arguments(True):
                    yield f"{label}.{name}", lambda name=name: getattr(make(), name), kinds
        return
    scope = {}
    exec(f"import {owner} as module", scope)
    module = scope["module"]
    for name in dir(module):
        if name.startswith("_") or name in LEFT_OUT or not callable(getattr(module, name)):
            continue
        for kinds in arguments(False):
            yield f"{owner}.{name}", lambda name=name: getattr(module, name), kinds


def drain(result):
    """A result that is lazy is worked through; of any other the usual is asked."""
    if hasattr(result, "__next__"):
        for _, _ in zip(range(1000), result):
            pass


def main():
    owner, first, step, call = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    for number, (label, make, kinds) in enumerate(calls(owner)):
        if number < first or (number % step if step else number > first):
            continue
        text = f"{label}({', '.join(kinds)})"
        if not text.startswith(call):
            continue
        print(f"CALL {number} {text}", file=sys.stderr, flush=True)
        try:
            function = make()
            values = [value_of(kind) for kind in kinds]
        except MemoryError:
            continue
        try:
            drain(function(*values))
        except BaseException:
            pass


main()
