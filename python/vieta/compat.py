"""Drop-in replacements for functions of other libraries.

>>> import numpy as np
>>> (np.abs(np.roots([1, -9, 27, -27]) - 3) > 1e-6).all()       # (x - 3)^3, numpy issue 9170
np.True_
>>> vieta.compat.roots([1, -9, 27, -27])
array([3., 3., 3.])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._inside.arrays import fraction, host_array, in_powers, refuse_dtype
from ._inside.exact import Gaussian, complex_texts, for_roots
from ._roots import Roots
from ._roots import roots_of_one as _roots

if TYPE_CHECKING:
    from fractions import Fraction as Exact

__all__ = ["chebroots", "hermeroots", "hermroots", "lagroots", "legroots", "polyeig", "polyroots", "roots"]


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
    precision rises; if that should fail, ArithmeticError tells so instead of a wrong answer. A root beyond the range of
    normal doubles, too large or too near 0, is an OverflowError: `vieta.roots(...).decimals` holds it.
    """
    found = _of_powers("p", p, ascending=False)
    return found[np.argsort(-np.abs(found), kind="stable")]


def _one_axis(name: str, p: Any, first: str) -> NDArray[Any]:
    """The coefficients as an array; one of objects where NumPy would round an integer beside a float."""
    given = p
    if type(p) is not np.ndarray:
        array = host_array(name, p)
        try:
            p = np.atleast_1d(np.asarray(p) if array is None else array)
        except ValueError as problem:
            raise ValueError(f"{name}: expected one axis of coefficients: {problem}") from problem
    found: NDArray[Any] = np.atleast_1d(p)
    if found.ndim != 1:
        raise ValueError(f"{name}: found shape {found.shape}, expected one axis of coefficients, {first} first")
    if found.dtype.kind in "fc" and not all(isinstance(a, (float, complex, np.inexact)) for a in _items(given)):
        return np.array(_items(given), dtype=object)
    return found


def _of_powers(name: str, p: Any, ascending: bool) -> NDArray[Any]:
    """The roots of the coefficients of powers of x, each as often as it counts, in the order of `vieta.roots`."""
    p = _one_axis(name, p, "x^0" if ascending else "highest power")
    if ascending and p.size == 0:
        raise ValueError(f"{name}: found no coefficients, expected at least one")
    if not ascending:
        p = p[::-1]
    if p.dtype.kind == "O":
        coefficients: Any = p.tolist()
        nothing = all(number == 0 for number in coefficients)
    else:
        coefficients = p
        nothing = p.size == 0 or (p.dtype.kind in "biufc" and not p.any())
    if nothing:
        return np.array([])
    try:
        result = _roots(coefficients)
    except (TypeError, ValueError) as problem:  # its coefficients ascend: index 0 is the last of p
        of_them = name if ascending else f"{name}[::-1]"
        raise type(problem)(of_them + str(problem).removeprefix("c")) from None
    if result.status != "complete":
        raise ArithmeticError(f"{name}: {result.report['unproven'] + result.report['wide']} roots could not be proven")
    _expect_doubles(name, result)
    return _each_as_often_as_it_counts(result)


def _expect_doubles(name: str, result: Roots) -> None:
    """Refuses roots that doubles hold to no 15 digits: infinite ones, and what is nearly 0 without being 0."""
    size = np.abs(result.values)
    for k in np.flatnonzero(~(size >= np.finfo(float).tiny) | ~np.isfinite(size)).tolist():
        re, im, _ = result.decimals[k]
        if fraction(re) != 0 or fraction(im) != 0:
            place = re if result.real[k] else f"{re} + {im} i"
            raise OverflowError(f"{name}: found a root at {place}, expected roots that doubles hold (vieta.roots has its decimals)")


def _largest_first(name: str, result: Roots) -> NDArray[Any]:
    """All roots of a complete result as `roots` returns them."""
    _expect_doubles(name, result)
    found = _each_as_often_as_it_counts(result)
    return found[np.argsort(-np.abs(found), kind="stable")]


