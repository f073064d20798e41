"""vieta.geometry: all places where shapes meet, beside polylines and dense samples."""

from fractions import Fraction as F

import numpy as np
import pytest

import vieta.geometry as g

CLAMPED = [0, 0, 0, 0, 1, 2, 3, 3, 3, 3]


def crossings(a, b, beside=False):
    """How often two polylines cross; of one with itself, where neighbours do not count."""
    count = 0
    steps = np.diff(b, axis=0)
    for i, (p, r) in enumerate(zip(a, np.diff(a, axis=0))):
        q, s = (b[i + 2 : -1], steps[i + 2 :]) if beside else (b[:-1], steps)
        with np.errstate(all="ignore"):
            den = r[0] * s[:, 1] - r[1] * s[:, 0]
            t = ((q - p)[:, 0] * s[:, 1] - (q - p)[:, 1] * s[:, 0]) / den
            u = ((q - p)[:, 0] * r[1] - (q - p)[:, 1] * r[0]) / den
        count += int(((t >= 0) & (t < 1) & (u >= 0) & (u < 1)).sum())
    return count


def along(curve, count=1500):
    return curve(np.linspace(*curve.domain, count))


@pytest.mark.parametrize("seed", range(6))
def test_pieces_are_the_curve(seed):
    draw = np.random.default_rng(seed)
    degree = int(draw.integers(1, 5))
    count = degree + 4
    inner = np.sort(draw.choice([1.0, 2.0, 3.0], 3, replace=degree > 2))
    clamped = np.concatenate([np.zeros(degree + 1), inner, np.full(degree + 1, 4.0)])
    for knots in (clamped, np.sort(draw.uniform(0, 4, count + degree + 1))):
        for weights in (None, draw.uniform(0.5, 2, count)):
            curve = g.Curve(draw.normal(size=(count, 2)), knots, weights)
            for begin, end, control in curve.pieces():
                row = np.array(control, dtype=float)
                while len(row) > 1:
                    row = 0.7 * row[:-1] + 0.3 * row[1:]
                assert np.allclose(row[0, :2] / row[0, 2], curve(0.7 * float(begin) + 0.3 * float(end)), atol=1e-9)


def test_a_circle_is_rational():
    circle = g.Curve([[1, 0], [1, 1], [0, 1]], weights=[1, 0.5**0.5, 1])
    assert np.abs(np.linalg.norm(along(circle), axis=1) - 1).max() < 1e-15
    meet = g.intersect(circle, g.Curve([[0, 0], [1, 1]]))
    assert meet.complete and np.allclose(meet.points, 0.5**0.5, atol=1e-14) and "proven" in repr(meet)


