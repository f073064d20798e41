"""Zeros, poles and gain; sections of second order."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from .. import compat
from ._exact import Exact, coefficients, nonzero

Array = np.ndarray[Any, np.dtype[Any]]


def tf2zpk(b: Any, a: Any) -> tuple[Array, Array, float]:
    """Zeros, poles and gain of b/a, as `scipy.signal.tf2zpk` returns them, each proven to 1e-15 of its modulus.

    Multiple zeros and poles come out as often as they count, real ones are real, and pairs of conjugates are exact.
    Floats are taken as they are stored.

    Examples
    --------
    >>> z, p, k = vieta.signal.tf2zpk([2, 2], [1, 4, 4])
    >>> z, p, k
    (array([-1.]), array([-2., -2.]), 2.0)
    """
    above, below = coefficients("b", b), nonzero("a", a)
    ratio = above[-1] / below[-1] if above else Exact(0)
    gain = _double("b, a: found a gain", ratio)
    if ratio and not gain:
        raise OverflowError("b, a: found a gain below the range of double")
    return _roots("b", above) if above else np.array([]), _roots("a", below), gain


def _double(found: str, x: Exact) -> float:
    try:
        return float(x)
    except OverflowError:
        raise OverflowError(f"{found} beyond the range of double") from None


def _roots(name: str, p: list[Exact]) -> Array:
    try:
        return compat.roots(p[::-1])
    except ArithmeticError as problem:
        raise type(problem)(name + str(problem).removeprefix("p")) from None


def tf2sos(b: Any, a: Any) -> Array:
    """Sections of second order whose product is b/a: an array of shape (n, 6), as `scipy.signal.tf2sos` returns it.

    A section has two poles: a pair of conjugates, or two real ones. Poles nearest to the unit circle get the zeros that are
    nearest to them (scipy's pairing "nearest"), and the order is from those that are farthest from the circle to the
    nearest ones. Which roots are conjugates, and which are real, is proven, so that no section has coefficients by
    chance; multiple poles are kept apart from pairs of close ones.

    Examples
    --------
    >>> vieta.signal.tf2sos([1, 2, 1], [1, -1, 0.5]).tolist()
    [[1.0, 2.0, 1.0, 1.0, -1.0, 0.5]]
    """
    zeros, poles, gain = tf2zpk(b, a)
    if len(poles) < len(zeros):
        raise ValueError(f"b: found degree {len(zeros)} over degree {len(poles)}, expected at most that of a")
    # Where the degree of a is odd both get a factor z, which cancels. Zeros that b has fewer than a has poles are at
    # infinity: numerators of lower degree, for what is left in the end.
    odd = [0.0] * (len(poles) % 2)
    left = _pairs(np.concatenate([zeros, odd]))
    sections = []
    for pole in sorted(_pairs(np.concatenate([poles, odd])), key=_distance_to_circle):
        nearest = min(left, key=lambda z: _distance(z, pole), default=(None, None))
        if left:
            left.remove(nearest)
        sections.append([*_quadratic(nearest), *_quadratic(pole)])
    sos = np.array(sections[::-1] or [[1.0, 0, 0, 1, 0, 0]])  # a gain alone is a section as well
    with np.errstate(over="ignore"):
        sos[0, :3] *= gain
    if not np.isfinite(sos).all():
        raise OverflowError("b, a: found a section with a coefficient beyond the range of double")
    return sos


Pair = tuple[Optional[complex], Optional[complex]]


def _pairs(roots: Array) -> list[Pair]:
    """Conjugates together, real ones two by two beginning with those of largest modulus; a last one alone."""
    upper = [complex(z) for z in roots if np.imag(z) > 0]
    real = sorted((complex(z).real for z in roots if np.imag(z) == 0), key=abs, reverse=True)
    pairs: list[Pair] = [(z, z.conjugate()) for z in upper]
    pairs += [(complex(x), complex(y)) for x, y in zip(real[::2], real[1::2])]
    return [*pairs, (complex(real[-1]), None)] if len(real) % 2 else pairs


def _distance_to_circle(pair: Pair) -> float:
    return min(abs(1 - abs(z)) for z in pair if z is not None)


def _distance(zeros: Pair, poles: Pair) -> float:
    return sum(abs(z - p) for z, p in zip(zeros, poles) if z is not None and p is not None)


def _quadratic(pair: Pair) -> list[float]:
    """1, -(x + y), x y for roots x and y, each rounded once; of a lower degree for roots that are not there."""
    x, y = pair
    if x is None:
        return [0.0, 0.0, 1.0]
    if y is None:
        return [0.0, 1.0, -x.real]
    if x.imag != 0:
        re, im = Exact(x.real), Exact(x.imag)
        both = -2 * re, re * re + im * im
    else:
        both = -(Exact(x.real) + Exact(y.real)), Exact(x.real) * Exact(y.real)
    return [1.0, *(_double("b, a: found a section with a coefficient", c) for c in both)]
