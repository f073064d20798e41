"""Seams of closed surfaces: points at the two ends of a domain that are one in space."""

from __future__ import annotations

from typing import Iterator, NamedTuple, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from ._shapes import Surface

_Array = NDArray[np.float64]


class Seam(NamedTuple):
    axis: int
    """Of the parameter that goes on at the other end."""
    begin: float
    end: float
    other: int
    turned: Optional[float]
    """As on a Moebius strip: the other parameter v is `turned` - v beyond the seam."""

    def cross(self, points: _Array, direction: int) -> _Array:
        """The same points, as they are named beyond the end (-1: beyond the begin) of the domain."""
        moved = points.copy()
        moved[..., self.axis] -= direction * (self.end - self.begin)
        if self.turned is not None:
            moved[..., self.other] = self.turned - moved[..., self.other]
        return moved


def seams_of(surface: Surface, first: int) -> list[Seam]:
    """Where the last points along u or v are the first ones, in the same order or turned; `first`: the axis of u."""
    found = []
    for axis, ((begin, end), degree, knots) in enumerate(zip(surface.domain, surface.degrees, surface.knots)):
        if not ((knots[: degree + 1] == begin).all() and (knots[-degree - 1 :] == end).all()):
            continue
        parts = [surface.control] if surface.weights is None else [surface.control, surface.weights]
        ends = [(np.take(part, 0, axis), np.take(part, -1, axis)) for part in parts]
        other = surface.knots[1 - axis]
        sums = other + other[::-1]
        if all(np.array_equal(a, b) for a, b in ends):
            found.append(Seam(first + axis, begin, end, first + 1 - axis, None))
        elif (sums == sums[0]).all() and all(np.array_equal(a, b[::-1]) for a, b in ends):
            found.append(Seam(first + axis, begin, end, first + 1 - axis, float(sums[0])))
    return found


def images(points: _Array, seams: Sequence[Seam]) -> Iterator[_Array]:
    """The points, and as they are named across each of the seams and across several of them."""
    if not seams:
        yield points
        return
    for image in images(points, seams[1:]):
        yield image
        yield seams[0].cross(image, 1)
        yield seams[0].cross(image, -1)


def at_begin_of(seams: Sequence[Seam], points: _Array) -> _Array:
    """The points of a piece that lies on a seam at the end of a domain, named as those at its begin: pieces on one seam then
    go on without a leap."""
    for seam in seams:
        if len(points) and (points[:, seam.axis] == seam.end).all():
            points = seam.cross(points, 1)
    return points
