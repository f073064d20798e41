"""`vieta.roots` of NumPy's series: solved and proven in their own basis, against mpmath and an independent proof."""

import pickle
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import vieta

P = np.polynomial
KINDS = [P.Chebyshev, P.Legendre, P.Hermite, P.HermiteE, P.Laguerre]


def value(p, z):
    """p(z) by mpmath, in its own basis, from the exact numbers of p."""
    (begin, end), (first, last) = (map(mpmath.mpf, ends.tolist()) for ends in (p.domain, p.window))
    u = first + (last - first) * (z - begin) / (end - begin)
    of = {
        P.Chebyshev: mpmath.chebyt,
        P.Legendre: mpmath.legendre,
        P.Hermite: mpmath.hermite,
        P.HermiteE: lambda k, x: mpmath.mpf(2) ** (-mpmath.mpf(k) / 2) * mpmath.hermite(k, x / mpmath.sqrt(2)),
        P.Laguerre: lambda k, x: mpmath.laguerre(k, 0, x),
    }[type(p)]
    return mpmath.fsum(mpmath.mpmathify(complex(c)) * of(k, u) for k, c in enumerate(p.coef))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("domain", [None, [0, 3], [0.1, 0.7], [5, -2]])
@pytest.mark.parametrize("is_complex", [False, True])
def test_discs_hold_roots(kind, domain, is_complex):
    rng = np.random.default_rng(7)
    c = rng.normal(size=10) + (1j * rng.normal(size=10) if is_complex else 0)
    p = kind(c, domain=domain) if domain else kind(c)
    r = vieta.roots(p)
    assert r.status == "complete" and len(r) == 9 and set(r.statuses) == {"isolated"}
    assert r.report["method"].startswith("values in the basis")
    assert r.verify()
    with mpmath.workdps(40):
        for z, radius in zip(r.values, r.radii):
            near = mpmath.findroot(lambda x: value(p, x), mpmath.mpmathify(complex(z)), tol=1e-50)
            assert abs(near - mpmath.mpmathify(complex(z))) <= radius


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("degree", [1, 2, 3, 40])
def test_degrees(kind, degree):
    c = np.random.default_rng(degree).normal(size=degree + 1)
    if kind in (P.Hermite, P.HermiteE):  # terms of like size
        c /= [float(mpmath.sqrt(mpmath.factorial(k)) * (2 if kind is P.Hermite else 1) ** (k / 2)) for k in range(degree + 1)]
    r = vieta.roots(kind(c))
    assert r.status == "complete" and r.multiplicities.sum() == degree and r.verify()


def test_many_digits_and_zero():
    r = vieta.roots(P.Chebyshev([0, 0, 0, 1]), digits=40)  # 4 u^3 - 3 u
    assert r.values[0] == 0 and r.radii[0] == 0
    with mpmath.workdps(45):
        assert abs(r.mpmath()[1] - mpmath.sqrt(3) / 2) < mpmath.mpf(10) ** -39


def test_multiple_roots():
    r = vieta.roots(P.Chebyshev.cast(P.Polynomial([1, -4, 6, -4, 1])))
    assert r.multiplicities.tolist() == [4] and r.values.tolist() == [1]
    r = vieta.roots(P.Hermite.cast(P.Polynomial([1, -2, 1])))  # by powers: 1/4 H_2 - H_1 + 3/2 H_0
    assert r.multiplicities.tolist() == [2] and r.values.tolist() == [1]


def test_pairs_that_meet():
    p = P.Chebyshev.fromroots([0.5, 0.5, 0.25, -1, 1, 2])  # exact in doubles
    r = vieta.roots(p)
    assert sorted(zip(r.values.real, r.multiplicities)) == [(-1, 1), (0.25, 1), (0.5, 2), (1, 1), (2, 1)]
    assert r.real.all() and r.verify()


def test_a_high_degree_by_the_unit_circle():
    """T_n's own roots; a random series, whose roots sit where its values change their sign."""
    n = 300
    r = vieta.roots(P.Chebyshev.basis(n), real_only=True)
    assert r.status == "complete" and len(r) == n
    order = np.argsort(-r.values.real)
    with mpmath.workdps(30):
        for k, i in enumerate(order):
            assert abs(mpmath.cos((2 * k + 1) * mpmath.pi / (2 * n)) - r.values.real[i]) <= r.radii[i]
    p = P.Chebyshev(np.random.default_rng(2).normal(size=n + 1))
    r = vieta.roots(p)
    assert r.status == "complete" and len(r) == n
    x = np.cos(np.linspace(0, np.pi, 20 * n))
    changes = np.count_nonzero(np.diff(np.sign(p(x))))
    inside = vieta.roots(p, real_only=True, in_box=(-1, 1, 0, 0))
    assert len(inside) == changes


