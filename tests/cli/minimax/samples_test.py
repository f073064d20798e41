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

    def test_results_of_samples_are_verified_with_the_samples(self):
        """The best line through (1, 2), (2, 3), (3, 5) errs by 1/4."""
        rows = self.file("rows.txt", "1 2\n2 3\n3 5\n")
        done = vieta("minimax", "--samples", rows, "--degree", 1, "--json")
        result = self.file("result.json", done.stdout)
        self.refused("verify", result, saying="found a result of 3 samples, which it does not hold, expected the file")
        checked = vieta("verify", result, rows)
        self.assertEqual(checked.returncode, 0, checked)
        self.assertIn("holds, of 3 samples by p(x)", checked.stdout)
        self.assertIn("none of these forms has a largest error below 0.2499999999999", checked.stdout)
        more = vieta("verify", result, self.file("more.txt", "1 2\n2 3\n3 5\n4 9\n"))
        self.assertEqual(more.returncode, 2, more)
        self.assertIn("it is about 3 samples, not about 4 samples", more.stdout)
        other = vieta("verify", result, self.file("other.txt", "1 2\n2 3\n3 6\n"))
        self.assertEqual(other.returncode, 2, other)
        self.assertIn("larger than the proven bound", other.stdout)

    def test_lies_about_samples_are_found(self):
        rows = self.file("wave.txt", "".join(f"{k} {2 ** (k / 4) + k * k * 7 % 11 / 300}\n" for k in range(12)))
        for more in ((), ("--relative",), ("--form", "1+x*p(x)"), ("--denominator-degree", 1), ("--constraint", "p(3)=1")):
            found = self.run_json("--samples", rows, "--degree", 3, "--format", "f64", *more)
            self.assertEqual(vieta("verify", self.file("true.json", json.dumps(found)), rows).returncode, 0, more)
            for key, factor in (("proven_bound", 0.99), ("max_error", 1.01), ("max_error", 0.99), ("lower_bound", 1.001),
                                ("optimum", 1.01), ("optimum", 0.99), ("worst_at", 1.01)):
                if key == "worst_at" and found[key] == 0:
                    continue
                lie = self.file("lie.json", json.dumps({**found, key: found[key] * factor}))
                self.assertEqual(vieta("verify", lie, rows).returncode, 2, (more, key, factor))
            moved = [{**point, "error": -point["error"]} for point in found["alternation"]]
            lie = self.file("lie.json", json.dumps({**found, "alternation": moved}))
            if "--denominator-degree" not in more:
                self.assertEqual(vieta("verify", lie, rows).returncode, 2, more)


main()
