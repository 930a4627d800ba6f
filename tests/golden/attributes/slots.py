# The methods behind operators and builtins, called by name; what types show of their members.

def t(*expressions):
    for expression in expressions:
        try:
            text = repr(eval(expression))
        except Exception as error:
            print(expression, "raises", type(error).__name__, error)
            continue
        at = text.find(" at 0x")
        print(expression, "->", text if at < 0 else text[:at] + " at ...")


t(
    "(2).__pow__()",
    "(2).__pow__(1,2,3)",
    "(5).__add__()",
    "(5).__add__(1,2)",
    "(5).__add__(x=1)",
    "int.__add__()",
    "int.__add__(1)",
    "int.__add__('a', 1)",
    "int.__add__(1,2,3)",
    "int.__add__(1, x=2)",
    "int.__call__(5)",
    "int.__call__",
    "len.__call__([1])",
    "(5).__init__(3)",
    "object().__init__(3)",
    "object.__init__()",
    "[].__init__(3)",
    "int.__new__()",
    "int.__new__(5)",
    "int.__new__(str)",
    "int.__new__(bool)",
    "object.__new__(int)",
    "int.__new__(int, 5)",
    "int.__new__",
    "object.__new__",
    "type(len).__new__",
    "type(len).__new__(type(len))",
    "[].__getitem__()",
    "[].__getitem__('a')",
    "[1].__getitem__(slice(0,1))",
    "{}.__getitem__(1)",
    "(1,).__getitem__()",
    "(1,).__getitem__('a')",
    "'a'.__getitem__('x')",
    "[1].__setitem__(0)",
    "[1].__delitem__(3)",
    "[1].__contains__()",
    "'a'.__contains__(1)",
    "(5).__getattribute__('real')",
    "(5).__getattribute__(5)",
    "(5).__setattr__('real', 5)",
)

# --- attributes as descriptors
def t(*expressions):
    for expression in expressions:
        try:
            text = repr(eval(expression))
        except Exception as error:
            print(expression, "raises", type(error).__name__, error)
            continue
        at = text.find(" at 0x")
        print(expression, "->", text if at < 0 else text[:at] + " at ...")


t(
    "(5).__setattr__('x')",
    "(5).__delattr__('real')",
    "sorted((5).__dir__()) == dir(5)",
    "(5).__dir__(1)",
    "(5).__getstate__()",
    "[].__getstate__()",
    "ValueError(1).__getstate__()",
    "object().__getstate__()",
    "(lambda:1).__getstate__()",
    "(5).__reduce__()",
    "(5).__init_subclass__()",
    "(5).__subclasshook__(5)",
    "(5).__subclasshook__()",
    "int.__init_subclass__(5)",
    "int.real",
    "int.real.__name__",
    "int.real.__objclass__",
    "int.real.__qualname__",
    "int.real.__get__(5)",
    "int.real.__get__(5, int)",
    "int.real.__get__(None, int)",
    "int.real.__get__('a')",
    "int.real.__get__()",
    "int.real.__set__(5, 1)",
    "int.real.__delete__(5)",
    "slice.start",
    "slice.start.__get__(slice(1,2))",
    "slice.start.__set__(slice(1), 2)",
    "range.start",
    "complex.real",
    "complex(1).real.__class__",
    "len.__get__",
    "int.__add__.__get__(5)",
    "int.__add__.__get__(5)(6)",
    "int.__add__.__get__('a')",
    "list.append.__get__([])",
    "list.append.__get__(None, list)",
    "list.append.__get__(5)",
    "t.__get__(5)",
    "t.__get__(None, int)",
    "t.__get__(None)",
    "t.__get__()",
    "t.__get__(None, None)",
    "t.__get__(5).__self__",
    "t.__get__(5).__func__ is t",
)

# --- bound methods, kinds and texts
def t(*expressions):
    for expression in expressions:
        try:
            text = repr(eval(expression))
        except Exception as error:
            print(expression, "raises", type(error).__name__, error)
            continue
        at = text.find(" at 0x")
        print(expression, "->", text if at < 0 else text[:at] + " at ...")


