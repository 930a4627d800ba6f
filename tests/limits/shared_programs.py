"""Programs whose objects hold the same object twice, at each of 60 levels, and which then ask something of it.

There are few objects and 2**60 paths through them. Whatever walks along paths in C++ must look at the limits on its way, also
where it finds nothing to do: a DepthGuard at each level does.
"""

# What is made of `t`, level by level: (import, first t, next t).
_SHARED = [
    ("", "()", "(t,t)"),
    ("", "[]", "[t,t]"),
    ("", "{}", "{1:t,2:t}"),
    ("", "frozenset()", "frozenset([(t,1),(t,2)])"),
    ("", "[]", "[t].__add__([t])"),
    ("", "1", "slice(t,t,t)"),
    ("from collections import ChainMap", "{}", "ChainMap(t,t)"),
    ("from collections import ChainMap", "{1:2}", "ChainMap(t,t)"),
    ("from collections import ChainMap\nfrom types import MappingProxyType", "{}", "MappingProxyType(ChainMap(t,t))"),
    ("from collections import OrderedDict", "OrderedDict()", "OrderedDict(a=t,b=t)"),
    ("from collections import deque", "deque()", "deque([t,t])"),
    ("from collections import defaultdict", "defaultdict()", "defaultdict(None,a=t,b=t)"),
    ("from collections import namedtuple\nP=namedtuple('P','x y')", "0", "P(t,t)"),
    ("from types import SimpleNamespace", "SimpleNamespace()", "SimpleNamespace(a=t,b=t)"),
    ("from dataclasses import dataclass\n@dataclass\nclass P:\n x:object\n y:object", "0", "P(t,t)"),
    ("from dataclasses import dataclass\n@dataclass(frozen=True,order=True)\nclass P:\n x:object\n y:object", "0", "P(t,t)"),
    ("", "ValueError()", "ValueError(t,t)"),
    ("", "ValueError(1)", "ExceptionGroup('g',[t,t])"),
    ("from functools import partial", "len", "partial(partial,t,t)"),
    ("from typing import *", "int", "Tuple[t,t]"),
    ("from typing import *", "int", "Callable[[t,t],t]"),
    ("from typing import *", "int", "Union[List[t],Set[t]]"),
    ("from typing import *", "int", "Annotated[List[t],t]"),
    ("", "int", "tuple[t,t]"),
    ("", "int", "list[t]|set[t]"),
    ("from operator import *", "itemgetter(1)", "itemgetter(t,t)"),
    ("import itertools", "[]", "itertools.chain(t,t)"),
    ("import itertools", "iter([])", "itertools.chain(*itertools.tee(t))"),
    ("", "[]", "zip(t,t)"),
    ("", "[]", "map(lambda *a:a,t,t)"),
    ("from fractions import Fraction", "[1]", "[*t,*t] if len(t)<999 else [t,t]"),
    ("import asyncio", "None", "(t,asyncio.gather,t)"),
    ("", "''", "f'{t}' if len(str(t))>999 else (t,t)"),
]
# Asked of t.
_ASKED = [
    "5 in t", "t==t", "t==copy", "t<copy", "t!=None", "repr(t)", "str(t)", "f'{t!r:>9}'", "'%s'%(t,)", "hash(t)", "len(t)", "bool(t)", "list(t)", "dict(t)", "sorted(t)", "max(t)",
    "sum(t)", "set(t)", "tuple(t)", "t|t", "t+t", "t*2", "iter(t)", "reversed(t)", "next(iter(t))", "t.keys()", "list(t.items())", "t.get(5)", "t[5]", "t.copy()", "{**t}", "[*t]", "{t:1}", "{t,copy}",
    "isinstance(1,t)", "issubclass(int,t)", "dir(t)", "vars(t)", "t.__doc__", "t.nothing", "print(t)", "raise t", "raise ValueError(t)", "raise ValueError from t", "t()", "t(1)", "str.join('',t)",
    "t.__class_getitem__(1)", "t[int]", "t.__parameters__", "all(t)", "any(t)", "[].index(t)", "[t].index(copy)", "[copy].count(t)", "[t].remove(copy)", "t is copy or t in [copy]", "(1).__eq__(t)",
    "import copy as c; c.copy(t)", "import copy as c; c.deepcopy(t)", "import json; json.dumps(t)", "import json; json.dumps(t,indent=1)", "import pprint; pprint.pformat(t)", "import pprint; pprint.isrecursive(t)",
    "import reprlib; reprlib.repr(t)", "import ast; ast.literal_eval(repr(t)[:99])", "import operator; operator.itemgetter(0)(t)", "import operator; operator.contains(t,5)", "import operator; operator.countOf(t,copy)",
    "import functools; functools.reduce(lambda a,b:a,t)", "import functools; functools.partial(t,1)", "import functools; functools.lru_cache()(lambda x:1)(t)", "import itertools; list(itertools.chain.from_iterable(t))",
    "import collections; collections.Counter(t)", "import collections; collections.ChainMap(t)[5]", "import collections; collections.OrderedDict(t)", "import statistics; statistics.mean(t)", "import math; math.prod(t)", "import math; math.dist(t,t)",
    "import typing; typing.get_type_hints(t)", "import typing; typing.get_args(t)", "import typing; typing.Optional[t]", "import typing; typing.List[t][int]", "import dataclasses; dataclasses.asdict(t)",
    "import dataclasses; dataclasses.replace(t)", "import traceback; traceback.format_exception(t)", "import traceback; traceback.format_exception(ValueError(t))", "import inspect; inspect.signature(t)", "import bisect; bisect.insort([copy],t)",
    "import heapq; heapq.heapify([t,copy])", "import itertools; list(itertools.product(t,t))", "import itertools; list(itertools.combinations(t,2))", "import enum; enum.Enum('E',t)", "import string; string.Template('$a').substitute(t)", "'{0}'.format(t)",
    "'{a}'.format_map(t)", "bytes(t)", "bytearray(t)", "int(t)", "complex(t)", "range(t)", "slice(t)==slice(copy)", "type('X',t,{})", "exec('x',t)", "open(t)", "import re; re.sub('a',t,'a')", "import struct; struct.pack('i',t)", "zip(*t)",
    "import contextlib\ntry: raise t\nexcept* ValueError: pass", "t.split(ValueError)", "t.subgroup(lambda e:0)", "t.derive([ValueError()])",
    "match t:\n case [[[x,y],z],w]: pass\n case {1:{2:x}}: pass",
]


def programs():
    for imported, first, following in _SHARED:
        made = f"{imported}\n" if imported else ""
        made += f"t={first}\nfor _ in range(60): t={following}\ncopy={first}\nfor _ in range(60): t,copy=copy,t; t={following}; t,copy=copy,t"
        for asked in _ASKED:
            yield f"{made}\n{asked}"
