"""Derivatives of roots with respect to coefficients, for frameworks with automatic differentiation.

A root z of p(x) = c_0 + c_1 x + ... moves with its coefficients as the implicit function theorem says. Newton's step
N(z, c) = z - p(z; c) / p'(z; c) has the same derivatives with respect to c at a simple root, and so has z2 = N(N(z, c), c) up to
the third order: each step doubles the order to which it agrees. So a framework is given z as the library found it, plus
z2 - stop_gradient(z2), which is 0 and has all derivatives.
"""

from __future__ import annotations

from typing import Any


def horner(c: Any, z: Any) -> tuple[Any, Any]:
    """p(z) and p'(z) for coefficients on the last axis of c, ascending, and z with one more axis of roots."""
    value, slope = c[..., -1:] + 0 * z, 0 * z
    for k in range(c.shape[-1] - 2, -1, -1):
        slope = slope * z + value
        value = value * z + c[..., k : k + 1]
    return value, slope


def two_newton_steps(c: Any, z: Any, simple: Any, where: Any) -> Any:
    """N(N(z)), with z itself where a root is not simple: `where(mask, a, b)` is the framework's."""
    for _ in range(2):
        value, slope = horner(c, z)
        z = z - where(simple, value, 0 * value) / where(simple, slope, 0 * slope + 1)
    return z
