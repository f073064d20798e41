"""`vieta minimax --fixed`: the emitted C and Rust, compiled, on every input, against the C library's functions."""
import json
import math
import os
import shutil
import subprocess
import unittest

from program import Case, main, vieta


def gelu(x):
    return x * (1 + math.erf(x / math.sqrt(2))) / 2


# Function, form, interval, degree, formats, and the same function here.
CASES = [
    ("sin(pi*x)", "x*p(x^2)", (-0.5, 0.5), 3, "q15", lambda x: math.sin(math.pi * x)),
    ("cos(pi*x)", "p(x^2)", (-0.5, 0.5), 3, "q15", lambda x: math.cos(math.pi * x)),
    ("sqrt(x)", "p(x)", (0.25, 1), 6, "q7", math.sqrt),
    ("exp(-x)", "p(x)", (0, 4), 7, "q3.12,q15", lambda x: math.exp(-x)),
    ("atan(x)/pi", "x*p(x^2)", (-1, 1), 5, "q15", lambda x: math.atan(x) / math.pi),
    ("tanh(x)", "x*p(x^2)", (-2, 2), 6, "q2.13,q15", math.tanh),
    ("1000*x^2", "p(x)", (-1, 1), 2, "q15,q10.5", lambda x: 1000 * x * x),
    ("log2(1+x)", "x*p(x)", (0, 1), 5, "q0.12,q1.14", lambda x: math.log2(1 + x)),
    ("0.3", "p(x)", (-1, 1), 0, "q7", lambda x: 0.3),
    ("x*(1+erf(x/sqrt(2)))/2", "0.5*x+x^2*p(0.0625*x^2)", (-4, 4), 6, "q3.12", gelu),
    ("2*(3/4+tan(x))", "1.5+2*x*p(x^2/4)", (-0.7, 0.7), 4, "q15,q2.13", lambda x: 1.5 + 2 * math.tan(x)),
]


def format_of(text):
    whole, _, fraction = text[1:].rpartition(".")
    bits = 1 + int(whole or 0) + int(fraction)
    return bits, int(fraction), 8 if bits <= 8 else 16 if bits <= 16 else 32


