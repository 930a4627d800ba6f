#!/usr/bin/env python3
"""top_level.py: the project's top folder has what docs say and nothing else. What a build or a trial leaves there is easily added to a
commit by mistake; a further file or folder at the top is a decision, and its name is added here."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"bench", "cmake", "compiler", "docs", "lexer", "osbridge", "parser", "playground", "shell", "stdlib", "tests", "tools", "vm", ".ci"}
FILES = {".clang-format", ".git-blame-ignore-revs", ".clang-tidy", ".dockerignore", ".gitattributes", ".gitignore", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json",
         "CONTRIBUTING.md", "Dockerfile", "LICENSE", "NOTICE", "README.md", "SECURITY.md"}

listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
if listed.returncode != 0:
    print("no git repository: nothing is looked at")
    sys.exit(0)
tops = {line.split("/")[0] for line in listed.stdout.splitlines()}
wrong = sorted(tops - FOLDERS - FILES)
for name in wrong:
    print(f"{name}: is not named in tests/lint/top_level.py")
print(f"{len(tops)} files and folders at the top, {len(wrong)} of them unknown")
sys.exit(1 if wrong else 0)
