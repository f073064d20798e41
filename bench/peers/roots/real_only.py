#!/usr/bin/env python3
"""Real roots of exact polynomials: `vieta roots --real-only` beside FLINT's arb_fmpz_poly_real_roots and PARI's polrootsreal.

    bench/peers/roots/real_only.py --module build/release/python --python-flint build/venv

All to 15 digits, one thread, in turns; the best of the runs counts, so that a machine that others use as well says something. A run is as many calls in
one process as take 20 ms, and its time their mean: processor time around the call of vieta's Python module (or "seconds" of its reports, if that is less) and around FLINT's
call, `getabstime` around PARI's. Without --module it is the program of --vieta, a new process each time, whose first use of everything counts: "seconds" of its
report or, if that is less, its processor time beyond that of starting it. FLINT is that of python-flint's wheel (0.9 has 3.6), called by ctypes; it wants square-free
polynomials, so that its time has that of fmpz_poly_squarefree_part in it where the input has multiple roots. The last column is the quickest peer's time
over ours. --rounds and --timeout are for slow inputs.
"""

import argparse
import ctypes
import glob
import json
import math
import multiprocessing
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from hard import bessel, chebyshev, exponential, laguerre, mandelbrot, product, wilkinson  # noqa: E402


def hermite(degree):
    before, now = [1], [0, 2]
    for n in range(1, degree):
        after = [0] + [2 * x for x in now]
        for k, x in enumerate(before):
            after[k] -= 2 * n * x
        before, now = now, after
    return now


