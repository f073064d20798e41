"""vieta.torch and vieta.jax on a GPU: values and derivatives are those of the host to 1e-10, and live where the numbers are."""

import os

import numpy as np
import pytest
from gpu_frameworks import needs_device

pytestmark = needs_device


@pytest.fixture(scope="module")
def torch():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("this PyTorch has no CUDA device")
    return torch


@pytest.fixture(scope="module")
def jax():
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    if jax.default_backend() != "gpu":
        pytest.skip("JAX finds no GPU")
    return jax


def polynomials(rng, count, degree, is_complex=False):
    """Those with roots that are well apart, some of them real and in (-2, 2)."""
    places = np.linspace(-1.8, 1.8, degree)
    z = places + 0.1 * rng.uniform(-1, 1, (count, degree))
    if is_complex:
        z = z + 1j * rng.normal(size=z.shape)
    rows = np.array([np.poly(one)[::-1] for one in z])
    return rows if is_complex else rows + 1e-2 * rng.normal(size=rows.shape)


def bicubics(rng):
    """Pairs near x = a, y = b in Bernstein form, each with one solution or a few of them."""
    i = np.arange(4) / 3
    a, b = rng.uniform(0.2, 0.8, (2, 40, 1, 1))
    plane = np.stack([i[:, None] - a + 0 * i, i - b + 0 * i[:, None]], 1)
    return plane + 0.05 * rng.normal(size=plane.shape)


def near(found, known):
    found, known = np.asarray(found), np.asarray(known)
    assert found.dtype == known.dtype and found.shape == known.shape
    limit = 5e-4 if found.dtype in (np.float32, np.complex64) else 1e-10
    size = np.nanmax(np.abs(known), initial=1e-300)
    np.testing.assert_allclose(found, known, rtol=limit, atol=limit * size)


def plain(z):
    """A real number of what is found, to which each answer contributes its own part; where nothing is, nothing."""
    z = z.reshape(-1)
    parts = [z.real, z.imag] if z.is_complex() else [z]
    weights = [(0.3 + k + z.real.new_tensor(range(len(z)))).cos() for k in range(len(parts))]
    return sum((w * x.nan_to_num(0.0)).sum() for w, x in zip(weights, parts))


def same_as_on_host(torch, verb, array, device):
    """Values, first and second derivatives of a verb."""
    answers = []
    for place in ("cpu", device):
        c = array.detach().to(place).clone().requires_grad_(True)
        z = verb(c)
        (first,) = torch.autograd.grad(plain(z), c, create_graph=True)
        (second,) = torch.autograd.grad(plain(first), c)
        for part in (z, first, second):
            assert part.device == c.device and (part.is_complex() or not c.is_complex() or part is z)
        answers.append([part.detach().cpu().numpy() for part in (z, first, second)])
        if place == "cpu":
            assert np.isfinite(answers[0][1]).all() and np.abs(answers[0][1]).max() > 0
    for found, known in zip(answers[1], answers[0]):
        near(found, known)


def real_roots_in_part(torch):
    import vieta.torch

    return lambda c: vieta.torch.real_roots(c, (-2, 2))


