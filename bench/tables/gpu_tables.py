#!/usr/bin/env python3
"""The tables of docs/benchmarks.md that come from a GPU, made again from the output of `./dev gpu` and `./dev gpu others`, or of one of them:

    ./dev gpu | tee gpu.txt
    ./dev gpu others | tee others.txt
    bench/tables/gpu_tables.py gpu.txt others.txt docs/benchmarks.md

A row is found by its table and its first cells; cells that no benchmark prints (goals, published times, what was before) stay. Says on
standard error which rows had no figure in the output, and exits with 2 if there were any. Then the plots are drawn from the tables (plots.py).
"""

import math
import pathlib
import re
import sys

import plots
from markdown_tables import as_line, cells, is_rule

KEEP = None  # a cell that no benchmark prints


def number(text):
    return float(text.replace(",", ""))


def short(value, digits=3):
    """`digits` significant ones, at least all before the point, with commas from a thousand on."""
    value = number(value) if isinstance(value, str) else value
    decimals = digits - 1 - math.floor(math.log10(abs(value))) if value else 0
    return f"{value:,.{max(decimals, 0)}f}"


def printed_tables(log):
    """Markdown tables of the output, as lists of rows, by their first two header cells."""
    tables, rows = {}, None
    for line in log.splitlines():
        if not line.startswith("|"):
            rows = None
        elif rows is None:
            rows = tables.setdefault(tuple(cells(line)[:2]), [])
        elif not is_rule(line):
            rows.append(cells(line))
    return tables


def real_roots(log, _):
    line = re.compile(
        r"^(float|double)\s+(\d+) (sparse|dense)\s+\|\s+([\d.]+)\s+([\d.]+)\s+([\d.]+) \|\s+[\d.]+ \|\s+(\d+)\s+(\d+) \|"
        r"\s+(\d+)\s+(\d+) \|.*\|\s+(\d+) \|\s+([\d.]+)%",
        re.M,
    )
    for kind, degree, family, ours, peer, ratio, missed, missed_peer, extra, extra_peer, left, copy in line.findall(log):
        yield (kind, degree, family), [ours, peer, f"{ratio}x", missed, missed_peer, extra, extra_peer, left, f"{copy} %"]


def half_lines(log, _):
    line = re.compile(
        r"^(float|double)\s+(\d+) (sparse|dense)\s+\| \[0, 1\]\s+([\d.]+)\s+([\d.]+) \| \[0, inf\)\s+([\d.]+)\s+([\d.]+) \| chain\s+([\d.]+)", re.M
    )
    for kind, degree, family, *figures in line.findall(log):
        yield (kind, degree, family), figures


def roots(_, tables):
    for family, degree, ms, _target, _missing, _wide, _radius, _sums, _step, gib in tables[("coefficients", "degree")]:
        yield (family, f"{int(degree):,}"), [short(ms), KEEP, KEEP, KEEP if number(gib) < 0.1 else f"{number(gib):.1f}"]


def growth(_, tables):
    found = {int(row[1]): number(row[2]) for row in tables[("coefficients", "degree")] if row[0] == "complex Gaussian"}
    seconds = [found.get(10**k) for k in range(3, 9)]
    yield ("one GPU",), [KEEP if s is None else f"{s / 1000:.{4 if s < 100 else 3 if s < 1000 else 2}f}" for s in seconds]


def sweeps(_, tables):
    for row in tables.get(("coefficients", "degree sweeps"), []):
        family, degree, ms, count, updates, pairs, left, distance = row
        family = family.replace("Gaussian", "complex Gaussian")
        distance = KEEP if distance in ("nan", "inf") else f"{float(distance):.0e}".replace("e-0", "e-").replace("e-", "e-")
        yield (family, f"{int(degree):,}"), [short(ms), count, f"{number(updates):.1f}", f"{int(pairs):,}", left, distance]


def root_batches(log, _):
    line = re.compile(r"^real\s+degree\s+(\d+), 15 digits:\s+(\d+) polynomials in\s+([\d.]+) ms,\s+([\d.]+) ns each", re.M)
    for degree, count, ms, each in line.findall(log):
        yield (degree, f"{int(count):,}"), [f"{short(ms)} ms", f"{short(each)} ns"]


def root_batches_torch(log, _):
    """PyTorch's times; the ratio is to ours in the same row, which comes first."""
    found = {}
    for degree, device, each in re.findall(r"^degree +(\d+) (cuda|cpu) *: \d+ polynomials, +(\d+) ns each", log, re.M):
        found.setdefault(degree, {})[device] = number(each)
    ours = {degree: number(each) for degree, each in re.findall(r"^real\s+degree\s+(\d+), 15 digits:.* ([\d.]+) ns each", log, re.M)}
    time = lambda ns: f"{ns / 1e6:.1f} ms" if ns >= 1e6 else f"{short(ns / 1e3, 2 if ns < 1e5 else 3)} µs"
    for degree, times in found.items():
        ratio = KEEP if degree not in ours else f"{float(format(times['cuda'] / ours[degree], '.2g')):,.0f}x"
        yield (degree,), [KEEP, KEEP, KEEP, time(times["cuda"]), ratio, time(times["cpu"])]