t(
    "(5).__add__",
    "(5).__add__.__self__",
    "(5).__add__.__name__",
    "(5).__add__.__qualname__",
    "(5).__add__.__objclass__",
    "(5).__add__.__doc__",
    "(5).__add__.__text_signature__",
    "(5).__add__ == (5).__add__",
    "(5).__add__ is (5).__add__",
    "hash((5).__add__) == hash((5).__add__)",
    "[].append == [].append",
    "True.__add__",
    "True.__add__.__objclass__",
    "bool.__add__",
    "bool.__and__",
    "bool.__eq__",
    "True.__and__",
    "type((5).__add__)",
    "type(int.__add__)",
    "type(int.real)",
    "type(slice.start)",
    "type([].append)",
    "type(str.maketrans)",
    "str.maketrans",
    "str.maketrans.__self__",
    "str.maketrans.__qualname__",
    "str.maketrans.__text_signature__",
    "int.from_bytes",
    "int.from_bytes.__self__",
    "int.from_bytes.__qualname__",
    "int.from_bytes.__text_signature__",
    "int.from_bytes.__module__",
    "[].append.__module__",
    "len.__module__",
    "len.__self__",
    "[].append.__self__",
    "list.append.__module__",
    "list.append.__self__",
    "[].append.__objclass__",
    "(5).__add__.__module__",
    "int.__text_signature__",
    "list.__text_signature__",
    "range.__text_signature__",
    "type.__text_signature__",
    "object.__text_signature__",
    "str.__text_signature__",
    "ValueError.__text_signature__",
    "enumerate.__text_signature__",
    "[].__hash__",
    "list.__hash__",
    "{}.keys().__hash__",
    "hash(slice(1)) == hash(slice(1))",
    "int.__eq__(1, 1.0)",
    "float.__eq__(1.0, 1)",
    "float.__eq__(1.0, 1j)",
    "complex.__eq__(1j, 1)",
    "complex.__lt__(1j, 1)",
    "(1).__lt__('a')",
    "None.__eq__(None)",
    "None.__eq__(5)",
)

# --- comparisons and text
def t(*expressions):
    for expression in expressions:
        try:
            text = repr(eval(expression))
        except Exception as error:
            print(expression, "raises", type(error).__name__, error)
            continue
        at = text.find(" at 0x")
        print(expression, "->", text if at < 0 else text[:at] + " at ...")


t(
    "None.__bool__()",
    "NotImplemented.__bool__()",
    "NotImplemented.__eq__(NotImplemented)",
    "object.__eq__(1, 1)",
    "object.__lt__(1, 1)",
    "object.__repr__(5)[:8]",
    "object.__str__('a')",
    "object.__format__(5, 'd')",
    "object.__format__(5, '')",
    "(5).__format__(5)",
    "[].__format__('x')",
    "[].__format__('')",
    "[].__format__(5)",
    "'a'.__str__()",
    "'a'.__repr__()",
    "str.__str__('a')",
    "object.__ne__(1, 2)",
    "type.__call__(int, 5)",
    "type.__call__(5)",
    "type.__or__(int, str)",
    "int.__or__(int, str)",
    "int.__or__",
    "str.__or__",
    "str.__ror__(int)",
    "type.__repr__(int)",
    "int.__repr__(int)",
    "type.__repr__",
    "(5).__rpow__(2)",
    "(5).__rpow__(2, 3)",
    "(5).__pow__(2, 3)",
    "(5).__pow__(-1, 3)",
    "(5).__pow__(2, None)",
    "(5).__pow__('a')",
    "(5.0).__pow__(2, 3)",
    "(1j).__pow__(2, 3)",
    "(5).__divmod__(0)",
    "(5).__divmod__('a')",
    "(5).__truediv__(0)",
    "(5).__rtruediv__(10)",
    "(5).__abs__()",
    "(5).__index__()",
    "True.__index__()",
    "True.__int__()",
    "True.__abs__()",
    "True.__float__()",
    "(5).__bool__()",
    "(1.5).__int__()",
    "(1.5).__bool__()",
    "(1.5).__abs__()",
    "(1j).__abs__()",
    "(1j).__bool__()",
    "(2.5).__divmod__(1)",
    "(2.5).__rdivmod__(1)",
    "(2.5).__getformat__('double')",
    "float.__getformat__('x')",
    "float.__getformat__()",
    "'a'.__mod__(5)",
    "'%s'.__mod__(5)",
    "'a'.__rmod__('%s')",
    "'a'.__mul__(2)",
)

