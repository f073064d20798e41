"""vieta.solve_boxes: against NumPy's roots and known intersections, and what it refuses."""

import json
import pickle

import numpy as np
import pytest

import vieta

SQUARE = {"x": (-3, 3), "y": (-3, 3)}


def test_circle_and_cubic():
    r = vieta.solve_boxes(["x^2 + y^2 = 4", "y = x^3 - 3*x"], SQUARE)
    assert r.statuses == ["complete"] and r.kinds == ["unique"] * 6
    assert np.all(np.abs(r.x[:, 0] ** 2 + r.x[:, 1] ** 2 - 4) < 1e-11)
    assert np.all(np.abs(r.x[:, 1] - r.x[:, 0] ** 3 + 3 * r.x[:, 0]) < 1e-11)
    assert np.all(r.lower <= r.x) and np.all(r.x <= r.upper) and np.all(r.radii < 1e-11)
    assert set(np.abs(r.jacobian_signs)) == {1} and not r.on_border.any() and len(list(r)) == 6
    assert json.loads(r.to_json())["systems"][0]["status"] == "complete"
    assert "6 unique" in repr(r) and "6 solutions" in str(r)


def test_one_variable_agrees_with_numpy():
    random = np.random.default_rng(5)
    for _ in range(20):
        roots = np.sort(random.uniform(0.02, 0.98, 4))
        if np.min(np.diff(roots)) < 1e-3:
            continue
        powers = np.polynomial.polynomial.polyfromroots(roots)
        text = " + ".join(f"({c!r})*t^{k}" for k, c in enumerate(powers.tolist()))
        r = vieta.solve_boxes(text, {"t": (0, 1)})
        assert r.statuses == ["complete"]
        np.testing.assert_allclose(r.x[:, 0], roots, atol=1e-9)


def test_arrays_and_their_neighbours():
    batch = np.random.default_rng(1).uniform(-1, 1, (50, 2, 4, 4))
    together = vieta.solve_boxes(batch)
    assert len(together.statuses) == 50
    for s in range(0, 50, 7):
        alone = vieta.solve_boxes(batch[s : s + 1])
        np.testing.assert_allclose(alone.x, together.x[together.of(s)], atol=1e-9)
    poisoned = batch.copy()
    poisoned[3, 1, 2, 2] = np.nan
    r = vieta.solve_boxes(poisoned)
    assert r.statuses[3] == "bad_input"
    assert r.messages == {3: "equation 2: found nan as Bernstein coefficient [2, 2], expected finite numbers"}
    assert together.messages == {}
    assert [s for k, s in enumerate(r.statuses) if k != 3] == [s for k, s in enumerate(together.statuses) if k != 3]
    assert json.loads(together.to_json())["report"]["systems"] == 50


def test_clusters_curves_and_dicts():
    touching = vieta.solve_boxes(["x^2 + y^2 = 1", "(x - 2)^2 + y^2 = 1"], SQUARE)
    assert touching.statuses == ["clusters"] and touching.kinds == ["cluster"] and touching.degrees == [0]
    same = ["x^2+y^2-1", "2*x^2+2*y^2-2"]
    twice = vieta.solve_boxes({"vars": ["x", "y"], "box": [[-2, 2], [-2, 2]], "equations": same})
    assert twice.statuses == ["positive_dim"] and "curve" in twice.kinds
    assert len(twice.polyline(twice.kinds.index("curve"))) > 10
    assert len(vieta.solve_boxes(["x^2 + y^2 = 1", "x = 5"], SQUARE)) == 0


def test_where_curves_meet():
    line, arc = [[0, 0], [1, 1]], {"control": [[1, 0], [1, 1], [0, 1]], "weights": [1, 0.5**0.5, 1]}
    r = vieta.solve_boxes([{"curves": [arc, line]}, {"vars": ["x", "y"], "equations": ["x = 1/2", "y = 1/4"]}])
    np.testing.assert_allclose(r.points, [[0.5**0.5] * 2, [np.nan] * 2], atol=1e-14)
    assert np.array_equal(r[0].point, r.points[0]) and r[1].point is None
    assert np.array_equal(pickle.loads(pickle.dumps(r)).points, r.points, equal_nan=True)
    assert json.loads(r.to_json())["systems"][0]["items"][0]["point"] == r.points[0].tolist()


def test_arrays_in_dicts():
    line, arc = np.array([[0, 0], [1, 1]]), np.array([[1, 0], [1, 1], [0, 1]], np.float32)
    as_lists = vieta.solve_boxes({"curves": [line.tolist(), arc.tolist()]})
    assert np.array_equal(vieta.solve_boxes({"curves": [line, arc]}).x, as_lists.x) and len(as_lists) == 1
    with pytest.raises(TypeError, match="equations: found .*, expected numbers, texts, lists and arrays in a dict"):
        vieta.solve_boxes({"curves": [line, {1, 2}]})


