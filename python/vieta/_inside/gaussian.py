"""Complex numbers of rational parts, with the arithmetic that elimination takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from .arrays import fraction
from .exact import ExactComplex

if TYPE_CHECKING:
    from fractions import Fraction


class Gaussian:
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
        return self + -other

    def __rsub__(self, other: Any) -> Gaussian:
        return -self + other

    def __mul__(self, other: Any) -> Gaussian:
        re, im = _parts(other)
        return Gaussian(self.re * re - self.im * im, self.re * im + self.im * re)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Gaussian:
        re, im = _parts(other)
        size = re * re + im * im
        return self * Gaussian(re / size, -im / size)

    def __rtruediv__(self, other: Any) -> Gaussian:
        return Gaussian(fraction(1), fraction(0)) * other / self

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
