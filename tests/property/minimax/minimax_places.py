#!/usr/bin/env python3
"""Singular places that no number is, poles between intervals, jumps at ends, functions with constants in them.

What minimax_shapes.py does not ask. Answers are held against mpmath as in minimax_beyond.py. The optimum of p/q is held, besides,
against differential correction on a grid by SciPy's linear programs, for every way in which q may change its sign between the
intervals: what it finds has no error that is smaller by a twentieth.

  minimax_places.py [--count 30] [--first 0] [--kind KIND] [--program build/release/vieta]
"""

import itertools
import random
import sys

import minimax_beyond
from minimax_error import callable_of, mpf, number_of

KINDS = ["places", "ends", "gaps", "jumps", "names", "zeros", "pieces", "needles"]
PLACES = ["0.785", "pi/4", "1/3", "0.3", "e/4", "sqrt(2)/3", "-0.61", "-pi/7", "2/7", "0.1"]
LOW = ["0.02", "0.05", "0.1", "1/7", "0.2", "0.3", "1/3"]


def number(r, lo, hi):
    return f"{r.uniform(float(lo), float(hi)):.3g}"


def value(text):
    return float(number_of(text))


def question(seed, kind=None):
    r = random.Random(seed * 4001 + 17)
    kind = kind or r.choice(KINDS)
    intervals, special, more, may = [("-1", "1")], [0.0], [], False
    degree, of_q, form, kept = r.randint(0, 6), 0, "p(x)", r.choice(["f64", "f64", "f64", "f32", "f16", "bf16", "dd"])
    at, other, power = r.choice(PLACES), r.choice(PLACES), r.choice(LOW)
    u, v = f"(x-({at}))", f"(x-({other}))"
    special += [value(at), value(other), -value(at)]
    if kind == "places":  # cusps of low powers where no number is
        f = r.choice([f"abs{u}^({power})", f"abs{u}^({power})+abs{v}^(1/3)", f"exp(abs{u}^({power}))", f"abs{u}^({power})*cos(3*x)",
                      f"abs(abs{u}-0.11)^({power})", f"abs(sin(3*x)-0.3)^({power})", f"abs{u}^({power})*(2+sign{u})", f"abs(x^2-0.3)^({power})",
                      f"cbrt{u}*exp(x)", f"abs{u}*log(abs{u})", f"1/(1+abs{u}^({power}))"])
        a = value(at)
        special += [a - 0.11, a + 0.11, 0.3**0.5, -(0.3**0.5), 0.10156388, 0.94563367]
        of_q = r.choice([0, 0, 0, 1, 2])
    elif kind == "ends":  # singular ends that are no numbers
        lo, hi = sorted([at, other], key=value)
        if value(hi) - value(lo) < 0.2:
            hi = "1.7"
        intervals = [(lo, hi)]
        special += [value(lo), value(hi)]
        w, z = f"(x-({lo}))", f"(({hi})-x)"
        f = r.choice([f"{w}^({power})", f"{z}^({power})*exp(x)", f"{w}^({power})+{z}^(1/3)", f"sqrt{w}*sqrt{z}", f"{w}*log({w[1:-1]})",
                      f"1/log({w}/4)", f"sqrt{w}-cbrt{z}", f"exp(-1/{w})", f"atan(1/{z})", f"{w}^({power})*{z}^({power})"])
        of_q = r.choice([0, 0, 0, 1, 2])
    elif kind == "gaps":  # poles of f, or of p/q alone, between intervals
        gap = r.choice([0.02, 0.1, 0.2, 0.5])
        c = r.choice([0.0, 0.3, -0.5, 0.1])
        intervals = [("-1", repr(round(c - gap / 2, 6))), (repr(round(c + gap / 2, 6)), "1")]
        if r.random() < 0.3:
            intervals.append((r.choice(["1.1", "1.5"]), "2.5"))
        k = number(r, -2, 2)
        f = r.choice([f"1/(x-({c}))+({k})*x", f"exp(x)/(x-({c}))", f"sign(x-({c}))+0.1*x", f"atan(20*(x-({c})))", "exp(x)", f"cos(3*x)+({k})/(x-({c}))",
                      f"1/(x-({c}))^2+x", f"({k}+x)/(x-({c}))^3", f"sign(x-({c}))*exp(x)", "1/(3+x)", "abs(x)", f"1/((x-({c}))*(x-1.05))"])
        degree, of_q = r.randint(0, 6), r.randint(1, 6)
        more, kept = ["--no-search", *(["--relative"] if r.random() < 0.3 else [])], "f64"
        may = True
    elif kind == "jumps":  # at ends that two intervals share, or that one has
        s = value(at)
        intervals = r.choice([[("-1", at), (at, "1")], [(at, "1.5")], [("-1.2", at)], [("-1", at), (at, "1"), ("1", "1.5")]])
        f = r.choice([f"sign{u}", f"sign{u}*exp(x)+x", f"abs{u}/{u}*cos(x)", f"abs{u}^({power})*sign{u}", f"exp(sign{u})*(1+x)", f"sign{u}*abs{u}^({power})+sign{u}",
                      f"atan(1/{u})", f"max(sign{u},x)", f"(1+sign{u})*x^2"])
        special.append(s)
        may = True
        of_q = r.choice([0, 0, 0, 1, 2])
    elif kind == "names":  # constants and names
        f = r.choice(["sin(pi*x)", "cos(pi*x/e)", "exp(x)/e", "log(x+pi)", "e^x", "pi^x", "x^e", "x^pi", "sin(e*x)/pi", "atan(pi*x)", "2^x", "gamma(x+2)", "erf(pi*x)", "tanh(e*x)", "(1-cos(pi*x))/x^2", "sqrt(x+pi)", "(e^x-1)/x", "abs(x-1/pi)", "log2(x+e)", "exp(-pi*x^2)"])
        intervals = [("0", "1")] if f in ("x^e", "x^pi") else [r.choice([("-1", "1"), ("0", "pi/4"), ("-1/e", "1/e"), ("0", "1")])]
        special.append(0.3183098861837907)
        of_q = r.choice([0, 0, 1, 2])
    elif kind == "zeros":  # 0/0 of orders 1 to 6 at places that no number is
        order = r.randint(1, 6)
        f = {1: f"(exp{u}-1)/{u}", 2: f"(1-cos{u})/{u}^2", 3: f"({u}-sin{u})/{u}^3", 4: f"(cos{u}-1+{u}^2/2)/{u}^4", 5: f"(sin{u}-{u}+{u}^3/6)/{u}^5",
             6: f"(exp({u}^2)-1-{u}^2-{u}^4/2)/{u}^6"}[order]
        f = r.choice([f, f, f"{f}+abs{v}^({power})", f"{f}*exp(x)"])
        of_q = r.choice([0, 0, 1])
    elif kind == "pieces":  # another function on each side, which may meet there
        a, b = r.sample(["exp(x)", "cos(3*x)", "1/(2+x)", "x^2", "sqrt(2+x)", "1"], 2)
        f = r.choice([f"({a})*(1+sign{u})/2+({b})*(1-sign{u})/2", f"max({a},{b})", f"min({a},{b})", f"abs(({a})-({b}))", f"abs(({a})-({b}))^({power})+x",
                      f"max(abs{u},abs{v})", f"abs(abs(abs{u}-0.3)-0.1)"])
        a0 = value(at)
        special += [a0 + s for s in (-0.4, -0.3, -0.2, 0.2, 0.3, 0.4)] + [(value(at) + value(other)) / 2] + [k / 50 for k in range(-50, 51)]
        of_q = r.choice([0, 0, 0, 1, 3])
    else:  # tops of many waves, lowered by narrow p/q
        k = number(r, 3, 12)
        intervals = [r.choice([("1", "10"), ("0.5", "4"), ("-1", "1")])]
        f = r.choice([f"sin({k}*x^2)*sqrt(x+2)", f"sin({k}*3*x)*(3+x)", f"cos({k}*x^2)", f"sin({k}*x^2)+x/9", f"sin({k}*2*x)*exp(x/9)"])
        degree, of_q = r.randint(0, 2), r.randint(1, 3)
        more, kept = ["--no-search"], "f64"
    asked = ["--degree", str(degree), "--form", form, "--format", kept, *more]
    if of_q:
        asked += ["--denominator-degree", str(of_q)]
    for a, b in intervals:
        asked.append(f"--in={a},{b}")
    return kind, [*asked, "--", f], intervals, special, may


