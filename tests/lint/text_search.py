#!/usr/bin/env python3
"""Lists searches of the shell for a text in a text that may take as long as both are, multiplied.

    text_search.py [--list]      fails when a function has such a search and is not in text_search.txt

std::string::find() and rfind() compare what is wanted at each place again; where a script chooses both texts a megabyte
in another takes hours, and no clock is looked at. shell/text_search.h has what is linear and counted. A search for a character or for what
stands in the source is fine, and so is find() of a table. All else is refused, and memmem() and std::search() anywhere but
there; text_search.txt names the others, each as FILE:FUNCTION with the reason why one of the two texts is short. Types are told by the
text of a file and of the headers beside it, so this finds what was forgotten, not what was hidden.
"""

import os
import re
import sys

import native_loops

ALLOWED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "text_search.txt")
HELPER = "shell/text_search.h"
# The agent's protocol and the command line are no scripts': what they read comes from the host.
FOLDERS = [f"shell/{name}" for name in ("builtins", "commands", "expand", "python", "regex", "run", "sqlite", "syntax")]
SEARCH = re.compile(r"(string_view\(\s*\)|\w*[\w)\]])(?:\.|->)r?find\(")
OTHER_SEARCH = re.compile(r"\b(memmem|std::search)\(")


def argument(text, begin):
    """The first one of a call, and what stands behind the call."""
    depth, end = 1, None
    for at in range(begin, len(text)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[at], 0)
        if depth == 0 or (depth == 1 and text[at] == ","):
            end = at if end is None else end
        if depth == 0:
            return text[begin:end].strip(), text[at + 1 :]
    return text[begin:].strip(), ""


def is_character(wanted, declarations):
    if wanted.startswith("static_cast<char>") or re.search(r"(\]|\.(front|back)\(\))$", wanted):
        return True
    name = re.match(r"\*?(?:\w+(?:\.|->))*(\w+)", wanted)
    # (Where a name is both, the one that stands in the function counts: it comes first.)
    kind = name and re.search(rf"\b(char|string|string_view)\b[&*\s]*(?:Terminator::)?(?:\w+ = [^;,]*, )*{name.group(1)}\b", declarations)
    return bool(kind) and kind.group(1) == "char"


def is_harmless(where, wanted, behind, body, declarations):
    if not wanted or re.search(r"(?:\bk[A-Z]\w*|\bstring_view\(\s*\))$", where):
        return True  # what stands in the source
    if re.fullmatch(r"k[A-Z]\w*", wanted) or is_character(wanted, declarations):
        return True
    # A table: its end is asked for, or its element is taken.
    return behind.startswith("->") or bool(re.search(rf"{re.escape(where)}(?:\.|->)(?:end\(\)|erase\()", body))


def in_text(text, around):
    """(function, line) of the searches in a file; `around`: the headers beside it."""
    text = native_loops.strip(text)
    for function, line, body in native_loops.functions(text):
        if OTHER_SEARCH.search(body):
            yield function, line
            continue
        head = text.split("\n")[line - 1]
        for search in SEARCH.finditer(body):
            wanted, behind = argument(body, search.end())
            if not is_harmless(search.group(1), wanted, behind, body, head + body + text + around):
                yield function, line
                break


def findings():
    for folder in FOLDERS:
        for path, inner, names in os.walk(os.path.join(native_loops.ROOT, folder)):
            inner.sort()
            texts = {}
            for name in sorted(names):
                if name.endswith((".cc", ".h")):
                    with open(os.path.join(path, name), encoding="utf-8") as file:
                        texts[name] = file.read()
            around = native_loops.strip("\n".join(text for name, text in texts.items() if name.endswith(".h")))
            for name, text in texts.items():
                relative = os.path.relpath(os.path.join(path, name), native_loops.ROOT)
                for function, line in in_text(text, around):
                    yield f"{relative}:{function}", line


def check_itself():
    body = "size_t F(const std::string& a, const std::string& b, char c) { return %s; }"
    bad = ("a.find(b)", "a.rfind(b, 3)", "a.substr(1).find(b.substr(1))", "memmem(a.data(), 1, b.data(), 1) != nullptr", "a.find(std::string(b) + c)")
    good = ("a.find('x')", 'a.find("xy", 3)', "a.find(c)", "kNames.find(b)", 'std::string_view("ab").find(b)', "table.find(b) == table.end()", "a.find(b[0])")
    seen = [text for text in bad + good if list(in_text(body % text, ""))]
    return [] if seen == list(bad) else [f"text_search.py sees {seen} of {bad}"]


if __name__ == "__main__":
    wrong = check_itself()
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(native_loops.main(dict(findings()), ALLOWED, "searches for a text that may be long: see shell/text_search.h") or len(wrong))
