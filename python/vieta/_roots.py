"""`vieta.roots`: all complex roots of one polynomial, each in a disc that is proven to hold it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._inside.arrays import (
    checkpoint_of,
    described,
    fraction,
    host_array,
    listed,
    number,
    on_gpu,
    place,
    seconds,
    whole,
    words,
)
from ._inside.exact import complex_texts, mpmath, real_text, upward_text, upwards
from ._inside.lazy import Lazy, lazy
from ._inside.polynomials import polynomial
from ._inside.progress import Progress, as_callback
from ._inside.ranks import shared
from ._inside.record import Verification, record
from ._root_batches import RootBatch, roots_of_rows, roots_on_gpu

if TYPE_CHECKING:
    from fractions import Fraction

    from matplotlib.axes import Axes

_Bound = Any  # a number, or a text such as "1/3"


@record(frozen=True)
class Root:
    """One disc: it holds exactly `multiplicity` roots, counted with multiplicity, unless `status` is 'unproven'."""

    value: complex
    radius: float
    multiplicity: int
    status: str
    real: bool
    imaginary: bool


class Roots(Lazy):
    """The roots of one polynomial: discs, sorted by modulus, conjugates side by side.

    Arrays of one entry for each disc: `values`, `radii`, `multiplicities`, `real`, `statuses`. The array protocol,
    `len`, indexing and iteration work as well; `numpy.asarray(result)` is `values`.
    """

    def __init__(self, native: _core.RootsResult) -> None:
        self._native = native

    @lazy
    def values(self) -> NDArray[np.complex128]:
        """Centres of the discs. Beyond the range of doubles (infinite, zero) only `decimals` is right. Discs about these
        doubles need not be disjoint where doubles do not tell roots apart: those of `decimals` are, and `intervals`.
        """
        return self._native.values()

    @lazy
    def radii(self) -> NDArray[np.float64]:
        """The true roots lie within this distance of the centres. Infinite where nothing is known. These discs need not
        be disjoint where doubles do not tell roots apart: those of `decimals` are, and `intervals`."""
        return self._native.radii()

    @lazy
    def multiplicities(self) -> NDArray[np.int64]:
        """How many roots each disc holds. They add up to the degree when every disc is proven."""
        return self._native.multiplicities()

    @lazy
    def real(self) -> NDArray[np.bool_]:
        """Whether the root is proven to be real; then its imaginary part is exactly 0. With `uncertainty`: whether it
        is for every polynomial with real coefficients that lies within it."""
        return self._native.real().view(np.bool_)

    @lazy
    def imaginary(self) -> NDArray[np.bool_]:
        """Whether the root is proven to be purely imaginary, and not 0; then its real part is exactly 0."""
        return self._native.imaginary().view(np.bool_)

    @lazy
    def statuses(self) -> list[str]:
        """'isolated', 'multiple' (one root of that multiplicity), 'cluster' (several roots in one disc), 'wide'
        (larger than asked for), 'unproven' or 'at_border' (of the region asked for)."""
        return self._native.statuses()

    @property
    def status(self) -> str:
        """'complete': every root is certified as asked for; 'partial': time or precision ended first."""
        return self._native.status()

    @lazy
    def report(self) -> dict[str, Any]:
        """What was done: degree, numbers of discs by status, method, precision, target, seconds, stopped_by."""
        return self._native.report()

    @lazy
    def decimals(self) -> list[tuple[str, str, str]]:
        """(re, im, radius) of each disc as decimal texts, with as many digits as were asked for. The radius is valid
        about the numbers as they are written."""
        texts = self._native.decimals()
        if texts:
            return texts
        # Radii hold about the shortest texts that read back as these doubles (src/base/number.hpp). Nothing is added to
        # them: discs that are apart stay so.
        return [(repr(z.real), repr(z.imag), upward_text(r)) for z, r in zip(self.values.tolist(), self.radii.tolist())]

    @lazy
    def intervals(self) -> list[Optional[tuple[Fraction, Fraction]]]:
        """For each disc the real points of it, where its root is proven to be real: an isolating interval with rational
        ends, which are equal where the root is known exactly. None for other discs.

        Examples
        --------
        >>> vieta.roots("(x^2-2)*(2x-1)", real_only=True).intervals[0]
        (Fraction(1, 2), Fraction(1, 2))
        """
        texts = self._native.intervals()
        return [(fraction(lower), fraction(upper)) if lower else None for lower, upper in texts]

    def mpmath(self) -> list[Any]:
        """The centres as `mpmath.mpf` (real ones) and `mpmath.mpc`, with all digits that are known.

        Examples
        --------
        >>> import mpmath
        >>> r = vieta.roots([-2, 0, 1], digits=40)
        >>> with mpmath.workdps(40):
        ...     print(r.mpmath()[0])
        1.41421356237309504880168872420969807857
        """
        mp = mpmath()
        parts: list[tuple[Any, Any]] = [(re, im) for re, im, _ in self._native.decimals()]
        if not parts:  # doubles pass exactly
            parts = [(float(z.real), float(z.imag)) for z in self.values]
        longest = max((max(len(re), len(im)) for re, im in parts if isinstance(re, str)), default=0)
        with mp.workdps(max(longest, 17) + 3):
            return [mp.mpf(re) if real else mp.mpc(re, im) for (re, im), real in zip(parts, self.real)]

    def verify(self) -> Verification:
        """Proves every claim again by a slow path that shares no method with the solver.

        Examples
        --------
        >>> bool(vieta.roots([-1, -1, 0, 0, 0, 1]).verify())
        True
        """
        return Verification(*self._native.verify())

    def to_json(self, *, doubles: bool = False) -> str:
        """The text that `vieta roots --json` prints: docs/reference/json.md.

        With `doubles` its numbers are JSON numbers, the nearest doubles, as with `--json-doubles`: never strings of more
        digits. Radii are about these doubles then.
        """
        return self._native.to_json(doubles)

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The roots in the complex plane with their discs, by matplotlib. Returns the axes."""
        from ._inside.plot import plot_roots

        return plot_roots(self, ax)

    def __len__(self) -> int:
        return self._native.size()

    def __getitem__(self, k: int) -> Root:
        return Root(
            complex(self.values[k]),
            float(self.radii[k]),
            int(self.multiplicities[k]),
            self.statuses[k],
            bool(self.real[k]),
            bool(self.imaginary[k]),
        )

    def __iter__(self) -> Iterator[Root]:
        return (self[k] for k in range(len(self)))

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> NDArray[Any]:
        return np.array(self.values, dtype=dtype) if copy else np.asarray(self.values, dtype=dtype)

    def __str__(self) -> str:
        return self._native.table(40)

    def __repr__(self) -> str:
        r = self.report
        keys = ("isolated", "multiple", "clusters", "wide", "unproven", "at_border")
        counts = ", ".join(f"{r[key]} {key}" for key in keys if r[key])
        lines = [f"<vieta.Roots of degree {r['degree']}: {counts or 'no roots'}; {int(self.real.sum())} real>"]
        most = 10
        shown = list(zip(self.decimals, self.multiplicities))[:most]
        for (re, im, radius), multiplicity in shown:
            is_zero = not im.split("e")[0].strip("-0.")  # as a double it may be 0 for its size
            value = re if is_zero else f"{re} {'-' if im.startswith('-') else '+'} {im.lstrip('-')}i"
            proof = "not proven" if float(radius) == float("inf") else f"within {upwards(radius)}"
            lines.append(f"  {value}  {proof}" + (f", {multiplicity} roots" if multiplicity > 1 else ""))
        if len(self) > most:
            lines.append(f"  ... and {len(self) - most} more")
        return "\n".join(lines)


