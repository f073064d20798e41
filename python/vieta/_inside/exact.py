"""Numbers of other libraries as texts that the library reads exactly: "-12", "3/4", "1.25e-400".

Nothing here imports mpmath or SymPy: whose numbers they are is seen by their attributes.
"""

from __future__ import annotations

import sys
from numbers import Rational
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np

from .arrays import described, fraction

if TYPE_CHECKING:
    from fractions import Fraction


class ExactComplex(NamedTuple):
    """A complex number of rational parts."""

    re: Fraction
    im: Fraction


class Gaussian:
    """The same with the arithmetic that elimination takes."""

    __slots__ = ("im", "re")

    def __init__(self, re: Fraction, im: Fraction) -> None:
        self.re, self.im = re, im

    def __add__(self, other: Any) -> Gaussian:
        re, im = _parts(other)
        return Gaussian(self.re + re, self.im + im)

    __radd__ = __add__

    def __neg__(self) -> Gaussian:
        return Gaussian(-self.re, -self.im)

    def __sub__(self, other: Any) -> Gaussian:
        re, im = _parts(other)
        return Gaussian(self.re - re, self.im - im)

    def __rsub__(self, other: Any) -> Gaussian:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Gaussian:
        re, im = _parts(other)
        return Gaussian(self.re * re - self.im * im, self.re * im + self.im * re)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Gaussian:
        re, im = _parts(other)
        size = re * re + im * im
        return self.__mul__(Gaussian(re / size, -im / size))

    def __rtruediv__(self, other: Any) -> Gaussian:
        return Gaussian(*_parts(other)).__truediv__(self)

    def __eq__(self, other: object) -> bool:
        return (self.re, self.im) == _parts(other)

    __hash__ = None  # type: ignore[assignment]


def _parts(x: Any) -> tuple[Any, Any]:
    return (x.re, x.im) if isinstance(x, Gaussian) else (fraction(x), fraction(0))


def for_roots(x: Union[Fraction, Gaussian]) -> Union[Fraction, ExactComplex]:
    """As `vieta.roots` takes it."""
    if not isinstance(x, Gaussian):
        return x
    return ExactComplex(x.re, x.im) if x.im else x.re


_LONG_BITS = 1000
_SAFE_BITS = 13000  # Python refuses to write integers of more than 4300 digits at once


def integer_text(n: int) -> str:
    """All digits of an integer of any size, by halves."""
    if n < 0:
        return "-" + integer_text(-n)
    if n.bit_length() < _SAFE_BITS:
        return str(n)
    digits = n.bit_length() * 3 // 20  # about half of them
    high, low = divmod(n, 10**digits)
    return integer_text(high) + integer_text(low).zfill(digits)


def fraction_text(numerator: int, denominator: int) -> str:
    if denominator == 1:
        return integer_text(numerator)
    return f"{integer_text(numerator)}/{integer_text(denominator)}"


def rational_text(numerator: int, denominator: int) -> str:
    """The same for `Polynomial.from_decimal`, which reads hexadecimal digits as well: Python writes these in linear time,
    decimal ones in quadratic time."""
    if max(numerator.bit_length(), denominator.bit_length()) < _LONG_BITS:
        return fraction_text(numerator, denominator)
    return hex(numerator) if denominator == 1 else f"{hex(numerator)}/{hex(denominator)}"


def _binary_text(sign: int, mantissa: int, exponent: int) -> str:
    """(-1)^sign mantissa 2^exponent."""
    value = -mantissa if sign else mantissa
    return integer_text(value << exponent) if exponent >= 0 else fraction_text(value, 1 << -exponent)


def _not_finite(name: str, value: object) -> ValueError:
    return ValueError(f"{name}: found {value}, expected finite numbers")


def _mpf_text(name: str, value: Any) -> str:
    sign, mantissa, exponent, _ = value._mpf_
    if not mantissa and exponent:  # how mpmath writes infinities and NaN
        raise _not_finite(name, value)
    if abs(exponent) > 10_000_000:
        raise ValueError(f"{name}: found a number of the size of 2^{exponent}, expected at most 2^10000000")
    return _binary_text(int(sign), int(mantissa), int(exponent))


