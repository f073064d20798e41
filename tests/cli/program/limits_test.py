"""Limits of time, memory and threads are kept by every stage of the work."""

import json
import os
import resource
import signal
import subprocess
import sys
import time

from program import PROGRAM, Case, main, vieta, wait_until_at_work

CHECKED = os.environ.get("VIETA_SANITIZERS")  # whose own memory is beyond any limit


def run(arguments, before=None, stop_after=None, **options):
    """Exit code, output, errors, and seconds of the processor."""
    job = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           start_new_session=True, preexec_fn=before, **options)
    if stop_after is not None:
        time.sleep(stop_after)
        wait_until_at_work(job)
        job.send_signal(signal.SIGINT)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    out, err = job.communicate(timeout=120)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return job.returncode, out, err, now.ru_utime + now.ru_stime - spent.ru_utime - spent.ru_stime


class Time(Case):
    # Beyond the limit: a second of work, and what it takes to give back a gigabyte of memory.
    SLACK = 2.5

    def cut_short(self, seconds, *arguments, says="stopped by time"):
        code, out, err, spent = run([*arguments, "--max-seconds", str(seconds), "--threads", "1"])
        self.assertEqual(code, 2, err)
        if not out:
            self.assertRegex(err, r"\Avieta: [^\n]+\n\Z")
            self.assertIn(says, err)
        self.assertLess(spent, seconds + self.SLACK, arguments)

    def test_time_of_uncertain_coefficients(self):
        """Discs that run together are told apart in many steps, none of which may overlook the limit."""
        poly = self.file("uncertain.txt", "\n".join(str((k * 7919) % 1009 - 500) for k in range(2501)))
        done = vieta("roots", poly, "--uncertainty", "1e-6", "--max-seconds", "0.3", "--json")
        self.assertEqual(done.returncode, 2, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual((result["status"], result["report"]["stopped_by"]), ("partial", "time"))

    def test_steps_that_do_not_look_at_the_clock(self):
        self.cut_short(1, "roots", "--poly", "x^40-x-1", "--digits", "1000000")
        # Discs that there is no time to write are not said to be known.
        unity = self.path("unity.json")
        done = vieta("roots", "--poly", "x^10000000-1", "-o", unity, "--max-seconds", "1", "--threads", "1")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", ""))
        with open(unity) as file:
            result = json.load(file)
        self.assertEqual((result["status"], result["report"]["stopped_by"]), ("partial", "time"))
        self.assertEqual([z["status"] for z in result["roots"]], ["unproven"])

    def test_time_is_used(self):
        """A high degree is no reason to give up before the time is up."""
        found = self.path("found.json")
        code, _, err, spent = run(["roots", "--poly", "x^1000000-x-1", "--max-seconds", "1", "--threads", "2", "-o", found])
        self.assertIn(code, (0, 2), err)
        self.assertLess(spent, 2 + self.SLACK)
        if os.path.exists(found):  # else it was in the midst of a step
            with open(found) as file:
                result = json.load(file)
            self.assertTrue(result["status"] == "complete" or result["report"]["seconds"] > 0.9, result["report"])

    def test_many_linear_equations(self):
        n = 400
        equations = ";\n".join(f"{2 + k % 3}*x{k} + x{(k * 7 + 1) % n} - x{(k * 11 + 5) % n} - {k + 1}" for k in range(n))
        self.cut_short(0.5, "solve", self.file("linear.txt", equations + ";\n"))

    def test_reading_counts(self):
        """The change of basis of this series takes seconds, before there is a polynomial."""
        numbers = " ".join(str(10**40 + k) for k in range(2501))
        path = self.file("long.pol", "Degree=2500; Real; Chebyshev;\n" + numbers + "\n")
        self.cut_short(0.3, "roots", path)
        end, begin = os.pipe()  # nobody writes
        code, out, err, _ = run(["roots", "-", "--max-seconds", "0.3"], stdin=end)
        os.close(begin), os.close(end)
        self.assertEqual((code, out), (2, ""))
        self.assertIn("stopped by time while the input was read", err)

    def test_ctrl_c(self):
        restore = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        code, out, err, spent = run(["roots", "--poly", "x^40-x-1", "--digits", "1000000", "--threads", "1"],
                                    before=restore, stop_after=1.5)
        self.assertEqual(code, 2, err)
        self.assertLess(spent, 1.5 + self.SLACK)
        self.assertIn("stopped by the user", out + err)

    def test_what_is_known_is_told(self):
        """A limit that is reached is no reason to tell nothing, where the work looks at the clock."""
        code, out, err, _ = run(["roots", "--poly", "x^60 - x - 1", "--digits", "200000", "--max-seconds", "0.5", "--json",
                                 "--threads", "1"])
        self.assertEqual(code, 2, err)
        self.assertEqual(sum(z["multiplicity"] for z in json.loads(out)["roots"]), 60)


class Memory(Case):
    def test_too_little_of_it(self):
        if CHECKED:
            self.skipTest("sanitizers")
        with_roots = self.path("result.json")
        self.assertEqual(vieta("roots", "--poly", "(x^7-2)^3*(x^90-x-1)", "--digits", "1000", "-o", with_roots).returncode, 0)
        one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}

        def limited(arguments, kilobytes):
            limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (kilobytes * 1024, kilobytes * 1024))
            return run(arguments, before=limit, env=one_thread)

        # Below this the libraries that the program is linked with end it before its first line.
        starts = next(k for k in range(20_000, 400_000, 10_000) if limited(["--version"], k)[0] == 0)
        seen = set()
        # A million coefficients fit into none of these limits, whatever the libraries take before the first line.
        long = self.file("long.txt", "\n".join(str(k * k % 101 - 50) for k in range(1_000_001)))
        for arguments in (["roots", long],
                          ["roots", "--poly", "x^40-x-1", "--digits", "20000"],
                          ["roots", "--poly", "(x^7-2)^3*(x^90-x-1)"],
                          ["roots", "--poly", "(x-1)^600-x"],
                          ["verify", with_roots, "--poly", "(x^7-2)^3*(x^90-x-1)"],
                          ["solve", "--family", "katsura:5", "--no-proof"]):
            for kilobytes in range(starts, starts + 130_000, 10_000):
                code, out, err, _ = limited([*arguments, "--threads", "1", "--max-seconds", "1"], kilobytes)
                if code == 127 or "shared librar" in err or "OpenBLAS" in err:
                    continue  # the program could not even start: LAPACK's library ends it
                seen.add(code)
                self.assertIn(code, (0, 1, 2), (arguments, kilobytes, err))
                if code == 1:
                    self.assertEqual((out, err), ("", "vieta: out of memory\n"), (arguments, kilobytes))
        self.assertIn(1, seen)


