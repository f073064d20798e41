"""`vieta.aaa`: a rational function through samples, in milliseconds, without a proof."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._inside.arrays import described, host_array, number, whole
from ._inside.functions import arguments_of_python, expression_of, intervals_of
from ._inside.record import record

Numbers = NDArray[np.complex128]


@record(frozen=True, eq=False)
class Aaa:
    """The rational function r(z) = sum w_j f_j / (z - z_j) / sum w_j / (z - z_j); call it for its values.

    `support`, `values` and `weights` are z_j, f_j and w_j; `poles` (by their distance from the samples' middle) have
    `residues`, and there are `zeros`. `error` is the largest |f - r| over the `samples`, and `converged` says that it is
    at most the tolerance. Nothing is known between the samples.
    """

    support: Numbers
    values: Numbers
    weights: Numbers
    poles: Numbers
    residues: Numbers
    zeros: Numbers
    samples: int
    error: float
    converged: bool

    def __call__(self, z: ArrayLike) -> Any:
        """r(z) in complex numbers, of the shape of z."""
        host = host_array("z", z)
        places = np.asarray(z) if host is None else host
        if places.dtype.kind not in "biufc":
            raise TypeError(f"z: found {described(places)}, expected numbers")
        flat = places.astype(np.complex128).reshape(-1)
        distance = flat[:, None] - self.support
        hit = distance == 0
        with np.errstate(divide="ignore", invalid="ignore"):
            cauchy = self.weights / distance
            result = (cauchy @ self.values) / cauchy.sum(axis=1)
        rows, columns = np.nonzero(hit)
        result[rows] = self.values[columns]
        shaped = result.reshape(places.shape)
        return shaped if places.ndim else shaped[()]

    def __repr__(self) -> str:
        state = "" if self.converged else ", not converged"
        return (
            f"<vieta.Aaa: degree {len(self.support) - 1}, {len(self.poles)} poles, {len(self.zeros)} zeros; error "
            f"{self.error:.3g} over {self.samples} samples{state}, not proven>"
        )


def aaa(
    f: Any,
    values_or_interval: Any = (-1, 1),
    *,
    tolerance: float = 1e-13,
    max_terms: int = 100,
    clean: bool = True,
) -> Aaa:
    """A rational function through samples, with its poles, residues and zeros, in milliseconds. Nothing is proven.

    Examples
    --------
    >>> r = vieta.aaa("tan(x)", (-2, 2))
    >>> abs(r.poles[:2].real).round(10)
    array([1.57079633, 1.57079633])
    >>> z = np.exp(2j * np.pi * np.arange(200) / 200)
    >>> vieta.aaa(z, np.exp(z) / (z - 2)).poles[0].round(9)
    np.complex128(2+0j)

    Parameters
    ----------
    f
        An expression in x, as for `vieta.minimax`; samples of it crowd at ends and singular points. Or an array of
        places, real or complex.
    values_or_interval
        Beside an expression the interval (a, b), or a list of intervals; beside places the values there.
    tolerance
        Of the largest |value|; 0: as good as it gets.
    max_terms
        Support points at most: the degree of numerator and denominator is one less.
    clean
        Remove poles whose residue is of the size of rounding errors (Froissart doublets).

    Notes
    -----
    The AAA algorithm: Nakatsukasa, Sete and Trefethen, SIAM J. Sci. Comput. 40 (2018). Cost: O(m^2 (n + m)) in step m for n
    samples. It is no best approximation: `vieta.minimax` with `denominator_degree` is, and proves it. Samples that are
    not finite are left out.
    """
    options = (number("tolerance", tolerance), whole("max_terms", max_terms, 1, 1000), bool(clean))
    if isinstance(f, str) or hasattr(f, "free_symbols"):
        expression = expression_of("f", f)
        with arguments_of_python():
            return Aaa(*_core.aaa_of_function(expression, intervals_of(values_or_interval), *options))
    places, values = (_numbers(name, given) for name, given in (("f", f), ("values_or_interval", values_or_interval)))
    if places.shape != values.shape:
        raise ValueError(f"values_or_interval: found {len(values)} values, expected {len(places)}, one for each place")
    with arguments_of_python():
        return Aaa(*_core.aaa_of_samples(places, values, *options))


def _numbers(name: str, given: Any) -> Numbers:
    host = host_array(name, given)
    array = np.asarray(given) if host is None else host
    if array.dtype.kind not in "biufc":
        raise TypeError(f"{name}: found {described(array)}, expected an array of numbers, or an expression in x")
    return np.ascontiguousarray(array.reshape(-1), dtype=np.complex128)
