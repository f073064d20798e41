"""vieta.jax: custom calls of XLA beside calls of Python, systems, and no derivatives where nothing was found."""

import numpy as np
import pytest

import vieta

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)
jnp = jax.numpy
import vieta.jax  # noqa: E402


def same_roots(found, known):
    """The verb's own values, bit by bit; a GPU's kernels round elsewhere."""
    found = np.asarray(found)
    if jax.default_backend() == "cpu":
        np.testing.assert_array_equal(found, known)
    else:
        near = 1e-5 if known.dtype == np.float32 else 1e-12
        np.testing.assert_allclose(found, known, rtol=near, atol=near)


@pytest.fixture
def either_way(monkeypatch):
    """Calls f with the custom calls of this build, and without them."""
    import vieta.jax

    def call(f):
        first = f()
        monkeypatch.setattr(vieta.jax, "_CUSTOM_CALLS", frozenset())
        second = f()
        monkeypatch.undo()
        return first, second

    return call


def test_custom_calls_are_there_where_they_were_built():
    import vieta.jax

    expected = {(name, platform.lower()) for name, platform, _ in vieta._core.xla_targets()}
    assert vieta.jax._CUSTOM_CALLS == expected
    if not expected:
        pytest.skip("this build has no headers of XLA")


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_real_roots_are_those_of_the_verb(either_way, kind):
    rows = np.random.default_rng(1).standard_normal((50, 8)).astype(kind)
    known = vieta.real_roots(rows, (-2, 3)).values
    for found in either_way(lambda: jax.jit(lambda c: vieta.jax.real_roots(c, (-2, 3)))(rows)):
        assert found.dtype == kind
        same_roots(found, known)
    twice = rows.reshape(5, 10, 8)
    mapped = jax.vmap(jax.vmap(lambda c: vieta.jax.real_roots(c, (-2, 3))))(twice)
    same_roots(np.asarray(mapped).reshape(50, 7), known)


@pytest.mark.parametrize("kind", [np.float64, np.complex128, np.float32, np.complex64])
def test_roots_are_those_of_the_verb(either_way, kind):
    random = np.random.default_rng(2)
    is_complex, single = np.issubdtype(kind, np.complexfloating), np.finfo(kind).bits == 32
    rows = random.standard_normal((20, 6)).astype(kind)
    if is_complex:
        rows = (rows + 1j * random.standard_normal((20, 6))).astype(kind)
    known = vieta.roots(rows).values
    for found in either_way(lambda: jax.jit(vieta.jax.roots)(rows)):
        assert found.dtype == (np.complex64 if single else np.complex128)
        np.testing.assert_array_equal(np.asarray(found), known.astype(found.dtype))
    if vieta.jax._CUSTOM_CALLS:  # numbers of 32 bits, JAX's usual ones, do not pass through Python either
        lowered = jax.jit(vieta.jax.roots).lower(rows).as_text()
        assert "vieta_roots" in lowered and (jax.default_backend() != "cpu" or "callback" not in lowered)
    mapped = jax.vmap(jax.jit(vieta.jax.roots))(rows.reshape(4, 5, 6))
    np.testing.assert_array_equal(np.asarray(mapped).reshape(20, 5), known.astype(mapped.dtype))
    first, second = either_way(lambda: jax.jacfwd(vieta.jax.roots, holomorphic=is_complex)(jnp.asarray(rows[0])))
    np.testing.assert_allclose(np.asarray(first), np.asarray(second), rtol=1e-6)


def test_impossible_input_is_an_error():
    with pytest.raises(TypeError, match="2 to 65"):
        jax.jit(lambda c: vieta.jax.real_roots(c, (-1, 1)))(np.ones((2, 70))).block_until_ready()


def test_implicit():
    a = 2.0
    found = np.array([[2.0 ** (1 / 3)]])
    cube = lambda a: vieta.jax.implicit(lambda x, a: x**3 - a, found, a).sum()  # noqa: E731
    assert jax.grad(cube)(a) == pytest.approx(a ** (-2 / 3) / 3, rel=1e-14)
    assert jax.grad(jax.grad(cube))(a) == pytest.approx(-2 / 9 * a ** (-5 / 3), rel=1e-13)
    z = vieta.jax.implicit(lambda z, a: z**2 + a, np.array([[1j]]), 1.0 + 0j)
    assert z[0, 0] == 1j
    slope = jax.grad(lambda a: vieta.jax.implicit(lambda z, a: z**2 + a, np.array([[1j]]), a).sum(), holomorphic=True)
    assert slope(1.0 + 0j) == pytest.approx(0.5j, rel=1e-14)  # d sqrt(-a) = -1 / (2 z)


