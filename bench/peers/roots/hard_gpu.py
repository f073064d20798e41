#!/usr/bin/env python3
"""Seconds of `vieta roots` on ill-conditioned families, on the CPU with all its threads and on a GPU, in turns.

    bench/peers/roots/hard_gpu.py --vieta build/gpu/vieta --most-degree 4095

The time is that of the whole program, start, driver and reading included; in brackets what the solver says of itself. The best of
some runs (--runs). Every root has to be proven, or the row says how many are not.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from hard import FAMILIES  # noqa: E402

sys.set_int_max_str_digits(0)

DEGREES = {
    "mandelbrot": (1023, 2047, 4095, 8191),
    "chebyshev": (1280, 2560),
    "wilkinson": (800, 1600),
    "exponential": (800, 1600),
    "bessel": (300, 1000),
}


def run(command, timeout):
    """Seconds, and the report; infinite when it took too long."""
    begin = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return math.inf, None
    seconds = time.perf_counter() - begin
    if not done.stdout:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return seconds, json.loads(done.stdout)["report"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vieta", default="build/gpu/vieta")
    parser.add_argument("--method", default="auto")
    parser.add_argument("--on", nargs="*", default=["cpu", "cuda"])
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--most-degree", type=int, default=10**9)
    parser.add_argument("--most-on-cpu", type=int, default=10**9, help="degrees above are for the GPU alone")
    parser.add_argument("--only", default="", help="only families whose name contains this")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()), help="inputs are kept here")
    parser.add_argument("--timeout", type=float, default=300)
    options = parser.parse_args()

    print("| input | digits | " + " | ".join(options.on) + " | rounds | bits | left unproven |")
    print("|---" * (5 + len(options.on)) + "|")
    for name, degrees in DEGREES.items():
        make, _, digits = FAMILIES[name]
        for degree in (d for d in degrees if d <= options.most_degree and options.only in name):
            source = options.data / f"{name}{degree}.txt"
            if not source.exists():
                source.write_text("\n".join(map(str, make(degree))) + "\n")
            shown, report = [], None
            for on in options.on:
                if on != "cuda" and degree > options.most_on_cpu:
                    shown.append("")
                    continue
                command = [options.vieta, "roots", str(source), "--on", on, "--method", options.method, "--quiet", "--json", "--digits", str(digits)]
                runs = [run(command, options.timeout) for _ in range(options.runs)]
                best = min(runs, key=lambda r: r[0])
                if best[1] is None:
                    shown.append(f"> {options.timeout:g} s")
                    continue
                report = best[1]
                shown.append(f"{best[0]:.2f} s ({report['seconds']:.2f})")
            facts = [str(report[key]) for key in ("refinements", "precision_bits", "unproven")] if report else [""] * 3
            print(f"| {name} {degree} | {digits} | " + " | ".join(shown + facts) + " |", flush=True)


if __name__ == "__main__":
    main()
