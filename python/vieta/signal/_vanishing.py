"""Which residues are 0: decided in exact arithmetic, where digits cannot tell a residue of 0 from a small one."""

from __future__ import annotations

from math import comb
from typing import Optional

from ._exact import Complex, Exact, divided, trimmed

Polynomial = list[Complex]

# A prime that is 1 modulo 4, and a square root of -1 modulo it.
_PRIME = 2**61 - 31
_I = next(r for g in range(2, 99) if (r := pow(g, (_PRIME - 1) // 4, _PRIME)) ** 2 % _PRIME == _PRIME - 1)


def where_numerators_vanish(b: Polynomial, a: Polynomial, multiplicity: int) -> list[Polynomial]:
    """For b/a = (c_0 + c_1 t + ...) / t^m at the poles of that multiplicity m: polynomials whose roots are those of the poles
    at which c_0, c_1, ..., c_(m-1) is 0.

    All of it is arithmetic in Q(i)[x] modulo the factor f of a whose roots these poles are (as in Bronstein, Symbolic
    Integration I, section 2.4): c_k a_0^(k+1) is a polynomial in the pole, and a_0 is not 0 there.
    """
    f = _factor_of_multiplicity(a, multiplicity)
    series_of_a = [_rest(_taylor(a, multiplicity + k), f) for k in range(multiplicity)]
    found, numerators = [], list[Polynomial]()
    for k in range(multiplicity):
        n = _times_modulo(_rest(_taylor(b, k), f), _power(series_of_a[0], k, f), f)
        for j, earlier in enumerate(numerators):
            factor = _times_modulo(series_of_a[k - j], _power(series_of_a[0], k - 1 - j, f), f)
            n = _minus(n, _times_modulo(earlier, factor, f))
        numerators.append(n)
        found.append(common(f, n))
    return found


def _taylor(p: Polynomial, k: int) -> Polynomial:
    """p^(k) / k!"""
    return [Complex(c.re * comb(i, k), c.im * comb(i, k)) for i, c in enumerate(p) if i >= k]


def _rest(p: Polynomial, f: Polynomial) -> Polynomial:
    return divided(p, f)[1] if len(p) >= len(f) else trimmed(list(p))


def _times_modulo(p: Polynomial, q: Polynomial, f: Polynomial) -> Polynomial:
    nothing = Complex(Exact(0), Exact(0))
    product = [nothing] * max(0, len(p) + len(q) - 1)
    for i, x in enumerate(p):
        for k, y in enumerate(q):
            product[i + k] = product[i + k] - Complex(-x.re, -x.im) * y
    return _rest(product, f)


def _power(p: Polynomial, exponent: int, f: Polynomial) -> Polynomial:
    result = [Complex(Exact(1), Exact(0))]
    for _ in range(exponent):
        result = _times_modulo(result, p, f)
    return result


def _minus(p: Polynomial, q: Polynomial) -> Polynomial:
    nothing = Complex(Exact(0), Exact(0))
    size = max(len(p), len(q))
    return trimmed([(p[k] if k < len(p) else nothing) - (q[k] if k < len(q) else nothing) for k in range(size)])


def common(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common divisor, with leading coefficient 1. Most pairs have none, which numbers modulo a prime show soon."""
    modulo = (_reduced(p), _reduced(q))
    if modulo[0] is not None and modulo[1] and _degree_of_common(modulo[0], modulo[1]) == 0:
        return [Complex(Exact(1), Exact(0))]
    while q:
        q = [c / q[-1] for c in q]
        p, q = q, divided(p, q)[1]
    return [c / p[-1] for c in p]


def _reduced(p: Polynomial) -> Optional[list[int]]:
    """Modulo the prime; None where the leading coefficient vanishes there or a denominator does."""
    out = []
    for c in p:
        total = 0
        for part, unit in ((c.re, 1), (c.im, _I)):
            if part.denominator % _PRIME == 0:
                return None
            total += part.numerator * pow(part.denominator, -1, _PRIME) * unit
        out.append(total % _PRIME)
    return None if out and out[-1] == 0 else out


def _degree_of_common(p: list[int], q: list[int]) -> int:
    """At least that of the greatest common divisor of the polynomials whose images these are."""
    while q:
        inverse, rest = pow(q[-1], -1, _PRIME), list(p)
        while len(rest) >= len(q):
            factor, shift = rest[-1] * inverse % _PRIME, len(rest) - len(q)
            for i, c in enumerate(q):
                rest[shift + i] = (rest[shift + i] - factor * c) % _PRIME
            while rest and rest[-1] == 0:
                rest.pop()
        p, q = q, rest
    return len(p) - 1


def _factor_of_multiplicity(p: Polynomial, multiplicity: int) -> Polynomial:
    """The product of x - z over the roots z of that multiplicity (Yun 1976)."""
    shared = common(p, _taylor(p, 1)) if len(p) > 1 else p
    c, d = divided(p, shared)[0], divided(_taylor(p, 1), shared)[0]
    for _ in range(multiplicity):
        d = _minus(d, _taylor(c, 1))
        factor = common(c, d) if d else [x / c[-1] for x in c]
        c, d = divided(c, factor)[0], divided(d, factor)[0] if d else []
    return factor
