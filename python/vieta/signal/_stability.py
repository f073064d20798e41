"""Whether a system is stable: yes, no, or not determined by these coefficients."""

from __future__ import annotations

from typing import Any, Literal, Union

import numpy as np

from .._inside.arrays import number
from .._roots import Roots
from .._roots import roots_of_one as _roots
from ._exact import as_polynomial, complex_coefficients, trimmed


class Stability:
    """The answer of `is_stable`; true in an `if` where the system is proven to be stable.

    Attributes
    ----------
    answer
        'yes': all poles are proven to lie inside (the open left half-plane, the open unit disc). 'no': one is proven not
        to. 'not determined': the coefficients, with the uncertainty that was given, allow both.
    outside
        `Roots`: discs of the poles that are not inside, or may not be; in the discrete case these are discs of 1/z.
    """

    answer: Literal["yes", "no", "not determined"]

    def __init__(self, answer: Literal["yes", "no", "not determined"], outside: Roots) -> None:
        self.answer, self.outside = answer, outside

    def __bool__(self) -> bool:
        return self.answer == "yes"

    def __repr__(self) -> str:
        return f"Stability({self.answer!r})"


def is_discrete(dt: Any) -> bool:
    """Whether dt, as `is_stable` takes it, says that the variable is z and not s."""
    if dt is None or isinstance(dt, (bool, np.bool_)):
        return bool(dt)
    sampling_time = number("dt", dt)
    if not 0 <= sampling_time < float("inf"):
        raise ValueError(f"dt: found {sampling_time:g}, expected None, True, False, or a finite sampling time above 0")
    return sampling_time > 0


def is_stable(a: Any, *, dt: Union[bool, float, None] = None, uncertainty: float = 0.0) -> Stability:
    """Whether all poles of a transfer function lie inside, decided and not estimated.

    Examples
    --------
    >>> vieta.signal.is_stable([1, 0.4, 4])
    Stability('yes')
    >>> vieta.signal.is_stable([1, 0, 4])                       # poles on the axis
    Stability('no')
    >>> a = np.array([1, -2, 1.0000001])                        # poles 1 +- 0.0003i: outside the unit circle
    >>> vieta.signal.is_stable(a, dt=True), vieta.signal.is_stable(a, dt=True, uncertainty=1e-6)
    (Stability('no'), Stability('not determined'))

    Parameters
    ----------
    a
        The denominator, highest power first; its coefficients may be complex. Sections of second order (an array of shape (n, 6)) are all looked at.
    dt
        None or False: s, stable is the open left half-plane. True, or the sampling time: z, stable is the open unit disc.
    uncertainty
        Relative, of each coefficient: 0 takes them as exact, and then there is always an answer. What rounding to
        doubles did to them is 1.2e-16.

    Returns
    -------
    stability
        Poles on the border count as not stable. Cost: that of `roots` of the poles outside.
    """
    discrete = is_discrete(dt)
    sections = np.asarray(a) if not isinstance(a, (list, tuple)) else None
    if sections is not None and sections.ndim == 2:
        if sections.shape[1] != 6:
            raise ValueError(f"a: found shape {sections.shape}, expected one axis, or (n, 6) for sections")
        if len(sections) == 0:
            raise ValueError(f"a: found no sections (shape {sections.shape}), expected at least one")
        answers = [is_stable(row[3:], dt=dt, uncertainty=uncertainty) for row in sections]
        order = {"no": 0, "not determined": 1, "yes": 2}
        return min(answers, key=lambda s: order[s.answer])
    p = trimmed(complex_coefficients("a", a))
    if not p:
        raise ValueError("a: found zero, expected a polynomial that is not")
    if discrete:
        # |z| >= 1 is |1/z| <= 1, and 1/z are the roots of the polynomial that is read backwards.
        outside = _roots(as_polynomial(p[::-1]), uncertainty=uncertainty, in_disc=(0, 1.0))
    else:
        outside = _roots(
            as_polynomial(p), uncertainty=uncertainty, in_box=(0.0, float("inf"), float("-inf"), float("inf"))
        )
    inside_of_region = [s not in ("at_border", "unproven") for s in outside.statuses]
    if any(inside_of_region):
        return Stability("no", outside)
    # "region": not all discs of the region may be here.
    if len(outside) == 0 and outside.report["stopped_by"] == "":
        return Stability("yes", outside)
    return Stability("not determined", outside)