def crossover(_, tables):
    found = {f"{int(degree):,}": times for family, degree, *times in tables[("coefficients", "degree places")] if family == "complex Gaussian"}
    for place, name in enumerate(("16 threads", "GPU")):
        yield (name,), [short(found[degree][place], 2 if number(found[degree][place]) < 100 else 3) for degree in CROSSOVER]


def shaders(log, _):
    found = {}
    line = r"^ *(\d+)  (all real|random) +(2\.0e-4|0\.0) +(\d+) +(\d+) +([\d.]+)"
    for degree, kind, tolerance, listing, text, ratio in re.findall(line, log, re.M):
        cells = [f"{number(listing):,.0f}", f"{number(text):,.0f} ({ratio})"]
        found.setdefault(degree, {})[kind, tolerance] = cells
    for degree, rows in found.items():
        order = [(kind, tolerance) for tolerance in ("2.0e-4", "0.0") for kind in ("all real", "random")]
        if all(key in rows for key in order):
            yield (degree,), [cell for key in order for cell in rows[key]]


def python_calls(_, tables):
    for framework, call, *times in tables[("framework", "call")]:
        yield (framework, call), times


def python_boxes(_, tables):
    for framework, count, *figures in tables[("framework", "systems")]:
        yield (framework, count), figures


def tensors(_, tables):
    for kind, *times in tables[("tensor", "rows")]:
        yield (kind,), times


def boxes(_, tables):
    for row in tables[("systems", "number")]:
        name, count, solutions, each, most, left, device, systems, looks, host, cpu = row
        name = name.replace("bisector surface, 80 x 80", "bisector of two patches, 80 x 80 samples").replace("(3,3,3)", "(3,3,3), n = 3")
        ms = [f"{short(time.removesuffix(' ms'))} ms" for time in (device, host, cpu)]
        looks = looks.removesuffix(" G/s")
        yield (name, f"{int(count):,}"), [f"{int(solutions):,}", each, most, left, ms[0], systems, looks, ms[1], ms[2]]


def tracking(_, tables):
    rows = {}
    for system, homotopy, target, paths, steps, time, _operations, share in tables[("system", "homotopy")]:
        if not homotopy.startswith("whole"):
            rows[system, homotopy, target.startswith("cuda")] = (paths, steps, time, share)
    names = {"cyclic-7, toric homotopy": ("cyclic-7", "toric"), "cyclic-7, straight line": ("cyclic-7", "straight"),
             "katsura-12": ("katsura-12", "straight")}
    for name, key in names.items():
        paths, steps, time, share = rows[(*key, True)]
        milliseconds = [f"{short(t.removesuffix(' ms'))} ms" for t in (time, rows[(*key, False)][2])]
        yield (name,), [f"{int(paths):,}", f"{int(steps):,}", milliseconds[0], share, milliseconds[1]]


def instances(_, tables):
    rows = {(row[0], row[1].startswith("cuda")): row for row in tables[("family", "target")]}
    for family in ("3RPR", "four-bar"):
        gpu, cpu = rows[family, True], rows[family, False]
        seconds = [f"{number(text.removesuffix(' s')):.2f} s" for text in (gpu[6], gpu[7], gpu[8], cpu[8])]
        rates = [f"{round(int(row[10]), -3):,}" for row in (gpu, cpu)]
        yield (family,), [f"{int(gpu[3]):,}", f"{int(gpu[4]):,}", *seconds[:3], rates[0], seconds[3], rates[1]]


def published(log, _):
    for problem, name in (("n=4096, complex, 2 doubles", "complex dd, n = 4096, to"), ("n=4064, real, 4 doubles", "real qd, n = 4064, to")):
        plain, proven = (re.search(rf"^Chandrasekhar {problem}{tail}: ([\d.]+) s", log, re.M)[1] for tail in ("", ", certified"))
        yield (f"Chandrasekhar, {name}",), [KEEP, f"{plain} s", f"{number(proven):.2f} s"]
    for size, parts, name in ((512, 1, "double"), (512, 2, "dd"), (448, 4, "qd")):
        both, alone = re.search(rf"^cyclic-{size}, complex, {parts} doubles: f and Jacobian ([\d.]+) ms \(f alone ([\d.]+)", log, re.M).groups()
        yield (f"cyclic-{size}, f and Jacobian, complex {name}",), [KEEP, f"{short(both)} ms (f alone {alone})"]
    seconds = re.findall(r"^cyclic-512, complex, 2 doubles, t = 1 - 1e-7: ([\d.]+) s, \d", log, re.M)
    for name, time in zip(("cyclic-512, complex dd, f(x) = t f(z)", "the same, seven iterations"), seconds):
        yield (name,), [KEEP, f"{1000 * number(time):.1f} ms"]


