#!/usr/bin/env python3
"""Real roots of exact polynomials: `vieta roots --real-only` beside FLINT's arb_fmpz_poly_real_roots and PARI's polrootsreal.

    bench/peers/roots/real_only.py --module build/release/python --python-flint build/venv

All to 15 digits, one thread, in turns: a round is as many calls as take 20 ms, of one solver after the other, each in a process of its own. What is told
is the median of all calls (PARI: of the rounds' means, as `getabstime` counts milliseconds). A call's time is that of a clock around it or of the
processor, whichever is less, since others may use the machine; ours is that of the solver ("seconds" of the report of vieta's Python module), as FLINT's is that
around its call, both after Python's integers were read. Without --module it is the program of --vieta, a new process each time, whose first use of everything counts:
"seconds" of its report or, if that is less, its processor time beyond that of starting it. FLINT is that of python-flint's wheel (0.9 has 3.6), called by
ctypes; it wants square-free polynomials, so that its time has that of fmpz_poly_squarefree_part in it where the input has multiple roots. The last column is
the quickest peer's time over ours. --rounds and --timeout are for slow inputs.
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
import statistics
import subprocess
import sys
import tempfile
import time

sys.set_int_max_str_digits(0)
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


def long(degree):
    """Coefficients of 10,000 digits, the leading one as well."""
    source = random.Random(degree)
    return [source.randrange(-(10**10000), 10**10000) for _ in range(degree + 1)]


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
    "small": (small, (20, 100, 1000, 4000, 10000)),
    "large": (large, (20, 100, 1000)),
    "long": (long, (20, 100, 1000)),
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
SECONDS_OF_A_SLOW_CALL = 2


class FlintSolver:
    def __init__(self, environment, p, has_multiple):
        self.flint, self.size, self.has_multiple = flint_library(environment), len(p), has_multiple
        self.flint.flint_calloc.restype = ctypes.c_void_p
        self.flint.arb_fmpz_poly_real_roots.restype = ctypes.c_long
        self.f, self.g = Polynomial(), Polynomial()
        self.flint.fmpz_poly_init(ctypes.byref(self.f))
        self.flint.fmpz_poly_init(ctypes.byref(self.g))
        self.flint.fmpz_poly_set_str(ctypes.byref(self.f), (f"{len(p)}  " + " ".join(map(str, p))).encode())

    def call(self):
        roots = ctypes.c_void_p(self.flint.flint_calloc(ctypes.c_size_t(self.size), ctypes.c_size_t(ARB_BYTES)))
        clock, start = time.perf_counter(), time.process_time()
        which = self.f
        if self.has_multiple:
            self.flint.fmpz_poly_squarefree_part(ctypes.byref(self.g), ctypes.byref(self.f))
            which = self.g
        count = self.flint.arb_fmpz_poly_real_roots(roots, ctypes.byref(which), 0, ctypes.c_long(53))
        return min(time.process_time() - start, time.perf_counter() - clock), count


class ModuleSolver:
    def __init__(self, module, p, intervals):
        sys.path.insert(0, str(module))
        import vieta

        self.roots, self.p, self.intervals = vieta.roots, p, intervals

    def call(self):
        start = time.process_time()
        found = self.roots(self.p, real_only=True, on="cpu", threads=1)
        used = min(time.process_time() - start, found.report["seconds"])
        if self.intervals:
            start = time.process_time()
            count = len(found.intervals)
            used += time.process_time() - start
            assert count == len(found)
        if found.status != "complete":
            print(f"{len(self.p) - 1}: {found.status}", file=sys.stderr)
        return used, len(found)


def serve(pipe, make, arguments):
    solver = make(*arguments)
    while pipe.recv():
        times, count = [], 0
        while sum(times) < SECONDS_OF_A_RUN:
            seconds, count = solver.call()
            times.append(seconds)
        pipe.send((times, count))


class Process:
    """A solver in a process of its own. After a call that is too slow it makes no more."""

    def __init__(self, make, arguments, timeout):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=serve, args=(other, make, arguments), daemon=True)
        self.process.start()
        other.close()
        self.times, self.count, self.timeout, self.is_slow = [], None, timeout, False

    def run_a_round(self):
        if self.is_slow:
            return
        try:
            self.pipe.send(True)
            if not self.pipe.poll(self.timeout):
                raise EOFError
            times, self.count = self.pipe.recv()
        except (EOFError, OSError):
            self.is_slow = True
            return
        self.times += times
        self.is_slow = max(times) > SECONDS_OF_A_SLOW_CALL

    def end(self):
        self.process.kill()
        self.process.join()


class Pari:
    def __init__(self, p, timeout, scratch):
        self.script, self.timeout, self.times, self.count, self.is_slow = scratch / "real.gp", timeout, [], None, False
        self.script.write_text(
            'default(parisizemax, "4G");\ndefault(nbthreads, 1);\ndefault(realprecision, 19);\nf = Polrev(['
            + ",\\\n".join(map(str, p))
            + "]);\nk = 0; t = getabstime(); until (getabstime() - t >= 20, r = polrootsreal(f); k++); "
            + 'print((getabstime() - t) / k * 1.0, " ", #r);\nquit\n'
        )

    def run_a_round(self):
        if self.is_slow:
            return
        try:
            done = subprocess.run(["gp", "-q", "-f", str(self.script)], capture_output=True, text=True, timeout=self.timeout, check=False)
            milliseconds, count = done.stdout.splitlines()[-1].split()
        except (subprocess.TimeoutExpired, ValueError, IndexError):
            self.is_slow = True
            return
        self.times.append(float(milliseconds) / 1000)
        self.count, self.is_slow = int(count), self.times[-1] > SECONDS_OF_A_SLOW_CALL

    def end(self):
        pass


def processor_seconds(command, timeout):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Program:
    """The lesser of its own clock and of processor seconds beyond those of a program that solves x - 1: others use the machine as well."""

    def __init__(self, program, source, timeout):
        self.program, self.source, self.timeout, self.times, self.count, self.is_slow = program, source, timeout, [], None, False

    def run_a_round(self):
        if self.is_slow:
            return
        options = ["--real-only", "--threads", "1", "--quiet", "--json"]
        try:
            done, used = processor_seconds([self.program, "roots", str(self.source), *options], self.timeout)
            _, start = processor_seconds([self.program, "roots", "--poly", "x-1", *options], self.timeout)
        except subprocess.TimeoutExpired:
            self.is_slow = True
            return
        if done.returncode != 0:
            print(f"{self.source.stem}: {self.program} ends with {done.returncode}: {done.stderr.strip()}", file=sys.stderr)
            if not done.stdout:
                self.is_slow = True
                return
        result = json.loads(done.stdout)
        clock = result["report"]["seconds"]
        self.times.append(min(clock, max(used - start, 1e-3) if clock > 5e-3 else clock))
        self.count, self.is_slow = len(result["roots"]), self.times[-1] > SECONDS_OF_A_SLOW_CALL

    def end(self):
        pass


def text(seconds):
    if not seconds < math.inf:
        return "-"
    return f"{seconds * 1e6:.0f} us" if seconds < 1e-3 else f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vieta", default="build/release/vieta")
    parser.add_argument("--module", type=pathlib.Path, help="the folder of the Python module, to be called in one process")
    parser.add_argument("--intervals", action="store_true", help="with --module: the time of rational isolating intervals as well, as Python's fractions")
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
            ours = (
                Process(ModuleSolver, (options.module, p, options.intervals), options.timeout)
                if options.module
                else Program(options.vieta, source, options.timeout)
            )
            solvers = [ours]
            if has_flint:
                solvers.append(Process(FlintSolver, (options.python_flint, p, name == "squares"), options.timeout))
            if has_pari:
                solvers.append(Pari(p, options.timeout, scratch))
            for _ in range(options.rounds):
                for solver in solvers:
                    solver.run_a_round()
            for solver in solvers:
                solver.end()
            counts = [solver.count for solver in solvers if solver.count is not None]
            if len(set(counts)) > 1:
                print(f"{name} {degree}: the solvers find {counts} different real roots", file=sys.stderr)
            seconds = [statistics.median(solver.times) if solver.times else math.inf for solver in solvers]
            shown = [text(s) for s in seconds[:1] + (seconds[1:2] if has_flint else [math.inf]) + (seconds[-1:] if has_pari else [math.inf])]
            best = min(seconds[1:], default=math.inf)
            ratio = f"{best / seconds[0]:.2f}" if best < math.inf and seconds[0] < math.inf else "-"
            print(f"| {name} {degree} | {ours.count} | {' | '.join(shown)} | {ratio} |", flush=True)
    shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
