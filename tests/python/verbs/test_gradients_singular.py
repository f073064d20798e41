"""Derivatives of solutions beside singular ones: right to two digits against mpmath, or infinite, never a wrong number."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

DISTANCES = [10.0**-k for k in range(2, 13)]
SYSTEMS = {  # of (x, y) and a parameter; the first has solutions near the singular point for small a, the scale is 1 or s
    "double": lambda x, y, a, s: [x * x - 2 * s * x + s * s - a, y - x],
    "triple": lambda x, y, a, s: [x**3 - 3 * s * x**2 + 3 * s * s * x - s**3 - a, y - x],
    "triple by its factor": lambda x, y, a, s: [(x - s) ** 3 - a, y - x],
    "shifted": lambda x, y, a, s: [(x + s) ** 3 - 3 * s * (x + s) ** 2 + 3 * s * s * (x + s) - s**3 - a, y - x],
    "curves that touch": lambda x, y, a, s: [x**2 + y**2 - s * s, 3 * x + 4 * y - 5 * s + a],
    "inflection": lambda x, y, a, s: [y * s * s - x**3, y - 3 * x + 2 * s - a],
}
POWER = {"double": 2, "curves that touch": 2}
AT = {"shifted": 0, "curves that touch": 0.6}


def exact(function, parameter, begin, at):
    """The solution near `begin` for the parameter as a double, and dx/da, in 80 digits."""
    with mpmath.workdps(80):
        a, z = mpmath.mpf(parameter), mpmath.matrix(begin)

        def values(x, y, b):
            return mpmath.matrix([mpmath.mpmathify(v) for v in function(x, y, b, mpmath.mpf(at))])

        def slopes(x, y):
            h = mpmath.mpf(10) ** -30 * at
            columns = [
                (values(x + h, y, a) - values(x - h, y, a)) / (2 * h),
                (values(x, y + h, a) - values(x, y - h, a)) / (2 * h),
            ]
            return mpmath.matrix([[columns[j][i] for j in range(2)] for i in range(2)])

        for _ in range(9):
            z -= mpmath.lu_solve(slopes(*z), values(*z, a))
        partial = (values(*z, a + 1) - values(*z, a - 1)) / 2
        return [float(v) for v in z], [float(v) for v in mpmath.lu_solve(slopes(*z), -partial)]


def cases(name):
    """(scale, distance, parameter, solution, its derivative)."""
    for scale in (1.0, 3e5, 7e-4):
        for d in DISTANCES:
            parameter = (scale * d) ** POWER.get(name, 3)
            if name == "curves that touch":
                parameter = 2.5 * scale * d * d
                begin = [scale * (0.6 + 0.8 * d), scale * (0.8 - 0.6 * d)]
            elif name == "inflection":
                parameter = 3 * scale * d * d
                begin = [scale * (1 + d), scale * (1 + d) ** 3]
            else:
                begin = [scale * (AT.get(name, 1) + d)] * 2
            yield (scale, d, parameter, *exact(SYSTEMS[name], parameter, begin, scale))


def outcome(found, wanted, d):
    """Whether a derivative is given; a wrong one is an error."""
    if not np.isfinite(found):
        assert d < 1e-3
        return False
    assert found == pytest.approx(wanted, rel=1e-2)
    return True


@pytest.mark.parametrize("name", SYSTEMS)
def test_torch(name):
    torch = pytest.importorskip("torch")
    import vieta.torch

    known = 0
    for s, d, parameter, x, slope in cases(name):
        a = torch.tensor(parameter, dtype=torch.float64, requires_grad=True)

        def residual(x, a, s=s):
            return torch.stack(SYSTEMS[name](x[..., 0], x[..., 1], a, s), -1)

        for k in (0, 1):
            found = vieta.torch.implicit(residual, np.array(x), a)
            (gradient,) = torch.autograd.grad(found[k], a)
            known += outcome(gradient.item(), slope[k], d)
    assert known >= 12


@pytest.mark.parametrize("name", SYSTEMS)
def test_jax(name):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    import vieta.jax

    def solution(a, x, s):
        return vieta.jax.implicit(lambda x, a: jax.numpy.stack(SYSTEMS[name](x[..., 0], x[..., 1], a, s), -1), x, a)

    jacobian = jax.jit(jax.jacfwd(solution))
    known = 0
    for s, d, parameter, x, slope in cases(name):
        found = np.asarray(jacobian(parameter, np.array(x), s))
        for k in (0, 1):
            known += outcome(found[k], slope[k], d)
    assert known >= 12


def rows_of_newton(sympy):
    x, y, a = sympy.symbols("x y a")
    equations = [sympy.expand((x - 1) ** 3) - a, y - 2 * x]
    rows = np.array([[d**3] for d in DISTANCES[:8]])
    starts = np.array([[1 + 1.01 * d, 2 + 2.02 * d] for d in DISTANCES[:8]])
    with mpmath.workdps(40):
        wanted = [float(mpmath.mpf(float(r[0])) ** mpmath.mpf(-2 / mpmath.mpf(3)) / 3) for r in rows]
    return equations, [x, y], [a], starts, rows, wanted


def test_newton_of_torch():
    torch, sympy = pytest.importorskip("torch"), pytest.importorskip("sympy")
    import vieta.torch

    equations, unknowns, parameters, starts, rows, wanted = rows_of_newton(sympy)
    values = torch.tensor(rows, requires_grad=True)
    for at_multiple in ("inf", "nan"):
        x = vieta.torch.newton(equations, unknowns, parameters, starts, values, at_multiple=at_multiple)
        there = ~torch.isnan(x[:, 0])
        (first,) = torch.autograd.grad(x[there][:, 0].sum(), values, create_graph=True)
        (second,) = torch.autograd.grad(first[:3].sum() + first.sum(), values)
        for k in np.flatnonzero(there.numpy()):
            if not outcome(first[k].item(), wanted[k], DISTANCES[k]):
                assert not torch.isfinite(second[k]).any()
                assert torch.isnan(first[k]).all() if at_multiple == "nan" else torch.isinf(first[k]).all()
        known = torch.isfinite(first) & there[:, None]
        assert known[:4].all() and not torch.isfinite(first[there])[-1].all()
    with pytest.raises(ValueError, match="at_multiple: found 'zero'"):
        vieta.torch.newton(equations, unknowns, parameters, starts, values, at_multiple="zero")


def test_newton_of_jax():
    jax, sympy = pytest.importorskip("jax"), pytest.importorskip("sympy")
    jax.config.update("jax_enable_x64", True)
    import vieta.jax

    equations, unknowns, parameters, starts, rows, wanted = rows_of_newton(sympy)
    f = jax.jit(
        jax.grad(lambda v: jax.numpy.nansum(vieta.jax.newton(equations, unknowns, parameters, starts, v)[:, 0]))
    )
    found = np.asarray(f(rows))[:, 0]
    given = [outcome(found[k], wanted[k], DISTANCES[k]) for k in range(len(found)) if found[k] != 0]
    assert all(given[:4]) and not all(given)


def test_boxes_of_torch_and_jax():
    """(t - 1/2)^2 = d^2 and (t - 1/2)^3 = d^3 in Bernstein form, d/dc of the first coefficient: -B(t) / f'(t)."""
    torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    import vieta.jax
    import vieta.torch

    slopes = jax.jit(jax.grad(lambda c, most: vieta.jax.solve_boxes(c, most)[0, -1, 0]), static_argnums=1)
    given = []
    for d in DISTANCES:
        for c in (
            [0.25 - d * d, -0.25 - d * d, 0.25 - d * d],
            [-0.125 - d**3, 0.125 - d**3, -0.125 - d**3, 0.125 - d**3],
        ):
            n, coefficients = len(c) - 1, torch.tensor([[c]], dtype=torch.float64, requires_grad=True)
            x = vieta.torch.solve_boxes(coefficients)
            if not x.shape[1]:
                continue
            (gradient,) = torch.autograd.grad(x[0, -1, 0], coefficients)
            t = Fraction(x[0, -1, 0].item())
            with mpmath.workdps(60):
                exact_c = [Fraction(b) for b in c]
                powers = [
                    sum(
                        (-1) ** (k - i)
                        * mpmath.binomial(n, k)
                        * mpmath.binomial(k, i)
                        * mpmath.mpf(b.numerator)
                        / b.denominator
                        for i, b in enumerate(exact_c[: k + 1])
                    )
                    for k in range(n + 1)
                ]
                z = mpmath.mpf(t.numerator) / t.denominator
                for _ in range(8):
                    slope = mpmath.polyval([k * powers[k] for k in range(n, 0, -1)], z)
                    z -= mpmath.polyval(powers[::-1], z) / slope
                wanted = float(-((1 - z) ** n) / slope)
            given.append((d, outcome(gradient[0, 0, 0].item(), wanted, d)))
            other = slopes(np.array([[c]]), x.shape[1])
            outcome(float(other[0, 0, 0]), wanted, d)
    assert len(given) > 8 and all(known for d, known in given if d > 1e-3)
    rows = np.array([[[[0.24, -0.26, 0.24]]], [[[0.2, -0.3, 0.2]]]])  # solve_boxes inside of vmap
    mapped = jax.jit(jax.vmap(jax.grad(lambda c: vieta.jax.solve_boxes(c, 2)[0, -1, 0])))(rows)
    assert np.asarray(mapped)[:, 0, 0, 0] == pytest.approx(
        [-(0.4**2) / 0.2, -((0.5 - 0.05**0.5) ** 2) / (2 * 0.05**0.5)]
    )


