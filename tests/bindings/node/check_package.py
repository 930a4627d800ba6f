#!/usr/bin/env python3
"""check_package.py BUILD NODE: builds the package for Node of this build tree and runs its tests: those of this folder, the programs of
docs/node.md, and its tarball in an empty project."""

import os
import subprocess
import sys
from pathlib import Path


def main() -> None:
    build, node = Path(sys.argv[1]).resolve(), sys.argv[2]
    here = Path(__file__).resolve().parent
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    if int(version.lstrip("v").split(".")[0] or 0) < 20:
        sys.exit(f"skipped: node {version.strip()} is older than 20")
    built = subprocess.run(["cmake", "--build", build, "--target", "pysub_node"], capture_output=True, text=True)
    if built.returncode or "warning:" in built.stdout:
        sys.exit(built.stdout + built.stderr)
    environment = {**os.environ, "PYSUB_BUILD": str(build)}
    tests = sorted(str(path) for path in here.glob("*.test.mjs"))
    sys.exit(subprocess.run([node, "--expose-gc", "--test", *tests, *sys.argv[3:]], env=environment).returncode)


main()
