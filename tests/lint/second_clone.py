#!/usr/bin/env python3
"""What one clone has compiled another one finds in ccache, with what the presets put into the environment.

    second_clone.py BUILD      of a preset; exit status 77: there is no ccache, or the build is outside
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "lexer/unicode/utf8.cc"


def commands(build):
    """Those that make SOURCE here: of what is compiled before it, if it has precompiled headers, and its own."""
    entries = {entry["file"]: entry["command"] for entry in json.loads((build / "compile_commands.json").read_text())}
    own = entries[str(ROOT / SOURCE)]
    return [command for file, command in entries.items() if file.endswith("/cmake_pch.hxx.cxx") and file.removesuffix(".cxx") in own] + [own]


def compile_in(clone, build, environment):
    """Runs these commands there, as Ninja would."""
    folder = clone / build.relative_to(ROOT)
    for part in ("lexer", "cmake"):
        shutil.copytree(ROOT / part, clone / part)
    for header in (build / "lexer").rglob("cmake_pch.hxx*"):
        if header.suffix in (".hxx", ".cxx"):
            there = folder / header.relative_to(build)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_text(header.read_text().replace(str(ROOT), str(clone)))
    expanded = {name: value.replace("${sourceDir}", str(clone)) for name, value in environment.items()}
    made = commands(build)
    launcher = [str(clone / "cmake/ccache_with_pch")] if len(made) > 1 else []
    for command in made:
        words = shlex.split(command.replace(str(ROOT), str(clone)))
        while not Path(words[0]).name.startswith(("clang", "g++", "c++")):
            del words[0]  # a launcher
        output = words[words.index("-o") + 1]
        (folder / output).parent.mkdir(parents=True, exist_ok=True)
        words[-4:-4] = ["-MD", "-MT", output, "-MF", output + ".d"]
        subprocess.run([*launcher, "ccache", *words], cwd=folder, env=dict(os.environ, **expanded), check=True)


def main():
    build = Path(sys.argv[1]).resolve()
    if not shutil.which("ccache") or not build.is_relative_to(ROOT):
        sys.exit(77)
    base = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"][0]
    with tempfile.TemporaryDirectory() as folder:
        for name in [name for name in os.environ if name.startswith("CCACHE_")]:
            del os.environ[name]
        os.environ.update(CCACHE_DIR=f"{folder}/cache", CCACHE_CONFIGPATH=f"{folder}/none")
        compile_in(Path(folder) / "one", build, base.get("environment", {}))
        compile_in(Path(folder) / "far/away/another", build, base.get("environment", {}))
        found = subprocess.run(["ccache", "--print-stats"], capture_output=True, text=True, check=True).stdout
    counts = dict(line.split() for line in found.splitlines())
    hits = int(counts["direct_cache_hit"]) + int(counts["preprocessed_cache_hit"])
    expected = 1  # precompiled headers themselves are not kept
    print(f"{hits} compilations found, {expected} expected")
    sys.exit(0 if hits == expected else 1)


if __name__ == "__main__":
    main()
