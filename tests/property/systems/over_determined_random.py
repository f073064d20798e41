"""More equations than variables, by `vieta solve`: systems whose solutions are known by construction.

All polynomials of degree d + 1 that vanish at some points, where those of degree d tell the points apart, have these
points as their only common zeros, all simple (the ideal of the points is generated in that degree: Castelnuovo and
Mumford). Points are rational, or conjugate ones with square roots or imaginary parts; a last polynomial takes some of
them away. The program has to find exactly those that are left, to prove each, and `vieta verify` has to prove them
again. VIETA_RANDOM_COUNT says how many systems (default 40; 500 take some minutes).
"""

import itertools
import json
import os
import random
import subprocess
import sys
from fractions import Fraction

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
COUNT = int(os.environ.get("VIETA_RANDOM_COUNT", "40"))


def monomials(n, degree):
    return [e for e in itertools.product(range(degree + 1), repeat=n) if sum(e) <= degree]


class Surd:
    """a + b sqrt(d) with rational a, b; d = -1, 2, 3, 5 or, for b = 0, 1."""

    def __init__(self, a, b=0, d=1):
        self.a, self.b, self.d = Fraction(a), Fraction(b), d

    def __mul__(self, other):
        d = self.d if self.b else other.d
        return Surd(self.a * other.a + self.b * other.b * d, self.a * other.b + self.b * other.a, d)

    def __add__(self, other):
        return Surd(self.a + other.a, self.b + other.b, self.d if self.b else other.d)

    def value(self):
        return complex(self.a) + complex(self.b) * complex(self.d) ** 0.5


def value_of(monomial, point):
    product = Surd(1)
    for x, e in zip(point, monomial):
        for _ in range(e):
            product = product * x
    return product


def null_space(rows, columns):
    """A basis of the vectors that all rows, rational ones, are orthogonal to; and the rank."""
    rows = [row[:] for row in rows]
    pivots = []
    for c in range(columns):
        at = next((r for r in range(len(pivots), len(rows)) if rows[r][c]), None)
        if at is None:
            continue
        rows[len(pivots)], rows[at] = rows[at], rows[len(pivots)]
        pivot = rows[len(pivots)]
        pivot[:] = [x / pivot[c] for x in pivot]
        for r, row in enumerate(rows):
            if r != len(pivots) and row[c]:
                factor = row[c]
                row[:] = [x - factor * y for x, y in zip(row, pivot)]
        pivots.append(c)
    basis = []
    for free in (c for c in range(columns) if c not in pivots):
        vector = [Fraction(0)] * columns
        vector[free] = Fraction(1)
        for row, c in zip(rows, pivots):
            vector[c] = -row[free]
        basis.append(vector)
    return basis, len(pivots)


def conditions(points, n, degree):
    rows = []
    for point in points:
        values = [value_of(m, point) for m in monomials(n, degree)]
        rows.append([v.a for v in values])
        if any(x.b for x in point):
            rows.append([v.b for v in values])  # the conjugate's condition is the same pair
    return rows


def text_of(vector, n, degree, names):
    terms = []
    for c, m in zip(vector, monomials(n, degree)):
        if c:
            factors = "".join(f"*{x}^{e}" for x, e in zip(names, m) if e)
            terms.append(f"({c}){factors}")
    return " + ".join(terms)


def generated(rng):
    """(equations, points as complex numbers): one point of each conjugate pair is drawn."""
    n = rng.randint(1, 3)
    names = "xyz"[:n]
    while True:
        drawn = []
        for _ in range(rng.randint(1, 4 if n > 1 else 3)):
            d = rng.choice([1, 1, 1, -1, 2, 3])

            def number():
                return Fraction(rng.randint(-9, 9), rng.choice([1, 1, 2, 3]))

            drawn.append([Surd(number(), number() if d != 1 else 0, d) for _ in range(n)])
        total = sum(2 if any(x.b for x in p) else 1 for p in drawn)
        degree = next((d for d in range(1, 7) if null_space(conditions(drawn, n, d), len(monomials(n, d)))[1] == total), None)
        if degree is not None:
            break
    degree += 1
    basis, _ = null_space(conditions(drawn, n, degree), len(monomials(n, degree)))

    def mixed(vectors):
        weights = [Fraction(rng.randint(-5, 5)) for _ in vectors]
        return [sum(w * v[k] for w, v in zip(weights, vectors)) for k in range(len(vectors[0]))]

    equations = [[b + x for b, x in zip(vector, mixed(basis[:k]))] if k else vector for k, vector in enumerate(basis)]
    kept = drawn
    if rng.random() < 0.5 or len(equations) <= n:  # one more: it vanishes at some of the points
        kept = [p for p in drawn if rng.random() < 0.6]
        more, _ = null_space(conditions(kept, n, degree), len(monomials(n, degree)))
        extra = mixed(more)
        kept = [p for p in drawn if not any(sum(c * v for c, v in zip(extra, row)) for row in conditions([p], n, degree))]
        if not any(extra):
            extra = equations[0]
            kept = drawn
        equations.append(extra)
    rng.shuffle(equations)
    points = []
    for p in kept:
        points.append([x.value() for x in p])
        if any(x.b for x in p):
            points.append([Surd(x.a, -x.b, x.d).value() for x in p])
    return [text_of(e, n, degree, names) for e in equations], points, names


def run(*arguments, given=None):
    return subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, text=True, timeout=120)


def check(seed):
    rng = random.Random(seed)
    equations, points, names = generated(rng)
    if len(equations) <= len(names) or not all(any(x in e for e in equations) for x in names):
        return None
    system = "; ".join(equations)
    answer = run("solve", "--system", system, "--json", "--threads", "1", "--seed", str(seed + 1))
    if not answer.stdout:
        return f"{system}\n{answer.stderr}"
    result = json.loads(answer.stdout)
    order = [names.index(v) for v in result["variables"]]
    found = [[complex(float(re), float(im)) for re, im in s["x"]] for s in result["solutions"]]
    expected = [[p[k] for k in order] for p in points]
    same = len(found) == len(expected) and all(
        sum(max(abs(a - b) for a, b in zip(p, q)) < 1e-9 for q in found) == 1 for p in expected
    )
    proven = all(s["certified"] and s["proof"] == "solution" for s in result["solutions"])
    report = result["report"]
    if not same or not proven or answer.returncode != 0 or report["complete"] != "counted" and report["status"] != "inconsistent":
        return f"{system}\nexpected {expected}\nfound {found}\n{report}"
    verified = run("verify", "--system", system, "-", given=answer.stdout)
    if verified.returncode != 0:
        return f"{system}\n{verified.stdout}{verified.stderr}"
    return ""


def main():
    wrong = done = 0
    for seed in range(COUNT * 2):
        complaint = check(seed)
        if complaint is None:
            continue
        done += 1
        if complaint:
            wrong += 1
            print(f"seed {seed}: {complaint}\n")
        if done == COUNT:
            break
    print(f"{done} systems, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
