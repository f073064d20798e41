"""The kinds of faults that `real-roots` had (double roots, roots of odd multiplicity, quadratics and cubics, shifts): each
function solves one batch, and returns how many rows it had and what is wrong with them."""

import math
from fractions import Fraction

import numpy as np
from arb_oracle import Truth, as_arb, times
from flint import ctx

import vieta

METHODS = ("auto", "derivatives", "bernstein")
ROWS = 40
UNIT = {np.float32: 2.0**-24, np.float64: 2.0**-53}


def integers(row):
    """A row of floats as integers with the same roots."""
    exact = [Fraction(float(a)) for a in row]
    common = math.lcm(*(x.denominator for x in exact))
    return [int(x * common) for x in exact]


def real_truth(p, lo, hi):
    """The different real roots in [lo, hi] as (ball, multiplicity), ascending."""
    while p and p[-1] == 0:
        p = p[:-1]
    if len(p) < 2:
        return []
    truth = Truth(p, 160)
    found = [(z.real, m) for z, m in truth.roots if Truth.is_real(z)]
    inside = []
    for x, m in sorted(found, key=lambda pair: float(pair[0].mid())):
        below, above = x < as_arb(Fraction(lo)) if math.isfinite(lo) else False, x > as_arb(Fraction(hi)) if math.isfinite(hi) else False
        if not below and not above:
            inside.append((x, m))
    return inside


def random_fraction(source, largest):
    return source.randint(-largest, largest), source.randint(1, largest)


def products(source, scalar, multiplicity, degrees):
    """Rows with one root of this multiplicity, whole numbers that the type holds; with their roots."""
    most = 2 ** (24 if scalar is np.float32 else 53)
    degree, rows, roots = source.randint(*degrees), [], []
    while len(rows) < ROWS:
        n, d = random_fraction(source, 13 if degree > 3 else 40)
        others = [random_fraction(source, 9) for _ in range(degree - multiplicity)]
        p = times(*[[-n, d]] * multiplicity, *[[-a, b] for a, b in others])
        if max(map(abs, p)) < most and all(a * d != n * b for a, b in others):
            rows.append(p)
            roots.append(Fraction(n, d))
    return np.array(rows, dtype=scalar), roots


def double_roots(source):
    """Q1: an exact double root is a touch or part of a cluster, never two simple roots with `ok`."""
    scalar, method = source.choice((np.float32, np.float64)), source.choice(METHODS)
    rows, doubles = products(source, scalar, 2, (2, 9))
    lo, hi = source.choice(((-1.0, 1.0), (-15.0, 15.0), (-math.inf, math.inf)))
    r = vieta.real_roots(rows, (lo, hi), method=method, threads=1)
    wrong = []
    for i, row in enumerate(rows):
        if r.statuses[i] == vieta.Status.OK and Fraction(lo if math.isfinite(lo) else -100) < doubles[i] < Fraction(hi if math.isfinite(hi) else 100):
            wrong.append(f"{scalar.__name__} {method} {integers(row)} in [{lo}, {hi}]: ok, {r[i]}")
    return len(rows), wrong


def random_rows(source):
    """Q1: `ok` has as many roots as there are, in double, where the smallest extremum is clear of rounding."""
    method, degree = source.choice(METHODS), source.randint(3, 26)
    generator = np.random.default_rng(source.randrange(2**32))
    kind = source.randrange(3)
    rows = generator.normal(size=(ROWS, degree + 1)) if kind == 0 else generator.uniform(-1, 1, (ROWS, degree + 1))
    if kind == 2:
        rows = np.round(rows * 50)
        rows[:, -1] += rows[:, -1] == 0
    r = vieta.real_roots(rows, (-1.0, 1.0), method=method, threads=1)
    wrong = []
    for i, row in enumerate(rows):
        if r.statuses[i] != vieta.Status.OK:
            continue
        right = real_truth(integers(row), -1.0, 1.0)
        if len(right) != r.counts[i]:
            wrong.append(f"{method} {row.tolist()}: ok with {r[i]}, right {[float(x.mid()) for x, _ in right]}")
    return len(rows), wrong


