"""`vieta minimax --aaa` beside scipy.interpolate.AAA (SciPy 1.15 and later) on the same samples, real and complex.

    python3 bench/peers/minimax/aaa.py PROGRAM [--count 200] [--first 0] [--verbose]

For each of COUNT functions both are given the same 300 samples and the tolerance 1e-13. Held against each other: whether both
come within it, how many terms they take, the error at 999 other points, and the poles, residues and zeros that the samples
determine: poles inside the samples' interval or region, which SciPy finds with a residue that is not a rounding error; and
those poles and zeros anywhere in the complex plane that move by less than 1e-7 in SciPy's answer when the samples are
changed by random parts of 1e-15 of the largest. Exit code 1 where a pole inside is missing, a pole, residue or zero differs by
more than a hundred times of how far SciPy's moves (1e-10 at least), or an error is more than ten times SciPy's and above 1e-11. An error is measured against the largest sample
or the value itself, whichever is larger: of two points beside a pole the other one may be a hundred times as near to it as
the nearest sample, and there the last bit of the pole's place alone is more than 1e-11 of all samples (function 160).
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np

try:
    from scipy.interpolate import AAA
except ImportError:
    print("SKIPPED: no scipy.interpolate.AAA")
    sys.exit(77)

warnings.simplefilter("ignore")


def question(seed):
    """Samples, other points and the function."""
    r = random.Random(seed)
    k, c, s = r.uniform(0.5, 8), r.uniform(-0.9, 0.9), r.uniform(0.02, 1)
    smooth = [lambda z: np.exp(k * z / 3), lambda z: np.sin(k * z), lambda z: np.cos(k * z * z / 2), lambda z: np.tanh(z * k / 4)]
    poles = [lambda z: 1 / (z - (c + s * 1j)) + 1 / (z - (c - s * 1j)), lambda z: np.tan(k * z / 2), lambda z: 1 / (1 + k * k * z * z),
             lambda z: 1 / (z - 1.2 - s) ** 2, lambda z: 1 / np.cosh(k * z)]
    inside = [lambda z: 1 / (z - c), lambda z: (z + 2) / ((z - c) * (z + 1.7)), lambda z: np.exp(z) / (z - c)]
    branch = [lambda z: np.sqrt(z + 1 + s), lambda z: np.log(1.3 + s - z), lambda z: (z + 1 + s) ** 0.3]
    f = r.choice(smooth + poles + inside + branch)
    if r.random() < 0.5:
        first, second = f, r.choice(smooth + poles + branch)
        f = r.choice([lambda z: first(z) + second(z), lambda z: first(z) * second(z)])
    if r.random() < 0.4:  # the unit circle, and points of it between the samples
        turn = lambda n, by: np.exp(2j * np.pi * (np.arange(n) + by) / n)
        return turn(300, 0), turn(999, 0.37), f
    turn = lambda n: np.cos(np.pi * (np.arange(n) + 0.5) / n)
    return turn(300).astype(complex), turn(999).astype(complex), f


def complex_of(value):
    return complex(*map(float, value)) if isinstance(value, list) else complex(float(value))


def ours(program, z, f):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for a, b in zip(z, f):
            real = not np.iscomplexobj(z)
            parts = (a, b) if real else (a.real, a.imag, b.real, b.imag)
            file.write(" ".join(repr(float(part)) for part in parts) + "\n")
        file.flush()
        begin = time.perf_counter()
        out = subprocess.run([program, "minimax", "--samples", file.name, "--aaa", "--json"], capture_output=True, text=True)
        spent = time.perf_counter() - begin
    if out.returncode not in (0, 2):
        return None, spent
    answer = json.loads(out.stdout)
    return {key: np.array([complex_of(v) for v in answer[key]]) for key in ("support", "values", "weights", "poles", "residues", "zeros")}, spent


def moves(found, again):
    """How far each of `found` is from the nearest of `again`, in parts of its size where that is above 1."""
    if len(again) == 0:
        return np.full(len(found), np.inf), np.zeros(len(found), int)
    gaps = np.abs(again[None, :] - found[:, None])
    best = np.argmin(gaps, axis=1)
    return gaps[np.arange(len(found)), best] / np.maximum(1, np.abs(found)), best


def value(r, z):
    with np.errstate(all="ignore"):
        cauchy = 1 / (z[:, None] - r["support"][None, :])
        found = (cauchy @ (r["weights"] * r["values"])) / (cauchy @ r["weights"])
    for row, column in zip(*np.nonzero(z[:, None] == r["support"][None, :])):
        found[row] = r["values"][column]
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program")
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--verbose", action="store_true")
    given = options.parse_args()
    wrong, fewer, same, more, asked, times = 0, 0, 0, 0, 0, [0.0, 0.0]
    compared = {"poles": 0, "zeros": 0}
    for seed in range(given.first, given.first + given.count):
        z, other, f = question(seed)
        with np.errstate(all="ignore"):
            values, truth = f(z), f(other)
        if not np.all(np.isfinite(values)) or not np.all(np.isfinite(truth)):
            continue
        asked += 1
        real = np.all(z.imag == 0) and np.all(np.abs(values.imag) <= 1e-15 * np.abs(values))
        if real:
            z, values = z.real.copy(), values.real.copy()
        begin = time.perf_counter()
        peer = AAA(z, values, rtol=1e-13)
        their_poles, residues = peer.poles(), peer.residues()
        times[0] += time.perf_counter() - begin
        mine, spent = ours(given.program, z, values)
        times[1] += spent
        if mine is None:
            print(f"{seed}: no answer")
            wrong += 1
            continue
        scale = np.max(np.abs(values))
        sizes = np.maximum(scale, np.abs(truth))
        terms = len(mine["support"]), len(peer.support_points)
        fewer, same, more = fewer + (terms[0] < terms[1]), same + (terms[0] == terms[1]), more + (terms[0] > terms[1])
        error = [np.max(np.abs(found - truth) / sizes) for found in (value(mine, other), peer(other))]
        inside = [p for p, a in zip(their_poles, residues)
                  if (abs(p) < 0.99 if np.iscomplexobj(z) else abs(p.imag) < 1e-8 and abs(p.real) < 1) and abs(a) > 1e-8 * scale]
        missing = [p for p in inside if len(mine["poles"]) == 0 or np.min(np.abs(mine["poles"] - p)) > 1e-6 * max(1, abs(p))]
        noise = np.random.default_rng(seed).uniform(-1, 1, len(values)) * 1e-15 * scale
        again = AAA(z, values + noise, rtol=1e-13)
        shift, other_pole = moves(their_poles, again.poles())
        gap, my_pole = moves(their_poles, mine["poles"])
        for k, at in enumerate(their_poles):
            if not shift[k] < 1e-7 or not abs(residues[k]) > 1e-8 * scale:
                continue
            compared["poles"] += 1
            residue, of_shift = residues[k], abs(again.residues()[other_pole[k]] - residues[k])
            if gap[k] > max(100 * shift[k], 1e-10):
                missing.append(("pole", at, gap[k], shift[k]))
            elif abs(mine["residues"][my_pole[k]] - residue) > max(100 * of_shift, 1e-10 * abs(residue)):
                missing.append(("residue", at, residue, mine["residues"][my_pole[k]], of_shift))
        their_zeros = peer.roots()
        shift, _ = moves(their_zeros, again.roots())
        gap, _ = moves(their_zeros, mine["zeros"])
        beside, _ = moves(their_zeros, their_poles)
        for k, at in enumerate(their_zeros):  # a zero and a pole that are one but for rounding errors are none
            if not shift[k] < 1e-7 or beside[k] < 1e-6:
                continue
            compared["zeros"] += 1
            if gap[k] > max(100 * shift[k], 1e-10):
                missing.append(("zero", at, gap[k], shift[k]))
        if given.verbose:
            print(f"{seed}: terms {terms}, errors {error[0]:.1e} {error[1]:.1e}, poles inside {len(inside)}")
        if missing or error[0] > max(10 * error[1], 1e-11):
            wrong += 1
            print(f"{seed}: terms {terms}, errors {error[0]:.1e} and SciPy's {error[1]:.1e}, missing: {missing}")
    print(f"{asked} functions: fewer terms than SciPy for {fewer}, as many for {same}, more for {more}; "
          f"{compared['poles']} poles with residues and {compared['zeros']} zeros compared; {wrong} wrong; "
          f"SciPy {times[0]:.2f} s in one process, vieta {times[1]:.2f} s in {asked}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
