"""J. Verschelde, X. Yu: GPU acceleration of Newton's method for large systems of polynomial equations in double double and
quad double arithmetic. HPCC 2014, 161 to 164 (arXiv:1402.2626)."""

import re

import hardware
import plots
from items import Item, Machine, Table, seconds

WORK = "Newton's method in double-double and quad-double: Verschelde and Yu (2014)"
LEFT_OUT = "Figures 1 to 4 are circuits, an algorithm and a plan of who computes what; they hold no measurement."
GPU, CORE = "NVIDIA K20C (2012)", "one core of a Xeon E5-2670 (2012)"


def newton(machine: Machine, n: int, precision: str, *more) -> dict:
    on = "cuda" if machine.gpu else "cpu"
    return machine.vieta(
        "newton",
        "--family",
        f"chandrasekhar:{n}",
        "--start",
        "ones",
        "--precision",
        precision,
        "--on",
        on,
        "--threads",
        1,
        *more,
        codes=(0, 2),
    )


def h_equation(machine: Machine, rows: list, precision: str, figure: str) -> Table:
    table, times = [], []
    for n, core, mixed, gpu in rows if not machine.quick else rows[:2]:
        plain, proven = (newton(machine, n, precision, *more) for more in (("--no-proof",), ()))
        found = proven["solutions"][0]
        now = hardware.device_peak(machine.gpu, "double") if machine.gpu else 0
        guess = (
            hardware.estimate(gpu, GPU, "double", now)
            if now
            else hardware.estimate(core, CORE, "double", hardware.core_peak())
        )
        times.append((core, gpu, plain["report"]["seconds"], proven["report"]["seconds"]))
        table.append(
            [
                f"{n:,}",
                seconds(core),
                seconds(mixed),
                *([seconds(gpu)] if gpu != mixed else [""]),
                seconds(guess),
                seconds(plain["report"]["seconds"]),
                seconds(proven["report"]["seconds"]),
                str(found["iterations"]),
                "yes" if found["certified"] else "no",
            ]
        )
    names = ("published, one core", "published, K20C", "vieta", "vieta with the proof")
    picture = plots.bars(
        f"published_newton_{precision}{'_gpu' * bool(machine.gpu)}.svg",
        figure,
        [row[0] for row in table],
        dict(zip(names, zip(*times))),
    )
    return Table(
        [
            "n",
            "published, one core",
            "published, K20C, evaluation on the core",
            "published, K20C, all",
            f"estimate: that program on {'this GPU' if machine.gpu else 'one core here'}",
            "vieta",
            "with the proof",
            "steps",
            "proven",
        ],
        table,
        "The work factors a matrix in multiple doubles in every step. vieta factors once, in double, and refines with residuals in "
        "multiple doubles ([low factors, high residuals](decisions/0004-factor-low-residual-high.md)): that is another method, "
        "not faster arithmetic. The work computes Table 3 with complex numbers although all are real; vieta sees that and takes real ones.",
        picture,
    )


def table_3(machine: Machine) -> Table:
    return h_equation(
        machine,
        [
            (1024, 322.36, 24.074, 20.083),
            (2048, 2561.597, 165.084, 149.77),
            (3072, 8653.978, 530.933, 495.565),
            (4096, 20400.724, 1226.989, 1164.243),
        ],
        "dd",
        "The H-equation in double-double (figure 5)",
    )


def table_4(machine: Machine) -> Table:
    return h_equation(
        machine,
        [
            (n, core, gpu, gpu)
            for n, core, gpu in (
                (1016, 892.539, 59.57),
                (2032, 7100.789, 402.595),
                (3048, 23768.623, 1281.047),
                (4064, 56356.703, 2542.44),
            )
        ],
        "qd",
        "The H-equation in quad-double (figure 6)",
    )


