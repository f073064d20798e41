"""Where a curve meets itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Optional

import numpy as np

from .._inside.arrays import described
from ._clock import Clock
from ._meet import Intersections, at_corners, number_text, solved
from ._polynomials import from_bernstein
from ._shapes import Curve, Exact

Piece = tuple[Fraction, Fraction, list[Exact]]


def _within_half_a_turn(*pieces: Piece) -> bool:
    """Whether there is a direction in which all these pieces go on, so that no two of their points are the same.

    The derivative of a polynomial piece is a positive combination of the steps between its control points, that of a rational one of
    the differences of any two of them (Floater 1992).
    """
    steps: list[Exact] = []
    for _, _, control in pieces:
        points = [[c / row[-1] for c in row[:-1]] for row in control]
        rational = len({row[-1] for row in control}) > 1
        pairs = [(p, q) for i, p in enumerate(points) for q in (points[i + 1 :] if rational else points[i + 1 : i + 2])]
        steps += [[b - a for a, b in zip(p, q)] for p, q in pairs if p != q]
    if not steps:
        return True  # a point
    size = max(abs(c) for s in steps for c in s)
    scaled = [[float(c / size) for c in s] for s in steps]
    base = np.arctan2(scaled[0][1], scaled[0][0])
    turns = [(np.arctan2(s[1], s[0]) - base + np.pi) % (2 * np.pi) - np.pi for s in scaled]
    middle = base + (min(turns) + max(turns)) / 2
    way = [Fraction(float(np.cos(middle))), Fraction(float(np.sin(middle)))]
    return all(s[0] * way[0] + s[1] * way[1] > 0 for s in steps)


def _same_point(p: Exact, q: Exact) -> bool:
    return all(x * q[-1] == y * p[-1] for x, y in zip(p, q))


def _halves(piece: Piece) -> tuple[Piece, Piece]:
    """Not in the middle, where a curve with simple numbers may meet itself: it would be told about twice."""
    begin, end, control = piece
    x = Fraction(123, 256)
    left, right, row = [], [], control
    while row:
        left.append(row[0])
        right.append(row[-1])
        row = [[(1 - x) * a + x * b for a, b in zip(p, q)] for p, q in zip(row, row[1:])]
    middle = begin + x * (end - begin)
    return (begin, middle, left), (middle, end, right[::-1])


def _parts(piece: Piece) -> list[Piece]:
    """Three of them, between parameters that are nobody's favourites: a curve that meets itself there would be told about twice."""
    begin, end, control = piece
    parts = []
    for x in (Fraction(0x5A827999, 1 << 32), Fraction(0x6ED9EBA1, 1 << 32)):  # of what is left
        left, right, row = [], [], control
        while row:
            left.append(row[0])
            right.append(row[-1])
            row = [[(1 - x) * a + x * b for a, b in zip(p, q)] for p, q in zip(row, row[1:])]
        middle = begin + x * (end - begin)
        parts.append((begin, middle, left))
        begin, control = middle, right[::-1]
    return [*parts, (begin, end, control)]


def _apart(a: Piece, b: Piece) -> bool:
    """Whether their control points, and so the pieces, are in boxes that do not meet."""
    for c in range(2):
        p, q = ([row[c] / row[-1] for row in piece[2]] for piece in (a, b))
        if max(p) < min(q) or max(q) < min(p):
            return True
    return False


def _between(a: Piece, b: Piece, max_seconds: float) -> Intersections:
    """Places where two pieces meet, in their own parameters from 0 to 1."""
    degrees = [len(a[2]) - 1, len(b[2]) - 1]
    equations = [
        {"degrees": degrees, "bernstein": [[number_text(u[c] * v[-1] - v[c] * u[-1]) for v in b[2]] for u in a[2]]}
        for c in range(2)
    ]
    return solved(["s", "t"], [(0.0, 1.0), (0.0, 1.0)], equations, lambda x: x, max_seconds)


def _within(piece: Piece, max_seconds: float) -> Optional[Intersections]:
    """Places where a piece meets itself: X(s) W(t) - X(t) W(s) divided by s - t. None where the quotient is zero everywhere."""
    w = from_bernstein([row[-1] for row in piece[2]])
    equations = []
    for c in range(2):
        x = from_bernstein([row[c] for row in piece[2]])
        n = len(x)
        power = [[Fraction(0)] * (n - 1) for _ in range(n - 1)]
        for i in range(n):
            for j in range(i):
                factor = x[i] * w[j] - x[j] * w[i]
                if factor:  # (s^i t^j - s^j t^i) / (s - t) = s^j t^j (s^m + ... + t^m), m = i - j - 1
                    for k in range(i - j):
                        power[j + k][i - 1 - k] += factor
        if not any(any(row) for row in power):
            return None
        equations.append({"degrees": [n - 2, n - 2], "power": [[number_text(v) for v in row] for row in power]})
    return solved(["s", "t"], [(0.0, 1.0), (0.0, 1.0)], equations, lambda x: x, max_seconds)


