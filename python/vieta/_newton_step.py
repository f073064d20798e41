"""Derivatives of roots with respect to coefficients, for frameworks with automatic differentiation.

A root z of p(x) = c_0 + c_1 x + ... moves with its coefficients as the implicit function theorem says. Newton's step for q(u) = p(z + u)
from u = 0 has the same derivatives with respect to c at a simple root, and so have two steps up to the third order: each doubles the
order to which it agrees. So a framework is given z as the library found it, plus u - stop_gradient(u), which is 0 and has all derivatives.

q_1 = p'(z) is what the derivatives are divided by, and close roots leave nothing of it but rounding where it is computed from coefficients.
So the values of q_0 to q_3 are put in: q_0 is 0, and the others are products of distances to all other roots, where these are known, or
are computed with more bits. Where they are not known to a hundredth there is no derivative.

All of it is done for t = z / 2^e of modulus about 1, a root of sum_k c_k 2^(e k - m) t^k, whose coefficients are at most 1: nothing
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
    product: Any  # along the last axis
    total: Any  # along the last axis
    power_of_two: Any  # 2^n, exactly, for whole numbers n of modulus below 1023, or 127 in single precision
    high: Any  # a real number without the lower half of its bits
    loop: Any  # (step, state, b): step(state, b[..., k]) for k from the last to the first


def _scaled(x: Any, n: Any, f: Framework) -> Any:
    """x 2^n, by three factors, so that none of them overflows where the product does not."""
    single = f.roundoff(n) > 1e-10
    n = f.where(n > (300 if single else 2900), 0 * n + (300 if single else 2900), n)
    n = f.where(n < (-300 if single else -2900), 0 * n - (300 if single else 2900), n)
    third = f.floor(n / 3)
    for part in (third, third, n - 2 * third):
        x = x * f.power_of_two(part)
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


def _taylor(b: Any, t: Any, f: Framework) -> tuple[Any, Any, Any, Any]:
    """q_0 to q_3 of b(t + u) = q_0 + q_1 u + ... for coefficients on the last axis of b, ascending."""

    def step(q: Any, coefficient: Any) -> Any:
        return q[0] * t + coefficient, q[1] * t + q[0], q[2] * t + q[1], q[3] * t + q[2]

    found: tuple[Any, Any, Any, Any] = f.loop(step, (0 * t,) * 4, b)
    return found


def _precise(b: Any, t: Any, f: Framework) -> tuple[Any, Any]:
    """b(t) and b'(t) of real numbers with half as many bits again.

    Horner's scheme with the errors of its operations (Graillat, Langlois and Louvet 2009). Products are of the upper halves of the bits, which
    are exact, whether or not a compiler contracts them with a sum; what the lower halves add belongs to the errors.
    """
    upper = f.high(t)
    lower = t - upper

    def times_plus(x: Any, rest: Any, y: Any) -> tuple[Any, Any]:
        high = f.high(x)
        product = high * upper
        total = product + y
        part = total - product
        lost = (product - (total - part)) + (y - part)
        return total, rest * t + (lost + (high * lower + (x - high) * t))

    def step(state: Any, coefficient: Any) -> Any:
        value, value_rest, slope, slope_rest = state
        slope, slope_rest = times_plus(slope, slope_rest, value)
        return (*times_plus(value, value_rest, coefficient), slope, slope_rest + value_rest)

    value, value_rest, slope, slope_rest = f.loop(step, (0 * t,) * 4, b)
    return value + value_rest, slope + slope_rest


class _Known(NamedTuple):
    """The root t, the values of q_1 to q_3 there, and where they are known well enough to divide by q_1."""

    at: Any
    slope: Any
    second: Any
    third: Any
    well: Any


def _by_other_roots(t: Any, e: Any, z: Any, radii: Any, top: tuple[Any, Any], f: Framework) -> _Known:
    """From all roots z and their radii: q(u) = a u (u + d_1) (u + d_2) ... for the distances d_j of t = z / 2^e to the others.
    top: a as a number and a power of two."""
    others = _scaled(z[..., None, :], -e[..., None], f)
    itself = f.indices(z.shape[-1], e)[:, None] == f.indices(z.shape[-1], e)
    there = (others == others) & ~itself
    apart = f.where(there, t[..., None] - others, f.ones(others))
    off = _scaled(radii[..., None, :] + radii[..., None], -e[..., None], f)
    off = off + 4 * f.roundoff(off) * (f.abs(others) + f.abs(t)[..., None])
    nothing = 0 * f.abs(apart)
    error = f.total(f.where(there, off / f.abs(apart), nothing))
    heights = f.where(there, _height(apart, f), nothing)  # factors are near 1, and their powers of two are summed
    factors = _scaled(apart, -heights, f)
    slope = _scaled(top[0] * f.product(factors), top[1] + f.total(heights), f)
    inverse = f.where(there, f.ones(apart) / apart, 0 * apart)
    first, squares = f.total(inverse), f.total(inverse * inverse)
    return _Known(t, slope, slope * first, slope * (first * first - squares) / 2, error < 0.01)


def _step(b: Any, t: Any, f: Framework) -> tuple[Any, _Known]:
    """By how much Newton's method moves t, and the values there; not well known where it does not converge from t at once."""
    value, slope = _precise(b, t, f)
    _, _, second, third = _taylor(b, t, f)
    nearest = 0 * t
    safe = f.where(slope == 0, f.ones(slope), slope)
    well = f.abs(value * second) < 0.125 * slope * slope
    for _ in range(3):
        at = value + nearest * (slope + nearest * (second + nearest * third))
        nearest = nearest - at / f.where(well, slope + nearest * (2 * second + 3 * nearest * third), safe)
    slope, second = slope + nearest * (2 * second + 3 * nearest * third), second + 3 * nearest * third
    return nearest, _Known(t + nearest, slope, second, third, well)


