"""Instances of families of which all solutions are known, by `vieta solve --parameters`: none may be lost with exit code 0, none be false.

A family is a polynomial in one unknown whose roots are quotients of polynomials in the parameters, a second unknown that is rational in it,
and a third one with two values; then unknowns are combined and shifted. Of five instances each one has no special position, and
others let a leading coefficient vanish, roots meet, a solution go to infinity, all coefficients of an equation be 0, are as the generic one,
complex, or as large or small as 1e100. A second kind has no construction: random coefficients that are linear in parameters, some
of them 0 at an instance; `solve` of the instance by itself is the oracle, where its answer is complete.
VIETA_RANDOM_COUNT says how many families of each kind (default 6), VIETA_RANDOM_SEED which ones.
"""

import collections
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
COUNT = int(os.environ.get("VIETA_RANDOM_COUNT", "6"))
SEED = int(os.environ.get("VIETA_RANDOM_SEED", "1"))
INSTANCES = 5


class Gaussian:
    """A complex number with rational parts."""

    def __init__(self, re, im=0):
        self.re, self.im = Fraction(re), Fraction(im)

    def __add__(self, other):
        return Gaussian(self.re + other.re, self.im + other.im)

    def __sub__(self, other):
        return Gaussian(self.re - other.re, self.im - other.im)

    def __mul__(self, other):
        return Gaussian(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def __truediv__(self, other):
        norm = other.re**2 + other.im**2
        up = self * Gaussian(other.re, -other.im)
        return Gaussian(up.re / norm, up.im / norm)

    def __bool__(self):
        return bool(self.re or self.im)

    def __eq__(self, other):
        return self.re == other.re and self.im == other.im

    def __hash__(self):
        return hash((self.re, self.im))

    def size(self):
        return max(abs(self.re), abs(self.im))


ZERO, ONE = Gaussian(0), Gaussian(1)


class Coefficient:
    """An affine form in the parameters, or the product of two of them."""

    def __init__(self, rng, names, of_one=False):
        self.factors = []
        for _ in range(1 if of_one or rng.random() < 0.8 else 2):
            name = rng.choice(names)
            slope = 1 if of_one else rng.choice([1, 1, 1, 2, -1, -3])
            self.factors.append((slope, name, rng.choice([0, 0, 1, -1, 2, -3, Fraction(1, 2)]), rng.choice([1, 1, 1, 2])))

    def text(self):
        return "*".join(f"({s}*{n}+({c}))^{e}" for s, n, c, e in self.factors)

    def at(self, values):
        result = ONE
        for slope, name, constant, power in self.factors:
            one = Gaussian(slope) * values[name] + Gaussian(constant)
            for _ in range(power):
                result = result * one
        return result

    def root(self, rng):
        """A value of a parameter at which it vanishes."""
        slope, name, constant, _ = rng.choice(self.factors)
        return name, Gaussian(Fraction(-constant) / slope)


class Number(Coefficient):
    def __init__(self, value):
        self.factors, self.value = [], Gaussian(value)

    def text(self):
        return f"({self.value.re})"

    def at(self, values):
        return self.value


class Family:
    """Factors of the first equation are (leading, constant, multiplicity)."""

    def __init__(self, rng):
        self.unknowns = rng.randint(1, 3)
        self.names = [f"p{k}" for k in range(1, 1 + rng.randint(1, 3))]
        some = lambda share: Coefficient(rng, self.names) if rng.random() < share else Number(rng.choice([1, 2, -1, 3]))
        self.roots = [(some(0.5), some(0.8), rng.choice([1, 1, 1, 1, 2])) for _ in range(rng.randint(1, 3))]
        self.pole = (some(0.4), some(0.6), rng.randint(0, 2))  # (C u - D)^k E v = F
        if self.pole[2] == 0:
            self.pole = (Number(1), Number(1), 0)
        self.second = (some(0.5), some(0.6))
        self.third = [(some(0.4), some(0.5), rng.choice([0, 1])) for _ in range(2)]  # (P w - Q u^e)
        n = self.unknowns
        # New unknowns: unimodular, so that the old ones are linear in them with whole numbers.
        self.mix = [[int(i == j) or (rng.choice([0, 0, 1, -1, 2]) if j < i else 0) for j in range(n)] for i in range(n)]
        self.shift = [rng.choice([0, 0, 1, -2]) for _ in range(n)]

    def text(self):
        x = ["x", "y", "z"][: self.unknowns]
        old = []
        for row, shift in zip(self.mix, self.shift):
            old.append("(" + "+".join(f"({c})*{v}" for c, v in zip(row, x) if c) + f"-({shift}))")
        u = old[0]
        equations = ["*".join(f"({a.text()}*{u}-{b.text()})^{m}" for a, b, m in self.roots)]
        if self.unknowns > 1:
            c, d, k = self.pole
            pole = f"({c.text()}*{u}-{d.text()})^{k}*" if k else ""
            equations.append(f"{pole}{self.second[0].text()}*{old[1]}-{self.second[1].text()}")
        if self.unknowns > 2:
            power = lambda e: f"*{u}" if e else ""
            equations.append("*".join(f"({p.text()}*{old[2]}-{q.text()}{power(e)})" for p, q, e in self.third))
        return "; ".join(equations)

    def coefficients(self):
        every = [c for a, b, _ in self.roots for c in (a, b)]
        if self.unknowns > 1:
            every += [*(self.pole[:2] if self.pole[2] else []), *self.second]
        if self.unknowns > 2:
            every += [c for p, q, _ in self.third for c in (p, q)]
        return [c for c in every if c.factors]

    def solutions(self, values):
        """Isolated ones, with their multiplicities, in x, y, z; None where an equation is 0 = 0."""
        us = collections.Counter()
        for a, b, m in self.roots:
            lead, constant = a.at(values), b.at(values)
            if lead:
                us[constant / lead] += m
            elif not constant:
                return None
        points = {(u,): m for u, m in us.items()}
        if self.unknowns > 1:
            c, d, k = (self.pole[0].at(values), self.pole[1].at(values), self.pole[2])
            e, f = (s.at(values) for s in self.second)
            if not f and (not e or (k and not c and not d)):
                return None
            further = {}
            for (u,), m in points.items():
                factor = e
                for _ in range(k):
                    factor = factor * (c * u - d)
                if factor:
                    further[u, f / factor] = m  # else none, or all v
            points = further
        if self.unknowns > 2:
            further = collections.Counter()
            for (u, v), m in points.items():
                ws, is_set = collections.Counter(), False
                for p, q, e in self.third:
                    lead, constant = p.at(values), q.at(values) * (u if e else ONE)
                    if lead:
                        ws[constant / lead] += 1
                    elif not constant:
                        is_set = True
                for w, k in ({} if is_set else ws).items():
                    further[u, v, w] += m * k
            points = further
        return {self.back(point): m for point, m in points.items()}

    def back(self, point):
        x = []
        for i, old in enumerate(point):
            value = old + Gaussian(self.shift[i])
            for j in range(i):
                value = value - Gaussian(self.mix[i][j]) * x[j]
            x.append(value)
        return tuple(x)

    def instance(self, rng, number):
        values = {n: Gaussian(Fraction(rng.randint(-40, 40), 8)) for n in self.names}
        kind = rng.choice(["usual", "special", "special", "special", "meet", "zero", "huge", "complex", "special"])
        if number == 0:
            kind = "usual"
        every = self.coefficients()
        if kind in ("special", "complex") and every:
            for c in rng.sample(every, min(len(every), rng.choice([1, 1, 2]))):
                name, root = c.root(rng)
                values[name] = root
        if kind == "zero":
            values = {n: ZERO for n in self.names}
        if kind == "meet":
            same = Gaussian(rng.choice([1, -1, 2, Fraction(1, 2)]))
            values = {n: same for n in self.names}
        if kind == "huge":
            for n in self.names:
                values[n] = Gaussian(Fraction(float(f"{rng.choice([1, -2, 3])}e{rng.choice([-100, -30, -12, -6, 6, 12, 30])}")))
        if kind == "complex":
            name = rng.choice(self.names)
            values[name] = values[name] + Gaussian(0, Fraction(rng.randint(-8, 8), 4))
        return kind, values


def json_number(value):
    return [float(value.re), float(value.im)]


def run(arguments, rows, names):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "values.json")
        with open(path, "w") as file:
            json.dump({"parameters": names, "values": rows}, file)
        command = [PROGRAM, "solve", *arguments, "--parameters", path, "--json", "--threads", "1"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if not done.stdout:
        raise AssertionError(f"{' '.join(command)}: {rows}: {done.stderr}")
    return json.loads(done.stdout), done.returncode


def coordinates(solution):
    return tuple(Gaussian(*(Fraction(part) for part in z)) for z in solution["x"])


def is_near(point, solution):
    """Within the radius, which is proven; of singular ones within ten times their accuracy."""
    x = coordinates(solution)
    size = max([abs(float(c.size())) for c in x] + [1])
    far = Fraction(solution["radius"]) if solution["radius"] is not None else Fraction(max(10 * solution["accuracy"], 1e-6) * size)
    return all((a - b).size() <= far for a, b in zip(point, x))


def judge(expected, instance):
    """"" or what is wrong; and whether the answer is in full."""
    in_full = instance["status"] in ("solved", "inconsistent", "not_isolated")
    simple = [p for p, m in expected.items() if m == 1]
    certified = [s for s in instance["solutions"] if s["certified"]]
    for s in certified:
        if sum(is_near(p, s) for p in simple) != 1:
            return "false solution", in_full
    for p, m in expected.items():
        # A point of a set is none; an isolated multiple one may be called unknown, which is in part.
        kind = certified if m == 1 else [s for s in instance["solutions"] if not s["regular"]]
        if not any(is_near(p, s) for s in kind):
            return ("lost" if in_full else ""), in_full
    return "", in_full


def constructed(rng, counts, wrong, seed):
    family = Family(rng)
    while not family.coefficients():
        family = Family(rng)
    family.names = sorted({name for c in family.coefficients() for _, name, _, _ in c.factors})
    made = [family.instance(rng, k) for k in range(INSTANCES)]
    rows = [[json_number(v[n]) for n in family.names] for _, v in made]
    text = family.text()
    # The numbers that are read are doubles.
    made = [(kind, {n: Gaussian(*map(Fraction, z)) for n, z in zip(family.names, row)}) for (kind, _), row in zip(made, rows)]
    result, code = run(["--system", text, "--seed", str(seed)], rows, family.names)
    for (kind, values), instance in zip(made, result["instances"]):
        expected = family.solutions(values)
        verdict, in_full = judge(expected or {}, instance)
        counts[kind] += 1
        counts[kind, "in part"] += not in_full
        if verdict or (code == 0 and not in_full):
            wrong.append(f"{verdict}: {kind}: --seed {seed} --system '{text}' at {dict(zip(family.names, rows[instance['row'] - 1]))}: {instance['status']}, "
                         f"{len(instance['solutions'])} of {len(expected or {})}")
        elif not in_full and os.environ.get("VIETA_RANDOM_TELL"):
            print(f"in part: {kind}: --seed {seed} --system '{text}' at {dict(zip(family.names, rows[instance['row'] - 1]))}: {instance['status']} "
                  f"{len(instance['solutions'])} of {len(expected or {})}")


def free(rng, counts, wrong, seed):
    """One to three equations of degree two, or three, with some coefficients affine in parameters."""
    n, names = rng.choice([1, 2, 2, 2, 3]), ["a", "b", "c"][: rng.randint(1, 3)]
    x = ["x", "y", "z"][:n]
    degree = rng.choice([2, 2, 3]) if n < 3 else 2
    equations, used = [], set()
    for e in range(n):
        terms = [f"{rng.choice([1, -1, 2, 3])}*{v}^{d}" for v in x for d in range(1, degree + 1) if v == x[e] or rng.random() < 0.3]
        terms += ["*".join(rng.sample(x, 2)) for _ in range(rng.randint(0, 2)) if n > 1]
        terms.append(str(rng.choice([1, -1, 2, 5])))
        for k in range(len(terms)):
            if rng.random() < 0.4 or (not used and k == 0):
                name = rng.choice(names)
                used.add(name)
                terms[k] = f"({name}{rng.choice(['', '-1', '+2', '^2-4', '^2'])})*({terms[k]})"
        equations.append("+".join(f"({t})" for t in terms))
    text, names = "; ".join(equations), sorted(used)
    rows = []
    for k in range(INSTANCES):
        row = [rng.choice([0.0, 1.0, -2.0, 2.0, 0.5, 0.0, 1e-9, 3e7, rng.uniform(-3, 3)]) for _ in names]
        rows.append([[v, rng.choice([0.0, 0.0, 0.0, 1.0, -0.5])] for v in row])
    result, code = run(["--system", text, "--seed", str(seed)], rows, names)
    for row, instance in zip(rows, result["instances"]):
        own = text
        for name, (re, im) in zip(names, row):
            number = f"({Fraction(re)}+({Fraction(im)})*i)" if im else f"({Fraction(re)})"
            own = own.replace(name, number)
        command = [PROGRAM, "solve", "--system", own, "--json", "--threads", "1", "--seed", "3"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        alone = json.loads(done.stdout) if done.stdout else None
        in_full = instance["status"] == "solved"
        counts["free"] += 1
        counts["free", "in part"] += instance["status"] in ("incomplete", "unproven")
        if alone is None or alone["report"]["status"] != "solved" or alone["report"]["complete"] not in ("proven", "counted"):
            continue
        as_before = [sum(s["certified"] for s in r["solutions"]) for r in (alone, instance)]
        as_before += [sum(not s["regular"] for s in r["solutions"]) for r in (alone, instance)]
        same = as_before[0] == as_before[1] and as_before[2] == as_before[3]
        if (in_full and not same) or as_before[1] > as_before[0] or not (in_full or code == 2 or instance["status"] in ("inconsistent", "not_isolated")):
            wrong.append(f"{instance['status']}, by itself other: {as_before}: --seed {seed} --system '{text}' at {dict(zip(names, row))}")
        elif not in_full and os.environ.get("VIETA_RANDOM_TELL"):
            print(f"in part, by itself in full: {as_before}: {instance['status']} --seed {seed} --system '{text}' at {dict(zip(names, row))}")


def main():
    counts, wrong = collections.Counter(), []
    for k in range(COUNT):
        rng = random.Random(f"{SEED} constructed {k}")
        constructed(rng, counts, wrong, rng.randint(1, 9))
        free(random.Random(f"{SEED} free {k}"), counts, wrong, rng.randint(1, 9))
    for kind in sorted(k for k in counts if isinstance(k, str)):
        print(f"{kind}: {counts[kind]} instances, {counts[kind, 'in part']} in part")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
