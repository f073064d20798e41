"""README's commands, in a checkout: each works as it stands there, and says so by its exit code."""

import os
import pathlib
import re
import shlex
import subprocess
import unittest

from program import PROGRAM, Case, main

ROOT = pathlib.Path(__file__).parents[2]


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
        verbs = {arguments[1] for arguments in self.commands()}
        self.assertEqual(verbs, {"roots", "verify", "real-roots", "minimax", "boxes", "newton", "solve"})


main()
