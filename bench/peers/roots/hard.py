#!/usr/bin/env python3
"""Processor seconds of `vieta roots` on ill-conditioned families, one thread, beside other builds of vieta and PARI.

    bench/peers/roots/hard.py --vieta build/release/vieta --also /tmp/vieta_before --pari --only mandelbrot

Programs take turns on each input, and the median of three runs counts (of one where a run takes longer than ten seconds). User
seconds, so that a machine that others use as well says something. PARI's polroots runs up to --peer-degree.
"""
import argparse
import json
import math
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile


def product(a, b):
    """Of integer polynomials, by one product of long numbers (Kronecker)."""
    size = (max(map(abs, a)).bit_length() + max(map(abs, b)).bit_length() + len(a).bit_length() + 2) // 8 + 1
    count, half = len(a) + len(b) - 1, 1 << (8 * size - 1)

    def packed(c):
        parts = (b"".join(max(sign * x, 0).to_bytes(size, "little") for x in c) for sign in (1, -1))
        return int.from_bytes(next(parts), "little") - int.from_bytes(next(parts), "little")

    # Half of the range is added to each digit, so that none is negative.
    raised = packed(a) * packed(b) + int.from_bytes(half.to_bytes(size, "little") * count, "little")
    digits = raised.to_bytes(size * count, "little")
    return [int.from_bytes(digits[size * k : size * (k + 1)], "little") - half for k in range(count)]


def mandelbrot(degree):
    p = [1]
    while len(p) - 1 < degree:
        p = [0] + product(p, p)
        p[0] = 1
    return p


def chebyshev(degree):
    before, now = [1], [0, 1]
    for _ in range(degree - 1):
        after = [0] + [2 * x for x in now]
        for k, x in enumerate(before):
            after[k] -= x
        before, now = now, after
    return now


def wilkinson(degree):
    p = [1]
    for k in range(1, degree + 1):
        p = [y - k * x for x, y in zip(p + [0], [0] + p)]
    return p


def exponential(degree):
    return [math.factorial(degree) // math.factorial(k) for k in range(degree + 1)]


def bessel(degree):
    return [math.factorial(degree + k) // (math.factorial(degree - k) * math.factorial(k) * 2**k) for k in range(degree + 1)]


def laguerre(degree):
    return [(-1) ** k * math.comb(degree, k) * (math.factorial(degree) // math.factorial(k)) for k in range(degree + 1)]


FAMILIES = {
    "mandelbrot": (mandelbrot, (511, 1023, 2047), 15),
    "chebyshev": (chebyshev, (640, 1280), 15),
    "wilkinson": (wilkinson, (200, 400, 800), 15),
    "exponential": (exponential, (400, 800), 15),
    "laguerre": (laguerre, (320,), 15),
    "bessel": (bessel, (300,), 50),
}


def user_seconds(command, timeout):
    """Seconds, and what it printed; infinite when it took too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return math.inf, ""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vieta", default="build/release/vieta")
    parser.add_argument("--also", nargs="*", default=[], help="other builds of vieta")
    parser.add_argument("--pari", action="store_true")
    parser.add_argument("--peer-degree", type=int, default=700)
    parser.add_argument("--most-degree", type=int, default=10**9)
    parser.add_argument("--only", default="", help="only families whose name contains this")
    parser.add_argument("--timeout", type=float, default=300)
    options = parser.parse_args()

    programs = [options.vieta, *options.also]
    print("| input | digits | " + " | ".join(programs + (["PARI"] if options.pari else [])) + " |")
    print("|---" * (2 + len(programs) + options.pari) + "|")
    scratch = pathlib.Path(tempfile.mkdtemp())
    for name, (make, degrees, digits) in FAMILIES.items():
        if options.only not in name:
            continue
        for degree in (d for d in degrees if d <= options.most_degree):
            coefficients = list(map(str, make(degree)))
            source = scratch / f"{name}{degree}.txt"
            source.write_text("\n".join(coefficients) + "\n")
            commands = [[p, "roots", str(source), "--threads", "1", "--quiet", "--json", "--digits", str(digits)] for p in programs]
            if options.pari and degree <= options.peer_degree:
                script = scratch / f"{name}{degree}.gp"
                script.write_text(f'default(parisizemax, "4G");\n\\p {digits + 4}\npolroots(Polrev([' + ",\\\n".join(coefficients) + "]));\nquit\n")
                commands.append(["gp", "-q", "-f", str(script)])
            seconds = [[] for _ in commands]
            for _ in range(3):
                for which, command in enumerate(commands):
                    if seconds[which] and seconds[which][0] > 10:
                        continue
                    time, text = user_seconds(command, options.timeout)
                    seconds[which].append(time)
                    if which < len(programs) and text and json.loads(text)["report"]["unproven"] != 0:
                        print(f"{name} {degree}: {command[0]} left roots unproven", file=sys.stderr)
            shown = [f"{statistics.median(s):.2f}" for s in seconds] + [""] * (len(programs) + options.pari - len(commands))
            print(f"| {name} {degree} | {digits} | " + " | ".join(shown) + " |", flush=True)


if __name__ == "__main__":
    main()