def test_terms_that_are_known_bound_the_rounding():
    from vieta._inside.rounding import known_for_bernstein, known_for_expressions

    sympy = pytest.importorskip("sympy")
    triple = np.array([[[-0.125, 0.125, -0.125, 0.125]]] * 3)  # (t - 1/2)^3
    x = np.array([[0.5 + 1e-3], [0.5 + 1e-8], [0.5]])
    with np.errstate(all="ignore"):
        assert known_for_bernstein(triple, x, np.zeros(3)).tolist() == [True, False, False]
        assert known_for_bernstein(triple, x, np.full(3, 1e-4)).tolist() == [False, False, False]  # radii count
    t, a = sympy.symbols("t a")
    at, values, off = np.array([[1 + 1e-3], [1 + 1e-7], [1.0]]), np.ones((3, 1)), np.zeros(3)
    for cube, wanted in ((t - a) ** 3, [True, True, False]), (sympy.expand((t - a) ** 3), [True, False, False]):
        assert known_for_expressions([cube], [t], [a], at, values, off, 2.0**-52).tolist() == wanted
    rest = sympy.sqrt(a) * t - sympy.Abs(a) / t + sympy.Rational(1, 3)
    assert known_for_expressions([rest], [t], [a], at, values, off, 2.0**-52).all()


