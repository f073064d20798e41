"""`vieta.newton`: solutions of polynomial systems near given starting points, each with a proof where there is one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, Optional, Union

import numpy as np

from . import _core
from ._inside.arrays import described, host_array, no_file_name, number, place, refuse_dtype, seconds, text, whole
from ._inside.batch import counted
from ._inside.exact import complex_texts
from ._inside.points import Solution, SystemPoints, doubles_of, first_lines
from ._inside.progress import Progress, as_callback
from ._inside.ranks import shared
from ._inside.systems import PolynomialSystem, as_quotients

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class NewtonResult(SystemPoints):
    """Solutions, one for each start, in their order. Starts of shape (..., n) give arrays of shape (...).

    `x` has shape (..., n). `radii`: exactly one true solution lies within this distance in every coordinate, proven
    where `certified`; with more equations than variables it belongs to what `proofs` says; infinite where nothing is
    proven. `result[k]` is a `Solution`.
    """

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """How each start converged: relative size of each step, by matplotlib. Returns the axes."""
        from ._inside.plot import plot_newton

        return plot_newton(self, ax)

    def __getitem__(self, k: int) -> Solution:
        return self._point(self._at(k))

    def __iter__(self) -> Iterator[Solution]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        r = self.report
        head = (
            f"<vieta.NewtonResult of {counted(len(self), 'start')}, {counted(r['variables'], 'variable')}: "
            f"{r['converged']} converged, {r['certified']} certified>"
        )
        shown = [self[k] for k in range(min(len(self), 5))]
        return first_lines(head, shown, [f"{k}: {s.status}, " for k, s in enumerate(shown)], len(self))


@shared
def newton(
    system: Any,
    start: Any = None,
    digits: int = 0,
    *,
    precision: Union[int, str] = 0,
    solver: str = "auto",
    max_iterations: int = 60,
    damping: bool = False,
    prove: bool = True,
    homotopy: bool = False,
    until: float = 0.0,
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
    comm: Any = None,
) -> NewtonResult:
    """Newton's method from each start (Gauss-Newton with more equations than variables), and a proof for each solution.

    Examples
    --------
    >>> r = vieta.newton(["x^2 + y^2 - 4", "x*y - 1"], [2, 0.5])
    >>> r.x.real
    array([1.93185165, 0.51763809])
    >>> bool(r.certified), bool(r.radii < 1e-15)
    (True, True)

    Parameters
    ----------
    system
        A `PolynomialSystem`, or what one is made of: texts, SymPy expressions, "f; g", or the
        `pathlib.Path` of a file. Texts and SymPy may have quotients, sin, cos, tan and roots of unknowns; starts and
        solutions are in these unknowns, those in sines and cosines last (`result.system.variables`).
    start
        Starting points: an array of shape (n,) or (..., n), real or complex, coordinates in the order of the variables;
        or nested lists of exact numbers, for more digits than a double has. None: those in the file.
    digits
        Decimal digits asked for, relative to the largest coordinate; 0: what `precision` holds, or 15. At most 60.
    precision
        Doubles in a number: 1, 2, 3 or 4, or 'd', 'dd', 'td', 'qd'. 0: as few as `digits` need.
    solver
        'auto', 'gmres', 'factor', 'householder' or 'gram-schmidt': how linear systems are solved.
    max_iterations
        Most iterations for one start.
    damping
        Halve steps that make the residual larger.
    prove
        Prove each solution.
    homotopy
        Follow f(x) - t f(start) = 0 from t = 1 to `until` first: a way from far off.
    on
        Where: 'auto', 'cpu', 'cuda', 'cuda:1', or several GPUs: 'cuda:0,2', 'cuda:all'.
    threads
        0: `VIETA_THREADS` or `OMP_NUM_THREADS` of the environment, else all processors.
    max_seconds
        Not 0: when time is up the result so far is returned.
    progress
        Called now and then with (solved starts, all of them); or a tqdm bar.
    comm
        A communicator of mpi4py, such as `MPI.COMM_WORLD`: all ranks make this call and share its work, with what rank
        0 was given, and all return the same answer.

    Notes
    -----
    Raises TypeError and ValueError, naming the argument. Starts with NaN have the status 'bad_start'. Ctrl-C raises
    KeyboardInterrupt. Method and proofs: docs/method/newton.md.
    """
    if start is None:
        if not isinstance(system, os.PathLike):
            with no_file_name("system", system):
                raise TypeError("start: found None, expected starting points")
        start = _core.read_starts(os.fspath(system))
        if len(start) == 0:
            raise ValueError(f"start: found none in {os.fspath(system)}, expected starting points")
    given = as_quotients("system", system)
    if isinstance(system, PolynomialSystem):
        equations = system
    else:
        equations = PolynomialSystem(given.equations if given.is_polynomial else given.names_of_unknowns)
    options = _core.NewtonOptions()
    options.precision = doubles_of(precision)
    options.digits = whole("digits", digits, 0, 60)
    options.max_iterations = whole("max_iterations", max_iterations, 1, 2**31 - 1)
    options.damping = bool(damping)
    options.prove = bool(prove)
    options.solver = text("solver", solver)
    options.set_on(place(on))
    options.threads = whole("threads", threads, 0, 4096)
    options.max_seconds = seconds(max_seconds)
    until = number("until", until)
    if not 0 <= until < 1:
        raise ValueError(f"until: found {until:g}, expected 0 <= until < 1")
    n = len(equations.variables)
    points, shape = _points(start, n)
    solve: Any = _core.newton if isinstance(points, np.ndarray) else _core.newton_exact
    native = solve(given, points, options, bool(homotopy), until, as_callback(progress))
    return NewtonResult(native, equations, shape)


def _points(start: Any, n: int) -> tuple[Any, tuple[int, ...]]:
    """Starts as an array of complex doubles (k, n), or as exact texts; and the shape that results have."""
    array = host_array("start", start)
    if array is None:
        try:
            array = np.asarray(start)
        except ValueError as problem:
            raise ValueError(f"start: expected points of {n} coordinates each: {problem}") from problem
        if array.dtype.kind not in "biufc":
            return _exact_points(start, n)
    if array.dtype.kind not in "biufc" or array.dtype.char in "gG":
        raise refuse_dtype("start", array, "an array of real or complex numbers")
    if array.ndim == 0 or array.shape[-1] != n:
        raise ValueError(f"start: found shape {array.shape}, expected (..., {n}): one number for each variable")
    points = np.ascontiguousarray(array, dtype=np.complex128).reshape(-1, n)
    return points, array.shape[:-1]


def _exact_points(start: Any, n: int) -> tuple[list[list[str]], tuple[int, ...]]:
    try:
        if isinstance(start, (set, frozenset, dict, bytes, bytearray)):
            raise TypeError("no points in an order")
        start = list(start)
    except TypeError:
        raise TypeError(f"start: found {described(start)}, expected points of {n} coordinates") from None
    single = not (start and isinstance(start[0], (list, tuple)))
    points = []
    for k, point in enumerate([start] if single else start):
        if not isinstance(point, (list, tuple)) or len(point) != n:
            raise ValueError(f"start[{k}]: found {described(point)}, expected {n} numbers, one for each variable")
        points.append([text for z in point for text in complex_texts("start", z)])
    return points, () if single else (len(points),)
