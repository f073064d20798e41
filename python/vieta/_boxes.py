"""`vieta.solve_boxes`: all solutions of small polynomial systems in a box, none lost, none invented."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._gpu import answers as _gpu_answers
from ._gpu import arrays as _gpu
from ._gpu.boxes import BoxAnswers
from ._inside.arrays import host_array, number, on_gpu, place, seconds, whole
from ._inside.box_systems import check_shape, coefficients, edges, systems
from ._inside.exact import upwards_about
from ._inside.lazy import Lazy, lazy
from ._inside.progress import Progress, as_callback
from ._inside.ranks import shared
from ._inside.record import record

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_UNKNOWN = np.iinfo(np.int64).min


class BoxesStatus(IntEnum):
    """What is known of one system in a batch on a GPU."""

    COMPLETE = 0
    """All solutions in the box are listed: proven."""
    CLUSTERS = 1
    """Some lie in clusters."""
    POSITIVE_DIM = 2
    """Some lie on curves or surfaces of solutions."""
    BUDGET = 3
    """Boxes, time or patience ran out. On a GPU: none is listed, and a copy in host memory can be solved."""
    BAD_INPUT = 4
    """A coefficient is not finite, or an equation is zero everywhere."""
    CONDITIONS = 5
    """All are found, but of some it is not proven that they meet the conditions. Not on a GPU."""


@record(frozen=True)
class BoxItem:
    """One thing found: a solution of its own, or boxes in which solutions may lie."""

    kind: str
    x: NDArray[np.float64]
    radius: float
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    jacobian_sign: int
    on_border: bool
    residual: float
    degree: Optional[int]
    point: Optional[NDArray[np.float64]] = None
    """Where two curves meet, of systems that were given by "curves"; of items that are no solutions, the point at the
    middle of the box."""
    condition_undecided: bool = False
    """Whether it meets the conditions (divisors are not 0, "positive") is not proven."""


@record(frozen=True)
class TracedCurve:
    """A curve of solutions of n - 1 equations in n variables, in tubes that are proven: for each value of coordinate
    `axes[i]` between `lower[i, axes[i]]` and `upper[i, axes[i]]` exactly one solution has its other coordinates between
    `lower[i]` and `upper[i]`. Tubes follow each other along the curve; tube i goes from point i to point i + 1."""

    item: int
    """Its number among the items."""
    points: NDArray[np.float64]
    """Points along it; a solution lies within `radius` of each."""
    radius: float
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    axes: NDArray[np.int64]
    begins: str
    """'border', 'cluster' (no tube could be proven there: a crossing, a cusp), 'stopped' (boxes or time ran out) or
    'closed'."""
    ends: str
    length: tuple[float, float]
    """Proven bounds."""

    @property
    def closed(self) -> bool:
        """It comes back to its first point."""
        return self.ends == "closed"


class Boxes(Lazy):
    """The solutions of one system or of many.

    Arrays of one entry for each item, system after system, sorted by the first coordinate: `x`, `radii`, `lower`,
    `upper`, `kinds`, `systems`. `result.of(s)` picks the items of system s. `len`, indexing and iteration go over all
    items.

    Of an array on a GPU these are arrays of its framework on that GPU, and `statuses` one of `BoxesStatus`; `host()`
    has copies in NumPy arrays.
    """

    def __init__(self, native: _core.BoxesResult) -> None:
        self._native = native

    def _array(self, name: str) -> Any:
        """One of the native result's arrays."""
        return getattr(self._native, name)()

    @lazy
    def statuses(self) -> Any:
        """One for each system: 'complete' (all solutions are unique items, or on curves in tubes: proven), 'clusters',
        'positive_dim' (some seem to lie on curves), 'budget', 'conditions' (of some it is not proven that they meet the
        conditions) or 'bad_input'."""
        return self._native.statuses()

    @lazy
    def messages(self) -> dict[int, str]:
        """For each system that is 'bad_input': which equation makes it so, and why."""
        return self._native.messages()

    @lazy
    def kinds(self) -> list[str]:
        """'unique' (exactly one solution between `lower` and `upper`, within the radius of `x`), 'cluster', 'curve' or
        'unresolved'."""
        return self._native.kinds()

    @lazy
    def x(self) -> NDArray[np.float64]:
        """Solutions, or middles of other items: one row for each item."""
        x: NDArray[np.float64] = self._array("x")
        return x

    @lazy
    def radii(self) -> NDArray[np.float64]:
        """In every coordinate the true solution lies this near to x (unique items: proven)."""
        radii: NDArray[np.float64] = self._array("radii")
        return radii

    @lazy
    def lower(self) -> NDArray[np.float64]:
        """Lower corners: of the box where a solution is the only one, or around all boxes of another item."""
        lower: NDArray[np.float64] = self._array("lower")
        return lower

    @lazy
    def upper(self) -> NDArray[np.float64]:
        """Upper corners."""
        upper: NDArray[np.float64] = self._array("upper")
        return upper

    @lazy
    def begin(self) -> NDArray[np.int64]:
        """Items begin[s] to begin[s + 1] - 1 are those of system s."""
        begin: NDArray[np.int64] = self._array("begin")
        return begin

    @lazy
    def systems(self) -> NDArray[np.int64]:
        """Which system each item belongs to."""
        systems: NDArray[np.int64] = self._array("systems")
        return systems

    @lazy
    def residuals(self) -> NDArray[np.float64]:
        """The largest |F(x)| of each item, with a bound of the rounding."""
        residuals: NDArray[np.float64] = self._array("residuals")
        return residuals

    @lazy
    def jacobian_signs(self) -> NDArray[np.int8]:
        """Of det(dF/dx) at unique solutions; 0: not known."""
        signs: NDArray[np.int8] = self._array("jacobian_signs")
        return signs

    @lazy
    def on_border(self) -> NDArray[np.bool_]:
        """Within the radius of the border of the domain, so perhaps outside."""
        on_border: NDArray[np.bool_] = self._array("on_border").view(np.bool_)
        return on_border

    @lazy
    def condition_undecided(self) -> NDArray[np.bool_]:
        """Whether it meets the conditions (divisors are not 0, "positive") is not proven."""
        undecided: NDArray[np.bool_] = self._array("condition_undecided").view(np.bool_)
        return undecided

    @lazy
    def degrees(self) -> list[Optional[int]]:
        """Topological degrees of clusters; other than 0: there is a solution. None: not known."""
        return [None if d == _UNKNOWN else int(d) for d in self._native.degrees()]

    @lazy
    def points(self) -> NDArray[np.float64]:
        """Where two curves meet: one row [x, y] for each item, the point of the first curve at x[k, 0]; of items that
        are no solutions, at the middle of the box. NaN where the system was not given by "curves".

        Examples
        --------
        >>> vieta.solve_boxes({"curves": [[[0, 0], [2, 2]], [[0, 1], [2, 1]]]}).points
        array([[1., 1.]])
        """
        return self._native.meeting_points()

    @lazy
    def report(self) -> dict[str, Any]:
        """What was done: systems by outcome, items by kind, boxes looked at, target, seconds, stopped_by."""
        return self._native.report()

    def host(self) -> Boxes:
        """The same result in host memory."""
        return self

    def of(self, system: int) -> NDArray[np.int64]:
        """The numbers of the items of one system.

        Examples
        --------
        >>> r = vieta.solve_boxes(["x^2 + y^2 = 1", "x = y"], {"x": (-2, 2), "y": (-2, 2)})
        >>> r.x[r.of(0), 0].round(6)
        array([-0.707107,  0.707107])
        """
        count = len(self.statuses)
        if not -count <= system < count:
            raise IndexError(f"system: found {system}, expected less than {count}")
        return np.flatnonzero(self.systems == system % count)

    def polyline(self, item: int) -> NDArray[np.float64]:
        """Points along a curve of solutions: of a traced one where its tubes meet, of others in the order of a walk up
        to 5,000 of them; none for other kinds."""
        return self._native.points(range(len(self))[item])

    @lazy
    def curves(self) -> list[TracedCurve]:
        """Curves of solutions that were traced, of systems of n - 1 equations in n variables.

        Examples
        --------
        >>> r = vieta.solve_boxes(["x^2 + y^2 = 1"], {"x": (-2, 2), "y": (-2, 2)})
        >>> r.statuses, len(r.curves), r.curves[0].closed
        (['complete'], 1, True)
        """
        found = []
        for k, kind in enumerate(self.kinds):
            trace = self._native.trace(k) if kind == "curve" else None
            if trace is not None:
                lower, upper, axes, begins, ends, least, most = trace
                radius = float(self.radii[k])
                found.append(
                    TracedCurve(k, self.polyline(k), radius, lower, upper, axes, begins, ends, (least, most))
                )
        return found

    def to_json(self) -> str:
        """The text that `vieta boxes --json` prints: docs/reference/boxes.md."""
        return self._native.to_json()

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Solutions with the boxes in which they are the only ones, clusters and curves, in the first two variables, by
        matplotlib; of systems that were given by "curves", these curves and the points where they meet. Returns the
        axes."""
        from ._inside.plot import plot_boxes

        return plot_boxes(self, ax)

    def __len__(self) -> int:
        return len(self.kinds)

    def __getitem__(self, k: int) -> BoxItem:
        return BoxItem(
            self.kinds[k],
            self.x[k],
            float(self.radii[k]),
            self.lower[k],
            self.upper[k],
            int(self.jacobian_signs[k]),
            bool(self.on_border[k]),
            float(self.residuals[k]),
            self.degrees[k],
            None if np.isnan(self.points[k]).all() else self.points[k],
            bool(self.condition_undecided[k]),
        )

    def __iter__(self) -> Iterator[BoxItem]:
        return (self[k] for k in range(len(self)))

    def __str__(self) -> str:
        return self._native.text()

    def _head(self) -> str:
        r = self.report
        counts = ", ".join(f"{r[key]} {key}" for key in ("unique", "clusters", "curves", "unresolved") if r[key])
        systems = "1 system" if r["systems"] == 1 else f"{r['systems']} systems"
        return f"<vieta.Boxes of {systems}, {r['complete']} complete: {counts or 'no solutions'}>"

    def __repr__(self) -> str:
        lines = [self._head()]
        most = 10
        for k in range(min(len(self), most)):
            place = ", ".join(map(repr, self.x[k].tolist()))
            lines.append(f"  {self.kinds[k]} ({place})  within {upwards_about(self.radii[k], self.x[k])}")
        if len(self) > most:
            lines.append(f"  ... and {len(self) - most} more")
        return "\n".join(lines)


class BoxesOnGpu(_gpu_answers.OnGpu, Boxes):
    """Solutions that were computed where the coefficients are: `x`, `radii` and the others are arrays there, in the
    order of their framework's stream. `kinds` are all 'unique'. Systems that need clusters, curves, more than 16
    solutions or 2000 looks have the status BUDGET and no items."""

    _answers: BoxAnswers

    @lazy
    def statuses(self) -> Any:
        """A `BoxesStatus` for each system."""
        return self._array("statuses")

    @lazy
    def on_border(self) -> Any:
        """Within the radius of the border of the domain, so perhaps outside."""
        return self._array("on_border")

    @lazy
    def kinds(self) -> list[str]:
        """'unique', for each item."""
        return ["unique"] * len(self)

    @lazy
    def messages(self) -> dict[int, str]:
        """For each system that is 'bad_input': why."""
        return self._on_host.messages

    @lazy
    def _on_host(self) -> Boxes:
        return Boxes(self._answers.on_host(with_values=True))

    def host(self) -> Boxes:
        return self._on_host

    def of(self, system: int) -> NDArray[np.int64]:
        """The numbers of the items of one system, in host memory."""
        return self.host().of(system)

    def polyline(self, item: int) -> NDArray[np.float64]:
        """No points: there are no curves here."""
        return self.host().polyline(item)

    @lazy
    def condition_undecided(self) -> NDArray[np.bool_]:
        """False, in host memory: coefficients come without conditions."""
        return np.zeros(len(self), dtype=bool)

    @lazy
    def points(self) -> NDArray[np.float64]:
        """NaN, in host memory: coefficients say nothing of curves."""
        return np.full((len(self), 2), np.nan)

    @lazy
    def degrees(self) -> list[Optional[int]]:
        """None: they are of clusters."""
        return [None] * len(self)

    def __len__(self) -> int:
        return self._answers.items

    def __getitem__(self, k: int) -> BoxItem:
        return self.host()[k]

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> NDArray[Any]:
        return np.asarray(self.host().x, dtype=dtype)

    def __str__(self) -> str:
        return str(self.host())


@shared
def solve_boxes(
    equations: Any,
    box: Any = None,
    *,
    variables: Optional[Sequence[str]] = None,
    tolerance: float = 1e-8,
    max_boxes: int = 100_000,
    on: str = "auto",
    threads: int = 0,
    max_seconds: float = 0.0,
    progress: Optional[Progress] = None,
    comm: Any = None,
) -> Boxes:
    """All solutions in a box of n polynomial equations in n = 1 to 4 variables: none lost, none invented. Of n - 1
    equations in n = 2 to 4 variables: the curves of solutions, traced in proven tubes (`Boxes.curves`).

    Examples
    --------
    >>> vieta.solve_boxes(["x^2 + y^2 = 4", "y = x^3 - 3*x"], {"x": (-3, 3), "y": (-3, 3)}).statuses
    ['complete']
    >>> bicubics = np.random.default_rng(1).uniform(-1, 1, (1000, 2, 4, 4))   # Bernstein form, on the unit square
    >>> r = vieta.solve_boxes(bicubics)
    >>> len(r.statuses), set(r.statuses)
    (1000, {'complete'})

    Parameters
    ----------
    equations
        Texts ("x^2 + y^2 - 1", "x = y"; or "f; g" as one) or SymPy expressions, Eq and Poly; or a dict or a list of
        dicts in the form of docs/reference/boxes.md, where lists may be NumPy arrays; or a `pathlib.Path` of such a
        file; or an array of Bernstein coefficients on the box, of shape (systems, n, d1 + 1, ..., dn + 1), with the
        first variable on the first axis. Of PyTorch, CuPy, JAX or another framework with DLPack or
        `__cuda_array_interface__` on a CUDA device: solved there, on the framework's current stream, with answers in
        the same framework (`BoxesStatus` tells what was not); neither max_seconds, progress nor `on`.
    box
        {"x": (from, to), ...} in the order of the variables, or a list of pairs with `variables`. For arrays: a list of
        pairs; default: the unit cube.
    variables
        Names, where `box` has none.
    tolerance
        Boxes smaller than this part of the domain's edges that are still undecided become clusters.
    max_boxes
        Boxes looked at for one system before it is given up (status 'budget').
    on
        Where: 'auto', 'cpu', 'cuda', 'cuda:1', or several GPUs: 'cuda:0,2', 'cuda:all'. What a
        GPU leaves over is solved on the CPU.
    threads
        0: `VIETA_THREADS` or `OMP_NUM_THREADS` of the environment, else all processors.
    max_seconds
        Not 0: when time is up, what is left is 'unresolved'.
    progress
        Called now and then with (systems done, all of them); or a tqdm bar. Not for an array on a GPU.
    comm
        A communicator of mpi4py, such as `MPI.COMM_WORLD`: all ranks make this call and share its work, with what rank
        0 was given, and all return the same answer.

    Notes
    -----
    Raises TypeError and ValueError, naming the system and the equation. NaN in an array is the status of its system
    only. Ctrl-C raises KeyboardInterrupt. Method and proofs: docs/method/boxes.md.
    """
    if type(equations) is not np.ndarray and on_gpu(equations):
        if place(on) != "auto":
            raise ValueError(
                f"on: found {on!r} with coefficients on a GPU, expected 'auto': they are solved where they are"
            )
        _gpu.refuse_limits(max_seconds, progress)
        whole("threads", threads, 0, 4096)
        return _on_gpu(equations, box, number("tolerance", tolerance), whole("max_boxes", max_boxes, 1, 2**62))
    limits = (
        number("tolerance", tolerance),
        whole("max_boxes", max_boxes, 1, 2**62),
        place(on),
        whole("threads", threads, 0, 4096),
        seconds(max_seconds),
        as_callback(progress),
    )
    array, lists = host_array("equations", equations), None
    if isinstance(equations, (list, tuple)) and equations and isinstance(equations[0], (list, tuple, np.ndarray)):
        try:
            array, lists = np.asarray(equations), equations
        except ValueError as problem:
            raise ValueError(f"equations: expected an array of Bernstein coefficients: {problem}") from problem
    if array is not None:
        return Boxes(_core.solve_boxes_array(coefficients(array, lists), edges(box), *limits))
    return Boxes(_core.solve_boxes(systems(equations, box, variables), *limits))


def _on_gpu(equations: Any, box: Any, tolerance: float, max_boxes: int) -> BoxesOnGpu:
    array = _gpu.given("equations", equations)
    check_shape(equations, array.shape)
    domain = edges(box)
    if domain and len(domain) != array.shape[1]:
        raise ValueError(f"box: found {len(domain)} intervals, expected {array.shape[1]}")
    answers = BoxAnswers(_gpu.in_double("equations", array), domain)
    answers.solve(tolerance, max_boxes)
    return BoxesOnGpu(answers)
