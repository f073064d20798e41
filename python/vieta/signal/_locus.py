"""Root loci whose branches are followed."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from .._inside.arrays import described, host_array, listed, number
from .._roots import roots_of_one as _roots
from ._exact import Exact, nonzero, plus, scaled

Array = np.ndarray[Any, np.dtype[Any]]

DEEPEST = 12  # halvings between two gains


def root_locus(b: Any, a: Any, gains: Optional[Any] = None) -> tuple[Array, Array]:
    """Poles of the closed loop a + k b for a series of gains k, each branch in a column.

    Branches are followed: between two gains more are put in (at most 4096, which are not returned) until each pole has
    moved by less than half of its distance to the others, so that nearest poles belong together. Where branches meet in a
    multiple pole, any way to go on is right.

    Examples
    --------
    >>> gains, poles = vieta.signal.root_locus([1], [1, 2, 0], [0, 0.5, 1, 2])
    >>> poles.round(6).tolist()[-1]
    [(-1+1j), (-1-1j)]

    Parameters
    ----------
    b, a
        Numerator and denominator of the open loop, highest power first; b of no higher degree than a.
    gains
        In the order in which branches are followed; by default 0 and 200 from 1e-3 to 1e3 of the ratio of the largest coefficients.

    Returns
    -------
    gains, poles
        Arrays of n and (n, degree) numbers. Each pole is proven to 1e-15 of its modulus. A gain that makes the leading
        coefficient zero has a pole at infinity there (NaN).
    """
    above, below = nonzero("b", b), nonzero("a", a)
    if len(above) > len(below):
        raise ValueError(f"b: found degree {len(above) - 1}, expected at most that of a, {len(below) - 1}")
    if gains is None:
        try:
            size = float(max(map(abs, below)) / max(map(abs, above)))
        except OverflowError:
            size = 0.0
        if not 1e-300 < size < 1e300:
            raise ValueError("gains: found None, expected gains: the coefficients differ too much for a usual choice")
        gains = np.concatenate([[0.0], size * np.logspace(-3, 3, 200)])
    ks = _finite(gains)
    degree = len(below) - 1

    def poles(k: float) -> Array:
        p = plus(below, scaled(above, Exact(k)))
        found = np.full(degree, np.nan, dtype=complex)
        if len(p) > 1:
            r = _roots(p)
            each = np.repeat(r.values, r.multiplicities)
            if not np.isfinite(each).all():
                raise OverflowError(f"a: found a pole beyond the range of double at the gain {k!r}")
            found[: len(each)] = each
        return found

    rows: list[Array] = []
    for k in ks:
        now = poles(k)
        rows.append(now if not rows else _followed(ks[len(rows) - 1], rows[-1], k, now, poles, 0))
    return np.array(ks), np.array(rows).reshape(len(ks), degree)


def _finite(gains: Any) -> list[float]:
    array = host_array("gains", gains)
    if array is not None and array.ndim != 1:
        raise ValueError(f"gains: found {described(array)}, expected one axis of real numbers")
    ks = [number(f"gains[{k}]", x) for k, x in enumerate(listed("gains", gains if array is None else array, "real numbers"))]
    if not np.isfinite(ks).all():
        raise ValueError(f"gains[{int(np.argmin(np.isfinite(ks)))}]: found an infinity, expected finite numbers")
    return ks


def _followed(k0: float, before: Array, k1: float, after: Array, poles: Any, depth: int) -> Array:
    """`after` in the order of `before`."""
    matched, clear = _matched(before, after)
    middle = 0.5 * (k0 + k1)
    if clear or depth == DEEPEST or not min(k0, k1) < middle < max(k0, k1):
        return matched
    half = _followed(k0, before, middle, poles(middle), poles, depth + 1)
    return _followed(middle, half, k1, after, poles, depth + 1)


def _matched(before: Array, after: Array) -> tuple[Array, bool]:
    """Each pole with the nearest one that is left, the shortest ways first; and whether no other way was near."""
    n = len(before)
    finite = np.where(np.isnan(before)[:, None] | np.isnan(after)[None, :], 1e300, 0)
    distance = np.where(finite > 0, finite, np.abs(before[:, None] - after[None, :]))
    matched = np.full(n, np.nan, dtype=complex)
    rows, columns, clear = set(range(n)), set(range(n)), True
    apart = np.abs(after[:, None] - after[None, :]) + np.where(np.eye(n, dtype=bool), np.inf, 0)
    for flat in np.argsort(distance, axis=None):
        i, j = divmod(int(flat), n)
        if i in rows and j in columns:
            rows.remove(i)
            columns.remove(j)
            matched[i] = after[j]
            others = apart[j][~np.isnan(apart[j])]
            clear = clear and (len(others) == 0 or distance[i, j] < 0.5 * others.min())
    return matched, clear
