"""Systems that the literature measures itself by, for any number of variables.

>>> vieta.families.cyclic(7)
<vieta.PolynomialSystem of 7 equations in x0, x1, x2, x3, x4, x5, x6; 44 terms>
"""

from __future__ import annotations

from . import _core
from ._inside.arrays import number, whole
from ._inside.systems import PolynomialSystem

__all__ = ["chandrasekhar", "cyclic", "eco", "katsura", "noon"]

_MOST = 1 << 20


def cyclic(n: int) -> PolynomialSystem:
    """The cyclic n-roots problem (Björck, Fröberg 1991). n >= 2."""
    return PolynomialSystem(_core.PolynomialSystem.cyclic(whole("n", n, 2, _MOST)))


def katsura(n: int) -> PolynomialSystem:
    """Katsura's system for n + 1 variables. n >= 1."""
    return PolynomialSystem(_core.PolynomialSystem.katsura(whole("n", n, 1, _MOST)))


def noon(n: int) -> PolynomialSystem:
    """Noonburg's neural network: x_i sum_{j != i} x_j^2 - 1.1 x_i + 1 = 0. n >= 2."""
    return PolynomialSystem(_core.PolynomialSystem.noon(whole("n", n, 2, _MOST)))


def eco(n: int) -> PolynomialSystem:
    """Morgan's economics problem. n >= 2."""
    return PolynomialSystem(_core.PolynomialSystem.eco(whole("n", n, 2, _MOST)))


def chandrasekhar(n: int, c: float = 33 / 64) -> PolynomialSystem:
    """The discretised H-equation of Chandrasekhar (Verschelde, Yu 2014). n >= 1."""
    return PolynomialSystem(_core.PolynomialSystem.chandrasekhar(whole("n", n, 1, _MOST), number("c", c)))
