"""vieta.torch and vieta.jax: derivatives against finite differences, exact ones, and none at multiple roots."""

import mpmath
import numpy as np
import pytest


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.fixture
def jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    return jax


def test_torch_against_finite_differences(torch):
    import vieta.torch

    generator = torch.Generator().manual_seed(5)
    for n in (1, 2, 3, 5, 8):
        c = torch.randn(n + 1, dtype=torch.float64, generator=generator, requires_grad=True)
        assert torch.autograd.gradcheck(lambda c: torch.view_as_real(vieta.torch.roots(c)), c, atol=1e-4, rtol=1e-4)
        rows = torch.randn(4, n + 1, dtype=torch.float64, generator=generator, requires_grad=True)
        assert torch.autograd.gradcheck(lambda c: torch.view_as_real(vieta.torch.roots(c)), rows, atol=1e-4, rtol=1e-4)
    z = torch.randn(3, 5, dtype=torch.complex128, generator=generator, requires_grad=True)
    assert torch.autograd.gradcheck(lambda c: torch.view_as_real(vieta.torch.roots(c)), z, atol=1e-4, rtol=1e-4)


def test_torch_second_and_third_derivatives(torch):
    import vieta.torch

    c = torch.tensor([-2.0, 0, 1], dtype=torch.float64, requires_grad=True)
    root = vieta.torch.real_roots(c, (0, 10))[0]  # sqrt(-c0 / c2) where c1 = 0
    derivative = root
    for wanted in (-0.5 * 2**-0.5, -0.25 * 2**-1.5, -0.375 * 2**-2.5):  # of sqrt(-c0) at c0 = -2
        (gradient,) = torch.autograd.grad(derivative, c, create_graph=True)
        derivative = gradient[0]
        assert derivative.item() == pytest.approx(wanted, rel=1e-13)
    assert torch.autograd.gradgradcheck(
        lambda c: torch.view_as_real(vieta.torch.roots(c)),
        torch.tensor([1.0, -2, 3, 1], dtype=torch.float64, requires_grad=True),
        atol=1e-4,
        rtol=1e-3,
    )


def test_torch_boxes(torch):
    import vieta.torch

    generator = torch.Generator().manual_seed(3)
    c = 2 * torch.rand(6, 2, 4, 3, dtype=torch.float64, generator=generator) - 1
    c.requires_grad_(True)
    x = vieta.torch.solve_boxes(c)
    known = vieta.solve_boxes(c.detach().numpy())
    there = ~torch.isnan(x[..., 0])
    assert x.shape[0] == 6 and int(there.sum()) == known.kinds.count("unique") > 2
    assert np.allclose(np.sort(x[there].detach().numpy(), axis=0), np.sort(known.x, axis=0), atol=1e-15)
    assert torch.autograd.gradcheck(
        lambda c: torch.nan_to_num(vieta.torch.solve_boxes(c)), c, eps=1e-7, atol=1e-5, rtol=1e-4
    )
    one = c.detach()[:1].clone().requires_grad_(True)
    assert torch.autograd.gradgradcheck(
        lambda c: torch.nan_to_num(vieta.torch.solve_boxes(c)), one, eps=1e-7, atol=1e-3, rtol=1e-3
    )
    (gradient,) = torch.autograd.grad(x[there].sum(), c)
    empty = [s for s in range(6) if not bool(there[s].any())]
    assert torch.isfinite(gradient).all() and (gradient[empty] == 0).all()


