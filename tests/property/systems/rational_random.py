"""Equations between rational functions, by `vieta solve`: systems whose solutions are known by construction.

N(X)/D(X) = 0 and Y/E(X) + c = G(X)/H(X), where N, D, E and H are products of polynomials from one pool that are
irreducible and different, and X, Y are linear in x and y. Solutions are the zeros of N that are none of D, E, H: one Y
for each. All others have to be proven to be zeros of a denominator, exactly. Every fourth system is a Laurent one: p(X) = 0
and Y = q(X) for monomials X, Y with positive and negative exponents (a b; c d), |a d - b c| solutions for each zero of p,
none of which has a coordinate 0. VIETA_RANDOM_COUNT says how many systems
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


def run(system):
    return subprocess.run([PROGRAM, "solve", "--system", system, "--json", "--threads", "1"], capture_output=True, text=True, timeout=120)


def points(result):
    """Of all solutions: x and y."""
    order = [result["variables"].index(v) for v in "xy"]
    return [[complex(*map(float, s["x"][k])) for k in order] for s in result["solutions"]]


def check_laurent(rng):
    while True:
        a, b, c, d = (rng.randint(-3, 3) for _ in range(4))
        if 0 < abs(a * d - b * c) <= 6:
            break
    p = rng.sample(["(X - 1)", "(2*X + 3)", "(X^2 - 2)", "(X^2 + 1)", "(X^2 + X + 1)"], rng.randint(1, 2))
    q = f"({rng.randint(1, 9)}*X + {rng.choice([4, 5, 7])})"  # not 0 where p is
    big = {"X": f"(x^({a})*y^({b}))", "Y": f"(x^({c})*y^({d}))"}
    system = "; ".join(e.replace("X", big["X"]).replace("Y", big["Y"]) for e in ("*".join(p), f"Y = {q}"))
    zeros = sum(POOL[f] for f in p)
    answer = run(system)
    if not answer.stdout:
        return f"{system}\n{answer.stderr}"
    result = json.loads(answer.stdout)
    right = len(result["solutions"]) == zeros * abs(a * d - b * c) and answer.returncode == 0
    for x, y in points(result):
        big_x, big_y = x**a * y**b, x**c * y**d
        right = right and abs(values(p, big_x)) < 1e-8 and abs(big_y - values([q], big_x)) < 1e-8 * (1 + abs(big_y))
    right = right and all(s["certified"] and not s["undecided"] for s in result["solutions"])
    return "" if right else f"{system}\nexpected {zeros} * {abs(a * d - b * c)}\n{result['report']}"


def check(seed):
    rng = random.Random(seed)
    if seed % 4 == 3:
        return check_laurent(rng)
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
    answer = run(system)
    if not answer.stdout:
        return f"{system}\n{answer.stderr}"
    result = json.loads(answer.stdout)
    report = result["report"]
    proven = all(s["certified"] and not s["undecided"] for s in result["solutions"])
    for z in points(result):
        big_x = z[0] + a * z[1] if x != "x" else z[0]
        if abs(values(n, big_x)) > 1e-9 or any(abs(values([f], big_x)) < 1e-9 for f in d + e + h):
            return f"{system}\n{z} is no solution"
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
