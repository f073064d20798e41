"""Coefficients as exact numbers, and polynomials of these: lists, ascending."""

from __future__ import annotations

import decimal
import fractions
import numbers
from typing import Any, TypeVar

import numpy as np

from .. import _core
from .._inside.arrays import described
from .._inside.exact import complex_texts, is_sympy, rational_text

Exact = fractions.Fraction
Number = TypeVar("Number", fractions.Fraction, "Complex")


class Complex:
    """An exact complex number."""

    def __init__(self, re: Exact, im: Exact) -> None:
        self.re, self.im = re, im

    def __sub__(self, other: Complex) -> Complex:
        return Complex(self.re - other.re, self.im - other.im)

    def __mul__(self, other: Complex) -> Complex:
        return Complex(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def __truediv__(self, other: Complex) -> Complex:
        norm = other.re * other.re + other.im * other.im
        product = self * Complex(other.re, -other.im)
        return Complex(product.re / norm, product.im / norm)

    def __bool__(self) -> bool:
        return bool(self.re or self.im)

    def __complex__(self) -> complex:
        return complex(float(self.re), float(self.im))


def coefficients(name: str, given: Any) -> list[Exact]:
    """Real coefficients, highest power first, as exact numbers in ascending order; zeros at the top are dropped."""
    exact = complex_coefficients(name, given)
    for k, x in enumerate(reversed(exact)):
        if x.im:
            raise ValueError(f"{name}[{k}]: found {complex(x)}, expected a real coefficient")
    return trimmed([x.re for x in exact])


def complex_coefficients(name: str, given: Any) -> list[Complex]:
    """Coefficients, highest power first, as exact numbers in ascending order."""
    items = given.tolist() if isinstance(given, np.ndarray) else given
    if isinstance(items, (numbers.Number, decimal.Decimal)):
        items = [items]
    if not isinstance(items, (list, tuple)) or any(isinstance(x, (list, tuple)) for x in items):
        raise ValueError(
            f"{name}: found {type(given).__name__}, expected one axis of coefficients, highest power first"
        )
    exact = []
    for k, x in enumerate(items):
        if hasattr(x, "_mpf_") or hasattr(x, "_mpc_") or is_sympy(x):
            exact.append(Complex(*map(Exact, complex_texts(f"{name}[{k}]", x))))
            continue
        both = (x.real, x.imag) if isinstance(x, (complex, np.complexfloating)) else (x, 0)
        parts = [part.item() if isinstance(part, np.generic) else part for part in both]
        if any(isinstance(p, np.generic) for p in parts):  # a long double has no exact number in Python
            raise TypeError(
                f"{name}[{k}]: found {described(x)}, expected int, float, complex, fractions.Fraction or decimal.Decimal"
            )
        if not all(isinstance(p, (int, float, fractions.Fraction, decimal.Decimal)) for p in parts):
            kinds = "int, float, complex, fractions.Fraction or decimal.Decimal"
            raise TypeError(f"{name}[{k}]: found {described(x)}, expected a number: {kinds}")
        if not all(p.is_finite() if isinstance(p, decimal.Decimal) else p - p == 0 for p in parts):
            raise ValueError(f"{name}[{k}]: found {x!r}, expected a finite number")
        exact.append(Complex(*map(Exact, parts)))
    exact.reverse()
    return exact


def trimmed(p: list[Number]) -> list[Number]:
    while p and not p[-1]:
        p.pop()
    return p


def nonzero(name: str, given: Any) -> list[Exact]:
    """The same; what is zero is refused."""
    p = coefficients(name, given)
    if not p:
        raise ValueError(f"{name}: found zero, expected a polynomial that is not")
    return p


def as_polynomial(p: list[Complex]) -> _core.Polynomial:
    """As the library takes it, exactly."""
    parts = [[rational_text(x.numerator, x.denominator) for x in xs] for xs in ([c.re for c in p], [c.im for c in p])]
    return _core.Polynomial.from_decimal(parts[0], parts[1] if any(c.im for c in p) else [])


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


def divided(p: list[Number], q: list[Number]) -> tuple[list[Number], list[Number]]:
    """Quotient and remainder."""
    rest, quotient = list(p), list(p)[: max(0, len(p) - len(q) + 1)]
    for k in reversed(range(len(quotient))):
        quotient[k] = rest[k + len(q) - 1] / q[-1]
        for i, b in enumerate(q):
            rest[k + i] = rest[k + i] - quotient[k] * b
    return trimmed(quotient), trimmed(rest[: max(0, len(q) - 1)])