@pytest.mark.parametrize("seed", range(8))
def test_curves_meet_where_polylines_do(seed):
    draw = np.random.default_rng(seed)
    a = g.Curve(draw.uniform(size=(6, 2)), CLAMPED)
    b = g.Curve(draw.uniform(size=(5, 2)), [0, 0, 0, 1, 2, 3, 3, 3], draw.uniform(0.5, 2, 5))
    meet = g.intersect(a, b)
    assert meet.complete and len(meet) == crossings(along(a), along(b))
    assert len(meet) == 0 or np.abs(meet.points - b(meet.parameters[:, 1])).max() < 1e-12
    # Both ways round.
    assert np.allclose(np.sort(g.intersect(b, a).parameters[:, 1]), np.sort(meet.parameters[:, 0]), atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_a_curve_meets_itself_where_its_polyline_does(seed):
    draw = np.random.default_rng(seed)
    curve = g.Curve(draw.uniform(size=(12, 2)), [0] * 4 + list(range(1, 9)) + [9] * 4)
    meet = g.self_intersections(curve)
    points = along(curve, 3000)
    assert meet.complete and len(meet) == crossings(points, points, beside=True)
    assert np.abs(curve(meet.parameters[:, 0]) - curve(meet.parameters[:, 1])).max() < 1e-12


def test_loops_and_cusps():
    loop = g.self_intersections(g.Curve([[0, 0], [3, 2], [-2, 2], [1, 0]]))
    assert loop.complete and loop.kinds == ["unique"] and loop.parameters.sum() == pytest.approx(1)
    cusp = g.self_intersections(g.Curve([[0, 0], [1, 1], [0, 1], [1, 0]]))
    assert not cusp.complete and cusp.kinds == ["cluster"]
    assert len(g.self_intersections(g.Curve([[0, 0], [1, 1], [2, 0]]))) == 0


def test_surfaces():
    draw = np.random.default_rng(1)
    grid = np.stack([*np.meshgrid(range(5), range(5), indexing="ij"), np.zeros((5, 5))], axis=-1)
    knots = [0, 0, 0, 0, 1, 2, 2, 2, 2]
    surface = g.Surface(grid + draw.uniform(0, 1, (5, 5, 3)), (knots, knots))
    hits = g.ray(surface, [2, 2, 5], [0.01, 0.02, -1])
    assert hits.complete and len(hits) == 1
    way = (hits.points[0] - [2, 2, 5]) / [0.01, 0.02, -1]
    assert np.ptp(way) < 1e-11 and len(g.ray(surface, [2, 2, 5], [0, 0, 1])) == 0
    curve = g.Curve([[0, 0, -1], [2, 2, 3], [3, 3, -2], [4, 4, 2]])
    meet = g.intersect(curve, surface)
    assert meet.complete and len(meet) > 0
    assert np.abs(surface(meet.parameters[:, 1], meet.parameters[:, 2]) - meet.points).max() < 1e-12
    assert np.allclose(g.intersect(surface, curve).parameters[:, [2, 0, 1]], meet.parameters)
    plane = g.Surface([[[0, 0, 0], [0, 4, 0]], [[4, 0, 0], [4, 4, 0]]])
    assert len(g.intersect(curve, plane)) == np.count_nonzero(np.diff(np.sign(along(curve)[:, 2])))
    near = g.closest([2, 2, 3.0], surface)
    dense = np.linalg.norm(surface(*np.meshgrid(*[np.linspace(0, 2, 300)] * 2)) - [2, 2, 3], axis=-1).min()
    assert near.proven and near.bound < 1e-9 and 0 <= dense - near.distance < 1e-4


@pytest.mark.parametrize("weights", [None, [1, 2, 0.5, 1, 3, 1]])
def test_the_closest_place(weights):
    draw = np.random.default_rng(5)
    curve = g.Curve(draw.uniform(size=(6, 2)), CLAMPED, weights)
    for point in draw.uniform(-0.5, 1.5, (10, 2)):
        near = g.closest(point, curve)
        dense = np.linalg.norm(along(curve, 40001) - point, axis=1).min()
        assert near.proven and near.bound < 1e-10 and -near.bound <= dense - near.distance < 1e-6


def test_offsets_have_cusps_where_the_curvature_says():
    parabola = g.Curve([[-1, 1], [0, -1], [1, 1]])  # y = x^2, radius of curvature 1/2 at its vertex
    assert len(g.offset_cusps(parabola, 0.49)) == 0 and len(g.offset_cusps(parabola, -1)) == 0
    two = g.offset_cusps(parabola, 0.5 * 2**1.5)  # where 1 + 4 x^2 = 2
    assert two.complete and np.allclose(two.points[:, 0], [-0.5, 0.5], atol=1e-12)
    assert g.offset_cusps(parabola, 0.5).parameters.tolist() == [[0.5]]


def test_offsets_of_rational_curves():
    quarter = g.Curve([[1, 0], [1, 1], [0, 1]], weights=[1, 1, 2])  # of the unit circle, exactly, counterclockwise
    for distance, complete in ((0.5, True), (-1, True), (1, False)):  # at 1 all of it is its centre
        found = g.offset_cusps(quarter, distance)
        assert len(found) == 0 and found.complete == complete
    ellipse = g.Curve([[2, 0], [2, 1], [0, 1]], weights=[1, 1, 2])  # radii of curvature from 1/2 to 4
    for distance in (0.75, 1, 3):
        found = g.offset_cusps(ellipse, distance)
        x, y = found.points[0] / [2, 1]
        assert found.complete and len(found) == 1 and (4 * y * y + x * x) ** 1.5 / 2 == pytest.approx(distance, rel=1e-12)
    assert len(g.offset_cusps(ellipse, 0.45)) == len(g.offset_cusps(ellipse, 4.5)) == len(g.offset_cusps(ellipse, -1)) == 0


def test_creases_are_edges():
    ridge = g.Surface([[[0, 0, 0], [0, 1, 0]], [[1, 0, 1], [1, 1, 1]], [[2, 0, 0], [2, 1, 0]]], ([0, 0, 1, 2, 2], [0, 0, 1, 1]))
    near = g.closest([1, 0.5, 2], ridge)
    assert near.proven and abs(near.distance - 1) <= near.bound and np.allclose(near.point, [1, 0.5, 1])
    assert g.ray(ridge, ridge(0.3, 0.4), [0, 0, 1]).kinds == ["unresolved"]  # at r = 0, or beside it


def test_ends_and_corners_are_decided_exactly():
    line = g.Curve([[0, 0], [2, 0]])
    for gap, kinds in ((0, ["unique"]), (5e-15, ["unresolved"] * 2), (-1e-3, ["unique"] * 2), (1e-3, [])):
        meet = g.intersect(g.Curve([[0, 1], [1, gap], [2, 1]], knots=[0, 0, 1, 2, 2]), line)
        assert meet.kinds == kinds and meet.complete == ("unresolved" not in kinds), gap
    assert not g.intersect(g.Curve([[1e-15, 0], [1, 0]]), g.Curve([[0, 1], [0, -1]])).complete
    assert g.intersect(g.Curve([[0, 0], [1, 0]]), g.Curve([[0, 1], [0, -1]])).complete


def test_shared_pieces():
    meet = g.intersect(line := g.Curve([[0, 0], [2, 0]]), g.Curve([[1, 0], [3, 0]]))
    assert meet.kinds == ["curve"] and not meet.complete
    apart = g.intersect(line, g.Curve([[5, 0], [7, 0]]))
    assert len(apart) == 0 and apart.complete


def test_evaluation_ends_where_the_domain_does():
    curve = g.Curve([[0, 0], [1, 0], [5, 5]], knots=[0, 0, 1, 1, 2])
    assert curve.domain == (0, 1) and curve(1.0).tolist() == [1, 0]
    assert g.closest([5, 5], curve).distance == pytest.approx(41**0.5)


def test_offsets_of_a_curve_that_stands_still_are_not_told():
    for distance in (0.5, -0.5, 3, -3):  # a cusp of its own at 1/3
        found = g.offset_cusps(g.Curve([[0, 0], [-4, -2], [-3, 1], [9, -3]]), distance)
        assert not found.complete and not np.isclose(found.parameters, 1 / 3).any()
    for scale in (1, 1e-17):
        knots = np.array([0, 0, 0, 1, 1, 1]) * scale
        assert len(g.offset_cusps(g.Curve([[0, 0], [2, 1], [4, 0]], knots=knots), -5)) == 2


def test_smooth_rational_curves_do_not_meet_themselves():
    half = g.Curve([[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]], [0, 0, 0, 1, 1, 2, 2, 2], [1, 0.5**0.5, 1, 0.5**0.5, 1])
    assert len(g.self_intersections(half)) == 0 and g.self_intersections(half).complete
    assert g.self_intersections(g.Curve([[0, 0], [10, 0], [9, 0.3]], knots=[0, 0, 1, 2, 2])).complete


def test_svg():
    pytest.importorskip("svgelements")
    curves = g.from_svg("M 1 0 A 1 1 0 0 1 -1 0 Q 0 -1 1 0 L 3 3 C 4 4 5 3 6 6 Z")
    assert [c.degree for c in curves] == [2, 2, 2, 1, 3, 1]
    assert max(np.abs(np.linalg.norm(along(c), axis=1) - 1).max() for c in curves[:2]) < 1e-15


def test_misuse():
    plane, space = g.Curve([[0, 0], [1, 1]]), g.Curve([[0, 0, 0], [1, 1, 1]])
    for call, words in (
        (lambda: g.Curve([[0, 0, 0, 0]]), "control"),
        (lambda: g.Curve([[0, 0], [1, np.nan]]), "finite"),
        (lambda: g.Curve([[0, 0], [1, 1]], knots=[0, 1]), "knots"),
        (lambda: g.Curve([[0, 0], [1, 1], [2, 0]], knots=[0, 0, 0.5, 0.2, 1, 1]), "decrease"),
        (lambda: g.Curve([[0, 0], [1, 1]], weights=[1, -1]), "weights"),
        (lambda: g.intersect(plane, space), "space"),
        (lambda: g.intersect(plane, g.Surface(np.zeros((2, 2, 3)))), "plane"),
        (lambda: g.closest([0, 0, 0], plane), "point"),
        (lambda: g.offset_cusps(space, 1), "space"),
        (lambda: g.ray(g.Surface(np.zeros((2, 2, 3))), [0, 0, 0], [0, 0, 0]), "direction"),
    ):
        with pytest.raises(ValueError, match=words):
            call()


def _paraboloid():
    """z = 1 - x^2 - y^2 over a square."""
    x, y = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(-1, 1, 3), indexing="ij")
    height = np.array([[-1.0, 1, -1], [1, 3, 1], [-1, 1, -1]])
    return g.Surface(np.stack([x, y, height], axis=-1))


