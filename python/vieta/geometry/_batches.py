"""Many pairs of shapes, or many rays, in one call of `solve_boxes`."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._boxes import solve_boxes
from .._inside.arrays import listed
from ._clock import Clock
from ._meet import (
    Intersections,
    curve_surface_problem,
    curves_places,
    curves_problem,
    pieces_of,
    places_of,
)
from ._rays import along_ray, ray_problem
from ._shapes import Curve, Surface, _real
from ._space import curves_in_space

_Array = NDArray[np.float64]


def _difference(a: _Array, b: _Array) -> tuple[_Array, NDArray[np.bool_]]:
    """a - b, and where that is exact (Knuth's sum of two)."""
    s = a - b
    virtual = a - s
    return s, (a - (s + virtual)) + (virtual - b) == 0


def _product(a: _Array, b: _Array) -> tuple[_Array, NDArray[np.bool_]]:
    """a b, and where that is exact (Dekker's product); of numbers far from the ends of the range."""

    def halves(x: _Array) -> tuple[_Array, _Array]:
        c = 134217729.0 * x
        high = c - (c - x)
        return high, x - high

    p = a * b
    (a1, a2), (b1, b2) = halves(a), halves(b)
    return p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2 == 0


def _is_plain(knots: _Array, points: int) -> bool:
    """Whether they are those of one Bezier piece from 0 to 1."""
    return len(knots) == 2 * points and not knots[:points].any() and bool((knots[points:] == 1).all())


def _solve(
    arrays: dict[tuple[int, ...], list[tuple[int, _Array]]],
    others: list[tuple[int, dict[str, Any]]],
    first: Sequence[Callable[[_Array], _Array]],
    on: str,
    threads: int,
    clock: Clock,
    alone: Optional[dict[int, Intersections]] = None,
    exactly: Optional[Callable[[int], dict[str, Any]]] = None,
) -> list[Intersections]:
    """Systems of one shape as an array, in lanes or on a GPU; the others as dicts. `alone`: what is known already. `exactly`: the others'
    coefficients are rounded, which is counted, so that what is proven is; the systems in exact numbers are asked where not all is."""
    found = dict(alone or {})
    of_variables: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for k, p in others:
        of_variables.setdefault(len(p["vars"]), []).append((k, p))
    batches: list[tuple[int, list[tuple[int, Any]], Any, list[int]]] = []
    for shape, arrays_of_it in arrays.items():
        batches.append((len(shape) - 1, arrays_of_it, np.stack([a for _, a in arrays_of_it]), [1] * len(arrays_of_it)))
    for variables, problems in of_variables.items():
        pieces = [p.pop("pieces") if "pieces" in p else pieces_of(p) for _, p in problems]
        batches.append((variables, problems, [{k: v for k, v in p.items() if k != "vars"} if exactly else p for _, p in problems], pieces))
    for variables, rows, systems, pieces in batches:
        answer = solve_boxes(systems, on=on, threads=threads, max_seconds=clock.left())
        if len(answer.statuses) != sum(pieces):
            raise RuntimeError(f"found {len(answer.statuses)} systems, expected {sum(pieces)}")
        found.update(zip((k for k, _ in rows), places_of(answer, variables, [first[k] for k, _ in rows], pieces)))
    if exactly:
        again = [(k, exactly(k)) for k, _ in others if not found[k].complete]
        known = {k: there for k, there in found.items() if k not in {k for k, _ in again}}
        return _solve({}, again, first, on, threads, clock, known)
    return [found[k] for k in range(len(first))]


def _written(shape: Union[Curve, Surface]) -> dict[str, Any]:
    """As `solve_boxes` reads it."""
    as_dict: dict[str, Any] = {"control": shape.control.tolist()}
    if shape.weights is not None:
        as_dict["weights"] = shape.weights.tolist()
    knots = [shape.knots] if isinstance(shape, Curve) else shape.knots
    if not all(_is_plain(k, n) for k, n in zip(knots, shape.control.shape)):
        as_dict["knots"] = shape.knots.tolist() if isinstance(shape, Curve) else [k.tolist() for k in shape.knots]
    return as_dict


def _spans(shape: Union[Curve, Surface]) -> int:
    """Between how many knots it is a polynomial."""
    along = [(shape.knots, shape.domain)] if isinstance(shape, Curve) else list(zip(shape.knots, shape.domain))
    spans = 1
    for knots, (begin, end) in along:
        spans *= len({k for k in knots.tolist() if begin <= k <= end}) - 1
    return spans


def intersect_many(
    first: Union[Curve, Sequence[Curve]],
    second: Union[Curve, Surface, Sequence[Union[Curve, Surface]]],
    *,
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0,
) -> list[Intersections]:
    """`intersect` of each pair of two lists of curves, or of space curves and surfaces; one shape alone meets all of the other list.

    All pairs are one call of `solve_boxes`, on all threads and SIMD lanes, but for pairs of curves in space. Bezier curves without weights
    whose differences of control points are doubles may go through a GPU (`on`). The answers are those of `intersect`: coefficients are
    doubles whose rounding is counted, and pairs of which not all is proven so are asked again in exact numbers.

    >>> import numpy as np, vieta.geometry as g
    >>> draw = np.random.default_rng(1)
    >>> a, b = ([g.Curve(c) for c in draw.random((100, 4, 2))] for _ in range(2))
    >>> sum(len(places) for places in g.intersect_many(a, b)) > 50
    True
    """
    clock = Clock(max_seconds)
    lists = [
        [shapes] if isinstance(shapes, (Curve, Surface)) else listed(name, shapes, "curves and surfaces")
        for name, shapes in (("first", first), ("second", second))
    ]
    for k, (given, other) in enumerate(((first, lists[1]), (second, lists[0]))):
        if isinstance(given, (Curve, Surface)):
            lists[k] = lists[k] * len(other)
    if len(lists[0]) != len(lists[1]):
        raise ValueError(f"intersect_many: found {len(lists[0])} and {len(lists[1])} shapes, expected as many")
    pairs = list(zip(*lists))
    arrays: dict[tuple[int, ...], list[tuple[int, _Array]]] = {}
    others: list[tuple[int, dict[str, Any]]] = []
    alone: dict[int, Intersections] = {}
    for k, (a, b) in enumerate(pairs):
        if not isinstance(a, Curve) or not isinstance(b, (Curve, Surface)):
            raise TypeError(f"intersect_many[{k}]: found {a!r} and {b!r}, expected a curve, and a curve or a surface")
        if a.dimension != (b.dimension if isinstance(b, Curve) else 3):
            raise ValueError(
                f"intersect_many[{k}]: found {a!r} and {b!r}, expected two curves in the plane or in space, or one in space and a surface"
            )
        if isinstance(b, Surface):
            others.append((k, {"vars": "tuv", "curve": _written(a), "surface": _written(b), "pieces": _spans(a) * _spans(b)}))
        elif a.dimension == 3:
            alone[k] = curves_in_space(a, b, clock.left())
        elif (array := _bezier_difference(a, b)) is not None:
            arrays.setdefault(array.shape, []).append((k, array))
        else:
            others.append((k, {"vars": "st", "curves": [_written(a), _written(b)], "pieces": _spans(a) * _spans(b)}))

    def exactly(k: int) -> dict[str, Any]:
        a, b = pairs[k]
        return curve_surface_problem(a, b) if isinstance(b, Surface) else curves_problem(a, b)

    starts = [lambda x, a=a: a(x[:, 0]) for a, _ in pairs]
    there = _solve(arrays, others, starts, on, threads, clock, alone, exactly)
    return [
        curves_places(a, b, t, clock) if isinstance(b, Curve) and k not in alone else t
        for k, ((a, b), t) in enumerate(zip(pairs, there))
    ]


def _bezier_difference(a: Curve, b: Curve) -> Any:
    """C(s) - D(t) in Bernstein form; None where rounding would change it, or where both are on lines along an axis."""
    if a.weights is not None or b.weights is not None:
        return None
    if not (_is_plain(a.knots, len(a.control)) and _is_plain(b.knots, len(b.control))):
        return None
    difference, exact = _difference(a.control.T[:, :, None], b.control.T[:, None, :])
    flat = [bool((x.control == x.control[0])[:, c].all()) for c in (0, 1) for x in (a, b)]
    if not exact.all() or (flat[0] and flat[1]) or (flat[2] and flat[3]):
        return None
    return difference


def rays(
    surface: Surface,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0,
) -> list[Intersections]:
    """`ray` of each of many lines: `origins` and `directions` of shape (rays, 3), or one of them of shape (3,) for all.

    All rays are one call of `solve_boxes`, on all threads and SIMD lanes. For a Bezier surface without weights, rays whose equations are
    doubles (those of numbers with as few digits as float32 has) may go through a GPU (`on`). Others have coefficients whose rounding is
    counted, and exact numbers where not all is proven so, or where the surface has knots inside.
    """
    if not isinstance(surface, Surface):
        raise TypeError(f"rays: found {surface!r}, expected a Surface")
    clock = Clock(max_seconds)
    o, d = _real("origins", origins), _real("directions", directions)
    if {o.ndim, d.ndim} - {1, 2} or o.shape[-1:] != (3,) or d.shape[-1:] != (3,):
        raise ValueError(f"rays: found the shapes {o.shape} and {d.shape}, expected (rays, 3)")
    if o.ndim == d.ndim == 2 and len(o) != len(d) and 1 not in (len(o), len(d)):
        raise ValueError(f"rays: found {len(o)} origins and {len(d)} directions, expected as many, or one for all")
    o, d = (np.atleast_2d(x) for x in np.broadcast_arrays(o, d))
    if not d.any(axis=1).all():
        raise ValueError(f"directions[{int(np.argmin(d.any(axis=1)))}]: found zero, expected a direction")
    bezier = all(_is_plain(k, n) for k, n in zip(surface.knots, surface.control.shape))
    plain = bezier and surface.weights is None
    written = _written(surface)
    arrays: dict[tuple[int, ...], list[tuple[int, _Array]]] = {}
    others: list[tuple[int, dict[str, Any]]] = []
    for k, (origin, direction) in enumerate(zip(o, d)):
        array = _ray_planes(surface, origin, direction) if plain else None
        if array is not None:
            arrays.setdefault(array.shape, []).append((k, array))
        elif bezier:
            line = {"origin": origin.tolist(), "direction": direction.tolist()}
            others.append((k, {"vars": "uv", "ray": line, "surface": written, "pieces": 1}))
        else:
            others.append((k, ray_problem(surface, origin, direction)))

    def exactly(k: int) -> dict[str, Any]:
        return ray_problem(surface, o[k], d[k])

    points = [lambda x: surface(x[:, 0], x[:, 1])] * len(o)
    there = _solve(arrays, others, points, on, threads, clock, None, exactly if bezier else None)
    return [along_ray(surface, origin, direction, t, clock) for origin, direction, t in zip(o, d, there)]


def _ray_planes(surface: Surface, o: _Array, d: _Array) -> Any:
    """Two planes through the line in Bernstein form; None where they are no doubles."""
    from_origin, exact = _difference(surface.control, o)
    k = int(np.argmax(np.abs(d)))
    planes = []
    for j in (j for j in range(3) if j != k):
        (p, p_exact), (q, q_exact) = _product(d[k], from_origin[..., j]), _product(d[j], from_origin[..., k])
        plane, plane_exact = _difference(p, q)
        if not (p_exact.all() and q_exact.all() and plane_exact.all()):
            return None
        planes.append(plane)
    return np.stack(planes) if exact.all() else None
