#!/usr/bin/env python3
"""Finds values of a Vm that no collection, snapshot or copy would know of, and resume functions that vm/resume_functions.def says stand in another file.

vm/roots.h lists the values that a Vm holds in members, and a member that its own list forgets does not compile. A Value (or an array, a
span, a struct of them) that is a member of Vm itself, of a frame or of a unit is named by one of the functions in HOLDERS, or it is a finding.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Which functions name the members of each class, and where they are.
HOLDERS = {
    ("vm/vm.h", "class Vm "): [("vm/vm.h", "void PersistentRoots(F visit)"), ("vm/vm.h", "void TextRoots(F visit)"), ("vm/vm.cc", "void Vm::ForgetUnmoved()"),
                               ("vm/vm.h", "void UseGlobals(LinkedUnit* unit)")],
    ("vm/text_tables.h", "class TextTables "): [("vm/text_tables.h", "void VisitTexts(F visit)"), ("vm/text_tables.cc", "void TextTables::ForgetUnmoved(Heap& heap)")],
    ("vm/frame.h", "struct Frame "): [("vm/vm.h", "void PersistentRoots(F visit)")],
    ("vm/linked_unit.h", "struct LinkedUnit "): [("vm/linked_unit.h", "void VisitValues(F visit)"), ("vm/vm.cc", "LimitReport Vm::EndAtLimit()")],
    ("vm/host/request.h", "struct HostRequest "): [("vm/roots.h", "void VisitPersistent(F visit)")],
}
# Members that hold no values, only room for them.
ROOM = {"retired_stacks_": "outgrown stacks: what a native still reads there is on the new one, too"}
HOLDS_VALUES = r"\bValue\b|\bStr\s*\*|\bDictEntry\b|\bTextTables\b"
MEMBER = re.compile(r"^([\w:<>,\s*&]+?)\s(\w+)(\[[^\]]*\])?(\s*=.*|\{.*\})?$", re.S)


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def block(text, head):
    """What stands between the braces behind `head`."""
    at = text.find(head)
    if at < 0:
        return None
    begin = text.index("{", at) + 1
    depth = 1
    for end in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[begin:end]
    return None


def flat(body):
    """The body without what is in braces in it: members and declarations remain."""
    out, depth = [], 0
    for char in body:
        if char == "}":
            depth -= 1
            if depth == 0:
                out.append(";")
        elif char == "{":
            depth += 1
        elif depth == 0:
            out.append(char)
    return re.sub(r"#[^\n]*|\b(?:public|private|protected):", "", "".join(out))


def value_members(text, head):
    text = without_comments(text)
    body = block(text, head)
    structs = {name for name in re.findall(r"\bstruct (\w+)", body) if re.search(HOLDS_VALUES, flat(block(body, f"struct {name} ") or ""))}
    kinds = re.compile(HOLDS_VALUES + "".join(rf"|\b{name}\b" for name in sorted(structs)))
    for statement in flat(body).split(";"):
        statement = statement.strip()
        if "(" in statement.split("=")[0] or re.search(r"\boperator\b", statement) or statement.startswith(("static", "using", "friend", "struct", "enum", "template")):
            continue
        # Several of a type: Value a, b
        first, *others = re.split(r",(?![^<]*>)", statement)
        member = MEMBER.match(first.strip())
        if member is not None and kinds.search(member[1]):
            yield from [member[2], *(re.match(r"\s*(\w+)", other)[1] for other in others)]


def unknown_values(texts):
    for (path, head), functions in HOLDERS.items():
        named = ""
        for where, function in functions:
            body = block(without_comments(texts[where]), function)
            if body is None:
                yield f"{where}: {function} is not there"
            named += body or ""
        for member in value_members(texts[path], head):
            if member not in ROOM and not re.search(rf"\b{member}\b", named):
                yield f"{path}: {member} of {head.strip()} holds values that no list names (vm/roots.h)"


def misplaced_resume_functions(steps, read):
    source = None
    for line in steps.splitlines():
        if line.startswith("// --- "):
            source = read(line.removeprefix("// --- ").strip())
        step = re.match(r"PYSUB_RESUME\w*\((\w+)", line)
        if step is not None and (source is None or not re.search(rf"\bValue (?:\w+::)*{step[1]}Resume\(", source)):
            yield f"vm/resume_functions.def: {step[1]}Resume is not defined in the file that stands above it"


def read_file(path):
    return (ROOT / path).read_text() if (ROOT / path).exists() else None


def main():
    texts = {path: read_file(path) for (path, _), functions in HOLDERS.items() for path in [path, *(where for where, _ in functions)]}
    found = list(unknown_values(texts)) + list(misplaced_resume_functions(read_file("vm/resume_functions.def"), read_file))
    for path, old, new in [("vm/vm.h", "  Value control_;", "  Value control_;\n  std::vector<Value> forgotten_;"),
                           ("vm/text_tables.h", "  InternTable interned_;", "  InternTable interned_, forgotten_;"),
                           ("vm/frame.h", "  Value owner;", "  Value owner, forgotten_;"),
                           ("vm/linked_unit.h", "  Value globals;", "  Value globals;\n  std::span<Value> forgotten_;")]:
        shown = dict(texts)
        shown[path] = shown[path].replace(old, new, 1)
        if not any("forgotten_" in line for line in unknown_values(shown)):
            found.append(f"vm_tables.py does not see a member of {path} that it is shown")
    print("\n".join(found) or "all values are in a list, all resume functions where vm/resume_functions.def says")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
