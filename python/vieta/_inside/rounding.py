"""Whether two digits of a derivative -J^-1 df/dp are known: what rounding may have made of a Jacobian matrix J.

Beside a singular solution J is the difference of large numbers. With a bound E of its error the derivative is off by J^-1 E of itself, in
the norm in which columns of J have the same size.

Where the terms of a system are known (polynomials of SymPy, Bernstein form) E is a running error bound (Wilkinson, "Rounding errors in algebraic
processes", 1963). Where the function is the user's, it is evaluated once more with half as many bits: where the derivative is known even so, it is
known. The difference of two numbers with 24 bits is a multiple of their last bits, so that what cancels cannot look right by luck. For the
rest, E is seen by stochastic arithmetic (Vignes, "A stochastic arithmetic for reliable scientific computation", 1993): the function is
evaluated a few times with the result of each operation moved by a unit in its last place, up or down at random; four times what that changes is E.
"""

from __future__ import annotations

from math import comb, prod
from typing import Any, Callable, Sequence

import numpy as np

SAMPLES = 4
LARGEST_ERROR = 0.01

EXACT = frozenset(
    "abs _conj _conj_physical _neg_view _to_copy alias amax amin arange as_strided broadcast_in_dim broadcast_to cat clamp clone complex concatenate"
    " conj conj_physical convert_element_type copy copy_p detach diagonal_backward dynamic_slice empty empty_like empty_strided expand_dims flip full"
    " full_like gather imag index index_select iota lift_fresh masked_fill max maximum min minimum neg new_empty new_empty_strided new_full"
    " new_ones new_zeros ones ones_like pad real repeat reshape resolve_conj rev scalar_tensor select_backward select_n sign slice slice_backward"
    " split squeeze stack stop_gradient transpose unbind where zeros zeros_like".split()
)
"""Operations of PyTorch and JAX that do not round."""

_SUMS = frozenset(
    "addmm addmv baddbmm bmm cumsum dot dot_general mean mm mv prod reduce_prod reduce_sum sum vdot".split()
)


def sums(name: str) -> bool:
    """Whether an operation rounds on the way to a result which may be much smaller: the numbers that it is given are moved, too."""
    return name in _SUMS or "linalg" in name or "solve" in name


def spread(n: int) -> Any:
    """A number from -1 to 1 for each of n coordinates, always the same ones: none is small, nor the sum or difference of some."""
    random = np.random.default_rng(0)
    return random.choice([-1.0, 1.0], n) * random.uniform(0.5, 1, n)


def error_of_derivative(matrix: Any, error: Any, inverse: Any, largest: Callable[[Any, int], Any]) -> Any:
    """A bound of |J^-1 E| for rows of matrices, (..., 1), after which columns of J are of one size. `largest` of an axis keeps it."""
    size = abs(matrix)
    columns = largest(size / largest(size, -1), -2)  # (..., 1, n)
    product = abs(inverse) @ (error / columns)
    return largest((product.sum(-1) * columns[..., 0, :]), -1)


def _inverse(matrix: Any) -> Any:
    """NumPy's raises for all if one is singular."""
    return np.linalg.inv(np.where(np.isneginf(np.linalg.slogdet(matrix)[1])[..., None, None], np.nan, matrix))


def _known(matrix: Any, error: Any, xp: Any = np, inverse: Callable[[Any], Any] = _inverse) -> Any:
    """Of matrices (..., n, n) and bounds of their errors: whether two digits are known, (...)."""
    scale = xp.max(abs(matrix), axis=-1, keepdims=True)
    scaled = matrix / scale
    largest = lambda x, axis: xp.max(x, axis=axis, keepdims=True)
    return error_of_derivative(scaled, error / scale, inverse(scaled), largest)[..., 0] < LARGEST_ERROR


class _Sums:
    """Running sums of one expression for rows: its value, a bound of the value's error, its gradient, for each unknown the sum of the
    moduli of the products that make it up, and a bound of what the errors of values do to it."""

    def __init__(self, value: Any, error: Any, n: int) -> None:
        self.value, self.error = value, error
        self.gradient: list[Any] = [0.0] * n
        self.moduli: list[Any] = [0.0] * n
        self.off: list[Any] = [0.0] * n

    def add(self, part: _Sums, weight: Any, size: Any, error: Any) -> None:
        """A part whose derivative has this factor, known up to an error; size bounds the factor's modulus."""
        for j, slope in enumerate(part.gradient):
            self.gradient[j] = self.gradient[j] + weight * slope
            self.off[j] = self.off[j] + size * part.off[j] + error * part.moduli[j]
            self.moduli[j] = self.moduli[j] + size * part.moduli[j]


def _of_parameters(expression: Any, parameters: Sequence[Any], values: Any, n: int, eps: float) -> _Sums:
    """The sums of what holds no unknown and is no polynomial, such as a root: its error is seen in 30 digits."""
    import sympy

    plain = np.asarray(sympy.lambdify(list(parameters), expression, "numpy")(*values.T)) + 0 * values[:, 0]
    exact = []
    for row in values:
        there = {p: sympy.sympify(v.item()) for p, v in zip(parameters, row)}
        exact.append(complex(expression.evalf(30, subs=there)))
    return _Sums(plain, 4 * abs(plain - np.array(exact)) + 4 * eps * abs(plain), n)