def test_two_surfaces_meet_in_curves():
    flat = g.Surface([[[-2.0, -2, 0.25], [-2, 2, 0.25]], [[2, -2, 0.25], [2, 2, 0.25]]])
    bump = _paraboloid()  # a circle at any height
    meet = g.intersect(bump, flat)
    assert meet.complete and len(meet) == 1 and meet.closed == [True]
    line = meet.curves[0]
    np.testing.assert_allclose(line[:, 2], 0.25, atol=1e-9)
    radius = np.hypot(line[:, 0], line[:, 1])
    np.testing.assert_allclose(radius, radius[0], atol=1e-9)
    np.testing.assert_allclose(flat(meet.parameters[0][:, 2], meet.parameters[0][:, 3]), line, atol=1e-9)
    away = g.intersect(bump, g.Surface([[[-2.0, -2, 9], [-2, 2, 9]], [[2, -2, 9], [2, 2, 9]]]))
    assert away.complete and len(away) == 0
    touch = g.intersect(bump, g.Surface([[[-2.0, -2, 1], [-2, 2, 1]], [[2, -2, 1], [2, 2, 1]]]))
    assert not touch.complete and len(touch.left_over) > 0


def test_surfaces_of_several_pieces():
    random = np.random.default_rng(2)
    knots = [0.0, 0, 0, 0, 0.5, 1, 1, 1, 1]
    x, y = np.meshgrid(np.linspace(0, 1, 5), np.linspace(0, 1, 5), indexing="ij")

    def wavy(scale, shift):
        points = np.stack([x, y, 0.6 * random.standard_normal((5, 5))], axis=-1)
        return g.Surface(points * scale + shift, knots=(knots, knots))

    a, b = wavy([1, 1, 1], [0, 0, 0]), wavy([0.9, 1.1, 1], [0.07, 0.03, 0.05])
    meet = g.intersect(a, b)
    assert meet.complete and 0 < len(meet) <= len(meet.traced)
    for parameters, line in zip(meet.parameters, meet.curves):
        np.testing.assert_allclose(a(parameters[:, 0], parameters[:, 1]), line, atol=1e-12)
        np.testing.assert_allclose(b(parameters[:, 2], parameters[:, 3]), line, atol=1e-6)
        for end in (parameters[0], parameters[-1]):  # no line ends inside of both
            assert min(end.min(), (1 - end).min()) < 1e-9 or np.array_equal(parameters[0], parameters[-1])


