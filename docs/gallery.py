"""Writes the pictures of the docs: small files that are checked in.

    PYTHONPATH=build/release/python build/venv/bin/python docs/gallery.py

All of docs/images; roots_scaling.svg and near_linear_growth.svg, which show measurements, from the tables of benchmarks.md
(bench/tables/plots.py). Needs the built program and examples. Another version of matplotlib may write other bytes; the pictures stay the same.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

import vieta

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
PROGRAM = pathlib.Path(os.environ.get("VIETA_PROGRAM", ROOT / "build" / "release" / "vieta"))
EXAMPLES = PROGRAM.parent / "tests"  # the built programs of examples/

plt.rcParams.update({
    "figure.figsize": (6.4, 3.8), "font.size": 9, "axes.titlesize": 10, "axes.spines.top": False,
    "axes.spines.right": False, "svg.fonttype": "none", "svg.hashsalt": "vieta", "path.simplify_threshold": 0.5,
})  # fmt: skip


def save(ax, name: str, **options) -> None:
    path = IMAGES / name
    extra = {"metadata": {"Date": None}} if path.suffix == ".svg" else {}
    ax.figure.savefig(path, **extra, **options)
    plt.close(ax.figure)
    print(f"{path.name}: {path.stat().st_size} bytes")


def axes(**options):
    return plt.subplots(layout="constrained", **options)[1]


def discs() -> None:
    """Roots with certified discs: coefficients that are known to some percent."""
    c = np.random.default_rng(6).normal(size=10)
    ax = vieta.roots(c, uncertainty=0.03).plot(axes(figsize=(5, 4.4)))
    ax.set_title("coefficients known to 3 %:\nthe roots of all such polynomials lie in these discs")
    save(ax, "python_discs.svg")


def littlewood() -> None:
    """Roots of polynomials with coefficients 1 and -1."""
    rng = np.random.default_rng(1)
    values = np.concatenate([vieta.roots(rng.choice([-1.0, 1.0], size=k)).values for k in [14] * 6000])
    counts = np.histogram2d(values.imag, values.real, bins=240, range=[[-1.7, 1.7], [-1.7, 1.7]])[0]
    ax = axes(figsize=(4.2, 4.2))
    ax.imshow(np.sqrt(counts)[::-1], cmap="magma", vmax=2.5, extent=(-1.7, 1.7, -1.7, 1.7), interpolation="nearest")
    ax.set_title("roots of 6000 random polynomials of degree 13,\ncoefficients 1 and -1")
    ax.set(xlabel="real part", ylabel="imaginary part")
    save(ax, "python_littlewood.png", dpi=85)


def real_roots() -> None:
    """Graphs with simple roots and a touch."""
    rows = [np.polynomial.polynomial.polyfromroots(r) for r in ([-0.8, -0.1, 0.3, 0.9], [0.5, 0.5, -0.6, -1.5])]
    save(vieta.real_roots(rows, (-1, 1)).plot(axes()), "python_real_roots.svg")


def minimax() -> None:
    """An error curve with alternation points."""
    save(vieta.minimax("acos", degree=3, format="f32").plot(axes()), "python_minimax.svg")


def pareto() -> None:
    """Cost against error, over all ways to write a function."""
    save(vieta.minimax_pareto("exp2").plot(axes()), "python_pareto.svg")


def geometry() -> None:
    """The bisector of the tutorial on geometry, by the very code of that page."""
    save(run_page("python_geometry.md")["ax"], "python_geometry.svg")


def newton() -> None:
    """Convergence, from double to quad-double."""
    starts = np.exp(2j * np.pi * np.random.default_rng(7).uniform(size=(3, 7)))
    r = vieta.newton(vieta.families.cyclic(7), starts, digits=60, damping=True)
    ax = r.plot(axes())
    ax.set_title("cyclic-7 to 60 digits, from three random starts")
    save(ax, "python_newton.svg")


def run_page(name: str, until: str | None = None, **changes: str) -> dict:
    """The names that the blocks of a tutorial page leave behind."""
    page = (ROOT / "docs" / "tutorial" / name).read_text()
    code = "\n".join(re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    if until is not None:
        code = code.split(until)[0]
    for key, value in changes.items():
        code = re.sub(rf"^{key} = .*$", f"{key} = {value}", code, flags=re.MULTILINE)
    space: dict = {"print": lambda *_: None}
    exec(code, space)
    return space


def glyph() -> None:
    """The picture of the tutorial on graphics, by the very code of that page, in 1024 pixels."""
    space = run_page("python_graphics.md", until="import matplotlib", size="1024")
    path = IMAGES / "python_glyph.webp"
    grey = np.clip(255 * np.asarray(space["shade"]), 0, 255).astype(np.uint8)
    Image.fromarray(grey).save(path, quality=80, method=6)
    print(f"{path.name}: {path.stat().st_size} bytes")


def bisector() -> None:
    """The bisector surface of examples/boxes_bisector.cpp, from the file that the built example writes."""
    example = EXAMPLES / "example_boxes_bisector"
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "bisector.obj"
        subprocess.run([example, file], check=True, stdout=subprocess.DEVNULL)
        lines = [line.split() for line in file.read_text().splitlines()]
    points = np.array([[float(x) for x in line[1:]] for line in lines if line[0] == "v"])
    quads = np.array([[int(k) - 1 for k in line[1:]] for line in lines if line[0] == "f"])
    ax = plt.figure(figsize=(4.6, 3.8), layout="constrained").add_subplot(projection="3d")
    ax.plot_trisurf(*points.T, triangles=np.concatenate([quads[:, :3], quads[:, [0, 2, 3]]]), cmap="viridis", linewidth=0)
    ax.view_init(28, -58)
    ax.set_title("6,400 centres of spheres that touch\na curved patch and a plane one, each proven")
    ax.set(xlabel="x", ylabel="y", zlabel="z")
    save(ax, "boxes_bisector.png", dpi=85)


def boxes() -> None:
    """The picture of the tutorial on boxes, by the program."""
    system = "examples/systems/circle_and_cubic.json"  # whose name is the picture's title
    path = IMAGES / "boxes.svg"
    subprocess.run([PROGRAM, "boxes", system, "--plot", path], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    print(f"{path.name}: {path.stat().st_size} bytes")


def coupler() -> None:
    """The curve of the tutorial on a four-bar, from the positions at many angles of the crank, and its plot of lengths."""
    angles = np.linspace(0, 2 * np.pi, 241)
    with tempfile.TemporaryDirectory() as folder:
        rows = pathlib.Path(folder) / "crank.csv"
        rows.write_text("c s\n" + "".join(f"{np.cos(t):.12f} {np.sin(t):.12f}\n" for t in angles))
        system = "(r-3)^2 + q^2 - 25/4; (r-c)^2 + (q-s)^2 - 9"
        done = subprocess.run([PROGRAM, "solve", "--system", system, "--parameters", rows, "--json"], check=True, capture_output=True)
    answer = json.loads(done.stdout)
    r, q = (answer["variables"].index(name) for name in "rq")
    ends = [sorted((complex(float(s["x"][r][0]), float(s["x"][q][0])) for s in one["solutions"]), key=lambda z: z.imag)
            for one in answer["instances"]]  # fmt: skip
    crank, ends = np.exp(1j * angles), np.array(ends).T
    ax = axes(figsize=(7.2, 3.6))
    for end, style, way in zip(ends, ("C0", "C1"), ("joint below the axis", "joint above the axis")):
        point = (crank + end) / 2 + 0.5j * (end - crank)
        ax.plot(point.real, point.imag, style, label=f"coupler curve, {way}")
    bars, point = np.array([0, crank[40], ends[1][40], 3]), (crank[40] + ends[1][40]) / 2 + 0.5j * (ends[1][40] - crank[40])
    ax.plot(bars.real, bars.imag, "ko-", markersize=4, linewidth=1, label="crank, coupler, rocker")
    ax.plot(*np.array([[z.real, z.imag] for z in (crank[40], point, ends[1][40])]).T, "k:", linewidth=1, label="point of the coupler")
    ax.axline((5, 0), (1, 2), color="0.6", linewidth=1, label="a line that meets the curve twice")
    ax.set(aspect="equal", title="a four-bar and the curve of a point of its coupler", xlabel="x", ylabel="y")
    ax.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=7, frameon=False)
    save(ax, "coupler_curve.svg")
    path = IMAGES / "coupler_lengths.svg"
    page = (ROOT / "docs" / "tutorial" / "coupler_curve.md").read_text()
    command = shlex.split(re.search(r"\$ (vieta solve .*--grid.*)", page)[1])
    subprocess.run([PROGRAM, *command[1:], "--plot", path], check=True, stdout=subprocess.DEVNULL)
    print(f"{path.name}: {path.stat().st_size} bytes")


def measurements() -> None:
    """The plots of benchmarks.md, from its tables."""
    sys.path.insert(0, str(ROOT / "bench" / "tables"))
    import plots

    plots.draw(ROOT / "docs" / "benchmarks.md", IMAGES)


def write_all() -> None:
    for picture in (discs, littlewood, real_roots, minimax, pareto, geometry, newton, glyph, bisector, boxes, coupler,
                    measurements):
        picture()


if __name__ == "__main__":
    write_all()
