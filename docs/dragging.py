"""Writes docs/images/dragging.svg: a root under a hand, and the discs of all roots when coefficients are known to 2 %.

    PYTHONPATH=build/release/python build/venv/bin/python docs/dragging.py

A moving picture for pages that run no script, such as README.md on GitHub; docs/web.md is about the page that does this live.
Each picture is an answer of its own: a disc holds as many roots as its number says, of every polynomial whose coefficients
are off by at most 2 %.
"""

from __future__ import annotations

import pathlib

import numpy as np

import vieta

IMAGES = pathlib.Path(__file__).resolve().parent / "images"
FIXED = [(-1.1, 0.0), (-0.35, 0.95), (0.95, 0.55), (0.15, 0.45)]  # upper half plane, and the real root
FRAMES, SECONDS = 60, 8
UNCERTAINTY = 0.02
WIDTH, HEIGHT, PIXEL = 640, 420, 155.0
WORDS = 46  # below the plane


def hand(turn: float) -> complex:
    """Where the root that is dragged is: a loop that comes near a root at rest."""
    a = 2 * np.pi * turn
    return complex(0.62 - 0.42 * np.cos(a), 0.62 + 0.32 * np.sin(a) - 0.1 * np.cos(2 * a))


def frame(turn: float) -> str:
    z = hand(turn)
    upper = [complex(*f) for f in FIXED if f[1]] + [z]
    c = np.polynomial.polynomial.polyfromroots([x.real for x in map(lambda f: complex(*f), FIXED) if not x.imag] + upper + [x.conjugate() for x in upper]).real
    found = vieta.roots(c, uncertainty=UNCERTAINTY)
    x = lambda v: WIDTH / 2 + PIXEL * (v + 0.05)
    y = lambda v: HEIGHT / 2 - PIXEL * v
    parts = []
    for value, radius, many in zip(found.values, found.radii, found.multiplicities):
        kind = "m" if many > 1 else "d"
        parts.append(f'<circle class="{kind}" cx="{x(value.real):.1f}" cy="{y(value.imag):.1f}" r="{max(2, radius * PIXEL):.1f}"/>')
        if many > 1:
            parts.append(f'<text x="{x(value.real):.0f}" y="{y(value.imag) + 5:.0f}">{many}</text>')
    parts.append(f'<circle class="h" cx="{x(z.real):.1f}" cy="{y(z.imag):.1f}" r="9"/>')
    return "".join(parts)


def picture() -> str:
    groups = []
    for k in range(FRAMES):
        begin, end = k / FRAMES, (k + 1) / FRAMES
        values, times = ("none;inline;none", f"0;{begin:.4f};{end:.4f}") if k else ("inline;none", f"0;{end:.4f}")
        if k == FRAMES - 1:
            values, times = "none;inline", f"0;{begin:.4f}"
        shown = "inline" if k == 0 else "none"  # the first stands where nothing moves
        groups.append(f'<g display="{shown}">{frame(begin)}<animate attributeName="display" values="{values}" keyTimes="{times}" calcMode="discrete" dur="{SECONDS}s" repeatCount="indefinite"/></g>')
    middle, axis = HEIGHT / 2, WIDTH / 2 + PIXEL * 0.05
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + WORDS}" width="{WIDTH}" height="{HEIGHT + WORDS}" role="img" aria-labelledby="t">
<title id="t">A root is dragged; discs hold all roots of all polynomials whose coefficients are off by at most {100 * UNCERTAINTY:.0f} %</title>
<style>
rect {{ fill: #fff }} line {{ stroke: #a9b0bb }} .a {{ font: 16px sans-serif; fill: #5c6370; text-anchor: start }}
text {{ font: 700 16px sans-serif; text-anchor: middle; fill: #7a2f5c; paint-order: stroke; stroke: #fff; stroke-width: 4px }}
.d {{ fill: rgb(0 114 178 / 25%); stroke: #0072b2; stroke-width: 1.5 }}
.m {{ fill: rgb(204 121 167 / 30%); stroke: #b0508a; stroke-width: 1.5; stroke-dasharray: 6 3 }}
.h {{ fill: none; stroke: #d55e00; stroke-width: 3 }}
</style>
<rect width="{WIDTH}" height="{HEIGHT + WORDS}"/>
<line x1="0" x2="{WIDTH}" y1="{middle}" y2="{middle}"/><line x1="{axis}" x2="{axis}" y1="0" y2="{HEIGHT}"/>
<text class="a" x="8" y="20">orange ring: the root that is dragged</text>
<text class="a" x="8" y="{HEIGHT + 16}">blue: one root, proven; dashed: as many roots as the number says</text>
<text class="a" x="8" y="{HEIGHT + 37}">coefficients known to {100 * UNCERTAINTY:.0f} % of their size; degree {2 * (len(FIXED) - 1) + 3}</text>
{chr(10).join(groups)}
</svg>
"""


if __name__ == "__main__":
    path = IMAGES / "dragging.svg"
    path.write_text(picture())
    print(f"{path.name}: {path.stat().st_size} bytes")