# --- numbers
def t(*expressions):
    for expression in expressions:
        try:
            text = repr(eval(expression))
        except Exception as error:
            print(expression, "raises", type(error).__name__, error)
            continue
        at = text.find(" at 0x")
        print(expression, "->", text if at < 0 else text[:at] + " at ...")


t(
    "'a'.__rmul__(2)",
    "'a'.__mul__('a')",
    "'a'.__add__(1)",
    "[1].__add__((1,))",
    "[1].__iadd__((1,))",
    "[1].__imul__(2)",
    "(1,).__add__([1])",
    "b'a'.__add__('a')",
    "b'a'.__mod__(1)",
    "{}.__or__([])",
    "{}.__ior__([(1, 2)])",
    "{}.__ror__({1: 2})",
    "{1}.__and__([])",
    "{1}.__iand__({1})",
    "{1}.__sub__({1})",
    "{1}.__rsub__({1, 2})",
    "{1}.__lt__({1,2})",
    "{1}.__lt__([1])",
    "{}.__lt__({})",
    "[1].__lt__([2])",
    "[1].__lt__((2,))",
    "[].__iter__().__class__",
    "iter([]).__iter__().__class__",
    "iter([5]).__next__()",
    "iter([]).__next__()",
    "'ab'.__len__()",
    "range(3).__bool__()",
    "range(3).__contains__(1)",
    "range(3).__getitem__(1)",
    "range(3).__getitem__(slice(1))",
    "slice(1).__eq__(slice(1))",
    "slice(1).__lt__(slice(2))",
    "slice(1).__hash__() == hash(slice(1))",
    "b'a'.__buffer__(0)",
    "b'a'.__bytes__()",
    "'a'.__getnewargs__()",
    "(5).__getnewargs__()",
    "(1.5).__getnewargs__()",
    "1j.__getnewargs__()",
    "b'a'.__getnewargs__()",
    "bytearray(b'a').__alloc__() > 0",
    "[].__class_getitem__(int)",
    "list.__class_getitem__(int)",
    "list.__class_getitem__",
    "list.__class_getitem__()",
    "memoryview._from_flags(b'a', 0)",
    "[1].__reversed__().__class__",
    "t.__call__",
    "t.__call__.__self__ is t",
    "t.__name__",
)

# --- sequences and sets
def t(*expressions):
    for expression in expressions:
        try:
            text = repr(eval(expression))
        except Exception as error:
            print(expression, "raises", type(error).__name__, error)
            continue
        at = text.find(" at 0x")
        print(expression, "->", text if at < 0 else text[:at] + " at ...")


t(
    "(5).__trunc__()",
    "(2.5).__trunc__()",
    "(2.5).__floor__()",
    "(2.5).__ceil__()",
    "(2.5).__round__(0)",
    "(2.5).__round__()",
    "(5).__round__(-1)",
    "(5).__ceil__(1)",
    "bytearray(b'a').__iadd__(b'b')",
    "bytearray(b'a').__init__(b'b')",
    "{}.__init__({1:2})",
    "set().__init__([1])",
    "[].__init__([1], [2])",
    "str.__init__('a')",
    "ValueError.__init__(ValueError(), 1)",
    "{}.__setitem__(1)",
    "{}.__delitem__(1)",
    "type(None).__call__()",
    "type(...)()",
    "type(NotImplemented)()",
    "type(None)(1)",
    "type(t)()",
    "type(...)(1)",
    "type(NotImplemented)(1)",
)