def self_intersections(curve: Curve, max_seconds: float = 0) -> Intersections:
    """All pairs of parameters s < t at which a curve has the same point; and 'cluster' where it has a cusp or comes near to one.

    Within a Bezier piece the difference of two points is divided by s - t, exactly. Different pieces meet as curves do; around a knot,
    where neighbours meet anyway, they are halved until both go on in one direction. A curve that is closed, exactly, meets itself at its
    ends. Curves in space: as for `intersect`.
    """
    if not isinstance(curve, Curve):
        raise TypeError(f"self_intersections: found {described(curve)}, expected a Curve")
    if curve.dimension == 3:
        from ._space import curve_with_itself

        return curve_with_itself(curve, max_seconds)
    clock = Clock(max_seconds)
    rows: list[tuple[float, float, float, str]] = []
    told = True

    def add(a: Piece, b: Piece, there: Optional[Intersections], ordered: bool) -> None:
        nonlocal told
        if there is None:
            told = False
            return
        told = told and there.listed
        for (s, t), r, kind in zip(there.parameters, there.radii, there.kinds):
            if ordered and s > t + r:
                continue  # the same place, named the other way round
            if ordered and kind == "unique" and t - s <= 2 * r:
                kind = "cluster"  # a cusp: s and t are the same
                told = False
            width = max(float(a[1] - a[0]), float(b[1] - b[0]))
            places = sorted(float(p[0]) + float(p[1] - p[0]) * x for p, x in ((a, s), (b, t)))
            rows.append((places[0], places[1], width * r + 2e-16 * max(map(abs, places)), kind))

    def beside(a: Piece, b: Piece, depth: int) -> None:
        """Two neighbours; what is on the knot between them is not asked for."""
        nonlocal told
        if _within_half_a_turn(a, b):
            return
        if depth == 0:
            told = False
            begin, end = sorted((float(a[1]), float(b[0])))
            rows.append((begin, end, float(b[1] - b[0] + a[1] - a[0]), "cluster"))
            return
        (a1, a2), (b1, b2) = _halves(a), _halves(b)
        for p, q in ((a1, b1), (a1, b2), (a2, b2)):
            if not _apart(p, q):
                add(p, q, _between(p, q, clock.left()), False)
        beside(a2, b1, depth - 1)

    pieces = curve.pieces()
    closed = _same_point(pieces[0][2][0], pieces[-1][2][-1])
    if closed and len(pieces) < 3:  # so that no two pieces have two ends in common
        pieces = [part for piece in pieces for part in _parts(piece)]
    still = [all(_same_point(row, control[0]) for row in control) for _, _, control in pieces]
    if all(still):
        raise ValueError("self_intersections: found a curve that is a point, expected one that moves")
    for i, a in enumerate(pieces):
        if still[i]:  # which is one point for all of its parameters
            told = False
            rows.append((float(a[0]), float(a[1]), float(a[1] - a[0]), "cluster"))
        elif not _within_half_a_turn(a) and len(a[2]) > 2:
            add(a, a, _within(a, clock.left()), True)
        for j in range(i + 1, len(pieces)):
            if j == i + 1:
                beside(a, pieces[j], 40)
            elif closed and i == 0 and j == len(pieces) - 1:
                rows.append((float(a[0]), float(pieces[j][1]), 0.0, "unique"))
                beside(pieces[j], a, 40)
            elif not _apart(a, pieces[j]):
                add(a, pieces[j], _between(a, pieces[j], clock.left()), False)
    rows.sort()
    kept: list[tuple[float, float, float, str]] = []
    for row in rows:
        near = [k for k in kept[-8:] if abs(row[0] - k[0]) <= row[2] + k[2] and abs(row[1] - k[1]) <= row[2] + k[2]]
        if near:  # beside a knot, found from both sides: one place or two
            kept[kept.index(near[0])] = (*near[0][:2], near[0][2] + row[2], "near")
        else:
            kept.append(row)
    parameters = np.array([row[:2] for row in kept], dtype=float).reshape(len(kept), 2)
    radii, kinds = np.array([row[2] for row in kept]), [row[3] for row in kept]
    there = Intersections(parameters, curve(parameters[:, 0]), radii, kinds, told and set(kinds) <= {"unique"}, told)
    if {"unresolved", "near"} & set(kinds):
        there = at_corners(curve, curve, there, clock)
    there.kinds = ["cluster" if kind == "near" else kind for kind in there.kinds]
    return there
