"""Curves and surfaces by control points, knots and weights; their Bezier pieces in exact numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Iterator, Optional, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._inside.arrays import host_array, refuse_rounding

Exact = list[Fraction]  # one coordinate's values along an axis


def _knots(name: str, given: Optional[ArrayLike], count: int) -> tuple[NDArray[np.float64], int]:
    """The knots along an axis with that many control points, and the degree."""
    if given is None:
        return np.repeat([0.0, 1.0], count), count - 1
    knots = _real(name, given)
    degree = knots.size - count - 1
    if knots.ndim != 1 or degree < 1 or degree >= count:
        raise ValueError(
            f"{name}: found {knots.size} knots for {count} control points, expected degree + 1 more than control points"
        )
    if (np.diff(knots) < 0).any() or not knots[degree] < knots[-1 - degree]:
        raise ValueError(f"{name}: found knots that decrease or span nothing, expected knots that do not decrease")
    inner = knots[degree + 1 : -1 - degree]
    if any((inner == k).sum() > degree for k in inner):
        raise ValueError(f"{name}: found a knot more than {degree} times inside, where the curve would break")
    return knots, degree


def _split(values: list[Exact], knots: Exact, degree: int) -> list[tuple[Fraction, Fraction, list[Exact]]]:
    """Bezier pieces along one axis: begin, end and control rows, by inserting each knot to full multiplicity (Boehm 1980)."""
    values, knots = [row[:] for row in values], knots[:]
    first, last = knots[degree], knots[len(knots) - 1 - degree]
    for knot in sorted({k for k in knots if first <= k <= last}):
        while knots.count(knot) < degree + (knot in (first, last)):
            at = max(i for i in range(len(knots)) if knots[i] <= knot)
            if at >= len(knots) - 1 - degree and knot == last:  # from the right at the end
                at = min(i for i in range(len(knots)) if knots[i] == knot) - 1
            new = values[: at - degree + 1]
            for i in range(at - degree + 1, at + 1):
                if i >= len(values):
                    break
                span = knots[i + degree] - knots[i]
                a = (knot - knots[i]) / span if span else Fraction(0)
                new.append([a * p + (1 - a) * q for p, q in zip(values[i], values[i - 1])])
            new += values[at:]
            values, knots = new, [*knots[: at + 1], knot, *knots[at + 1 :]]
    ends = [k for k in sorted(set(knots)) if first <= k <= last]
    begin = max(i for i in range(len(knots)) if knots[i] <= first) - degree
    return [
        (a, b, values[begin + degree * i : begin + degree * (i + 1) + 1])
        for i, (a, b) in enumerate(zip(ends, ends[1:]))
    ]


def _exact(values: Any) -> list[Fraction]:
    return [Fraction(float(v)) for v in values]


def _basis(knots: NDArray[np.float64], degree: int, t: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of all B-splines at t in double: one row for each t (de Boor's recurrence)."""
    spans = len(knots) - 1
    # The spans of the domain: at its end the last of them; outside of it the nearest one, whose polynomial goes on.
    inner = np.flatnonzero(np.diff(knots[degree : spans + 1 - degree]) > 0) + degree
    at = np.clip(np.searchsorted(knots, t, side="right") - 1, inner[0], inner[-1])
    values = np.zeros((len(t), spans))
    values[np.arange(len(t)), at] = 1
    for d in range(1, degree + 1):
        count = spans - d
        rise, fall = knots[d : d + count] - knots[:count], knots[d + 1 : d + 1 + count] - knots[1 : count + 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            left = np.where(rise > 0, (t[:, None] - knots[:count]) / rise, 0) * values[:, :count]
            right = np.where(fall > 0, (knots[d + 1 : d + 1 + count] - t[:, None]) / fall, 0) * values[:, 1 : count + 1]
        values = left + right
    return values


def _real(name: str, given: Any) -> NDArray[np.float64]:
    """Real finite numbers of a size whose products do not leave the range of doubles."""
    host = host_array(name, given)
    try:
        array = np.asarray(given) if host is None else host
    except ValueError as problem:
        raise ValueError(f"{name}: expected rows of the same length: {problem}") from problem
    if array.dtype.kind not in "fiub" or array.dtype.itemsize > 8:
        raise TypeError(f"{name}: found {array.dtype.name} numbers, expected real ones of at most 64 bits")
    lists, array = array if host is not None else given, np.array(array, dtype=float)
    refuse_rounding(name, lists, array)
    size = np.abs(array[np.isfinite(array) & (array != 0)])
    if not np.isfinite(array).all():
        raise ValueError(f"{name}: found a number that is not finite")
    if size.size and (size.max() > 1e60 or size.min() < 1e-60):
        raise ValueError(
            f"{name}: found numbers from {size.min():.1e} to {size.max():.1e} in size, expected 1e-60 to 1e60, or 0"
        )
    return array


def _weights(given: Optional[ArrayLike], shape: tuple[int, ...]) -> Optional[NDArray[np.float64]]:
    if given is None:
        return None
    weights = _real("weights", given)
    if weights.shape != shape:
        raise ValueError(f"weights: found the shape {weights.shape}, expected {shape}, one for each control point")
    if not (weights > 0).all():
        raise ValueError("weights: found one that is not positive")
    return weights


class Curve:
    """A Bezier curve (no knots), a B-spline, or a rational one (with weights), in the plane or in space.

    `control`: an array of shape (points, 2) or (points, 3). `knots`: they do not decrease, and there are degree + 1 more than
    points; clamped or not. `weights`: positive, one for each point.
    """

    def __init__(
        self, control: ArrayLike, knots: Optional[ArrayLike] = None, weights: Optional[ArrayLike] = None
    ) -> None:
        self.control: NDArray[np.float64] = _real("control", control)
        if self.control.ndim != 2 or self.control.shape[1] not in (2, 3) or len(self.control) < 2:
            raise ValueError(
                f"control: found the shape {self.control.shape}, expected (points, 2) or (points, 3) with two points or more"
            )
        self.knots, self.degree = _knots("knots", knots, len(self.control))
        self.weights = _weights(weights, self.control.shape[:1])

    @property
    def dimension(self) -> int:
        """2 in the plane, 3 in space."""
        return int(self.control.shape[1])

    @property
    def domain(self) -> tuple[float, float]:
        """Where the parameter goes from and to."""
        return float(self.knots[self.degree]), float(self.knots[-1 - self.degree])

    def __call__(self, t: ArrayLike) -> NDArray[np.float64]:
        """Points of the curve, computed in double: an array of the shape of t, and an axis for the coordinates."""
        at = np.asarray(t, dtype=float)
        values = _basis(self.knots, self.degree, at.ravel())
        if self.weights is not None:
            values = values * self.weights
            values = values / values.sum(axis=1, keepdims=True)
        return (values @ self.control).reshape(*at.shape, self.dimension)

    def __repr__(self) -> str:
        kind = "rational " * (self.weights is not None) + (
            "B-spline" if len(self.control) > self.degree + 1 else "Bezier curve"
        )
        return f"<{kind} of degree {self.degree}, {len(self.control)} points, in {'the plane' if self.dimension == 2 else 'space'}>"

    def homogeneous(self) -> list[Exact]:
        """Rows (w x, w y, ..., w) of exact numbers."""
        weights = _exact(self.weights) if self.weights is not None else [Fraction(1)] * len(self.control)
        return [[w * c for c in _exact(point)] + [w] for point, w in zip(self.control, weights)]

    def pieces(self) -> list[tuple[Fraction, Fraction, list[Exact]]]:
        """Bezier pieces in exact numbers: begin and end of the parameter, and homogeneous control points."""
        return _split(self.homogeneous(), _exact(self.knots), self.degree)


class Surface:
    """A surface in space over a rectangle: Bezier, B-spline or rational, as for `Curve`.

    `control`: an array of shape (m, n, 3), the first axis along u. `knots`: a pair, along u and along v. `weights`: of shape (m, n).
    """

    def __init__(
        self, control: ArrayLike, knots: Optional[Sequence[ArrayLike]] = None, weights: Optional[ArrayLike] = None
    ) -> None:
        self.control: NDArray[np.float64] = _real("control", control)
        if self.control.ndim != 3 or self.control.shape[2] != 3 or min(self.control.shape[:2]) < 2:
            raise ValueError(f"control: found the shape {self.control.shape}, expected (m, n, 3) with m, n at least 2")
        pair = knots if knots is not None else (None, None)
        if len(pair) != 2:
            raise ValueError(f"knots: found {len(pair)} of them, expected a pair, along u and along v")
        along = [_knots(f"knots[{k}]", pair[k], self.control.shape[k]) for k in (0, 1)]
        self.knots, self.degrees = tuple(k for k, _ in along), tuple(d for _, d in along)
        self.weights = _weights(weights, self.control.shape[:2])

    @property
    def domain(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where u and v go from and to."""
        (a, b), (p, q) = ((float(k[d]), float(k[-1 - d])) for k, d in zip(self.knots, self.degrees))
        return (a, b), (p, q)

    def __call__(self, u: ArrayLike, v: ArrayLike) -> NDArray[np.float64]:
        """Points of the surface, computed in double: an array of the shape that u and v have together, and an axis more."""
        at_u, at_v = np.broadcast_arrays(np.asarray(u, dtype=float), np.asarray(v, dtype=float))
        along_u = _basis(self.knots[0], self.degrees[0], at_u.ravel())
        along_v = _basis(self.knots[1], self.degrees[1], at_v.ravel())
        weights = np.ones(self.control.shape[:2]) if self.weights is None else self.weights
        points = np.einsum("ki,kj,ij,ijc->kc", along_u, along_v, weights, self.control)
        scale = np.einsum("ki,kj,ij->k", along_u, along_v, weights)
        there: NDArray[np.float64] = (points / scale[:, None]).reshape(*at_u.shape, 3)
        return there

    def __repr__(self) -> str:
        m, n = self.control.shape[:2]
        return f"<{'rational ' * (self.weights is not None)}surface of degrees {self.degrees[0]} and {self.degrees[1]}, {m} x {n} points>"

    def homogeneous(self) -> list[list[Exact]]:
        """Rows of rows (w x, w y, w z, w) of exact numbers."""
        weights = np.ones(self.control.shape[:2]) if self.weights is None else self.weights
        return [
            [
                [Fraction(float(w)) * c for c in _exact(point)] + [Fraction(float(w))]
                for point, w in zip(row, row_weights)
            ]
            for row, row_weights in zip(self.control, weights)
        ]


def _patches(surface: Surface) -> Iterator[Any]:
    """Bezier pieces in both directions: begin and end of u and of v, homogeneous control points in exact numbers."""
    rows = surface.homogeneous()
    flat = [[c for point in row for c in point] for row in rows]  # all of v as one point along u
    for u0, u1, along_u in _split(flat, _exact(surface.knots[0]), surface.degrees[0]):
        turned = [[c for row in along_u for c in row[4 * j : 4 * j + 4]] for j in range(surface.control.shape[1])]
        for v0, v1, along_v in _split(turned, _exact(surface.knots[1]), surface.degrees[1]):
            yield (
                (u0, u1),
                (v0, v1),
                [[column[4 * i : 4 * i + 4] for column in along_v] for i in range(surface.degrees[0] + 1)],
            )
