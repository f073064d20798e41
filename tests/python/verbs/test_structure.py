"""`vieta.nearest_structure`: multiplicities that were there before rounding."""

from fractions import Fraction

import numpy as np
import pytest

import vieta


def product(roots):
    """Exact coefficients, ascending, rounded once."""
    p = [Fraction(1)]
    for r in map(Fraction, roots):
        p = [a - r * b for a, b in zip([Fraction(0), *p], [*p, Fraction(0)])]
    return [float(a) for a in p]


def test_a_rounded_product():
    s = vieta.nearest_structure(product(["9/10"] * 20 + ["1"] * 15 + ["11/10"] * 10))
    assert s.status == "found" and s.degree == 45
    assert s.multiplicities.tolist() == [20, 15, 10]
    np.testing.assert_allclose(s.values, [0.9, 1, 1.1], rtol=1e-10)
    assert s.distance < 1e-15 and "3 different roots" in repr(s)
    assert [Fraction(x) for x in s.re] and len(s.im) == 3


def test_simple_roots_stay_simple():
    assert vieta.nearest_structure([-1, -1, 0, 0, 0, 1]).status == "simple"


@pytest.mark.parametrize("c, saying", [([0.0, 0.0], "c: "), ([np.nan, 1.0], "c: "), ("x^301 + x", "degree"), ("", "")])
def test_misuse(c, saying):
    with pytest.raises(ValueError, match=saying):
        vieta.nearest_structure(c)
