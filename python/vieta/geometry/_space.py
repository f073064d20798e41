"""Where curves in space meet each other, and themselves.

Two curves in space have three equations in two parameters. Their shadows on a plane meet in points, which are found with proofs; where
the curves are apart along the third axis by more than the radius of such a point allows, they do not meet there, which is proven, too.
"""

from __future__ import annotations

from fractions import Fraction
from operator import mul
from typing import Callable, Optional

import numpy as np

from ._clock import Clock
from ._meet import Intersections, at_corners, rational_speed
from ._shapes import Curve, Exact

_PLANES = ((0, 1, 2), (1, 2, 0), (0, 2, 1))
"""Axes of a plane, and the third one."""


def shadow(curve: Curve, axes: tuple[int, int]) -> Curve:
    """The curve without one of its coordinates."""
    return Curve(curve.control[:, axes], curve.knots, curve.weights)


def _place_of(pieces: list[tuple[Fraction, Fraction, list[Exact]]], t: float) -> Exact:
    """The point of a curve of these pieces at a parameter, exactly (de Casteljau)."""
    at = Fraction(t)
    begin, end, row = next((p for p in pieces if at <= p[1]), pieces[-1])
    x = (at - begin) / (end - begin)
    while len(row) > 1:
        row = [[(1 - x) * a + x * b for a, b in zip(p, q)] for p, q in zip(row, row[1:])]
    return [c / row[0][-1] for c in row[0][:-1]]


def _speed(curve: Curve, axis: int) -> float:
    """A bound of the derivative of one coordinate."""
    control = curve.control[:, [axis]]
    if curve.weights is not None:
        return rational_speed(control, curve.weights, curve.knots, curve.degree)
    steps = np.abs(np.diff(control[:, 0]))
    spans = curve.knots[curve.degree + 1 : curve.degree + 1 + len(steps)] - curve.knots[1 : 1 + len(steps)]
    there = spans > 0
    return 1.01 * curve.degree * float((steps[there] / spans[there]).max(initial=0))


def _cross(p: Exact, q: Exact) -> Exact:
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]


def _are_in_a_plane(a: Curve, b: Curve, third: int) -> bool:
    """Whether both lie, exactly, in one plane that is not upright over the shadows: where these meet, so do the curves."""
    points = [[Fraction(float(x)) for x in point] for point in np.unique(np.vstack([a.control, b.control]), axis=0)]
    steps = [[x - y for x, y in zip(point, points[0])] for point in points[1:]]
    normal = next((n for n in (_cross(steps[0], step) for step in steps[1:]) if any(n)), None)
    return normal is not None and normal[third] != 0 and not any(sum(map(mul, normal, step)) for step in steps)


def _shadows_meet(find: Callable[[tuple[int, int]], Intersections]) -> tuple[Intersections, int]:
    """What is found on the plane where most is told, and the third axis of that."""
    best: Optional[tuple[tuple[bool, int], Intersections, int]] = None
    for i, j, third in _PLANES:
        there = find((i, j))
        rank = (there.listed, -sum(kind != "unique" for kind in there.kinds))
        if best is None or rank > best[0]:
            best = (rank, there, third)
        if there.listed and rank[1] == 0:
            break
    assert best is not None
    return best[1], best[2]


def _meet_in_space(a: Curve, b: Curve, find: Callable[[tuple[int, int]], Intersections], clock: Clock) -> Intersections:
    flat, third = _shadows_meet(find)
    flat_in_space = _are_in_a_plane(a, b, third)
    slack = _speed(a, third) + _speed(b, third)
    parameters, radii, kinds = [], [], []
    pieces = [a.pieces(), b.pieces()] if len(flat) else []
    for x, radius, kind in zip(flat.parameters.tolist(), flat.radii.tolist(), flat.kinds):
        (s, t), (p, q) = x, (_place_of(own, at) for own, at in zip(pieces, x))
        if abs(p[third] - q[third]) > Fraction(slack) * Fraction(radius):
            continue
        if kind == "unique" and p == q:
            radius = 0.0
        elif kind == "unique" and not flat_in_space:
            kind = "near"
        parameters.append([s, t])
        radii.append(radius)
        kinds.append(kind)
    x = np.array(parameters, dtype=float).reshape(len(kinds), 2)
    complete = flat.listed and all(kind == "unique" for kind in kinds)
    there = Intersections(x, a(x[:, 0]), np.array(radii, dtype=float), kinds, complete, flat.listed)
    return there if complete else at_corners(a, b, there, clock)


def curves_in_space(a: Curve, b: Curve, max_seconds: float) -> Intersections:
    from ._meet import intersect

    clock = Clock(max_seconds)
    return _meet_in_space(a, b, lambda axes: intersect(shadow(a, axes), shadow(b, axes), clock.left()), clock)


def curve_with_itself(curve: Curve, max_seconds: float) -> Intersections:
    from ._self import self_intersections

    clock = Clock(max_seconds)

    def find(axes: tuple[int, int]) -> Intersections:
        flat = shadow(curve, axes)
        if (flat.control == flat.control[0]).all():  # along the third axis
            nothing = np.zeros((0, 2))
            return Intersections(nothing, nothing, np.zeros(0), [], False)
        return self_intersections(flat, clock.left())

    return _meet_in_space(curve, curve, find, clock)
