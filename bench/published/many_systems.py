"""Wei, Feng, Lin (2011), figure 4: many small systems from level sets, and from the pieces of two B-splines."""

import json

import hardware
import numpy as np
import plots
from items import Machine, Table, seconds

# Functions of x and y on the unit square, and how many levels of each: 16 x 16 systems.
LEVELS = ("4*(x-1/2)^2 + 6*(y-1/2)^2 + (x-1/2)^3", "3*(y-1/2) - 8*(x-1/2)^3 + 2*(x-1/2)")
FIRST_LEVELS, SECOND_LEVELS = np.linspace(0.1, 2.2, 16), np.linspace(-1.6, 1.6, 16)
SPANS = (32, 32)  # of knots: 1,024 systems, as in figure 5


def splines() -> np.ndarray:
    """Control points of two functions, uniform bicubic B-splines over the unit square."""
    draw = np.random.default_rng(4)
    at = [np.arange(-1, count + 2) / count for count in SPANS]
    x, y = np.meshgrid(*at, indexing="ij")
    both = []
    for turn in (0.0, 1.3):
        wave = np.sin(14 * x + 2 * np.sin(11 * y + turn) + turn) * np.cos(13 * (turn * x + y) + 2 * turn)
        both.append(wave + 0.2 * draw.uniform(-1, 1, wave.shape))
    return np.array(both)


def pieces(control: np.ndarray) -> np.ndarray:
    """Bernstein coefficients of each span, by knot insertion: [span of x][span of y][function][4][4]."""
    insertion = np.array([[1, 4, 1, 0], [0, 4, 2, 0], [0, 2, 4, 0], [0, 1, 4, 1]]) / 6
    windows = np.lib.stride_tricks.sliding_window_view(control, (4, 4), axis=(1, 2))
    return np.einsum("ia,fxyab,jb->xyfij", insertion, windows, insertion)


def on_a_grid(bernstein: np.ndarray, function: int, inside: int = 12) -> np.ndarray:
    """Values at points that lie equally far apart in all spans."""
    t = (np.arange(inside) + 0.5) / inside
    basis = np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])
    values = np.einsum("xyij,ia,jb->xayb", bernstein[:, :, function], basis, basis)
    return values.reshape(SPANS[0] * inside, SPANS[1] * inside)


def timed(machine: Machine, path) -> tuple[dict, list[float]]:
    """The answer of all cores, and the best times of five: one box at a time, one core, all cores, and a GPU where there is one."""
    places = [("--on", "cpu", "--threads", "1", "--no-simd"), ("--on", "cpu", "--threads", "1"), ("--on", "cpu")]
    if machine.gpu:
        places.append(("--on", "cuda"))
    runs = [[machine.vieta("boxes", path, *place, codes=(0, 2)) for _ in range(5)] for place in places]
    return runs[2][0], [min(answer["report"]["seconds"] for answer in of) for of in runs]


def table(machine: Machine) -> Table:
    rows, panels = [], []
    level_systems = [
        {"vars": ["x", "y"], "box": [[0, 1], [0, 1]], "equations": [f"{LEVELS[0]} - {c:.6f}", f"{LEVELS[1]} - ({d:.6f})"]}
        for c in FIRST_LEVELS
        for d in SECOND_LEVELS
    ]
    found, times = timed(machine, machine.file("levels.json", json.dumps(level_systems)))
    points = [item["x"] for one in found["systems"] for item in one["items"]]
    x, y = np.meshgrid(np.linspace(0, 1, 300), np.linspace(0, 1, 300))
    u, v = x - 0.5, y - 0.5
    contours = [(4 * u**2 + 6 * v**2 + u**3, FIRST_LEVELS), (3 * v - 8 * u**3 + 2 * u, SECOND_LEVELS)]
    panels.append(("level sets of two functions", x, y, contours, points))
    rows.append(["level sets of two curves, 16 x 16", f"{len(level_systems):,}", f"{found['report']['unique']:,}", *map(seconds, times)])

    bernstein = pieces(splines())
    path = machine.file("splines.npy", "")
    np.save(path, bernstein.reshape(-1, 2, 4, 4))
    found, times = timed(machine, path)
    points = [
        ((k // SPANS[1] + item["x"][0]) / SPANS[0], (k % SPANS[1] + item["x"][1]) / SPANS[1])
        for k, one in enumerate(found["systems"])
        for item in one["items"]
    ]
    at = [(np.arange(count * 12) + 0.5) / (count * 12) for count in SPANS]
    x, y = np.meshgrid(*at, indexing="ij")
    panels.append(("two bicubic B-splines", x, y, [(on_a_grid(bernstein, k), [0]) for k in (0, 1)], points))
    rows.append([f"two bicubic B-splines, {SPANS[0]} x {SPANS[1]} spans", f"{SPANS[0] * SPANS[1]:,}", f"{found['report']['unique']:,}", *map(seconds, times)])
    return Table(
        ["example", "systems", "points, proven", "one core, one box at a time", "one core", "all cores", *(["GPU"] * bool(machine.gpu))],
        rows,
        "The work prints pictures of its two examples, not their coefficients; ours are of the same kinds. The spans of the B-splines become Bernstein polynomials by knot insertion.",
        "" if machine.gpu else plots.crossings("published_boxes_many.webp", panels),
    )


def estimates(machine: Machine) -> dict[str, str]:
    """What the published times of equation (4) would be on this machine, by the ratio of peaks."""
    card, core = hardware.device_peak(machine.gpu, "single") if machine.gpu else 0, hardware.core_peak()
    return {
        "one core": seconds(hardware.estimate(2.63e-3, "one core of a Core 2 Quad, 2.83 GHz (2008)", "double", core)),
        "GPU": seconds(hardware.estimate(0.47e-3, "NVIDIA GTX 280 (2008)", "single", card)) if card else "",
    }
