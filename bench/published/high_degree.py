"""K. Ghidouche, A. Sider, R. Couturier, C. Guyeux: Efficient high degree polynomial root finding using GPU. Journal of
Computational Science 18 (2017), 46 to 56."""

import hardware
import numpy as np
import plots
from items import Item, Machine, Skipped, Table, seconds

WORK = "High degree on a GPU: Ghidouche, Sider, Couturier, Guyeux (2017)"
GPU, CPU = "NVIDIA K40 (2013)", "two Xeon E5-2660, 16 cores (2012)"


def two_circles(degree: int) -> str:
    """(x^n1 - 2)(x^n2 + 3), the work's sparse family."""
    n1 = 3 * degree // 5
    return f"x^{degree} + 3*x^{n1} - 2*x^{degree - n1} - 6"


def full(machine: Machine, degree: int) -> str:
    """Gaussian coefficients: the work does not say how it drew its full polynomials."""
    rows = np.random.default_rng(degree).normal(size=degree + 1)
    return str(machine.file(f"full{degree}.txt", "\n".join(map(repr, map(float, rows)))))


def solved(machine: Machine, polynomial: str, method: str, threads: int = 0) -> dict:
    on = "cuda" if machine.gpu else "cpu"
    report = machine.vieta("roots", polynomial, "--method", method, "--on", on, "--threads", threads, codes=(0, 2))[
        "report"
    ]
    report["proven"] = report["isolated"] == report["degree"]
    return report


def degrees(machine: Machine) -> list[int]:
    if machine.gpu:
        return [100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000, 800_000, 900_000, 1_000_000]
    return (
        [10_000, 20_000, 30_000]
        if machine.quick
        else [20_000, 40_000, 60_000, 80_000, 100_000, 120_000, 140_000, 160_000, 180_000, 200_000]
    )


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
    for degree in degrees(machine):
        brute = solved(machine, two_circles(degree), "ehrlich-aberth")
        near = solved(machine, two_circles(degree), "near-linear")
        rows.append(
            [
                f"{degree:,}",
                old.get(degree, ""),
                seconds(brute["seconds"]),
                seconds(near["seconds"]),
                "all" if brute["proven"] and near["proven"] else "in part",
            ]
        )
        sizes.append(degree)
        times.append((brute["seconds"], near["seconds"]))
    picture = plots.curves(
        "published_roots_growth.svg",
        "Two circles: time by degree",
        "degree",
        sizes,
        dict(zip(("Ehrlich-Aberth", "near-linear"), zip(*times))),
    )
    return Table(
        ["degree", "published, s: 16 cores / K40", "vieta, Ehrlich-Aberth", "vieta, near-linear", "roots proven"],
        rows,
        "The work stops at a step of 1e-7 and proves nothing; vieta's time is that of double precision with a disc for each root.",
        picture,
    )


def fit(machine: Machine) -> Table:
    """A quadratic through the lower half of the degrees, held against the upper half, as section 8 does it."""
    at = np.array(degrees(machine), dtype=float)
    half = (len(at) + 1) // 2
    rows = []
    for name, family in (("sparse", lambda d: two_circles(d)), ("full", lambda d: full(machine, d))):
        # Full polynomials are what all pairs of roots are summed for.
        there = at if name == "sparse" else at / (1 if machine.gpu else 10)
        took = np.array([solved(machine, family(int(d)), "ehrlich-aberth")["seconds"] for d in there])
        a, b, c = np.polyfit(there[:half], took[:half], 2)
        predicted = np.polyval((a, b, c), there[half:])
        worst = float(np.max(np.abs(predicted - took[half:]) / took[half:]))
        rows.append(
            [
                name,
                f"{int(there[0]):,} to {int(there[half - 1]):,}",
                f"{a:.2e}",
                f"{b:.2e}",
                f"{c:.2e}",
                f"{int(there[-1]):,}",
                seconds(took[-1]),
                seconds(float(predicted[-1])),
                f"{100 * worst:.0f} %",
            ]
        )
    return Table(
        ["polynomials", "fitted to degrees", "a", "b", "c", "predicted for", "measured", "predicted", "largest error"],
        rows,
        "t = a n^2 + b n + c. A time that grows more slowly than n^2 has an a near 0.",
    )


