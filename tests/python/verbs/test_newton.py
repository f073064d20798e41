"""vieta.newton: inputs of every kind, proofs against exact solutions, many digits."""

import fractions
import json
import math
import re

import hypothesis.strategies as st
import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import given

import vieta

CIRCLES = ["x^2 + y^2 - 4", "x*y - 1"]


def test_a_known_solution():
    r = vieta.newton(CIRCLES, [2, 0.5])
    assert r.x.shape == (2,) and r.x.dtype == np.complex128
    assert bool(r.certified) and r.statuses == ["converged"] and r.radii < 1e-15
    with mpmath.workdps(50):
        exact = [mpmath.sqrt(2 + mpmath.sqrt(3)), mpmath.sqrt(2 - mpmath.sqrt(3))]
        for z, e in zip(r.mpmath(), exact):
            assert abs(z - e) <= mpmath.mpf(float(r.radii)) + mpmath.mpf(10) ** -45
    s = r[0]
    assert s.real is True and s.certified and s.digits >= 15 and s.iterations == len(r.steps())
    assert r.report["converged"] == 1 and len(r) == 1


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=2), st.floats(-0.02, 0.02))
def test_integer_solutions(point, shift):
    a, b = point
    if a == b:
        return
    # A linear form and a quadric through (a, b), crossing there.
    system = [f"x + 2*y - ({a + 2 * b})", f"x*x - x*y - ({a * a - a * b}) + y*y - ({b * b})"]
    r = vieta.newton(system, [a + shift, b - shift])
    if r.statuses == ["converged"] and bool(r.certified):
        k = [sum(abs(z - t) for z, t in zip(r.x, (a, b)))]
        assert k[0] < 1 and all(abs(z - t) <= r.radii + 1e-14 for z, t in zip(r.x, (a, b))) or k[0] > 1e-6


def test_many_digits():
    r = vieta.newton(["x^2 - 2"], [1.4], digits=60)
    with mpmath.workdps(70):
        assert abs(r.mpmath()[0] - mpmath.sqrt(2)) < mpmath.mpf(10) ** -59
        assert abs(mpmath.mpf(r.decimals(digits=60)[0][0]) - mpmath.sqrt(2)) < mpmath.mpf(10) ** -58
    assert r.report["precision"] == "qd"


KATSURA_3 = [
    "u0^2 + 2*u1^2 + 2*u2^2 + 2*u3^2 - u0",
    "2*u0*u1 + 2*u1*u2 + 2*u2*u3 - u1",
    "2*u0*u2 + u1^2 + 2*u1*u3 - u2",
    "u0 + 2*u1 + 2*u2 + 2*u3 - 1",
]
NOON_3 = ["x*y^2 + x*z^2 - 11/10*x + 1", "y*x^2 + y*z^2 - 11/10*y + 1", "z*x^2 + z*y^2 - 11/10*z + 1"]
HALF_COMPLEX = ["x^2 + (1/3 + 2*i)*y^2 - 4", "x*y - 1 - i/7"]


def katsura_3(u, v, w, t):
    return [
        u * u + 2 * v * v + 2 * w * w + 2 * t * t - u,
        2 * u * v + 2 * v * w + 2 * w * t - v,
        2 * u * w + v * v + 2 * v * t - w,
        u + 2 * v + 2 * w + 2 * t - 1,
    ]


def noon_3(x, y, z):
    c = mpmath.mpf(11) / 10
    return [x * (y * y + z * z - c) + 1, y * (x * x + z * z - c) + 1, z * (x * x + y * y - c) + 1]


def half_complex(x, y):
    return [x * x + (mpmath.mpf(1) / 3 + 2j) * y * y - 4, x * y - 1 - mpmath.mpc(0, 1) / 7]


@pytest.mark.parametrize(
    "system, f, start",
    [
        (KATSURA_3, katsura_3, [0.1, 0.2, 0.1, 0.15]),
        (KATSURA_3, katsura_3, [0.3 + 0.2j, 0.2 - 0.1j, 0.1, 0.1j]),
        (NOON_3, noon_3, [-0.7, -0.8, -0.9]),
        (NOON_3, noon_3, [0.4 - 0.4j, 0.5 - 0.4j, 0.3 - 0.5j]),
        (HALF_COMPLEX, half_complex, [2, 0.5]),
    ],
)
@pytest.mark.parametrize("precision", [1, 2, 3, 4])
def test_against_mpmath_with_100_digits(system, f, start, precision):
    r = vieta.newton(system, start, precision=precision)
    assert r.statuses == ["converged"] and bool(r.certified)
    with mpmath.workdps(100):
        x = [mpmath.mpmathify(z) for z in r.mpmath()]
        exact = mpmath.findroot(f, x, tol=mpmath.mpf(10) ** -180)
        radius = mpmath.mpf(float(r.radii))
        assert radius < mpmath.mpf(10) ** -[14, 29, 44, 59][precision - 1]
        assert max(abs(a - b) for a, b in zip(x, exact)) <= radius
        # The residual that is reported, computed again.
        residual = max(abs(value) for value in f(*x))
        assert residual <= mpmath.mpf(r[0].residual) * (1 + mpmath.mpf(10) ** -12)


