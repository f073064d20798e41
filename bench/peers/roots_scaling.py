#!/usr/bin/env python3
"""Seconds and memory of `vieta roots` by degree (dense complex Gaussian coefficients), drawn as an SVG.

    bench/peers/roots_scaling.py --vieta build/release/vieta --svg docs/images/roots_scaling.svg

Coefficients travel as .npy. MPSolve runs beside it up to --peer-degree.
"""
import argparse
import math
import os
import random
import struct
import subprocess
import tempfile
import time


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


def log_log_svg(series, path):
    """A small log-log plot; `series` maps a name to (degree, seconds) pairs."""
    points = [p for values in series.values() for p in values]
    x0, x1 = (math.floor(math.log10(min(p[0] for p in points))), math.ceil(math.log10(max(p[0] for p in points))))
    y0, y1 = (math.floor(math.log10(min(p[1] for p in points))), math.ceil(math.log10(max(p[1] for p in points))))
    width, height, margin = 640, 420, 60
    place_x = lambda v: margin + (math.log10(v) - x0) / (x1 - x0) * (width - 2 * margin)
    place_y = lambda v: height - margin - (math.log10(v) - y0) / (y1 - y0) * (height - 2 * margin)
    colours = ["#1f6feb", "#2da44e", "#cf222e", "#8250df"]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for decade in range(x0, x1 + 1):
        x = place_x(10.0 ** decade)
        out.append(f'<path d="M{x:.1f} {margin}V{height - margin}" stroke="#ddd"/>'
                   f'<text x="{x:.1f}" y="{height - margin + 18}" text-anchor="middle">1e{decade}</text>')
    for decade in range(y0, y1 + 1):
        y = place_y(10.0 ** decade)
        out.append(f'<path d="M{margin} {y:.1f}H{width - margin}" stroke="#ddd"/>'
                   f'<text x="{margin - 8}" y="{y + 4:.1f}" text-anchor="end">1e{decade} s</text>')
    for colour, (name, values) in zip(colours, series.items()):
        line = "L".join(f"{place_x(n):.1f} {place_y(t):.1f}" for n, t in values)
        out.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{place_x(n):.1f}" cy="{place_y(t):.1f}" r="3" fill="{colour}"/>' for n, t in values]
        n, t = values[-1]
        out.append(f'<text x="{place_x(n) - 8:.1f}" y="{place_y(t) - 8:.1f}" text-anchor="end" fill="{colour}">{name}</text>')
    out.append(f'<text x="{width / 2}" y="{height - 14}" text-anchor="middle">degree</text></svg>')
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")


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
    log_log_svg({name: values for name, values in series.items() if values}, options.svg)


if __name__ == "__main__":
    main()
