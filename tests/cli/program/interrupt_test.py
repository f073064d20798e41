import json
import os
import random
import signal
import subprocess
import time

from program import PROGRAM, Case, main, vieta


class Interrupt(Case):
    def setUp(self):
        super().setUp()
        random.seed(1)
        self.long = self.file("long.txt", "\n".join(str(random.gauss(0, 1)) for _ in range(40001)))

    def start(self, *arguments):
        # A process group of its own, with default signal handling whatever the test runner's is.
        return subprocess.Popen([PROGRAM, "roots", self.long, "--threads", "1", *arguments], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def test_ctrl_c_returns_the_result_so_far(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            job = self.start("--json", "--digits", "200")
            time.sleep(1.5)
            job.send_signal(number)
            out, err = job.communicate(timeout=60)
            self.assertEqual(job.returncode, 2, err)
            result = json.loads(out)
            self.assertEqual(result["status"], "partial")
            self.assertEqual(result["report"]["stopped_by"], "cancelled")
            self.assertEqual(sum(z["multiplicity"] for z in result["roots"]), 40000)

    def test_time_limit(self):
        begin = time.monotonic()
        done = vieta("roots", self.long, "--digits", "200", "--max-seconds", "0.5", "--json", "--threads", "1")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(json.loads(done.stdout)["report"]["stopped_by"], "time")
        self.assertLess(time.monotonic() - begin, 30)

    def test_a_limit_holds_within_a_sweep(self):
        # One sweep over all pairs of nodes takes a minute of one processor.
        begin = time.monotonic()
        done = vieta("roots", "--poly", "x^300000+x+1", "--max-seconds", "0.5", "--json", "--on", "cpu",
                     "--threads", "1", "-o", self.path("long.json"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertLess(time.monotonic() - begin, 20)

    def test_large_exponents_cost_nothing(self):
        for text in ("1e999999999*x+1", "1e50000000*x^2-3", "1e1000000000*x+1e-1000000000"):
            begin = time.monotonic()
            done = vieta("roots", "--poly", text)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLess(time.monotonic() - begin, 10, text)

    def test_a_result_cut_short_is_still_right(self):
        if os.environ.get("VIETA_SKIP_SLOW"):
            self.skipTest("slow")
        poly = self.file("short.txt", "\n".join(str(random.gauss(0, 1)) for _ in range(1001)))
        done = vieta("roots", poly, "--digits", "2000", "--max-seconds", "0.3", "--json")
        path = self.file("r.json", done.stdout)
        checked = vieta("verify", path, poly)
        if "no Arb" in checked.stderr:
            self.skipTest("this build cannot verify: it has no Arb")
        self.assertEqual(checked.returncode, 0)


main()
