"""`roots --basis` and `roots --program`: discs of series in their own basis, and of polynomials by recursion."""

import json
import math
from fractions import Fraction

from program import Case, main, vieta


def roots(*arguments, text="", code=0):
    done = vieta("roots", *arguments, "--json", text=text)
    assert done.returncode == code, (done.returncode, done.stderr)
    return json.loads(done.stdout)


def iterate(c, times):
    """z and dz/dc after so many steps of z^2 + c, exactly; c is a pair (re, im)."""
    z, d = (Fraction(0), Fraction(0)), (Fraction(0), Fraction(0))
    for _ in range(times):
        d = (2 * (z[0] * d[0] - z[1] * d[1]) + 1, 2 * (z[0] * d[1] + z[1] * d[0]))
        z = (z[0] * z[0] - z[1] * z[1] + c[0], 2 * z[0] * z[1] + c[1])
    return z, d


class Series(Case):
    def test_chebyshev_has_its_roots(self):
        for n in 5, 120:
            found = roots("--basis", "chebyshev", "-", text=json.dumps([0] * n + [1]))
            self.assertEqual(found["status"], "complete")
            self.assertEqual(len(found["roots"]), n)
            known = sorted(math.cos((2 * k + 1) * math.pi / (2 * n)) for k in range(n))
            for z, x in zip(sorted(found["roots"], key=lambda z: z["re"]), known):
                self.assertTrue(z["real"])
                self.assertLessEqual(abs(z["re"] - x), z["radius"] + 4e-16)

    def test_zero_has_its_multiplicity(self):
        for text, zeros, all_roots in (("1 0 1", 2, 2), ("3 0 4 0 1", 4, 4), ("0 0 0 0 8 0 9 0 1", 2, 8)):
            found = roots("--basis", "chebyshev", text)
            self.assertEqual(found["status"], "complete")
            self.assertEqual(sum(z["multiplicity"] for z in found["roots"]), all_roots)
            self.assertEqual([z["multiplicity"] for z in found["roots"] if z["re"] == z["im"] == 0], [zeros])

    def test_verify_says_that_it_reads_powers(self):
        path = self.file("series.json", json.dumps(roots("--basis", "chebyshev", "1 2 3")))
        done = vieta("verify", path, "--poly", "3x^2+2x+1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("that of a series", done.stdout)
        self.assertEqual(vieta("verify", path, "--poly", "6x^2+2x-2").returncode, 0)

    def test_domain(self):
        """u = 1/2 of T_1 - 1/2 on [1/3, 2] is x = 19/12."""
        found = roots("--basis", "chebyshev", "--domain", "1/3,2", "-", text="[-0.5, 1]")
        self.assertAlmostEqual(found["roots"][0]["re"], 19 / 12, delta=4e-16)
        legendre = roots("--basis", "legendre", "--domain", "0,2", "--in-box", "1,2,0,0", "-", text="[0, 0, 1]")
        self.assertAlmostEqual(legendre["roots"][0]["re"], 1 + 1 / math.sqrt(3), delta=4e-16)
        self.assertEqual(len(legendre["roots"]), 1)

    def test_other_bases(self):
        # H_2 = 4 u^2 - 2, He_2 = u^2 - 1, L_2 = (u^2 - 4 u + 2)/2
        for basis, known in ("hermite", 0.5**0.5), ("hermite-e", 1), ("laguerre", 2 - 2**0.5):
            found = roots("--basis", basis, "-", text="[0, 0, 1]")
            self.assertLessEqual(min(abs(z["re"] - known) for z in found["roots"]), 4e-16)

    def test_misuse(self):
        for arguments, words in (
            (["--basis", "chebyshev", "--poly", "x^2-1"], "expected a list"),
            (["--domain", "0,1", "[1, 2]"], "--basis"),
            (["--basis", "chebyshev", "--domain", "1,1", "[1, 2]"], "two ends alike"),
            (["--basis", "chebyshev", "--domain", "1", "[1, 2]"], "--domain"),
            (["--basis", "chebyshev", "--method", "durand-kerner", "[1, 2, 3]"], "method"),
            (["--basis", "chebyshev", "--uncertainty", "1e-9", "[1, 2, 3]"], "uncertainty"),
            (["--basis", "sine", "[1, 2, 3]"], "--basis"),
        ):
            done = vieta("roots", *arguments)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(words, done.stderr)


class Programs(Case):
    def test_centres(self):
        """Each disc of a centre holds one: by Newton's theorem in exact arithmetic, n |z/z'| and disjointness."""
        period = 7
        found = roots("--program", "-", text=f"z = 0\nrepeat {period} {{ z = z^2 + x }}")
        n = 2 ** (period - 1)
        self.assertEqual(found["status"], "complete")
        self.assertEqual(len(found["roots"]), n)
        discs = []
        for root in found["roots"]:
            c = (Fraction(root["re"]), Fraction(root["im"]))
            z, d = iterate(c, period)
            reach = n * math.sqrt((z[0] ** 2 + z[1] ** 2) / (d[0] ** 2 + d[1] ** 2))
            discs.append((complex(root["re"], root["im"]), reach))
            self.assertLessEqual(root["radius"], 1e-15)
        for i, (a, r) in enumerate(discs):
            for b, s in discs[:i]:
                self.assertGreater(abs(a - b), r + s)

    def test_three_terms(self):
        """Legendre's polynomials by their recurrence, a composition, divisions by numbers, comments."""
        text = "# P_12\np, q = 1, x\nrepeat 11 { p, q = q, ((2*k + 1)*x*q - k*p)/(k + 1) }\n"
        found = roots("--program", "-", text=text)
        known = roots("--basis", "legendre", "-", text=json.dumps([0] * 12 + [1]))
        self.assertEqual(found["report"]["degree"], 12)
        for a, b in zip(found["roots"], known["roots"]):
            self.assertLessEqual(abs(a["re"] - b["re"]), a["radius"] + b["radius"])
        square = roots("--program", "-", text="y = x^2 - 2; w = y^2 - 3")
        self.assertAlmostEqual(max(z["re"] for z in square["roots"]), (2 + 3**0.5) ** 0.5, delta=1e-15)

    def test_double_roots_are_not_claimed(self):
        found = roots("--program", "-", text="y = (x - 1)^2", code=2)
        self.assertEqual([z["status"] for z in found["roots"]], ["unproven"] * 2)

    def test_misuse(self):
        for text, words in (
            ("z = (x+1)^2 - (x-1)^2 - 4*x", "cancel"),
            ("z = y + 1", "given a value"),
            ("x = 3", "name other than x"),
            ("z = 1/x", "divisor"),
            ("repeat 3 { z = x", "'}'"),
            ("a, b = x", "as many expressions"),
            ("", "statement"),
            ("z = x - x", "cancel"),
            ("z = x^2; z = 0*z", "zero polynomial"),
        ):
            done = vieta("roots", "--program", "-", text=text)
            self.assertEqual(done.returncode, 1, text)
            self.assertIn(words, done.stderr)
        done = vieta("roots", "--program", "--basis", "chebyshev", "-", text="z = x")
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    main()
