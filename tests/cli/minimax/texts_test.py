"""The words of what is printed and emitted, and what compilers say of it."""

import shutil
import subprocess

from program import Case, main, vieta


class Texts(Case):
    def test_words_of_weights_and_choices(self):
        self.refused("minimax", "exp(x)", "--weight", "0", saying="--weight: found '0', which is 0 wherever errors count")
        done = vieta("minimax", "exp(x)", "--form", "max(x, 0)*p(x)", "--in", "0.1,1", "--degree", 1, "--emit", "c")
        self.assertIn("exp(x) as max(x, 0)*p(x), p of degree 1", done.stdout)
        done = vieta("minimax", "min(x, sign(x-1))", "--degree", 1, "--emit", "c", "--name", "f")
        self.assertIn("min(x, sign(x - 1)) as p(x)", done.stdout)

    def test_a_form_that_floats_hold(self):
        """Powers of x cancel on [0, 2]; those of x - 1 lose a thousandth of that, and the note says so."""
        given = ("erf(x)*exp(x^2)", "--in", "0,2", "--degree", "15")
        text = vieta("minimax", *given)
        self.assertEqual(text.returncode, 2, text.stderr)
        self.assertRegex(text.stdout, r"floats do not hold the form: an error of \S+ where its coefficients have \S+; --form 'p\(x - 1\)' errs by \d\.\d+e-06")
        shifted = vieta("minimax", *given, "--form", "p(x - 1)", "--no-search")
        self.assertEqual(shifted.returncode, 0, shifted.stdout)

    def test_a_form_of_a_quotient_that_floats_hold(self):
        """p and q of type (8, 8) are both small at -1, where the function is 0; about that end they are powers that grow."""
        text = vieta("minimax", "exp((x-1)/(x+1))", "--degree", 8, "--denominator-degree", 8, "--format", "f64", "--no-search")
        self.assertEqual(text.returncode, 2, text.stderr)
        self.assertRegex(text.stdout, r"floats do not hold the form: .*; --form 'p\(x \+ 1\)/q\(x \+ 1\)' errs by ")
        shifted = vieta("minimax", "exp((x-1)/(x+1))", "--degree", 8, "--denominator-degree", 8, "--format", "f64", "--no-search",
                        "--form", "p(x + 1)/q(x + 1)")
        self.assertEqual(shifted.returncode, 0, shifted.stdout)

    def test_texts_without_warnings(self):
        done = vieta("minimax", "cbrt(x)", "--in", "1,1.2", "--degree", 2, "--emit", "rust")
        self.assertIn("  let p = ", done.stdout)
        done = vieta("minimax", "cbrt(x)", "--in", "1,1.2", "--degree", 3, "--emit", "rust")
        self.assertIn("  let mut p = ", done.stdout)
        texts = [vieta("minimax", *arguments, "--emit", "c").stdout for arguments in (
            ("sin(x)", "--in=-2,0.56", "--degree", 0, "--fixed", "q15,q31", "--wide"),
            ("1/(1+x^2)", "--form", "p(1/(x+4))", "--in", "-0.9,0.95", "--degree", 0, "--name", "g"),
            # a step by x alone: x^2 was calculated and not used
            ("abs(x)", "--form", "x*p(x^2)", "--in", "0.25,0.75", "--degree", 4, "--fixed", "q7,q15", "--name", "h"))]
        self.assertIn("Cost: 0 operations at full rate, 0 at quarter rate", texts[1])
        if compiler := shutil.which("gcc"):
            done = subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-Wtype-limits", "-Wno-unused-function", "-x", "c",
                                   "-fsyntax-only", "-"], input="\n".join(texts), capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)


main()
