"""The table of hard cases that every backend of real_roots has to pass (tests/oracles/real_roots/real_roots_cases.hpp), through the
program: VIETA_REAL_ROOTS_TABLE names the program that holds and judges it."""

import collections
import json
import math
import os
import struct
import subprocess

from program import Case, main, vieta

TABLE = os.environ.get("VIETA_REAL_ROOTS_TABLE", "build/release/tests/real_roots_table")


def array(precision, rows):
    """NumPy's file of float32 or float64."""
    kind, letter = ("f4", "f") if precision == "float" else ("f8", "d")
    head = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0]) if rows else 1}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    numbers = [x for row in rows for x in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(numbers)}{letter}", *numbers)


class HardCases(Case):
    maxDiff = None
    def test_every_hard_case(self):
        together = collections.defaultdict(list)  # what goes into one file: the same interval and length
        for line in subprocess.run([TABLE, "cases"], capture_output=True, text=True, check=True).stdout.splitlines():
            index, scalars, lo, hi, *row = line.split()
            together[lo, hi, len(row)].append((index, scalars, row))
        answers, expected = [], 0
        for (lo, hi, _), cases in together.items():
            for precision in ("float", "double"):
                mine = [(index, row) for index, scalars, row in cases if scalars in ("both", precision)]
                # A text would be read to more digits than the numbers of the table have.
                rows = self.file("rows.npy", array(precision, [[float(x) for x in row] for _, row in mine]))
                interval = (f"--in={lo},{hi}", "--precision", precision, "--threads", "1")
                if not float(lo) <= float(hi):  # for the library a status, for the program a wrong option
                    self.refused("real-roots", rows, *interval, saying="--in")
                    continue
                for method in ("auto", "derivatives", "bernstein") if mine else ():
                    done = vieta("real-roots", rows, *interval, "--method", method, "--json")
                    self.assertIn(done.returncode, (0, 2), done.stderr)
                    results = json.loads(done.stdout)["results"]
                    self.assertEqual(len(results), len(mine))
                    for (index, _), result in zip(mine, results):
                        marks = sum(1 << k for k in result["touching"])
                        answers.append(" ".join(map(str, [index, precision, result["status"], marks, *result["roots"]])))
                        expected += 1
        judge = subprocess.run([TABLE, "judge"], input="\n".join(answers), capture_output=True, text=True)
        self.assertEqual((judge.returncode, judge.stdout), (0, f"{expected} answers, 0 wrong\n"))
        self.assertGreater(expected, 800)
        self.assertTrue(all(math.isfinite(float(x)) for a in answers for x in a.split()[4:]))


main()
