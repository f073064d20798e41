"""F. Wei, J. Feng, H. Lin: GPU-based parallel solver via the Kantorovich theorem for the nonlinear Bernstein polynomial
systems. Computers & Mathematics with Applications 62 (2011), 2506 to 2517."""

import json

import bisector
import many_systems
import newton_steps
import numpy as np
import plots
from items import COLD, Item, Machine, Table, seconds

WORK = "Bernstein systems on a GPU: Wei, Feng, Lin (2011)"
LEFT_OUT = "Figures 1 and 2 are drawings that explain the theorem; they hold no measurement."
GPU = "NVIDIA GTX 280 (2008)"

# Two bicubics with five simple roots in the unit square, two of them at its corners: those of IRIT's test mv_zeros.irt, s26, on
# [1/3, 2/3]^2. The work's equation (4) has the same properties; its coefficients could not be read in the copies that we have.
FIRST = [[0, 2.2, 1.1, 1.1], [-1, -1, -1, 1], [-1, 1, 1, 1], [-1, -1, -2, 0]]


def system(first, second, box=((0, 1), (0, 1))):
    return {
        "vars": ["x", "y"],
        "box": [list(side) for side in box],
        "equations": [
            {"degrees": [len(c) - 1, len(c[0]) - 1], "bernstein": [v for row in c for v in row]}
            for c in (first, second)
        ],
    }


def solve(machine: Machine, name: str, systems, *more) -> dict:
    path = machine.file(name, json.dumps(systems))
    return machine.vieta("boxes", path, "--threads", "1", *more, codes=(0, 2))


def drawn(machine: Machine, name: str, title: str, systems, *more) -> str:
    """The boxes that a search looked at, as the program draws them; machines with a GPU are bare and draw none."""
    if machine.gpu:
        return ""
    path = machine.file(title, json.dumps(systems))  # the program's title is the name of the file
    picture = path.with_suffix(".png")
    machine.run([machine.program, "boxes", path, "--on", "cpu", "--plot", picture, "--quiet", *more], (0, 2))
    return plots.smaller(name, picture)


def best(machine, name, systems, *more):
    runs = [solve(machine, name, systems, *more)["report"] for _ in range(3 if machine.gpu else 5)]
    return min(runs, key=lambda report: report["seconds"])


# Times of equation (4), on what, and which peak they are estimated by.
PUBLISHED = {
    "Kantorovich, bisection in each variable (Algorithm 3)": ("2.63 ms", "Core 2 Quad, one core", "one core"),
    "Kantorovich, 8 x 8 pieces, GPU (Algorithms 4 and 5)": ("0.47 ms", "GTX 280", "GPU"),
}


def five_roots(machine: Machine) -> Table:
    guess = many_systems.estimates(machine)
    pair = system(FIRST, [list(column) for column in zip(*FIRST)])
    rows = []
    one_core, pieces = ("--on", "cpu", "--no-simd"), ("--method", "kantorovich", "--subdivision", "8")
    methods = [
        ("Krawczyk on Bernstein coefficients (the default)", one_core),
        ("Kantorovich, bisection in each variable (Algorithm 3)", (*one_core, "--method", "kantorovich")),
        ("Kantorovich, 8 x 8 pieces (Algorithm 4's)", (*one_core, *pieces)),
        ("normal cones, bisection", (*one_core, "--method", "normal-cone")),
    ]
    if machine.gpu:
        methods += [("Krawczyk, GPU", ("--on", "cuda")), ("Kantorovich, 8 x 8 pieces, GPU (Algorithms 4 and 5)", ("--on", "cuda", *pieces))]
    for name, more in methods:
        report = best(machine, "five.json", pair, *more)
        old = PUBLISHED.get(name, "")
        rows.append(
            [
                name + ", one system" * ("GPU" in name) + "; the rest on the processor" * ("systems on the cpu" in report["target"]),
                old and f"{old[0]} ({old[1]})",
                old and guess[old[2]],
                f"{report['boxes_visited']:,}",
                f"{report['unique']} + {report['clusters']} clusters",
                seconds(report["seconds"]),
            ]
        )
    return Table(
        ["method", "published", "estimate on today's peak", "boxes looked at", "roots", "vieta"],
        rows,
        "IRIT took 0.94 ms. The estimates are by the ratio of peaks, in double for the core, in single precision for the GPU; a system alone keeps no GPU busy, as the work says, so that its time would shrink less. The published constant of Kantorovich's "
        "theorem, the largest row sum over the equations' Hessians, is no Lipschitz constant in the maximum norm: the sum over them all is, and that is what "
        "`--method kantorovich` takes ([method](method/boxes.md)). The work counts 7 subdivisions of 64 pieces; its roots at corners never pass its test, "
        "which looks at boxes around their centres. On a GPU a system with such roots goes to the processor in the end. "
        "The picture is that of Algorithm 4's division.",
        drawn(machine, "published_boxes_five.webp", "Two bicubics with five roots, 8 x 8 pieces", pair, *pieces),
    )


