"""vieta.roots: every kind of input, every attribute, against exact roots and mpmath."""

import decimal
import fractions
import pathlib
import pickle

import hypothesis.strategies as st
import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import given

import vieta

Fraction = fractions.Fraction


def expanded(roots):
    """Ascending coefficients of prod (x - r), exact for exact roots."""
    p = [1]
    for r in roots:
        p = [a - r * b for a, b in zip([0, *p], [*p, 0])]
    return p


def discs_hold(result, true_roots):
    """Each true root lies in exactly one disc, and each disc holds as many as it says."""
    held = np.zeros(len(result), dtype=int)
    with mpmath.workdps(60):
        centres = result.mpmath()
        for z in true_roots:
            at = [
                k for k, c in enumerate(centres)
                if abs(c - mpmath.mpmathify(z)) <= mpmath.mpf(float(result.radii[k])) * (1 + mpmath.mpf(2) ** -50)
            ]  # fmt: skip
            assert len(at) == 1, f"{z} lies in {len(at)} discs of {result!r}"
            held[at[0]] += 1
    assert held.tolist() == result.multiplicities.tolist()


def test_a_known_polynomial():
    r = vieta.roots([-1, -1, 0, 0, 0, 1])
    assert r.status == "complete"
    assert r.values.dtype == np.complex128 and r.radii.dtype == np.float64
    assert r.multiplicities.tolist() == [1] * 5
    assert r.real.tolist() == [False] * 4 + [True]
    assert r.statuses == ["isolated"] * 5
    assert r.values[-1] == 1.1673039782614187
    assert np.all(r.radii <= 1e-15 * np.abs(r.values))
    assert r.report["degree"] == 5 and r.report["stopped_by"] == ""
    assert len(r) == 5 and r[0].status == "isolated" and [z.real for z in r][-1]
    assert np.asarray(r) is r.values
    assert np.asarray(r, dtype=np.complex64).dtype == np.complex64


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=8))
def test_integer_roots(true_roots):
    r = vieta.roots(expanded(true_roots))
    discs_hold(r, true_roots)
    assert all(real for real, times in zip(r.real, r.multiplicities) if times == 1)
    assert sorted(set(true_roots)) == sorted(z.real for z in r.values)


@given(st.lists(st.fractions(min_value=-4, max_value=4, max_denominator=30), min_size=1, max_size=6))
def test_fractions_are_exact(true_roots):
    r = vieta.roots(expanded(true_roots))
    discs_hold(r, [_precise(z) for z in true_roots])
    assert r.report["degree"] == len(true_roots)


def _precise(z):
    with mpmath.workdps(60):
        return mpmath.mpf(z.numerator) / z.denominator


@given(
    st.lists(
        st.floats(-10, 10, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-3), min_size=2, max_size=8
    )
)
def test_floats_against_mpmath(c):
    if not any(c):
        return
    r = vieta.roots(c)
    assert r.multiplicities.sum() == r.report["degree"]
    if len(r) != r.report["degree"] or any(s != "isolated" for s in r.statuses):
        return  # mpmath.polyroots fails for multiple roots
    while c[-1] == 0:
        c = c[:-1]
    with mpmath.workdps(60):
        discs_hold(r, mpmath.polyroots(c[::-1], maxsteps=500, extraprec=300) if len(c) > 1 else [])


