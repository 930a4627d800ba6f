#!/usr/bin/env python3
"""Looks for recursion in machine code: cycles of calls in which nobody counts how deep they are.

    native_recursion.py PROGRAM... [--all]

Nodes are the functions of a program (as linked, before a linker has merged or stripped anything), edges are its direct calls and
jumps, and what a table leads to: each slot of TypeInfo; the sources say what stands there (`.slot = Function`) and who calls through it.
(Not what the rows of methods and functions lead to: a native that calls back pushes a frame.) A function that compares with
Vm::kMaxNativeDepth has a DepthGuard and is cut out of the graph. So is what native_recursion.txt names: functions that have a guard of
another kind, whose text must be in them, and functions that are bounded by something else, each with its reason. What is left must
have no cycle. --all also lists the cycles without the list.
"""

import re
import subprocess
import sys
from pathlib import Path

import native_loops

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_suffix(".txt")
FOLDERS = ["lexer", "parser", "compiler", "vm", "stdlib", "osbridge", "shell"]

LABEL = re.compile(r"^([0-9a-f]{16}) <(.+)>:$")
CALL = re.compile(r"\t(call|j[a-z]+) +([0-9a-f]+) <([^+>]+)>$")


def short(name):
    """Without parameters, template arguments and return type: for people and for the list. Not ours: as it is."""
    name = name.replace("(anonymous namespace)::", "").replace("operator()", "operator_call")
    name = re.sub(r"\{lambda\(.*?\)#\d+\}", "{lambda}", name)
    name = re.sub(r"\[abi:[^\]]*\]| \[clone [^\]]*\]|->|operator<<?=?>?|operator>>?=?", "", name)
    plain, depth = "", 0
    for c in name:
        depth += (c == "<") - (c == ">")
        if depth == 0 and c != ">":
            plain += c
        if depth == 0 and c == "(":
            plain = plain[:-1]
            rest = name.rfind("{lambda}")
            if rest > name.find("("):
                plain += "::{lambda}"
            break
    plain = plain.split(" ")[-1]
    return plain.removeprefix("pysub::") if plain.startswith("pysub::") else name


