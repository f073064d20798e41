"""The kinds of faults that `roots` had (a border, close pairs, multiplicities, decimals, methods, digits, structure, nested
clusters, proofs, files): each function makes one random case, and returns what is wrong, or None."""

import math
import pathlib
import tempfile
from fractions import Fraction

import numpy as np
from arb_oracle import Truth, count_in_disc, count_right_of, power, times, wrong_discs

import vieta

TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))


def solve(p, **options):
    return vieta.roots(p, on="cpu", threads=1, **options)


def linear(source, most=20, least=1, largest=9):
    return [-source.randint(-most, most), source.randint(least, largest)]


def irreducible(source):
    """x^n + a x + b and such, mostly without rational roots."""
    n = source.randint(2, 4)
    p = [source.randint(-9, 9) for _ in range(n)] + [source.randint(1, 3)]
    if p[0] == 0:
        p[0] = 1
    return p


def some_factors(source, most=3):
    return [power(source.choice((linear, irreducible))(source), source.choice((1, 1, 2, 3))) for _ in range(source.randint(1, most))]


def circle_factor(source, q, c, r):
    """A factor with roots on the circle about c / q with radius r / q."""
    kind = source.randrange(4)
    if kind == 0:
        return [-(c + source.choice((-1, 1)) * r), q]
    if kind == 1:
        u, v, w = source.choice(TRIPLES)
        a, b = w * q, w * c + r * source.choice((-u, u))
        return [b * b + r * r * v * v, -2 * a * b, a * a]
    n = source.randint(2, 7) if kind == 2 else 2
    if kind == 2:  # (q x - c)^n = +- r^n
        return [x + (source.choice((-1, 1)) * r**n if k == 0 else 0) for k, x in enumerate(power([-c, q], n))]
    a = source.randint(-2 * r + 1, 2 * r - 1)  # y^2 + a y + r^2, y = q x - c
    return [c * c - a * c + r * r, q * (a - 2 * c), q * q]


def real_roots_of_exact(source):
    """R1, R3: --real-only: how many, how often, where."""
    p = times(*some_factors(source))
    r = solve(p, real_only=True)
    bad = wrong_discs(p, r, whole=False)
    if bad:
        return f"{p}: {bad}"
    right = sum(Truth.is_real(z) for z, _ in Truth(p).roots)
    return None if len(r) == right and all(r.real) else f"{p}: {len(r)} real roots for {right}"


def count_of(r):
    return int(r.multiplicities.sum())


def border_of_a_disc(source):
    """R1: closed discs with roots on the circle."""
    q, c, r = source.randint(1, 9), source.randint(-12, 12), source.randint(1, 20)
    factors = [power(circle_factor(source, q, c, r), source.choice((1, 1, 2))) for _ in range(source.randint(1, 2))]
    p = times(*factors, *some_factors(source, 2))
    centre, radius = Fraction(c, q), Fraction(r, q)
    found = solve(p, in_disc=(centre, radius))
    right = count_in_disc(p, centre, radius)
    ok = found.status == "complete" and "at_border" not in found.statuses and count_of(found) == right
    return None if ok else f"{p} in the disc {centre}, {radius}: {found.status}, {count_of(found)} for {right}"


def border_of_a_half_plane(source):
    """R1: re >= s with roots on the line."""
    q, s = source.randint(1, 7), source.randint(-15, 15)
    v, m = source.randint(1, 9), source.choice((1, 1, 2))
    on_line = source.choice(([-s, q], [s * s + v, -2 * s * q, q * q]))  # q x - s, (q x - s)^2 + v
    p = times(power(on_line, m), *some_factors(source, 2))
    side = Fraction(s, q)
    found = solve(p, in_box=(side, math.inf, -math.inf, math.inf))
    right = count_right_of(p, side)
    ok = found.status == "complete" and "at_border" not in found.statuses and count_of(found) == right
    return None if ok else f"{p} right of {side}: {found.status}, {count_of(found)} for {right}"


def real_or_imaginary(source):
    """R1: what lies on an axis is said to, and nothing else."""
    shapes = (lambda: [source.randint(1, 30), 0, source.randint(1, 9)], lambda: [source.randint(-9, 9) or 1, 0, source.randint(-9, 9), 0, 1])
    p = times(power(source.choice(shapes)(), source.choice((1, 1, 2))), *some_factors(source, 2))
    bad = wrong_discs(p, solve(p))
    return bad and f"{p}: {bad}"


def mignotte(n, a, c=2):
    p = [0] * (n + 1)
    p[n] = 1
    p[0], p[1], p[2] = p[0] - c, p[1] + 2 * c * a, p[2] - c * a * a
    return p