def test_a_curve_on_a_knot_is_listed_once():
    knots = [0, 0, 0, 0.5, 1, 1, 1]
    points = [[[x, y, x - 0.5] for y in (0, 1)] for x in (0, 0.25, 0.75, 1)]
    flat = g.Surface([[[0.0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]])
    meet = g.intersect(g.Surface(points, knots=(knots, [0, 0, 1, 1])), flat)
    assert meet.complete and len(meet) == 1 and meet.closed == [False]
    assert np.abs(np.diff(meet.curves[0], axis=0)).sum() == pytest.approx(1)


def test_ends_are_told_apart_far_from_zero():
    at = 1e9
    knots = [at, at, at, at + 1, at + 1, at + 1]
    lines = [at, at, at + 1, at + 1]
    bowl = [[[x, y, z] for y in (0.0, 1.0)] for x, z in ((0, 0.25 - 9e-8), (0.5, -0.25 - 9e-8), (1, 0.25 - 9e-8))]
    flat = g.Surface([[[0.0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]], knots=(lines, lines))
    meet = g.intersect(g.Surface(bowl, knots=(knots, lines)), flat)
    assert not meet.complete or (len(meet) == 2 and meet.closed == [False, False])


def test_many_pairs_are_what_each_of_them_is():
    draw = np.random.default_rng(7)
    a, b = ([g.Curve(c) for c in draw.random((12, 4, 2))] for _ in range(2))
    corner, arc = g.Curve([[0, 0], [1, 1]]), g.Curve([[1, 0], [1, 1], [0, 1]], weights=[1, 0.5**0.5, 1])
    a.append(g.Curve(draw.random((6, 2)), CLAMPED)), b.append(g.Curve(draw.random((5, 2)), [0, 0, 0, 1, 2, 3, 3, 3]))
    a.append(g.Curve(draw.random((5, 2)), np.sort(draw.random(9))))
    b.append(g.Curve(draw.random((5, 2)), [0, 0, 0, 1, 2, 3, 3, 3], draw.uniform(0.5, 2, 5)))
    a, b = [*a, corner, corner, g.Curve([[0, 0], [2, 0]])], [*b, arc, g.Curve([[0, 0], [1, -1]]), g.Curve([[1, 0], [3, 0]])]
    for found, x, y in zip(g.intersect_many(a, b), a, b):
        alone = g.intersect(x, y)
        assert found.kinds == alone.kinds and found.complete == alone.complete
        np.testing.assert_allclose(found.parameters, alone.parameters, atol=1e-13)
    assert sum(map(len, g.intersect_many(arc, a))) == sum(len(g.intersect(arc, x)) for x in a)
    assert g.intersect_many([], []) == []
    with pytest.raises(TypeError, match="first: found None, expected a list of curves and surfaces"):
        g.intersect_many(None, None)
    with pytest.raises(ValueError, match="as many"):
        g.intersect_many(a, b[:3])


def test_many_rays_are_what_each_of_them_is():
    draw = np.random.default_rng(8)
    grid = np.stack([*np.meshgrid(range(4), range(4), indexing="ij"), np.zeros((4, 4))], -1)
    patch = g.Surface((grid + draw.random((4, 4, 3))).astype(np.float32))
    origins = np.append(np.float32(3 * draw.random((8, 2))), np.full((8, 1), 5.0), axis=1)
    directions = np.float32(draw.random((8, 3)) - [0.5, 0.5, 2])
    directions[0] += 1e-9  # not in lanes
    together = g.rays(patch, origins, directions)
    assert sum(map(len, together)) == 3
    for found, o, d in zip(together, origins, directions):
        alone = g.ray(patch, o, d)
        assert found.kinds == alone.kinds and found.complete == alone.complete
        np.testing.assert_allclose(found.parameters, alone.parameters, atol=1e-13)
    assert g.rays(patch, np.zeros((0, 3)), [0, 0, 1]) == []


def test_curves_across_a_seam_are_closed():
    s = 0.5**0.5
    ring = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0]]
    weights = np.array([[1, 1], [s, s]] * 4 + [[1, 1]])
    along = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]
    tube = g.Surface([[[x, y, z] for z in (-1, 1)] for x, y in ring], (along, [0, 0, 1, 1]), weights)
    tilted = g.Surface([[[-2.0, -2, 0.1], [-2, 2, 0.3]], [[2, -2, 0.2], [2, 2, 0.4]]])
    meet = g.intersect(tube, tilted)
    assert meet.complete and meet.closed == [True]
    assert np.allclose(meet.curves[0][0], meet.curves[0][-1], atol=1e-12) and np.ptp(meet.parameters[0][:, 0]) == 4
    side = g.Surface([[[0.9, -2.0, -0.5], [0.9, 2, -0.5]], [[0.9, -2, 0.5], [0.9, 2, 0.5]]])
    assert g.intersect(tube, side).closed == [False, False]
    # One that crosses the seam and does not go around: its two pieces are one curve.
    floor = g.Surface([[[0.5, -2.0, 0.0], [0.5, 2, 0.0]], [[2, -2, 0.0], [2, 2, 0.0]]])
    meet = g.intersect(tube, floor)
    assert meet.complete and len(meet) == 1 and meet.closed == [False]
    # One that lies on the seam is one curve, and not closed.
    middle = g.Surface([[[-2, 0, 0.25], [2, 0, 0.25]], [[-2, 0, 0.75], [2, 0, 0.75]]])
    meet = g.intersect(tube, middle)
    assert meet.complete and meet.closed == [False, False]
    assert sorted(float(np.ptp(c[:, 2])) for c in meet.curves) == pytest.approx([0.5, 0.5])
    assert all(np.ptp(c[:, :2], axis=0).max() < 1e-12 for c in meet.curves)


