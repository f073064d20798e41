"""vieta.geometry: curves in space, which have one equation more than parameters, and curves that are closed."""

import numpy as np
import pytest

import vieta.geometry as g

CLAMPED = [0, 0, 0, 0, 1, 2, 3, 3, 3, 3]


def test_curves_in_space():
    diagonal, across = g.Curve([[0, 0, 0], [1, 1, 1]]), [[0, 1, 0.5], [1, 0, 0.5]]
    meet = g.intersect(diagonal, g.Curve(across))
    assert meet.complete and meet.kinds == ["unique"] and meet.points.tolist() == [[0.5, 0.5, 0.5]]
    for gap in (1e-12, 0.1):  # they pass each other, which is proven
        apart = g.intersect(diagonal, g.Curve(np.add(across, [0, 0, gap])))
        assert apart.complete and len(apart) == 0
    end = g.intersect(g.Curve([[0, 0, 0], [3, 3, 3]]), g.Curve([[1, 1, 1], [2, 0, 1]]))
    assert end.complete and end.parameters[0].tolist() == pytest.approx([1 / 3, 0], rel=1e-15)
    flat = g.intersect(g.Curve([[0, 0, 0], [0, 1, 2], [0, 2, 0]]), g.Curve([[0, -1, 0.5], [0, 3, 0.5]]))
    assert flat.complete and np.allclose(flat.points[:, 1], [1 - 0.5**0.5, 1 + 0.5**0.5])
    assert g.intersect(diagonal, diagonal).kinds == ["curve"]
    many = g.intersect_many([diagonal, g.Curve([[0, 0], [1, 1]])], [g.Curve(across), g.Curve([[0, 1], [1, 0]])])
    assert [len(places) for places in many] == [1, 1]
    draw = np.random.default_rng(8)
    for weights in (None, [1, 2, 0.5, 1, 3, 1]):
        for _ in range(4):
            a, loose, s, t = g.Curve(draw.normal(size=(6, 3)), CLAMPED, weights), draw.normal(size=(4, 3)), *draw.uniform(size=2)
            b = loose - g.Curve(loose)(t) + a(3 * s)
            meet = g.intersect(a, g.Curve(b))
            assert any(np.abs(place - [3 * s, t]).max() < 1e-9 for place in meet.parameters)
            assert set(meet.kinds) <= {"near", "unique"} and meet.complete == ("near" not in meet.kinds)
            apart = g.intersect(a, g.Curve(b + [0, 0, 1e-9]))
            assert all(np.abs(place - [3 * s, t]).max() > 1e-6 for place in apart.parameters)


def test_loops_in_space():
    for control, found in (
        ([[0, 0, 0], [3, 2, 0], [-2, 2, 0], [1, 0, 0]], 1),
        ([[0, 0, 0], [3, 2, 2], [-2, 2, 2], [1, 0, 0]], 1),
        ([[0, 0, 0], [3, 2, 1], [-2, 2, 2], [1, 0, 3]], 0),
    ):
        meet = g.self_intersections(g.Curve(control))
        assert meet.complete and len(meet) == found


@pytest.mark.parametrize("axes", [2, 3])
def test_closed_curves_meet_themselves_at_their_ends(axes):
    def control(plane):
        return np.column_stack([plane, 0.5 * np.sum(plane, axis=1)])[:, :axes]

    for plane in ([[0, 0], [2, 1], [-2, 1], [0, 0]], [[0, 0], [1, 0], [2, 2], [-2, 2], [-1, 0], [0, 0]]):
        drop = g.self_intersections(g.Curve(control(plane)))
        assert drop.complete and drop.parameters.tolist() == [[0, 1]]
    corners = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0]]
    circle = g.Curve(control(corners), [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4], [1, 0.5**0.5] * 4 + [1])
    around = g.self_intersections(circle)
    assert around.complete and around.parameters.tolist() == [[0, 4]]
    eight = np.array([[0, 0], [1, 1], [2, 0], [1, -1], [0, 0.25], [-1, 1], [-2, 0], [-1, -1]])
    periodic = g.self_intersections(g.Curve(control(np.vstack([eight, eight[:3]])), np.arange(15.0)))
    assert periodic.complete and len(periodic) == 2 and periodic.parameters[0].tolist() == [3, 11]
