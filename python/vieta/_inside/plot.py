"""Pictures of results, by matplotlib. It is imported when a picture is asked for, not before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from .exact import upwards

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .._boxes import Boxes
    from .._minimax import Minimax
    from .._newton import NewtonResult
    from .._pareto import Pareto
    from .._real_roots import Floats, RealRoots
    from .._root_batches import RootBatch
    from .._roots import Roots
    from .._solve import Solutions
    from .._solve_parameters import Instances

_BLUE, _ORANGE, _RED, _GREY = "#005da0", "#e08a00", "#b3261e", "#8a919c"
# What a status says of a disc, for who has not read the manual.
_MEANING = {
    "isolated": "one root in each disc",
    "multiple": "a multiple root in each disc",
    "cluster": "several roots in each disc",
    "wide": "fewer digits than asked for",
    "unproven": "not proven",
    "at_border": "perhaps outside",
}
# What a kind says of an item of `boxes`.
_FOUND = {
    "unique": "one solution, proven",
    "cluster": "none, one or more",
    "curve": "a curve of solutions",
    "unresolved": "left open",
}
_INK = {
    "isolated": _BLUE,
    "multiple": _BLUE,
    "cluster": _ORANGE,
    "wide": _GREY,
    "unproven": _RED,
    "at_border": _RED,
}


def _axes(ax: Optional[Axes]) -> Axes:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("matplotlib is needed for pictures: pip install matplotlib, or vieta[plot]") from None
    return plt.subplots(layout="constrained")[1]


def plot_roots(r: Roots, ax: Optional[Axes]) -> Axes:
    """Points by status, discs where they are large enough to be seen, numbers at clusters."""
    from matplotlib.collections import EllipseCollection

    ax = _axes(ax)
    finite = np.isfinite(r.values)
    statuses = np.array(r.statuses, dtype=object)
    for status, ink in _INK.items():
        those = finite & (statuses == status) if len(r) else np.zeros(0, bool)
        if not those.any():
            continue
        z, radius = r.values[those], np.where(np.isfinite(r.radii[those]), r.radii[those], 0)
        ax.plot(z.real, z.imag, ".", color=ink, markersize=5 if len(r) < 300 else 2, label=f"{those.sum()} {status}: {_MEANING[status]}")
        size = 2 * radius
        ax.add_collection(
            EllipseCollection(
                size, size, np.zeros(len(z)), units="xy", offsets=np.column_stack([z.real, z.imag]),
                offset_transform=ax.transData, facecolors="none", edgecolors=ink, linewidths=0.8,
            )
        )  # fmt: skip
        small = radius < 10 * np.max(np.abs(r.values[finite]), initial=1)  # the others would leave no room
        for corner in (1 + 1j, -1 - 1j):
            reach = z[small] + corner * radius[small]
            ax.update_datalim(np.column_stack([reach.real, reach.imag]))
        for k in np.flatnonzero(those)[:50]:
            if r.multiplicities[k] > 1:
                ax.annotate(
                    str(r.multiplicities[k]), (r.values[k].real, r.values[k].imag), xytext=(5, 5),
                    textcoords="offset points", color=ink,
                )  # fmt: skip
    ax.axhline(0, color=_GREY, linewidth=0.5, zorder=0)
    ax.axvline(0, color=_GREY, linewidth=0.5, zorder=0)
    ax.set_aspect("equal", adjustable="datalim")
    ax.autoscale_view()
    largest = r.radii[np.isfinite(r.radii)].max(initial=0)
    ax.set_title(f"degree {r.report['degree']}, largest radius {upwards(largest)}")
    ax.set_xlabel("real part")
    ax.set_ylabel("imaginary part")
    if len(r):
        _legend(ax)
    return ax


def _legend(ax: Axes) -> None:
    """Below the axes, where it lies on nothing."""
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2, frameon=False)


def plot_real_roots(r: RealRoots, coeffs: Floats, ax: Optional[Axes], most: int) -> Axes:
    """Graphs, each scaled to a height of 1, with dots at simple roots and rings at touches."""
    ax = _axes(ax)
    n = coeffs.shape[-1] - 1
    rows = coeffs.reshape(-1, n + 1)
    values, touching = r.values.reshape(len(rows), n)[:most], r.touching.reshape(len(rows), n)[:most]
    graphs: list[NDArray[np.float64]] = list(rows[:most].astype(np.float64))
    lo, hi = r.report["interval"]
    listed = values[np.isfinite(values)]
    if not np.isfinite(lo):
        lo = float(listed.min(initial=-1.0)) - 1
    if not np.isfinite(hi):
        hi = float(listed.max(initial=1.0)) + 1
    x = np.linspace(lo, hi, 1000)
    for k, c in enumerate(graphs):
        y = np.polynomial.polynomial.polyval(x, c)
        scale = np.max(np.abs(y)) or 1.0
        (line,) = ax.plot(x, y / scale, linewidth=1.2, label=f"row {k}")
        simple = values[k][np.isfinite(values[k]) & ~touching[k]]
        touch = values[k][np.isfinite(values[k]) & touching[k]]
        ax.plot(simple, 0 * simple, "o", color=line.get_color(), markersize=4)
        ax.plot(touch, 0 * touch, "o", color=line.get_color(), markersize=8, fillstyle="none")
    ax.axhline(0, color=_GREY, linewidth=0.5, zorder=0)
    ax.set_xlabel("x")
    ax.set_ylabel("p(x), scaled")
    ax.set_title("dots: simple roots; rings: p touches 0" if touching.any() else "dots: roots")
    if len(graphs) > 1:
        _legend(ax)
    return ax


def plot_root_batch(r: RootBatch, ax: Optional[Axes], most: int) -> Axes:
    """The roots of each of the first polynomials in its colour."""
    ax = _axes(ax)
    values = np.asarray(r).reshape(r.counts.size, r.values.shape[-1])[:most]
    for k, row in enumerate(values):
        ax.plot(row.real, row.imag, "o", markersize=4, label=f"row {k}")
    ax.set_title("roots of each row")
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel("real part")
    ax.set_ylabel("imaginary part")
    if len(values) > 1:
        _legend(ax)
    return ax


def plot_minimax(r: Minimax, ax: Optional[Axes]) -> Axes:
    """The error between the bounds, and the alternation points of the best p."""
    ax = _axes(ax)
    points = r.alternation
    pieces = _ends(r)
    for a, b in pieces:
        inside = np.clip(np.linspace(0, 1, 1500), 1e-7, 1 - 1e-7)
        x = a + (b - a) * inside
        error = r.error(x)
        those = np.isfinite(error)
        ax.plot(x[those], error[those], color=_BLUE, linewidth=1.4)
    ax.plot(points[:, 0], points[:, 1], "o", color=_ORANGE, markersize=5, label="alternation of the best p")
    proven = np.isfinite(r.proven_bound)
    bound = r.proven_bound if proven else r.max_error
    label = f"no error is above {upwards(bound, 4)}: proven" if proven else f"largest at many points: {bound:.4g}"
    ax.axhline(bound, color=_GREY, linestyle="--", linewidth=0.8, label=label)
    ax.axhline(-bound, color=_GREY, linestyle="--", linewidth=0.8)
    ax.axhline(0, color=_GREY, linewidth=0.5, zorder=0)
    p = r.problem
    degrees = f", p of degree {r.exponents[-1]}" if r.exponents == list(range(len(r.exponents))) else ""
    if p["denominator_degree"]:
        degrees += f", q of degree {p['denominator_degree']}"
    ax.set_title(f"{p['function'] or 'f'} as {p['form']}{degrees}, {r.format}")
    ax.set_xlabel("x")
    ax.set_ylabel(f"{p['error']} error")
    _legend(ax)
    return ax


def _ends(r: Minimax) -> list[tuple[float, float]]:
    """Intervals as numbers: their ends are extreme points of every error curve, or close to one."""
    return [(_value(a), _value(b)) for a, b in r._native.problem.intervals]


def _value(text: str) -> float:
    """An end such as "pi/4" or "-log(2)/2": the library evaluates it, as a constant function."""
    try:
        return float(text)
    except ValueError:
        from .. import minimax

        return float(minimax(f"({text}) + 0*x", (0, 1), degree=0, search=False, prove=False).coefficients[0])


def plot_pareto(r: Pareto, ax: Optional[Axes]) -> Axes:
    """Dots for all variants, a line along the efficient ones of each kind."""
    ax = _axes(ax)
    others = [v for v in r if not v.efficient]
    if others:
        at = [v.cost for v in others], [v.float_error for v in others]
        ax.plot(*at, ".", color=_GREY, markersize=3, zorder=0, label="beaten: others are as cheap and better")
    kinds = sorted({(v.error, v.constraint) for v in r.efficient})
    named: set[tuple[int, int, int, float]] = set()
    for (kind, constraint), ink in zip(kinds, (_BLUE, _ORANGE, _RED, "#3a7d44", "#6b4fa0", _GREY)):
        those = [v for v in r.efficient if (v.error, v.constraint) == (kind, constraint)]
        label = f"{kind} error" + (f", {constraint}" if constraint else "")
        ax.plot([v.cost for v in those], [v.float_error for v in those], "o-", ms=4, lw=1, color=ink, label=label)
        for v in those:
            near = (v.cost, v.degree, v.denominator, round(2 * np.log10(v.float_error)))
            if near in named:
                continue  # one number for points that lie on each other
            named.add(near)
            degree = f"{v.degree}/{v.denominator}" if v.denominator else str(v.degree)
            ax.annotate(degree, (v.cost, v.float_error), xytext=(4, 3), textcoords="offset points", color=ink, fontsize=7)
    ax.set_yscale("log")
    ax.set_title(f"what accuracy costs: {r.function}; numbers are degrees")
    ax.set_xlabel(f"cost in multiply-adds, by the rates of graphics cards ({r.rates})")
    ax.set_ylabel("largest error on floats")
    if len(r):
        _legend(ax)
    return ax


def plot_newton(r: NewtonResult, ax: Optional[Axes]) -> Axes:
    """Relative sizes of steps, iteration by iteration, one line for each start."""
    from matplotlib.ticker import MaxNLocator

    ax = _axes(ax)
    most = 20
    for k in range(min(len(r), most)):
        steps: list[dict[str, Any]] = r.steps(k)
        size = np.array([s["step"] for s in steps])
        those = size > 0
        ax.plot(1 + np.flatnonzero(those), size[those], "o-", markersize=4, linewidth=1, label=f"start {k}: {r.statuses[k]}")
    ax.set_yscale("log")
    ax.set_xlabel("iteration")
    ax.set_ylabel("relative size of the step")
    ax.set_title("Newton's method, each start")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if len(r) <= 8:
        _legend(ax)
    return ax


def plot_solutions(r: Union[Solutions, Instances], names: Sequence[str], ax: Optional[Axes]) -> Axes:
    """Coordinates in the complex plane, a colour for each variable; rings: of solutions that are proven real."""
    ax = _axes(ax)
    many = len(r.x) > 300
    for k, name in enumerate(names[:10]):
        z = r.x[:, k]
        # Where coordinates coincide the ones below are seen around those above.
        more = (min(len(names), 10) - 1 - k) * (1 if many else 2)
        (points,) = ax.plot(z.real, z.imag, ".", markersize=(2 if many else 5) + 1.5 * more, label=name)
        real = z[r.real]
        ax.plot(real.real, real.imag, "o", fillstyle="none", markersize=(4 if many else 8) + more, color=points.get_color())
    ax.set_title("coordinates of all solutions" + ("; rings: of real ones" if r.real.any() else ""))
    ax.set_xlabel("real part")
    ax.set_ylabel("imaginary part")
    _legend(ax)
    return ax


def plot_boxes(r: Boxes, ax: Optional[Axes]) -> Axes:
    """Points in their boxes; clusters and curves in colours of their own. One variable: on a line."""
    from matplotlib.patches import Rectangle

    ax = _axes(ax)
    if any(map(r._native.of_curves, range(len(r.statuses)))):
        return _plot_meetings(r, ax)
    names = r._native.names() or ["x1", "x2"]
    flat = r.x.shape[1] < 2
    inks = {"unique": _BLUE, "cluster": _ORANGE, "curve": _RED, "unresolved": _GREY}
    first = True  # of the curves
    traced = {c.item: c for c in r.curves}
    for kind, ink in inks.items():
        those = [k for k, found in enumerate(r.kinds) if found == kind]
        if not those:
            continue
        for k in those:
            low, high = r.lower[k], r.upper[k]
            if k in traced:
                tubes = traced[k]
                for low, high in zip(tubes.lower, tubes.upper):
                    ax.add_patch(Rectangle(low[:2], *(high - low)[:2], facecolor=ink, alpha=0.15, edgecolor=ink))
                ax.plot(tubes.points[:, 0], tubes.points[:, 1], color=ink, label=_FOUND["curve"] if first else None)
                first = False
                continue
            height = 0.0 if flat else high[1] - low[1]
            corner = (low[0], 0.0 if flat else low[1])
            ax.add_patch(Rectangle(corner, high[0] - low[0], height, facecolor=ink, alpha=0.15, edgecolor=ink))
            if kind == "curve" and not flat:
                line = r.polyline(k)
                ax.plot(line[:, 0], line[:, 1], color=ink, label=_FOUND["curve"] if first else None)
                first = False
        if kind != "curve":
            ax.plot(r.x[those, 0], np.zeros(len(those)) if flat else r.x[those, 1], "o", ms=4, color=ink, label=_FOUND[kind])
    ax.set_xlabel(names[0])
    if not flat:
        ax.set_ylabel(names[1])
    ax.set_title("solutions in the box")
    if ax.get_legend_handles_labels()[1]:
        _legend(ax)
    ax.autoscale_view()
    return ax


def _plot_meetings(r: Boxes, ax: Axes) -> Axes:
    """Pairs of curves, with the points where they meet; common pieces in a colour of their own."""
    parameters = np.linspace(0, 1, 501)
    for system in range(len(r.statuses)):
        if not r._native.of_curves(system):
            continue
        for curve, ink in enumerate((_BLUE, _ORANGE)):
            line = r._native.on_curve(system, curve, parameters.tolist())
            ax.plot(line[:, 0], line[:, 1], color=ink, label=f"curve {curve + 1}" if system == 0 else None)
        for k in r.of(system):
            if r.kinds[k] == "curve":
                piece = r._native.on_curve(system, 0, r.polyline(k)[:, 0].tolist())
                ax.plot(piece[:, 0], piece[:, 1], color=_RED, linewidth=4)
    for kind, ink in (("unique", "black"), ("cluster", _RED), ("unresolved", _GREY)):
        those = [k for k, found in enumerate(r.kinds) if found == kind]
        if those:
            ax.plot(r.points[those, 0], r.points[those, 1], "o", markersize=5, color=ink, label=_FOUND[kind])
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_title("where the curves meet")
    ax.set_xlabel("x")
    ax.set_ylabel("y")
    _legend(ax)
    return ax
