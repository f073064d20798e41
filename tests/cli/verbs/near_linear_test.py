"""The near-linear method from outside: named, chosen, refused; high degrees through files."""

import json
import random

from program import Case, main, vieta


class NearLinear(Case):
    def test_it_can_be_asked_for(self):
        ours = json.loads(self.solve("--poly", "x^5 - x - 1", "--method", "near-linear", "--json"))
        other = json.loads(self.solve("--poly", "x^5 - x - 1", "--method", "ehrlich-aberth", "--json"))
        self.assertEqual(ours["report"]["method"], "near-linear")
        self.assertEqual(other["report"]["method"], "ehrlich-aberth")
        for a, b in zip(ours["roots"], other["roots"]):
            self.assertAlmostEqual(a["re"], b["re"], delta=1e-15)
            self.assertAlmostEqual(a["im"], b["im"], delta=1e-15)

    def test_what_it_cannot_prove_is_handed_on(self):
        done = json.loads(self.solve("--poly", "(x-1)^3*(x^4-2)", "--method", "near-linear", "--json"))
        self.assertEqual(done["report"]["method"], "near-linear, then ehrlich-aberth")
        self.assertEqual(sorted(r["multiplicity"] for r in done["roots"]), [1, 1, 1, 1, 3])

    def test_high_degrees_choose_it(self):
        random.seed(1)
        path = self.file("high.txt", "\n".join(str(random.choice((-1, 0, 1))) for _ in range(4000)) + "\n1\n")
        done = json.loads(self.solve(path, "--json"))
        self.assertEqual(done["report"]["method"], "near-linear")
        self.assertEqual(done["report"]["isolated"], done["report"]["degree"])

    def test_four_lines_for_a_high_degree(self):
        # (x^n1 - 2) (x^n2 + 3), term by term.
        n1, n2 = 33_333, 66_668
        terms = ((0, -6), (n1, 3), (n2, -2), (n1 + n2, 1))
        path = self.file("four.pol", f"Degree={n1 + n2};Sparse;Integer;Real;\n" +
                         "\n".join(f"{k} {a}" for k, a in terms) + "\n")
        done = json.loads(self.solve(path, "--json", "--on", "cpu"))
        self.assertEqual((done["report"]["isolated"], done["report"]["method"]), (n1 + n2, "near-linear"))
        roots = [complex(z["re"], z["im"]) for z in done["roots"]]
        self.assertEqual(len(set(roots)), n1 + n2)
        inner, outer = 3 ** (1 / n2), 2 ** (1 / n1)
        self.assertEqual(sum(abs(abs(z) - inner) < 1e-12 for z in roots), n2)
        self.assertEqual(sum(abs(abs(z) - outer) < 1e-12 for z in roots), n1)

    def test_a_gpu_that_is_not_there(self):
        if "not compiled in" in vieta("info").stdout:
            self.skipTest("this build has no CUDA")
        hidden = {"CUDA_VISIBLE_DEVICES": "-1"}
        self.refused("roots", "--poly", "x^3 - 2", "--on", "cuda", saying="found 0 CUDA devices", env=hidden)
        # `auto` goes on without, and says so where it would have made a difference.
        for power, says in ((20_001, False), (40_001, True)):
            done = json.loads(self.solve("--poly", f"x^{power} - x - 2", "--json", env=hidden))
            self.assertEqual(done["report"]["isolated"], power)
            self.assertRegex(done["report"]["target"], "^cpu")
            self.assertEqual("found 0 CUDA devices" in done["report"]["target"], says, done["report"]["target"])

    def test_uncertain_coefficients_are_refused(self):
        arguments = ("--poly", "x^5 - x - 1", "--uncertainty", "1e-6")
        self.refused("roots", *arguments, "--method", "near-linear", saying="uncertainty")
        self.solve(*arguments)


if __name__ == "__main__":
    main()
