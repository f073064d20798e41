"""The nearest place of a curve or a surface."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._clock import Clock
from ._meet import _speed, number_text, solved
from ._polynomials import derived, from_bernstein, is_zero, plus, roots_inside, times
from ._shapes import Curve, Exact, Surface, _exact, _real, _split


class Closest(NamedTuple):
    """The nearest place."""

    parameters: NDArray[np.float64]
    """One for a curve, two for a surface."""
    point: NDArray[np.float64]
    distance: float
    bound: float
    """The true distance lies this near to `distance`, where `proven`."""
    proven: bool
    """All places where the distance has a stationary value were found, and the ends, so none is nearer than distance - bound."""


def _candidates(
    pieces: list[tuple[Fraction, Fraction, list[Exact]]], point: list[Fraction], clock: Clock
) -> tuple[list[tuple[float, float]], bool]:
    """Parameters with radii where the distance may be least: ends of pieces, and its stationary values on each."""
    places, all_of_them = [(float(pieces[0][0]), 0.0)], True
    for begin, end, control in pieces:
        x = [from_bernstein([row[c] for row in control]) for c in range(len(point) + 1)]
        w = x.pop()
        # D = X - p W; the derivative of |D / W|^2 is 2 (D.D' W - D.D W') / W^3.
        d = [plus(p, w, -c) for p, c in zip(x, point)]
        inner: list[Fraction] = [Fraction(0)]
        square: list[Fraction] = [Fraction(0)]
        for p in d:
            inner, square = plus(inner, times(p, derived(p))), plus(square, times(p, p))
        stationary = plus(times(inner, w), times(square, derived(w)), Fraction(-1))
        if not is_zero(stationary):  # else the distance is the same all along, and the end will do
            found, told = roots_inside(stationary, clock.left())
            width = float(end - begin)
            places += [
                (float(begin) + width * t, width * r + 2e-16 * max(abs(float(begin)), abs(float(end))))
                for t, r in found
            ]
            all_of_them = all_of_them and told
        places.append((float(end), 0.0))
    return places, all_of_them


def _speed_of(curve: Curve) -> float:
    """A bound of |C'|; with weights by their ratio (Floater 1992)."""
    ratio = 1.0 if curve.weights is None else float((curve.weights.max() / curve.weights.min()) ** 2)
    steps = np.linalg.norm(np.diff(curve.control, axis=0), axis=1)
    spans = curve.knots[curve.degree + 1 : curve.degree + 1 + len(steps)] - curve.knots[1 : 1 + len(steps)]
    with np.errstate(divide="ignore", invalid="ignore"):
        return ratio * curve.degree * float(np.max(np.where(spans > 0, steps / spans, 0)))


def _nearest(
    parameters: NDArray[np.float64],
    points: NDArray[np.float64],
    doubts: NDArray[np.float64],
    point: NDArray[np.float64],
    proven: bool,
) -> Closest:
    distances = np.linalg.norm(points - point, axis=1)
    best = int(np.argmin(distances))
    rounding = 1e-14 * (np.abs(points).max() + np.abs(point).max())
    # Another candidate may be nearer, by as much as both are uncertain.
    lowest, highest = float(np.min(distances - doubts)), float(np.min(distances + doubts))
    bound = max(distances[best] - lowest, highest - distances[best], 0.0) + rounding
    return Closest(parameters[best], points[best], float(distances[best]), float(bound), proven)


def closest(point: ArrayLike, shape: Union[Curve, Surface], max_seconds: float = 0) -> Closest:
    """The place of a curve or a surface that is nearest to a point, and the distance with a proven bound.

    Stationary values of the distance are roots of polynomials with exact coefficients: one for each Bezier piece of a curve, of degree
    2 n - 1 (3 n - 1 with weights); two in (u, v) for each piece of a surface, and its four edges.
    """
    if not isinstance(shape, (Curve, Surface)):
        raise TypeError(f"closest: found {type(shape).__name__}, expected a Curve or a Surface")
    p = _real("point", point)
    dimension = shape.dimension if isinstance(shape, Curve) else 3
    if p.shape != (dimension,):
        raise ValueError(f"point: found the shape {p.shape}, expected {dimension} numbers")
    exact, clock = _exact(p), Clock(max_seconds)
    if isinstance(shape, Curve):
        places, told = _candidates(shape.pieces(), exact, clock)
        t, r = (np.array(column) for column in zip(*places))
        return _nearest(t[:, None], shape(t), _speed_of(shape) * r, p, told)
    return _on_surface(shape, p, exact, clock)


