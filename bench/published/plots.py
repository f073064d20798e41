"""The pictures of docs/published.md; small files that are checked in."""

import matplotlib
from items import ROOT

matplotlib.use("Agg")

import matplotlib.pyplot as plt

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
    fig, ax = plt.subplots(figsize=(5.6, 3.6), layout="constrained")
    for label, line in times.items():
        ax.loglog(sizes, line, marker="o", ms=3, label=label)
    ax.set(title=title, xlabel=unit, ylabel="seconds")
    ax.grid(alpha=0.3)
    ax.legend(frameon=False)
    fig.savefig(IMAGES / name, metadata={"Date": None})
    plt.close(fig)
    return name


def colours(name: str, title: str, values, points) -> str:
    """A map over the unit square, and points upon it."""
    fig, ax = plt.subplots(figsize=(5, 4.2), layout="constrained")
    shown = ax.imshow(values, origin="lower", extent=(0, 1, 0, 1), cmap="viridis_r", vmin=1, vmax=12)
    ax.plot(*zip(*points), "o", mfc="white", mec="black", ms=6)
    ax.set(title=title, xlabel="x", ylabel="y")
    fig.colorbar(shown, label="steps")
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
