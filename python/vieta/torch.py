"""Roots and solutions with gradients for PyTorch, differentiable three times: `roots` and `real_roots` on tensors, on CPUs and
GPUs, inside of `torch.func` as well; `solve_boxes` of arrays of systems, `newton`, and `implicit` for solutions of any other verb.

>>> import torch                                                               # doctest: +SKIP
>>> import vieta.torch                                                         # doctest: +SKIP
>>> c = torch.tensor([-2.0, 0.0, 1.0], dtype=torch.float64, requires_grad=True)  # doctest: +SKIP
>>> vieta.torch.real_roots(c, (0, 10))[0].backward()                           # doctest: +SKIP
>>> c.grad                                                                     # doctest: +SKIP
tensor([-0.3536, -0.5000, -0.7071], dtype=torch.float64)
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Callable, Literal, Sequence

import numpy as np
import torch

import vieta

from ._gpu.boxes_torch import known_there, takes, unique_solutions_there
from ._inside.rounding_torch import matrix_of, well_known
from ._inside.solved_systems import bernstein_values, known_rows, newton_rows, residuals, unique_solutions
from ._newton_step import Framework, moved_roots

__all__ = ["implicit", "newton", "real_roots", "roots", "solve_boxes"]

AtMultiple = Literal["inf", "nan"]
_REAL = (torch.float32, torch.float64)


class _Infinite(torch.autograd.Function):
    """Zeros whose derivatives of each order are `value` with respect to all coefficients."""

    generate_vmap_rule = True

    @staticmethod
    def forward(c: Any, like: Any, value: float) -> Any:
        return torch.zeros_like(like)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        c, like, ctx.value = inputs
        ctx.save_for_backward(c)
        ctx.save_for_forward(c, like)

    @staticmethod
    def backward(ctx: Any, *grad: Any) -> Any:
        (c,) = ctx.saved_tensors
        asked = (grad[0] != 0).any(-1, keepdim=True)
        full = _Infinite.apply(c, c, ctx.value) + torch.full_like(c, ctx.value)
        return torch.where(asked, full, torch.zeros_like(full)), None, None

    @staticmethod
    def jvp(ctx: Any, along: Any, *_: Any) -> Any:
        c, like = ctx.saved_tensors
        asked = (along != 0).any(-1, keepdim=True)
        full = _Infinite.apply(c, like, ctx.value) + torch.full_like(like, ctx.value)
        return torch.where(asked, full, torch.zeros_like(full))


class _Solved(torch.autograd.Function):
    """What a solver finds for tensors of torch.func, whose numbers it does not see: `vmap` hands them on as a batch. Nothing of it has
    derivatives."""

    @staticmethod
    def forward(c: Any, solver: Callable[[Any], tuple[Any, ...]]) -> Any:
        return solver(c)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.mark_non_differentiable(*output)

    @staticmethod
    def backward(ctx: Any, *grad: Any) -> Any:
        return None, None

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> Any:
        return None

    @staticmethod
    def vmap(info: Any, in_dims: Any, c: Any, solver: Any) -> Any:
        found = _Solved.apply(c.movedim(in_dims[0], 0), solver)
        return found, (0,) * len(found)


class _Known(torch.autograd.Function):
    """The values of `at` with the derivatives of `moved`. Where `known` says no, (..., 1), they are `value` with respect to `residual`. It is
    asked when derivatives are."""

    @staticmethod
    def forward(ctx: Any, moved: Any, residual: Any, at: Any, known: Callable[[], Any], value: float) -> Any:
        ctx.known, ctx.value = known, value
        ctx.save_for_backward(residual)
        return at.clone()

    @staticmethod
    def backward(ctx: Any, *grad: Any) -> Any:
        known = ctx.known()
        if bool(known.all()):
            return grad[0], None, None, None, None
        none = torch.zeros_like(grad[0])
        nothing = _Infinite.apply(*ctx.saved_tensors, grad[0], ctx.value) + ctx.value
        asked = ~known & (grad[0] != 0).any(-1, keepdim=True)
        return torch.where(known, grad[0], none), torch.where(asked, nothing, none), None, None, None


def _look_at(at_multiple: str) -> None:
    if at_multiple not in ("inf", "nan"):
        raise ValueError(f"at_multiple: found {at_multiple!r}, expected 'inf' or 'nan'")


def _without_lower_bits(x: Any) -> Any:
    whole, mask = (torch.int32, -(1 << 12)) if x.dtype == torch.float32 else (torch.int64, -(1 << 27))
    return (x.contiguous().view(whole) & mask).view(x.dtype)


def _power_of_two(n: Any) -> Any:
    whole, bias, bits = (torch.int32, 127, 23) if n.dtype == torch.float32 else (torch.int64, 1023, 52)
    return ((n.to(whole) + bias) << bits).view(n.dtype)


def _from_the_last(step: Any, state: Any, b: Any) -> Any:
    for k in range(b.shape[-1] - 1, -1, -1):
        state = step(state, b[..., k])
    return state


_FRAMEWORK = Framework(
    where=torch.where,
    ones=torch.ones_like,
    abs=torch.abs,
    log2=torch.log2,
    floor=torch.floor,
    isfinite=torch.isfinite,
    largest=lambda x: torch.amax(x, dim=-1, keepdim=True),
    fixed=lambda x: x.detach(),
    indices=lambda n, like: torch.arange(n, dtype=like.dtype, device=like.device),
    roundoff=lambda x: torch.finfo(x.dtype).eps / 2,
    product=lambda x: torch.prod(x, dim=-1),
    total=lambda x: torch.sum(x, dim=-1),
    power_of_two=_power_of_two,
    high=_without_lower_bits,
    loop=_from_the_last,
)


def _with_derivatives(c: Any, z: Any, simple: Any, multiple: Any, radii: Any, at_multiple: AtMultiple) -> Any:
    _look_at(at_multiple)
    z, without = moved_roots(c.to(z.dtype), z, simple, radii, _FRAMEWORK)
    multiple = multiple | without
    if _is_of_torch_func(multiple) or bool(multiple.any()):
        no_derivative = _Infinite.apply(c, z, float(at_multiple))
        z = z + torch.where(multiple, no_derivative, torch.zeros_like(z))
    return z


def _on_host(tensor: Any) -> Any:
    """What the library is given: an array of NumPy for a tensor on the host, the tensor itself on a GPU."""
    plain = tensor.detach().resolve_conj().resolve_neg()
    in_columns = plain.ndim == 2 and plain.stride(0) == 1 and plain.stride(1) >= plain.shape[0]
    plain = plain if in_columns else plain.contiguous()  # rows, or columns, without gaps
    if plain.is_cuda:
        return plain
    try:
        return plain.numpy()
    except RuntimeError as problem:  # inside of torch.func or torch.compile
        raise TypeError(
            "c: found a tensor without numbers, as torch.func hands them to functions, expected one with numbers: torch.autograd"
            " differentiates these, and rows make a batch"
        ) from problem


def _in_precision_of(values: Any, solved: Any) -> Any:
    """Solutions found in double precision as numbers of as many bits as the values have."""
    if values.dtype not in (torch.float32, torch.complex64):
        return solved
    return solved.to(torch.complex64 if solved.is_complex() else torch.float32)


_wrapped = getattr(getattr(torch._C, "_functorch", None), "is_functorch_wrapped_tensor", None)


def _is_of_torch_func(tensor: Any) -> bool:
    return _wrapped is not None and bool(_wrapped(tensor))


def _found(c: Any, solver: Callable[[Any], tuple[Any, ...]]) -> Any:
    return _Solved.apply(c.detach(), solver) if _is_of_torch_func(c) else solver(c)


def _in_known_precision(c: Any) -> Any:
    """Integers in double, numbers of half precision in single precision."""
    if c.is_complex():
        return c.to(torch.complex64) if c.dtype == torch.complex32 else c
    if not c.is_floating_point():
        return c.to(torch.float64)
    return c if c.dtype in _REAL else c.to(torch.float32)


def _tensor(array: Any, like: Any) -> Any:
    return array if isinstance(array, torch.Tensor) else torch.from_numpy(np.ascontiguousarray(array)).to(like.device)


def _all_roots(c: Any) -> tuple[Any, Any, Any]:
    """Roots, the radii of their discs, and which are alone there."""
    if c.ndim == 1:
        found = vieta.roots(_on_host(c.cpu()))
        degree = c.shape[0] - 1
        values, sizes = np.full(degree, np.nan, dtype=complex), np.zeros(degree)
        isolated = np.zeros(degree, dtype=bool)
        each = np.repeat(found.values, found.multiplicities)
        values[: len(each)], sizes[: len(each)] = each, np.repeat(found.radii, found.multiplicities)
        alone = np.array([s in ("isolated", "wide") for s in found.statuses]) & (found.multiplicities == 1)
        isolated[: len(each)] = np.repeat(alone, found.multiplicities)
        z = torch.from_numpy(values).to(c.device)
        radii = torch.from_numpy(sizes).to(c.device)
        simple = torch.from_numpy(isolated).to(c.device)
    else:
        batch = vieta.roots(_on_host(c.reshape(-1, c.shape[-1])))
        shape = (*c.shape[:-1], c.shape[-1] - 1)
        z = _tensor(batch.values, c).reshape(shape)
        radii = _tensor(batch.radii, c).reshape(shape)
        statuses = _tensor(batch.root_statuses, c).reshape(shape)
        simple = (statuses == int(vieta.RootStatus.ISOLATED)) | (statuses == int(vieta.RootStatus.WIDE))
    return z, radii, simple


def roots(c: Any, *, at_multiple: AtMultiple = "inf") -> Any:
    """All complex roots of the polynomials with coefficients on the last axis of c, ascending, with derivatives.

    The values are those of `vieta.roots`, each proven to 1e-15 of its modulus, in its order. The derivative of a simple root
    is that of the implicit function theorem, -z^k / p'(z) for c[k], right up to the third order. A root that is multiple, not
    told apart from another one, or so close to others that two digits of p'(z) are not known, has none: the gradient of
    everything that depends on it is infinite, or NaN where
    `at_multiple` asks for it, never a number that rounding made up.

    Parameters
    ----------
    c
        A tensor of shape (..., n + 1), float32, float64 or complex, the highest coefficient not zero, n up to 64 for
        more than one polynomial. Integers are taken as float64, half precision as float32. On a CUDA device it is solved there.

    Returns
    -------
    roots
        A complex tensor of shape (..., n). Roots of a lower degree (leading zeros) are NaN, and have no derivatives.

    Examples
    --------
    >>> import torch, vieta.torch                                              # doctest: +SKIP
    >>> c = torch.tensor([1.0, 0.0, 1.0], dtype=torch.float64, requires_grad=True)  # doctest: +SKIP
    >>> torch.autograd.functional.jacobian(lambda c: vieta.torch.roots(c).imag, c)  # doctest: +SKIP
    """
    if not isinstance(c, torch.Tensor) or c.ndim < 1 or c.shape[-1] < 2:
        raise TypeError("c: found no tensor with at least two coefficients on its last axis, expected one")
    c = _in_known_precision(c)
    complex_type = torch.complex64 if c.dtype in (torch.float32, torch.complex64) else torch.complex128
    z, radii, simple = _found(c, _all_roots)
    there = ~torch.isnan(z.real)
    return _with_derivatives(c, z, simple & there, there & ~simple, radii, at_multiple).to(complex_type)


def _real_roots(c: Any, interval: tuple[float, float]) -> tuple[Any, Any]:
    """Roots, and which of them touch zero alone."""
    batch = vieta.real_roots(_on_host(c.reshape(-1, c.shape[-1])), interval)
    shape = (*c.shape[:-1], c.shape[-1] - 1)
    z = _tensor(batch.values, c).reshape(shape)
    touching = _tensor(np.asarray(batch.touching) if not c.is_cuda else batch.touching, c).reshape(shape)
    return z, touching


def real_roots(c: Any, interval: tuple[float, float] = (-np.inf, np.inf), *, at_multiple: AtMultiple = "inf") -> Any:
    """The real roots in an interval of the polynomials on the last axis of c, ascending, with derivatives.

    Values are those of `vieta.real_roots`; places without a root are NaN, and have no derivatives. A root that touches zero
    without a change of sign has an infinite one (or NaN, see `roots`).

    Parameters
    ----------
    c
        A tensor of shape (..., n + 1), float32 or float64, n up to 64. On a CUDA device it is solved there.
    interval
        Its ends belong to it; they may be infinite. They are no variables: roots have no derivative with respect to them.

    Returns
    -------
    roots
        A tensor of shape (..., n), of the type of c, each row ascending.
    """
    if not isinstance(c, torch.Tensor) or c.ndim < 1 or c.shape[-1] < 2 or c.is_complex() or c.dtype == torch.bool:
        raise TypeError("c: found no real tensor with at least two coefficients on its last axis, expected one")
    c = _in_known_precision(c)
    z, touching = _found(c, partial(_real_roots, interval=interval))
    there = ~torch.isnan(z)
    # Derivatives in double: float32 tells fewer roots apart.
    moved = _with_derivatives(c, z.to(torch.float64), there & ~touching, there & touching, None, at_multiple)
    return moved.to(c.dtype)


def implicit(function: Callable[..., Any], x: Any, *parameters: Any, at_multiple: AtMultiple = "inf") -> Any:
    """Solutions x of function(x, *parameters) = 0, as any verb found them, with derivatives with respect to the parameters.

    The derivatives are those of the implicit function theorem, -(df/dx)^-1 df/dp, right up to the third order: three steps of
    Newton's method with the same matrix have them, and add nothing to the values. Where the Jacobian matrix is singular, or so near to it that
    less than two digits of the derivative are known in spite of rounding, the gradient is infinite, or NaN (always NaN where `at_multiple`
    asks for it). Whether they are known is looked at when a gradient is asked for, by calling the function again with other numbers.

    Parameters
    ----------
    function
        Maps x of shape (..., n) and the parameters to residuals of the same shape, by operations of PyTorch. Rows on other axes than the
        last must not depend on each other's x. Of a complex x it must be holomorphic.
    x
        Solutions: a tensor or an array, real or complex, such as `vieta.newton(...).x`.
    parameters
        Tensors.

    Returns
    -------
    x
        A tensor of the same values.

    Examples
    --------
    >>> import torch, vieta.torch                                              # doctest: +SKIP
    >>> a = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)         # doctest: +SKIP
    >>> found = vieta.solve_boxes({"vars": ["x"], "box": [[0, 2]], "equations": ["x^3 - 2"]}).x  # doctest: +SKIP
    >>> vieta.torch.implicit(lambda x, a: x**3 - a, found, a).sum().backward()  # doctest: +SKIP
    """
    _look_at(at_multiple)
    at = (x if isinstance(x, torch.Tensor) else torch.as_tensor(np.asarray(x))).detach()
    return _implicit(function, at, parameters, None, at_multiple)


def _residual(function: Any, x: Any, parameters: Sequence[Any]) -> Any:
    residual = function(x, *parameters)
    if residual.shape != x.shape:
        raise ValueError(f"function: found residuals of shape {tuple(residual.shape)}, expected {tuple(x.shape)}, that of x")
    return residual


def _implicit(function: Any, at: Any, parameters: Sequence[Any], known: Any, at_multiple: AtMultiple) -> Any:
    """`implicit` for solutions whose derivatives are `known()`, (..., 1), or not; None: that is to be found out."""
    if not torch.is_grad_enabled():
        return at
    if not any(isinstance(p, torch.Tensor) and p.requires_grad for p in parameters):
        if not _residual(function, at, parameters).requires_grad:  # nor does a tensor that the function knows
            return at
    moved = start = at.clone().requires_grad_(True)
    for k in range(3):
        residual = _residual(function, moved, parameters)
        if k == 0:
            first, matrix = residual, matrix_of(residual, start)
            raw, info = torch.linalg.inv_ex(matrix)
            inverse = torch.nan_to_num(raw, 0, 0, 0)  # where it overflows no derivative is known
        # The value of a residual is 0, and what rounding made of it would move the place where the next one is taken.
        change = (residual - residual.detach()).unsqueeze(-2)
        moved = moved - (inverse * change).sum(-1)  # no product of matrices, which a GPU may round to 10 bits
    plain = first.detach()
    asked = known or (lambda: well_known(function, at, parameters, plain, matrix, raw, info))
    return _Known.apply(moved, first, at, cache(asked), float(at_multiple))


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

    Each row is solved by `vieta.newton` for its values as the doubles that they are, with a proof, on the host: values on a GPU are copied
    there, and derivatives computed where the values are. Rows that do not converge, or whose
    proof fails, are NaN and have no derivatives. Beside singular solutions, where less than two digits of the derivative are known (an error bound
    of all sums and products says so), the gradient is infinite, or NaN (always NaN where `at_multiple` asks for it).

    Parameters
    ----------
    equations
        Polynomials as SymPy expressions, as many as unknowns; each is zero.
    unknowns, parameters
        Symbols of SymPy.
    start
        A starting point: (n,) for all rows, or (..., n).
    values
        A tensor of shape (..., m): a value for each parameter.

    Returns
    -------
    x
        A tensor of shape (..., n) on the device of the values and in their precision: complex where the start or the values are.
    """

    if not isinstance(values, torch.Tensor) or values.ndim < 1 or values.shape[-1] != len(parameters):
        raise TypeError(f"values: found no tensor with {len(parameters)} values on its last axis, expected one")
    if len(equations) != len(unknowns):
        raise ValueError(f"equations: found {len(equations)} for {len(unknowns)} unknowns, expected as many")
    _look_at(at_multiple)
    given = _on_host(values.cpu())
    begin = _on_host(start.cpu()) if isinstance(start, torch.Tensor) else start
    x, off = newton_rows(equations, unknowns, parameters, begin, given)
    residual = residuals(equations, unknowns, parameters, torch.stack)
    solved = torch.from_numpy(x).to(values.device)
    there = ~torch.isnan(solved.real if solved.is_complex() else solved).any(-1, keepdim=True)
    if not bool(there.any()):
        return _in_precision_of(values, solved)
    rows = there[..., 0]

    def known() -> Any:
        return torch.from_numpy(known_rows(equations, unknowns, parameters, x, given, off)).to(values.device)[rows]

    safe = _implicit(residual, solved[rows], [values[rows].to(solved.dtype)], known, at_multiple)
    all_rows = solved.masked_scatter(there.expand_as(solved), safe) if bool((~there).any()) else safe.reshape(solved.shape)
    return _in_precision_of(values, all_rows)