def table_5(machine: Machine) -> Table:
    published = {
        (1, 128): (16.39, 1.13),
        (1, 256): (136.26, 6.97),
        (1, 384): (475.94, 21.59),
        (1, 448): (747.44, 32.68),
        (1, 512): (1097.20, 46.43),
        (2, 128): (144.27, 6.45),
        (2, 256): (1169.07, 37.15),
        (2, 384): (3981.07, 120.48),
        (2, 448): (6323.17, 182.19),
        (2, 512): (9411.55, 267.39),
        (4, 128): (1349.55, 29.45),
        (4, 256): (10987.87, 152.82),
        (4, 384): (37323.08, 513.78),
        (4, 448): (59247.04, 809.15),
    }
    place = "cuda" if machine.gpu else "cpu"
    rows, times = [], {}
    for (parts, n), (core, gpu) in published.items():
        if machine.quick and n > 128:
            continue
        line = machine.built("published_systems", "evaluate", place, n, parts)
        both = float(re.search(r"f and Jacobian ([\d.]+) ms", line).group(1))
        if parts == 1:
            times[str(n)] = (core / 1e3, gpu / 1e3, both / 1e3)
        old, base = (gpu, GPU) if machine.gpu else (core, CORE)
        now = hardware.device_peak(machine.gpu, "double") if machine.gpu else hardware.core_peak()
        rows.append(
            [
                {1: "double", 2: "double-double", 4: "quad-double"}[parts],
                str(n),
                seconds(core / 1e3),
                seconds(gpu / 1e3),
                seconds(hardware.estimate(old / 1e3, base, "double", now)),
                seconds(both / 1e3),
            ]
        )
    return Table(
        [
            "arithmetic",
            "n",
            "published, one core",
            "published, K20C",
            "estimate on today's peak",
            "vieta, f and Jacobian",
        ],
        rows,
        "On a GPU that is the time on the device, as the work's profiler gives it; on a processor one thread.",
        plots.bars(
            f"published_newton_cyclic{'_gpu' * bool(machine.gpu)}.svg",
            "Cyclic n-roots, complex double (figure 7)",
            list(times),
            dict(zip(("published, one core", "published, K20C", "vieta"), zip(*times.values()))),
        ),
    )


BLOCKS = 65024  # of the work


def measured_products(machine: Machine) -> tuple[int, dict]:
    """Blocks that were measured, and by number of variables the milliseconds by arithmetic; for two items."""
    if not hasattr(machine, "products"):
        blocks = 128 if machine.quick else 4064 if machine.gpu else 1024
        sizes = [1024, 64] if machine.quick else [1024, 512, 256, 128, 64, 32, 16, 8, 4]
        place = "cuda" if machine.gpu else "cpu"
        printed = machine.built("published_systems", "products", place, blocks, *sizes)
        machine.products = blocks, {
            int(n): dict(re.findall(r"(\w+) ([\d.]+) ms", times)) for n, times in re.findall(r"of (\d+) variables: (.*)", printed)
        }
    return machine.products


