"""Isolated points of known multiplicity beside curves that no common factor tells, by `vieta solve` and `components`.

y - x^2, z - x^3 and x z - y^2 vanish on a twisted cubic, and no one is a combination of the others. Times polynomials a, b and c they leave
isolated points where a = b = c = 0, as near to the curve as 1e-15. Each has to be in the answer with its multiplicity, and none
be lost with exit code 0. The same for three equations in two unknowns with a curve in common, by `solve`. VIETA_RANDOM_COUNT says how many systems (default 4), VIETA_RANDOM_SEED which ones.
"""

import collections
import json
import os
import random
import subprocess
import sys
from fractions import Fraction

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
COUNT = int(os.environ.get("VIETA_RANDOM_COUNT", "4"))
SEED = int(os.environ.get("VIETA_RANDOM_SEED", "1"))


def number(value):
    value = Fraction(value)
    return f"({value.numerator}/{value.denominator})"


def curve(rng):
    """Three polynomials of a twisted cubic, and its point at u."""
    shift = rng.randint(-2, 2)
    x = f"(x-({shift}))"
    u = Fraction(rng.randint(1, 4), rng.choice([1, 2, 3])) * rng.choice([-1, 1])
    return [f"(y-{x}^2)", f"(z-{x}^3)", f"({x}*z-y^2)"], (u + shift, u * u, u**3)


def make(rng):
    parts, (x, y, z) = curve(rng)
    near = rng.choice([-1, 1]) * Fraction(1, 10 ** rng.randint(2, 15))
    # Off all three, so that nothing else meets in the point.
    point = (x + near, y + 5 * near, z - 7 * near)
    powers = [rng.choice([1, 1, 2]), rng.choice([1, 1, 2]), 1]
    others = [f"({v}-{number(c)})^{m}" for v, c, m in zip("xyz", point, powers)]
    system = "; ".join(f"{a}*{b}" for a, b in zip(parts, rng.sample(others, 3)))
    return system, point, powers[0] * powers[1]


def make_more(rng):
    """A conic or a line times X^m, Y^k and X Y, or X + t Y, for X = x - a and Y = y - b."""
    while True:
        a, b = (Fraction(rng.randint(-30, 30), rng.choice([1, 2, 3, 7])) for _ in range(2))
        near = Fraction(1, 10 ** rng.randint(0, 12))
        # By b all but on the curve, and off it by `near`.
        curve, value = rng.choice([(f"(y-x^2-{number(b - a * a - near)})", near), (f"(x*y-{number(a * b + near)})", -near),
                                   (f"(x+2*y-{number(a + 2 * b + near)})", -near), ("(x^2+y^2-1)", a * a + b * b - 1)])
        if value:
            break
    m, k = rng.choice([1, 1, 2, 3]), rng.choice([1, 2, 2])
    x, y = f"(x-{number(a)})", f"(y-{number(b)})"
    third, multiplicity = rng.choice([(f"{x}*{y}", m + k - 1), (f"({x}+{rng.choice([-2, 1, 3])}*{y})", min(m, k))])
    equations = [f"{curve}*{x}^{m}", f"{curve}*{y}^{k}", f"{curve}*{third}"]
    rng.shuffle(equations)
    return "; ".join(equations), (a, b), multiplicity


def is_there(point, coordinates):
    def near(part, value):
        return abs(Fraction(part) - value) <= abs(value) * Fraction(1, 10**18)

    return all(near(re, c) and abs(Fraction(im)) < Fraction(1, 10**18) for (re, im), c in zip(coordinates, point))


def run(verb, system, seed):
    command = [PROGRAM, verb, "--system", system, "--json", "--threads", "1", "--seed", str(seed), "--digits", "30"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if not done.stdout:
        raise AssertionError(f"{system}: {done.stderr}")
    return json.loads(done.stdout), done.returncode


def main():
    partly, wrong = collections.Counter(), []
    for k in range(COUNT):
        rng = random.Random(f"{SEED} {k}")
        system, point, multiplicity = make(rng)
        cases = [("solve", "solutions", system, point, multiplicity), ("components", "isolated", system, point, multiplicity),
                 ("solve", "solutions", *make_more(rng))]
        for verb, key, system, point, multiplicity in cases:
            result, code = run(verb, system, rng.randint(1, 9))
            partly[f"{verb}, {len(point)} unknowns"] += code == 2
            at = [point["xyz".index(v)] for v in result["variables"]]
            found = [s for s in result[key] if s["on_a_set"] is False and is_there(at, s["x"])]
            right = len(found) == 1 and (found[0]["regular"] or found[0]["multiplicity"] == multiplicity)
            if code not in (0, 2) or (code == 0 and not right):
                wrong.append(f"{verb}: {system}: point {[str(c) for c in point]}, exit code {code}")
    print(f"{COUNT} systems; solved in part: {dict(partly)}")
    print("\n".join(wrong))
    return 1 if wrong or sum(partly.values()) > COUNT else 0


if __name__ == "__main__":
    sys.exit(main())
