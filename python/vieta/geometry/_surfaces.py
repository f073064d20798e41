"""Where two surfaces meet: curves, traced in proven tubes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._boxes import TracedCurve, solve_boxes
from ._meet import number_text, spline
from ._shapes import Surface


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
        parameters: list[NDArray[np.float64]],
        curves: list[NDArray[np.float64]],
        left_over: NDArray[np.float64],
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


def _is_within(curve: TracedCurve, other: TracedCurve, ulps: NDArray[np.float64], seams: NDArray[np.float64]) -> bool:
    """Whether all points of a curve are in tubes of another one, where there is that other one alone; points at one end
    of a closed surface's domain are those at the other end, too."""
    slack = curve.radius + other.radius + ulps
    points = np.asarray(curve.points)[:, None, :]
    inside = (points >= other.lower - slack) & (points <= other.upper + slack)
    for around in (-seams, seams):  # infinite where there is no seam
        moved = points + around
        inside |= (moved >= other.lower - slack) & (moved <= other.upper + slack)
    return bool(np.all(np.any(np.all(inside, axis=2), axis=1)))


def _without_repetitions(
    traced: list[TracedCurve], ulps: NDArray[np.float64], seams: NDArray[np.float64]
) -> list[TracedCurve]:
    """A curve on a knot or a seam belongs to the pieces on both sides of it, which both list it."""
    kept: list[TracedCurve] = []
    for curve in sorted(traced, key=lambda t: -len(t.points)):
        if not any(_is_within(curve, other, ulps, seams) for other in kept):
            kept.append(curve)
    return kept


def _at_begin_of_seams(
    points: NDArray[np.float64], seams: NDArray[np.float64], ends: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The points of a piece that lies on a seam at the end of a domain, moved to its begin, where they are the same in
    space: pieces on one seam then go on without a leap."""
    on_seam = np.isfinite(seams) & np.all(points == ends, axis=0) if len(points) else np.zeros(len(ends), bool)
    return points - np.where(on_seam, seams, 0)


def _seams(surface: Surface) -> list[float]:
    """How far it is around the surface along u and v where the last points are the first ones; else infinite."""
    ways = []
    for axis, ((begin, end), degree, knots) in enumerate(zip(surface.domain, surface.degrees, surface.knots)):
        clamped = bool((knots[: degree + 1] == begin).all() and (knots[-degree - 1 :] == end).all())
        rows = np.moveaxis(surface.control, axis, 0)
        same = np.array_equal(rows[0], rows[-1])
        if surface.weights is not None:
            weights = np.moveaxis(surface.weights, axis, 0)
            same = same and np.array_equal(weights[0], weights[-1])
        ways.append(end - begin if clamped and same else np.inf)
    return ways


def _joined(
    pieces: list[tuple[NDArray[np.float64], float]], ulps: NDArray[np.float64], seams: NDArray[np.float64]
) -> list[tuple[NDArray[np.float64], bool]]:
    """Polylines one behind the other where an end of one is that of another, to the radii of their points, and whether they are
    closed. `seams`: what parameters may differ by."""
    lines = [(points, radius) for points, radius in pieces if len(points)]
    done: list[tuple[NDArray[np.float64], bool]] = []

    def meet(a: NDArray[np.float64], b: NDArray[np.float64], radius: float) -> bool:
        apart = np.abs(a - b)
        return bool((np.minimum(apart, np.abs(apart - seams)) <= 2 * radius + ulps).all())

    def is_same(a: NDArray[np.float64], b: NDArray[np.float64], radius: float) -> bool:
        return bool((np.abs(a - b) <= 2 * radius + ulps).all())

    def close(points: NDArray[np.float64], radius: float) -> bool:
        return len(points) > 3 and meet(points[0], points[-1], radius)

    def behind(a: NDArray[np.float64], b: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
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
    equations = [
        spline(
            [[[[number_text(x[c] * y[-1] - y[c] * x[-1]) for y in q_row] for q_row in q] for x in row] for row in p],
            [*a.degrees, *b.degrees],
            [*a.knots, *b.knots],
        )
        for c in range(3)
    ]
    domains = [*a.domain, *b.domain]
    answer = solve_boxes(
        {"vars": ["u", "v", "s", "t"], "box": [list(d) for d in domains], "equations": equations},
        max_seconds=max_seconds,
    )
    known = {curve.item for curve in answer.curves}
    ulps = np.array([4 * np.spacing(max(abs(lo), abs(hi))) for lo, hi in domains])
    seams, ends = np.array([*_seams(a), *_seams(b)]), np.array([end for _, end in domains])
    traced = _without_repetitions(answer.curves, ulps, seams)
    x = np.asarray(answer.x, dtype=float).reshape(len(answer), 4)
    left_over = x[[k for k in range(len(answer)) if k not in known]]
    pieces = [(_at_begin_of_seams(np.asarray(curve.points), seams, ends), curve.radius) for curve in traced]
    joined = _joined(pieces, ulps, seams)
    parameters, closed = [line for line, _ in joined], [is_closed for _, is_closed in joined]
    curves = [a(line[:, 0], line[:, 1]) for line in parameters]
    complete = all(s == "complete" for s in answer.statuses) and len(left_over) == 0
    return SurfaceCurves(traced, parameters, curves, left_over, closed, complete)
