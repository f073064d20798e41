"""What the results of `newton` and `solve` have in common: solutions of a system, with proofs."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .arrays import whole
from .exact import mpmath, upwards_about
from .lazy import Lazy, lazy
from .record import record
from .systems import PolynomialSystem

REAL = {0: None, 1: True, 2: False}
"""What is proven of a solution, from the library's number for it."""


_DOUBLES = {"d": 1, "dd": 2, "td": 3, "qd": 4}


def doubles_of(precision: Union[int, str]) -> int:
    """The number of doubles that `precision` stands for: 0 to 4, or a name."""
    if isinstance(precision, str):
        if precision not in _DOUBLES:
            raise ValueError(f"precision: found {precision!r}, expected 'd', 'dd', 'td', 'qd' or 0 to 4")
        return _DOUBLES[precision]
    return whole("precision", precision, 0, 4)


@record(frozen=True, eq=False)
class Solution:
    """One of the solutions. `real` is True or False where it is proven, else None."""

    x: NDArray[np.complex128]
    radius: float
    certified: bool
    real: Optional[bool]
    status: str
    residual: float
    iterations: int
    digits: int
    condition: float
    proof: str


class SystemPoints(Lazy):
    """Solutions: `x` has the shape of the result and one more axis, for the variables."""

    _native: Any

    def __init__(
        self, native: Union[_core.NewtonResult, _core.AllSolutions], system: PolynomialSystem, shape: tuple[int, ...]
    ) -> None:
        self._native = native
        self._shape = shape
        self.system = system

    @lazy
    def x(self) -> NDArray[np.complex128]:
        """The solutions, rounded to double."""
        values: NDArray[np.complex128] = self._native.values()
        return values.reshape(self._shape + values.shape[1:])

    @lazy
    def radii(self) -> NDArray[np.float64]:
        """Proven radii, about the unrounded solutions; infinite without a proof."""
        return self._shaped(self._native.radii())

    @lazy
    def certified(self) -> NDArray[np.bool_]:
        """Whether it is proven that exactly one true solution lies within the radius."""
        return self._shaped(self._native.certified().view(np.bool_))

    @lazy
    def residuals(self) -> NDArray[np.float64]:
        """The largest |f_i(x)|."""
        return self._shaped(self._native.residuals())

    @lazy
    def iterations(self) -> NDArray[np.int64]:
        """How many steps it took."""
        return self._shaped(self._native.iterations())

    @lazy
    def digits(self) -> NDArray[np.int64]:
        """Decimal digits reached: proven ones where `certified`, else estimated."""
        return self._shaped(self._native.digits())

    @lazy
    def conditions(self) -> NDArray[np.float64]:
        """Estimated condition numbers of the scaled Jacobians."""
        return self._shaped(self._native.conditions())

    @lazy
    def real(self) -> NDArray[np.bool_]:
        """Whether the solution is proven real."""
        return self._shaped(self._native.realness() == 1)

    @lazy
    def statuses(self) -> list[str]:
        """'converged', 'singular', 'stagnated', 'diverged', 'iteration_limit', 'stopped' or 'bad_start', in the order
        of the solutions."""
        statuses: list[str] = self._native.statuses()
        return statuses

    @lazy
    def proofs(self) -> list[str]:
        """What is proven within `radii`, in their order: 'solution'; with more equations than variables
        'stationary_point' (exactly one of the sum of squares, so at most one solution) or 'no_solution' (the same, and
        some equation does not vanish there); 'none'."""
        proofs: list[str] = self._native.proofs()
        return proofs

    def steps(self, k: int = 0) -> list[dict[str, Any]]:
        """The iterations of one solution: residual before each step, its relative size, the precision of its numbers."""
        steps: list[dict[str, Any]] = self._native.steps(self._at(k))
        return steps

    @lazy
    def report(self) -> dict[str, Any]:
        """What was done."""
        report: dict[str, Any] = self._native.report()
        return report

    def decimals(self, k: int = 0, digits: int = 0) -> list[tuple[str, str]]:
        """(re, im) of each coordinate of one solution, with this many significant digits, or as many as are known.

        Examples
        --------
        >>> r = vieta.newton("x^2 - 2", [1.4], digits=30)
        >>> r.decimals(digits=25)
        [('1.414213562373095048801689', '0')]
        """
        k = self._at(k)
        known = min(max(int(self._native.digits()[k]) + 2, 5), 64)
        texts: list[tuple[str, str]] = self._native.decimals(k, whole("digits", digits, 0, 64) or known)
        return texts

    def mpmath(self, k: int = 0) -> list[Any]:
        """One solution as `mpmath.mpc`, without rounding (62 digits are enough to hold it)."""
        return complex_of_parts(self._native.parts()[self._at(k)])

    def to_json(self, digits: int = 0, *, doubles: bool = False) -> str:
        """The text that the program prints with `--json`: docs/reference/json.md.

        With `doubles` its numbers are JSON numbers, the nearest doubles, as with `--json-doubles`: never strings of more
        digits. Radii are about these doubles then.
        """
        text: str = self._native.to_json(whole("digits", digits, 0, 64), doubles)
        return text

    def __len__(self) -> int:
        size: int = self._native.size()
        return size

    def __str__(self) -> str:
        text: str = self._native.table()
        return text

    def _shaped(self, column: NDArray[Any]) -> NDArray[Any]:
        return column.reshape(self._shape)

    def _point(self, k: int) -> Solution:
        s = self._native
        return Solution(
            s.values()[k],
            float(s.radii()[k]),
            bool(s.certified()[k]),
            REAL[int(s.realness()[k])],
            self.statuses[k],
            float(s.residuals()[k]),
            int(s.iterations()[k]),
            int(s.digits()[k]),
            float(s.conditions()[k]),
            self.proofs[k],
        )

    def _at(self, k: int) -> int:
        n = len(self)
        if not -n <= k < n:
            raise IndexError(f"index {k}: expected one of {n} solutions")
        return k % n


def complex_of_parts(parts: NDArray[np.float64]) -> list[Any]:
    """Coordinates as `mpmath.mpc`, from the four doubles of their real and imaginary parts."""
    mp = mpmath()
    with mp.workprec(260):
        return [mp.mpc(mp.fsum(map(float, re)), mp.fsum(map(float, im))) for re, im in parts]


def first_lines(head: str, points: Sequence[Any], names: Sequence[str], count: int) -> str:
    """The `repr` of a result: its head, and a line for each of the first solutions."""
    lines = [head]
    for name, s in zip(names, points):
        x = s.x.real if s.real else s.x
        proof = f"within {upwards_about(s.radius, x)}" if s.certified else "not proven"
        lines.append(f"  {name}{proof}: {np.array2string(x, threshold=6, floatmode='unique')}")
    if count > len(points):
        lines.append(f"  ... and {count - len(points)} more")
    return "\n".join(lines)
