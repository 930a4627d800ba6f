# What each builtin type shows: dir(), and of each name its kind and signature (inspect.signature reads
# them from __text_signature__). Compared for all types, so whatever differs from CPython has to be named here.

# --- numbers
# Names that lead to frames, code and globals, which no program reaches.
UNREACHABLE = """__globals__ __code__ __closure__ __builtins__ __subclasses__ __mro__ mro gi_frame gi_code cr_frame
cr_code ag_frame ag_code tb_frame""".split()
# What only serves classes: their namespaces, layout, making and finalisation.
CLASSES = """__dict__ __weakref__ __base__ __basicsize__ __dictoffset__ __itemsize__ __weakrefoffset__ __flags__
__prepare__ __instancecheck__ __subclasscheck__ __abstractmethods__ __mro_entries__ __del__ __match_args__
__isabstractmethod__ __static_attributes__ __firstlineno__""".split()
# What only serves pickling.
PICKLE = "__reduce__ __reduce_ex__ __getstate__ __setstate__".split()
EXCLUDED = UNREACHABLE + CLASSES + PICKLE
COMMON = set(dir(object))


def show(value):
    cls = type(value)
    names = dir(cls)
    print("##", cls, *(COMMON - set(names)), " ".join(str(cls.__text_signature__).split()))
    for name in names:
        if name in EXCLUDED or name in COMMON and cls is not object:
            continue
        member = getattr(cls, name, None)
        signature = getattr(member, "__text_signature__", None)
        # Brackets: CPython's own text, from which inspect.signature makes nothing.
        if signature is None or "[" in signature:
            signature = ""
        print(name, type(member).__name__ if name != "__doc__" else "", signature)


for value in [
    object(),
    5,
    True,
    1.5,
    1j,
]:
    show(value)

# --- text and bytes
# Names that lead to frames, code and globals, which no program reaches.
UNREACHABLE = """__globals__ __code__ __closure__ __builtins__ __subclasses__ __mro__ mro gi_frame gi_code cr_frame
cr_code ag_frame ag_code tb_frame""".split()
# What only serves classes: their namespaces, layout, making and finalisation.
CLASSES = """__dict__ __weakref__ __base__ __basicsize__ __dictoffset__ __itemsize__ __weakrefoffset__ __flags__
__prepare__ __instancecheck__ __subclasscheck__ __abstractmethods__ __mro_entries__ __del__ __match_args__
__isabstractmethod__ __static_attributes__ __firstlineno__""".split()
# What only serves pickling.
PICKLE = "__reduce__ __reduce_ex__ __getstate__ __setstate__".split()
EXCLUDED = UNREACHABLE + CLASSES + PICKLE
COMMON = set(dir(object))


def show(value):
    cls = type(value)
    names = dir(cls)
    print("##", cls, *(COMMON - set(names)), " ".join(str(cls.__text_signature__).split()))
    for name in names:
        if name in EXCLUDED or name in COMMON and cls is not object:
            continue
        member = getattr(cls, name, None)
        signature = getattr(member, "__text_signature__", None)
        # Brackets: CPython's own text, from which inspect.signature makes nothing.
        if signature is None or "[" in signature:
            signature = ""
        print(name, type(member).__name__ if name != "__doc__" else "", signature)


for value in [
    'a',
    b'a',
    bytearray(b'a'),
    memoryview(b'a'),
]:
    show(value)

# --- containers
# Names that lead to frames, code and globals, which no program reaches.
UNREACHABLE = """__globals__ __code__ __closure__ __builtins__ __subclasses__ __mro__ mro gi_frame gi_code cr_frame
cr_code ag_frame ag_code tb_frame""".split()
# What only serves classes: their namespaces, layout, making and finalisation.
CLASSES = """__dict__ __weakref__ __base__ __basicsize__ __dictoffset__ __itemsize__ __weakrefoffset__ __flags__
__prepare__ __instancecheck__ __subclasscheck__ __abstractmethods__ __mro_entries__ __del__ __match_args__
__isabstractmethod__ __static_attributes__ __firstlineno__""".split()
# What only serves pickling.
PICKLE = "__reduce__ __reduce_ex__ __getstate__ __setstate__".split()
EXCLUDED = UNREACHABLE + CLASSES + PICKLE
COMMON = set(dir(object))


def show(value):
    cls = type(value)
    names = dir(cls)
    print("##", cls, *(COMMON - set(names)), " ".join(str(cls.__text_signature__).split()))
    for name in names:
        if name in EXCLUDED or name in COMMON and cls is not object:
            continue
        member = getattr(cls, name, None)
        signature = getattr(member, "__text_signature__", None)
        # Brackets: CPython's own text, from which inspect.signature makes nothing.
        if signature is None or "[" in signature:
            signature = ""
        print(name, type(member).__name__ if name != "__doc__" else "", signature)


for value in [
    [1],
    (1,),
    {1: 2},
    {1},
    frozenset({1}),
    range(3),
    slice(1),
    {}.keys(),
    {}.values(),
    {}.items(),
]:
    show(value)

