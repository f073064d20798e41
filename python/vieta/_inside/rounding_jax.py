"""Jacobian matrices of functions of JAX, and whether they are known in spite of rounding."""

from __future__ import annotations

from typing import Any, Callable

import jax
import jax.numpy as jnp
import numpy as np

from .rounding import EXACT, LARGEST_ERROR, SAMPLES, error_of_derivative, spread, sums

_PATTERN = 4099


def matrix_of(function: Callable[[Any], Any], x: Any) -> tuple[Any, Any]:
    """Residuals (..., n) and their Jacobian matrices (..., n, n)."""

    def column(e: Any) -> tuple[Any, Any]:
        value, derivative = jax.jvp(function, (x,), (jnp.broadcast_to(e, x.shape),))
        return value, derivative

    # All columns at once: XLA compiles one of them, and not n.
    found: tuple[Any, Any] = jax.vmap(column, out_axes=(None, -1))(np.eye(x.shape[-1], dtype=x.dtype))
    return found


def inverse_of(matrix: Any) -> Any:
    """The inverses, 0 in the place of those that there are not."""
    if matrix.shape[-1] == 1:
        inverse = 1 / matrix
    else:
        inverse = jnp.linalg.inv(matrix)
    return jnp.where(jnp.isfinite(inverse).all((-2, -1), keepdims=True), inverse, jnp.zeros_like(inverse))


class _Rounding:
    """Evaluates with the result of each operation moved by a unit in its last place, up or down as `pattern` says; without it, rounded to
    half as many bits."""

    def __init__(self, pattern: Any | None) -> None:
        self._few = pattern is None
        self._pattern = jnp.asarray(np.resize([1.0, -1, -1, 1, 1, 1, -1], _PATTERN)) if pattern is None else pattern
        self._used = 0

    def signs(self, like: Any) -> Any:
        """1 or -1 at random, always the same ones; complex numbers have two of them."""
        real, size = jnp.finfo(like.dtype).dtype, int(np.prod(like.shape))

        def some() -> Any:
            first, part = self._used, min(size, _PATTERN // 2)
            self._used = (first + part) % (_PATTERN // 2)
            few = self._pattern[first : first + part].astype(real)
            return few.reshape(like.shape) if part == size else jnp.resize(few, like.shape)

        return some() + 1j * some() if jnp.issubdtype(like.dtype, jnp.complexfloating) else some()

    def moved(self, x: Any) -> Any:
        if not jnp.issubdtype(jnp.result_type(x), jnp.inexact) or np.size(x) == 0:
            return x
        x = jnp.asarray(x)
        eps = float(jnp.finfo(x.dtype).eps)
        return x * (1 + ((eps**0.5 if self._few else eps) * self.signs(x)).astype(x.dtype))

    def rounded(self, x: Any) -> Any:
        if not self._few or not jnp.issubdtype(jnp.result_type(x), jnp.inexact):
            return self.moved(x)
        if jnp.issubdtype(x.dtype, jnp.complexfloating):
            return jax.lax.complex(self.rounded(x.real), self.rounded(x.imag))
        info = jnp.finfo(x.dtype)
        return jax.lax.reduce_precision(x, info.nexp, (info.nmant - 1) // 2 if info.bits < 64 else 23)

    def evaluated(self, program: Any, shape: Any, *given: Any) -> Any:
        return jax.tree.unflatten(jax.tree.structure(shape), self._run(program.jaxpr, program.consts, given))

    def _run(self, program: Any, constants: Any, given: Any) -> list[Any]:
        values: dict[Any, Any] = dict(zip((*program.constvars, *program.invars), (*constants, *given)))

        def of(v: Any) -> Any:
            return v.val if hasattr(v, "val") else values[v]

        for step in program.eqns:
            name, inputs = step.primitive.name, [of(v) for v in step.invars]
            inner = step.params.get("call_jaxpr", step.params.get("jaxpr")) if "scan" not in name else None
            if inner is not None:  # a call
                open_program = getattr(inner, "jaxpr", inner)
                results = self._run(open_program, getattr(inner, "consts", ()), inputs)
            else:
                if sums(name) or name in ("scan", "while", "cond"):
                    inputs = [self.moved(x) for x in inputs]
                options = step.primitive.get_bind_params(step.params)
                functions, options = options if isinstance(options, tuple) else ((), options)  # JAX before 0.10
                found = step.primitive.bind(*functions, *inputs, **options)
                results = list(found) if step.primitive.multiple_results else [found]
                results = results if name in EXACT else [self.rounded(x) for x in results]
            values.update(zip(step.outvars, results))
        return [of(v) for v in program.outvars]


def _bound(matrix: Any, error: Any, inverse: Any) -> Any:
    return error_of_derivative(matrix, error, inverse, lambda x, axis: jnp.max(x, axis=axis, keepdims=True))


def _seen_by_samples(program: Any, shape: Any, at: Any, residual: Any, matrix: Any, inverse: Any) -> Any:
    eps = float(jnp.finfo(at.dtype).eps)

    # One loop, so that XLA compiles the function once for all samples and for the last evaluation: without other rounding, and where what
    # is more of the residual than the noise that samples had leads to.
    def sample(seen: Any, given: Any) -> Any:
        (noise, error), (pattern, is_last) = seen, given
        more = jnp.where(abs(residual) > 4 * noise, residual, jnp.zeros_like(residual))
        step = (inverse @ more[..., None])[..., 0]
        moved = _Rounding(pattern)
        shift = (eps * abs(at) * moved.signs(at)).astype(at.dtype)
        other_residual, other = moved.evaluated(program, shape, at + jnp.where(is_last, -step, shift))
        noise = jnp.maximum(noise, abs(other_residual - residual))
        return (noise, jnp.maximum(error, jnp.where(is_last, 1, 4) * abs(other - matrix))), None

    random = np.random.default_rng(0).integers(0, 2, (SAMPLES, _PATTERN))
    patterns = jnp.asarray(np.concatenate([2.0 * random - 1, np.zeros((1, _PATTERN))]))
    start = jnp.zeros_like(abs(residual)), 4 * eps * abs(matrix)
    (_, error), _ = jax.lax.scan(sample, start, (patterns, jnp.arange(SAMPLES + 1) == SAMPLES))
    return _bound(matrix, error, inverse) < LARGEST_ERROR


def well_known(function: Callable[[Any], Any], at: Any, residual: Any, matrix: Any, inverse: Any) -> Any:
    """Of solutions (..., n): whether two digits of their derivatives are known, (..., 1)."""

    def evaluated(x: Any) -> tuple[Any, Any]:
        return matrix_of(function, x)

    program, shape = jax.make_jaxpr(evaluated, return_shape=True)(at)
    few = _Rounding(None)
    step = (inverse @ residual[..., None])[..., 0]
    # Not in the direction of the step: both together could be nothing.
    room = float(jnp.finfo(at.dtype).eps) ** 0.5 * abs(at) + abs(step)
    there = at + (room * spread(at.shape[-1])).astype(at.dtype)
    sure = _bound(matrix, abs(few.evaluated(program, shape, there)[1] - matrix), inverse) < LARGEST_ERROR

    def seen(_: Any = None) -> Any:
        return sure | _seen_by_samples(program, shape, at, residual, matrix, inverse)

    all_sure = sure.all()
    if isinstance(all_sure, jax.core.Tracer):
        return jax.lax.cond(all_sure, lambda: sure, seen)
    return sure if bool(all_sure) else seen()