def factors(log, _):
    part = re.compile(
        r"^(random|nearly dependent), n = (\d+), (real|complex)\n\s+ours\s+inverse\s+([\d.]+) ms\s+solution\s+([\d.]+) ms  backward error (\S+)"
        r"  condition (\S+)\n(?:cuSOLVER.*\n)?\s+cuSOLVER\s+getrf\s+([\d.]+) ms\s+getrs\s+([\d.]+) ms  backward error (\S+).*\n"
        r"\s+cuSOLVER\s+getrs n\s+([\d.]+) ms.*backward error (\S+)",
        re.M,
    )
    for kind, size, field, ours, solution, error, condition, getrf, getrs, error_lu, whole, error_whole in part.findall(log):
        name = f"{size}, {field}" + (f", cond {condition.replace('e+', 'e')}" if kind != "random" else "")
        times = [short(ours), short(solution)], [short(getrf), short(getrs)]
        yield (name,), [*times[0], error, *times[1], error_lu, short(whole), error_whole]


def least_squares(log, _):
    part = re.compile(
        r"^least squares in double, (\d+ x \d+), (real|complex)\n.*?([\d.]+) ms\n\s+([\d.]+) ms of them.*\n.*?([\d.]+) ms\n\s+([\d.]+) ms of them", re.M
    )
    found = {(size, field): times for size, field, *times in part.findall(log)}
    for size in dict.fromkeys(size for size, _ in found):
        out = []
        for field in ("real", "complex"):
            ours, ours_device, theirs, theirs_device = found[size, field]
            out += [f"{short(ours)} ({short(ours_device)})", f"{short(theirs)} ({short(theirs_device)})"]
        yield (size,), out


def full_qr(log, _):
    line = re.compile(r"^QR n=(\d+), (complex|real), (\d) doubles, (Householder|modified Gram-Schmidt): ([\d.]+) s, .*residual ([\d.e-]+);", re.M)
    for size, field, parts, method, seconds, residual in line.findall(log):
        name = f"{field} {'dd' if parts == '2' else 'qd'}, n = {size}" + ("" if method == "Householder" else f", {method}")
        yield (name,), [f"{short(seconds)} s", residual]


CROSSOVER = "1,000", "3,000", "10,000", "30,000", "50,000", "100,000", "300,000"

# The beginning of a table's header in docs/benchmarks.md, how many cells name a row, and its figures: (name, cells) of each row.
TABLES = [
    ("| type | degree | set | vieta", 3, real_roots),
    ("| type | degree | set | [0, 1]", 3, half_lines),
    ("| coefficients | degree | ms | before | aim", 2, roots),
    ("| degree | 1,000 | 10,000 | 100,000 |", 1, growth),
    ("| coefficients | degree | ms | sweeps", 2, sweeps),
    ("| degree | polynomials | vieta | for one | PyTorch, CUDA", 2, root_batches),
    ("| degree | polynomials | vieta | for one | PyTorch, CUDA", 1, root_batches_torch),
    ("| degree | 1,000 | 3,000 |", 1, crossover),
    ("| N | all real, 2e-4: listing |", 1, shaders),
    ("| framework | call |", 2, python_calls),
    ("| framework | systems |", 2, python_boxes),
    ("| tensor | rows |", 1, tensors),
    ("| systems | number | solutions | boxes each | most | left", 2, boxes),
    ("| system | paths | steps | one GPU", 1, tracking),
    ("| 100,000 instances in one call", 1, instances),
    ("| problem | before | vieta, one GPU", 1, published),
    ("| n | our inverse | a solution", 1, factors),
    ("| rows x columns | ours, real", 1, least_squares),
    ("| problem | vieta | residual", 1, full_qr),
]


def main(*paths):
    log = re.sub(r"\x1b\[\d*m", "", "\n".join(pathlib.Path(path).read_text() for path in paths[:-1]))
    # Three benchmarks print tables that begin with the same words.
    log = log.replace("| coefficients | degree | ms | sweeps", "| coefficients | degree sweeps | ms | sweeps")
    log = log.replace("| coefficients | degree | CPU, ms", "| coefficients | degree places | CPU, ms")
    tables = printed_tables(log)
    page = pathlib.Path(paths[-1])
    lines = page.read_text().split("\n")
    without = []
    for header, width, figures in TABLES:
        start = next(i for i, line in enumerate(lines) if line.startswith(header))
        try:
            found = dict(figures(log, tables))
        except (KeyError, TypeError, AttributeError):
            found = {}
        i = start + 2
        while i < len(lines) and lines[i].startswith("|"):
            row = cells(lines[i])
            name = tuple(row[:width])
            # Names of the published problems go on with what one has to know about them.
            if figures is published:
                name = next((key for key in found if row[0].startswith(key[0])), name)
            if name in found:
                for place, cell in enumerate(found[name], width):
                    if cell is not KEEP:
                        row[place] = cell
                lines[i] = as_line(row)
            elif figures not in (growth, root_batches_torch):  # rows of a CPU, or that PyTorch was not asked for
                without.append(lines[i])
            i += 1
    page.write_text("\n".join(lines))
    plots.draw(page)
    for line in without:
        print(f"no figure for {line}", file=sys.stderr)
    return 2 if without else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
