# What builtins and methods answer to a wrong number of arguments, to None and to an unknown keyword.

# --- functions, A to H
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """abs aiter all anext any ascii bin callable chr compile delattr divmod enumerate eval exec filter
format getattr hasattr hex isinstance""".split():
    show(name)
# hash(None) is a number that differs between 32 and 64 bits.
CALLS.remove("(None)")
show("hash")

# --- functions, I to Z
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """issubclass iter len map max min next oct ord pow range repr reversed round setattr slice sorted
sum type zip bytearray""".split():
    show(name)

# --- types
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """bool bytearray bytes complex dict float frozenset int list memoryview object set str tuple""".split():
    show(name)

# --- int
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """as_integer_ratio bit_count bit_length conjugate from_bytes is_integer to_bytes""".split():
    show("(5)." + name)

# --- float
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """as_integer_ratio conjugate from_number fromhex hex is_integer""".split():
    show("(1.5)." + name)

# --- complex
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """conjugate from_number""".split():
    show("(1+2j)." + name)

# --- str
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """capitalize casefold center count encode endswith expandtabs find format_map index isalnum
isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle
isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind
rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate
upper zfill""".split():
    show("'ab'." + name)

# --- bytes
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha
isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition
removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines
startswith strip swapcase title translate upper zfill""".split():
    show("b'ab'." + name)

# --- bytearray
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """append capitalize center clear copy count decode endswith expandtabs extend find fromhex hex
index insert isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower
lstrip maketrans partition pop remove removeprefix removesuffix replace resize reverse rfind
rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate
upper zfill""".split():
    show("bytearray(b'ab')." + name)

# --- memoryview
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """cast count hex index release tobytes tolist toreadonly""".split():
    show("memoryview(b'ab')." + name)

# --- list
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """append clear copy count extend index insert pop remove reverse sort""".split():
    show("[1, 2]." + name)

# --- tuple
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """count index""".split():
    show("(1, 2)." + name)

# --- dict
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """clear copy fromkeys get items keys pop popitem setdefault update values""".split():
    show("{1: 2}." + name)

# --- set
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """add clear copy difference difference_update discard intersection intersection_update isdisjoint
issubset issuperset pop remove symmetric_difference symmetric_difference_update union update""".split():
    show("{1, 2}." + name)

# --- frozenset
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """copy difference intersection isdisjoint issubset issuperset symmetric_difference union""".split():
    show("frozenset({1, 2})." + name)

# --- range
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """count index""".split():
    show("range(3)." + name)

# --- slice
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """indices""".split():
    show("slice(1, 2)." + name)

# --- dict_keys
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """isdisjoint""".split():
    show("{1: 2}.keys()." + name)

# --- dict_items
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for name in """isdisjoint""".split():
    show("{1: 2}.items()." + name)

# --- iterators and generators
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


def generator():
    yield 1


for target in ["generator().send", "generator().close", "iter([1]).__next__", "len.__call__"]:
    show(target)

# --- exceptions
CALLS = ["()", "(zz=1)", "(None)", "(None, None)", "(None, None, None)", "(None, None, None, None)", "(*[None] * 9)"]


def show(target):
    for call in CALLS:
        try:
            result = repr(eval(target + call))
            print(target + call, "->", "(object)" if " at 0x" in result or " object" in result else result)
        except Exception as error:
            print(target + call, "raises", type(error).__name__, "|", error)


for target in ["ValueError().add_note", "ValueError().with_traceback", "ExceptionGroup('a', [KeyError()]).split",
               "ExceptionGroup('a', [KeyError()]).subgroup", "ExceptionGroup('a', [KeyError()]).derive", "ValueError", "OSError"]:
    show(target)