# Of an array only its axes tell which it is, and types do not know them.
_OnePolynomial = Union[str, "os.PathLike[str]", Sequence[Any], "np.polynomial.Polynomial", np.poly1d]


@overload
def roots(
    c: _OnePolynomial,
    digits: int = ...,
    *,
    method: str = ...,
    uncertainty: float = ...,
    in_disc: Optional[tuple[_Bound, _Bound]] = ...,
    in_box: Optional[tuple[_Bound, _Bound, _Bound, _Bound]] = ...,
    real_only: bool = ...,
    on: str = ...,
    threads: int = ...,
    max_seconds: float = ...,
    progress: Optional[Progress] = ...,
    checkpoint: Any = ...,
    comm: Any = ...,
) -> Roots: ...
@overload
def roots(
    c: Any,
    digits: int = ...,
    *,
    method: str = ...,
    uncertainty: float = ...,
    in_disc: Optional[tuple[_Bound, _Bound]] = ...,
    in_box: Optional[tuple[_Bound, _Bound, _Bound, _Bound]] = ...,
    real_only: bool = ...,
    on: str = ...,
    threads: int = ...,
    max_seconds: float = ...,
    progress: Optional[Progress] = ...,
    out: Union[RootBatch, NDArray[Any], None] = ...,
    checkpoint: Any = ...,
    comm: Any = ...,
) -> Union[Roots, RootBatch]: ...


