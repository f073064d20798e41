"""Roots with gradients for JAX: `roots` and `real_roots` inside `jit`, `vmap` and `grad`, on CPUs and GPUs; `newton`,
`solve_boxes` and `implicit` for systems.

>>> import jax, vieta.jax                                                      # doctest: +SKIP
>>> jax.config.update("jax_enable_x64", True)                                  # doctest: +SKIP
>>> jax.grad(lambda c: vieta.jax.real_roots(c, (0, 10))[0])(jax.numpy.array([-2.0, 0.0, 1.0]))  # doctest: +SKIP
Array([-0.35355339, -0.5       , -0.70710678], dtype=float64)

Where vieta was built beside jaxlib (as its wheels are), the solvers of polynomials are custom calls of XLA: on a host they do not
pass through Python, on a GPU they work on XLA's own stream and memory. Elsewhere, and for systems, XLA calls Python back
(`jax.pure_callback`), and arrays on a GPU travel to the host and back.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Literal, Sequence

import jax
import jax.numpy as jnp
import numpy as np

import vieta

from . import _core
from ._inside.rounding import known_for_bernstein
from ._inside.rounding_jax import inverse_of, matrix_of, well_known
from ._inside.solved_systems import bernstein_values, known_rows, newton_rows, residuals, unique_solutions
from ._newton_step import Framework, moved_roots
from ._real_roots import ends_of

__all__ = ["implicit", "newton", "real_roots", "roots", "solve_boxes"]

AtMultiple = Literal["inf", "nan"]
_ffi: Any = jax.ffi  # not all of JAX has types
_array_of: Any = jax.ShapeDtypeStruct


def _without_lower_bits(x: Any) -> Any:
    whole, mask = (jnp.int32, -(1 << 12)) if x.dtype == jnp.float32 else (jnp.int64, -(1 << 27))
    return jax.lax.bitcast_convert_type(jax.lax.bitcast_convert_type(x, whole) & mask, x.dtype)


def _power_of_two(n: Any) -> Any:
    whole, bias, bits = (jnp.int32, 127, 23) if n.dtype == jnp.float32 else (jnp.int64, 1023, 52)
    return jax.lax.bitcast_convert_type((n.astype(whole) + bias) << bits, n.dtype)


def _from_the_last(step: Any, state: Any, b: Any) -> Any:
    return jax.lax.scan(lambda before, x: (step(before, x), None), state, jnp.moveaxis(b, -1, 0), reverse=True)[0]


_FRAMEWORK = Framework(
    where=jnp.where,
    ones=jnp.ones_like,
    abs=jnp.abs,
    log2=jnp.log2,
    floor=jnp.floor,
    isfinite=jnp.isfinite,
    largest=lambda x: jnp.max(x, axis=-1, keepdims=True),
    fixed=jax.lax.stop_gradient,
    indices=lambda n, like: jnp.arange(n, dtype=like.dtype),
    roundoff=lambda x: float(np.finfo(x.dtype).eps) / 2,
    product=lambda x: jnp.prod(x, axis=-1),
    total=lambda x: jnp.sum(x, axis=-1),
    power_of_two=_power_of_two,
    high=_without_lower_bits,
    loop=_from_the_last,
)


@partial(jax.custom_jvp, nondiff_argnums=(2,))
def _no_derivative(c: Any, factor: Any, as_nan: bool) -> Any:
    """Zeros whose derivative with respect to each coefficient is infinite, or NaN, where `factor` is not 0 (`_factor` makes it)."""
    return jnp.zeros_like(factor)


@_no_derivative.defjvp
def _no_derivative_jvp(as_nan: bool, primals: Any, tangents: Any) -> Any:
    c, factor = primals
    total = jnp.sum(tangents[0], axis=-1, keepdims=True)
    total = (total if jnp.iscomplexobj(factor) else total.real).astype(factor.dtype)
    # Two large factors and not an infinite one, which makes NaN of 0: who asks for another root alone is given its derivatives.
    once, again = _steep(c, factor), _steep(c, factor)
    rate = total * once * once
    if as_nan:  # by infinity - infinity, in each order
        rate = rate - total * again * again
    return jnp.zeros_like(factor), rate


@jax.custom_jvp
def _steep(c: Any, factor: Any) -> Any:
    """A factor that is large, and so are its derivatives of all orders: what has it has no derivatives of higher orders either."""
    return factor


@_steep.defjvp
def _steep_jvp(primals: Any, tangents: Any) -> Any:
    c, factor = primals
    total = jnp.sum(tangents[0], axis=-1, keepdims=True)
    total = (total if jnp.iscomplexobj(factor) else total.real).astype(factor.dtype)
    return factor, total * _steep(c, factor)


def _factor(where: Any, like: Any) -> Any:
    large = 2.0**1000 if jnp.finfo(like.dtype).bits == 64 else 2.0**110
    return jax.lax.stop_gradient(jnp.where(where, large, 0).astype(like.real.dtype))


@jax.jit
def _moved_roots(c: Any, z: Any, simple: Any, radii: Any) -> Any:
    return moved_roots(c, z, simple, radii, _FRAMEWORK)


def _look_at(at_multiple: str) -> None:
    if at_multiple not in ("inf", "nan"):
        raise ValueError(f"at_multiple: found {at_multiple!r}, expected 'inf' or 'nan'")


def _with_derivatives(c: Any, z: Any, simple: Any, multiple: Any, radii: Any, at_multiple: str) -> Any:
    _look_at(at_multiple)
    z, without = _moved_roots(c.astype(z.dtype), z, simple, radii)
    return z + _no_derivative(c, _factor(multiple | without, z), at_multiple == "nan").astype(z.dtype)


def _register() -> frozenset[tuple[str, str]]:
    """Makes the custom calls of this build known to XLA: (name, platform) of those that it takes."""
    taken = set()
    for name, platform, function in _core.xla_targets():
        try:
            _ffi.register_ffi_target(name, function, platform=platform)
        except Exception:  # noqa: BLE001, S112  a JAX whose interface is not that of the build: Python is called back
            continue
        taken.add((name, platform.lower()))
    return frozenset(taken)


_CUSTOM_CALLS = _register()


def _solve(
    name: str,
    c: Any,
    outputs: Any,
    besides: Any,
    solver: Any,
    **options: Any,
) -> Any:
    """The answers for c, which has no derivatives here: by the custom call where this platform has one, by `solver` elsewhere.

    `outputs`: what is wanted; `besides`: what the custom call writes as well."""

    def called_back(c: Any) -> Any:
        return tuple(jax.pure_callback(solver, outputs, c, vmap_method="broadcast_all"))

    def custom(c: Any) -> Any:
        written = _ffi.ffi_call(name, (*outputs, *besides), vmap_method="broadcast_all")(c, **options)
        return tuple(written[: len(outputs)])

    ways = {platform: custom for platform in ("cpu", "cuda") if (name, platform) in _CUSTOM_CALLS}
    c = jax.lax.stop_gradient(c)
    return jax.lax.platform_dependent(c, default=called_back, **ways) if ways else called_back(c)


def _in_known_precision(c: Any) -> Any:
    """Integers as JAX's usual numbers, half precision as single precision."""
    if not jnp.issubdtype(c.dtype, jnp.inexact):
        return c.astype(jnp.result_type(float))
    return c.astype(jnp.float32) if c.dtype.itemsize < 4 else c


