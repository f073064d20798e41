#!/usr/bin/env python3
"""Seconds of `vieta roots` beside MPSolve's two algorithms and PARI's polroots, one thread each, whole processes.

    bench/peers/roots/table.py --vieta build/release/vieta --data $VIETA_TEST_DATA/mpsolve --out docs/roots_peers.md

Every program reads the same polynomial and prints all roots to 15 guaranteed digits (vieta: certified discs as JSON).
The three take turns on each input; short runs are repeated, the median counts. Peers are separate programs:
apt-get install mpsolve pari-gp. A run that exceeds --timeout is written as ">timeout".
"""
import argparse
import datetime
import math
import os
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time


def seconds(command, timeout):
    """One run: wall seconds; infinite when it took too long, None when it failed.

    The wait blocks, and a timer kills: subprocess's own timeout looks only every now and then, up to 50 ms late.
    """
    start = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killer = threading.Timer(timeout, child.kill)
    killer.start()
    status = child.wait()
    elapsed = time.perf_counter() - start
    killer.cancel()
    if elapsed >= timeout:
        return math.inf
    return elapsed if status == 0 else None


def measure(commands, timeout):
    """Medians of several commands run in turn: 7 rounds while they are short, 1 when they are long."""
    runs = {name: [] for name in commands}
    for round_number in range(7):
        for name, command in commands.items():
            first = runs[name][0] if runs[name] else 0
            if first is None or first > 2 or (round_number >= 3 and first > 0.3):
                continue
            runs[name].append(seconds(command, timeout))
    return {name: None if None in found else statistics.median(found) for name, found in runs.items()}


def show(value):
    if value is None:
        return "failed"
    return ">limit" if math.isinf(value) else f"{value:.4f}" if value < 1 else f"{value:.2f}"


def gaussian(degree, path, complex_coefficients=True):
    """Dense random coefficients as MPSolve reads them; doubles written with all their digits."""
    generator = random.Random(degree)
    kind = "dcf" if complex_coefficients else "drf"
    with open(path, "w") as out:
        out.write(f"! dense Gaussian\n{kind}\n0\n{degree}\n")
        for _ in range(degree + 1):
            parts = [repr(generator.gauss(0, 1)) for _ in range(2 if complex_coefficients else 1)]
            out.write(" ".join(parts) + "\n")


def pari_program(path, scratch):
    """A gp program that solves a dense real .pol file at 19 digits, or None for other files."""
    tokens = [word for line in path.read_text().splitlines() for word in line.split("!")[0].split()]
    if tokens[0] not in ("dri", "drq"):
        return None
    degree, values = int(tokens[2]), tokens[3:]
    if tokens[0] == "drq":
        values = [f"{values[2 * k]}/{values[2 * k + 1]}" for k in range(degree + 1)]
    program = scratch / (path.stem + ".gp")
    program.write_text('default(parisizemax, "4G");\n\\p 19\nprint(polroots(Polrev([' + ",\\\n".join(values[:degree + 1]) + "])));\nquit\n")
    return program


def version(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip().splitlines()[0]


def cpu_name():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vieta", default="build/release/vieta")
    parser.add_argument("--data", default=os.environ.get("VIETA_TEST_DATA", "") + "/mpsolve")
    parser.add_argument("--out", default="-")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--random", type=int, nargs="*", default=[1000, 2000, 5000])
    parser.add_argument("--pari", nargs="*", default=["chebyshev", "hermite", "laguerre", "legendre", "wilk", "kats", "mand"],
                        help="families that PARI tries too (it is far behind on the others)")
    parser.add_argument("--only", default="", help="only files whose name contains this")
    options = parser.parse_args()

    scratch = pathlib.Path(tempfile.mkdtemp())
    inputs = sorted(path for path in pathlib.Path(options.data).glob("*.pol") if options.only in path.name)
    for degree in options.random:
        path = scratch / f"gaussian-complex-{degree}.pol"
        gaussian(degree, path)
        inputs.append(path)

    rows, wins, within, comparable = [], 0, 0, 0
    for path in inputs:
        pari = pari_program(path, scratch) if path.stem.startswith(tuple(options.pari)) else None
        commands = {
            "vieta": [options.vieta, "roots", str(path), "--threads", "1", "--json", "--quiet"],
            "-as": ["mpsolve", "-as", "-Ga", "-o15", "-j1", str(path)],
            "-au": ["mpsolve", "-au", "-Ga", "-o15", "-j1", str(path)],
        }
        if pari:
            commands["pari"] = ["gp", "-q", "-f", str(pari)]
        times = measure(commands, options.timeout)
        peers = [t for t in (times["-as"], times["-au"]) if t is not None]
        ratio = ""
        if times["vieta"] is not None and peers and not math.isinf(min(peers + [times["vieta"]])):
            best = min(peers)
            comparable += 1
            ratio = f">{options.timeout / times['vieta']:.0f}x" if math.isinf(best) else f"{best / times['vieta']:.1f}x"
            wins += best > times["vieta"]
            within += times["vieta"] <= 3 * best
        rows.append(f"| {path.stem} | {show(times['vieta'])} | {show(times['-as'])} | {show(times['-au'])} | {show(times['pari']) if pari else ''} | {ratio} |")
        print(rows[-1], file=sys.stderr, flush=True)

    lines = [
        f"Machine: {cpu_name()}, {os.cpu_count()} processors; {datetime.date.today()}; {version([options.vieta, '--version'])}; "
        f"mpsolve {version(['dpkg-query', '-W', '-f=${Version}', 'mpsolve'])}; "
        f"PARI {version(['gp', '--version-short'])}; limit {options.timeout:.0f} s.",
        "",
        f"Faster than the better of MPSolve's two algorithms on **{wins} of {comparable}** inputs; within 3x on {within}.",
        "",
        "| input | vieta | mpsolve -as | mpsolve -au | PARI polroots | better MPSolve / vieta |",
        "|---|---|---|---|---|---|",
        *rows,
    ]
    text = "\n".join(lines) + "\n"
    if options.out == "-":
        print(text)
    else:
        pathlib.Path(options.out).write_text(text)


if __name__ == "__main__":
    main()
