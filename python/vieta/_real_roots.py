"""`vieta.real_roots`: the real roots in an interval, of each of many polynomials of degree up to 64."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._gpu import answers as _gpu_answers
from ._gpu import arrays as _gpu
from ._inside.arrays import described, number, on_gpu, real_array, seconds, whole, words
from ._inside.batch import Batch, counted, place_for_values, wide
from ._inside.lazy import lazy
from ._inside.progress import Progress, as_callback
from ._inside.ranks import shared

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_METHODS = {word: number for number, word in enumerate(_core.real_roots_methods)}
_INFINITY = float("inf")

Floats = Union[NDArray[np.float32], NDArray[np.float64]]


class Status(IntEnum):
    """What is known of one polynomial's roots."""

    OK = 0
    """All roots in the interval are listed, each with a change of sign within the tolerance."""
    TOUCHING = 1
    """The same, but some are marked in `touching`: there the polynomial comes as close to zero as rounding its
    coefficients can tell, without a change of sign."""
    UNRESOLVED = 2
    """Something between the listed roots could not be decided."""
    ZERO_POLYNOMIAL = 3
    """Every number is a root; none is listed."""
    BAD_INPUT = 4
    """NaN or an infinite coefficient; none is listed."""
    CLUSTERED = 5
    """As OK or TOUCHING, but some root is three or more as far as rounding can tell (one of odd multiplicity above 1,
    or a cluster). Not looked for on a GPU."""


_BAD_INPUT = int(Status.BAD_INPUT)


class RealRoots(Batch[Floats]):
    """Real roots of many polynomials. With coefficients of shape (..., n + 1), arrays have the shape (...).

    `values` has shape (..., n): roots in ascending order, NaN behind the last one. `counts` tells how many, `statuses`
    holds a `Status` for each polynomial. `result[i]` is an array of the roots of one polynomial.

    Of coefficients on a GPU these are arrays of their framework on that GPU; `host()` has copies in NumPy arrays.
    """

    def __init__(self, native: _core.RealRootsResult, c: Floats, shape: tuple[int, ...]) -> None:
        self._native = native
        self._coeffs = c
        self._shape = shape

    @lazy
    def values(self) -> Floats:
        """Roots, ascending, and NaN in the places behind the last one."""
        values: Floats = self._array("values")
        return values

    @lazy
    def counts(self) -> NDArray[np.int32]:
        """How many roots are listed."""
        counts: NDArray[np.int32] = wide(self._array("counts"))
        return counts

    @lazy
    def statuses(self) -> NDArray[np.uint8]:
        """A `Status` for each polynomial: compare with `Status.OK` and so on."""
        statuses: NDArray[np.uint8] = self._array("statuses")
        return statuses

    @lazy
    def touching(self) -> NDArray[np.bool_]:
        """For each place in `values` whether the polynomial touches zero there without a change of sign."""
        masks = self._native.touching().reshape(self._shape + (1,))
        places = np.arange(self.values.shape[-1], dtype=np.uint64)
        return (masks >> places & np.uint64(1)).astype(np.bool_)

    @lazy
    def bounds(self) -> Optional[Floats]:
        """With `bounds=True`, else None: a disc of this radius around the root holds a root of the polynomial with these
        coefficients taken exactly, proven; beside a root that is no touch, a real one. Infinite where nothing could be
        proven, NaN behind the last root."""
        if self._native.bounds() is None:
            return None
        bounds: Floats = self._array("bounds")
        return bounds

    @lazy
    def report(self) -> dict[str, Any]:
        """Numbers of polynomials by outcome, and what was done."""
        return self._native.report()

    def host(self) -> RealRoots:
        """The same result in host memory."""
        return self

    def to_json(self) -> str:
        """The text that `vieta real-roots --json` prints: docs/reference/json.md."""
        return self._native.to_json()

    def plot(self, ax: Optional[Axes] = None, most: int = 8) -> Axes:
        """Graphs of the first polynomials with their roots, by matplotlib. Returns the axes."""
        from ._inside.plot import plot_real_roots

        return plot_real_roots(self, self._coeffs, ax, most)

    def _head(self) -> str:
        r = self.report
        words = [f"{r[key]} {key}" for key in ("touching", "clustered", "unresolved", "zero_polynomials", "bad_inputs") if r[key]]
        lo, hi = r["interval"]
        what = counted(r["polynomials"], "polynomial")
        head = f"<vieta.RealRoots of {what} of degree {r['degree']} in [{lo:g}, {hi:g}]: {counted(r['roots'], 'root')}"
        return head + "".join(f"; {w}" for w in words) + ">"

    def __repr__(self) -> str:
        return "\n".join([self._head(), *self._first_lines()])


