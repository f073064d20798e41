"""The pictures of docs/published.md; small files that are checked in."""

import sys

import matplotlib
import numpy as np
import PIL.Image
from items import ROOT

matplotlib.use("Agg")
sys.path.append(str(ROOT / "bench" / "tables"))

import log_log
import matplotlib.pyplot as plt
from mpl_toolkits.mplot3d.art3d import Line3DCollection

IMAGES = ROOT / "docs" / "images"
plt.rcParams.update(
    {
        "font.size": 9,
        "svg.fonttype": "none",
        "svg.hashsalt": "vieta",
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)


def curves(name: str, title: str, unit: str, sizes: list, times: dict) -> str:
    """Times by size, a line for each key of `times`, both axes logarithmic."""
    return lines(name, title, {label: list(zip(sizes, line)) for label, line in times.items()}, unit)


def colours(name: str, title: str, values, points, extent: tuple, most: float) -> str:
    """A map over a rectangle, and points upon it."""
    fig, ax = plt.subplots(figsize=(5, 4.2), layout="constrained")
    shown = ax.imshow(values, origin="lower", extent=extent, cmap="viridis_r", vmin=1, vmax=most)
    ax.plot(*zip(*points), "o", mfc="white", mec="black", ms=6)
    ax.set(title=title, xlabel="x", ylabel="y")
    ax.locator_params(nbins=5)
    fig.colorbar(shown, label="steps")
    fig.savefig(IMAGES / name, dpi=100)
    plt.close(fig)
    return name


def crossings(name: str, panels: list) -> str:
    """Contours of two functions and the points where they cross: [(title, x, y, [(values, levels)], points)]."""
    fig, axes = plt.subplots(1, len(panels), figsize=(4.4 * len(panels), 4.8), layout="constrained")
    for ax, (title, x, y, contours, points) in zip(axes, panels):
        for (values, levels), colour, which in zip(contours, ("C0", "C1"), ("first", "second")):
            ax.contour(x, y, values, levels=levels, colors=colour, linewidths=0.8, linestyles="solid")
            ax.plot([], [], color=colour, label=f"{which} curve{'s' * (len(levels) > 1)}")
        ax.plot(*zip(*points), ".", color="black", ms=3, label="proven point")
        ax.set(title=f"{title}: {len(points)} points", aspect="equal", xlabel="x", ylabel="y", xlim=(0, 1), ylim=(0, 1))
        ax.legend(frameon=False, fontsize=7, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.12), columnspacing=1.5)
    fig.savefig(IMAGES / name, dpi=100)
    plt.close(fig)
    return name


def clouds(name: str, shown: dict) -> str:
    """Points in space beside each other, or lines through points: {title: [3, points] or a list of those}."""
    fig = plt.figure(figsize=(3.6 * len(shown), 3.4), layout="constrained")
    for k, (title, points) in enumerate(shown.items()):
        ax = fig.add_subplot(1, len(shown), k + 1, projection="3d")
        if isinstance(points, list):
            pieces = [piece for line in points for piece in np.stack([line[:, :-1].T, line[:, 1:].T], axis=1)]
            ax.add_collection3d(Line3DCollection(pieces, array=[piece[:, 2].mean() for piece in pieces], cmap="viridis", linewidths=0.8))
            ends = [(line.min(), line.max()) for line in np.hstack(points)]
            ax.set(xlim=ends[0], ylim=ends[1], zlim=ends[2])
            what = f"{len(points):,} curves"
        else:
            ax.scatter(*points, s=1, c=points[2], cmap="viridis")
            what = f"{points.shape[1]:,} points"
        ax.set_title(f"{title}: {what}", fontsize=9)
        ax.set(xlabel="x", ylabel="y", zlabel="z")
        ax.tick_params(labelsize=5)
    fig.savefig(IMAGES / name, dpi=100)
    plt.close(fig)
    return name


