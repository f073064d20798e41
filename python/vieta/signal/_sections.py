"""Zeros, poles and gain; sections of second order."""

from __future__ import annotations

from typing import Any, Iterator, Optional, Union

import numpy as np

from .. import compat
from .._roots import roots as _all_roots
from ._exact import Complex, Exact, as_polynomial, coefficients, complex_coefficients, nonzero, trimmed

Array = np.ndarray[Any, np.dtype[Any]]


def tf2zpk(b: Any, a: Any) -> tuple[Array, Array, Union[float, complex]]:
    """Zeros, poles and gain of b/a, as `scipy.signal.tf2zpk` returns them, each proven to 1e-15 of its modulus.

    Multiple zeros and poles come out as often as they count, real ones are real, and pairs of conjugates are exact.
    Floats are taken as they are stored. Coefficients may be complex, and so is the gain then.

    Examples
    --------
    >>> z, p, k = vieta.signal.tf2zpk([2, 2], [1, 4, 4])
    >>> z, p, k
    (array([-1.]), array([-2., -2.]), 2.0)
    """
    above, below = (trimmed(complex_coefficients(name, p)) for name, p in (("b", b), ("a", a)))
    if not any(x.im for x in (*above, *below)):
        return _zeros_poles_gain([x.re for x in above], nonzero("a", a))
    if not below:
        raise ValueError("a: found zero, expected a polynomial that is not")
    ratio = above[-1] / below[-1] if above else Complex(Exact(0), Exact(0))
    gain = complex(_double("b, a: found a gain", ratio.re), _double("b, a: found a gain", ratio.im))
    if ratio and not gain:
        raise OverflowError("b, a: found a gain below the range of double")
    return _complex_roots("b", above), _complex_roots("a", below), gain


def _complex_roots(name: str, p: list[Complex]) -> Array:
    if len(p) < 2:
        return np.array([])
    result: Any = _all_roots(as_polynomial(p))
    if result.status != "complete":
        raise ArithmeticError(f"{name}: {result.report['unproven'] + result.report['wide']} roots could not be proven")
    return compat._largest_first(name, result)


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


def tf2sos(b: Any, a: Any, pairing: Optional[str] = None, *, analog: bool = False) -> Array:
    """Sections of second order whose product is b/a: an array of shape (n, 6), as `scipy.signal.tf2sos` returns it.

    A filter of z has the coefficients of z^0, z^-1, ... in b and a, as `scipy.signal.lfilter` takes them: lists of different
    lengths begin together, b may be the longer one, and `scipy.signal.sosfilt` of the sections is the same filter. With
    `analog=True` they are coefficients of powers of s, highest power first, and end together.

    A section has two poles: a pair of conjugates, or two real ones. Where one is left over, a filter of z gets another pole and a
    zero at 0, and an analog one has a section of first order. Which poles and zeros stand together, and in which order, is what
    scipy chooses (its pairings "nearest" and, for analog filters, "minimal"): of the poles that are left the one nearest to
    the unit circle (analog: to the imaginary axis) gets the zeros nearest to it, and its section is the last that is free. Where
    these zeros would leave no section for others, the next nearest are taken (scipy's "minimal" has an IndexError there). With
    `pairing="keep_odd"`, as in scipy, the pole that is left over in a filter of z keeps a section of first order. Which
    roots are conjugates, and which are real, is proven, so that no section has coefficients by chance; multiple poles are kept
    apart from pairs of close ones.

    Examples
    --------
    >>> vieta.signal.tf2sos([1, 2, 1], [1, -1, 0.5]).tolist()
    [[1.0, 2.0, 1.0, 1.0, -1.0, 0.5]]
    >>> vieta.signal.tf2sos([3], [1, -0.5]).tolist()                           # 3 / (1 - z^-1 / 2)
    [[3.0, 0.0, 0.0, 1.0, -0.5, 0.0]]
    >>> vieta.signal.tf2sos([3], [1, 0.5], analog=True).tolist()               # 3 / (s + 1/2)
    [[0.0, 0.0, 3.0, 0.0, 1.0, 0.5]]
    """
    known = ("minimal",) if analog else ("nearest", "keep_odd")
    if pairing is not None and pairing not in known:
        why = {
            (False, "minimal"): ": sections of z would begin with coefficients 0, which scipy.signal.sosfilt refuses",
            (True, "nearest"): ": an analog filter gets no further poles and zeros",
            (True, "keep_odd"): ": an analog filter gets no further poles and zeros",
        }.get((analog, pairing), "")
        raise ValueError(f"pairing: found {pairing!r}{why}; expected {' or '.join(map(repr, known))}")
    above, below = coefficients("b", b), nonzero("a", a)
    if not analog:  # as polynomials in z: both times z^n for the longer one's n
        of_b, of_a = (len(complex_coefficients(*given)) for given in (("b", b), ("a", a)))
        above, below = ([Exact(0)] * (max(of_b, of_a) - n) + p if p else p for n, p in ((of_b, above), (of_a, below)))
    zeros, poles, gain = _zeros_poles_gain(above, below)
    if len(poles) < len(zeros):
        raise ValueError(f"b: found degree {len(zeros)} over degree {len(poles)}, expected at most that of a")
    # Zeros that b has fewer than a has poles are at infinity: numerators of lower degree.
    odd = [0.0] * (0 if analog or pairing == "keep_odd" else len(poles) % 2)
    alone = [0.0, 0.0, 1.0] if analog else [1.0, 0.0, 0.0]  # a gain alone is a section as well
    sections = _sections(_upper_and_real([*zeros, *odd]), _upper_and_real([*poles, *odd]), analog, pairing == "keep_odd")
    sos = np.array([[*_quadratic(above), *_quadratic(below)] for above, below in sections] or [alone * 2])
    with np.errstate(over="ignore"):
        sos[0, :3] *= gain
    if not np.isfinite(sos).all():
        raise OverflowError("b, a: found a section with a coefficient beyond the range of double")
    return sos


