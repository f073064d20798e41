"""--checkpoint FILE: an interrupted run goes on, to the answer of one that was not; other files are refused."""

import json
import os
import re
import signal
import subprocess
import time

from program import PROGRAM, Case, main, polynomial, timeless, vieta

SYSTEM = "x^2 + a*y - b; y^2 - b*x + 1"


def content(path):
    with open(path, "rb") as file:
        return file.read()


def comparable(text):
    """The number of threads is no part of the answer."""
    return re.sub(r'"target": ?"[^"]*"', '"target":""', timeless(text))


class Interrupted(Case):
    def setUp(self):
        super().setUp()
        self.polynomial = self.file("p.txt", "".join(f"{x!r}\n" for x in polynomial(40000, 7)))
        self.values = self.file("values.txt", "a b\n" + "".join(f"{k % 9 - 4.5} {k * 0.037 + 0.1}\n" for k in range(6000)))
        self.checkpoint = self.path("work.checkpoint")
        self.verbs = {"roots": ["roots", self.polynomial],
                      "solve": ["solve", "--system", SYSTEM, "--parameters", self.values],
                      "grid": ["solve", "--system", SYSTEM, "--grid", "a=-2,2,60; b=0.1,3,60"]}

    def kept(self, *arguments, every=0):
        return [*arguments, "--checkpoint", self.checkpoint, "--checkpoint-every", every]

    def left(self):
        return sorted(name for name in os.listdir(os.path.dirname(self.checkpoint)) if "checkpoint" in name)

    def goes_on(self, arguments, expected, threads=2):
        """From what is kept, which is gone when the answer is there."""
        self.assertIn("work.checkpoint", self.left())
        done = vieta(*self.kept(*arguments), "--json", "--threads", threads)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(comparable(done.stdout), comparable(expected))
        self.assertEqual(self.left(), [])

    def begin(self, arguments, threads=1):
        return subprocess.Popen([PROGRAM, *map(str, self.kept(*arguments)), "--threads", str(threads), "--json", "-o",
                                 self.path("answer.json")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def after_some_writes(self, job):
        """When the file has grown a few times; False where the work was done before."""
        sizes = set()
        while job.poll() is None and len(sizes) < 3:
            if os.path.exists(self.checkpoint):
                sizes.add(os.path.getsize(self.checkpoint))
            time.sleep(0.001)
        return job.poll() is None

    def test_the_same_answer_without_an_interruption(self):
        for name, arguments in self.verbs.items():
            with self.subTest(name):
                alone = vieta(*arguments, "--json", "--threads", 1)
                done = vieta(*self.kept(*arguments), "--json", "--threads", 1)
                self.assertEqual(done.returncode, alone.returncode, done.stderr)
                self.assertEqual(comparable(done.stdout), comparable(alone.stdout))
                self.assertEqual(self.left(), [])

    def test_killed(self):
        for name, arguments in self.verbs.items():
            expected = vieta(*arguments, "--json").stdout
            for _ in range(3):
                with self.subTest(name):
                    job = self.begin(arguments)
                    in_the_midst = self.after_some_writes(job)
                    job.kill()
                    job.communicate()
                    if in_the_midst:
                        self.assertFalse(os.path.exists(self.path("answer.json")))
                        self.goes_on(arguments, expected)
                    else:
                        os.remove(self.path("answer.json"))

    def test_killed_while_it_is_written(self):
        for name, arguments in self.verbs.items():
            with self.subTest(name):
                first = vieta(*self.kept(*arguments), env={"VIETA_TEST_FAULT": "checkpoint:0:kill"})
                self.assertEqual(first.returncode, -signal.SIGKILL)
                self.assertEqual(self.left(), ["work.checkpoint.part"])
                os.remove(self.checkpoint + ".part")
        job = self.begin(self.verbs["roots"])
        if self.after_some_writes(job):
            job.kill()
            job.communicate()
            before = content(self.checkpoint)
            again = vieta(*self.kept(*self.verbs["roots"]), env={"VIETA_TEST_FAULT": "checkpoint:0:kill"})
            self.assertEqual(again.returncode, -signal.SIGKILL)
            self.assertEqual(content(self.checkpoint), before)
            self.goes_on(self.verbs["roots"], vieta(*self.verbs["roots"], "--json").stdout)

    def test_ctrl_c(self):
        for name in ("roots", "solve"):
            with self.subTest(name):
                arguments = self.verbs[name]
                job = self.begin(arguments)
                if not self.after_some_writes(job):
                    continue
                job.send_signal(signal.SIGINT)
                job.communicate(timeout=60)
                if job.returncode != 2:  # it was done before
                    continue
                if os.path.exists(self.path("answer.json")):
                    with open(self.path("answer.json")) as file:
                        self.assertEqual(json.load(file)["report"]["stopped_by"], "cancelled")
                self.goes_on(arguments, vieta(*arguments, "--json").stdout, threads=1)

    def test_time_after_time(self):
        """Each run has a little time; together they come to the end."""
        for name in ("roots", "solve"):
            with self.subTest(name):
                arguments = self.verbs[name]
                expected = vieta(*arguments, "--json").stdout
                runs = 0
                while True:
                    runs += 1
                    # Also with the usual interval the end of the time is an occasion to write.
                    done = vieta(*self.kept(*arguments, every=30), "--json", "--max-seconds", 0.15 * 1.5**runs)
                    self.assertIn(done.returncode, (0, 2), done.stderr)
                    if done.returncode == 0:
                        break
                self.assertEqual(comparable(done.stdout), comparable(expected), f"{runs} runs")
                self.assertEqual(self.left(), [])


class Refused(Case):
    def setUp(self):
        super().setUp()
        self.given = self.file("p.txt", "".join(f"{x!r}\n" for x in polynomial(12000, 7)))
        self.checkpoint = self.path("work.checkpoint")

    def interrupted(self, *arguments):
        """A checkpoint of this work: its last write is the one before the program was killed."""
        job = subprocess.Popen([PROGRAM, *map(str, arguments), "--checkpoint", self.checkpoint, "--checkpoint-every", "0",
                                "--threads", "1", "-o", self.path("answer.txt")], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        while job.poll() is None and not os.path.exists(self.checkpoint):
            time.sleep(0.0005)
        job.kill()
        job.wait()
        if not os.path.exists(self.checkpoint):
            self.skipTest("too fast to be interrupted")
        return content(self.checkpoint)

    def refused(self, saying, *arguments):
        before = content(self.checkpoint)
        done = vieta(*arguments, "--checkpoint", self.checkpoint)
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(done.stdout, "")
        self.assertIn(saying, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual(content(self.checkpoint), before)

    def test_roots(self):
        whole = self.interrupted("roots", self.given)
        other = self.file("q.txt", "".join(f"{x!r}\n" for x in polynomial(12000, 8)))
        self.refused("found a checkpoint of another polynomial", "roots", other)
        self.refused("digits = 15, expected one of digits = 12", "roots", self.given, "--digits", "12")
        self.refused("found a checkpoint of roots, expected one of solve", "solve", "--system", SYSTEM, "--at", "a=1,b=2")
        for damaged in (whole[:-1], whole[: len(whole) // 2], whole[:40], whole[:-9] + b"x" + whole[-8:],
                        whole[: len(whole) // 3] + b"\0" + whole[len(whole) // 3 + 1:], whole + whole):
            with open(self.checkpoint, "wb") as file:
                file.write(damaged)
            self.refused("found a damaged checkpoint", "roots", self.given)
        with open(self.checkpoint, "w") as file:
            file.write("1 2 3\n")
        self.refused("found no checkpoint", "roots", self.given)

    def test_another_version(self):
        whole = self.interrupted("roots", self.given)
        version = re.search(rb"\d+\.\d+\.\d+", whole[:200]).group()
        with open(self.checkpoint, "wb") as file:  # its digest does not know of it
            file.write(whole.replace(version, b"9" * len(version), 1))
        self.refused("found a damaged checkpoint", "roots", self.given)

    def test_parameters(self):
        rows = "a b\n" + "".join(f"{k % 9 - 4.5} {k * 0.037 + 0.1}\n" for k in range(6000))
        values = self.file("values.txt", rows)
        solve = ["solve", "--system", SYSTEM, "--parameters"]
        self.interrupted(*solve, values)
        self.refused("of another system or of other values", *solve, self.file("more.txt", rows + "1 2\n"))
        self.refused("of another system or of other values", "solve", "--system", SYSTEM.replace("+ 1", "+ 2"),
                     "--parameters", values)
        self.refused("of seed = 1, expected one of seed = 2", *solve, values, "--seed", "2")
        self.refused("expected one of roots", "roots", self.given)

    def test_where_it_makes_no_sense(self):
        missing = self.path("none/work")
        for saying, arguments in {
            "found degree 5": ["roots", "x^5 - x - 1"],
            "found method ehrlich-aberth": ["roots", self.given, "--method", "ehrlich-aberth"],
            "found a region": ["roots", self.given, "--real-only"],
            "found uncertainty": ["roots", self.given, "--uncertainty", "1e-9"],
            "found a series": ["roots", self.given, "--basis", "chebyshev"],
            "found a program": ["roots", self.file("p.program", "z = 0; repeat 4 { z = z^2 + x }"), "--program"],
            "found a quotient": ["roots", "(x^2-1)/(x^3-5)"],
            "found a batch": ["roots", "--batch", self.file("rows.txt", "1 2 3\n4 5 6\n")],
            "--structure: found --checkpoint": ["roots", "x^2-1", "--structure"],
            "found one beside a single system": ["solve", "x^2-2; y-1"],
            "beside newton": ["newton", "--system", "x^2-2", "--start", "1"],
            "beside minimax": ["minimax", "exp"],
            "beside boxes": ["boxes", "x"],
            "beside real-roots": ["real-roots", "x^2-2"],
            "beside verify": ["verify", "a", "b"],
            "beside components": ["components", "x*y"],
            "beside info": ["info"],
        }.items():
            with self.subTest(saying):
                done = vieta(*arguments, "--checkpoint", self.checkpoint)
                self.assertEqual(done.returncode, 1, done)
                self.assertIn(saying, done.stderr)
                self.assertFalse(os.path.exists(self.checkpoint))
        done = vieta("roots", self.given, "--checkpoint", missing)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write", done.stderr)
        done = vieta("roots", self.given, "--checkpoint", self.given)
        self.assertEqual(done.returncode, 1)
        self.assertIn("found the input there", done.stderr)


if __name__ == "__main__":
    main()
