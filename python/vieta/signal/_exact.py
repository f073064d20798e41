"""Coefficients as exact numbers, and polynomials of these: lists, ascending."""

from __future__ import annotations

import decimal
import fractions
import math
import numbers
from typing import Any

import numpy as np

Exact = fractions.Fraction


def coefficients(name: str, given: Any) -> list[Exact]:
    """Real coefficients, highest power first, as exact numbers in ascending order; zeros at the top are dropped."""
    items = given.tolist() if isinstance(given, np.ndarray) else given
    if isinstance(items, (numbers.Number, decimal.Decimal)):
        items = [items]
    if not isinstance(items, (list, tuple)) or any(isinstance(x, (list, tuple)) for x in items):
        raise ValueError(
            f"{name}: found {type(given).__name__}, expected one axis of coefficients, highest power first"
        )
    exact = []
    for k, x in enumerate(items):
        if isinstance(x, complex) or isinstance(x, np.complexfloating):
            if x.imag != 0:
                raise ValueError(f"{name}[{k}]: found {x}, expected a real coefficient")
            x = x.real
        if isinstance(x, np.generic):
            x = x.item()
        if not isinstance(x, (int, float, fractions.Fraction, decimal.Decimal)) or not math.isfinite(x):
            raise ValueError(f"{name}[{k}]: found {x!r}, expected a finite number")
        exact.append(Exact(x))
    exact.reverse()
    return trimmed(exact)


def trimmed(p: list[Exact]) -> list[Exact]:
    while p and p[-1] == 0:
        p.pop()
    return p


def nonzero(name: str, given: Any) -> list[Exact]:
    """The same; what is zero is refused."""
    p = coefficients(name, given)
    if not p:
        raise ValueError(f"{name}: found zero, expected a polynomial that is not")
    return p


def times(p: list[Exact], q: list[Exact]) -> list[Exact]:
    product = [Exact(0)] * max(0, len(p) + len(q) - 1)
    for i, a in enumerate(p):
        if a != 0:
            for k, b in enumerate(q):
                product[i + k] += a * b
    return product


def plus(p: list[Exact], q: list[Exact]) -> list[Exact]:
    longer, shorter = (p, q) if len(p) >= len(q) else (q, p)
    return trimmed([a + (shorter[k] if k < len(shorter) else 0) for k, a in enumerate(longer)])


def scaled(p: list[Exact], c: Exact) -> list[Exact]:
    return trimmed([c * a for a in p])


def divided(p: list[Exact], q: list[Exact]) -> tuple[list[Exact], list[Exact]]:
    """Quotient and remainder."""
    rest, quotient = list(p), [Exact(0)] * max(0, len(p) - len(q) + 1)
    for k in reversed(range(len(quotient))):
        quotient[k] = rest[k + len(q) - 1] / q[-1]
        for i, b in enumerate(q):
            rest[k + i] -= quotient[k] * b
    return trimmed(quotient), trimmed(rest[: max(0, len(q) - 1)])


def descending(p: list[Exact]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """As an array, highest power first; zero is [0.]."""
    return np.array([float(a) for a in reversed(p)] or [0.0])
