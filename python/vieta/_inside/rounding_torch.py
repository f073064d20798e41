"""Jacobian matrices of functions of PyTorch, and whether they are known in spite of rounding."""

from __future__ import annotations

from functools import cache
from typing import Any, Callable, Sequence

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map

from .rounding import EXACT, LARGEST_ERROR, SAMPLES, error_of_derivative, spread, sums

_OTHER = {
    torch.float64: torch.float32,
    torch.complex128: torch.complex64,
    torch.float32: torch.float64,
    torch.complex64: torch.complex128,
}

_SHORT = (torch.float32, torch.complex64)


def matrix_of(residual: Any, x: Any) -> Any:
    """The Jacobian matrices (..., n, n) of residuals (..., n) with respect to x, as numbers."""
    units = torch.eye(x.shape[-1], dtype=residual.dtype, device=residual.device)
    rows = [torch.autograd.grad(residual, x, e.expand_as(residual), retain_graph=True)[0] for e in units]
    jacobian = torch.stack(rows, dim=-2)
    # PyTorch's gradient of a holomorphic function is the conjugate of its derivative.
    return jacobian.conj() if jacobian.is_complex() else jacobian


class _Rounding(TorchDispatchMode):  # type: ignore[misc]
    """Evaluates with the result of each operation moved by a unit in its last place."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._seed = seed
        self._generators: dict[Any, Any] = {}

    def signs(self, like: Any) -> Any:
        """1 or -1 at random, always the same ones; complex numbers have two of them."""
        device = like.device
        if device not in self._generators:
            self._generators[device] = torch.Generator(device=device).manual_seed(self._seed)
        real = like.real.dtype if like.is_complex() else like.dtype

        def some() -> Any:
            return 2 * torch.randint(0, 2, like.shape, generator=self._generators[device], device=device).to(real) - 1

        return torch.complex(some(), some()) if like.is_complex() else some()

    def _moved(self, x: Any) -> Any:
        if not isinstance(x, torch.Tensor) or not (x.is_floating_point() or x.is_complex()):
            return x
        return x + x * (torch.finfo(x.dtype).eps * self.signs(x))

    def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        moves, exact, in_place = _kind_of(function)
        if moves:
            args = tree_map(self._moved, args)
        result = function(*args, **(kwargs or {}))
        if exact:
            return result
        if in_place:
            if isinstance(result, torch.Tensor):
                result.copy_(self._moved(result))
            return result
        return self._moved(result) if isinstance(result, torch.Tensor) else tree_map(self._moved, result)


class _InOther(TorchFunctionMode):  # type: ignore[misc]
    """Evaluates with half or twice as many bits, also what a function knows of itself."""

    def __init__(self, dtype: Any) -> None:
        super().__init__()
        self._of = (torch.float64, torch.complex128) if dtype in _SHORT else tuple(_SHORT)

    def cast(self, x: Any) -> Any:
        if isinstance(x, torch.Tensor):
            return x.to(_OTHER[x.dtype]) if x.dtype in self._of else x
        return type(x)(map(self.cast, x)) if type(x) in (list, tuple) else x

    def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return function(*map(self.cast, args), **{k: self.cast(v) for k, v in kwargs.items()} if kwargs else {})


@cache
def _directions(n: int, dtype: Any, device: Any) -> Any:
    """A number from -1 to 1 for each coordinate, always the same ones, of which none is small."""
    return torch.from_numpy(spread(n)).to(device=device, dtype=dtype)


@cache
def _kind_of(function: Any) -> tuple[bool, bool, bool]:
    """Of an operation: whether what it is given is moved; whether it does not round; whether it works in place."""
    name = function.overloadpacket.__name__
    aliases = [r.alias_info for r in function._schema.returns]
    in_place = any(a is not None and a.is_write for a in aliases)
    a_view = any(a is not None and not a.is_write for a in aliases)
    plain = name.rstrip("_") if in_place else name
    return sums(plain), a_view or plain in EXACT or in_place and plain in ("fill", "zero"), in_place


def _evaluated(function: Callable[..., Any], x: Any, given: Sequence[Any]) -> tuple[Any, Any]:
    x = x.detach().requires_grad_(True)
    residual = function(x, *given)
    return residual.detach(), matrix_of(residual, x)


def _largest(x: Any, axis: int) -> Any:
    return torch.amax(x, dim=axis, keepdim=True)


def _known_in_half(
    function: Callable[..., Any], at: Any, given: Sequence[Any], matrix: Any, inverse: Any, step: Any
) -> Any:
    """Whether the derivatives are known even where all is computed with half as many bits, or, of numbers with 24 bits, whether
    they are those that twice as many give."""
    other = _OTHER[at.dtype]
    # Not in the direction of the step: both together could be nothing.
    room = torch.finfo(torch.float32).eps * at.abs() + step.abs()
    moved = at + room * _directions(at.shape[-1], room.dtype, room.device)
    single, mode = at.dtype in _SHORT, _InOther(other)
    found = None
    try:
        with mode:
            x = mode.cast(moved).requires_grad_(True)
            changed = function(x, *map(mode.cast, given))
        if changed.dtype == other:
            found = matrix_of(changed, x)
            if single:  # what rounding did, and what moving does: of their sum luck could leave nothing
                with mode:
                    y = mode.cast(at).requires_grad_(True)
                    here = matrix_of(function(y, *map(mode.cast, given)), y)
                found = matrix + ((found - here).abs() + (here - matrix).abs()).to(here.dtype)
    except Exception:  # noqa: BLE001  the user's function is made for one type
        pass
    if found is None:
        return torch.zeros_like(at[..., :1].real, dtype=torch.bool)
    error = (found.to(torch.promote_types(found.dtype, matrix.dtype)) - matrix).abs().to(matrix.abs().dtype)
    return error_of_derivative(matrix, error, inverse, _largest) < (LARGEST_ERROR / 16 if single else LARGEST_ERROR)


def well_known(
    function: Callable[..., Any], at: Any, given: Sequence[Any], residual: Any, matrix: Any, inverse: Any, info: Any
) -> Any:
    """Of solutions (..., n): whether two digits of their derivatives are known, (..., 1). `info` of an inverse is 0 where there is one."""
    given = [p.detach() if isinstance(p, torch.Tensor) else p for p in given]
    eps = torch.finfo(at.dtype).eps
    with torch.enable_grad():
        inverse = torch.where((info == 0)[..., None, None], inverse, torch.nan)
        step = (inverse @ residual.unsqueeze(-1)).squeeze(-1)
        sure = _known_in_half(function, at, given, matrix, inverse, step) if at.dtype in _OTHER else None
        if sure is not None and bool(sure.all()):
            return sure
        noise, error = torch.zeros_like(residual.abs()), 4 * eps * matrix.abs()
        for seed in range(SAMPLES):
            moved = _Rounding(seed)
            shift = eps * at.abs() * moved.signs(at)
            with moved:
                other_residual, other = _evaluated(function, at + shift, given)
            noise = torch.maximum(noise, (other_residual - residual).abs())
            error = torch.maximum(error, 4 * (other - matrix).abs())
            known = error_of_derivative(matrix, error, inverse, _largest) < LARGEST_ERROR
            if not bool((known if sure is None else known & ~sure).any()):
                break  # more samples make no error smaller
        more = torch.where(residual.abs() > 4 * noise, residual, torch.zeros_like(residual)).unsqueeze(-1)
        if bool((more != 0).any()):
            there = _evaluated(function, at - (inverse @ more).squeeze(-1), given)[1]
            error = torch.maximum(error, (there - matrix).abs())
            known = error_of_derivative(matrix, error, inverse, _largest) < LARGEST_ERROR
    return known if sure is None else known | sure
