#!/usr/bin/env python3
"""Questions that few people ask of `minimax`, held against mpmath as in minimax_random.py.

Nested functions, intervals that are tiny, huge or several, functions made of pieces, poles inside (to be refused, or outside of
the intervals), relative errors of functions with zeros, goals (--error), many decimals, constraints, weights.

  minimax_strange.py [--count 30] [--first 0] [--program build/release/vieta]
"""

import argparse
import json
import os
import random
import subprocess
import sys

from minimax_error import dense_maximum, error_of, mpf, mpmath
from minimax_random import ABOVE


def nested(r, depth=2):
    x = "x"
    for _ in range(depth):
        k = f"{r.uniform(0.3, 2):.2g}"
        x = r.choice([f"sin({k}*{x})", f"exp({k}*{x})", f"atan({x})", f"sqrt(2.5+{x})", f"({x})^2", f"log(7+{x})", f"cos({x}+{k})",
                      f"tanh({x})", f"abs({x})", f"1/(3+{x})"]) if x != "x" or r.random() < 0.9 else x
    return x


def question(seed):
    """Arguments, intervals, singular points, and whether a refusal is right."""
    r = random.Random(seed)
    kind = r.choice(["nested", "tiny", "huge", "pieces", "pole", "zeros", "goal", "decimals", "constraint", "intervals", "weight"])
    arguments, intervals, special, may_refuse = [], [("-1", "1")], ["0"], False
    degree, form = r.randint(0, 6), "p(x)"
    f = nested(r, r.randint(1, 3))
    if kind == "tiny":
        at, width = r.choice(["0", "1", "-0.3", "1e-200"]), f"1e-{r.randint(3, 18)}"
        intervals = [(at, repr(float(at) + float(width)))]
        degree = r.randint(0, 3)
        if not float(intervals[0][0]) < float(intervals[0][1]):
            intervals = [("0", width)]
    elif kind == "huge":
        intervals = [("1", f"1e{r.randint(2, 12)}")]
        f = r.choice(["log(x)", "1/x", "sqrt(x)", "atan(x)", "x/(1+x)", "exp(-x)", "log(x)/x", "cbrt(x)"])
        special = []
    elif kind == "pieces":
        a, b = sorted((f"{r.uniform(-0.9, 0.9):.3g}", f"{r.uniform(-0.9, 0.9):.3g}"), key=float)
        f = r.choice([f"max(min(x,{b}),{a})", f"abs(abs(x-({a}))-0.3)", f"max({a},min({b},sin(3*x)))", f"abs(x-({a}))*abs(x-({b}))",
                      f"max(x,{a})*exp(x)", f"sqrt(abs(x-({a})))+abs(x-({b}))", f"min(exp(x),{b}+1.2)"])
        special += [a, b, str(float(a) + 0.3), str(float(a) - 0.3)]
    elif kind == "pole":
        at = f"{r.uniform(-0.9, 0.9):.2g}"
        f = r.choice([f"1/(x-({at}))", f"exp(x)/(x-({at}))^2", f"log(abs(x-({at})))", "tan(4*x)", f"atan(1/(x-({at})))"])
        may_refuse = True
        if r.random() < 0.6:
            intervals = [("-1", str(float(at) - 0.05)), (str(float(at) + 0.05), "1")]
            intervals = [i for i in intervals if float(i[0]) < float(i[1])]
    elif kind == "zeros":
        f, form = r.choice([("sin(x)", "x*p(x)"), ("exp(x)-1", "x*p(x)"), ("sin(x)*(1-x)", "x*(1-x)*p(x)"), ("x*exp(x)", "p(x)"),
                            ("log(1+x/2)", "x*p(x)"), ("1-cos(x)", "x^2*p(x)"), ("x^3-x", "p(x)"), ("(x-0.5)*cos(x)", "(x-0.5)*p(x)")])
        arguments, may_refuse = ["--relative"], form == "p(x)"
        special += ["1", "0.5"]
    elif kind == "goal":
        f = r.choice(["exp(x)", "sin(3*x)", "1/(3+x)", "atan(2*x)", "cos(exp(x))", "sqrt(1.2+x)", "abs(x)^1.5", "erf(2*x)"])
        arguments = ["--error", f"1e-{r.randint(1, 3 if 'abs' in f else 9)}"]
        may_refuse = True  # a format cannot hold every goal
    elif kind == "decimals":
        arguments = ["--format", f"decimals:{r.choice([0, 1, 3, 9, 15, 17])}"]
        if arguments[1] == "decimals:0":
            arguments = ["--format", "decimals:1"]
    elif kind == "constraint":
        at = r.choice(["0", "1", "-1", "0.5", "0.3"])
        arguments = ["--constraint", r.choice([f"p({at})=1", "c0=1/3", f"p'({at})=0", "p(0)=pi/4"])]
        degree, may_refuse = max(degree, 2), True
        special += [at]
    elif kind == "intervals":
        ends = sorted(r.sample(range(-20, 21), 2 * r.randint(2, 3)))
        intervals = [(str(a / 10), str(b / 10)) for a, b in zip(ends[::2], ends[1::2])]
        if r.random() < 0.4:
            intervals[1] = (intervals[0][1], intervals[1][1])  # they touch
    elif kind == "weight":
        arguments = ["--weight", r.choice(["1/(2+x)", "exp(x)", "1+abs(x)", "sqrt(1-x^2)", "x^2"])]
    if kind not in ("decimals",):
        arguments += ["--format", r.choice(["f64"] if kind == "tiny" else ["f64", "f64", "f32", "f16"])]
    if kind != "goal":
        arguments += ["--degree", str(degree)]
    for a, b in intervals:
        arguments.append(f"--in={a},{b}")
    if kind in ("nested", "pieces", "intervals") and r.random() < 0.25:
        arguments += ["--denominator-degree", str(r.randint(1, 2))]
    return ["--form", form, *arguments, "--", f], intervals, special, may_refuse


