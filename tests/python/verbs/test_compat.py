"""vieta.compat.roots beside numpy.roots: the same answers where that is right, right ones where it is not."""

import fractions
import subprocess
import sys

import hypothesis.strategies as st
import mpmath
import numpy as np
import pytest
from hypothesis import given

import vieta


def exact_errors(p, answers):
    """Distance of each answer from the nearest true root, relative to it; and whether they pair off one to one."""
    with mpmath.workdps(50):
        certified = vieta.roots(list(p)[::-1], digits=30)
        true = [z for z, times in zip(certified.mpmath(), certified.multiplicities) for _ in range(times)]
        assert len(true) == len(answers)
        left = list(true)
        errors = []
        for a in answers:
            k = min(range(len(left)), key=lambda j: abs(left[j] - mpmath.mpmathify(complex(a))))
            scale = abs(left[k]) or 1
            errors.append(float(abs(left[k] - mpmath.mpmathify(complex(a))) / scale))
            left.pop(k)
        return errors


def test_issue_9170_a_triple_root():
    # https://github.com/numpy/numpy/issues/9170: numpy.roots gives 3.00001 +- 0.00002i and 2.99997 for (x - 3)^3.
    p = [1, -9, 27, -27]
    assert vieta.compat.roots(p).tolist() == [3, 3, 3]
    assert vieta.compat.roots(p).dtype == np.float64
    assert np.abs(np.roots(p) - 3).max() > 1e-6  # it still does


def test_issue_14186_a_tiny_leading_coefficient():
    # https://github.com/numpy/numpy/issues/14186: 0.16 + x + 1e-15 x^2 - y for y = 0.16 + x + 1e-15 x^2 at x = 0, 0.1,
    # 0.2, 0.3; numpy.polynomial answered 2.5e-2 and worse beside the small root.
    x = np.arange(4) * 0.1
    coef = np.array([0.16, 1, 1e-15])
    y = coef[0] + coef[1] * x + coef[2] * x**2
    for target, expected in zip(y, x):
        p = [1e-15, 1.0, coef[0] - target]
        small = vieta.compat.roots(p)[-1]
        assert abs(small - expected) < 1e-15
        assert max(exact_errors(p, vieta.compat.roots(p))) < 1e-15


@pytest.mark.parametrize("leading", [0.04, 0.05])
def test_issue_27881_roots_of_very_different_size(leading):
    # https://github.com/numpy/numpy/issues/27881: 0.5 - 0.2 x - 5e15 x^2 + 0.04 x^3. polyroots answered 7.5e-9
    # for the roots near 1e-8, or complex numbers; which of the two is right depended on the companion matrix.
    p = [leading, -5e15, -0.2, 0.5]
    ours = vieta.compat.roots(p)
    assert ours.dtype == np.float64  # all three are real
    assert max(exact_errors(p, ours)) < 1e-15
    assert ours[0] == pytest.approx(5e15 / leading, rel=1e-15)


@given(st.lists(st.floats(-100, 100).map(lambda x: round(x, 3)), min_size=0, max_size=9))
def test_as_numpy_where_that_is_right(p):
    ours, theirs = vieta.compat.roots(p), np.roots(p)
    assert ours.shape == theirs.shape
    if len(ours) and len(set(ours.tolist())) == len(ours):
        gaps = np.abs(ours[:, None] - ours[None, :]) + np.diag(np.full(len(ours), np.inf))
        if gaps.min() > 1e-2 and np.abs(ours).max() < 1e3:
            for z in ours:
                assert np.abs(theirs - z).min() < 1e-6
            assert max(exact_errors(np.trim_zeros(p, "f"), ours)) < 1e-15


@pytest.mark.parametrize(
    "p",
    [[], [0], [0, 0], [5], [0, 0, 5], [1, 0], [1, 0, 0], [0, 1, 2, 0, 0], [3.2, 2, 1], [1, 2j, 3],
     np.float32([1, -3, 2]), (1, -3, 2), np.array([1, 0, -2])],
)  # fmt: skip
def test_corners_as_numpy(p):
    ours, theirs = vieta.compat.roots(p), np.roots(p)
    assert ours.shape == theirs.shape
    assert (ours.dtype.kind == "c") == (theirs.dtype.kind == "c")
    for z in theirs:
        assert np.abs(ours - z).min() < 1e-6


def test_multiple_roots_come_as_often_as_they_count():
    p = np.poly([2, 2, 2, 2, -1])
    assert vieta.compat.roots(p).tolist() == [2, 2, 2, 2, -1]


def test_exact_numbers():
    third = fractions.Fraction(1, 3)
    assert vieta.compat.roots([1, -2 * third, third * third]).tolist() == [1 / 3, 1 / 3]
    assert vieta.compat.roots([1, -(10**30)]).tolist() == [1e30]