@pytest.mark.parametrize(
    "c",
    [
        [-2, 0, 1],
        (-2.0, 0.0, 1.0),
        range(-2, 2),
        np.array([-2, 0, 1]),
        np.array([-2, 0, 1], dtype=np.int8),
        np.array([-2, 0, 1], dtype=np.float32),
        np.array([-2, 0, 1], dtype=np.float16),
        np.array([-2, 0, 1], dtype=">f8"),
        np.array([-2, 0, 1], dtype=complex),
        np.array([-2, 0, 1], dtype=np.complex64),
        np.array([1.0, 0, -2])[::-1],
        np.array([-2.0, 9, 0, 9, 1])[::2],
        [Fraction(-2), 0, Fraction(1)],
        [decimal.Decimal(-2), decimal.Decimal(0), decimal.Decimal("1")],
        [mpmath.mpf(-2), mpmath.mpf(0), mpmath.mpf(1)],
        [mpmath.mpc(-2), 0, mpmath.mpf(1)],
        ["-2", "0", "1"],
        [sympy.Integer(-2), sympy.Integer(0), sympy.Rational(1)],
        [np.float64(-2), np.int32(0), np.complex64(1)],
        "x^2 - 2",
        sympy.Symbol("t") ** 2 - 2,
        sympy.Poly([1, 0, -2], sympy.Symbol("y")),
        np.polynomial.Polynomial([-2, 0, 1]),
        np.poly1d([1, 0, -2]),
    ],
)  # fmt: skip
def test_kinds_of_input(c):
    r = vieta.roots(c)
    expected = np.polynomial.polynomial.polyroots([-2, -1, 0, 1]) if isinstance(c, range) else [-(2**0.5), 2**0.5]
    assert np.allclose(
        sorted(r.values, key=lambda z: (z.real, z.imag)), sorted(expected, key=lambda z: (z.real, z.imag))
    )


def test_mapped_polynomial():
    p = np.polynomial.Polynomial([0, 1], domain=[0, 4])  # zero in the middle of its domain
    assert vieta.roots(p).values.tolist() == [2]
    thirds = np.polynomial.Polynomial([-1.0, 3, 5, -7], domain=[0, 3])  # u = 2/3 x - 1
    u = [Fraction(-1), Fraction(2, 3)]
    c = [Fraction()] * 4
    power = [Fraction(1)]
    for a in (-1, 3, 5, -7):
        c = [x + a * y for x, y in zip(c, power + [Fraction()] * 4)]
        power = [u[0] * low + u[1] * high for low, high in zip([*power, Fraction()], [Fraction(), *power])]
    assert vieta.roots(thirds, digits=40).decimals == vieta.roots(c, digits=40).decimals


def test_file(tmp_path):
    path = tmp_path / "p.txt"
    path.write_text("-2 0 1\n")
    assert vieta.roots(pathlib.Path(path)).values[0].real == pytest.approx(2**0.5)


def test_nothing_is_rounded():
    # A long integer: (x - 10^40) (x - 10^40 - 1).
    a = 10**40
    r = vieta.roots([a * (a + 1), -(2 * a + 1), 1], digits=60)
    assert sorted(re.split(".")[0] for re, _, _ in r.decimals) == [str(a), str(a + 1)]
    # 0.1 as a float is not one tenth, as a text it is.
    with mpmath.workdps(40):
        tenth = mpmath.mpf(vieta.roots([0.1, -1], digits=30).decimals[0][0])
        assert abs(tenth - mpmath.mpf(0.1)) < mpmath.mpf(10) ** -30
        assert (
            abs(mpmath.mpf(vieta.roots(["0.1", -1], digits=30).decimals[0][0]) - mpmath.mpf(1) / 10)
            < mpmath.mpf(10) ** -30
        )
    # An integer beyond 2^53 in an array, and beside a float in a list.
    big = 2**53 + 1
    assert vieta.roots(np.array([-big, 1]), digits=20).decimals[0][0].startswith(str(big))
    assert vieta.roots([-big, 1.0], digits=20).decimals[0][0].startswith(str(big))


def test_decimals_carry_their_radius():
    r = vieta.roots([0.1, 3, 1])  # at 15 digits the texts are rounded doubles
    with mpmath.workdps(50):
        for (re, im, radius), z in zip(r.decimals, vieta.roots([0.1, 3, 1], digits=40).mpmath()):
            assert abs(mpmath.mpc(re, im) - z) <= mpmath.mpf(radius)


