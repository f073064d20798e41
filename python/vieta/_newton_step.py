"""Derivatives of roots with respect to coefficients, for frameworks with automatic differentiation.

A root z of p(x) = c_0 + c_1 x + ... moves with its coefficients as the implicit function theorem says. Newton's step
N(z, c) = z - p(z; c) / p'(z; c) has the same derivatives with respect to c at a simple root, and so has z2 = N(N(z, c), c) up to
the third order: each step doubles the order to which it agrees. So a framework is given z as the library found it, plus
z2 - stop_gradient(z2), which is 0 and has all derivatives.

Both steps are done for t = z / 2^e of modulus about 1, a root of sum_k c_k 2^(e k - m) t^k, whose coefficients are at most 1: nothing
overflows on the way.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Framework(NamedTuple):
    """What is asked of PyTorch or JAX."""

    where: Any
    ones: Any  # ones_like
    abs: Any
    log2: Any
    floor: Any
    isfinite: Any
    largest: Any  # along the last axis, which stays
    fixed: Any  # stop_gradient
    indices: Any  # (n, like): 0, 1, .., n - 1
    roundoff: Any  # of a real array's type


def _power_of_two(n: Any, f: Framework) -> Any:
    """2^n, exactly, for whole numbers n of modulus below 1024."""
    size, power = f.abs(n), 0 * n + 1
    for bit in range(10):
        power = power * f.where(f.floor(size / 2**bit) % 2 == 1, 0 * n + 2.0 ** (2**bit), 0 * n + 1)
    return f.where(n < 0, 1 / power, power)


def _scaled(x: Any, n: Any, f: Framework) -> Any:
    """x 2^n, by three factors, so that none of them overflows where the product does not."""
    single = f.roundoff(n) > 1e-10
    n = f.where(n > (300 if single else 2900), 0 * n + (300 if single else 2900), n)
    n = f.where(n < (-300 if single else -2900), 0 * n - (300 if single else 2900), n)
    third = f.floor(n / 3)
    for part in (third, third, n - 2 * third):
        x = x * _power_of_two(part, f)
    return x


def _height(x: Any, f: Framework) -> Any:
    """log2 |x|, rounded; of 0 a very low one."""
    size = f.abs(x)
    return f.where(size > 0, f.floor(f.log2(f.where(size > 0, size, 0 * size + 1)) + 0.5), 0 * size - 1e6)


def _height_at_zero(heights: Any, f: Framework) -> Any:
    """The exponent e of t = z / 2^e at a root 0: at most 0, and so low that no other term of a polynomial in t is
    above c_1 t."""
    first = heights[..., 1:2]
    if heights.shape[-1] == 2:
        return 0 * first
    steps = f.indices(heights.shape[-1] - 2, heights) + 1
    e = -f.floor(f.largest((heights[..., 2:] - first) / steps) + 1)
    e = f.where(e > 0, 0 * e, e)
    return f.where(e < -1000, 0 * e - 1000, e)


def _horner(b: Any, t: Any) -> tuple[Any, Any, Any]:
    """b(t), b'(t) and b'''(t) / 6 for coefficients on the last axis of b, ascending."""
    value = b[..., -1] + 0 * t
    slope = second = third = 0 * t
    for k in range(b.shape[-1] - 2, -1, -1):
        third = third * t + second
        second = second * t + slope
        slope = slope * t + value
        value = value * t + b[..., k]
    return value, slope, third


def _two_steps(b: Any, t: Any, f: Framework) -> Any:
    for _ in range(2):
        value, slope, _ = _horner(b, t)
        t = t - value / f.where(slope == 0, f.ones(slope), slope)
    return t


def moved_roots(c: Any, z: Any, simple: Any, told_apart: bool, f: Framework) -> tuple[Any, Any]:
    """z + N(N(z)) - stop_gradient(N(N(z))) for `simple` roots z, and which of them turn out to have no derivative.

    `c` is of the type of z, coefficients on the last axis; z has roots there. No derivative: where a step is not finite, and, unless
    roots are proven to be `told_apart`, where rounding does not tell one root from three (the rule of core/cluster.hpp).
    """
    one = f.ones(z)
    at = f.where(simple, z, one)
    heights = f.fixed(_height(c, f))
    is_zero = f.abs(at) == 0
    e = f.where(is_zero, _height_at_zero(heights, f), _height(at, f))  # of each root
    k = f.indices(c.shape[-1], e)
    lift = e[..., None] * k + heights[..., None, :]
    lift = f.fixed(e[..., None] * k - f.largest(lift))
    start = f.fixed(_scaled(at, -e, f))
    # Which of them have a derivative is known before anything is differentiated.
    fixed_b = f.fixed(_scaled(c[..., None, :], lift, f))
    _, slope, third = _horner(fixed_b, start)
    plain = f.isfinite(f.abs(_two_steps(fixed_b, start, f))) & (f.abs(slope) > 0)
    if not told_apart:
        r = f.abs(start)
        total = f.where(is_zero, f.ones(r), _horner(f.abs(fixed_b), r)[0])
        noise = 2 * c.shape[-1] * f.roundoff(total)
        steep, curved = f.abs(slope) * r / total, f.abs(third) * r * r * r / total
        plain = plain & (is_zero | (steep * steep * steep > 64 * noise * noise * curved))
    good = simple & plain
    # Elsewhere x is differentiated, twice over: what is infinite there must not meet a derivative of 0, which makes it NaN.
    other = f.where(k == 1, f.ones(fixed_b), 0 * f.ones(fixed_b))
    b = _scaled(f.where(good[..., None], c[..., None, :], other), f.where(good[..., None], lift, 0 * f.ones(lift)), f)
    t = _two_steps(f.where(good[..., None], b, other), f.where(good, start, one), f)
    moved = f.where(good, _scaled(t - f.fixed(t), f.fixed(e), f), 0 * one)
    return z + moved, simple & ~plain