def _each_as_often_as_it_counts(result: Roots) -> NDArray[Any]:
    expanded = np.repeat(result.values, result.multiplicities)
    return expanded if expanded.imag.any() else expanded.real.copy()


def polyroots(c: Any) -> NDArray[Any]:
    """The roots of c[0] + c[1] x + ..., as `numpy.polynomial.polynomial.polyroots` returns them: sorted, and right.

    Each is proven to 1e-15 of its modulus; see `roots` for multiple and real ones. So are those of the series in other
    bases below, for exactly the coefficients that are stored.

    Examples
    --------
    >>> vieta.compat.polyroots([-27, 27, -9, 1])
    array([3., 3., 3.])
    """
    return np.sort(_of_powers("c", c, ascending=True))


def chebroots(c: Any) -> NDArray[Any]:
    """The roots of c[0] T_0 + c[1] T_1 + ..., as `numpy.polynomial.chebyshev.chebroots` returns them: sorted, and right.

    Examples
    --------
    >>> vieta.compat.chebroots([-1, 0, 1])                     # T_2 - 1 = 2 x^2 - 2
    array([-1.,  1.])
    """
    return _roots_of_series(np.polynomial.Chebyshev, c)


def legroots(c: Any) -> NDArray[Any]:
    """The same in Legendre's basis: `numpy.polynomial.legendre.legroots`."""
    return _roots_of_series(np.polynomial.Legendre, c)


def hermroots(c: Any) -> NDArray[Any]:
    """The same in Hermite's basis: `numpy.polynomial.hermite.hermroots`."""
    return _roots_of_series(np.polynomial.Hermite, c)


def hermeroots(c: Any) -> NDArray[Any]:
    """The same in Hermite's basis of probability: `numpy.polynomial.hermite_e.hermeroots`."""
    return _roots_of_series(np.polynomial.HermiteE, c)


def lagroots(c: Any) -> NDArray[Any]:
    """The same in Laguerre's basis: `numpy.polynomial.laguerre.lagroots`."""
    return _roots_of_series(np.polynomial.Laguerre, c)


def _roots_of_series(basis: Any, c: Any) -> NDArray[Any]:
    c = _one_axis("c", c, "c[0]")
    if c.size == 0:
        raise ValueError("c: found no coefficients, expected at least one")
    if c.dtype.kind in "biuO" and all(_is_double(x) for x in c.tolist()):
        c = np.array(c.tolist()) + 0.0
    if c.dtype.kind in "biuO":  # longer integers, and other exact numbers
        real = " among exact numbers, expected real ones, or all of them complex128"
        exact = [_exact_real(f"c[{k}]", x, real) for k, x in enumerate(c.tolist())]
        return np.sort(_of_powers("c", np.array(in_powers(basis, exact), dtype=object), ascending=True))
    if c.dtype.kind not in "fc" or c.dtype.itemsize > (16 if c.dtype.kind == "c" else 8):
        raise refuse_dtype("c", c, "an array of float32, float64, complex64, complex128 or integers")
    if not np.isfinite(c).all():
        raise ValueError("c: found NaN or an infinity, expected finite coefficients")
    c = np.trim_zeros(c, "b")
    if len(c) < 2:
        return np.array([])
    result = _roots(basis(c))
    if result.status != "complete":
        raise ArithmeticError(f"c: {result.report['unproven'] + result.report['wide']} roots could not be proven")
    _expect_doubles("c", result)
    return np.sort(_each_as_often_as_it_counts(result))


def _is_double(x: Any) -> bool:
    """Whether NumPy makes a double of it, or two, without rounding."""
    return isinstance(x, (float, complex)) or (isinstance(x, int) and abs(x) <= 2**53)


def _exact_real(name: str, x: Any, expected: str = ", expected a real number") -> Exact:
    re, im = complex_texts(name, x)
    if im != "0":
        raise ValueError(f"{name}: found {x}{expected}")
    try:
        return fraction(re)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{name}: found {x!r}, expected a finite number") from None