def spheres(name: str, folder, shown: list[str]) -> str:
    """Rendered spheres beside each other: lights of 1 m above, of 10 cm below."""
    fig, axes = plt.subplots(2, len(shown), figsize=(1.6 * len(shown), 3.6), layout="constrained")
    for row, light in zip(axes, ("1m", "10cm")):
        for ax, pair in zip(row, shown):
            ax.imshow(plt.imread(folder / f"{pair}-{light}.pgm"), cmap="gray", vmin=0, vmax=255)
            ax.set_axis_off()
            ax.set_title(pair.replace("_", " ").replace(", ", ",\n") if light == "1m" else "", fontsize=8)
    axes[0, 0].text(-0.1, 0.5, "light of 1 m", rotation=90, va="center", transform=axes[0, 0].transAxes)
    axes[1, 0].text(-0.1, 0.5, "light of 10 cm", rotation=90, va="center", transform=axes[1, 0].transAxes)
    fig.savefig(IMAGES / name, dpi=100)
    plt.close(fig)
    return name


def glyphs(name: str, size: int, shown: dict) -> str:
    """First roots of the rays of a frame as relief, by degree and solver; what differs from the last solver is red."""
    fig, axes = plt.subplots(2, len(shown), figsize=(2 * len(shown), 4.2), layout="constrained", squeeze=False)
    at = 1.05 * ((2 * np.arange(size) + 1) / size - 1)
    square = at[None, :] ** 2 + at[:, None] ** 2
    # Rays from (0, 0, 5) that pass the centre at a distance from 1/16 to 1: others miss, or are for double alone.
    meets = (25 * square < square + 25) & (256 * 25 * square >= square + 25)
    for column, (degree, roots) in enumerate(shown.items()):
        last = roots["vieta"]
        for row, (solver, values) in enumerate(roots.items()):
            depth = np.full(size * size, np.nan)
            places = np.flatnonzero(meets.ravel())
            if len(places) != len(values):
                raise RuntimeError(f"{len(values)} rays, expected {len(places)}")
            depth[places] = np.where(values < 1.5, values, np.nan)
            wrong = np.zeros(size * size, bool)
            wrong[places] = np.abs(values - last) > 0.01
            relief = depth.reshape(size, size)
            slope = np.hypot(*np.gradient(relief)) * size / 4
            light = np.where(np.isnan(relief), 1, 0.9 / np.sqrt(1 + np.nan_to_num(slope, nan=3) ** 2))
            picture = np.repeat(light[..., None], 3, axis=2)
            picture[wrong.reshape(size, size)] = (0.9, 0, 0)
            picture[256 * 25 * square < square + 25] = 0.7
            axes[row, column].imshow(picture)
            axes[row, column].set_axis_off()
            axes[row, column].set_title(f"{degree}: {solver}, {wrong.sum()} wrong", fontsize=8)
    fig.savefig(IMAGES / name, dpi=110)
    plt.close(fig)
    return name


def by_threads(name: str, title: str, speeds: dict) -> str:
    """Speedup by threads, a line for each key: {key: (threads, speedups)}."""
    fig, ax = plt.subplots(figsize=(5.6, 3.6), layout="constrained")
    for label, (threads, line) in speeds.items():
        ax.loglog(threads, line, marker="o", ms=3, base=2, label=label)
    ax.set(title=title, xlabel="threads that share a box", ylabel="times as fast as one core")
    ax.grid(alpha=0.3)
    ax.legend(frameon=False, fontsize=7)
    fig.savefig(IMAGES / name, metadata={"Date": None})
    plt.close(fig)
    return name


