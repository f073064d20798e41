"""Writes docs/images/littlewood_density.webp: all roots of all 2^24 polynomials of degree 23 with coefficients 1 and -1.

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
WIDTH, HEIGHT = 2400, 1350  # counted so; the picture has half of it in each direction, without stairs
REACH = 1.52  # of the real part
BELOW = 90  # rows below the real axis; the lower half is the mirror image of the upper one
PICTURE = pathlib.Path(__file__).resolve().parent / "images" / "littlewood_density.webp"


def count_roots() -> tuple[np.ndarray, int, int]:
    counts = np.zeros(WIDTH * HEIGHT, dtype=np.int64)
    pixel = WIDTH / (2 * REACH)
    total = proven = 0
    for begin in range(0, 2 ** (DEGREE - 1), 2**16):
        number = np.arange(begin, min(begin + 2**16, 2 ** (DEGREE - 1)))
        rows = np.ones((len(number), DEGREE + 1))
        rows[:, 2:] -= 2 * (number[:, None] >> np.arange(DEGREE - 1) & 1)
        batch = vieta.roots(rows)
        good = np.isfinite(batch.radii)
        total += good.size
        proven += int(good.sum())
        z = batch.values[good]
        x, y = (z.real * pixel + WIDTH / 2).astype(np.int64), (HEIGHT - BELOW - z.imag * pixel).astype(np.int64)
        inside = (x >= 0) & (x < WIDTH) & (y >= 0) & (y < HEIGHT)
        counts += np.bincount(y[inside] * WIDTH + x[inside], minlength=WIDTH * HEIGHT)
    counts = counts.reshape(HEIGHT, WIDTH)
    return counts + counts[:, ::-1], total, proven


def colours(counts: np.ndarray) -> np.ndarray:
    """Dark blue to white by the logarithm, which shows the thin arms beside the dense ring."""
    level = np.log1p(counts) / np.log1p(np.quantile(np.delete(counts, HEIGHT - BELOW, axis=0), 0.996))  # reals are many
    stops = np.array([[4, 8, 20], [18, 48, 110], [0, 114, 178], [110, 190, 220], [250, 225, 160], [255, 252, 240]], dtype=float)
    at = np.clip(level, 0, 1) * (len(stops) - 1)
    low = np.minimum(at.astype(int), len(stops) - 2)
    share = (at - low)[..., None]
    return (stops[low] * (1 - share) + stops[low + 1] * share).round().astype(np.uint8)


if __name__ == "__main__":
    counts, total, proven = count_roots()
    picture = Image.fromarray(colours(counts)).resize((WIDTH // 2, HEIGHT // 2), Image.Resampling.LANCZOS)
    for quality in (88, 80, 70, 60, 50, 40):
        picture.save(PICTURE, quality=quality, method=6)
        if PICTURE.stat().st_size < 300_000:
            break
    print(f"{proven} of {total} roots proven; {PICTURE.name}: {PICTURE.stat().st_size} bytes")
