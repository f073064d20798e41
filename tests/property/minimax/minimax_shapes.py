#!/usr/bin/env python3
"""Shapes that meet each other: what minimax_random.py, minimax_strange.py and minimax_beyond.py ask one at a time.

Absolute values within absolute values, broken powers at ends and inside, 0/0 of orders 1 to 6 at 0 and elsewhere, adjacent
intervals, mirrored ones with one parity, weights, relative errors at zeros of every order, values beyond short formats, high
degrees, short forms. Answers are held against mpmath and a linear program as in minimax_beyond.py; relative errors that have
no bound must be refused; short forms must be those of the function and the interval that were asked for.

  minimax_shapes.py [--count 30] [--first 0] [--kind KIND] [--program build/release/vieta]
"""

import random
import sys

import minimax_beyond

KINDS = ["absolutes", "powers", "removable", "adjacent", "mirrored", "weights", "zeros", "range", "high", "short"]
POWERS = ["0.1", "0.25", "1/3", "0.5", "2/3", "0.9", "1.1", "4/3", "1.5", "2.5", "3.7"]
FORMATS = ["f64", "f64", "f64", "f32", "f32", "f16", "bf16", "dd", "decimals:8"]


def number(r, lo, hi):
    return f"{r.uniform(float(lo), float(hi)):.3g}"


def absolutes(r, special):
    inner = r.choice(["x", "x^2", "sin(3*x)", "exp(x)-1", "x^3-x/2"])
    for _ in range(r.randint(1, 3)):
        at = number(r, -0.8, 0.8)
        inner = r.choice([f"abs({inner}-({at}))", f"max({inner},{at})", f"min({inner},{at})", f"abs({inner})*(1+{inner})"])
    special += [k / 40 for k in range(-40, 41)]
    return r.choice([inner, f"{inner}^2", f"sqrt({inner}+3)", f"exp({inner})", f"sqrt(abs({inner}))", f"{inner}-x"])


def powers(r, special, lo, hi):
    parts = []
    for _ in range(r.randint(1, 3)):
        at, p = number(r, lo, hi), r.choice(POWERS)
        special.append(float(at))
        parts.append(
            r.choice([f"(x-({lo}))^({p})", f"(({hi})-x)^({p})", f"abs(x-({at}))^({p})", f"cbrt(x-({at}))", f"{at}*x"])
        )
    text = parts[0]
    for part in parts[1:]:
        text = f"{text}{r.choice('+-*')}{part}"
    return r.choice([text, text, text, f"exp({text})", f"atan({text})", f"1/(3+abs({text}))"])


def removable(r, special, order):
    """Its numerator has a zero of this order, and is divided by that power."""
    at = r.choice(["0", "0", number(r, -0.8, 0.8), "0.5"])
    special.append(float(at))
    u = "x" if at == "0" else f"(x-({at}))"
    tails = {1: f"exp({u})-1", 2: f"1-cos({u})", 3: f"{u}-sin({u})", 4: f"cos({u})-1+{u}^2/2", 5: f"sin({u})-{u}+{u}^3/6",
             6: f"exp({u}^2)-1-{u}^2-{u}^4/2"}
    others = {1: f"log(1+{u}/2)", 2: f"{u}*sin({u})", 3: f"tan({u}/2)-{u}/2", 4: f"{u}^2*sinh({u})^2", 5: f"{u}^3*(exp({u}^2)-1)",
              6: f"sin({u})^6"}
    text = r.choice([tails, tails, others])[order]
    return f"({text})/{u}^{order}", text, at


