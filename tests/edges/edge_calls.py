#!/usr/bin/env python3
"""Calls every builtin, method and function of pysub with values from the edges, and compares with CPython.

    edge_calls.py --pysub build/fast/bin/pysub --count 20        20 calls of each target, compared with CPython 3.14 under node
                                                                 and, where sizes matter, with this machine's 64-bit python3
    edge_calls.py --pysub ... --count 20 --only list. math.      only targets with such names
    edge_calls.py --pysub build/dev/bin/pysub --alone            asks nobody: pysub must not crash (with sanitizers: a fuzzer)
    edge_calls.py --pysub ... --check                            the sample of sample.txt: what CI runs
    edge_calls.py --pysub ... --record                           asks CPython for that sample, and for targets and signatures
    edge_calls.py --show NAME:NUMBER                             the call as a program

A target is a function, a method or an operator; its n-th call depends on its name and n alone. explained.txt says which
differences are meant, each with its reason.
"""

import argparse
import base64
import collections
import concurrent.futures
import fnmatch
import hashlib
import json
import math
import os
import random
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))

import values
from case_filter import end_if_listing, is_wanted
from oracle import Oracle

SAMPLE = os.path.join(HERE, "sample.txt")
SAMPLE_CALLS = 4  # of each target
WITH_TWINS = 1000  # calls from this number on have values of neighbouring types
EXPLAINED = os.path.join(HERE, "explained.txt")
LIMITS = ["--clock=virtual", "--seed=0", "--max-memory", "300MB", "--max-steps", "30000000", "--max-recursion-depth", "300"]
BATCH = 1000

with open(os.path.join(HERE, "program.py")) as file:
    PRELUDE = file.read()

# Operators and statements, as functions of a receiver and others.
OPERATORS = {
    "[]": "lambda r, a: r[a]", "[:]": "lambda r, a, b: r[a:b]", "[::]": "lambda r, a, b, c: r[a:b:c]", "[]=": "lambda r, a, b: setitem(r, a, b)",
    "[:]=": "lambda r, a, b, c: setitem(r, slice(a, b), c)", "[::]=": "lambda r, a, b, c, d: setitem(r, slice(a, b, c), d)", "del[]": "lambda r, a: delitem(r, a)",
    "del[::]": "lambda r, a, b, c: delitem(r, slice(a, b, c))", "in": "lambda r, a: a in r", "+": "lambda r, a: r + a", "-": "lambda r, a: r - a", "*": "lambda r, a: r * a",
    "r*": "lambda r, a: a * r", "r-": "lambda r, a: a - r", "/": "lambda r, a: r / a", "//": "lambda r, a: r // a", "%": "lambda r, a: r % a", "**": "lambda r, a: r ** a",
    "r**": "lambda r, a: a ** r", "<<": "lambda r, a: r << a", ">>": "lambda r, a: r >> a", "&": "lambda r, a: r & a", "|": "lambda r, a: r | a", "^": "lambda r, a: r ^ a",
    "@": "lambda r, a: r @ a", "==": "lambda r, a: r == a", "<": "lambda r, a: r < a", ">=": "lambda r, a: r >= a", "+=": "lambda r, a: inplace(r, a, '+')", "*=": "lambda r, a: inplace(r, a, '*')",
    "|=": "lambda r, a: inplace(r, a, '|')", "-=": "lambda r, a: inplace(r, a, '-')", "neg": "lambda r: -r", "invert": "lambda r: ~r", "not": "lambda r: not r", "()": "lambda r, a: r(a)", "(*)": "lambda r, a: r(*a)",
    "(**)": "lambda r, a: r(**a)", "for": "lambda r: [x for x in r][:50]", "unpack": "lambda r: unpack(r)", "f''": "lambda r, a: f'{r:{a}}'", "f'!r'": "lambda r, a: f'{r!r:{a}}'", "%s": "lambda r, a: a % r", "if": "lambda r: 1 if r else 2",
    "with": "lambda r: with_it(r)", "[:]range": "lambda r, a: [*r[a:]][:5]",
}  # fmt: skip
PRELUDE += '''

def setitem(r, a, b):
    r[a] = b


def delitem(r, a):
    del r[a]


def inplace(r, a, how):
    if how == '+':
        r += a
    elif how == '*':
        r *= a
    elif how == '|':
        r |= a
    else:
        r -= a
    return r


def unpack(r):
    a, b, *c = r
    return a, b, c


def with_it(r):
    with r as x:
        return x


'''

