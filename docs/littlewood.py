"""Writes docs/images/littlewood_density.webp and littlewood_crop.webp: all roots of all 2^24 polynomials of degree 23 with
coefficients 1 and -1, in 4 megapixels, and a part of it enlarged.

    PYTHONPATH=build/release/python build/venv/bin/python docs/littlewood.py

Each root is proven before it is counted. p and -p have the same roots, and those of p(-x) are their mirror image, so the
coefficients of 1 and x stay 1: 4,194,304 polynomials, 96,468,992 roots; a minute or two on one core. Needs Pillow.
"""

from __future__ import annotations

import pathlib
import sys

import numpy as np
from PIL import Image

import vieta

DEGREE = int(sys.argv[1]) if len(sys.argv) > 1 else 23
IMAGES = pathlib.Path(__file__).resolve().parent / "images"


class Window:
    """Counts in a part of the plane, twice as fine as its picture in each direction, which leaves that without stairs."""

    def __init__(self, width: int, height: int, left: float, right: float, bottom: float):
        self.width, self.height = 2 * width, 2 * height
        self.left, self.bottom, self.pixel = left, bottom, 2 * width / (right - left)
        self.counts = np.zeros(self.width * self.height, dtype=np.int64)

    def add(self, z: np.ndarray) -> None:
        x = np.floor((z.real - self.left) * self.pixel).astype(np.int64)
        y = self.height - 1 - np.floor((z.imag - self.bottom) * self.pixel).astype(np.int64)
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        self.counts += np.bincount(y[inside] * self.width + x[inside], minlength=len(self.counts))

    def rows(self) -> np.ndarray:
        return self.counts.reshape(self.height, self.width)

    def save(self, name: str, most_bytes: int) -> None:
        picture = Image.fromarray(colours(self)).resize((self.width // 2, self.height // 2), Image.Resampling.LANCZOS)
        path = IMAGES / name
        for quality in (88, 80, 70, 60, 50, 40, 30, 20):
            picture.save(path, quality=quality, method=4)
            if path.stat().st_size <= most_bytes:
                break
        print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size} bytes, quality {quality}")


# The lower half of the plane is the mirror image of the upper one.
WHOLE = Window(2688, 1512, -1.52, 1.52, -0.115)
CROP = Window(1200, 675, 0.30, 0.78, 0.38)  # where |x| is about 0.7: arms like those of the dragon curve


def count_roots(windows: list[Window]) -> tuple[int, int]:
    total = proven = 0
    for begin in range(0, 2 ** (DEGREE - 1), 2**18):
        number = np.arange(begin, min(begin + 2**18, 2 ** (DEGREE - 1)))
        rows = np.ones((len(number), DEGREE + 1))
        rows[:, 2:] -= 2 * (number[:, None] >> np.arange(DEGREE - 1) & 1)
        batch = vieta.roots(rows)
        good = np.isfinite(batch.radii)
        total += good.size
        proven += int(good.sum())
        z = batch.values[good]
        for window in windows:
            window.add(z)
            window.add(-z.conj())
    return total, proven


def colours(window: Window) -> np.ndarray:
    """Dark blue to white by the logarithm, which shows the thin arms beside the dense ring."""
    counts = window.rows()
    usual = counts[counts < np.quantile(counts.max(axis=1), 0.99)]  # the row of the real axis has far more
    level = np.log1p(counts) / np.log1p(max(1, np.quantile(usual, 0.996)))
    stops = np.array([[4, 8, 20], [18, 48, 110], [0, 114, 178], [110, 190, 220], [250, 225, 160], [255, 252, 240]], dtype=float)
    at = np.clip(level, 0, 1) * (len(stops) - 1)
    low = np.minimum(at.astype(int), len(stops) - 2)
    share = (at - low)[..., None]
    return (stops[low] * (1 - share) + stops[low + 1] * share).round().astype(np.uint8)


if __name__ == "__main__":
    total, proven = count_roots([WHOLE, CROP])
    print(f"{proven} of {total} roots are proven")
    WHOLE.save("littlewood_density.webp", 600_000)
    CROP.save("littlewood_crop.webp", 160_000)
