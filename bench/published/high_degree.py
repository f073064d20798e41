"""K. Ghidouche, A. Sider, R. Couturier, C. Guyeux: Efficient high degree polynomial root finding using GPU. Journal of
Computational Science 18 (2017), 46 to 56."""

import re
import resource

import hardware
import numpy as np
import plots
from items import Item, Machine, Table, seconds

WORK = "High degree on a GPU: Ghidouche, Sider, Couturier, Guyeux (2017)"
LEFT_OUT = ""
GPU, CPU = "NVIDIA K40 (2013)", "two Xeon E5-2660, 16 cores (2012)"


def two_circles(degree: int) -> str:
    """(x^n1 - 2)(x^n2 + 3), the work's sparse family."""
    n1 = 3 * degree // 5
    return f"x^{degree} + 3*x^{n1} - 2*x^{degree - n1} - 6"


def full(machine: Machine, degree: int) -> str:
    """Gaussian coefficients: the work does not say how it drew its full polynomials."""
    rows = np.random.default_rng(degree).normal(size=degree + 1)
    return str(machine.file(f"full{degree}.txt", "\n".join(map(repr, map(float, rows)))))


def solved(machine: Machine, polynomial: str, method: str, threads: int = 0, *more, on: str = "") -> dict:
    """What the last lines of the table say; a million roots as JSON would take longer to read than to find. "processor":
    seconds of all threads on a processor, which other users of the machine change less."""
    on = on or ("cuda" if machine.gpu else "cpu")
    asked = ("--method", method, "--on", on, "--threads", threads, "--rows", 1, "--quiet", *more)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = machine.run([machine.program, "roots", polynomial, *asked], codes=(0, 2))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    numbers = re.search(r"^(\d+) roots?: (?:(\d+) isolated)?", printed, re.M)
    took = re.search(r"([\d.]+) (ns|us|ms|s|min) on ", printed)
    sweeps = re.search(r"(\d+) sweeps", printed)
    return {
        "seconds": float(took[1]) * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "min": 60}[took[2]],
        "processor": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "sweeps": int(sweeps[1]) if sweeps else 0,
        "proven": numbers[1] == numbers[2],
    }


def growth(machine: Machine, name: str) -> list[dict]:
    """Sweeps alone, as the work measures them, on a GPU, by degree; one run serves several items."""
    if not hasattr(machine, "growth"):
        machine.growth = {
            "sparse": machine.lines("published_sweeps", "growth", "sparse", *degrees(machine)),
            "full": machine.lines("published_sweeps", "growth", "full", *FULL_DEGREES),
        }
    return machine.growth[name]


# Of full polynomials on a GPU: five to fit, and the one that is predicted.
FULL_DEGREES = (100_000, 200_000, 300_000, 400_000, 500_000, 1_000_000)


def degrees(machine: Machine) -> list[int]:
    """Those of figure 1."""
    return [10_000, 20_000, 30_000] if machine.quick else [100_000 * k for k in range(1, 11)]


def k40_today(machine: Machine, degree: int) -> str:
    """The measured time of table 2 by the ratio of peaks."""
    now, row = hardware.device_peak(machine.gpu, "double"), VALIDATION["GPU"].get(degree)
    return seconds(hardware.estimate(row[0], GPU, "double", now)) if now and row else ""


def sparse_by_degree(machine: Machine, degree: int) -> dict:
    """Ehrlich-Aberth with its proof, on a processor; for several items."""
    known = machine.__dict__.setdefault("sparse_by_degree", {})
    if degree not in known:
        known[degree] = solved(machine, two_circles(degree), "ehrlich-aberth")
    return known[degree]


