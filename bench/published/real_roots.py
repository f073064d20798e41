"""C. Peters: Real polynomial root finding for shaders ("Getting real roots on GPUs"), 2023 (a web page), after C. Yuksel:
High-performance polynomial root finding for graphics, HPG 2022."""

import os
import pathlib
import re
from concurrent.futures import ThreadPoolExecutor

import hardware
import numpy as np
import plots
from items import Item, Machine, Skipped, Table, seconds

WORK = "Real roots in a shader: Peters (2023), after Yuksel (2022)"
LEFT_OUT = "Figures 3 and 4 are screens of a profiler: registers and local memory in the tables of variants stand for them."
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
    machine.need_no_gpu()
    printed = machine.built(
        "sh_glyph", "--check", "--size", 48 if machine.quick else 96
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
    machine.need_no_gpu()
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
            guess = hardware.estimate(1.45e-6, "one core of a Xeon E5-2643 v3 (2014)", "double", hardware.core_peak())
            rows.append(
                [
                    name,
                    np.dtype(number).name,
                    "1.45 us (Yuksel, Xeon E5-2643 v3, one thread)",
                    seconds(guess),
                    seconds(total / len(c)),
                ]
            )
    return Table(
        ["polynomials of degree 10", "numbers", "published, in double", "estimate on today's peak", "vieta, one thread"],
        rows,
        "The published figure is for a lax tolerance; vieta's is for the last bit that the coefficients determine. `bench/real_roots` has Yuksel's code in the same run.",
    )


def shifted(machine: Machine) -> Table:
    """Roots 1017, 1017.4 and 1018.1, as they are and with coordinates shifted by 1017."""
    machine.need_no_gpu()
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


DEGREES, SMALL = (10, 14, 18, 22, 26), 480


def exported(machine: Machine) -> dict:
    """The polynomials of the frames of all degrees, large and SMALL, as files."""
    large = SMALL if machine.quick else 1440
    wanted = [(one, pixels) for one in DEGREES for pixels in {large, SMALL}]
    paths = {key: machine.file(f"rays{key[0]}_{key[1]}.npy", "") for key in wanted}
    with ThreadPoolExecutor(machine.cores) as pool:
        done = [
            pool.submit(machine.built, "sh_glyph", "--bands", (one - 2) // 2, "--size", pixels, "--export", path)
            for (one, pixels), path in paths.items()
        ]
        for export in done:
            export.result()
    return paths


def loops(machine: Machine, degree: int, size: int) -> list[dict]:
    """Every variant of the published loops, Laguerre's method and vieta's kernels on the rays of a frame. All frames are
    prepared at once, for several items; a row of SMALL has its first roots under "roots"."""
    if not hasattr(machine, "loops"):
        machine.loops = {}
        paths = exported(machine)
        for (one, pixels), path in paths.items():
            saved = machine.file("roots.bin", "")
            rows = machine.lines("published_loops", path, *(("--roots", saved) if pixels == SMALL else ()))
            if pixels == SMALL:
                for row, roots in zip(rows, np.fromfile(saved, np.float32).reshape(len(rows), -1)):
                    row["roots"] = roots
            machine.loops[one, pixels] = rows
            path.unlink()
    return machine.loops[degree, size]


PUBLISHED = {
    10: {"spilling": 4.82, "undirected": 2.99, "not-unrolled": 2.99, "unrolled": 3.85, "not-looped": 1.46, "tuned": 1.46},
    18: {"spilling": 2650, "undirected": 25.9, "not-unrolled": 25.9, "unrolled": 15.3, "not-looped": 10.4, "tuned": 10.4},
}
NAMES = {
    "tuned": "as published: inner loops unrolled, outer ones not",
    "spilling": "derivatives from a table at computed places",
    "undirected": "no directives",
    "not-unrolled": "no [[unroll]]",
    "not-looped": "no [[loop]]",
    "looped": "no loop unrolled",
    "unrolled": "the loop over degrees unrolled as well",
    "laguerre": "Laguerre's method, all complex roots",
    "vieta": "vieta, real-roots --on cuda, tolerance 2e-4",
    "vieta to the last bit": "the same to the last bit of float",
    "text": "vieta's shader text",
    "last-bit": "vieta's shader text, to the last bit of float",
    "first": "vieta's shader text, the first root alone",
}


def variants(machine: Machine) -> Table:
    machine.need_gpu()
    now = hardware.device_peak(machine.gpu, "single")
    rows = []
    for degree in (10, 18):
        for row in loops(machine, degree, SMALL if machine.quick else 1440):
            name = row["variant"]
            old = PUBLISHED[degree].get(name)
            guess = seconds(hardware.estimate(old / 1e3, GPU, "single", now)) if old and now else ""
            kernel = not name.startswith("vieta")
            rows.append(
                [
                    str(degree),
                    NAMES[name],
                    f"{old:,} ms" if old else "",
                    guess,
                    seconds(row["ms"] / 1e3),
                    str(row["registers"]) if kernel else "",
                    f"{row['local']:,} B" if kernel else "",
                    f"{row['wrong']:,}",
                ]
            )
    return Table(
        [
            "degree",
            "variant, in CUDA",
            "published frame",
            "estimate on today's peak",
            "all rays of a frame",
            "registers",
            "local memory of a thread",
            "rays with another first root than in double",
        ],
        rows,
        "Polynomials of 1440 x 1440 rays through a glyph of three lobes, in float, on the device already; rays that miss the sphere around it cost nothing. Newton's iteration of "
        "up to 90 steps stays a loop in the variant where all others are unrolled. Laguerre's method is "
        "`bench/published/complex_roots.glsl` in CUDA; the work found it 2.7 times slower. All of vieta's kernels for a degree are one call here, so that registers are not told.",
    )


MISSES = 6400
LAGUERRE = pathlib.Path(__file__).parent / "complex_roots.glsl"


def published_listing() -> pathlib.Path:
    listing = pathlib.Path(os.environ.get("VIETA_PAPERS", "")) / "real_roots_peters_2023.txt"
    if not listing.is_file():
        raise Skipped("VIETA_PAPERS does not name a folder with the listing")
    return listing


def shader_frames(machine: Machine) -> dict:
    """Shaders on the rays of a frame by Vulkan, {(degree, variant): row}; rows of the figures' variants have the first
    roots of a SMALL frame as well. All are run at once, for two items."""
    machine.need_gpu()
    listing = published_listing()
    if hasattr(machine, "shader_frames"):
        return machine.shader_frames
    rows: dict = {}
    for (degree, pixels), path in sorted(exported(machine).items()):
        names = ["tuned", "text", "last-bit", "first", "laguerre"]
        if pixels == SMALL and not machine.quick:
            names = ["tuned", "last-bit"]
        elif degree in (10, 18):
            names += ["spilling", "undirected", "not-unrolled", "not-looped", "unrolled"]
        given = len(np.load(path, mmap_mode="r"))
        for name in names:
            saved = machine.file("shader_roots.bin", "")
            asked = ("--published", listing, "--listing", LAGUERRE, "--variant", name, "--rays", path, "--roots", saved)
            row = rows.setdefault((degree, name), {})
            try:
                printed = machine.built("shader_throughput", *asked, environment={"VIETA_EXPECT_GPU": "1"})
                device, _, _, count, ms, wrong = re.search(r"^(.*); ([a-z-]+); (\d+); (\d+); ([\d.e+-]+); (\d+)$", printed, re.M).groups()
            except (Skipped, RuntimeError, AttributeError) as reason:
                row.setdefault("no", str(reason))
                continue
            if pixels == SMALL:
                row["roots"] = np.fromfile(saved, np.float32)[:given]  # filled up to whole groups
            if pixels != SMALL or machine.quick:
                row.update(ms=float(ms), wrong=int(wrong), rays=int(count), device=device)
        path.unlink()
    machine.shader_frames = rows
    return rows


def frame_cells(row: dict) -> tuple[str, str]:
    """Time and wrong rays of a frame."""
    return (seconds(row["ms"] / 1e3), f"{row['wrong']:,}") if "ms" in row else ("no end", "")


FRAME_NOTE = (
    "Compute shaders by Vulkan on {device}: the rays of a frame of 1440 x 1440 from device memory, all roots back to it (vieta's text: statuses and touches, too). "
    "A ray is wrong whose first root is farther than 0.01 from that of the same float coefficients in double. "    "The listing has more wrong rays here than in CUDA: a shader's compiler may contract products and divide approximately. "
)


def shader_variants_on_gpu(machine: Machine) -> Table:
    """All variants of the loops on the frames of the published benchmark."""
    frames, now = shader_frames(machine), hardware.device_peak(machine.gpu, "single")
    rows, device = [], ""
    for (degree, name), row in sorted(frames.items(), key=lambda item: (item[0][0], list(NAMES).index(item[0][1]))):
        device = row.get("device", device)
        if degree not in (10, 18):
            continue
        old = PUBLISHED[degree].get(name)
        guess = seconds(hardware.estimate(old / 1e3, GPU, "single", now)) if old and now else ""
        rows.append([str(degree), NAMES[name], f"{old:,} ms" if old else "", guess, *frame_cells(row)])
    return Table(
        ["degree", "variant, as a shader", "published frame", "estimate on today's peak", "all rays of a frame", "wrong rays"],
        rows,
        FRAME_NOTE.format(device=device or "no device") + "Where no time stands the driver's compiler did not end. The lesson of the work holds: at degree 18 the table at computed places takes more than 300 times the listing's time, as it took 255 times there.",
    )


def shader_pictures(machine: Machine) -> Table:
    """Frames by degree, as shaders."""
    frames, now = shader_frames(machine), hardware.device_peak(machine.gpu, "single")
    rows, shown, device = [], {}, ""
    kinds = ("tuned", "text", "last-bit", "first", "laguerre")
    for degree in DEGREES:
        old = {10: 1.46e-3, 18: 10.4e-3}.get(degree)
        of = {name: frames[degree, name] for name in kinds}
        device = of["tuned"].get("device", device)
        rows.append(
            [
                str(degree),
                seconds(old) if old else "",
                seconds(hardware.estimate(old, GPU, "single", now)) if old and now else "",
                *(" / ".join(frame_cells(of[name])) for name in kinds),
            ]
        )
        if all("roots" in of[name] for name in ("tuned", "last-bit")):
            shown[degree] = {"listing": of["tuned"]["roots"], "vieta": of["last-bit"]["roots"]}
    try:
        picture = plots.glyphs("published_glyphs_shader.webp", SMALL, shown) if shown else ""
    except RuntimeError as trouble:  # the table is worth having
        print(f"published_glyphs_shader.webp: {trouble}")
        picture = ""
    return Table(
        [
            "degree",
            "published frame",
            "estimate on today's peak",
            "the listing / wrong rays",
            "vieta's text, tolerance 2e-4 / wrong rays",
            "to the last bit / wrong rays",
            "the first root alone / wrong rays",
            "Laguerre's method / wrong rays",
        ],
        rows,
        FRAME_NOTE.format(device=device or "no device")
        + "In the picture, of 480 x 480, red pixels differ from vieta's: the listing above, vieta below.",
        picture,
    )


def shader_variants(machine: Machine) -> Table:
    """The listing itself as a shader: what a compiler for RDNA 2 makes of it, and its speed on the Vulkan device here."""
    listing = published_listing()
    if machine.gpu:
        return shader_variants_on_gpu(machine)
    icd = "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json"
    amd = {"VK_ICD_FILENAMES": icd, "RADV_FORCE_FAMILY": "navi21", "RADV_DEBUG": "shaderstats,nocache"}
    count = 16384
    rows, device = [], ""
    for degree in (10, 18):
        for name in ("spilling", "undirected", "not-unrolled", "unrolled", "not-looped", "tuned", "laguerre", "text"):
            asked = ("--published", listing, "--listing", LAGUERRE, "--variant", name)
            statistics: dict[str, str] = {}
            if pathlib.Path(icd).exists():
                try:
                    said = machine.built(
                        "shader_throughput", *asked, "--count", 64, degree, codes=range(-64, 256), messages=True, environment=amd
                    )
                    statistics = dict(re.findall(r"^([A-Z][A-Za-z ]+): (\d+)", said, re.M))
                except Skipped:
                    statistics = {"VGPRs": "no end"}
            try:
                printed = machine.built("shader_throughput", *asked, "--count", count, "--misses", MISSES, degree)
                found = re.findall(r"^(.*); [a-z-]+; \d+; (all real|random); ([\d.e+-]+); (\d+)$", printed, re.M)
            except (Skipped, RuntimeError):
                found = []
            speed = {which: float(value) for _, which, value, _ in found}
            missed = {which: int(value) for _, which, _, value in found}
            device = found[0][0] if found else device
            old = PUBLISHED[degree].get(name)
            rows.append(
                [
                    str(degree),
                    NAMES[name],
                    f"{old:,} ms" if old else "",
                    statistics.get("VGPRs", ""),
                    statistics.get("Spilled VGPRs", ""),
                    statistics.get("Scratch size", statistics.get("Scratch", "")),
                    statistics.get("Code size", ""),
                    *(f"{speed[which]:.3g}" if which in speed else "" for which in ("all real", "random")),
                    " / ".join(f"{missed[which]:,}" for which in ("all real", "random") if which in missed),
                ]
            )
    return Table(
        [
            "degree",
            "variant, as a shader",
            "published frame",
            "vector registers, RDNA 2",
            "spilled",
            "scratch memory, bytes",
            "code, bytes",
            "10^6/s here, all roots real",
            "10^6/s here, random coefficients",
            f"of {MISSES:,} of each that miss a root which float can see",
        ],
        rows,
        f"Registers and scratch memory as Mesa's RADV tells them for Navi 21, which needs no such card; speed on {device or 'no Vulkan device'}. "
        "Where a cell is empty the compiler gave up or took too long. Mesa unrolls loops of known length by itself, so that directives change nothing there but for the loop over degrees; "
        "the table at computed places costs registers and code, and no scratch memory: what the work found was its driver's. Laguerre's method is `bench/published/complex_roots.glsl`; it tells real roots from complex ones by their "
        "imaginary part, and misses some.",
    )


def pictures(machine: Machine) -> Table:
    """What each degree looks like, and which pixels are wrong."""
    machine.need_gpu()
    now = hardware.device_peak(machine.gpu, "single")
    rows, shown = [], {}
    for degree in DEGREES:
        old = {10: 1.46e-3, 18: 10.4e-3}.get(degree)
        frame = {row["variant"]: row for row in loops(machine, degree, SMALL if machine.quick else 1440)}
        rows.append(
            [
                str(degree),
                seconds(old) if old else "",
                seconds(hardware.estimate(old, GPU, "single", now)) if old and now else "",
                *(
                    cell
                    for name in ("tuned", "vieta", "vieta to the last bit")
                    for cell in (seconds(frame[name]["ms"] / 1e3), f"{frame[name]['wrong']:,}")
                ),
            ]
        )
        found = {row["variant"]: row["roots"] for row in loops(machine, degree, SMALL)}
        shown[degree] = {"listing": found["tuned"], "vieta": found["vieta to the last bit"]}
    try:
        picture = plots.glyphs("published_glyphs.webp", SMALL, shown)
    except RuntimeError as trouble:  # the table is worth having
        print(f"published_glyphs.webp: {trouble}")
        picture = ""
    return Table(
        [
            "degree",
            "published frame",
            "estimate on today's peak",
            "the listing in CUDA",
            "wrong rays",
            "vieta, tolerance 2e-4",
            "wrong rays",
            "vieta, last bit",
            "wrong rays",
        ],
        rows,
        "Frames of 1440 x 1440 rays, solving alone. A ray is wrong whose first root is farther than 0.01 from that of the same float coefficients in double. "
        "In the picture, of 480 x 480, red pixels are wrong: the listing above, vieta below.",
        picture,
    )


ITEMS = [
    Item("Figures 2 and 5", "Frame times of glyphs", "degree 10: 1.46 ms; degree 18: 10.4 ms; RTX 2070 Super", frames),
    Item(
        "Tables of variants",
        "Loops, unrolled loops, spilled registers",
        "degree 10: 4.82 (spilling), 2.99, 3.85, 1.46 ms; degree 18: 2,650, 25.9, 15.3, 10.4 ms",
        variants,
    ),
    Item(
        "Tables of variants, as shaders",
        "The listing as GLSL, its loops varied",
        "the same, on an RTX 2070 Super; spilled registers are seen as traffic of the second-level cache",
        shader_variants,
    ),
    Item(
        "Figures 2, 5, 6 and 7, as shaders",
        "Frames by degree, by Vulkan",
        "the same, on an RTX 2070 Super; Laguerre's method is 2.7 times slower than the listing",
        shader_pictures,
    ),
    Item("Figures 2, 5, 6 and 7", "Frames by degree, with and without artefacts", "1.46 ms, 10.4 ms; artefacts from degree 22 on", pictures),
    Item("Comparison with a processor", "Degree 10 on one thread", "1.45 us on a Xeon E5-2643 v3 (Yuksel)", processor),
    Item("Figures 1, 6 and 7", "Artefacts at high degrees", "a few at degree 22, obvious at 26", artefacts),
    Item("Quality of roots", "Roots far from zero", "1017, 1017.4, 1018.1: any solver will struggle", shifted),
]
