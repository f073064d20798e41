"""checkpoint= of roots and solve_parameters, and save_roots."""

import os

import numpy as np
import pytest

import vieta

C = np.random.default_rng(5).standard_normal(20_001)
SYSTEM = ["x^2 + a*y - b", "y^2 - b*x + 1"]
VALUES = {"a": np.arange(5000) % 9 - 4.5, "b": np.arange(5000) * 0.037 + 0.1}


def goes_on(call):
    """In runs of more and more time."""
    for k in range(1, 40):
        answer = call(0.02 * 1.3**k)
        if answer.report["stopped_by"] == "":
            return answer
    raise AssertionError("no end")


def test_roots_go_on(tmp_path):
    path = tmp_path / "roots.checkpoint"
    expected = vieta.roots(C)
    found = goes_on(lambda seconds: vieta.roots(C, checkpoint=(path, 0), max_seconds=seconds))
    np.testing.assert_array_equal(found.values, expected.values)
    np.testing.assert_array_equal(found.radii, expected.radii)
    assert path.exists()  # until somebody removes it
    again = vieta.roots(C, checkpoint=str(path), threads=1)
    np.testing.assert_array_equal(again.radii, expected.radii)
    with pytest.raises(ValueError, match="another polynomial"):
        vieta.roots(C[:-1], checkpoint=path)
    with pytest.raises(ValueError, match="digits = 15"):
        vieta.roots(C, 12, checkpoint=path)


def test_instances_go_on(tmp_path):
    path = tmp_path / "instances.checkpoint"
    expected = vieta.solve_parameters(SYSTEM, VALUES)
    found = goes_on(lambda seconds: vieta.solve_parameters(SYSTEM, VALUES, checkpoint=(path, 0), max_seconds=seconds))
    assert len(found) == len(expected)
    np.testing.assert_array_equal(found.x, expected.x)
    np.testing.assert_array_equal(found.radii, expected.radii)
    with pytest.raises(ValueError, match="seed = 1"):
        vieta.solve_parameters(SYSTEM, VALUES, checkpoint=path, seed=2)


def test_what_is_no_checkpoint(tmp_path):
    for wrong in (3, ("a", "b"), ["a"]):
        with pytest.raises((TypeError, ValueError), match="checkpoint: found"):
            vieta.roots(C, checkpoint=wrong)
    for wrong in ("", ("a", -1), ("a", float("nan"))):
        with pytest.raises(ValueError, match="checkpoint: found"):
            vieta.roots(C, checkpoint=wrong)
    path = tmp_path / "file"
    path.write_text("no checkpoint")
    with pytest.raises(ValueError, match="found no checkpoint"):
        vieta.roots(C, checkpoint=path)
    with pytest.raises(ValueError, match="found degree 2"):
        vieta.roots([-2, 0, 1], checkpoint=tmp_path / "none")
    with pytest.raises(ValueError, match="a batch"):
        vieta.roots(np.ones((3, 4)), checkpoint=tmp_path / "none")


def test_roots_are_saved(tmp_path):
    path = tmp_path / "r.npy"
    told = vieta.save_roots(path, C[:3001])
    expected = vieta.roots(C[:3001])
    np.testing.assert_array_equal(np.load(path), expected.values)
    assert told["status"] == "complete"
    assert told["largest_radius"] == expected.radii.max()
    assert sum(told["roots_of_rank"]) == 3000
    assert os.listdir(tmp_path) == ["r.npy"]
    with pytest.raises(ValueError, match="zero polynomial"):
        vieta.save_roots(path, [0.0])
