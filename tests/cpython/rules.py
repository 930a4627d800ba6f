"""What of a difference is outside of the subset, and why. The first rule that fits counts.

A rule looks at one line that differs: what CPython 3.14 printed (`want`), what pysub printed (`got`), the test. After a rule
marked `taints` NameErrors and missing lines further on follow from it: the name was never bound.
"""

import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))


class Rule:
    def __init__(self, reason, got=None, want=None, file=None, test=None, taints=False):
        self.reason = reason
        self.taints = taints
        self.patterns = [re.compile(x) if x else None for x in (want, got, file, test)]

    def fits(self, want, got, file, test):
        return all(p is None or p.search(text) for p, text in zip(self.patterns, (want, got, file, test)))


def _alternatives(names):
    return "|".join(re.escape(name).replace(r"\*", r"\w*") for name in names.split())


def _missing():
    """Names that tests/modules/missing.txt leaves out, as errors tell of them."""
    with open(os.path.join(HERE, "..", "modules", "missing.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or " -- " not in line:
                continue
            owner, _, names = line.split(" -- ")[0].partition(": ")
            names = rf"\\?'(?:{_alternatives(names)})\\?'"
            if owner[-1] != "*" and not owner.split(".")[-1][0].isupper():
                owner = rf"\\?'{re.escape(owner)}\\?'"
                for text in (f"module {owner} has no attribute {names}", f"cannot import name {names} from {owner}"):
                    yield Rule("left out: docs/modules.md", text, taints=True)
            elif "*" not in owner:
                text = rf"\\?'(?:[\w.]+\.)?{owner.split('.')[-1]}\\?' (?:object )?has no attribute {names}"
                yield Rule("left out: docs/modules.md", text, taints=True)


_INNER = (
    r"has no attribute \\?'(_[a-zA-Z]\w*|(gi|cr|ag)_(frame|code)|f_\w+|co_\w+|tb_frame|mro|getrefcount|(get|set)(trace|profile)|"
    r"__(globals|code|closure|subclasses|mro|builtins|getnewargs(_ex)?|reduce(_ex)?|[gs]etstate|sizeof|weakref\w*|slots|"
    r"bases|dictoffset|basicsize|itemsize|set_name)__)\\?'|cannot import name \\?'_\w+|there are no frames"
)
_HARNESS = "broken by the flattening: attributes of the test class, its file, what it skips"
_ORACLE = "the oracle cannot: event loops, hard links, home, times of links; crashes and time-outs of its own"

RULES = [
    *_missing(),
    Rule("inner parts: names with an underscore, frames, code objects", _INNER, taints=True),
    Rule("modules that pysub has not", "No module named", taints=True),
    Rule("asyncio: one loop, no network", file=r"test_asyncio.test_(events|base_events|streams)"),
    Rule("class and match", "(class definitions|match statements) are not", taints=True),
    Rule("no pickling", "cannot pickle|__reduce", taints=True),
    Rule("no pickling", test="pickl|reduce|getstate|backdoor|getnewargs"),
    Rule(_HARNESS, r"^\d* ?skip$|SimpleNamespace|program\.py", taints=True),
    Rule(_HARNESS, want=r"^\d+ skip$|SimpleNamespace", taints=True),
    Rule(_ORACLE, want=r"^LOST|Errno 22|hardlink_to|no attribute .?'link|home directory|WindowsPath|_pydecimal|utime:", taints=True),
    Rule("other locales than C", file="test_locale|test_strptime", test="Normalize|FrFR|Collation|alias|locale"),
    Rule("identity of objects", test="tuple_reuse|id_preserving|identity|memo|keys_reuse"),
    Rule("hashes of this machine", test="[hH]ash"),
    Rule("classes and modules shown as inner types", "<(class|module|function|built-in)", "<(class|module|function|built-in)"),
    Rule("chance", " ok ", " ok ", "test_random|test_secrets|test_uuid"),
    Rule("the limit of memory ends the run", "^-?$", "MemoryError|OverflowError"),
    Rule("recursion ends elsewhere", "RecursionError", "Stack overflow|FAIL not raised"),
]

NUMBERS = "numbers of the machine: addresses, hashes, 32 bits, the clock"
NATIVE = "what CPython 3.11 says on this machine: 64 bits, glibc"


def scrubbed(line):
    """A line without what is another at each run or in each place."""
    for pattern, text in (
        (r"/home/judge/?", "/"),
        (r"[Tt][Mm][Pp]\w{8}(?!\w)", "tmpX"),
        (r"(/tmp)?/([a-z0-9_]{8})(?=['\"\\/])", "/tmpX"),
        (r"stat_result\(.*?\)", "stat_result"),
        (r"when=[\d.]+", "when="),
        (r"UTC-0000", "UTC"),
        (r"ABCMeta <", "type <"),
        (r"namespace\(", "ns("),
    ):
        line = re.sub(pattern, text, line)
    return line


def without_numbers(line):
    return re.sub(r"\d{4,}|0x[0-9a-f]*", "N", without_line(line))


def without_line(line):
    return re.sub(r"^\d+ ", "", line)
