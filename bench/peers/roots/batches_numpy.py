"""numpy.roots of random polynomials, one after the other on one core: microseconds of CPU time for a polynomial, for
comparison with bench/roots/root_batches_bench.cpp. Set OPENBLAS_NUM_THREADS=1."""

import time

import numpy as np


def main() -> None:
    print("numpy", np.__version__)
    generator = np.random.default_rng(1)
    for degree in (2, 3, 4, 8, 16, 32, 64):
        count = 20 + 6000 // degree
        rows = generator.standard_normal((count, degree + 1))
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            for row in rows:
                np.roots(row)
            best = min(best, time.process_time() - start)
        print(f"degree {degree:2d}: {best / count * 1e6:8.1f} us")


if __name__ == "__main__":
    main()
