#!/usr/bin/env python3
"""Draws the growth of the near-linear method's time with the degree, from the tables that two benchmarks print.

    build/release/bench/near_linear_bench --growth 1e7 > cpu.txt
    build/gpu/bench/roots_gpu_bench 1e8 > gpu.txt
    bench/peers/roots/near_linear_growth.py --cpu cpu.txt --gpu gpu.txt --svg docs/images/near_linear_growth.svg

Complex Gaussian coefficients. The slopes that it prints are least squares lines through logarithms.
"""
import argparse
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tables"))

import log_log


def slope(points):
    x, y = ([math.log10(p[axis]) for p in points] for axis in (0, 1))
    x_mean, y_mean = sum(x) / len(x), sum(y) / len(y)
    return sum((a - x_mean) * (b - y_mean) for a, b in zip(x, y)) / sum((a - x_mean) ** 2 for a in x)


def read(path, row, unit):
    """(degree, seconds) for each line that `row` matches."""
    with open(path) as file:
        return [(int(m[1]), float(m[2]) * unit) for m in re.finditer(row, file.read(), re.MULTILINE)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cpu", help="output of near_linear_bench --growth")
    parser.add_argument("--gpu", help="output of roots_gpu_bench")
    parser.add_argument("--cpu-name", default="2 threads")
    parser.add_argument("--gpu-name", default="one GPU")
    parser.add_argument("--svg", default="near_linear_growth.svg")
    options = parser.parse_args()
    measured = []
    if options.cpu:
        measured.append((options.cpu_name, read(options.cpu, r"^\| (\d+) \| ([\d.]+) \|$", 1)))
    if options.gpu:
        measured.append((options.gpu_name, read(options.gpu, r"^\| complex Gaussian \| (\d+) \| ([\d.]+) \|", 1e-3)))
    series = {}
    for name, points in measured:
        large = [p for p in points if p[0] >= 100_000]
        print(f"{name}: slope {slope(points):.2f}; from degree 100,000 on {slope(large):.2f}")
        series[f"{name}, slope {slope(points):.2f}"] = points
    log_log.draw(series, options.svg, "roots, near-linear method: seconds by degree")


if __name__ == "__main__":
    main()