def test_decimals_of_doubles_are_of_discs_that_are_apart():
    # (x^2 + 4)^2, almost: two pairs of roots 1.7e-16 apart.
    r = vieta.roots([16.0, -1.3505137293367359e-15, 8.0, -3.3762843233418396e-16, 1.0])
    discs = [tuple(map(fractions.Fraction, texts)) for texts in r.decimals]
    for k, (re, im, radius) in enumerate(discs):
        assert radius >= fractions.Fraction(r.radii[k]) and float(radius) == r.radii[k]
        for other_re, other_im, other_radius in discs[:k]:
            assert (re - other_re) ** 2 + (im - other_im) ** 2 > (radius + other_radius) ** 2
    assert vieta.roots([0, -2, 1]).decimals[0] == ("0.0", "0.0", "0")


def test_integers_of_any_size():
    n = 7**9000  # 7606 digits: Python writes no more than 4300 at once
    r = vieta.roots([-n, 1], digits=20)
    with mpmath.workdps(30):
        assert abs(mpmath.mpf(r.decimals[0][0]) / mpmath.mpf(7) ** 9000 - 1) < mpmath.mpf(10) ** -20
    assert np.isinf(r.values[0].real)
    m = 5**9001
    for p in ([-n, m], [fractions.Fraction(-n, m), 1], [fractions.Fraction(n, m), -1]):
        ((low, high),) = vieta.roots(p, real_only=True).intervals
        assert low <= fractions.Fraction(n, m) <= high < low * (1 + fractions.Fraction(1, 2**50))


def test_many_digits():
    r = vieta.roots("x^3 - 2", digits=100)
    with mpmath.workdps(110):
        cube_root = mpmath.cbrt(2)
        real = [z for z, is_real in zip(r.mpmath(), r.real) if is_real]
        assert isinstance(real[0], mpmath.mpf)
        assert abs(real[0] - cube_root) < mpmath.mpf(10) ** -100
        for z in r.mpmath():
            assert abs(z**3 - 2) < mpmath.mpf(10) ** -98


def test_complex_coefficients():
    r = vieta.roots([1j, 0, 1])  # x^2 = -i
    assert np.allclose(np.sort_complex(r.values), np.sort_complex([np.sqrt(0.5) * (1 - 1j), np.sqrt(0.5) * (-1 + 1j)]))
    assert not r.real.any()


def test_multiple_roots_are_told():
    r = vieta.roots("(x - 1/3)^3 * (x^2 + 1)")
    assert sorted(r.multiplicities.tolist()) == [1, 1, 3]
    assert r.statuses == ["multiple", "isolated", "isolated"] and r.status == "complete"
    assert r.real.tolist() == [True, False, False] and r.imaginary.tolist() == [False, True, True]
    assert r[1].imaginary and r.values[1] == 1j and r.report["multiple"] == 1
    assert r.verify()


def test_options():
    c = [1, 5, 3, -2, 7]
    plain = vieta.roots(c)
    assert np.allclose(vieta.roots(c, method="durand-kerner").values, plain.values, rtol=1e-14)
    assert np.array_equal(vieta.roots(c, threads=1).values, plain.values)
    assert vieta.roots(c, uncertainty=1e-6).radii.max() > 1e-7
    assert vieta.roots(c, uncertainty=1e-6).report["uncertainty"] == 1e-6


def test_constants_have_no_roots():
    r = vieta.roots([3])
    assert len(r) == 0 and r.values.shape == (0,) and r.decimals == []
    assert "no roots" in repr(r)


def test_time_runs_out():
    # Mandelbrot's polynomial of degree 511 takes longer than that.
    p = np.array([0, 1], dtype=object)
    for _ in range(9):
        p = np.convolve(p, p)
        p[1] += 1
    r = vieta.roots([int(a) for a in p[1:]], max_seconds=1e-4)
    assert r.status == "partial" and r.report["stopped_by"] == "time"


