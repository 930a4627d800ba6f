#!/usr/bin/env python3
"""check_package.py BUILD: builds the package for Python of this build tree and runs its tests: those of this folder, the programs of
docs/python.md, and its wheel in an empty environment."""

import os
import subprocess
import sys
from pathlib import Path


def main() -> None:
    build = Path(sys.argv[1]).resolve()
    here = Path(__file__).resolve().parent
    built = subprocess.run(["cmake", "--build", build, "--target", "pysub_python"], capture_output=True, text=True)
    if built.returncode or "warning:" in built.stdout:
        sys.exit(built.stdout + built.stderr)
    environment = {**os.environ, "PYTHONPATH": f"{build}/python", "PYSUB_BUILD": str(build), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.exit(subprocess.run([sys.executable, "-W", "error", "-m", "unittest", "discover", "-s", here, "-p", "*_test.py", *sys.argv[2:]],
                            env=environment).returncode)


main()
