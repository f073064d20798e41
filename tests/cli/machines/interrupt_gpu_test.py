"""Ctrl-C and the progress line while the work runs on a GPU. Skipped where there is none."""

import json
import os
import random
import re
import select
import signal
import subprocess
import time
import unittest

from program import PROGRAM, Case, main, vieta


class InterruptOnGpu(Case):
    @classmethod
    def setUpClass(cls):
        if "cuda:0" in vieta("info").stdout:
            return
        if os.environ.get("VIETA_EXPECT_GPU"):
            raise AssertionError("no CUDA device found, but VIETA_EXPECT_GPU is set")
        raise unittest.SkipTest("no CUDA device")

    def gaussian(self, degree):
        random.seed(degree)
        return self.file(f"{degree}.txt", "\n".join(str(random.gauss(0, 1)) for _ in range(degree + 1)))

    def interrupted(self, *arguments, wait_for, degree):
        """The report and what the terminal saw: SIGINT comes with the first match of `wait_for` there."""
        terminal, end = os.openpty()
        self.addCleanup(os.close, terminal)
        out = self.path("result.json")
        job = subprocess.Popen([PROGRAM, "roots", "--on", "cuda", "--json", "-o", out, *arguments],
                               stdout=subprocess.DEVNULL, stderr=end, start_new_session=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        os.close(end)
        seen, until = "", time.monotonic() + 60
        while not re.search(wait_for, seen) and time.monotonic() < until and job.poll() is None:
            if select.select([terminal], [], [], 0.02)[0]:
                seen += os.read(terminal, 4096).decode()
        job.send_signal(signal.SIGINT)
        self.assertEqual(job.wait(timeout=120), 2, seen)
        with open(out) as file:
            result = json.load(file)
        report = result["report"]
        self.assertEqual((result["status"], report["stopped_by"]), ("partial", "cancelled"))
        self.assertEqual(sum(z["multiplicity"] for z in result["roots"]), degree)
        self.assertRegex(seen, f"of {degree} roots settled")
        self.assertIn("cuda:", report["target"])
        return report

    def test_what_the_near_linear_method_found_is_returned(self):
        # The simple roots are found on the GPU in milliseconds; with the others the CPU would be at work for minutes.
        text = "(x^20000-1e6020)^2*(x^70001+3*x-1)"
        report = self.interrupted("--poly", text, wait_for=r"bits, ([1-9]|0\.[5-9]).* s", degree=110001)
        self.assertEqual((report["isolated"], report["unproven"]), (70001, 40000))

    def test_sweeps_end_early(self):
        path = self.gaussian(300_000)
        report = self.interrupted(path, "--method", "ehrlich-aberth", wait_for="roots settled", degree=300_000)
        self.assertGreater(report["sweeps"], 0)


main()