def real_text(name: str, value: Any) -> str:
    """One exact real number as a text. Decimal texts pass as they are."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return integer_text(value)
    if isinstance(value, float):
        if value - value != 0:
            raise _not_finite(name, value)
        return fraction_text(*value.as_integer_ratio())
    if isinstance(value, Rational):
        return fraction_text(int(value.numerator), int(value.denominator))
    if "decimal" in sys.modules and isinstance(value, sys.modules["decimal"].Decimal):
        if not value.is_finite():
            raise _not_finite(name, value)
        return str(value)
    if isinstance(value, str):
        return value.strip()
    if hasattr(value, "_mpf_"):  # mpmath.mpf, sympy.Float
        return _mpf_text(name, value)
    if getattr(value, "is_Rational", False):  # SymPy
        return fraction_text(int(value.p), int(value.q))
    if hasattr(value, "item"):  # a NumPy scalar; long doubles have no exact Python number
        plain = value.item()
        if type(plain) is not type(value):
            return real_text(name, plain)
    if getattr(value, "is_number", False) and hasattr(value, "as_real_imag"):
        raise TypeError(
            f"{name}: found the SymPy number {value}, expected rational numbers or floats: only these are exact. "
            f"Write {value}.evalf(50) to round it to 50 digits"
        )
    raise TypeError(
        f"{name}: found {described(value)}, expected a number: int, float, complex, fractions.Fraction, "
        f"decimal.Decimal, mpmath.mpf or mpc, a SymPy number, or a text such as '3/4'"
    )


def exact_number(name: str, value: Any) -> Fraction:
    """A finite real number as it is."""
    if getattr(value, "ndim", 0):
        raise TypeError(f"{name}: found {described(value)}, expected a number")
    text = real_text(name, value)
    try:
        return fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{name}: found {value!r}, expected a finite real number") from None


def double_of(name: str, value: Any) -> float:
    """A real number, infinities included, that is a double; any other is refused, as rounding may move it beyond a place."""
    if type(value) is float:
        return value
    try:
        double = float(value)
        exact = abs(double) == float("inf") or fraction(real_text(name, value)) == fraction(double)
    except OverflowError:
        raise ValueError(f"{name}: found a number beyond the range of double, expected numbers, inf or -inf") from None
    except (TypeError, ValueError):
        if is_sympy(value) and getattr(value, "is_real", False):
            return double  # irrational: rounded
        raise TypeError(f"{name}: found {described(value)}, expected a real number") from None
    if not exact:
        raise ValueError(f"{name}: found {value!r}, which no double is exactly, expected a double: float() of it is rounded")
    return double


def upward_text(value: float) -> str:
    """A short decimal that is at least `value` (>= 0) and yet reads back as the same double."""
    from decimal import ROUND_CEILING, Context, Decimal

    if value == 0:
        return "0"
    text = repr(value)
    if Decimal(text) >= value:
        return text
    for digits in (17, 18, 19):  # the shortest text lies below the value; 19 digits, rounded up, are always enough
        above = Context(prec=digits, rounding=ROUND_CEILING).create_decimal_from_float(value)
        if float(above) == value:
            break
    return format(above, "e").replace("e+", "e")


def complex_texts(name: str, value: Any) -> tuple[str, str]:
    """Real and imaginary part of one exact number. The latter is "0" for real numbers."""
    if isinstance(value, complex):
        return real_text(name, value.real), real_text(name, value.imag)
    if isinstance(value, ExactComplex):
        return real_text(name, value.re), real_text(name, value.im)
    if getattr(value, "is_number", False) and hasattr(value, "as_real_imag") and not hasattr(value, "_mpf_"):  # SymPy
        re, im = value.as_real_imag()
        return real_text(name, re), real_text(name, im)
    if hasattr(value, "_mpc_"):  # mpmath.mpc
        return _mpf_text(name, value.real), _mpf_text(name, value.imag)
    if hasattr(value, "dtype") and getattr(value.dtype, "kind", "") == "c":
        return complex_texts(name, complex(value))
    return real_text(name, value), "0"


def coefficient_texts(name: str, value: Any) -> tuple[str, str]:
    """The same for `Polynomial.from_decimal`, in linear time for long integers and fractions."""
    if isinstance(value, Rational) and not isinstance(value, bool):
        return rational_text(int(value.numerator), int(value.denominator)), "0"
    return complex_texts(name, value)


def is_sympy(value: object) -> bool:
    """Whether it is a polynomial or expression of SymPy; without importing it."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, (sympy.Basic, sympy.Poly))


def refuse_modulus(name: str, p: Any) -> None:
    """ValueError for a polynomial of SymPy whose coefficients are no rational numbers but residues."""
    domain = getattr(p, "domain", None)
    if domain is not None and not getattr(domain, "has_CharacteristicZero", True):
        raise ValueError(
            f"{name}: found {p}, with coefficients modulo {domain.characteristic()}, expected numbers: as_expr() of it is "
            f"a polynomial with integer coefficients"
        )


def mpmath() -> Any:
    """mpmath, or an error that says how to get it."""
    try:
        import mpmath as module
    except ImportError:
        raise ImportError("mpmath is needed for this: pip install mpmath, or pip install vieta[exact]") from None
    return module


def upwards(radius: Union[float, str], digits: int = 2) -> str:
    """A few digits, as the program writes them, and never less than the number.

    >>> [upwards(r) for r in (0.0601, 2e-16, 3.0, 0.0, float("inf"), "1.21e-400")]
    ['6.1e-2', '2e-16', '3', '0', 'inf', '1.3e-400']
    >>> upwards(0.012344, 4)
    '1.235e-2'
    """
    from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, Context, Decimal

    exact = Decimal(radius)
    if not exact.is_finite() or exact <= 0:
        return f"{float(radius):g}"
    up = Context(prec=digits, rounding=ROUND_CEILING, Emin=MIN_EMIN, Emax=MAX_EMAX).plus(exact).normalize()
    return f"{up:{'g' if up >= Decimal('0.1') else 'e'}}"


def upwards_about(radius: float, x: Any) -> str:
    """Of a radius in each coordinate, about the decimals that Python writes of these doubles, to which the centre was rounded."""
    parts = np.asarray(x)
    return upwards(float(radius) + float(np.max(np.spacing(np.abs(parts.real)) + np.spacing(np.abs(parts.imag)), initial=0)))