def test_curves_on_the_seam_of_a_torus_are_there_once():
    square, knots = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)], [0, 0, 1, 2, 3, 4, 4]
    torus = g.Surface([[[(3 + a) * c, (3 + a) * s, b] for a, b in square] for c, s in square], (knots, knots))
    meet = g.intersect(torus, g.Surface([[[-9, -9, 0], [-9, 9, 0]], [[9, -9, 0], [9, 9, 0]]]))
    assert meet.complete and meet.closed == [True, True]
    lengths = sorted(np.linalg.norm(np.diff(c, axis=0), axis=1).sum() for c in meet.curves)
    assert lengths == pytest.approx([8 * 2**0.5, 16 * 2**0.5])


def far_and_near(surface, point):
    (a, b), (c, d) = surface.domain
    u, v = np.meshgrid(np.linspace(a, b, 300), np.linspace(c, d, 300))
    return np.linalg.norm(surface(u, v) - point, axis=-1).min()


def test_the_closest_place_of_surfaces_with_weights():
    draw, knots = np.random.default_rng(3), [0, 0, 0, 1, 2, 2, 2]
    grid = np.stack([*np.meshgrid(range(4), range(4), indexing="ij"), np.zeros((4, 4))], -1) + draw.uniform(0, 0.7, (4, 4, 3))
    octant = (np.array([[1, 0], [1, 1], [0, 1]]), np.array([1, 0.5**0.5, 1]))
    ball = np.array([[[c * x, c * y, z] for x, y in octant[0]] for c, z in octant[0]])  # one edge is its pole
    for surface, points in (
        (g.Surface(grid[:3, :2], weights=draw.uniform(0.5, 2, (3, 2))), draw.uniform(0, 2, (2, 3))),
        (g.Surface(grid, (knots, knots), draw.uniform(0.5, 2, (4, 4))), [[1.5, 1.5, 2]]),
        (g.Surface(ball, weights=np.outer(octant[1], octant[1])), [[1, 1, 1], [0, 0, 3], [-1, -1, 2], [0, 0, 0]]),
    ):
        for point in points:
            near = g.closest(point, surface)
            assert near.proven and near.bound < 1e-9
            assert -near.bound <= far_and_near(surface, np.array(point)) - near.distance < 1e-4