def test_torch_newton(torch):
    import sympy

    import vieta.torch

    x, y, a, b = sympy.symbols("x y a b")
    values = torch.tensor([[2.0, 1.0], [3.0, 0.5]], dtype=torch.float64, requires_grad=True)

    def solved(values):
        return vieta.torch.newton([x**2 + y**2 - a, x * y - b], [x, y], [a, b], [1.5, 0.4], values)

    with torch.no_grad():
        at = solved(values).numpy()
    assert np.allclose((at**2).sum(axis=1)[1], 3) and np.isnan(at[0]).all()  # at (2, 1) two solutions meet: no proof
    good = torch.tensor([[2.5, 1.0], [3.0, 0.5]], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(solved, good, atol=1e-6) and torch.autograd.gradgradcheck(solved, good, atol=1e-5)
    (gradient,) = torch.autograd.grad(torch.nan_to_num(solved(values)).sum(), values)
    assert (gradient[0] == 0).all() and torch.isfinite(gradient).all()


def test_learning_places_the_poles_of_a_filter(torch):
    """The example of docs/reference/python.md: poles are moved to a modulus of at most 0.8."""
    import vieta.torch

    a = torch.tensor(
        [0.9, -1.2, 0.3, 1.0], dtype=torch.float64, requires_grad=True
    )  # one pole outside of the unit circle
    assert vieta.torch.roots(a).abs().max() > 1
    descent = torch.optim.Adam([a], lr=0.02)
    for _ in range(300):
        descent.zero_grad()
        loss = torch.relu(vieta.torch.roots(a).abs() - 0.8).square().sum()
        if loss == 0:
            break
        loss.backward()
        descent.step()
    assert vieta.torch.roots(a).abs().max() < 0.81


def test_learning_a_surface_from_its_picture(torch):
    """The radii of a torus from the depth along rays: a quartic for each ray, its first root, gradient descent."""
    import vieta.torch

    u, v = np.meshgrid(np.linspace(-1.2, 1.2, 12), np.linspace(-1.2, 1.2, 12))
    o = torch.from_numpy(np.stack([u.ravel(), v.ravel(), np.full(u.size, 0.0)], -1))
    d = torch.tensor([0.0, 0.6, 0.8], dtype=torch.float64)

    def depth(radii):
        big, small = radii
        k = (o * o).sum(-1) + big**2 - small**2
        od, flat = o @ d, d[:2] @ d[:2]
        c = [
            k**2 - 4 * big**2 * (o[:, :2] ** 2).sum(-1),
            4 * k * od - 8 * big**2 * (o[:, :2] @ d[:2]),
            2 * k + 4 * od**2 - 4 * big**2 * flat,
            4 * od,
            torch.ones_like(od),
        ]
        return vieta.torch.real_roots(torch.stack(c, -1), (-4, 4))[:, 0]

    with torch.no_grad():
        wanted = depth(torch.tensor([0.8, 0.3], dtype=torch.float64))
    radii = torch.tensor([0.7, 0.36], dtype=torch.float64, requires_grad=True)
    descent = torch.optim.Adam([radii], lr=0.02)
    for _ in range(150):
        descent.zero_grad()
        found = depth(radii)
        both = ~torch.isnan(found) & ~torch.isnan(wanted)
        torch.where(both, found - wanted, torch.zeros_like(found)).square().sum().backward()
        descent.step()
    assert torch.allclose(radii.detach(), torch.tensor([0.8, 0.3], dtype=torch.float64), atol=2e-2)


def test_torch_implicit_complex(torch):
    import vieta.torch

    a = torch.tensor(1.0 + 2.0j, dtype=torch.complex128, requires_grad=True)
    x = vieta.torch.implicit(lambda x, a: x**3 - a, np.array([(1 + 2j) ** (1 / 3)]), a)
    (gradient,) = torch.autograd.grad(x.real.sum(), a)
    assert gradient.conj().item() == pytest.approx((1 + 2j) ** (-2 / 3) / 3)


def test_torch_implicit_beside_singular_solutions(torch):
    """x^3 - 3 x^2 + 3 x - 1 = a at 1e-15: the residual's rounding is a tenth of the way to the triple root."""
    import vieta.torch

    a = torch.tensor([1e-15], dtype=torch.float64, requires_grad=True)
    x = vieta.torch.implicit(lambda x, a: x**3 - 3 * x**2 + 3 * x - 1 - a, np.array([1 + 1e-5]), a)
    (first,) = torch.autograd.grad(x.sum(), a, create_graph=True)
    assert first.item() == pytest.approx(1e10 / 3, rel=1e-4)
    (second,) = torch.autograd.grad(first.sum(), a)
    assert second.item() == pytest.approx(-2e25 / 9, rel=1e-3)
    zero = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    x = vieta.torch.implicit(lambda x, a: x**2 - a, np.array([0.0]), zero)
    assert not np.isfinite(torch.autograd.grad(x.sum(), zero)[0].item())


def test_torch_at_multiple_roots(torch):
    import vieta.torch

    c = torch.tensor([[1.0, -2, 1], [2.0, -3, 1]], dtype=torch.float64, requires_grad=True)
    vieta.torch.roots(c).real.sum().backward()
    assert torch.isinf(c.grad[0]).all() and torch.isfinite(c.grad[1]).all()
    c.grad = None
    vieta.torch.real_roots(c, at_multiple="nan")[:, 0].sum().backward()
    assert torch.isnan(c.grad[0]).all() and torch.isfinite(c.grad[1]).all()
    c.grad = None
    vieta.torch.roots(c)[1].real.sum().backward()  # the double root is not looked at
    assert (c.grad[0] == 0).all()
    one = torch.tensor([-1.0, 3, -3, 1], dtype=torch.float64, requires_grad=True)
    vieta.torch.roots(one).real.sum().backward()
    assert torch.isinf(one.grad).all()
    lower = torch.tensor([-2.0, 1, 0], dtype=torch.float64, requires_grad=True)  # degree 1 in the place of 2
    z = vieta.torch.roots(lower[None])
    assert z[0, 0] == 2 and torch.isnan(z[0, 1].real)
    z[0, 0].real.backward()
    assert torch.isfinite(lower.grad).all() and lower.grad[0].item() == -1


def test_torch_places_the_roots_of_a_filter(torch):
    """Learning: the poles of a polynomial are moved to where they are wanted."""
    import vieta.torch

    wanted = torch.tensor([0.5 + 0.2j, 0.5 - 0.2j, -0.3 + 0j], dtype=torch.complex128)
    c = torch.tensor([0.1, 0.2, 0.1, 1.0], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([c], max_iter=100, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        z = vieta.torch.roots(c)
        loss = sum((z - w).abs().square().min() for w in wanted) + (c[-1] - 1) ** 2
        loss.backward()
        return loss

    optimizer.step(closure)
    assert closure().item() < 1e-8


def exact_derivatives(c, near):
    """Of the root of c near a number, in 60 digits: -z^j / p' and -(p'' z_j z_k + j z^(j-1) z_k + k z^(k-1) z_j) / p'."""
    with mpmath.workdps(60):
        c, n, z = [mpmath.mpmathify(x) for x in c], len(c), mpmath.mpmathify(near)

        def p(z, d):
            return mpmath.fsum(mpmath.ff(k, d) * c[k] * z ** (k - d) for k in range(d, n))

        for _ in range(8):
            z -= p(z, 0) / p(z, 1)
        first = [-(z**j) / p(z, 1) for j in range(n)]
        bent = [j * z ** (j - 1) if j else mpmath.mpf(0) for j in range(n)]
        second = [-(p(z, 2) * first[j] * first[0] + bent[j] * first[0]) / p(z, 1) for j in range(n)]
        return [np.array([complex(x) for x in order]) for order in (first, second)]


CLOSE = {  # simple roots, whose p' is lost in rounding where it is computed from the coefficients
    "a sixth power moved": np.poly(np.ones(6))[::-1] - np.array([2.0**-52, 0, 0, 0, 0, 0, 0]),
    "a cube moved": np.poly(np.ones(3))[::-1] - np.array([2.0**-45, 0, 0, 0]),
    "a pair": np.array([1 - 8 * 2.0**-52, -2, 1]),
    "four in 3e-4": np.poly([0.5, 0.5001, 0.5002, 0.5003, 2, 3])[::-1],
    "Wilkinson's": np.poly(np.arange(1, 21))[::-1],
}


@pytest.mark.parametrize("c", CLOSE.values(), ids=CLOSE)
@pytest.mark.parametrize("real", [False, True])
def test_torch_close_roots_have_right_derivatives_or_none(torch, c, real):
    import vieta.torch

    t = torch.tensor(c.copy(), requires_grad=True)
    z = vieta.torch.real_roots(t) if real else vieta.torch.roots(t)
    precise = [complex(x) for x in vieta.roots(c.copy(), digits=30).mpmath()]
    known = 0
    for k in [k for k in range(len(z)) if not torch.isnan(z[k].real)][:6]:
        (first,) = torch.autograd.grad(z[k].real, t, create_graph=True)
        if not torch.isfinite(first).all():
            assert real  # all roots are known to `roots`, and none of these is too close
            continue
        known += 1
        (second,) = torch.autograd.grad(first[0], t, retain_graph=True)
        exact = exact_derivatives(c, min(precise, key=lambda x: abs(x - z[k].item())))
        for found, expected in zip((first.detach(), second), exact):
            assert np.abs(found.numpy() - expected.real).max() <= 1e-5 * np.abs(expected).max()
    assert known or c is CLOSE["a sixth power moved"]


@pytest.mark.parametrize("framework", ["torch", "jax"])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_derivatives_are_those_at_the_root_and_not_beside_it(framework, kind):
    """Where rounding moves a root's value by many ulps: the derivatives are better than that. Integers, exact in float32."""
    given = pytest.importorskip(framework)
    module = pytest.importorskip(f"vieta.{framework}")
    degree = {(np.float32, "torch"): 8, (np.float32, "jax"): 5}.get((kind, framework), 12)  # JAX's is not raised to double
    c = np.poly(np.arange(1, degree + 1))[::-1].astype(kind)
    if framework == "torch":
        t = given.tensor(c, requires_grad=True)
        z = module.real_roots(t)
        slopes = np.array([given.autograd.grad(x, t, retain_graph=True)[0].numpy() for x in z])
    else:
        given.config.update("jax_enable_x64", True)
        slopes = np.asarray(given.jacrev(module.real_roots)(c))
    assert slopes.dtype == kind
    for k, slope in enumerate(slopes):
        exact = exact_derivatives(c.tolist(), k + 1)[0].real
        np.testing.assert_allclose(slope, exact, rtol=(200 if framework == "jax" else 20) * np.finfo(kind).eps)


def test_torch_roots_at_zero_of_a_lower_degree(torch):
    import vieta.torch

    c = torch.tensor([0.0, -2, 1, 0], dtype=torch.float64, requires_grad=True)
    z = vieta.torch.roots(c)
    for k, expected in ((0, [0.5, 0, 0, 0]), (1, [-0.5, -1, -2, -4])):
        (slope,) = torch.autograd.grad(z[k].real, c, retain_graph=True)
        assert slope.tolist() == pytest.approx(expected, abs=1e-15)


def test_torch_views(torch):
    """Conjugates and imaginary parts are views that NumPy does not take."""
    import vieta.torch

    c = torch.tensor([1 + 1j, 2 - 3j, 3], dtype=torch.complex128)
    for one in (c.conj(), c.conj()[None]):
        assert torch.equal(vieta.torch.roots(one), vieta.torch.roots(one.resolve_conj().clone()))
    part = c.conj()[:2].imag  # -1 + 3 x
    assert vieta.torch.real_roots(part).item() == pytest.approx(1 / 3)
    assert vieta.torch.roots(part).real.item() == pytest.approx(1 / 3)


def test_torch_layouts(torch):
    """Rows with gaps in both directions, or the same row again and again, are tensors like others."""
    import vieta.torch

    wide = torch.tensor([[2.0, 9, -3, 9, 1, 9], [9.0] * 6, [6.0, 9, -5, 9, 1, 9]], dtype=torch.float64)
    for given in (wide[::2, ::2], torch.tensor([[2.0, -3, 1]], dtype=torch.float64).expand(3, 3)):
        c = given.detach().requires_grad_(True)
        for verb in (vieta.torch.roots, vieta.torch.real_roots):
            z = verb(c)
            assert z.detach()[0].real.tolist() == [1, 2] and z.detach()[-1].real.tolist() in ([1, 2], [2, 3])
            (slope,) = torch.autograd.grad(z[0].real.sum(), c)
            assert slope[0].tolist() == pytest.approx([1 - 1, 1 - 2, 1 - 4]) and not slope[1:].any()


@pytest.mark.parametrize("kind", ["float32", "complex64"])
def test_torch_single_precision_stays_what_it_is(torch, kind):
    """Solutions and gradients are those of doubles, rounded: x^2 = a has dx/da = 1 / (2 x)."""
    sympy = pytest.importorskip("sympy")
    import vieta.torch

    kind = getattr(torch, kind)
    x, a = sympy.symbols("x a")
    v = torch.tensor([[2.0], [3.0]], dtype=kind, requires_grad=True)
    z = vieta.torch.newton([x**2 - a], [x], [a], torch.tensor([1.5], dtype=torch.float64), v)
    (slope,) = torch.autograd.grad(z.real.sum(), v)
    exact = np.sqrt([[2.0], [3.0]])
    assert z.dtype == slope.dtype == kind
    np.testing.assert_allclose(z.detach().numpy(), exact, rtol=1e-7)
    np.testing.assert_allclose(slope.numpy(), 0.5 / exact, rtol=1e-7)
    np.testing.assert_array_equal(vieta.torch.newton([x**2 - a], [x], [a], [1.5], v.detach().conj()).numpy(), z.detach().numpy())
    none = vieta.torch.newton([x**2 - a], [x], [a], [1.5], torch.tensor([[0.0]], dtype=kind))
    assert none.dtype == kind and bool(torch.isnan(none.real).all())
    if kind == torch.float32:
        c = torch.tensor([[[-0.25, 0.25, 0.75]]], requires_grad=True)  # t = 1/4; c_0 (1 - t)^2 + ... has the slope 1
        found = vieta.torch.solve_boxes(c)
        (slope,) = torch.autograd.grad(found.sum(), c)
        assert found.dtype == slope.dtype == torch.float32 and found.item() == 0.25
        assert slope.ravel().tolist() == pytest.approx([-9 / 16, -6 / 16, -1 / 16])
        assert vieta.torch.solve_boxes(c.detach() + 1).dtype == torch.float32


@pytest.mark.parametrize("kind", ["int64", "float16", "bfloat16"])
def test_torch_other_numbers_are_taken_as_those_of_more_bits(torch, kind):
    import vieta.torch

    c = torch.tensor([2, -3, 1], dtype=getattr(torch, kind))
    bits = torch.float64 if kind == "int64" else torch.float32
    real, z = vieta.torch.real_roots(c), vieta.torch.roots(c[None])
    assert real.dtype == z.real.dtype == bits and real.tolist() == [1, 2] and z.tolist() == [[1, 2]]
    with pytest.raises(TypeError, match="no real tensor"):
        vieta.torch.real_roots(c.to(torch.complex64))


def test_torch_what_needs_no_gradient_asks_for_none(torch):
    sympy = pytest.importorskip("sympy")
    import vieta.torch

    x, a = sympy.symbols("x a")
    two = torch.tensor([2.0], dtype=torch.float64)
    boxes = torch.tensor([[[-0.25, 0.25, 0.75]]], dtype=torch.float64)
    for z in (
        vieta.torch.newton([x**2 - a], [x], [a], [1.5], two),
        vieta.torch.solve_boxes(boxes),
        vieta.torch.implicit(lambda x, a: x**2 - a, np.array([2**0.5]), two),
    ):
        assert not z.requires_grad
    known = two.clone().requires_grad_(True)  # a tensor that the function knows without being given it
    z = vieta.torch.implicit(lambda x: x**2 - known, np.array([2**0.5]))
    assert torch.autograd.grad(z.sum(), known)[0].item() == pytest.approx(0.125**0.5)


def test_torch_misuse(torch):
    import vieta.torch

    with pytest.raises(TypeError, match="c: found no tensor"):
        vieta.torch.roots([1.0, 2.0])
    with pytest.raises(ValueError, match="at_multiple: found 'zero'"):
        vieta.torch.roots(torch.tensor([1.0, 2.0]), at_multiple="zero")
    with pytest.raises(TypeError, match="torch.autograd differentiates"):
        torch.func.vmap(vieta.torch.solve_boxes)(torch.ones(2, 1, 1, 3))


def test_torch_func(torch):
    """vmap, grad, jacrev, jacfwd and hessian of torch.func are what autograd says, and never a number at multiple roots."""
    import vieta.torch

    func = pytest.importorskip("torch.func")
    c = torch.from_numpy(np.random.default_rng(5).normal(size=(4, 6)))
    for verb in (vieta.torch.roots, lambda c: vieta.torch.real_roots(c, (-2, 2))):
        assert torch.equal(torch.nan_to_num(func.vmap(verb)(c)), torch.nan_to_num(verb(c)))
        assert torch.equal(torch.nan_to_num(func.vmap(verb, in_dims=1)(c.T.contiguous())), torch.nan_to_num(verb(c)))
    size = lambda c: vieta.torch.roots(c).abs().sum()  # noqa: E731
    slopes, bends = func.vmap(func.grad(size))(c), func.vmap(func.hessian(size))(c)
    for row, slope, bend in zip(c, slopes, bends):
        np.testing.assert_allclose(slope, torch.autograd.functional.jacobian(size, row), rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(bend, torch.autograd.functional.hessian(size, row), rtol=1e-9, atol=1e-11)
    parts = lambda c: torch.view_as_real(vieta.torch.roots(c))  # noqa: E731
    np.testing.assert_allclose(func.vmap(func.jacfwd(parts))(c), func.vmap(func.jacrev(parts))(c), rtol=1e-9, atol=1e-11)
    both = torch.tensor([[1.0, -2, 1], [2, -3, 1]], dtype=torch.float64)
    for way in (func.grad, func.jacfwd):
        slope = func.vmap(way(lambda c: vieta.torch.roots(c).real.sum()))(both)
        assert not torch.isfinite(slope[0]).any() and slope[1].tolist() == pytest.approx([0, -1, -3])
    none = func.vmap(func.grad(lambda c: vieta.torch.real_roots(c, at_multiple="nan").nansum()))(both)
    assert torch.isnan(none[0]).all() and none[1].tolist() == pytest.approx([0, -1, -3])


def test_jax_derivatives(jax):
    import vieta.jax

    jnp = jax.numpy
    c = jnp.array([-2.0, 0, 1])
    f = lambda c: vieta.jax.real_roots(c, (0, 10))[0]  # noqa: E731
    for g in (jax.grad(f), jax.jit(jax.grad(f))):
        assert np.asarray(g(c)) == pytest.approx([-(0.125**0.5), -0.5, -(0.5**0.5)], rel=1e-13)
    assert jax.hessian(f)(c)[0, 0] == pytest.approx(-0.25 * 2**-1.5, rel=1e-13)
    rows = jnp.array([[1.0, -2, 3, 1], [5.0, 1, -1, 2]])
    together = vieta.jax.roots(rows)
    assert np.asarray(jax.vmap(vieta.jax.roots)(rows)) == pytest.approx(np.asarray(together), rel=1e-15)
    h, real = 1e-6, lambda c: vieta.jax.roots(c).real.sum() + vieta.jax.roots(c).imag[..., 1].sum()
    slope = np.asarray(jax.grad(real)(rows))
    for index in np.ndindex(rows.shape):
        step = jnp.zeros_like(rows).at[index].set(h)
        assert slope[index] == pytest.approx(float(real(rows + step) - real(rows - step)) / (2 * h), abs=1e-6)


def test_jax_at_multiple_roots(jax):
    import vieta.jax

    c = jax.numpy.array([[1.0, -2, 1], [2.0, -3, 1]])
    slope = np.asarray(jax.grad(lambda c: vieta.jax.roots(c).real.sum())(c))
    assert not np.isfinite(slope[0]).any() and np.isfinite(slope[1]).all()
    assert np.isnan(np.asarray(jax.grad(lambda c: vieta.jax.real_roots(c, at_multiple="nan")[0, 0])(c))[0]).all()


def test_boxes_where_they_are(torch, rng, monkeypatch):
    """The way of tensors on a GPU, with a device that lists solutions in any order within a system and leaves every third system open."""
    import vieta
    import vieta.torch
    from vieta._gpu import boxes_torch
    from vieta._inside.solved_systems import unique_solutions

    i = np.arange(4) / 3
    two = np.array([1, -0.8, -0.8, 1])[:, None] + 0 * i
    c = np.stack([two + 0 * rng.uniform(size=(9, 1, 1)), i - rng.uniform(0.2, 0.8, (9, 1, 1)) + 0 * two], 1)
    c += 0.02 * rng.normal(size=c.shape)
    c[4] += 9  # no solution
    found = vieta.solve_boxes(c)
    left = np.arange(len(c)) % 3 == 1

    class OnDevice:
        order = [k for k in range(len(found.x))[::-1] if not left[found.systems[k]]]
        x = torch.from_numpy(np.asarray(found.x)[order])
        radii = torch.from_numpy(np.asarray(found.radii)[order])
        systems = torch.from_numpy(np.asarray(found.systems, dtype=np.int64)[order])
        statuses = torch.from_numpy(np.where(left, 3, 0).astype(np.uint8))

    hosts = vieta.solve_boxes
    monkeypatch.setattr(vieta, "solve_boxes", lambda given: hosts(given) if isinstance(given, np.ndarray) else OnDevice)
    known = unique_solutions(c)
    for mine, wanted in zip(boxes_torch.unique_solutions_there(torch.from_numpy(c)), known):
        np.testing.assert_array_equal(mine.numpy(), wanted)
    on_host = [one.detach().clone().requires_grad_(True) for one in [torch.from_numpy(c)] * 2]
    gradients = []
    for k, one in enumerate(on_host):
        monkeypatch.setattr(vieta.torch, "takes", lambda c, k=k: k == 1)
        gradients.append(torch.autograd.grad(vieta.torch.solve_boxes(one).nan_to_num(0.0).sum(), one)[0].numpy())
    np.testing.assert_array_equal(gradients[0], gradients[1])
    none = boxes_torch.in_rows(torch.zeros(0, dtype=torch.int64), torch.zeros(0, 2), torch.zeros(0), 3)
    assert none[0].shape == (3, 0, 2) and none[1].shape == (3, 0)