def complaints(program, seed):
    arguments, intervals, special, may_refuse = question(seed)
    try:
        done = subprocess.run([program, "minimax", "--json", *arguments], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return ["takes more than a minute"], "slow"
    if done.returncode == 1:
        found = [] if may_refuse and done.stderr.startswith("vieta: ") else ["refused: " + done.stderr.strip()]
        return found, "refused: " + done.stderr.strip()
    if done.returncode not in (0, 2):
        return [f"exit code {done.returncode}: {done.stderr[-300:]}"], "crash"
    answer = json.loads(done.stdout)
    error = error_of(answer)
    largest = mpf(0)
    for a, b in intervals:
        places = [float(s) for s in special] + [p["x"] for p in answer["alternation"]]
        largest = max(largest, dense_maximum(error, float(a), float(b), places))
    found = []
    bound, status = answer["proven_bound"], answer["status"]
    is_bound = bound is not None and bound != "inf"
    if is_bound and mpf(bound) < largest * (1 - mpf(10) ** -14) - mpf(10) ** -60:
        found.append(f"proven_bound {bound} is below the error {mpmath.nstr(largest, 12)}")
    if status == "optimal" and not is_bound:
        found.append("optimal without a proof")
    if status == "optimal" and is_bound and mpf(bound) > largest * (1 + ABOVE) + mpf(10) ** -29:
        found.append(f"optimal, but proven_bound {bound} is above the error {mpmath.nstr(largest, 12)}")
    if status == "optimal" and answer["format"] == "f64" and mpf(answer["lower_bound"]) > largest * (1 + mpf(10) ** -9) + mpf(10) ** -15:
        found.append(f"lower_bound {answer['lower_bound']} is above the error {mpmath.nstr(largest, 12)}")
    if done.returncode == 0 and status != "optimal":
        found.append(f"exit code 0 with status {status}")
    return found, status


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=30)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--program", default=os.environ.get("VIETA_PROGRAM", "build/release/vieta"))
    given = options.parse_args()
    statuses, wrong = {}, 0
    for seed in range(given.first, given.first + given.count):
        found, status = complaints(given.program, seed)
        word = status.split(":")[0]
        statuses[word] = statuses.get(word, 0) + 1
        for complaint in found:
            wrong += 1
            print(f"{seed}: WRONG: {' '.join(question(seed)[0])}: {complaint}", flush=True)
    print(", ".join(f"{count} {status}" for status, count in sorted(statuses.items())) + f"; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