def test_rays_through_knots_and_edges_are_decided_exactly():
    along, knots = [0, 0.5, 1.5, 2], [0, 0, 0, 1, 2, 2, 2]
    for weights in (None, np.full((4, 4), 2.0)):
        hill = g.Surface([[[x, y, z] for y, z in zip(along, (0, 1, 1, 0))] for x in along], (knots, knots), weights)
        for x, y in ((1, 0.3), (1, 1), (0, 1), (0, 0), (2, 2), (1, 2)):
            there = g.ray(hill, [x, y, 5], [0, 0, -1])
            assert there.complete and np.allclose(there.parameters, [[x, y]], rtol=0, atol=1e-15)
    assert [len(t) for t in g.rays(hill, [[1, 0.3, 5], [1, 1, 5]], [0, 0, -1])] == [1, 1]
    ridge = g.Surface([[[0, 0, 0], [0, 1, 0]], [[1, 0, 1], [1, 1, 1]], [[2, 0, 0], [2, 1, 0]]], ([0, 0, 1, 2, 2], [0, 0, 1, 1]))
    for origin, way in (([1, 0.5, 3], [0, 0, -1]), ([0, 0.5, 1], [1, 0, 0])):  # across, and touching
        there = g.ray(ridge, origin, way)
        assert there.complete and there.parameters.tolist() == [[1, 0.5]]
    assert set(g.ray(ridge, [1, -1, 1], [0, 1, 0]).kinds) == {"curve"}  # along it
    assert g.ray(hill, [2 + 1e-15, 1, 5], [0, 0, -1]).kinds == ["unresolved"]


def test_what_lies_in_the_plane_of_a_surface():
    plane = g.Surface([[[0, 0, 0], [0, 4, 0]], [[4, 0, 0], [4, 4, 0]]])
    meet = g.intersect(g.Curve([[-1, 1, 0], [1, 3, 0], [5, 2, 0]]), plane)
    assert meet.kinds == ["curve"] and not meet.complete
    for beside in ([[-1, 1, 0], [-1, 3, 0], [-5, 2, 0]], [[1, 1, 1], [1, 3, 1], [5, 2, 1]]):
        assert len(meet := g.intersect(g.Curve(beside), plane)) == 0 and meet.complete
    assert g.ray(plane, [-1, 1, 0], [1, 0, 0]).kinds == ["curve"]
    assert len(away := g.ray(plane, [-1, 1, 1], [1, 0, 0])) == 0 and away.complete
    for shift, left_over, complete in ((1, 1, False), (5, 0, True)):
        meet = g.intersect(plane, g.Surface(plane.control + [shift, shift, 0]))
        assert len(meet) == 0 and len(meet.left_over) == left_over and meet.complete == complete


