#!/usr/bin/env python3
"""What pages refer to is there: files and headings of links, the files, commands and tests that CONTRIBUTING.md names, and what
docs/paths.md says of files: each name of C++ in backquotes stands in the file that is linked last before it."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def anchors(page):
    """Of a page's headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", page.read_text(), flags=re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links_of(page):
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    text = re.sub(r"(?<!\[)`[^`\n]*`(?!\])", "", text)  # code, unless it is the text of a link
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path) if path else page
        if not found.exists():
            yield f"{page.relative_to(ROOT)}: {target} is not there"
        elif anchor and anchor not in anchors(found):
            yield f"{page.relative_to(ROOT)}: {target}: no such heading"


def names_of(page):
    """Files in backquotes, and tests in square brackets."""
    text = page.read_text()
    tests = (ROOT / "tests").rglob("CMakeLists.txt")
    registered = " ".join(path.read_text() for path in tests)
    google = " ".join(path.read_text() for path in (ROOT / "tests").rglob("*_test.cc"))
    for name in re.findall(r"`([\w./-]+/[\w.*-]+)`", text):
        if "NAME" not in name and not name.startswith("build/") and not list(ROOT.glob(name)):
            yield f"{page.name}: there is no {name}"
    for name in re.findall(r"^(tools/\w+)", text, re.M):
        if not (ROOT / name).exists():
            yield f"{page.name}: there is no {name}"
    for group in re.findall(r"\[((?:`[\w.-]+`(?:, )?)+)[^\]]*\]", text):
        for name in re.findall(r"`([\w.-]+)`", group):
            suite, _, test = name.partition(".")
            if test and not test.startswith("."):
                there = re.search(rf"\({suite},\s*{test}\)", google)
            else:
                there = name.rstrip(".") in registered or f"({name}," in google
            if not there:
                yield f"{page.name}: there is no test {name}"


def places_of(page):
    """Names of C++, `Class::Function` or `Name`, which must be words of the file before them."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    source, content, words = None, "", set()
    for heading, link, name in re.findall(r"(?m)^(##)|\]\(([^)\s]+)\)|(?<!\[)`([A-Za-z]\w*(?:::\w+)*)`(?!\])", text):
        if heading:
            source = None
        elif link:
            path = page.parent / link
            if path.is_file() and path.suffix != ".md":
                source, content = path, path.read_text()
                words = set(re.findall(r"\w+", content))
        elif source and re.search(r"[A-Z]", name):  # a name without capitals is Python's, the shell's or a program
            # (A .cc file defines functions out of their class, and so with its name.)
            found = re.search(rf"\b{name}\b", content) if source.suffix == ".cc" else words.issuperset(name.split("::"))
            if not found:
                yield f"{page.relative_to(ROOT)}: there is no {name} in {source.resolve().relative_to(ROOT)}"


def main():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    pages = [ROOT / name for name in listed] or [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("[a-z]*/README.md")]
    complaints = [complaint for page in pages for complaint in links_of(page)]
    complaints += names_of(ROOT / "CONTRIBUTING.md")
    complaints += places_of(ROOT / "docs/paths.md")
    readme = (ROOT / "README.md").read_text()
    for paper in ("LICENSE", "NOTICE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))):
        if f"({paper})" not in readme:
            complaints.append(f"README.md does not lead to {paper}")
    print("\n".join(complaints) or f"{len(pages)} pages")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
