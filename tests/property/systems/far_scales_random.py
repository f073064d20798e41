"""Systems of which all solutions are known, in units of up to 2^600, by `vieta solve`: none may be lost with exit code 0, none
be false, and `vieta verify` proves each answer again.

A system of a few kinds (products of linear forms, powers, an unknown that is linear in another, or its inverse) in unknowns of size about 1 gets unknowns
x_v = 2^s_v y_v and equations times 2^r_e, all coefficients within 2^-790 and 2^950. Units are one for all, or within 2^150 of each
other, or of no relation. Where they are so different that no radius suits all coordinates, the answer may be in part; else it
may be for 2 % only. VIETA_RANDOM_COUNT says how many of each kind of units (default 6), VIETA_RANDOM_SEED which ones.
"""

import collections
import json
import os
import random
import subprocess
import sys
from fractions import Fraction

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
COUNT = int(os.environ.get("VIETA_RANDOM_COUNT", "6"))
SEED = int(os.environ.get("VIETA_RANDOM_SEED", "1"))
LEAST, MOST = -790, 950
NAMES = "xyz"


def times(a, b):
    product = collections.Counter()
    for p, c in a.items():
        for q, d in b.items():
            product[tuple(i + j for i, j in zip(p, q))] += c * d
    return product


def linear(coefficients, constant):
    n = len(coefficients)
    form = collections.Counter({tuple(int(i == v) for i in range(n)): c for v, c in enumerate(coefficients) if c})
    form[(0,) * n] += constant
    return form


def product(forms):
    result = forms[0]
    for form in forms[1:]:
        result = times(result, form)
    return result


def make(rng):
    """Equations as exponents to numbers, the simple solutions (as floats) and how many multiple ones."""
    n = rng.choice([1, 2, 2, 2, 3])
    number = lambda: Fraction(rng.choice([-1, 1]) * rng.randint(4, 30), rng.choice([4, 5, 7, 8]))
    equations, points, multiple = [], [()], False
    for v in range(n):
        own = [int(i == v) for i in range(n)]
        kind = rng.choice(["product", "product", "double", "power", "inverse", "shifted"])
        if v == 0 and kind in ("inverse", "shifted"):
            kind = "product"
        if kind in ("product", "double"):
            roots = {number() for _ in range(rng.choice([1, 2, 3]))}
            forms = [linear(own, -r) for r in roots]
            if kind == "double" and not multiple:
                twice = rng.choice(sorted(roots))
                forms.append(linear(own, -twice))
                points = [(*p, r, "multiple") if r == twice else (*p, r) for p in points for r in roots]
                multiple = True
            else:
                points = [(*p, r) for p in points for r in roots]
            equations.append(product(forms))
        elif kind == "power":
            power, root = rng.choice([2, 3]), number()
            square = root if power == 3 else abs(root)
            equations.append(collections.Counter({tuple(power * o for o in own): Fraction(1), (0,) * n: -(square**power)}))
            turns = [1, -1] if power == 2 else [1, complex(-0.5, 3**0.5 / 2), complex(-0.5, -(3**0.5) / 2)]
            points = [(*p, square if t == 1 else -square if t == -1 else complex(square) * t) for p in points for t in turns]
        elif kind == "inverse":
            u, top = rng.randrange(v), number()
            equations.append(collections.Counter({tuple(int(i in (u, v)) for i in range(n)): Fraction(1), (0,) * n: -top}))
            points = [(*p, top / value_of(p)[u]) for p in points]
        else:
            factor, constant = number(), number()
            u = rng.randrange(v)
            equations.append(linear([o - factor * (i == u) for i, o in enumerate(own)], -constant))
            points = [(*p, factor * value_of(p)[u] + constant) for p in points]
        points = [(*value_of(p), *(["multiple"] if "multiple" in p else [])) for p in points]
    rng.shuffle(equations)
    return n, equations, points


def value_of(point):
    return tuple(c for c in point if c != "multiple")


def power_of_two(k):
    return Fraction(2) ** k


