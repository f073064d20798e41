"""vieta.jax on a GPU: the custom calls of XLA, on its stream and in its memory, beside the host's answers."""

import os

import numpy as np
import pytest

import vieta

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)


@pytest.fixture(scope="module")
def gpu():
    import vieta.jax

    if jax.default_backend() != "gpu":
        pytest.skip("JAX finds no GPU")
    if ("vieta_roots", "cuda") not in vieta.jax._CUSTOM_CALLS:
        pytest.skip("this build has no custom calls of XLA for CUDA")


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_real_roots(gpu, kind):
    rows = np.random.default_rng(1).standard_normal((4000, 8)).astype(kind)
    known = vieta.real_roots(rows, (-2, 3))
    solve = jax.jit(lambda c: vieta.jax.real_roots(c, (-2, 3)))
    found = np.asarray(solve(jax.device_put(rows)))
    same = np.isnan(found) == np.isnan(known.values)
    assert same.all(axis=1).mean() > 0.998
    ok = same.all(axis=1) & (known.statuses == 0)
    near = 2e-3 if kind == np.float32 else 1e-9
    np.testing.assert_allclose(found[ok], known.values[ok], rtol=near, atol=near)
    assert "vieta_real_roots" in solve.lower(rows).as_text() and found.dtype == kind


@pytest.mark.parametrize("kind", [np.float64, np.complex128, np.float32, np.complex64])
def test_roots_and_their_derivatives(gpu, kind):
    random = np.random.default_rng(2)
    is_complex, single = np.issubdtype(kind, np.complexfloating), np.finfo(kind).bits == 32
    rows = random.standard_normal((500, 9)).astype(kind)
    if is_complex:
        rows = (rows + 1j * random.standard_normal((500, 9))).astype(kind)
    solve = jax.jit(vieta.jax.roots)
    found = solve(jax.device_put(rows))
    assert found.dtype == (np.complex64 if single else np.complex128)
    lowered = solve.lower(rows).as_text()  # 32 bits become 64 on the device, and the answers 32 again
    assert "vieta_roots" in lowered
    near = 1e-6 if single else 1e-12
    np.testing.assert_allclose(np.asarray(found), vieta.roots(rows).values, rtol=near, atol=near)
    slope = jax.jacfwd(vieta.jax.roots, holomorphic=is_complex)(jax.device_put(rows[0]))
    z, powers = vieta.roots(rows[:1]).values[0], np.arange(9)
    derivative = np.polynomial.polynomial.polyval(z, np.polynomial.polynomial.polyder(rows[0].astype(complex)))
    wanted = -(z[:, None] ** powers) / derivative[:, None]
    np.testing.assert_allclose(np.asarray(slope), wanted, rtol=1e-3 if single else 1e-9)
