"""Pictures: that they are drawn, with the data where it belongs."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import vieta


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


def drawn(ax):
    ax.figure.canvas.draw()
    return ax


def test_roots():
    r = vieta.roots("(x - 1)^3 * (x^4 + 1)")
    ax = drawn(r.plot())
    points = np.concatenate([line.get_xydata() for line in ax.lines if line.get_marker() == "."])
    assert sorted(np.round(points[:, 0], 6)) == sorted(np.round(r.values.real, 6))
    assert [t.get_text() for t in ax.texts] == ["3"]
    own = plt.subplots()[1]
    assert vieta.roots([-1, 0, 1]).plot(own) is own
    drawn(vieta.roots([5]).plot())


def test_discs_are_drawn_where_they_can_be_seen():
    ax = drawn(vieta.roots([-1, 0, 1], uncertainty=0.05).plot())
    assert len(ax.collections) == 1


def test_real_roots():
    ax = drawn(vieta.real_roots([[-1, 0, 1], [1, -2, 1]]).plot())
    assert [
        line.get_xdata().tolist() for line in ax.lines if line.get_marker() == "o" and line.get_fillstyle() == "none"
    ][1] == [1]
    drawn(vieta.real_roots([-1, 0, 1]).plot())
    drawn(vieta.real_roots(np.ones((100, 4)), (-1, 1)).plot(most=3))


def test_minimax():
    r = vieta.minimax("acos", degree=3, format="f32")
    ax = drawn(r.plot())
    curve = ax.lines[0].get_ydata()
    assert np.abs(curve).max() <= r.proven_bound * (1 + 1e-9)
    assert np.abs(curve).max() >= 0.9 * r.max_error
    drawn(vieta.minimax("tan(x)", ("-pi/4", "pi/4"), degree=3).plot())


def texts(ax):
    return [t.get_text() for t in ax.get_legend().get_texts()]


def test_what_is_proven_is_never_rounded_down():
    for degree in range(2, 9):
        r = vieta.minimax("exp(x)", (-1, 1), degree=degree)
        ax = r.plot()
        (claim,) = (t for t in texts(ax) if "proven" in t)
        assert float(claim.removeprefix("no error is above ").removesuffix(": proven")) >= r.proven_bound
        assert ax.get_title() == f"exp(x) as p(x), p of degree {degree}, f64"
    assert "p of degree 2, q of degree 2" in vieta.minimax("exp(x)", (0, 1), degree=2, denominator_degree=2).plot().get_title()


def test_boxes_say_what_was_found():
    assert texts(vieta.solve_boxes(["x^2 + y^2 = 4", "y = x"], {"x": (-3, 3), "y": (-3, 3)}).plot()) == ["one solution, proven"]
    circle = vieta.solve_boxes(["x^2 + y^2 = 4"], {"x": (-3, 3), "y": (-3, 3)}).plot()
    assert texts(circle) == ["a curve of solutions"]


def test_coordinates_that_coincide_are_all_seen():
    ax = vieta.solve(["a + b + c", "a*b + b*c + c*a", "a*b*c - 1"]).plot()
    sizes = [line.get_markersize() for line in ax.lines if line.get_marker() == "."]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == 3


def test_newton():
    r = vieta.newton(["x^2 + y^2 - 4", "x*y - 1"], [[2, 0.5], [0.5, 2]], digits=30)
    ax = drawn(r.plot())
    assert ax.get_yscale() == "log" and len(ax.lines) == 2


def test_solutions():
    r = vieta.solve(["x^2 + y^2 - 1", "x - 2*y^2"])
    ax = drawn(r.plot())
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["x", "y"]
    assert [len(line.get_xdata()) for line in ax.lines] == [len(r), r.real.sum()] * 2
    many = vieta.solve_parameters(["x^2 - a"], {"a": [1, 2, -3]})
    assert len(drawn(many.plot()).lines) == 2


def test_minimax_of_samples():
    x = np.linspace(-1, 1, 21)
    r = vieta.minimax(np.column_stack([x, np.exp(x)]), degree=2)
    curve = drawn(r.plot()).lines[0].get_ydata()
    assert np.abs(curve).max() == pytest.approx(r.max_error)


def test_pareto():
    r = vieta.minimax_pareto("exp2", "nvidia")
    ax = drawn(r.plot())
    assert ax.get_yscale() == "log" and len(ax.lines) == 1 + len({(v.error, v.constraint) for v in r.efficient})
    # Each efficient variant has its degree beside it; of several that lie on each other it is written once.
    written = {(text.get_text(), text.xy[0]) for text in ax.texts}
    assert written == {(str(v.degree) if not v.denominator else f"{v.degree}/{v.denominator}", v.cost) for v in r.efficient}
