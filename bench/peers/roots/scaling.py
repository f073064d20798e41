#!/usr/bin/env python3
"""Seconds and memory of `vieta roots` by degree (dense complex Gaussian coefficients), drawn as an SVG by Matplotlib.

    bench/peers/roots/scaling.py --vieta build/release/vieta --svg docs/images/roots_scaling.svg

Coefficients travel as .npy. MPSolve runs beside it up to --peer-degree.
"""
import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tables"))

import log_log


def write_npy(path, degree):
    generator = random.Random(degree)
    header = f"{{'descr': '<c16', 'fortran_order': False, 'shape': ({degree + 1},), }}"
    header += " " * ((64 - (10 + len(header) + 1) % 64) % 64) + "\n"
    with open(path, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for _ in range(degree + 1):
            out.write(struct.pack("<dd", generator.gauss(0, 1), generator.gauss(0, 1)))


def write_pol(path, degree):
    generator = random.Random(degree)
    with open(path, "w") as out:
        out.write(f"dcf\n0\n{degree}\n")
        for _ in range(degree + 1):
            out.write(f"{generator.gauss(0, 1)!r} {generator.gauss(0, 1)!r}\n")


def run(command):
    """Wall seconds and peak megabytes of one finished command."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        raise SystemExit(f"{command} ended with status {status}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vieta", default="build/release/vieta")
    parser.add_argument("--svg", default="roots_scaling.svg")
    parser.add_argument("--degrees", type=int, nargs="*", default=[100, 300, 1000, 3000, 10000, 30000, 100000])
    parser.add_argument("--peer-degree", type=int, default=3000)
    options = parser.parse_args()
    scratch = tempfile.mkdtemp()
    series = {"vieta, 1 thread": [], "vieta, 2 threads": [], "mpsolve -as -Ga -o15 -j1": []}
    print("| degree | vieta, 1 thread | vieta, 2 threads | memory | mpsolve -as -Ga -o15 -j1 |\n|---|---|---|---|---|")
    for degree in options.degrees:
        npy, pol = f"{scratch}/{degree}.npy", f"{scratch}/{degree}.pol"
        write_npy(npy, degree)
        write_pol(pol, degree)
        repeats = 3 if degree <= 30000 else 1
        results = {}
        for threads in (1, 2):
            runs = sorted(run([options.vieta, "roots", npy, "--threads", str(threads), "--json", "--quiet"]) for _ in range(repeats))
            results[threads] = runs[len(runs) // 2]
            series[f"vieta, {threads} thread{'s' if threads > 1 else ''}"].append((degree, results[threads][0]))
        peer = ""
        if degree <= options.peer_degree:
            seconds, _ = run(["mpsolve", "-as", "-Ga", "-o15", "-j1", pol])
            series["mpsolve -as -Ga -o15 -j1"].append((degree, seconds))
            peer = f"{seconds:.3f} s"
        print(f"| {degree} | {results[1][0]:.3f} s | {results[2][0]:.3f} s | {results[2][1]:.0f} MB | {peer} |", flush=True)
    log_log.draw({name: values for name, values in series.items() if values}, options.svg, "roots: seconds by degree")


if __name__ == "__main__":
    main()
