"""Where the offset of a plane curve has cusps."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from .._inside.arrays import described
from .._inside.exact import exact_number
from ._clock import Clock
from ._meet import Intersections
from ._polynomials import common_factor, derived, divided, from_bernstein, is_zero, plus, roots_inside, times, value
from ._shapes import Curve


def offset_cusps(curve: Curve, distance: float, max_seconds: float = 0) -> Intersections:
    """All parameters at which the offset curve, at this distance to the left (to the right where it is negative), has a cusp.

    There the curvature is 1 / distance: roots of (x'y'' - y'x'')^2 distance^2 - (x'^2 + y'^2)^3 with exact coefficients, of one sign
    (Farouki and Neff 1990). For plane curves without weights. `points` are those of the curve. A root of even multiplicity, where the
    curvature touches that value, is listed like others. Where the curve stands still (a cusp of its own, a turn on a line) it is not asked,
    and the answer is not `complete`.
    """
    if not isinstance(curve, Curve):
        raise TypeError(f"offset_cusps: found {described(curve)}, expected a Curve")
    if curve.dimension != 2 or curve.weights is not None:
        raise ValueError("offset_cusps: found a curve in space or with weights, expected a plane curve without weights")
    d = exact_number("distance", distance)
    clock = Clock(max_seconds)
    if d == 0:
        raise ValueError("distance: found 0, at which there is no offset")
    places: list[float] = []
    radii: list[float] = []
    kinds: list[str] = []
    told = True
    for begin, end, control in curve.pieces():
        slope = [derived(from_bernstein([row[c] for row in control])) for c in range(2)]
        bend = [derived(p) for p in slope]
        cross = plus(times(slope[0], bend[1]), times(slope[1], bend[0]), Fraction(-1))
        speed = plus(times(slope[0], slope[0]), times(slope[1], slope[1]))
        condition = plus(times(times(cross, cross), [d * d]), times(times(speed, speed), speed), Fraction(-1))
        if is_zero(condition):  # a circle is no polynomial, so the piece is a point
            told = False
            continue
        # Where the curve stands still, condition and speed are 0 together: no cusp of the offset alone.
        still = common_factor(condition, times(times(speed, speed), speed))
        told = told and len(still) < 2
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
