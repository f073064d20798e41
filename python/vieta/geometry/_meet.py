"""Where curves meet curves and surfaces."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, Callable, Sequence, Union, overload

import numpy as np
from numpy.typing import NDArray

from .._boxes import Boxes, solve_boxes
from .._inside.exact import upwards_about
from ._clock import Clock
from ._polynomials import common_factor, from_bernstein, is_zero, plus, roots_inside, trimmed
from ._shapes import Curve, Surface

if TYPE_CHECKING:
    from ._surfaces import SurfaceCurves


class Intersections:
    """Places where two shapes meet, or one meets itself.

    `parameters` (places, n): on the first, then on the second. `points` (places, 2 or 3): computed in double from the first.
    `radii`: each true parameter lies this near. `kinds`: 'unique' (exactly one place, proven), 'cluster' (none, one or more, not
    told apart), 'curve' (the shapes have a piece in common), 'unresolved' (at an end or a corner, and perhaps just outside of it) or 'near'
    (curves in space come so near to each other that doubles do not tell whether they meet); of the last four the parameters are the
    middle of where they may be. `complete`: all places are listed and unique, which is proven.
    """

    def __init__(
        self,
        parameters: NDArray[np.float64],
        points: Union[NDArray[np.float64], Callable[[NDArray[np.float64]], NDArray[np.float64]]],
        radii: NDArray[np.float64],
        kinds: list[str],
        complete: bool,
        listed: bool = False,
    ) -> None:
        # Whether all places are among these, though some may not be told from what is just outside.
        self.listed = listed or complete
        self.parameters, self._points, self.radii, self.kinds, self.complete = parameters, points, radii, kinds, complete

    @property
    def points(self) -> NDArray[np.float64]:
        """(places, 2 or 3), computed when they are first asked for: of many pairs few are."""
        if callable(self._points):
            self._points = self._points(self.parameters)
        return self._points

    def __len__(self) -> int:
        return len(self.kinds)

    def __repr__(self) -> str:
        rows = [
            f"  {kind:10} {', '.join(map(repr, row.tolist()))}   radius {upwards_about(radius, row)}"
            for kind, row, radius in zip(self.kinds, self.parameters, self.radii)
        ]
        head = f"{len(self)} places, {'all of them: proven' if self.complete else 'perhaps not all told apart'}"
        return "\n".join([head, *rows[:20], *["  ..."] * (len(rows) > 20)])


def number_text(value: Fraction) -> Any:
    """A double where it is one, else a text that is read exactly."""
    as_double = float(value)
    return as_double if Fraction(as_double) == value else f"{value.numerator}/{value.denominator}"


def spline(values: Any, degrees: list[int], knots: list[NDArray[np.float64]]) -> dict[str, Any]:
    return {"degrees": degrees, "knots": [k.tolist() for k in knots], "control": values}


def solved(
    names: list[str], domains: list[tuple[float, float]], equations: list[Any], first: Any, max_seconds: float
) -> Intersections:
    """The answer of `solve_boxes`, with the points that `first` computes of parameters. What lies at a border of a piece, and perhaps
    outside of it, is 'unresolved'."""
    return places_of(solve_boxes(problem(names, domains, equations), max_seconds=max_seconds), len(names), [first])[0]


def problem(names: list[str], domains: list[tuple[float, float]], equations: list[Any]) -> dict[str, Any]:
    return {"vars": names, "box": [list(d) for d in domains], "equations": equations}


def pieces_of(problem: dict[str, Any]) -> int:
    """Of how many systems `solve_boxes` makes one of splines: one for each box between knots."""
    spans = 1
    for axis, (begin, end) in enumerate(problem["box"]):
        knots = problem["equations"][0].get("knots", problem["box"])[axis]
        spans *= len({k for k in knots if begin <= k <= end}) - 1
    return spans


def places_of(answer: Boxes, variables: int, first: Sequence[Any], pieces: Sequence[int] = ()) -> list[Intersections]:
    """What `solve_boxes` found for each problem, which has as many systems as `pieces` says; all of them for one alone."""
    x = np.asarray(answer.x, dtype=float).reshape(len(answer), variables)
    radii, at_border = np.asarray(answer.radii), np.asarray(answer.on_border).tolist()
    kinds = ["unresolved" if kind == "unique" and b else kind for kind, b in zip(answer.kinds, at_border)]
    systems = np.cumsum([0, *(pieces or [len(answer.statuses)])])
    ends = np.searchsorted(answer.systems, systems)  # items are in the order of their systems
    found = []
    for k, points in enumerate(first):
        i, j = ends[k], ends[k + 1]
        statuses = answer.statuses[systems[k] : systems[k + 1]]
        listed = all(s == "complete" for s in statuses)
        complete = listed and "unresolved" not in kinds[i:j]
        found.append(Intersections(x[i:j], points, radii[i:j], kinds[i:j], complete, listed))
    return found


def curves_problem(a: Curve, b: Curve) -> dict[str, Any]:
    p, q = a.homogeneous(), b.homogeneous()
    between = [[[u[c] * v[-1] - v[c] * u[-1] for v in q] for u in p] for c in range(2)]
    if any(is_zero([x for row in one for x in row]) for one in between) or _has_flat_pieces(a, b):
        # Both on a line along an axis, wholly or in pieces: other equations of the same curves.
        between = [[[x + k * y for x, y in zip(*rows)] for rows in zip(between[0], between[1])] for k in (1, -2)]
    equations = [
        spline([[number_text(x) for x in row] for row in one], [a.degree, b.degree], [a.knots, b.knots])
        for one in between
    ]
    return problem(["s", "t"], [a.domain, b.domain], equations)


def curves_places(a: Curve, b: Curve, there: Intersections, clock: Clock) -> Intersections:
    return at_corners(a, b, there, clock) if "unresolved" in there.kinds else there


def _curves(a: Curve, b: Curve, max_seconds: float) -> Intersections:
    clock = Clock(max_seconds)
    answer = solve_boxes(curves_problem(a, b), max_seconds=clock.left())
    return curves_places(a, b, places_of(answer, 2, [lambda x: a(x[:, 0])])[0], clock)


def _has_flat_pieces(a: Curve, b: Curve) -> bool:
    """Whether some piece of each stays on one and the same line along an axis."""
    lines = []
    for curve in (a, b):
        own = set()
        for _, _, control in curve.pieces():
            for c in range(2):
                values = {row[c] / row[-1] for row in control}
                if len(values) == 1:
                    own.add((c, values.pop()))
        lines.append(own)
    return bool(lines[0] & lines[1])


def at_corners(a: Curve, b: Curve, there: Intersections, clock: Clock) -> Intersections:
    """Places at ends and knots, decided exactly, while there is time: the point of one curve there, and whether the other one goes
    through it."""
    parameters, radii, kinds = there.parameters.tolist(), there.radii.tolist(), list(there.kinds)
    for i, kind in enumerate(kinds):
        if kind not in ("unresolved", "near") or clock.is_over():
            continue
        for axis, (own, other) in enumerate(((a, b), (b, a))):
            near = [
                k
                for k in set(own.knots.tolist())
                if abs(k - parameters[i][axis]) <= radii[i] and own.domain[0] <= k <= own.domain[1]
            ]
            found = [
                (k, t, r)
                for k in near
                for t, r in _places_of(other, _point(own, k))
                if abs(t - parameters[i][1 - axis]) <= radii[i] + r
            ]
            if len(found) == 1:
                k, t, r = found[0]
                parameters[i] = [k, t] if axis == 0 else [t, k]
                radii[i], kinds[i] = r, "unique"
                break
    kept = one_of_each(parameters, radii, kinds)
    x = np.array([parameters[i] for i in kept], dtype=float).reshape(len(kept), 2)
    complete = there.listed and all(kinds[i] == "unique" for i in kept)
    return Intersections(x, a(x[:, 0]), np.array([radii[i] for i in kept]), [kinds[i] for i in kept], complete)


def one_of_each(parameters: list[list[float]], radii: list[float], kinds: list[str]) -> list[int]:
    """The numbers of the places, less those that several pieces share and list."""
    kept: list[int] = []
    for i in range(len(kinds)):
        same = [
            j
            for j in kept
            if kinds[i] == kinds[j] == "unique"
            and max(abs(u - v) for u, v in zip(parameters[i], parameters[j])) <= radii[i] + radii[j]
        ]
        if not same:
            kept.append(i)
    return kept


def _point(curve: Curve, knot: float) -> list[Fraction]:
    """The exact point at a knot, which is an end of a piece."""
    for begin, end, control in curve.pieces():
        for at, row in ((begin, control[0]), (end, control[-1])):
            if at == Fraction(knot):
                return [c / row[-1] for c in row[:-1]]
    return []


def _places_of(curve: Curve, point: list[Fraction]) -> list[tuple[float, float]]:
    """Parameters at which a curve goes through a point, exactly, with the radius of each."""
    places: list[tuple[float, float]] = []
    for begin, end, control in curve.pieces() if point else []:
        w = from_bernstein([row[-1] for row in control])
        zero = [plus(from_bernstein([row[c] for row in control]), w, -x) for c, x in enumerate(point)]
        common = reduce(common_factor, [p for p in zero if not is_zero(p)] or [[Fraction(0)]])
        if is_zero(common) or len(trimmed(common)) < 2:
            continue
        for t, r in roots_inside(common, 0)[0]:
            width = float(end - begin)
            place = (float(begin) + width * t, width * r + 2e-16 * max(abs(float(begin)), abs(float(end))))
            if not any(abs(place[0] - other[0]) <= place[1] + other[1] for other in places):
                places.append(place)
    return places


def curve_surface_problem(curve: Curve, surface: Surface) -> dict[str, Any]:
    p, q = curve.homogeneous(), surface.homogeneous()
    between = [[[[a[c] * b[-1] - b[c] * a[-1] for b in row] for row in q] for a in p] for c in range(3)]
    equations = [
        spline(
            [[[number_text(x) for x in row] for row in table] for table in one],
            [curve.degree, *surface.degrees],
            [curve.knots, *surface.knots],
        )
        for one in none_zero(between)
    ]
    return problem(["t", "u", "v"], [curve.domain, *surface.domain], equations)


def none_zero(equations: list[Any]) -> list[Any]:
    """As many equations with the same solutions, none of which is zero everywhere, as is that of a coordinate along which both shapes
    stay: where they meet, they have a curve in common, and a system with equations that say nothing would not be searched."""

    def entries(table: Any) -> list[Fraction]:
        return [x for row in table for x in entries(row)] if isinstance(table, list) else [table]

    def doubled(table: Any) -> Any:
        return [doubled(row) for row in table] if isinstance(table, list) else 2 * table

    says = [e for e in equations if not is_zero(entries(e))]
    missing = len(equations) - len(says)
    return equations if not says else says + [doubled(e) for e in (says * missing)[:missing]]


@overload
def intersect(a: Curve, b: Union[Curve, Surface], max_seconds: float = 0) -> Intersections: ...
@overload
def intersect(a: Surface, b: Curve, max_seconds: float = 0) -> Intersections: ...
@overload
def intersect(a: Surface, b: Surface, max_seconds: float = 0) -> SurfaceCurves: ...
def intersect(
    a: Union[Curve, Surface], b: Union[Curve, Surface], max_seconds: float = 0
) -> Union[Intersections, SurfaceCurves]:
    """All places where two curves meet, or a space curve and a surface, in either order: of parameters (first, second);
    `Intersections`. Two surfaces meet in curves: `SurfaceCurves`.

    The equations are C(s) = D(t), or C(t) = S(u, v), multiplied by the weights: one B-spline in all parameters with exact
    coefficients. The places are proven: none is lost, none invented. After `max_seconds` (0: no limit) what is known comes back.
    Two curves in space are found by their shadows on a plane: where these meet and the curves do not, that is proven; where the curves
    meet at an end, a knot or a parameter that is a double, or lie in one plane, that is decided exactly ('unique'); elsewhere the place is
    'near'.
    Of two surfaces, the curves S(u, v) = T(s, t) are traced, each in tubes that are proven to hold it and nothing else, and all
    that is not in a tube is proven to be empty, or listed (docs/method/boxes.md).
    """
    if isinstance(a, Curve) and isinstance(b, Curve):
        if a.dimension != b.dimension:
            raise ValueError("intersect: found a curve in the plane and one in space, expected both in the plane or both in space")
        if a.dimension == 3:
            from ._space import curves_in_space

            return curves_in_space(a, b, max_seconds)
        return _curves(a, b, max_seconds)
    if isinstance(a, Surface) and isinstance(b, Curve):
        there = intersect(b, a, max_seconds)
        points = there.points  # of the curve's parameter, which moves
        there.parameters = there.parameters[:, [1, 2, 0]]
        there._points = points
        return there
    if isinstance(a, Curve) and isinstance(b, Surface):
        if a.dimension != 3:
            raise ValueError("intersect: found a curve in the plane, expected one in space beside a surface")
        answer = solve_boxes(curve_surface_problem(a, b), max_seconds=max_seconds)
        return places_of(answer, 3, [lambda x: a(x[:, 0])])[0]
    if isinstance(a, Surface) and isinstance(b, Surface):
        from ._surfaces import surfaces

        return surfaces(a, b, max_seconds)
    raise TypeError(f"intersect: found {a!r} and {b!r}, expected curves or surfaces")


def rational_speed(
    control: NDArray[np.float64], weights: NDArray[np.float64], knots: NDArray[np.float64], degree: int
) -> float:
    """A bound of the derivative along one axis of what has weights: degree (largest weight / least) (greatest distance of control
    points) for each Bezier piece (Floater 1992), whose points and weights lie between those of the whole."""
    points = control.reshape(-1, control.shape[-1])
    inner = np.diff(knots[degree : len(knots) - degree])
    width = float(np.linalg.norm(np.ptp(points, axis=0))) / float(inner[inner > 0].min())
    return degree * float(weights.max() / weights.min()) * width


def _speed(surface: Surface) -> float:
    """A bound of |dS/du| + |dS/dv|."""
    total = 0.0
    for axis in (0, 1):
        knots, degree = surface.knots[axis], surface.degrees[axis]
        if surface.weights is not None:
            total += rational_speed(surface.control, surface.weights, knots, degree)
            continue
        steps = np.diff(surface.control, axis=axis)
        spans = (knots[degree + 1 : degree + 1 + steps.shape[axis]] - knots[1 : 1 + steps.shape[axis]]).reshape(
            (-1, 1, 1) if axis == 0 else (1, -1, 1)
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            total += 3 * degree * float(np.nanmax(np.where(spans > 0, np.abs(steps) / spans, 0)))
    return total
