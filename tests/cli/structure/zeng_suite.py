"""The test polynomials of Zeng's MultRoot (ACM Trans. Math. Softw. 30 (2004) 218-236, algorithm 835), by their published names.

Each is a product of factors (coefficients, multiplicity), ascending, in exact Gaussian rationals: pairs of Fractions. A factor has simple
roots only. Names after their sources: Brugnano and Trigiante, Farmer and Loizou, Goedecker (Fibonacci and Legendre polynomials, triples),
Igarashi and Ypma, Iliev, Jenkins and Traub, Miyakoda, Petkovic, Toh and Trefethen, Uhlig, Zeng (near, large, twins).
"""

import cmath
import math
from fractions import Fraction

ZERO, ONE = (Fraction(0), Fraction(0)), (Fraction(1), Fraction(0))


def number(z):
    """A text, whole number, complex or pair as a Gaussian rational: texts are decimals or fractions, others what they store."""
    if isinstance(z, tuple):
        return Fraction(z[0]), Fraction(z[1])
    if isinstance(z, complex):
        return Fraction(z.real), Fraction(z.imag)
    return Fraction(z), Fraction(0)


def at(*roots):
    """Factors of (root, multiplicity)."""
    return [([(-number(z)[0], -number(z)[1]), ONE], m) for z, m in roots]


def simple(roots):
    return at(*((z, 1) for z in roots))


def of(m, *coefficients):
    """One factor, highest power first, as in the published files."""
    return [([number(c) for c in reversed(coefficients)], m)]


def fibonacci(n, m=1):
    return of(m, -1, *[1] * n)


def legendre(n):
    before, now = [Fraction(1)], [Fraction(0), Fraction(1)]
    for k in range(1, n):
        up = [Fraction(0), *(Fraction(2 * k + 1, k + 1) * c for c in now)]
        for i, c in enumerate(before):
            up[i] -= Fraction(k, k + 1) * c
        before, now = now, up
    return [([(c, Fraction(0)) for c in now], 1)]


def conjugates(*roots):
    """(re, im, multiplicity) with both signs of im."""
    return at(*(((re, s + im), m) for re, im, m in roots for s in ("", "-")))


def jenkins_traub_11(m):
    right = [cmath.exp(1j * math.pi * k / (2 * m)) for k in range(1 - m, m)]
    left = [0.9 * cmath.exp(1j * math.pi * k / (2 * m)) for k in range(m, 3 * m + 1)]
    return simple(right + left)


# Ten digits of each coefficient are given: the product of twenty roots of one digit behind the point.
LARGE = ("1 0 -0.28 -0.592 -0.9689 -0.6202 0.543822 0.0884268 0.43204191 -0.15503004 0.4411933752 -0.6544319575 -0.3570809726 "
         "-0.5559779162 0.6391687937 0.1463757602 -0.0670919301 -0.0319375401 0.5085740501 -0.1496825819 0.6327302492").split()


