"""Programs that nest what they make N deep, or put it into itself, and then ask something of it.

Whatever walks over such objects in C++ must count its depth (DepthGuard), else the stack of the host ends.
"""

# (what is made, what is asked of it: each is a program of its own)
_NESTED = [
    (
        'from types import MappingProxyType\np={1:2}\nfor _ in range(N): p=MappingProxyType(p)',
        [
            'len(p)', 'p[1]', '1 in p', 'list(p)', 'bool(p)', 'p|{}', 'p=={1:2}', 'repr(p)', 'hash(p)', 'p.keys()',
            'p.get(1)', 'p.copy()', 'p.items()', '{**p}', 'dict(p)', 'iter(p)', 'reversed(p)', 'p.values()', '{}|p',
            'p.__len__()', 'p.__getitem__(1)',
        ],
    ),
    (
        'from types import MethodType\ndef f(*a): return len(a)\nfor _ in range(N): f=MethodType(f,1)',
        [
            'f.__name__', 'f()', 'repr(f)', 'f.__doc__', 'hash(f)', 'f==f', 'f.__func__',
            'import inspect; inspect.signature(f)', 'callable(f)', 'f.nothing', 'str(f)', 'dir(f)',
            'import functools; functools.wraps(f)(len)', 'sorted([1,2],key=f)', 'list(map(f,[1]))',
            'import functools; functools.partial(f,1)()',
        ],
    ),
    (
        'from types import GenericAlias\na=list[int]\nfor _ in range(N): a=GenericAlias(a,(int,))',
        [
            'a.append', 'repr(a)', 'a()', 'hash(a)', 'a==a', 'a.__parameters__', 'isinstance(1,a)', 'a[int]',
            'a|None', 'dir(a)', 'list(a)', 'a.__mro_entries__(())', 'issubclass(int,a)', 'a.nothing',
        ],
    ),
    (
        "from typing import *\nT=TypeVar('T')\na=List[T]\nfor _ in range(N//100): a=List[a]",
        [
            'repr(a)', 'hash(a)', 'a[int]', 'a==List[a]', 'a.__parameters__', 'get_type_hints(print)', 'a|None',
            'Optional[a]', 'isinstance(1,a)', 'a.append', 'get_origin(a)', 'get_args(a)',
        ],
    ),
    (
        'from typing import *\na=int\nfor i in range(N//100): a=Union[a,List[a]]',
        [
            'repr(a)', 'hash(a)', 'a==a', 'isinstance(1,a)',
        ],
    ),
    (
        'from typing import *\na=int\nfor i in range(N//100): a=Annotated[list[a],1]',
        [
            'repr(a)', 'hash(a)', 'a==a', 'get_origin(a)', 'a.append',
        ],
    ),
    (
        'f=len\nfor _ in range(N): f=f.__call__',
        [
            'f([])', 'repr(f)', 'f.__name__', 'hash(f)', 'f==f', 'f.__self__', 'str(f)', 'dir(f)',
            'list(map(f,[[]]))', 'sorted([[1]],key=f)', 'f.__doc__', 'f.nothing',
            'import inspect; inspect.signature(f)', 'callable(f)',
        ],
    ),
    (
        't=int\nfor _ in range(N): t=(t,)',
        [
            'isinstance(1,t)', 'issubclass(int,t)', 'try: 1/0\nexcept t: pass', "'a'.startswith(t)", 'repr(t)',
            'hash(t)', 't==t', "'%s'%t", 'str(t)', 'import copy; copy.deepcopy(t)', 'import json; json.dumps(t)',
            'import pprint; pprint.pformat(t)', 'sum(t,())', 'max(t)', '{t}', 't<t', 'sorted([t,t])', "f'{t}'",
            'import reprlib; reprlib.repr(t)', 't in [t]', '[t].index(t)', 'import copy; copy.copy(t)',
        ],
    ),
    (
        't=[]\nfor _ in range(N): t=[t]',
        [
            'repr(t)', 't==t', 'u=[]\nfor _ in range(N): u=[u]\nt==u', 't<[t]', 'import copy; copy.deepcopy(t)',
            'import json; json.dumps(t)', 'import json; json.dumps(t,indent=1)', 'import pprint; pprint.pformat(t)',
            'import reprlib; reprlib.repr(t)', 'import pprint; pprint.isreadable(t)',
            'import json; list(json.JSONEncoder().iterencode(t))', 'print(t)', 'str(t)', 'format(t)',
            "'{}'.format(t)", "'%r'%(t,)", "f'{t!r}'", 'list(t)', 'del t', 't.copy()', 't.sort()', 't+t',
            'import operator; operator.eq(t,[t])', 't in [[t]]', 't.count([t])',
            "import string; string.Formatter().vformat('{0}',t,{})",
        ],
    ),
    (
        't={}\nfor _ in range(N): t={1:t}',
        [
            'repr(t)', 't=={1:t}', 'import copy; copy.deepcopy(t)', 'import json; json.dumps(t)',
            'import json; json.dumps(t,sort_keys=True)', 'import pprint; pprint.pformat(t)',
        ],
    ),
    (
        'from collections import *\nt=ChainMap()\nfor _ in range(N): t=ChainMap(t)',
        [
            'repr(t)', 't[1]', 't[1]=2', 'del t[1]', '1 in t', 'len(t)', 'bool(t)', 'list(t)', 't|{}', 't==t.copy()',
            't.get(1)', 't.pop(1)', 't.popitem()', 't.clear()', 't.setdefault(1,2)', 't.keys()', 'len(t.keys())',
            '1 in t.keys()', 'list(t.items())', 't.update({1:2})', 't.new_child()[1]', 't.parents[1]', 'dict(t)',
            't.maps[0][1]', 't.keys()==t.keys()', 't.keys()&{1}', '1 in t.values()', 'repr(t.items())', 'reversed(t)',
            't.items()|[]', '{1}&t.keys()', 't|=({1:2})', 't.fromkeys([1])', 'import copy; copy.deepcopy(t)',
        ],
    ),
    (
        'from collections import *\nd=deque()\nfor _ in range(N): d=deque([d])',
        [
            'repr(d)', 'd==deque([d])', 'hash(1)', 'import copy; copy.deepcopy(d)', 'd in deque([d])', 'd<deque([d])',
        ],
    ),
    (
        'from collections import *\nd=defaultdict(int)\nfor _ in range(N): d=defaultdict(d)',
        [
            'repr(d)', 'd[1]', 'd==defaultdict(d)', 'import copy; copy.deepcopy(d)',
        ],
    ),
    (
        'from collections import *\nd=OrderedDict()\nfor _ in range(N): d=OrderedDict({1:d})',
        [
            'repr(d)', 'd==OrderedDict({1:d})', 'import copy; copy.deepcopy(d)',
        ],
    ),
    (
        'from collections import *\nd=Counter()\nfor _ in range(N): d=Counter({1:d})',
        [
            'repr(d)', 'd==Counter({1:d})', 'd+d', '-d', 'd<=d', 'd.total()', 'd.most_common()',
        ],
    ),
    (
        "from collections import *\nP=namedtuple('P','x')\nd=P(1)\nfor _ in range(N): d=P(d)",
        [
            'repr(d)', 'd==P(d)', 'hash(d)', 'd._asdict()', 'd<P(d)', 'import copy; copy.deepcopy(d)',
            'import json; json.dumps(d)',
        ],
    ),
    (
        "import io\nb=io.BytesIO(b'ab\\n'*9)\nfor _ in range(N): b=io.BufferedReader(b)",
        [
            'b.read()', 'b.readline()', 'b.closed', 'b.close()', 'b.seek(0)', 'b.tell()', 'b.readable()', 'b.flush()',
            'next(b)', 'b.peek()', 'repr(b)', 'b.name', 'b.mode', 'b.truncate()', 'b.fileno()', 'b.isatty()',
            'b.detach()', 'b.readinto(bytearray(3))', 'b.raw', 'with b: pass', 'list(b)',
        ],
    ),
    (
        "import io\nb=io.BytesIO(b'ab\\n'*9)\nfor _ in range(N): b=io.BufferedWriter(b)",
        [
            "b.write(b'a'*9999)", 'b.closed', 'b.close()', 'b.seek(0)', 'b.tell()', 'b.writable()', 'b.flush()',
            'repr(b)', "b.write(b'x');b.flush()",
        ],
    ),
    (
        "import io\nb=io.BytesIO(b'ab\\n'*9)\nfor _ in range(N): b=io.BufferedRandom(b)",
        [
            "b.write(b'a'*9999)", 'b.read()', 'b.close()', 'b.seek(0)', 'b.tell()', 'b.flush()',
            "b.write(b'x');b.flush()",
        ],
    ),
    (
        "import io\nb=io.BytesIO(b'ab\\n'*9)\nfor _ in range(N): b=io.TextIOWrapper(b)",
        [
            "b.write('a'*9999)", 'b.read()', 'b.close()', 'b.seek(0)', 'b.tell()', 'b.flush()', 'b.readline()',
            'next(b)', 'repr(b)', 'b.name', 'b.closed',
        ],
    ),
    (
        'from functools import *\nf=len\nfor _ in range(N): f=partial(f)',
        [
            'f([])', 'repr(f)', 'hash(f)', 'f==f', 'f.func', 'import inspect; inspect.signature(f)',
        ],
    ),
    (
        'from functools import *\nf=len\nfor _ in range(N):\n    f=partial(f); f.x=1',
        [
            'f([])', 'repr(f)', 'hash(f)', 'f==f', 'f.func',
        ],
    ),
    (
        'from functools import *\nf=len\nfor _ in range(N): f=lru_cache(f)',
        [
            "f('a')", 'repr(f)', 'f.__wrapped__', 'f.cache_info()', 'import inspect; inspect.signature(f)',
            'import inspect; inspect.unwrap(f)', 'f.__name__',
        ],
    ),
    (
        'from functools import *\nf=len\nfor _ in range(N): f=cache(f)',
        [
            "f('a')", "list(map(f,['a']))", "sorted(['a'],key=f)",
        ],
    ),
    (
        'from functools import *\nf=cmp_to_key(lambda a,b:0)\nk=f(1)\nfor _ in range(N): k=f(k)',
        [
            'k==f(1)', 'hash(k)', 'repr(k)', 'k<k',
        ],
    ),
    (
        'from functools import *\nf=singledispatch(len)\nfor _ in range(N): f=singledispatch(f)',
        [
            "f('a')", 'f.registry', 'f.dispatch(int)',
        ],
    ),
    (
        'from contextlib import *\ncm=nullcontext()\nfor _ in range(N): cm=closing(cm)',
        [
            'with cm: pass', 'repr(cm)',
        ],
    ),
    (
        'from contextlib import *\n@contextmanager\ndef g():\n    yield\nf=len\nfor _ in range(N): f=g()(f)',
        [
            'f([])',
        ],
    ),
    (
        'from operator import *\nf=itemgetter(0)\nt=[1]',
        [
            'f(t)',
        ],
    ),
    (
        'e=ValueError(1)\nfor _ in range(N): e=ValueError(e)',
        [
            'repr(e)', 'str(e)', 'raise e', 'hash(e)', 'e==e', 'import traceback; traceback.format_exception(e)',
            'import copy; copy.deepcopy(e)',
        ],
    ),
    (
        "e=ValueError(1)\nfor _ in range(N//10): e=ExceptionGroup('m',[e])",
        [
            'repr(e)', 'str(e)', 'raise e', 'e.split(ValueError)', 'e.subgroup(ValueError)', 'e.derive([e])',
            'import traceback; traceback.format_exception(e)', 'try: raise e\nexcept* ValueError: pass',
            'import copy; copy.deepcopy(e)',
        ],
    ),
    (
        'e=None\nfor i in range(N//10):\n    n=ValueError(1); n.__cause__=e; e=n',
        [
            'repr(e)', 'raise e', 'import traceback; traceback.format_exception(e)',
            'import traceback; traceback.TracebackException.from_exception(e)',
        ],
    ),
    (
        'e=None\nfor i in range(N//10):\n    n=ValueError(1); n.__context__=e; e=n',
        [
            'raise e', 'import traceback; traceback.format_exception(e)',
            'try: raise e\nexcept ValueError: raise KeyError',
        ],
    ),
    (
        's=slice(1)\nfor _ in range(N): s=slice(s)',
        [
            'repr(s)', 's==slice(s)', 'hash(s)', '[][s]', 's.indices(3)', 'import copy; copy.deepcopy(s)',
        ],
    ),
    (
        'p=property(len)\nfor _ in range(N): p=property(p)',
        [
            'repr(p)', 'p.fget', 'p.__doc__', 'p.__isabstractmethod__',
        ],
    ),
    (
        'p=staticmethod(len)\nfor _ in range(N): p=staticmethod(p)',
        [
            'repr(p)', 'p([])', 'p.__name__', 'p.__wrapped__', 'p.__doc__', 'p.__isabstractmethod__',
            'import inspect; inspect.unwrap(p)', 'p.nothing', 'dir(p)', 'hash(p)',
        ],
    ),
    (
        'p=classmethod(len)\nfor _ in range(N): p=classmethod(p)',
        [
            'repr(p)', 'p.__name__', 'p.__wrapped__', 'p.__doc__',
        ],
    ),
    (
        "m=memoryview(b'abc')\nfor _ in range(N): m=memoryview(m)",
        [
            'm[0]', 'm.tobytes()', 'repr(m)', 'm.release()', 'm==m', 'hash(m)', 'm.obj', 'm.tolist()', 'del m',
        ],
    ),
    (
        'import types\nn=types.SimpleNamespace()\nfor _ in range(N): n=types.SimpleNamespace(x=n)',
        [
            'repr(n)', 'n==types.SimpleNamespace(x=n)', 'import copy; copy.deepcopy(n)',
        ],
    ),
    (
        'import asyncio\nasync def f(x):\n    return await x if x else 1\nc=None\nfor _ in range(N): c=f(c)',
        [
            'asyncio.run(c)', 'c.close()', 'c.send(None)', 'c.throw(ValueError)', 'del c', 'repr(c)',
        ],
    ),
    (
        'def f(x):\n    return (yield from x) if x else 1\nc=None\nfor _ in range(N): c=f(c)',
        [
            'next(c)', 'c.close()', 'c.throw(ValueError)', 'del c', 'list(c)',
        ],
    ),
    (
        'def f(x):\n    if x: yield from x\n    else: yield 1\nc=None\nfor _ in range(800): c=f(c)\nnext(c)',
        [
            'next(c)', 'c.close()', 'c.throw(ValueError)', 'del c',
        ],
    ),
    (
        'import asyncio\nasync def m():\n    f=asyncio.get_running_loop().create_future()\n    for _ in range(N//10): f=asyncio.shield(f)\n    return f',
        [
            'asyncio.run(m())', 'async def k():\n    f=await m(); f.cancel()\nasyncio.run(k())',
        ],
    ),
    (
        'import asyncio\nasync def m():\n    f=asyncio.get_running_loop().create_future()\n    for _ in range(N//10): f=asyncio.gather(f)\n    return f',
        [
            'async def k():\n    f=await m(); f.cancel()\nasyncio.run(k())',
            'async def k():\n    f=await m(); repr(f)\nasyncio.run(k())',
        ],
    ),
    (
        "import string\ns='{:'*N+'}'*N",
        [
            's.format(*range(99))', 'string.Formatter().format(s,*range(9))', 'list(string.Formatter().parse(s))',
        ],
    ),
    (
        "s='{0'+'[0]'*N+'}'",
        [
            's.format([1])',
        ],
    ),
    (
        "s='('*N+')'*N",
        [
            'eval(s)', "compile(s,'a','eval')", 'import re; re.compile(s)', "import json; json.loads('['*N)",
            'import ast; ast.literal_eval(s)',
        ],
    ),
    (
        "s='-'*N+'1'",
        [
            'eval(s)', 'import ast; ast.literal_eval(s)',
        ],
    ),
    (
        "s='1'+'+1'*N",
        [
            'eval(s)',
        ],
    ),
    (
        "s='a'+'.a'*N",
        [
            'eval(s)', "exec(s+'=1')",
        ],
    ),
    (
        "s='x'+'[0]'*N",
        [
            'eval(s)', "exec('del '+s)",
        ],
    ),
    (
        "s='lambda:'*N+'1'",
        [
            'eval(s)',
        ],
    ),
    (
        "s='not '*N+'1'",
        [
            'eval(s)',
        ],
    ),
    (
        "s='1 if 1 else '*N+'1'",
        [
            'eval(s)',
        ],
    ),
    (
        "s='a,'*N+'=1'",
        [
            'exec(s)',
        ],
    ),
    (
        "s='a='*N+'1'",
        [
            'exec(s)',
        ],
    ),
    (
        "s='['*N",
        [
            'import json; json.loads(s)', 'import json; json.JSONDecoder().raw_decode(s)',
        ],
    ),
    (
        's=\'{"a":\'*N',
        [
            'import json; json.loads(s)',
        ],
    ),
    (
        "import re\ns='(?:'*N+'a'+')'*N",
        [
            're.compile(s)', "re.match(s[:3000*3],'a')",
        ],
    ),
    (
        "import re\ns='(?:a'*90+')*'*90",
        [
            're.compile(s)', "re.match(s,'a'*99)",
        ],
    ),
    (
        "import re\ns='a|'*N",
        [
            're.compile(s)',
        ],
    ),
    (
        'import graphlib\ng={i:[i+1] for i in range(N)}',
        [
            'list(graphlib.TopologicalSorter(g).static_order())',
        ],
    ),
    (
        'import graphlib\ng={i:[i+1] for i in range(N)}\ng[N]=[0]',
        [
            'list(graphlib.TopologicalSorter(g).static_order())',
        ],
    ),
    (
        'import difflib',
        [
            "difflib.ndiff('ab\\n'*300,'ba\\n'*300)",
            "list(difflib.ndiff(['ab%d'%i for i in range(300)],['ba%d'%i for i in range(300)]))",
        ],
    ),
    (
        'import textwrap',
        [
            "textwrap.wrap('a '*N)",
        ],
    ),
    (
        "import pathlib\np=pathlib.PurePath('a/'*N)",
        [
            'p.parents', 'len(p.parents)', 'list(p.parents)', 'p.parents[5].parents', 'repr(p)', "p.match('*/'*N)",
            "p.full_match('**/'*200)", 'p.relative_to(p)', 'hash(p)',
        ],
    ),
    (
        'import fnmatch',
        [
            "fnmatch.fnmatch('a'*N,'*a'*200)", "fnmatch.translate('*'*N)",
        ],
    ),
    (
        'import shlex',
        [
            'shlex.split(\'"\'*N)',
        ],
    ),
    (
        'import heapq\nk=[1]\nfor _ in range(200000): k=[k]',
        [
            'heapq.heappush([k],k)', 'heapq.nlargest(2,[k,k])', 'list(heapq.merge([k],[k]))',
            'i=iter([1])\nfor _ in range(N): i=heapq.merge(i)\nnext(i)',
            'i=iter([1])\nfor _ in range(N): i=heapq.merge(i)\nlist(i)',
        ],
    ),
    (
        'import copy\na=[]\nfor _ in range(N): a=[a]',
        [
            'copy.deepcopy(a)', 'copy.replace',
        ],
    ),
    (
        "from string.templatelib import Template\nt=t'{1}'\nfor _ in range(N): t=t'{t}'",
        [
            'repr(t)', 't+t', 't==t', 'list(t)', 'hash(t)', 'str(t)',
        ],
    ),
    (
        "x=1\nfor _ in range(N): x=t'{x}'",
        [
            'repr(x)',
        ],
    ),
    (
        'import struct',
        [
            "struct.unpack('1s'*N,b'a'*N)", "struct.calcsize('('*N)",
        ],
    ),
    (
        'import csv',
        [
            'list(csv.reader([\'"\'*N]))', "r=iter(['a'])\nfor _ in range(N): r=csv.reader(r)\nnext(r)",
        ],
    ),
    (
        'from functools import *\np=partial(len)\np.__setstate__((p,(),{},None))',
        [
            'p([])', 'repr(p)', 'hash(p)', 'p.func()', 'import inspect; inspect.signature(p)', 'list(map(p,[1]))',
        ],
    ),
    (
        'e=ValueError(1)\ne.args=(e,)',
        [
            'repr(e)', 'str(e)', 'raise e', 'import copy; copy.deepcopy(e)',
            'import traceback; traceback.format_exception(e)',
        ],
    ),
    (
        'e=ValueError(1)\ne.__cause__=e',
        [
            'raise e', 'import traceback; traceback.format_exception(e)',
        ],
    ),
    (
        'e=ValueError(1)\ne.__context__=e',
        [
            'raise e', 'try: raise e\nexcept ValueError: raise e',
        ],
    ),
    (
        'def f(): pass\nf.__wrapped__=f',
        [
            'import inspect; inspect.unwrap(f)', 'import inspect; inspect.signature(f)',
            'import functools; functools.wraps(f)(f)',
        ],
    ),
    (
        'from collections import *\nd=defaultdict()\nd.default_factory=d.__getitem__ if 1 else 0',
        [
            'd[1]', 'd.__missing__(1)', 'repr(d)',
        ],
    ),
    (
        'from collections import *\nd=defaultdict()\nd.default_factory=lambda: d[1]',
        [
            'd[1]',
        ],
    ),
    (
        'import types\nn=types.SimpleNamespace()\nn.x=n',
        [
            'repr(n)', 'n==types.SimpleNamespace(x=n)', 'import copy; copy.deepcopy(n)', 'n==n',
        ],
    ),
    (
        'from contextlib import *\ns=ExitStack()\ns.callback(s.close)\ns.push(s)',
        [
            's.close()', 'with s: pass', 'repr(s)',
        ],
    ),
    (
        'l=[]\nl.append(l)\nm=[]\nm.append(m)',
        [
            'l==m', 'repr(l)', 'l<m', 'import json; json.dumps(l)', 'import copy; copy.deepcopy(l)==l',
            'import pprint; pprint.pformat(l)', 'str(l)', "'%s'%l", "f'{l}'", 'l.index(m)', 'm in l', 'l.count(m)',
            'l.remove(m)', 'import reprlib; reprlib.repr(l)', 'sorted([l,m])', 'l*2==m*2', 'hash((1,l))',
            'import json; json.dumps(l,check_circular=False)', 'print(l)', 'import textwrap; textwrap.dedent(l)',
            'sum(l,[])', 'max([l,m])', 'isinstance(1,tuple(l))',
        ],
    ),
    (
        'd={}\nd[1]=d\ne={}\ne[1]=e',
        [
            'd==e', 'repr(d)', 'import json; json.dumps(d)', 'import json; json.dumps(d,check_circular=False)',
            'import copy; copy.deepcopy(d)', 'import pprint; pprint.pformat(d)', 'd|d==e', 'd.items()==e.items()',
            'd.items()-e.items()', 'list(d.values())==list(e.values())', 'str(d)',
            'import types; types.MappingProxyType(d)==e', "'%(a)s'%d", "'{0[1]}'.format(d)", "f'{d}'",
            "import string; string.Template('$a').substitute(d)", 'import random; random.choice(d)',
        ],
    ),
    (
        'from collections import *\nd=OrderedDict()\nd[1]=d\ne=OrderedDict()\ne[1]=e',
        [
            'd==e', 'repr(d)', 'import copy; copy.deepcopy(d)',
        ],
    ),
    (
        'from collections import *\nd=Counter()\nd[1]=d',
        [
            'repr(d)', 'd+d', '-d', '+d', 'd|d', 'd&d', 'd-d', 'd<=d', 'd.most_common()', 'd.total()', 'd.update(d)',
            'list(d.elements())', 'd==Counter(d)', 'd.subtract(d)',
        ],
    ),
    (
        'from collections import *\nd=deque()\nd.append(d)\ne=deque()\ne.append(e)',
        [
            'repr(d)', 'd==e', 'd<e', 'd.index(e)', 'e in d', 'import copy; copy.deepcopy(d)', 'd*2==e*2',
        ],
    ),
    (
        'import asyncio\nasync def m():\n    t=asyncio.current_task()\n    await t\n',
        [
            'asyncio.run(m())',
        ],
    ),
    (
        'import asyncio\nasync def m():\n    t=asyncio.current_task()\n    await asyncio.gather(t)\n',
        [
            'asyncio.run(m())',
        ],
    ),
    (
        'import asyncio\nasync def m():\n    t=asyncio.current_task()\n    g=asyncio.gather(asyncio.create_task(k(t)))\n    await g\nasync def k(t): await t',
        [
            'asyncio.run(m())',
        ],
    ),
    (
        'def g():\n    yield from it\nit=g()',
        [
            'next(it)', 'list(it)', 'it.throw(ValueError)', 'it.close()',
        ],
    ),
    (
        'def f():\n  while 1:\n    x=yield from it\nit=f()',
        [
            'next(it)',
        ],
    ),
    (
        'from itertools import *\ni=iter([])\ni=chain.from_iterable(x for x in j)\n',
        [
            'next(i)',
        ],
    ),
    (
        'from itertools import *\nb=[]\ni=chain.from_iterable(b)\nb.append(i)',
        [
            'next(i)', 'list(i)', 'for a,c in i: pass', 'sum(i)', 'max(i)',
        ],
    ),
    (
        'from itertools import *\nb=[]\ni=map(lambda x: next(i),count())',
        [
            'next(i)', 'list(i)',
        ],
    ),
    (
        'from itertools import *\ni=filter(lambda x: next(i),count())',
        [
            'next(i)', 'list(i)',
        ],
    ),
    (
        'from itertools import *\ni=accumulate(count(),lambda a,b: next(i))',
        [
            'list(i)',
        ],
    ),
    (
        'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n+1)',
        [
            'f(0)',
        ],
    ),
    (
        'import sys\nsys.setrecursionlimit(10**9)\nd={}\ndef f(n): return sorted([n],key=f)',
        [
            'f(0)',
        ],
    ),
    (
        'import sys,functools\nsys.setrecursionlimit(10**9)\n@functools.lru_cache(None)\ndef f(n): return f(n+1)',
        [
            'f(0)',
        ],
    ),
    (
        "import sys,re\nsys.setrecursionlimit(10**9)\ndef f(n): return re.sub('a',f,'a')",
        [
            'f(0)',
        ],
    ),
    (
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return eval('f(0)')",
        [
            'f(0)',
        ],
    ),
    (
        'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return list(map(f,[1]))',
        [
            'f(0)',
        ],
    ),
    (
        'import sys,json\nsys.setrecursionlimit(10**9)\ndef f(n): return json.dumps(f,default=f)',
        [
            'f(0)',
        ],
    ),
    (
        'import sys,copy\nsys.setrecursionlimit(10**9)\nt=[]\nfor _ in range(N): t=[t]',
        [
            'repr(t)', 't==[t]', 'copy.deepcopy(t)', 'hash((1,))',
        ],
    ),
    (
        'import json',
        [
            'json.dumps(1,default=lambda o:o)', 'json.dumps(object(),default=lambda o:o)',
            'json.dumps(object(),default=lambda o:[o])', 'json.dumps({object():1},default=lambda o:[o])',
        ],
    ),
    (
        'from string import *',
        [
            "Template('$a'*1000).substitute(a='$a')", "Formatter().format('{0.x}',1)",
        ],
    ),
    (
        "import re\ns='(?=' *N+'a'+')'*N",
        [
            're.compile(s)',
        ],
    ),
    (
        "import re\ns='(?<=' *900+'a'+')'*900",
        [
            're.compile(s)',
        ],
    ),
    (
        "import re\ns='(a' *N+')'*N",
        [
            're.compile(s)',
        ],
    ),
    (
        "import re\ns='(?P<a>(?(a)'*900+'b|c)'*900+')'*900",
        [
            're.compile(s)',
        ],
    ),
    (
        "import re\ns='(?:'*900+'a?'+')*'*900",
        [
            're.compile(s)', "re.match(s,'aaaa')",
        ],
    ),
    (
        "import re\ns='(?:a|(?:b|'*400+'c'+'))'*400",
        [
            're.compile(s)', "re.match(s,'c')",
        ],
    ),
    (
        "import re\ns='(?:(?:a|b)*?'*300+')*'*300",
        [
            "re.match(s,'ab'*100)", "re.fullmatch(s,'ab'*100+'c')",
        ],
    ),
    (
        'import re',
        [
            "re.match('(?:a{1,1000}){1,1000}','a'*1000)", "re.match('((a*)*)*b','a'*40)",
            "re.match('(?:(?:(?:a{9}){9}){9}){9}{9}','a')",
        ],
    ),
]

