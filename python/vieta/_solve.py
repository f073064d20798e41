"""`vieta.solve`: all isolated solutions of a polynomial system, without starts, each simple one with a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._inside.arrays import number, place, seconds, whole
from ._inside.exact import double_of
from ._inside.lazy import lazy
from ._inside.points import Solution, SystemPoints, doubles_of, first_lines
from ._inside.progress import Progress, as_callback
from ._inside.ranks import shared
from ._inside.record import record
from ._inside.starts import set_start
from ._inside.systems import PolynomialSystem, as_quotients

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# By number: unknown, on_a_set, isolated.
_ON_A_SET: tuple[Optional[bool], ...] = (None, True, False)


@record(frozen=True, eq=False)
class IsolatedSolution(Solution):
    """One solution: as `newton` gives it, and `multiplicity`, the number of paths that ended there. `on_a_set` is
    False where the solution is proven to be isolated, True where others were measured beside it, else None.
    `undecided`: whether it meets the conditions is not proven."""

    regular: bool
    multiplicity: int
    on_a_set: Optional[bool]
    undecided: bool


class Solutions(SystemPoints):
    """All isolated solutions: simple (regular) ones first, and proven real ones first among them.

    `x` has shape (solutions, variables). `radii`: exactly one true solution lies within this distance in every
    coordinate, proven where `certified`, else infinite. `result[k]` is an `IsolatedSolution`; `report['paths']`
    says where all paths ended, `report['complete']` whether it is proven that no solution is missing.
    """

    @lazy
    def regular(self) -> NDArray[np.bool_]:
        """Whether the Jacobian is regular there: a simple solution."""
        return self._shaped(self._native.regular().view(np.bool_))

    @lazy
    def multiplicities(self) -> NDArray[np.int64]:
        """How many paths ended at each solution: the multiplicity of an isolated one."""
        return self._shaped(self._native.multiplicities())

    @lazy
    def on_a_set(self) -> NDArray[np.bool_]:
        """Whether other solutions were measured beside it: a point of a curve or surface of them. No proof."""
        return self._shaped(self._native.on_a_set() == 1)

    @lazy
    def undecided(self) -> NDArray[np.bool_]:
        """Whether it is undecided that they meet `real_only`, `positive` and `in_box`."""
        return self._shaped(self._native.undecided().view(np.bool_))

    @lazy
    def angles(self) -> dict[str, NDArray[np.complex128]]:
        """Unknowns that occur in sines and cosines, by name: an angle in (-pi, pi] for each solution. The variables of
        the system are its cosine and sine."""
        return {name: values[:, 0] + 1j * values[:, 1] for name, values in self._angles()}

    @lazy
    def angle_radii(self) -> dict[str, NDArray[np.float64]]:
        """How far each of `angles` may be off; infinite where nothing is proven."""
        return {name: values[:, 2] for name, values in self._angles()}

    def _angles(self) -> Iterator[tuple[str, NDArray[np.float64]]]:
        names = self._native.names_of_angles()
        values = np.array(self._native.angles(), dtype=float).reshape(len(self), len(names), 3)
        return ((name, values[:, k]) for k, name in enumerate(names))

    @lazy
    def windings(self) -> NDArray[np.int64]:
        """Loops about the end until a path closed; more than 1 only at singular solutions."""
        return self._shaped(self._native.windings())

    @lazy
    def accuracies(self) -> NDArray[np.float64]:
        """Of singular solutions, estimated, relative to the largest coordinate; else 0."""
        return self._shaped(self._native.accuracies())

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Coordinates of all solutions in the complex plane, by matplotlib; rings: proven real. Returns the axes."""
        from ._inside.plot import plot_solutions

        return plot_solutions(self, self.system.variables, ax)

    def __getitem__(self, k: int) -> IsolatedSolution:
        k = self._at(k)
        return IsolatedSolution(
            **vars(self._point(k)),
            regular=bool(self.regular[k]),
            multiplicity=int(self.multiplicities[k]),
            on_a_set=_ON_A_SET[int(self._native.on_a_set()[k])],
            undecided=bool(self.undecided[k]),
        )

    def __iter__(self) -> Iterator[IsolatedSolution]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        r = self.report
        head = (
            f"<vieta.Solutions: {r['regular']} regular, {r['certified']} certified, {r['real']} real, "
            f"{r['singular']} singular; {r['paths']['total']} paths, {r['status']}>"
        )
        shown = [self[k] for k in range(min(len(self), 5))]
        return first_lines(head, shown, [f"{k}: " for k in range(len(shown))], len(self))


def _bounds(
    in_box: Mapping[str, Sequence[float]], variables: Sequence[str], angles: Sequence[str]
) -> tuple[list[float], list[float]]:
    if not isinstance(in_box, Mapping):
        raise TypeError(f"in_box: found {type(in_box).__name__}, expected a dict: {{'x': (0, 1)}}")
    lower, upper = [-np.inf] * len(variables), [np.inf] * len(variables)
    for name, bounds in in_box.items():
        if name in angles:
            raise ValueError(f"in_box: found '{name}', expected bounds of its cosine and sine, which are variables")
        if name not in variables:
            raise ValueError(f"in_box: found '{name}', expected one of the variables {', '.join(variables)}")
        if np.shape(bounds) != (2,):
            raise ValueError(f"in_box: found {bounds!r} for '{name}', expected a lower and an upper bound")
        k = list(variables).index(name)
        lower[k], upper[k] = (double_of(f"in_box[{name!r}]", bound) for bound in bounds)
    return lower, upper


