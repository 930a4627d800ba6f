#!/usr/bin/env python3
"""`pysub check` over the golden programs: no finding in those that are right, and what share of damaged ones is found.

    check_golden.py PYSUB [--golden DIR] [--damaged N] [--least SHARE] [--show]

A program is right when its expectation says that it ends with status 0 and writes nothing to standard error. Findings in such that are
true nevertheless (code that is never reached, on purpose) are listed in true_findings.txt; a line of it that is not found any more is
an error, too. The programs of bench/ count too, and random ones (tests/tools/random_programs.py) that end well. A program is damaged in one of seven ways (DAMAGES), so that it fails when it runs; that it does is tried.
"""

import argparse
import ast
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))
import golden
import random_programs
import random_topics

TRUE_FINDINGS = HERE / "true_findings.txt"
AT_ONCE = 200  # programs in one call


def read(path):
    return path.read_bytes().decode("utf-8", "surrogateescape")


def right_programs(folder):
    """name -> source of each case that ends well in silence and is no difference to CPython."""
    programs = {}
    for path in sorted(folder.glob("*/*.py")):
        expected = dict(golden.blocks(read(path.with_suffix(".out"))))
        for number, case in enumerate(golden.cases(read(path))):
            block = expected.get(case.heading, "exit 1\n")
            lines = block.split("\n")
            if any(line.startswith("!") or line.startswith("exit ") for line in lines):
                continue
            programs[f"{path.parent.name}/{path.stem}:{number + 1}"] = case.source
    return programs


def more_programs(pysub, count):
    """Programs of bench/, and `count` random ones that end well in silence."""
    programs = {f"bench/{path.stem}": read(path) for path in sorted(HERE.parents[1].glob("bench/programs/*.py"))}
    seed = 0
    while count > 0:
        seed += 1
        text = random_topics.program(seed, False) if seed % 2 else random_programs.program(seed, False, ())
        done = subprocess.run([pysub, "--max-duration=10", "-"], input=text.encode(errors="surrogateescape"), capture_output=True)
        if done.returncode == 0 and not done.stderr:
            programs[f"random/{seed}"] = text
            count -= 1
    return programs


def check(pysub, programs):
    """name -> [(line, code, message)] of the programs that have findings."""
    found = collections.defaultdict(list)
    names = list(programs)
    with tempfile.TemporaryDirectory() as folder:
        for at in range(0, len(names), AT_ONCE):
            some = names[at:at + AT_ONCE]
            for number, name in enumerate(some):
                program, files = golden.split_modules(programs[name])
                for file, text in {"main.py": program, **files}.items():
                    path = Path(folder, str(number), file)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(text.encode("utf-8", "surrogateescape"))
            done = subprocess.run([pysub, "check", "--format=json", *(f"{n}/main.py" for n in range(len(some)))],
                                  cwd=folder, capture_output=True, timeout=300)
            if done.returncode not in (0, 1) or done.stderr:
                sys.exit(f"pysub check: {done.returncode} {done.stderr.decode()[-500:]}")
            for row in json.loads(done.stdout):
                found[some[int(row["file"].split("/")[0])]].append((row["line"], row["code"], row["message"]))
    return found


# ---- Damages: each takes (source, tree, random) and answers a text, or None.


def lines_without(source, node, put=None):
    lines = source.split("\n")
    indent = lines[node.lineno - 1][: node.col_offset]
    return "\n".join(lines[: node.lineno - 1] + [indent + (put or "pass")] + lines[node.end_lineno:])


def delete_binding(source, tree, choice):
    """A statement that binds a name, which others read."""
    read = collections.Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            names = [node.targets[0].id]
        elif isinstance(node, ast.FunctionDef):
            names = [node.name]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [(alias.asname or alias.name).split(".")[0] for alias in node.names]
        else:
            continue
        if all(read[name] for name in names):
            found.append(node)
    return lines_without(source, choice(found)) if found else None


def cut(source, start, end, put=""):
    """`source` without what lies between two (line, column in bytes)."""
    lines = source.encode().split(b"\n")
    at = [sum(len(line) + 1 for line in lines[: line - 1]) + column for line, column in (start, end)]
    data = source.encode()
    return (data[: at[0]] + put.encode() + data[at[1]:]).decode()


def own_calls(tree):
    own = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in own]


def rename_argument(source, tree, choice):
    """The name of a keyword argument of a call of an own function."""
    found = [(call, word) for call in own_calls(tree) for word in call.keywords if word.arg]
    if not found:
        return None
    _, word = choice(found)
    return cut(source, (word.lineno, word.col_offset), (word.lineno, word.col_offset + len(word.arg.encode())), word.arg + "_x")


def drop_argument(source, tree, choice):
    """The last positional argument of a call of an own function."""
    found = [call for call in own_calls(tree) if call.args and not call.keywords and not isinstance(call.args[-1], ast.Starred)
             and not isinstance(call.args[-1], ast.GeneratorExp)]
    if not found:
        return None
    call = choice(found)
    last = call.args[-1]
    start = (last.lineno, last.col_offset) if len(call.args) == 1 else (call.args[-2].end_lineno, call.args[-2].end_col_offset)
    return cut(source, start, (last.end_lineno, last.end_col_offset))


def break_syntax(source, tree, choice):
    """A colon, bracket or quote is missing."""
    places = [i for i, c in enumerate(source) if c in ":()[]{}'\""]
    if not places:
        return None
    at = choice(places)
    return source[:at] + source[at + 1:]


