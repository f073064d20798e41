"""How long a call for arrays on a GPU keeps the host busy, and how long a large batch takes.

    PYTHONPATH=build/gpu/python python bench/python/python_gpu_calls.py

PyTorch, and CuPy where it is. 1,000 polynomials of degree 10 in float64; the host's clock, mean of 200 calls, best of 15,
with the device idle at the start of each 200. "library" is the call of the compiled half alone. Prints a Markdown table,
one for `solve_boxes`, whose call waits for its work: random pairs of bicubics, and one of `real_roots` into the same
memory again for a million of PyTorch's polynomials in rows and in columns: the mean of ten calls between two events of CUDA.
"""

from __future__ import annotations

import importlib
import time

import numpy as np

import vieta
from vieta import _core

COUNT, DEGREE, LARGE = 1_000, 10, 1_000_000


def best(call, wait, calls=200, runs=15):
    times = []
    for _ in range(runs):
        wait()
        start = time.perf_counter()
        for _ in range(calls):
            call()
        times.append((time.perf_counter() - start) / calls)
    wait()
    return min(times)


def library(run):
    """The arguments of the call of `_core` that `run` makes, and that call alone."""
    kept = {}
    for name in ("real_roots_on_gpu", "roots_on_gpu"):
        original = getattr(_core, name)

        def record(*arguments, original=original):
            kept["call"] = lambda: original(*arguments)
            original(*arguments)

        setattr(_core, name, record)
        result = run()
        setattr(_core, name, original)
        if "call" in kept:
            return kept["call"], result
    raise RuntimeError("no call of the library")


def main():
    rng = np.random.default_rng(1)
    print("| framework | call | host | library | a million |\n|---|---|--:|--:|--:|")
    for name in ("torch", "cupy"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        if name == "torch":
            put, wait = (lambda a: module.from_numpy(a).cuda()), module.cuda.synchronize
        else:
            put, wait = module.asarray, (lambda: module.cuda.Device().synchronize())
        small, large = (put(rng.normal(size=(n, DEGREE + 1))) for n in (COUNT, LARGE))
        earlier = vieta.real_roots(small, (-1, 1))
        calls = {
            "`real_roots`": lambda c: vieta.real_roots(c, (-1, 1)),
            "`real_roots`, with values and counts": lambda c: (lambda r: (r.values, r.counts))(
                vieta.real_roots(c, (-1, 1))
            ),
            "`real_roots`, `out=`": lambda c: vieta.real_roots(c, (-1, 1), out=earlier if c is small else None),
            "`roots`": lambda c: vieta.roots(c),
            "`roots`, with values and radii": lambda c: (lambda r: (r.values, r.radii))(vieta.roots(c)),
        }
        for text, call in calls.items():
            alone, keep = library(lambda call=call: call(small))
            host, core = best(lambda call=call: call(small), wait), best(alone, wait)
            del keep

            def one(call=call):
                call(large)
                wait()

            million = best(one, wait, 1, 10)
            print(f"| {name} | {text} | {host * 1e6:.1f} us | {core * 1e6:.1f} us | {million * 1e3:.3f} ms |")


def boxes():
    rng = np.random.default_rng(2)
    print("\n| framework | systems | solutions | a call |\n|---|--:|--:|--:|")
    for name in ("torch", "cupy"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        for count in (1_024, 131_072, 1_048_576):
            numbers = rng.uniform(-1, 1, (count, 2, 4, 4))
            c = module.from_numpy(numbers).cuda() if name == "torch" else module.asarray(numbers)
            found = len(vieta.solve_boxes(c))
            seconds = best(lambda c=c: vieta.solve_boxes(c).x, lambda: None, 1, 10)
            print(f"| {name} | {count:,} | {found:,} | {seconds * 1e3:.2f} ms |")


def events(torch, c):
    """Milliseconds of a call, by the device's clock."""
    found = vieta.real_roots(c, (-1, 1))
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(10):
        found = vieta.real_roots(c, (-1, 1), out=found)
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / 10


def tensors():
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        return
    print("\n| tensor | rows | columns |\n|---|--:|--:|")
    for kind in ("float64", "float32"):
        rows = torch.randn(LARGE, DEGREE + 1, device="cuda", dtype=getattr(torch, kind))
        times = [min(events(torch, c) for _ in range(3)) for c in (rows, rows.T.contiguous().T)]
        print(f"| {kind} | {times[0]:.3f} ms | {times[1]:.3f} ms |")


if __name__ == "__main__":
    main()
    boxes()
    tensors()
