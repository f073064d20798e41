"""Components of systems whose components are known by construction, by `vieta components`.

Hypersurfaces: products of powers of random dense polynomials, which are irreducible over the complex numbers. Products of
the ideals of random linear spaces, whose solutions are the union of these. VIETA_RANDOM_COUNT says how many of each
(default 40).
"""

import itertools
import json
import os
import random
import subprocess
import sys

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
COUNT = int(os.environ.get("VIETA_RANDOM_COUNT", "40"))


def signed(rng, most):
    return rng.choice([-1, 1]) * rng.randint(1, most)


def dense(rng, variables, degree):
    terms = []
    for e in itertools.product(range(degree + 1), repeat=len(variables)):
        if sum(e) <= degree:
            terms.append("*".join([str(signed(rng, 9)), *(f"{v}^{k}" for v, k in zip(variables, e) if k)]))
    return " + ".join(terms)


def hypersurface(rng):
    variables = rng.choice(["xy", "xyz"])
    while True:
        factors = [(rng.randint(1, 3), rng.choice([1, 1, 1, 2, 2, 3])) for _ in range(rng.randint(1, 3))]
        if sum(d * m for d, m in factors) <= 8:
            break
    system = "*".join(f"({dense(rng, variables, d)})^{m}" for d, m in factors)
    return system, sorted((len(variables) - 1, d, m) for d, m in factors), 0


def linear_spaces(rng):
    n = rng.choice([2, 3, 3, 4])
    variables = "xyzw"[:n]
    dimensions = [rng.randint(0, n - 1) for _ in range(rng.randint(2, 3))]
    ideals = [[" + ".join([*(f"{signed(rng, 20)}*{v}" for v in variables), str(signed(rng, 20))]) for _ in range(n - d)]
              for d in dimensions]
    system = "; ".join("*".join(f"({f})" for f in one) for one in itertools.product(*ideals))
    return system, sorted((d, 1, 1) for d in dimensions if d > 0), dimensions.count(0)


def main():
    wrong = 0
    for kind in (hypersurface, linear_spaces):
        for k in range(COUNT):
            rng = random.Random(f"{kind.__name__} {k}")
            system, expected, isolated = kind(rng)
            done = subprocess.run([PROGRAM, "components", "--system", system, "--seed", str(k), "--json"],
                                  capture_output=True, text=True)
            found = json.loads(done.stdout) if done.stdout else {"components": [], "isolated": [], "undecided": []}
            components = sorted((c["dimension"], c["degree"], c["multiplicity"]) for c in found["components"])
            if (components, len(found["isolated"]), found["undecided"], done.returncode) != (expected, isolated, [], 0):
                wrong += 1
                print(f"{kind.__name__} {k}: found {components} and {len(found['isolated'])} points (exit code "
                      f"{done.returncode}), expected {expected} and {isolated}: {system}\n{done.stderr}")
    print(f"{2 * COUNT} systems, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
