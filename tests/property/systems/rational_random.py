"""Equations between rational functions, by `vieta solve`: systems whose solutions are known by construction.

N(X)/D(X) = 0 and Y/E(X) + c = G(X)/H(X), where N, D, E and H are products of polynomials from one pool that are
irreducible and different, and X, Y are linear in x and y. Solutions are the zeros of N that are none of D, E, H: one Y
for each. All others have to be proven to be zeros of a denominator, exactly. VIETA_RANDOM_COUNT says how many systems
(default 25; 300 take some minutes).
"""

import json
import os
import random
import subprocess
import sys

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
COUNT = int(os.environ.get("VIETA_RANDOM_COUNT", "25"))
POOL = {"X": 1, "(X - 1)": 1, "(2*X + 3)": 1, "(X^2 - 2)": 2, "(X^2 + 1)": 2, "(X^2 + X + 1)": 2, "(X^3 - 2)": 3, "(X - 1/7)": 1}


def values(factors, x):
    product = 1
    for f in factors:
        product *= eval(f.replace("^", "**"), {"X": x})
    return product


def written(factors, rng):
    """As a product, with a power now and then: no other zeros."""
    return "*".join(f + (f"^{rng.randint(2, 3)}" if rng.random() < 0.2 else "") for f in factors) or "1"


def check(seed):
    rng = random.Random(seed)
    pool = list(POOL)
    n = rng.sample(pool, rng.randint(1, 3))
    d, e, h = ([f for f in rng.sample(pool, rng.randint(0, 3)) if rng.random() < 0.6] for _ in range(3))
    numerator = "*".join(n)
    if rng.random() < 0.3:
        numerator += f"*({rng.randint(1, 9)})"
    first = f"{numerator}/({written(d, rng)})"
    second = f"Y/({written(e, rng)}) + {rng.randint(1, 9)} = ({rng.randint(-9, 9)}*X + {rng.randint(1, 9)})/({written(h, rng)})"
    a, b = rng.randint(-3, 3), rng.randint(-3, 3)
    if rng.random() < 0.5:
        x, y = f"(x + ({a})*y)", f"(y + ({b})*(x + ({a})*y))"
    else:
        x, y = "x", "y"
    system = "; ".join(p.replace("X", x).replace("Y", y) for p in (first, second))
    expected = sum(POOL[f] for f in n if f not in d + e + h)
    answer = subprocess.run([PROGRAM, "solve", "--system", system, "--json", "--threads", "1"], capture_output=True, text=True, timeout=120)
    if not answer.stdout:
        return f"{system}\n{answer.stderr}"
    result = json.loads(answer.stdout)
    report = result["report"]
    proven = all(s["certified"] and not s["undecided"] for s in result["solutions"])
    order = [result["variables"].index(v) for v in "xy"]
    for s in result["solutions"]:
        z = [complex(float(s["x"][k][0]), float(s["x"][k][1])) for k in order]
        big_x = z[0] + a * z[1] if x != "x" else z[0]
        if abs(values(n, big_x)) > 1e-9 or any(abs(values([f], big_x)) < 1e-9 for f in d + e + h):
            return f"{system}\n{s['x']} is no solution"
    if len(result["solutions"]) != expected or not proven or answer.returncode != 0:
        return f"{system}\nexpected {expected}\nfound {[s['x'] for s in result['solutions']]}\n{report}"
    return ""


def main():
    wrong = 0
    for seed in range(COUNT):
        complaint = check(seed)
        if complaint:
            wrong += 1
            print(f"seed {seed}: {complaint}\n")
    print(f"{COUNT} systems, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
