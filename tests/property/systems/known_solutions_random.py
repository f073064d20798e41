"""Systems of which all solutions are known, by `vieta solve`: none may be lost with exit code 0, none be false.

Circles: x^2 + y^2 = 1, (x - a) z = 1, (y - b) z = p with (a, b) on the circle, rounded to 4 to 9 digits; one of two solutions is
as large as the rounding is fine. Products: zeros and multiplicities of a polynomial in one unknown, another unknown that is
rational in it, of which poles of any multiplicity send solutions to infinity; then unknowns are combined, shifted and
scaled by 1e-12 to 1e12. VIETA_RANDOM_COUNT says how many of each (default 4), VIETA_RANDOM_SEED which ones.
"""

import collections
import json
import math
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


def circle(rng, digits):
    """The line that is left where z is eliminated meets the circle in two points."""
    while True:
        turn = rng.uniform(0, 2 * math.pi)
        a, b = (Fraction(f"{f(turn):.{digits}f}") for f in (math.cos, math.sin))
        p = rng.choice([Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2), Fraction(-2)])
        c = b - p * a
        discriminant = (p * c) ** 2 - (1 + p * p) * (c * c - 1)
        if a * a + b * b != 1 and a and b and discriminant:
            break
    system = f"x^2+y^2-1; (x-{number(a)})*z-1; (y-{number(b)})*z-{number(p)}"
    # Roots by the quadratic formula would cancel; that there are two is what counts.
    return system, 2, 0


def products(rng):
    """A polynomial in u; v = b + c / (u - pole)^m; u and v are linear in x and y."""
    count = rng.randint(1, 4)
    zeros = rng.sample(range(-9, 10), count)
    powers = [rng.choice([1, 1, 1, 2, 3]) for _ in zeros]
    scale = [Fraction(10) ** rng.randint(-12, 12) for _ in range(2)]
    shift = [Fraction(rng.randint(-9, 9), rng.randint(1, 7)) for _ in range(2)]
    mix = rng.choice([0, 0, 1, -2])
    u = f"({number(scale[0])}*x-{number(shift[0])})"
    v = f"({number(scale[1])}*y-{number(shift[1])}+{mix}*{u})"
    pole, order = zeros[0] if rng.random() < 0.6 else 10, rng.randint(1, 3)
    first = "*".join(f"({u}-({z}))^{m}" for z, m in zip(zeros, powers))
    second = f"({u}-({pole}))^{order}*{v}-{rng.randint(1, 9)}"
    kept = [m for z, m in zip(zeros, powers) if z != pole]
    return f"{first}; {second}", sum(m == 1 for m in kept), sum(m > 1 for m in kept)


def solve(system, seed):
    command = [PROGRAM, "solve", "--system", system, "--json", "--threads", "1", "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if not done.stdout:
        raise AssertionError(f"{system}: {done.stderr}")
    return json.loads(done.stdout), done.returncode


def main():
    kinds = [(f"circle {d}", lambda rng, d=d: circle(rng, d)) for d in range(4, 10)] + [("products", products)]
    seen, partly, wrong = collections.Counter(), collections.Counter(), []
    for name, make in kinds:
        for k in range(COUNT):
            rng = random.Random(f"{SEED} {name} {k}")
            system, simple, multiple = make(rng)
            result, code = solve(system, rng.randint(1, 9))
            solutions = result["solutions"]
            found = sum(s["regular"] and s["certified"] for s in solutions)
            singular = sum(not s["regular"] for s in solutions)
            seen[name] += 1
            partly[name] += code == 2
            if found > simple or code not in (0, 2) or (code == 0 and (found, singular) != (simple, multiple)):
                wrong.append(f"{name}: {system}: {found} and {singular} of {simple} and {multiple}, exit code {code}")
    for name, _ in kinds:
        print(f"{name}: {seen[name]} systems, {partly[name]} solved in part")
    print("\n".join(wrong))
    too_many = [name for name, _ in kinds if partly[name] > max(1, 0.02 * seen[name])]
    return 1 if wrong or too_many else 0


if __name__ == "__main__":
    sys.exit(main())