# Targets that are not called, with the reason.
SKIPPED = """
builtins.input builtins.breakpoint builtins.open builtins.help builtins.exit builtins.quit builtins.print -- streams
builtins.id *.__hash__ builtins.hash *.__sizeof__ sys.getsizeof operator.__hash__ -- addresses and sizes of this machine
builtins.exec builtins.eval builtins.compile builtins.__import__ builtins.globals builtins.locals builtins.vars builtins.dir *.__dir__ -- differential.py does programs
sys.* -- settings and streams of the process
decimal.setcontext decimal.getcontext decimal.localcontext random.seed random.setstate random.* -- state of the process
warnings.* logging.* locale.setlocale csv.field_size_limit csv.register_dialect csv.unregister_dialect re.purge -- state of the process
time.sleep time.time* time.monotonic* time.perf_counter* time.process_time* time.thread_time* time.localtime time.ctime time.asctime time.gmtime time.mktime time.strftime time.tzset time.get_clock_info time.clock_* -- the clock
datetime.*.today datetime.*.now datetime.*.utcnow -- the clock
uuid.uuid1 uuid.uuid4 uuid.uuid6 uuid.uuid7 uuid.uuid8 uuid.getnode uuid.main -- chance
secrets.* tempfile.* shutil.* glob.* os.* io.open io.FileIO io.open_code pathlib.Path pathlib.PosixPath pathlib.UnsupportedOperation gzip.open gzip.main zoneinfo.reset_tzpath zoneinfo.available_timezones -- files
os.path.exists os.path.lexists os.path.is* os.path.get* os.path.samefile os.path.sameopenfile os.path.realpath os.path.ismount os.path.expand* -- files
asyncio.* -- needs a loop: random_topics_flow.py
traceback.print_* traceback.walk_* traceback.extract_stack traceback.format_stack traceback.format_exc traceback.extract_tb traceback.StackSummary.* -- streams and frames
abc.* numbers.* collections.abc.* typing.Generic typing.Protocol -- serve classes
calendar.main calendar.prmonth calendar.prcal calendar.TextCalendar.pr* pprint.pprint pprint.pp pprint.PrettyPrinter.pprint base64.main base64.test -- streams
contextlib.chdir contextlib.redirect_* -- streams
hmac.compare_digest operator._compare_digest -- times
types.coroutine types.new_class types.prepare_class types.resolve_bases types.DynamicClassAttribute -- serve classes
random.Random.seed -- CPython's hash of an object's address
*.__reduce__ *.__reduce_ex__ *.__getstate__ *.__setstate__ *.__init_subclass__ *.__subclasshook__ *.__new__ *.__getattribute__ *.__setattr__ *.__delattr__ *.__class__ *.__doc__ *.__dict__ *.__subclasses__ *.mro -- inner parts
*.gi_* *.cr_* *.ag_* *.__code__ *.__globals__ *.__builtins__ *.__closure__ *.__traceback__ *.tb_* -- frames
""".strip().split("\n")
SKIPPED_PATTERNS = [pattern for line in SKIPPED for pattern in line.split(" -- ")[0].split()]
KEPT = {"random.Random", "os.path"}

OPERATIONS = """
__abs__ __add__ __and__ __bool__ __bytes__ __call__ __ceil__ __complex__ __contains__ __copy__ __deepcopy__ __delitem__ __divmod__ __enter__
__exit__ __float__ __floor__ __floordiv__ __getitem__ __iadd__ __iand__ __ilshift__ __imul__ __index__ __int__ __invert__ __ior__ __irshift__
__isub__ __iter__ __ixor__ __len__ __length_hint__ __lshift__ __matmul__ __missing__ __mod__ __mul__ __neg__ __next__ __or__ __pos__ __pow__
__radd__ __rand__ __rdivmod__ __reversed__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ __round__ __rpow__ __rrshift__ __rshift__
__rsub__ __rtruediv__ __rxor__ __setitem__ __sub__ __truediv__ __trunc__ __xor__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __format__
__repr__ __str__ __init__ __class_getitem__ __replace__ __getnewargs__ __instancecheck__ __buffer__ __release_buffer__
""".split()

