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


def compile_in(clone, build, environment):
    """Compiles SOURCE there by the command of the build folder here."""
    [command] = [entry["command"] for entry in json.loads((build / "compile_commands.json").read_text()) if entry["file"] == str(ROOT / SOURCE)]
    words = shlex.split(command.replace(str(ROOT), str(clone)))
    if Path(words[0]).name == "ccache":
        del words[0]
    shutil.copytree(ROOT / "lexer", clone / "lexer")
    folder = clone / build.relative_to(ROOT)
    (folder / words[words.index("-o") + 1]).parent.mkdir(parents=True)
    expanded = {name: value.replace("${sourceDir}", str(clone)) for name, value in environment.items()}
    subprocess.run(["ccache", *words], cwd=folder, env=dict(os.environ, **expanded), check=True)


def main():
    build = Path(sys.argv[1]).resolve()
    if not shutil.which("ccache") or not build.is_relative_to(ROOT):
        sys.exit(77)
    base = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"][0]
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(CCACHE_DIR=f"{folder}/cache", CCACHE_CONFIGPATH=f"{folder}/none")
        os.environ.pop("CCACHE_BASEDIR", None)
        compile_in(Path(folder) / "one", build, base.get("environment", {}))
        compile_in(Path(folder) / "far/away/another", build, base.get("environment", {}))
        found = subprocess.run(["ccache", "--print-stats"], capture_output=True, text=True, check=True).stdout
    counts = dict(line.split() for line in found.splitlines())
    hits = int(counts["direct_cache_hit"]) + int(counts["preprocessed_cache_hit"])
    print(f"{hits} of 2 compilations found")
    sys.exit(0 if hits == 1 else 1)


if __name__ == "__main__":
    main()
