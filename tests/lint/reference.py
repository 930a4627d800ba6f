#!/usr/bin/env python3
"""Everything public in the installed headers is explained, in words that Doxygen takes: docs/Doxyfile without a warning. Says that it
was skipped (77) where there is no Doxygen."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if shutil.which("doxygen") is None:
    print("there is no doxygen: tools/packages test installs it")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    settings = (ROOT / "docs/Doxyfile").read_text() + f"OUTPUT_DIRECTORY = {folder}\n"
    run = subprocess.run(["doxygen", "-"], input=settings, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    pages = len(list(Path(folder).glob("html/*.html")))
print(run.stdout or f"{pages} pages")
sys.exit(1 if run.returncode != 0 or run.stdout or pages < 100 else 0)