# Iterators over the iterator i before.
_ITERATORS = [
    'iter(i)', 'enumerate(i)', 'zip(i)', 'chain(i)', 'islice(i,None)', 'map(len,i)', 'filter(None,i)', 'cycle(i)',
    'tee(i,1)[0]', 'accumulate(i)', 'pairwise(i)', 'batched(i,1)', 'zip_longest(i)', 'takewhile(bool,i)',
    'dropwhile(bool,i)', 'starmap(max,i)', 'groupby(i)', 'compress(i,i)', 'filterfalse(None,i)', 'reversed([i])',
    'product([i])', 'permutations([i])', 'repeat(i)', 'count(1)', '(x for x in i)', 'iter([i])',
    'chain.from_iterable([i])',
]
_OF_ITERATORS = [
    'next(i)', 'list(i)', 'for a in i: pass', 'for a,b in i: break', 'repr(i)', "'x' in i", 'sum(i)', 'dict(i)',
    'a,*b=i', 'import copy; copy.copy(i)', 'import copy; copy.deepcopy(i)', 'max(i)', 'len(set(i))', 'i.__next__()',
    'i.__length_hint__()', 'import operator; operator.length_hint(i)', '[*i]', "''.join(i)", 'i.__iter__()',
    'yield_=[(yield_) for yield_ in i]', 'sorted(i)', 'any(i)', 'min(i,key=len)', 'print(*i)',
]


def programs():
    """The programs, which take the depth from N."""
    for setup, uses in _NESTED:
        for use in uses:
            yield f"{setup}\n{use}\n"
    for iterator in _ITERATORS:
        for use in _OF_ITERATORS:
            yield f"from itertools import *\ni=iter(['ab','cd']*3)\nfor _ in range(N): i={iterator}\n{use}\n"
