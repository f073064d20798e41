"""vieta.solve: known counts, proofs against exact solutions, singular solutions, wrong arguments."""

import decimal
import fractions
import json

import mpmath
import numpy as np
import pytest
import sympy

import vieta


def test_known_counts():
    known = [(vieta.families.katsura(4), 16), (vieta.families.cyclic(5), 70), (vieta.families.noon(3), 21)]
    for system, count in known:
        r = vieta.solve(system)
        assert r.report["status"] == "solved"
        assert len(r) == count and r.regular.all() and r.certified.all() and (r.radii < 1e-12).all()
        paths = r.report["paths"]
        assert paths["total"] == paths["regular"] + paths["infinite"] and paths["failed"] == 0
        assert len({tuple(np.round(x, 8)) for x in r.x}) == count


def test_solutions_are_those_of_sympy():
    x, y = sympy.symbols("x y")
    r = vieta.solve([x**2 + y**2 - 4, x * y - 1], digits=40)
    exact = mpmath.mp
    with mpmath.workdps(50):
        known = [exact.sqrt(2 + exact.sqrt(3)), exact.sqrt(2 - exact.sqrt(3))]
        found = sorted(abs(r.mpmath(k)[0]) for k in range(4))
        for z, e in zip(found, [known[1], known[1], known[0], known[0]]):
            assert abs(z - e) < mpmath.mpf(10) ** -38
    assert r.real.all() and r[0].real is True and r[-1].multiplicity == 1
    assert len(r.decimals(0, digits=30)[0][0]) > 25
    assert len(json.loads(r.to_json())["solutions"]) == 4
    assert "4 regular" in repr(r) and "paths" in str(r)


def test_seeds():
    a, b, c = (vieta.solve(vieta.families.katsura(3), seed=s) for s in (1, 1, 2))
    assert np.array_equal(a.x, b.x)
    assert len(c) == 8 and np.allclose(np.sort_complex(a.x[:, 0]), np.sort_complex(c.x[:, 0]))


def test_starts():
    system = vieta.families.eco(6)
    for start, paths in [("total-degree", 162), ("multi-homogeneous", 48), ("polyhedral", 16), ("auto", 16)]:
        r = vieta.solve(system, start=start)
        assert len(r) == 16 and r.certified.all() and r.report["paths"]["total"] == paths
    assert r.report["start"]["kind"] == "polyhedral" and r.report["start"]["mixed_volume"] == 16
    assert r.report["start"]["total_degree"] == 162


def test_a_double_solution():
    r = vieta.solve(["(x-1)^2 + y^2 - 1", "x^2 + y^2 - 4"])
    assert len(r) == 1 and not r.regular[0] and r.multiplicities[0] == 2 and not r.certified[0]
    assert np.allclose(r.x[0], [2, 0], atol=1e-6)


