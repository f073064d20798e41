"""C. Peters: Real polynomial root finding for shaders ("Getting real roots on GPUs"), 2023 (a web page), after C. Yuksel:
High-performance polynomial root finding for graphics, HPG 2022."""

import re

import hardware
import numpy as np
from items import Item, Machine, Skipped, Table, seconds

WORK = "Real roots in a shader: Peters (2023), after Yuksel (2022)"
GPU = "NVIDIA RTX 2070 Super (2019)"
FRAME = 1440 * 1440


def frames(machine: Machine) -> Table:
    published = {10: 1.46e-3, 18: 10.4e-3}
    size = 256 if machine.quick else 512
    printed = machine.built(
        "sh_glyph", "--bench", "--size", 1440 if machine.gpu else size, *(["--on", "cuda"] if machine.gpu else [])
    )
    rows = []
    for line in re.findall(r"^(\d+)  (\d+)  (\d+)  ([\d. ]+)$", printed, re.M):
        degree, doubtful, per = int(line[0]), int(line[2]), float(line[3].split()[-1])
        old = published.get(degree)
        now = hardware.device_peak(machine.gpu, "single")
        estimate = seconds(hardware.estimate(old, GPU, "single", now)) if old and now else ""
        rows.append(
            [
                str(degree),
                seconds(old) if old else "",
                estimate,
                f"{per:.3g} ns",
                seconds(per * 1e-9 * FRAME),
                str(doubtful),
            ]
        )
    return Table(
        [
            "degree",
            "published frame",
            "estimate on today's peak",
            "vieta, for a ray",
            "a frame of 1440 x 1440 rays",
            "doubtful rays",
        ],
        rows,
        ("CUDA. " if machine.gpu else "One thread of the processor, in float. ")
        + "A frame is that many rays times the time of one; the glyphs of "
        "`sh_glyph` are not the published ones, which are not printed. Doubtful rays are those whose status is not `ok`.",
    )


def artefacts(machine: Machine) -> Table:
    printed = machine.built(
        "sh_glyph", "--check", "--size", 48 if machine.quick else 96, *(["--on", "cuda"] if machine.gpu else [])
    )
    total: dict[int, list[int]] = {}
    for degree, rays, doubtful, alone, wrong in re.findall(
        r"^\w+ +(\d+)  [a-z ]+?  +(\d+) +(\d+) +(\d+) +(\d+) ", printed, re.M
    ):
        sums = total.setdefault(int(degree), [0, 0, 0, 0])
        for k, value in enumerate((rays, doubtful, alone, wrong)):
            sums[k] += int(value)
    rows = [[str(degree), *(f"{value:,}" for value in sums)] for degree, sums in sorted(total.items())]
    return Table(
        ["degree", "rays", "doubtful, solved again in double", "wrong in float alone", "wrong"],
        rows,
        "Beside a reference in double-double, for three kinds of glyphs and four "
        "views, edges enlarged 20 times. The published text shows artefacts at degree 22 and many at 26, with a tolerance of 1e-4 of the interval.",
        "python_glyph.webp",
    )


def processor(machine: Machine) -> Table:
    """Degree 10 on one thread, beside the figure that the work quotes from Yuksel."""
    draw = np.random.default_rng(4)
    count = 20_000 if machine.quick else 200_000
    rows = []
    for name, kind in (("coefficients in [-1, 1]", "sparse"), ("all roots in [-1, 1]", "dense")):
        if kind == "sparse":
            c = draw.uniform(-1, 1, (count, 11))
        else:
            roots = draw.uniform(-1, 1, (count, 10))
            c = np.stack([np.poly(r)[::-1] for r in roots[: count // 10]])
        for number in (np.float32, np.float64):
            path = machine.file("rows.npy", "")
            np.save(path, c.astype(number))
            answer = machine.file("out.npy", "")
            done = machine.run(
                [machine.program, "real-roots", path, "--in", "-1,1", "--threads", 1, "--on", "cpu", "-o", answer],
                (0, 2),
                True,
            )
            took = re.search(r"([\d.]+) (ns|us|ms|s) on cpu", done)
            total = float(took.group(1)) * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[took.group(2)]
            rows.append(
                [name, np.dtype(number).name, "1.45 us (Yuksel, Xeon E5-2643 v3, one thread)", seconds(total / len(c))]
            )
    return Table(
        ["polynomials of degree 10", "numbers", "published", "vieta, one thread"],
        rows,
        "The published figure is for a lax tolerance; vieta's is for the last bit that the coefficients determine. `bench/real_roots` has Yuksel's code in the same run.",
    )


def shifted(machine: Machine) -> Table:
    """Roots 1017, 1017.4 and 1018.1, as they are and with coordinates shifted by 1017."""
    rows = []
    for name, shift in (("as they are", 0.0), ("shifted by 1017", 1017.0)):
        exact = np.array([1017.0, 1017.4, 1018.1]) - shift
        c = np.poly(exact)[::-1]
        for number in (np.float32, np.float64):
            path = machine.file("row.npy", "")
            np.save(path, c.astype(number).reshape(1, -1))
            interval = f"{1000 - shift},{1040 - shift}"
            result = machine.vieta("real-roots", path, "--in", interval, "--bounds", codes=(0, 2))
            first = result["results"][0]
            rows.append(
                [
                    name,
                    np.dtype(number).name,
                    ", ".join(f"{root + shift:.6f}" for root in first["roots"]),
                    f"{max(first['bounds']):.1e}",
                    first["status"],
                ]
            )
    return Table(
        ["coordinates", "numbers", "roots found", "proven bound, for the rounded coefficients", "status"],
        rows,
        "The same advice as the work's: shift the coordinates. The roots are those of the coefficients as rounded to float or double: what is lost is lost before "
        "any solver sees them. The exact polynomial as a text, (x-1017)(x-1017.4)(x-1018.1), needs no shift in `vieta roots --real-only`.",
    )


def variants(machine: Machine) -> Table:
    machine.need_gpu()
    raise Skipped(
        "loop variants of the listing are timed by hand with shader_throughput --published ([benchmarks](benchmarks.md)); no program makes the unrolled ones yet"
    )


ITEMS = [
    Item("Figures 2 and 5", "Frame times of glyphs", "degree 10: 1.46 ms; degree 18: 10.4 ms; RTX 2070 Super", frames),
    Item(
        "Tables of variants",
        "Loops, unrolled loops, spilled registers",
        "degree 10: 4.82 (spilling), 2.99, 3.85, 1.46 ms; degree 18: 2,650, 25.9, 15.3, 10.4 ms",
        variants,
    ),
    Item("Comparison with a processor", "Degree 10 on one thread", "1.45 us on a Xeon E5-2643 v3 (Yuksel)", processor),
    Item("Figures 1, 6 and 7", "Artefacts at high degrees", "a few at degree 22, obvious at 26", artefacts),
    Item("Quality of roots", "Roots far from zero", "1017, 1017.4, 1018.1: any solver will struggle", shifted),
]