def _exact(name: str, x: Any) -> Any:
    """A rational number, or a complex one of rational parts."""
    try:
        re, im = map(fraction, complex_texts(name, x))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{name}: found {x!r}, expected a finite number") from None
    return Gaussian(re, im) if im else re


def polyeig(*matrices: Any) -> NDArray[Any]:
    """The eigenvalues x of A0 + x A1 + ... + x^d Ad, with det = 0, as MATLAB's `polyeig` returns them.

    The determinant is computed exactly from what the matrices, real or complex, store, and its roots are proven: multiple eigenvalues are
    equal and come as often as they count, real ones of real matrices are real, and infinite ones (of a singular Ad) are inf.
    Cost: O((n d)^2 n^3) exact operations: for matrices of up to about 20 rows.

    Examples
    --------
    >>> vieta.compat.polyeig([[0, 1], [0, 0]], [[-1, 0], [0, -1]])     # a Jordan block
    array([0., 0.])
    >>> vieta.compat.polyeig([[2, 0], [0, 1]], [[-3, 0], [0, 1]], [[1, 0], [0, 0]])
    array([-1.,  1.,  2., inf])
    """
    if not matrices:
        raise ValueError("matrices: found none, expected A0, A1, ...")
    stack = [_exact_matrix(f"A{k}", a) for k, a in enumerate(matrices)]
    n, d = len(stack[0]), len(stack) - 1
    for k, a in enumerate(stack):
        if len(a) != n or any(len(row) != n for row in a):
            raise ValueError(f"A{k}: found shape {np.shape(matrices[k])}, expected {n} rows and columns")
    points = range(n * d + 1)
    values = [_determinant([[_value([a[i][j] for a in stack], x) for j in range(n)] for i in range(n)]) for x in points]
    determinant = _interpolated(values)
    if not determinant:
        raise ValueError("matrices: found a determinant that is zero for all x, expected a regular pencil")
    coefficients = np.empty(len(determinant), dtype=object)
    for k, c in enumerate(reversed(determinant)):
        coefficients[k] = for_roots(c)  # one by one: a complex one is a tuple
    finite = np.sort(roots(coefficients))
    return np.concatenate([finite, np.full(n * d - len(finite), np.inf)])


def _exact_matrix(name: str, a: Any) -> list[list[Any]]:
    host = host_array(name, a)
    array = np.array(a, dtype=object) if host is None else host
    if array.ndim != 2:
        raise ValueError(f"{name}: found {array.ndim} axes, expected a matrix")
    if array.dtype.kind in "fc" and array.dtype.itemsize > 8 * (1 + (array.dtype.kind == "c")):
        raise refuse_dtype(name, array, "an array of float32, float64, complex64, complex128 or integers")
    return [[_exact(f"{name}[{i}][{j}]", x) for j, x in enumerate(row)] for i, row in enumerate(array.tolist())]


def _value(c: list[Exact], x: int) -> Exact:
    total = fraction(0)
    for a in reversed(c):
        total = total * x + a
    return total


def _determinant(rows: list[list[Exact]]) -> Exact:
    """By elimination, exactly."""
    result = fraction(1)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k] != 0), None)
        if pivot is None:
            return fraction(0)
        if pivot != k:
            rows[k], rows[pivot], result = rows[pivot], rows[k], -result
        result *= rows[k][k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return result


def _interpolated(values: list[Exact]) -> list[Exact]:
    """The polynomial with these values at 0, 1, 2, ..., ascending (Newton's divided differences)."""
    c = list(values)
    for k in range(1, len(c)):
        for i in reversed(range(k, len(c))):
            c[i] = (c[i] - c[i - 1]) / k
    p: list[Exact] = []
    for k in reversed(range(len(c))):  # p = p * (x - k) + c_k
        p = [fraction(0), *p]
        p = [a - k * b for a, b in zip(p, [*p[1:], fraction(0)])]
        p[0] += c[k]
    while p and p[-1] == 0:
        p.pop()
    return p
