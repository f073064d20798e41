"""What a call from Python costs beyond the same call in C++, and a million polynomials from a NumPy array.

    PYTHONPATH=build/release/python build/venv/bin/python bench/python/python_calls.py build/release/bench/call_times

The C++ program (bench/python/call_times.cpp) uses the same shared library and the same numbers. One thread, whose time on its
processor counts. Both sides take turns, and the best of all runs counts: what else the machine does only adds to it.
Prints a Markdown table.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time

import numpy as np

import vieta

COUNT, DEGREE, TURNS = 1_000_000, 10, 5


def seconds_of(runs, calls, call):
    times = []
    for _ in range(runs):
        start = time.thread_time()
        for _ in range(calls):
            call()
        times.append((time.thread_time() - start) / calls)
    return min(times)


def python_times(c):
    one, row = c[0].copy(), c[:1]
    kept = vieta.real_roots(c, (-1.0, 1.0), threads=1)
    return {
        "roots": seconds_of(15, 500, lambda: vieta.roots(one, threads=1)),
        "roots, with values and radii": seconds_of(
            15, 500, lambda: (lambda r: (r.values, r.radii))(vieta.roots(one, threads=1))
        ),
        "real_roots": seconds_of(15, 5000, lambda: vieta.real_roots(row, (-1.0, 1.0), threads=1)),
        "real_roots, with values": seconds_of(15, 5000, lambda: vieta.real_roots(row, (-1.0, 1.0), threads=1).values),
        "batch": seconds_of(9, 1, lambda: vieta.real_roots(c, (-1.0, 1.0), threads=1, out=kept)),
        "batch_result": seconds_of(9, 1, lambda: vieta.real_roots(c, (-1.0, 1.0), threads=1)),
    }


def cpp_times(program, path):
    text = subprocess.run([program, path, str(COUNT), str(DEGREE)], capture_output=True, text=True, check=True).stdout
    return {name: float(seconds) for name, seconds in map(str.split, text.splitlines())}


def main():
    c = np.random.default_rng(1).uniform(-1, 1, (COUNT, DEGREE + 1))
    python, cpp = [], []
    with tempfile.NamedTemporaryFile(suffix=".f64") as file:
        c.tofile(file.name)
        for _ in range(TURNS):
            cpp.append(cpp_times(sys.argv[1], file.name))
            python.append(python_times(c))

    def best(turns, name):
        return min(turn[name] for turn in turns)

    print(f"degree {DEGREE}, {vieta.real_roots(c[:1], threads=1).report['target']}\n")
    print("| call | C++ | Python | beyond C++ |\n|---|--:|--:|--:|")
    for name, same in (
        ("roots", "roots"),
        ("roots, with values and radii", "roots"),
        ("real_roots", "real_roots"),
        ("real_roots, with values", "real_roots"),
    ):
        a, b = best(cpp, same) * 1e6, best(python, name) * 1e6
        verb, _, more = name.partition(",")
        print(f"| `{verb}`,{more + ',' if more else ''} one polynomial | {a:.2f} us | {b:.2f} us | {b - a:.2f} us |")
    for name, what in (("batch", "into arrays that are there"), ("batch_result", "with fresh arrays")):
        a, b = best(cpp, name) * 1e3, best(python, name) * 1e3
        print(f"| `real_roots`, a million, {what} | {a:.1f} ms | {b:.1f} ms | {100 * (b / a - 1):+.1f} % |")


if __name__ == "__main__":
    main()
