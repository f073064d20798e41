"""`vieta.solve_parameters`: many instances of one system with parameters, from the solutions of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._inside.arrays import checkpoint_of, described, number, on_gpu, place, refuse_gpu, seconds, whole
from ._inside.batch import counted
from ._inside.lazy import Lazy, lazy
from ._inside.points import complex_of_parts, doubles_of
from ._inside.progress import Progress, as_callback
from ._inside.ranks import shared
from ._inside.starts import set_start
from ._inside.systems import as_system

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STATUSES = ("solved", "incomplete", "inconsistent", "not_isolated", "unproven")


class Instances(Lazy):
    """The solutions of all instances, one after the other.

    `x` has shape (solutions of all instances, unknowns); those of row k are `x[begin[k]:begin[k+1]]`, or `result[k]`.
    `radii`, `certified`, `regular`, `real` and `multiplicities` are as in `Solutions`; `statuses` has a text for each
    row.
    """

    def __init__(self, native: _core.ManySolutions) -> None:
        self._native = native

    @property
    def unknowns(self) -> list[str]:
        """The variables that are no parameters, in the order of columns."""
        return self._native.unknowns

    @lazy
    def x(self) -> NDArray[np.complex128]:
        """The solutions, rounded to double."""
        return self._native.values()

    @lazy
    def begin(self) -> NDArray[np.int64]:
        """Where the solutions of each row begin; one number more than rows."""
        return self._native.begin()

    @lazy
    def radii(self) -> NDArray[np.float64]:
        """Proven radii; infinite without a proof."""
        return self._native.radii()

    @lazy
    def certified(self) -> NDArray[np.bool_]:
        """Whether it is proven that exactly one true solution lies within the radius."""
        return self._native.certified().view(np.bool_)

    @lazy
    def regular(self) -> NDArray[np.bool_]:
        """Whether it is a simple solution."""
        return self._native.regular().view(np.bool_)

    @lazy
    def real(self) -> NDArray[np.bool_]:
        """Whether it is proven real."""
        return self._native.real().view(np.bool_)

    @lazy
    def multiplicities(self) -> NDArray[np.int64]:
        """How many paths ended at each solution."""
        return self._native.multiplicities()

    @lazy
    def statuses(self) -> list[str]:
        """Of each row: 'solved', 'incomplete', 'inconsistent', 'not_isolated' or 'unproven'."""
        return [_STATUSES[int(s)] for s in self._native.statuses()]

    @lazy
    def report(self) -> dict[str, Any]:
        """What was done; `report['generic']` is about the instance that all paths start from."""
        return self._native.report()

    def decimals(self, row: int, k: int = 0, digits: int = 0) -> list[tuple[str, str]]:
        """(re, im) of each coordinate of solution k of a row, with this many significant digits, or as many as are
        known.

        Examples
        --------
        >>> r = vieta.solve_parameters(["x^2 - a"], {"a": [2, 3]}, digits=30)
        >>> r.decimals(1, digits=25)
        [('-1.732050807568877293527446', '0')]
        """
        row, k = self._at(row, k)
        known = min(max(int(self._native.digits()[self.begin[row] + k]) + 2, 5), 64)
        return self._native.decimals(row, k, whole("digits", digits, 0, 64) or known)

    def mpmath(self, row: int, k: int = 0) -> list[Any]:
        """Solution k of a row as `mpmath.mpc`, without rounding (62 digits are enough to hold it)."""
        return complex_of_parts(self._native.parts(*self._at(row, k)))

    def to_json(self, digits: int = 0, *, doubles: bool = False) -> str:
        """The text that `vieta solve --parameters FILE --json` prints: docs/reference/json.md.

        With `doubles` its numbers are JSON numbers, the nearest doubles, as with `--json-doubles`: never strings of more
        digits. Radii are about these doubles then.
        """
        return self._native.to_json(whole("digits", digits, 0, 64), doubles)

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Coordinates of all solutions in the complex plane, by matplotlib; rings: proven real. Returns the axes."""
        from ._inside.plot import plot_solutions

        return plot_solutions(self, self.unknowns, ax)

    def __len__(self) -> int:
        return len(self.begin) - 1

    def __getitem__(self, k: int) -> NDArray[np.complex128]:
        k = self._row(k)
        return self.x[self.begin[k] : self.begin[k + 1]]

    def _row(self, k: int) -> int:
        n = len(self)
        if not -n <= k < n:
            raise IndexError(f"index {k}: expected one of {n} rows")
        return k % n

    def _at(self, row: int, k: int) -> tuple[int, int]:
        row = self._row(row)
        n = int(self.begin[row + 1] - self.begin[row])
        if not -n <= k < n:
            raise IndexError(f"index {k}: expected one of {n} solutions of row {row}")
        return row, k % n

    def __str__(self) -> str:
        return self._native.table()

    def __repr__(self) -> str:
        r = self.report
        return (
            f"<vieta.Instances: {r['instances']} of a system in {', '.join(self.unknowns)}; "
            f"{counted(r['regular'], 'regular solution')}, {r['certified']} certified, {r['real']} real>"
        )


