"""The nearest place of a curve or a surface."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._clock import Clock
from ._meet import _speed, number_text, rational_speed, solved
from ._polynomials import derived, from_bernstein, is_zero, plus, roots_inside, times
from ._shapes import Curve, Exact, Surface, _exact, _patches, _real


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
    """A bound of |C'|."""
    if curve.weights is not None:
        return rational_speed(curve.control, curve.weights, curve.knots, curve.degree)
    steps = np.linalg.norm(np.diff(curve.control, axis=0), axis=1)
    spans = curve.knots[curve.degree + 1 : curve.degree + 1 + len(steps)] - curve.knots[1 : 1 + len(steps)]
    with np.errstate(divide="ignore", invalid="ignore"):
        return curve.degree * float(np.max(np.where(spans > 0, steps / spans, 0)))


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
    2 n - 1 (3 n - 1 with weights); two in (u, v) for each piece of a surface, of degree 2 n in each (3 n with weights), and its four
    edges. Where the distance is the same along a curve (the middle of a sphere or a torus) `proven` is False.
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
    parameters: list[list[float]] = []
    doubts: list[float] = []
    told, speed = True, _speed(surface)
    for (u0, u1), (v0, v1), control in _patches(surface):
        # All edges of pieces: those of the surface, and creases between pieces.
        edges = [(0, u, (v0, v1, row)) for u, row in ((u0, control[0]), (u1, control[-1]))]
        edges += [(1, v, (u0, u1, [row[k] for row in control])) for v, k in ((v0, 0), (v1, -1))]
        for axis, place, (begin, end, points) in edges:
            places, all_of_them = _candidates([(begin, end, points)], exact, clock)
            told = told and all_of_them
            for t, r in places:
                parameters.append([float(place), t] if axis == 0 else [t, float(place)])
                doubts.append(speed * (r + 2e-16 * abs(float(place))))
        system = [_without_borders(e) for e in _stationary(control, exact)]
        if any(len(e) == len(e[0]) == 1 for e in system):
            continue  # the same distance along u or v, or no stationary one: an edge will do
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
            # Parameters far from 0 are rounded by more than places within their piece are.
            rounded = 4e-16 * max(abs(float(t)) for t in (u0, u1, v0, v1))
            doubts.append(speed * ((r + 1e-15) * max(float(u1 - u0), float(v1 - v0)) + rounded))
    at = np.array(parameters)
    return _nearest(at, surface(at[:, 0], at[:, 1]), np.array(doubts), p, told)


Bivariate = list[list[Fraction]]  # rows by the power of u


def _stationary(control: list[list[list[Fraction]]], point: list[Fraction]) -> list[Bivariate]:
    """Where the distance of S = X / W has derivatives 0: with D = X - p W these are D.D_u W - D.D W_u, and the same for v."""
    *x, w = (_bivariate([[p[c] for p in row] for row in control]) for c in range(4))
    d = [_sum(p, w, -c) for p, c in zip(x, point)]
    plain = len(w) == len(w[0]) == 1  # then W_u is 0 and W a number
    out = []
    for axis in (0, 1):
        total: Bivariate = [[Fraction(0)]]
        for p in d:
            total = _sum(total, _product(p, _slope(p, axis)))
        if not plain:
            square: Bivariate = [[Fraction(0)]]
            for p in d:
                square = _sum(square, _product(p, p))
            total = _sum(_product(total, w), _product(square, _slope(w, axis)), Fraction(-1))
        out.append(total)
    return out


def _bivariate(values: list[list[Fraction]]) -> Bivariate:
    """Powers of u and v, of Bernstein coefficients; a number alone where that is all there is."""
    along_v = [from_bernstein(row) for row in values]
    columns = [from_bernstein([row[j] for row in along_v]) for j in range(len(along_v[0]))]
    p = [[columns[j][i] for j in range(len(columns))] for i in range(len(columns[0]))]
    return [p[0][:1]] if not any(any(row[i == 0 :]) for i, row in enumerate(p)) else p


def _slope(p: Bivariate, axis: int) -> Bivariate:
    if axis == 1:
        return [derived(row) for row in p]
    return [[i * a for a in row] for i, row in enumerate(p)][1:] or [[Fraction(0)] * len(p[0])]


def _sum(p: Bivariate, q: Bivariate, factor: Fraction = Fraction(1)) -> Bivariate:
    """p + factor q"""
    rows, columns = max(len(p), len(q)), max(len(p[0]), len(q[0]))
    total = [[*row, *[Fraction(0)] * (columns - len(row))] for row in p]
    total += [[Fraction(0)] * columns for _ in range(rows - len(p))]
    for row, other in zip(total, q):
        for j, b in enumerate(other):
            row[j] += factor * b
    return total


def _without_borders(p: Bivariate) -> Bivariate:
    """Divided by u, 1 - u, v and 1 - v as often as it goes: edges are looked at by themselves, and where one is a point, all
    of it is stationary. What is 0 becomes a number."""
    for _ in range(2):
        while len(p) > 1 and not any(p[0]):
            p = p[1:]
        while len(p) > 1 and not any(map(sum, zip(*p))):
            sums = [[sum(column[: i + 1], Fraction(0)) for i in range(len(p) - 1)] for column in zip(*p)]
            p = [list(row) for row in zip(*sums)]  # sum_i a_i u^i / (1 - u)
        while len(p) > 1 and not any(p[-1]):
            p = p[:-1]
        p = [list(row) for row in zip(*p)]
    return p


def _product(p: Bivariate, q: Bivariate) -> Bivariate:
    out = [[Fraction(0)] * (len(p[0]) + len(q[0]) - 1) for _ in range(len(p) + len(q) - 1)]
    for i, row in enumerate(p):
        for k, other in enumerate(q):
            for j, a in enumerate(row):
                if a:
                    for m, b in enumerate(other):
                        out[i + k][j + m] += a * b
    return out