def products(machine: Machine) -> Table:
    published = {
        1024: (330.24, 9.12),
        512: (328.92, 8.73),
        256: (320.78, 8.84),
        128: (309.02, 8.15),
        64: (289.30, 7.27),
        32: (256.07, 9.51),
        16: (230.34, 8.86),
        8: (218.74, 7.79),
        4: (202.20, 7.05),
    }
    blocks, measured = measured_products(machine)
    rows = []
    for n, took in measured.items():
        core, gpu = published[n]
        old, base = (gpu, GPU) if machine.gpu else (core, CORE)
        now = hardware.device_peak(machine.gpu, "double") if machine.gpu else hardware.core_peak()
        rows.append(
            [
                str(n),
                str(1024 // n),
                seconds(core / 1e3),
                seconds(gpu / 1e3),
                seconds(hardware.estimate(old / 1e3, base, "double", now)) if now else "",
                *(seconds(float(took[kind]) / 1e3 * BLOCKS / blocks) for kind in ("d", "dd", "qd")),
            ]
        )
    return Table(
        [
            "variables in a product",
            "products of a block",
            "published, one core, double",
            "published, K20C, double",
            "estimate on today's peak",
            "vieta, double",
            "double-double",
            "quad-double",
        ],
        rows,
        f"Measured with {blocks:,} blocks, and scaled to 65,024. "
        + "Products of that many variables out of 1,100, drawn at random, in the double arithmetic of a general system: terms are summed into an equation for "
        "64 blocks, gradients into a Jacobian matrix, which the work does not do here. In double this is slower than the work's loop: its variables are consecutive, and those of a general system are gathered from memory. Chains of prefix and suffix products are used where the work uses trees: see below."
        + " On a GPU the sums cost most where products are short: 16.6 million products of 4 variables have as many terms to gather into equations and four times as many into the matrix, "
        "and there the work's loop, which sums nothing, is far ahead." * bool(machine.gpu),
    )


def roundoff(machine: Machine) -> Table:
    machine.need_no_gpu()
    rows = []
    for n in (16, 64, 256, 1024):
        line = machine.built("published_systems", "trees", n)
        took = re.search(
            r"chain ([\d.]+) ns, error ([\d.e+-]+) \(largest ([\d.e+-]+)\); tree ([\d.]+) ns, error ([\d.e+-]+) \(largest ([\d.e+-]+)\)",
            line,
        )
        chain, error, worst, tree, less, least = took.groups()
        rows.append(
            [str(n), f"{float(chain):.0f} ns", f"{float(tree):.0f} ns", f"{error} ({worst})", f"{less} ({least})"]
        )
    return Table(
        ["variables", "chain", "tree", "chain's mean (largest) relative error of the gradient", "tree's"],
        rows,
        "Double arithmetic, one thread, 2,000 random points, errors of a hundred of them beside the same in quad-double. The work expects "
        "log n roundings of a tree. That holds for sums; of products each rounding is a factor 1 + d of the result, and a derivative is made of "
        "n - 2 products in either order. So the bound of both is (n - 2) u, both errors grow like the root of n, and both take about 3n "
        "products. Chains are kept: equal parts of different monomials are shared among them.",
    )


def quality(machine: Machine) -> Table:
    """The same system to more and more digits: quality up."""
    n = 512 if machine.quick else 1024 if not machine.gpu else 2048
    rows, first, points = [], 0.0, []
    for name, more in (
        ("double", ("--precision", "d")),
        ("double-double", ("--precision", "dd")),
        ("triple-double", ("--precision", "td")),
        ("quad-double", ("--precision", "qd")),
        ("60 digits", ("--digits", "60")),
    ):
        result = machine.vieta(
            "newton",
            "--family",
            f"chandrasekhar:{n}",
            "--start",
            "ones",
            "--on",
            "cuda" if machine.gpu else "cpu",
            "--threads",
            1,
            *more,
            codes=(0, 2),
        )
        took = result["report"]["seconds"]
        first = first or took
        found = result["solutions"][0]
        points.append((found["digits"], took, name))
        rows.append(
            [
                name,
                f"{n:,}",
                str(found["digits"]),
                seconds(took),
                f"{took / first:.1f}",
                f"{found['radius']:.1e}" if found["radius"] else "none",
            ]
        )
    return Table(
        ["precision", "n", "digits", "vieta, with the proof", "times double", "proven radius"],
        rows,
        "The work gets twice the digits at twice the dimension in the time of one core. Here four times the digits of double cost what the "
        "table says, without another processor.",
        plots.digits(f"published_newton_quality{'_gpu' * bool(machine.gpu)}.svg", f"Quality up: the H-equation, n = {n:,}", points),
    )


def methods(machine: Machine) -> Table:
    """Table 1: a product of 1,024 variables in each block, by the work's own steps."""
    blocks, measured = measured_products(machine)
    ours = [seconds(float(measured[1024][kind]) / 1e3 * BLOCKS / blocks) for kind in ("d", "dd", "qd")]
    def guess(old: str, time: str) -> str:
        now = hardware.device_peak(machine.gpu, "double") if machine.gpu else hardware.core_peak()
        same = (old == GPU) == bool(machine.gpu)
        return seconds(hardware.estimate(float(time) / 1e3, old, "double", now)) if now and same else ""

    rows = [
        [f"published: {name}", f"{time} ms", guess(old, time), "", ""]
        for name, old, time in (
            ("one core", CORE, "330.24"),
            ("K20C, a thread for each monomial", GPU, "86.43"),
            ("K20C, a block for each", GPU, "15.54"),
            ("K20C, sequential addressing", GPU, "14.08"),
            ("K20C, the last warp unrolled", GPU, "10.19"),
            ("K20C, all unrolled", GPU, "9.10"),
        )
    ]
    rows.append([f"vieta, {machine.gpu or 'one core'}, with sums into equations and a Jacobian matrix", ours[0], "", *ours[1:]])
    return Table(
        ["65,024 products of 1,024 variables with their gradients", "double", "estimate on today's peak", "double-double", "quad-double"],
        rows,
        f"Measured with {blocks:,} products, and scaled. The work's loops read variables that lie beside each other and write gradients, nothing else; its own figures are bound by memory, "
        "of which a K20C moves 208 GB in a second, an H200 4,800: that ratio is 23, the one of the peaks 29.",
    )


def cyclic_512(machine: Machine) -> Table:
    """The work's last experiment: Newton's method at the start of a Newton homotopy for cyclic-512."""
    place = "cuda" if machine.gpu else "cpu"
    rows = []
    for name, parts in (("double-double", 2),) if machine.quick else (("double-double", 2), ("quad-double", 4)):
        n = 128 if machine.quick else 512
        printed = machine.built("published_systems", "homotopy", place, n, parts)
        for proof, took, steps, digits, proven in re.findall(r"(with the proof|without): ([\d.]+) s, (\d+) steps, (\d+) digits, (.*)", printed):
            published = ("78,055.71", "5,930.96") if parts == 2 and proof == "without" else ("", "")
            rows.append([name, *published, proof, seconds(float(took)), steps, digits, proven])
    return Table(
        ["arithmetic", "published, one core", "published, K20C", "proof", "vieta", "steps", "digits", "proven"],
        rows,
        "f(x) = t f(z) from x = z, random on the unit circle, with 1 - t = 1e-7; the work does not say its t. The published numbers are printed as seconds, and read as "
        "\"21 minutes\" and \"1.6 minutes\"; 78,055.71 s would be 21.7 hours. By the work's own tables 3 and 5 seven steps of 512 unknowns cost some 5 s on a K20C: milliseconds "
        "fit, 78.1 s and 5.93 s. The estimate of that by the ratio of peaks would be 0.21 s on an H200.",
    )


ITEMS = [
    Item("Table 1", "Products of 1,024 variables, step by step", "330.24 ms (one core) to 9.10 ms (K20C)", methods),
    Item(
        "Table 2",
        "Products of variables and their gradients",
        "65,024 blocks of 1,024 doubles: 330 ms (one core), 9.1 ms (K20C)",
        products,
    ),
    Item(
        "Section 2.1",
        "Chains beside binary trees",
        "trees have roundoff that grows with log n, and cost more memory",
        roundoff,
    ),
    Item(
        "Table 3, Figure 5",
        "Chandrasekhar's H-equation, complex double-double",
        "20 s to 1,164 s on a K20C, 5 minutes to 5.7 hours on one core",
        table_3,
    ),
    Item(
        "Table 4, Figure 6",
        "Chandrasekhar's H-equation, real quad-double",
        "60 s to 2,542 s on a K20C, 15 minutes to 15.7 hours on one core",
        table_4,
    ),
    Item("Table 5, Figure 7", "Cyclic n-roots, equations and Jacobian matrix", "1.13 ms to 809 ms on a K20C", table_5),
    Item(
        "Section 5.3",
        "Newton's method for cyclic-512, complex double-double",
        "78,055.71 s on one core, 5,930.96 s on a K20C (as printed)",
        cyclic_512,
    ),
    Item(
        "Section 5.2", "Quality up", "twice as accurate for almost twice the dimension in the time of one core", quality
    ),
]
