#!/usr/bin/env python3
"""pages_test.py PYSUB_AGENT: what people get to read who have a package and no checkout: pages whose links lead somewhere, and manuals
and help texts that name pages which are there."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AGENT = Path(sys.argv[1]).resolve()
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def made(*arguments):
    return subprocess.run([ROOT / "tools/package_pages", *arguments], capture_output=True, text=True, check=True).stdout


def links(text):
    """All but those in code."""
    return LINK.findall(re.sub(r"^ *```.*?^ *```|`[^`\n]*`(?!\])", "", text, flags=re.M | re.S))


class Pages(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        self.folder = Path(self.holder.name) / "pages"
        made(self.folder)

    def test_links_lead_somewhere(self):
        pages = sorted(self.folder.iterdir())
        self.assertGreater(len(pages), 20)
        for page in pages:
            found = links(page.read_text())
            for target in found:
                name = target.partition("#")[0]
                self.assertTrue(not name or name.startswith(("http://", "https://")) or (self.folder / name).is_file(), (page.name, target))
        self.assertIn("sessions.md", links((self.folder / "agent.md").read_text()))
        # What is code stays as it is.
        for name in ("shell.md", "agent.md", "c-api.md"):
            if (ROOT / "docs" / name).exists():
                fences = [re.findall(r"^```.*?^```", text, re.M | re.S) for text in ((ROOT / "docs" / name).read_text(), (self.folder / name).read_text())]
                self.assertEqual(*fences)

    def test_a_page_alone(self):
        for name in ("python.md", "node.md", "wasm.md"):
            text = made("--readme", name)
            for target in links(text):
                self.assertRegex(target, "^(#|https?://)", name)
            self.assertNotIn("tools/package_", text)
            self.assertGreater(len(text), 0.8 * len((ROOT / "docs" / name).read_text()), name)

    def test_what_programs_name_is_there(self):
        for arguments in (["--manual"], ["mcp", "-h"], ["work", "-h"], ["sessions", "create", "-h"], ["serve", "-h"]):
            text = subprocess.run([AGENT, *arguments], capture_output=True, text=True, check=True).stdout.replace("\\-", "-")
            self.assertNotIn(" docs/", text)
            named = re.findall(r"/usr/share/doc/pysub/([\w.-]+\.md)", text)
            self.assertTrue(named, arguments)
            for page in named:
                self.assertTrue((self.folder / page).is_file(), page)

    def test_examples_say_what_they_want(self):
        for example in sorted((ROOT / "docs/examples").glob("*/*.py")):
            for arguments in ([], ["--help"], [AGENT, "x"]):
                ran = subprocess.run([sys.executable, example, *arguments], capture_output=True, text=True, timeout=60)
                self.assertEqual((ran.returncode, ran.stdout), (1, ""), example)
                self.assertIn(f"{example.name} PYSUB_AGENT", ran.stderr)
                self.assertNotIn("Traceback", ran.stderr)

    def test_packages_have_them(self):
        # (Whether they do is seen by check_deb, which makes packages.)
        for tool in ("package_deb", "package_npm", "package_wheel", "package", "build_wasm"):
            self.assertIn("package_pages", (ROOT / "tools" / tool).read_text(), tool)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
