"""`vieta boxes` asked about one curve or surface: itself, its offset, what is nearest to a point, a ray."""

import json
import random

from program import Case, main, vieta

# A circle of four quarters, whose weights are powers of two: exactly.
CIRCLE = {
    "control": [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0]],
    "weights": [1, 1, 2, 2, 4, 4, 8, 8, 16],
    "knots": [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
}


def point_of(curve, t):
    """By de Boor's recursion."""
    knots, control = curve["knots"], curve["control"]
    degree = len(knots) - len(control) - 1
    weights = curve.get("weights", [1] * len(control))
    span = max(k for k in range(degree, len(control)) if knots[k] < knots[k + 1] and (knots[k] <= t))
    rows = [[w * x for x in p] + [w] for p, w in zip(control[span - degree : span + 1], weights[span - degree : span + 1])]
    for level in range(1, degree + 1):
        for i in range(degree, level - 1, -1):
            left, right = knots[span - degree + i], knots[span + 1 + i - level]
            u = (t - left) / (right - left)
            rows[i] = [(1 - u) * a + u * b for a, b in zip(rows[i - 1], rows[i])]
    return [x / rows[degree][-1] for x in rows[degree][:-1]]


class OneShape(Case):
    def solve(self, question, code=0):
        done = vieta("boxes", self.file("question.json", json.dumps(question)), "--json")
        self.assertEqual(done.returncode, code, done.stderr + json.dumps(question))
        return json.loads(done.stdout)

    def places(self, question):
        """All items, each of which has to be unique."""
        answer = self.solve(question)
        self.assertEqual({s["status"] for s in answer["systems"]}, {"complete"}, question)
        return sorted(item["x"] for s in answer["systems"] for item in s["items"])

    def refused(self, question):
        done = vieta("boxes", self.file("question.json", json.dumps(question)))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(done.stderr.count("\n"), 1)
        return done.stderr

    def assert_near(self, found, known, places=12):
        self.assertEqual(len(found), len(known), found)
        for row, wanted in zip(found, known):
            for x, y in zip(row, wanted):
                self.assertAlmostEqual(x, y, places)

    def test_bezier_shapes(self):
        """Against the answers that are known in closed form."""
        patch = [[[0, 0, 0], [0, 1, 0.2]], [[1, 0, 0.9], [1, 1, 0]]]
        ellipse = {"control": [[2, 0], [2, 1], [0, 1]], "weights": [1, 1, 2]}  # a quarter
        for question, known in (
            ({"curve": [[0, 0], [3, 2], [-2, 2], [1, 0]]}, [[0.5 - 0.1875**0.5, 0.5 + 0.1875**0.5]]),
            ({"curve": [[-1, 1], [0, -1], [1, 1]], "offset": 2**0.5}, [[0.25, 8**0.5], [0.75, 8**0.5]]),  # y = x^2, where 1 + 4 x^2 = 2
            ({"curve": [[-1, 1], [0, -1], [1, 1]], "offset": -(2**0.5)}, []),
            ({"curve": [[-1, 1], [0, -1], [1, 1]], "point": [0, "1/4"]}, [[0.5]]),
            ({"curve": ellipse, "offset": 0.45}, []),  # its radii of curvature are 1/2 to 4
            ({"surface": patch, "ray": {"origin": [-1, 0.6, 0.2], "direction": [1, 0, 0]}}, [[1 / 3, 0.6]]),
            ({"surface": patch, "ray": {"origin": [5, 0.6, 0.2], "direction": [1, 0, 0]}}, []),
            ({"surface": [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 0]]], "point": [0.25, 0.5, 7]}, [[0.25, 0.5]]),
        ):
            result = self.solve(question)["systems"][0]
            self.assertEqual((result["status"], len(result["items"])), ("complete", len(known)), question)
            for item, place in zip(sorted(result["items"], key=lambda i: i["x"]), known):
                for x, wanted in zip(item["x"], place):
                    self.assertAlmostEqual(x, wanted, 7 if "offset" in question else 13)  # 2^0.5 is no double
        (item,) = self.solve({"curve": ellipse, "offset": 3})["systems"][0]["items"]
        t = item["x"][0]
        w = 1 + t * t
        x, y = (1 - t * t) / w, 2 * t / w  # on the unit circle
        self.assertAlmostEqual((4 * y * y + x * x) ** 1.5 / 2, 3, 12)
        centre = {"control": [[1, 0], [1, 1], [0, 1]], "weights": [1, 1, 2]}  # whose offset by 1 is one point
        self.assertEqual(self.solve({"curve": centre, "offset": 1}, code=2)["systems"][0]["status"], "positive_dim")
        cusp = self.solve({"curve": [[0, 0], [1, 1], [0, 1], [1, 0]]}, code=2)["systems"][0]
        self.assertEqual([i["kind"] for i in cusp["items"]], ["cluster"])
        for wrong, words in (
            ({"curve": [[0, 0], [1, 1]]}, "curve: found a line"),
            ({"curve": [[1, 0], [1, 0], [1, 0]], "offset": 1}, "curve: found a point"),
            ({"curve": {"control": [[1, 0], [1, 1], [0, 1]], "knots": [0, 0, 1, 2, 2]}, "offset": 2}, "curve: found a line"),
            ({"curve": {"control": [[1, 0], [1, 1], [0, 1], [2, 2]], "knots": [0, 0, 1, 1, 2, 2]}}, "found a knot more than 1 times inside"),
            ({"curve": {"control": [[1, 0], [1, 1e-200], [0, 1]]}}, "sizes are too different"),
            ({"curve": {"control": [[1, 0], [1, "nan"], [0, 1]]}}, "control point 2: found a number that is not finite"),
            ({"closest_to": [1, 2], "surface": patch}, "closest_to: found '[1,2]', expected [x, y, z]"),
            ({"curve": [[0, 0], [1, 1], [2, 0]], "offset": 0}, "offset: found '0'"),
            ({"offset": 1}, "found other keys"),
            ({"point": [1, 2]}, "found other keys"),
            ({"point": [1], "surface": patch}, "point: found '[1]'"),
            ({"ray": [1, 2], "surface": patch}, "ray: found '[1,2]', expected {"),
            ({"ray": {"origin": [0, 0, 0], "direction": [0, 0, 0]}, "surface": patch}, "direction: found zero"),
        ):
            self.assertIn(words, self.refused(wrong))

    def test_splines_meet_themselves(self):
        loop = [[0, 0], [3, 2], [-2, 2], [1, 0]]
        there = [[0.5 - 0.1875**0.5, 0.5 + 0.1875**0.5]]
        finer = [loop[0], [1.5, 1], [0.5, 2], [-0.5, 1], loop[3]]  # the knot 1/2 is inserted
        self.assert_near(self.places({"curve": {"control": finer, "knots": [0, 0, 0, 0, 0.5, 1, 1, 1, 1]}}), there)
        other_weights = {"control": finer, "weights": [3] * 5, "knots": [0, 0, 0, 0, 0.5, 1, 1, 1, 1]}
        self.assert_near(self.places({"curve": other_weights}), there)
        # The place where it meets itself is on a knot, twice: it is told once.
        self.assert_near(self.places({"curve": {"control": [[0, 0], [2, 2], [4, 4], [4, 0], [2, 2], [0, 4]], "knots": [0, 0, 1, 2, 3, 4, 5, 5]}}), [[1, 4]])
        self.assert_near(self.places({"curve": {"control": [[0, 0], [2, 2], [2, 0], [0, 2]], "knots": [0, 0, 1, 2, 3, 3]}}), [[0.5, 2.5]])
        self.assert_near(self.places({"curves": [{"control": finer, "knots": [0, 0, 0, 0, 0.5, 1, 1, 1, 1]}]}), there)
        # What is closed meets itself at its ends, smooth or not, and nowhere else.
        self.assert_near(self.places({"curve": CIRCLE}), [[0, 4]])
        self.assert_near(self.places({"curve": [[0, 0], [4, 4], [-4, 4], [0, 0]]}), [[0, 1]])
        self.assertEqual(self.places({"curve": {"control": [[0, 0], [1, 1], [2, 0], [3, 1]], "knots": [0, 0, 0, 1, 2, 2, 2]}}), [])
        back = self.solve({"curve": {"control": [[0, 0], [2, 0], [1, 0]], "knots": [0, 0, 1, 2, 2]}}, code=2)  # a turn on the spot
        self.assertNotIn({"complete"}, [{s["status"] for s in back["systems"]}])

    def test_cusps_of_offsets_of_splines(self):
        self.assertEqual(self.places({"curve": CIRCLE, "offset": -1}), [])
        self.assertEqual(self.places({"curve": CIRCLE, "offset": 0.5}), [])
        self.assertEqual({s["status"] for s in self.solve({"curve": CIRCLE, "offset": 1}, code=2)["systems"]}, {"positive_dim"})
        # y = x^2 for x = t from -1 to 1, with a knot at 0, of which offsets have two cusps where 1 + 4 x^2 = (2 d)^(2/3).
        parabola = {"control": [[-1, 1], [-0.5, 0], [0.5, 0], [1, 1]], "knots": [-1, -1, -1, 0, 1, 1, 1]}
        for weights in ([1] * 4, [3] * 4):
            scale = weights[0]
            found = self.places({"curve": {**parabola, "weights": weights}, "offset": 2**0.5})
            self.assert_near(found, [[-0.5, 2**0.5 * scale], [0.5, 2**0.5 * scale]], 7)  # 2^0.5 is no double

    def test_what_is_nearest(self):
        (place,) = self.places({"closest_to": [2, 1], "curve": CIRCLE})
        self.assertAlmostEqual(place[-1], (5**0.5 - 1) ** 2, 12)
        (place,) = self.places({"closest_to": [0.25, 7, 0.5], "surface": [[[0, 0, 0], [0, 0, 1]], [[1, 0, 0], [1, 0, 1]]]})
        self.assert_near([place], [[0.25, 0.5, 49]])
        roof = {"control": [[[x, y, z] for y in (0, 2)] for x, z in ((0, 0), (1, 1), (2, 0))], "knots": [[0, 0, 1, 2, 2], [0, 0, 1, 1]]}
        self.assert_near(self.places({"closest_to": [1, 1, 3], "surface": roof})[:1], [[1, 0.5, 4]])  # on the crease, which is a knot
        self.assert_near(self.places({"closest_to": [-1, -1, 0], "surface": roof}), [[0, 0, 2]])  # a corner
        on_it = self.places({"closest_to": [0, 1], "curve": CIRCLE})
        self.assertAlmostEqual(min(q for _, q in on_it), 0, 12)
        seed = random.Random(59)
        for _ in range(25):
            degree, dimension = seed.randint(1, 3), seed.choice((2, 3))
            inner = sorted(seed.random() * 3 for _ in range(seed.randint(0, 4)))
            curve = {"control": [[seed.gauss(0, 1) for _ in range(dimension)] for _ in range(degree + 1 + len(inner))]}
            curve["knots"] = [0] * (degree + 1) + inner + [3] * (degree + 1)
            if seed.random() < 0.5:
                curve["weights"] = [seed.random() + 0.3 for _ in curve["control"]]
            point = [seed.gauss(0, 1) for _ in range(dimension)]

            def square(t, curve=curve, point=point):
                return sum((a - b) ** 2 for a, b in zip(point_of(curve, t), point))

            best = min(range(601), key=lambda k: square(3 * k / 601)) * 3 / 601
            for width in (0.005, 2e-4, 1e-5, 1e-6, 1e-7):
                best = min((min(max(best + width * k / 20, 0), 2.9999999999) for k in range(-20, 21)), key=square)
            found = self.places({"closest_to": point, "curve": curve})
            self.assertAlmostEqual(min(row[-1] for row in found), square(best), 8, (curve, point))
            for t, q in found:
                self.assertAlmostEqual(square(min(t, 2.9999999999)), q, 8, (curve, point))

    def test_rays_and_right_angles_of_splines(self):
        roof = {"control": [[[x, y, z] for y in (0, 2)] for x, z in ((0, 0), (1, 1), (2, 0))], "knots": [[0, 0, 1, 2, 2], [0, 0, 1, 1]]}
        ray = {"origin": [-1, 1, 0.5], "direction": [1, 0, 0]}
        self.assert_near(self.places({"surface": roof, "ray": ray}), [[0.5, 0.5], [1.5, 0.5]])
        self.assertEqual(self.places({"surface": roof, "ray": {**ray, "direction": [-1, 0, 0]}}), [])
        self.assertEqual(self.places({"surface": roof, "ray": {**ray, "origin": [-1, 1, 2]}}), [])
        found = self.places({"curve": CIRCLE, "point": [3, 4]})
        self.assertEqual(len(found), 2)
        for t, (x, y) in zip((row[0] for row in found), ((0.6, 0.8), (-0.6, -0.8))):
            self.assert_near([point_of(CIRCLE, t)], [[x, y]])


main()