def suite():
    """{name: factors}"""
    found = {
        "bt01": at((1, 6), (-1, 2), (2, 1)) + conjugates((0, "1", 3)),
        "bt02": at((1, 10), (-1, 2), (2, 1)) + conjugates((0, "1", 1)),
        "bt03": conjugates((0, "1", 5), (0, "0.5", 4), (0, "0.75", 1)),
        "bt04": at((1, 3), (-1, 4)) + conjugates(("0.5", "1", 3), ("0.5", "0.5", 2)),
        "farloi01": of(4, 1, 1, 2) + of(4, 1, 1, 3),
        "henrici": simple(["-4.1", "-3.8", "-2.05", "-1.85", "1.95", "2.15", "3.9", "4.05"]),
        "igyp00": simple(["2.35", "2.37", "2.39"]),
        "igyp01": at(("2.35", 3), ("2.56", 1)),
        "igyp03": at(((10, 10), 3)) + simple([1, (0, 1), 2, (0, 2), 3, (0, 4), 5]),
        "iliev00": at((1, 1), (2, 2), (3, 3)),
        "jt01a": simple([10**10, -(10**10), 1]),
        "jt01b": simple(["1e-10", "-1e-10", 1]),
        "jt02": simple(range(1, 18)),
        "jt03": simple([f"1e-{k}" for k in range(1, 9)]),
        "jt04": at(("0.1", 3), ("0.5", 1), ("0.6", 1), ("0.7", 1)),
        "jt05": at(("0.1", 4), ("0.2", 3), ("0.3", 2), ("0.4", 1)),
        "jt06": simple(["0.1", "1.001", "0.998", "1.00002", "0.99999"]),
        "jt08": at((-1, 5)),
        "jt09": of(1, 1, *[0] * 9, "-1e-20") + of(1, 1, *[0] * 9, 10**20),
        "petk01": at((-1, 2), (3, 3), ((0, -1), 4)) + conjugates((1, "2", 2)),
        "petk02": at((1, 2), ((0, -1), 3)) + conjugates((0, "5", 2)),
        "petk03": of(1, 1, (-1, Fraction(-99, 70))) + of(2, 1, 2, 3) + at((-1, 1)),
        "petk04": at((3, 1), (-1, 3), ((0, 2), 3)) + conjugates((-2, "1", 2), (2, "1", 2)),
        "petk05": at((3, 2), (-1, 3)) + conjugates((1, "2", 2)),
        "petk06": at((-1, 4), (3, 3), ((0, -1), 2)) + conjugates((1, "2", 2)),
        "petk07": at((1, 3)) + conjugates((-2, "1", 1), (0, "5", 2)),
        "toh01": simple([complex(2 * (k + 0.5) / 19, math.sin(2 * math.pi * (k + 0.5) / 19)) for k in range(-10, 10)]),
        "toh02": of(1, *[Fraction(10**k, math.factorial(k)) for k in range(20, -1, -1)]),
        "toh03": simple([Fraction(10, 11) - Fraction(1, 2**k) for k in range(1, 21)]),
        "toh04": at(("10/11", 20)),
        "toh05": simple([Fraction(1, 2**k) for k in range(20)]),
        "toh06a": of(1, *[1] * 21),
        "toh06b": of(2, *[1] * 11),
        "toh06c": of(4, *[1] * 6),
        "uhlig05": at((-1, 6), (2, 2)),
        "uhlig06": of(1, 1, *[0] * 7, -1),
    }
    for n in (5, 10, 15, 20, 30, 50, 100, 150):
        found[f"fib{n:02}"] = fibonacci(n)
    for n in (4, 8, 16, 24, 32, 48):
        found[f"fibsq{n:02}"] = fibonacci(n, 2)
    for k in range(1, 8):
        found[f"fl{k:02}"] = at((1, 4 * k), (2, 3 * k), (3, 2 * k), (4, k))
    for letter, m in zip("abc", (8, 7, 3)):
        found[f"igyp02{letter}"] = at(((10, 10), m), (-1, 10 - m))
    for k, (one, two, three) in enumerate(((2, 4, 8), (4, 8, 16), (8, 16, 24)), 1):
        found[f"iliev{k:02}"] = at((1, one), (2, two), (3, three))
    for letter, e in zip("abcd", range(10, 6, -1)):
        found[f"jt07{letter}"] = simple(["0.001", "0.01", "0.1", 1, -10]) + conjugates(("0.1", f"1e-{e}", 1))
    for letter, e in zip("abc", (3, 6, 9)):
        found[f"jt10{letter}"] = simple([10**e, 1, f"1e-{e}"])
    for letter, m in zip("abc", (15, 20, 25)):
        found[f"jt11{letter}"] = jenkins_traub_11(m)
    for n in (5, 10, 15, 20, 24, 50, 100):
        found[f"lgd{n:02}"] = legendre(n)
    for k in range(5):
        found[f"large{k + 1:02}"] = of(2**k, *LARGE)
    for m in (1, 2, 4, 8):
        found[f"miyak{0 if m == 1 else m:02}"] = at((("1.1", "1.1"), 4 * m), (("3.2", "2.3"), 2 * m), (("2.1", "1.5"), m))
    for k in (1, 2, 3):
        found[f"near{k:02}"] = at((Fraction(1) - Fraction(1, 10**k), 20), (1, 20), ("-0.5", 5))
    for k, (a, b, c) in enumerate(((5, 5, 5), (10, 10, 10), (18, 10, 16), (20, 15, 10)), 1):
        found[f"triple{k:02}"] = at(("0.9", a), (1, b), ("1.1", c))
    for k in (4, 8, 12, 16):
        found[f"twin{k // 4:02}"] = at(("-0.2", k), ("0.39", k), ("0.4", k))
    for k, a in ((1, "0.01"), (2, "0.001")):
        found[f"uhlig{k:02}"] = at((a, 5), ("-" + a, 1)) + conjugates((0, a, 1))
    for k, last in ((3, "1/4"), (4, "1/8")):
        found[f"uhlig{k:02}"] = at(("3/11", 12), ("11/3", 2), ((0, "2/7"), 4), (("2.5", "1/4"), 2), (last, 1))
    return found


# Coefficients that are rounded to so many decimals, and the tolerance that goes with them.
INEXACT = {"inex01": (7, "1e-7"), "inex02": (6, "1e-6"), "inex03": (5, "1e-5"), "inex04": (4, "1e-4")}
INEXACT_FACTORS = at(("10/11", 5), ("20/11", 3), ("30/11", 2))


def times(a, b):
    """Of integer pairs, ascending."""
    re = [0] * (len(a) + len(b) - 1)
    im = list(re)
    for i, (p, q) in enumerate(a):
        for j, (r, s) in enumerate(b):
            re[i + j] += p * r - q * s
            im[i + j] += p * s + q * r
    return list(zip(re, im))


def product(factors):
    """Exact coefficients (Fractions), ascending."""
    whole, common = [(1, 0)], 1
    for f, m in factors:
        scale = math.lcm(*(part.denominator for c in f for part in c))
        integers = [(int(re * scale), int(im * scale)) for re, im in f]
        for _ in range(m):
            whole = times(whole, integers)
        common *= scale**m
    return [(Fraction(re, common), Fraction(im, common)) for re, im in whole]