def test_more_equations_than_variables():
    exact = ["x^2 + y^2 - 2", "x*y - 1", "x - y"]
    r = vieta.newton(exact, [1.1, 0.8], digits=30)
    assert r.proofs == ["stationary_point"] and not r.certified and r.radii < 1e-29
    assert abs(r.x - 1).max() <= r.radii + 1e-16
    line = vieta.newton(["x - 1", "x - 2", "x + 3"], [5.0])
    assert line.proofs == ["no_solution"] and line[0].proof == "no_solution"
    assert vieta.newton(CIRCLES, [2, 0.5]).proofs == ["solution"]


def test_shapes_of_starts():
    starts = np.array([[2, 0.5], [0.5, 2], [-2, -0.5], [-0.5, -2]])
    r = vieta.newton(CIRCLES, starts)
    assert r.x.shape == (4, 2) and r.radii.shape == (4,) and r.certified.all()
    assert len({tuple(np.round(x, 9)) for x in r.x}) == 4
    grid = vieta.newton(CIRCLES, starts.reshape(2, 2, 2))
    assert grid.x.shape == (2, 2, 2) and np.array_equal(grid.x.reshape(4, 2), r.x)
    assert [s.status for s in r] == ["converged"] * 4


def test_exact_starts():
    third = fractions.Fraction(1, 3)
    r = vieta.newton(["3*x - 1"], [third], digits=30)
    assert r.decimals(digits=30)[0][0].startswith("3.33333333333333333333333333333")
    with mpmath.workdps(40):
        start = [[mpmath.mpc(mpmath.sqrt(2), 0)], [-mpmath.sqrt(2)]]
    r = vieta.newton(["x^2 - 2"], start, digits=30)
    assert r.x.shape == (2, 1) and (r.iterations <= 3).all()


def test_sympy_systems():
    x, y = sympy.symbols("x y")
    plain = vieta.newton(CIRCLES, [2, 0.5])
    for system in ([x**2 + y**2 - 4, x * y - 1], [sympy.Eq(x**2 + y**2, 4), sympy.Poly(x * y - 1)]):
        assert np.array_equal(vieta.newton(system, [2, 0.5]).x, plain.x)
    swapped = vieta.PolynomialSystem([x**2 + y**2 - 4, x * y - 1], variables=[y, x])
    assert swapped.variables == ["y", "x"]
    rational = vieta.PolynomialSystem([sympy.Rational(1, 3) * x**2 - sympy.I * x - 2])
    assert rational.terms == 3 and not rational.is_real
    odd_name = vieta.PolynomialSystem([sympy.Symbol("a b") ** 2 - 2])
    assert odd_name.variables == ["x0"]


def test_systems():
    s = vieta.PolynomialSystem("x^2 - 2; y - x")
    assert s.variables == ["x", "y"] and s.equations == 2 and s.terms == 4 and s.is_real
    assert vieta.PolynomialSystem(CIRCLES, variables=["y", "x"]).variables == ["y", "x"]
    for make, n, variables in (
        (vieta.families.cyclic, 5, 5),
        (vieta.families.katsura, 5, 6),
        (vieta.families.noon, 4, 4),
        (vieta.families.eco, 5, 5),
        (vieta.families.chandrasekhar, 6, 6),
    ):
        assert len(make(n).variables) == variables


def test_file(tmp_path):
    path = tmp_path / "system.json"
    path.write_text('{"variables": ["x"], "equations": ["x^2 - 2"], "starts": [["1.5"], ["-1.5"]]}')
    r = vieta.newton(path)
    assert np.allclose(r.x[:, 0], [2**0.5, -(2**0.5)])
    path.write_text('{"variables": ["x"], "equations": ["x^2 - 2"]}')
    with pytest.raises(ValueError, match="^start: found none"):
        vieta.newton(path)


def test_gauss_newton():
    r = vieta.newton(["x + y - 3", "x - y - 1", "x*y - 2"], [2.2, 0.8])
    assert np.allclose(r.x, [2, 1])


def test_homotopy_finds_from_far():
    r = vieta.newton(vieta.families.cyclic(5), np.exp(1j * np.arange(5)), homotopy=True)
    assert r.report["equations"] == 5 and r.statuses[0] in ("converged", "singular", "diverged")