def scaled(rng, n, equations, kind):
    """Texts of the equations in unknowns times 2^s_v, and the s_v."""
    for attempt in range(1000):
        most = 600 if attempt < 100 else 300
        if kind == "one":
            units = [rng.randint(-most, most)] * n
        elif kind == "near":
            middle = rng.randint(-most, most)
            units = [middle + rng.randint(-75, 75) for _ in range(n)]
        else:
            units = [rng.randint(-most, most) for _ in range(n)]
        texts = []
        for equation in equations:
            shifts = [-sum(s * e for s, e in zip(units, powers)) for powers, c in equation.items() if c]
            low, high = LEAST + 15 - min(shifts), MOST - 15 - max(shifts)
            if low > high:
                break
            by = rng.randint(max(low, -900), min(high, 900)) if max(low, -900) <= min(high, 900) else low
            terms = []
            for powers, c in equation.items():
                if c:
                    value = c * power_of_two(by - sum(s * e for s, e in zip(units, powers)))
                    factors = "".join(f"*{NAMES[v]}^{e}" for v, e in enumerate(powers) if e)
                    terms.append(f"({value.numerator}/{value.denominator}){factors}")
            texts.append("+".join(terms))
        else:
            return "; ".join(texts), units
    return None, None


def solve(text, seed):
    command = [PROGRAM, "solve", "-", "--json", "--threads", "1", "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, input=text)
    if not done.stdout:
        raise AssertionError(f"{text}: {done.stderr}")
    return json.loads(done.stdout), done.returncode, done.stdout


def is_near(point, solution, units):
    for value, v, unit in zip(value_of(point), NAMES, units):
        re, im = solution["x"][v]
        z = complex(float(Fraction(re) / power_of_two(unit)), float(Fraction(im) / power_of_two(unit)))
        known = 1e-9 if solution["regular"] else 1e-5
        if abs(z - complex(value)) > known * (1 + abs(complex(value))):
            return False
    return True


def judge(points, result, code, units):
    for s in result["solutions"]:
        s["x"] = dict(zip(result["variables"], s["x"]))
    simple = [p for p in points if "multiple" not in p]
    multiple = [p for p in points if "multiple" in p]
    regular = [s for s in result["solutions"] if s["regular"]]
    others = [s for s in result["solutions"] if not s["regular"]]
    for s in regular:
        if s["certified"] and sum(is_near(p, s, units) for p in simple) != 1:
            return "false"
    if code not in (0, 2):
        return f"exit code {code}"
    if len({p for p in simple for s in regular if is_near(p, s, units)}) < len(simple):
        return "lost" if code == 0 else "not found"
    if any(not any(is_near(p, s, units) for s in others) for p in multiple):
        return "lost a multiple one" if code == 0 else "multiple one not found"
    return ""


def main():
    counts, wrong = collections.Counter(), []
    for kind in ("one", "near", "any"):
        for k in range(COUNT):
            rng = random.Random(f"{SEED} {kind} {k}")
            text = None
            while text is None:
                n, equations, points = make(rng)
                if len({value_of(p) for p in points}) < len(points):
                    continue
                text, units = scaled(rng, n, equations, kind)
            result, code, answer = solve(text, rng.randint(1, 9))
            verdict = judge(points, result, code, units)
            if code == 0 and not verdict:
                again = subprocess.run([PROGRAM, "verify", "-", text], input=answer, capture_output=True, text=True)
                verdict = "" if again.returncode == 0 else f"not verified: {again.stdout}"
            counts[kind, "all"] += 1
            counts[kind, "in part"] += code == 2
            counts[kind, "not found"] += "not found" in verdict
            if verdict and (code != 2 or os.environ.get("VIETA_RANDOM_TELL")):
                wrong.append(f"{verdict}: units {units}: {text}: {[list(map(str, p)) for p in points]}")
            if code == 2 and os.environ.get("VIETA_RANDOM_TELL"):
                print(f"in part: {verdict or 'all found'}: {units} {text}")
        print(f"units {kind}: {counts[kind, 'all']} systems, {counts[kind, 'in part']} in part, {counts[kind, 'not found']} of them with solutions missing")
    print("\n".join(wrong))
    too_many = [k for k in ("one", "near") if counts[k, "in part"] > max(1, 0.02 * COUNT)]
    return 1 if wrong or too_many else 0


if __name__ == "__main__":
    sys.exit(main())