def corrected(answer, intervals):
    """The least largest error of p/q on a grid, of all signs that q may have, as far as doubles tell."""
    import numpy as np
    from scipy.optimize import linprog

    if answer["problem"]["error"] == "weighted" or answer["problem"]["form"] not in ("p(x)/q(x)", "p(x)"):
        return None
    f = callable_of(answer["problem"]["function"])
    xs, ys, group = [], [], []
    for number_of_interval, (a, b) in enumerate(intervals):
        lo, hi = number_of(a), number_of(b)
        for k in range(120):
            x = lo + (hi - lo) * (1 - minimax_beyond.mpmath.cos(minimax_beyond.mpmath.pi * (k + mpf(1) / 2) / 120)) / 2
            try:
                y = f(x)
            except (ZeroDivisionError, ValueError):
                continue
            xs.append(float(x)), ys.append(float(y)), group.append(number_of_interval)
        for top in answer["alternation"]:  # with the same signs of q no p/q errs less at these alone
            if lo <= top["x"] <= hi:
                xs.append(top["x"]), ys.append(float(f(mpf(top["x"])))), group.append(number_of_interval)
    x, y, group = np.array(xs), np.array(ys), np.array(group)
    m, n = len(answer["exponents"]) - 1, len(answer["denominator"]) - 1
    t = (2 * x - x.min() - x.max()) / (x.max() - x.min())
    p, q = np.polynomial.chebyshev.chebvander(t, m), np.polynomial.chebyshev.chebvander(t, n)
    scale = np.abs(y).max()
    y = y / scale
    size = np.abs(y) if answer["problem"]["error"] == "relative" else np.ones(len(y))
    least = np.inf
    for signs in itertools.product((1, -1), repeat=len(intervals) - 1):
        side = np.array((1, *signs))[group]
        error, before = 1.0, np.ones(len(x))
        for _ in range(25):
            rows = np.vstack([np.hstack([s * -p, (s * y - error * side * size)[:, None] * q, -before[:, None]]) for s in (1, -1)])
            sizes = np.linalg.norm(rows, axis=1)
            done = linprog(np.r_[np.zeros(m + n + 2), 1], A_ub=rows / sizes[:, None], b_ub=np.zeros(len(rows)),
                           bounds=[(-1e4, 1e4)] * (m + 1) + [(-1, 1)] * (n + 1) + [(None, None)], method="highs")
            if done.status != 0:
                break
            of_q = q @ done.x[m + 1 : m + n + 2]
            if not (of_q * side > 0).all():
                break
            now = (np.abs(y - p @ done.x[: m + 1] / of_q) / size).max()
            if not now < error * (1 - 1e-6):
                break
            error, before = now, np.abs(of_q) / np.abs(of_q).max()
        least = min(least, error)
    return least if answer["problem"]["error"] == "relative" else least * scale


def lp_or_corrected(answer, intervals):
    """An optimum on a grid that crowds at no place inside says nothing of cusps of low powers, and of logarithms."""
    function = answer["problem"]["function"]
    if "^(" in function or "log" in function:
        return None
    if not answer["denominator"]:
        return plain(answer, intervals)
    if answer["status"] != "optimal" or len(answer["denominator"]) + len(answer["exponents"]) > 14:
        return None
    reached = corrected(answer, intervals)
    # What the programs for a grid find is one p/q, and no bound from below.
    return None if reached is None else (min(mpf(reached), mpf(answer["lower_bound"]), mpf(answer["optimum"])), mpf(answer["optimum"]))


if __name__ == "__main__":
    minimax_beyond.mpmath.mp.dps = 240
    minimax_beyond.question = question
    minimax_beyond.KINDS = KINDS
    plain = minimax_beyond.lp_optimum
    minimax_beyond.lp_optimum = lp_or_corrected
    sys.exit(minimax_beyond.main())
