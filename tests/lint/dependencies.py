#!/usr/bin/env python3
"""Libraries of others are the same in the build, in docs/dependencies.md, in tools/packages.txt and in NOTICE, with the licences that
Debian's packages state."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What stands in a copyright file when a package is under the licence that docs/dependencies.md names so.
STATED = {
    "Apache-2.0": r"License: Apache-2\.0|Apache License",
    "BSL-1.0": r"License: BSL-1\.0",
    "curl": r"License: curl",
    "MIT": r"License: (Expat|MIT)",
    "BSD-3-clause": r"License: BSD-3|Neither the name|Redistribution and use in source and binary forms",
    "LGPL-3+ or GPL-2+": r"License: (GPL-2\+ or LGPL-3\+|LGPL-3\+ or GPL-2\+)",
    "ISC": r"License: ISC",
    "Zlib": r"License: Zlib",
    "PostgreSQL": r"License: PostgreSQL",
    "public domain": r"License: public-domain",
    "Unicode": r"UNICODE, INC\. LICENSE AGREEMENT",
}
# Debian's package of a library, where its name does not follow.
PACKAGES = {"Abseil": "libabsl-dev", "Boost": "libboost1.74-dev", "{fmt}": "libfmt-dev", "zlib": "zlib1g-dev", "nettle": "nettle-dev", "SQLite": "libsqlite3-dev", "libcurl": "libcurl4-openssl-dev", "libpq": "libpq-dev", "libtinfo": "libncurses-dev",
            "unicode-data": "unicode-data", "GoogleTest": "libgtest-dev", "Google Benchmark": "libbenchmark-dev"}


def package_of(library):
    name = library.lower()
    return PACKAGES.get(library) or (name if name.startswith("lib") else "lib" + name) + "-dev"


def users():
    """Which top folders link each external target."""
    found = {}
    for path in ROOT.glob("[a-z]*/**/CMakeLists.txt"):
        folder = path.relative_to(ROOT).parts[0]
        if folder in ("build", "docs"):
            continue
        text = re.sub(r"#.*", "", path.read_text())
        for target in re.findall(r"\b((?:external|absl|benchmark)::\w+)", text):
            found.setdefault("absl::..." if target.startswith("absl::") else target, set()).add(folder)
    found["GTest::gtest_main"] = {"tests"}  # of pysub_test()
    return found


def main():
    complaints = []
    say = complaints.append
    rows = {}
    for line in (ROOT / "docs/dependencies.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and not re.match(r"Library$|-+$", cells[0]):
            rows[cells[0]] = cells
    linked = users()
    for name, (_, target, _, licence, _, by, _) in rows.items():
        target = target.strip("`")
        if "::" in target:
            said, is_so = set(re.findall(r"`(\w+)`", by)), linked.pop(target, set())
            if said != is_so:
                say(f"docs/dependencies.md: {name} is linked by {sorted(is_so)}, not {sorted(said)}")
        if licence not in STATED:
            say(f"docs/dependencies.md: {name} has the licence {licence!r}, which {Path(__file__).name} does not know")
            continue
        copyright = Path("/usr/share/doc") / package_of(name) / "copyright"
        if copyright.exists() and not re.search(STATED[licence], copyright.read_text(errors="replace")):
            say(f"{name}: {copyright} does not state {licence}")
    for target in linked:
        say(f"{target} is linked and not in docs/dependencies.md")

    notice = (ROOT / "NOTICE").read_text()
    listed = {}
    for line in notice[notice.index("\nLibrary ") :].split("\n\n")[0].splitlines()[2:]:
        name, package, licence, _ = re.split(r"  +", line)
        listed[name] = (package, licence)
    shipped = {name: row for name, row in rows.items() if not re.search("nothing|`tests`|`bench`", row[5])}
    for name in shipped.keys() ^ listed.keys():
        say(f"{name} is in one of docs/dependencies.md and NOTICE")
    for name in shipped.keys() & listed.keys():
        package, licence = listed[name]
        if package != package_of(name):
            say(f"NOTICE: the package of {name} is {package_of(name)}, not {package}")
        if shipped[name][3] not in licence:
            say(f"NOTICE: {name} is under {shipped[name][3]}, not {licence}")

    packages = {line.split()[0] for line in (ROOT / "tools/packages.txt").read_text().splitlines() if line and line[0] != "#"}
    for name, row in rows.items():
        if row[1] != "with libedit" and package_of(name) not in packages:
            say(f"tools/packages.txt has no {package_of(name)}, which {name} is in")
    needed = {line.split()[0] for line in (ROOT / "tools/packages.txt").read_text().splitlines() if line and line[0] != "#" and line.split()[1] == "build"}
    said = set(re.search(r"apt-get install (.*?)\n(?! )", (ROOT / "docs/embedding.md").read_text(), re.S)[1].replace("\\", "").split())
    needed.add("pkg-config")  # for one of the two ways to link that the page shows; the build needs none
    if said != needed:
        say(f"docs/embedding.md: apt-get install of {sorted(needed)}, not {sorted(said)}")
    print("\n".join(complaints) or f"{len(rows)} libraries")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
