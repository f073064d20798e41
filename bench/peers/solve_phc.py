"""`vieta solve` and PHCpack's `phc -b` on the same systems, in the same run, each on one core; user seconds.

    python3 bench/peers/solve_phc.py [--program build/release/vieta] [--files FOLDER] [--no-phc] [NAME ...]
    python3 bench/peers/solve_phc.py --beside OTHER/vieta --repeat 5 [--start total-degree] [--no-phc]

phc is the Debian package phcpack, a separate program. Names are katsura-8, cyclic-7, ...; or files of PHCpack's in
FOLDER, of which the listed solutions are looked for among those found. --beside runs another version of vieta in turns
with this one, and tells how the times compare: of --repeat runs the fastest one counts, as others use the machine, too.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from fractions import Fraction


def cyclic(n):
    x = [f"x{k}" for k in range(n)]
    sums = [" + ".join("*".join(x[(j + k) % n] for k in range(d)) for j in range(n)) for d in range(1, n)]
    return sums + ["*".join(x) + " - 1"]


def katsura(n):
    equations = []
    for m in range(n):
        terms = [f"u{abs(k)}*u{abs(m - k)}" for k in range(-n, n + 1) if abs(m - k) <= n]
        equations.append(" + ".join(terms) + f" - u{m}")
    return equations + [" + ".join(["u0"] + [f"2*u{k}" for k in range(1, n + 1)]) + " - 1"]


def noon(n):
    return [" + ".join(f"x{i}*x{j}**2" for j in range(n) if j != i) + f" - 11/10*x{i} + 1" for i in range(n)]


def eco(n):
    equations = []
    for k in range(1, n):
        terms = [f"x{k}*x{n}"] + [f"x{i}*x{i + k}*x{n}" for i in range(1, n - k)]
        equations.append(" + ".join(terms) + f" - {k}")
    return equations + [" + ".join(f"x{k}" for k in range(1, n)) + " + 1"]


def reimer(n):
    return [" ".join(f"{'-' if j % 2 else '+'} 2*x{j}**{d}" for j in range(n)).lstrip("+ ") + " - 1"
            for d in range(2, n + 2)]


def chandra(n):
    """That of PHCpack's collection: c = 0.51234."""
    equations, c = [], Fraction(51234, 100000)
    for i in range(1, n + 1):
        terms = " ".join(f"- {c * Fraction(i, i + j)}*H{i}*H{j}" for j in range(1, n))
        equations.append(f"{2 * n - c}*H{i} {terms} - {2 * n}")
    return equations


FAMILIES = {"cyclic": cyclic, "katsura": katsura, "noon": noon, "eco": eco, "reimer": reimer, "chandra": chandra}
TOTAL_DEGREE = ["cyclic-5", "cyclic-6", "cyclic-7", "eco-6", "eco-7", "eco-8", "eco-9", "noon-4", "noon-5", "noon-6", "noon-7"]
DEFAULT = ["katsura-5", "katsura-6", "katsura-7", "katsura-8", "katsura-9", "cyclic-5", "cyclic-6", "cyclic-7",
           "noon-3", "noon-4", "noon-5", "eco-5", "eco-6", "eco-7", "eco-8", "reimer-4", "chandra-5", "chandra-6"]


def run(arguments, limit):
    """User and wall seconds, exit code (None: past the limit), standard output."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.perf_counter()
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=limit)
        code, out = done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        code, out = None, ""
    wall = time.perf_counter() - begin
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, wall, code, out


def phc_counts(text):
    """Solutions at the end of phc's output file, and those of them called regular and real."""
    block = text.rsplit("THE SOLUTIONS", 1)[-1]
    kinds = re.findall(r"== err :[^\n]*= res :[^\n=]*= *(\w+) (\w+)", block)
    return len(re.findall(r"^solution \d+ :", block, re.M)), sum(k == ("real", "regular") for k in kinds)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("names", nargs="*", default=DEFAULT)
    options.add_argument("--program", default="build/release/vieta")
    options.add_argument("--files")
    options.add_argument("--no-phc", action="store_true")
    options.add_argument("--seed", default="1")
    options.add_argument("--limit", type=float, default=120)
    options.add_argument("--start", help="as of `vieta solve`")
    options.add_argument("--beside", help="another version of vieta")
    options.add_argument("--repeat", type=int, default=1)
    given = options.parse_args()
    if given.names == DEFAULT and given.start == "total-degree":
        given.names = TOTAL_DEGREE
    names = sorted(os.listdir(given.files)) if given.files and given.names == DEFAULT else given.names
    heads = ["system", "paths", "certified", "real", "singular", "failed", "vieta, s"]
    heads += ["the other vieta, s", "ratio"] if given.beside else []
    heads += [] if given.no_phc else ["phc: found", "real", "phc -b, s"]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "system")
            if given.files:
                path = os.path.join(given.files, name)
            else:
                family, n = name.rsplit("-", 1)
                equations = FAMILIES[family](int(n))
                with open(path, "w") as file:
                    file.write(f"{len(equations)}\n" + "".join(f" {e};\n" for e in equations))
            arguments = ["solve", path, "--threads", "1", "--json", "--seed", given.seed, "--max-seconds", str(given.limit)]
            arguments += ["--start", given.start] if given.start else []
            user = other = float("inf")
            for _ in range(given.repeat):
                seconds, _, code, out = run([given.program, *arguments], given.limit + 60)
                user = min(user, seconds)
                if given.beside:
                    other = min(other, run([given.beside, *arguments], given.limit + 60)[0])
            if not out:
                print(f"| {name} | not read or not square |")
                continue
            report = json.loads(out)["report"]
            paths = report["paths"]
            row = [name, paths["total"], report["certified"], report["real"], report["singular"],
                   paths["failed"] + paths["stopped"], f"{user:.3f}"]
            if given.beside:
                row += [f"{other:.3f}", f"{user / other:.2f}"]
            if not given.no_phc:
                result = os.path.join(folder, "out")
                user, _, code, _ = run(["phc", "-b", "-t1", path, result], given.limit)
                found, real = ("-", "-")
                if code is not None and os.path.exists(result):
                    with open(result, errors="replace") as file:
                        found, real = phc_counts(file.read())
                row += [found, real, f"{user:.2f}" if code is not None else f"> {given.limit:g}"]
            print("| " + " | ".join(map(str, row)) + " |")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