Pair = tuple[Optional[complex], Optional[complex]]


def _upper_and_real(roots: list[Any]) -> list[complex]:
    """Of each pair of conjugates the upper one, by real parts; then what is real, ascending: scipy's order, where others are as near."""
    upper = sorted((complex(z) for z in roots if np.imag(z) > 0), key=lambda z: (z.real, z.imag))
    return upper + sorted((complex(z) for z in roots if np.imag(z) == 0), key=lambda z: z.real)


def _sections(zeros: list[complex], poles: list[complex], analog: bool, keep_odd: bool) -> list[tuple[Pair, Pair]]:
    """Zeros and poles of each section. Of conjugates one is given."""

    def distance_to_border(z: complex) -> float:
        return abs(z.real) if analog else abs(1 - abs(z))

    sections: list[tuple[Pair, Pair]] = []
    while poles:
        pole = min(poles, key=distance_to_border)
        poles.remove(pole)
        others = [p for p in poles if p.imag == 0]
        second: Optional[complex] = pole.conjugate()
        if pole.imag == 0:
            second = min(others, key=distance_to_border, default=None)
            poles = [p for p in poles if p is not second]
        pair, rest = next(taken for taken in _taken(zeros, pole, second is None) if _fit(taken[1], poles))
        if keep_odd and second is None:  # of first order in z^-1
            second, pair = 0j, (0j, pair[0])
        sections.append((pair, (pole, second)))
        zeros = rest
    return sections[::-1]


def _taken(zeros: list[complex], pole: complex, is_alone: bool) -> Iterator[tuple[Pair, list[complex]]]:
    """Zeros for a section with that pole, and what is left, the preferred ones first."""
    nearest = sorted(zeros, key=lambda z: abs(z - pole))
    pairs, real = [z for z in nearest if z.imag != 0], [z for z in nearest if z.imag == 0]
    if is_alone:  # of first order
        choices = [real[:1], []]
    else:
        choices = [pairs[:1], real[:2], real[:1], []]
        if nearest and nearest[0].imag == 0:
            choices.insert(0, real[:2])
    for chosen in choices:
        first, second = [*chosen, None, None][:2]
        pair = (first, first.conjugate()) if first is not None and first.imag != 0 else (first, second)
        yield pair, [z for z in zeros if not any(z is c for c in chosen)]


def _fit(zeros: list[complex], poles: list[complex]) -> bool:
    """Whether sections of these poles have places for these zeros."""
    real_poles, real_zeros = (sum(z.imag == 0 for z in x) for x in (poles, zeros))
    pairs_of_poles, alone = len(poles) - real_poles + real_poles // 2, real_poles % 2
    return len(zeros) - real_zeros + (max(0, real_zeros - alone) + 1) // 2 <= pairs_of_poles


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