def read_graph(program, guard):
    """{address: {callee's address}}, {address: name}, and the functions that compare with the guard's number."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "-M", "intel", program], capture_output=True, text=True,
                          check=True).stdout
    graph, names, guarded, current = {}, {}, set(), None
    needles = (f",{guard:#x}", f",{guard + 1:#x}")  # x > n, x >= n + 1
    for line in text.splitlines():
        if line.endswith(">:"):
            label = LABEL.match(line)
            current = int(label.group(1), 16)
            names[current] = label.group(2)
            graph[current] = set()
        elif line.endswith(">"):
            call = CALL.search(line)
            if call:
                target = int(call.group(2), 16)
                if target != current or call.group(1) == "call":
                    graph[current].add(target)
        elif line.endswith(needles) and "cmp" in line:
            guarded.add(current)
    people = subprocess.run(["c++filt"], input="\n".join(names.values()), capture_output=True, text=True, check=True)
    return graph, dict(zip(names, people.stdout.splitlines())), guarded


def files_of(program):
    """{address of a function that is local to a file: the file's name}"""
    text = subprocess.run(["readelf", "-sW", program], capture_output=True, text=True, check=True).stdout
    found, file = {}, None
    for line in text.splitlines():
        part = line.split()
        if len(part) < 8:
            continue
        if part[3] == "FILE":
            file = part[7]
        elif part[3] == "FUNC" and part[4] == "LOCAL":
            found[int(part[1], 16)] = file
    return found


def components(graph):
    """Strongly connected components that are cycles (Tarjan, without recursion)."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, edges = work[-1]
            for callee in edges:
                if callee not in graph:
                    continue
                if callee not in index:
                    index[callee] = low[callee] = len(index)
                    stack.append(callee)
                    on_stack.add(callee)
                    work.append((callee, iter(graph[callee])))
                    break
                if callee in on_stack:
                    low[node] = min(low[node], index[callee])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    if len(component) > 1 or node in graph[node]:
                        found.append(component)
    return found


def shortest(graph, component):
    """The shortest way around, as functions."""
    members, best = set(component), None
    for start in component[:200]:
        before, queue = {start: None}, [start]
        for node in queue:
            for callee in graph[node]:
                if callee == start:
                    way = []
                    while node is not None:
                        way.append(node)
                        node = before[node]
                    if best is None or len(way) < len(best):
                        best = way[::-1]
                    queue.clear()
                    break
                if callee in members and callee not in before:
                    before[callee] = node
                    queue.append(callee)
    return best


def read_list():
    """Patterns of functions that are bounded, (number, pattern, text of the guard or None), and {function: slots that it calls}."""
    bounded, callers = [], {}
    for number, line in enumerate(LIST.read_text().splitlines(), 1):
        text, _, reason = line.partition("  # ")
        if not line.strip() or line.startswith("#"):
            continue
        if not reason.strip():
            sys.exit(f"{LIST.name}:{number}: without a reason")
        if ".*" in text or ".+" in text:
            sys.exit(f"{LIST.name}:{number}: names functions, not classes")
        if text.startswith("table "):
            _, slot, names = text.split(None, 2)
            for name in names.strip().split("|"):
                callers.setdefault(name, set()).add(slot)
            continue
        guard = None
        if text.startswith("guard "):
            match = re.fullmatch(r"guard `(.*?)` (.*)", text)
            guard, text = match[1], match[2]
        bounded.append((number, re.compile(text.strip()), guard))
    return bounded, callers


def functions(text):
    """(name, begin, end) of the functions that begin in the first column and end with a brace there."""
    for match in re.finditer(r"^(?!namespace|struct|class|enum|union|using|typedef|extern)[A-Za-z].*", text, re.M):
        head = text[match.start() : text.find("{", match.start()) + 1]
        name = re.search(r"([\w:~]+)\(", head)
        end = text.find("\n}", match.start())
        if name and end > 0 and ";" not in head and "=" not in head.split("(")[0]:
            yield name[1], match.start(), end


class Sources:
    """What the sources say: what stands in the slots of tables, who calls through them, and what is in a function."""

    def __init__(self):
        text = native_loops.strip((ROOT / "vm/native.h").read_text())
        info = text[text.index("struct TypeInfo {") :]
        self.slots = set(re.findall(r"\(\*(\w+)\)\(", info[: info.index("\n};")]))
        call = re.compile(r"(?:\.|->)(" + "|".join(self.slots) + r")\((?:vm|vm_|\*this)\b|(?:\.|->)(function|get|set)\((?:vm|vm_|\*this),")
        self.functions, self.bodies, self.callers, self.unknown = {}, {}, {}, []
        for folder in FOLDERS:
            for path in sorted((ROOT / folder).rglob("*.cc")) + sorted((ROOT / folder).rglob("*.h")):
                self.read(path, call)

    def read(self, path, call):
        raw = path.read_text()
        for slot, function in re.findall(r"\.(\w+)\s*=\s*&?((?:\w+::)*[A-Z]\w+)\b(?!\()", raw):
            if slot in self.slots:
                self.functions.setdefault(slot, set()).add((path.name, function))
        text = native_loops.strip(raw)
        found = []
        for name, begin, end in functions(text):
            self.bodies.setdefault(name.rsplit("::", 1)[-1], []).append((name, raw[begin:end]))
            found.append((begin, end, name))
        for match in call.finditer(text):
            if "vm_.TypeName(" in text[max(0, match.start() - 20) : match.end()]:  # a std::string's compare()
                continue
            name = next((name for begin, end, name in found if begin <= match.start() < end), None)
            place = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"
            if name is None:
                self.unknown.append((place, match[1]))
            else:
                self.callers.setdefault((path.name, name), set()).add(match[1])

    def has(self, name, guard):
        """Is `guard` in a function of that name?"""
        last = name.rsplit("::", 1)[-1]
        return any(guard in body for full, body in self.bodies.get(last, ()) if full == last or name.endswith(full))


def guard_number():
    text = (ROOT / "vm/vm.h").read_text()
    return int(re.search(r"kMaxNativeDepth = (\d+)", text).group(1))


def look_at(program, everything, bounded, tables, sources, used):
    """How many complaints there are about one program."""
    graph, names, guarded = read_graph(program, guard_number())
    if len(graph) < 1000 or not guarded:
        sys.exit(f"{program}: no symbols to look at")
    own = {place: short(name) for place, name in names.items() if "pysub" in name}
    graph = {name: {callee for callee in graph[name] if callee in own} for name in own}
    files = files_of(program)
    by_name = {}
    for name, text in own.items():
        by_name.setdefault(text.rsplit("::", 1)[-1], []).append(name)

    def resolve(file, function):
        """Of the functions with that name those in that file, else (it is not local to a file) all."""
        found = [name for name in by_name.get(function.rsplit("::", 1)[-1], ()) if own[name] == function or own[name].endswith("::" + function)]
        return {name for name in found if files.get(name) == file} or set(found)

    targets = {slot: set().union(*(resolve(file, function) for file, function in functions)) for slot, functions in sources.functions.items()}
    callers = sources.callers | {("", function): slots for function, slots in tables.items()}
    complaints = edges = 0
    for (file, function), slots in callers.items():
        for name in resolve(file, function):
            for slot in slots:
                graph[name] |= targets.get(slot, set())
                edges += len(targets.get(slot, ()))
    for name, text in () if everything else own.items():
        for number, pattern, guard in bounded:
            if not pattern.fullmatch(text):
                continue
            if guard is not None and not sources.has(text, guard):
                print(f"{LIST.name}:{number}: there is no `{guard}` in {text}")
                complaints += 1
            guarded.add(name)
            used.add(number)
    kept = {name: edges - guarded for name, edges in graph.items() if name not in guarded}
    # The C++ library halves what it sorts and balances its trees.
    cycles = [c for c in components(kept) if not all("std::__" in own[f] or own[f].startswith("std::") for f in c)]
    for cycle in cycles:
        way = shortest(kept, cycle)
        print(f"calls without a DepthGuard, among {len(cycle)} functions:", " -> ".join(own[f] for f in [*way, way[0]]))
    print(f"{program}: {len(own)} functions, {edges} calls through {len(targets)} kinds of slots, {len(guarded)} guarded, {len(cycles)} cycles")
    return complaints + len(cycles)


def main():
    everything = "--all" in sys.argv
    bounded, tables = read_list()
    sources = Sources()
    listed = set().union(*tables.values()) if tables else set()
    complaints = 0
    for place, slot in sources.unknown:
        if slot not in listed:
            print(f"{place}: whose call through the slot {slot} is this? ({LIST.name}: table {slot} FUNCTION)")
            complaints += 1
    for slot in sources.slots - set(sources.functions):
        print(f"nothing stands in the slot {slot}")
        complaints += 1
    used = set()
    complaints += sum(look_at(program, everything, bounded, tables, sources, used) for program in sys.argv[1:] if not program.startswith("--"))
    for number, pattern, _ in () if everything else bounded:
        if number not in used:
            print(f"{LIST.name}:{number}: {pattern.pattern} is no function any more")
            complaints += 1
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
