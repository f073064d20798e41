"""Roots in a part of the plane, from outside."""

import json
import random

from program import Case, main, vieta

BORDERED = "(x^2 + 1)*(x - 1)*(x - 3)"


class Region(Case):
    def roots(self, *arguments, code=0):
        return json.loads(self.solve(*arguments, "--json", code=code))

    def test_discs_boxes_and_the_real_line(self):
        self.assertEqual(len(self.roots("--poly", BORDERED, "--in-disc", "0,1")["roots"]), 3)
        self.assertEqual(len(self.roots("--poly", BORDERED, "--in-disc", "1+2i, 1.5")["roots"]), 1)
        self.assertEqual(len(self.roots("--poly", BORDERED, "--in-disc", "-i,1e-3")["roots"]), 1)
        self.assertEqual(len(self.roots("--poly", BORDERED, "--in-box", "0,inf,-inf,0")["roots"]), 3)
        self.assertEqual([r["re"] for r in self.roots("--poly", BORDERED, "--real-only")["roots"]], [1, 3])
        self.assertEqual(len(self.roots("--poly", BORDERED, "--real-only", "--in-disc", "3,1")["roots"]), 1)

    def test_no_border_takes_a_million_digits(self):
        """Each look at a border doubled the digits of the roots, and ended in an error, or not at all."""
        for poly in ("(x-1/2)^4-6", "((x-1/2)^4-6)^2"):
            done = vieta("roots", "--poly", poly, "--in-disc", "1/2,6^(1/4)", "--json", "--max-seconds", "20")
            self.assertIn(done.returncode, (0, 2), done.stderr)
            self.assertEqual(sum(z["multiplicity"] for z in json.loads(done.stdout)["roots"]), 4 if poly[1] == "x" else 8)

    def test_the_report_says_what_was_asked_for(self):
        report = self.roots("--poly", BORDERED, "--in-disc", "1+2i,1.5", "--in-box", "-inf,2,0,1", "--real-only")["report"]
        self.assertEqual(report["in_disc"], [1, 2, 1.5])
        self.assertEqual(report["in_box"], [None, 2, 0, 1])
        self.assertIs(report["real_only"], True)
        self.assertEqual(report["at_border"], 0)
        self.assertNotIn("in_disc", self.roots("--poly", BORDERED)["report"])

    def test_borders_are_what_is_typed(self):
        """0.3 was rounded to a double, and the root on it was lost."""
        if "FLINT" not in vieta("info").stdout:
            self.skipTest("a build without Arb, which decides what is on a border")
        for poly, region, expected in (("10x-3", ("--in-disc", "0,0.3"), 1), ("3x-1", ("--in-disc", "0,1/3"), 1),
                                       ("3x-1", ("--in-disc", "0,0.333333333333333333333333333"), 0),
                                       ("(3x-1)*(10x-3)", ("--in-box", "0.3,1/3,0,0"), 2),
                                       ("(3x-1)*(10x-3)", ("--in-box", "0.3,1/3,0,0", "--real-only"), 2),
                                       ("(x-0.3-0.4i)*(x-0.4-0.3i)", ("--in-disc", "0,0.5"), 2),
                                       ("(x-0.3-0.4i-1e-40)*(x-0.4-0.3i)", ("--in-disc", "0,0.5"), 1),
                                       ("(x-2/3)*(x-1)", ("--in-disc", "2/3,0"), 1), ("x-1", ("--in-disc", "0,pi/3"), 1),
                                       ("(x-1/3-0.1i)^2*(x-5)", ("--in-disc", "1/3,0.1"), 2),
                                       ("x^4-4", ("--in-disc", "0,sqrt(2)"), 4), ("(x^2-2)*(x-5)", ("--in-disc", "0,3*sqrt(2)/3"), 2),
                                       ("9x^2-18x+4", ("--in-disc", "1,sqrt(5)/3"), 2),
                                       ("(x^2-2)*(x^2+3)*(x-9)", ("--in-box", "-inf,-sqrt(2),-inf,inf"), 1),
                                       ("(x^2-2)*(x^2+3)^2", ("--in-box", "-1,1,sqrt(3),inf"), 2),
                                       ("x-1e-30-0.3", ("--in-box", "-inf,0.3,-1,1"), 0)):
            result = self.roots("--poly", poly, *region)
            self.assertEqual(sum(z["multiplicity"] for z in result["roots"]), expected, (poly, region))
            path = self.file("border.json", json.dumps(result))
            self.assertEqual(vieta("verify", path, "--poly", poly).returncode, 0, (poly, region))
        report = self.roots("--poly", "10x-3", "--in-disc", "0.5,0.2", "--in-box", "0.3,1/3,-1,inf")["report"]
        self.assertEqual((report["in_disc"], report["in_box"]), ([0.5, 0, "0.2"], ["0.3", "1/3", -1, None]))
        self.assertEqual(self.roots("--poly", "x^2-2-1e-50", "--in-disc", "0,sqrt(2)")["roots"], [])
        # What is on a border that is known to a hundred digits is told to be there.
        result = self.roots("--poly", "x^2-2", "--in-disc", "0,2^0.5", code=2)
        self.assertEqual([z["status"] for z in result["roots"]], ["at_border", "at_border"])
        self.refused("roots", "--poly", "x", "--in-disc", "0,1e-400", saying="--in-disc: found '0,1e-400'")
        self.refused("roots", "--poly", "x", "--in-box", "0.30000000000000000001,0.3,0,1", saying="expected re0 <= re1")

    def test_circles_whose_radius_is_a_square_root(self):
        """About no real centre, or of complex polynomials, roots on them stayed at the border; x = 0 on one was lost."""
        if "FLINT" not in vieta("info").stdout:
            self.skipTest("this build has no FLINT")
        for poly, disc, count in (
            ("(x+7i)*(x-1)*(x-5/53)^2", "-27/25-99/4*i,sqrt(3162289/10000)", 1),
            ("(x-8+i)^3*(x-1)", "-41/2-19i,sqrt(4545/4)", 4),
            ("(x-8+i)^3*(x-1)", "-41/2-19i,sqrt(4544/4)", 1),
            ("(x-1-i)*(x-1+i)*(x-2)*(x-i)^2", "0,sqrt(2)", 4),  # one is the mirror image of the other in an axis
            ("(x^2-i)*(x-2)^2*(x+9)", "i,sqrt(5)", 4),
            ("(x-2-i)*(x-1-2i)*(x+2-i)*(x-1+2i)^2*(x-i)", "0,sqrt(5)", 6),
            ("x^3*(x-1)", "1+i,sqrt(2)", 4),
            ("x^3*(x-1)", "-60/7-47/4*i,sqrt(165841/784)", 3),
            ("x^3*(x-1)", "-60/7-47/4*i,sqrt(165840/784)", 0),
            ("x^2*(7x^6-20)^5", "-60/7-47/4*i,sqrt(165841/784)", 17),
        ):
            result = self.roots("--poly", poly, "--in-disc", disc)
            self.assertEqual(sum(z["multiplicity"] for z in result["roots"]), count, (poly, disc))

    def test_no_roots_there_is_an_answer(self):
        self.assertEqual(self.roots("--poly", BORDERED, "--in-disc", "50,1")["status"], "complete")
        self.assertIn("0 roots in the region", self.solve("--poly", BORDERED, "--in-disc", "50,1"))

    def test_discs_far_from_the_size_of_their_roots(self):
        """Squares of distances overflowed, or vanished."""
        for poly, disc, expected in (("(x-1e-230)*(x-1)", "0,1e-240", []), ("(x-1e-230)*(x-1)", "0,1e-229", [1e-230]),
                                     ("(x-1e300)*(x-1)", "0,0.5", []), ("(x-1e290)*(x-1)", "1,1e-3", [1]),
                                     ("(x-3e-230)*(x-1)", "2e-230,2e-231", []), ("(x-1e118)*(x-1)", "1e118,1e110", [1e118])):
            result = self.roots("--poly", poly, "--in-disc", disc)
            self.assertEqual([z["re"] for z in result["roots"]], expected, (poly, disc))

    def test_what_no_precision_decides_is_said(self):
        result = self.roots("--poly", "x^3 - 8", "--in-disc", "0,2", "--uncertainty", "1e-12", code=2)
        self.assertEqual(result["status"], "partial")
        self.assertEqual(result["report"]["stopped_by"], "border")
        self.assertIn("at_border", [r["status"] for r in result["roots"]])
        self.assertIn("the border", self.solve("--poly", "x^3 - 8", "--in-disc", "0,2", "--uncertainty", "1e-12", code=2))

    def test_high_degree(self):
        random.seed(4)
        path = self.file("high.txt", "\n".join(str(random.gauss(0, 1)) for _ in range(5001)) + "\n")
        every = self.roots(path)["roots"]
        some = self.roots(path, "--in-box", "0.9,1.1,-0.1,0.05")
        inside = [r for r in every if 0.9 <= r["re"] <= 1.1 and -0.1 <= r["im"] <= 0.05]
        self.assertEqual(some["report"]["method"], "near-linear")
        self.assertEqual(len(some["roots"]), len(inside))
        for a, b in zip(some["roots"], inside):
            self.assertLessEqual(abs(complex(a["re"] - b["re"], a["im"] - b["im"])), a["radius"] + b["radius"])

    def test_verify_takes_it(self):
        result = self.path("result.json")
        for region in (("--in-disc", "0,1"), ("--in-box", "-inf,1,0,1"), ("--real-only",)):
            self.solve("--poly", BORDERED, *region, "--json", "-o", result)
            done = vieta("verify", result, "--poly", BORDERED)
            if "no Arb" in done.stderr:
                self.skipTest("a build without Arb")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("in the region", done.stdout)

    def test_wrong_arguments(self):
        for text in ("", "1", "1,2,3", "0,-1", "0,nan", ",1", "inf,1", "1,"):
            self.refused("roots", "--poly", "x", "--in-disc", text, saying=f"--in-disc: found '{text}'")
        for text in ("0,1,0", "1,0,0,1", "0,1,1,0", "0,1,0,x", "nan,1,0,1"):
            self.refused("roots", "--poly", "x", "--in-box", text, saying=f"--in-box: found '{text}'")
        rows = self.file("rows.txt", "1 2 3\n4 5 6\n")
        self.refused("roots", "--batch", rows, "--real-only", saying="found a batch of polynomials, expected a single one beside a region")


if __name__ == "__main__":
    main()
