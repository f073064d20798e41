"""Gain and phase margins: crossings are real roots of polynomials in the frequency, found all and proven."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from .._roots import roots_of_one as _roots
from ._exact import Exact, coefficients, nonzero, plus, scaled, times
from ._stability import is_discrete

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Margins:
    """What `margins` returns. Frequencies in radians per second (with a sampling time; else per sample), ascending.

    Attributes
    ----------
    gain
        The least factor above 1 that brings the open loop to -1; infinite where none does.
    phase
        The least phase, in degrees, by which the loop may turn at |G| = 1; infinite where |G| is never 1.
    gains, phase_crossings
        At each frequency where G is real and negative: the factor -1/G, and that frequency.
    phases, gain_crossings
        At each frequency where |G| = 1: 180 degrees plus the phase of G, from -180 to 180, and that frequency.
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
    discrete = is_discrete(dt)
    if discrete:
        n = max(len(above), len(below)) - 1
        above, below = _on_the_circle(above, n), _on_the_circle(below, n)
    re_b, im_b = _on_the_axis(above)
    re_a, im_a = _on_the_axis(below)
    minus = Exact(-1)
    imaginary = plus(times(im_b, re_a), scaled(times(re_b, im_a), minus))
    square_b = plus(times(re_b, re_b), times(im_b, im_b))
    square_a = plus(times(re_a, re_a), times(im_a, im_a))

    def value(u: float) -> complex:
        below_there = _at(re_a, u) + 1j * _at(im_a, u)
        return (_at(re_b, u) + 1j * _at(im_b, u)) / below_there if below_there != 0 else complex(math.inf)

    def frequency(u: float) -> float:
        if not discrete:
            return u
        return 2 * math.atan(u) / (1.0 if dt is None or isinstance(dt, (bool, np.bool_)) else float(dt))

    phase_at = [u for u in _positive_roots(imaginary) if math.isfinite(abs(value(u))) and value(u).real < 0]
    # |G| that is constant has no crossings.
    gain_at = _positive_roots(plus(square_b, scaled(square_a, minus)))
    gains = np.array([-1 / value(u).real for u in phase_at])
    phases = np.array([_turned(180 + math.degrees(cmath.phase(value(u)))) for u in gain_at])
    return Margins(
        gain=min((g for g in gains.tolist() if g > 1), default=math.inf),
        phase=min((abs(p) for p in phases.tolist()), default=math.inf),
        gains=gains,
        phase_crossings=np.array([frequency(u) for u in phase_at]),
        phases=phases,
        gain_crossings=np.array([frequency(u) for u in gain_at]),
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


def _at(p: list[Exact], u: float) -> float:
    """Exact, and rounded once."""
    total, x = Exact(0), Exact(u)
    for c in reversed(p):
        total = total * x + c
    return float(total)


def _positive_roots(p: list[Exact]) -> list[float]:
    while p and p[0] == 0:  # frequency 0 is no crossing
        p = p[1:]
    if len(p) < 2:
        return []
    found = _roots(p, real_only=True, in_box=(0.0, math.inf, 0.0, 0.0))
    if found.status != "complete":
        raise ArithmeticError("b, a: crossings that could not be told apart from none")
    return sorted(float(z.real) for z in found.values)
