"""`vieta.solve_boxes`: all solutions of small polynomial systems in a box, none lost, none invented."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arrays import described, host_array, listed, number, whole
from ._exact import is_sympy
from ._lazy import lazy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_UNKNOWN = np.iinfo(np.int64).min


@dataclass(frozen=True)
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


class Boxes:
    """The solutions of one system or of many.

    Arrays of one entry for each item, system after system, sorted by the first coordinate: `x`, `radii`, `lower`,
    `upper`, `kinds`, `systems`. `result.of(s)` picks the items of system s. `len`, indexing and iteration go over all
    items.
    """

    def __init__(self, native: _core.BoxesResult) -> None:
        self._native = native

    @lazy
    def statuses(self) -> list[str]:
        """One for each system: 'complete' (all solutions are unique items: proven), 'clusters', 'positive_dim' (some lie
        on curves), 'budget' or 'bad_input'."""
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
        return self._native.x()

    @lazy
    def radii(self) -> NDArray[np.float64]:
        """In every coordinate the true solution lies this near to x (unique items: proven)."""
        return self._native.radii()

    @lazy
    def lower(self) -> NDArray[np.float64]:
        """Lower corners: of the box where a solution is the only one, or around all boxes of another item."""
        return self._native.lower()

    @lazy
    def upper(self) -> NDArray[np.float64]:
        """Upper corners."""
        return self._native.upper()

    @lazy
    def systems(self) -> NDArray[np.int64]:
        """Which system each item belongs to."""
        return self._native.systems()

    @lazy
    def residuals(self) -> NDArray[np.float64]:
        """The largest |F(x)| of each item, with a bound of the rounding."""
        return self._native.residuals()

    @lazy
    def jacobian_signs(self) -> NDArray[np.int8]:
        """Of det(dF/dx) at unique solutions; 0: not known."""
        return self._native.signs()

    @lazy
    def on_border(self) -> NDArray[np.bool_]:
        """Within the radius of the border of the domain, so perhaps outside."""
        return self._native.on_border().view(np.bool_)

    @lazy
    def degrees(self) -> list[Optional[int]]:
        """Topological degrees of clusters; other than 0: there is a solution. None: not known."""
        return [None if d == _UNKNOWN else int(d) for d in self._native.degrees()]

    @lazy
    def report(self) -> dict[str, Any]:
        """What was done: systems by outcome, items by kind, boxes looked at, target, seconds, stopped_by."""
        return self._native.report()

    def of(self, system: int) -> NDArray[np.int64]:
        """The numbers of the items of one system.

        >>> r = vieta.solve_boxes(["x^2 + y^2 = 1", "x = y"], {"x": (-2, 2), "y": (-2, 2)})
        >>> r.x[r.of(0), 0].round(6)
        array([-0.707107,  0.707107])
        """
        count = len(self.statuses)
        if not -count <= system < count:
            raise IndexError(f"system: found {system}, expected less than {count}")
        return np.flatnonzero(self.systems == system % count)

    def polyline(self, item: int) -> NDArray[np.float64]:
        """Points along a curve of solutions, in order; none for other kinds."""
        return self._native.points(range(len(self))[item])

    def to_json(self) -> str:
        """The text that `vieta boxes --json` prints: docs/reference/boxes.md."""
        return self._native.to_json()

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Solutions with the boxes in which they are the only ones, clusters and curves, in the first two variables, by
        matplotlib. Returns the axes."""
        from ._plot import plot_boxes

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
        )

    def __iter__(self) -> Iterator[BoxItem]:
        return (self[k] for k in range(len(self)))

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        r = self.report
        counts = ", ".join(f"{r[key]} {key}" for key in ("unique", "clusters", "curves", "unresolved") if r[key])
        systems = "1 system" if r["systems"] == 1 else f"{r['systems']} systems"
        lines = [f"<vieta.Boxes of {systems}, {r['complete']} complete: {counts or 'no solutions'}>"]
        most = 10
        for k in range(min(len(self), most)):
            place = ", ".join(f"{value:.17g}" for value in self.x[k])
            lines.append(f"  {self.kinds[k]} ({place})  within {self.radii[k]:.1e}")
        if len(self) > most:
            lines.append(f"  ... and {len(self) - most} more")
        return "\n".join(lines)