def test_newton():
    sympy = pytest.importorskip("sympy")
    x, y, a, b = sympy.symbols("x y a b")
    f = lambda v: vieta.jax.newton([x**2 + y**2 - a, x - b * y], [x, y], [a, b], [1.0, 1.0], v)  # noqa: E731
    v = jnp.array([[2.0, 1.0], [5.0, 2.0], [-1.0, 1.0]])  # the last has no real solution
    found = np.asarray(f(v))
    np.testing.assert_allclose(found[:2], [[1, 1], [2, 1]], rtol=1e-15)
    assert np.isnan(found[2]).all()
    slope = np.asarray(jax.jacrev(lambda v: f(v)[:2])(v))
    assert slope[0, :, 0, 0] == pytest.approx([0.25, 0.25], rel=1e-14)
    assert np.isfinite(slope).all() and (slope[:, :, 2] == 0).all()
    np.testing.assert_array_equal(np.asarray(jax.jit(f)(v)), found)


def test_solve_boxes():
    c = 2 * np.random.default_rng(3).random((6, 2, 4, 3)) - 1
    known = vieta.solve_boxes(c)
    x = vieta.jax.solve_boxes(c, 4)
    there = ~np.isnan(np.asarray(x)[..., 0])
    assert there.sum() == known.kinds.count("unique") > 2
    total = lambda c: jnp.nansum(vieta.jax.solve_boxes(c, 4))  # noqa: E731
    slope = np.asarray(jax.jit(jax.grad(total))(c))
    assert np.isfinite(slope).all()
    h = 1e-6 * np.random.default_rng(4).standard_normal(c.shape)
    assert (slope * h).sum() == pytest.approx(float(total(c + h) - total(c - h)) / 2, rel=1e-6)


def test_systems_in_single_precision():
    """t^2 + t / 2 = 5/16 and (t - 1/2)^k = d^k in Bernstein form: dt/dc_0 is -(1 - t)^n / f'(t), or is not known to float32."""
    c = np.array([[[-5 / 16, -1 / 16, 19 / 16]]], np.float32)
    found, slope = jax.value_and_grad(lambda c: vieta.jax.solve_boxes(c, 1).sum())(c)
    t = (-0.5 + 1.5**0.5) / 2
    assert found.dtype == slope.dtype == np.float32 and float(found) == pytest.approx(t, rel=1e-7)
    exact = [-((1 - t) ** 2), -2 * t * (1 - t), -(t**2)]
    np.testing.assert_allclose(np.asarray(slope).ravel(), np.array(exact) / (2 * t + 0.5), rtol=1e-6)
    d = 2.0**-11
    square = np.array([[[0.25 - d * d, -0.25 - d * d, 0.25 - d * d]]], np.float32)
    slope = np.asarray(jax.grad(lambda c: vieta.jax.solve_boxes(c, 2)[0, 1, 0])(square))[0, 0, 0]
    assert slope == pytest.approx(-((0.5 - d) ** 2) / (2 * d), rel=1e-2)
    d = 2.0**-8
    cube = np.array([[[-0.125 - d**3, 0.125 - d**3, -0.125 - d**3, 0.125 - d**3]]], np.float32)
    assert float(vieta.jax.solve_boxes(cube, 1)[0, 0, 0]) == 0.5 + d
    assert not np.isfinite(jax.grad(lambda c: vieta.jax.solve_boxes(c, 1).sum())(cube)).any()
    with pytest.raises(TypeError, match="no array of float64 or float32"):
        vieta.jax.solve_boxes(np.ones((1, 1, 3), np.int32), 1)