@pytest.mark.parametrize(
    "given, where",
    [
        ({"curves": [np.array([[0, 0], [2, np.nan]]), [[0, 1], [2, 1]]]}, r"\['curves'\]\[0\]\[1\]\[1\]: found nan"),
        ([{"vars": ["x"], "box": [[0, np.inf]], "equations": ["x"]}], r"\[0\]\['box'\]\[0\]\[1\]: found inf"),
    ],
)
def test_numbers_that_are_none_are_named(given, where):
    with pytest.raises(ValueError, match="equations" + where + ", expected a finite number"):
        vieta.solve_boxes(given)


def test_plot_of_curves_shows_them():
    """It showed their parameters."""
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    arc, line = {"control": [[3, 0], [3, 3], [0, 3]], "weights": [1, 0.5**0.5, 1]}, [[0, 0], [5, 5]]
    ax = vieta.solve_boxes({"curves": [arc, line]}).plot()
    drawn = {text.get_text(): line for text, line in zip(ax.get_legend().get_texts(), ax.lines)}
    np.testing.assert_allclose(np.hypot(*drawn["curve 1"].get_xydata().T), 3)
    assert drawn["curve 2"].get_xydata()[-1].tolist() == [5, 5]
    np.testing.assert_allclose(drawn["one solution, proven"].get_xydata(), [[4.5**0.5] * 2])
    common = vieta.solve_boxes({"curves": [[[0, 0], [2, 2]], [[1, 1], [3, 3]]]}, tolerance=1e-3).plot()
    piece = next(line.get_xydata() for line in common.lines if line.get_linewidth() == 4)
    np.testing.assert_allclose(piece[:, 0], piece[:, 1])


def test_sympy():
    sympy = pytest.importorskip("sympy")
    x, y = sympy.symbols("x y")
    r = vieta.solve_boxes([sympy.Eq(x * y, 1), x**2 - y], {"x": (0, 2), "y": (0, 2)})
    np.testing.assert_allclose(r.x, [[1, 1]], atol=1e-12)


def test_numbers_of_sympy_are_exact():
    """They were cut to 15 digits."""
    sympy = pytest.importorskip("sympy")
    x, y = sympy.symbols("x y")
    c = 1000000 + 1 / 3
    for equation in (x - c, sympy.Eq(x, c), sympy.Poly(x - c, x)):
        r = vieta.solve_boxes([equation], {"x": (1000000, 1000001)})
        assert abs(r.x[0, 0] - c) <= r.radii[0] < 1e-9
    mixed = vieta.solve_boxes(["x = 1/4", sympy.Poly(x * y - 1, x, y)], {"y": (0, 5), "x": (0, 1)})
    np.testing.assert_allclose(mixed.x, [[4, 0.25]], atol=1e-12)
    long = sympy.Float("0.1234567890123456789012345", 25)
    assert abs(vieta.solve_boxes([1e15 * (x - long)], {"x": (0.1, 0.2)}).x[0, 0] - 0.12345678901234568) < 1e-16


def test_symbols_of_sympy_go_by_name():
    sympy = pytest.importorskip("sympy")
    t, odd = sympy.Symbol("t", positive=True), sympy.Symbol("x_{1}")
    assert vieta.solve_boxes([t**2 - 2], {"t": (0, 2)}).x[0, 0] == pytest.approx(2**0.5)
    assert vieta.solve_boxes([odd**2 - 2], [(0, 2)], variables=[odd]).x[0, 0] == pytest.approx(2**0.5)
    with pytest.raises(ValueError, match="equations: found the symbol t, expected x only"):
        vieta.solve_boxes([t**2 - 2], {"x": (0, 2)})
    with pytest.raises(ValueError, match="expected a polynomial in t"):
        vieta.solve_boxes([sympy.sin(t)], {"t": (0, 2)})


