"""Partial fractions: exact arithmetic about poles that are known to as many digits as it takes."""

from __future__ import annotations

import fractions
import sys
from math import floor, lcm
from typing import Any, Optional

import numpy as np

from .._inside.arrays import number
from .._roots import roots_of_one as _roots
from ._exact import Complex, Exact, as_polynomial, complex_coefficients, divided, trimmed
from ._vanishing import where_numerators_vanish

Array = np.ndarray[Any, np.dtype[Any]]
Gaussian = tuple[int, int]  # re + i im
_Place = tuple[Complex, Exact]  # and how far it may be off

FIRST_DIGITS, MOST_DIGITS = 50, 6400


def residue(b: Any, a: Any, tol: Optional[float] = None, rtype: Optional[str] = None) -> tuple[Array, Array, Array]:
    """Partial fractions of b(s)/a(s), as `scipy.signal.residue` returns them: residues r, poles p, polynomial part k.

    b(s)/a(s) = r[0]/(s - p[0]) + r[1]/(s - p[1]) + ... + k(s); a pole of multiplicity m stands m times in p, with the
    residues of 1/(s - p), ..., 1/(s - p)^m. Coefficients may be complex. Which poles are multiple is proven: b and a are taken as exactly what they
    store. (scipy guesses it with a tolerance of 1e-3.) A common factor of b and a gives residues 0.

    `tol` and `rtype` are those of scipy, which takes poles that are no farther apart than `tol` for one, at a place that `rtype` chooses
    ('avg', 'mean', 'min', 'minimum', 'max' or 'maximum'; poles that are equal leave no choice). Here different poles stay different: those
    that scipy would merge are refused.

    Each residue is computed with more digits until twice as many change nothing in it: it is right to about 1e-15 of
    its modulus, whatever that is beside others; those that are 0 are proven to be. Cost: O(n^2) operations on integers of n times as many digits.

    Examples
    --------
    >>> r, p, k = vieta.signal.residue([1, 0, 0, 0], [1, 3, 2])
    >>> r, p, k
    (array([ 8., -1.]), array([-2., -1.]), array([ 1., -3.]))
    """
    _expect_rtype(rtype)
    above, below = (trimmed(complex_coefficients(name, given)) for name, given in (("b", b), ("a", a)))
    if not below:
        raise ValueError("a: found zero, expected a polynomial that is not")
    quotient, rest = divided(above, below)
    poles, parts = _partial_fractions(rest, below, of_inverse=False)
    _expect_apart(poles, tol)
    values = np.array([pole for pole, part in zip(poles, parts) for _ in part])
    residues = np.array([c for part in parts for c in part])
    k = _real_if_all_are(np.array([complex(c) for c in reversed(quotient)]))
    return _real_if_all_are(residues), _real_if_all_are(values), k


def residuez(b: Any, a: Any, tol: Optional[float] = None, rtype: Optional[str] = None) -> tuple[Array, Array, Array]:
    """Partial fractions of b/a in powers of z^-1, as `scipy.signal.residuez` returns them.

    b(z)/a(z) = r[0]/(1 - p[0] z^-1) + ... + k[0] + k[1] z^-1 + ..., with b and a those of z^0, z^-1, z^-2, ...; a pole of
    multiplicity m stands m times, with the residues of 1/(1 - p z^-1)^j for j = 1 to m. See `residue`, for `tol` and `rtype` as well.

    Examples
    --------
    >>> r, p, k = vieta.signal.residuez([1], [1, -0.75, 0.125])
    >>> r, p, k
    (array([-1.,  2.]), array([0.25, 0.5 ]), array([], dtype=float64))
    """
    _expect_rtype(rtype)
    above, below = _powers_of_inverse("b", b), _powers_of_inverse("a", a)
    if not below or not below[0]:
        raise ValueError("a[0]: found 0, expected the coefficient of z^0, which is not")
    quotient, rest = divided(above, below)
    poles, parts = _partial_fractions(rest, below, of_inverse=True)
    _expect_apart(poles, tol)
    values = [pole for pole, part in zip(poles, parts) for _ in part]
    residues = [c for part in parts for c in part]
    k = _real_if_all_are(np.array([complex(c) for c in quotient]))
    return _real_if_all_are(np.array(residues)), _real_if_all_are(np.array(values)), k


