"""Roots with gradients for JAX: `roots` and `real_roots` inside `jit`, `vmap` and `grad`, on the host.

>>> import jax, vieta.jax                                                      # doctest: +SKIP
>>> jax.config.update("jax_enable_x64", True)                                  # doctest: +SKIP
>>> jax.grad(lambda c: vieta.jax.real_roots(c, (0, 10))[0])(jax.numpy.array([-2.0, 0.0, 1.0]))  # doctest: +SKIP
Array([-0.35355339, -0.5       , -0.70710678], dtype=float64)

The solver is called back by XLA (`jax.pure_callback`): arrays on a GPU travel to the host and back.
"""

from __future__ import annotations

from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np

import vieta

from ._newton_step import two_newton_steps

__all__ = ["real_roots", "roots"]

AtMultiple = Literal["inf", "nan"]


@jax.custom_jvp
def _no_derivative(c: Any, factor: Any) -> Any:
    """Zeros whose derivative with respect to each coefficient is `factor`: 0, infinite or NaN."""
    return jnp.zeros_like(factor)


@_no_derivative.defjvp
def _no_derivative_jvp(primals: Any, tangents: Any) -> Any:
    factor = primals[1]
    return jnp.zeros_like(factor), factor * jnp.sum(tangents[0], axis=-1, keepdims=True).astype(factor.dtype)


def _with_derivatives(c: Any, z: Any, simple: Any, multiple: Any, at_multiple: str) -> Any:
    if at_multiple not in ("inf", "nan"):
        raise ValueError(f"at_multiple: found {at_multiple!r}, expected 'inf' or 'nan'")
    start = jnp.where(simple, z, jnp.zeros_like(z))
    moved = two_newton_steps(c.astype(z.dtype), start, simple, jnp.where)
    z = z + jnp.where(simple, moved - jax.lax.stop_gradient(moved), jnp.zeros_like(moved))
    factor = jnp.where(multiple, jnp.asarray(float(at_multiple), dtype=z.real.dtype), jnp.zeros_like(z.real))
    return z + _no_derivative(c, jax.lax.stop_gradient(factor)).astype(z.dtype)


def _solve(c: Any, outputs: Any, solver: Any) -> Any:
    return jax.pure_callback(solver, outputs, jax.lax.stop_gradient(c), vmap_method="broadcast_all")


def roots(c: Any, *, at_multiple: AtMultiple = "inf") -> Any:
    """All complex roots of the polynomials on the last axis of c, ascending powers, with derivatives.

    As `vieta.torch.roots`: values in the order of `vieta.roots`, derivatives of simple roots right up to the third order,
    infinite ones (or NaN) at roots that are multiple or not told apart; where such a root is not looked at the gradient is NaN,
    since XLA multiplies with 0. Shape (..., n) for c of shape (..., n + 1), n up to 64;
    complex64 for c of 32 bits (JAX's usual type), else complex128.
    """
    c = jnp.asarray(c)
    if c.ndim < 1 or c.shape[-1] < 2:
        raise TypeError(f"c: found shape {c.shape}, expected at least two coefficients on the last axis")
    shape = (*c.shape[:-1], c.shape[-1] - 1)
    kind = jnp.complex64 if c.dtype in (jnp.float32, jnp.complex64) else jnp.complex128

    def solver(given: Any) -> Any:
        given = np.asarray(given)
        batch = vieta.roots(given.reshape(-1, given.shape[-1]))
        shape = (*given.shape[:-1], given.shape[-1] - 1)
        alone = np.isin(batch.root_statuses, [int(vieta.RootStatus.ISOLATED), int(vieta.RootStatus.WIDE)])
        return batch.values.reshape(shape).astype(kind), alone.reshape(shape)

    z, alone = _solve(c, (jax.ShapeDtypeStruct(shape, kind), jax.ShapeDtypeStruct(shape, jnp.bool_)), solver)
    there = ~jnp.isnan(z.real)
    return _with_derivatives(c, z, alone & there, there & ~alone, at_multiple)


def real_roots(c: Any, interval: tuple[float, float] = (-np.inf, np.inf), *, at_multiple: AtMultiple = "inf") -> Any:
    """The real roots in an interval, ascending, with derivatives; NaN in places without a root.

    As `vieta.torch.real_roots`, for a real c of shape (..., n + 1), n up to 64.
    """
    c = jnp.asarray(c)
    if c.ndim < 1 or c.shape[-1] < 2 or c.dtype not in (jnp.float32, jnp.float64):
        raise TypeError(f"c: found {c.dtype} of shape {c.shape}, expected real numbers, at least two on the last axis")
    shape = (*c.shape[:-1], c.shape[-1] - 1)

    def solver(given: Any) -> Any:
        given = np.asarray(given)
        batch = vieta.real_roots(given.reshape(-1, given.shape[-1]), interval)
        shape = (*given.shape[:-1], given.shape[-1] - 1)
        return batch.values.reshape(shape), batch.touching.reshape(shape)

    z, touching = _solve(c, (jax.ShapeDtypeStruct(shape, c.dtype), jax.ShapeDtypeStruct(shape, jnp.bool_)), solver)
    there = ~jnp.isnan(z)
    return _with_derivatives(c, z, there & ~touching, there & touching, at_multiple)
