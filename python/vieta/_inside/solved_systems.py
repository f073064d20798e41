"""Solutions of many systems as plain arrays, NaN where none is proven: what vieta.torch and vieta.jax differentiate."""

from __future__ import annotations

from math import comb
from typing import Any, Sequence

import numpy as np

import vieta

from .rounding import known_for_expressions


def newton_rows(
    equations: Sequence[Any], unknowns: Sequence[Any], parameters: Sequence[Any], start: Any, values: Any
) -> tuple[Any, Any]:
    """What Newton's method reaches for each row of `values`, with a proof, for the parameters as the doubles that they are, (..., n), and
    how far it may be off, (...)."""
    import sympy

    first, given = np.asarray(start), np.asarray(values)
    is_complex = np.iscomplexobj(first) or np.iscomplexobj(given)
    rows = given.reshape(-1, len(parameters))
    starts = np.broadcast_to(first, (*given.shape[:-1], len(unknowns))).reshape(-1, len(unknowns))
    x = np.full(starts.shape, np.nan, dtype=complex if is_complex else float)
    radii = np.zeros(len(starts))

    def exact(number: Any) -> Any:
        real, imaginary = (sympy.Rational(*float(part).as_integer_ratio()) for part in (number.real, number.imag))
        return real + sympy.I * imaginary

    for k, (row, begin) in enumerate(zip(rows, starts)):
        if not (np.isfinite(row).all() and np.isfinite(begin).all()):
            continue
        there = {p: exact(v) for p, v in zip(parameters, row)}
        system = vieta.PolynomialSystem([sympy.expand(sympy.sympify(e).subs(there)) for e in equations], list(unknowns))
        found = vieta.newton(system, begin.reshape(1, -1))
        if found.certified[0] and (is_complex or abs(np.imag(found.x[0])).max() == 0):
            x[k] = found.x[0] if is_complex else np.real(found.x[0])
            radii[k] = found.radii[0]
    return x.reshape(*given.shape[:-1], len(unknowns)), radii.reshape(given.shape[:-1])


def known_rows(
    equations: Sequence[Any], unknowns: Sequence[Any], parameters: Sequence[Any], x: Any, values: Any, off: Any
) -> Any:
    """Whether two digits of the derivatives of what `newton_rows` found are known in numbers of the type of x, (..., 1)."""
    rows, n = values.reshape(-1, len(parameters)), len(unknowns)
    plain = x.reshape(-1, n)
    known = np.zeros(len(rows), dtype=bool)
    if len(done := np.flatnonzero(~np.isnan(plain.real).any(-1))):
        there = plain[done], rows[done], off.reshape(-1)[done], float(np.finfo(x.dtype).eps)
        known[done] = known_for_expressions(equations, unknowns, parameters, *there)
    return known.reshape(*x.shape[:-1], 1)


def residuals(equations: Sequence[Any], unknowns: Sequence[Any], parameters: Sequence[Any], stack: Any) -> Any:
    """The equations as a function of arrays x (..., n) and parameters (..., m); `stack` is the framework's."""
    import sympy

    plain = sympy.lambdify([list(unknowns), list(parameters)], list(equations), modules=[{}, "math"])

    def residual(at: Any, p: Any) -> Any:
        given = plain([at[..., i] for i in range(at.shape[-1])], [p[..., i] for i in range(p.shape[-1])])
        return stack([g + 0 * at[..., 0] for g in given], -1)

    return residual


def unique_solutions(coefficients: Any, most: int | None = None) -> tuple[Any, Any]:
    """The solutions in the unit cube that are proven to be single ones, (systems, most, n), by their first coordinate, and how far they
    may be off, (systems, most)."""
    systems, n = coefficients.shape[:2]
    found = vieta.solve_boxes(coefficients)
    alone = [k for k, kind in enumerate(found.kinds) if kind == "unique"]
    of = np.asarray(found.systems, dtype=int)[alone]
    needed = int(np.bincount(of, minlength=1).max()) if len(of) else 0
    if most is None:
        most = needed
    elif needed > most:
        raise ValueError(f"most: found {most}, but a system has {needed} solutions")
    x, off = np.full((systems, most, n), np.nan), np.zeros((systems, most))
    count = np.zeros(systems, dtype=int)
    for k, s in zip(alone, of):
        x[s, count[s]], off[s, count[s]] = found.x[k], found.radii[k]
        count[s] += 1
    return x, off


def bernstein_values(stack: Any, ones_like: Any, at: Any, coefficients: Any) -> Any:
    """Values (points, n) at points (points, n) of systems in Bernstein form (points, n, d1 + 1, .., dn + 1)."""
    n = at.shape[-1]
    value = coefficients
    for k in range(n):
        t, degree = at[:, k], coefficients.shape[2 + k] - 1
        rise, fall = [ones_like(t)], [ones_like(t)]
        for _ in range(degree):
            rise.append(rise[-1] * t)
            fall.append(fall[-1] * (1 - t))
        basis = stack([comb(degree, i) * rise[i] * fall[degree - i] for i in range(degree + 1)], -1)
        value = (value * basis.reshape(len(t), 1, degree + 1, *[1] * (n - 1 - k))).sum(2)
    return value
