#!/usr/bin/env python3
"""Most tables of docs/benchmarks.md that come from a CPU, made again from the figures of bench/tables/cpu_figures.sh:

    VIETA_TEST_DATA=DATA bench/tables/cpu_figures.sh FOLDER
    bench/tables/cpu_tables.py FOLDER docs/benchmarks.md

MPSolve's files (roots_table.md there), libqd and what stands in the text (four-bar linkages, solve_four_bar.txt) are put in by hand. A
table is found by its header, and gets new rows; one whose figures are missing stays, and standard error says so (exit code 2 then). The
plots are drawn from the tables afterwards (plots.py).
"""

import itertools
import pathlib
import re
import statistics
import sys

import plots
from markdown_tables import as_line, cells, is_rule


def tables(text):
    """All Markdown tables: their headers' lines, and their rows as lists of cells."""
    found, inside = [], False
    for line in text.splitlines():
        if not line.startswith("|"):
            inside = False
        elif not inside:
            found.append((line, []))
            inside = True
        elif not is_rule(line):
            found[-1][1].append(cells(line))
    return found


class Figures:
    """The output of each command, by its name."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def text(self, name):
        return (self.folder / f"{name}.txt").read_text()

    def rows(self, name, number=0):
        return tables(self.text(name))[number][1]

    def runs(self, name):
        """Rows of each run: of NAME, and of NAME_2, NAME_3 and so on where the command ran again."""
        again = itertools.takewhile(lambda more: (self.folder / f"{more}.txt").exists(), (f"{name}_{k}" for k in itertools.count(2)))
        return [self.rows(run) for run in (name, *again)]


def as_printed(name, number=0):
    return lambda figures: figures.rows(name, number)


def real_roots(*names):
    """Medians of all runs, each cell by itself: a ratio is the median of the ratios."""

    def rows(figures):
        found = {}
        for run in sum(map(figures.runs, names), []):
            for family, kind, degree, _, peer, ours, ratio, *_ in run:
                found.setdefault(int(degree), {}).setdefault((kind, family), []).append([float(x) for x in (peer, ours, ratio)])
        order = [(kind, family) for kind in ("float", "double") for family in ("sparse", "dense")]
        medians = lambda of_runs: [f"{statistics.median(cell):.1f}" for cell in zip(*of_runs)]
        return [[str(degree), *sum((medians(row[key]) for key in order), [])] for degree, row in sorted(found.items())]

    return rows


def real_roots_missed(figures):
    """Of polynomials whose roots are all real; of the others the text tells."""
    found = {}
    for family, kind, degree, mean, _, _, _, *counts in figures.rows("real_roots_missed"):
        if family == "dense":
            found.setdefault(int(degree), {})[kind] = [mean, *counts[:5]]
    return [[str(degree), *row["float"], *row["double"][1:]] for degree, row in sorted(found.items())]


def near_linear(figures):
    two = re.search(r"two threads: wall seconds.\n\n(\|.*\|)", figures.text("near_linear"))[1]
    return [*figures.rows("near_linear"), ["complex Gaussian, two threads, wall", *cells(two)]]


def growth(figures):
    seconds = [f"{float(time):.{4 if float(time) < 0.1 else 3 if float(time) < 1 else 2 if float(time) < 10 else 1}f}"
               for _, time in figures.rows("near_linear_growth")]
    return {"two threads": [*seconds, ""]}


def root_batches(figures):
    line = re.compile(r"degree +(\d+): +([\d.]+) us")
    ours, narrow, numpy = (dict(line.findall(figures.text(f"root_batches{tail}"))) for tail in ("", "_avx2", "_numpy"))
    return [[degree, f"{float(time):.3g} µs", f"{float(narrow[degree]):.3g} µs", f"{float(numpy[degree]):.3g} µs",
             f"{float(numpy[degree]) / float(time):.0f}x"] for degree, time in ours.items()]


def newton_published(figures):
    text = figures.text("newton_published")
    found = {}
    for problem, name in (("n=4096, complex, 2 doubles", "Chandrasekhar, complex dd"), ("n=4064, real, 4 doubles", "Chandrasekhar, real qd")):
        found[name] = [re.search(rf"^Chandrasekhar {problem}{tail}: ([\d.]+) s", text, re.M)[1] for tail in ("", ", certified")]
        found[name] = [f"{float(time):.2f} s" for time in found[name]]
    for size, parts, name in ((512, 1, "double"), (512, 2, "dd"), (448, 4, "qd")):
        both, alone = re.search(rf"^cyclic-{size}, complex, {parts} doubles: f and Jacobian ([\d.]+) ms \(f alone ([\d.]+)", text, re.M).groups()
        found[f"cyclic-{size}, f and Jacobian, complex {name}"] = [f"{float(both) / 1000:.2f} s (f alone {float(alone):.1f} ms)"]
    return found


def newton_qr(figures):
    """Processor time, method by method in the order of qr_method: in panels, by columns, Gram-Schmidt."""
    line = re.compile(r"^qr/n:(\d+)/doubles:(\d)/complex:\d/method:(\d)/\S+ +[\d.]+ ms +([\d.]+) ms", re.M)
    found = {}
    for size, parts, method, time in line.findall(figures.text("newton_qr")):
        found.setdefault(({"2": "complex dd", "4": "real qd"}[parts], size), {})[method] = float(time)
    shown = lambda time: f"{time:,.{2 if time < 10 else 1 if time < 100 else 0}f}"
    return [[kind, size, shown(time["0"]), shown(time["1"]), f"{time['1'] / time['0']:.1f}x", shown(time["2"])]
            for (kind, size), time in found.items()]


def solve_phc(figures):
    return [[system, paths, certified, real, ours, found, found_real, theirs]
            for system, paths, certified, real, _, _, ours, found, found_real, theirs in figures.rows("solve_phc")]


def solve_parameters(figures):
    times = re.findall(r"([\d.]+) user s, (\d+) solutions per second", figures.text("solve_parameters"))
    names = "`vieta solve --parameters`", "`vieta solve`, a process for each", "`phc -b -t1`, a process for each"
    return {name: [None, None, seconds, f"{int(rate):,}"] for name, (seconds, rate) in zip(names, times, strict=True)}


# The beginning of a table's header, which of those that begin so, and its rows: all of them, or by the beginning of their first cell the
# cells behind it (None: as before).
TABLES = [
    ("| degree | vieta, 1 thread | vieta, 2 threads |", 0, as_printed("roots_scaling")),
    ("| coefficients | 1000 | 10000 |", 0, near_linear),
    ("| degree | 1,000 | 10,000 | 100,000 |", 0, growth),
    ("| degree | ehrlich-aberth | near-linear |", 0, as_printed("near_linear", 2)),
    ("| degree | R | roots |", 0, as_printed("near_linear", 3)),
    ("| degree | vieta, AVX-512 | vieta, AVX2 | numpy.roots |", 0, root_batches),
    ("| N | float sparse: cyPolynomial ns |", 0, real_roots("real_roots_low", "real_roots_high")),
    ("| N | float sparse: cyPolynomial ns |", 1, real_roots("real_roots_avx2_low", "real_roots_avx2_high")),
    ("| N | roots, float dense |", 0, real_roots_missed),
    ("| function | interval | degree | published |", 0, as_printed("minimax_polynomials")),
    ("| function | interval | type | published |", 0, as_printed("minimax_quotients")),
    ("| function | gcn, model |", 0, as_printed("minimax_cost")),
    ("| problem | vieta, one core |", 0, newton_published),
    ("| | n | Householder, in panels |", 0, newton_qr),
    ("| system | listed | vieta: proven to 60 digits |", 0, as_printed("newton_phc")),
    ("| system | paths | certified | of them real |", 0, solve_phc),
    ("| system | product of degrees | paths |", 0, as_printed("solve_large")),
    ("| | instances | certified solutions |", 0, solve_parameters),
    ("| systems | number | solutions | boxes each | most | SIMD |", 0, as_printed("boxes")),
    ("| systems | number | solutions | vieta, SIMD |", 0, as_printed("boxes_peers")),
    ("| polynomial | vieta | numpy.roots |", 0, as_printed("python_peers")),
    ("| polynomial | vieta | numpy.roots |", 1, as_printed("python_peers", 1)),
    ("| call | C++ | Python |", 0, as_printed("call_times")),
]


def main(folder, page_path):
    figures = Figures(folder)
    page = pathlib.Path(page_path)
    lines = page.read_text().split("\n")
    without = 0
    for header, number, rows in TABLES:
        start = [i for i, line in enumerate(lines) if line.startswith(header)][number]
        end = next(i for i in range(start, len(lines)) if not lines[i].startswith("|"))
        try:
            found = rows(figures)
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as problem:  # missing, or not what we know
            print(f"no figures for {header} ({problem})", file=sys.stderr)
            without += 1
            continue
        if isinstance(found, list):
            lines[start + 2 : end] = map(as_line, found)
            continue
        for i in range(start + 2, end):
            row = cells(lines[i])
            name = next((key for key in found if row[0].startswith(key)), None)
            for place, cell in enumerate(found.get(name, []), 1):
                row[place] = row[place] if cell is None else cell
            lines[i] = as_line(row)
    page.write_text("\n".join(lines))
    plots.draw(page)
    return 2 if without else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
