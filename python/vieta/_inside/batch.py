"""What results of a batch have in common: a polynomial for each place of an array."""

from __future__ import annotations

import math
from typing import Any, Generic, Iterator, Optional, TypeVar

import numpy as np
from numpy.typing import NDArray

from .arrays import described
from .lazy import Lazy

Array = TypeVar("Array")

_MOST = 5  # polynomials in a repr


def wide(counts: Any) -> Any:
    """NumPy's sums, differences and products of bytes wrap around at 256. Arrays on a GPU stay as they are."""
    return counts.astype(np.int32) if isinstance(counts, np.ndarray) else counts


class Batch(Lazy, Generic[Array]):
    """Subclasses have `values` of shape (..., n) and `counts` of shape (...), and a `_native` result with these arrays
    in the shapes (k, n) and (k,)."""

    _shape: tuple[int, ...]

    def _array(self, name: str) -> Any:
        """One of the native result's arrays, in the shape of the coefficients."""
        native: Any = getattr(self, "_native")
        array = getattr(native, name)()
        return array if len(self._shape) == 1 else array.reshape(self._shape + array.shape[1:])

    @property
    def shape(self) -> tuple[int, ...]:
        """That of the coefficients without the last axis."""
        return self._shape

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> NDArray[Any]:
        return np.array(self._values(), dtype=dtype) if copy else np.asarray(self._values(), dtype=dtype)

    def __len__(self) -> int:
        if not self._shape:
            return int(self._counts())
        return self._shape[0]

    def __getitem__(self, index: Any) -> Array:
        """The roots of one polynomial: an index for each axis. With one polynomial alone, its roots."""
        values: Any = self._values()
        if not self._shape:
            roots: Array = values[: int(self._counts())][index]
            return roots
        count = self._counts()[index]
        if np.ndim(count) != 0:
            raise IndexError(
                f"index {index!r}: expected one for each of {len(self._shape)} axes; slices are for `values`"
            )
        roots = values[index][: int(count)]
        return roots

    def __iter__(self) -> Iterator[Array]:
        return (self[k] for k in range(len(self)))

    def _values(self) -> Any:
        return getattr(self, "values")

    def _counts(self) -> Any:
        return getattr(self, "counts")

    def _first_lines(self) -> list[str]:
        """The roots of the first polynomials, as text."""
        if not self._shape:
            return ["  " + repr(self[:])]
        if len(self._shape) > 1:
            return []
        lines = [f"  {k}: {self[k]!r}" for k in range(min(len(self), _MOST))]
        return lines + ([f"  ... and {len(self) - _MOST} more"] if len(self) > _MOST else [])


def counted(number: int, what: str) -> str:
    """'1 polynomial', '2 polynomials'."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def place_for_values(out: NDArray[Any], given: NDArray[Any], dtype: Any, in_columns: bool = False) -> NDArray[Any]:
    """An array that the caller gives for `values`, as the library takes it: contiguous, of two axes. `given`: the coefficients."""
    shape = given.shape[:-1] + (given.shape[-1] - 1,)
    if isinstance(out, np.ma.MaskedArray) or out.shape != shape or out.dtype != dtype:
        kind = f"an array of {np.dtype(dtype).name} of shape {shape}, or an earlier result"
        raise ValueError(f"out: found {described(out)}, expected {kind}")
    if not out.flags.writeable:
        raise ValueError("out: found an array that is read-only, expected one that may be written")
    place = np.asarray(out)
    if place.ndim != 2 and place.flags.c_contiguous:
        place = place.reshape(math.prod(shape[:-1]), shape[-1])
    wanted = place.T if in_columns else place
    if place.ndim != 2 or not (wanted.flags.c_contiguous and wanted.flags.aligned):
        order = "columns (Fortran's order), as the coefficients have" if in_columns else "rows (NumPy's order)"
        raise ValueError(f"out: found strides of {out.strides} bytes, expected contiguous {order}")
    if np.may_share_memory(place, given):
        raise ValueError("out: found an array that shares memory with the coefficients, expected another one")
    return wanted