def roots(c: Any, *, at_multiple: AtMultiple = "inf") -> Any:
    """All complex roots of the polynomials on the last axis of c, ascending powers, with derivatives.

    As `vieta.torch.roots`: values in the order of `vieta.roots`, derivatives of simple roots right up to the third order,
    infinite ones (or NaN) at roots that are multiple or not told apart; where such a root is not looked at the gradient is NaN,
    since XLA multiplies with 0. Shape (..., n) for c of shape (..., n + 1), n up to 64;
    complex64 for c of 32 bits (JAX's usual type), else complex128.
    """
    c = _in_known_precision(jnp.asarray(c))
    if c.ndim < 1 or c.shape[-1] < 2:
        raise TypeError(f"c: found shape {c.shape}, expected at least two coefficients on the last axis")
    if c.shape[-1] > 65:
        raise TypeError(f"c: found {c.shape[-1]} coefficients on the last axis, expected 2 to 65")
    shape = (*c.shape[:-1], c.shape[-1] - 1)
    kind = jnp.complex64 if c.dtype in (jnp.float32, jnp.complex64) else jnp.complex128
    real = jnp.finfo(kind).dtype
    outputs = (_array_of(shape, kind), _array_of(shape, jnp.uint8), _array_of(shape, real))

    def solver(given: Any) -> Any:
        given = np.asarray(given)
        batch = vieta.roots(given.reshape(-1, given.shape[-1]))
        shape = (*given.shape[:-1], given.shape[-1] - 1)
        found = batch.values.astype(kind), batch.root_statuses.astype(np.uint8), batch.radii.astype(real)
        return tuple(x.reshape(shape) for x in found)

    each = _array_of(shape[:-1], jnp.uint8)
    besides = (each, each)  # numbers of roots, statuses of polynomials
    z, statuses, radii = _solve("vieta_roots", c, outputs, besides, solver)
    alone = (statuses == int(vieta.RootStatus.ISOLATED)) | (statuses == int(vieta.RootStatus.WIDE))
    there = ~jnp.isnan(z.real)
    return _with_derivatives(c, z, alone & there, there & ~alone, radii, at_multiple)


