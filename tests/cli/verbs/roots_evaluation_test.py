import json

from program import Case, main, vieta


class Evaluation(Case):
    """`roots --evaluation exp-log`: sweeps by logarithms of terms (Ghidouche et al. 2017). Proofs are the same."""

    def solved(self, *arguments):
        done = vieta("roots", *arguments, "--json", "--on", "cpu")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_proves_the_same_roots(self):
        for polynomial in ("x^60 + 3*x^36 - 2*x^24 - 6", "x^7 - 3*x^4 + (2 - i)*x + 5", "1e-200*x^40 + x^3 + 1e200"):
            for method in ("auto", "ehrlich-aberth", "durand-kerner"):
                plain, by_logarithms = (
                    self.solved("--poly", polynomial, "--method", method, "--evaluation", name)
                    for name in ("scaled", "exp-log")
                )
                self.assertEqual(by_logarithms["status"], "complete")
                self.assertIn("exp-log", by_logarithms["report"]["method"])
                self.assertNotIn("exp-log", plain["report"]["method"])
                for a, b in zip(plain["roots"], by_logarithms["roots"]):
                    apart = abs(complex(a["re"], a["im"]) - complex(b["re"], b["im"]))
                    self.assertLessEqual(apart, 1.01 * (a["radius"] + b["radius"]))

    def test_misuse(self):
        for arguments, words in (
            (("--method", "near-linear"), "expected ehrlich-aberth or durand-kerner"),
            (("--basis", "chebyshev"), "expected scaled"),
        ):
            given = ("--poly", "x^9-2") if "--method" in arguments else ("-",)
            done = vieta("roots", *given, *arguments, "--evaluation", "exp-log", text="1 2 3\n")
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
        done = vieta("roots", "--batch", "-", "--evaluation", "exp-log", text="1 2 3\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--evaluation", done.stderr)


if __name__ == "__main__":
    main()