def test_nothing_is_looked_at_where_no_gradient_is_asked_for():
    torch = pytest.importorskip("torch")
    pytest.importorskip("jax")
    import vieta.jax
    import vieta.torch

    calls = []

    def cube(x, a):
        calls.append(x)
        return x**3 - a

    a = torch.tensor([8.0], dtype=torch.float64, requires_grad=True)
    with torch.no_grad():
        vieta.torch.implicit(cube, np.array([2.0]), a)
    assert not calls
    x = vieta.torch.implicit(cube, np.array([2.0]), a)
    assert len(calls) == 3
    x.sum().backward()
    assert len(calls) == 4 and calls[3].dtype == torch.float32 and a.grad.item() == pytest.approx(1 / 12, rel=1e-14)
    calls.clear()
    assert vieta.jax.implicit(cube, np.array([2.0]), 8.0)[0] == 2 and len(calls) == 1


@pytest.mark.parametrize("bits", [32, 64])
def test_what_a_function_knows_of_itself_rounds_too(bits):
    """(x - c)^2 = a in powers of x, with c a tensor that is no parameter, and numbers of 24 bits, whose rounding moves x."""
    torch = pytest.importorskip("torch")
    import vieta.torch

    kind = torch.float32 if bits == 32 else torch.float64
    c = torch.tensor([1.5, 1.5], dtype=kind)
    near = 1e-6 if bits == 32 else 1e-14
    for d, known in ((0.1, True), (near, False)):
        a = torch.tensor(d * d, dtype=kind, requires_grad=True)
        x = vieta.torch.implicit(
            lambda x, a: x**2 - 2 * c[0] * x + (c * c).mean() - a, torch.tensor([1.5 + d], dtype=kind), a
        )
        (first,) = torch.autograd.grad(x.sum(), a)
        assert not known and not np.isfinite(first.item()) or first.item() == pytest.approx(0.5 / d, rel=1e-2)


def test_derivatives_of_higher_orders_are_infinite_too():
    torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
    import vieta.jax
    import vieta.torch

    square = lambda x, a: (x - 1) ** 2 - a
    for solved in (
        lambda a: vieta.torch.implicit(square, np.array([1.0]), a).sum(),
        lambda a: vieta.torch.roots(torch.stack([1 - a[0], -2 + 0 * a[0], 1 + 0 * a[0]])).real[0],
    ):
        a = torch.zeros(1, dtype=torch.float64, requires_grad=True)
        (first,) = torch.autograd.grad(solved(a), a, create_graph=True)
        (second,) = torch.autograd.grad(first.sum(), a)
        assert not np.isfinite(first.item()) and not np.isfinite(second.item())
    slope = jax.grad(lambda a: vieta.jax.implicit(square, jax.numpy.array([1.0]), a)[0])
    assert not np.isfinite(slope(0.0)) and not np.isfinite(jax.grad(slope)(0.0))


def test_far_from_singular_points_values_stay():
    torch = pytest.importorskip("torch")
    import vieta.torch

    for s in (1.0, 3e5, 7e-4):
        for name in ("double", "triple", "triple by its factor"):
            parameter = (0.7 * s) ** POWER.get(name, 3)
            x, slope = exact(SYSTEMS[name], parameter, [1.7 * s, 1.7 * s], s)
            a = torch.tensor(parameter, dtype=torch.float64, requires_grad=True)
            found = vieta.torch.implicit(
                lambda x, a: torch.stack(SYSTEMS[name](x[..., 0], x[..., 1], a, s), -1), np.array(x), a
            )
            (gradient,) = torch.autograd.grad(found.sum(), a)
            assert gradient.item() == pytest.approx(sum(slope), rel=1e-10)
