#!/usr/bin/env python3
"""A higher degree is never worse than a lower one, in any format: proven bounds of random functions, degrees 1 to 8, 14, 22.

The coefficients of degree n, and a zero, are a choice for degree n + 1. So whoever rounds coefficients well enough never
does worse with one more of them.

  minimax_degrees.py [--count 10] [--first 0] [--program build/release/vieta]

Every question has a number. Before a larger change: --count 200, some 1,400 fits in two minutes.
"""

import argparse
import json
import os
import random
import subprocess
import sys

FUNCTIONS = ["sin(x)", "exp(x)", "log(2+x)", "sqrt(1+x)", "1/(1+x)", "atan(x)", "tanh(2*x)", "cos(3*x)", "exp(-x^2)",
             "erf(x)", "abs(x-0.3)", "x^3-x+0.1", "1/(1+25*x^2)", "asinh(3*x)", "sinh(x)", "2+sin(5*x)", "max(x,0.2)"]


def question(number):
    r = random.Random(number)
    low = r.choice([0, 0, -0.5, 0.1])
    words = [r.choice(FUNCTIONS), f"--in={low},{low + r.choice([0.5, 1, 2])}", "--format", r.choice(["f16", "bf16", "f32"])]
    return words + (["--relative"] if r.random() < 0.3 else [])


def bounds(program, words):
    """The proven bound of each degree, as far as there are proofs."""
    for degree in (*range(1, 9), 14, 22):
        done = subprocess.run([program, "minimax", *words, "--degree", str(degree), "--json"], capture_output=True,
                              text=True, check=False)
        bound = json.loads(done.stdout)["proven_bound"] if done.returncode in (0, 2) else None
        if bound is None:  # a relative error at a zero of the function
            return
        yield degree, bound


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--program", default=os.environ.get("VIETA_PROGRAM", "build/release/vieta"))
    given = parser.parse_args()
    fits = worse = 0
    for number in range(given.first, given.first + given.count):
        words, best = question(number), float("inf")
        for degree, bound in bounds(given.program, words):
            fits += 1
            if bound > best * (1 + 1e-6):
                worse += 1
                print(f"{number}: {' '.join(words)} --degree {degree}: {bound}, after {best} for a lower degree")
            best = min(best, bound)
    print(f"{fits} fits, {worse} worse than one of a lower degree")
    return 1 if worse or not fits else 0


sys.exit(main())
