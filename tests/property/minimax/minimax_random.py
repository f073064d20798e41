#!/usr/bin/env python3
"""Random functions, forms and formats: what `minimax` proves and calls optimal, held against mpmath.

For every answer the weighted error is looked at closely, in 100 digits, on a grid that crowds at ends, singular points and
points of alternation, and climbed from the best places of it. The proven bound must not be below that; of an answer that is
called optimal it must not be farther than 1e-6 of it above; `lower_bound` must not be above it. What is not optimal has a
reason, and exit code 2.

  minimax_random.py [--count 40] [--first 0] [--program build/release/vieta]

Every question has a number, so that --first N --count 1 asks it again. Before a larger change: --count 2000.
"""

import argparse
import json
import os
import random
import subprocess
import sys

from minimax_error import dense_maximum, error_of, mpf, mpmath

NOISE = mpf(10) ** -30  # where values are large
ABOVE = 1e-6  # a proof ends at 5e-7 of the error, and the grid misses a little


def number(r, lo, hi):
    return f"{r.uniform(lo, hi):.3g}"


def term(r, lo, hi):
    """An expression, and its singular points."""
    inside = number(r, lo + 0.1 * (hi - lo), hi - 0.1 * (hi - lo))
    beyond = f"{hi + (hi - lo) * 10 ** r.uniform(-2.5, 0):.5g}"
    below = f"{lo - (hi - lo) * 10 ** r.uniform(-2.5, 0):.5g}"
    k, power = number(r, 0.5, 12), r.choice(["0.3", "0.5", "0.7", "1.5", "2.5"])
    kind = r.choice(["kink", "cusp", "pole", "pole", "wave", "wave", "removable", "end", "end", "smooth", "smooth", "smooth"])
    x = lambda at: f"(x-({at}))"
    if kind == "kink":
        return r.choice([f"abs{x(inside)}", f"max(x,{inside})", f"min(x^2,({inside})^2)"]), [float(inside), -float(inside)]
    if kind == "cusp":
        return f"abs{x(inside)}^{power}", [float(inside)]
    if kind == "pole":
        return r.choice([f"1/{x(beyond)}", f"log(({beyond})-x)", f"1/(1+{k}*x^2)", f"sqrt{x(below)}", f"1/{x(below)}^2"]), []
    if kind == "wave":
        return r.choice([f"sin({k}*x)", f"cos({k}*x+1)", f"sin({k}*x^2)", f"exp(-{k}*x^2)"]), []
    if kind == "removable":
        return r.choice(["sin(x)/x", "(1-cos(x))/x^2", "(exp(x)-1)/x", "x/tan(x/3)", "(x-sin(x))/x^3", "atan(x)/x"]), [0.0]
    if kind == "end":
        left, right = repr(float(lo)), repr(float(hi))
        return r.choice([f"sqrt{x(left)}", f"{x(left)}^{power}", f"(({right})-x)^{power}", f"cbrt{x(left)}",
                         f"sqrt(({right})-x)"]), []
    return r.choice([f"exp({number(r, -2, 2)}*x)", "tanh(2*x)", "erf(x)", f"atan({k}*x)", "x^3-x", "cosh(x)", "asinh(3*x)"]), []


def question(seed):
    r = random.Random(seed)
    lo, hi = r.choice([(-1, 1), (0, 1), (-1, 1), (0.5, 2), (-0.7, 1.3), (-3, -1), (0, 0.1), (1, 10)])
    first, special = term(r, lo, hi)
    if r.random() < 0.5:
        second, more = term(r, lo, hi)
        first = f"{first}{r.choice(['+', '-', '*'])}({second})" if r.random() < 0.8 else f"({first})+{number(r, 0.1, 3)}*({second})"
        special = special + more
    degree, of_q = r.randint(0, 7), r.choice([0, 0, 0, 1, 2, 3])
    form = r.choice(["p(x)", "p(x)", "p(x)", "x*p(x)", "1+x*p(x)", "p(x^2)"]) if of_q == 0 else "p(x)"
    if form == "p(x^2)" and lo < 0:
        form = "p(x)"
    kind = r.choice(["f64", "f64", "f64", "f32", "f32", "f16", "bf16", "decimals:6"])
    arguments = [first, "--in", f"{lo},{hi}", "--degree", str(degree), "--form", form, "--format", kind]
    if of_q:
        arguments += ["--denominator-degree", str(of_q)]
    if r.random() < 0.25:
        arguments.append("--relative")
    return arguments, float(lo), float(hi), special


def complaints(program, seed):
    """What is wrong with the answer to a question, and its status."""
    arguments, lo, hi, special = question(seed)
    try:
        done = subprocess.run([program, "minimax", *arguments, "--json"], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return ["takes more than a minute"], "slow"
    if done.returncode == 1:
        return (["refused without a reason"] if not done.stderr.startswith("vieta: ") else []), "refused: " + done.stderr.strip()
    if done.returncode not in (0, 2):
        return [f"exit code {done.returncode}: {done.stderr[-300:]}"], "crash"
    answer = json.loads(done.stdout)
    special = [answer["worst_at"], *special] + [p["x"] for p in answer["alternation"]]
    largest = dense_maximum(error_of(answer), lo, hi, special)
    found = []
    bound, status = answer["proven_bound"], answer["status"]
    if bound is not None and not isinstance(bound, str) and mpf(bound) < largest * (1 - mpf(10) ** -15) - NOISE:
        found.append(f"proven_bound {bound} is below the error {mpmath.nstr(largest, 12)}")
    if status == "optimal":
        if bound is None or isinstance(bound, str):
            found.append("optimal without a proof")
        elif mpf(bound) > largest * (1 + ABOVE) + mpf(10) ** -25:
            found.append(f"optimal, but proven_bound {bound} is above the error {mpmath.nstr(largest, 12)}")
        if mpf(answer["lower_bound"]) > largest * (1 + mpf(10) ** -9) + mpf(10) ** -16 and answer["format"] == "f64":
            found.append(f"lower_bound {answer['lower_bound']} is above the error {mpmath.nstr(largest, 12)}")
    if done.returncode == 0 and status != "optimal":
        found.append(f"exit code 0 with status {status}")
    note = answer["report"]["note"]
    if status != "optimal" and not note:
        found.append(f"status {status} without a reason")
    return found, f"{status}: {note}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=40)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--program", default=os.environ.get("VIETA_PROGRAM", "build/release/vieta"))
    given = options.parse_args()
    statuses, wrong = {}, 0
    for seed in range(given.first, given.first + given.count):
        found, status = complaints(given.program, seed)
        statuses[status.split(":")[0]] = statuses.get(status.split(":")[0], 0) + 1
        if not status.startswith(("optimal", "not_optimal")):
            print(f"{seed}: {' '.join(question(seed)[0])}: {status}")
        for complaint in found:
            wrong += 1
            print(f"{seed}: WRONG: {' '.join(question(seed)[0])}: {complaint}", flush=True)
    print(", ".join(f"{count} {status}" for status, count in sorted(statuses.items())) + f"; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
