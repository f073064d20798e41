#!/usr/bin/env python3
"""Degrees of 100 to 500, held against mpmath: ten functions, Chebyshev coefficients of which fall slowly enough.

The proven bound must not be below the largest error on a grid of ten points for each lobe, in 100 digits and more; what is
called optimal must be within 1e-6 of it; a higher degree must not be worse.

  minimax_high.py [--degrees 100,200,500] [--format f64] [--program build/release/vieta]

Coefficients are those of p(x) on [-1, 1] rounded to the format, which holds few of them; `--format dd` holds more. The
figures of the best p, before rounding, are compared between degrees.
"""

import argparse
import json
import os
import subprocess
import sys
import time

from minimax_error import dense_maximum, error_of, mpf, mpmath

FUNCTIONS = ["abs(x)", "abs(x-0.3)^1.5", "sqrt(1+x)", "cos(150*x)", "1/(1+400*x^2)", "tanh(40*x)", "max(x,0.2)",
             "exp(-500*x^2)", "sin(200*x+1)", "log(1.0001+x)"]


def complaints(program, function, degree, kind):
    begin = time.time()
    done = subprocess.run([program, "minimax", function, "--degree", str(degree), "--format", kind, "--no-search", "--json"],
                          capture_output=True, text=True)
    if done.returncode not in (0, 2):
        return None, ["refused: " + done.stderr.strip()], time.time() - begin
    answer = json.loads(done.stdout)
    found = []
    special = [0.3, 0.2, 0.0] + [p["x"] for p in answer["alternation"]]
    largest = dense_maximum(error_of(answer), -1, 1, special, n=4 * degree)
    bound = answer["proven_bound"]
    if bound is not None and mpf(bound) < largest * (1 - mpf(10) ** -14):
        found.append(f"proven_bound {bound} is below the error {mpmath.nstr(largest, 12)}")
    if answer["status"] == "optimal" and (bound is None or mpf(bound) > largest * (1 + mpf("1e-6")) + mpf(10) ** -30):
        found.append(f"optimal, but proven_bound {bound} is above the error {mpmath.nstr(largest, 12)}")
    return answer, found, time.time() - begin


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--degrees", default="100,200,500")
    options.add_argument("--format", default="f64")
    options.add_argument("--functions", type=int, default=len(FUNCTIONS))
    options.add_argument("--program", default=os.environ.get("VIETA_PROGRAM", "build/release/vieta"))
    given = options.parse_args()
    wrong = fits = 0
    for function in FUNCTIONS[: given.functions]:
        best = float("inf")
        for degree in map(int, given.degrees.split(",")):
            answer, found, seconds = complaints(given.program, function, degree, given.format)
            fits += 1
            if answer and answer["optimum"] > best * (1 + 1e-9):
                found.append(f"optimum {answer['optimum']}, after {best} for a lower degree")
            if answer:
                best = min(best, answer["optimum"])
                print(f"{function}, degree {degree}: {answer['status']}, optimum {answer['optimum']:.6g}, proven {answer['proven_bound']}, "
                      f"{seconds:.1f} s", flush=True)
            for complaint in found:
                wrong += 1
                print(f"WRONG: {function}, degree {degree}: {complaint}", flush=True)
    print(f"{fits} fits, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())
