"""Solutions of systems in Bernstein form as tensors where the coefficients are: what vieta.torch differentiates on a GPU."""

from __future__ import annotations

from typing import Any

import torch

import vieta

from .. import _core
from .._inside.rounding import known_for_bernstein
from .._inside.solved_systems import unique_solutions


def takes(coefficients: Any) -> bool:
    """Whether such tensors are solved where they are; others are copied to the host."""
    degrees = [size - 1 for size in coefficients.shape[2:]]
    return bool(coefficients.is_cuda and min(degrees) >= 1 and _core.boxes_on_gpu_takes(degrees))


def in_rows(systems: Any, x: Any, radii: Any, count: int) -> tuple[Any, Any]:
    """Solutions (items, n) of the systems with these numbers, as (count, most, n), by their first coordinate and NaN behind them, and
    their radii, (count, most)."""
    order = torch.argsort(x[:, 0], stable=True)
    order = order[torch.argsort(systems[order], stable=True)]
    of = systems[order]
    counts = torch.bincount(of, minlength=count)
    place = torch.arange(len(of), device=x.device) - (counts.cumsum(0) - counts)[of]
    most = int(counts.max()) if len(of) else 0
    rows, off = x.new_full((count, most, x.shape[1]), torch.nan), radii.new_zeros((count, most))
    rows[of, place], off[of, place] = x[order], radii[order]
    return rows, off


def wider(rows: Any, most: int, filler: float) -> Any:
    """With more places on the second axis."""
    more = rows.new_full((rows.shape[0], most - rows.shape[1], *rows.shape[2:]), filler)
    return torch.cat([rows, more], 1)


def unique_solutions_there(coefficients: Any) -> tuple[Any, Any]:
    """`unique_solutions` for a tensor on a GPU, which stays there; systems that the device leaves open go to the host."""
    found = vieta.solve_boxes(coefficients)
    x, off = in_rows(found.systems, found.x, found.radii, len(coefficients))
    left = (found.statuses != int(vieta.BoxesStatus.COMPLETE)).nonzero()[:, 0]
    if not len(left):
        return x, off
    own, own_off = (torch.from_numpy(part).to(x.device) for part in unique_solutions(coefficients[left].cpu().numpy()))
    most = max(x.shape[1], own.shape[1])
    x, off = wider(x, most, torch.nan), wider(off, most, 0)
    x[left], off[left] = wider(own, most, torch.nan), wider(own_off, most, 0)
    return x, off


class _Functions:
    """What `known_for_bernstein` calls, for tensors on any device."""

    ones_like, zeros_like = staticmethod(torch.ones_like), staticmethod(torch.zeros_like)
    concatenate, stack = staticmethod(torch.cat), staticmethod(torch.stack)

    @staticmethod
    def max(x: Any, axis: Any, keepdims: bool = False) -> Any:
        return torch.amax(x, axis, keepdims)


def _inverse(matrix: Any) -> Any:
    inverse, info = torch.linalg.inv_ex(matrix)
    return torch.where((info == 0)[..., None, None], inverse, torch.nan)


def known_there(coefficients: Any, x: Any, off: Any) -> Any:
    """`known_for_bernstein` for tensors."""
    return known_for_bernstein(coefficients, x, off, _Functions, _inverse)
