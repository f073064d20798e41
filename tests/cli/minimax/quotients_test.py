"""Quotients `p/q` of `vieta minimax` whose relative errors come near 1."""

import json

from program import Case, main, vieta


class Quotients(Case):
    def run_json(self, *arguments, code=0):
        done = vieta("minimax", *arguments, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def relative(self, function, interval, degree, code=0):
        return self.run_json(function, f"--in={interval}", "--degree", degree, "--denominator-degree", degree,
                             "--relative", "--format", "f64", "--no-search", "--no-proof", code=code)

    def test_functions_that_fall_by_many_orders_of_magnitude(self):
        """The levelled errors at the points of alternation, by an eigenvalue problem in mpmath (80 digits)."""
        for high, degree, optimum in (("4", 3, 0.6848230), ("5", 8, 3.3003019e-4), ("6", 8, 0.06452781)):
            found = self.relative("erfc(x)", f"0,{high}", degree, code=2)  # no proof, so none is optimal
            self.assertAlmostEqual(found["optimum"] / optimum, 1, delta=1e-6)
            self.assertAlmostEqual(found["lower_bound"] / optimum, 1, delta=1e-6)
            self.assertEqual(len(found["alternation"]), 2 * degree + 2)

    def test_levels_of_few_alternations_are_no_bounds(self):
        found = self.relative("exp(-x^4)", "-4,-3", 5, code=2)
        self.assertEqual((found["status"], found["lower_bound"]), ("stalled", 0))

    def test_tops_that_a_proof_climbs_to(self):
        """In mpmath, 50 digits, the error is 2.59554093419e-17; it was 2.595412e-17, proven 2.595553e-17."""
        found = self.run_json("1/(x-(-0.0004511))^2", "--in", "0,0.1", "--degree", 0, "--denominator-degree", 3,
                              "--relative", "--format", "f64")
        self.assertEqual(found["coefficients"], [4914217.179208871])
        self.assertAlmostEqual(found["max_error"] / 2.59554093419e-17, 1, delta=1e-6)
        self.assertAlmostEqual(found["proven_bound"] / 2.59554093419e-17, 1, delta=1e-6)


main()