def test_nothing_overflows_on_the_way():
    c = np.zeros(34, np.float32)
    c[0], c[32], c[33] = 1, -60, 1
    same_roots(vieta.jax.real_roots(c), vieta.real_roots(c).values)
    c = np.zeros(65)
    c[62], c[64] = -1, 1e-20
    np.testing.assert_array_equal(np.asarray(vieta.jax.roots(c)), vieta.roots(c[None]).values[0])
    slope = jax.grad(lambda c: vieta.jax.real_roots(c)[1])(jnp.array([-1e-200, 0, 1e-200]))
    np.testing.assert_allclose(slope, [-5e199, -5e199, -5e199], rtol=1e-12)
    single = jnp.array([-2e-20, 1e-20], jnp.float32)
    np.testing.assert_allclose(jax.grad(lambda c: vieta.jax.real_roots(c)[0])(single), [-1e20, -2e20], rtol=1e-5)


def test_clusters_have_no_derivative():
    c = jnp.array(np.polynomial.polynomial.polyfromroots([1, 1, 1, 2]))
    slope = np.asarray(jax.jacrev(vieta.jax.real_roots)(c))
    assert not np.isfinite(slope[0]).any()
    np.testing.assert_array_equal(np.asarray(vieta.jax.real_roots(jnp.array([-1.0, 3, -3, 1])))[:1], [1.0])


@pytest.mark.parametrize("at_multiple", ["inf", "nan"])
def test_a_simple_root_beside_a_multiple_one_has_its_derivatives(at_multiple):
    # (x - 3)(x - 1)^2: at 3, p' is 4 and p'' is 8, so that z_k = -3^k / 4, and z_00 = -p'' z_0^2 / p' = -1/8. What is
    # infinite at 1 must not come in as 0 times infinity.
    c = jnp.asarray(np.poly([3.0, 1, 1])[::-1].copy())
    for verb, simple in ((vieta.jax.real_roots, 1), (vieta.jax.roots, 2)):

        def root(c, k, verb=verb):
            return verb(c, at_multiple=at_multiple)[k].real

        np.testing.assert_allclose(jax.grad(root)(c, simple), [-0.25, -0.75, -2.25, -6.75], rtol=1e-12)
        second = jax.jit(jax.hessian(root), static_argnums=1)(c, simple)
        np.testing.assert_allclose(second[0], [-0.125, -0.3125, -0.75, -1.6875], rtol=1e-12)
        np.testing.assert_allclose(jax.jacrev(jax.grad(root))(c, simple), second, rtol=1e-12)
        for multiple in (jax.grad(root)(c, 0), jax.hessian(root)(c, 0), jax.jacrev(jax.grad(root))(c, 0)):
            multiple = np.asarray(multiple)
            assert (np.isnan(multiple) if at_multiple == "nan" else ~np.isfinite(multiple)).all()


def test_singular_points_keep_their_values():
    found = vieta.jax.implicit(lambda x, a: x**2 - a, jnp.array([0.0]), 0.0)
    assert found[0] == 0
    assert not np.isfinite(jax.grad(lambda a: vieta.jax.implicit(lambda x, a: x**2 - a, jnp.array([0.0]), a)[0])(0.0))


def test_arguments_are_looked_at():
    assert vieta.jax.roots(jnp.array([-2, 0, 1])).dtype == jnp.complex128
    assert vieta.jax.real_roots(jnp.array([-4, 0, 1])).tolist() == [-2, 2]
    for half in (jnp.float16, jnp.bfloat16):
        assert vieta.jax.roots(jnp.array([-4, 0, 1], dtype=half)).dtype == jnp.complex64
        assert vieta.jax.real_roots(jnp.array([-4, 0, 1], dtype=half)).dtype == jnp.float32
    with pytest.raises(ValueError, match="interval"):
        vieta.jax.real_roots(jnp.array([1.0, 2]), (1, -1))
    with pytest.raises(TypeError, match=r"interval: found None, expected two numbers"):
        vieta.jax.real_roots(jnp.array([1.0, 2]), None)
    with pytest.raises(TypeError, match="SymPy"):
        vieta.jax.newton(["x^2 - a"], ["x"], ["a"], [1.0], [2.0])
    with pytest.raises(ValueError, match="most"):
        vieta.jax.solve_boxes(np.zeros((1, 1, 2)), -1)


