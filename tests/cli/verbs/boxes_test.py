"""`vieta boxes` from outside."""

import csv
import json
import math
import os
import struct
import time
import unittest

from program import Case, main, vieta

FIVE = [0, 2.2, 1.1, 1.1, -1, -1, -1, 1, -1, 1, 1, 1, -1, -1, -2, 0]
TRANSPOSED = [FIVE[4 * (k % 4) + k // 4] for k in range(16)]
FIVE_ROOTS = {
    "vars": ["x", "y"],
    "box": [[0, 1], [0, 1]],
    "equations": [{"degrees": [3, 3], "bernstein": FIVE}, {"degrees": [3, 3], "bernstein": TRANSPOSED}],
}
CIRCLE = {"vars": ["x", "y"], "box": [[-2, 2], [-2, 2]], "equations": ["x^2 + y^2 = 1", "x - y"]}


class Boxes(Case):
    def boxes(self, system, *arguments, code=0):
        file = system if isinstance(system, str) else self.file("system.json", json.dumps(system))
        done = vieta("boxes", file, *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def solve(self, system, *arguments, code=0):
        return json.loads(self.boxes(system, "--json", *arguments, code=code))

    def refused(self, system):
        file = system if isinstance(system, str) else self.file("system.json", json.dumps(system))
        done = vieta("boxes", file)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(done.stderr.count("\n"), 1)
        return done.stderr

    def test_options_that_would_change_nothing(self):
        done = vieta("boxes", self.file("s.json", json.dumps(CIRCLE)), "--draw", "1")
        self.assertEqual((done.returncode, done.stderr), (1, "vieta: --draw: found no --plot, expected --plot FILE as well\n"))
        done = vieta("boxes", self.file("s.json", json.dumps(CIRCLE)), "--subdivision", "3")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("--subdivision: found --method krawczyk, expected kantorovich or normal-cone", done.stderr)
        self.boxes(CIRCLE, "--subdivision", "3", "--method", "kantorovich")

    def test_a_blank_before_the_intervals(self):
        curves = {"curves": [[[0, 0], [1, 4], [2, -3], [3, 1]], [[0, 0.5], [1, -3], [2, 4], [3, 0]]]}
        text = self.boxes(curves, "--max-boxes", "1", code=2)
        self.assertRegex(text, r"\n1  unresolved  \w+ = \[")

    def test_two_bezier_curves(self):
        arc = {"control": [[1, 0], [1, 1], [0, 1]], "weights": [1, 0.5**0.5, 1]}  # a quarter of the unit circle
        done = vieta("boxes", self.file("curves.json", json.dumps({"curves": [arc, [[0, 0], [1, 1]]]})), "--json")
        result = json.loads(done.stdout)["systems"][0]
        self.assertEqual((result["status"], len(result["items"])), ("complete", 1))
        s, t = result["items"][0]["x"]
        self.assertAlmostEqual(s, 0.5, 14)
        self.assertAlmostEqual(t, 0.5**0.5, 14)
        for coordinate in result["items"][0]["point"]:
            self.assertAlmostEqual(coordinate, 0.5**0.5, 14)
        self.assertRegex(self.boxes({"curves": [arc, [[0, 0], [1, 1]]]}), r"radius \S+, sign [+-], point \(0\.707\d+, 0\.707\d+\)")
        self.assertNotIn("point", self.boxes(CIRCLE) + self.boxes(CIRCLE, "--json"))

    def test_b_splines_that_meet(self):
        """The same curve as a B-spline and as its Bezier pieces, rational ones, too."""
        spline = {"control": [[0, 0], [1, 2], [2, -2], [3, 2], [4, -2], [5, 0]], "knots": [0, 0, 0, 0, 1, 2, 3, 3, 3, 3]}
        line = [[0, 0.1], [5, 0.1]]
        found = self.solve({"curves": [spline, line]})
        self.assertEqual((found["report"]["complete"], found["report"]["unique"]), (found["report"]["systems"], 4))
        x = sorted(item["x"] for system in found["systems"] for item in system["items"])
        for (s, t), (known_s, known_t) in zip(x, ((0.0172574518832596, 0.0102655535369883), (0.766764091651919, 0.321247090332555),
                                                  (1.56734541952947, 0.515162900687073), (2.14523116954051, 0.654284332788536))):
            self.assertAlmostEqual(s, known_s, 12)
            self.assertAlmostEqual(t, known_t, 12)
        arc = {"control": [[1, 0], [1, 1], [0, 1]], "weights": [1, 0.5**0.5, 1]}
        same = {**arc, "knots": [0, 0, 0, 1, 1, 1]}
        for first, second in ((same, [[0, 0], [1, 1]]), (same, {"control": [[0, 0], [1, 1]], "knots": [2, 2, 4, 4]})):
            (item,) = self.solve({"curves": [first, second]})["systems"][0]["items"]
            self.assertAlmostEqual(item["x"][0], 0.5, 13)
            self.assertAlmostEqual(item["x"][1], 0.5**0.5 if second == [[0, 0], [1, 1]] else 2 + 2**0.5, 13)
        for wrong, words in (({"knots": [0, 0, 1]}, "expected degree + 1 more"), ({"knots": [0, 0, 0, 1, 0, 1]}, "decrease"),
                             ({"weights": [1, -1, 1], "knots": [0, 0, 0, 1, 1, 1]}, "weight of control point 2: found -1,"), ({"knots": [0, 0, 0, 0, 0, 0]}, "knots"),
                             ({"knot": [0]}, "key 'knot'")):
            self.assertIn(words, self.refused({"curves": [{**arc, **wrong}, line]}))

    def test_curves_that_touch(self):
        curves = {"curves": [[[-1, 0], [0, 2], [1, 0]], [[-1, 1], [1, 1]]]}
        (item,) = self.solve(curves, code=2)["systems"][0]["items"]
        self.assertEqual(item["kind"], "cluster")
        for coordinate, expected in zip(item["point"], [0, 1]):
            self.assertAlmostEqual(coordinate, expected, 4)
        self.assertRegex(self.boxes(curves, code=2), r"degree 0, near the point \(.*, (1|0\.999\d*)\)")

    def test_control_points_and_weights_may_stand_in_strings(self):
        def x_of(curves):
            return self.solve({"curves": curves})["systems"][0]["items"][0]["x"]

        line = [[0, 0], [1, 1]]
        numbers = [{"control": [[0, 1 / 3], [1, 0.1]], "weights": [0.5, 1]}, line]
        strings = [{"control": [[0, "1/3"], ["1", "0.1"]], "weights": ["1/2", "1"]}, line]
        self.assertEqual(x_of(strings), x_of(numbers))
        both = [{"curves": [[[0, "nan"], [1, 0]], line]}, {"curves": [[[0, 1], [1, 0]], line]}]
        self.assertEqual([s["status"] for s in self.solve(both, code=2)["systems"]], ["bad_input", "complete"])

    def test_picture_of_curves(self):
        picture = self.path("curves.svg")
        line, arc = [[0, 0], [4, 4]], [[0, 4], [2, 1], [4, 0]]
        self.boxes({"curves": [line, arc]}, "--plot", picture)
        with open(picture) as file:
            text = file.read()
        for words in (">curve 1<", ">curve 2<", ">x<", ">y<", "unique: "):
            self.assertIn(words, text)
        self.assertNotIn("F1 = 0", text)
        self.boxes({"curves": [line, [[-1, -1], [3, 3]]]}, "--plot", picture, code=2)
        for far in (1e20, 1.7e308, 0, 1e-300, "nan"):  # as a pair, since a single system that is bad input ends at once
            single = {"curves": [[[far, far], [far, 0]], [[0, far], [far, 1]]]}
            vieta("boxes", self.file("far.json", json.dumps([single, CIRCLE])), "--plot", picture)
            with open(picture) as file:
                self.assertIn("curve 2", file.read(), far)
            os.remove(picture)

    def test_five_roots(self):
        result = self.solve(FIVE_ROOTS)
        (system,) = result["systems"]
        self.assertEqual(system["status"], "complete")
        self.assertEqual([i["kind"] for i in system["items"]], ["unique"] * 5)
        self.assertEqual([i["on_border"] for i in system["items"]], [True, False, False, False, True])
        for item, x in zip(system["items"], [0, 0.36800118271864, 0.43259044547787, 0.7273984120361946, 1]):
            self.assertAlmostEqual(item["x"][0], x, 12)
            self.assertLess(item["radius"], 1e-12)
            self.assertEqual(len(item["box"]), 2)
            self.assertIn(item["jacobian_sign"], (-1, 1))
        self.assertLessEqual(result["report"]["boxes_visited"], 41)

    def test_expressions_are_exact(self):
        items = self.solve(CIRCLE)["systems"][0]["items"]
        self.assertEqual(len(items), 2)
        self.assertAlmostEqual(items[0]["x"][0], -(0.5**0.5), 14)
        # The line touches in exact arithmetic: 0.1 is one tenth.
        system = {"vars": ["x"], "equations": ["(x - 0.1)*(x - 1/3)*(x - 1)"]}
        self.assertEqual(len(self.solve(system)["systems"][0]["items"]), 3)

    def test_quotients(self):
        (system,) = self.solve("1/x + 1/y = 2; x - y = x*y/(x + y + 3)", "--box", "0.2,3")["systems"]
        self.assertEqual((system["status"], [i["kind"] for i in system["items"]]), ("complete", ["unique"]))
        x, y = system["items"][0]["x"]
        self.assertLess(abs(1 / x + 1 / y - 2) + abs(x - y - x * y / (x + y + 3)), 1e-12)
        # The sign of a numerator's Jacobian is not that of the quotient's, nor that of a root's polynomial of the root's.
        for text, box in (("1/x + 2", "-1,1"), ("tan(x) - 1", "0,4"), ("sqrt(x) - 1/2", "0,1")):
            (system,) = self.solve(text, "--box", box)["systems"]
            self.assertTrue(system["items"])
            self.assertEqual({i["jacobian_sign"] for i in system["items"]}, {0}, text)
        self.assertIn("equation 1: found a divisor with variables, expected polynomials where curves are traced",
                      vieta("boxes", "1/x = y^2", "--box", "-1,1").stderr)

    def test_long_lists_are_read_in_linear_time(self):
        begin = time.monotonic()
        self.assertIn("system 1: found no variables", self.refused(self.file("many.json", "[" + "{}," * 100_000 + "{}]")))
        self.assertLess(time.monotonic() - begin, 10)  # some hundredths of a second; a minute where it was quadratic

    def test_zeros_that_a_divisor_shares(self):
        # By a common factor of numerator and divisor: it is left out.
        for text, expected in (("(x^2 - 1)*(x + 3)/(x - 1) = 0", [-3, -1]), ("x^2/x = 1/2", [0.5]), ("x/x = 0", []),
                               ("(x - 1)^3*(x - 2)/((x - 1)*(x + 7)) = 0", [2]), ("pi*x/x^2 = 1", [math.pi])):
            (system,) = self.solve(text, "--box", "-5,4")["systems"]
            self.assertEqual((system["status"], [i["kind"] for i in system["items"]]),
                             ("complete", ["unique"] * len(expected)), text)
            for item, x in zip(system["items"], expected):
                self.assertAlmostEqual(item["x"][0], x, 12)
        (system,) = self.solve("(x^2 - y^2)/(x - y) = 1; (y - 1)*y/(y - 1) = 2", "--box", "-5,5")["systems"]
        self.assertEqual((system["status"], [[round(x, 12) for x in i["x"]] for i in system["items"]]),
                         ("complete", [[-1, 2]]))
        # Else it is undecided, and the system is not complete.
        (system,) = self.solve("x/y = 0; x - y = 0", "--box", "-1,1", code=2)["systems"]
        self.assertEqual((system["status"], system["items"][0]["condition_undecided"]), ("conditions", True))
        border = {"vars": ["x"], "box": [[-1, 1]], "equations": ["x^3 - x/4"], "positive": ["x"]}
        (system,) = self.solve(border, code=2)["systems"]
        self.assertEqual((system["status"], len(system["items"])), ("conditions", 2))
        self.assertIn("1 system: 1 conditions; 2 solutions", self.boxes(border, code=2))

    def test_functions(self):
        """Sines are polynomials with a proven bound of the rest, roots are variables more."""
        for system, box, expected in (("sin(a) - b; b - 1/2", "0,1", [[math.pi / 6, 0.5]]),
                                      ("x = cos(x)", "-3,3", [[0.7390851332151607]]),
                                      ("sqrt(x) + x = 2", "0,3", [[1, 1]]),
                                      ("cbrt(x - 1) = -2", "-9,9", [[-7, -2]]),
                                      ("sqrt(1 + sin(x)) = 1/2", "-2,0", [[math.asin(-0.75), 0.5]]),
                                      ("tan(x) = 1; y = sin(x*y) + 1/10", "0.5,1", []),
                                      ("cos(a) + cos(a + b) = 1; sin(a) + sin(a + b) = 1", "-3,3",
                                       [[0, math.pi / 2], [math.pi / 2, -math.pi / 2]])):
            (found,) = self.solve(system, "--box", box)["systems"]
            self.assertEqual((found["status"], len(found["items"])), ("complete", len(expected)), system)
            for item, x in zip(found["items"], expected):
                for a, b in zip(item["x"], x):
                    self.assertAlmostEqual(a, b, 12)
        # Where the root alone changes there is no curve; where the unknown does, there may be one.
        for system, status in (("sqrt(x)*x^2", "clusters"), ("y - sqrt(x)*x^2; y", "clusters"), ("sqrt(x^2) = x", "positive_dim")):
            found = self.solve(system, "--box", "0,3", code=2)
            self.assertEqual(found["systems"][0]["status"], status, system)
        # Of many periods: pieces of the box, and what lies between two of them is found once.
        found = [i["x"][0] for s in self.solve("sin(x) = 0", "--box", "-49,50")["systems"] for i in s["items"]]
        self.assertEqual(len(found), 31)
        for k, x in enumerate(sorted(found)):
            self.assertAlmostEqual(x, (k - 15) * math.pi, 11)
        for system, box, expected in (("exp(x) = 2", "0,1", "sin, cos, tan, sqrt, cbrt"), ("sin(1/x) = 0.5", "0.1,1", "without divisors"),
                                      ("sin(x) + y^2 - 1", "-2,2", "where curves are traced"),
                                      ("sqrt(x) + sqrt(y) + sqrt(x + y) = 1; x = y", "0,1", "1 to 4 in all")):
            self.assertIn(expected, vieta("boxes", system, "--box", box).stderr)
        self.assertIn("expected the method krawczyk", vieta("boxes", "x = cos(x)", "--box", "0,1", "--method", "kantorovich").stderr)

    def test_power_basis(self):
        system = {"vars": ["x", "y"], "box": [[-2, 2], [-2, 2]],
                  "equations": [{"degrees": [2, 2], "power": [[-1, 0, 1], [0, 0, 0], [1, 0, 0]]}, "x - y"]}
        self.assertEqual(len(self.solve(system)["systems"][0]["items"]), 2)

    def test_variables_are_named_in_order(self):
        self.assertEqual(self.solve("y - x^2; x - 1/2", "--box", "0,1")["variables"], ["y", "x"])
        self.assertEqual(self.solve("sqrt(x) + x = 2", "--box", "0,3")["variables"], ["x", "root_1"])
        other = {"vars": ["a"], "equations": ["a - 1/2"]}
        result = self.solve([CIRCLE, other])
        self.assertNotIn("variables", result)
        self.assertEqual([s["variables"] for s in result["systems"]], [["x", "y"], ["a"]])
        self.assertEqual(self.solve([CIRCLE, CIRCLE])["variables"], ["x", "y"])
        # Coordinates under other names are another claim.
        result = self.solve(CIRCLE)
        for names, code in ((["x", "y"], 0), (["y", "x"], 1)):
            file = self.file("result.json", json.dumps(dict(result, variables=names)))
            done = vieta("verify", file, self.file("circle.json", json.dumps(CIRCLE)))
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def test_table(self):
        text = self.boxes(CIRCLE)
        lines = text.splitlines()
        self.assertEqual([line.split()[:2] for line in lines[:3]], [["#", "kind"], ["1", "unique"], ["2", "unique"]])
        self.assertEqual(lines[0].index("solution"), lines[1].index("x = "))
        self.assertEqual(lines[3:5], ["", "1 system: 1 complete; 2 solutions"])
        self.assertEqual(self.boxes({"vars": ["x"], "equations": ["x^2 + 1"]}).splitlines()[0], "1 system: 1 complete; 0 solutions")
        touching = dict(CIRCLE, equations=["x^2 + y^2 - 1", "(x - 2)^2 + y^2 - 1"])
        lines = self.boxes([CIRCLE, touching], code=2).splitlines()
        self.assertEqual([line.split()[0] for line in lines[:5]], ["system", "1", "2", "system", "1"])
        self.assertTrue(lines[6].startswith("2 systems: 1 complete, 1 clusters; 2 solutions, 1 cluster"), lines[6])

    def test_many_systems_and_their_exit_code(self):
        result = self.solve([CIRCLE, FIVE_ROOTS, {"vars": ["x"], "equations": ["x^2 + 1"]}])
        self.assertEqual([len(s["items"]) for s in result["systems"]], [2, 5, 0])
        touching = dict(CIRCLE, equations=["x^2 + y^2 - 1", "(x - 2)^2 + y^2 - 1"])
        result = self.solve([CIRCLE, touching], code=2)
        self.assertEqual([s["status"] for s in result["systems"]], ["complete", "clusters"])
        (cluster,) = result["systems"][1]["items"]
        self.assertEqual((cluster["kind"], cluster["degree"]), ("cluster", 0))
        same = dict(CIRCLE, equations=["x^2 + y^2 - 1", "2*x^2 + 2*y^2 - 2"])
        (curve,) = self.solve(same, code=2)["systems"][0]["items"]
        self.assertEqual(curve["kind"], "curve")
        self.assertGreater(len(curve["polyline"]), 10)

    def test_conditions(self):
        items = self.solve(dict(CIRCLE, positive=["x"]))["systems"][0]["items"]
        self.assertEqual(len(items), 1)
        self.assertGreater(items[0]["x"][0], 0)

    def test_bad_input_is_the_matter_of_one_system(self):
        bad = {"vars": ["x"], "equations": [{"degrees": [1], "bernstein": ["nan", 1]}]}
        result = self.solve([CIRCLE, bad, CIRCLE], code=2)
        self.assertEqual([s["status"] for s in result["systems"]], ["complete", "bad_input", "complete"])
        message = "equation 1: found nan as Bernstein coefficient [0], expected finite numbers"
        self.assertEqual([s.get("message") for s in result["systems"]], [None, message, None])
        self.assertIn("system 2: bad_input: " + message, self.boxes([CIRCLE, bad, CIRCLE], code=2))
        self.assertIn("system 42: bad_input: " + message, self.boxes([CIRCLE] * 41 + [bad], code=2))

    def test_bad_input_alone_is_an_error(self):
        for equation, found in [({"degrees": [1, 1], "bernstein": [1, 2, "inf", 3]}, "inf as Bernstein coefficient [1, 0]"),
                                ("x - x", "zero for all coefficients")]:
            stderr = self.refused(dict(CIRCLE, equations=["x", equation]))
            self.assertIn("system.json: equation 2: found " + found, stderr)

    def test_array(self):
        shape = (2, 2, 4, 4)
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': %r, }" % (shape,)
        header += " " * (-(len(header) + 11) % 64) + "\n"
        data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
        data += struct.pack("<64d", *(FIVE + TRANSPOSED) * 2)
        file = self.file("systems.npy", data)
        self.assertEqual([len(s["items"]) for s in self.solve(file)["systems"]], [5, 5])

    def test_splines_merge_roots_on_knots(self):
        # A quadratic spline with a knot at 1/2, where it vanishes: -1, 0, 1 are the control values of 2x - 1 on [0, 1].
        spline = {"degrees": [2], "knots": [[0, 0, 0, 0.5, 1, 1, 1]], "control": [-1, -0.5, 0.5, 1]}
        result = self.solve({"vars": ["x"], "equations": [spline]})
        self.assertEqual(len(result["systems"]), 2)
        items = [i for s in result["systems"] for i in s["items"]]
        self.assertEqual(len(items), 1)
        self.assertAlmostEqual(items[0]["x"][0], 0.5, 14)

    def test_splines_keep_two_roots_beside_a_knot(self):
        spline = {"degrees": [1], "control": [1, -1e-17, 1], "knots": [[0, 0, 0.5, 1, 1]]}
        result = self.solve({"vars": ["x"], "equations": [spline]})
        items = [i for s in result["systems"] for i in s["items"]]
        self.assertEqual([i["jacobian_sign"] for i in items], [-1, 1])

    def test_sampling(self):
        system = {"vars": ["u", "x"], "box": [[-2, 2], [-2, 2]], "equations": ["u^2 + x^2 - 1"], "sample": {"u": 5}}
        result = self.solve(system, code=2)  # x = 0 is double at u = -1 and u = 1
        self.assertEqual([s["at"]["u"] for s in result["systems"]], [-2, -1, 0, 1, 2])
        self.assertEqual([len(s["items"]) for s in result["systems"]], [0, 1, 2, 1, 0])

    def test_mesh(self):
        sphere = {"vars": ["u", "v", "x"], "box": [[-0.5, 0.5], [-0.5, 0.5], [-2, 2]],
                  "equations": ["u^2 + v^2 + x^2 - 1"], "sample": {"u": 5, "v": 4}}
        for ending, faces in [("ply", "element face 24"), ("obj", "\nf "), ("vtk", "POLYGONS 24 120")]:
            path = self.path("mesh." + ending)
            self.boxes(sphere, "--mesh", path)
            with open(path) as file:
                text = file.read()
            self.assertIn(faces, text)
        self.assertEqual(len(text.split("POINTS 40 double\n")[1].split("POLYGONS")[0].splitlines()), 40)

    def test_picture(self):
        picture = self.path("boxes.svg")
        self.boxes(FIVE_ROOTS, "--plot", picture)
        with open(picture) as file:
            text = file.read()
        self.assertIn("<svg", text)
        self.assertIn("F1 = 0", text)
        self.assertIn("one solution, proven", text)  # what a dot means
        # Boxes have the colours of what decided them, the solutions are dots with their places.
        for decided, ink in [("one sign", "#56a0d3"), ("no fixed point", "#9678c8"), ("proof attempted", "#008a62")]:
            self.assertIn(decided, text)
            self.assertGreater(text.count(ink), 1, decided)
        self.assertEqual(text.count("unique: "), 5)
        self.boxes([CIRCLE, {"vars": ["x"], "equations": ["2*x - 1"]}], "--plot", picture, "--draw", 2)

    def test_a_device_that_is_wanted_must_be_there(self):
        done = vieta("boxes", self.file("system.json", json.dumps(CIRCLE)), "--on", "cuda:99")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("target cuda", done.stderr)

    def test_budget(self):
        result = self.solve(FIVE_ROOTS, "--max-boxes", 5, code=2)
        self.assertEqual(result["systems"][0]["status"], "budget")
        self.assertIn("unresolved", [i["kind"] for i in result["systems"][0]["items"]])

    @unittest.skipUnless(os.environ.get("VIETA_TEST_DATA"), "SKIPPED: no VIETA_TEST_DATA")
    def test_expressions_of_the_literature(self):
        folder = os.path.join(os.environ["VIETA_TEST_DATA"], "bernstein", "expressions")
        with open(os.path.join(folder, "polynomial_cases.json")) as file:
            cases = json.load(file)
        for case in cases:
            with open(os.path.join(folder, case["reference_roots_file"])) as file:
                roots = [list(map(float, row)) for row in csv.reader(file)]
            # The origin of 6.1 is a triple solution: a cluster.
            multiple = case["name"].endswith("6.1")
            result = self.solve({key: case[key] for key in ("vars", "box", "equations")}, code=2 if multiple else 0)
            (system,) = result["systems"]
            self.assertEqual(len(system["items"]), len(roots), case["name"])
            for root in roots:
                near = [i for i in system["items"] if all(lo - 1e-7 <= x <= hi + 1e-7 for x, (lo, hi) in
                                                          zip(root, i["box"]))]
                self.assertGreaterEqual(len(near), 1, (case["name"], root))
            for item in system["items"]:
                if item["kind"] == "unique":
                    self.assertEqual(sum(all(abs(a - b) < 1e-7 for a, b in zip(item["x"], root)) for root in roots), 1)

    def test_errors_name_the_equation(self):
        def with_equation(e):
            return dict(CIRCLE, equations=["x", e])

        for system, expected in [
            (with_equation("x + z"), "equation 2:1: found 'z', expected a declared variable"),
            (with_equation("exp(x)"), "equation 2:1: found 'exp'"),
            (with_equation("x +"), "equation 2:1: found the end of the text"),
            (with_equation({"degrees": [1, 1], "bernstein": [1, 2, 3]}),
             "equation 2: found 3 coefficients, expected 4 for its degrees"),
            (with_equation({"degrees": [1], "bernstein": [1, 2]}), "equation 2: found 1 degrees, expected 2"),
            (with_equation({"degrees": [1, -1], "bernstein": []}), "equation 2: found degree '-1'"),
            (with_equation({"degree": [1, 1]}), "equation 2: found the key 'degree', expected"),
            (with_equation({"degrees": [1, 1], "bernstein": [1, 2, "x", 3]}), "equation 2: found"),
            (dict(CIRCLE, vars=["x", "y", "z"], box=[[0, 1]] * 3, equations=["x"]),
             'found 1 equation in 3 variables, expected 3, or 2 to trace curves; "sample" fixes variables at values'),
            (dict(CIRCLE, equations=["x", "y", "x"]), "found 3 equations in 2 variables, expected 2"),
            (dict(CIRCLE, box=[[0, 1], [2, 2]]), "box: found '[2,2]' for 'y', expected finite numbers from < to"),
            (dict(CIRCLE, box=[[0, 1]]), "box: found 1 intervals, expected 2"),
            (dict(CIRCLE, vars=["x", "x"]), "vars: found 'x' twice"),
            (dict(CIRCLE, vars=["a", "b", "c", "d", "e"], box=[[0, 1]] * 5), "found 5 variables, expected 1 to 4"),
            (dict(CIRCLE, sample={"z": 3}), "sample: found 'z'"),
            ([CIRCLE, with_equation("w")], "system 2: equation 2"),
            ([CIRCLE, 7], "system 2: found '7', expected an object"),
            ({"curves": [[[0, 0], [1, 1]]]}, "curve: found a line"),
            ({"curves": [[[0, 0], [1, 1]]] * 3}, "curves: found 3 curves, expected two curves alone"),
            ({"curves": [[[0, 0], [1, 1]], [[0, 1], [1]]]}, "curve 2: control point 2: found '[1]', expected [x, y]"),
            ({"curves": [[[0, 0], [1, 1]], [[0, 1]]]}, "curve 2: found '[[0,1]]', expected its control points"),
            ({"curves": [[[0, 0], [1, "a"]], [[0, 1], [1, 0]]]}, "curve 1: control point 2: found '\"a\"', expected a number"),
            ({"curves": [[[0, 0], [1, 1]], {"control": [[0, 1], [1, 0]], "weights": [1]}]}, "curve 2: found 1 weights"),
            ({"curve": [[0, 0, 0], [1, 1, 1]]}, 'found no "surface", expected "curve" and "surface"'),
            ({"surface": [[[0, 0, 0], [1, 1, 1]]] * 2}, 'found no "curve", expected "curve" and "surface"'),
            ({"curve": {"control": [[0, 0, 0], [1, 1, 1]], "weights": [1, -3]}, "surface": [[[0, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 1, 1]]]},
             "curve: weight of control point 2: found -3, expected a finite number > 0"),
            (
                {"curves": [[[0, 0], [1, 1]], {"control": [[0, 1], [1, 0]], "weights": [1, -2]}]},
                "system.json: curve 2: weight of control point 2: found -2, expected a finite number > 0",
            ),
            (
                {"curves": [[[0, 0], [1, 1]], {"control": [[0, 1], [1, 0]], "weights": ["inf", 1]}]},
                "curve 2: weight of control point 1: found inf, expected a finite number > 0",
            ),
            (
                {"curves": [[[k, k] for k in range(26)], [[0, 1], [1, 0]]]},
                "curve 1: found 26 control points, expected 2 to 21 (degree 1 to 20)",
            ),
            (
                self.file("large.json", '{"curves": [[[1e400, 0], [1, 1]], [[0, 1], [1, 0]]]}'),
                "found a number beyond the range of doubles, expected numbers below 1e308 in size",
            ),
            (
                {"curves": [[["1e400", 0], [1, 1]], [[0, 1], [1, 0]]]},
                "control point 1: found '\"1e400\"', expected 0 or a number from 1e-240 to 1e288 in size",
            ),
            (self.file("no.json", "{"), "found the end of the file, expected JSON"),
            (self.file("empty.json", ""), "found nothing, expected systems in a box"),
            ("/does/not/exist", "found no readable file"),
        ]:
            self.assertIn(expected, self.refused(system))


    def test_a_zero_on_the_border_beside_a_long_edge(self):
        """The border left an edge of some ulps, in which nothing has a slope: y was 1.315 +- 0.28, and called unique."""
        system = {"vars": ["x", "y"], "box": [[-1.75, -1.5], [0, 1.75]], "equations": [
            "x^2 + 3*x*y/4 + 119*x/32 + y^2 + 5*y/8 + 21/8", "3*x*y/4 + 15*x/32 + y^2 + 5*y/8"]}
        done = vieta("boxes", self.file("border.json", json.dumps(system)), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        items = json.loads(done.stdout)["systems"][0]["items"]
        self.assertEqual([item["kind"] for item in items], ["unique", "unique"])
        for item, place in zip(items, [(-1.75, 1.3125), (-1.5, 1.125)]):
            self.assertLess(item["radius"], 1e-12)
            self.assertLess(max(abs(a - b) for a, b in zip(item["x"], place)), 1e-12)


main()
