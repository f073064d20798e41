#!/usr/bin/env python3
"""Kinds of questions that minimax_random.py and minimax_strange.py do not ask, held against mpmath and a linear program.

Compositions of cusps, nearly removable points, values at the ends of doubles, intervals far from 0, weights that vanish or
grow without end, parity on shifted intervals, given first coefficients, several intervals, singular ends, steps, scales.
With SciPy the optimum is compared with that of a linear program over a grid. `verify` must not refuse any answer.

  minimax_beyond.py [--count 30] [--first 0] [--kind KIND] [--program build/release/vieta]
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time

from minimax_error import callable_of, dense_maximum, error_of, mpf, mpmath, number_of
from minimax_kinds import question


def lp_optimum(answer, intervals):
    """Least largest error over a grid, in doubles, by scipy: no more than the optimum. None where not to be had."""
    import numpy as np
    from scipy.optimize import linprog

    if answer["denominator"] or answer["problem"]["constraints"] or len(answer["exponents"]) > 14:
        return None
    f, form = callable_of(answer["problem"]["function"]), callable_of(answer["problem"]["form"])
    kind = answer["problem"]["error"]
    weight = callable_of(answer["problem"]["weight"]) if kind == "weighted" else None
    old = mpmath.mp.dps
    mpmath.mp.dps = 160  # next to 0/0 of order 6 most of them cancel
    rows = []
    try:
        xs = []
        for a, b in intervals:
            lo = number_of(a)
            hi = number_of(b)
            xs += [lo + (hi - lo) * (1 - mpmath.cos(mpmath.pi * (k + mpf(1) / 3) / 400)) / 2 for k in range(400)]
            xs += [x for x in (mpf(p["x"]) for p in answer["alternation"]) if lo <= x <= hi]
        for x in xs:
            try:
                v = f(x)
                w = 1 / v if kind == "relative" else (weight(x) if weight else mpf(1))
                a0 = form(x, p=lambda u: mpf(0))
                one = form(x, p=lambda u: mpf(1)) - a0
                got = []
                form(x, p=lambda u: got.append(u) or mpf(0))
                if not all(mpmath.isfinite(z) and mpmath.im(z) == 0 for z in (v, w, a0, one)):
                    continue
                rows.append((w * one, got[0], w * (v - a0)))
            except (ZeroDivisionError, ValueError, TypeError, OverflowError):
                continue
        if not rows:
            return None
        ulo, uhi = min(r[1] for r in rows), max(r[1] for r in rows)
        full = answer["exponents"] == list(range(len(answer["exponents"])))

        def basis(u):
            if full and uhi > ulo:
                t = (2 * u - ulo - uhi) / (uhi - ulo)
                return [mpmath.chebyt(k, t) for k in answer["exponents"]]
            s = max(abs(ulo), abs(uhi)) or 1
            return [(u / s) ** k for k in answer["exponents"]]

        scale = max(abs(r[2]) for r in rows) or mpf(1)
        A = np.array([[float(r[0] * b / scale) for b in basis(r[1])] for r in rows])
        y = np.array([float(r[2] / scale) for r in rows])
        # first a least-squares fit, so that residuals are in scale
        c0, *_ = np.linalg.lstsq(A, y, rcond=None)
        y2 = y - A @ c0
        s2 = np.abs(y2).max() or 1.0
        cs = np.abs(A).max(axis=0)
        cs[cs == 0] = 1
        An = A / cs
        n = A.shape[1]
        res = linprog(
            np.r_[np.zeros(n), 1],
            A_ub=np.block([[An, -np.ones((len(y), 1))], [-An, -np.ones((len(y), 1))]]),
            b_ub=np.r_[y2 / s2, -y2 / s2],
            bounds=[(None, None)] * n + [(0, None)],
            method="highs",
        )
        if res.status != 0:
            return None
        return mpf(res.fun) * mpf(s2) * scale, scale
    finally:
        mpmath.mp.dps = old


def complaints(program, seed, kind, verify):
    asked = question(seed, kind)
    kind, args, intervals, special, may = asked
    begin = time.time()
    try:
        done = subprocess.run([program, "minimax", "--json", *args], capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return ["takes more than two minutes"], "slow", kind, 120, ""
    took = time.time() - begin
    if done.returncode == 1:
        return (
            ([] if may and done.stderr.startswith("vieta: ") else ["refused: " + done.stderr.strip()]),
            "refused",
            kind,
            took,
            done.stderr.strip(),
        )
    if done.returncode not in (0, 2):
        return [f"exit {done.returncode}: {done.stderr[-300:]}"], "crash", kind, took, ""
    a = json.loads(done.stdout)
    note = a["report"]["note"]
    e = error_of(a)
    largest = mpf(0)
    for lo, hi in intervals:
        largest = max(
            largest, dense_maximum(e, lo, hi, [a["worst_at"], *special] + [p["x"] for p in a["alternation"]], 240 if len(a["exponents"]) < 30 else 600)
        )
    found = []
    bound, status = a["proven_bound"], a["status"]
    is_bound = bound is not None and bound != "inf"
    if is_bound and mpf(bound) < largest * (1 - mpf(10) ** -14) - mpf(10) ** -60:
        found.append(f"proven_bound {bound} is below the error {mpmath.nstr(largest, 12)}")
    if status == "optimal":
        if not is_bound:
            found.append("optimal without a proof")
        elif mpf(bound) > largest * (1 + mpf("1e-6")) + mpf(10) ** -29 * max(1, a["optimum"]):
            found.append(f"optimal, but proven_bound {bound} is above the error {mpmath.nstr(largest, 12)} (optimum {a['optimum']})")
    try:
        lp = lp_optimum(a, intervals)
    except (ImportError, ValueError, OverflowError, ArithmeticError):  # LinAlgError is a ValueError: values beyond doubles
        lp = None
    if lp is not None:
        value, scale = lp
        tol = mpf("1e-10") * scale
        # The grid's optimum is below the true one, by 1e-4 of it or, at singular ends, a few parts in a hundred.
        if mpf(a["lower_bound"]) < value * (1 - mpf("1e-6")) - tol and status == "optimal":
            found.append(f"lower_bound {a['lower_bound']} below what the grid proves {mpmath.nstr(value, 9)}")
        if mpf(a["lower_bound"]) > value * (1 + mpf("5e-2")) + tol:
            found.append(f"lower_bound {a['lower_bound']} above the grid's optimum {mpmath.nstr(value, 9)}")
        if mpf(a["optimum"]) < value * (1 - mpf("1e-6")) - tol:
            found.append(f"optimum {a['optimum']} below the grid's optimum {mpmath.nstr(value, 9)}")
        if mpf(a["optimum"]) > value * (1 + mpf("5e-2")) + tol and status in ("optimal", "not_optimal", "not_proven"):
            found.append(f"optimum {a['optimum']} above the grid's optimum {mpmath.nstr(value, 9)}")
    if done.returncode == 0 and status != "optimal":
        found.append(f"exit code 0 with status {status}")
    if status != "optimal" and not note:
        found.append(f"status {status} without a reason")
    if verify:
        v = subprocess.run([program, "verify", "-", "--max-seconds", "60"], input=done.stdout, capture_output=True, text=True)
        if "does not hold" in v.stdout or v.returncode == 1:
            found.append("VERIFY refuses: " + v.stdout.strip()[:300] + v.stderr[:200])
        elif v.returncode == 2:
            note += " | verify: " + v.stdout.split("\n")[0]
        if status in ("not_optimal", "stalled", "not_proven"):
            a["status"] = "optimal"
            v = subprocess.run([program, "verify", "-", "--max-seconds", "60"], input=json.dumps(a), capture_output=True, text=True)
            if v.returncode == 0:
                found.append(f"FORGED: verify accepts {status} as optimal")
    return found, status, kind, took, note


def main():
    o = argparse.ArgumentParser()
    o.add_argument("--count", type=int, default=30)
    o.add_argument("--first", type=int, default=0)
    o.add_argument("--kind")
    o.add_argument("--verify", action="store_true")
    o.add_argument("--say", action="store_true")
    o.add_argument("--program", default=os.environ.get("VIETA_PROGRAM", "build/release/vieta"))
    g = o.parse_args()
    stat, wrong = {}, 0
    for seed in range(g.first, g.first + g.count):
        found, status, kind, took, note = complaints(g.program, seed, g.kind, g.verify)
        stat.setdefault(kind, {}).setdefault(status, 0)
        stat[kind][status] += 1
        text = " ".join("'" + a + "'" if re.search(r"[()*^' ]", a) else a for a in question(seed, g.kind)[1])
        for c in found:
            wrong += 1
            print(f"{seed} {kind}: WRONG: {text}: {c}", flush=True)
        if g.say and status != "optimal" or took > 15:
            print(f"{seed} {kind} [{status}, {took:.1f} s] {text}: {note}", flush=True)
    for k, v in sorted(stat.items()):
        print(k, v)
    print("wrong:", wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
