"""Golden test files: their cases, and the text of their .out files (tests/README.md)."""

import json
import re

TITLE = re.compile(r"^# ---(.*)$")
MODULE = re.compile(r"^# \+\+\+ *(.*)$")
DIRECTIVE = re.compile(r"^# (stdin|argv|limit|oracle|files|CPython): *(.*)$")


class Case:
    def __init__(self, number, title, source):
        self.title = title
        source, self.modules = split_modules(source)
        self.source = source
        self.heading = f"=== {number}" + (f": {title}" if title else "")
        self.stdin = ""
        self.argv = []
        self.limits = []
        self.oracle = "3.14"
        self.files = False
        self.difference = ""
        for line in source.split("\n"):
            if not line.startswith("#"):
                break
            found = DIRECTIVE.match(line)
            if not found:
                continue
            key, value = found.groups()
            if key in ("stdin", "argv"):
                setattr(self, key, json.loads(value))
            elif key == "limit":
                self.limits.append(value)
            elif key == "oracle":
                self.oracle = value
            elif key == "files":
                self.files = value == "yes"
            else:
                self.difference = value


def split_modules(text):
    """The program, and the other files of the case by name: each begins behind a `# +++ name` line."""
    parts, name = {None: []}, None
    for line in text.split("\n"):
        found = MODULE.match(line)
        if found:
            name = found.group(1).strip()
            parts[name] = []
        else:
            parts[name].append(line)
    whole = {name: ("\n".join(lines).rstrip("\n") + "\n").lstrip("\n" if not any(lines) else "") for name, lines in parts.items()}
    return whole.pop(None), whole


def cases(text):
    """Each `# ---` line starts a case and is its first line."""
    result, lines, title = [], [], ""

    def finish():
        if any(line.strip() and not line.startswith("#") for line in lines):
            result.append(Case(len(result) + 1, title, "\n".join(lines).rstrip("\n") + "\n"))

    for line in text.split("\n"):
        found = TITLE.match(line)
        if found:
            finish()
            lines, title = [], found.group(1).strip()
        lines.append(line)
    finish()
    return result


def _marked(mark, text):
    if not text:
        return ""
    lines = text.split("\n")
    ended = lines[-1] == ""
    if ended:
        lines.pop()
    marked = "".join(f"{mark} {line}\n" if line else f"{mark}\n" for line in lines)
    return marked if ended else marked + "\\ no newline\n"


def block(answer):
    code = f"exit {answer['exit']}\n" if answer["exit"] else ""
    return _marked("|", answer["stdout"]) + _marked("!", answer["stderr"]) + code


def blocks(text):
    """(heading, block) of each case in an .out file."""
    found = []
    for line in text.split("\n")[:-1]:
        if line.startswith("=== "):
            found.append([line, ""])
        elif found:
            found[-1][1] += line + "\n"
    return [tuple(pair) for pair in found]