def threads(machine: Machine) -> Table:
    degree = 50_000 if machine.gpu else 5_000
    if machine.gpu:
        raise Skipped("the kernels choose the size of their blocks; `roots_sweeps_gpu_bench` shows their occupancy")
    rows = []
    alone = 0.0
    for count in range(1, machine.cores + 1):
        took = min(solved(machine, full(machine, degree), "ehrlich-aberth", count)["seconds"] for _ in range(3))
        alone = alone or took
        rows.append([str(count), seconds(took), f"{alone / took:.2f}"])
    return Table(["threads", f"seconds, full, degree {degree:,}", "speedup"], rows)


def exponentials(machine: Machine) -> Table:
    """Degrees at which the classical evaluation of the work ends, and far beyond."""
    rows = []
    for name, degree in (("full", 4_000), ("full", 20_000), ("sparse", 150_000), ("sparse", 1_000_000)):
        polynomial = two_circles(degree) if name == "sparse" else full(machine, degree)
        report = solved(machine, polynomial, "near-linear" if degree > 150_000 else "ehrlich-aberth")
        rows.append([name, f"{degree:,}", seconds(report["seconds"]), "all" if report["proven"] else "in part"])
    return Table(
        ["polynomials", "degree", "vieta", "roots proven"],
        rows,
        "vieta scales the variable by the convex hull of the coefficients' logarithms ([charts](decisions/0006-charts.md)): "
        "no power overflows at any degree, and no logarithm is taken in the inner loop. `roots_sweeps_gpu_bench` times "
        "the work's exponentials and logarithms beside it on a GPU ([benchmarks](benchmarks.md)).",
    )


def methods(machine: Machine) -> Table:
    rows = []
    for name, sizes in (
        ("sparse", (1_000, 10_000, 100_000) + (1_000_000,) * bool(machine.gpu)),
        ("full", (1_000, 5_000) + (10_000,) * (not machine.quick)),
    ):
        for degree in sizes:
            polynomial = two_circles(degree) if name == "sparse" else full(machine, degree)
            aberth, kerner = (solved(machine, polynomial, method) for method in ("ehrlich-aberth", "durand-kerner"))
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
    )


def today(machine: Machine) -> Table:
    rows = []
    for name, old, took in (
        ("K40, degree 1,000,000, sparse", GPU, 1915.6),
        ("16 cores, degree 1,000,000, sparse", CPU, 24255.7),
    ):
        if old == GPU:
            now, where = (
                (hardware.device_peak(machine.gpu, "double"), machine.gpu) if machine.gpu else (33500.0, "an H200")
            )
        else:
            now, where = hardware.core_peak() * machine.cores, f"the {machine.cores} cores of this machine"
        guess = hardware.estimate(took, old, "double", now)
        ours = solved(machine, two_circles(1_000_000), "near-linear")["seconds"]
        rows.append([name, seconds(took), where, seconds(guess), seconds(ours) if machine.gpu or old == CPU else ""])
    return Table(["published", "time", "on", "estimate by the ratio of peaks", "vieta, near-linear, here"], rows)


ITEMS = [
    Item(
        "Figure 1, Tables 1 and 2, Figures 6 and 7",
        "Times by degree, sparse polynomials",
        "2,200 s (figure) or 1,916 s (table) for degree 10^6 on a K40; 24,256 s on 16 cores",
        by_degree,
    ),
    Item("Figure 2", "Threads", "64 to 256 threads in a block are best on a K40", threads),
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
        "K40: a = 2.20e-9, b = -3.135e-4, c = 24.83 (sparse); a = 2.8105e-9 (full); errors of 0.5 to 15 %",
        fit,
    ),
    Item("Table 2 and Table 1, last rows", "The same program on today's hardware", "1,915.6 s and 24,255.7 s", today),
]