@shared
def solve_parameters(
    system: Any,
    values: Any,
    names: Optional[Sequence[str]] = None,
    digits: int = 0,
    *,
    precision: Union[int, str] = 0,
    seed: int = 1,
    start: Any = "auto",
    start_at: Optional[Mapping[str, complex]] = None,
    monodromy: bool = False,
    track: str = "usual",
    max_paths: float = 1e6,
    prove: bool = True,
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
    checkpoint: Any = None,
    comm: Any = None,
) -> Instances:
    """The isolated complex solutions of many instances of one system, whose coefficients depend on parameters.

    The system is solved once, for complex parameters of no special position; its solutions are then followed to all
    instances in one batch. Far faster than `solve` for each of them.

    Examples
    --------
    >>> r = vieta.solve_parameters(["x^2 + y^2 - r", "x*y - p"], {"r": [4, 9], "p": [1, 1]})
    >>> len(r), len(r[0]), bool(r.certified.all())
    (2, 4, True)

    Parameters
    ----------
    system
        As for `solve`: n equations in n unknowns and the parameters.
    values
        A dict from the parameters' names to their values in all instances (or to one number, for all of them), or an
        array with a row for each instance.
    names
        The parameters, in the order of columns, where `values` is an array.
    start, start_at
        Solutions of one instance (rows of coordinates, or an earlier result of one instance), and its parameters as a
        dict: they are followed to all instances, and complete as far as they are all.
    monodromy
        Find the solutions that all paths start from by loops in the space of parameters: from those of `start`, or from
        one that Newton's method finds.
    track
        'usual', or 'certified', as in `solve`.
    checkpoint
        A file, or (file, seconds): instances that are solved are kept there every 30 seconds, and when Ctrl-C or
        max_seconds ends the call; a later call with the same arguments goes on from it, to the same answer. Another
        file is refused (ValueError). Remove it when the answer is safe.
    comm
        A communicator of mpi4py, such as `MPI.COMM_WORLD`: all ranks make this call and share its work, with what rank
        0 was given, and all return the same answer.

    Notes
    -----
    The others are those of `solve`. Raises TypeError and ValueError, naming the argument. Method: docs/method/solve.md.
    """
    equations = as_system("system", system)
    if isinstance(values, Mapping):
        if names is not None:
            raise ValueError("names: found names beside a dict, expected them in one of both")
        names = [str(k) for k in values]
        columns = [_numbers(f"values[{k!r}]", v) for k, v in values.items()]
        count = next((len(c) for c in columns if c.ndim), 1)
        for k, c in zip(names, columns):
            if c.ndim > 1:
                raise ValueError(f"values[{k!r}]: found {c.ndim} axes, expected a number, or one axis of them")
            if c.ndim and len(c) != count:
                raise ValueError(
                    f"values[{k!r}]: found a list of {len(c)}, expected {count} numbers as in the first list, "
                    f"or one alone for all"
                )
        rows = np.stack([np.broadcast_to(c, count) for c in columns], axis=1) if columns else np.zeros((0, 0), complex)
    else:
        if names is None:
            raise ValueError("names: found none, expected the names of the columns of values")
        names = [names] if isinstance(names, str) else [str(k) for k in names]
        rows = _numbers("values", values)
        if rows.ndim != 2 or rows.shape[1] != len(names):
            raise ValueError(f"values: found {described(rows)}, expected rows of {counted(len(names), 'number')}")
    options = _core.SolveOptions()
    options.precision = doubles_of(precision)
    options.digits = whole("digits", digits, 0, 60)
    options.seed = whole("seed", seed, 0, 2**63 - 1)
    unknowns = len(equations.variables) - len(names)
    set_start(options, start, start_at, None, monodromy, track, unknowns)
    options.max_paths = number("max_paths", max_paths)
    options.prove = bool(prove)
    options.set_on(place(on))
    options.threads = whole("threads", threads, 0, 4096)
    options.max_seconds = seconds(max_seconds)
    options.set_checkpoint(*checkpoint_of(checkpoint))
    rows = np.ascontiguousarray(rows, dtype=np.complex128)
    return Instances(_core.solve_parameters(equations._native, names, rows, options, as_callback(progress)))


def _numbers(name: str, values: Any) -> NDArray[np.complex128]:
    """As an array of complex numbers; fractions, decimals and the like are rounded."""
    if on_gpu(values):
        refuse_gpu(name, values)
    try:
        array = np.asarray(values)
        exact = array.dtype.kind == "O" and not any(isinstance(z, (str, bytes)) for z in array.flat)
        if array.dtype.kind not in "fciub" and not exact:
            raise TypeError
        return array.astype(np.complex128)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: found {described(values)}, expected numbers") from None