def solve_boxes(coefficients: Any, *, at_multiple: AtMultiple = "inf") -> Any:
    """All solutions in the unit cube of many systems in Bernstein form, with derivatives with respect to the coefficients.

    Parameters
    ----------
    coefficients
        A tensor of float64 or float32 and shape (systems, n, d1 + 1, .., dn + 1), n from 1 to 4: the Bernstein coefficients of n polynomials
        in n variables for each system, as for `vieta.solve_boxes`. A tensor on a GPU is solved there, but for systems that the device leaves
        open and for degrees that it does not take, which are copied to the host; derivatives are computed where it is.

    Returns
    -------
    x
        A tensor of shape (systems, most, n), of the type of the coefficients: the solutions of each system that are proven to be single ones, by their first coordinate;
        NaN, without derivatives, behind them. `most` is that of the system that has most. Beside singular solutions the gradient is
        infinite, or NaN, as that of `newton`.
    """
    c = coefficients
    if not isinstance(c, torch.Tensor) or c.dtype not in _REAL or c.ndim < 3 or c.ndim != c.shape[1] + 2:
        raise TypeError(
            "coefficients: found no tensor of float64 or float32 with the shape (systems, n, d1 + 1, .., dn + 1)"
        )
    _look_at(at_multiple)
    c = c.to(torch.float64)
    if takes(c):
        solved, off = unique_solutions_there(c.detach().resolve_neg().contiguous())
    else:
        solved, off = (torch.from_numpy(part).to(c.device) for part in unique_solutions(_on_host(c.cpu())))
    if not solved.shape[1]:
        return solved.to(coefficients.dtype)
    values = partial(bernstein_values, torch.stack, torch.ones_like)
    there = ~torch.isnan(solved[..., 0])
    of = c[there.nonzero()[:, 0]]

    def known() -> Any:
        return known_there(of.detach(), solved[there], off[there]).unsqueeze(-1)

    moved = _implicit(values, solved[there], [of], known, at_multiple)
    return solved.masked_scatter(there.unsqueeze(-1).expand_as(solved), moved).to(coefficients.dtype)
