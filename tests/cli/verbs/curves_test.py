"""Curves of solutions of one equation less than variables, as `vieta boxes` traces them: each claim is held against values of
the equations in fractions or doubles, and against what is known of the curves."""

import json
import random
import re
from fractions import Fraction

from program import Case, main, vieta


def text_of(terms):
    return " + ".join(f"({c})*x^{i}*y^{j}" for (i, j), c in terms.items())


def value(terms, x, y):
    return sum(c * x**i * y**j for (i, j), c in terms.items())


class Curves(Case):
    def solve(self, equations, box, *arguments, variables=("x", "y"), code=None):
        equations = [equations] if isinstance(equations, str) else equations
        box = [box] * len(variables) if isinstance(box[0], (int, float)) else box
        system = {"vars": list(variables), "box": box, "equations": equations}
        done = vieta("boxes", self.file("s.json", json.dumps(system)), "--json", *arguments)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        result = json.loads(done.stdout)["systems"][0]
        self.assertEqual(done.returncode, 0 if result["status"] == "complete" else 2)
        if code is not None:
            self.assertEqual(done.returncode, code, result["status"])
        for item in result["items"]:
            if item["kind"] == "curve" and item["proven"]:
                self.check_chain(item)
        return result

    def check_chain(self, item):
        """Neighbours overlap, points lie at the ends of their tubes, bounds of the length hold for the polyline."""
        tubes, points = item["boxes"], item["polyline"]
        self.assertEqual((len(tubes) + 1, len(tubes)), (len(points), len(item["axes"])))
        for a, b in zip(tubes, tubes[1:]):
            self.assertTrue(all(p[0] <= q[1] and q[0] <= p[1] for p, q in zip(a, b)))
        for tube, *ends in zip(tubes, points, points[1:]):
            for p in ends:
                self.assertTrue(all(e[0] - item["radius"] <= c <= e[1] + item["radius"] for c, e in zip(p, tube)))
        chords = sum(sum((a - b) ** 2 for a, b in zip(p, q)) ** 0.5 for p, q in zip(points, points[1:]))
        self.assertLessEqual(chords, item["length"][1] * (1 + 1e-9) + 2 * len(points) * item["radius"])
        self.assertLessEqual(item["length"][0], item["length"][1])
        self.assertEqual(item["begins"] == "closed", item["ends"] == "closed")

    def check_plane(self, terms, box, result, cells=60):
        """In each tube the polynomial changes its sign once, from wall to wall, for all t that are tried; and no edge of a
        grid on whose ends it has different signs is out of tubes and other boxes."""
        boxes = []
        for item in result["items"]:
            boxes += item["boxes"]
            if not item.get("proven"):
                continue
            for tube, axis in zip(item["boxes"], item["axes"]):
                (low, high), (t0, t1) = (map(Fraction, tube[1 - axis]), map(Fraction, tube[axis]))
                for t in (t0, (t0 * 2 + t1) / 3, t1):
                    at = [value(terms, *((t, y) if axis == 0 else (y, t))) for y in
                          (low, low + (high - low) / 3, low + (high - low) * 2 / 3, high)]
                    signs = [v > 0 for v in at if v != 0]
                    self.assertNotEqual(at[0] > 0, at[3] > 0, text_of(terms))
                    self.assertEqual(sum(a != b for a, b in zip(signs, signs[1:])), 1, text_of(terms))
        grid = [[box[k][0] + (box[k][1] - box[k][0]) * i / cells for i in range(cells + 1)] for k in (0, 1)]
        sign = [[value(terms, x, y) for y in grid[1]] for x in grid[0]]
        for i in range(cells + 1):
            for j in range(cells + 1):
                for di, dj in ((1, 0), (0, 1)):
                    if i + di > cells or j + dj > cells or sign[i][j] * sign[i + di][j + dj] >= 0:
                        continue
                    x, y = (grid[0][i], grid[0][i + di]), (grid[1][j], grid[1][j + dj])
                    self.assertTrue(any(b[0][0] <= x[1] and x[0] <= b[0][1] and b[1][0] <= y[1] and y[0] <= b[1][1]
                                        for b in boxes), (text_of(terms), x, y))

    def shape(self, result):
        """Numbers of closed curves, curves from border to border, other curves, clusters."""
        curves = [i for i in result["items"] if i["kind"] == "curve"]
        closed = sum(i.get("ends") == "closed" for i in curves)
        crossing = sum(i.get("begins") == i.get("ends") == "border" for i in curves)
        clusters = sum(i["kind"] == "cluster" for i in result["items"])
        return closed, crossing, len(curves) - closed - crossing, clusters

    def test_known_shapes(self):
        ring = "(16*(x^2 + y^2) - 9)*(4*x^2 + 4*y^2 - 1)"
        for equation, box, expected in (
            ("x^2 + y^2 = 1", [-2, 2], (1, 0, 0, 0)),
            ("x^2 + y^2 = 2", [-1.2, 1.2], (0, 4, 0, 0)),
            ("x^2/4 + 9*y^2 = 1", [-3, 3], (1, 0, 0, 0)),
            ("x = y", [-1, 1], (0, 1, 0, 0)),
            ("y = 0", [[-1, 1], [0, 1]], (0, 1, 0, 0)),
            ("x^2 + y^2 + 1", [-1, 1], (0, 0, 0, 0)),
            ("y^2 = x^3 - x", [-2, 2], (1, 1, 0, 0)),
            ("y^2 = x^3 - x + 1", [-2, 2], (0, 1, 0, 0)),
            (ring + " = 0", [-1, 1], (2, 0, 0, 0)),
            (ring + " = 1/1000", [-1, 1], (2, 0, 0, 0)),
            ("(x^2 + y^2 - 1)*(x^2/4 + 4*y^2 - 1) = -1/100", [-3, 3], (4, 0, 0, 0)),
            ("(x^2 + y^2 - 1)*(x^2/4 + 4*y^2 - 1) = 1/100", [-3, 3], (2, 0, 0, 0)),
            # Cassini's ovals, of foci 1 and -1: two below b = 1, one above.
            ("(x^2 + y^2)^2 - 2*(x^2 - y^2) + 1 = 0.99^4", [-2, 2], (2, 0, 0, 0)),
            ("(x^2 + y^2)^2 - 2*(x^2 - y^2) + 1 = 1.01^4", [-2, 2], (1, 0, 0, 0)),
            ("(x^2 + y^2)^2 - 2*(x^2 - y^2) + 1 = 0.9999999^4", [-2, 2], (2, 0, 0, 0)),
            # A quartic with four ovals, as many as Harnack's theorem allows.
            ("(x^2 + 2*y^2 - 1)*(2*x^2 + y^2 - 1) = -1/100", [-2, 2], (4, 0, 0, 0)),
            ("4*x^3 - 3*x + 4*y^3 - 3*y = 1/10", [-1, 1], None),
        ):
            with self.subTest(equation=equation):
                result = self.solve(equation, box)
                self.assertEqual(result["status"], "complete")
                if expected is not None:
                    self.assertEqual(self.shape(result), expected)

    def test_singular_points_are_clusters(self):
        for equation, box, expected in (
            ("x*y = 0", [-1, 1], (0, 0, 4, 1)),
            ("(x^2 + y^2)^2 = 2*(x^2 - y^2)", [-2, 2], (0, 0, 2, 1)),
            ("x^3 + y^3 = 3*x*y", [-3, 2], (0, 0, 3, 1)),
            ("y^2 = x^3", [-1, 1], (0, 0, 2, 1)),
            ("x^2 + y^2 = 0", [-1, 1], (0, 0, 0, 1)),
            ("y^2 = x^3 - x^2", [-2, 2], (0, 1, 0, 1)),
            ("x + y = 2", [-1, 1], (0, 0, 0, 1)),
        ):
            with self.subTest(equation=equation):
                result = self.solve(equation, box, code=2)
                self.assertEqual(result["status"], "clusters")
                self.assertEqual(self.shape(result), expected)
        self.assertEqual(self.solve("(x^2 + y^2 - 1)^2 = 0", [-2, 2], code=2)["status"], "positive_dim")

    def test_random_plane_curves(self):
        rng = random.Random(7)
        complete = 0
        for degree in [1, 2, 3, 4, 5, 6, 7, 8] * 3:
            terms = {(i, j): rng.randint(-9, 9) for i in range(degree + 1) for j in range(degree + 1 - i)}
            terms[(0, degree)] = rng.randint(1, 9)
            box = [[-1, 1], [-1, 1.25]]
            result = self.solve(text_of(terms), box)
            complete += result["status"] == "complete"
            self.check_plane(terms, box, result)
        self.assertGreaterEqual(complete, 22)

    def test_near_crossings_are_never_complete_in_a_wrong_way(self):
        """x y = c: four branches meet at 0 for c = 0, and pass by each other for others, this way or that."""
        for exponent in (2, 6, 9, 12, 15, 20, 30):
            for sign in (1, -1):
                result = self.solve(f"x*y = {sign}/{10**exponent}", [-1, 1])
                if result["status"] != "complete":
                    self.assertGreaterEqual(exponent, 10)
                    continue
                ends = sorted(tuple(round(c) for c in p)
                              for i in result["items"] for p in (i["polyline"][0], i["polyline"][-1]))
                self.assertEqual(ends, [(-1, 0), (0, -1), (0, 1), (1, 0)])
                for item in result["items"]:
                    for x, y in item["polyline"]:
                        self.assertGreater(sign * x * y, -item["radius"])
                first = result["items"][0]["polyline"]
                self.assertEqual(sorted(round(sum(p)) for p in (first[0], first[-1])),
                                 [-1, -1] if sign > 0 else [-1, 1])

    def test_curves_in_space(self):
        for equations, expected in (
            (["x^2 + y^2 + z^2 = 4", "(x - 0.9)^2 + y^2 = 0.81"], (2, 0, 0, 0)),   # inside: two
            (["x^2 + y^2 + z^2 = 4", "(x - 1.1)^2 + y^2 = 1.21"], (1, 0, 0, 0)),   # through: one
            (["x^2 + y^2 + z^2 = 1", "z = 0"], (1, 0, 0, 0)),
            (["x^2 + 2*y^2 + 3*z^2 = 2", "3*x^2 + y^2 + 2*z^2 = 2"], (2, 0, 0, 0)),
            (["x*y = 1 + z", "z = x"], None),
        ):
            with self.subTest(equations=equations):
                result = self.solve(equations, [-2.5, 2.5], variables="xyz")
                self.assertEqual(result["status"], "complete")
                if expected is not None:
                    self.assertEqual(self.shape(result), expected)
        viviani = self.solve(["x^2 + y^2 + z^2 = 4", "(x - 1)^2 + y^2 = 1"], [-2.5, 2.5], variables="xyz", code=2)
        self.assertEqual((viviani["status"], self.shape(viviani)), ("clusters", (0, 0, 2, 1)))
        self.assertAlmostEqual(next(i for i in viviani["items"] if i["kind"] == "cluster")["x"][0], 2, 4)

    def test_two_patches(self):
        saddle = [[[i / 2, j / 2, (i - 1) * (j - 1) / 2] for j in range(3)] for i in range(3)]
        plane = [[[i, j, 0.1] for j in (0, 1)] for i in (0, 1)]
        done = vieta("boxes", self.file("s.json", json.dumps({"surfaces": [saddle, plane]})), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)["systems"][0]
        self.assertEqual((result["status"], self.shape(result)), ("complete", (0, 2, 0, 0)))
        for item in result["items"]:
            self.check_chain(item)
            for u, v, s, t in item["polyline"]:  # of degree 2, with its middle raised: z = (2 u - 1) (2 v - 1) / 2
                self.assertAlmostEqual((2 * u - 1) * (2 * v - 1) / 2, 0.1, 12)
                self.assertAlmostEqual(u, s, 12)
                self.assertAlmostEqual(v, t, 12)
        done = vieta("boxes", self.file("s.json", json.dumps({"surfaces": [saddle]})))
        self.assertIn("surfaces: found 1 of them, expected two surfaces alone", done.stderr)

    def test_patches_with_knots(self):
        saddle = [[[i / 2, j / 2, (i - 1) * (j - 1) / 2] for j in range(3)] for i in range(3)]
        plane = [[[i, j, 0.1] for j in (0, 1)] for i in (0, 1)]
        knots = [0, 0, 0, 1, 1, 1]
        alone = json.loads(vieta("boxes", self.file("s.json", json.dumps({"surfaces": [saddle, plane]})), "--json").stdout)
        both = {"surfaces": [{"control": saddle, "knots": [knots, knots]}, plane]}
        result = json.loads(vieta("boxes", self.file("s.json", json.dumps(both)), "--json").stdout)
        self.assertEqual(self.shape(result["systems"][0]), self.shape(alone["systems"][0]))
        bent = {"control": [[[x, y, z] for y in (0, 1)] for x, z in ((0, 0), (1, 1), (2, 0))], "knots": [[0, 0, 1, 2, 2], [0, 0, 3, 3]]}
        done = vieta("boxes", self.file("s.json", json.dumps({"surfaces": [bent, [[[x, y, 0.5] for y in (0, 1)] for x in (0, 2)]]})), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([self.shape(s) for s in json.loads(done.stdout)["systems"]], [(0, 1, 0, 0)] * 2)

    def test_a_curve_in_space_and_a_surface(self):
        arch = [[0.25, 0.5, -1], [1, 0.5, 3], [1.75, 0.5, -1]]  # z = 4 t (1 - t) 2 - 1, where t = (1 +- sqrt(1/2)) / 2 is on z = 0
        flat = {"control": [[[x, y, 0] for y in (0, 1)] for x in (0, 1, 2)], "knots": [[0, 0, 1, 2, 2], [0, 0, 1, 1]]}
        done = vieta("boxes", self.file("s.json", json.dumps({"curve": arch, "surface": flat})), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = sorted(item["x"] for system in json.loads(done.stdout)["systems"] for item in system["items"])
        self.assertEqual(len(found), 2)
        for (t, u, v), sign in zip(found, (-1, 1)):
            self.assertAlmostEqual(t, (1 + sign * 0.5**0.5) / 2, 14)
            self.assertAlmostEqual(u, 0.25 + 1.5 * t, 13)
            self.assertAlmostEqual(v, 0.5, 13)
        weights = {"control": [[1, 0, 0.5], [1, 1, 0.5], [0, 1, 0.5]], "weights": [1, 0.5**0.5, 1]}  # a quarter of a circle
        wall = [[[x, x, z] for z in (0, 1)] for x in (0, 1)]
        result = json.loads(vieta("boxes", self.file("s.json", json.dumps({"curve": weights, "surface": wall})), "--json").stdout)
        self.assertEqual(result["systems"][0]["status"], "complete")
        self.assertAlmostEqual(result["systems"][0]["items"][0]["x"][0], 0.5, 13)
        for wrong, words in (({"curve": arch}, '"surface" alone'), ({"curve": [[0, 0], [1, 1]], "surface": flat}, "[x, y, z]"),
                             ({"curve": arch, "surface": {**flat, "knots": [[0, 0, 1, 2, 2]]}}, "two lists"),
                             ({"curve": arch, "surface": {**flat, "knots": [[0, 0, 1], [0, 0, 1, 1]]}}, "degree + 1 more"),
                             ({"curve": arch, "surface": {**flat, "weights": [[1, 1], [1, 0], [1, 1]]}}, "weight of control point 4: found 0,")):
            done = vieta("boxes", self.file("s.json", json.dumps(wrong)))
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)

    def test_sampled_systems_have_curves_as_well(self):
        system = {"vars": ["x", "y", "z"], "box": [[-2, 2]] * 3, "equations": ["x^2 + y^2 + z^2 = 1"],
                  "sample": {"z": 3}}
        result = json.loads(vieta("boxes", self.file("s.json", json.dumps(system)), "--json").stdout)
        self.assertEqual([s["status"] for s in result["systems"]], ["complete"] * 3)
        self.assertEqual([len(s["items"]) for s in result["systems"]], [0, 1, 0])

    def test_among_other_systems(self):
        plain = {"vars": ["x", "y"], "box": [[-2, 2]] * 2, "equations": ["x^2 + y^2 = 1", "x = y"]}
        curve = {"vars": ["x", "y"], "box": [[-2, 2]] * 2, "equations": ["x^2 + y^2 = 1"]}
        nan = {"vars": ["x", "y"], "equations": [{"degrees": [1, 1], "bernstein": [0, 1, "nan", 1]}]}
        done = vieta("boxes", self.file("s.json", json.dumps([curve, plain, nan, curve])), "--json")
        result = json.loads(done.stdout)
        self.assertEqual([s["status"] for s in result["systems"]], ["complete", "complete", "bad_input", "complete"])
        self.assertEqual([len(s["items"]) for s in result["systems"]], [1, 2, 0, 1])
        self.assertEqual(result["systems"][0]["items"], result["systems"][3]["items"])
        self.assertIn("[1, 0]", result["systems"][2]["message"])

    def test_misuse(self):
        for system, said in (
            ({"vars": ["x", "y", "z"], "equations": ["x*y - z"]}, "or 2 to trace curves; \"sample\" fixes"),
            ({"vars": ["x", "y"], "equations": ["x*y - 0.5"], "positive": ["x"]}, "found conditions of a system whose"),
        ):
            done = vieta("boxes", self.file("s.json", json.dumps(system)))
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(said, done.stderr)
        done = vieta("boxes", "x^2 + y^2 = 1", "--box", "-2,2", "--method", "kantorovich")
        self.assertEqual(done.returncode, 1)
        self.assertIn("expected krawczyk", done.stderr)
        answer = self.path("r.json")
        vieta("boxes", "x^2 + y^2 = 1", "--box", "-2,2", "--json", "-o", answer)
        done = vieta("verify", answer, "--system", "x^2 + y^2 = 1", "--box", "-2,2")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("tubes of curves are not verified", done.stderr)

    def test_limits(self):
        result = self.solve("x^2 + y^2 = 1", [-2, 2], "--max-boxes", "60", code=2)
        self.assertEqual(result["status"], "budget")
        done = vieta("boxes", "x^8 + y^8 + z^8 - x*y*z; x*y*z*w - 0.01; x^7 - y^5*z*w = w^3", "--box", "-1,1",
                     "--max-boxes", "100000000", "--max-seconds", "0.2", "--json")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(json.loads(done.stdout)["report"]["stopped_by"], "time")

    def test_tables_pictures_and_meshes(self):
        picture, mesh = self.path("c.svg"), self.path("c.obj")
        done = vieta("boxes", "x^2 + y^2 = 1", "--box", "-2,2", "--plot", picture, "--mesh", mesh)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"1  curve       x = .* closed, \d+ tubes, length 6\.\d+ to [67]\.\d+, points within ")
        self.assertIn("1 system: 1 complete; 0 solutions, 1 curve\n", done.stdout)
        with open(picture) as file:
            self.assertIn("curve 1, in its tubes", file.read())
        with open(mesh) as file:
            lines = file.read().splitlines()
        points = [line for line in lines if line.startswith("v ")]
        self.assertEqual(len(points) - 1, sum(line.startswith("l ") for line in lines))
        for line in points:
            x, y, z = map(float, line.split()[1:])
            self.assertAlmostEqual(x * x + y * y, 1, 12)
            self.assertEqual(z, 0)
        self.assertEqual(len(re.findall("tubes", done.stdout)), 1)


main()
