#!/usr/bin/env python3
"""Looks for recursion in machine code: cycles of calls in which nobody counts how deep they are.

    native_recursion.py PROGRAM... [--all]

Nodes are the functions of a program (as linked, before a linker has merged or stripped anything), edges are its direct calls and
jumps, and what a table leads to: native_recursion.txt says which functions call through the slots of which table, and the
sources say what stands in these slots. A function that compares with Vm::kMaxNativeDepth has a DepthGuard and is cut out of
the graph; the others that bound their recursion are listed in native_recursion.txt, each with its reason. What is left must
have no cycle. --all also lists the cycles without the list.
"""

import re
import subprocess
import sys
from pathlib import Path

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
    """Patterns of functions that are bounded, and (callers, slot) of calls through tables."""
    bounded, tables = [], []
    for number, line in enumerate(LIST.read_text().splitlines(), 1):
        text, _, reason = line.partition("  # ")
        if not line.strip() or line.startswith("#"):
            continue
        if not reason.strip():
            sys.exit(f"{LIST.name}:{number}: without a reason")
        if text.startswith("table "):
            _, slot, callers = text.split(None, 2)
            tables.append((slot, re.compile(callers.strip())))
        else:
            bounded.append((number, re.compile(text.strip())))
    return bounded, tables


def slots():
    """{slot: {function}} of `.slot = Function` in the sources."""
    found = {}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.cc"):
            for slot, function in re.findall(r"\.(\w+) = &?([A-Z]\w+)\b(?!\()", path.read_text()):
                found.setdefault(slot, set()).add(function)
    return found


def guard_number():
    text = (ROOT / "vm/vm.h").read_text()
    return int(re.search(r"kMaxNativeDepth = (\d+)", text).group(1))


def look_at(program, everything, bounded, tables, in_slot, used):
    """How many complaints there are about one program."""
    graph, names, guarded = read_graph(program, guard_number())
    if len(graph) < 1000 or not guarded:
        sys.exit(f"{program}: no symbols to look at")
    own = {place: short(name) for place, name in names.items() if "pysub" in name}
    graph = {name: {callee for callee in graph[name] if callee in own} for name in own}
    by_short = {}
    for name, text in own.items():
        if not text.startswith("Vm::"):
            by_short.setdefault(text.rsplit("::", 1)[-1], []).append(name)
    for slot, callers in tables:
        targets = {name for function in in_slot.get(slot, ()) for name in by_short.get(function, ())}
        if not targets:
            sys.exit(f"{LIST.name}: nothing stands in a slot {slot}")
        for name, text in own.items():
            if callers.fullmatch(text):
                graph[name] |= targets
    for name, text in () if everything else own.items():
        for number, pattern in bounded:
            if pattern.fullmatch(text):
                guarded.add(name)
                used.add(number)
    kept = {name: edges - guarded for name, edges in graph.items() if name not in guarded}
    # The C++ library halves what it sorts and balances its trees.
    cycles = [c for c in components(kept) if not all("std::__" in own[f] or own[f].startswith("std::") for f in c)]
    for cycle in cycles:
        way = shortest(kept, cycle)
        print(f"calls without a DepthGuard, among {len(cycle)} functions:", " -> ".join(own[f] for f in [*way, way[0]]))
    print(f"{program}: {len(own)} functions, {len(guarded)} of them guarded, {len(cycles)} cycles")
    return len(cycles)


def main():
    everything = "--all" in sys.argv
    bounded, tables = read_list()
    used = set()
    complaints = sum(look_at(program, everything, bounded, tables, slots(), used)
                     for program in sys.argv[1:] if not program.startswith("--"))
    for number, pattern in () if everything else bounded:
        if number not in used:
            print(f"{LIST.name}:{number}: {pattern.pattern} is no function any more")
            complaints += 1
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
