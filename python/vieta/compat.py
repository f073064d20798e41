"""Drop-in replacements for functions of other libraries.

>>> import numpy as np
>>> (np.abs(np.roots([1, -9, 27, -27]) - 3) > 1e-6).all()       # (x - 3)^3, numpy issue 9170
np.True_
>>> vieta.compat.roots([1, -9, 27, -27])
array([3., 3., 3.])
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import host_array
from ._roots import roots_of_one as _roots

__all__ = ["roots"]


def _items(p: Any) -> list[Any]:
    """The numbers of a list as they are; nothing of what NumPy reads by itself."""
    return [a[()] if type(a) is np.ndarray else a for a in p] if isinstance(p, (list, tuple)) else []


def roots(p: Any) -> NDArray[Any]:
    """The roots of a polynomial with coefficients p[0] x^n + ... + p[n], as `numpy.roots` returns them, but right.

    What to expect of it, beside what `numpy.roots` does:

    - every number is proven to lie within 1e-15 of its modulus from a true root of the polynomial with exactly these
      coefficients. A multiple root comes out as often as it counts;
    - real roots are real: the array is float64 when all roots are, else complex128, as with `numpy.roots`;
    - zeros first are dropped, zeros last give roots 0; no coefficients, or only zeros, give an empty array;
    - the order is that of `vieta.roots`, reversed: largest modulus first. That of `numpy.roots` is not defined.

    Examples
    --------
    >>> vieta.compat.roots([3.2, 2, 1])
    array([-0.3125+0.46351241j, -0.3125-0.46351241j])

    Raises ValueError for arrays of more than one axis, as `numpy.roots` does, and for NaN and infinities
    (`numpy.roots`: LinAlgError). Where roots are so close that no proof in the usual precision tells them apart, the
    precision rises; if that should fail, ArithmeticError tells so instead of a wrong answer.
    """
    given = p
    if type(p) is not np.ndarray:
        array = host_array("p", p)
        try:
            p = np.atleast_1d(np.asarray(p) if array is None else array)
        except ValueError as problem:
            raise ValueError(f"p: expected one axis of coefficients: {problem}") from problem
    if p.ndim != 1:
        p = np.atleast_1d(p)
    if p.ndim != 1:
        raise ValueError(f"p: found shape {p.shape}, expected one axis of coefficients, highest power first")
    if p.dtype.kind in "fc" and not all(isinstance(a, (float, complex, np.inexact)) for a in _items(given)):
        p = np.array(_items(given), dtype=object)  # NumPy rounds an integer beside a float
    if p.dtype.kind == "O":
        coefficients: Any = p.tolist()[::-1]
        nothing = all(number == 0 for number in coefficients)
    else:
        coefficients = p[::-1]
        nothing = p.size == 0 or (p.dtype.kind in "biufc" and not p.any())
    if nothing:
        return np.array([])
    try:
        result = _roots(coefficients)
    except (TypeError, ValueError) as problem:  # its coefficients ascend: index 0 is the last of p
        raise type(problem)("p[::-1]" + str(problem).removeprefix("c")) from None
    if result.status != "complete":
        raise ArithmeticError(f"p: {result.report['unproven'] + result.report['wide']} roots could not be proven")
    values = result.values
    order = np.repeat(np.arange(len(values)), result.multiplicities)
    if len(order) == 0:
        return np.array([])
    order = order[np.argsort(-np.abs(values[order]), kind="stable")]
    expanded = values[order]
    return expanded if expanded.imag.any() else expanded.real.copy()