# Prints the targets that there are, as JSON: pysub runs it; with signatures of CPython's inspect where there are any.
LIST = r"""
import json, sys
RECEIVERS = %r
OPERATIONS = %r
MODULES = %r
try:
    import inspect
except ImportError:
    inspect = None


def signature(value):
    if inspect is None:
        return getattr(value, '__text_signature__', None)
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):
        return None


answer = {}
for name in MODULES:
    module = __import__(name)
    for part in name.split('.')[1:]:
        module = getattr(module, part)
    for attribute in dir(module):
        if attribute[0] == '_' and not (name == 'operator' and attribute in OPERATIONS):
            continue
        value = getattr(module, attribute)
        if type(value) is type(json) or not callable(value):
            continue
        if name == 'operator' and attribute[0] == '_':
            continue
        answer[name + '.' + attribute] = signature(value)
for name, makers in RECEIVERS.items():
    value = makers()
    for attribute in dir(value):
        if attribute[0] == '_' and attribute not in OPERATIONS:
            continue
        try:
            member = getattr(value, attribute)
        except Exception:
            continue
        answer[name + '.' + attribute] = signature(member) if callable(member) else 'data'
print(json.dumps(answer))
"""


def skipped(name):
    if any(name.startswith(kept) for kept in KEPT):
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in SKIPPED_PATTERNS if not pattern.endswith(("random.*", "os.*")))
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in SKIPPED_PATTERNS)


def imports(used):
    """The import statements that a program needs."""
    found = [name for name in values.MODULES if re.search(r"\b" + re.escape(name) + r"\b", used)]
    found = [name for name in found if name not in ("__future__", "string.templatelib")]
    text = "".join(f"import {name}\n" for name in found)
    if "templatelib" in used:
        text += "try:\n    import string.templatelib\nexcept ImportError:  # CPython 3.11\n    pass\n"
    return text


def list_source():
    makers = {name: (exprs[0] if exprs else "5") for name, exprs in values.RECEIVERS.items()}
    text = "{" + ", ".join(f"{name!r}: lambda: {expr}" for name, expr in makers.items()) + "}"
    source = LIST.replace("RECEIVERS = %r", "RECEIVERS = " + text)
    modules = [name for name in values.MODULES + ["sys"] if name != "__future__"]
    source = source.replace("OPERATIONS = %r", f"OPERATIONS = {OPERATIONS!r}").replace("MODULES = %r", f"MODULES = {modules!r}")
    return PRELUDE + imports(text) + source


def parameters(signature):
    """[(name, kind)], kind one of "positional", "either", "keyword", "many", "keywords"."""
    if signature is None or signature == "data":
        return None
    inner = signature[1 : signature.rindex(")")]
    found, depth, part, parts = [], 0, "", []
    for c in inner:
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
            continue
        depth += c in "([{"
        depth -= c in ")]}"
        part += c
    parts.append(part.strip())
    kind = "either"
    for part in parts:
        name = re.split(r"[=:]", part)[0].strip()
        if part == "/":
            found = [(n, "positional") for n, _ in found]
        elif part == "*":
            kind = "keyword"
        elif part.startswith("**"):
            found.append((name[2:], "keywords"))
        elif part.startswith("*"):
            found.append((name[1:], "many"))
            kind = "keyword"
        elif name and not name.startswith("$"):
            found.append((name, kind))
    return found