def _expect_rtype(rtype: Optional[str]) -> None:
    known = ("avg", "mean", "min", "minimum", "max", "maximum")
    if rtype is not None and rtype not in known:
        raise ValueError(f"rtype: found {rtype!r}, expected {', '.join(known[:-1])} or {known[-1]}")


def _expect_apart(poles: list[complex], tol: Optional[float]) -> None:
    if tol is None:
        return
    limit = number("tol", tol)
    if not limit >= 0:
        raise ValueError(f"tol: found {limit:g}, expected a distance, 0 or above")
    for k, pole in enumerate(poles):
        for other in poles[:k]:
            if abs(pole - other) <= limit:
                raise ValueError(
                    f"tol: found {limit:g}, which the poles {_shown(other)} and {_shown(pole)} are within; these are proven to be two, and not one as "
                    "scipy would take them for: expected a smaller one, or none"
                )


def _shown(pole: complex) -> str:
    return f"{pole:.15g}" if pole.imag else f"{pole.real:.15g}"


def _powers_of_inverse(name: str, given: Any) -> list[Complex]:
    """Those of z^0, z^-1, ..., ascending in z^-1."""
    items = given if isinstance(given, (list, tuple, np.ndarray)) or np.ndim(given) == 0 else list(given)
    return trimmed(complex_coefficients(name, items)[::-1])


def _real_if_all_are(values: Array) -> Array:
    if len(values) == 0:
        return np.array([])
    return values if np.iscomplexobj(values) and values.imag.any() else values.real.copy()


def _partial_fractions(
    above: list[Complex], below: list[Complex], *, of_inverse: bool
) -> tuple[list[complex], list[list[complex]]]:
    """Poles, largest modulus first, and for each the numerators over its powers 1, 2, ...

    `of_inverse`: the polynomials are those in w = 1/z, and the answer is about the poles in z, in the same order.
    """
    digits = FIRST_DIGITS
    last: Optional[list[list[complex]]] = None
    zeros = _Zeros(above, below)
    while True:
        poles, parts, places = _with_digits(above, below, digits, of_inverse)
        parts = [zeros.put_into(part, place, parts, digits) for part, place in zip(parts, places)]
        if last is not None and all(abs(x - y) <= 2e-16 * abs(y) for p, q in zip(last, parts) for x, y in zip(p, q)):
            return poles, parts
        if digits >= MOST_DIGITS:
            raise ArithmeticError(f"a: residues are not known with {digits} digits of the poles")
        last, digits = parts, 2 * digits


class _Zeros:
    """Which residues are 0, asked for those that are small beside others."""

    SMALL = 1e-20

    def __init__(self, above: list[Complex], below: list[Complex]) -> None:
        self._above, self._below = above, below
        self._where: dict[int, list[list[Complex]]] = {}  # by multiplicity: the roots of these are such poles

    def put_into(self, part: list[complex], place: _Place, parts: list[list[complex]], digits: int) -> list[complex]:
        """The residues at one pole, with 0 for those that are 0."""
        largest = max(abs(c) for other in parts for c in other)
        m = len(part)
        if all(abs(c) > self.SMALL * largest for c in part):
            return part
        if m not in self._where:
            self._where[m] = where_numerators_vanish(self._above, self._below, m)
        # That over t^j is c_(m-j).
        return [0j if _is_root(self._where[m][m - 1 - k], place, digits) else c for k, c in enumerate(part)]


def _is_root(p: list[Complex], place: _Place, digits: int) -> bool:
    """Whether a pole is a root of p; p divides a polynomial whose roots are the poles of its multiplicity, so it is one of
    its roots or apart from all of them by more than the radii of the discs."""
    if len(p) < 2:
        return False
    found = _roots(as_polynomial(p), digits=2 * digits)
    pole, radius = place
    for re, im, other in found.decimals:
        apart = max(abs(Exact(re) - pole.re), abs(Exact(im) - pole.im))
        if apart <= radius + Exact(other):
            return True
    return False