# --- constants and functions
# Names that lead to frames, code and globals, which no program reaches.
UNREACHABLE = """__globals__ __code__ __closure__ __builtins__ __subclasses__ __mro__ mro gi_frame gi_code cr_frame
cr_code ag_frame ag_code tb_frame""".split()
# What only serves classes: their namespaces, layout, making and finalisation.
CLASSES = """__dict__ __weakref__ __base__ __basicsize__ __dictoffset__ __itemsize__ __weakrefoffset__ __flags__
__prepare__ __instancecheck__ __subclasscheck__ __abstractmethods__ __mro_entries__ __del__ __match_args__
__isabstractmethod__ __static_attributes__ __firstlineno__""".split()
# What only serves pickling.
PICKLE = "__reduce__ __reduce_ex__ __getstate__ __setstate__".split()
EXCLUDED = UNREACHABLE + CLASSES + PICKLE
COMMON = set(dir(object))


def show(value):
    cls = type(value)
    names = dir(cls)
    print("##", cls, *(COMMON - set(names)), " ".join(str(cls.__text_signature__).split()))
    for name in names:
        if name in EXCLUDED or name in COMMON and cls is not object:
            continue
        member = getattr(cls, name, None)
        signature = getattr(member, "__text_signature__", None)
        # Brackets: CPython's own text, from which inspect.signature makes nothing.
        if signature is None or "[" in signature:
            signature = ""
        print(name, type(member).__name__ if name != "__doc__" else "", signature)


def f():
    pass

class_method = int.from_bytes

for value in [
    None,
    ...,
    NotImplemented,
    int,
    f,
    len,
    [].append,
    list.append,
    int.__add__,
    (5).__add__,
    int.real,
    slice.start,
    f.__get__(5),
]:
    show(value)

# --- generators, coroutines and what they are awaited by
# Names that lead to frames, code and globals, which no program reaches.
UNREACHABLE = """__globals__ __code__ __closure__ __builtins__ __subclasses__ __mro__ mro gi_frame gi_code cr_frame
cr_code ag_frame ag_code tb_frame""".split()
# What only serves classes: their namespaces, layout, making and finalisation.
CLASSES = """__dict__ __weakref__ __base__ __basicsize__ __dictoffset__ __itemsize__ __weakrefoffset__ __flags__
__prepare__ __instancecheck__ __subclasscheck__ __abstractmethods__ __mro_entries__ __del__ __match_args__
__isabstractmethod__ __static_attributes__ __firstlineno__""".split()
# What only serves pickling.
PICKLE = "__reduce__ __reduce_ex__ __getstate__ __setstate__".split()
EXCLUDED = UNREACHABLE + CLASSES + PICKLE
COMMON = set(dir(object))


def show(value):
    cls = type(value)
    names = dir(cls)
    print("##", cls, *(COMMON - set(names)), " ".join(str(cls.__text_signature__).split()))
    for name in names:
        if name in EXCLUDED or name in COMMON and cls is not object:
            continue
        member = getattr(cls, name, None)
        signature = getattr(member, "__text_signature__", None)
        # Brackets: CPython's own text, from which inspect.signature makes nothing.
        if signature is None or "[" in signature:
            signature = ""
        print(name, type(member).__name__ if name != "__doc__" else "", signature)


def generator():
    yield

async def coroutine():
    pass

async def async_generator():
    yield

waiting = coroutine()
wrapped = coroutine()
sends = async_generator()
throws = async_generator()
nexts = async_generator()
asend = sends.asend(None)
athrow = throws.athrow(ValueError)
anext_ = anext(nexts, None)

for value in [
    generator(),
    waiting,
    async_generator(),
    wrapped.__await__(),
    asend,
    athrow,
    anext_,
]:
    show(value)
for opened in waiting, wrapped, asend, athrow, anext_:
    opened.close()

# --- iterators
# Names that lead to frames, code and globals, which no program reaches.
UNREACHABLE = """__globals__ __code__ __closure__ __builtins__ __subclasses__ __mro__ mro gi_frame gi_code cr_frame
cr_code ag_frame ag_code tb_frame""".split()
# What only serves classes: their namespaces, layout, making and finalisation.
CLASSES = """__dict__ __weakref__ __base__ __basicsize__ __dictoffset__ __itemsize__ __weakrefoffset__ __flags__
__prepare__ __instancecheck__ __subclasscheck__ __abstractmethods__ __mro_entries__ __del__ __match_args__
__isabstractmethod__ __static_attributes__ __firstlineno__""".split()
# What only serves pickling.
PICKLE = "__reduce__ __reduce_ex__ __getstate__ __setstate__".split()
EXCLUDED = UNREACHABLE + CLASSES + PICKLE
COMMON = set(dir(object))