class Target:
    """`name` as in targets.txt, e.g. "list.insert", "builtins.len", "operators.[]"."""

    def __init__(self, name, signature):
        self.name = name
        self.owner, self.attribute = name.rsplit(".", 1) if not name.startswith("operators.") else ("operators", name[10:])
        self.signature = signature
        self.data = signature == "data"
        self.parameters = parameters(signature)
        self.method = self.owner in values.RECEIVERS
        self.module = self.owner if not self.method else (self.owner.rsplit(".", 1)[0] if "." in self.owner else "builtins")

    def receiver(self, rng):
        if self.owner == "operators":
            expr = self.operand(rng)
            ranges = self.attribute in ("[]", "[:]", "[::]", "==", "in", "if")
            return "range(5)" if values.endless(expr) and not (ranges and expr.startswith("range")) else expr
        exprs = values.RECEIVERS[self.owner]
        return values.edge_int(rng) if exprs is None else rng.choice(exprs)

    def operand(self, rng):
        return values.pick(rng, rng.choice(["int", "number", "str", "bytes"])) if rng.random() < 0.3 else self.any_receiver(rng)

    def any_receiver(self, rng):
        owner = rng.choice(list(values.RECEIVERS))
        exprs = values.RECEIVERS[owner]
        return values.edge_int(rng) if exprs is None else rng.choice(exprs)

    def home(self, rng):
        """A value like those that belong to the type or the module."""
        if self.method and values.RECEIVERS[self.owner]:
            if rng.random() < 0.6 or self.module not in values.MODULE_VALUES:
                return rng.choice(values.RECEIVERS[self.owner])
        pool = values.MODULE_VALUES.get(self.module)
        owned = [name for name in values.RECEIVERS if name.startswith(self.module + ".")]
        if owned and rng.random() < 0.5:
            return rng.choice(values.RECEIVERS[rng.choice(owned)])
        return rng.choice(pool) if pool else values.any_value(rng)

    def argument(self, rng, name):
        expr = self.any_argument(rng, name)
        return "range(5)" if values.endless(expr) else expr

    def any_argument(self, rng, name):
        chance = rng.random()
        pool = values.BY_PARAMETER.get(name)
        if pool and chance < 0.6:
            return values.pick(rng, pool)
        if chance < 0.75:
            return self.home(rng)
        if chance < 0.85:
            return values.pick(rng, "int")
        return values.any_value(rng)

    def call(self, number):
        """(expressions of the values, the call as a lambda)"""
        rng = random.Random(f"{self.name}:{number}")
        given, call = self.draw(rng)
        if number >= WITH_TWINS:
            given = [self.twin(rng, expr) if i > 0 or not self.method else expr for i, expr in enumerate(given)]
        # CPython looks through the whole of a range for what is no int.
        if self.name in ("range.index", "range.count", "range.__contains__", "operators.in") and given[0].startswith("range") and not re.fullmatch(r"[-+*\d ]+", given[-1]):
            given[0] = "range(5)"
        return given, call

    def twin(self, rng, expr):
        chosen = values.twin(rng, expr) if rng.random() < 0.35 else expr
        return "range(5)" if chosen != expr and values.endless(chosen) else chosen

    def draw(self, rng):
        given, positional, named = [], [], []
        if self.owner == "operators":
            text = OPERATORS[self.attribute]
            count = text.split(":")[0].count(",")
            given = [self.receiver(rng)]
            for _ in range(count):
                chance = rng.random()
                given.append(given[0] if chance < 0.1 else self.same_kind(rng, given[0]) if chance < 0.4 else values.pick(rng, "int") if chance < 0.7 else values.any_value(rng))
                if values.endless(given[-1]) and not (len(given) == 2 and given[0] == given[1]):
                    given[-1] = "range(5)"
            return given, text
        if self.method:
            given.append(self.receiver(rng))
        if not self.data:
            for name, kind, expr in self.arguments(rng):
                if kind == "star":
                    positional.append("*" + self.slot(given, expr))
                elif name is None:
                    positional.append(self.slot(given, expr))
                else:
                    named.append(f"{name}={self.slot(given, expr)}")
        callee = f"v0.{self.attribute}" if self.method else self.name.removeprefix("builtins.")
        text = callee if self.data else f"{callee}({', '.join(positional + named)})"
        return given, f"lambda {', '.join(f'v{i}' for i in range(len(given)))}: {text}"

    def same_kind(self, rng, expr):
        for exprs in values.RECEIVERS.values():
            if exprs and expr in exprs:
                return rng.choice(exprs)
        return values.pick(rng, "number")

    def slot(self, given, expr):
        given.append(expr)
        return f"v{len(given) - 1}"

    def arguments(self, rng):
        """[(keyword or None, kind, expression)]"""
        known = self.parameters
        if known is None:
            count = rng.choice([0, 1, 1, 1, 2, 2, 3, 4])
            for i in range(count):
                yield None, "", self.argument(rng, None)
            if rng.random() < 0.06:
                yield rng.choice(["key", "x", "default", "start", "encoding", "self", "a"]), "", values.any_value(rng)
            return
        chance = rng.random()
        # How many of those that may be positional are given: mostly those without a default would be best; any number does.
        either = [p for p in known if p[1] in ("positional", "either")]
        count = rng.randint(max(0, len(either) - 2), len(either)) if chance < 0.5 else rng.randint(0, len(either))
        if chance > 0.96:
            count = len(either) + 1
        by_name = rng.random() < 0.15
        for i in range(count):
            name, kind = either[i] if i < len(either) else (None, "positional")
            expr = self.argument(rng, name)
            if kind == "either" and by_name and rng.random() < 0.6 or (kind == "positional" and rng.random() < 0.01 and name):
                by_name = True
                yield name, "", expr
            elif by_name:
                yield name or "other", "", expr
            else:
                yield None, "", expr
        for name, kind in known:
            if kind == "keyword" and rng.random() < 0.4:
                yield name, "", self.argument(rng, name)
            elif kind == "many" and not by_name:
                for _ in range(rng.choice([0, 1, 2, 3])):
                    yield None, "", self.argument(rng, name)
            elif kind == "keywords" and rng.random() < 0.3:
                yield rng.choice(["a", "key", "x"]), "", values.any_value(rng)
        if rng.random() < 0.02:
            yield "unknown", "", "1"