@pytest.mark.parametrize("kind", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("degree", [1, 2, 5, 9])
def test_roots(torch, rng, degree, kind):
    import vieta.torch

    rows = polynomials(rng, 30, degree, kind.startswith("complex")).astype(kind)
    same_as_on_host(torch, vieta.torch.roots, torch.from_numpy(rows), "cuda")
    same_as_on_host(torch, vieta.torch.roots, torch.from_numpy(rows[0]), "cuda")  # one polynomial, which the host solves
    if not kind.startswith("complex"):
        same_as_on_host(torch, real_roots_in_part(torch), torch.from_numpy(rows), "cuda")
        same_as_on_host(torch, real_roots_in_part(torch), torch.from_numpy(rows[0]), "cuda")


@pytest.mark.parametrize("kind", ["float64", "complex128"])
def test_gradcheck(torch, rng, kind):
    import vieta.torch

    c = torch.from_numpy(polynomials(rng, 4, 4, kind.startswith("complex"))).cuda().requires_grad_(True)
    found = lambda c: torch.view_as_real(vieta.torch.roots(c))  # noqa: E731
    limits = {"atol": 1e-4, "rtol": 1e-4, "nondet_tol": 1e-12}
    assert torch.autograd.gradcheck(found, c, **limits) and torch.autograd.gradgradcheck(found, c[:1], **limits)
    if kind == "float64":
        found = lambda c: vieta.torch.real_roots(c, (-2, 2)).nan_to_num(0.0)  # noqa: E731
        assert torch.autograd.gradcheck(found, c, **limits) and torch.autograd.gradgradcheck(found, c[:1], **limits)


def layouts(torch, c):
    """Tensors on the device that hold rows of c with gaps, in columns, again and again, backwards, on more axes."""
    wide = torch.zeros(2 * c.shape[0], 2 * c.shape[1], dtype=c.dtype, device=c.device)
    wide[::2, ::2] = c
    yield wide[::2, ::2], c
    yield wide[::2, : 2 * c.shape[1] : 2], c
    yield c.T.contiguous().T, c
    yield c[:1].expand(5, -1), c[:1].repeat(5, 1)
    yield c.reshape(2, -1, c.shape[1]).transpose(0, 1), c.reshape(2, -1, c.shape[1]).transpose(0, 1).contiguous()
    yield wide[0, ::2], c[0].clone()
    yield c[:0], c[:0].clone()


@pytest.mark.parametrize("verb", ["roots", "real_roots"])
def test_layouts(torch, rng, verb):
    import vieta.torch

    solve = getattr(vieta.torch, verb)
    c = torch.from_numpy(polynomials(rng, 8, 5)).cuda()
    for given, copied in layouts(torch, c):
        answers = []
        for one in (given, copied):
            one = one.detach().requires_grad_(True)
            z = solve(one)
            assert z.is_cuda and z.shape == (*one.shape[:-1], 5)
            answers += [z.detach().cpu().numpy(), torch.autograd.grad(plain(z), one)[0].cpu().numpy()]
        near(answers[0], answers[2])
        near(answers[1], answers[3])
    for view in ((c + 1j * c.flip(1)).conj(), (c * 1j).conj().imag):
        near(vieta.torch.roots(view).cpu().numpy(), vieta.torch.roots(view.resolve_conj().clone()).cpu().numpy())


@pytest.mark.parametrize("verb", ["roots", "real_roots"])
def test_another_stream_is_current(torch, rng, verb):
    """The coefficients are made on a busy stream, and derivatives are taken on it, while other work is on the default one."""
    import vieta.torch

    rows = torch.from_numpy(polynomials(rng, 1000, 5))
    half, solve = (rows / 2).cuda(), getattr(vieta.torch, verb)
    known = rows.clone().requires_grad_(True)
    z = solve(known)
    wanted = [z.detach().numpy(), torch.autograd.grad(plain(z), known)[0].numpy()]
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    for _ in range(2):
        with torch.cuda.stream(stream):
            torch.cuda._sleep(100_000_000)
            c = (half * 2).requires_grad_(True)
            z = solve(c)
            (gradient,) = torch.autograd.grad(plain(z), c)
        _ = half * 0  # the default stream's work, which waits for nothing
        stream.synchronize()
        near(z.detach().cpu().numpy(), wanted[0])
        near(gradient.cpu().numpy(), wanted[1])


def test_at_multiple_roots(torch):
    import vieta.torch

    c = torch.tensor([[1.0, -2, 1], [2.0, -3, 1]], dtype=torch.float64, device="cuda", requires_grad=True)
    for verb in (vieta.torch.roots, vieta.torch.real_roots):
        (gradient,) = torch.autograd.grad(verb(c)[:, 0].real.sum(), c)
        assert torch.isinf(gradient[0]).all() and torch.isfinite(gradient[1]).all()
        (gradient,) = torch.autograd.grad(verb(c, at_multiple="nan")[:, 0].real.sum(), c)
        assert torch.isnan(gradient[0]).all() and torch.isfinite(gradient[1]).all()


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_boxes(torch, rng, kind):
    import vieta.torch
    from vieta._gpu.boxes_torch import takes

    c = torch.from_numpy(bicubics(rng).astype(kind))
    same_as_on_host(torch, vieta.torch.solve_boxes, c, "cuda")
    assert takes(c.cuda()) and not takes(c)
    gapped = torch.zeros(80, 2, 4, 8, dtype=c.dtype, device="cuda")
    gapped[::2, ..., ::2] = c.cuda()
    near(vieta.torch.solve_boxes(gapped[::2, ..., ::2]).cpu().numpy(), vieta.torch.solve_boxes(c).numpy())
    if kind == "float64":
        few = c[:3].cuda().requires_grad_(True)
        found = lambda c: vieta.torch.solve_boxes(c).nan_to_num(0.0)  # noqa: E731
        limits = {"eps": 1e-7, "atol": 1e-4, "rtol": 1e-4, "nondet_tol": 1e-12}
        assert torch.autograd.gradcheck(found, few, **limits)


@pytest.mark.parametrize("kind", ["float32", "float64", "complex64", "complex128"])
def test_newton_and_implicit(torch, rng, kind):
    sympy = pytest.importorskip("sympy")
    import vieta.torch

    x, y, a, b = sympy.symbols("x y a b")
    values = torch.from_numpy(np.array([[2.5, 1.0], [3.0, 0.5], [-1.0, 9.0], [4.0, 1.5]]).astype(kind))
    start = torch.tensor([1.5, 0.4], dtype=torch.float64)

    def newton(v):
        return vieta.torch.newton([x**2 + y**2 - a, x * y - b], [x, y], [a, b], start.to(v.device), v)

    same_as_on_host(torch, newton, values, "cuda")
    found = newton(values[:2]).detach()

    def implicit(v):
        at = found.to(v.device)
        equations = lambda z, v: torch.stack(  # noqa: E731
            [z[:, 0] ** 2 + z[:, 1] ** 2 - v[:, 0], z[:, 0] * z[:, 1] - v[:, 1]], -1
        )
        return vieta.torch.implicit(equations, at, v)

    same_as_on_host(torch, implicit, values[:2], "cuda")
    if kind == "float64":
        few = values[:2].cuda().requires_grad_(True)
        limits = {"atol": 1e-4, "rtol": 1e-4, "nondet_tol": 1e-12}
        assert torch.autograd.gradcheck(newton, few, **limits) and torch.autograd.gradgradcheck(newton, few, **limits)


def test_on_another_device(torch, rng):
    """The work is done where the numbers are; the caller's device stays current."""
    sympy = pytest.importorskip("sympy")
    import vieta.torch

    if torch.cuda.device_count() < 2:
        pytest.skip("one CUDA device, expected 2")
    x, a = sympy.symbols("x a")
    rows, pairs = torch.from_numpy(polynomials(rng, 50, 5)), torch.from_numpy(bicubics(rng))
    for current, device in ((0, 1), (1, 0)):
        with torch.cuda.device(current):
            for verb in (vieta.torch.roots, real_roots_in_part(torch)):
                same_as_on_host(torch, verb, rows, f"cuda:{device}")
                same_as_on_host(torch, verb, rows[0], f"cuda:{device}")
            same_as_on_host(torch, vieta.torch.solve_boxes, pairs, f"cuda:{device}")
            cube = lambda v: vieta.torch.newton([x**3 - a], [x], [a], [1.3], v)  # noqa: E731
            same_as_on_host(torch, cube, torch.tensor([[2.0], [3.0]], dtype=torch.float64), f"cuda:{device}")
            assert torch.cuda.current_device() == current


def jax_answers(jax, solve, array, device):
    """Values, the gradient of a sum of real and imaginary parts, and a column of second derivatives, on a device."""
    jnp = jax.numpy

    def total(c):
        z = solve(c).reshape(-1)
        parts = [z.real, z.imag] if jnp.iscomplexobj(z) else [z]
        weights = [jnp.cos(0.3 + k + jnp.arange(len(z))) for k in range(len(parts))]
        return sum((w * jnp.where(jnp.isnan(x), 0, x)).sum() for w, x in zip(weights, parts)).astype(z.real.dtype)

    def slope(c):
        gradient = jax.grad(total)(c).reshape(-1)
        return (jnp.cos(jnp.arange(len(gradient))).astype(gradient.real.dtype) * gradient).real.sum()

    found = jax.jit(lambda c: (solve(c), jax.grad(total)(c), jax.grad(slope)(c)))(jax.device_put(array, device))
    assert all(part.devices() == {device} for part in found)
    return [np.asarray(part) for part in found]


def jax_same_as_on_host(jax, solve, array, device=None):
    known = jax_answers(jax, solve, array, jax.devices("cpu")[0])
    assert np.isfinite(known[1]).all() and np.abs(known[1]).max() > 0
    for found, wanted in zip(jax_answers(jax, solve, array, device or jax.devices("gpu")[0]), known):
        near(found, wanted)


@pytest.mark.parametrize("kind", ["float32", "float64", "complex64", "complex128"])
def test_jax_roots(jax, rng, kind):
    import vieta.jax

    rows = polynomials(rng, 30, 5, kind.startswith("complex")).astype(kind)
    jax_same_as_on_host(jax, vieta.jax.roots, rows)
    if not kind.startswith("complex"):
        jax_same_as_on_host(jax, jax.vmap(lambda c: vieta.jax.real_roots(c, (-2, 2))), rows)


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_jax_systems(jax, rng, kind):
    sympy = pytest.importorskip("sympy")
    import vieta.jax

    x, y, a, b = sympy.symbols("x y a b")
    values = np.array([[2.5, 1.0], [3.0, 0.5], [4.0, 1.5]]).astype(kind)
    start = np.array([1.5, 0.4], kind)
    newton = lambda v: vieta.jax.newton([x**2 + y**2 - a, x * y - b], [x, y], [a, b], start, v)  # noqa: E731
    jax_same_as_on_host(jax, newton, values)
    jax_same_as_on_host(jax, lambda c: vieta.jax.solve_boxes(c, 4), bicubics(rng).astype(kind))
    # The inverse of a matrix times a vector, in all bits of float32.
    matrix = rng.normal(size=(8, 8)).astype(kind) + 4 * np.eye(8, dtype=kind)
    right = rng.normal(size=8).astype(kind)
    at = np.linalg.solve(matrix.astype(float), right).astype(kind)
    rows = lambda z, r: (matrix * z[..., None, :]).sum(-1) - r  # noqa: E731
    found = np.asarray(jax.jit(jax.jacrev(lambda r: vieta.jax.implicit(rows, at, r)))(right))
    wanted = np.linalg.inv(matrix.astype(float))
    np.testing.assert_allclose(found, wanted, atol=(1e-5 if kind == "float32" else 1e-12) * np.abs(wanted).max())


def test_jax_on_another_device(jax, rng):
    import vieta.jax

    devices = jax.devices("gpu")
    if len(devices) < 2:
        pytest.skip("one CUDA device, expected 2")
    rows = polynomials(rng, 30, 5)
    for device in devices[1::-1]:
        jax_same_as_on_host(jax, vieta.jax.roots, rows, device)
        jax_same_as_on_host(jax, lambda c: vieta.jax.real_roots(c, (-2, 2)), rows, device)
        jax_same_as_on_host(jax, lambda c: vieta.jax.solve_boxes(c, 4), bicubics(rng), device)