@shared
def solve(
    system: Any,
    digits: int = 0,
    *,
    precision: Union[int, str] = 0,
    seed: int = 1,
    start: Any = "auto",
    start_system: Any = None,
    monodromy: bool = False,
    track: str = "usual",
    max_paths: float = 1e6,
    real_only: bool = False,
    positive: bool = False,
    in_box: Optional[Mapping[str, Sequence[float]]] = None,
    prove: bool = True,
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
    comm: Any = None,
) -> Solutions:
    """All isolated complex solutions of at least as many polynomial equations as variables, by homotopy continuation.

    Of more equations than variables n random combinations are solved; what is proven not to solve all equations is
    dropped (`report['spurious']`), and what is `certified` is proven to solve all.

    Examples
    --------
    >>> r = vieta.solve(["x^2 + y^2 - 4", "x*y - 1"])
    >>> len(r), int(r.real.sum()), bool(r.certified.all())
    (4, 4, True)
    >>> np.sort(r.x[:, 0].real)
    array([-1.93185165, -0.51763809,  0.51763809,  1.93185165])

    Parameters
    ----------
    system
        A `PolynomialSystem`, or what one is made of: texts, SymPy expressions, "f; g", or the
        `pathlib.Path` of a file. In texts divisors may have variables, and exponents be negative: no denominator is 0
        at a solution (zeros of the numerators at which one is count as `left_out`). They may have sin, cos and tan of
        sums of unknowns (`angles` of the result), and sqrt, cbrt and fractional powers, which are the principal roots.
    digits
        Decimal digits asked for, relative to the largest coordinate; 0: what `precision` holds, or 15. At most 60.
    precision
        Doubles in a number of the answer: 1, 2, 3 or 4, or 'd', 'dd', 'td', 'qd'. 0: as few as `digits` need.
    seed
        Of the random numbers; the same seed gives the same answer.
    start
        Where paths begin: 'total-degree', 'multi-homogeneous', 'polyhedral', or 'auto' for the least work.
        `report['start']` says which it was, and how many paths each has. Or solutions to be followed: rows of
        coordinates, or an earlier result. They solve `start_system`; `report['complete']` is 'as_start' then.
    start_system
        The system that the points of `start` solve, in the same variables.
    monodromy
        Find the solutions by loops in the space of coefficients, from one of them: until they are as many as there can
        be. `report['from']` says how that went.
    track
        'usual', or 'certified': each step is proven to stay on its path, for up to ten unknowns;
        `report['proven_paths']` are proven to lead to their end.
    max_paths
        Systems with more paths are refused.
    real_only, positive, in_box
        Only solutions that are real; that are real with all coordinates larger than 0; that are real with coordinates
        in intervals, as {"x": (0, 1), "y": (-2, inf)}: bounds are the numbers that these doubles
        store. What is proven not to meet them all is left out (`report['left_out']`); where neither is proven, a
        solution is `undecided`, and the status 'unproven'.
    prove
        Prove each simple solution.
    on
        Where paths are followed: 'auto', 'cpu', 'cuda', 'cuda:1', or several GPUs: 'cuda:0,2',
        'cuda:all'. Starts, ends and proofs are for the CPU.
    threads
        0: `VIETA_THREADS` or `OMP_NUM_THREADS` of the environment, else all processors.
    max_seconds
        Not 0: when time is up the result so far is returned, and its report says 'incomplete'.
    progress
        Called now and then with (paths followed, all of them); or a tqdm bar.
    comm
        A communicator of mpi4py, such as `MPI.COMM_WORLD`: all ranks make this call and share its work, with what rank
        0 was given, and all return the same answer.

    Notes
    -----
    Raises TypeError and ValueError, naming the argument. Ctrl-C raises KeyboardInterrupt. Method: docs/method/solve.md.
    """
    given = as_quotients("system", system)
    equations = PolynomialSystem(given.equations)
    options = _core.SolveOptions()
    options.precision = doubles_of(precision)
    options.digits = whole("digits", digits, 0, 60)
    options.seed = whole("seed", seed, 0, 2**63 - 1)
    set_start(options, start, None, start_system, monodromy, track, len(equations.variables))
    options.max_paths = number("max_paths", max_paths)
    options.real_only, options.positive = bool(real_only), bool(positive)
    if in_box is not None:
        options.set_box(*_bounds(in_box, equations.variables, given.angles))
    options.prove = bool(prove)
    options.set_on(place(on))
    options.threads = whole("threads", threads, 0, 4096)
    options.max_seconds = seconds(max_seconds)
    native = _core.solve(given, options, as_callback(progress))
    return Solutions(native, equations, (native.size(),))