def row(number, target, index):
    given, call = target.call(index)
    # No keyword twice: that is a SyntaxError.
    names = re.findall(r"[(,] ?(\w+)=v\d", call)
    if len(set(names)) < len(names):
        return None
    values_text = "".join(f"{expr}, " for expr in given)
    return f"t({number}, lambda: ({values_text}), {call})\n"


class Case:
    def __init__(self, target, index):
        self.target = target
        self.index = index

    @property
    def name(self):
        return f"{self.target.name}:{self.index}"

    def row(self, number):
        return row(number, self.target, self.index)

    def __lt__(self, other):
        return self.name < other.name

    def text(self):
        given, call = self.target.call(self.index)
        return f"({', '.join(given)}) {call}"


def program(cases, more=""):
    rows = "".join(case.row(number) for number, case in enumerate(cases))
    return imports(rows) + PRELUDE + more + rows


ADDRESS = re.compile(r"0x[0-9a-fA-F]{5,}")
LINE = re.compile(r"(program\.py\\*\", line )\d+")  # depends on what else the program has


def answers_of(stdout, count):
    """The lines of a program, by number; what it printed otherwise is dropped."""
    found = [None] * count
    for part in stdout.split("\x01")[1:]:
        number, _, text = part.partition(" ")
        found[int(number)] = LINE.sub(r"\1", ADDRESS.sub("0x", text.rstrip("\n")))
    return found


class Pysub:
    def __init__(self, path):
        self.path = os.path.abspath(path)

    def run(self, cases, seconds=120):
        """What pysub says to each case: a line, "LIMIT: ..." or "CRASH: ..."."""
        answers = [None] * len(cases)
        first = 0
        while first < len(cases):
            rest = cases[first:]
            with tempfile.TemporaryDirectory(prefix="edge.") as folder:
                with open(os.path.join(folder, "program.py"), "w", encoding="utf-8", errors="surrogatepass") as file:
                    file.write(program(rest))
                try:
                    done = subprocess.run([self.path, *LIMITS, "program.py"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds)
                    out, err, code = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), done.returncode
                except subprocess.TimeoutExpired as late:
                    out, err, code = (late.stdout or b"").decode("utf-8", "replace"), "timeout", 124
            found = answers_of(out, len(rest))
            stopped = next((i for i, text in enumerate(found) if text is None), len(rest))
            answers[first : first + stopped] = found[:stopped]
            first += stopped
            if first < len(cases):
                last = (err.strip().split("\n") or [""])[-1]
                if code == 1 and ("limit" in last or "exceeded" in last) or code == 124:
                    answers[first] = "LIMIT: " + last
                elif len(cases) - first == 1:
                    answers[first] = f"CRASH: exit {code}: " + err[-3000:]
                else:  # what was printed last was lost: one of the rest it was
                    middle = (first + len(cases)) // 2
                    answers[first:] = self.run(cases[first:middle], seconds) + self.run(cases[middle:], seconds)
                    break
                first += 1
        return answers


# A case at which CPython does not come back within two seconds ends the process.
WATCH = """import faulthandler, sys
real_t = t


def t(number, *rest):
    faulthandler.dump_traceback_later(2, exit=True)
    real_t(number, *rest)


"""


