#!/usr/bin/env python3
"""The plots of docs/benchmarks.md, drawn from the tables that stand there:

    bench/tables/plots.py docs/benchmarks.md

roots_scaling.svg and near_linear_growth.svg go to images/ beside the page. cpu_tables.py and gpu_tables.py do this when they have put
their figures into the page, docs/gallery.py as well. Prints the slopes of the growth, in all and from degree 100,000 on.
"""

import pathlib
import sys

import log_log
from markdown_tables import cells, is_rule

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers" / "roots"))

from near_linear_growth import slope


def table(text, header):
    """Header and rows of the table whose header begins so."""
    lines = text.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(header))
    end = next(i for i in range(start, len(lines)) if not lines[i].startswith("|"))
    rows = [cells(line) for line in lines[start:end] if not is_rule(line)]
    return rows[0], rows[1:]


def points(degrees, seconds):
    """Pairs of those that were measured."""
    return [(int(n.replace(",", "")), float(s.removesuffix(" s"))) for n, s in zip(degrees, seconds) if s]


def scaling(text):
    names, rows = table(text, "| degree | vieta, 1 thread |")
    columns = list(zip(*(row + [""] * (len(names) - len(row)) for row in rows)))
    return {name: points(columns[0], column) for name, column in zip(names, columns) if name not in ("degree", "memory")}


def growth(text):
    names, rows = table(text, "| degree | 1,000 | 10,000 | 100,000 |")
    return {row[0].replace("two", "2"): points(names[1:], row[1:]) for row in rows}


def draw(page, folder=None):
    page = pathlib.Path(page)
    folder = pathlib.Path(folder or page.parent / "images")
    text = page.read_text()
    log_log.draw(scaling(text), str(folder / "roots_scaling.svg"), "roots: seconds by degree")
    measured = growth(text)
    for name, pairs in measured.items():
        large = [p for p in pairs if p[0] >= 100_000]
        print(f"{name}: slope {slope(pairs):.2f}; from degree 100,000 on {slope(large):.2f}")
    named = {f"{name}, slope {slope(pairs):.2f}": pairs for name, pairs in measured.items()}
    log_log.draw(named, str(folder / "near_linear_growth.svg"), "roots, near-linear method: seconds by degree")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    draw(sys.argv[1])