@pytest.mark.parametrize("one", [1.0, np.float32(1), 1 + 0j, np.array(1.0), 1])
def test_long_integers_beside_floats(one):
    # (x - a)^2: NumPy makes doubles of such a list, and a^2 is none; its neighbour has the roots a - 1 and a + 1.
    a = 2**27 + 1
    assert vieta.compat.roots([one, -2 * a, a * a]).tolist() == [a, a]
    assert vieta.compat.roots((one, -2 * a, np.int64(a * a), 0)).tolist() == [a, a, 0]
    assert vieta.compat.roots([2**63, -1]).tolist() == [2.0**-63]


def test_errors():
    with pytest.raises(ValueError, match="^p: found shape"):
        vieta.compat.roots(np.ones((2, 3)))
    with pytest.raises(ValueError, match="NaN"):
        vieta.compat.roots([1, np.nan])
    with pytest.raises(ValueError, match="^p: found shape"):
        vieta.compat.roots([[1, 2.5], [3, 2**60]])
    with pytest.raises(ValueError):
        vieta.compat.roots([1, np.ma.masked, 2.5])


def test_errors_of_polyroots_are_about_its_own_argument():
    with pytest.raises(ValueError, match="^c: found shape .*x\\^0 first"):
        vieta.compat.polyroots(np.ones((2, 2)))
    with pytest.raises(ValueError, match="^c: found NaN or an infinity at index 1"):
        vieta.compat.polyroots([1, np.nan])
    with pytest.raises(ValueError, match="^c: found shape"):
        vieta.compat.chebroots(np.ones((2, 2)))


