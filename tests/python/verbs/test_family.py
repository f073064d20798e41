"""vieta.solve and vieta.solve_parameters from given solutions, by loops, with proven paths."""

import numpy as np
import pytest

import vieta

SYSTEM = ["x^2 + y^2 - r", "x*y - p"]


def test_solutions_of_one_instance_lead_to_another():
    first = vieta.solve_parameters(SYSTEM, {"r": 4, "p": 1})
    new = vieta.solve_parameters(SYSTEM, {"r": [9, 16], "p": [2, 3]}, start=first, start_at={"r": 4, "p": 1})
    again = vieta.solve_parameters(SYSTEM, {"r": [9, 16], "p": [2, 3]})
    assert np.allclose(np.sort_complex(new.x[:, 0]), np.sort_complex(again.x[:, 0]))
    assert new.report["generic"]["from"]["given"] == 4
    one = vieta.solve_parameters(SYSTEM, {"r": 9, "p": 2}, start=first.x[:1], start_at={"p": 1, "r": 4})
    assert len(one.x) == 1 and one.report["generic"]["complete"] == "as_start"


def test_a_start_system():
    start = vieta.solve(["x^2 - 1", "y^2 - 1"])
    new = vieta.solve(["x^2 + y - 3", "y^2 - x*y + 1"], start=start, start_system=["x^2 - 1", "y^2 - 1"])
    assert new.report["start"]["kind"] == "given" and new.report["certified"] == 4


def test_monodromy():
    r = vieta.solve(vieta.families.katsura(3), monodromy=True)
    assert (len(r), r.report["complete"], r.report["from"]["one_family"]) == (8, "proven", True)
    many = vieta.solve_parameters(SYSTEM, {"r": [4, 9], "p": [1, 1]}, monodromy=True)
    assert many.statuses == ["solved", "solved"] and len(many.x) == 8


def test_proven_paths():
    r = vieta.solve(["x^2 + y - 3", "y^2 - x*y + 1"], track="certified")
    assert r.report["proven_paths"] == 4
    assert vieta.solve(["x^2 - 2"]).report["from"] is None


def test_wrong_arguments():
    for wrong in (
        {"start": 3.5},
        {"start": [[1, 2, 3]]},
        {"start": [[1, np.nan]]},
        {"track": "sure"},
        {"start": "middle"},
    ):
        with pytest.raises(ValueError):
            vieta.solve(["x^2 - 1", "y - x"], **wrong)
    with pytest.raises(TypeError):
        vieta.solve(["x^2 - 1", "y - x"], track=3)
    with pytest.raises(ValueError, match="start_system"):
        vieta.solve(["x^2 - 1", "y - x"], start_system=["x - 1", "y"])