def by_degree(machine: Machine) -> Table:
    old = {
        100_000: "",
        600_000: "7,914 / 550",
        700_000: "10,443 / 864",
        800_000: "13,795 / 1,215",
        900_000: "18,631 / 1,553",
        1_000_000: "24,256 / 1,916",
    }
    rows, sizes, times = [], [], []
    sweeps = {row["degree"]: row for row in growth(machine, "sparse")} if machine.gpu else {}
    for degree in degrees(machine):
        near = solved(machine, two_circles(degree), "near-linear")
        if degree in sweeps:
            brute = {**sweeps[degree], "proven": sweeps[degree]["left"] == 0}
        else:
            brute = sparse_by_degree(machine, degree)
        clock = "seconds" if machine.gpu else "processor"
        rows.append(
            [
                f"{degree:,}",
                old.get(degree, ""),
                *([k40_today(machine, degree)] if machine.gpu else []),
                seconds(brute[clock]),
                seconds(near[clock]),
                "all" if brute["proven"] and near["proven"] else "in part",
            ]
        )
        sizes.append(degree)
        times.append((brute[clock], near[clock]))
    picture = plots.curves(
        f"published_roots_growth{'_gpu' * bool(machine.gpu)}.svg",
        "Two circles: " + ("time by degree" if machine.gpu else "processor time by degree"),
        "degree",
        sizes,
        dict(zip(("Ehrlich-Aberth", "near-linear"), zip(*times))),
    )
    brute_name = "vieta, sweeps of Ehrlich-Aberth alone" if machine.gpu else "vieta, Ehrlich-Aberth"
    return Table(
        [
            "degree",
            "published, s: 16 cores / K40",
            *(["estimate: the K40's time on today's peak"] if machine.gpu else []),
            brute_name, "vieta, near-linear",
            "roots proven",
        ],
        rows,
        ("" if machine.gpu else f"Times are processor seconds of {machine.cores} threads together, which share the machine with others. ")
        + "The work stops at a step of 1e-7 and proves nothing; vieta's time is that of double precision with a disc for each root. On a GPU sweeps of Ehrlich-Aberth are "
        "timed without the proof, which the processor makes; they end where each node stands at the rounding of p.",
        picture,
    )


