"""`vieta.nearest_structure`: the multiplicities that inexact coefficients may have had."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._inside.arrays import number, seconds
from ._inside.exact import upwards
from ._inside.polynomials import polynomial
from ._inside.record import record


@record(frozen=True, eq=False)
class Structure:
    """The polynomial with the fewest different roots that was found within the tolerance.

    `status` is 'found', 'simple' (none with multiple roots was found, which does not prove that there is none) or
    'stopped'. `values` (rounded to doubles) have `multiplicities`; `re` and `im` are their decimals. `distance` is proven: the
    polynomial with these decimals and multiplicities differs from the given one by no more, in the root of the sum of the
    squares of the coefficients' relative differences. `sensitivities` and `condition` are estimates, to first order: how far a root, and all of
    them, move for a distance of 1.
    """

    status: str
    values: NDArray[np.complex128]
    multiplicities: NDArray[np.int64]
    sensitivities: NDArray[np.float64]
    re: list[str]
    im: list[str]
    degree: int
    distance: float
    condition: float
    seconds: float

    def __repr__(self) -> str:
        if self.status != "found":
            return f"<vieta.Structure: {self.status}, degree {self.degree}>"
        lines = [
            f"<vieta.Structure: {len(self.values)} different roots of degree {self.degree}, distance {upwards(self.distance, 3)}, proven>"
        ]
        lines += [f"  {z:.15g} {m} times" for z, m in zip(self.values, self.multiplicities)]
        return "\n".join(lines)


def nearest_structure(c: Any, *, tolerance: float = 1e-10, max_seconds: float = 0.0) -> Structure:
    """The multiplicities that inexact coefficients may have had before they were rounded or measured, and the roots.

    Examples
    --------
    >>> s = vieta.nearest_structure(np.polynomial.polynomial.polyfromroots([0.9] * 4 + [1] * 3 + [1.1] * 2))
    >>> s.multiplicities, s.values.real.round(12)
    (array([4, 3, 2]), array([0.9, 1. , 1.1]))

    Parameters
    ----------
    c
        Coefficients, ascending, or an expression or file, as for `vieta.roots`. Degree at most 300.
    tolerance
        The largest distance of the polynomial that is looked for.
    max_seconds
        Not 0: when time is up the status is 'stopped'.

    Notes
    -----
    After Zeng, Computing multiple roots of inexact polynomials, Mathematics of Computation 74 (2005); docs/method/roots.md,
    section 8. Raises TypeError and ValueError, naming the argument. Ctrl-C raises KeyboardInterrupt.
    """
    found = Structure(
        *_core.nearest_structure(polynomial("c", c), number("tolerance", tolerance), seconds(max_seconds))
    )
    if found.status == "bad_input":
        raise ValueError("c: found NaN, infinity or no polynomial of positive degree, expected finite coefficients")
    return found