def fits(name: str, lines: dict) -> str:
    """Measured times and a quadratic through the first of them: {label: (sizes, times, fitted, how many were fitted)}."""
    fig, axes = plt.subplots(1, len(lines), figsize=(3.6 * len(lines), 3.2), layout="constrained")
    for ax, (label, (sizes, times, fitted, half)) in zip(np.atleast_1d(axes), lines.items()):
        ax.plot(sizes, fitted, color="0.6", label="quadratic")
        ax.plot(sizes[:half], times[:half], "o", ms=4, label="fitted")
        ax.plot(sizes[half:], times[half:], "s", ms=4, mfc="white", label="measured, predicted")
        ax.set(title=label, xlabel="degree", ylabel="seconds")
        ax.locator_params(axis="x", nbins=5)
        ax.grid(alpha=0.3)
        ax.legend(frameon=False, fontsize=7)
    fig.savefig(IMAGES / name, metadata={"Date": None})
    plt.close(fig)
    return name


def bars(name: str, title: str, sizes: list[str], times: dict) -> str:
    """Times by size beside each other, on a logarithmic axis: {label: times}."""
    fig, ax = plt.subplots(figsize=(5.6, 3.6), layout="constrained")
    width = 0.8 / len(times)
    for k, (label, line) in enumerate(times.items()):
        ax.bar(np.arange(len(sizes)) + (k - (len(times) - 1) / 2) * width, line, width, label=label)
    ax.set(title=title, xlabel="n", ylabel="seconds", yscale="log", xticks=np.arange(len(sizes)), xticklabels=sizes)
    ax.grid(alpha=0.3, axis="y")
    ax.legend(frameon=False, fontsize=7)
    fig.savefig(IMAGES / name, metadata={"Date": None})
    plt.close(fig)
    return name


def digits(name: str, title: str, points: list) -> str:
    """Proven digits against time: (digits, seconds, name)."""
    fig, ax = plt.subplots(figsize=(5.6, 3.2), layout="constrained")
    ax.plot([took for _, took, _ in points], [digits for digits, _, _ in points], "o-", ms=4)
    longest = max(took for _, took, _ in points)
    for k, (digits_, took, label) in enumerate(points):
        # Inside of the frame, and two points of as many digits have their names above and below.
        right = took > 0.6 * longest
        below = k > 0 and points[k - 1][0] == digits_
        ax.annotate(label, (took, digits_), textcoords="offset points", xytext=(-6 if right else 6, -10 if below else 5), ha="right" if right else "left", fontsize=7)
    ax.set(title=title, xlabel="seconds, with the proof", ylabel="proven digits", ylim=(0, 1.15 * max(digits for digits, _, _ in points)))
    ax.set_xlim(left=0, right=1.05 * longest)
    ax.grid(alpha=0.3)
    fig.savefig(IMAGES / name, metadata={"Date": None})
    plt.close(fig)
    return name


def lines(name: str, title: str, points: dict, unit: str = "degree") -> str:
    """Times by size, each line with sizes of its own: {label: [(size, seconds)]}."""
    log_log.draw(points, str(IMAGES / name), title, unit)
    return name


def smaller(name: str, path) -> str:
    """A picture that the program has drawn, at half of its size."""
    with PIL.Image.open(path) as drawn:
        drawn.convert("RGB").resize((drawn.width // 2, drawn.height // 2)).save(IMAGES / name, quality=85)
    return name


def errors(name: str, pairs: dict) -> str:
    """Error curves of printed coefficients and of ours: {label: [(x, error), (x, error)]}."""
    fig, axes = plt.subplots(2, (len(pairs) + 1) // 2, figsize=(1.9 * ((len(pairs) + 1) // 2), 3.6), layout="constrained")
    for ax, (label, both) in zip(axes.ravel(), pairs.items()):
        for (x, error), colour in zip(both, ("0.6", "C0")):
            ax.plot(x[::8], error[::8], color=colour, lw=1)
        ax.set_title(label.replace(", ", "\n"), fontsize=7)
        ax.tick_params(labelsize=5)
        ax.ticklabel_format(axis="y", scilimits=(0, 0))
        ax.yaxis.get_offset_text().set_fontsize(5)
        ax.axhline(0, color="0.8", lw=0.5)
    fig.savefig(IMAGES / name, dpi=110)
    plt.close(fig)
    return name