def _on_surface(surface: Surface, p: NDArray[np.float64], exact: list[Fraction], clock: Clock) -> Closest:
    if surface.weights is not None:
        raise ValueError(
            "closest: found a surface with weights, expected one without: write it as pieces of polynomials first"
        )
    parameters: list[list[float]] = []
    doubts: list[float] = []
    told, speed = True, _speed(surface)
    for (u0, u1), (v0, v1), control in _patches(surface):
        # All edges of pieces: those of the surface, and creases between pieces.
        edges = [(0, u, (v0, v1, row)) for u, row in ((u0, control[0]), (u1, control[-1]))]
        edges += [(1, v, (u0, u1, [row[k] for row in control])) for v, k in ((v0, 0), (v1, -1))]
        for axis, place, (begin, end, points) in edges:
            places, all_of_them = _candidates([(begin, end, [[*q, Fraction(1)] for q in points])], exact, clock)
            told = told and all_of_them
            for t, r in places:
                parameters.append([float(place), t] if axis == 0 else [t, float(place)])
                doubts.append(speed * (r + 2e-16 * abs(float(place))))
        system = _stationary(control, exact)
        if all(not any(any(row) for row in e) for e in system):
            continue  # the same distance everywhere: an edge will do
        equations = [
            {"degrees": [len(e) - 1, len(e[0]) - 1], "power": [[number_text(c) for c in row] for row in e]}
            for e in system
        ]
        found = solved(["u", "v"], [(0.0, 1.0), (0.0, 1.0)], equations, lambda x: x, clock.left())
        # What is on an edge, or just outside, is one of the edges' places, or no nearer than one.
        told = told and all(kind in ("unique", "unresolved") for kind in found.kinds)
        told = told and (found.complete or "unresolved" in found.kinds)
        for (u, v), r in zip(found.parameters, found.radii):
            parameters.append(
                [float(u0) + float(u1 - u0) * min(max(u, 0), 1), float(v0) + float(v1 - v0) * min(max(v, 0), 1)]
            )
            doubts.append(speed * (r + 1e-15) * max(float(u1 - u0), float(v1 - v0)))
    at = np.array(parameters)
    return _nearest(at, surface(at[:, 0], at[:, 1]), np.array(doubts), p, told)


def _patches(surface: Surface) -> Any:
    """Bezier pieces in both directions: begin and end of u and of v, control points in exact numbers."""
    rows = surface.homogeneous()
    flat = [[c for point in row for c in point] for row in rows]  # all of v as one point along u
    for u0, u1, along_u in _split(flat, _exact(surface.knots[0]), surface.degrees[0]):
        turned = [[c for row in along_u for c in row[4 * j : 4 * j + 4]] for j in range(surface.control.shape[1])]
        for v0, v1, along_v in _split(turned, _exact(surface.knots[1]), surface.degrees[1]):
            yield (
                (u0, u1),
                (v0, v1),
                [[column[4 * i : 4 * i + 3] for column in along_v] for i in range(surface.degrees[0] + 1)],
            )


def _stationary(control: list[list[list[Fraction]]], point: list[Fraction]) -> list[list[list[Fraction]]]:
    """(S - p).S_u and (S - p).S_v as polynomials in u and v: rows by the power of u."""
    out = []
    coordinates = []
    for c in range(3):
        along_v = [from_bernstein([p[c] for p in row]) for row in control]
        columns = [from_bernstein([row[j] for row in along_v]) for j in range(len(along_v[0]))]
        s = [[columns[j][i] for j in range(len(columns))] for i in range(len(columns[0]))]
        s[0][0] -= point[c]
        coordinates.append(s)
    for axis in (0, 1):
        total: list[list[Fraction]] = []
        for s in coordinates:
            slope = [[i * a for a in s[i]] for i in range(1, len(s))] if axis == 0 else [derived(row) for row in s]
            size = (len(s) + len(slope) - 1, len(s[0]) + len(slope[0]) - 1)
            product = total or [[Fraction(0)] * size[1] for _ in range(size[0])]
            for i, row in enumerate(s):
                for k, other in enumerate(slope):
                    for j, a in enumerate(row):
                        if a:
                            for m, b in enumerate(other):
                                product[i + k][j + m] += a * b
            total = product
        out.append(total)
    return out