@pytest.mark.parametrize(
    "call, kind, words",
    [
        (lambda: vieta.solve_boxes(["x + y"], {**SQUARE, "z": (0, 1)}), ValueError, "equations"),
        (lambda: vieta.solve_boxes(["x"]), ValueError, "box"),
        (lambda: vieta.solve_boxes(["x"], [(0, 1)]), ValueError, "variables"),
        (lambda: vieta.solve_boxes(["x"], {"x": 3}), ValueError, "box"),
        (lambda: vieta.solve_boxes(["x +"], {"x": (0, 1)}), ValueError, "equation"),
        (lambda: vieta.solve_boxes(5), TypeError, "equations"),
        (
            lambda: vieta.solve_boxes([np.poly1d([1, 2])], {"x": (0, 1)}),
            TypeError,
            r"equations\[0\]: found a numpy.poly1d",
        ),
        (lambda: vieta.solve_boxes(np.zeros((3, 2, 4))), ValueError, "shape"),
        (lambda: vieta.solve_boxes(np.zeros((3, 2, 4, 4), complex)), TypeError, "equations"),
        (lambda: vieta.solve_boxes(["x"], {"x": (0, 1)}, tolerance="a"), TypeError, "tolerance"),
    ],
)
def test_refusals(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_plot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    r = vieta.solve_boxes(["x^2 + y^2 = 4", "y = x^3 - 3*x"], SQUARE)
    assert r.plot().get_xlabel() == "x"


def test_equations_may_stand_in_one_text():
    box = {"x": (-2, 2), "y": (-2, 2)}
    listed = vieta.solve_boxes(["x^2 + y^2 = 1", "x - y"], box)
    assert np.array_equal(vieta.solve_boxes("x^2 + y^2 = 1; x - y;", box).x, listed.x)
    with pytest.raises(ValueError, match="equations: found none, expected at least one"):
        vieta.solve_boxes(" ; ", box)


def test_variables_have_both_their_names():
    system = {"box": [[-2, 2], [-2, 2]], "equations": ["x^2 + y^2 = 1", "x - y"]}
    r = vieta.solve_boxes({"variables": ["x", "y"], **system})
    assert np.array_equal(r.x, vieta.solve_boxes({"vars": ["x", "y"], **system}).x) and len(r) == 2
    with pytest.raises(ValueError, match='found both "vars" and "variables", expected one of them'):
        vieta.solve_boxes({"variables": ["x", "y"], "vars": ["x", "y"], **system})
    with pytest.raises(ValueError, match="variables: found 'x' twice"):
        vieta.solve_boxes({"variables": ["x", "x"], **system})


def test_curves_of_solutions():
    r = vieta.solve_boxes(["x^2 + y^2 = 1"], SQUARE)
    assert r.statuses == ["complete"] and r.kinds == ["curve"] and len(r.curves) == 1
    curve = r.curves[0]
    assert curve.closed and curve.length[0] < 2 * np.pi < curve.length[1]
    assert np.abs((curve.points**2).sum(axis=1) - 1).max() < 1e-12
    assert np.array_equal(curve.points, r.polyline(0)) and len(curve.points) == len(curve.axes) + 1
    along = np.arange(len(curve.axes))
    t = curve.lower[along, curve.axes]
    y = np.sqrt(1 - t**2)[:, None] * [-1, 1]  # one of the two is in the tube
    other = 1 - curve.axes
    inside = (curve.lower[along, other, None] < y) & (y < curve.upper[along, other, None])
    assert (inside.sum(axis=1) == 1).all()
    again = pickle.loads(pickle.dumps(r))
    assert np.array_equal(again.curves[0].points, curve.points) and again.to_json() == r.to_json()
    assert vieta.solve_boxes(["x^2 + y^2 = 1", "x = y"], SQUARE).curves == []
    told = vieta.solve_boxes([{"vars": ["x", "y"], "equations": ["x = y"]}] * 3, progress=lambda done, of: None)
    assert [c.item for c in told.curves] == [0, 1, 2]
    assert all(np.array_equal(c.lower, told.curves[0].lower) for c in told.curves)


def test_curves_are_drawn():
    pytest.importorskip("matplotlib").use("Agg")
    assert vieta.solve_boxes(["x^2 + y^2 = 1"], SQUARE).plot().get_ylabel() == "y"
    with pytest.raises(ValueError, match='or 2 to trace curves; "sample" fixes variables at values'):
        vieta.solve_boxes(["x + y + z = 1"], {"x": (0, 1), "y": (0, 1), "z": (0, 1)})


def test_undecided_conditions():
    r = vieta.solve_boxes(["x/y = 0", "x - y = 0"], {"x": (-1, 1), "y": (-1, 1)})
    assert r.statuses == ["conditions"] and r.condition_undecided.tolist() == [True] and r[0].condition_undecided
    r = vieta.solve_boxes("x^2/x = 1/2", {"x": (-1, 1)})
    assert r.statuses == ["complete"] and r.condition_undecided.tolist() == [False]


def test_integers_that_float64_rounds():  # their zeros are others
    a, b, c = 2**53 + 3, 2**53 + 1, 2**53 - 1
    for given in (np.array([[[a, -b, c]]]), [[[a, -b, c]]], [[[a, -b, 0.5]]]):
        with pytest.raises(ValueError, match=r"equations\[0\]\[0\]\[0\]: found the integer 9007199254740995, which no float64"):
            vieta.solve_boxes(given)
    assert vieta.solve_boxes(np.array([[[2**54, -(2**60), c]]])).statuses == ["complete"]
    with pytest.raises(ValueError, match=r"box\[0\]: found a number beyond the range of double"):
        vieta.solve_boxes(["x"], {"x": (-(10**400), 1)})