def close_pairs(source):
    """R2: as many digits as it takes, also for pairs far closer than any digits that were asked for."""
    if source.random() < 0.5:
        p = mignotte(source.randint(3, 14), source.randint(2, 10 ** source.randint(1, 6)), source.randint(1, 9))
    else:
        d, n, k = source.randint(1, 9), source.randint(-30, 30), source.randint(3, 60)
        p = times([-n, d], [-(10**k * n + d), 10**k * d], irreducible(source))
    digits = source.choice((15, 15, 30, 110))
    real_only = source.random() < 0.3
    return wrong_at(p, digits, real_only)


def wrong_at(p, digits, real_only=False, bits=1024):
    """Roots that agree to the digits asked for may be a cluster; those digits in which they differ part them."""
    r = solve(p, digits=digits, real_only=real_only)
    bad = wrong_discs(p, r, whole=not real_only, bits=bits, digits=digits)
    if bad is None and "cluster" in r.statuses:
        digits = Truth(p, 4 * bits).digits_to_part() or 15
        bad = wrong_discs(p, solve(p, digits=digits, real_only=real_only), whole=not real_only, bits=bits)
    return bad and f"{p}, {digits} digits: {bad}"


def wrong_of_known(roots, r, digits):
    """What is false about this result for a polynomial with these roots, exact points with their multiplicities, or None."""
    if r.status != "complete":
        return f"{r.status}, {list(r.statuses)}"
    left = dict(roots)
    for (re, im, radius), status, multiplicity in zip(r.decimals, r.statuses, r.multiplicities):
        re, im, radius = Fraction(re), Fraction(im), Fraction(radius)
        held = [z for z in roots if (z[0] - re) ** 2 + (z[1] - im) ** 2 <= radius**2]
        size = max(abs(re), abs(im))
        is_small = size == 0 or radius <= 2 * size / 10**digits
        if sum(roots[z] for z in held) != multiplicity or not is_small:
            return f"{status} {re}, {im} within {radius}, {multiplicity} times: {held}"
        if status != "cluster" and (len(held) != 1 or status != ("isolated" if multiplicity == 1 else "multiple")):
            return f"{status} {re}, {im} within {radius}, {multiplicity} times: {held}"
        for z in held:
            left.pop(z, None)
    return f"missing: {list(left)}" if left else None


def winding(source):
    """R8: roots that wind around a point, multiple ones among them."""
    base = source.choice((2, 3, 10, 10))
    centre = [Fraction(source.randint(-5, 5), source.randint(1, 3)) for _ in range(2)]
    roots = {}
    for k in range(1, source.randint(5, 25)):
        unit = ((1, 0), (0, 1), (-1, 0), (0, -1))[k % 4]
        roots[tuple(c + Fraction(u, base**k) for c, u in zip(centre, unit))] = source.choice((1,) * 6 + (2, 3))
    if source.random() < 0.3:
        roots[tuple(centre)] = source.randint(1, 3)
    digits = source.choice((15, 15, 17, 40))
    text = "*".join(f"(x-({re})-({im})*i)^{m}" for (re, im), m in roots.items())
    bad = wrong_of_known(roots, solve(text, digits=digits), digits)
    return bad and f"{text}, {digits} digits: {bad}"


def long_fractions(source):
    """R2: fractions of any length, powers of two below them, close together now and then."""
    roots = {}
    for _ in range(source.randint(6, 14)):
        size = 10 ** source.randint(3, 80)
        below = source.choice((source.randint(1, size), 2 ** source.randint(0, 300), 10 ** source.randint(0, 60)))
        x = Fraction(source.randint(-size, size), below)
        near = x + Fraction(source.randint(1, 9), 10 ** source.randint(1, 60))
        for z in (x, near) if source.random() < 0.2 else (x,):
            roots[(z, 0)] = source.choice((1,) * 20 + (2,))
    p = times(*[power([-z.numerator, z.denominator], m) for (z, _), m in roots.items()])
    digits = source.choice((15, 15, 30, 100, 1000))
    bad = wrong_of_known(roots, solve(p, digits=digits, real_only=source.random() < 0.5), digits)
    return bad and f"{p}, {digits} digits: {bad}"


def multiplicities(source):
    """R3: exact multiplicities, `multiple` and `isolated`."""
    p = times(*some_factors(source, 4))
    bad = wrong_discs(p, solve(p))
    return bad and f"{p}: {bad}"