def test_progress():
    seen = []
    vieta.roots(list(range(1, 400)), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (398, 398)
    assert all(0 <= done <= total == 398 for done, total in seen)


def test_exceptions_of_the_callback_come_through():
    with pytest.raises(ZeroDivisionError):
        vieta.roots(list(range(1, 400)), progress=lambda done, total: 1 / 0)


def test_result_outlives_its_arrays():
    values = vieta.roots([-1, 0, 1]).values  # the result is gone
    assert sorted(values.real) == [-1, 1]


def test_texts():
    r = vieta.roots(list(range(1, 60)))
    assert repr(r).splitlines()[0].startswith("<vieta.Roots of degree 58: 58 isolated")
    assert repr(r).splitlines()[-1] == "  ... and 48 more"
    assert "58 roots" in str(r)


@pytest.mark.parametrize("options", [[], ["--digits", "40"]])
def test_json_is_that_of_the_program(program_json, same_json, options):
    expected = program_json("roots", "--poly", "x^5 - x - 1", *options)
    same_json(vieta.roots("x^5 - x - 1", digits=40 if options else 15).to_json(), expected)


def test_region():
    c = vieta.roots("(x^2 + 1)*(x - 1)*(x - 3)", in_disc=(0, 1))
    assert len(c) == 3 and c.status == "complete" and c.report["at_border"] == 0
    assert vieta.roots([3, -4, 1], in_box=(0, 2, -1, 1)).values.tolist() == [1]
    assert vieta.roots([-1, 0, 0, 1], real_only=True).values.tolist() == [1]
    assert len(vieta.roots([-1, 0, 0, 1], in_box=(-np.inf, 0, 0, np.inf), real_only=False)) == 1
    on_circle = vieta.roots([-8, 0, 0, 1], in_disc=(0, 2))
    assert on_circle.status == "complete" and len(on_circle) == 3
    border = vieta.roots([-8, 0, 0, 1], in_disc=(0, 2), uncertainty=1e-12)
    assert border.status == "partial" and border.statuses == ["at_border"] * 3  # 2 may be off the circle, too
    assert len(vieta.roots([3, -4, 1], in_disc=np.array([3, 0.5]))) == 1
    # A float is the double that it is; texts and fractions are what they say.
    c = [-3, 10]
    assert len(vieta.roots(c, in_disc=(0, 0.3))) == 0
    for bound in ("0.3", Fraction(3, 10), decimal.Decimal("0.3"), "3/10"):
        assert len(vieta.roots(c, in_disc=(0, bound))) == 1
        assert len(vieta.roots(c, in_box=(bound, bound, 0, 0))) == 1
    assert len(vieta.roots([-1, 1], in_disc=("0.1 + i", "pi/2"))) == 1
    copied = pickle.loads(pickle.dumps(vieta.roots(c, in_disc=(0, "0.3"), in_box=("-inf", "1/3", -1, 1))))
    assert copied.verify() and '"in_disc":[0,0,"0.3"]' in copied.to_json()


def test_intervals():
    r = vieta.roots("(2x-1)^2*(x^2-2)*(x^2+1)")
    assert [x is not None for x in r.intervals] == r.real.tolist()
    lower, upper = r.intervals[int(np.argmax(r.values.real))]
    assert 0 < lower and lower**2 < 2 < upper**2
    assert vieta.roots("(2x-1)*(x^2-2)", real_only=True).intervals[0] == (
        fractions.Fraction(1, 2),
        fractions.Fraction(1, 2),
    )
    # Python reads integers of at most 4,300 digits at once.
    lower, upper = max(vieta.roots([-(10**9000) - 1, 0, 1], real_only=True).intervals)
    assert lower**2 < 10**9000 + 1 < upper**2


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"in_disc": (1,)}, ValueError, "in_disc: found 1 numbers"),
        ({"in_disc": 3}, TypeError, "in_disc: found"),
        ({"in_disc": ("a", 1)}, (TypeError, ValueError), "in_disc"),
        ({"in_disc": (0, -1)}, ValueError, "in_disc: found the radius -1"),
        ({"in_box": (0, 1)}, ValueError, "in_box: found 2 numbers"),
        ({"in_box": (1, 0, 0, 1)}, ValueError, "in_box: found 1, 0, expected re0 <= re1"),
        ({"real_only": 1.5}, TypeError, "real_only: found"),
    ],
)
def test_wrong_regions(arguments, kind, message):
    with pytest.raises(kind, match=message):
        vieta.roots([1, 2, 3], **arguments)