def real_roots(c: Any, interval: tuple[float, float] = (-np.inf, np.inf), *, at_multiple: AtMultiple = "inf") -> Any:
    """The real roots in an interval, ascending, with derivatives; NaN in places without a root.

    As `vieta.torch.real_roots`, for a real c of shape (..., n + 1), n up to 64.
    """
    c = _in_known_precision(jnp.asarray(c))
    if c.ndim < 1 or c.shape[-1] < 2 or c.dtype not in (jnp.float32, jnp.float64):
        raise TypeError(f"c: found {c.dtype} of shape {c.shape}, expected real numbers, at least two on the last axis")
    if c.shape[-1] > 65:
        raise TypeError(f"c: found {c.shape[-1]} coefficients on the last axis, expected 2 to 65")
    ends = ends_of(interval)
    shape = (*c.shape[:-1], c.shape[-1] - 1)

    def solver(given: Any) -> Any:
        given = np.asarray(given)
        batch = vieta.real_roots(given.reshape(-1, given.shape[-1]), ends)
        shape = (*given.shape[:-1], given.shape[-1] - 1)
        return batch.values.reshape(shape), batch.touching.reshape(shape)

    outputs = (_array_of(shape, c.dtype), _array_of(shape, jnp.bool_))
    lo, hi = map(np.float64, ends)
    each = _array_of(shape[:-1], jnp.uint8)
    besides = (_array_of((*shape[:-1], 8), jnp.uint8), each, each)  # touches as bits, numbers of roots, statuses
    z, touching = _solve("vieta_real_roots", c, outputs, besides, solver, lo=lo, hi=hi)
    there = ~jnp.isnan(z)
    return _with_derivatives(c, z, there & ~touching, there & touching, None, at_multiple)


def implicit(function: Callable[..., Any], x: Any, *parameters: Any, at_multiple: AtMultiple = "inf") -> Any:
    """Solutions x of function(x, *parameters) = 0, as any verb found them, with derivatives with respect to the parameters.

    As `vieta.torch.implicit`: three steps of Newton's method with the same matrix have the derivatives of the implicit function theorem up to
    the third order, and add nothing to the values. `function` maps x of shape (..., n) and the parameters to residuals of the same
    shape; rows on other axes than the last must not depend on each other's x, and of a complex x it must be holomorphic. Where the
    Jacobian matrix is singular, or so near to it that less than two digits of the derivative are known in spite of rounding, the gradient is
    infinite or NaN (always NaN where `at_multiple` asks for it).

    >>> found = vieta.newton(system, start).x                                  # doctest: +SKIP
    >>> jax.grad(lambda a: vieta.jax.implicit(lambda x, a: x**3 - a, found, a).sum())(2.0)  # doctest: +SKIP
    """
    return _implicit(function, x, parameters, None, None, at_multiple)