@shared
def roots(
    c: Any,
    digits: int = 15,
    *,
    method: str = "auto",
    uncertainty: float = 0.0,
    in_disc: Optional[tuple[_Bound, _Bound]] = None,
    in_box: Optional[tuple[_Bound, _Bound, _Bound, _Bound]] = None,
    real_only: bool = False,
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
    out: Union[RootBatch, NDArray[Any], None] = None,
    checkpoint: Any = None,
    comm: Any = None,
) -> Union[Roots, RootBatch]:
    """All complex roots of one polynomial, or of each of many, each in a disc that is proven to hold it.

    Examples
    --------
    >>> r = vieta.roots([-1, -1, 0, 0, 0, 1])          # x^5 - x - 1
    >>> r.values[-1], r.real[-1]
    (np.complex128(1.1673039782614187+0j), np.True_)
    >>> vieta.roots("(x - 1/3)^2 * (x^2 + 1)").multiplicities
    array([2, 1, 1])
    >>> vieta.roots([-2, 0, 1], digits=30).decimals[0][0]
    '1.4142135623730950488016887242097'
    >>> f = np.polynomial.Chebyshev.interpolate(np.cos, 40, domain=[0, 20])
    >>> vieta.roots(f, real_only=True, in_box=(0, 20, 0, 0)).values.real[:2] / np.pi
    array([0.5, 1.5])

    Parameters
    ----------
    c
        Coefficients in ascending order: an array of one axis (float32, float64, complex64, complex128, integers), or a
        list of exact numbers: int of any size, float (taken as exactly what it stores), complex, `fractions.Fraction`,
        `decimal.Decimal`, mpmath's mpf and mpc, SymPy numbers, texts such as "3/4". Or a polynomial: an expression in
        one variable ("x^5 - x - 1"), a SymPy expression or Poly, `numpy.poly1d`, or a `pathlib.Path` of a file. Or a
        series of `numpy.polynomial`, with its domain: a `Chebyshev`, `Legendre`, `Hermite`, `HermiteE` or `Laguerre` is
        solved and proven in its own basis, to which powers of x would do harm.
        An array of two axes or more is a batch: a polynomial of degree up to 64 on its last axis, solved in SIMD lanes,
        with arrays as answers (`RootBatch`); 15 digits at most, and neither method nor uncertainty. Of PyTorch, CuPy,
        JAX or another framework with DLPack or `__cuda_array_interface__` on a CUDA device: solved there, on the
        framework's current stream, with answers in the same framework; neither max_seconds nor progress.
    digits
        Decimal digits of every root, 1 to 1,000,000. Above 15 the answers are in `decimals` and `mpmath()`.
    method
        'auto', 'near-linear' (for high degrees; exact coefficients only), 'ehrlich-aberth' or 'durand-kerner'. Every
        disc is proven, whatever the method.
    uncertainty
        Not 0: coefficients are known to this relative error, and discs hold for every polynomial within it.
    in_disc, in_box, real_only
        Only the roots in a closed part of the plane: (centre, radius), (re0, re1, im0, im1), the real axis; several of
        them: where all hold. Numbers are exact: 0.3 is the double next to it, and "0.3", "1/3", "pi/4",
        `fractions.Fraction` and `decimal.Decimal` are what they say. Roots that no precision tells from the border have status 'at_border'. With method
        'near-linear' the cost is that of the region.
    on
        Where: 'auto', 'cpu', 'cuda' or 'cuda:1'; a GPU is for one polynomial of high degree. A batch says it by where
        it is.
    threads
        0: `VIETA_THREADS` or `OMP_NUM_THREADS` of the environment, else all processors.
    max_seconds
        Not 0: when time is up the result so far is returned, with status 'partial'.
    progress
        Called now and then with (settled roots, degree); or a tqdm bar.
    out
        Of a batch: an array of complex128 of the shape (..., n) for `values`, which are written there and nowhere else; or an earlier
        result of the same shape, all arrays of which are written again, so that no memory is fetched.
    checkpoint
        A file, or (file, seconds), for hours of work at a high degree: what is proven is kept there every 30 seconds,
        and when Ctrl-C or max_seconds ends the call; a later call with the same polynomial and options goes on from it,
        to the same answer, bit for bit. Another file is refused (ValueError). Remove it when the answer is safe. Only
        for all roots by the near-linear method.
    comm
        A communicator of mpi4py, such as `MPI.COMM_WORLD`: all ranks make this call and share its work, with what rank
        0 was given, and all return the same answer.

    Notes
    -----
    Raises TypeError and ValueError, naming the argument: for what are no numbers, for NaN and infinities, and for the
    zero polynomial, whose roots are all numbers. Ctrl-C raises KeyboardInterrupt.

    Cost: O(n log n) operations in double where near-linear finds and proves all roots, else O(n^2); precision rises
    only for the roots that need it. Method and proofs: docs/method/roots.md.
    """
    if not isinstance(method, str) or method not in _core.roots_methods:
        raise ValueError(f"method: found {method!r}, expected {words(_core.roots_methods)}")
    if type(c) is not list and _axes(c) > 1:
        remote = type(c) is not np.ndarray and on_gpu(c)
        rows = None if remote else host_array("c", c)
        if remote or rows is not None:
            if method != "auto" or uncertainty != 0:
                raise ValueError("method, uncertainty: for a single polynomial; c is a batch of many")
            if place(on) != "auto":
                raise ValueError("on: for a single polynomial; a batch is solved where its coefficients are")
            if checkpoint is not None:
                raise ValueError("checkpoint: for a single polynomial; c is a batch of many")
            if in_disc is not None or in_box is not None or real_only:
                raise ValueError("in_disc, in_box, real_only: for a single polynomial; c is a batch of many")
            if rows is None:
                return roots_on_gpu("c", c, digits, threads, max_seconds, progress, out)
            return roots_of_rows("c", rows, digits, threads, max_seconds, progress, out)
    if out is not None:
        raise ValueError("out: for a batch of many; c is a single polynomial")
    return roots_of_one(
        c, digits, method, uncertainty, threads, max_seconds, progress, in_disc, in_box, real_only, on, checkpoint
    )


