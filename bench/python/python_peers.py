"""Roots by vieta and by its peers in Python, on the same coefficients: time, and how many answers are wrong.

    PYTHONPATH=build/release/python build/venv/bin/python bench/python/python_peers.py

Peers: numpy.roots, numpy.polynomial.polyroots, the eigenvalues of scipy.linalg.companion, mpmath.polyroots (as it is,
and with 50 digits), python-flint's fmpq_poly.complex_roots. pip install ".[peers]" brings them. Prints two Markdown
tables.

A true root counts as wrong if no answer of its own is within 1e-6 of it, relatively. True roots come from vieta with 40
digits, proven; the tests hold those against mpmath and exact roots, and python-flint's answers, proven as well, agree
with them here. The peers that compute in double get the coefficients rounded to double.

Everybody works on one thread; its time on its processor counts, the best of up to 50 runs. "fails" means that the peer
said so itself (an exception); "-" that it is not installed; "> 20 s" that it was given no more than that of a processor.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import fractions
import multiprocessing
import os
import resource
import signal
import time

for library in ("OPENBLAS", "OMP", "MKL"):  # one thread for everybody; read when NumPy is loaded
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np

import vieta

PATIENCE = 20.0
WRONG = 1e-6


def product(roots):
    c = [1]
    for r in roots:
        c = [a - r * b for a, b in zip([0, *c], [*c, 0])]
    return c


def mandelbrot(levels):
    p = np.array([0, 1], dtype=object)
    for _ in range(levels):
        p = np.convolve(p, p)
        p[1] += 1
    return [int(a) for a in p[1:]]


def problems():
    rng = np.random.default_rng(1)
    yield "x^5 - x - 1", [-1, -1, 0, 0, 0, 1]
    yield "numpy issue 9170: (x-3)^3", [-27, 27, -9, 1]
    yield "numpy issue 14186: 1e-15 x^2 + x + 1e-9", [1e-9, 1.0, 1e-15]
    yield "numpy issue 27881: roots 1e-8, 1e17", [0.5, -0.2, -5e15, 0.05]
    for degree in (3, 6):
        yield f"random, degree {degree}", np.random.default_rng(degree).normal(size=degree + 1).tolist()
    yield "random, degree 10", rng.normal(size=11).tolist()
    yield "random, degree 100", rng.normal(size=101).tolist()
    yield "random, degree 1000", rng.normal(size=1001).tolist()
    yield "Wilkinson, degree 20", product(range(1, 21))
    yield "Wilkinson, degree 40", product(range(1, 41))
    yield "Chebyshev T_60", [int(a) for a in np.polynomial.chebyshev.cheb2poly(np.array([0] * 60 + [1], dtype=object))]
    yield "(x-1)^4 (x+2)^3 (x-1/2)^2", product([fractions.Fraction(r) for r in (1, 1, 1, 1, -2, -2, -2, 0.5, 0.5)])
    yield "roots 1, 10, ..., 1e15", product([10**k for k in range(16)])
    yield "Mandelbrot, degree 127", mandelbrot(7)


def as_floats(c):
    return np.array([float(x) for x in c])


def by_numpy(c):
    return np.roots(as_floats(c)[::-1])


def by_polyroots(c):
    return np.polynomial.polynomial.polyroots(as_floats(c))


def by_scipy(c):
    import scipy.linalg

    return scipy.linalg.eigvals(scipy.linalg.companion(as_floats(c)[::-1]))


def mpmath_numbers(c):
    import mpmath

    return [mpmath.mpf(x.numerator) / x.denominator if isinstance(x, fractions.Fraction) else mpmath.mpf(x) for x in c]


def by_mpmath(c):
    import mpmath

    return mpmath.polyroots(mpmath_numbers(c)[::-1])


def by_mpmath_50(c):
    import mpmath

    with mpmath.workdps(50):
        return mpmath.polyroots(mpmath_numbers(c)[::-1], maxsteps=200, extraprec=200)


def by_flint(c):
    import flint

    exact = [fractions.Fraction(x) for x in c]
    p = flint.fmpq_poly([flint.fmpq(x.numerator, x.denominator) for x in exact])
    return [complex(z) for z, times in p.complex_roots() for _ in range(times)]


def by_vieta(c):
    return vieta.roots(c, threads=1)


PEERS = {
    "vieta": by_vieta,
    "numpy.roots": by_numpy,
    "polyroots": by_polyroots,
    "scipy": by_scipy,
    "mpmath": by_mpmath,
    "mpmath, 50 digits": by_mpmath_50,
    "python-flint": by_flint,
}


def wrong_answers(c, answers):
    """Pairs each true root with the nearest answer that is left; counts those with none near."""
    certified = vieta.roots(c, digits=40)
    assert certified.status == "complete"
    true = np.repeat(certified.values, certified.multiplicities)
    if isinstance(answers, vieta.Roots):
        answers = np.repeat(answers.values, answers.multiplicities)
    left = np.array([complex(a) for a in answers])
    wrong = 0
    for z in true:
        distance = np.abs(left - z)
        k = int(np.argmin(distance)) if len(left) else -1
        if k < 0 or not distance[k] <= WRONG * (abs(z) or 1):
            wrong += 1
        else:
            left = np.delete(left, k)
    return wrong


def out_of_time(*_):
    raise TimeoutError


def measure(name, c):
    """(seconds, wrong answers) of one peer: the best of some runs, at most about a second of them."""
    call = PEERS[name]
    limit = round(time.process_time() + PATIENCE + 5)
    signal.signal(signal.SIGXCPU, out_of_time)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, 10 * limit))
    times = []
    start = time.thread_time()
    while not times or (time.thread_time() - start < 1 and len(times) < 50):
        begin = time.thread_time()
        answers = call(c)
        times.append(time.thread_time() - begin)
    return min(times), wrong_answers(c, answers)


def outcome(name, c):
    """In a process of its own, which is ended when it takes too long."""
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        future = pool.submit(measure, name, c)
        try:
            return future.result()
        except TimeoutError:
            return f"> {PATIENCE:.0f} s"
        except ImportError:
            return "-"
        except Exception as problem:  # the peer's own word
            return f"fails: {type(problem).__name__}"


def duration(seconds):
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} us"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="problems whose name holds this")
    given = parser.parse_args()
    times, wrong = [], []
    for title, c in problems():
        if given.only not in title:
            continue
        found = [outcome(name, c) for name in PEERS]
        times.append([title, *(duration(o[0]) if isinstance(o, tuple) else o for o in found)])
        wrong.append([f"{title} ({len(c) - 1} roots)", *(str(o[1]) if isinstance(o, tuple) else o for o in found)])
    header = "| polynomial | " + " | ".join(PEERS) + " |\n|---|" + "--:|" * len(PEERS)
    print("Time of one call:\n\n" + header)
    for row in times:
        print("| " + " | ".join(row) + " |")
    print("\nWrong answers:\n\n" + header)
    for row in wrong:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