def test_a_function_on_an_interval():
    f = P.Chebyshev.interpolate(np.cos, 60, domain=[0, 40])
    r = vieta.roots(f, real_only=True, in_box=(0, 40, 0, 0))
    np.testing.assert_allclose(r.values.real / np.pi, np.arange(13) + 0.5, rtol=1e-12)


def test_pickle_and_other_methods():
    p = P.Legendre(np.random.default_rng(3).normal(size=8), domain=[2, 3])
    r = vieta.roots(p)
    again = pickle.loads(pickle.dumps(r))
    assert np.array_equal(again.values, r.values) and again.verify()
    powers = vieta.roots(p, method="ehrlich-aberth")
    np.testing.assert_allclose(powers.values, r.values, rtol=1e-12)
    wide = vieta.roots(p, uncertainty=1e-10)
    assert (wide.radii > 1e-12).all()


def test_misuse():
    with pytest.raises(ValueError, match="NaN or an infinity"):
        vieta.roots(P.Chebyshev([1, np.nan, 1]))
    with pytest.raises(ValueError, match="zero polynomial"):
        vieta.roots(P.Hermite([0.0]))
    assert len(vieta.roots(P.Laguerre([2.0]))) == 0


@pytest.mark.parametrize("kind", [P.Polynomial, P.Chebyshev, P.Legendre])
def test_roots_at_the_ends_of_the_domain_are_in_it(kind):
    rng = np.random.default_rng(1)
    for begin, end in np.sort(np.round(rng.uniform(-5, 5, (20, 2)), 2)).tolist():
        for coefficients, root in (([-1, 1], end), ([1, 1], begin)):  # u - 1 and u + 1
            r = vieta.roots(kind(coefficients, domain=[begin, end]), digits=30, in_box=(begin, end, 0, 0))
            (re, im, radius), = r.decimals
            assert abs(Fraction(re) - Fraction(root)) <= Fraction(radius) and im == "0"


def test_coefficients_and_domains_are_taken_exactly_or_refused():
    polynomial, chebyshev = np.polynomial.Polynomial, np.polynomial.Chebyshev
    with mpmath.workdps(45):
        c = [mpmath.mpf(0.1), mpmath.mpc(0, 0.2), 1]
        for z in vieta.roots(polynomial([0.1, 0.2j, 1], domain=[0, 4]), digits=40).mpmath():  # u = x/2 - 1
            assert abs(mpmath.polyval(c[::-1], z / 2 - 1)) < 1e-39
    long = [2**62 - 1, -(2**32), 1]
    for kind in (polynomial, chebyshev):
        p = kind([1, 2], domain=[0, 2])
        p.coef = np.array([*long[:2], 1 if kind is polynomial else Fraction(1, 2)], dtype=object)
        p.coef[0] += 0 if kind is polynomial else Fraction(1, 2)
        assert sorted(vieta.roots(p).values.real) == [2.0**31, 2.0**31 + 2]
        if np.dtype(np.longdouble).itemsize > 8:
            with pytest.raises(TypeError, match="c: found an array of float(128|96)"):
                vieta.roots(kind(np.array([1, 2, 3], np.longdouble), domain=[0, 2]))
            with pytest.raises(TypeError, match="c.domain: found a numpy.longdouble"):
                vieta.roots(kind([1, 2, 3], domain=[0, np.longdouble(1) / 3]))
        for verb, name in ((vieta.roots, "c"), (vieta.real_roots, "c"), (lambda p: vieta.real_roots([p]), r"c\[0\]")):
            with pytest.raises(ValueError, match=name + ": found a series with the complex domain"):
                verb(kind([1, 2, 3], domain=[0, 1j]))

        class Derived(kind):
            pass

        for domain in ([-1, 1], [0, 3]):
            ours, same = Derived([1, -2, 1.5], domain=domain), kind([1, -2, 1.5], domain=domain)
            assert (vieta.roots(ours).values == vieta.roots(same).values).all()
            np.testing.assert_array_equal(vieta.real_roots(ours).values, vieta.real_roots(same).values)
