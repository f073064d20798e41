"""Where rays meet surfaces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._boxes import solve_boxes
from ._clock import Clock
from ._meet import Intersections, _speed, none_zero, number_text, one_of_each, places_of, problem, spline
from ._polynomials import common_factor, from_bernstein, is_zero, plus, roots_inside
from ._shapes import Exact, Surface, _exact, _patches, _real


def ray(surface: Surface, origin: ArrayLike, direction: ArrayLike, max_seconds: float = 0) -> Intersections:
    """All places (u, v) where the line origin + r direction with r >= 0 meets a surface, sorted by r.

    `points` are those of the surface. Two planes through the line are the equations (Kajiya 1982), in exact numbers; where the sign
    of r is not certain the kind is 'unresolved'.
    """
    if not isinstance(surface, Surface):
        raise TypeError(f"ray: found {surface!r}, expected a Surface")
    o, d = (_real(name, value).ravel() for name, value in (("origin", origin), ("direction", direction)))
    if len(o) != 3 or len(d) != 3 or not d.any():
        raise ValueError("ray: found an origin or a direction that is no vector of three numbers, or a zero direction")
    clock = Clock(max_seconds)
    answer = solve_boxes(ray_problem(surface, o, d), max_seconds=clock.left())
    return along_ray(surface, o, d, places_of(answer, 2, [lambda x: surface(x[:, 0], x[:, 1])])[0], clock)


def ray_problem(surface: Surface, origin: NDArray[np.float64], direction: NDArray[np.float64]) -> dict[str, Any]:
    o, planes = _exact(origin), _planes(direction)
    control = surface.homogeneous()
    across = [
        [[sum((n * (c - x * p[3]) for n, c, x in zip(plane, p, o)), Fraction(0)) for p in row] for row in control]
        for plane in planes
    ]
    equations = [
        spline([[number_text(x) for x in row] for row in one], list(surface.degrees), list(surface.knots))
        for one in none_zero(across)
    ]
    return problem(["u", "v"], list(surface.domain), equations)


def _planes(direction: NDArray[np.float64]) -> list[Exact]:
    """Normals of two planes through the line."""
    d, k = _exact(direction), int(np.argmax(np.abs(direction)))
    return [[d[k] if i == j else -d[j] if i == k else Fraction(0) for i in range(3)] for j in range(3) if j != k]


def along_ray(
    surface: Surface, o: NDArray[np.float64], d: NDArray[np.float64], there: Intersections, clock: Clock
) -> Intersections:
    """The places in front of the origin, sorted."""
    if "unresolved" in there.kinds:
        there = _at_knots(surface, o, d, there, clock)
    if not len(there):
        return there
    k = int(np.argmax(np.abs(d)))
    along = (there.points[:, k] - o[k]) / d[k]
    # How far the point may be off: by its parameters, and by rounding.
    size = np.abs(surface.control).max() + np.abs(o).max()
    doubt = (_speed(surface) * there.radii + 1e-13 * size) / abs(d[k])
    order = [i for i in np.argsort(along, kind="stable") if along[i] >= -doubt[i]]
    kinds = ["unresolved" if there.kinds[i] == "unique" and along[i] < doubt[i] else there.kinds[i] for i in order]
    return Intersections(
        there.parameters[order],
        there.points[order],
        there.radii[order],
        kinds,
        there.complete and all(k == "unique" for k in kinds),
    )


def _at_knots(
    surface: Surface, o: NDArray[np.float64], d: NDArray[np.float64], there: Intersections, clock: Clock
) -> Intersections:
    """Places on edges and knots, decided exactly: whether the line meets the curve of the surface there. That is then the one zero
    which each of the pieces beside it has within its radius."""
    parameters, radii, kinds = there.parameters.tolist(), there.radii.tolist(), list(there.kinds)
    for i, kind in enumerate(kinds):
        if kind != "unresolved" or clock.is_over():
            continue
        for axis in (0, 1):
            found: list[tuple[float, float, float]] = []
            for k, t, r in _on_lines(surface, axis, parameters[i][axis], radii[i], _exact(o), _planes(d)):
                if abs(t - parameters[i][1 - axis]) <= radii[i] + r and not any(
                    k == other and abs(t - s) <= r + q for other, s, q in found
                ):
                    found.append((k, t, r))
            if len(found) == 1:
                k, t, r = found[0]
                parameters[i], radii[i], kinds[i] = ([k, t] if axis == 0 else [t, k]), r, "unique"
                break
    kept = one_of_each(parameters, radii, kinds)
    x = np.array([parameters[i] for i in kept], dtype=float).reshape(len(kept), 2)
    return Intersections(
        x,
        surface(x[:, 0], x[:, 1]),
        np.array([radii[i] for i in kept]),
        [kinds[i] for i in kept],
        there.listed and all(kinds[i] == "unique" for i in kept),
        there.listed,
    )


def _on_lines(
    surface: Surface, axis: int, near: float, within: float, o: Exact, planes: list[Exact]
) -> Iterator[tuple[float, float, float]]:
    """Where the line meets the curves of the surface at knots along an axis that are that near: the knot, the other parameter
    and its radius."""
    for *spans, control in _patches(surface):
        (begin, end), other = spans[axis], spans[1 - axis]
        rows = control if axis == 0 else [list(column) for column in zip(*control)]
        for knot, row in ((begin, rows[0]), (end, rows[-1])):
            if abs(float(knot) - near) > within:
                continue
            *x, w = (from_bernstein([p[c] for p in row]) for c in range(4))
            zero = []
            for plane in planes:
                p = [Fraction(0)]
                for n, coordinate, c in zip(plane, x, o):
                    p = plus(p, plus(coordinate, w, -c), n)
                zero.append(p)
            common = common_factor(*zero) if not is_zero(zero[0]) else zero[1]
            if is_zero(common) or len(common) < 2:
                continue
            width = float(other[1] - other[0])
            for t, r in roots_inside(common, 0)[0]:
                place = float(other[0]) + width * t
                yield float(knot), place, width * r + 2e-16 * max(abs(float(other[0])), abs(float(other[1])))