def show(value):
    cls = type(value)
    names = dir(cls)
    print("##", cls, *(COMMON - set(names)), " ".join(str(cls.__text_signature__).split()))
    for name in names:
        if name in EXCLUDED or name in COMMON and cls is not object:
            continue
        member = getattr(cls, name, None)
        signature = getattr(member, "__text_signature__", None)
        # Brackets: CPython's own text, from which inspect.signature makes nothing.
        if signature is None or "[" in signature:
            signature = ""
        print(name, type(member).__name__ if name != "__doc__" else "", signature)


for value in [
    iter([]),
    reversed([]),
    iter(()),
    iter(range(1)),
    iter(range(10**30)),
    iter('\xe9'),
    iter('a'),
    iter(b''),
    iter(bytearray()),
    iter(memoryview(b'')),
    iter({}),
    iter({}.values()),
    iter({}.items()),
    reversed({}),
    reversed({}.values()),
    reversed({}.items()),
    iter(set()),
    iter(int, 1),
    enumerate([]),
    zip(),
    map(abs, []),
    filter(None, []),
    reversed(()),
]:
    show(value)

# --- exceptions
# Names that lead to frames, code and globals, which no program reaches.
UNREACHABLE = """__globals__ __code__ __closure__ __builtins__ __subclasses__ __mro__ mro gi_frame gi_code cr_frame
cr_code ag_frame ag_code tb_frame""".split()
# What only serves classes: their namespaces, layout, making and finalisation.
CLASSES = """__dict__ __weakref__ __base__ __basicsize__ __dictoffset__ __itemsize__ __weakrefoffset__ __flags__
__prepare__ __instancecheck__ __subclasscheck__ __abstractmethods__ __mro_entries__ __del__ __match_args__
__isabstractmethod__ __static_attributes__ __firstlineno__""".split()
# What only serves pickling.
PICKLE = "__reduce__ __reduce_ex__ __getstate__ __setstate__".split()
EXCLUDED = UNREACHABLE + CLASSES + PICKLE
COMMON = set(dir(object))


def show(value):
    cls = type(value)
    names = dir(cls)
    print("##", cls, *(COMMON - set(names)), " ".join(str(cls.__text_signature__).split()))
    for name in names:
        if name in EXCLUDED or name in COMMON and cls is not object:
            continue
        member = getattr(cls, name, None)
        signature = getattr(member, "__text_signature__", None)
        # Brackets: CPython's own text, from which inspect.signature makes nothing.
        if signature is None or "[" in signature:
            signature = ""
        print(name, type(member).__name__ if name != "__doc__" else "", signature)



def fail():
    try:
        1 / 0
    except ZeroDivisionError as error:
        return error.__traceback__


for value in [
    BaseException(),
    ValueError(),
    StopIteration(),
    SystemExit(),
    NameError(),
    AttributeError(),
    ImportError(),
    OSError(),
    SyntaxError(),
    KeyError(),
    UnicodeDecodeError('a', b'', 0, 1, ''),
    UnicodeEncodeError('a', '', 0, 1, ''),
    UnicodeTranslateError('', 0, 1, ''),
    BaseExceptionGroup('', [KeyboardInterrupt()]),
    ExceptionGroup('', [ValueError()]),
    fail(),
]:
    show(value)

# --- t-strings
# Names that lead to frames, code and globals, which no program reaches.
UNREACHABLE = """__globals__ __code__ __closure__ __builtins__ __subclasses__ __mro__ mro gi_frame gi_code cr_frame
cr_code ag_frame ag_code tb_frame""".split()
# What only serves classes: their namespaces, layout, making and finalisation.
CLASSES = """__dict__ __weakref__ __base__ __basicsize__ __dictoffset__ __itemsize__ __weakrefoffset__ __flags__
__prepare__ __instancecheck__ __subclasscheck__ __abstractmethods__ __mro_entries__ __del__ __match_args__
__isabstractmethod__ __static_attributes__ __firstlineno__""".split()
# What only serves pickling.
PICKLE = "__reduce__ __reduce_ex__ __getstate__ __setstate__".split()
EXCLUDED = UNREACHABLE + CLASSES + PICKLE
COMMON = set(dir(object))


def show(value):
    cls = type(value)
    names = dir(cls)
    print("##", cls, *(COMMON - set(names)), " ".join(str(cls.__text_signature__).split()))
    for name in names:
        if name in EXCLUDED or name in COMMON and cls is not object:
            continue
        member = getattr(cls, name, None)
        signature = getattr(member, "__text_signature__", None)
        # Brackets: CPython's own text, from which inspect.signature makes nothing.
        if signature is None or "[" in signature:
            signature = ""
        print(name, type(member).__name__ if name != "__doc__" else "", signature)


for value in [
    t'{1}',
    t'{1}'.interpolations[0],
    iter(t''),
]:
    show(value)

# --- functions
import builtins

# Only for classes, for interactive sessions, or because of files.
EXCLUDED = "__build_class__ breakpoint help quit exit copyright credits license open".split()
for name in dir(builtins):
    function = getattr(builtins, name)
    if isinstance(function, type) or not callable(function) or name in EXCLUDED:
        continue
    print(name, " ".join(str(function.__text_signature__).split()))