def pieces(machine: Machine) -> Table:
    """Algorithms 4 and 5 on a GPU: by the number of systems and of the threads that share a box."""
    machine.need_gpu()
    counts = (16, 256, 1024) if machine.quick else (1, 16, 64, 256, 512, 1024, 4096)
    found = machine.lines("published_boxes", *counts)
    rows, lines = [], {}
    for count in counts:
        of = [row for row in found if row["systems"] == count]
        took = {row["threads"]: row["seconds"] for row in of if row["method"] == "kantorovich"}
        alone = next((row["seconds"] for row in of if row["method"] == "kantorovich on one core"), None)
        default = next(row["seconds"] for row in of if row["method"] == "krawczyk")
        left = next((row["target"] for row in of if row["method"] == "kantorovich" and row["threads"] == 64), "")
        rows.append(
            [
                f"{count:,}",
                seconds(alone) if alone else "",
                *(seconds(took[threads]) for threads in sorted(took)),
                f"{alone / took[64]:.1f}" if alone else "",
                left.split(", ")[1].split(" of ")[0] if "systems on the cpu" in left else "0",
                seconds(default),
            ]
        )
        if alone:
            lines[f"{count:,} systems"] = (sorted(took), [alone / took[threads] for threads in sorted(took)])
    picture = plots.by_threads(
        "published_boxes_threads.svg", "Random pairs of bicubics, 8 x 8 pieces on a GPU", lines
    )
    return Table(
        [
            "bicubic systems",
            "Kantorovich, one core",
            *(f"GPU, {threads} thread{'s' * (threads > 1)}" for threads in sorted(took)),
            "speedup, 64 threads",
            "left to the processor",
            "Krawczyk, GPU",
        ],
        rows,
        "`boxes --method kantorovich --subdivision 8 --on cuda`: a block of threads for each box that waits, which share its 64 pieces (T2 in the work); the program takes "
        "64. Times are those of a whole call, from systems in host memory to solutions there, those left to the processor included. The constant is a valid one.",
        picture,
    )


def random_bicubics(count: int) -> list:
    draw = np.random.default_rng(33)
    return [system(*(draw.uniform(-1, 1, (4, 4)).tolist() for _ in range(2))) for _ in range(count)]


def by_count(machine: Machine) -> Table:
    rows, sizes, times = [], [], []
    for count in (1, 16, 64, 256, 512, 1024) if machine.quick else (1, 16, 64, 256, 512, 1024, 4096, 16384):
        path = machine.file("many.npy", "")
        draw = np.random.default_rng(33)
        np.save(path, draw.uniform(-1, 1, (count, 2, 4, 4)))
        runs = [
            machine.vieta("boxes", path, "--threads", threads, *more, codes=(0, 2))["report"]
            for threads, more in (("1", ("--on", "cpu", "--no-simd")), ("1", ("--on", "cpu")), ("0", ("--on", "cpu")))
        ]
        on_device = (
            [machine.vieta("boxes", path, "--on", "cuda", codes=(0, 2))["report"]["seconds"]] if machine.gpu else []
        )
        device = [seconds(took) for took in on_device]
        sizes.append(count)
        times.append([run["seconds"] for run in runs] + on_device)
        rows.append(
            [
                f"{count:,}",
                *(seconds(run["seconds"]) for run in runs),
                *device,
                f"{runs[0]['seconds'] / runs[-1]['seconds']:.1f}",
            ]
        )
    names = ("one core, one box at a time", "one core, vectors", "all cores", *(["GPU"] if machine.gpu else []))
    picture = plots.curves(
        f"published_boxes_growth{'_gpu' * bool(machine.gpu)}.svg",
        "Random pairs of bicubics: time by their number",
        "systems",
        sizes,
        dict(zip(names, zip(*times))),
    )
    return Table(
        [
            "bicubic systems",
            "one core, one box at a time",
            "one core",
            "all cores",
            *(["GPU"] if machine.gpu else []),
            "speedup over the first",
        ],
        rows,
        "The work shows a speedup over IRIT that grows to 512 and 1,024 systems, where its GPU is full. A block of its kernels is 64 pieces of one "
        "system; here neighbouring boxes of all systems fill the lanes of a vector, or the threads of a GPU."
        + COLD * bool(machine.gpu),
        picture,
    )


# The point of contact (1/2, 0) lies in the middle of one of 8 x 8 pieces, as in figure 7.
TANGENT_BOX = [[-1.1875, 1.8125], [-1.3125, 1.6875]]


