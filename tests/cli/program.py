"""Runs the program under test: the environment variable VIETA_PROGRAM names it."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

PROGRAM = os.environ.get("VIETA_PROGRAM", "build/release/vieta")
NO_ROOTS = json.dumps({"verb": "roots", "roots": [], "status": "complete", "report": dict.fromkeys(
    ("degree", "isolated", "clusters", "wide", "unproven", "at_border", "multiple"), 0)})  # a result that verify reads


def vieta(*arguments, text=None, env=None, **options):
    """The finished process, with its output as text."""
    given = {} if "stdin" in options else {"input": text}
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **(env or {})}, **given, **options)


def verbs():
    """All verbs, as the program's help lists them."""
    return re.findall(r"^  ([a-z-]+)  ", vieta("--help").stdout.split("\nUsage: ")[1], re.M)


def polynomial(degree, seed):
    """Coefficients between -1 and 1, the same on every machine."""
    values = []
    for _ in range(degree + 1):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        values.append((seed >> 11) / 2**53 * 2 - 1)
    return values


def timeless(text):
    """JSON without the times that differ from run to run."""
    return re.sub(r'"[a-z_]*seconds[a-z_]*": ?[-+0-9.e]+', '"seconds":0', text)


class Case(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)

    def path(self, name):
        return os.path.join(self._folder.name, name)

    def file(self, name, content):
        with open(self.path(name), "wb") as out:
            out.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def solve(self, *arguments, code=0, **options):
        done = vieta("roots", *arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def refused(self, *arguments, saying, **options):
        """Misuse: exit code 1, nothing on standard output, one line on standard error."""
        done = vieta(*arguments, **options)
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Avieta: [^\n]+\n\Z")
        self.assertIn(saying, done.stderr)


class ForgeryCase(Case):
    def refuses_all(self, forgeries, least, *question):
        """`verify` proves each of these results wrong, or refuses to read it; they are pairs of a name and a result."""
        forgeries = list(forgeries)
        self.assertGreaterEqual(len(forgeries), least)

        def passed(k):
            name, lie = forgeries[k]
            done = vieta("verify", self.file(f"lie{k}.json", json.dumps(lie)), *question)
            is_refused = done.returncode == 1 or (done.returncode == 2 and "does not hold" in done.stdout)
            return None if is_refused else f"{name}: exit code {done.returncode}: {done.stdout}{done.stderr}"

        with ThreadPoolExecutor(4) as pool:
            wrong = [line for line in pool.map(passed, range(len(forgeries))) if line]
        self.assertEqual(wrong, [])


def seconds_of(job):
    """Of the processor, so far: a busy machine takes longer to come as far. Without /proc, infinite."""
    try:
        with open(f"/proc/{job.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return float("inf")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_at_work(job, seconds=0):
    """Until so much time of the processor is spent and Ctrl-C is caught, or the job has ended: a busy machine reads its input
    long after a quiet one has."""
    while job.poll() is None and (seconds_of(job) < seconds or not catches_ctrl_c(job)):
        time.sleep(0.01)


def catches_ctrl_c(job):
    """Whether a handler of SIGINT is set. Without /proc, true."""
    try:
        with open(f"/proc/{job.pid}/status") as file:
            caught = next((line for line in file if line.startswith("SigCgt:")), "SigCgt: 0")
    except OSError:
        return True
    return bool(int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1)


def main():
    unittest.main(verbosity=2)