def _by_more_bits(b: Any, t: Any, is_zero: Any, f: Framework) -> _Known:
    """From the coefficients, of real numbers. Not well known: where rounding does not tell one root from three (the rule of
    core/cluster.hpp), and where Newton's method does not converge from t at once.

    The second step begins at the root but for its last bits: the terms beyond the third that a step leaves out are none there."""
    nearest, first = _step(b, t, f)
    _, known = _step(b, f.where(first.well, t + nearest, t), f)
    r = f.abs(t)
    total = f.where(is_zero, f.ones(r), _taylor(f.abs(b), r, f)[0])
    noise = 2 * b.shape[-1] * f.roundoff(total)
    steep, curved = f.abs(known.slope) * r / total, f.abs(known.third) * r * r * r / total
    apart = is_zero | (steep * steep * steep > 64 * noise * noise * curved)
    return known._replace(well=first.well & known.well & apart)


def moved_roots(c: Any, z: Any, simple: Any, radii: Any, f: Framework) -> tuple[Any, Any]:
    """z with derivatives at its `simple` roots, and which of these turn out to have none.

    `c` is of the type of z, coefficients on the last axis; z has roots there. `radii`: of discs that hold them, where z is all of them; None where
    it is a part.
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
    if radii is None:
        known = _by_more_bits(fixed_b, start, is_zero, f)
    else:
        known = _by_other_roots(start, e, f.fixed(z), f.fixed(radii), _top(f.fixed(c), heights, lift, z, f), f)
    finite = f.isfinite(f.abs(known.at)) & f.isfinite(f.abs(known.slope)) & f.isfinite(f.abs(known.second)) & f.isfinite(f.abs(known.third))
    good = simple & known.well & finite & (f.abs(known.slope) > 0)
    # Elsewhere x is differentiated: what is infinite there must not meet a derivative of 0, which makes it NaN.
    other = f.where(k == 1, f.ones(fixed_b), 0 * f.ones(fixed_b))
    b = _scaled(f.where(good[..., None], c[..., None, :], other), f.where(good[..., None], lift, 0 * f.ones(lift)), f)
    computed = _taylor(b, f.where(good, known.at, one), f)
    values = (0 * one, f.where(good, known.slope, one), *(f.where(good, x, 0 * one) for x in (known.second, known.third)))
    value, slope, second, third = (q - f.fixed(q) + f.fixed(x) for q, x in zip(computed, values))
    u = -value / slope
    u = u - (value + u * (slope + u * (second + u * third))) / (slope + u * (2 * second + 3 * u * third))
    moved = f.where(good, _scaled(u - f.fixed(u), f.fixed(e), f), 0 * one)
    return z + moved, simple & ~good


def _top(c: Any, heights: Any, lift: Any, z: Any, f: Framework) -> tuple[Any, Any]:
    """The coefficient of t^n for the n roots that there are, as a number near 1 and a power of two."""
    there = f.ones(f.abs(z))
    degree = f.total(f.where(z == z, there, 0 * there))[..., None]
    k = f.indices(c.shape[-1], degree)
    mantissa = f.total(f.where(k == degree, _scaled(c, -heights, f), 0 * c))
    power = f.total(f.where(k == degree, heights, 0 * heights))[..., None] + f.total(
        f.where(k == degree[..., None], lift, 0 * lift)
    )
    return mantissa[..., None], power
