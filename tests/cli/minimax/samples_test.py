"""Samples in the place of a function."""

import json

from program import Case, main, vieta


class Samples(Case):
    def run_json(self, *arguments, code=0):
        done = vieta("minimax", *arguments, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def test_samples_of_any_size(self):
        """Found by fuzz_verb_minimax: errors far above 1 asked for a negative number of bits, dependent columns ended FLINT."""
        for rows, form in (("-124,-7.2135764962766275e130\n1,4\n5,15\n0.0004,6\n-3.1e-106,2.6e-285\n", "x*p(x^2)"),
                           ("1,1e200\n2,-1e250\n3,1e300\n", "p(x)"), ("1,1\n2,1\n", "p(x)")):
            done = vieta("minimax", "--samples", self.file("samples.csv", rows), "--form", form, "--degree", "4",
                         "--format", "f64")
            self.assertIn(done.returncode, (0, 1, 2), done)
            self.assertEqual(done.returncode == 1, done.stdout == "", done)

    def test_samples_beyond_what_polynomials_hold(self):
        """Rows with such numbers were scaled, as those of coefficients may be: x = 1e300 became 6.1e149."""
        for rows in ("1e-300 1\n1e300 2\n0 3\n", "[[1e-300, 1], [1e300, 2], [0, 3]]"):
            found = self.run_json("--samples", self.file("wide.txt", rows), "--degree", 1, "--format", "f64")
            self.assertEqual([point["x"] for point in found["alternation"]], [0, 1e-300, 1e300])
            self.assertAlmostEqual(found["optimum"], 1)
        self.refused("minimax", "--samples", self.file("none.txt", "\n"), "--degree", 1,
                     saying="found nothing, expected lines with two numbers, x and f(x)")

    def test_results_of_samples_are_not_checked(self):
        done = vieta("minimax", "--samples", self.file("rows.txt", "1 2\n2 3\n3 5\n"), "--degree", 1, "--json")
        self.refused("verify", self.file("result.json", done.stdout),
                     saying="found a result of samples or of a callable function")


main()
