"""`roots --structure`: the distance that is proven holds for the decimals that are printed, in exact arithmetic."""

import json
import random
from fractions import Fraction

from program import Case, main, vieta


def times(a, b):
    """Polynomials with coefficients (re, im), ascending."""
    out = [(Fraction(0), Fraction(0))] * (len(a) + len(b) - 1)
    for i, (p, q) in enumerate(a):
        for j, (r, s) in enumerate(b):
            re, im = out[i + j]
            out[i + j] = (re + p * r - q * s, im + p * s + q * r)
    return out


def product(roots):
    """Of (x - (re + i im))^multiplicity."""
    one = [(Fraction(1), Fraction(0))]
    for re, im, multiplicity in roots:
        for _ in range(multiplicity):
            one = times(one, [(-re, -im), (Fraction(1), Fraction(0))])
    return one


def distance(given, found):
    """As vieta/structure.hpp defines it, from exact differences; real coefficients, none of them 0 at the ends."""
    n = len(given) - 1
    near = product([(Fraction(z["re"]), Fraction(z["im"]), z["multiplicity"]) for z in found["roots"]])
    squares = 0.0
    for k, a in enumerate(given):
        re, im = (part * given[n] for part in near[k])
        scale = max(abs(float(a)), abs(float(given[0])) ** (1 - k / n) * abs(float(given[n])) ** (k / n))
        squares += (float(abs(re - a)) / scale) ** 2 + (float(abs(im)) / scale) ** 2
    return squares ** 0.5


class Structure(Case):
    def found(self, roots, code=0, *options):
        """The result for the product's coefficients, rounded to doubles, and these."""
        texts = [repr(float(re)) for re, _ in product(roots)]
        given = [Fraction(text) for text in texts]  # decimals are read as they stand
        path = self.file("p.txt", "\n".join(texts))
        done = vieta("roots", path, "--structure", "--json", *options)
        self.assertEqual(done.returncode, code, done.stderr)
        return given, json.loads(done.stdout)

    def test_the_distance_holds(self):
        random.seed(4)
        for _ in range(40):
            places = random.sample(range(-30, 31), random.randint(1, 4))
            roots = [(Fraction(p or 31, 10), Fraction(0), random.randint(1, 6)) for p in places]
            roots[0] = (*roots[0][:2], roots[0][2] + 1)
            given, found = self.found(roots)
            self.assertEqual(found["status"], "found")
            self.assertEqual(sorted(z["multiplicity"] for z in found["roots"]), sorted(m for _, _, m in roots))
            self.assertLessEqual(distance(given, found), found["distance"] * (1 + 1e-12) + 1e-300)
            self.assertLess(found["distance"], 1e-14)
            for re, _, multiplicity in roots:
                near = min(found["roots"], key=lambda z: abs(Fraction(z["re"]) - re))
                self.assertEqual(near["multiplicity"], multiplicity)
                error = float(abs(Fraction(near["re"]) - re))
                self.assertLessEqual(error, 10 * near["sensitivity"] * (found["distance"] + 1e-16) + 1e-15)

    def test_twenty_fifteen_ten(self):
        """45 simple roots that scatter by a tenth, or one disc with 45 roots: that was all that was said."""
        given, found = self.found([(Fraction("0.9"), Fraction(0), 20), (Fraction(1), Fraction(0), 15),
                                   (Fraction("1.1"), Fraction(0), 10)])
        self.assertEqual([z["multiplicity"] for z in found["roots"]], [20, 15, 10])
        for z, right in zip(found["roots"], (0.9, 1, 1.1)):
            self.assertLess(abs(float(z["re"]) - right), 1e-10)
        self.assertLess(found["distance"], 1e-15)
        self.assertLessEqual(distance(given, found), found["distance"])
        done = vieta("roots", self.path("p.txt"))
        self.assertRegex(done.stdout, r"\nnote: to round the coefficients to doubles moves root \d+ by about 0\.\d+ of its modulus")
        self.assertNotIn("note: ", vieta("roots", "--poly", "x^5 - x/3 - 0.1").stdout)
        done = vieta("roots", self.path("p.txt"), "--structure")
        self.assertIn("degree 45: 3 different roots; the polynomial with these is at a distance of ", done.stdout)
        self.assertIn("\nnot proven: ", done.stdout)

    def test_none_is_found(self):
        done = vieta("roots", "--poly", "x^5 - x - 1", "--structure")
        self.assertEqual(done.returncode, 2)
        self.assertIn("that there is none is not proven", done.stdout)
        said = json.loads(vieta("roots", "--poly", "x^5 - x - 1", "--structure", "--json").stdout)
        self.assertEqual((said["status"], said["roots"], said["distance"]), ("simple", [], None))

    def test_what_it_refuses(self):
        for options in (("--digits", "30"), ("--in-disc", "0,1"), ("--real-only",), ("--intervals",), ("--batch",),
                        ("--method", "near-linear"), ("-o", "roots.npy"),
                        ("--on", "cuda")):
            self.refused("roots", "--poly", "x^2", "--structure", *options, saying="--structure: found ")
        self.refused("roots", "--poly", "x^301 - 1", "--structure", saying="found degree 301, expected at most 300")
        self.refused("roots", "--poly", "1/(x-1)", "--structure", saying="found a quotient")
        self.refused("roots", "--poly", "(x-1)^2", "--structure", "--uncertainty", "0", saying="--uncertainty: found 0")
        self.refused("roots", "--poly", "7", "--structure", saying="found a constant, expected a polynomial")

    def test_constants(self):
        """Numbers that are not rational are taken to 300 digits, and the answer says so."""
        result = json.loads(self.solve("--poly", "(x-pi)^2*(x+sqrt(2))", "--structure", "--json"))
        self.assertEqual([z["multiplicity"] for z in result["roots"]], [1, 2])
        self.assertTrue(result["roots"][1]["re"].startswith("3.14159265358979"), result)
        self.assertGreater(result["distance"], 0)
        self.assertIn("taken to 300 digits", self.solve("--poly", "pi*(x-1)^2", "--structure"))
        self.assertNotIn("300 digits", self.solve("--poly", "(x-1)^2", "--structure"))


if __name__ == "__main__":
    main()
