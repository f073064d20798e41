"""`vieta.aaa`: poles, residues and zeros that are known, and samples that it must not trip over."""

import numpy as np
import pytest

import vieta


def test_tangent():
    r = vieta.aaa("tan(x)", (-1.5, 1.5))
    assert r.converged and r.error < 1e-11
    nearest = r.poles[np.argsort(abs(r.poles))[:2]]
    np.testing.assert_allclose(sorted(nearest.real), [-np.pi / 2, np.pi / 2], rtol=1e-10)
    np.testing.assert_allclose(r.residues[np.argsort(abs(r.poles))[:2]], -1, rtol=1e-8)
    assert min(abs(r.zeros)) < 1e-12
    x = np.linspace(-1.4, 1.4, 101)
    np.testing.assert_allclose(r(x).real, np.tan(x), rtol=1e-11, atol=1e-12)
    assert r(x).shape == (101,) and r(x.reshape(1, 101)).shape == (1, 101) and np.ndim(r(0.5)) == 0
    assert r(r.support[0]) == r.values[0]


def test_complex_samples():
    z = np.exp(2j * np.pi * np.arange(300) / 300)
    r = vieta.aaa(z, np.exp(z) / (z - 1.5j))
    at = np.argmin(abs(r.poles - 1.5j))
    assert abs(r.poles[at] - 1.5j) < 1e-10
    assert abs(r.residues[at] - np.exp(1.5j)) < 1e-8
    assert r.samples == 300


def test_what_does_not_converge_says_so():
    random = np.random.default_rng(1)
    r = vieta.aaa(np.linspace(0, 1, 200), random.normal(size=200), max_terms=10)
    assert not r.converged and r.error > 0.01 and "not converged" in repr(r)
    assert len(r.support) <= 10


def test_samples_without_a_value_are_left_out():
    x = np.linspace(0, 1, 101)
    with np.errstate(divide="ignore"):
        r = vieta.aaa(x, np.log(x))
    assert r.samples == 100 and np.isfinite(r.error)


@pytest.mark.parametrize(
    "arguments, saying",
    [
        (([1, 2, 3], [1, 2]), "values_or_interval: found 2 values, expected 3"),
        ((["a"], [1]), "f: found "),
        (("nothing(x)",), "f"),
        (("exp(x)", (1, 0)), ""),
    ],
)
def test_misuse(arguments, saying):
    with pytest.raises((TypeError, ValueError), match=saying):
        vieta.aaa(*arguments)


def test_masked_samples_are_refused():
    with pytest.raises(ValueError, match="f: found a masked array"):
        vieta.aaa(np.ma.masked_equal([0.0, 1, 2, 3], 1), [1, 2, 3, 4.0])
