"""F. Wei, J. Feng, H. Lin: GPU-based parallel solver via the Kantorovich theorem for the nonlinear Bernstein polynomial
systems. Computers & Mathematics with Applications 62 (2011), 2506 to 2517."""

import json

import hardware
import numpy as np
import plots
from items import Item, Machine, Table, seconds

WORK = "Bernstein systems on a GPU: Wei, Feng, Lin (2011)"
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


def best(machine, name, systems, *more):
    runs = [solve(machine, name, systems, *more)["report"] for _ in range(5)]
    return min(runs, key=lambda report: report["seconds"])


def five_roots(machine: Machine) -> Table:
    pair = system(FIRST, [list(column) for column in zip(*FIRST)])
    rows = []
    for name, more in (
        ("Krawczyk on Bernstein coefficients (the default)", ()),
        ("Kantorovich, bisection in each variable (Algorithm 3)", ("--method", "kantorovich")),
        ("Kantorovich, 8 x 8 pieces (Algorithm 4's)", ("--method", "kantorovich", "--subdivision", "8")),
        ("normal cones, bisection", ("--method", "normal-cone")),
    ):
        report = best(machine, "five.json", pair, "--on", "cpu", "--no-simd", *more)
        rows.append(
            [
                name,
                f"{report['boxes_visited']:,}",
                f"{report['unique']} + {report['clusters']} clusters",
                seconds(report["seconds"]),
            ]
        )
    return Table(
        ["method", "boxes looked at", "roots", "vieta, one core"],
        rows,
        "Published: 2.63 ms (Algorithm 3, one core), 0.47 ms (Algorithm 4, GTX 280), 0.94 ms (IRIT). The published constant of Kantorovich's "
        "theorem, the largest row sum over the equations' Hessians, is no Lipschitz constant in the maximum norm: the sum over them all is, and that is what "
        "`--method kantorovich` takes ([method](method/boxes.md)). The work counts 7 subdivisions of 64 pieces; its roots at corners never pass its test, "
        "which looks at boxes around their centres.",
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
        device = (
            [seconds(machine.vieta("boxes", path, "--on", "cuda", codes=(0, 2))["report"]["seconds"])]
            if machine.gpu
            else []
        )
        sizes.append(count)
        times.append([run["seconds"] for run in runs])
        rows.append(
            [
                f"{count:,}",
                *(seconds(run["seconds"]) for run in runs),
                *device,
                f"{runs[0]['seconds'] / runs[-1]['seconds']:.1f}",
            ]
        )
    names = ("one core, one box at a time", "one core, vectors", "all cores")
    picture = plots.curves(
        "published_boxes_growth.svg",
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
        "system; here neighbouring boxes of all systems fill the lanes of a vector, or the threads of a GPU.",
        picture,
    )


def bisector(machine: Machine) -> Table:
    """Slices of the bisector of a biquadratic and a bilinear patch: sampled in two variables, solved in the others."""
    rows = []
    for samples, published in (("80 x 80", "54.26 ms on a GTX 280; IRIT 24,859 ms"), ("5 x 100", "a picture")):
        u, v = map(int, samples.split(" x "))
        text = machine.vieta(
            "boxes",
            machine.file("bisector.json", bisector_text(u, v)),
            "--on",
            "cuda" if machine.gpu else "cpu",
            codes=(0, 2),
        )["report"]
        now = hardware.device_peak(machine.gpu, "single")
        guess = seconds(hardware.estimate(0.05426, GPU, "single", now)) if now and u == 80 else ""
        rows.append(
            [
                samples,
                published,
                guess,
                f"{text['complete']:,} of {text['systems']:,}",
                str(text["unique"]),
                seconds(text["seconds"]),
            ]
        )
    return Table(
        ["samples", "published", "estimate on today's peak", "slices proven", "points", "vieta"],
        rows,
        "The patches are our own: the work prints none. The example `boxes_bisector` joins such points to a surface; the picture is its. What `boxes` does "
        "with such a system without sampling is a curve or a surface of small boxes; tracing it is not offered.",
        "boxes_bisector.png",
    )


def bisector_text(u: int, v: int) -> str:
    """Points with the same distance from a biquadratic patch S(u, v) and a bilinear one T(s, t): with D = S - T and the normal N of S,
    2 (D.N)(D.T_s) = |D|^2 (N.T_s), and the same for t; degrees (7, 7, 3, 2) and (7, 7, 2, 3), sampled in u and v."""
    patch = ("u + 0.1*u^2*v^2", "v - 0.1*u^2*v^2", "0.3 + 0.2*u*(1 - u) + 0.25*v*(1 - v) + 0.1*u^2*v^2")
    along_u = ("1 + 0.2*u*v^2", "-0.2*u*v^2", "0.2 - 0.4*u + 0.2*u*v^2")
    along_v = ("0.2*u^2*v", "1 - 0.2*u^2*v", "0.25 - 0.5*v + 0.2*u^2*v")
    plane = ("0.1 + 0.8*s", "0.1 + 0.8*t", "-0.4 + 0.1*s + 0.15*t")
    along_s, along_t = ("0.8", "0", "0.1"), ("0", "0.8", "0.15")
    normal = [f"({along_u[i]})*({along_v[j]}) - ({along_u[j]})*({along_v[i]})" for i, j in ((1, 2), (2, 0), (0, 1))]
    between = [f"({a}) - ({b})" for a, b in zip(patch, plane)]

    def dot(a, b):
        return "(" + " + ".join(f"({p})*({q})" for p, q in zip(a, b)) + ")"

    equations = [
        f"2*{dot(between, normal)}*{dot(between, along)} - {dot(between, between)}*{dot(normal, along)}"
        for along in (along_s, along_t)
    ]
    return json.dumps(
        {"vars": ["u", "v", "s", "t"], "box": [[0, 1]] * 4, "sample": {"u": u, "v": v}, "equations": equations}
    )


def tangent(machine: Machine) -> Table:
    rows = []
    for name, distance in (("circles that touch", "1"), ("1e-6 nearer", "0.999999"), ("1e-6 apart", "1.000001")):
        text = {
            "vars": ["x", "y"],
            "box": [[-1, 2], [-1, 2]],
            "equations": ["x^2 + y^2 = 1/4", f"(x - {distance})^2 + y^2 = 1/4"],
        }
        report = best(machine, "touch.json", text, "--on", "cpu")
        rows.append(
            [
                name,
                f"{report['boxes_visited']:,}",
                f"{report['unique']}",
                f"{report['clusters']}",
                seconds(report["seconds"]),
            ]
        )
    return Table(
        ["circles of radius 1/2", "boxes looked at", "proven single", "clusters", "vieta"],
        rows,
        "The work accepts a tangent root in one step. No valid constant allows it: alpha < 1/2 in Kantorovich's theorem implies that the root is simple, and at a "
        "double root alpha is at least 1/2. With the published constant, which is too small, Algorithm 5 gives several boxes around one double root as "
        "different unique roots. vieta gives one cluster with its box, and tells the three cases apart.",
    )


def newton_steps(machine: Machine) -> Table:
    """Figure 8: from which points Newton's method converges, and how fast."""

    def both(x, y):
        c = np.array(FIRST)
        basis = lambda t: np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])  # noqa: E731
        slope = lambda t: np.array([-3 * (1 - t) ** 2, 3 * (1 - t) * (1 - 3 * t), 3 * t * (2 - 3 * t), 3 * t**2])  # noqa: E731
        bx, by, dx, dy = basis(x), basis(y), slope(x), slope(y)
        sum_of = lambda a, b, m: np.einsum("i...,ij,j...->...", a, m, b)  # noqa: E731
        return (
            sum_of(bx, by, c),
            sum_of(bx, by, c.T),
            sum_of(dx, by, c),
            sum_of(bx, dy, c),
            sum_of(dx, by, c.T),
            sum_of(bx, dy, c.T),
        )

    grid = 400
    x, y = (a.astype(float) for a in np.meshgrid(np.linspace(0, 1, grid), np.linspace(0, 1, grid)))
    steps, alive = np.full(x.shape, np.nan), np.ones(x.shape, bool)
    for k in range(1, 21):
        f, g, fx, fy, gx, gy = both(x, y)
        with np.errstate(all="ignore"):
            det = fx * gy - fy * gx
            px, py = (f * gy - g * fy) / det, (fx * g - gx * f) / det
        px, py = np.clip(np.nan_to_num(px), -10, 10), np.clip(np.nan_to_num(py), -10, 10)
        x, y = x - px, y - py
        inside = (np.abs(x - 0.5) < 0.51) & (np.abs(y - 0.5) < 0.51)
        done = alive & inside & (np.hypot(px, py) < 1e-12)
        steps[done] = k
        alive &= ~done
    roots = solve(machine, "five.json", system(FIRST, [list(column) for column in zip(*FIRST)]))["systems"][0]["items"]
    picture = plots.colours(
        "published_newton_steps.png",
        "Newton's steps to a root in the unit square, by starting point\n(white: none in 20; circles: the five roots, proven)",
        steps,
        [root["x"] for root in roots],
    )
    share = float(np.mean(~np.isnan(steps)))
    return Table(
        ["starting points", "reach a root in the square", "median steps"],
        [[f"{grid} x {grid}", f"{100 * share:.0f} %", f"{np.nanmedian(steps):.0f}"]],
        "Kantorovich's theorem accepts far fewer starting points than Newton's method converges from, as the work's figure shows.",
        picture,
    )


ITEMS = [
    Item(
        "Equation (4), Figure 3",
        "Two bicubics with five roots",
        "2.63 ms (one core), 0.47 ms (GTX 280), 0.94 ms (IRIT)",
        five_roots,
    ),
    Item(
        "Figures 4 and 5", "Times by the number of systems", "curves for up to 1,024 systems, and block sizes", by_count
    ),
    Item("Figure 6", "A bisector surface by sampling", "80 x 80: 54.26 ms; IRIT 24,859 ms; 5 x 100", bisector),
    Item("Section 3.4, Figure 7", "A tangent root", "one step of Algorithm 5", tangent),
    Item("Figure 8", "Where Newton's method converges", "a picture", newton_steps),
]