def question(seed, kind=None):
    r = random.Random(seed * 6007 + 29)
    kind = kind or r.choice(KINDS)
    intervals, special, more, may = [r.choice([("-1", "1"), ("-1", "1"), ("0", "1"), ("-0.7", "1.3")])], [0.0], [], False
    degree, of_q, form, kept = r.randint(0, 8), 0, "p(x)", r.choice(FORMATS)
    lo, hi = intervals[0]
    f = "exp(x)"
    if kind == "absolutes":
        f = absolutes(r, special)
        of_q = r.choice([0, 0, 0, 1, 2, 4])
    elif kind == "powers":
        f = powers(r, special, lo, hi)
        of_q = r.choice([0, 0, 0, 1, 2, 4])
    elif kind == "removable":
        f, _, at = removable(r, special, r.randint(1, 6))
        form = r.choice(["p(x)", "p(x)", "p(x)", "1+x*p(x)", "p(x^2)"])
        of_q = r.choice([0, 0, 1, 2]) if form == "p(x)" else 0
        if r.random() < 0.3:
            more, may = ["--relative"], True
    elif kind == "adjacent":
        cuts = sorted({number(r, -0.9, 0.9) for _ in range(r.randint(1, 4))}, key=float)
        ends = ["-1", *cuts, "1"]
        intervals = list(zip(ends, ends[1:]))
        at = r.choice(cuts)
        special += [float(c) for c in cuts]
        f = r.choice([f"sign(x-({at}))", f"abs(x-({at}))/(x-({at}))*exp(x)", f"abs(x-({at}))^0.3", f"sqrt(abs(x-({at})))+x",
                      f"max(x,{at})", "exp(x)", f"atan(1/(x-({at})))", f"x+sign(x-({at}))*cos(x)"])
        may = True
    elif kind == "mirrored":
        a, b = number(r, 0.05, 0.5), number(r, 0.6, 2)
        intervals = r.choice([[(f"-{b}", f"-{a}"), (a, b)], [(f"-{b}", b)], [(f"-{b}", f"-{a}"), (f"-{a}", a), (a, b)]])
        f = r.choice(["sin(x)", "atan(3*x)", "x*abs(x)", "cbrt(x)", "cos(2*x)", "abs(x)", "exp(-x^2)", "sqrt(abs(x))", "exp(x)",
                      "sign(x)", "x^3-x"])
        which = r.choice(["odd", "even", None])
        if which:
            more = ["--exponents", which]
        else:
            form = r.choice(["x*p(x^2)", "p(x^2)", "p(x)", "x^3*p(x^2)"])
            of_q = r.choice([0, 1, 2, 3]) if form == "p(x)" else 0
        degree, may = r.randint(1, 7), True
    elif kind == "weights":
        at = number(r, 0.1, 0.9)
        special.append(float(at))
        f = r.choice(["exp(x)", f"abs(x-{at})", "sin(4*x)", f"abs(x-{at})^0.5", "1/(1.1+x)"])
        weight = r.choice(["1+x^2", f"abs(x-{at})", "exp(-5*x)", f"1/(0.01+abs(x-{at}))", "2+sign(x-0.2)", "sqrt(1.5+x)",
                           f"max(0.1,x-{at})"])
        special.append(0.2)
        more = ["--weight", weight]
        of_q = r.choice([0, 0, 0, 1, 2])
    elif kind == "zeros":
        order = r.randint(1, 6)
        _, f, at = removable(r, special, order)
        below = r.randint(0, 6)
        u = "x" if at == "0" else f"(x-({at}))"
        form = f"{u}^{below}*p(x)" if below else "p(x)"
        of_q = r.choice([0, 0, 0, 1, 2]) if form == "p(x)" else 0
        more, may = ["--relative"], below < order and float(lo) <= float(at) <= float(hi)
        degree = r.randint(0, 4)
    elif kind == "range":
        size = r.choice(["1e5", "7e4", "1e-5", "1e-8", "3e38", "1e39", "1e-38", "1e-40", "1e30", "1e300", "1e-300"])
        f = f"{size}*({r.choice(['exp(x)', 'sin(3*x)', '1/(1.1+x)', 'abs(x)', 'x^3'])})"
        special.append(0.0)
        kept, may = r.choice(["f16", "bf16", "f32", "f64"]), True
        of_q = r.choice([0, 0, 0, 2])
        if r.random() < 0.3:
            f, intervals = r.choice([("exp(x)", [("0", "20")]), ("exp(-x)", [("0", "30")]), ("1/x", [("1e-4", "1")])])
    elif kind == "high":
        degree, kept = r.choice([60, 80, 100, 150, 200, 300]), r.choice(["f64", "dd", "f32"])
        f = r.choice(["abs(x)", "sqrt(1+x)", "cos(100*x)", "1/(1+100*x^2)", "abs(x-0.3)^1.5", "tanh(30*x)", "exp(-200*x^2)",
                      "(1-cos(30*x))/x^2", "max(x,0.2)"])
        intervals, special = [("-1", "1")], [0.0, 0.3, 0.2]
        more = ["--no-search"]
    else:
        f = r.choice(["acos", "asin", "atan", "cos", "sin", "tan", "exp", "exp2", "log", "log2", "log10", "sqrt", "cbrt", "tanh",
                      "sinh", "cosh", "erf", "log1p", "expm1", "asinh"])
        intervals = [r.choice([("1", "2"), ("0.5", "2"), ("0", "0.5"), ("-0.5", "0.5"), ("2", "5")])]
        degree, may = r.randint(2, 7), True
        more = r.choice([[], ["--relative"], ["--absolute"]])
        asked = [f, *more, "--degree", str(degree), "--format", kept]
        for a, b in intervals:
            asked.append(f"--in={a},{b}")
        return kind, asked, intervals, special, may
    asked = [f, "--degree", str(degree), "--form", form, "--format", kept, *more]
    if of_q:
        asked += ["--denominator-degree", str(of_q)]
    for a, b in intervals:
        asked.append(f"--in={a},{b}")
    return kind, asked, intervals, special, may


if __name__ == "__main__":
    minimax_beyond.mpmath.mp.dps = 240  # 17 digits beside 0/0 of order 6 and more
    minimax_beyond.question = question
    minimax_beyond.KINDS = KINDS
    sys.exit(minimax_beyond.main())
