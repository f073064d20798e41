"""Log-log plots of the benchmarks, by Matplotlib: seconds by degree, or by another size."""

import html
import itertools
import json
import os
import re

COLOURS = ["#1f6feb", "#2da44e", "#cf222e", "#8250df"]
MARKERS = ["o", "s", "^", "D"]  # for those who cannot tell the colours apart


def draw(series, path, title, size="degree"):
    """An SVG of `series`, which maps a name to (size, seconds) pairs. The file holds the pairs as well: see `pairs_in`."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "vieta", "font.family": "sans-serif"}):
        figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
        for (name, pairs), colour, marker in zip(series.items(), itertools.cycle(COLOURS), itertools.cycle(MARKERS)):
            axes.loglog(*zip(*pairs), color=colour, marker=marker, markersize=5, label=name)
        axes.set(title=title, xlabel=size, ylabel="seconds")
        axes.grid(True, which="major", color="#dddddd")
        axes.legend(frameon=False)
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        figure.savefig(path, metadata={"Date": None, "Title": title, "Description": json.dumps(series)})
        pyplot.close(figure)


def pairs_in(path):
    """The series that a file of `draw` shows."""
    with open(path) as file:
        text = re.search(r"<dc:description>(.*?)</dc:description>", file.read(), re.S).group(1)
    return {name: [tuple(pair) for pair in pairs] for name, pairs in json.loads(html.unescape(text)).items()}