def native(cases):
    """What this machine's python3 says to each case, "LOST" where it did not come back."""
    answers = [None] * len(cases)
    first = 0
    while first < len(cases):
        rest = cases[first:]
        with tempfile.TemporaryDirectory(prefix="edge.") as folder:
            with open(os.path.join(folder, "program.py"), "w", encoding="utf-8", errors="surrogatepass") as file:
                file.write(program(rest, WATCH))
            done = subprocess.run([sys.executable, "-uB", "program.py"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)))
        found = answers_of(done.stdout.decode("utf-8", "replace"), len(rest))
        stopped = next((i for i, text in enumerate(found) if text is None), len(rest))
        answers[first : first + stopped] = found[:stopped]
        first += stopped
        if first < len(cases):
            answers[first] = "LOST"
            first += 1
    return answers


class Cpython:
    """CPython's answers, kept between runs, one by one."""

    def __init__(self, kind):
        folder = os.path.join(ROOT, "build", "edges")
        os.makedirs(folder, exist_ok=True)
        self.database = sqlite3.connect(os.path.join(folder, f"answers-{kind}.sqlite"), check_same_thread=False, isolation_level=None)
        self.database.execute("pragma synchronous = off")
        self.database.execute("create table if not exists calls (key blob primary key, answer blob) without rowid")
        self.prelude = hashlib.sha256(PRELUDE.encode())
        self.kind = kind
        self.oracle = None

    def run(self, cases):
        """What CPython says to each case."""
        keys = [self.key(case) for case in cases]
        found = [self.kept(key) for key in keys]
        missing = [i for i, answer in enumerate(found) if answer is None]
        if missing:
            answers = self.ask([cases[i] for i in missing])
            self.database.execute("begin")
            for i, answer in zip(missing, answers):
                found[i] = answer
                self.database.execute("insert or replace into calls values (?, ?)", (keys[i], zlib.compress(answer.encode("utf-8", "surrogatepass"))))
            self.database.execute("commit")
        return found

    def key(self, case):
        key = self.prelude.copy()
        key.update(case.row(0).encode("utf-8", "surrogatepass"))
        return key.digest()[:12]

    def kept(self, key):
        row = self.database.execute("select answer from calls where key = ?", (key,)).fetchone()
        return LINE.sub(r"\1", zlib.decompress(row[0]).decode("utf-8", "surrogatepass")) if row else None

    def ask(self, cases):
        if self.kind == "native":
            return native(cases)
        if self.oracle is None:
            self.oracle = Oracle(self.kind)
        self.oracle.seconds = 3 + len(cases) / 60
        answer = self.oracle.ask_one({"source": program(cases), "name": "program.py"})
        if "lost" not in answer and "\x01" in answer["stdout"]:
            found = answers_of(answer["stdout"], len(cases))
            if None not in found:
                return found
        if len(cases) == 1:
            print("lost:", self.kind, cases[0].name, cases[0].text()[:200], str(answer)[:200], file=sys.stderr, flush=True)
            return ["LOST: " + str(answer.get("lost", answer.get("stderr", "")))[-200:]]
        middle = len(cases) // 2
        return self.ask(cases[:middle]) + self.ask(cases[middle:])

    def close(self):
        if self.oracle:
            self.oracle.__exit__()


class Explanation:
    """targets [:: what pysub says => what CPython says] [@@ the call] -- reason. Groups in both must be the same text."""

    def __init__(self, line):
        what, self.reason = line.split(" -- ", 1)
        what, _, call = what.partition(" @@ ")
        self.targets, _, texts = what.partition(" :: ")
        self.patterns = self.targets.split()
        mine, _, theirs = (" " + texts).partition(" => ")
        self.mine, self.theirs, self.call = (re.compile(text.strip()) if text.strip() else None for text in (mine, theirs, call))
        self.used = 0

    def covers(self, case, mine, theirs):
        if not any(fnmatch.fnmatchcase(case.target.name, pattern) for pattern in self.patterns):
            return False
        a = self.mine.search(mine) if self.mine else None
        b = self.theirs.search(theirs) if self.theirs else None
        if (self.mine and not a) or (self.theirs and not b) or (a and b and b.groups() and a.groups() != b.groups()):
            return False
        return self.call is None or self.call.search(case.text()) is not None


def explanations():
    with open(EXPLAINED) as file:
        return [Explanation(line.rstrip("\n")) for line in file if line.strip() and not line.startswith("#")]


FLOAT = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?")


def nearly(mine, theirs):
    """Whether only the last digits of floats differ: the C libraries are not the same."""
    a, b = FLOAT.findall(mine), FLOAT.findall(theirs)
    return FLOAT.sub("#", mine) == FLOAT.sub("#", theirs) and all(math.isclose(float(x), float(y), rel_tol=1e-14) for x, y in zip(a, b))