def _double(what: str, x: Complex) -> complex:
    try:
        found = complex(x)
        abs(found)
    except OverflowError:
        raise OverflowError(f"a: found a {what} beyond the range of double") from None
    if abs(found) < sys.float_info.min and (x.re or x.im):
        raise OverflowError(f"a: found a {what} below the range of double that is not 0")
    return found


def _with_digits(
    above: list[Complex], below: list[Complex], digits: int, of_inverse: bool
) -> tuple[list[complex], list[list[complex]], list[_Place]]:
    """Poles, residues, and where the poles are in the variable of the polynomials."""
    p, q = _integers(above), _integers(below)
    result = _roots(as_polynomial(below), digits=digits)
    if result.status != "complete" or "cluster" in result.statuses:
        raise ArithmeticError("a: found poles that could not be told apart")
    poles, parts, places = [], [], []
    for k in reversed(range(len(result))):
        m = int(result.multiplicities[k])
        re, im = (fractions.Fraction(part) for part in result.decimals[k][:2])
        # Ten digits more than are known, of a number of any size.
        place = 10 ** max(0, digits + 10 - _log10_below(max(abs(re), abs(im))))
        centre = (round(re * place), round(im * place))
        # Of b and a about the pole, as far as the quotient needs them; the powers of t below m vanish in a.
        series_of_b = _taylor(p, centre, place, 0, m)
        series_of_a = _taylor(q, centre, place, m, 2 * m)
        quotient = _series_quotient(series_of_b, series_of_a)
        # b/a = (c_0 + c_1 t + ...) / t^m: the numerator over t^j is c_(m-j).
        numerators = [quotient[m - j] for j in range(1, m + 1)]
        pole = Complex(re, im)
        places.append((pole, Exact(result.decimals[k][2])))
        if of_inverse:
            pole = Complex(Exact(1), Exact(0)) / pole
            factor = Complex(Exact(1), Exact(0))
            for j in range(m):  # (w - w0)^j = (-w0)^j (1 - z^-1 / w0)^j
                factor = factor * Complex(-pole.re, -pole.im)
                numerators[j] = numerators[j] * factor
        poles.append(_double("pole", pole))
        parts.append([_double("residue", c) for c in numerators])
    return poles, parts, places


def _log10_below(x: Exact) -> int:
    """At most log10(x), and not much less; 0 for 0."""
    bits = x.numerator.bit_length() - x.denominator.bit_length() - 1
    return floor(bits * 0.30103) - 1 if x else 0


def _integers(p: list[Complex]) -> tuple[list[Gaussian], int]:
    """p = integers / the last number."""
    common = lcm(*(part.denominator for c in p for part in (c.re, c.im)))
    return [(int(c.re * common), int(c.im * common)) for c in p], common


def _times(x: Gaussian, y: Gaussian) -> Gaussian:
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def _taylor(p: tuple[list[Gaussian], int], centre: Gaussian, place: int, first: int, end: int) -> list[Complex]:
    """The coefficients of t^first to t^(end-1) of p(centre/place + t), by repeated synthetic division."""
    integers, common = p
    n = len(integers) - 1
    # p(x/place) place^n = sum c_k place^(n-k) x^k has integers as coefficients.
    row = [(re * place ** (n - k), im * place ** (n - k)) for k, (re, im) in enumerate(integers)]
    found = []
    for order in range(min(end, n + 1)):
        carry = (0, 0)
        for k in reversed(range(order, n + 1)):
            product = _times(carry, centre)
            carry = (row[k][0] + product[0], row[k][1] + product[1])
            row[k] = carry
        if order >= first:
            scale = Exact(common * place ** (n - order))
            found.append(Complex(Exact(row[order][0]) / scale, Exact(row[order][1]) / scale))
    return found + [Complex(Exact(0), Exact(0))] * (end - first - len(found))


def _series_quotient(b: list[Complex], a: list[Complex]) -> list[Complex]:
    quotient: list[Complex] = []
    for k, c in enumerate(b):
        for j in range(k):
            c = c - quotient[j] * a[k - j]
        quotient.append(c / a[0])
    return quotient
