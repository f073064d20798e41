"""Answers in device memory: where they lie, the calls that write them, and copies in host memory.

A call from Python takes about as long as the work for some hundred polynomials, so it does little: two pieces of memory are
fetched, one for the roots and one for the rest, and the arrays in them are made when they are asked for.
"""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._gpu import Given, rows

_BYTES = {"float32": 4, "float64": 8, "complex128": 16, "uint8": 1, "int64": 8, "bool": 1}
_ALIGNED = 256

Kinds = tuple[tuple[str, bool], ...]
"""Of each array: its type of numbers, and whether it has one for each root or one for each polynomial."""


class Answers:
    """The answers of one call for a batch. The first array, that of the roots, has memory of its own: whoever keeps it
    keeps nothing else."""

    def __init__(self, array: Given, kinds: Kinds, scratch_of_each: int = 0, scratch: int = 0) -> None:
        count, degree, columns, stride = _core.batch_layout(array.name, array.shape, array.strides)
        self.given, self.kinds = array, kinds
        self.count, self.degree, self.columns, self.stride = count, degree, columns, stride
        offsets, end = [0], 0
        for dtype, each_root in kinds[1:]:
            offsets.append(end)
            size = _BYTES[dtype] * count * (degree if each_root else 1)
            end += size + -size % _ALIGNED
        size = scratch + scratch_of_each * count
        roots, start = array.framework.block(-(-_BYTES[kinds[0][0]] * count * degree // _ALIGNED) * _ALIGNED)
        rest, start_of_rest = array.framework.block(end + size + -size % _ALIGNED)
        self.blocks, self.offsets = (roots, rest), offsets
        self.addresses = [start, *(start_of_rest + offset for offset in offsets[1:])]
        self.scratch = start_of_rest + end

    @property
    def where(self) -> tuple[int, int, bool, int]:
        """As the calls of `_core` take it."""
        return self.count, self.degree, self.columns, self.stride

    def array(self, part: int) -> Any:
        """One of the arrays, as the caller gets it."""
        dtype, each_root = self.kinds[part]
        shape = self.given.shape[:-1]
        strides = rows(shape)
        if each_root:
            strides = (*strides, self.count) if self.columns else rows((*shape, self.degree))
            shape = (*shape, self.degree)
        framework = self.given.framework
        view = framework.view(self.blocks[part > 0], self.offsets[part], shape, strides, dtype)
        return framework.finished(view)

    def fits(self, array: Given) -> bool:
        """Whether another array's answers have their place here."""
        mine = self.given
        count, degree, columns, _ = _core.batch_layout(array.name, array.shape, array.strides)
        return (
            (count, degree, columns) == (self.count, self.degree, self.columns)
            and (array.shape, array.dtype) == (mine.shape, mine.dtype)
            and (type(array.framework), array.framework.device) == (type(mine.framework), mine.framework.device)
            and not mine.framework.waits  # arrays of JAX stay as they are
        )

    def wait_if_needed(self) -> None:
        framework = self.given.framework
        if framework.waits:
            _core.wait_for(framework.device, framework.stream)

    @property
    def target(self) -> str:
        device = self.given.framework.device
        return f"cuda:{device} {_core.cuda_devices()[device]}"

    def copied(self, part: int) -> NDArray[Any]:
        """One of the arrays in host memory, a row for each polynomial."""
        dtype, each_root = self.kinds[part]
        shape: tuple[int, ...] = (self.count,)
        if each_root:
            shape = (self.degree, self.count) if self.columns else (self.count, self.degree)
        array = self._from(self.addresses[part], shape, dtype)
        return np.ascontiguousarray(array.T) if each_root and self.columns else array

    def nothing(self, part: int) -> NDArray[Any]:
        """An array of no rows in the place of `copied`."""
        return np.empty((0, self.degree), self.kinds[part][0])

    def coefficients_on_host(self) -> NDArray[Any]:
        """Those that came in, as a NumPy array of the same shape."""
        array = self.given
        lines, length = (self.degree + 1, self.count) if self.columns else (self.count, self.degree + 1)
        whole = self._from(array.address, ((lines - 1) * self.stride + length,) if self.count else (0,), array.dtype)
        if not self.count:
            return np.empty(array.shape, array.dtype)
        strides = (self.stride * whole.itemsize, whole.itemsize)
        table = np.lib.stride_tricks.as_strided(whole, (lines, length), strides)
        return (table.T if self.columns else table).reshape(array.shape)

    def _from(self, address: int, shape: tuple[int, ...], dtype: Union[str, np.dtype[Any]]) -> NDArray[Any]:
        array: NDArray[Any] = np.empty(shape, dtype)
        framework = self.given.framework.now()
        if array.size:
            _core.copy_to_host(framework.device, array, address, array.nbytes, framework.stream)
        return array


class RealAnswers(Answers):
    """Of `real_roots`: roots, bits of touching ones, counts, statuses."""

    TOUCHING, COUNTS, STATUSES = 1, 2, 3

    def __init__(self, array: Given) -> None:
        kinds: Kinds = ((array.dtype, True), ("int64", False), ("uint8", False), ("uint8", False))
        super().__init__(array, kinds, *_scratch())
        self.method = ""
        self.interval = (0.0, 0.0)

    def solve(self, lo: float, hi: float, tolerances: tuple[float, float], method: int) -> None:
        """Puts the work on the stream."""
        array, framework = self.given, self.given.framework
        single = array.dtype == "float32"
        self.interval = (float(np.float32(lo)), float(np.float32(hi))) if single else (lo, hi)
        if self.count == 0:
            return
        parts = [array.address, *self.addresses, self.scratch]
        _core.real_roots_on_gpu(
            framework.device, single, *self.where, parts, lo, hi, *tolerances, method, framework.stream
        )
        self.wait_if_needed()

    def touching(self) -> Any:
        """A flag for each place among the roots."""
        framework = self.given.framework.now()
        shape = (*self.given.shape[:-1], self.degree)
        block, address = framework.block(-(-self.count * self.degree // _ALIGNED) * _ALIGNED)
        masks = self.addresses[self.TOUCHING]
        _core.touching_on_gpu(framework.device, masks, self.count, self.degree, address, framework.stream)
        self.wait_if_needed()
        return framework.finished(framework.view(block, 0, shape, rows(shape), "bool"))

    def on_host(self, with_values: bool) -> _core.RealRootsResult:
        """A result in host memory; without values it has a report only."""
        values = self.copied(0) if with_values else self.nothing(0)
        masks, counts, statuses = (self.copied(k) for k in (self.TOUCHING, self.COUNTS, self.STATUSES))
        masks = masks.view(np.uint64)
        return _core.real_roots_result(values, counts, statuses, masks, *self.interval, self.method, self.target)


def _scratch() -> tuple[int, int]:
    """Bytes of scratch memory for each polynomial, and for all."""
    none = _core.real_roots_scratch(0)
    return _core.real_roots_scratch(1) - none, none


class RootAnswers(Answers):
    """Of `roots`: roots, radii, their statuses, counts, statuses of polynomials."""

    RADII, ROOT_STATUSES, COUNTS, STATUSES = 1, 2, 3, 4
    KINDS: Kinds = (("complex128", True), ("float64", True), ("uint8", True), ("uint8", False), ("uint8", False))

    def __init__(self, array: Given, digits: int) -> None:
        super().__init__(array, self.KINDS)
        self.digits = digits

    def solve(self) -> None:
        """Puts the work on the stream."""
        array, framework = self.given, self.given.framework
        if self.count == 0:
            return
        parts = [array.address, *self.addresses]
        is_complex = array.dtype == "complex128"
        _core.roots_on_gpu(framework.device, is_complex, *self.where, parts, self.digits, framework.stream)
        self.wait_if_needed()

    def on_host(self, with_values: bool) -> _core.RootBatchResult:
        """A result in host memory; without values it has a report only."""
        per_root = self.copied if with_values else self.nothing
        values, radii, root_statuses = per_root(0), per_root(self.RADII), per_root(self.ROOT_STATUSES)
        counts, statuses = self.copied(self.COUNTS), self.copied(self.STATUSES)
        return _core.root_batch_result(values, radii, root_statuses, counts, statuses, self.digits, self.target)


def real_answers(array: Given, out: Optional[RealAnswers]) -> RealAnswers:
    """A place for the answers, or an earlier one."""
    if out is None:
        return RealAnswers(array)
    if not out.fits(array):
        raise ValueError(
            "out: expected a result of the same shape, precision, memory order, framework and device as this one has "
            "(of PyTorch or CuPy: arrays of others cannot be written again)"
        )
    out.given, out.stride = array, _core.batch_layout(array.name, array.shape, array.strides)[3]
    return out