BIG = re.compile(r"2\*\*(3[1-9]|[4-9]\d|\d{3})|\d{10,}|10\*\*|3\*\*300|1e[1-9]\d|2\.0\*\*")


def sizes_matter(case, theirs):
    """The oracle is a 32-bit build: what does not fit a C long or a size there fits in pysub."""
    return "maxsize" in theirs or "OverflowError" in theirs or "C ssize_t" in theirs or "C int" in theirs or "C long" in theirs or "MemoryError" in theirs or "index-sized" in theirs or BIG.search(case.text()) is not None


class Comparison:
    def __init__(self, pysub):
        self.pysub = pysub
        self.new, self.old = Cpython("3.14"), Cpython("native")
        self.table = explanations()
        self.calls = collections.Counter()
        self.unexplained = []
        self.endless = []

    def compare(self, cases):
        mine = self.pysub.run(cases)
        for case, a in zip(cases, mine):
            if a.startswith("LIMIT") and "memory" not in a:
                self.endless.append(case)
        kept = [i for i, a in enumerate(mine) if not a.startswith("LIMIT")]
        self.calls["limits"] += len(mine) - len(kept)
        third = self.old.run([cases[i] for i in kept])
        self.calls["CPython does not come back"] += third.count("LOST")
        kept = [i for i, answer in zip(kept, third) if answer != "LOST"]
        cases, mine, third = [cases[i] for i in kept], [mine[i] for i in kept], [a for a in third if a != "LOST"]
        third = dict(zip(cases, third))
        theirs = self.new.run(cases)
        different, agreed = [], []
        for case, a, b in zip(cases, mine, theirs):
            self.calls["calls"] += 1
            if a == b:
                self.calls["same"] += 1
                agreed.append((case, a))
                if a.startswith("raises TypeError"):
                    self.calls["same TypeErrors"] += 1
            else:
                different.append((case, a, b))
        for case, a, b in different:
            if a.startswith("CRASH"):
                self.unexplained.append((case, a, b))
                continue
            if third[case] == a and (sizes_matter(case, b) or nearly(a, b)):
                self.calls["as 64-bit CPython"] += 1
                agreed.append((case, a))
                continue
            reason = next((e for e in self.table if e.covers(case, a, b)), None)
            if reason:
                reason.used += 1
                self.calls["explained: " + reason.reason] += 1
            else:
                self.unexplained.append((case, a, b))
        return agreed

    def close(self):
        self.new.close()
        self.old.close()


def targets(pysub, cpython_signatures):
    own = json.loads(subprocess.run([pysub, "-c", list_source()], capture_output=True, check=True).stdout)
    found = {}
    for name, signature in own.items():
        if not skipped(name):
            theirs = cpython_signatures.get(name, "absent")
            if theirs == "absent":
                continue  # module_names.py compares names
            found[name] = Target(name, theirs if theirs is not None else signature)
    for name in OPERATORS:
        found["operators." + name] = Target("operators." + name, None)
    return found


def signatures():
    path = os.path.join(ROOT, "build", "edges", "signatures.json")
    source = list_source()
    key = hashlib.sha256(source.encode()).hexdigest()
    if os.path.exists(path):
        kept = json.load(open(path))
        if kept["key"] == key:
            return kept["found"]
    with Oracle("3.14", seconds=120) as oracle:
        answer = oracle.ask_one({"source": source})
    if answer["exit"]:
        sys.exit(answer["stderr"])
    found = json.loads(answer["stdout"])
    os.makedirs(os.path.dirname(path), exist_ok=True)
    json.dump({"key": key, "found": found}, open(path, "w"))
    return found


def masked(text):
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "'.'", text.split(" || ")[0])
    return re.sub(r"-?\d+(\.\d+)?(e[-+]?\d+)?", "#", text)[:110]


def report(comparison, shown):
    groups = collections.defaultdict(list)
    for case, a, b in comparison.unexplained:
        groups[case.target.name, masked(a), masked(b)].append((case, a, b))
    for key, found in sorted(groups.items(), key=lambda item: -len(item[1]))[:shown]:
        case, a, b = min(found, key=lambda item: len(item[0].text()))
        print(f"{len(found):5} {case.name}: {case.text()}\n      pysub   {a[:600]}\n      CPython {b[:600]}")
    for case in comparison.endless[:shown]:
        print("ended by a limit:", case.name, case.text()[:200])
    print(len(groups), "kinds of differences")
    for name, count in comparison.calls.most_common():
        print(f"{count:8} {name}")
    print(f"{len(comparison.unexplained):8} unexplained")


