"""`verify` beside answers of `minimax`: what it has to prove, and what it must not let pass."""

import json

from program import Case, main, vieta


class MinimaxVerify(Case):
    def found(self, *question):
        done = vieta("minimax", *question, "--format", "f64", "--json")
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return json.loads(done.stdout)

    def verified(self, answer):
        return vieta("verify", "-", text=json.dumps(answer))

    def holds(self, *question):
        answer = self.found(*question)
        self.assertEqual(answer["status"], "optimal", question)
        again = self.verified(answer)
        self.assertEqual(again.returncode, 0, (question, again.stdout))
        return answer

    def test_errors_that_no_p_changes(self):
        """Where the form leaves an error as it is, that error alone may be the bound."""
        for question in (("exp(x)", "--form", "(1-x)*p(x)", "--degree", 3, "--in", "0,1"),
                         ("2-x", "--form", "(1-x)*p(x)", "--degree", 3),
                         ("cos(x)", "--form", "x*p(x)", "--degree", 4, "--in", "0,1")):
            answer = self.holds(*question)
            answer["lower_bound"] = answer["optimum"] = answer["max_error"] = answer["proven_bound"] = answer["lower_bound"] * 1.01
            self.assertNotEqual(self.verified(answer).returncode, 0, question)

    def test_roots_at_the_ends_of_their_domain(self):
        self.holds("sqrt(1-x^2)", "--degree", 4)
        self.holds("acosh(x)", "--in", "1,2", "--degree", 3)

    def test_powers_of_one_parity_for_functions_of_none(self):
        """x and -x tell nothing apart there: the exchange had no start, or coefficients of 1e16."""
        for degree, question in ((3, ("--form", "x*p(x^2)")), (3, ("--exponents", "odd")), (5, ("--exponents", "odd"))):
            answer = self.holds("exp(x)", "--degree", degree, *question)
            self.assertAlmostEqual(answer["optimum"], 1.5430806348, delta=1e-9)
            self.assertLess(max(map(abs, answer["coefficients"])), 100)

    def test_of_many_best_the_one_that_serves(self):
        """The largest error is one that no p changes: coefficients of 1e14 were as good as any, and errors on floats of 1e6."""
        cosh = 1.5430806348152437
        for question, optimum, largest in (
                (("exp(x)", "--form", "x*p(x^2)", "--degree", 12), cosh, 1.01),
                (("exp(x)", "--exponents", "odd", "--degree", 41), cosh, 1.01),
                (("exp(x)", "--exponents", "even", "--degree", 30), 1.1752011936438014, 1.01),
                (("exp(x)", "--form", "x*p(x)", "--degree", 6), 1, 20),
                (("cos(x)", "--form", "sin(x)*p(x)", "--degree", 8), 1, 100),
                (("cos(3*x)+x", "--form", "x*p(x^4)", "--in=-2,1", "--degree", 4, "--weight", "2-x"), None, 20),
                (("exp(x)", "--degree", 9, "--constraint", "p(0)=3"), 2, 300),
                (("exp(x)", "--form", "x*p(x^2)/q(x^2)", "--degree", 2, "--denominator-degree", 2), cosh, 2),
                (("exp(x)", "--form", "x*p(x^2)", "--degree", 12, "--format", "f32"), cosh, 1.01)):
            done = vieta("minimax", *question, *(() if "--format" in question else ("--format", "f64")), "--json")
            answer = json.loads(done.stdout)
            self.assertEqual((done.returncode, answer["status"]), (0, "optimal"), (question, answer["report"]["note"]))
            if optimum:
                self.assertAlmostEqual(answer["optimum"], optimum, delta=1e-8)
            self.assertLess(max(map(abs, answer["coefficients"])), largest, question)
            if "41" not in map(str, question):
                self.assertEqual(self.verified(answer).returncode, 0, question)

    def test_exchanges_that_did_not_end(self):
        """One point exchanged at a time went around in a circle."""
        self.holds("cos(3*x)+x", "--form", "x^3*p(x^2)", "--in=-1,2", "--degree", 1)
        self.holds("exp(-1/x^2)", "--degree", 6)

    def test_functions_whose_parts_have_no_bound(self):
        """exp(-1/x) tends to 0 from the right, but balls around 0 hold negative numbers."""
        for f, interval, optimum in (("exp(-1/x)", "0,1", 0.0021834152527), ("atan(1/x)", "0,1", 2.09396058812e-5), ("atan(1/x)", "-1,0", 2.09396058812e-5),
                                     ("1/log(x/2)", "0,1", 0.0736797361476), ("1/(1+exp(1/x))", "0,1", None)):
            answer = self.holds(f, f"--in={interval}", "--degree", 4 if "log" in f or "1+" in f else 5)
            if optimum:
                self.assertAlmostEqual(answer["optimum"] / optimum, 1, delta=1e-9)
        self.holds("x*exp(-1/x)", "--in", "0,1", "--degree", 3, "--denominator-degree", 2)

    def test_logarithms_that_a_power_bounds(self):
        for f, optimum in (("x*log(x)", 0.0089564108), ("-x*log2(x)-(1-x)*log2(1-x)", None), ("sqrt(x)*log(x)^2", None)):
            answer = self.holds(f, "--in", "0,1", "--degree", 5)
            if optimum:
                self.assertAlmostEqual(answer["optimum"], optimum, delta=1e-8)

    def test_functions_that_wave_more_than_p_can(self):
        """Errors of 1/2 alternate 13 times there, and the exchange went on without end."""
        for f, optimum in (("abs(sin(10*x))", 0.5), ("sin(10*x)^2", 0.5)):
            self.assertAlmostEqual(self.holds(f, "--degree", 8)["optimum"], optimum, delta=1e-9)

    def test_functions_that_are_bounded_without_a_limit(self):
        self.holds("x*atan(1/x)", "--degree", 4)
        self.holds("(1+x)^(1/x)", "--in", "0,1", "--degree", 3)

    def test_removable_points_of_a_relative_error(self):
        self.holds("(exp(x)-1-x)/x^2", "--degree", 4, "--relative")

    def test_best_coefficients_of_quotients(self):
        answer = self.holds("exp(x)", "--degree", 3, "--denominator-degree", 2)
        answer["best_coefficients"][1] *= 1.001
        again = self.verified(answer)
        self.assertIn("does not hold", again.stdout)
        self.assertIn("best_coefficients", again.stdout)

    def test_what_not_optimal_claims(self):
        """The best p/q is known there as well: signs that do not alternate, or no points, were let pass."""
        done = vieta("minimax", "exp(10*x)", "--degree", 3, "--denominator-degree", 3, "--format", "f32", "--relative", "--json")
        answer = json.loads(done.stdout)
        self.assertEqual((answer["status"], self.verified(answer).returncode), ("not_optimal", 0))
        answer["alternation"][1]["error"] *= -1
        self.assertIn("does not hold", self.verified(answer).stdout)
        answer["alternation"] = []
        self.assertEqual(self.verified(answer).returncode, 2)

    def test_what_coefficients_and_formats_claim(self):
        answer = json.loads(vieta("minimax", "exp(x)", "--degree", 4, "--format", "dd,f32", "--json").stdout)
        self.assertEqual(self.verified(answer).returncode, 0)
        digits = answer["decimals"][0]
        for altered in (digits[:20], digits[:20] + "7", digits + "1"):
            again = self.verified({**answer, "decimals": [altered, *answer["decimals"][1:]]})
            self.assertIn("its decimals are no sum of two doubles", again.stdout)
        self.assertNotEqual(self.verified({**answer, "format": "dd,f32,f32,f32,f32,f32"}).returncode, 0)
        answer = self.found("exp(x)", "--degree", 3, "--denominator-degree", 2)
        self.assertNotEqual(self.verified({**answer, "format": "f64,f64"}).returncode, 0)
        for free in (99, 7, 3):
            answer["report"]["free"] = free
            self.assertIn("report: free: found", self.verified(answer).stdout)

    def test_words_for_what_stopped_it(self):
        answer = self.found("exp(x)", "--degree", 3)
        answer["report"]["stopped_by"] = "a friend"
        self.assertIn("does not hold", self.verified(answer).stdout)

    def test_quotients_that_vanish_faster_than_the_function(self):
        """Relative errors are 1 at 0 whatever p and q are; a p of 1e9 hid that, and 5e-4 was stated."""
        for function, form, interval, of_p, of_q in (
            ("sin(x)", "x^2*p(x)", "0,1", 2, 1), ("sqrt(x)", "x*p(x)", "0,1", 2, 2), ("tan(x)", "x^3*p(x^2)", "-1,1", 3, 2),
            ("1-cos(x)", "x^4*p(x^2)", "-1,1", 1, 1), ("log(x)", "(x-1)^2*p(x)", "1,2", 3, 2)):
            answer = self.found(function, "--form", form, "--in", interval, "--degree", of_p, "--denominator-degree", of_q, "--relative")
            self.assertAlmostEqual(answer["optimum"], 1, delta=1e-6, msg=function)
            self.assertEqual((answer["status"], self.verified(answer).returncode), ("optimal", 0), function)

    def test_leading_coefficients_that_cancel(self):
        """1/6 - 1/6 is 0, though no ball around 1/6 tells; and at 1e-43 a value needs more than a few bits."""
        relative = ["--form", "x^2*p(x^2)", "--relative"]
        self.assertEqual(self.found("(x-sin(x))/x^3-1/6", "--in", "0,1", "--degree", 2, *relative)["status"], "optimal")
        for function in ("(x-x^3/6-sin(x))/x^5", "(log(1+x)-x+x^2/2-x^3/3)/x^4", "(sqrt(1+x)-1-x/2+x^2/8-x^3/16)/x^4", "(tan(x)-x-x^3/3)/x^5"):
            self.holds(function, "--in", "0,1", "--degree", 2)

    def test_short_formats_of_quotients(self):
        """Those of high degrees lose q(0) in a half, and were refused; lower degrees are held better, and are a choice."""
        errors = []
        for of_both in (4, 8, 20):
            done = vieta("minimax", "sqrt(x)", "--in", "0,1", "--degree", of_both, "--denominator-degree", of_both, "--format", "f16", "--json")
            answer = json.loads(done.stdout)
            errors.append(answer["max_error"])
            self.assertNotIn("does not hold", self.verified(answer).stdout)
        self.assertEqual(errors, sorted(errors, reverse=True))
        self.assertLess(errors[2], 4e-5)

    def test_coefficients_beyond_a_short_format(self):
        """The function is not: others make up for the largest number that there is."""
        for degree in (1, 6):
            done = vieta("minimax", "atan(10.4*x)-cosh(x)", "--in", "0,0.1", "--degree", degree, "--form", "1+x*p(x)", "--format", "f16", "--json")
            answer = json.loads(done.stdout)
            self.assertAlmostEqual(answer["max_error"], 2, delta=1e-6)
        self.refused("minimax", "1e5*exp(x)", "--degree", 3, "--format", "f16", saying="beyond f16 (65504)")

    def test_exponentials_that_fall_beside_0(self):
        """0 times infinity: exp(-1/x)/x tends to 0."""
        for function in ("exp(-1/x)/x", "exp(-1/x^2)/x^3", "3*exp(-1/(2*x))*cos(x)/x^2+x"):
            self.assertEqual(self.found(function, "--in", "0,1", "--degree", 3)["status"], "optimal", function)

    def test_waves_without_end(self):
        answer = self.found("sin(1/x)*x^3", "--in", "0,1", "--degree", 5)
        self.assertNotIn("does not hold", vieta("verify", "-", "--max-seconds", 20, text=json.dumps(answer)).stdout)


main()
