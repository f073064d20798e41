"""Where two surfaces meet: curves, traced in proven tubes."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from numpy.typing import NDArray

from .._boxes import TracedCurve, solve_boxes
from ._meet import number_text, spline
from ._seams import Seam, at_begin_of, images, seams_of
from ._shapes import Surface

_Array = NDArray[np.float64]


class SurfaceCurves:
    """The curves in which two surfaces meet.

    `traced`: a `TracedCurve` for each piece, in the four parameters (u, v) of the first surface and (s, t) of the second; B-splines are
    cut at their knots. `curves`: polylines in space, an array (points, 3) each, computed in double from the first surface, pieces
    joined where their ends agree. `parameters`: the same in the four parameters; where a curve crosses the seam of a surface that is closed
    they go on at the other end of its domain. `closed`: whether each comes back to its first point.
    `complete`: all points that the surfaces have in common are in tubes that are proven; where it is False, they may touch, cross in a
    singular point, or have a piece in common, or time ran out: `left_over` has the middles of the boxes where nothing is proven.
    """

    def __init__(
        self,
        traced: list[TracedCurve],
        parameters: list[_Array],
        curves: list[_Array],
        left_over: _Array,
        closed: list[bool],
        complete: bool,
    ) -> None:
        self.traced, self.parameters, self.curves, self.left_over = traced, parameters, curves, left_over
        self.closed, self.complete = closed, complete

    def __len__(self) -> int:
        return len(self.curves)

    def __repr__(self) -> str:
        end = "all of them: proven" if self.complete else f"{len(self.left_over)} boxes where nothing is proven"
        return f"<{len(self)} curves, {sum(self.closed)} closed, of {sum(map(len, self.curves))} points; {end}>"


def _is_within(curve: TracedCurve, other: TracedCurve, ulps: _Array, seams: Sequence[Seam]) -> bool:
    """Whether all points of a curve are in tubes of another one, where there is that other one alone; points at one end
    of a closed surface's domain are those at the other end, too."""
    slack = curve.radius + other.radius + ulps
    lower, upper = other.lower - slack, other.upper + slack
    within = np.zeros(len(curve.points), bool)
    for points in images(np.asarray(curve.points), seams):
        there = points[~within][:, None, :]
        within[~within] = np.any(np.all((there >= lower) & (there <= upper), axis=2), axis=1)
    return bool(within.all())


def _without_repetitions(traced: list[TracedCurve], ulps: _Array, seams: Sequence[Seam]) -> list[TracedCurve]:
    """A curve on a knot or a seam belongs to the pieces on both sides of it, which both list it."""
    kept: list[TracedCurve] = []
    for curve in sorted(traced, key=lambda t: -len(t.points)):
        if not any(_is_within(curve, other, ulps, seams) for other in kept):
            kept.append(curve)
    return kept


def _joined(pieces: list[tuple[_Array, float]], ulps: _Array, seams: Sequence[Seam]) -> list[tuple[_Array, bool]]:
    """Polylines one behind the other where an end of one is that of another, to the radii of their points, and whether they are
    closed."""
    lines = [(points, radius) for points, radius in pieces if len(points)]
    done: list[tuple[_Array, bool]] = []

    def meet(a: _Array, b: _Array, radius: float) -> bool:
        return any(is_same(image, b, radius) for image in images(a, seams))

    def is_same(a: _Array, b: _Array, radius: float) -> bool:
        return bool((np.abs(a - b) <= 2 * radius + ulps).all())

    def close(points: _Array, radius: float) -> bool:
        return len(points) > 3 and meet(points[0], points[-1], radius)

    def behind(a: _Array, b: _Array, radius: float) -> _Array:
        """At a seam both points stay: they are one in space, and two in the parameters."""
        return np.concatenate([a[:-1] if is_same(a[-1], b[0], radius) else a, b])

    while lines:
        points, radius = lines.pop()
        grown = True
        while grown and not close(points, radius):
            grown = False
            for k, (other, own) in enumerate(lines):
                r = max(radius, own)
                for begin in (False, True):
                    end = points[0] if begin else points[-1]
                    for line in (other, other[::-1]):
                        near = line[-1] if begin else line[0]
                        if not grown and meet(end, near, r):
                            points = behind(line, points, r) if begin else behind(points, line, r)
                            radius, grown = r, True
                if grown:
                    del lines[k]
                    break
        closed = close(points, radius)
        if closed and is_same(points[0], points[-1], radius):
            points = np.concatenate([points[:-1], points[:1]])
        done.append((points, closed))
    return done


def surfaces(a: Surface, b: Surface, max_seconds: float) -> SurfaceCurves:
    """S(u, v) = T(s, t), multiplied by the weights: three equations in four unknowns with exact coefficients."""
    p, q = a.homogeneous(), b.homogeneous()
    between = [
        [[[[x[c] * y[-1] - y[c] * x[-1] for y in q_row] for q_row in q] for x in row] for row in p] for c in range(3)
    ]
    if any(not any(v for t in one for row in t for r in row for v in r) for one in between):
        return _in_one_plane(a, b)
    equations = [
        spline(
            [[[[number_text(v) for v in r] for r in row] for row in t] for t in one],
            [*a.degrees, *b.degrees],
            [*a.knots, *b.knots],
        )
        for one in between
    ]
    domains = [*a.domain, *b.domain]
    answer = solve_boxes(
        {"vars": ["u", "v", "s", "t"], "box": [list(d) for d in domains], "equations": equations},
        max_seconds=max_seconds,
    )
    known = {curve.item for curve in answer.curves}
    ulps = np.array([4 * np.spacing(max(abs(lo), abs(hi))) for lo, hi in domains])
    seams = [*seams_of(a, 0), *seams_of(b, 2)]
    traced = _without_repetitions(answer.curves, ulps, seams)
    x = np.asarray(answer.x, dtype=float).reshape(len(answer), 4)
    left_over = x[[k for k in range(len(answer)) if k not in known]]
    pieces = [(at_begin_of(seams, np.asarray(curve.points)), curve.radius) for curve in traced]
    joined = _joined(pieces, ulps, seams)
    parameters, closed = [line for line, _ in joined], [is_closed for _, is_closed in joined]
    curves = [a(line[:, 0], line[:, 1]) for line in parameters]
    complete = all(s == "complete" for s in answer.statuses) and len(left_over) == 0
    return SurfaceCurves(traced, parameters, curves, left_over, closed, complete)


def _in_one_plane(a: Surface, b: Surface) -> SurfaceCurves:
    """Surfaces on which one coordinate is the same everywhere meet in an area, if they meet: that is left over as a whole. The
    boxes about their control points hold them."""
    boxes = [(s.control.min(axis=(0, 1)), s.control.max(axis=(0, 1))) for s in (a, b)]
    apart = bool((boxes[0][0] > boxes[1][1]).any() or (boxes[1][0] > boxes[0][1]).any())
    middle = np.array([[(begin + end) / 2 for begin, end in (*a.domain, *b.domain)]])
    return SurfaceCurves([], [], [], middle[:0] if apart else middle, [], apart)