def legendre(degree):
    """Times 2^degree."""
    p = [0] * (degree + 1)
    for k in range(degree // 2 + 1):
        p[degree - 2 * k] = (-1) ** k * math.comb(degree, k) * math.comb(2 * degree - 2 * k, degree)
    return p


def mignotte(degree):
    """x^n - 2 (10^10 x - 1)^2"""
    a = 10**10
    p = [0] * (degree + 1)
    p[degree] = 1
    p[2], p[1], p[0] = p[2] - 2 * a * a, p[1] + 4 * a, p[0] - 2
    return p


def nested(degree):
    """prod (10^k x - 10^k - 1)"""
    p = [1]
    for k in range(1, degree + 1):
        p = product(p, [-(10**k) - 1, 10**k])
    return p


def random_of(degree, bits):
    source = random.Random(degree)
    return [source.randrange(-(2**bits), 2**bits) for _ in range(degree)] + [1]


def small(degree):
    return random_of(degree, 10)


def large(degree):
    return random_of(degree, 4000)


def sparse(degree):
    source = random.Random(degree)
    p = [0] * (degree + 1)
    p[0], p[degree] = -1, 1
    for _ in range(8):
        p[source.randrange(1, degree)] = source.randrange(-1000, 1000)
    return p


def partition(degree):
    """The number of partitions of k, of x^k."""
    p = [1] + [0] * degree
    for part in range(1, degree + 1):
        for k in range(part, degree + 1):
            p[k] += p[k - part]
    return p


def squares(degree):
    """The square of a random polynomial times another one."""
    third = degree // 3
    a = random_of(third, 20)
    return product(product(a, a), random_of(degree - 2 * third, 20))


FAMILIES = {
    "wilkinson": (wilkinson, (20, 200, 400, 800)),
    "chebyshev": (chebyshev, (20, 40, 640, 1100, 1280)),
    "legendre": (legendre, (20, 300)),
    "hermite": (hermite, (20, 640)),
    "laguerre": (laguerre, (20, 320)),
    "mandelbrot": (mandelbrot, (511, 1023, 2047)),
    "exponential": (exponential, (400, 800)),
    "bessel": (bessel, (300,)),
    "partition": (partition, (400, 800, 1600)),
    "small": (small, (20, 100, 1000, 4000)),
    "large": (large, (20, 100, 1000)),
    "sparse": (sparse, (100, 1000, 10000)),
    "mignotte": (mignotte, (20, 100, 500)),
    "nested": (nested, (10, 26, 50)),
    "squares": (squares, (30, 300)),
}


def flint_library(environment):
    found = glob.glob(str(environment / "lib/python3*/site-packages/python_flint.libs/libflint*"))
    if not found:
        return None
    for other in ("libgmp", "libmpfr"):
        ctypes.CDLL(glob.glob(str(pathlib.Path(found[0]).parent / (other + "-*")))[0], mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(found[0])


class Polynomial(ctypes.Structure):
    _fields_ = [("coefficients", ctypes.c_void_p), ("room", ctypes.c_long), ("length", ctypes.c_long)]


ARB_BYTES = 48
SECONDS_OF_A_RUN = 0.02


def solve_by_flint(environment, p, has_multiple, rounds, queue):
    flint = flint_library(environment)
    flint.flint_calloc.restype = ctypes.c_void_p
    flint.arb_fmpz_poly_real_roots.restype = ctypes.c_long
    f, g = Polynomial(), Polynomial()
    flint.fmpz_poly_init(ctypes.byref(f))
    flint.fmpz_poly_init(ctypes.byref(g))
    flint.fmpz_poly_set_str(ctypes.byref(f), (f"{len(p)}  " + " ".join(map(str, p))).encode())
    best, count = math.inf, 0
    for _ in range(rounds):
        used, calls = 0.0, 0
        while used < SECONDS_OF_A_RUN:
            roots = ctypes.c_void_p(flint.flint_calloc(ctypes.c_size_t(len(p)), ctypes.c_size_t(ARB_BYTES)))
            start = time.process_time()
            which = f
            if has_multiple:
                flint.fmpz_poly_squarefree_part(ctypes.byref(g), ctypes.byref(f))
                which = g
            count = flint.arb_fmpz_poly_real_roots(roots, ctypes.byref(which), 0, ctypes.c_long(53))
            used += time.process_time() - start
            calls += 1
        best = min(best, used / calls)
        if best > 2:
            break
    queue.put((best, count))


def in_a_process(work, arguments, timeout):
    queue = multiprocessing.Queue()
    process = multiprocessing.Process(target=work, args=(*arguments, queue))
    process.start()
    try:
        return queue.get(timeout=timeout)
    except Exception:  # noqa: BLE001 - empty: it took too long
        return math.inf, None
    finally:
        process.kill()
        process.join()


def by_pari(p, rounds, timeout, scratch):
    script = scratch / "real.gp"
    script.write_text(
        'default(parisizemax, "4G");\ndefault(nbthreads, 1);\ndefault(realprecision, 19);\nf = Polrev(['
        + ",\\\n".join(map(str, p))
        + "]);\nbest = 10^9; n = 0;\n"
        + f"for (i = 1, {rounds}, k = 0; t = getabstime(); until (getabstime() - t >= 20, r = polrootsreal(f); k++); "
        + "s = (getabstime() - t) / k; n = #r; if (s < best, best = s); if (s > 2000, break));\nprint(1.0 * best, \" \", n);\nquit\n"
    )
    try:
        done = subprocess.run(["gp", "-q", "-f", str(script)], capture_output=True, text=True, timeout=timeout, check=False)
        milliseconds, count = done.stdout.splitlines()[-1].split()
        return float(milliseconds) / 1000, int(count)
    except (subprocess.TimeoutExpired, ValueError, IndexError):
        return math.inf, None


def processor_seconds(command, timeout):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_vieta(program, source, rounds, timeout):
    """The lesser of its own clock and of processor seconds beyond those of a program that solves x - 1: others use the machine as well."""
    best, count = math.inf, None
    options = ["--real-only", "--threads", "1", "--quiet", "--json"]
    for _ in range(rounds):
        try:
            done, used = processor_seconds([program, "roots", str(source), *options], timeout)
            _, start = processor_seconds([program, "roots", "--poly", "x-1", *options], timeout)
        except subprocess.TimeoutExpired:
            return math.inf, None
        if done.returncode != 0:
            print(f"{source.stem}: {program} ends with {done.returncode}: {done.stderr.strip()}", file=sys.stderr)
            if not done.stdout:
                return math.inf, None
        result = json.loads(done.stdout)
        clock = result["report"]["seconds"]
        best, count = min(best, clock, max(used - start, 1e-3) if clock > 5e-3 else clock), len(result["roots"])
        if best > 2:
            break
    return best, count


def solve_by_module(module, p, rounds, queue):
    sys.path.insert(0, str(module))
    import vieta

    best, count = math.inf, None
    for _ in range(rounds):
        used, told, calls = 0.0, 0.0, 0
        while used < SECONDS_OF_A_RUN:
            start = time.process_time()
            found = vieta.roots(p, real_only=True, on="cpu", threads=1)
            used += time.process_time() - start
            told += found.report["seconds"]
            calls += 1
        if found.status != "complete":
            print(f"{len(p) - 1}: {found.status}", file=sys.stderr)
        best, count = min(best, used / calls, told / calls), len(found)
        if best > 2:
            break
    queue.put((best, count))


def text(seconds):
    if not seconds < math.inf:
        return "-"
    return f"{seconds * 1e6:.0f} us" if seconds < 1e-3 else f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vieta", default="build/release/vieta")
    parser.add_argument("--module", type=pathlib.Path, help="the folder of the Python module, to be called in one process")
    parser.add_argument("--python-flint", type=pathlib.Path, default=pathlib.Path("build/venv"), help="a virtual environment that has it")
    parser.add_argument("--only", default="", help="only families whose name contains this")
    parser.add_argument("--most-degree", type=int, default=10**9)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--timeout", type=float, default=120)
    options = parser.parse_args()

    has_flint, has_pari = flint_library(options.python_flint) is not None, shutil.which("gp") is not None
    scratch = pathlib.Path(tempfile.mkdtemp())
    print("| input | real roots | vieta | FLINT | PARI | the quicker peer / vieta |\n|---|--:|--:|--:|--:|--:|")
    for name, (make, degrees) in FAMILIES.items():
        for degree in (d for d in degrees if options.only in name and d <= options.most_degree):
            p = make(degree)
            source = scratch / f"{name}{degree}.txt"
            source.write_text("\n".join(map(str, p)) + "\n")
            ours, count = (
                in_a_process(solve_by_module, (options.module, p, options.rounds), options.timeout)
                if options.module
                else by_vieta(options.vieta, source, options.rounds, options.timeout)
            )
            given = (options.python_flint, p, name == "squares", options.rounds)
            flint = in_a_process(solve_by_flint, given, options.timeout) if has_flint else (math.inf, None)
            pari = by_pari(p, options.rounds, options.timeout, scratch) if has_pari else (math.inf, None)
            if len({count, flint[1], pari[1]} - {None}) > 1:
                print(f"{name} {degree}: vieta has {count} different real roots, FLINT {flint[1]}, PARI {pari[1]}", file=sys.stderr)
            ratio = min(flint[0], pari[0]) / ours if ours < math.inf else 0
            shown = f"{ratio:.2f}" if ratio < math.inf else "-"
            print(f"| {name} {degree} | {count} | {text(ours)} | {text(flint[0])} | {text(pari[0])} | {shown} |", flush=True)
    shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
