"""`vieta components` and PHCpack's `phc -B` on the same systems, in the same run, each on one core; user seconds.

    python3 bench/peers/components_phc.py [--program build/release/vieta] [--no-phc] [--limit 300] [NAME ...]

phc is the Debian package phcpack, a separate program; it asks for the expected top dimension, and is told the right one.
What is right was found with Singular, or is in the literature (docs/benchmarks.md).
"""

import argparse
import itertools
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SYSTEMS = Path(__file__).resolve().parents[2] / "examples" / "systems"
SPHERE = "(x^2 + y^2 + z^2 - 1)"


def cyclic(n):
    x = [f"x{k}" for k in range(n)]
    sums = [" + ".join("*".join(x[(j + k) % n] for k in range(d)) for j in range(n)) for d in range(1, n)]
    return sums + ["*".join(x) + " - 1"]


def products(*factors):
    return ["*".join(f"({f})" for f in one) for one in itertools.product(*factors)]


def minors(n):
    return [f"a{k}*b{k + 1} - a{k + 1}*b{k}" for k in range(1, n)]


def commuting(n):
    entries = itertools.product(range(n), repeat=2)
    return [" + ".join(f"a{i}{k}*b{k}{j} - b{i}{k}*a{k}{j}" for k in range(n)) for i, j in entries]


def example(name):
    lines = (SYSTEMS / f"{name}.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


# Equations; degrees by dimension, those of isolated points being 1.
KNOWN = {
    "twisted cubic": (["x*z - y^2", "y - z^2", "x - y*z"], {1: [3]}),
    "cubic, line, point": (products(["x*z - y^2", "y - x^2", "x*y - z"], ["x - 2", "y + z - 1"], ["x - 3", "y - 3", "z - 3"]),
                           {1: [3, 1], 0: [1]}),
    "sphere, curves, point": ([f"(y-x^2)*{SPHERE}*(2*x-1)", f"(z-x^3)*{SPHERE}*(2*y-1)", f"(y-x^2)*(z-x^3)*{SPHERE}*(2*z-1)"],
                              {2: [2], 1: [3, 1, 1, 1], 0: [1]}),
    "adjacent minors 2 x 4": (minors(4), {5: [4, 2, 2]}),
    "adjacent minors 2 x 6": (minors(6), {7: [6, 6, 6, 4, 4, 2, 2, 2]}),
    "commuting matrices 3 x 3": (commuting(3), {12: [31]}),
    "seven-bar": (example("seven_bar"), {1: [6], 0: [1] * 6}),
    "Griffis-Duffy, equal legs": (example("griffis_duffy"), {2: [2], 1: [6, 6, 6, 6, 4] + [1] * 12}),
    "Griffis-Duffy": (example("griffis_duffy_general"), {2: [2], 1: [28] + [1] * 12}),
    "cyclic-4": (cyclic(4), {1: [2, 2]}),
    "cyclic-8": (cyclic(8), {1: [16] * 8 + [2] * 8, 0: [1] * 1152}),
    "cyclic-9, dimension 2": (cyclic(9), {2: [3] * 6}),
}


def run(arguments, limit, given=""):
    """User seconds, exit code (None: past the limit of processor seconds), standard output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(["prlimit", f"--cpu={limit}", *arguments], input=given, capture_output=True, text=True)
    code, out = (None if done.returncode < 0 else done.returncode), done.stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, code, out


def shown(degrees):
    """{1: [3, 1, 1]} as "1: 3 1 1", many equal ones as 12 x 1."""
    if degrees is None:
        return "-"
    parts = []
    for d in sorted(degrees, reverse=True):
        groups = [(k, len(list(of))) for k, of in itertools.groupby(sorted(degrees[d], reverse=True))]
        if d == 0:
            parts.append(f"{len(degrees[d])} points")
        else:
            parts.append(f"{d}: " + " ".join(f"{count} x {k}" if count > 2 else " ".join([str(k)] * count) for k, count in groups))
    return "; ".join(parts) or "none"


def found_by_vieta(out):
    result = json.loads(out)
    degrees = {}
    for c in result["components"]:
        degrees.setdefault(c["dimension"], []).append(c["degree"])
    if result["isolated"]:
        degrees[0] = [1] * len(result["isolated"])
    return degrees, sum(d["paths"] for d in result["report"]["dimensions"])


def found_by_phc(text):
    """The last table of a file of phc -B: degrees of factors by dimension; and points after filters."""
    degrees = {}
    for line in text.rsplit("degrees of factors", 1)[-1].splitlines():
        row = re.match(r"\s*(\d+) \|[^|]*\|([ \d]*)$", line)
        if row and row[2].split():
            degrees[int(row[1])] = [int(k) for k in row[2].split()]
    points = re.search(r"^ *0 \|[^|]*\|.*-> *(\d+) *$", text.rsplit("solutions after filter", 1)[-1], re.M)
    if points and int(points[1]) > 0:
        degrees[0] = [1] * int(points[1])
    return degrees


def main():
    options = argparse.ArgumentParser()
    options.add_argument("names", nargs="*", default=list(KNOWN))
    options.add_argument("--program", default="build/release/vieta")
    options.add_argument("--no-phc", action="store_true")
    options.add_argument("--limit", type=int, default=300)
    given = options.parse_args()
    print("| system | right: dimension, degrees | paths | vieta | s | phc -B | s |\n|" + "---|" * 7, flush=True)
    wrong = 0
    for name in given.names:
        equations, right = KNOWN[name]
        right = {d: sorted(k, reverse=True) for d, k in right.items()}
        least = ["--min-dimension", "2"] if name.endswith("dimension 2") else []
        seconds, code, out = run([given.program, "components", "--system", "; ".join(equations), "--threads", "1", "--json",
                                  *least], given.limit)
        degrees, paths = found_by_vieta(out) if out else (None, "-")
        same = degrees is not None and {d: sorted(k, reverse=True) for d, k in degrees.items()} == right
        wrong += not same
        verdict = ("right" if same else shown(degrees)) + ("" if code == 0 else f", exit code {code}")
        other, its = "", ""
        if not given.no_phc:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "system")
                variables = len(set(re.findall(r"[a-z]\d*", "".join(equations))))
                with open(path, "w") as file:
                    file.write(f"{len(equations)} {variables}\n" + "".join(f" {e};\n" for e in equations))
                its, code, _ = run(["phc", "-B", path, path + ".out"], given.limit, f"{max(right)}\nn\ny\n")
                answer = path + ".out"
                text = Path(answer).read_text(errors="replace") if os.path.exists(answer) else ""
                theirs = found_by_phc(text) if code == 0 else None
                same = theirs is not None and {d: sorted(k, reverse=True) for d, k in theirs.items()} == right
                other = "right" if same else f"not in {given.limit} s" if code is None else shown(theirs)
                its = f"{its:.2f}"
        print(f"| {name} | {shown(right)} | {paths} | {verdict} | {seconds:.2f} | {other} | {its} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
