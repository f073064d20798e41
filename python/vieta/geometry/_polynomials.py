"""Polynomials in exact numbers, as lists of coefficients that ascend: what one piece of a curve is made of."""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm

import numpy as np

from .._roots import roots

Polynomial = list[Fraction]


def from_bernstein(b: list[Fraction]) -> Polynomial:
    """Of the same polynomial on [0, 1]."""
    n = len(b) - 1
    return [comb(n, k) * sum((-1) ** (k - i) * comb(k, i) * b[i] for i in range(k + 1)) for k in range(n + 1)]


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    out = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        if a:
            for j, b in enumerate(q):
                out[i + j] += a * b
    return out


def plus(p: Polynomial, q: Polynomial, factor: Fraction = Fraction(1)) -> Polynomial:
    """p + factor q"""
    size = max(len(p), len(q))
    return [(p[k] if k < len(p) else 0) + factor * (q[k] if k < len(q) else 0) for k in range(size)]


def derived(p: Polynomial) -> Polynomial:
    return [k * a for k, a in enumerate(p)][1:] or [Fraction(0)]


def value(p: Polynomial, t: Fraction) -> Fraction:
    out = Fraction(0)
    for a in reversed(p):
        out = out * t + a
    return out


def is_zero(p: Polynomial) -> bool:
    return not any(p)


def trimmed(p: Polynomial) -> Polynomial:
    while len(p) > 1 and not p[-1]:
        p = p[:-1]
    return p


def remainder(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder; q is not zero."""
    q, rest = trimmed(q), list(trimmed(p))
    quotient = [Fraction(0)] * max(len(rest) - len(q) + 1, 1)
    for k in range(len(rest) - len(q), -1, -1):
        factor = rest[k + len(q) - 1] / q[-1]
        quotient[k] = factor
        for i, a in enumerate(q):
            rest[k + i] -= factor * a
    return quotient, trimmed(rest[: len(q) - 1] or [Fraction(0)])


_PRIME = 2**61 - 1


def _modulo_prime(p: Polynomial) -> list[int]:
    """A multiple of p with integer coefficients, modulo _PRIME."""
    common = lcm(*(a.denominator for a in p))
    return [a.numerator * (common // a.denominator) % _PRIME for a in p]


def _are_coprime(p: Polynomial, q: Polynomial) -> bool:
    """Whether they have no common factor, where that is seen modulo a prime: a common factor of degree d is one there, too, as long as the
    prime does not divide the leading coefficients."""
    a, b = _modulo_prime(p), _modulo_prime(q)
    if not a[-1] or not b[-1]:
        return False
    while len(b) > 1:
        inverse = pow(b[-1], -1, _PRIME)
        while len(a) >= len(b):
            factor = a[-1] * inverse % _PRIME
            shift = len(a) - len(b)
            for i, c in enumerate(b):
                a[shift + i] = (a[shift + i] - factor * c) % _PRIME
            while a and not a[-1]:
                a.pop()
        a, b = b, a
    return len(b) == 1


def common_factor(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common divisor, with leading coefficient 1."""
    p, q = trimmed(p), trimmed(q)
    if not is_zero(p) and not is_zero(q) and _are_coprime(p, q):
        return [Fraction(1)]
    while not is_zero(q):
        p, q = q, remainder(p, q)[1]
        if not is_zero(q):
            q = [a / q[-1] for a in q]
    return [a / p[-1] for a in p] if not is_zero(p) else [Fraction(1)]


def divided(p: Polynomial, q: Polynomial) -> Polynomial:
    """p / q where q divides p."""
    return remainder(p, q)[0]


def roots_inside(p: Polynomial, max_seconds: float) -> tuple[list[tuple[float, float]], bool]:
    """Real roots in [0, 1] with the radius of each, and whether these are proven to be all; p is not zero."""
    while p and not p[-1]:
        p = p[:-1]
    if len(p) < 2:
        return [], True
    found = roots(p, real_only=True, in_box=(0, 1, -np.inf, np.inf), max_seconds=max_seconds)
    return [(float(x.real), float(r)) for x, r in zip(found.values, found.radii)], found.status == "complete"
