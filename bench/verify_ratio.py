#!/usr/bin/env python3
"""What `vieta verify` takes beside what the solver took, for results of every verb that it knows.

    bench/verify_ratio.py --vieta build/release/vieta [--only REGEX] [--markdown]

One thread for both. The solver's seconds are those of its report, verify's those of its last line: reading and the start of the
program apart. Or it is the processor's beyond those of starting the program, if that is less, and both are repeated up to --rounds
times, and the least of each told, while the ratio is above 5: others may use the machine. The last column is what the program said: anything but `holds` is a fault, unless the result was solved in part.
"""

import argparse
import math
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench/peers/roots"))
from hard import chebyshev, exponential, mandelbrot, wilkinson  # noqa: E402
from real_only import large, mignotte, nested, partition, small, squares  # noqa: E402

UNITS = {"min": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}


def complex_rows(degree):
    source = random.Random(degree)
    return [f"{source.randint(-9, 9)} {source.randint(-9, 9)}" for _ in range(degree + 1)]


def cases():
    """Name, verb, what is read (a list of lines, or arguments), options of the solver."""
    families = [
        (wilkinson, (20, 100, 200, 400)),
        (chebyshev, (100, 320, 640)),
        (mandelbrot, (255,)),
        (exponential, (100, 400)),
        (mignotte, (20, 100, 500)),
        (partition, (400, 1600)),
        (small, (20, 100, 1000, 3000)),
        (large, (20, 100)),
        (squares, (30, 300)),
    ]
    for make, degrees in families:
        for degree in degrees:
            lines = [str(a) for a in make(degree)]
            name = f"{make.__name__} {degree}"
            yield name, "roots", lines, []
            if make is not mandelbrot:
                yield f"{name}, real", "roots", lines, ["--real-only"]
            if make is small:
                yield f"{name}, disc", "roots", lines, ["--in-disc", "0,1"]
                yield f"{name}, box", "roots", lines, ["--in-box", "0,2,0,1"]
                yield f"{name}, uncertain", "roots", lines, ["--uncertainty", "1e-10"]
                if degree <= 100:
                    yield f"{name}, 1000 digits", "roots", lines, ["--digits", "1000"]
    for degree in (10, 26, 50):
        yield f"nested {degree}, 40 digits", "roots", [str(a) for a in nested(degree)], ["--digits", "40"]
    for degree in (100, 1000):
        yield f"complex {degree}", "roots", complex_rows(degree), []
        yield f"complex {degree}, half plane", "roots", complex_rows(degree), ["--in-box", "-inf,inf,0,inf"]
    for text in ("(x-10^40-i)^3*(x-1)^2", "(x-i)^5*(x-1-2i)^7*(x^3-2i)^4", "(x^20-3x-i)^5*(x-1-2i)^7", "(x^20-3x-1)^5*(x-1)^7", "x^1000-1"):
        yield text, "roots", ("--poly", text), []
    yield "x^1000-1, disc", "roots", ("--poly", "x^1000-1"), ["--in-disc", "0,1"]
    yield "x^100000-3x^17+1, real", "roots", ("--poly", "x^100000-3x^17+1"), ["--real-only"]
    for family in ("cyclic:5", "cyclic:6", "cyclic:7", "katsura:6", "noon:4", "noon:5"):
        yield f"solve {family}", "solve", ("--family", family), []
    yield "solve noon:5, 60 digits", "solve", ("--family", "noon:5"), ["--digits", "60"]
    yield "newton circle and hyperbola, 60 digits", "newton", (str(ROOT / "examples/systems/circle_and_hyperbola.phc"),), ["--digits", "60"]
    for name in ("circle_and_cubic", "two_bezier_curves"):
        yield f"boxes {name}", "boxes", (str(ROOT / f"examples/systems/{name}.json"),), []
    for function, interval, degree in (("atan(x)", "0,1", 9), ("exp(x)", "0,1", 5), ("sin(x)", "-1,1", 7), ("j0(x)", "0,10", 12), ("acos(x)", "0,1", 5),
                                       ("log(x)", "1,2", 8), ("erf(x)", "0,2", 10), ("1/(1+x^2)", "-1,1", 10), ("gamma(x)", "1,2", 7)):
        yield f"minimax {function}", "minimax", (function,), ["--in", interval, "--degree", str(degree)]


def run(command, timeout):
    """What it wrote, and seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(told, used, start):
    """The clock of the program tells what is short, and the processor's what others may have kept waiting."""
    return min(told or math.inf, max(used - start, 1e-3) if not told or told > 5e-3 else math.inf)


def seconds_of_report(text):
    found = re.search(r'"seconds": ?([0-9.e+-]+)', text)
    return float(found[1]) if found else None


def seconds_of_verify(text):
    found = re.search(r"ball arithmetic, ([0-9.]+) (\S+) on cpu", text)
    return float(found[1]) * UNITS[found[2]] if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vieta", default="build/release/vieta")
    parser.add_argument("--only", default="", help="names that match this regular expression")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--rounds", type=int, default=6)
    options = parser.parse_args()
    start = min(run([options.vieta, "roots", "--poly", "x-1", "--json"], options.timeout)[1] for _ in range(5))
    print("| input | solver | verify | ratio | verdict |\n|---|--:|--:|--:|---|")
    with tempfile.TemporaryDirectory() as scratch:
        given, result = pathlib.Path(scratch, "input.txt"), pathlib.Path(scratch, "result.json")
        for name, verb, source, more in cases():
            if not re.search(options.only, name):
                continue
            read = list(source)
            if isinstance(source, list):
                given.write_text("\n".join(source) + "\n")
                read = [str(given)]
            try:
                took = again = math.inf
                for _ in range(options.rounds):
                    solved, used = run([options.vieta, verb, *read, *more, "--json", "--threads", "1"], options.timeout)
                    took = min(took, least(seconds_of_report(solved.stdout), used, start))
                    result.write_text(solved.stdout)
                    of = [] if verb == "minimax" else read
                    checked, used = run([options.vieta, "verify", str(result), *of, "--threads", "1"], options.timeout)
                    again = min(again, least(seconds_of_verify(checked.stdout), used, start))
                    if again <= 5 * took:
                        break
            except subprocess.TimeoutExpired:
                print(f"| {name} | - | - | - | no end |", flush=True)
                continue
            verdict = "holds" if checked.returncode == 0 else (checked.stdout + checked.stderr).splitlines()[0]
            print(f"| {name} | {took * 1e3:.3g} ms | {again * 1e3:.3g} ms | {again / took:.2g} | {verdict} |", flush=True)


if __name__ == "__main__":
    main()