class FixedPoint(Case):
    def answer(self, case, *more, language="c"):
        function, form, (lo, hi), degree, formats, _ = case
        done = vieta("minimax", function, "--form", form, f"--in={lo},{hi}", "--degree", str(degree), "--fixed", formats,
                           "--emit", language, "--name", "f", "--json", *more)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)["fixed"]

    def expect_bound(self, case, fixed, values):
        """`values`: of all inputs from first to last."""
        formats = case[4].split(",")
        (_, input_fraction, _), (_, fraction, _) = format_of(formats[0]), format_of(formats[-1])
        self.assertEqual(len(values), fixed["last"] - fixed["first"] + 1)
        worst = 0
        for k, value in enumerate(values):
            wanted = math.ldexp(case[5](math.ldexp(fixed["first"] + k, -input_fraction)), fraction)
            worst = max(worst, abs(value - wanted))
        self.assertLessEqual(worst, fixed["bound"] + 1e-9)
        self.assertGreaterEqual(worst, fixed["error"] - 1e-6)

    def compiled(self, name, source, *command):
        path, program = self.file(name, source), self.path(name + ".out")
        done = subprocess.run([*command, path, "-o", program], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        run = subprocess.run([program], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return [int(word) for word in run.stdout.split()]

    def test_c(self):
        compilers = [c for c in ("gcc", "clang") if shutil.which(c)][:None if "VIETA_SLOW_TESTS" in os.environ else 1]
        if not compilers:
            raise unittest.SkipTest("SKIPPED: no C compiler")
        for case in CASES:
            for wide in ((), ("--wide",)):
                with self.subTest(case[0], wide=wide):
                    fixed = self.answer(case, *wide)
                    self.assertTrue(fixed["exhaustive"])
                    self.assertEqual(fixed["width"], 64 if wide else 32)
                    source = fixed["text"] + f"""
#include <stdio.h>
int main(void) {{
  for (int x = {fixed["first"]}; x <= {fixed["last"]}; ++x) printf("%d\\n", (int)f(({"int8_t" if "(int8_t x)" in fixed["text"] else "int16_t"})x));
  return 0;
}}
"""
                    for compiler in compilers:  # an overflow would print a line and end the program
                        values = self.compiled("f.c", source, compiler, "-std=c99", "-O1", "-Wall", "-Wextra", "-fsanitize=undefined",
                                               "-fno-sanitize-recover=all")
                        self.expect_bound(case, fixed, values)

    def test_rust(self):
        if not shutil.which("rustc"):
            raise unittest.SkipTest("SKIPPED: no rustc")
        for case in CASES[:3]:
            with self.subTest(case[0]):
                fixed = self.answer(case, language="rust")
                kind = "i8" if "x: i8" in fixed["text"] else "i16"
                source = fixed["text"] + f"""
fn main() {{
    for x in {fixed["first"]}i32..={fixed["last"]} {{
        println!("{{}}", f(x as {kind}));
    }}
}}
"""
                # Debug builds end at an overflow.
                self.expect_bound(case, fixed, self.compiled("f.rs", source, "rustc", "--edition=2021", "-Cdebug-assertions=on"))

    def test_gelu_of_all_numbers(self):
        """Its short form up to 4, and x or 0 beyond: all 65,536 inputs, in C and in Rust."""
        if not shutil.which("gcc"):
            raise unittest.SkipTest("SKIPPED: no C compiler")
        worst = {"q3.12": 3.5, "q3.12,q3.4": 1, "q3.4,q3.12": 1.2, "q7.8": 0.6, "q2.13": 7, "q15": 4}
        for formats, wide in [*((text, ()) for text in worst), ("q3.12", ("--wide",))]:
            for language in ("c", "rust") if shutil.which("rustc") and formats != "q7.8" else ("c",):
                with self.subTest(formats, wide=wide, language=language):
                    done = vieta("minimax", "gelu", "--degree", 8 if wide else 6, "--full-range", "--fixed", formats, *wide, "--emit", language, "--json")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    fixed = json.loads(done.stdout)["fixed"]
                    bits, _, storage = format_of(formats.split(",")[0])
                    self.assertEqual((fixed["first"], fixed["last"], fixed["exhaustive"]), (-(1 << bits - 1), (1 << bits - 1) - 1, True))
                    self.assertLess(fixed["bound"], 0.53 if wide else worst[formats])
                    source = fixed["text"] + (f"""
#include <stdio.h>
int main(void) {{
  for (int x = {fixed["first"]}; x <= {fixed["last"]}; ++x) printf("%d\\n", (int)fast_gelu((int{storage}_t)x));
  return 0;
}}
""" if language == "c" else f"""
fn main() {{
    for x in {fixed["first"]}i32..={fixed["last"]} {{
        println!("{{}}", fast_gelu(x as i{storage}));
    }}
}}
""")
                    values = self.compiled("f.c", source, "gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-fsanitize=undefined",
                                           "-fno-sanitize-recover=all") if language == "c" else \
                        self.compiled("f.rs", source, "rustc", "--edition=2021", "-Cdebug-assertions=on")
                    self.expect_bound((None, None, None, None, formats, gelu), fixed, values)
        self.refused("minimax", "gelu", "--full-range", "--fixed", "q3.28", saying="found a format of 32 bits beside the full range")
        self.refused("minimax", "exp", "--full-range", "--fixed", "q3.12", saying="found beside --full-range of exp")
        self.refused("minimax", "x^2", "--full-range", "gelu", "--fixed", "q3.12", saying="expected gelu in its usual form")

    def test_long_formats_are_proven_by_bounds(self):
        fixed = self.answer(("sin(pi*x)", "x*p(x^2)", (-0.5, 0.5), 6, "q31", None))
        self.assertFalse(fixed["exhaustive"])
        self.assertEqual(fixed["width"], 64)
        self.assertLess(fixed["error"], fixed["bound"])
        self.assertLess(fixed["bound"], 6)

    def test_sixty_four_bits_round_correctly(self):
        fixed = self.answer(("sin(pi*x)", "x*p(x^2)", (-0.5, 0.5), 4, "q15", None), "--wide")
        self.assertEqual(fixed["correctly_rounded"], 1)
        self.assertLessEqual(fixed["bound"], 1, "sin(pi/2) is 1, one unit beyond q15")
        fixed = self.answer(("sin(pi*x)", "x*p(x^2)", (-0.49, 0.49), 4, "q15", None), "--wide")
        self.assertLessEqual(fixed["bound"], 0.51)

    def test_values_beyond_the_format(self):
        """The error is that against the function: what a format cannot hold is refused, but for one unit at its end."""
        self.refused("minimax", "exp(x)", "--in", "0,1", "--fixed", "q15", "--emit", "c", "--degree", 3,
                     saying="from 1 to 2.718, where q15 holds -1 to below 1, expected another format for the value, such as q2.13")
        self.refused("minimax", "4*cos(x)", "--in", "0,1", "--fixed", "q31,q1.30", "--degree", 6, saying="such as q2.29")
        self.refused("minimax", "1e6*x", "--in", "0,1", "--fixed", "q7", "--degree", 1, saying="expected a function of smaller values")
        fixed = self.answer(("cos(x)", "p(x^2)", (-1, 1), 2, "q7", None))
        self.assertEqual((fixed["error"], fixed["worst_at"]), (1, 0))
        self.assertGreaterEqual(fixed["bound"], 1)
        fixed = self.answer(("cos(x)", "p(x^2)", (-1, 1), 6, "q31", None))
        self.assertGreaterEqual(fixed["bound"], 1)
        self.assertLess(fixed["bound"], 4)

    def test_misuse(self):
        sine = ("minimax", "sin(x)")
        self.refused(*sine, "--fixed", "q16.16", saying="--fixed: found 'q16.16', expected q7, q15, q31 or qM.N")
        self.refused(*sine, "--fixed", "15", saying="--fixed: found '15'")
        self.refused(*sine, "--fixed", "q15", "--half", saying="--fixed: found beside --half")
        self.refused(*sine, "--wide", saying="--wide: found no --fixed")
        self.refused(*sine, "--fixed", "q15", "--emit", "glsl", saying="expected c, cpp, rust or cuda")
        self.refused(*sine, "--fixed", "q15", "--emit", "c", "--name", "int", saying="a reserved word of c")
        self.refused("minimax", "sin(x)", "--in", "2,3", "--fixed", "q15", saying="no number of the format q15 in the interval")
        for form in ("sqrt(1-x)*p(x)", "x^2+x*p(x)", "p(x-0.5)", "(1-x)*p(x)", "0.5+p(x)", "x^4*p(x)"):
            self.refused("minimax", "acos(x)", "--form", form, "--in", "0,1", "--fixed", "q1.14",
                         saying="expected p(x), x*p(x), p(x^2) or x*p(x^2), or one with lower powers beside p")


main()
