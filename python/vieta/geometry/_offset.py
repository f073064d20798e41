"""Where the offset of a plane curve has cusps."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from .._inside.arrays import described
from .._inside.exact import exact_number
from ._clock import Clock
from ._meet import Intersections
from ._polynomials import (
    Polynomial,
    common_factor,
    derived,
    divided,
    from_bernstein,
    is_zero,
    plus,
    roots_inside,
    times,
    trimmed,
    value,
)
from ._shapes import Curve, Exact


def _turning(control: list[Exact]) -> tuple[Polynomial, Polynomial, Polynomial]:
    """det(X, X', X''), |(x'w - xw', y'w - yw')|^2 and w^6 of a piece (x, y) / w, all without w where that is constant."""
    x, y, w = (from_bernstein([row[c] for row in control]) for c in range(3))
    if not any(w[1:]):
        slope = [[a / w[0] for a in derived(p)] for p in (x, y)]
        bend = [derived(p) for p in slope]
        cross = plus(times(slope[0], bend[1]), times(slope[1], bend[0]), Fraction(-1))
        return cross, plus(times(slope[0], slope[0]), times(slope[1], slope[1])), [Fraction(1)]
    once = [derived(p) for p in (x, y, w)]
    twice = [derived(p) for p in once]
    cross = [Fraction(0)]
    for c, p in enumerate((x, y, w)):
        i, j = (c + 1) % 3, (c + 2) % 3
        minor = plus(times(once[i], twice[j]), times(once[j], twice[i]), Fraction(-1))
        cross = plus(cross, times(p, minor))
    steps = [plus(times(dp, w), times(p, once[2]), Fraction(-1)) for p, dp in ((x, once[0]), (y, once[1]))]
    squared = times(w, w)
    return (
        trimmed(cross),
        trimmed(plus(times(steps[0], steps[0]), times(steps[1], steps[1]))),
        times(times(squared, squared), squared),
    )


def _at_some_place(p: Polynomial) -> Fraction:
    """A value of p inside of [0, 1] that is not 0, where there is one."""
    for k in range(1, len(p) + 2):
        if found := value(p, Fraction(k, len(p) + 2)):
            return found
    return Fraction(0)


def offset_cusps(curve: Curve, distance: float, max_seconds: float = 0) -> Intersections:
    """All parameters at which the offset curve, at this distance to the left (to the right where it is negative), has a cusp.

    There the curvature is 1 / distance: roots of (x'y'' - y'x'')^2 distance^2 - (x'^2 + y'^2)^3 with exact coefficients, of one sign
    (Farouki and Neff 1990). Of a curve (x, y) / w with weights, the curvature is w^3 det(X, X', X'') / |(x'w - xw', y'w - yw')|^3 for
    X = (x, y, w). For curves in the plane. `points` are those of the curve. A root of even multiplicity, where the curvature touches that
    value, is listed like others. Where the curve stands still (a cusp of its own, a turn on a line) it is not asked, and the answer is not
    `complete`; nor is it where all of an arc of a circle has its centre as the offset.
    """
    if not isinstance(curve, Curve):
        raise TypeError(f"offset_cusps: found {described(curve)}, expected a Curve")
    if curve.dimension != 2:
        raise ValueError("offset_cusps: found a curve in space, expected one in the plane")
    d = exact_number("distance", distance)
    clock = Clock(max_seconds)
    if d == 0:
        raise ValueError("distance: found 0, at which there is no offset")
    places: list[float] = []
    radii: list[float] = []
    kinds: list[str] = []
    told = True
    for begin, end, control in curve.pieces():
        cross, speed, lift = _turning(control)
        cubed = times(times(speed, speed), speed)
        condition = plus(times(times(cross, cross), times([d * d], lift)), cubed, Fraction(-1))
        if is_zero(condition):  # an arc of a circle of this radius, or a point
            told = told and _at_some_place(cross) * d < 0  # to the other side the offset is an arc of twice the radius
            continue
        # Where the curve stands still, condition and speed are 0 together: no cusp of the offset alone.
        still = common_factor(condition, cubed)
        told = told and roots_inside(still, clock.left()) == ([], True)
        found, all_of_them = roots_inside(divided(condition, still), clock.left())
        told = told and all_of_them
        width = float(end - begin)
        for t, r in found:
            if value(cross, Fraction(t)) * d < 0:
                continue
            place, radius = float(begin) + width * t, width * r + 2e-16 * max(abs(float(begin)), abs(float(end)))
            if places and abs(place - places[-1]) <= radius + radii[-1] and abs(place - float(begin)) <= radius:
                continue  # on a knot, found from both sides
            places.append(place)
            radii.append(radius)
            kinds.append("unique")
    parameters = np.array(places, dtype=float)
    return Intersections(parameters[:, None], curve(parameters), np.array(radii), kinds, told)