def is_noise(p, x, scalar):
    """Whether rounding can hide the sign of p(x)."""
    terms = [a * x**k for k, a in enumerate(p)]
    return abs(sum(terms)) <= 2 * len(p) * Fraction(UNIT[scalar]) * sum(map(abs, terms))


def joined_by_noise(p, root, scalar):
    """The real roots, with multiplicities, that no sign of p parts from this rational one, as far as rounding can tell."""
    found = []
    for z, m in real_truth(p, -math.inf, math.inf):
        place = Fraction(float(z.mid()))
        if all(is_noise(p, root + (place - root) * k / 16, scalar) for k in range(16)):
            found.append((place, m))
    return found


def is_reached(r, i, places, marked=False):
    """Whether a bound of a place reaches one of these; where `marked`, that of a touch, which may be unknown."""
    listed = [(Fraction(float(x)), float(b)) for x, t, b in zip(r[i], r.touching[i], r.bounds[i]) if t or not marked]
    return any(abs(x - place) <= Fraction(b) if math.isfinite(b) else marked for x, b in listed for place in places)


def odd_multiplicities(source):
    """Q2: a root of odd multiplicity above 1 is marked: `clustered`, and a bound reaches it or one that noise joins it to; or
    `touching`, where it is one of an even number that noise joins, and a touch's bound reaches one of these."""
    scalar, method, m = source.choice((np.float32, np.float64)), source.choice(METHODS), source.choice((3, 3, 5))
    rows, multiple = products(source, scalar, m, (m, m + 3))
    r = vieta.real_roots(rows, method=method, threads=1, bounds=True)
    wrong = []
    for i, row in enumerate(rows):
        root, status = multiple[i], r.statuses[i]
        if root == 0 or status == vieta.Status.UNRESOLVED:
            continue  # x^3 is taken out exactly
        if status == vieta.Status.CLUSTERED and (is_reached(r, i, [root]) or not all(map(math.isfinite, r.bounds[i][: r.counts[i]]))):
            continue
        joined = joined_by_noise(integers(row), root, scalar)
        is_even = sum(k for _, k in joined) % 2 == 0
        if status == vieta.Status.CLUSTERED and is_reached(r, i, [z for z, _ in joined]):
            continue
        if status == vieta.Status.TOUCHING and is_even and is_reached(r, i, [z for z, _ in joined], marked=True):
            continue
        wrong.append(f"{scalar.__name__} {method} {integers(row)}, {root}: {vieta.Status(status).name}, {r[i]} within {r.bounds[i]}")
    return len(rows), wrong


def bounds(source):
    """Q2: within each bound of a root without a mark there is a real root."""
    scalar, degree = source.choice((np.float32, np.float64)), source.randint(1, 20)
    generator = np.random.default_rng(source.randrange(2**32))
    rows = generator.uniform(-1, 1, (ROWS, degree + 1)).astype(scalar)
    r = vieta.real_roots(rows, (-1.0, 1.0), threads=1, bounds=True)
    wrong = []
    ctx.prec = 160
    for i, row in enumerate(rows):
        right = real_truth(integers(row), -math.inf, math.inf) if r.counts[i] else []
        for k in range(r.counts[i]):
            x, b = as_arb(Fraction(float(r.values[i][k]))), float(r.bounds[i][k])
            if not r.touching[i][k] and math.isfinite(b) and not any(abs(z - x) <= as_arb(Fraction(b)) for z, _ in right):
                wrong.append(f"{row.tolist()}: {r.values[i][k]} within {b}")
    return len(rows), wrong


def ulp(x, scalar):
    return float(np.spacing(scalar(abs(x))))


def hard_quadratic(source, scalar):
    kind = source.randrange(5)
    big = 2 ** (11 if scalar is np.float32 else 25)
    if kind == 0:  # (a x - b) ((a + i) x - b - j)
        a, b = source.randint(1, big), source.randint(1, big)
        p = times([-b, a], [-b - source.randint(-1, 1), a + source.randint(-1, 1)])
        return [float(c) for c in p]
    if kind == 1:
        e = 2.0 ** -source.randint(3, 23 if scalar is np.float32 else 52)
        return [1 + e, -(2 + e), 1.0]
    if kind == 2:  # of very different size
        top = 120 if scalar is np.float32 else 1000
        return [source.uniform(-2, 2) * 2.0 ** source.randint(-top, top) for _ in range(2)] + [source.uniform(1, 2) * 2.0 ** source.randint(-top, top)]
    if kind == 3:
        r = source.uniform(-2, 2)
        return [r * r, -2 * r, 1.0]
    return [source.uniform(-1, 1) for _ in range(3)]


