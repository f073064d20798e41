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
    joined where their ends agree. `parameters`: the same in the four parameters. `closed`: whether each comes back to its first point there.
    `complete`: all points that the surfaces have in common are in tubes that are proven; where it is False, they may touch, cross in a
    singular point, or have a piece in common, or time ran out: `left_over` has the middles of the boxes where nothing is proven.
    """

    def __init__(
        self,
        traced: list[TracedCurve],
        parameters: list[NDArray[np.float64]],
        curves: list[NDArray[np.float64]],
        left_over: NDArray[np.float64],
        complete: bool,
    ) -> None:
        self.traced, self.parameters, self.curves, self.left_over = traced, parameters, curves, left_over
        self.complete = complete
        self.closed = [len(p) > 2 and bool(np.array_equal(p[0], p[-1])) for p in parameters]

    def __len__(self) -> int:
        return len(self.curves)

    def __repr__(self) -> str:
        end = "all of them: proven" if self.complete else f"{len(self.left_over)} boxes where nothing is proven"
        return f"<{len(self)} curves, {sum(self.closed)} closed, of {sum(map(len, self.curves))} points; {end}>"


def _is_within(curve: TracedCurve, other: TracedCurve, ulps: NDArray[np.float64]) -> bool:
    """Whether all points of a curve are in tubes of another one, where there is that other one alone."""
    slack = curve.radius + other.radius + ulps
    points = np.asarray(curve.points)[:, None, :]
    inside = (points >= other.lower - slack) & (points <= other.upper + slack)
    return bool(np.all(np.any(np.all(inside, axis=2), axis=1)))


def _without_repetitions(traced: list[TracedCurve], ulps: NDArray[np.float64]) -> list[TracedCurve]:
    """A curve on a knot belongs to the pieces on both sides of it, which both list it."""
    kept: list[TracedCurve] = []
    for curve in sorted(traced, key=lambda t: -len(t.points)):
        if not any(_is_within(curve, other, ulps) for other in kept):
            kept.append(curve)
    return kept


def _joined(pieces: list[tuple[NDArray[np.float64], float]], ulps: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Polylines one behind the other where an end of one is that of another, to the radii of their points."""
    lines = [(points, radius) for points, radius in pieces if len(points)]
    done: list[NDArray[np.float64]] = []

    def meet(a: NDArray[np.float64], b: NDArray[np.float64], radius: float) -> bool:
        return bool((np.abs(a - b) <= 2 * radius + ulps).all())

    def close(points: NDArray[np.float64], radius: float) -> bool:
        return len(points) > 3 and meet(points[0], points[-1], radius)

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
                            points = np.concatenate([line[:-1], points] if begin else [points, line[1:]])
                            radius, grown = r, True
                if grown:
                    del lines[k]
                    break
        if close(points, radius):
            points = np.concatenate([points[:-1], points[:1]])
        done.append(points)
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
    traced = _without_repetitions(answer.curves, ulps)
    x = np.asarray(answer.x, dtype=float).reshape(len(answer), 4)
    left_over = x[[k for k in range(len(answer)) if k not in known]]
    parameters = _joined([(np.asarray(curve.points), curve.radius) for curve in traced], ulps)
    curves = [a(line[:, 0], line[:, 1]) for line in parameters]
    complete = all(s == "complete" for s in answer.statuses) and len(left_over) == 0
    return SurfaceCurves(traced, parameters, curves, left_over, complete)