class RealRootsOnGpu(_gpu_answers.OnGpu, RealRoots):
    """Roots that were computed where the coefficients are. The work may still be under way: arrays are in the order of
    their framework's stream, as if the framework had computed them; `report`, `host`, `to_json`, `plot` wait for it.
    """

    _answers: _gpu_answers.RealAnswers

    @lazy
    def touching(self) -> Any:
        """For each place in `values` whether the polynomial touches zero there without a change of sign."""
        return self._answers.touching()

    def host(self) -> RealRoots:
        return RealRoots(self._answers.on_host(with_values=True), self._answers.coefficients_on_host(), self._shape)


@shared
def real_roots(
    c: Any,
    interval: tuple[float, float] = (-_INFINITY, _INFINITY),
    *,
    tolerance: float = 0.0,
    relative_tolerance: float = 0.0,
    method: str = "auto",
    bounds: bool = False,
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
    out: Union[RealRoots, NDArray[Any], None] = None,
    comm: Any = None,
) -> RealRoots:
    """All real roots in a closed interval, of each of many polynomials of degree 0 to 64.

    Examples
    --------
    >>> import numpy as np
    >>> r = vieta.real_roots(np.array([[-1.0, 0, 1], [1, 0, 1], [1, -2, 1]]), (-10, 10))
    >>> r.counts
    array([2, 0, 1], dtype=int32)
    >>> r[0]
    array([-1.,  1.])
    >>> r.statuses == vieta.Status.TOUCHING          # (x - 1)^2 touches zero
    array([False, False,  True])

    Parameters
    ----------
    c
        Ascending coefficients on the last axis: an array of float32 or float64, in rows or (Fortran's order, or the
        transpose of an array) in columns, which is faster. It is read where it is. Lists and whole numbers are
        converted to float64. Float32 is solved in float, with answers in float32. Of PyTorch, CuPy, JAX or another
        framework with DLPack or `__cuda_array_interface__` on a CUDA device: solved there, on the framework's current
        stream, with answers in the same framework. Or a `numpy.poly1d` or one of the series of `numpy.polynomial`, or a list of
        them.
    interval
        (a, b); its ends may be infinite. Default: all real numbers.
    tolerance, relative_tolerance
        A root x is final within max(tolerance, relative_tolerance |x|). 0: as accurate as the precision allows.
    method
        'auto', 'derivatives' or 'bernstein': how roots are separated.
    bounds
        Whether `bounds` of the result holds a proven error bound of each root; about half a microsecond for each. Lists may not
        have integers then that float64 rounds. Not on a GPU.
    threads
        0: `VIETA_THREADS` or `OMP_NUM_THREADS` of the environment, else all processors. Of no meaning on a GPU.
    max_seconds
        Not 0: polynomials that were not looked at in time are UNRESOLVED. Not on a GPU.
    progress
        Called now and then with (polynomials done, all of them); or a tqdm bar. Not on a GPU.
    out
        An array for `values`, of the shape (..., n), precision and order (rows, columns) that they have: they are written there, and
        nowhere else. Or an earlier result of the same shape and precision: all its arrays are written again, and no memory is fetched.
    comm
        A communicator of mpi4py, such as `MPI.COMM_WORLD`: all ranks make this call and share its work, with what rank
        0 was given, and all return the same answer.

    Notes
    -----
    A NaN in one row of a batch is that row's status and leaves the others alone; in a polynomial given alone (one axis,
    in host memory) it is a ValueError. Raises TypeError and ValueError, naming the argument, for complex coefficients,
    objects, more than 65 coefficients (`vieta.roots` with real_only=True takes one polynomial of any degree), arrays with gaps in both directions, and intervals with a > b. Ctrl-C raises KeyboardInterrupt.

    Cost: O(n^2) operations for each polynomial and O(n) for each step of each root.
    Method and bounds: docs/method/real_roots.md.
    """
    if not isinstance(method, str) or method not in _METHODS:
        raise ValueError(f"method: found {method!r}, expected {words(_METHODS)}")
    if type(c) is not np.ndarray and on_gpu(c):
        whole("threads", threads, 0, 4096)
        _gpu.refuse_limits(max_seconds, progress)
        if bounds:
            raise ValueError("bounds: found True, expected False for coefficients on a GPU")
        tolerances = (number("tolerance", tolerance), number("relative_tolerance", relative_tolerance))
        return _on_gpu(c, interval, tolerances, method, out)
    array = real_array("c", c, "; vieta.roots takes one polynomial with any", exactly=bounds)
    shape = array.shape[:-1]
    rows = array
    if array.ndim == 1:
        if not array.flags.c_contiguous:  # one row: a copy costs nothing
            rows = array = np.ascontiguousarray(array)
    elif array.ndim > 2:
        rows = array.reshape(-1, array.shape[-1])
        gaps = any(stride % array.itemsize for stride in array.strides)
        if array.size and (gaps or not np.shares_memory(rows, array)):
            raise ValueError(
                f"c: found an array that is not contiguous (strides of {array.strides} bytes), expected one in "
                f"NumPy's order: numpy.ascontiguousarray(c) makes a copy that is"
            )
    elif rows.strides[0] % rows.itemsize or rows.strides[1] % rows.itemsize:
        raise ValueError(
            f"c: found an array that is not contiguous (strides of {array.strides} bytes), expected rows or "
            f"columns without gaps between their numbers: numpy.ascontiguousarray(c) makes a copy that is"
        )
    lo, hi = ends_of(interval)
    place: Any = None
    if isinstance(out, np.ndarray):
        steps = [stride // rows.itemsize for stride in rows.strides]
        in_columns = _core.batch_layout("c", rows.shape, steps)[2]
        place = place_for_values(out, array, array.dtype, in_columns)
    elif out is not None:
        if not isinstance(out, RealRoots) or isinstance(out, RealRootsOnGpu):
            raise TypeError(f"out: found {described(out)}, expected an array or a result of vieta.real_roots")
        place = out._native
    native = _core.real_roots(
        rows,
        lo,
        hi,
        number("tolerance", tolerance),
        number("relative_tolerance", relative_tolerance),
        _METHODS[method],
        whole("threads", threads, 0, 4096),
        seconds(max_seconds),
        as_callback(progress),
        place,
        bounds,
    )
    if not shape and native.first_status() == _BAD_INPUT:
        where = int(np.flatnonzero(~np.isfinite(array))[0])
        raise ValueError(f"c: found {array[where]} at index {where}, expected finite coefficients")
    return RealRoots(native, array, shape)


def ends_of(interval: Any) -> tuple[float, float]:
    try:
        a, b = interval
    except (TypeError, ValueError):
        found = repr(interval) if isinstance(interval, (int, float, str, tuple, list)) else described(interval)
        raise TypeError(f"interval: found {found}, expected two numbers (a, b)") from None
    lo, hi = number("interval", a), number("interval", b)
    if lo > hi:
        raise ValueError(f"interval: found ({lo:g}, {hi:g}), expected (a, b) with a <= b")
    return lo, hi


def _on_gpu(
    c: Any, interval: Any, tolerances: tuple[float, float], method: str, out: Union[RealRoots, NDArray[Any], None]
) -> RealRootsOnGpu:
    array = _gpu.given("c", c)
    if out is not None and not isinstance(out, RealRootsOnGpu):
        raise TypeError(f"out: found {described(out)}, expected a result of vieta.real_roots on the same GPU")
    lo, hi = ends_of(interval)
    answers = _gpu_answers.real_answers(array, None if out is None else out._answers)
    answers.method = method
    answers.solve(lo, hi, tolerances, _METHODS[method])
    return RealRootsOnGpu(answers)
