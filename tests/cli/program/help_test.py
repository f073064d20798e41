import json
import os
import pathlib
import re
import subprocess
import unittest

from program import PROGRAM, Case, main, verbs, vieta

ROOT = pathlib.Path(__file__).parents[3]
VERBS = verbs()


def examples(text):
    """The commands above "Usage:", as typed: a long one goes on in lines that are indented further; what stands
    behind two blanks is for the reader."""
    commands = []
    for line in text.split("\nUsage: ")[0].splitlines():
        if line.startswith("        ") and commands:
            commands[-1] += " " + line.strip()
        elif re.match(r"  (\S.*)?\bvieta ", line):
            commands.append(line.strip().split("  ")[0])
    return commands


class Help(Case):
    def test_the_program_s_help_fits_a_screen_and_begins_with_examples(self):
        done = vieta("--help")
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        self.assertLessEqual(len(lines), 24)
        self.assertTrue(lines[0].startswith("  vieta roots \"x^5 - x - 1\""))
        self.assertLessEqual(max(map(len, lines)), 79)
        self.assertTrue(all(line.startswith("  vieta ") for line in lines[:5]) and lines[5] == "")
        self.assertEqual(vieta("help").stdout, done.stdout)
        self.assertEqual(vieta("-h").stdout, done.stdout)

    def test_every_verb_has_help(self):
        for verb in VERBS:
            done = vieta(verb, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn(f"Usage: vieta {verb}", done.stdout)
            self.assertIn("--json", done.stdout)
            self.assertEqual(vieta("help", verb).stdout, done.stdout)
            self.assertLessEqual(len(done.stdout.split("\nUsage: ")[0].splitlines()), 18)
            if verb != "info":  # the same voice for all: what it does, examples, what the exit code says
                self.assertTrue(any(f"vieta {verb} " in example for example in examples(done.stdout)))
                self.assertIn("Exit code", done.stdout.split("\nUsage: ")[0])

    def test_examples_work_as_typed(self):
        """In a folder that holds the examples/ of the sources, and nothing else."""
        os.symlink(ROOT / "examples", self.path("examples"))
        environment = {**os.environ, "PATH": os.path.dirname(os.path.abspath(PROGRAM)) + os.pathsep + os.environ["PATH"]}
        commands = [command for verb in VERBS[:-1] for command in examples(vieta("help", verb).stdout)]
        self.assertGreater(len(commands), 30)
        for command in examples(vieta("--help").stdout) + commands:
            done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.path("."), env=environment,
                                  capture_output=True, text=True, timeout=120)
            if "no Arb" in done.stderr:
                raise unittest.SkipTest("this build cannot verify: it has no Arb")
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    def test_options_that_the_program_s_help_names(self):
        """What it says of all verbs holds for all, and of most, for most."""
        text = vieta("--help").stdout
        every, most = re.search(r"All verbs take (.*?), most (.*?)\.", text, re.S).groups()
        helps = [vieta("help", verb).stdout for verb in VERBS]
        for option in re.findall(r"-\S*[a-z]", every):
            self.assertTrue(all(option in one for one in helps), option)
        for option in re.findall(r"--\S+", most):
            self.assertGreaterEqual(sum(option in one for one in helps), 6, option)

    def test_version_and_info(self):
        self.assertRegex(vieta("--version").stdout, r"\Avieta \d+\.\d+\.\d+\n\Z")
        self.assertIn("SIMD", vieta("info").stdout)
        about = json.loads(vieta("info", "--json").stdout)
        self.assertIn(about["isa"], about["isa_compiled"].split())
        self.assertGreaterEqual(about["threads"], 1)


main()