def _implicit(function: Any, x: Any, parameters: Sequence[Any], known: Any, there: Any, at_multiple: str) -> Any:
    """`implicit` for solutions whose derivatives are `known()`, (..., 1), or not; None: that is to be found out. `there`: where there are any."""
    _look_at(at_multiple)
    at = jax.lax.stop_gradient(jnp.asarray(x))
    here = partial(_of_x, function, parameters)
    residual = here(at)
    if residual.shape != at.shape:
        raise ValueError(f"function: found residuals of shape {residual.shape}, expected {at.shape}, that of x")
    if not isinstance(residual, jax.core.Tracer):
        return at  # no derivatives are asked for
    fixed = partial(_of_x, function, jax.lax.stop_gradient(parameters))
    plain, matrix = (jax.lax.stop_gradient(a) for a in matrix_of(fixed, at))
    inverse = inverse_of(matrix)
    known = jax.lax.stop_gradient(well_known(fixed, at, plain, matrix, inverse) if known is None else known())
    inverse = jnp.where(known[..., None], inverse, jnp.zeros_like(inverse))
    infinite = ~known if there is None else ~known & there
    factor = jnp.broadcast_to(_factor(infinite, at), at.shape).astype(at.dtype)
    without = _no_derivative(residual, factor, at_multiple == "nan")
    moved = at
    for k in range(3):
        residual = here(moved) if k else residual
        # The value of a residual is 0, and what rounding made of it would move the place where the next one is taken.
        change = residual - jax.lax.stop_gradient(residual)
        moved = moved - (inverse * change[..., None, :]).sum(-1)  # no product of matrices: a GPU rounds these to 10 bits
    return at + _keep_value(moved - jax.lax.stop_gradient(moved)) + without


@jax.jit
def _known_for_bernstein(coefficients: Any, x: Any, off: Any) -> Any:
    return known_for_bernstein(coefficients, x, off, jnp, inverse_of, float(jnp.finfo(x.dtype).eps))


@jax.custom_jvp
def _keep_value(change: Any) -> Any:
    """A change whose value is 0, also where the matrix was singular; its derivatives, infinite ones or NaN there, stay."""
    return jnp.zeros_like(change)


@_keep_value.defjvp
def _keep_value_jvp(primals: Any, tangents: Any) -> Any:
    return _keep_value(primals[0]), tangents[0]


def _of_x(function: Any, parameters: Any, x: Any) -> Any:
    return function(x, *parameters)


def _implicit_where_solved(function: Any, x: Any, known: Any, parameters: Any, at_multiple: str) -> Any:
    """`implicit` for rows that are NaN where nothing was found: these have no derivatives."""
    there = ~jnp.isnan(x.real).any(-1, keepdims=True)
    safe = jnp.where(there, x, jnp.zeros_like(x))

    def guarded(at: Any, *given: Any) -> Any:
        return jnp.where(there, function(jnp.where(there, at, 0 * at), *given), at)

    return jnp.where(there, _implicit(guarded, safe, [parameters], known, there, at_multiple), x)