def _sums_of(
    expression: Any, leaves: dict[Any, _Sums], parameters: Sequence[Any], values: Any, n: int, eps: float
) -> tuple[_Sums, int]:
    """The sums of an expression, and how many operations it has."""
    if expression in leaves:
        return leaves[expression], 1
    if expression.is_Number or expression.is_NumberSymbol or expression.is_number:
        value = complex(expression)
        plain = value if value.imag else value.real
        return _Sums(plain, 0.0 if expression.is_Integer else 4 * eps * abs(plain), n), 4
    polynomial = expression.is_Add or expression.is_Mul or expression.is_Pow and expression.exp.is_Integer
    if not polynomial:
        leaves[expression] = _of_parameters(expression, parameters, values, n, eps)
        return leaves[expression], 4
    found = [_sums_of(part, leaves, parameters, values, n, eps) for part in expression.args]
    parts, count = [part for part, _ in found], sum(k for _, k in found) + len(found)
    if expression.is_Add:
        total = sum(p.value for p in parts)
        rounded = abs(total) if len(parts) == 2 else len(parts) * sum(abs(p.value) for p in parts)
        sums_here = _Sums(total, sum(p.error for p in parts) + eps * rounded, n)
        for part in parts:
            sums_here.add(part, 1.0, 1.0, 0.0)
        return sums_here, count
    if expression.is_Mul:
        sizes = [abs(p.value) + p.error for p in parts]

        def spread(out: Sequence[int]) -> Any:
            """How far a product of all factors but `out` is off."""
            within = [i for i in range(len(parts)) if i not in out]
            return sum(parts[i].error * prod(sizes[k] for k in within if k != i) for i in within)

        error = spread(()) + len(parts) * eps * prod(sizes)
        sums_here = _Sums(prod(p.value for p in parts), error, n)
        for i, part in enumerate(parts):
            others = [k for k in range(len(parts)) if k != i]
            sums_here.add(part, prod(parts[k].value for k in others), prod(sizes[k] for k in others), spread((i,)))
        return sums_here, count
    base, k = parts[0], int(expression.exp)

    def power(exponent: int) -> Any:
        size = abs(base.value) + base.error if exponent >= 0 else abs(base.value) - base.error
        return np.where(size > 0, size, np.nan if exponent < 0 else 0.0) ** exponent

    bent = abs(k * (k - 1)) * power(k - 2) * base.error if k != 1 else 0.0
    sums_here = _Sums(base.value**k, abs(k) * (power(k - 1) * base.error + eps * power(k)), n)
    sums_here.add(base, k * base.value ** (k - 1), abs(k) * power(k - 1), bent)
    return sums_here, count + abs(k)


def known_for_expressions(
    equations: Sequence[Any],
    unknowns: Sequence[Any],
    parameters: Sequence[Any],
    x: Any,
    values: Any,
    off: Any,
    eps: float,
) -> Any:
    """Of solutions x (rows, n) that are off by `off` (rows,): whether two digits of their derivatives are known."""
    import sympy

    n = len(unknowns)
    leaves: dict[Any, _Sums] = {p: _Sums(values[:, i], 0.0, n) for i, p in enumerate(parameters)}
    for i, symbol in enumerate(unknowns):
        leaves[symbol] = _Sums(x[:, i], off + eps * abs(x[:, i]), n)
        leaves[symbol].gradient[i] = leaves[symbol].moduli[i] = 1.0
    matrix, error = np.empty((len(x), n, n), dtype=x.dtype), np.empty((len(x), n, n))
    with np.errstate(all="ignore"):
        for i, e in enumerate(map(sympy.sympify, equations)):
            found, count = _sums_of(e, leaves, parameters, values, n, eps)
            for j in range(n):
                matrix[:, i, j] = found.gradient[j]
                error[:, i, j] = found.off[j] + count * eps * found.moduli[j]
        return _known(matrix, error)


def known_for_bernstein(
    coefficients: Any,
    x: Any,
    off: Any,
    xp: Any = np,
    inverse: Callable[[Any], Any] = _inverse,
    eps: float = 2.0**-52,
) -> Any:
    """As `known_for_expressions`, for systems in Bernstein form (points, n, d1 + 1, .., dn + 1) and points (points, n) of the unit cube."""
    n = x.shape[1]
    degrees = [k - 1 for k in coefficients.shape[2:]]
    values, slopes = [], []
    for k, d in enumerate(degrees):
        t = x[:, k : k + 1]
        up, down = ([xp.ones_like(t)] for _ in range(2))
        for _ in range(d):
            up.append(up[-1] * t)
            down.append(down[-1] * (1 - t))
        zero = xp.zeros_like(t)
        value = [comb(d, i) * up[i] * down[d - i] for i in range(d + 1)]
        slope = [
            (comb(d, i) * i * up[i - 1] * down[d - i] if i else zero)
            - (comb(d, i) * (d - i) * up[i] * down[d - i - 1] if i < d else zero)
            for i in range(d + 1)
        ]
        values.append(xp.concatenate(value, -1))
        slopes.append(xp.concatenate(slope, -1))
    columns = []
    for j in range(n):
        of = coefficients
        for k in range(n):
            basis = slopes[k] if k == j else values[k]
            of = (of * basis.reshape(len(x), 1, -1, *[1] * (n - 1 - k))).sum(2)
        columns.append(of)
    # The moduli of a polynomial of degree d, and of its derivatives, whose two parts are added, sum up to 1, 2 d and 4 d^2 in the unit interval.
    size = xp.max(abs(coefficients), axis=tuple(range(2, n + 2)))[..., None]
    count = sum(degrees) + prod(d + 1 for d in degrees) + 4 * n
    error = [2 * d * (count * eps + 2 * sum(degrees) * (off[:, None, None] + eps)) for d in degrees]
    return _known(xp.stack(columns, -1), size * xp.concatenate(error, -1), xp, inverse)