def test_curves_go_on_across_a_seam_that_turns():
    ring = np.array([[2, 0, 0], [0, 2, 0], [-2, 0, 0], [0, -2, 0], [2, 0, 0]], dtype=float)
    turn = np.linspace(0, np.pi, 5)[:, None]
    across = np.cos(turn) * [0, 0, 1] + np.sin(turn) * ring / 2
    across[-1] = -across[0]
    band = np.stack([ring - across / 2, ring + across / 2], axis=1)
    band[-1] = band[0][::-1]
    moebius = g.Surface(band, ([0, 0, 1, 2, 3, 4, 4], [0, 0, 1, 1]))
    level = g.intersect(moebius, g.Surface([[[-9, -9, 0.1], [-9, 9, 0.1]], [[9, -9, 0.1], [9, 9, 0.1]]]))
    assert level.complete and len(level) == 1  # it goes through u = 4, v = 0.4, which is u = 0, v = 0.6
    assert np.linalg.norm(np.diff(level.curves[0], axis=0), axis=1).max() < 0.5  # no leap
    # The seam itself is there once.
    upright = g.intersect(moebius, g.Surface([[[-9, 0, -9], [-9, 0, 9]], [[9, 0, -9], [9, 0, 9]]]))
    assert upright.complete and len(upright) == 2


def test_numbers_that_are_no_doubles_are_refused():
    for control in ([[0, 0], [2**53 + 1, 1]], np.array([[0, 0], [2**53 + 1, 1]]), [[0, 0.5], [2**53 + 1, 1]]):
        with pytest.raises(ValueError, match=r"control\[1\]\[0\]: found the integer 9007199254740993"):
            g.Curve(control)
    with pytest.raises(ValueError, match=r"point\[0\]: found the integer"):
        g.closest([2**53 + 1, 0], g.Curve([[0, 0], [1, 1]]))
    if np.dtype(np.longdouble).itemsize > 8:
        with pytest.raises(TypeError, match="control: found .* numbers, expected real ones of at most 64 bits"):
            g.Curve([[0, 0], [np.longdouble(1) / 3, 1]])
    with pytest.raises(ValueError, match="control: found a masked array"):
        g.Curve(np.ma.masked_equal([[0, 0], [1, 2]], 2))
    arc = g.Curve([[0, 0], [1, 1], [2, 0]])
    assert len(g.offset_cusps(arc, F(-(10**20) - 1, 10**20))) == 2 and len(g.offset_cusps(arc, -1.0)) == 1
    for distance, problem in ((None, TypeError), (1j, TypeError), (np.ones(2), TypeError), (np.inf, ValueError), ("x", ValueError)):
        with pytest.raises(problem, match="distance: found"):
            g.offset_cusps(arc, distance)
    with pytest.raises(TypeError, match="offset_cusps: found None, expected a Curve"):
        g.offset_cusps(None, 1)


def test_curves_that_stand_still():
    for point in (g.Curve([[1, 1]] * 4), g.Curve([[1, 1]] * 3, weights=[1, 2, 3])):
        with pytest.raises(ValueError, match="found a curve that is a point"):
            g.self_intersections(point)
    still = g.Curve([[1, 1], [1, 1], [1, 1], [2, 2], [3, 3], [4, 3]], knots=[0, 0, 0, 1, 2, 3, 4, 4, 4])
    found = g.self_intersections(still)
    assert not found.complete and found.kinds == ["cluster"]


def test_misuse_names_the_argument():
    surface = g.Surface(np.ones((3, 3, 3)) * np.arange(3))
    with pytest.raises(ValueError, match="rays: found 2 origins and 3 directions"):
        g.rays(surface, np.zeros((2, 3)), np.ones((3, 3)))
    with pytest.raises(TypeError, match="knots: found an int, expected a list"):
        g.Surface(np.ones((3, 3, 3)), knots=5)
    with pytest.raises(ValueError, match="max_seconds: found a number beyond"):
        g.closest([0, 0], g.Curve([[0, 0], [1, 1]]), max_seconds=10**400)