def newton(
    equations: Sequence[Any],
    unknowns: Sequence[Any],
    parameters: Sequence[Any],
    start: Any,
    values: Any,
    *,
    at_multiple: AtMultiple = "inf",
) -> Any:
    """The solutions that Newton's method reaches, for each row of parameters, with derivatives with respect to them.

    As `vieta.torch.newton`, for `values` of shape (..., m) and a start of shape (n,) or (..., n): (..., n), NaN in rows that do not converge
    or whose proof fails. Inside `jit` and `vmap` as well; XLA calls Python back.
    """
    values = jnp.asarray(values)
    if any(isinstance(e, str) for e in (*equations, *unknowns, *parameters)):
        raise TypeError("equations: found texts, expected expressions and symbols of SymPy")
    if values.ndim < 1 or values.shape[-1] != len(parameters):
        raise TypeError(f"values: found shape {values.shape}, expected {len(parameters)} values on the last axis")
    if len(equations) != len(unknowns):
        raise ValueError(f"equations: found {len(equations)} for {len(unknowns)} unknowns, expected as many")
    first = jnp.asarray(start)
    kind = jnp.result_type(first.dtype, values.dtype, jnp.float32)
    starts = jnp.broadcast_to(first, (*values.shape[:-1], len(unknowns)))

    def solver(begin: Any, given: Any) -> Any:
        x, off = newton_rows(equations, unknowns, parameters, np.asarray(begin), np.asarray(given))
        return np.asarray(x, dtype=kind), np.asarray(off, dtype=real)

    def sure(x: Any, given: Any, off: Any) -> Any:
        return known_rows(equations, unknowns, parameters, np.asarray(x), np.asarray(given), np.asarray(off))

    real, rows = jnp.finfo(kind).dtype, values.shape[:-1]
    outputs = _array_of((*rows, len(unknowns)), kind), _array_of(rows, real)
    plain = jax.lax.stop_gradient(values)
    x, off = jax.pure_callback(solver, outputs, jax.lax.stop_gradient(starts), plain, vmap_method="broadcast_all")

    def known() -> Any:
        return jax.pure_callback(sure, _array_of((*rows, 1), jnp.bool_), x, plain, off, vmap_method="broadcast_all")

    function = residuals(equations, unknowns, parameters, jnp.stack)
    return _implicit_where_solved(function, x, known, values.astype(kind), at_multiple)


def solve_boxes(coefficients: Any, most: int, *, at_multiple: AtMultiple = "inf") -> Any:
    """All solutions in the unit cube of many systems in Bernstein form, with derivatives with respect to the coefficients.

    As `vieta.torch.solve_boxes`, for coefficients of shape (systems, n, d1 + 1, .., dn + 1): (systems, most, n). XLA's shapes do not depend on
    values, so that the number of places is told; a system with more solutions is an error. Of coefficients of float32, JAX's usual type, the
    solutions are those of the doubles that these are, rounded.
    """
    c = jnp.asarray(coefficients)
    if c.dtype not in (jnp.float32, jnp.float64) or c.ndim < 3 or c.ndim != c.shape[1] + 2:
        raise TypeError(
            "coefficients: found no array of float64 or float32 with the shape (systems, n, d1 + 1, .., dn + 1)"
        )
    if most < 0:
        raise ValueError(f"most: found {most}, expected a number of solutions")
    systems, n = c.shape[:2]

    def solver(given: Any) -> Any:
        given = np.asarray(given, dtype=float)
        found = unique_solutions(given.reshape(-1, *c.shape[1:]), most)
        batch = given.shape[: given.ndim - c.ndim]
        return tuple(a.reshape(*batch, systems, *a.shape[1:]).astype(c.dtype) for a in found)

    outputs = _array_of((systems, most, n), c.dtype), _array_of((systems, most), c.dtype)
    x, off = jax.pure_callback(solver, outputs, jax.lax.stop_gradient(c), vmap_method="broadcast_all")

    def values(at: Any, given: Any) -> Any:
        return bernstein_values(jnp.stack, jnp.ones_like, at, given)

    points, of = x.reshape(systems * most, n), jnp.repeat(c, most, axis=0)

    def known() -> Any:
        return _known_for_bernstein(jax.lax.stop_gradient(of), points, off.reshape(systems * most))[:, None]

    moved = _implicit_where_solved(values, points, known, of, at_multiple)
    return moved.reshape(systems, most, n)
