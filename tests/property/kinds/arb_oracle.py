"""Roots of integer polynomials by FLINT's Arb (python-flint), and what a disc that was printed holds of them."""

import math
from fractions import Fraction

from flint import acb, arb, ctx, fmpq, fmpq_poly, fmpz_poly


def times(*factors):
    """The product of polynomials with integer coefficients, ascending."""
    product = fmpz_poly([1])
    for f in factors:
        product *= fmpz_poly(f)
    return [int(c) for c in product.coeffs()]


def power(p, m):
    return [int(c) for c in (fmpz_poly(p) ** m).coeffs()]


def as_arb(x):
    return arb(fmpq(x.numerator, x.denominator))


class Truth:
    """The different roots of p as balls that are apart, with multiplicities; `bits` of them."""

    def __init__(self, p, bits=256):
        self.p = p
        while True:
            ctx.prec = bits
            self.roots = fmpz_poly(p).complex_roots()
            if all(not a.overlaps(b) for i, (a, _) in enumerate(self.roots) for b, _ in self.roots[:i]):
                break
            bits *= 2
        self.bits = bits

    @staticmethod
    def is_real(z):
        return z.imag == 0

    def is_root(self, re, im):
        value = Fraction(0), Fraction(0)
        for c in reversed(self.p):
            value = value[0] * re - value[1] * im + c, value[0] * im + value[1] * re
        return value == (0, 0)

    def inside(self, re, im, radius):
        """Numbers of the roots in the closed disc; None where Arb does not tell."""
        centre, reach = acb(as_arb(re), as_arb(im)), as_arb(radius)
        found = []
        for k, (z, _) in enumerate(self.roots):
            away = abs(centre - z)
            if away <= reach:
                found.append(k)
            elif not away > reach:
                if not (radius == 0 and z.contains(centre) and self.is_root(re, im)):
                    return None
                found.append(k)
        return found

    def digits_to_part(self):
        """So many digits that each root differs from all others in them."""
        digits = 1
        for k, (a, _) in enumerate(self.roots):
            for b, _ in self.roots[:k]:
                if a == 0 or b == 0:  # as far from the other one as that is large
                    continue
                relative = abs(a - b) / abs(a)
                if not relative > 0:
                    return None
                digits = max(digits, 3 - math.floor(float(relative.log().mid()) / math.log(10)))
        return digits

    def is_imaginary(self, z):
        """Whether the root z is purely imaginary and not 0: p is real, so -conj(z) is a root of p(x) and p(-x) or of neither."""
        if not z.real.contains(0) or z.contains(0):
            return False
        mirrored = acb(-z.real, z.imag)
        common = fmpz_poly(self.p).gcd(fmpz_poly([c * (-1) ** k for k, c in enumerate(self.p)]))
        if common.degree() < 1:
            return False
        near = [w for w, _ in common.complex_roots() if w.overlaps(z) or w.overlaps(mirrored)]
        return len(near) == 1


def wrong_discs(p, result, whole=True, bits=256, unmarked=False, digits=None):
    """What is false about this result of `vieta.roots` for p, or None. `whole`: all roots of p are asked for. `digits`: roots
    that agree to so many may be one cluster."""
    truth = Truth(p, bits)
    if result.status != "complete":
        return f"status {result.status}"
    seen = set()
    for k, (re, im, radius) in enumerate(result.decimals):
        status, multiplicity = result.statuses[k], int(result.multiplicities[k])
        disc = Fraction(re), Fraction(im), Fraction(radius)
        held = truth.inside(*disc)
        while held is None:
            if truth.bits > 1 << 16:
                return f"disc {k}: Arb does not tell what it holds"
            truth = Truth(p, truth.bits * 4)
            held, seen = truth.inside(*disc), set()
            return wrong_discs(p, result, whole, truth.bits, unmarked, digits)
        if status == "cluster" and digits is not None:
            size = max(abs(disc[0]), abs(disc[1]))
            if sum(truth.roots[j][1] for j in held) != multiplicity or len(held) < 2 or disc[2] > 2 * size / 10**digits:
                return f"disc {k}: a cluster of {multiplicity} within {radius} has {len(held)} different roots"
            seen.update(held)
            continue
        if len(held) != 1:
            return f"disc {k} holds {len(held)} different roots: {re} {im} {radius}"
        z, m = truth.roots[held[0]]
        if m != multiplicity or status != ("isolated" if m == 1 else "multiple"):
            return f"disc {k}: {status}, {multiplicity} times; it is a root {m} times"
        if not unmarked and bool(result.real[k]) != truth.is_real(z):
            return f"disc {k}: real {result.real[k]}"
        if not unmarked and bool(result.imaginary[k]) != truth.is_imaginary(z):
            return f"disc {k}: imaginary {result.imaginary[k]}"
        seen.add(held[0])
    if len(seen) < len(result.decimals) or whole and len(seen) != len(truth.roots):
        return f"{len(seen)} different roots in {len(result.decimals)} discs, of {len(truth.roots)}"
    return None


def moved(p, centre, factor):
    """The primitive integer polynomial of p(centre + factor y)."""
    q = fmpq_poly(p)(fmpq_poly([fmpq(centre.numerator, centre.denominator), fmpq(factor.numerator, factor.denominator)]))
    return [int(c) for c in q.numer().coeffs()]


def count_mirrored(p, outside, border):
    """How many roots of p, with multiplicity, lie in a closed region whose border is the fixed set of a reflection.

    `outside(z)` is True, False or None (not known); `border` is the polynomial that the reflection makes of p, and the
    reflection of a root. A root on the border is that root of the gcd of both whose mirror image overlaps it alone.
    """
    other, reflect = border
    bits = 128
    while bits <= 1 << 14:
        truth = Truth(p, bits)
        common = fmpz_poly(p).gcd(fmpz_poly(other))
        shared = common.complex_roots() if common.degree() > 0 else []
        inside = 0
        for z, m in truth.roots:
            out = outside(z)
            if out is None:
                mirrored = reflect(z)
                near = [w for w, _ in shared if w.overlaps(z) or w.overlaps(mirrored)]
                if len(near) != 1:
                    break
            inside += 0 if out else m
        else:
            return inside
        bits *= 4
    return None


def count_in_disc(p, centre, radius):
    q = moved(p, centre, radius)

    def outside(z):
        size = abs(z)
        return True if size > 1 else False if size < 1 else None

    return count_mirrored(q, outside, (q[::-1], lambda z: 1 / acb(z.real, -z.imag)))


def count_right_of(p, side):
    q = moved(p, side, Fraction(1))

    def outside(z):
        return True if z.real < 0 else False if z.real > 0 else None

    return count_mirrored(q, outside, ([c * (-1) ** k for k, c in enumerate(q)], lambda z: acb(-z.real, z.imag)))
