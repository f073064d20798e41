import json
import struct

from program import Case, main, vieta


def npy(values):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(
        f"<{len(values)}d", *values)


class Errors(Case):
    def test_misuse(self):
        self.refused(saying="expected roots, real-roots, minimax, newton, boxes, verify or info")
        self.refused("rots", saying="'rots'")
        self.refused("help", "rots", saying="'rots'")
        self.refused("roots", saying="no polynomial")
        self.refused("roots", "--poly", "x", "--colour", saying="--colour")
        self.refused("roots", "--poly", "x", "--digits", "abc", saying="--digits")
        self.refused("roots", "--poly", "x", "--digits", "0", saying="--digits")
        self.refused("roots", "--poly", "x", "--digits", saying="--digits")
        self.refused("roots", "--poly", "x", "--method", "newton", saying="--method")
        self.refused("roots", "--poly", "x", "--format", "xml", saying="--format")
        self.refused("roots", "--poly", "x", "--on", "gpu", saying="gpu")
        self.refused("roots", "--poly", "x", "--threads", "-1", saying="--threads")
        self.refused("roots", "--poly", "x", "--max-seconds", "-1", saying="--max-seconds")
        self.refused("roots", "--poly", "x", "--plot", "roots.gif", saying="--plot roots.gif")
        self.refused("roots", "--poly", "x", "--rows", "-3", saying="--rows")
        self.refused("roots", "--poly", "x", "--uncertainty", "2", saying="--uncertainty")
        self.refused("roots", "a.txt", "--poly", "x", saying="--poly")
        self.refused("verify", saying="RESULT")

    def test_bad_files(self):
        self.refused("roots", self.path("missing.txt"), saying="missing.txt")
        self.refused("roots", "x^2-1", saying='--poly "x^2-1"')
        self.refused("roots", self.path("."), saying="directory")
        for number in ("nan", "-Inf", "NaN"):
            bad = self.file("bad.txt", f"1 2\n3 {number}\n")
            self.refused("roots", bad, saying=f"bad.txt:2: found '{number}', expected a finite number")
        bad = self.file("bad.txt", "1 2\n3 four\n")
        self.refused("roots", bad, "--format", "list", saying="bad.txt:2")
        self.refused("roots", "--poly", "x^2 -", saying="expected")
        self.refused("roots", "-", text="", saying="standard input")

    def test_no_equation_to_solve(self):
        self.refused("roots", "--poly", "0", saying="zero polynomial")
        nan = self.file("nan.npy", npy([1, float("nan"), 2]))
        self.refused("roots", nan, saying="nan.npy: the coefficient of x^1 is not a finite number")
        inf = self.file("inf.npy", npy([1, 2, float("inf")]))
        self.refused("roots", inf, saying="x^2 is not")

    def test_json_says_it_too(self):
        done = vieta("roots", "--poly", "0", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["status"], "zero_polynomial")


main()
