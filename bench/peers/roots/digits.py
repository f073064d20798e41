#!/usr/bin/env python3
"""Close roots to thousands of digits: `vieta roots --digits N` beside MPSolve's -as -Ga -oN and FLINT's arb_fmpz_poly_complex_roots.

    bench/peers/roots/digits.py --vieta build/release/vieta --python-flint build/venv

Polynomials whose roots lie far closer together than their coefficients suggest: Mignotte's, two of them in one, and clusters in
clusters. One thread, in turns, processor seconds beyond those of starting the program (FLINT: around its call, in one process); medians. Each
of ours has to end with 0, which means that every root is proven to its digits. `-`: more than --timeout, in processor seconds too, so that other
programs on the machine stop nobody; `failed`: another exit code.
"""

import argparse
import ctypes
import json
import math
import multiprocessing
import pathlib
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from hard import product  # noqa: E402
from real_only import Polynomial, flint_library, mignotte, nested, text  # noqa: E402

ACB_BYTES = 96
SHORT, SHORT_ROUNDS, SLOW = 0.05, 5, 2  # seconds; short runs are repeated so many times more often, slow ones not


def mignotte_of_size(degree, a):
    """x^n - 2 (a x - 1)^2"""
    p = [0] * degree + [1]
    p[0], p[1], p[2] = p[0] - 2, p[1] + 4 * a, p[2] - 2 * a * a
    return p


def two_mignottes(degree):
    """The product of two: four roots around 1e-6, pairs far closer than the pairs are to each other."""
    return product(mignotte_of_size(degree // 2, 10**6), mignotte_of_size(degree // 2, 10**6 + 1))


def cluster_in_cluster(degree):
    """((10^5 x - 1)^m - e) ((10^5 x - 1)^m - e + e x), e = 10^-60, m = n/3: m roots on a small circle around 1e-5, and another one near each."""
    third = degree // 3
    base = [1]
    for _ in range(third):
        base = product(base, [-1, 10**5])
    one, two = [c * 10**60 for c in base], [c * 10**60 for c in base]
    one[0], two[0] = one[0] - 1, two[0] - 1
    two[1] += 1
    return product(one, two)


FAMILIES = {
    "mignotte": (mignotte, (20, 100, 500)),
    "two mignottes": (two_mignottes, (40, 100)),
    "nested": (nested, (10, 26, 50)),
    "cluster in cluster": (cluster_in_cluster, (12, 30)),
}


def limit_processor_seconds(seconds):
    """Of this process, from its start."""
    whole = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (whole, resource.RLIM_INFINITY))


def processor_seconds(command, timeout):
    """What the program said, or None where it took longer, and the seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=lambda: limit_processor_seconds(timeout), check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (None if done.returncode == -signal.SIGXCPU or used > timeout else done), used


def solve_by_flint(environment, p, bits, rounds, timeout, queue):
    flint = flint_library(environment)
    flint.flint_calloc.restype = ctypes.c_void_p
    f = Polynomial()
    flint.fmpz_poly_init(ctypes.byref(f))
    flint.fmpz_poly_set_str(ctypes.byref(f), (f"{len(p)}  " + " ".join(map(str, p))).encode())
    times = []
    while len(times) < rounds:
        roots = ctypes.c_void_p(flint.flint_calloc(ctypes.c_size_t(len(p)), ctypes.c_size_t(ACB_BYTES)))
        limit_processor_seconds(time.process_time() + timeout)
        start = time.thread_time()  # under a limit Linux counts a process in its ticks, so that a short call would take no time
        flint.arb_fmpz_poly_complex_roots(roots, ctypes.byref(f), 0, ctypes.c_long(bits))
        times.append(time.thread_time() - start)
        if times[-1] > SLOW:
            break
    queue.put(statistics.median(times))


def by_flint(environment, p, bits, rounds, timeout):
    queue = multiprocessing.SimpleQueue()
    process = multiprocessing.Process(target=solve_by_flint, args=(environment, p, bits, rounds, timeout, queue))
    process.start()
    process.join()
    if process.exitcode == -signal.SIGXCPU:
        return math.inf
    median = math.nan if queue.empty() else queue.get()
    return math.inf if median > timeout else median


def by_program(command, start_command, rounds, timeout, check):
    """The median of the runs less that of the starts; short ones are repeated more often, as starting takes longer."""
    times, starts = [], []
    while len(times) < rounds or (times[-1] < SHORT and len(times) < SHORT_ROUNDS * rounds):
        done, used = processor_seconds(command, timeout)
        _, start = processor_seconds(start_command, timeout)
        if done is None:
            return math.inf
        if not check(done):
            return math.nan
        times.append(used)
        starts.append(start)
        if used > SLOW:
            break
    return max(statistics.median(times) - statistics.median(starts), 1e-4)


def shown_time(seconds):
    return "failed" if math.isnan(seconds) else text(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vieta", default="build/release/vieta")
    parser.add_argument("--python-flint", type=pathlib.Path, default=pathlib.Path("build/venv"), help="a virtual environment that has it")
    parser.add_argument("--only", default="", help="only families whose name contains this")
    parser.add_argument("--digits", type=int, nargs="+", default=[30, 300, 3000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=60)
    options = parser.parse_args()

    scratch = pathlib.Path(tempfile.mkdtemp())
    easy, easy_pol = scratch / "easy.txt", scratch / "easy.pol"
    easy.write_text("-1\n1\n")
    easy_pol.write_text("Monomial;\nDegree=1;\nInteger;\nReal;\nDense;\n-1\n1\n")
    has_flint = flint_library(options.python_flint) is not None
    print("| input | digits | vieta | MPSolve | FLINT | the quicker peer / vieta |\n|---|--:|--:|--:|--:|--:|")
    for name, (make, degrees) in FAMILIES.items():
        for degree in (d for d in degrees if options.only in name):
            p = make(degree)
            source, pol = scratch / "p.txt", scratch / "p.pol"
            source.write_text("\n".join(map(str, p)) + "\n")
            pol.write_text(f"Monomial;\nDegree={len(p) - 1};\nInteger;\nReal;\nDense;\n" + "\n".join(map(str, p)) + "\n")
            for digits in options.digits:

                def ours_holds(done):
                    if done.returncode != 0:
                        print(f"{name} {degree}, {digits} digits: vieta ends with {done.returncode}: {done.stderr.strip()}", file=sys.stderr)
                        return False
                    return len(json.loads(done.stdout)["roots"]) > 0

                words = ["--threads", "1", "--quiet", "--json", "--digits", str(digits)]
                ours = by_program([options.vieta, "roots", str(source), *words], [options.vieta, "roots", str(easy), *words], options.rounds,
                                  options.timeout, ours_holds)
                peer = ["mpsolve", "-as", "-Ga", f"-o{digits}", "-j1"]
                mpsolve = by_program([*peer, str(pol)], [*peer, str(easy_pol)], options.rounds, options.timeout, lambda done: done.returncode == 0)
                bits = int(digits * math.log2(10)) + 2
                flint = by_flint(options.python_flint, p, bits, options.rounds, options.timeout) if has_flint else math.inf
                quicker = min((t for t in (mpsolve, flint) if not math.isnan(t)), default=math.inf)
                shown = f"{quicker / ours:.2f}" if quicker < math.inf and ours < math.inf else "-"
                print(f"| {name} {len(p) - 1} | {digits} | {shown_time(ours)} | {shown_time(mpsolve)} | {shown_time(flint)} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