def test_functions():
    """Quotients, sines and roots, in the unknowns that were typed: those in sines and cosines come last."""
    r = vieta.newton("sin(a) - y/(y + 1); y - 1", [[0.9, 0.5], [0.9, 2.7]])
    assert r.system.variables == ["y", "a"] and r.certified.all()
    assert np.allclose(r.x, [[1, math.pi / 6], [1, 5 * math.pi / 6]], atol=1e-15)
    assert (r.radii < 1e-14).all() and json.loads(r.to_json())["variables"] == ["y", "a"]
    root = vieta.newton(["sqrt(x) = 2 - x"], [[0.8], [4.2]])  # 4 is a zero on the other branch
    assert root.certified[0] and np.allclose(root.x[root.certified], 1, atol=1e-15)
    x, y = sympy.symbols("x y")
    exact = vieta.newton([sympy.cos(x) - y, y - sympy.Rational(1, 2)], [["0.5", "1"]], digits=30)
    with mpmath.workdps(40):
        assert exact.certified.all() and abs(exact.mpmath(0)[1] - mpmath.pi / 3) < 1e-29
    with pytest.raises(ValueError, match="^homotopy: found quotients"):
        vieta.newton("1/x - 2", [1.0], homotopy=True)


def test_statuses():
    assert vieta.newton(["x^2"], [0.1], max_iterations=200).statuses == ["singular"]
    assert vieta.newton(["x^2 - 2"], [np.nan]).statuses == ["bad_start"]
    assert vieta.newton(["x^2 - 2"], [1.4], prove=False).certified.tolist() is False
    assert vieta.newton(["x^2 - 2"], [1e6], max_iterations=2).statuses == ["iteration_limit"]


def test_options():
    for solver in ("factor", "householder", "gram-schmidt"):
        r = vieta.newton(CIRCLES, [2, 0.5], solver=solver, precision=2, damping=True, threads=1)
        assert r.statuses == ["converged"]
        assert all(s["solver"] == solver for s in r.steps())


def test_progress():
    seen = []
    vieta.newton(CIRCLES, np.tile([2, 0.5], (20, 1)), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (20, 20)


def test_texts():
    r = vieta.newton(CIRCLES, np.tile([2, 0.5], (7, 1)))
    assert repr(r).splitlines()[0] == "<vieta.NewtonResult of 7 starts, 2 variables: 7 converged, 7 certified>"
    assert repr(r).splitlines()[-1] == "  ... and 2 more"
    assert "certified, real" in str(r)


def test_json_is_that_of_the_program(program_json, same_json):
    expected = program_json("newton", "--system", "; ".join(CIRCLES), "--start", "2, 0.5")
    same_json(vieta.newton(CIRCLES, [2, 0.5]).to_json(), expected)
    shown = program_json("newton", "--system", "; ".join(CIRCLES), "--start", "2, 0.5", "--show-digits", "20")
    same_json(vieta.newton(CIRCLES, [2, 0.5]).to_json(digits=20), shown)


def test_json_keeps_doubles_as_doubles():
    r = vieta.newton("x^2 - 2", start=[1.5])
    x = json.loads(r.to_json())["solutions"][0]["x"][0]
    assert isinstance(x[0], str)
    found = json.loads(r.to_json(doubles=True))["solutions"][0]
    assert found["x"] == [[math.sqrt(2), 0]]
    assert 9e-17 < found["radius"] < 3e-16
    roots = json.loads(vieta.roots("x^2 - 2", digits=30).to_json(doubles=True))["roots"]
    assert roots[0]["re"] == math.sqrt(2) and roots[0]["radius"] > 9e-17


def test_radii_that_repr_prints_hold_about_its_decimals():
    """Of sqrt(q), in every class that prints both; radii of more digits than doubles have are about the unrounded numbers."""
    for q in (2, 3, 0.7, 1e10 / 3, 5e-9):
        exact = fractions.Fraction(q)
        texts = [
            repr(vieta.newton(f"x^2-{exact}", [math.sqrt(q)], digits=digits)) for digits in (15, 40)
        ] + [
            repr(vieta.solve(f"x^2-{exact}")),
            repr(vieta.roots(f"x^2-{exact}")),
            repr(vieta.roots(f"x^2-{exact}", digits=30)),
        ]
        if q < 4:
            texts.append(repr(vieta.solve_boxes(["x^2+y^2-" + repr(q), "y"], {"x": (-2, 2), "y": (-2, 2)})))
        for text in texts:
            number = r"(-?[0-9.]+(?:e[-+]?[0-9]+)?)"
            rows = re.findall(rf"within {number}: \[{number}", text)
            rows += [(radius, x) for x, radius in re.findall(rf"(?: |\(){number}(?:, [^)]*\))?  within {number}", text)]
            assert len(rows) == text.count("within "), text
            for radius, x in rows:
                low, high = abs(fractions.Fraction(x)) - fractions.Fraction(radius), abs(fractions.Fraction(x)) + fractions.Fraction(radius)
                assert low**2 <= exact <= high**2, text
