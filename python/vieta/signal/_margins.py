"""Gain and phase margins: crossings are real roots of polynomials in the frequency, found all and proven."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np

from .._roots import roots_of_one as _roots
from ._exact import Complex, Exact, coefficients, divided, nonzero, plus, scaled, times
from ._stability import is_discrete
from ._vanishing import common

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Margins:
    """What `margins` returns. Frequencies in radians per second (with a sampling time; else per sample), ascending.

    Attributes
    ----------
    gain
        The least factor above 1 that brings the open loop to -1; infinite where none does; NaN where G is real at all
        frequencies, not constant and somewhere negative, as that of 1/s^2: then no frequency is a crossing.
    phase
        The least phase, in degrees, by which the loop may turn at |G| = 1; infinite where |G| is never 1; NaN where it is
        always 1.
    gains, phase_crossings
        At each frequency where G is real and negative, 0 and (of z) that of z = -1 among them: the factor -1/G, and that frequency.
    phases, gain_crossings
        At each frequency above 0 where |G| = 1: 180 degrees plus the phase of G, from -180 to 180, and that frequency.
    """

    gain: float
    phase: float
    gains: Array
    phase_crossings: Array
    phases: Array
    gain_crossings: Array


def margins(b: Any, a: Any, *, dt: Union[bool, float, None] = None) -> Margins:
    """Gain and phase margins of the open loop b/a under unit feedback.

    No grid of frequencies: the crossings are the positive real roots of Im(b conj(a)) and of |b|^2 - |a|^2 on the axis (on
    the unit circle for z, by z = (1 + iu)/(1 - iu)), with coefficients in exact arithmetic, so that none is overlooked.

    Examples
    --------
    >>> m = vieta.signal.margins([1], [1, 3, 3, 1])             # 1 / (s + 1)^3
    >>> round(m.gain, 12), m.phase_crossings.round(12)
    (8.0, array([1.73205081]))

    Parameters
    ----------
    b, a
        Numerator and denominator, highest power first.
    dt
        None or False: s. True, or the sampling time: z.
    """
    above, below = coefficients("b", b), nonzero("a", a)
    shared = _common(above, below)  # no pole where both are 0
    above, below = divided(above, shared)[0], divided(below, shared)[0]
    discrete = is_discrete(dt)
    last = _ratio(_at(above, Exact(-1)), _at(below, Exact(-1))) if discrete else None
    if discrete:
        n = max(len(above), len(below)) - 1
        above, below = _on_the_circle(above, n), _on_the_circle(below, n)
    re_b, im_b = _on_the_axis(above)
    re_a, im_a = _on_the_axis(below)
    minus = Exact(-1)
    imaginary = plus(times(im_b, re_a), scaled(times(re_b, im_a), minus))
    square_b = plus(times(re_b, re_b), times(im_b, im_b))
    square_a = plus(times(re_a, re_a), times(im_a, im_a))

    def frequency(u: float) -> float:
        if not discrete:
            return u
        return 2 * math.atan(u) / (1.0 if dt is None or isinstance(dt, (bool, np.bool_)) else float(dt))

    # Poles and zeros on the axis are no crossings: G is infinite or 0 there.
    turning = _without(_without(imaginary, _common(re_a, im_a)), _common(re_b, im_b))
    first = _ratio(_at(re_b, Exact(0)), _at(re_a, Exact(0)))  # a and b are real there, and not both 0
    real = plus(times(re_b, re_a), times(im_b, im_a))  # b conj(a) = real + i imaginary, and |a|^2 G is that
    inner = _at_crossings(turning, [real], square_a)
    crossings: list[tuple[float, Optional[Exact]]] = [(0.0, first), *((u, g) for u, (g,) in inner), (math.inf, last)]
    real_at = [(u, g) for u, g in crossings if g is not None and g < 0]
    # |G| that is constant has no crossings.
    difference = plus(square_b, scaled(square_a, minus))
    unit_at = [(u, Complex(x, y)) for u, (x, y) in _at_crossings(difference, [real, imaginary], square_a)]
    if difference and last is not None and abs(last) == 1:
        unit_at.append((math.inf, Complex(last, Exact(0))))
    gain_everywhere = not imaginary and _is_negative_somewhere(real) and not _is_multiple(real, square_a)
    try:
        gains = np.array([float(-1 / g) for _, g in real_at])
    except OverflowError:
        raise OverflowError("b, a: found a gain beyond the range of double") from None
    phases = np.array([_turned(180 + math.degrees(cmath.phase(complex(g)))) for _, g in unit_at])
    return Margins(
        gain=math.nan if gain_everywhere else min((g for g in gains.tolist() if g > 1), default=math.inf),
        phase=min((abs(p) for p in phases.tolist()), default=math.inf) if difference else math.nan,
        gains=gains,
        phase_crossings=np.array([frequency(u) for u, _ in real_at]),
        phases=phases,
        gain_crossings=np.array([frequency(u) for u, _ in unit_at]),
    )


def _turned(degrees: float) -> float:
    return (degrees + 180) % 360 - 180


def _on_the_axis(p: list[Exact]) -> tuple[list[Exact], list[Exact]]:
    """p(iu) as real and imaginary part, polynomials in u."""
    re = [c * (1, 0, -1, 0)[k % 4] for k, c in enumerate(p)]
    im = [c * (0, 1, 0, -1)[k % 4] for k, c in enumerate(p)]
    return plus(re, []), plus(im, [])


def _on_the_circle(p: list[Exact], n: int) -> list[Exact]:
    """(1 - s)^n p((1 + s)/(1 - s)): z on the unit circle is s on the axis."""
    total: list[Exact] = []
    for k, c in enumerate(p):
        term = [c]
        for _ in range(k):
            term = times(term, [Exact(1), Exact(1)])
        for _ in range(n - k):
            term = times(term, [Exact(1), Exact(-1)])
        total = plus(total, term)
    return total


def _at(p: list[Exact], x: Exact) -> Exact:
    total = Exact(0)
    for c in reversed(p):
        total = total * x + c
    return total


def _ratio(above: Exact, below: Exact) -> Optional[Exact]:
    return above / below if below else None


def _common(p: list[Exact], q: list[Exact]) -> list[Exact]:
    """The greatest common divisor of real polynomials, not both of them zero."""
    return [c.re for c in common(*([Complex(c, Exact(0)) for c in x] for x in ((p, q) if p else (q, p))))]


def _without(p: list[Exact], factor: list[Exact]) -> list[Exact]:
    """p without the roots that it shares with a factor."""
    while p and len(factor) > 1:
        factor = _common(p, factor)
        p = divided(p, factor)[0]
    return p


@dataclass(frozen=True)
class _Crossing:
    """A frequency, and rational numbers that enclose it."""

    place: float
    lo: Exact
    hi: Exact


def _positive_roots(p: list[Exact], digits: int = 15) -> list[_Crossing]:
    while p and p[0] == 0:  # frequency 0 is looked at by itself
        p = p[1:]
    if len(p) < 2:
        return []
    found = _roots(p, real_only=True, in_box=(0.0, math.inf, 0.0, 0.0), digits=digits)
    if found.status != "complete":
        raise ArithmeticError("b, a: crossings that could not be told apart from none")
    places = []
    for z, (re, _, radius) in zip(found.values, found.decimals):
        u, r = Exact(re), Exact(radius)
        places.append(_Crossing(float(z.real), u - r, u + r))
    places.sort(key=lambda c: c.lo + c.hi)
    if places and not 0 < places[0].place <= places[-1].place < math.inf:
        raise OverflowError("b, a: found a crossing at a frequency beyond the range of double")
    return places


def _at_crossings(p: list[Exact], above: list[list[Exact]], below: list[Exact]) -> list[tuple[float, list[Exact]]]:
    """The quotients above/below at the positive roots of p, to 1e-15 of the largest of them.

    A double is no such place: beside a pole near the axis G changes by its whole size within an ulp. The roots get as many
    digits as it takes until exact bounds over the places that they may have say enough.
    """
    digits, most_digits = 15, 4000
    while True:
        found, is_enough = [], True
        for c in _positive_roots(p, digits):
            ends = [_over(q, c) for q in above]
            size, (lo, hi) = max(abs(a + b) for a, b in ends) / 2, _over(below, c)
            is_enough = is_enough and lo > 0 and hi - lo <= lo / 10**16 and all(b - a <= size / 10**16 for a, b in ends)
            if not is_enough:
                break
            found.append((c.place, [(a + b) / (lo + hi) for a, b in ends]))
        if is_enough:
            return found
        digits *= 2
        if digits > most_digits:
            raise ArithmeticError("b, a: a crossing too near to a pole on the axis to tell its margin")


def _over(p: list[Exact], c: _Crossing) -> tuple[Exact, Exact]:
    """Bounds of p between the ends of a crossing, which are not negative (by the mean value and |p'|)."""
    middle, half = (c.lo + c.hi) / 2, (c.hi - c.lo) / 2
    value = _at(p, middle)
    slope = _at([abs(k * x) for k, x in enumerate(p)][1:], c.hi) if half else Exact(0)
    return value - slope * half, value + slope * half


def _is_negative_somewhere(p: list[Exact]) -> bool:
    """Of positive numbers; true where two roots are too near to look between them."""
    roots = _positive_roots(p)
    ends = [Exact(0), *(x for c in roots for x in (c.lo, c.hi))]
    between = [(ends[k] + ends[k + 1]) / 2 for k in range(0, len(ends) - 1, 2)]
    overlaps = any(ends[k] > ends[k + 1] for k in range(len(ends) - 1))
    return overlaps or any(_at(p, x) < 0 for x in [*between, 2 * ends[-1] + 1])


def _is_multiple(p: list[Exact], q: list[Exact]) -> bool:
    return len(p) == len(q) and all(p[-1] * x == q[-1] * y for x, y in zip(q, p))
