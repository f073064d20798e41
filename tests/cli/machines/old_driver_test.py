"""A GPU whose driver is older than the CUDA runtime in this program: `--on cuda` says so, `auto` goes on without and says so.

VIETA_OLD_DRIVER is the folder of a libcuda.so.1 (old_driver.cpp) that CUDA's runtime loads in place of the driver's.
"""

import json
import os
import re
import struct
import unittest

from program import Case, main, vieta

CIRCLES = {"vars": ["x", "y", "s", "t"], "box": [[-1, 1], [-1, 1], [0.1, 1], [0.1, 1]], "sample": {"s": 36, "t": 36},
           "equations": ["x^2 + y^2 - s", "x - t*y"]}


class OldDriver(Case):
    @classmethod
    def setUpClass(cls):
        cls.folder = os.environ.get("VIETA_OLD_DRIVER")
        if cls.folder is None:
            raise unittest.SkipTest("this build has no CUDA, or sanitizers")
        cls.runtime = re.search(r"^CUDA +(\d+\.\d+)", vieta("info").stdout, re.M).group(1)

    def driver(self, version=12040):
        return {"LD_LIBRARY_PATH": self.folder, "VIETA_DRIVER_VERSION": str(version)}

    def trouble(self, version="12.4"):
        return f"the NVIDIA driver (CUDA {version}) is too old for vieta's CUDA runtime ({self.runtime})"

    def rows(self, count):
        """So many times (x - 1)(x - 2)."""
        shape = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({count}, 3), }}".ljust(117) + "\n"
        head = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(shape)) + shape.encode()
        return self.file(f"{count}.npy", head + struct.pack("<3d", 2, -3, 1) * count)

    def verbs(self):
        """By name: arguments whose work is large enough for `auto` to want a GPU."""
        return {
            "roots": ("roots", "--poly", "x^40001 - x - 2"),
            "sweeps": ("roots", "--poly", "x^301 - x - 2", "--method", "ehrlich-aberth"),
            "root rows": ("roots", "--batch", self.rows(1 << 16), "--rows", 1),
            "real-roots": ("real-roots", self.rows(1 << 20), "--rows", 1),
            "minimax": ("minimax", "exp(x)", "--degree", 2, "--in", "0.25,4", "--exhaustive"),
            "newton": ("newton", "--family", "chandrasekhar:1500", "--start", "ones", "--precision", "d", "--no-proof"),
            "solve": ("solve", "--family", "katsura:11", "--threads", 1, "--max-seconds", 0.5),
            "boxes": ("boxes", self.file("circles.json", json.dumps(CIRCLES)), "--threads", 2),
        }

    def test_cuda_is_refused_with_both_versions(self):
        for name, arguments in self.verbs().items():
            with self.subTest(name):
                self.refused(*arguments, "--on", "cuda", saying="target cuda:0: found 0 CUDA devices: " + self.trouble(),
                             env=self.driver())

    def test_auto_solves_on_the_cpu_and_says_why(self):
        for name, arguments in self.verbs().items():
            with self.subTest(name):
                done = vieta(*arguments, env=self.driver())
                # A fast machine may be done before the limit, which is here to keep a slow one from working long.
                self.assertIn(done.returncode, (0, 2) if "--max-seconds" in arguments else (0,), done.stderr)
                (said,) = [line for line in done.stdout.splitlines() if "driver" in line] or [""]
                if name == "sweeps":  # `auto` never takes a GPU for these
                    self.assertEqual(said, "")
                    continue
                self.assertIn(self.trouble(), said)
                self.assertRegex(said, r"\bcpu (baseline|avx2|avx512|scalar), \d+ thread|^floats were checked on the processor")

    def test_small_work_wants_no_gpu(self):
        done = vieta("real-roots", self.rows(1000), env=self.driver())
        self.assertEqual(done.returncode, 0, done)
        self.assertNotIn("driver", done.stdout)

    def test_drivers_of_all_ages(self):
        # Before CUDA 11.3, and today's, drivers answer in different ways.
        for version, text in ((9000, "9.0"), (11020, "11.2"), (12080, "12.8")):
            self.refused("roots", "--poly", "x^3 - 2", "--on", "cuda", saying=self.trouble(text), env=self.driver(version))

    def test_info(self):
        self.assertIn("no usable device: " + self.trouble(), vieta("info", env=self.driver()).stdout)

    def test_a_driver_that_is_new_enough_but_broken(self):
        major, minor = map(int, self.runtime.split("."))
        broken = self.driver(1000 * major + 10 * minor)
        self.refused("roots", "--poly", "x^3 - 2", "--on", "cuda", saying="found 0 CUDA devices: ", env=broken)
        done = json.loads(self.solve("--poly", "x^40001 - x - 2", "--json", env=broken))
        self.assertEqual(done["report"]["isolated"], 40001)
        self.assertRegex(done["report"]["target"], r"^cpu .* \(target cuda:0: found 0 CUDA devices: ")


main()
