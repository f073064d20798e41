"""`vieta.roots` of an array of two or more axes: all complex roots of each of many polynomials of degree up to 64."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._gpu import answers as _gpu_answers
from ._gpu import arrays as _gpu
from ._inside.arrays import described, refuse_dtype, refuse_rounding, seconds, whole
from ._inside.batch import Batch, counted, place_for_values, wide
from ._inside.lazy import lazy
from ._inside.progress import Progress, as_callback

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class RootStatus(IntEnum):
    """What is known of one place in `RootBatch.values`."""

    ISOLATED = 0
    """The disc holds exactly one root, touches no other and is as small as asked for."""
    CLUSTER = 1
    """The disc holds as many roots as it has places, all with the same centre."""
    WIDE = 2
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
    """Some roots are WIDE or UNPROVEN, or time was up."""
    ZERO_POLYNOMIAL = 2
    """Every number is a root; none is listed."""
    BAD_INPUT = 3
    """NaN or an infinite coefficient; none is listed."""


class RootBatch(Batch[NDArray[np.complex128]]):
    """The roots of many polynomials. With coefficients of shape (..., n + 1), `values`, `radii` and `root_statuses`
    have the shape (..., n), `counts` and `statuses` the shape (...).

    Roots of a polynomial are sorted by modulus, conjugates side by side; NaN stands behind the last one where leading
    coefficients are zero. `numpy.asarray(result)` is `values`; `result[i]` are the roots of one polynomial.

    Of coefficients on a GPU these are arrays of their framework on that GPU; `host()` has copies in NumPy arrays.
    """

    def __init__(self, native: _core.RootBatchResult, shape: tuple[int, ...]) -> None:
        self._native = native
        self._shape = shape

    @lazy
    def values(self) -> NDArray[np.complex128]:
        """Centres of the discs."""
        values: NDArray[np.complex128] = self._array("values")
        return values

    @lazy
    def radii(self) -> NDArray[np.float64]:
        """The true roots lie within this distance of the centres. Infinite where nothing is known."""
        radii: NDArray[np.float64] = self._array("radii")
        return radii

    @lazy
    def root_statuses(self) -> NDArray[np.uint8]:
        """A `RootStatus` for each place."""
        root_statuses: NDArray[np.uint8] = self._array("root_statuses")
        return root_statuses

    @lazy
    def counts(self) -> NDArray[np.int32]:
        """The degree of each polynomial without its leading zeros: how many roots are listed."""
        counts: NDArray[np.int32] = wide(self._array("counts"))
        return counts

    @lazy
    def statuses(self) -> NDArray[np.uint8]:
        """A `BatchStatus` for each polynomial."""
        statuses: NDArray[np.uint8] = self._array("statuses")
        return statuses

    @lazy
    def report(self) -> dict[str, Any]:
        """Numbers of polynomials by outcome, and what was done."""
        return self._native.report()

    def host(self) -> RootBatch:
        """The same result in host memory."""
        return self

    def to_json(self) -> str:
        """The text that `vieta roots --json` prints for a batch: docs/reference/json.md."""
        return self._native.to_json()

    def plot(self, ax: Optional[Axes] = None, most: int = 8) -> Axes:
        """The roots of the first polynomials in the complex plane, by matplotlib. Returns the axes."""
        from ._inside.plot import plot_root_batch

        return plot_root_batch(self, ax, most)

    def _head(self) -> str:
        r = self.report
        words = [f"{r[key]} {key}" for key in ("partial", "zero_polynomials", "bad_inputs") if r[key]]
        what = counted(r["polynomials"], "polynomial")
        head = f"<vieta.RootBatch of {what} of degree {r['degree']}: {counted(r['roots'], 'root')}"
        return head + "".join(f"; {w}" for w in words) + ">"

    def __repr__(self) -> str:
        return "\n".join([self._head(), *self._first_lines()])


class RootBatchOnGpu(_gpu_answers.OnGpu, RootBatch):
    """Roots that were computed where the coefficients are. The work may still be under way: arrays are in the order of
    their framework's stream, as if the framework had computed them; `report`, `host`, `to_json`, `plot` wait for it.

    What the device cannot prove (multiple and ill-conditioned roots, extreme exponents) is PARTIAL; in host memory such
    polynomials are solved one by one, with more bits.
    """

    _answers: _gpu_answers.RootAnswers

    def host(self) -> RootBatch:
        return RootBatch(self._answers.on_host(with_values=True), self._shape)


_OF_MANY = " for many polynomials at once; one alone may have more"


def roots_of_rows(
    name: str,
    c: NDArray[Any],
    digits: int,
    threads: int,
    max_seconds: float,
    progress: Optional[Progress],
    out: Union[RootBatch, NDArray[Any], None],
) -> RootBatch:
    """`c` has two axes or more."""
    if not 1 <= c.shape[-1] <= 65:
        raise ValueError(
            f"{name}: found {c.shape[-1]} coefficients in the last axis, expected 1 to 65 for a batch: those of one "
            "polynomial, x^0 first"
        )
    kind = c.dtype.kind
    if kind == "c" and c.dtype.itemsize <= 16:
        rows = np.ascontiguousarray(c, dtype=np.complex128)
    elif kind in "iub" or (kind == "f" and c.dtype.itemsize <= 8):
        rows = np.ascontiguousarray(c, dtype=np.float64)
        if kind in "iu" and c.dtype.itemsize == 8:
            refuse_rounding(name, c, rows, " for a batch; one polynomial alone may have any")
    else:
        raise refuse_dtype(name, c, "an array of float32, float64, complex64, complex128 or integers")
    place: Any = None
    if isinstance(out, np.ndarray):
        place = place_for_values(out, c, np.complex128)
    elif out is not None:
        if not isinstance(out, RootBatch) or isinstance(out, RootBatchOnGpu):
            raise TypeError(f"out: found {described(out)}, expected an array or a result of vieta.roots for a batch")
        place = out._native
    solve = _core.roots_of_complex_rows if kind == "c" else _core.roots_of_rows
    native = solve(
        rows.reshape(-1, rows.shape[-1]),
        whole("digits", digits, 1, 15, _OF_MANY),
        whole("threads", threads, 0, 4096),
        seconds(max_seconds),
        as_callback(progress),
        place,
    )
    return RootBatch(native, c.shape[:-1])


def roots_on_gpu(
    name: str,
    c: Any,
    digits: int,
    threads: int,
    max_seconds: float,
    progress: Optional[Progress],
    out: Union[RootBatch, NDArray[Any], None],
) -> RootBatchOnGpu:
    """`c` is an array on a GPU, of two axes or more."""
    array = _gpu.given(name, c, _gpu.REAL_OR_COMPLEX)
    whole("threads", threads, 0, 4096)
    _gpu.refuse_limits(max_seconds, progress)
    if out is not None and not isinstance(out, RootBatchOnGpu):
        raise TypeError(f"out: found {described(out)}, expected a result of vieta.roots on the same GPU")
    earlier = None if out is None else out._answers
    digits = whole("digits", digits, 1, 15, _OF_MANY)
    answers = _gpu_answers.root_answers(_gpu.in_double(name, array), digits, earlier)
    answers.solve()
    return RootBatchOnGpu(answers)
