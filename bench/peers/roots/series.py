#!/usr/bin/env python3
"""Roots of Chebyshev and other series beside NumPy's (eigenvalues of a comrade matrix) and, where it is installed, chebpy's:
seconds, and how many of their roots are no root to ten digits. Usage: series.py [DEGREE...]

On a busy machine OPENBLAS_NUM_THREADS=1: threads of NumPy's LAPACK that wait for each other would be what is measured."""

import sys
import time

import numpy as np

import vieta

P = np.polynomial


def seconds(work, least=0.2):
    """The best of some runs, and what it gave."""
    best, spent, result = float("inf"), 0.0, None
    while spent < least:
        begin = time.perf_counter()
        result = work()
        taken = time.perf_counter() - begin
        best, spent = min(best, taken), spent + taken
    return best, result


def wrong(true, computed):
    """How many of the computed roots are farther from all true ones than 1e-10 of their modulus."""
    far = 0
    for z in computed:
        far += np.abs(true.values - z).min() > 1e-10 * abs(z) + 1e-12
    return far


def chebpy_roots(c):
    import chebpy

    return np.asarray(chebpy.Chebfun([chebpy.core.bndfun.Bndfun(chebpy.core.chebtech.Chebtech(c), [-1, 1])]).roots())


def main():
    degrees = [int(a) for a in sys.argv[1:]] or [20, 100, 300, 1000]
    print("| series | degree | vieta, all roots proven | NumPy | of these wrong | chebpy, real on [-1, 1] |")
    print("|---|--:|--:|--:|--:|--:|")
    rng = np.random.default_rng(2)
    for degree in degrees:
        for kind in (P.Chebyshev, P.Legendre, P.Hermite, P.Laguerre):
            if kind in (P.Hermite, P.Laguerre) and degree > 150:
                continue
            c = rng.normal(size=degree + 1)
            if kind is P.Hermite:
                k = np.arange(degree + 1)
                c = c / np.exp(np.cumsum(np.log(np.maximum(k, 1))) / 2 + k / 2 * np.log(2))
            p = kind(c)
            ours, r = seconds(lambda: vieta.roots(p))
            assert r.status == "complete", r
            theirs, z = seconds(p.roots) if degree <= 2000 else (float("nan"), [])
            try:
                other = f"{seconds(lambda: chebpy_roots(c))[0]:.4f}" if kind is P.Chebyshev else ""
            except ImportError:
                other = "not installed"
            print(f"| {kind.__name__} | {degree} | {ours:.4f} | {theirs:.4f} | {wrong(r, z)} | {other} |", flush=True)


if __name__ == "__main__":
    main()