def _axes(c: Any) -> int:
    axes = getattr(c, "ndim", None)
    if axes is None and getattr(type(c), "__cuda_array_interface__", None) is not None:
        return len(c.__cuda_array_interface__["shape"])
    return axes if isinstance(axes, int) else 1


def roots_of_one(
    c: Any,
    digits: int = 15,
    method: str = "auto",
    uncertainty: float = 0.0,
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
    in_disc: Optional[tuple[_Bound, _Bound]] = None,
    in_box: Optional[tuple[_Bound, _Bound, _Bound, _Bound]] = None,
    real_only: bool = False,
    on: str = "auto",
    checkpoint: Any = None,
) -> Roots:
    """`roots` of one polynomial."""
    if not isinstance(real_only, (bool, np.bool_)):
        raise TypeError(f"real_only: found {described(real_only)}, expected True or False")
    native = _core.roots(
        polynomial("c", c),
        whole("digits", digits, 1, 1_000_000),
        method,
        number("uncertainty", uncertainty),
        _disc(in_disc),
        _box(in_box),
        bool(real_only),
        "auto" if on == "auto" else place(on),
        whole("threads", threads, 0, 4096),
        seconds(max_seconds),
        as_callback(progress),
        *checkpoint_of(checkpoint),
    )
    status = native.status()
    refuse_status(status, c)
    return Roots(native)


def refuse_status(status: str, c: Any) -> None:
    if status == "zero_polynomial":
        raise ValueError(
            "c: found the zero polynomial, of which every number is a root; expected a nonzero coefficient"
        )
    if status == "bad_input":
        raise ValueError(f"c: found NaN or an infinity{_where_not_finite(c)}, expected finite coefficients")


def _disc(in_disc: Any) -> Optional[tuple[str, str, str]]:
    """As texts, which are exact; the second is empty where the first may be complex."""
    if in_disc is None:
        return None
    parts = listed("in_disc", in_disc, "a centre and a radius")
    if len(parts) != 2:
        raise ValueError(f"in_disc: found {len(parts)} numbers, expected a centre and a radius")
    if isinstance(parts[0], str):
        return parts[0], "", _bound("in_disc[1]", parts[1])
    re, im = complex_texts("in_disc[0]", parts[0])
    return re, im, _bound("in_disc[1]", parts[1])


def _box(in_box: Any) -> Optional[tuple[str, str, str, str]]:
    if in_box is None:
        return None
    parts = listed("in_box", in_box, "re0, re1, im0, im1")
    if len(parts) != 4:
        raise ValueError(f"in_box: found {len(parts)} numbers, expected re0, re1, im0, im1")
    re0, re1, im0, im1 = (_bound(f"in_box[{k}]", x) for k, x in enumerate(parts))
    return re0, re1, im0, im1


def _bound(name: str, value: Any) -> str:
    """A real number, infinities included."""
    if isinstance(value, (float, np.floating)) and abs(value) == float("inf"):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, complex) or isinstance(value, np.complexfloating):
        raise TypeError(f"{name}: found the complex number {value}, expected a real number")
    return real_text(name, value)


def _where_not_finite(c: Any) -> str:
    try:
        return f" at index {int(np.flatnonzero(~np.isfinite(c))[0])}"
    except (TypeError, ValueError, IndexError):
        return ""
