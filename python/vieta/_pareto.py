"""`vieta.minimax_pareto`: cost against error, over all ways to write a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional

from . import _core
from ._inside.arrays import described, whole
from ._inside.record import record

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@record(frozen=True)
class ParetoVariant:
    """One way to write a function, in float. `cost` is its time in multiply-adds; `efficient`: nothing with the same
    error and constraint is at most as dear and better. `float_error` is the largest on 65,536 floats, `proven_bound` a
    bound of the error in real arithmetic."""

    form: str
    degree: int
    denominator: int
    error: str
    constraint: str
    cost: int
    full_rate: int
    quarter_rate: int
    registers: int
    proven_bound: float
    float_error: float
    efficient: bool


class Pareto:
    """All variants, by rising cost: `result[k]` is a `ParetoVariant`, `efficient` lists the efficient ones."""

    def __init__(self, native: _core.ParetoResult, function: str, rates: str) -> None:
        self._native = native
        self.function = function
        self.rates = rates
        self.variants = [ParetoVariant(**v) for v in native.variants()]

    @property
    def efficient(self) -> list[ParetoVariant]:
        """Those that nothing with the same error and constraint beats."""
        return [v for v in self.variants if v.efficient]

    def to_json(self) -> str:
        """The text that `vieta minimax pareto FUNCTION --json` prints."""
        return self._native.to_json()

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Cost against error on floats, by matplotlib: a line along the efficient variants of each error and
        constraint, numbers for their degrees. Returns the axes."""
        from ._inside.plot import plot_pareto

        return plot_pareto(self, ax)

    def __len__(self) -> int:
        return len(self.variants)

    def __getitem__(self, k: int) -> ParetoVariant:
        return self.variants[k]

    def __iter__(self) -> Iterator[ParetoVariant]:
        return iter(self.variants)

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        lines = [f"<vieta.Pareto of {self.function}: {len(self)} variants, {len(self.efficient)} efficient>"]
        for v in self.efficient[:10]:
            where = f" with {v.constraint}" if v.constraint else ""
            degree = f"{v.degree}/{v.denominator}" if v.denominator else str(v.degree)
            lines.append(f"  cost {v.cost}: {v.form}, degree {degree}{where}, {v.error} error {v.float_error:.3g}")
        if len(self.efficient) > 10:
            lines.append(f"  ... and {len(self.efficient) - 10} more")
        return "\n".join(lines)


def minimax_pareto(f: str, rates: str = "gcn", *, degree: int = 7) -> Pareto:
    """What accuracy costs: degrees 1 to `degree` in several forms, each optimised, proven, and run on floats.

    Examples
    --------
    >>> r = vieta.minimax_pareto("exp2")
    >>> min(v.cost for v in r if v.error == "relative" and v.float_error < 1e-3)
    3

    Parameters
    ----------
    f
        One with a short form, as for `vieta.minimax`: 'acos', 'atan', 'exp2', ...
    rates
        Whose rates `cost` counts by: 'gcn', 'rdna' or 'nvidia'.
    degree
        The highest degree, 1 to 12.

    Notes
    -----
    Takes some seconds. Raises TypeError and ValueError, naming the argument. Ctrl-C raises KeyboardInterrupt.
    """
    if not isinstance(f, str):
        raise TypeError(f"f: found {described(f)}, expected the name of a function, such as 'acos'")
    if rates not in ("gcn", "rdna", "nvidia"):
        raise ValueError(f"rates: found {rates!r}, expected 'gcn', 'rdna' or 'nvidia'")
    return Pareto(_core.minimax_pareto(f, rates, whole("degree", degree, 1, 12)), f, rates)
