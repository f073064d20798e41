"""`vieta.roots` of an array of two or more axes: all complex roots of each of many polynomials of degree up to 64."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Iterator, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arrays import number, refuse_dtype, whole
from ._lazy import lazy
from ._progress import Progress, as_callback


class RootStatus(IntEnum):
    """What is known of one place in `RootBatch.values`."""

    ISOLATED = 0
    """The disc holds exactly one root, touches no other and is as small as asked for."""
    CLUSTER = 1
    """The disc holds as many roots as it has places, all with the same centre."""
    UNCERTAIN = 2
    """Proven, but larger than asked for."""
    UNPROVEN = 3
    """An approximation; the radius is infinite."""
    NONE = 4
    """No root: the polynomial has a lower degree. NaN."""


class BatchStatus(IntEnum):
    """What is known of one polynomial's roots."""

    COMPLETE = 0
    """Every root is proven and its disc as small as asked for."""
    PARTIAL = 1
    """Some roots are UNCERTAIN or UNPROVEN, or time was up."""
    ZERO_POLYNOMIAL = 2
    """Every number is a root; none is listed."""
    BAD_INPUT = 3
    """NaN or an infinite coefficient; none is listed."""


class RootBatch:
    """The roots of many polynomials. With coefficients of shape (..., n + 1), `values`, `radii` and `root_statuses` have
    the shape (..., n), `counts` and `statuses` the shape (...).

    Roots of a polynomial are sorted by modulus, conjugates side by side; NaN stands behind the last one where leading
    coefficients are zero. `numpy.asarray(result)` is `values`; `result[i]` are the roots of one polynomial.
    """

    def __init__(self, native: _core.RootBatchResult, shape: tuple[int, ...]) -> None:
        self._native = native
        self._shape = shape

    def _places(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.reshape(self._shape + array.shape[1:])

    @lazy
    def values(self) -> NDArray[np.complex128]:
        """Centres of the discs."""
        return self._places(self._native.values())

    @lazy
    def radii(self) -> NDArray[np.float64]:
        """The true roots lie within this distance of the centres. Infinite where nothing is known."""
        return self._places(self._native.radii())

    @lazy
    def root_statuses(self) -> NDArray[np.uint8]:
        """A `RootStatus` for each place."""
        return self._places(self._native.root_statuses())

    @lazy
    def counts(self) -> NDArray[np.uint8]:
        """The degree of each polynomial without its leading zeros: how many roots are listed."""
        return self._native.counts().reshape(self._shape)

    @lazy
    def statuses(self) -> NDArray[np.uint8]:
        """A `BatchStatus` for each polynomial."""
        return self._native.statuses().reshape(self._shape)

    @lazy
    def report(self) -> dict[str, Any]:
        """Numbers of polynomials by outcome, and what was done."""
        return self._native.report()

    @property
    def shape(self) -> tuple[int, ...]:
        """That of the coefficients without the last axis."""
        return self._shape

    def __len__(self) -> int:
        return self._shape[0]

    def __getitem__(self, index: Any) -> NDArray[np.complex128]:
        """The roots of one polynomial: an index for each axis."""
        count = self.counts[index]
        if np.ndim(count) != 0:
            raise IndexError(
                f"index {index!r}: expected one for each of {len(self._shape)} axes; slices are for `values`"
            )
        roots: NDArray[np.complex128] = self.values[index][: int(count)]
        return roots

    def __iter__(self) -> Iterator[NDArray[np.complex128]]:
        return (self[k] for k in range(len(self)))

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> NDArray[Any]:
        return np.array(self.values, dtype=dtype) if copy else np.asarray(self.values, dtype=dtype)

    def __repr__(self) -> str:
        r = self.report
        words = [f"{r[key]} {key}" for key in ("partial", "zero_polynomials", "bad_inputs") if r[key]]
        head = f"<vieta.RootBatch of {r['polynomials']} polynomials of degree {r['degree']}: {r['roots']} roots"
        return head + "".join(f"; {w}" for w in words) + ">"


def roots_of_rows(
    name: str, c: NDArray[Any], digits: int, threads: int, max_seconds: float, progress: Optional[Progress]
) -> RootBatch:
    """`c` has two axes or more."""
    if not 1 <= c.shape[-1] <= 65:
        raise ValueError(f"{name}: found {c.shape[-1]} coefficients in the last axis, expected 1 to 65 for a batch")
    kind = c.dtype.kind
    if kind == "c" and c.dtype.itemsize <= 16:
        rows = np.ascontiguousarray(c, dtype=np.complex128)
    elif kind in "iub" or (kind == "f" and c.dtype.itemsize <= 8):
        rows = np.ascontiguousarray(c, dtype=np.float64)
    else:
        raise refuse_dtype(name, c, "an array of float32, float64, complex64, complex128 or integers")
    solve = _core.roots_of_complex_rows if kind == "c" else _core.roots_of_rows
    native = solve(
        rows.reshape(-1, rows.shape[-1]),
        whole("digits", digits, 1, 15),
        whole("threads", threads, 0, 4096),
        number("max_seconds", max_seconds),
        as_callback(progress),
    )
    return RootBatch(native, c.shape[:-1])