def first_step(distance: float, pieces: int, gamma: float) -> tuple[int, int, float]:
    """Algorithm 5's first step for two circles of radius 1/2: pieces that pass the sign test, initial guesses that it
    accepts among them, and the least alpha. `gamma` is 2 by the published constant, the largest row sum of the Hessians'
    bounds, and 4 by one that is valid in the maximum norm, the sum over all pairs of variables."""
    edge = 3.0 / pieces
    (left, _), (low, _) = TANGENT_BOX
    passed, accepted, least = 0, 0, np.inf
    for a in range(pieces):
        for b in range(pieces):
            ends = np.array([[left + a * edge, low + b * edge], [left + (a + 1) * edge, low + (b + 1) * edge]])
            signs = []
            for centre in (0.0, distance):
                # Bernstein coefficients of (t - c)^2 on an interval: at both ends, and the product of the two.
                x, y = ((e[0] ** 2, e[0] * e[1], e[1] ** 2) for e in (ends[:, 0] - centre, ends[:, 1]))
                values = np.add.outer(x, y) - 0.25
                signs.append(values.min() <= 0 <= values.max())
            if not all(signs):
                continue
            passed += 1
            x, y = ends.mean(axis=0)
            jacobian = np.array([[2 * x, 2 * y], [2 * (x - distance), 2 * y]])
            value = np.array([x * x + y * y - 0.25, (x - distance) ** 2 + y * y - 0.25])
            if abs(np.linalg.det(jacobian)) < 1e-14:
                continue
            inverse = np.linalg.inv(jacobian)
            beta, eta = np.abs(inverse).sum(axis=1).max(), np.abs(inverse @ value).max()
            alpha = beta * gamma * eta
            least = min(least, alpha)
            accepted += alpha < 0.5 and (1 + np.sqrt(1 - 2 * alpha)) / (beta * gamma) >= edge / 2
    return passed, accepted, least


def touching(distance: str) -> dict:
    return {
        "vars": ["x", "y"],
        "box": TANGENT_BOX,
        "equations": ["x^2 + y^2 = 1/4", f"(x - {distance})^2 + y^2 = 1/4"],
    }


def tangent(machine: Machine) -> Table:
    rows = []
    one_core = ("--on", "cpu")
    methods = [("Krawczyk", one_core), ("Kantorovich, 8 x 8", (*one_core, "--method", "kantorovich", "--subdivision", "8"))]
    if machine.gpu:
        methods.append(("Kantorovich, 8 x 8, GPU", ("--on", "cuda", "--method", "kantorovich", "--subdivision", "8")))
    for name, distance in (("circles that touch", "1"), ("1e-6 nearer", "0.999999"), ("1e-6 apart", "1.000001")):
        steps = []
        for gamma in (2.0, 4.0):
            passed, accepted, alpha = first_step(float(distance), 8, gamma)
            steps.append(f"{accepted} of {passed}; {alpha:.7f}")
        for method, more in methods:
            report = best(machine, "touch.json", touching(distance), *more)
            rows.append(
                [
                    name,
                    *steps,
                    method,
                    f"{report['boxes_visited']:,}",
                    f"{report['unique']}",
                    f"{report['clusters']}",
                    seconds(report["seconds"]),
                ]
            )
    return Table(
        [
            "circles of radius 1/2",
            "Algorithm 5, first step: guesses accepted, least alpha",
            "the same with a valid constant",
            "vieta",
            "boxes looked at",
            "proven single",
            "clusters",
            "time",
        ],
        rows,
        "The work accepts a tangent root in one step. No valid constant allows it: alpha < 1/2 in Kantorovich's theorem implies that the root is simple, and at a "
        "double root alpha is at least 1/2. By the published constant, which is half of a valid one here, alpha is exactly 1/2 for the two guesses of figure 7, so that rounding decides whether they "
        "are accepted; and for circles that meet in two points each guess stands for one of them by chance. vieta's method `kantorovich` has Algorithm 5 on a GPU, with neighbours dropped, and a valid constant: so a tangent root is divided down to the tolerance there, and becomes "
        "one cluster with its box. The three cases are told apart; two roots a thousandth apart cost that method more than the limit of 100,000 boxes, so that some stay undecided beside the two.",
        drawn(machine, "published_boxes_tangent.webp", "A tangent root", touching("1"), *methods[1][1][2:]),
    )


ITEMS = [
    Item(
        "Equation (4), Figure 3",
        "Two bicubics with five roots",
        "2.63 ms (one core), 0.47 ms (GTX 280), 0.94 ms (IRIT)",
        five_roots,
    ),
    Item("Figure 4", "Level sets and B-splines", "pictures of some hundreds of intersections", many_systems.table),
    Item(
        "Figures 4 and 5", "Times by the number of systems", "curves for up to 1,024 systems, and block sizes", by_count
    ),
    Item(
        "Algorithms 4 and 5, Figure 5",
        "Threads that share a box",
        "speedup over IRIT that grows with T2 up to 32 threads for 512 systems and 64 for 1,024, to more than 100",
        pieces,
    ),
    Item("Figure 6", "A bisector surface by sampling", "80 x 80: 54.26 ms; IRIT 24,859 ms; 5 x 100", bisector.table),
    Item("Section 3.4, Figure 7", "A tangent root", "one step of Algorithm 5", tangent),
    Item("Figure 8", "Where Newton's method converges", "a picture", newton_steps.table),
]
