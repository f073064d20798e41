"""`vieta solve` with sines, cosines, tangents and roots of unknowns, from outside."""

import json
import math

from program import Case, main, vieta


class Angles(Case):
    def solve(self, system, *options, code=0):
        done = vieta("solve", "--system", system, *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def angles(self, system, *options, code=0):
        """Of each solution: the angles by name; each radius is small."""
        result = json.loads(self.solve(system, "--json", *options, code=code))
        found = []
        for s in result["solutions"]:
            self.assertTrue(all(a["radius"] < 1e-12 for a in s["angles"]), s)
            found.append({a["name"]: complex(*map(float, a["value"])) for a in s["angles"]})
        return found

    def unknowns(self, system, *names, code=0):
        result = json.loads(self.solve(system, "--json", code=code))
        at = [result["variables"].index(n) for n in names]
        return sorted(tuple(round(float(s["x"][k][0]), 9) for k in at) for s in result["solutions"])

    def test_people_see_angles(self):
        text = self.solve("cos(a) + cos(a+b) = 1; sin(a) + sin(a+b) = 1")
        self.assertRegex(text, r"\n  a       1\.5707963267949\d*  within \S+e-1\d\n  b      -1\.5707963267949\d*  within")
        self.assertRegex(text, r"\n  cos_a +\S+\n  sin_a ")
        self.assertIn("all 2 isolated solutions: proven by", text)

    def test_json_has_angles_only_where_there_are_some(self):
        self.assertNotIn("angles", json.loads(self.solve("x - 1; y - x", "--json"))["solutions"][0])
        result = json.loads(self.solve("sin(t) = 1/2", "--json", "--digits", "40"))
        self.assertEqual(result["variables"], ["cos_t", "sin_t"])
        (least, most) = sorted(float(s["angles"][0]["value"][0]) for s in result["solutions"])
        self.assertAlmostEqual(least, math.pi / 6, places=14)
        self.assertAlmostEqual(most, 5 * math.pi / 6, places=14)
        texts = [s["angles"][0]["value"][0] for s in result["solutions"]]
        self.assertTrue(any(t.startswith("5.235987755982988730771072305465838140328") for t in texts), texts)
        self.assertTrue(all(s["angles"][0]["radius"] < 1e-38 for s in result["solutions"]))

    def test_multiples_sums_and_numbers(self):
        for system, known in (("sin(2*x) = cos(x)", [math.pi / 2, -math.pi / 2, math.pi / 6, 5 * math.pi / 6]),
                              ("cos(x + pi/3) = 1/2", [0, -2 * math.pi / 3]), ("sin(x - pi) = 0.5", [-math.pi / 6, -5 * math.pi / 6]),
                              ("sin(x + 0.3) = 0.5", [math.pi / 6 - 0.3, 5 * math.pi / 6 - 0.3]),
                              ("sin(x/2) = 1/2", [math.pi / 3, 5 * math.pi / 3]),
                              ("tan(x) = 1", [math.pi / 4, -3 * math.pi / 4]), ("sin^2(x) = 3/4; cos(x) = 1/2", [math.pi / 3, -math.pi / 3])):
            found = sorted(a["x"].real for a in self.angles(system))
            self.assertEqual(len(found), len(known), system)
            for one, other in zip(found, sorted(known)):
                self.assertAlmostEqual(one, other, places=12, msg=system)

    def test_complex_angles(self):
        found = self.angles("cos(x) = 2")
        self.assertEqual(sorted(round(a["x"].imag, 12) for a in found), [-1.316957896925, 1.316957896925])
        found = self.angles("cos(x) = 1e9")  # e^(ix) and e^(-ix) are of very different size
        self.assertAlmostEqual(max(a["x"].imag for a in found), math.acosh(1e9), places=9)

    def test_half_a_turn(self):
        (found,) = self.angles("cos(x) + y = 0; sin(x) = 0; y = 1")
        self.assertAlmostEqual(found["x"].real, math.pi, places=14)

    def test_numbers(self):
        self.assertEqual(self.unknowns("x = sin(pi/6)", "x"), [(0.5,)])
        self.assertEqual(self.unknowns("x = cos(1)^2 + sin(1)^2 + tan(pi/4)", "x"), [(2.0,)])

    def test_conditions(self):
        self.assertEqual(len(self.angles("sin(2*x) = cos(x)", "--positive")), 3)
        self.assertEqual(len(self.angles("sin(x) = 0", "--positive")), 1)
        self.assertEqual(len(self.angles("cos(x) = 2; y = 1", "--real-only")), 0)
        self.assertEqual(len(self.angles("sin(x) = 1/2", "--in-box", "cos_x=0,1")), 1)
        self.refused("solve", "--system", "sin(x) = 1/2", "--in-box", "x=0,1", saying="the variables cos_x and sin_x")

    def test_names_that_are_taken(self):
        result = json.loads(self.solve("sin(x) = cos_x; cos_x = 1/2", "--json"))
        self.assertEqual(result["variables"], ["cos_x_", "sin_x", "cos_x"])

    def test_principal_roots(self):
        for system, names, known in (("sqrt(x) = 2", "x", [(4,)]), ("sqrt(x) = -2", "x", []),
                                     ("sqrt(x + 3) = x + 1", "x", [(1,)]), ("x^(1/3) = 2", "x", [(8,)]),
                                     ("x^(1/3) = -2", "x", []), ("cbrt(x) = -2", "x", [(-8,)]),
                                     ("sqrt(x)*(x - 1) = 0", "x", [(0,), (1,)]), ("sqrt(x^2) = 3", "x", [(-3,), (3,)]),
                                     ("x^(3/2) = 8", "x", [(4,)]), ("x^(-1/2) = 1/3", "x", [(9,)]),
                                     ("sqrt(1 + sqrt(x)) = 2", "x", [(9,)]), ("sqrt(x/y) = 2; x + y = 5", "xy", [(4, 1)])):
            self.assertEqual(self.unknowns(system, *names), known, system)

    def test_roots_of_negative_numbers(self):
        # On the edge of the sector: the radicand is proven to be real, so that the root is exactly imaginary.
        result = json.loads(self.solve("x^2 = 16; y = sqrt(x)", "--json"))
        y = result["variables"].index("y")
        self.assertEqual(sorted((round(float(s["x"][y][0]), 9), round(float(s["x"][y][1]), 9)) for s in result["solutions"]),
                         [(0.0, 2.0), (2.0, 0.0)])
        self.assertEqual(result["report"]["left_out"], 2)
        self.assertEqual(result["report"]["roots"], 1)
        # The unknowns of the radicand depend on the root, but the equations have a mirror image.
        for system, count in (("sqrt(x) = i", 1), ("sqrt(x) = -i", 0), ("sqrt(sin(x)) = cos(x)", 2), ("sqrt(x) = y; x + y^4 = 12", 2)):
            result = json.loads(self.solve(system, "--json"))
            self.assertEqual(len(result["solutions"]), count, system)
        # The unknowns under a cube root are real by themselves; one that depends on the root is left open.
        result = json.loads(self.solve("x = -8; y = x^(1/3)", "--json"))
        (s,) = result["solutions"]
        self.assertAlmostEqual(float(s["x"][result["variables"].index("y")][1]), math.sqrt(3), places=12)
        text = self.solve("x^(1/3) = (1 + i*sqrt(3))/2", code=2)
        self.assertIn("conditions undecided", text)

    def test_what_is_refused(self):
        for system, saying in (("sin(x) = x", "in a sine or cosine and by itself"), ("sin(x*y) = 1; x = y", "a sum of unknowns"),
                               ("sin(cos(x)) = 1", "a sum of unknowns"), ("sin(x + i) = 1", "a real number in a sine"),
                               ("sin(pi*x) = 1", "times a rational number"), ("exp(x) = 2", "sin, cos, tan, sqrt, cbrt"),
                               ("sin(1e99) = x", "beyond 2^60"), ("sin(sqrt(x)) = 0", "a sum of unknowns")):
            self.refused("solve", "--system", system, saying=saying)
        self.refused("components", "--system", "sqrt(x) = y", saying="all branches of a root")
        self.refused("solve", "--system", "sin(x) = p", "--at", "p=1", saying="found a function of unknowns, and parameters")

    def test_a_result_is_verified(self):
        for system in ("sin(2*x) = cos(x)", "sqrt(x + 3) = x + 1", "1/x + 1/y = 1; x + 2*y = 7", "cos(x/3) = 3", "tan(x) = 1",
                       "x^2 = 16; y = sqrt(x)", "sqrt(x)*(x - 1) = 0", "cos(x) = 1"):
            name = self.path("answer.json")
            self.solve(system, "--json", "-o", name)
            done = vieta("verify", name, "--system", system)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_forgeries_are_refused(self):
        def forged(system, change, saying):
            result = json.loads(self.solve(system, "--json"))
            change(result["solutions"][0])
            name = self.file("forged.json", json.dumps(result))
            done = vieta("verify", name, "--system", system)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertIn(saying, done.stdout)

        angles = "sin(2*x) = 3/5"
        forged(angles, lambda s: s["angles"][0].update(radius=0), "is not proven to lie within its radius")
        forged(angles, lambda s: s["angles"][0].update(value=["1", "0"]), "is not proven to lie within its radius")
        forged(angles, lambda s: s["angles"][0].update(value=["7", "0"]), "beyond half of a turn")
        forged(angles, lambda s: s["angles"][0].update(value=[s["angles"][0]["value"][0], "1e-30"]), "is not real")
        forged(angles, lambda s: s["angles"][0].update(name="y"), "expected 'x'")
        forged(angles, lambda s: s.pop("angles"), "angles: found 0, expected 1")

        def other_branch(s):
            s.update(x=[["-2", "0"], ["-1", "0"]], radius=1e-12)

        forged("sqrt(x + 3) = x + 1", other_branch, "root_1 is not the principal root")
        forged("(x^2 - 1)/(x - 1)", lambda s: s.update(x=[["1", "0"]], radius=1e-12), "denominator 1 is not 0 is not proven")


if __name__ == "__main__":
    main()
