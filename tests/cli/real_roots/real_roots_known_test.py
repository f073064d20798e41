"""real-roots on ten thousand rows of each kind whose roots are known, before exact fractions: quadratics to an ulp, roots
that only a shift tells apart, triple roots."""

import json
import math
import random
import struct
from fractions import Fraction

from program import Case, main, vieta

ROWS = 10_000


def times(p, q):
    out = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            out[i + j] += a * b
    return out


def value(p, x):
    sum = Fraction(0)
    for a in reversed(p):
        sum = sum * x + a
    return sum


def ulps_away(x, steps, single):
    """Floats or doubles beside x, as fractions."""
    for _ in range(abs(steps)):
        if single:
            (bits,) = struct.unpack("<i", struct.pack("<f", x))
            bits += (1 if steps > 0 else -1) * (1 if x > 0 else -1)
            (x,) = struct.unpack("<f", struct.pack("<i", bits))
        else:
            x = math.nextafter(x, math.inf if steps > 0 else -math.inf)
    return Fraction(x)


def npy(rows, single):
    """The bytes of a .npy file of floats or doubles."""
    head = str({"descr": "<f4" if single else "<f8", "fortran_order": False, "shape": (len(rows), len(rows[0]))}).encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    numbers = [x for row in rows for x in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + struct.pack(f"<{len(numbers)}{'f' if single else 'd'}", *numbers)


class Known(Case):
    def solved(self, path, *more):
        done = vieta("real-roots", path, "--json", *more)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return json.loads(done.stdout)["results"]

    def test_quadratics_to_an_ulp(self):
        source = random.Random(1)
        for single in (False, True):
            most = 2**24 if single else 2**53
            rows = []
            for k in range(ROWS):
                a, b = source.randrange(1, math.isqrt(most)), source.randrange(1, math.isqrt(most))
                c, d = (a, b) if k % 9 == 0 else (a + source.randrange(3), b + source.randrange(3)) if k % 2 else (
                    source.randrange(1, math.isqrt(most)), source.randrange(1, math.isqrt(most)))
                p = times([-b * source.choice((1, -1)), a], [-d, c])
                if any(abs(x) > most for x in p):
                    p = [x // 4 for x in p]
                rows.append(p)
            for method in ("auto", "bernstein"):
                answers = self.solved(self.file("q.npy", npy(rows, single)), "--method", method)
                for p, answer in zip(rows, answers):
                    discriminant = p[1] ** 2 - 4 * p[0] * p[2]
                    expected = 0 if discriminant < 0 else 1 if discriminant == 0 else 2
                    found = answer["roots"]
                    if len(found) != expected:  # two that are one number
                        self.assertEqual((len(found), expected), (1, 2), (p, answer))
                        self.assertLess(math.isqrt(discriminant) / abs(p[1]), 2.0 ** (-22 if single else -51), (p, answer))
                        continue
                    self.assertEqual(answer["status"], "touching" if expected == 1 else "ok", (p, answer))
                    for x in found if expected == 2 else ():
                        signs = [value(p, ulps_away(x, k, single)) for k in (-1, 1)]
                        self.assertLessEqual(signs[0] * signs[1], 0, (p, x))

    def test_roots_that_a_shift_tells_apart(self):
        source = random.Random(2)
        rows, known = [], []
        for _ in range(ROWS):
            base = source.randrange(100, 3000)
            roots = sorted(base + Fraction(k, 10) for k in source.sample(range(40), 3))
            p = [1]
            for x in roots:
                p = times(p, [-x, 1])
            rows.append(",".join(f"{a.numerator * (1000 // a.denominator)}e-3" for a in map(Fraction, p)))
            known.append(roots)
        text = "\n".join(rows) + "\n"
        for precision, ulps in (("double", 4), ("float", 2)):
            for answer, roots in zip(self.solved(self.file("s.csv", text), "--precision", precision), known):
                self.assertEqual((answer["status"], len(answer["roots"])), ("ok", 3), (answer, roots))
                for x, root in zip(answer["roots"], roots):
                    unit = 2.0**-23 if precision == "float" else 2.0**-52
                    self.assertLessEqual(abs(Fraction(x) - root), ulps * Fraction(unit) * root, (answer, roots))

    def test_a_triple_root_is_one_place(self):
        source = random.Random(3)
        for single in (False, True):
            rows, triple = [], []
            for _ in range(ROWS // 4):
                root = Fraction(source.randrange(-60, 30), 97)
                p = times(times([-root, 1], [-root, 1]), [-root, 1])
                for k in range(3):
                    p = times(p, [-Fraction(10 + 2 * k + source.randrange(2), 16), 1])
                rows.append([float(a) for a in p]), triple.append(float(root))
            for method in ("auto", "derivatives", "bernstein"):
                answers = self.solved(self.file("t.npy", npy(rows, single)), "--in=-1,1", "--method", method)
                for answer, root in zip(answers, triple):
                    self.assertEqual(answer["status"], "clustered", (answer, root))
                    near = [x for x in answer["roots"] if abs(x - root) < (0.06 if single else 1e-3)]
                    if not single:
                        self.assertEqual(len(near), 1, (answer, root))
                    for k in answer["touching"]:  # never beside it
                        self.assertGreater(abs(answer["roots"][k] - root), 0.06 if single else 1e-3, (answer, root))


main()