def sweep_times(machine: Machine, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Degrees and seconds. On a GPU those of the sweeps alone, as the work measures them; else on a processor, with the
    proof."""
    at = np.array(degrees(machine), dtype=float)
    if machine.gpu:
        rows = growth(machine, name)
        return np.array([row["degree"] for row in rows], dtype=float), np.array([row["seconds"] for row in rows])
    if name == "sparse":
        return at, np.array([sparse_by_degree(machine, int(d))["processor"] for d in at])
    # Of full polynomials all pairs of terms and roots are summed.
    there = at / 25
    return there, np.array([solved(machine, full(machine, int(d)), "ehrlich-aberth")["processor"] for d in there])


# Table 3 and the nota bene of section 8: a, b and c by the polynomials and the machine.
COEFFICIENTS = {
    ("sparse", "GPU"): "2.20e-9, -3.135e-4, 24.83",
    ("full", "GPU"): "2.8105e-9, 7.4163e-4, -36.7",
    ("sparse", "CPU"): "2.40e-8, -13.15e-4, 106.54",
}
# Tables 1 and 2, sparse polynomials: measured, predicted, and the error in percent as printed.
VALIDATION = {
    "CPU": {
        600_000: (7914.1, 7999.4, "13.81"),
        700_000: (10442.97, 10887, "15.29"),
        800_000: (13794.5, 14337, "3.93"),
        900_000: (18630.7, 18265, "9.82"),
        1_000_000: (24255.7, 22671, "6.53"),
    },
    "GPU": {
        600_000: (549.7, 633.7, "15.28"),
        700_000: (864.21, 890.15, "3.00"),
        800_000: (1214.82, 1190.87, "1.90"),
        900_000: (1553.08, 1535.87, "1.10"),
        1_000_000: (1915.6, 1925.15, "0.498"),
    },
}


def fits(machine: Machine) -> dict:
    """A quadratic through the lower half of the degrees, to be held against the upper half, as section 8 does it:
    {polynomials: (degrees, seconds, the polynomial, how many were fitted)}."""
    if not hasattr(machine, "fits"):
        machine.fits = {}
        for name in ("sparse", "full"):
            there, took = sweep_times(machine, name)
            half = 5 if machine.gpu else (len(there) + 1) // 2
            machine.fits[name] = (there, took, np.polyfit(there[:half], took[:half], 2), half)
    return machine.fits


def fit(machine: Machine) -> Table:
    kind = "GPU" if machine.gpu else "CPU"
    rows = []
    for name, (there, took, abc, half) in fits(machine).items():
        rows.append(
            [
                name,
                COEFFICIENTS.get((name, kind), ""),
                f"{int(there[0]):,} to {int(there[half - 1]):,}",
                *(f"{value:.2e}" for value in abc),
                f"{int(there[-1]):,}",
                seconds(took[-1]),
                seconds(float(np.polyval(abc, there[-1]))),
            ]
        )
    picture = plots.fits(
        f"published_roots_fit{'_gpu' * bool(machine.gpu)}.svg",
        {name: (there, took, np.polyval(abc, there), half) for name, (there, took, abc, half) in fits(machine).items()},
    )
    published = "published a, b, c: K40" if machine.gpu else "published a, b, c: 16 cores"
    return Table(
        ["polynomials", published, "fitted to degrees", "a", "b", "c", "predicted for", "measured", "predicted"],
        rows,
        "t = a n^2 + b n + c, fitted to the lower half of the degrees and held against runs at the upper half. A time that grows more slowly than n^2 has an a near 0. "
        "On a GPU these are sweeps of Ehrlich-Aberth alone, which is what the work times; on a processor the proof is among them, and times are processor seconds of all threads.",
        picture,
    )


def validation(machine: Machine) -> Table:
    """Each degree that was not fitted: what the quadratic predicts, and a run."""
    rows = []
    for name, (there, took, abc, half) in fits(machine).items():
        for degree, seconds_taken in zip(there[half:], took[half:]):
            predicted = float(np.polyval(abc, degree))
            kind = "GPU" if machine.gpu else "CPU"
            old = VALIDATION[kind].get(int(degree)) if name == "sparse" else None
            cells = ["", "", "", ""]
            if old:
                measured, expected, printed = old
                cells = [f"{measured:,} s", f"{expected:,} s", f"{printed} %", f"{100 * abs(expected - measured) / measured:.2f} %"]
            error = 100 * abs(predicted - seconds_taken) / seconds_taken
            rows.append([name, f"{int(degree):,}", *cells, seconds(seconds_taken), seconds(predicted), f"{error:.2f} %"])
    published = "K40" if machine.gpu else "16 cores"
    return Table(
        [
            "polynomials",
            "degree",
            f"published, {published}: measured",
            "predicted",
            "error as printed",
            "error of the printed times",
            "here: measured",
            "predicted",
            "error",
        ],
        rows,
        "Three of the five errors that the work prints for 16 cores (table 1) are not those of the times beside them.",
    )


def block_threads(machine: Machine) -> Table:
    machine.need_gpu()
    rows = []
    found = machine.lines("published_sweeps", "threads", 50_000, 500_000)
    counts = sorted({row["threads"] for row in found})
    for name, degree in dict.fromkeys((row["polynomials"], row["degree"]) for row in found):
        took = {row["threads"]: row["seconds"] for row in found if (row["polynomials"], row["degree"]) == (name, degree)}
        rows.append([name, f"{degree:,}", *(seconds(took[count]) if count in took else "" for count in counts)])
    return Table(
        ["polynomials", "degree", *(f"{count} threads in a block" for count in counts)],
        rows,
        "Sweeps of Ehrlich-Aberth until all nodes have settled. A block has 256 nodes, or as many as threads if these are more: fewer threads have more nodes each, so that a "
        "term or a node that is read serves more of them, until the nodes no longer fit in the registers of a thread (16 threads spill 1.4 kB each; 8, where the curves of "
        "the work begin, would have 32 nodes each and are a quarter of what a GPU starts together). The program takes 128.",
    )


def processor_threads(machine: Machine) -> Table:
    """Full and sparse polynomials on the threads of a processor, beside a GPU where there is one (figure 1 has 16 cores and a K40)."""
    many = machine.cores >= 8
    counts = [count for count in (1, 2, 4, 8, 16, 32, 64) if count <= machine.cores]
    rows = []
    for name, degree in (("full", 10_000 if many else 5_000), ("sparse", 100_000 if many else 10_000)):
        asked = (machine, two_circles(degree) if name == "sparse" else full(machine, degree), "ehrlich-aberth")
        took = {count: min(solved(*asked, count, on="cpu")["seconds"] for _ in range(3)) for count in counts}
        row = [name, f"{degree:,}", *map(seconds, took.values()), f"{took[1] / took[counts[-1]]:.2f}"]
        if machine.gpu:
            row.append(seconds(min(solved(*asked)["seconds"] for _ in range(3))))
        rows.append(row)
    columns = ["polynomials", "degree", *(f"{count} thread{'s' * (count > 1)}" for count in counts), f"speedup, {counts[-1]} threads"]
    return Table([*columns, *(["GPU"] * bool(machine.gpu))], rows, "Times are those of the solver with the proof of each root, in seconds of the clock; on a GPU the start of the device, 0.1 s and more, is among them.")


def overflowing(machine: Machine, name: str, degree: int) -> str:
    """The share of roots at which plain doubles overflow in Horner's rule or in the powers, and how many at most."""
    polynomial = two_circles(degree) if name == "sparse" else full(machine, degree)
    found = machine.vieta("roots", polynomial, "--on", "cpu", codes=(0, 2))["roots"]
    moduli = np.hypot([root["re"] for root in found], [root["im"] for root in found])
    lost = np.abs(degree * np.log2(np.maximum(moduli, 1e-300))) > 1022
    return f"{int(lost.sum()):,} of {degree:,}"


def exponentials(machine: Machine) -> Table:
    """The evaluation of the work on and off, and degrees far beyond those where plain doubles end."""
    rows = []
    sizes = (("full", 1_000), ("full", 4_000), ("sparse", 1_000), ("sparse", 10_000))
    if machine.gpu:
        sizes = (("full", 4_000), ("full", 20_000), ("sparse", 20_000), ("sparse", 150_000))
    for name, degree in sizes:
        polynomial = two_circles(degree) if name == "sparse" else full(machine, degree)
        on, off = (
            solved(machine, polynomial, "ehrlich-aberth", 1, "--evaluation", kind) for kind in ("exp-log", "scaled")
        )
        rows.append(
            [
                name,
                f"{degree:,}",
                overflowing(machine, name, degree),
                f"{on['sweeps']} / {off['sweeps']}",
                seconds(on["seconds"]),
                seconds(off["seconds"]),
                "all" if on["proven"] and off["proven"] else "in part",
            ]
        )
    return Table(
        [
            "polynomials",
            "degree",
            "roots at which z^n leaves the range of doubles",
            "sweeps: exp-log / scaled",
            "exp-log",
            "scaled",
            "roots proven",
        ],
        rows,
        "`roots --method ehrlich-aberth --evaluation exp-log`, and `scaled`, which is the default; one thread, times with the proof. Where powers leave the range of "
        "doubles the classical evaluation of the work ends (of sparse polynomials a GPU takes each term as a power by itself in both); vieta's Horner's rule keeps exponents apart ([charts](decisions/0006-charts.md)), so that no power overflows at any "
        "degree, and takes no logarithm in the inner loop. On a processor `exp-log` runs the GPU's kernels on one thread, without vectors.",
    )


# Figure 4 has degrees from 100,000 to 1,000,000, figure 5 from 1,000; its Durand-Kerner ends at 5,000 (full).
METHOD_DEGREES = {
    "sparse": (1_000, 10_000, 100_000, 200_000, 400_000, 600_000, 800_000, 1_000_000),
    "full": (1_000, 5_000, 10_000, 20_000, 50_000, 100_000),
}


def methods_on_gpu(machine: Machine) -> Table:
    """Sweeps alone, as figures 4 and 5 have them."""
    rows, lines = [], {}
    for name, sizes in METHOD_DEGREES.items():
        found = machine.lines("published_sweeps", "methods", name, *sizes[: 3 if machine.quick else None])
        for degree in dict.fromkeys(row["degree"] for row in found):
            aberth, kerner = (
                next(row for row in found if row["degree"] == degree and row["method"] == method)
                for method in ("ehrlich-aberth", "durand-kerner")
            )
            for method, row in (("Ehrlich-Aberth", aberth), ("Durand-Kerner", kerner)):
                lines.setdefault(f"{method}, {name}", []).append((degree, row["seconds"]))
            rows.append(
                [
                    name,
                    f"{degree:,}",
                    f"{aberth['sweeps']} / {kerner['sweeps']}",
                    seconds(aberth["seconds"]),
                    seconds(kerner["seconds"]),
                    f"{aberth['left']:,} / {kerner['left']:,}",
                ]
            )
    return Table(
        [
            "polynomials",
            "degree",
            "sweeps: Ehrlich-Aberth / Durand-Kerner",
            "Ehrlich-Aberth",
            "Durand-Kerner",
            "nodes that did not settle",
        ],
        rows,
        "On a GPU: sweeps alone, until each node stands at the rounding of p, at most 400; nothing is proven here. Starts on the hull of the coefficients' logarithms (Bini 1996) leave both methods few sweeps where the roots lie on it. "
        "The work's Durand-Kerner ends at degree 5,000 for full polynomials; here a few hundred of its nodes never settle on those, at any degree. `roots --method durand-kerner` leaves them to the steps that prove.",
        plots.lines("published_roots_methods_gpu.svg", "Ehrlich-Aberth beside Durand-Kerner, sweeps on a GPU", lines),
    )


def methods(machine: Machine) -> Table:
    if machine.gpu:
        return methods_on_gpu(machine)
    rows, lines = [], {}
    for name, sizes in (
        ("sparse", (1_000, 10_000, 100_000)),
        ("full", (1_000, 5_000) + (10_000,) * (not machine.quick)),
    ):
        for degree in sizes:
            polynomial = two_circles(degree) if name == "sparse" else full(machine, degree)
            aberth, kerner = (solved(machine, polynomial, method) for method in ("ehrlich-aberth", "durand-kerner"))
            for method, answer in (("Ehrlich-Aberth", aberth), ("Durand-Kerner", kerner)):
                lines.setdefault(f"{method}, {name}", []).append((degree, answer["seconds"]))
            rows.append(
                [
                    name,
                    f"{degree:,}",
                    f"{aberth['sweeps']} / {kerner['sweeps']}",
                    seconds(aberth["seconds"]),
                    seconds(kerner["seconds"]),
                    "all" if aberth["proven"] and kerner["proven"] else "in part",
                ]
            )
    return Table(
        [
            "polynomials",
            "degree",
            "sweeps: Ehrlich-Aberth / Durand-Kerner",
            "Ehrlich-Aberth",
            "Durand-Kerner",
            "roots proven",
        ],
        rows,
        "Starts on the hull of the coefficients' logarithms (Bini 1996) leave both methods few sweeps. The work's Durand-Kerner "
        "ends at degree 5,000 for full polynomials; here it goes on.",
        plots.lines(f"published_roots_methods{'_gpu' * bool(machine.gpu)}.svg", "Ehrlich-Aberth beside Durand-Kerner", lines),
    )


def today(machine: Machine) -> Table:
    rows = []
    for name, old, took in (
        ("K40, degree 1,000,000, sparse", GPU, 1915.6),
        ("16 cores, degree 1,000,000, sparse", CPU, 24255.7),
    ):
        if machine.gpu and old == CPU:
            continue
        if old == GPU:
            now, where = (
                (hardware.device_peak(machine.gpu, "double"), machine.gpu) if machine.gpu else (33500.0, "an H200")
            )
        else:
            now, where = hardware.core_peak() * machine.cores, f"the {machine.cores} cores of this machine"
        guess = hardware.estimate(took, old, "double", now)
        ours = ""
        if machine.gpu or old == CPU:
            ours = seconds(solved(machine, two_circles(1_000_000), "near-linear")["seconds"])
        rows.append([name, seconds(took), where, seconds(guess), ours])
    return Table(["published", "time", "on", "estimate by the ratio of peaks", "vieta, near-linear, here"], rows)


ITEMS = [
    Item(
        "Figure 1, Tables 1 and 2, Figures 6 and 7",
        "Times by degree, sparse polynomials",
        "2,200 s (figure) or 1,916 s (table) for degree 10^6 on a K40; 24,256 s on 16 cores",
        by_degree,
    ),
    Item(
        "Section 7.1, Figure 1",
        "Threads of a processor beside a GPU",
        "a K40 solves degree 1,000,000 while 16 cores solve 300,000",
        processor_threads,
    ),
    Item("Figure 2", "Threads of a block", "8 to 1,024 tried; 64 to 256 are best on a K40", block_threads),
    Item(
        "Figure 3",
        "What exp-log is for",
        "without it no convergence above degree 4,000 (full) and 150,000 (sparse)",
        exponentials,
    ),
    Item(
        "Figures 4 and 5", "Ehrlich-Aberth beside Durand-Kerner", "order of 10 iterations against order of 100", methods
    ),
    Item(
        "Section 8, Table 3",
        "Quadratic fits and their prediction",
        "K40: a = 2.20e-9, b = -3.135e-4, c = 24.83 (sparse); a = 2.8105e-9 (full)",
        fit,
    ),
    Item(
        "Section 8, Tables 1 and 2",
        "Predictions held against runs",
        "errors of 4 to 15 % on 16 cores, of 0.5 to 15 % on a K40, for degrees from 600,000 to 1,000,000",
        validation,
    ),
    Item("Table 2 and Table 1, last rows", "The same program on today's hardware", "1,915.6 s and 24,255.7 s", today),
]