def test_numpy_s_functions_stay_what_they_are():
    # https://github.com/andreasnoack/FastPolynomialRoots.jl/issues/23: loading it replaced another package's roots().
    program = """
import numpy as np
from numpy.polynomial import polynomial
before = np.roots, np.linalg.eigvals, polynomial.polyroots, np.polynomial.Polynomial.roots
import vieta, vieta.compat
assert before == (np.roots, np.linalg.eigvals, polynomial.polyroots, np.polynomial.Polynomial.roots)
assert vieta.compat.roots is not np.roots
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_series_as_numpy_where_that_is_right():
    draw = np.random.default_rng(4)
    for name, module in (
        ("polyroots", np.polynomial.polynomial),
        ("chebroots", np.polynomial.chebyshev),
        ("legroots", np.polynomial.legendre),
        ("hermroots", np.polynomial.hermite),
        ("hermeroots", np.polynomial.hermite_e),
        ("lagroots", np.polynomial.laguerre),
    ):
        for _ in range(20):
            c = draw.normal(size=draw.integers(1, 9))
            ours, theirs = getattr(vieta.compat, name)(c), getattr(module, name)(c)
            assert len(ours) == len(theirs)
            assert np.abs(np.sort_complex(ours) - np.sort_complex(theirs)).max(initial=0) < 1e-8 * (
                1 + np.abs(theirs).max(initial=0)
            )
        assert len(getattr(vieta.compat, name)([3.0])) == 0
    assert vieta.compat.chebroots([0, 0, 0, 1]).tolist() == [-(0.75**0.5), 0, 0.75**0.5]


def test_polynomial_eigenvalues():
    draw = np.random.default_rng(6)
    for _ in range(10):
        n, d = int(draw.integers(1, 5)), int(draw.integers(1, 4))
        matrices = [draw.integers(-5, 6, (n, n)).astype(float) for _ in range(d)] + [np.eye(n)]
        companion = np.zeros((n * d, n * d))
        companion[: n * (d - 1), n:] = np.eye(n * (d - 1))
        companion[n * (d - 1) :, :] = -np.hstack(matrices[:d])
        ours, theirs = vieta.compat.polyeig(*matrices), np.linalg.eigvals(companion)
        assert max(np.abs(theirs - x).min() for x in ours) < 1e-5 and len(ours) == n * d
    assert vieta.compat.polyeig([[-2.0]], [[1.0]]).tolist() == [2.0]
    # Three equal eigenvalues, for which LAPACK finds three others.
    block = [[-3, 1, 0], [0, -3, 1], [0, 0, -3]]
    assert vieta.compat.polyeig(block, np.eye(3)).tolist() == [3.0, 3.0, 3.0]
    with pytest.raises(ValueError, match="expected a regular pencil"):
        vieta.compat.polyeig([[1, 0], [0, 0]], [[1, 0], [0, 0]])
    with pytest.raises(ValueError, match="A1: found shape"):
        vieta.compat.polyeig([[1, 0], [0, 1]], [[1]])


SERIES = {"cheb": np.polynomial.Chebyshev, "leg": np.polynomial.Legendre, "herm": np.polynomial.Hermite,
          "herme": np.polynomial.HermiteE, "lag": np.polynomial.Laguerre}  # fmt: skip


@pytest.mark.parametrize("name", SERIES)
def test_series_of_exact_numbers(name):
    roots, draw = getattr(vieta.compat, f"{name}roots"), np.random.default_rng(3)
    for degree in range(1, 7):
        c = [*draw.integers(-9, 10, degree).tolist(), 3]
        np.testing.assert_allclose(roots([fractions.Fraction(x) for x in c]), roots(np.array(c, float)), rtol=1e-14, atol=1e-14)
    # a longer integer beside a float: NumPy would round it
    a = 2**53 + 1
    assert roots([a, a, 0.0]).tolist() == roots([1, 1]).tolist()


@pytest.mark.parametrize("function", ["polyroots", *[f"{name}roots" for name in SERIES]])
def test_what_means_no_series(function):
    roots = getattr(vieta.compat, function)
    for wrong, kind, complaint in (
        (None, TypeError, r"c\[0\]: found None, expected a number"),
        ([None, 1], TypeError, r"c\[0\]: found None, expected a number"),
        ([], ValueError, "c: found no coefficients, expected at least one"),
        ("ab", TypeError, "c: found an array of <U2"),
        ({1: 2}, TypeError, "found a dict, expected a number"),
        (np.polynomial.Chebyshev([1, 2]), TypeError, "found a numpy.Chebyshev, expected a number"),
        ([np.nan], ValueError, "c: found NaN or an infinity"),
        ([1, np.inf], ValueError, "c: found NaN or an infinity"),
        (np.longdouble([1, 2]), TypeError, "c: found an array of float128"),
    ):
        with pytest.raises(kind, match=complaint):
            roots(wrong)
    for constant in (3, [0], [5.0], [0, 0], [1, 0.0]):  # as NumPy
        assert roots(constant).shape == (0,)


def test_polyeig_of_numbers_of_all_kinds():
    one = [[1, 0], [0, 1]]
    expected = vieta.compat.polyeig([[100, 100], [50, -100]], one)
    for number in (np.int8, np.float32, mpmath.mpf, fractions.Fraction):
        rows = [[number(100), number(100)], [number(50), number(-100)]]
        assert (vieta.compat.polyeig(rows, one) == expected).all()
    assert vieta.compat.polyeig([[np.int64(2**62), 1], [1, np.int64(2**62)]], one).tolist() == [1 - 2.0**62, -1 - 2.0**62][::-1]
    for wrong, problem in ((1j * np.inf, ValueError), (float("nan"), ValueError), (None, TypeError), ("x", ValueError)):
        with pytest.raises(problem, match=r"A0\[1\]\[0\]: found"):
            vieta.compat.polyeig([[1, 0], [wrong, 1]], one)
    with pytest.raises(ValueError, match="A0: found a masked array"):
        vieta.compat.polyeig(np.ma.masked_equal([[1, 0], [2, 1]], 2), one)


def test_polyeig_of_complex_matrices():
    draw = np.random.default_rng(7)
    for n, d in ((1, 1), (2, 3), (3, 2), (4, 1)):
        matrices = [draw.normal(size=(n, n)) + 1j * draw.normal(size=(n, n)) for _ in range(d + 1)]
        found = vieta.compat.polyeig(*matrices)
        assert len(found) == n * d and found.dtype == complex
        for x in found:
            sizes = np.linalg.svd(sum(a * x**k for k, a in enumerate(matrices)), compute_uv=False)
            assert sizes[-1] < 1e-13 * sizes[0] + 1e-13
    block = np.array([[2j, 1, 0], [0, 2j, 1], [0, 0, 2j]])  # three equal ones, and an infinite one beside them
    assert vieta.compat.polyeig(-block, np.eye(3)).tolist() == [2j] * 3
    singular = vieta.compat.polyeig([[1j, 0], [0, 1]], [[1, 0], [0, 0]])
    assert singular[0] == -1j and np.isinf(singular[1])


def test_roots_beyond_doubles():
    """-1e320 is no double: neither -inf nor silence."""
    with pytest.raises(OverflowError, match=r"p: found a root at -1\.0000\d*e320, expected roots that doubles hold"):
        vieta.compat.roots([1e-320, 1, 1])
    with pytest.raises(OverflowError, match="c: found a root"):
        vieta.compat.polyroots([1, 1, 1e-320])


@pytest.mark.parametrize(
    "call",
    [
        lambda: vieta.compat.roots([1e300, 1e-300]),  # -1e-600 was returned as -0.0
        lambda: vieta.compat.roots([1, fractions.Fraction(-3, 2**1075)]),  # a subnormal number has no 15 digits
        lambda: vieta.signal.tf2zpk([1e300, 1e-300], [1]),
        *(lambda f=f: f([1, 1e-310]) for f in (vieta.compat.chebroots, vieta.compat.legroots, vieta.compat.lagroots)),
    ],
)
def test_roots_that_no_normal_double_is_near(call):
    with pytest.raises(OverflowError, match="found a root at -?[0-9.]+e-?[0-9]+, expected roots that doubles hold"):
        call()


def test_exact_zeros_are_zeros():
    assert vieta.compat.roots([1, 0, 0]).tolist() == [0, 0]
    assert vieta.compat.chebroots([0, 1]).tolist() == [0]