def test_roots_at_zero_and_rows_with_fewer_roots_have_derivatives():
    first = lambda c: vieta.jax.real_roots(c)[0]  # noqa: E731
    both = jax.jit(lambda c: (jax.grad(first)(c), jax.hessian(first)(c)))
    slope, bend = map(np.asarray, both(jnp.array([0.0, -2.0, 1.0, 0.0])))  # the root 0 of x^2 - 2 x
    np.testing.assert_allclose(slope, [0.5, 0, 0, 0], atol=1e-15)
    np.testing.assert_allclose(bend[:2, :2], [[0.25, 0.25], [0.25, 0]], atol=1e-15)
    assert not bend[2:].any() and not bend[:, 2:].any()
    slope, bend = map(np.asarray, both(jnp.array([-1e36, 0.0, 0.0, 1.0])))  # the cube root of 1e36, which is alone
    np.testing.assert_allclose(slope, [-1e-24 / 3, -1e-12 / 3, -1 / 3, -1e12 / 3], rtol=1e-12)
    np.testing.assert_allclose(np.diag(bend)[[0, 2, 3]], [-2 / 9 * 1e-60, 2 / 9 * 1e-12, 4 / 9 * 1e12], rtol=1e-9)


def test_second_derivatives_in_single_precision():
    """x^2 - 8 x + 15 has the roots 3 and 5; z_k = -z^k / p', z_jk = -(p'' z_j z_k + j z^(j-1) z_k + k z^(k-1) z_j) / p'."""
    c = jnp.asarray(np.array([15, -8, 1], np.float32))
    hessian = jax.jit(jax.hessian(lambda c: vieta.jax.real_roots(c, (0, 9))[0]))(c)
    z, first = 3.0, np.array([1, 3, 9]) / 2  # p' = -2, p'' = 2
    slopes = np.array([0, 1, 2 * z])
    second = (2 * np.outer(first, first) + np.outer(slopes, first) + np.outer(first, slopes)) / 2
    assert hessian.dtype == np.float32
    np.testing.assert_allclose(hessian, second, rtol=2e-5, atol=2e-5)


def test_rows_of_subnormal_numbers_have_no_wrong_derivatives():
    # XLA takes subnormal numbers for 0. The derivatives of the first row's roots are beyond the range.
    tiny = np.finfo(np.float32).tiny / 64
    rows = jnp.asarray(np.array([[-tiny, 0, tiny], [tiny, 1, 1]], np.float32))
    found, back = jax.vjp(vieta.jax.real_roots, rows)
    assert np.asarray(found).tolist() == [[-1, 1], [-1, 0]]
    slopes = np.asarray(back(jnp.ones_like(found))[0])
    assert not np.isfinite(slopes[0]).any()
    np.testing.assert_allclose(slopes[1], [0, -1, 1], atol=1e-6)  # beside others they do no harm


def test_close_roots_have_right_derivatives():
    """Four roots within 3e-4, where p' computed from coefficients is rounding: -z^k / p', p' by the distances to the others."""
    c = np.poly([0.5, 0.5001, 0.5002, 0.5003, 2, 3])[::-1].copy()
    precise = [x.real for x in vieta.roots(c, digits=30).mpmath()]
    slopes = np.asarray(jax.jit(jax.jacrev(lambda c: vieta.jax.roots(c).real))(c))
    order = np.argsort(np.asarray(vieta.jax.roots(c)).real)
    for z, slope in zip(sorted(precise), slopes[order]):
        others = [z - x for x in precise if x is not z]
        expected = [float(-(z**k) / (float(c[-1]) * np.prod(others))) for k in range(len(c))]
        np.testing.assert_allclose(slope, expected, rtol=1e-9)
    # Of the real roots alone that is known no longer for four of them.
    slopes = np.asarray(jax.jit(jax.jacrev(vieta.jax.real_roots))(c))
    assert np.isfinite(slopes).all(axis=1).tolist() == [False, False, False, False, True, True]
    # Two roots that are 4e-7 apart, of real_roots: a few bits more settle it.
    c = np.array([1 - 200 * 2.0**-52, -2, 1])
    slopes = np.asarray(jax.jit(jax.jacrev(vieta.jax.real_roots))(c))
    half = np.sqrt(200 * 2.0**-52)
    for sign, slope in zip((-1, 1), slopes):
        z = 1 + sign * half
        np.testing.assert_allclose(slope, [-(z**k) / (2 * sign * half) for k in range(3)], rtol=1e-9)
