"""Quotients `p/q` of `vieta minimax` whose relative errors come near 1."""

import json

from program import Case, main, vieta


class Quotients(Case):
    def run_json(self, *arguments, code=0):
        done = vieta("minimax", *arguments, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def relative(self, function, interval, degree, code=0, of_q=None):
        return self.run_json(function, f"--in={interval}", "--degree", degree, "--denominator-degree", of_q or degree,
                             "--relative", "--format", "f64", "--no-search", "--no-proof", code=code)

    def test_functions_that_fall_by_many_orders_of_magnitude(self):
        """The levelled errors at the points of alternation, by an eigenvalue problem in mpmath (60 to 80 digits)."""
        for high, degree, optimum in (("4", 3, 0.6848230), ("5", 8, 3.3003019e-4), ("6", 8, 0.06452781)):
            found = self.relative("erfc(x)", f"0,{high}", degree, code=2)  # no proof, so none is optimal
            self.assertAlmostEqual(found["optimum"] / optimum, 1, delta=1e-6)
            self.assertAlmostEqual(found["lower_bound"] / optimum, 1, delta=1e-6)
            self.assertEqual(len(found["alternation"]), 2 * degree + 2)

    def test_errors_next_to_1(self):
        """What is left below 1, at points of alternation, by an eigenvalue problem in mpmath (60 digits), where a dense
        maximum of that quotient is the same."""
        for function, interval, of_p, of_q, left in (("erfc(x)", "0,6", 3, 3, 7.8471408e-8),
                                                     ("erfc(x)", "0,6", 4, 4, 1.4882482e-5),
                                                     ("erfc(x)", "-0.5,7.5", 5, 5, 5.9905721e-11),
                                                     ("exp(-x^2)", "2,6", 3, 3, 3.8064988e-5),
                                                     ("x/(exp(x)-1)", "1,30", 1, 3, 1.1304197e-5),
                                                     ("exp(-1/x)", "0.02,2", 8, 8, 0.38343142),
                                                     # Stalled; followed from [0.02, 1.7] in mpmath, 40 digits.
                                                     ("exp(-1/x)", "0.02,1.858", 6, 3, 1.152837874e-4)):
            found = self.relative(function, interval, of_p, of_q=of_q, code=2)
            self.assertAlmostEqual((1 - found["optimum"]) / left, 1, delta=1e-4, msg=(function, interval))
            self.assertAlmostEqual((1 - found["lower_bound"]) / left, 1, delta=1e-4, msg=(function, interval))
            self.assertEqual(len(found["alternation"]), of_p + of_q + 2)

    def test_pairs_of_zeros_beyond_an_end(self):
        """Quotients with a zero of p and one of q close to each other beyond an end, which no way of factors leads to:
        the levelled errors of the points of alternation, by an eigenvalue problem in mpmath (60 digits), where the
        largest error of that quotient between them is the same. They stalled."""
        for interval, degree, optimum in (("-1,4", 5, 0.067009438690), ("-0.5,4", 5, 0.014205293318),
                                          ("-2,4", 3, 0.86118531115), ("-2,5", 3, 0.99923764721),
                                          ("-2,5", 5, 0.65144110143), ("-1,5", 7, 0.022124171468)):
            found = self.relative("exp(-x^2)", interval, degree, code=2)
            self.assertAlmostEqual(found["optimum"] / optimum, 1, delta=1e-8, msg=(interval, degree))
            self.assertAlmostEqual(found["lower_bound"] / optimum, 1, delta=1e-8, msg=(interval, degree))
            self.assertEqual(len(found["alternation"]), 2 * degree + 2)

    def test_levels_of_few_alternations_are_no_bounds(self):
        found = self.relative("exp(-x^4)", "-4,-3", 5, code=2)
        self.assertIn(found["status"], ("stalled", "not_proven"))

    def test_next_to_1_is_optimal_with_its_proof(self):
        found = self.run_json("erfc(x)", "--in", "0,6", "--degree", 3, "--denominator-degree", 3, "--relative",
                              "--format", "dd", "--no-search")
        self.assertEqual(found["status"], "optimal")
        self.assertAlmostEqual(found["proven_bound"], 1, delta=2e-6)

    def test_zeros_of_the_function(self):
        """A relative error has no bound where the function is 0 and p/q is not: refused in the same words for every
        type, at once. What is small is no zero, and what is a quotient itself has no error."""
        for function, interval, of_p, of_q in (("asin(x)", "0,1", 7, 1), ("tanh(x)", "0,3", 7, 4),
                                               ("x^2.7", "0,1", 8, 8), ("log(x)", "0.5,1.9", 8, 8)):
            done = vieta("minimax", function, f"--in={interval}", "--degree", of_p, "--denominator-degree", of_q,
                         "--relative")
            self.assertEqual(done.returncode, 1)
            self.assertIn("where the function is 0 and the form is not", done.stderr)
        done = vieta("minimax", "asin", "--form", "pi/2-sqrt(1-x)*p(x)", "--in", "0,1")  # coefficients of 3e38, before
        self.assertEqual((done.returncode, "where the function is 0 and the form is not" in done.stderr), (1, True))
        self.relative("exp(-x)", "0,50", 3, code=2)
        found = self.run_json("x/(1+x)", "--in", "0,1", "--degree", 1, "--denominator-degree", 1, "--relative")
        self.assertEqual((found["status"], found["optimum"]), ("optimal", 0))

    def test_q_is_rounded_together_with_p(self):
        """In dd, whose q has doubles: with each coefficient rounded by itself the error was 1.87e-17."""
        found = self.run_json("cos(x)/(1+x)", "--in", "0,1.194", "--degree", 8, "--denominator-degree", 8, "--relative",
                              "--format", "dd", code=2)
        self.assertLess(found["proven_bound"], 1e-20)
        self.assertAlmostEqual(found["optimum"] / 8.81877e-23, 1, delta=1e-5)

    def on(self, function, intervals, of_p, of_q, of_format="f64"):
        return self.run_json(function, *[f"--in={i}" for i in intervals], "--degree", of_p, "--denominator-degree", of_q,
                             "--no-search", "--format", of_format)

    def test_a_pole_at_0(self):
        for intervals in (("-1,-0.1", "0.1,1"), ("0.1,1",)):
            for of_format in ("f64", "f32", "dd", "decimals:7"):
                found = self.on("1/x", intervals, 0, 1, of_format)
                self.assertEqual((found["coefficients"], found["denominator"], found["status"]), ([1], [0, 1], "optimal"))
        found = self.on("sign(x)", ("-1,-0.1", "0.1,1"), 2, 1)  # x + 1/(10 x), but for a factor
        self.assertEqual((found["status"], found["denominator"]), ("optimal", [0, 1]))
        self.assertAlmostEqual(found["coefficients"][2] / found["coefficients"][0], 10, delta=1e-6)
        checked = vieta("verify", "-", text=json.dumps(found))
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertIn("none of these forms whose q has these signs", checked.stdout)

    def test_other_signs_of_q_are_excluded(self):
        """They stalled, with these errors: best ones among p/q whose q has one sign."""
        for function, intervals, of_p, of_q, optimum in (
            ("sqrt(1+x^2)*sign(x+0.3)+x", ("-1,-0.3491", "-0.2509,1", "2,3"), 5, 6, 0.01012594),
            ("sign(x)/(2+x)", ("-1,-0.08318", "0.08318,1", "2,3"), 13, 13, 6.658409e-07),
            ("abs(x)", ("-1.8,-0.4", "0.85,1.4", "1.65,1.9"), 3, 2, None),
            ("exp(x)", ("-1,-0.3161", "-0.2839,1"), 8, 8, 3.33337e-24),
            ("exp(x)", ("-1,0.0477", "0.1523,1", "1.2,3"), 10, 10, 5.735787e-25)):
            found = self.on(function, intervals, of_p, of_q)
            self.assertEqual(found["status"], "optimal", (function, intervals))
            if optimum:
                self.assertAlmostEqual(found["optimum"] / optimum, 1, delta=1e-6)

    def test_a_pole_on_one_side_of_a_mirrored_question(self):
        """The best even one errs by 0.5. On [-2, -1], [-1/2, 1/2] and [1, 2.0001], not mirrored, 0.4714045 was found."""
        found = self.on("(sign(abs(x)-0.75)+1)/2", ("-2,-1", "-0.5,0.5", "1,2"), 1, 1)
        self.assertEqual(found["status"], "optimal")
        self.assertAlmostEqual(found["optimum"], 0.4714045, delta=1e-6)

    def test_a_quotient_of_lower_degrees_is_verified(self):
        found = self.on("1/(1.5+x)", ("-1,1",), 6, 5)
        checked = vieta("verify", "-", text=json.dumps(found))
        self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_tops_that_a_proof_climbs_to(self):
        """In mpmath, 50 digits, the error is 2.59554093419e-17; it was 2.595412e-17, proven 2.595553e-17."""
        found = self.run_json("1/(x-(-0.0004511))^2", "--in", "0,0.1", "--degree", 0, "--denominator-degree", 3,
                              "--relative", "--format", "f64")
        self.assertEqual(found["coefficients"], [4914217.179208871])
        self.assertAlmostEqual(found["max_error"] / 2.59554093419e-17, 1, delta=1e-6)
        self.assertAlmostEqual(found["proven_bound"] / 2.59554093419e-17, 1, delta=1e-6)


main()
