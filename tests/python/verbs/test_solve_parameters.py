"""vieta.solve_parameters: against `solve` for each instance, degenerate instances, wrong arguments."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import vieta

CIRCLES = ["x^2 + y^2 - r", "x*y - p"]


def test_instances_are_those_of_solve():
    rng = np.random.default_rng(1)
    values = rng.uniform(-3, 3, (20, 2))
    r = vieta.solve_parameters(CIRCLES, values, ["r", "p"])
    assert len(r) == 20 and r.unknowns == ["x", "y"] and r.report["generic"]["regular"] == 4
    assert r.certified.all() and set(r.statuses) == {"solved"} and r.x.shape == (80, 2)
    for k, (a, b) in [(k, values[k].tolist()) for k in (0, 7, 19)]:
        alone = vieta.solve([f"x^2 + y^2 - ({a!r})", f"x*y - ({b!r})"])
        for x in alone.x:
            assert np.abs(r[k] - x).max(axis=1).min() < 1e-12
        begin, end = r.begin[k], r.begin[k + 1]
        assert r.real[begin:end].sum() == alone.real.sum()
    assert "20 instances" in str(r) and "20 of a system in x, y" in repr(r)


def test_dicts_and_degenerate_instances():
    r = vieta.solve_parameters(["a*x^2 + b*x - 1"], {"a": [1, 0, 0, 1], "b": [1, 2, 0, 2j]})
    assert r.statuses == ["solved", "solved", "inconsistent", "solved"]
    assert [len(r[k]) for k in range(4)] == [2, 1, 0, 1]
    assert r.multiplicities.tolist() == [1, 1, 1, 2]
    assert np.allclose(r[-1], -1j, atol=1e-6)


def test_seeds_and_digits():
    a, b = (vieta.solve_parameters(CIRCLES, [[4.0, 1.0]], ["r", "p"], 30, seed=5) for _ in range(2))
    assert np.array_equal(a.x, b.x) and (a.radii < 1e-29).all()


def test_all_digits_and_json(program_json, same_json):
    r = vieta.solve_parameters("x^2 - a", {"a": [2, 3]}, digits=30)
    assert r.decimals(1, -1, digits=25)[0][0].lstrip("-") == "1.732050807568877293527446"
    assert len(r.decimals(0)[0][0].lstrip("-")) > 30
    assert abs(r.mpmath(0, 1)[0] ** 2 - 2) < 1e-29
    expected = program_json("solve", "--system", "x^2 - a", "--at", "a=2", "--digits", "30")
    same_json(vieta.solve_parameters("x^2 - a", {"a": 2}, digits=30).to_json(), expected)
    for wrong in ((2,), (0, 2)):
        with pytest.raises(IndexError, match=r"expected one of 2"):
            r.decimals(*wrong)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (dict(values=[[1, 2]]), "names"),
        (dict(values=[[1, 2]], names=["r"]), "values"),
        (dict(values=[[1, np.nan]], names=["r", "p"]), "row 1"),
        (dict(values=[["a", "b"]], names=["r", "p"]), "values"),
        (dict(values={"r": [1, 2], "p": [1]}), "values"),
        (dict(values={"r": [1], "q": [1]}), "'q'"),
        (dict(values={"r": [1], "p": [1]}, digits=61), "digits"),
        (dict(values={"r": [1]}), "unknowns"),
    ],
)
def test_errors_name_the_argument(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        vieta.solve_parameters(CIRCLES, **arguments)


def test_exact_numbers_are_rounded():
    doubles = vieta.solve_parameters(CIRCLES, {"r": [4, 0.1], "p": 1 / 3})
    for r in ([4, Fraction(1, 10)], [Decimal(4), Decimal("0.1")]):
        assert np.array_equal(vieta.solve_parameters(CIRCLES, {"r": r, "p": Fraction(1, 3)}).x, doubles.x)
    with pytest.raises(TypeError, match="expected numbers"):
        vieta.solve_parameters(CIRCLES, {"r": [Fraction(4), "1/2"], "p": 1})


def test_one_number_stands_for_all_instances():
    every = vieta.solve_parameters(CIRCLES, {"r": [4, 9, 16], "p": [1, 1, 1]})
    for values in ({"r": [4, 9, 16], "p": 1}, {"p": np.float64(1), "r": np.array([4, 9, 16])}):
        r = vieta.solve_parameters(CIRCLES, values)
        assert len(r) == 3 and r.certified.all() and all(len(r[k]) == len(every[k]) for k in range(3))
        assert np.allclose(sorted(np.abs(r[2][:, 0])), sorted(np.abs(every[2][:, 0])))
    assert len(vieta.solve_parameters(CIRCLES, {"r": 4, "p": 1})) == 1
    assert len(vieta.solve_parameters(CIRCLES, {"r": [], "p": 1})) == 0


@pytest.mark.parametrize(
    "values, message",
    [
        (
            {"r": [4, 9, 16], "p": [1, 2]},
            r"values\['p'\]: found a list of 2, expected 3 numbers as in the first list, or one alone",
        ),
        ({"r": 4, "p": [[1, 2]]}, r"values\['p'\]: found 2 axes, expected a number, or one axis of them"),
    ],
)
def test_lists_of_other_lengths_are_refused(values, message):
    with pytest.raises(ValueError, match=message):
        vieta.solve_parameters(CIRCLES, values)