def near_places(source, degree, make, ulps):
    """Each root is listed within `ulps` units in its last place, and nothing else is that has no mark."""
    scalar, method = source.choice((np.float32, np.float64)), source.choice(METHODS)
    with np.errstate(over="ignore"):
        rows = np.array([make(source, scalar) for _ in range(ROWS)]).astype(scalar)
    rows = rows[np.isfinite(rows).all(axis=1) & (rows[:, -1] != 0)]
    r = vieta.real_roots(rows, method=method, threads=1)
    wrong = []
    top = float(np.finfo(scalar).max)
    for i, row in enumerate(rows):
        right = [(x, m) for x, m in real_truth(integers(row), -math.inf, math.inf) if abs(x) < as_arb(Fraction(top) / 4)]
        if any(not x == 0 and abs(x) < as_arb(Fraction(float(np.finfo(scalar).tiny)) * 4) for x, _ in right):
            continue  # subnormal places: the page says what holds there
        if r.statuses[i] == vieta.Status.UNRESOLVED:
            if all(abs(x) < as_arb(Fraction(top) / 4) for x, _ in real_truth(integers(row), -math.inf, math.inf)):
                wrong.append(f"{scalar.__name__} {method} {row.tolist()}: unresolved")
            continue
        near = lambda x, place: abs(x - as_arb(Fraction(float(place)))) <= as_arb(Fraction(ulps) * Fraction(max(ulp(place, scalar), 5e-324)))
        for x, _ in right:
            if not any(near(x, place) for place in r[i]):
                wrong.append(f"{scalar.__name__} {method} {row.tolist()}: {x} is missing in {r[i].tolist()}")
        for k, place in enumerate(r[i]):
            if not r.touching[i][k] and abs(place) < top / 4 and not any(near(x, place) for x, _ in right):
                wrong.append(f"{scalar.__name__} {method} {row.tolist()}: nothing at {place}")
        places = {float(np.float64(scalar(float(x.mid())))) for x, _ in right}
        if degree == 2 and len(places) == 2 and r.counts[i] != 2:
            wrong.append(f"{scalar.__name__} {method} {row.tolist()}: {r[i].tolist()} for two different roots")
    return len(rows), wrong


def quadratics(source):
    """Q3: right to a unit in the last place, different roots apart."""
    return near_places(source, 2, hard_quadratic, 1)


def hard_cubic(source, scalar):
    kind = source.randrange(4)
    if kind == 0:
        return [source.uniform(-1, 1) for _ in range(4)]
    if kind == 1:
        p = times(*[[-a, b] for a, b in (random_fraction(source, 20) for _ in range(2))], [-source.randint(-20, 20), source.randint(1, 20)])
        return [float(c) for c in p]
    if kind == 2:
        r, s = source.uniform(-2, 2), source.uniform(-2, 2)
        near = r * (1 + source.randint(0, 4) * 2.0 ** -source.randint(3, 23 if scalar is np.float32 else 52))
        return [-r * near * s, r * near + r * s + near * s, -r - near - s, 1.0]
    a = source.randint(1, 200 if scalar is np.float32 else 90000)
    return [float(c) for c in times([-a, 1], [-a - source.randint(0, 2), 1], [-source.randint(1, 200), 1])]


def cubics(source):
    """Q3: right to four units in the last place."""
    return near_places(source, 3, hard_cubic, 4)


KINDS = {
    "Q1 double roots": double_roots,
    "Q1 random rows": random_rows,
    "Q2 odd multiplicities": odd_multiplicities,
    "Q2 bounds": bounds,
    "Q3 quadratics": quadratics,
    "Q3 cubics": cubics,
}