def code_behind_return(source, tree, choice):
    """A statement behind a return."""
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.Return, ast.Raise)) and node.lineno == node.end_lineno]
    lines = source.split("\n")
    found = [node for node in found if not lines[node.lineno - 1][: node.col_offset].strip()]
    if not found:
        return None
    node = choice(found)
    lines.insert(node.end_lineno, lines[node.lineno - 1][: node.col_offset] + "print('never')")
    return "\n".join(lines)


def misspelled(name, random_choice):
    """The name with two letters that have changed places, or one less."""
    places = [i for i in range(len(name) - 1) if name[i] != name[i + 1]]
    if len(name) < 4 or not places:
        return None
    at = random_choice(places)
    return name[:at] + name[at + 1] + name[at] + name[at + 2:] if at % 2 else name[:at] + name[at + 1:]


def misspell_member(source, tree, choice):
    """`math.sqroot`, `from json import lods`: a name that a module of the library has."""
    modules = {alias.asname or alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names if alias.asname or "." not in alias.name}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules
             and node.lineno == node.end_lineno]
    found += [alias for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module != "__future__" for alias in node.names
              if not alias.asname and alias.name != "*"]
    if not found:
        return None
    node = choice(found)
    name = node.attr if isinstance(node, ast.Attribute) else node.name
    wrong = misspelled(name, choice)
    end = (node.end_lineno, node.end_col_offset)
    put = None if wrong is None else wrong if isinstance(node, ast.Attribute) else f"{wrong} as {name}"
    return put and cut(source, (end[0], end[1] - len(name.encode())), end, put)


def misspell_module(source, tree, choice):
    """`import jsn as json`."""
    found = [alias for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names if not alias.asname and "." not in alias.name]
    if not found:
        return None
    alias = choice(found)
    wrong = misspelled(alias.name, choice)
    return wrong and cut(source, (alias.lineno, alias.col_offset), (alias.lineno, alias.col_offset + len(alias.name)), f"{wrong} as {alias.name}")


DAMAGES = {"member misspelled": misspell_member, "module misspelled": misspell_module, "binding deleted": delete_binding, "argument renamed": rename_argument, "argument dropped": drop_argument,
           "syntax broken": break_syntax, "code behind return": code_behind_return}


def damaged_programs(programs, count, pysub, seed):
    """name -> (kind, source): as many of each kind, which fail when they run (of a kind that not so many programs can have, fewer)."""
    random_ = random.Random(seed)
    names = sorted(programs)
    result = {}

    def fails(kind, text, before):
        """Whether the damage shows: the program fails, or cannot be compiled. Dead code never shows."""
        if kind == "code behind return":
            return True
        run = subprocess.run([pysub, "--max-duration=5", "--max-memory=200MB", "-"], input=text.encode(errors="surrogateescape"), capture_output=True)
        return run.returncode != 0

    for kind, damage in DAMAGES.items():
        made = 0
        random_.shuffle(names)
        for name in names:
            if made >= count // len(DAMAGES):
                break
            try:
                text = damage(programs[name], ast.parse(programs[name]), random_.choice)
            except (SyntaxError, ValueError):  # of this python3, or no UTF-8
                continue
            if text is not None and text != programs[name] and fails(kind, text, programs[name]):
                result[f"{kind}: {name}"] = (kind, text)
                made += 1
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pysub", type=os.path.abspath)
    parser.add_argument("--golden", type=Path, default=HERE.parent / "golden")
    parser.add_argument("--random", type=int, default=150, help="so many random programs beside them")
    parser.add_argument("--damaged", type=int, default=500)
    parser.add_argument("--least", type=float, default=0, help="the share of damaged programs that must be found")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="findings, and damaged programs that were missed")
    arguments = parser.parse_args()
    programs = right_programs(arguments.golden) | more_programs(arguments.pysub, arguments.random)
    listed = set()
    for line in TRUE_FINDINGS.read_text().splitlines():
        if line and not line.startswith("#"):
            listed.add(line)
    found = check(arguments.pysub, programs)
    # (Random programs call wrongly and leave names out on purpose.)
    said = {f"{name} {line} {code} {message}" for name, rows in found.items() for line, code, message in rows
            if not (name.startswith("random/") and not code.startswith("unknown-"))}
    problems = [f"a finding in a program that is right: {line}" for line in sorted(said - listed)]
    problems += [f"not found any more: {line}" for line in sorted(listed - said)]
    print(f"{len(programs)} programs that are right: {len(said)} findings, of which {len(said & listed)} are known to be true")
    damaged = damaged_programs(programs, arguments.damaged, arguments.pysub, arguments.seed)
    caught = check(arguments.pysub, {name: text for name, (_, text) in damaged.items()})
    print(f"{'damage':20} {'programs':>8} {'found':>6}")
    shares = collections.defaultdict(lambda: [0, 0])
    for name, (kind, text) in damaged.items():
        before = {row[1:] for row in found.get(name.split(": ", 1)[1], ())}
        is_caught = any(row[1:] not in before for row in caught.get(name, ()))
        shares[kind][0] += 1
        shares[kind][1] += is_caught
        if arguments.show and not is_caught:
            print("---- missed:", name)
            print(text)
    for kind, (count, hits) in shares.items():
        print(f"{kind:20} {count:8} {hits:6}")
    share = sum(hits for _, hits in shares.values()) / max(len(damaged), 1)
    print(f"{'all':20} {len(damaged):8} {sum(hits for _, hits in shares.values()):6}  {share:.1%}")
    if share < arguments.least:
        problems.append(f"only {share:.1%} of the damaged programs are found, {arguments.least:.1%} are expected")
    for problem in problems[: None if arguments.show else 30]:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
