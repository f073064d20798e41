"""`roots --structure` on the published suite of MultRoot (zeng_suite.py), with coefficients rounded to doubles: the multiplicities, the
roots within their bounds, and the distance, which is held against the decimals in exact arithmetic."""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

from program import Case, main, vieta
from zeng_suite import INEXACT, INEXACT_FACTORS, product, suite

# All roots of these are simple; yet a polynomial with multiple roots is nearer to them than the tolerance, 1e-10, is.
NEAR_MULTIPLE = {"jt06": [2, 1, 1, 1], **{f"jt07{letter}": [3, 1, 1, 1, 1] for letter in "abcd"}}


def distance(given, found):
    """As vieta/structure.hpp defines it, from exact differences, squared: none of the coefficients at the ends is 0."""
    roots = [(Fraction(z["re"]), Fraction(z["im"]), z["multiplicity"]) for z in found["roots"]]
    near = product([([(-re, -im), (Fraction(1), Fraction(0))], m) for re, im, m in roots])
    n = len(given) - 1
    leading, squares = given[n], 0.0
    size = lambda z: math.hypot(float(z[0]), float(z[1]))
    first, last = size(given[0]), size(leading)
    for k, (re, im) in enumerate(given):
        a, b = near[k]
        scale = max(size(given[k]), first ** (1 - k / n) * last ** (k / n))
        squares += (float(a * leading[0] - b * leading[1] - re) / scale) ** 2 + (float(a * leading[1] + b * leading[0] - im) / scale) ** 2
    return math.sqrt(squares)


def newton_step(f, z):
    """|f(z) / f'(z)|, which is how far the nearest root is, to first order."""
    value = slope = 0
    for re, im in reversed(f):
        slope = slope * z + value
        value = value * z + complex(re, im)
    return abs(value / slope) if slope else math.inf


class ZengSuite(Case):
    def solved(self, name, factors, places=None, tolerance=None):
        exact = product(factors)
        if places is None:
            given = [(Fraction(float(re)), Fraction(float(im))) for re, im in exact]
            text = "\n".join(f"({float(re)!r},{float(im)!r})" if any(i for _, i in given) else repr(float(re)) for re, im in exact)
            given = [(Fraction(repr(float(re))), Fraction(repr(float(im)))) for re, im in exact]  # decimals are read as they stand
        else:
            given = [(round(re, places), round(im, places)) for re, im in exact]
            text = "\n".join(str(float(re)) for re, _ in given)
        more = ["--uncertainty", tolerance] if tolerance else []
        done = vieta("roots", self.file(name + ".txt", text + "\n"), "--structure", "--json", *more)
        return given, json.loads(done.stdout) if done.stdout else None, done

    def complaint(self, name, factors, places=None, tolerance=None):
        given, found, done = self.solved(name, factors, places, tolerance)
        if found is None:
            return f"{name}: {done.stderr}"
        is_simple = all(m == 1 for _, m in factors)
        if is_simple and found["status"] == "simple":
            return None if name not in NEAR_MULTIPLE else f"{name}: simple"
        if found["status"] != "found":
            return f"{name}: {found['status']}"
        if len(given) <= 70 and distance(given, found) > found["distance"] * (1 + 1e-9):
            return f"{name}: at a distance of {distance(given, found)}, said {found['distance']}"
        if found["distance"] > float(tolerance or "1e-10"):
            return f"{name}: {found['distance']}"
        said = sorted((z["multiplicity"] for z in found["roots"]), reverse=True)
        if is_simple:
            return None if NEAR_MULTIPLE.get(name) == said else f"{name}: {said}"
        right = sorted((m for f, m in factors for _ in f[1:]), reverse=True)
        if said != right:
            return f"{name}: {said} for {right}"
        for z in found["roots"]:
            value = complex(float(z["re"]), float(z["im"]))
            away = min(newton_step(f, value) for f, m in factors if m == z["multiplicity"])
            if away > 10 * z["sensitivity"] * (found["distance"] + 1e-16) + 1e-14 * abs(value):
                return f"{name}: {z} is {away} away from a root"
        return None

    def test_published_suite(self):
        with ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(self.complaint, name, factors) for name, factors in suite().items() if name != "large05"]
            self.assertGreater(len(jobs), 100)
            self.assertEqual([line for line in (job.result() for job in jobs) if line], [])

    def test_inexact_coefficients(self):
        for name, (places, tolerance) in INEXACT.items():
            self.assertIsNone(self.complaint(name, INEXACT_FACTORS, places, tolerance))

    def test_what_is_too_long_is_refused(self):
        """The only one of the suite beyond degree 300: twenty roots of multiplicity 16."""
        _, found, done = self.solved("large05", suite()["large05"])
        self.assertIsNone(found)
        self.assertIn("found degree 320, expected at most 300", done.stderr)


if __name__ == "__main__":
    main()