def test_regions_are_for_one_polynomial():
    with pytest.raises(ValueError, match="in_disc, in_box, real_only"):
        vieta.roots(np.ones((2, 3)), real_only=True)


def test_constants_are_known_in_part():
    r = vieta.roots("x^2 - pi*sqrt(2)")
    assert abs(max(z.value.real for z in r) - float(mpmath.sqrt(mpmath.pi * mpmath.sqrt(2)))) < 1e-15
    assert 0 < r.report["uncertainty"] < 1e-200
    assert r.verify()
    with pytest.raises(ValueError, match="expected a constant divisor"):
        vieta.roots("1/x + pi")
    with pytest.raises(ValueError, match="cannot be told from zero"):
        vieta.roots("(x - pi)*(x + pi)")


def test_low_degrees_are_what_the_general_method_finds():
    """The steps of the batches come first, and leave what they do not prove to the general method."""
    draw = np.random.default_rng(59)
    polynomials = [draw.standard_normal(n + 1) for n in (1, 2, 3, 5, 8, 20, 40, 64)]
    polynomials += [c + 1j * draw.standard_normal(len(c)) for c in polynomials[:6]]
    polynomials += [np.poly(draw.integers(-5, 6, n))[::-1].astype(float) for n in (2, 3, 5, 7)]
    polynomials += [draw.integers(-3, 4, 8).astype(float) + 1e-9 * k for k in range(4)]
    polynomials += [np.array(c, dtype=float) for c in ([2, 1, 2, 1], [0, 0, 2, -3, 1], [-2, 0, 1], [-1, -1, 0, 0, 1, 0, 1], [1, -2, 1])]
    polynomials += [np.array([2j, -2 - 1j, 1]), np.array([1e300, 1e10, 1e-300])]
    for c in polynomials:
        found, other = vieta.roots(c), vieta.roots(c, method="ehrlich-aberth")
        assert found.status == other.status == "complete" and found.statuses == other.statuses
        np.testing.assert_allclose(found.values, other.values, rtol=1e-15)
        for name in ("multiplicities", "real", "imaginary"):
            np.testing.assert_array_equal(getattr(found, name), getattr(other, name))
        assert found.verify().holds and "isolated" in found.report and len(found.decimals) == len(found)


def test_conjugates_stand_side_by_side():
    """Even where two pairs have the same modulus and argument in double."""
    values = vieta.roots([16.0, -1.3505137293367359e-15, 8.0, -3.3762843233418396e-16, 1.0]).values
    np.testing.assert_array_equal(values[::2], values[1::2].conj())


# Multiplicities that were there before rounding.


def rounded_product(roots):
    """Exact coefficients, ascending, rounded once."""
    p = [Fraction(1)]
    for r in map(Fraction, roots):
        p = [a - r * b for a, b in zip([Fraction(0), *p], [*p, Fraction(0)])]
    return [float(a) for a in p]


def test_structure_of_a_rounded_product():
    s = vieta.nearest_structure(rounded_product(["9/10"] * 20 + ["1"] * 15 + ["11/10"] * 10))
    assert s.status == "found" and s.degree == 45
    assert s.multiplicities.tolist() == [20, 15, 10]
    np.testing.assert_allclose(s.values, [0.9, 1, 1.1], rtol=1e-10)
    assert s.distance < 1e-15 and "3 different roots" in repr(s)
    assert [Fraction(x) for x in s.re] and len(s.im) == 3


def test_structure_of_simple_roots():
    assert vieta.nearest_structure([-1, -1, 0, 0, 0, 1]).status == "simple"


@pytest.mark.parametrize("c, saying", [([0.0, 0.0], "c: "), ([np.nan, 1.0], "c: "), ("x^301 + x", "degree"), ("", "")])
def test_misuse_of_nearest_structure(c, saying):
    with pytest.raises(ValueError, match=saying):
        vieta.nearest_structure(c)
