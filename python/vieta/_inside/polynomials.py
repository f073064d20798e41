"""Whatever means one polynomial, as the library takes it."""

from __future__ import annotations

import os
import re as regular
from typing import Any, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .arrays import (
    AS_IT_IS,
    ascending,
    basis_of,
    described,
    host_array,
    mapping,
    no_file_name,
    refuse_dtype,
    series_types,
)
from .exact import ExactComplex, coefficient_texts, is_sympy, refuse_modulus

_EXACT_IN_DOUBLE = 2**53


def polynomial(name: str, c: Any) -> _core.Polynomial:
    """Anything that means one polynomial."""
    if (
        type(c) is np.ndarray
        and c.dtype.char == "d"
        and c.ndim == 1
        and c.size
        and c.flags.c_contiguous
        and c.dtype.isnative
    ):
        return _core.Polynomial.from_doubles(c)  # the usual case costs little
    if type(c) is list or type(c) is tuple:
        return _from_numbers(name, c)
    if type(c) is np.ndarray:
        return _from_array(name, c)
    if isinstance(c, _core.Polynomial):
        return c
    if isinstance(c, str):
        with no_file_name(name, c):
            return _core.Polynomial.parse(c)
    if isinstance(c, os.PathLike):
        return _core.Polynomial.read(os.fspath(c))
    if is_sympy(c):
        return _from_sympy(name, c)
    if (basis := basis_of(c)) is not None and (series := _in_its_basis(name, basis, c)) is not None:
        return series
    if isinstance(c, (np.poly1d, *series_types())):
        return polynomial(name, ascending(c, name))
    array = host_array(name, c)
    if array is not None:
        return _from_array(name, array)
    if isinstance(c, Sequence) and not isinstance(c, (bytes, bytearray)):
        return _from_numbers(name, list(c))
    raise TypeError(
        f"{name}: found {described(c)}, expected coefficients (an array or a list, x^0 first), an expression such as "
        f"'x^5 - x - 1', or a polynomial"
    )


def _in_its_basis(name: str, basis: str, p: Any) -> Optional[_core.Polynomial]:
    """A series of NumPy as it stands; None for coefficients of objects, and without a domain."""
    of_map = mapping(name, p)
    if p.coef.dtype.kind not in "fiuc" or p.coef.dtype.itemsize > 8 * (1 + (p.coef.dtype.kind == "c")):
        return None
    if p.coef.dtype.kind in "iu" and np.abs(p.coef.astype(object)).max() > _EXACT_IN_DOUBLE:
        return None
    if of_map is None or not of_map[1]:
        return None
    ends = ["", ""]  # those of the usual domain
    if of_map != AS_IT_IS:
        ends = [str((u - of_map[0]) / of_map[1]) for u in (-1, 1)]
    if p.coef.dtype.kind == "c":
        return _core.Polynomial.series_of_complex(basis, p.coef.astype(np.complex128), *ends)
    return _core.Polynomial.series_of_doubles(basis, p.coef.astype(np.float64), *ends)


def _from_array(name: str, a: NDArray[Any]) -> _core.Polynomial:
    if a.ndim != 1:
        raise ValueError(
            f"{name}: found {described(a)}, expected one axis of coefficients: vieta.roots solves one polynomial; "
            f"vieta.real_roots solves many"
        )
    if a.shape[0] == 0:
        raise ValueError(f"{name}: found no coefficients, expected at least one")
    kind = a.dtype.kind
    if kind == "f" and a.dtype.itemsize <= 8:
        return _core.Polynomial.from_doubles(np.ascontiguousarray(a, dtype=np.float64))
    if kind == "c" and a.dtype.itemsize <= 16:
        return _core.Polynomial.from_complex(np.ascontiguousarray(a, dtype=np.complex128))
    if kind in "iub":
        return _from_numbers(name, a.tolist())
    raise refuse_dtype(name, a, "an array of float32, float64, complex64, complex128 or integers")


def _from_numbers(name: str, c: Any) -> _core.Polynomial:
    """A list: doubles if all of it is exact in them, else exact texts."""
    if len(c) == 0:
        raise ValueError(f"{name}: found no coefficients, expected at least one")
    kinds = set(map(type, c))
    if kinds <= {float, int, bool}:
        if kinds == {float} or all(type(x) is float or -_EXACT_IN_DOUBLE <= x <= _EXACT_IN_DOUBLE for x in c):
            return _core.Polynomial.from_doubles(np.array(c, dtype=np.float64))
    elif kinds == {complex} or kinds == {complex, float}:
        return _core.Polynomial.from_complex(np.array(c, dtype=np.complex128))
    re, im = [], []
    for k, value in enumerate(c):
        if isinstance(value, (list, tuple, np.ndarray)) and not isinstance(value, ExactComplex):
            raise ValueError(
                f"{name}: found {described(value)} at index {k}, expected one axis of numbers; a batch of polynomials, "
                f"one in each row, is an array: numpy.array({name})"
            )
        a, b = coefficient_texts(f"{name}[{k}]", value)
        re.append(a)
        im.append(b)
    try:
        return _core.Polynomial.from_decimal(re, [] if all(b == "0" for b in im) else im)
    except ValueError as problem:  # which speaks of the list of real or imaginary parts
        raise ValueError(regular.sub(r"^from_decimal: (real|imag)(?=\[)", name, str(problem))) from None


def _from_sympy(name: str, p: Any) -> _core.Polynomial:
    import sympy

    refuse_modulus(name, p)
    if not isinstance(p, sympy.Poly):
        variables = p.free_symbols
        if len(variables) > 1:
            raise ValueError(
                f"{name}: found {len(variables)} variables in {p}, expected one; systems are for vieta.newton"
            )
        try:
            p = sympy.Poly(p, *(variables or [sympy.Symbol("x")]))
        except sympy.PolynomialError as problem:
            raise ValueError(f"{name}: found {p}, expected a polynomial in one variable") from problem
    if len(p.gens) != 1:
        raise ValueError(f"{name}: found the variables {p.gens}, expected one; systems are for vieta.newton")
    return _from_numbers(name, [sympy.sympify(a) for a in reversed(p.all_coeffs())])