class Threads(Case):
    def test_fewer_than_asked_for(self):
        if CHECKED or os.geteuid() == 0 and not sys.platform.startswith("linux"):
            self.skipTest("no limit to set")
        # Stacks of threads do not fit, so that most of them cannot be started.
        def limit(megabytes=400):
            resource.setrlimit(resource.RLIMIT_STACK, (64 << 20, 64 << 20))
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

        arguments = ["roots", self.file("long.txt", "\n".join(str(k * k % 101 - 50) for k in range(301))), "--json"]
        code, out, err, _ = run([*arguments, "--threads", "64"], before=lambda: limit(430))
        self.assertEqual(code, 0, err)
        expected = json.loads(vieta(*arguments).stdout)["roots"]
        self.assertEqual(json.loads(out)["roots"], expected)
        had = r"\Acpu \w+, 64 threads \(of which \d+ could be had\)\Z"
        self.assertRegex(json.loads(out)["report"]["target"], had)
        many = [{"vars": ["x", "y"], "box": [[-1, 1], [-1, 1]], "equations": [f"x^2+y^2={k}/9999", "x=y^3"]} for k in range(9000)]
        for other in (["solve", "--family", "noon:5"], ["newton", "--family", "katsura:120", "--start", "ones", "--digits", "60"],
                      ["boxes", self.file("many.json", json.dumps(many))]):
            # What the last thread's stack leaves depends on the size of the program: the work itself may not fit into it.
            answers = 0
            for megabytes in (400, 415, 430, 445):
                code, out, err, _ = run([*other, "--json", "--threads", "64"], before=lambda: limit(megabytes))
                if code == 1:
                    self.assertEqual((out, err), ("", "vieta: out of memory\n"), (other, megabytes))
                    continue
                self.assertIn(code, (0, 2), err)
                self.assertRegex(json.loads(out)["report"]["target"], had, (other, megabytes))
                answers += 1
            self.assertGreater(answers, 0, other)


main()
