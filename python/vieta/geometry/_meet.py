"""Where curves meet curves and surfaces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._boxes import solve_boxes
from ._shapes import Curve, Surface


class Intersections:
    """Places where two shapes meet, or one meets itself.

    `parameters` (places, n): on the first, then on the second. `points` (places, 2 or 3): computed in double from the first.
    `radii`: each true parameter lies this near. `kinds`: 'unique' (exactly one place, proven), 'cluster' (none, one or more, not
    told apart), 'curve' (the shapes have a piece in common) or 'unresolved'; of the last three the parameters are the middle of where
    they may be. `complete`: all places are listed and unique, which is proven.
    """

    def __init__(
        self,
        parameters: NDArray[np.float64],
        points: NDArray[np.float64],
        radii: NDArray[np.float64],
        kinds: list[str],
        complete: bool,
    ) -> None:
        self.parameters, self.points, self.radii, self.kinds, self.complete = parameters, points, radii, kinds, complete

    def __len__(self) -> int:
        return len(self.kinds)

    def __repr__(self) -> str:
        rows = [
            f"  {kind:10} {', '.join(f'{p:.15g}' for p in row)}   radius {radius:.1e}"
            for kind, row, radius in zip(self.kinds, self.parameters, self.radii)
        ]
        head = f"{len(self)} places, {'all of them: proven' if self.complete else 'perhaps not all told apart'}"
        return "\n".join([head, *rows[:20], *["  ..."] * (len(rows) > 20)])


def number_text(value: Fraction) -> Any:
    """A double where it is one, else a text that is read exactly."""
    as_double = float(value)
    return as_double if Fraction(as_double) == value else f"{value.numerator}/{value.denominator}"


def _spline(values: Any, degrees: list[int], knots: list[NDArray[np.float64]]) -> dict[str, Any]:
    return {"degrees": degrees, "knots": [k.tolist() for k in knots], "control": values}


def solved(
    names: list[str], domains: list[tuple[float, float]], equations: list[Any], first: Any, max_seconds: float
) -> Intersections:
    """The answer of `solve_boxes`, with the points that `first` computes of parameters."""
    answer = solve_boxes(
        {"vars": names, "box": [list(d) for d in domains], "equations": equations}, max_seconds=max_seconds
    )
    x = np.asarray(answer.x, dtype=float).reshape(len(answer), len(names))
    return Intersections(
        x, first(x), np.asarray(answer.radii), list(answer.kinds), all(s == "complete" for s in answer.statuses)
    )


def _curves(a: Curve, b: Curve, max_seconds: float) -> Intersections:
    p, q = a.homogeneous(), b.homogeneous()
    equations = [
        _spline(
            [[number_text(u[c] * v[-1] - v[c] * u[-1]) for v in q] for u in p], [a.degree, b.degree], [a.knots, b.knots]
        )
        for c in range(2)
    ]
    return solved(["s", "t"], [a.domain, b.domain], equations, lambda x: a(x[:, 0]), max_seconds)


def _curve_surface(curve: Curve, surface: Surface, max_seconds: float) -> Intersections:
    p, q = curve.homogeneous(), surface.homogeneous()
    equations = [
        _spline(
            [[[number_text(a[c] * b[-1] - b[c] * a[-1]) for b in row] for row in q] for a in p],
            [curve.degree, *surface.degrees],
            [curve.knots, *surface.knots],
        )
        for c in range(3)
    ]
    return solved(["t", "u", "v"], [curve.domain, *surface.domain], equations, lambda x: curve(x[:, 0]), max_seconds)


def intersect(a: Union[Curve, Surface], b: Union[Curve, Surface], max_seconds: float = 0) -> Intersections:
    """All places where two plane curves meet, or a space curve and a surface, in either order: of parameters (first, second).

    The equations are C(s) = D(t), or C(t) = S(u, v), multiplied by the weights: one B-spline in all parameters with exact
    coefficients. The places are proven: none is lost, none invented. After `max_seconds` (0: no limit) what is known comes back.
    Two surfaces meet in curves: that is no question for this function (ValueError).
    """
    if isinstance(a, Curve) and isinstance(b, Curve):
        if a.dimension != 2 or b.dimension != 2:
            raise ValueError(
                "intersect: found curves in space, expected two curves in the plane, or a curve and a surface"
            )
        return _curves(a, b, max_seconds)
    if isinstance(a, Surface) and isinstance(b, Curve):
        there = intersect(b, a, max_seconds)
        there.parameters = there.parameters[:, [1, 2, 0]]
        return there
    if isinstance(a, Curve) and isinstance(b, Surface):
        if a.dimension != 3:
            raise ValueError("intersect: found a curve in the plane, expected one in space beside a surface")
        return _curve_surface(a, b, max_seconds)
    raise ValueError(f"intersect: found {a!r} and {b!r}, expected two plane curves, or a curve and a surface")


def ray(surface: Surface, origin: ArrayLike, direction: ArrayLike, max_seconds: float = 0) -> Intersections:
    """All places (u, v) where the line origin + r direction with r >= 0 meets a surface, sorted by r.

    `points` are those of the surface. Two planes through the line are the equations (Kajiya 1982), in exact numbers; where the sign
    of r is not certain the kind is 'unresolved'.
    """
    o, d = ([Fraction(float(c)) for c in np.asarray(value, dtype=float).ravel()] for value in (origin, direction))
    if len(o) != 3 or len(d) != 3 or not any(d):
        raise ValueError("ray: found an origin or a direction that is no vector of three numbers, or a zero direction")
    k = max(range(3), key=lambda i: abs(d[i]))
    planes = [[d[k] if i == j else -d[j] if i == k else Fraction(0) for i in range(3)] for j in range(3) if j != k]
    control = surface.homogeneous()
    equations = [
        _spline(
            [
                [number_text(sum((n * (c - x * p[3]) for n, c, x in zip(plane, p, o)), Fraction(0))) for p in row]
                for row in control
            ],
            list(surface.degrees),
            list(surface.knots),
        )
        for plane in planes
    ]
    there = solved(["u", "v"], list(surface.domain), equations, lambda x: surface(x[:, 0], x[:, 1]), max_seconds)
    along = (there.points[:, k] - float(o[k])) / float(d[k])
    # How far the point may be off: by its parameters, and by rounding.
    size = np.abs(surface.control).max() + max(abs(float(c)) for c in o)
    doubt = (_speed(surface) * there.radii + 1e-13 * size) / abs(float(d[k]))
    order = [i for i in np.argsort(along, kind="stable") if along[i] >= -doubt[i]]
    kinds = [
        "unresolved" if there.kinds[i] == "unique" and along[i] < doubt[i] and along[i] != 0 else there.kinds[i]
        for i in order
    ]
    return Intersections(
        there.parameters[order],
        there.points[order],
        there.radii[order],
        kinds,
        there.complete and all(k == "unique" for k in kinds),
    )


def _speed(surface: Surface) -> float:
    """A bound of |dS/du| + |dS/dv|; with weights by their ratio (Floater 1992)."""
    ratio = 1.0 if surface.weights is None else float((surface.weights.max() / surface.weights.min()) ** 2)
    total = 0.0
    for axis in (0, 1):
        knots, degree = surface.knots[axis], surface.degrees[axis]
        steps = np.diff(surface.control, axis=axis)
        spans = (knots[degree + 1 : degree + 1 + steps.shape[axis]] - knots[1 : 1 + steps.shape[axis]]).reshape(
            (-1, 1, 1) if axis == 0 else (1, -1, 1)
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            total += degree * float(np.nanmax(np.where(spans > 0, np.abs(steps) / spans, 0)))
    return 3 * ratio * total
