"""`vieta.components`."""

import numpy as np
import pytest

import vieta

PRODUCT = ["(y-x^2)*(x^2+y^2+z^2-1)*(2*x-1)", "(z-x^3)*(x^2+y^2+z^2-1)*(2*y-1)",
           "(y-x^2)*(z-x^3)*(x^2+y^2+z^2-1)*(2*z-1)"]  # fmt: skip


def test_sphere_curves_and_a_point():
    r = vieta.components(PRODUCT, contains=[[0, 0, 1], [4, 2, 8], [0.5, 0.5, 0.5]])
    assert r.degrees == {2: [2], 1: [3, 1, 1, 1]}
    assert np.allclose(r.isolated, [[0.5, 0.5, 0.5]]) and not len(r.undecided)
    assert r.variables == ["y", "x", "z"]  # as they appear first
    assert [words.count("yes") for words in r.contains] == [1, 1, 0]
    assert r.report["status"] == "solved" and r.report["complete"] == "paths"
    assert "dimension 2: degrees 2; dimension 1: degrees 3, 1, 1, 1; 1 isolated, 0 undecided; solved" in repr(r)


def test_points_lie_on_slices_and_equations():
    (conic,) = vieta.components("x^2 + 2*y^2 - 1", samples=6).components
    assert (conic.dimension, conic.degree, conic.certified, conic.proofs) == (1, 2, 2, ["solution"] * 2)
    for points in (conic.points, conic.samples):
        assert np.abs(points[:, 0] ** 2 + 2 * points[:, 1] ** 2 - 1).max() < 1e-12
    assert np.abs(conic.points @ conic.slices[0, :2] + conic.slices[0, 2]).max() < 1e-13
    assert conic.samples.shape == (6, 2) and conic.radii.max() < 1e-12 and conic.trace < 1e-7


def test_multiplicities():
    r = vieta.components("(x^2 + y^2 - 1)^3*(x - y)")
    assert sorted((c.degree, c.multiplicity, c.reduced) for c in r.components) == [(1, 1, True), (2, 3, False)]
    r = vieta.components(["(x - 1)^2*(x + 2)", "y - x"])
    assert len(r) == 0 and sorted(r.multiplicities) == [1, 2]


def test_dimensions():
    assert vieta.components(PRODUCT, min_dimension=1, max_dimension=1).degrees.keys() == {1}
    assert vieta.components(PRODUCT, min_dimension=2).degrees == {2: [2]}


def test_time_is_kept():
    r = vieta.components(vieta.families.cyclic(8), max_seconds=0.3)
    assert r.report["status"] == "incomplete" and r.report["stopped_by"] == "time"


def test_misuse():
    with pytest.raises(ValueError, match="contains: found an array of shape"):
        vieta.components("x*y", contains=[1, 2, 3])
    with pytest.raises(ValueError, match="samples"):
        vieta.components("x*y", samples=-1)
    with pytest.raises(ValueError, match="max_paths"):
        vieta.components("x*y", max_paths=0)


def test_points_that_are_none():
    for contains in ("abc", [[1, None]], [[1, np.nan]], [[10**400, 1]], [[1, 2], [3]], np.ma.masked_equal([[1, 0]], 1)):
        with pytest.raises((TypeError, ValueError), match="contains: found"):
            vieta.components(["x*y"], contains=contains)