def digest(answer):
    return base64.b64encode(hashlib.sha256(answer.encode("utf-8", "surrogatepass")).digest())[:2].decode()


OPEN = "--"  # in place of a digest: pysub differs so far, or the call is not compared


def record(pysub, found):
    """Writes sample.txt: what pysub and CPython agree on. `unexplained` ones are left open."""
    comparison = Comparison(pysub)
    lines = []
    names = sorted(found)
    for first in range(0, len(names), 250):
        cases = [Case(found[name], i) for name in names[first : first + 250] for i in range(SAMPLE_CALLS)]
        cases = [case for case in cases if case.row(0)]
        agreed = {case.name: answer for case, answer in comparison.compare(cases)}
        for name in names[first : first + 250]:
            digests = " ".join(digest(agreed[f"{name}:{i}"]) if f"{name}:{i}" in agreed else OPEN for i in range(SAMPLE_CALLS))
            lines.append(f"{name}\t{found[name].signature or ''}\t{digests}\n")
        print(time.strftime("%H:%M:%S"), names[first], len(comparison.unexplained), file=sys.stderr, flush=True)
    comparison.close()
    with open(SAMPLE, "w") as file:
        file.write("# Target, parameters, a digest of what CPython 3.14 says to each of its first calls: edge_calls.py --record wrote this.\n")
        file.writelines(lines)
    report(comparison, 20)


def check(pysub):
    """Whether pysub still says what sample.txt has; how many calls that were, how many are open."""
    wanted = {}
    cases = []
    with open(SAMPLE) as file:
        for line in file:
            if line.startswith("#"):
                continue
            name, signature, digests = line.rstrip("\n").split("\t")
            if not is_wanted(name):
                continue
            target = Target(name, signature or None)
            for i, expected in enumerate(digests.split()):
                case = Case(target, i)
                if expected != OPEN:
                    wanted[case.name] = expected
                    cases.append(case)
    end_if_listing(case.name for case in cases)
    batches = [cases[i : i + BATCH] for i in range(0, len(cases), BATCH)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for batch, answers in zip(batches, pool.map(pysub.run, batches)):
            for case, answer in zip(batch, answers):
                if digest(answer) != wanted[case.name]:
                    failed += 1
                    if failed <= 20:
                        print(f"{case.name}: {case.text()}\n    pysub now says {answer[:800]}\n    --show {case.name} prints it as a program")
    print(f"{len(cases)} calls, {failed} with another answer than CPython's")
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pysub")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cases", action="store_true", help="print the names of what --check would call")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--show")
    parser.add_argument("--groups", type=int, default=100)
    options = parser.parse_args()
    if options.check:
        sys.exit(1 if check(Pysub(options.pysub)) else 0)
    found = targets(os.path.abspath(options.pysub), signatures())
    if options.record:
        record(Pysub(options.pysub), found)
        return
    if options.show:
        name, _, index = options.show.rpartition(":")
        print(program([Case(found[name], int(index))]))
        return
    chosen = [target for name, target in found.items() if not options.only or any(name.startswith(only) for only in options.only)]
    cases = [Case(target, index) for target in chosen for index in range(options.first, options.first + options.count)]
    cases = [case for case in cases if case.row(0)]
    batches = [cases[i : i + BATCH] for i in range(0, len(cases), BATCH)]
    pysub = Pysub(options.pysub)
    if options.alone:
        counts = collections.Counter()
        for batch in batches:
            for case, answer in zip(batch, pysub.run(batch, 600)):
                counts["calls"] += 1
                if answer.startswith("CRASH"):
                    counts["crashes"] += 1
                    print(case.name, case.text(), answer, flush=True)
                elif answer.startswith("LIMIT"):
                    counts["limits"] += 1
        print(dict(counts))
        sys.exit(1 if counts["crashes"] else 0)
    comparison = Comparison(pysub)
    for batch in batches:
        comparison.compare(batch)
        print(time.strftime("%H:%M:%S"), batch[-1].name, len(comparison.unexplained), file=sys.stderr, flush=True)
    comparison.close()
    report(comparison, options.groups)
    sys.exit(1 if comparison.unexplained else 0)


if __name__ == "__main__":
    main()