def test_progress_is_told():
    told = []
    vieta.solve(vieta.families.katsura(4), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (16, 16)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (dict(system=["x^2 - y"]), "1 equation in 2 variables"),
        (dict(system=["x - 1"], digits=61), "digits"),
        (dict(system=["x - 1"], seed=-1), "seed"),
        (dict(system=["x^2 - 1", "y^2 - 1"], max_paths=3), "paths"),
        (dict(system=["sin(x) - x"]), "polynomial"),
        (dict(system=["x - 1"], start="here"), "start"),
    ],
)
def test_errors_name_the_argument(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        vieta.solve(**arguments)


def test_more_equations_than_variables():
    r = vieta.solve(["x^2 - 1", "y^2 - 1", "z^2 - 1", "x*y*z - 1"])
    assert len(r) == 4 and r.certified.all() and set(r.proofs) == {"solution"}
    assert r.report["status"] == "solved" and r.report["complete"] == "counted" and r.report["spurious"] > 0
    assert len(vieta.solve(["x^2 + y^2 - 1", "x - 2", "y"])) == 0
    r = vieta.solve(["x^2 - 2", "x^3 - 2.8284271247461903"])
    assert r.report["status"] == "unproven" and r.report["approximate"] == 1 and not r.certified.any()


def test_conditions():
    system = ["x^2 - 4", "y^2 - 3"]
    assert len(vieta.solve(system, positive=True)) == 1
    r = vieta.solve(system, in_box={"x": (2, np.inf)})
    assert len(r) == 2 and r.report["left_out"] == 2 and not r.undecided.any()
    assert len(vieta.solve("x^4 - 1", real_only=True)) == 2
    r = vieta.solve("(x - pi)^2", real_only=True)
    assert r[0].undecided is True and r.report["status"] == "unproven"
    with pytest.raises(ValueError, match="in_box: found 'z'"):
        vieta.solve(system, in_box={"z": (0, 1)})
    with pytest.raises(ValueError, match="in_box"):
        vieta.solve(system, in_box={"x": (1, 0)})
    with pytest.raises(TypeError, match="in_box"):
        vieta.solve(system, in_box=3)


def test_angles_and_roots(tmp_path):
    r = vieta.solve(["cos(a) + cos(a + b) = 1", "sin(a) + sin(a + b) = 1"])
    assert r.system.variables == ["cos_a", "sin_a", "cos_b", "sin_b"] and list(r.angles) == ["a", "b"]
    assert np.allclose(np.sort(r.angles["a"].real), [0, np.pi / 2], atol=1e-12) and (r.angle_radii["b"] < 1e-13).all()
    assert np.allclose(np.cos(r.angles["b"]), r.x[:, 2])
    assert vieta.solve("x^2 - 4").angles == {}
    file = tmp_path / "angle.txt"
    file.write_text("2*sin(x) = 1")
    assert len(vieta.solve(file)) == 2
    r = vieta.solve("sqrt(x + 3) = x + 1")
    assert len(r) == 1 and r.report["roots"] == 1 and r.report["left_out"] == 1 and np.isclose(r.x[0, 0], 1)
    a, b = sympy.symbols("a b")
    r = vieta.solve([sympy.cos(a) + sympy.cos(a + b) - 1, sympy.Eq(sympy.sin(a) + sympy.sin(a + b), 1.0)])
    assert len(r) == 2 and sorted(r.angles) == ["a", "b"]
    assert len(vieta.solve(sympy.sqrt(a) - sympy.Float(0.5))) == 1
    for refused in (sympy.log(a) - 1, sympy.sin(a) - sympy.EulerGamma, sympy.sin(sympy.Symbol("pi")) - 1):
        with pytest.raises(ValueError, match="found"):
            vieta.solve([refused])
    with pytest.raises(ValueError, match="cosine and sine"):
        vieta.solve("sin(x) = 1/2", in_box={"x": (0, 1)})
    r = vieta.newton("sin(x) = 1/2", [1.0])
    assert r.certified and np.allclose(r.x, np.pi / 6)


def test_quotients():
    r = vieta.solve(["1/x + 1/y = 1", "x + 2*y = 7"])
    assert len(r) == 2 and r.certified.all() and np.allclose(1 / r.x[:, 0] + 1 / r.x[:, 1], 1)
    r = vieta.solve("(x^2 - 1)/(x - 1)")
    assert r.x.tolist() == [[-1]] and r.report["left_out"] == 1
    with pytest.raises(ValueError, match="divisor"):
        vieta.solve("1/(x - x) - 2")
    r = vieta.newton("1/x - 2", [[1.0]])
    assert r.certified.all() and np.allclose(r.x, 0.5)


def test_symbols_of_one_name_and_residues_are_refused():
    x, real, y = sympy.Symbol("x"), sympy.Symbol("x", real=True), sympy.Symbol("y")
    for equations in ([x * real - 2, x - real - 1], [1 / x - y, real + y]):
        for verb in (vieta.PolynomialSystem, vieta.solve, vieta.components, lambda e: vieta.newton(e, [1, 1])):
            with pytest.raises(ValueError, match="two symbols that are both named x"):
                verb(equations)
        with pytest.raises(ValueError, match="two symbols that are both named x"):
            vieta.solve_boxes(equations, {"x": (0, 3), "y": (0, 3)})
    residues = sympy.Poly(x**2 + 8, x, modulus=7)
    for verb in (vieta.roots, vieta.solve, vieta.components, lambda e: vieta.solve_boxes([e], {"x": (0, 3)})):
        with pytest.raises(ValueError, match="coefficients modulo 7"):
            verb(residues)
    assert len(vieta.solve([sympy.Poly(x**2 - 2, x), 1 / x + y - 1])) == 2


def test_bounds_that_no_double_is_are_refused():  # rounded, they may leave out what is at the border
    for bound in (fractions.Fraction(1, 10), decimal.Decimal("0.1"), "0.1", 2**53 + 1):
        with pytest.raises(ValueError, match=r"in_box\['x'\]: found .*, which no double is exactly"):
            vieta.solve(["10*x-1"], in_box={"x": (-5, bound)})
    for low in (fractions.Fraction(1, 16), decimal.Decimal("0.0625"), np.float32(0.0625), 0.0625, "0.0625", -np.inf):
        assert len(vieta.solve(["10*x-1"], in_box={"x": (low, 1)})) == 1
    with pytest.raises(ValueError, match=r"in_box\['x'\]: found a number beyond the range of double"):
        vieta.solve(["10*x-1"], in_box={"x": (0, 10**400)})
    with pytest.raises(TypeError, match=r"in_box\['x'\]: found None"):
        vieta.solve(["10*x-1"], in_box={"x": (0, None)})