def decimals(source):
    """R4: decimals with their radius hold the root; coefficients with decimals."""
    n, size, places = source.randint(2, 9), 10 ** source.randint(1, 12), source.choice((0, 1, 5))
    p = [source.randint(-size, size) or 1 for _ in range(n + 1)]
    digits = source.choice((3, 8, 15, 15, 16, 17, 30))
    r = solve([Fraction(c, 10**places) for c in p], digits=digits)
    bad = wrong_discs(p, r)
    return bad and f"{p}, {digits} digits: {bad}"


def smooth_coefficients(source):
    """R5: positive coefficients that grow like a power: right, and about as fast as ehrlich-aberth."""
    n, m = source.randint(20, 60), source.randint(1, 4)
    p = [(k + 1) ** m + source.choice((0, 0, k)) for k in range(n + 1)]
    auto = solve(p)
    bad = wrong_discs(p, auto, bits=128, unmarked=True)
    if bad:
        return f"{p}: {bad}"
    auto, other = ((min(solve(p, **how).report["seconds"] for _ in range(3))) for how in ({}, {"method": "ehrlich-aberth"}))
    return f"{p}: auto took {auto}, ehrlich-aberth {other}" if auto > 5 * other + 0.02 else None


def more_digits(source):
    """R6: 15 more digits take some bits more, not three times as many."""
    n = source.randint(8, 24)
    f = math.factorial
    bessel = lambda: [f(2 * n - k) // (2 ** (n - k) * f(k) * f(n - k)) for k in range(n + 1)]
    laguerre = lambda: [(-1) ** k * math.comb(n, k) * (f(n) // f(k)) for k in range(n + 1)]
    p = source.choice((bessel, laguerre))()
    p = [c * source.choice((1, 1, 1, 2)) for c in p]
    few = solve(p, digits=15).report["precision_bits"]
    r = solve(p, digits=50)
    bits = r.report["precision_bits"]
    if bits > few + 400:
        return f"{p}: {few} bits for 15 digits, {bits} for 50"
    bad = wrong_discs(p, r, bits=512, unmarked=True)
    return bad and f"{p}: {bad}"


def structure(source):
    """R7: multiplicities that were there before rounding, and a distance that holds."""
    count = source.randint(1, 4)
    places = source.sample([k for k in range(-30, 31) if k], count)
    roots = [(Fraction(k, 10), source.randint(1, 6)) for k in places]
    roots[0] = (roots[0][0], roots[0][1] + 1)
    exact = [Fraction(1)]
    for r, m in roots:
        for _ in range(m):
            exact = [a - r * b for a, b in zip([Fraction(0), *exact], [*exact, Fraction(0)])]
    p = [float(a) for a in exact]
    s = vieta.nearest_structure(p)
    if s.status != "found":
        return f"{roots}: {s.status}"
    if sorted(s.multiplicities.tolist()) != sorted(m for _, m in roots):
        return f"{roots}: {s.multiplicities.tolist()}"
    near = [Fraction(1)]
    real = all(Fraction(im) == 0 for im in s.im)
    if not real:
        return f"{roots}: imaginary parts"
    for r, m in zip(map(Fraction, s.re), s.multiplicities.tolist()):
        for _ in range(m):
            near = [a - r * b for a, b in zip([Fraction(0), *near], [*near, Fraction(0)])]
    n, squares = len(p) - 1, 0.0
    for k, a in enumerate(map(Fraction, p)):
        scale = max(abs(float(a)), abs(p[0]) ** (1 - k / n) * abs(p[n]) ** (k / n))
        squares += (float(abs(near[k] * Fraction(p[n]) - a)) / scale) ** 2
    return None if math.sqrt(squares) <= s.distance * (1 + 1e-9) + 1e-300 else f"{roots}: distance {math.sqrt(squares)}, said {s.distance}"


def nested(source):
    """R8: clusters in clusters, all rational, multiple now and then: decided at the usual digits."""
    base, n = source.choice((2, 3, 10)), source.randint(3, 16)
    a, d = source.randint(-9, 9), source.randint(1, 4)
    step = source.choice((1, 1, 2))
    factors = [power([-(a * base ** (step * k) + d), d * base ** (step * k)], source.choice((1,) * 6 + (2, 3))) for k in range(1, n + 1)]
    if source.random() < 0.3:
        factors.append(power([-a, d], source.randint(1, 3)))
    p = times(*factors)
    return wrong_at(p, source.choice((15, 15, 17, 40)), bits=512)


def tight_multiple_clusters(source):
    """H12: clusters of multiple roots, all rational, far closer together than the usual digits: told apart at these."""
    factors = []
    for _ in range(source.randint(1, 2)):
        a, d, k = source.randint(-20, 20), source.randint(1, 9), source.randint(3, 24)
        for away in source.sample(range(-5, 6), source.randint(2, 3)):
            factors.append(power([-(a * 10**k + away), d * 10**k], source.randint(1, 3)))
    if source.random() < 0.3:
        factors.append(power(irreducible(source), source.randint(1, 2)))
    return wrong_at(times(*factors), 15, bits=512)


def verified(source):
    """R9: what is true is proven again, in at most ten times the solver's time."""
    p = times(*some_factors(source, 4)) if source.random() < 0.7 else [source.randint(-99, 99) or 1 for _ in range(source.randint(2, 60))]
    if len(p) < 2:
        return None
    region = source.choice(({}, {}, {"real_only": True}, {"in_disc": (source.randint(-2, 2), source.randint(1, 4))}))
    r = solve(p, digits=source.choice((15, 15, 30)), **region)
    if r.status != "complete":
        return f"{p}, {region}: {r.status}"
    import time

    begin = time.process_time()
    v = r.verify()
    used = time.process_time() - begin
    if not v.holds:
        return f"{p}, {region}: {v.complaints}"
    allowed = 10 * r.report["seconds"] + 0.003
    if used > allowed:
        begin = time.process_time()
        r.verify()
        used = min(used, time.process_time() - begin)
    return f"{p}, {region}: solved in {r.report['seconds']}, verified in {used}" if used > allowed else None


def mpsolve_files(source):
    """R10: files that MPSolve reads: dense and sparse ones, more lines than were announced, secular equations."""
    n = source.randint(1, 12)
    kind = source.choice(("dense", "sparse", "secular"))
    over = ""
    if kind == "secular":  # sum a_i / (x - b_i) = 1
        b = source.sample(range(-40, 40), n)
        a = [source.choice([k for k in range(-9, 10) if k]) for _ in range(n)]
        text = f"Secular;\nReal;\nInteger;\nDegree = {n};\n" + "".join(f"{x} {y}\n" for x, y in zip(a, b))
        p = [-c for c in times(*[[-x, 1] for x in b])]
        for i in range(n):
            q = times(*[[-x, 1] for j, x in enumerate(b) if j != i])
            p = [c + (a[i] * q[k] if k < len(q) else 0) for k, c in enumerate(p)]
    else:
        p = [source.randint(-999, 999) for _ in range(n)] + [source.randint(1, 999)]
        if kind == "sparse":
            p = [c if k in (0, n) or source.random() < 0.4 else 0 for k, c in enumerate(p)]
        p[0] = p[0] or 7
        over = "".join(f"{source.randint(-9, 9)}\n" for _ in range(source.choice((0, 0, 3))))
        lines = "".join(f"{k} {c}\n" for k, c in enumerate(p) if c) if kind == "sparse" else "".join(f"{c}\n" for c in p)
        text = f"{'Sparse' if kind == 'sparse' else 'Dense'};\nReal;\nInteger;\nDegree = {n};\n" + lines + ("" if kind == "sparse" else over)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "p.pol"
        path.write_text(text)
        r = solve(path)
    bad = wrong_discs(p, r, unmarked=kind == "secular")
    return bad and f"{text}{bad}"


def whole_rows(source):
    """R3 and R4 of batches: discs of many small polynomials hold one root each."""
    n = source.randint(1, 8)
    p = [source.randint(-99, 99) for _ in range(n)] + [source.randint(1, 99)]
    r = vieta.roots(np.array([p], dtype=np.int64), threads=1)
    truth = Truth(p)
    for z, radius, status in zip(r.values[0].tolist(), r.radii[0].tolist(), r.root_statuses[0].tolist()):
        held = truth.inside(Fraction(z.real), Fraction(z.imag), Fraction(radius)) if math.isfinite(radius) else []
        if not held:
            return f"{p}: {z} within {radius}, status {status}: {held}"
    return None


KINDS = {
    "R1 real roots": real_roots_of_exact,
    "R1 borders of discs": border_of_a_disc,
    "R1 borders of half-planes": border_of_a_half_plane,
    "R1 real or imaginary": real_or_imaginary,
    "R2 close pairs": close_pairs,
    "R2 long fractions": long_fractions,
    "R3 multiplicities": multiplicities,
    "R4 decimals": decimals,
    "R4 batches": whole_rows,
    "R5 smooth coefficients": smooth_coefficients,
    "R6 more digits": more_digits,
    "R7 structure": structure,
    "R8 nested clusters": nested,
    "R8 winding roots": winding,
    "H12 tight multiple clusters": tight_multiple_clusters,
    "R9 verified": verified,
    "R10 files of MPSolve": mpsolve_files,
}
