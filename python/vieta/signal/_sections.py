"""Zeros, poles and gain; sections of second order."""

from __future__ import annotations

from functools import partial
from typing import Any, Optional

import numpy as np

from .. import compat
from ._exact import Exact, coefficients, complex_coefficients, nonzero

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
    return _zeros_poles_gain(coefficients("b", b), nonzero("a", a))


def _zeros_poles_gain(above: list[Exact], below: list[Exact]) -> tuple[Array, Array, float]:
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


def tf2sos(b: Any, a: Any, *, analog: bool = False) -> Array:
    """Sections of second order whose product is b/a: an array of shape (n, 6), as `scipy.signal.tf2sos` returns it.

    A filter of z has the coefficients of z^0, z^-1, ... in b and a, as `scipy.signal.lfilter` takes them: lists of different
    lengths begin together, b may be the longer one, and `scipy.signal.sosfilt` of the sections is the same filter. With
    `analog=True` they are coefficients of powers of s, highest power first, and end together.

    A section has two poles: a pair of conjugates, or two real ones. Where one is left over, a filter of z gets another pole and a
    zero at 0, and an analog one has a section of first order. Poles nearest to the unit circle (analog: to the imaginary
    axis) get the zeros that are nearest to them (scipy's pairing "nearest"), and the order is from those that are
    farthest from there to the nearest ones. Which roots are conjugates, and which are real, is proven, so that no section
    has coefficients by chance; multiple poles are kept apart from pairs of close ones.

    Examples
    --------
    >>> vieta.signal.tf2sos([1, 2, 1], [1, -1, 0.5]).tolist()
    [[1.0, 2.0, 1.0, 1.0, -1.0, 0.5]]
    >>> vieta.signal.tf2sos([3], [1, -0.5]).tolist()                           # 3 / (1 - z^-1 / 2)
    [[3.0, 0.0, 0.0, 1.0, -0.5, 0.0]]
    >>> vieta.signal.tf2sos([3], [1, 0.5], analog=True).tolist()               # 3 / (s + 1/2)
    [[0.0, 0.0, 3.0, 0.0, 1.0, 0.5]]
    """
    above, below = coefficients("b", b), nonzero("a", a)
    if not analog:  # as polynomials in z: both times z^n for the longer one's n
        of_b, of_a = (len(complex_coefficients(*given)) for given in (("b", b), ("a", a)))
        above, below = ([Exact(0)] * (max(of_b, of_a) - n) + p if p else p for n, p in ((of_b, above), (of_a, below)))
    zeros, poles, gain = _zeros_poles_gain(above, below)
    if len(poles) < len(zeros):
        raise ValueError(f"b: found degree {len(zeros)} over degree {len(poles)}, expected at most that of a")
    # Zeros that b has fewer than a has poles are at infinity: numerators of lower degree, for what is left in the end.
    odd = [0.0] * (0 if analog else len(poles) % 2)
    left, sections = _pairs(np.concatenate([zeros, odd])), []
    by_distance = sorted(_pairs(np.concatenate([poles, odd])), key=partial(_distance_to_border, analog))
    # What is alone first: one pole takes no two zeros.
    for pole in sorted(by_distance, key=lambda pair: pair[1] is not None):
        fitting = [z for z in left if (z[1] is None) == (pole[1] is None)] if pole[1] is None else left
        nearest = min(fitting, key=lambda z: _distance(z, pole), default=(None, None))
        if fitting:
            left.remove(nearest)
        sections.append((by_distance.index(pole), [*_quadratic(nearest), *_quadratic(pole)]))
    sections.sort(key=lambda section: -section[0])
    sos = np.array([numbers for _, numbers in sections] or [[1.0, 0, 0, 1, 0, 0]])  # a gain alone is a section as well
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


def _distance_to_border(analog: bool, pair: Pair) -> float:
    return min(abs(z.real) if analog else abs(1 - abs(z)) for z in pair if z is not None)


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