def solve_boxes(
    equations: Any,
    box: Any = None,
    *,
    variables: Optional[Sequence[str]] = None,
    tolerance: float = 1e-8,
    max_boxes: int = 100_000,
    threads: int = 0,
    max_seconds: float = 0.0,
) -> Boxes:
    """All solutions in a box of n polynomial equations in n = 1 to 4 variables: none lost, none invented.

    >>> vieta.solve_boxes(["x^2 + y^2 = 4", "y = x^3 - 3*x"], {"x": (-3, 3), "y": (-3, 3)}).statuses
    ['complete']
    >>> bicubics = np.random.default_rng(1).uniform(-1, 1, (1000, 2, 4, 4))   # Bernstein form, on the unit square
    >>> r = vieta.solve_boxes(bicubics)
    >>> len(r.statuses), set(r.statuses)
    (1000, {'complete'})

    Parameters
    ----------
    equations
        Texts ("x^2 + y^2 - 1", "x = y") or SymPy expressions and Eq; or a dict or a list of dicts in the form of
        docs/reference/boxes.md; or a `pathlib.Path` of such a file; or an array of Bernstein coefficients on the box, of
        shape (systems, n, d1 + 1, ..., dn + 1), with the first variable on the first axis of coefficients.
    box
        {"x": (from, to), ...} in the order of the variables, or a list of pairs with `variables`. For arrays: a list of
        pairs; default: the unit cube.
    variables
        Names, where `box` has none.
    tolerance
        Boxes smaller than this part of the domain's edges that are still undecided become clusters.
    max_boxes
        Boxes looked at for one system before it is given up (status 'budget').
    threads
        0: all that the machine has.
    max_seconds
        Not 0: when time is up, what is left is 'unresolved'.

    Raises TypeError and ValueError, naming the system and the equation. NaN in an array is the status of its system
    only. Ctrl-C raises KeyboardInterrupt. Method and proofs: docs/method/boxes.md.
    """
    limits = (
        number("tolerance", tolerance),
        whole("max_boxes", max_boxes, 1, 2**62),
        whole("threads", threads, 0, 4096),
        number("max_seconds", max_seconds),
    )
    array = host_array("equations", equations)
    if isinstance(equations, (list, tuple)) and equations and isinstance(equations[0], (list, tuple, np.ndarray)):
        try:
            array = np.asarray(equations)
        except ValueError as problem:
            raise ValueError(f"equations: expected an array of Bernstein coefficients: {problem}") from problem
    if array is not None:
        return Boxes(_core.solve_boxes_array(_coefficients(array), _edges(box), *limits))
    return Boxes(_core.solve_boxes(_systems(equations, box, variables), *limits))


def _coefficients(a: NDArray[Any]) -> NDArray[np.float64]:
    if a.dtype.kind not in "fiu" or a.dtype.itemsize > 8:
        raise TypeError(f"equations: found {described(a)}, expected float64 Bernstein coefficients")
    n = a.shape[1] if a.ndim >= 3 else 0
    if not 1 <= n <= 4 or a.ndim != n + 2 or min(a.shape[1:]) == 0:
        raise ValueError(
            f"equations: found {described(a)}, expected the shape (systems, n, d1 + 1, ..., dn + 1) for n = 1 to 4 "
            f"equations in n variables"
        )
    if max(a.shape[2:]) > 65:
        raise ValueError(f"equations: found {described(a)}, expected at most 65 coefficients for each variable")
    return np.ascontiguousarray(a, dtype=np.float64)


def _edges(box: Any) -> list[list[float]]:
    if box is None:
        return []
    pairs = list(box.values()) if isinstance(box, Mapping) else listed("box", box, "pairs (from, to)")
    edges = []
    for k, pair in enumerate(pairs):
        try:
            low, high = pair
            edges.append([float(low), float(high)])
        except (TypeError, ValueError):
            raise ValueError(f"box[{k}]: found {pair!r}, expected two numbers (from, to)") from None
        if not -np.inf < edges[-1][0] < edges[-1][1] < np.inf:
            raise ValueError(f"box[{k}]: found {pair!r}, expected finite numbers from < to")
    return edges


def _text(equation: Any) -> Any:
    if is_sympy(equation):
        if getattr(equation, "is_Equality", False):
            return f"{equation.lhs} = {equation.rhs}".replace("**", "^")
        return str(equation).replace("**", "^")
    return equation


def _systems(equations: Any, box: Any, variables: Optional[Sequence[str]]) -> _core.BoxSystems:
    if isinstance(equations, os.PathLike):
        return _core.BoxSystems.read(os.fspath(equations))
    if isinstance(equations, Mapping) or (
        isinstance(equations, (list, tuple)) and equations and all(isinstance(e, Mapping) for e in equations)
    ):
        return _core.BoxSystems.parse(json.dumps(equations))
    if isinstance(equations, str) or is_sympy(equations):
        equations = [equations]
    if not isinstance(equations, (list, tuple)):
        raise TypeError(
            f"equations: found {described(equations)}, expected texts, an array of Bernstein coefficients, a dict or a path"
        )
    if not equations:
        raise ValueError("equations: found none, expected at least one")
    if box is None:
        raise ValueError("box: found None, expected {'x': (from, to), ...}")
    if not isinstance(box, Mapping):
        listed("box", box, "pairs (from, to)")
    if isinstance(box, Mapping):
        variables = [str(name) for name in box]
    elif variables is None:
        raise ValueError("variables: found None, expected names, or a box such as {'x': (0, 1), 'y': (0, 1)}")
    system = {"vars": list(variables), "box": _edges(box), "equations": [_text(e) for e in equations]}
    return _core.BoxSystems.parse(json.dumps(system))