@pytest.mark.parametrize("begin, width", [(0, 1), (1000, 0.01), (2460000.5, 1), (1e9, 1)])
def test_the_closest_place_where_parameters_are_large(begin, width):
    """Points of the surface itself, to an ulp: parameters far from 0 are rounded by much more than a place within the piece."""
    control = np.array([[[i, j, i * j % 3] for j in range(3)] for i in range(3)], float)
    surface = g.Surface(control, [[begin] * 3 + [begin + width] * 3] * 2)

    def basis(t):
        return [(1 - t) ** 2, 2 * t * (1 - t), t * t]

    for k in range(1, 30, 4):
        u, v = basis(F(2 * k + 1, 128) + F(1, 2**50)), basis(F(3 * k, 128) + F(1, 384))
        point = [float(sum(x * y * F(control[i, j, c]) for i, x in enumerate(u) for j, y in enumerate(v))) for c in range(3)]
        near = g.closest(point, surface)
        assert near.proven and near.distance - near.bound <= 1e-15


def test_self_intersections_at_ends_and_knots():
    """They are decided exactly: an end on another part of the curve, a place on two knots, one where neighbours are halved."""
    touching = g.Curve([[-3, 1], [3, 2], [2, -2], [-3, -3], [-3, 3]], [0, 0, 2, 3, 5, 6, 6])
    on_knots = g.Curve([[0, 0], [2, 2], [4, 4], [4, 0], [2, 2], [0, 4]], [0, 0, 1, 2, 3, 4, 5, 5])
    crossed = g.Curve([[0, 0], [2, 2], [2, 0], [0, 2]], [0, 0, 1, 2, 3, 3])
    for curve, place in ((touching, (0, 17 / 3)), (on_knots, (1, 4)), (crossed, (0.5, 2.5))):
        there = g.self_intersections(curve)
        assert there.complete and there.kinds == ["unique"], there
        assert there.parameters[0] == pytest.approx(place, abs=1e-13)
    loop = [[1, 0], [-2, -1], [-3, -3], [1, 3], [3, -2], [1, 2], [-2, 1], [-2, 2], [1, 0]]
    closed = g.self_intersections(g.Curve(loop, [0, 0, 0, 1, 2, 3, 4, 4, 5, 6, 6, 6]))
    assert closed.complete and closed.parameters[-1] == pytest.approx((4.5, 5.5), abs=1e-13)


@pytest.mark.parametrize("seed", range(3))
def test_batches_have_the_answers_of_single_questions(seed):
    """Splines, weights, small integers: rounded coefficients first, exact ones where these leave something open."""
    draw = np.random.default_rng(seed)

    def curve(dimension):
        degree, more, small = draw.integers(1, 4), draw.integers(0, 3), draw.random() < 0.5
        n = degree + 1 + more
        points = draw.integers(-2, 3, (n, dimension)) * 1.0 if small else draw.normal(size=(n, dimension))
        knots = [0] * (degree + 1) + sorted(draw.random(more)) + [1] * (degree + 1)
        return g.Curve(points, knots, draw.random(n) + 0.5 if draw.random() < 0.3 else None)

    def surface():
        shape = draw.integers(2, 5, 2)
        return g.Surface(draw.normal(size=(*shape, 3)), None, draw.random(shape) + 0.5 if draw.random() < 0.5 else None)

    patch, origins, directions = surface(), draw.normal(size=(30, 3)), draw.normal(size=(30, 3))
    a, b, in_space, patches = ([make(n) for _ in range(30)] for make, n in ((curve, 2), (curve, 2), (curve, 3), (lambda _: surface(), 0)))
    for together, alone in (
        (g.intersect_many(a, b), map(g.intersect, a, b)),
        (g.intersect_many(in_space, patches), map(g.intersect, in_space, patches)),
        (g.rays(patch, origins, directions), [g.ray(patch, o, d) for o, d in zip(origins, directions)]),
    ):
        for x, y in zip(together, alone):
            assert sorted(x.kinds) == sorted(y.kinds) and x.complete == y.complete
            assert sorted(map(tuple, x.parameters.round(6))) == sorted(map(tuple, y.parameters.round(6)))
            assert x.points.shape == y.points.shape
