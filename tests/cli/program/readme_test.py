"""README's commands, in a checkout: each works as it stands there, and says so by its exit code."""

import os
import pathlib
import re
import shlex
import subprocess
import unittest

from program import PROGRAM, Case, main, verbs

ROOT = pathlib.Path(__file__).parents[3]


class Readme(Case):
    def commands(self):
        text = (ROOT / "README.md").read_text()
        return [shlex.split(line, comments=True) for line in re.findall(r"^    \$ (build/release/vieta .*)$", text, re.M)]

    def test_commands(self):
        os.symlink(ROOT / "examples", self.path("examples"))
        commands = self.commands()
        self.assertGreater(len(commands), 8)
        for _, *arguments in commands:
            done = subprocess.run([PROGRAM, *arguments], cwd=self.path("."), capture_output=True, text=True, timeout=120)
            if "no Arb" in done.stderr:
                raise unittest.SkipTest("this build cannot verify: it has no Arb")
            self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        for picture in ("roots.svg", "boxes.svg"):
            self.assertTrue(os.path.exists(self.path(picture)), picture)

    def test_all_verbs_are_there(self):
        self.assertEqual({arguments[1] for arguments in self.commands()}, set(verbs()) - {"info"})

    def test_links(self):
        """In the pages beside README; those of docs/ are checked where the site is built (tests/python/package/test_package.py)."""
        for page in sorted(ROOT.glob("*.md")):
            for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text()):
                path, _, anchor = target.partition("#")
                file = ROOT / path if path else page
                self.assertTrue(file.exists(), f"{page.name}: {target}")
                if anchor:
                    titles = re.findall(r"^#+ (.*)$", file.read_text(), re.M)
                    ids = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
                    self.assertIn(anchor, ids, f"{page.name}: {target}")


main()
