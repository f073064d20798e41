"""`vieta solve` from outside."""

import json
import os
import random
import signal
import subprocess
import time
import xml.dom.minidom

from program import PROGRAM, Case, main, vieta, wait_until_at_work


class Solve(Case):
    def solve(self, *arguments, code=0, **options):
        done = vieta("solve", *arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def test_people_see_solutions_and_the_account(self):
        text = self.solve("--system", "x^2 + y^2 - 4; x*y - 1")
        self.assertIn("solution 4: certified, real", text)
        self.assertIn("4 regular solutions, 4 certified, 4 real", text)
        self.assertIn("4 paths: 4 to regular solutions, 0 to singular ones, 0 to infinity, 0 failed", text)

    def test_a_file_of_equations(self):
        text = self.solve(self.file("two.txt", "# a circle and a hyperbola\nx^2 + y^2 = 4\nx*y = 1\n"))
        self.assertIn("4 regular solutions, 4 certified, 4 real", text)

    def test_json_accounts_for_every_path(self):
        result = json.loads(self.solve("--family", "cyclic:5", "--json", "--seed", 3))
        report = result["report"]
        paths = report["paths"]
        self.assertEqual(paths["total"], 120)
        self.assertEqual(paths["total"], sum(paths[k] for k in ("regular", "singular", "infinite", "failed", "stopped")))
        self.assertEqual(len(result["solutions"]), 70)
        self.assertEqual(report["certified"], 70)
        self.assertEqual(report["status"], "solved")
        self.assertEqual(report["seed"], 3)
        for solution in result["solutions"]:
            self.assertTrue(solution["certified"] and solution["regular"])
            self.assertLess(solution["radius"], 1e-13)

    def test_the_count_proves_that_none_is_missing(self):
        text = self.solve("--system", "x^2 + y^2 - 4; x*y - 1")
        self.assertIn("all 4 isolated solutions: proven by the product of the degrees\n", text)
        report = json.loads(self.solve("--family", "eco:6", "--json"))["report"]
        self.assertEqual((report["bound"], report["bound_kind"], report["complete"]), (16, "mixed-volume", "proven"))
        report = json.loads(self.solve("--system", "(x-1)^2*(x+2); y-x", "--json"))["report"]
        self.assertEqual((report["bound"], report["complete"], report["certified"]), (3, "counted", 1))
        self.assertEqual(report["counted"], {"finite": True, "simple": 1, "multiple": 1, "with_multiplicity": 3})

    def test_large_coefficients_may_have_solutions_farther_out(self):
        # (7e9, -7e9-2*sqrt(3)) is one: paths were called infinite from 6.5e8 on.
        text = self.solve("--system", "(x-7e9)^2; (y+2*sqrt(3)+x)^2*(y+2*sqrt(3)-1)", code=2)
        self.assertIn("solved in part", text)

    def test_singular_points_of_sets_are_told_to_be_such(self):
        # A plane; a double line with the point where its neighbours vanish; surfaces where the Jacobian is 0.
        for system, singular in [
            ("x*(z-1); x*(y-z); x*(x+y+z)", 7),
            ("(x-y)^2*(x+y-1); (x-y)*(x^2+y-3)", 5),
            ("x*y*(z-1); x*y*(y-z); x^2*(x+y+z)", 1),
        ]:
            report = json.loads(self.solve("--system", system, "--json"))["report"]
            self.assertEqual((report["singular"], report["on_a_set"]), (singular, singular), system)
        # Isolated, of multiplicity 3, beside a line.
        report = json.loads(self.solve("--system", "(x-1)*(y-2)^3; (x-1)*(x-3+y-2)", "--json"))["report"]
        self.assertLess(report["on_a_set"], report["singular"])

    def test_isolated_points_beside_sets_are_never_said_to_be_on_them(self):
        # Coordinates of very different sizes, lines nearby, a multiplicity that makes residuals nothing: the singular
        # point that is given is isolated, and no other one lies within the distance beside it.
        for system, point, alone in [
            ("(x-2e6)^2*(x-1)*(y-1); (y-1)*y", (2e6, 0), 1e-4),
            ("(x-1e12)*(x-sqrt(3))^2; y-1e12-x", (3**0.5, 1e12 + 3**0.5), 1e-4),
            ("(x-1e-5)*x^2*(x-3); (x-1e-5)*(y-x)", (0, 0), 0.9e-5),
            ("x^23*(x-1)*(x-2); y*(x-1)", (0, 0), 1e-4),
            ("(y-x)*(x-1e6)^2*(x-2e6); (y-x)*(y-1e6-1)", (1e6, 1e6 + 1), 4e-7),
        ]:
            done = vieta("solve", "--system", system, "--json")
            result = json.loads(done.stdout)
            for s in result["solutions"]:
                by_name = dict(zip(result["variables"], s["x"]))
                x = [complex(*map(float, by_name[name])) for name in ("x", "y")]
                if s["regular"] or any(abs(a - b) > alone * max(1, abs(b)) for a, b in zip(x, point)):
                    continue
                self.assertIsNot(s["on_a_set"], True, system)
                off = max(abs(a - b) for a, b in zip(x, point))
                self.assertLessEqual(off, (1e-12 + 1.01 * s["accuracy"]) * max(1, *map(abs, point)), system)
                if s["on_a_set"] is None:
                    self.assertEqual(done.returncode, 2, system)

    def test_a_double_point_beside_a_line(self):
        # Beside x = 10^-k: isolated, however near; exact algebra tells it apart from the line.
        for k in (2, 4, 5, 6, 8):
            done = vieta("solve", "--system", f"(x-1e-{k})*x^2*(x-3); (x-1e-{k})*(y-x)", "--json")
            point = min((s for s in json.loads(done.stdout)["solutions"] if not s["regular"]),
                        key=lambda s: max(abs(float(part)) for z in s["x"] for part in z))
            self.assertEqual((done.returncode, point["on_a_set"], point["multiplicity"]),
                             (0, False, 2), k)

    def test_multiple_points_beside_sets_that_no_factor_tells(self):
        # Each has a double point that is isolated, so near to a curve; nothing says that it is on one with exit code 0.
        for system, point in [
            ("x*(x+{0})*z; y*(y+{0})*(y-3); x*(y+{0})+y*(z+x+{0})", (-1, -1, 0)),
            ("(x^2+i*y)*(x-{0})^2*(x-3); (x^2+i*y)*(y-x)", (1, 1)),
        ]:
            for k in (4, 7, 9, 10):
                distance = f"1e-{k}"
                done = vieta("solve", "--system", system.format(distance), "--json")
                result = json.loads(done.stdout)
                for s in result["solutions"]:
                    by_name = dict(zip(result["variables"], s["x"]))
                    x = [complex(*map(float, by_name[name])) for name in "xyz"[:len(point)]]
                    is_near = all(abs(a - b * float(distance)) < 0.9 * float(distance) for a, b in zip(x, point))
                    if is_near and s["multiplicity"] > 1 and s["on_a_set"]:
                        self.assertEqual(done.returncode, 2, (system, distance, s["x"]))

    def test_rounded_coefficients_are_not_counted_as_if_they_were_exact(self):
        text = self.solve("--system", "sqrt(2)*x - y; 2*x - sqrt(2)*y", code=2)
        self.assertIn("singular, one of a set of solutions", text)
        for untrue in ("isolated, ", "expected", "counted"):
            self.assertNotIn(untrue, text)
        # Double points are proven as far as the coefficients are known, wherever they lie; a pair that is farther apart is one.
        for system in ("(x-sqrt(2))^2; (y-sqrt(3)*x)*(y+9)", "(x-pi*1e7)^2; (y-1)*(y-3)"):
            text = self.solve("--system", system)
            self.assertEqual(text.count("2 paths end here, isolated, accuracy about "), 2, text)
            self.assertNotIn("expected", text)
        self.assertIn("2 paths end here, isolated", self.solve("--system", "(x-pi*1e9)^2*(x-1); y-x-1"))
        self.assertIn("2 regular solutions, 2 certified, 2 real", self.solve("--system", "(x-pi)^2-1e-50; y-1"))
        self.assertIn("1 regular solution", self.solve("--system", "(sqrt(2)*x-y)*(x-1); (2*x-sqrt(2)*y)*(y-3)"))

    def test_better_forms_of_a_system(self):
        text = self.solve("--system", "x^2 + y^2 - 4; x^2 + y^2 - x - 3*y + 1")
        self.assertIn("2 paths: 2 to regular solutions", text)
        self.assertIn("; equations combined\n", text)
        system = "(x^2+y^2)*x - y; (x^2+y^2)*y - 2*x - 1"
        self.assertIn("; in x + i y, x - i y", self.solve("--system", system))
        report = json.loads(self.solve("--system", system, "--json"))["report"]
        self.assertEqual((report["isotropic"], report["bound"], report["complete"]), ([["x", "y"]], 5, "proven"))
        self.assertIsNone(report["infinite_beyond"])

    def test_no_simple_solution_is_lost_in_silence(self):
        # A large coordinate, coordinates of very different sizes, close pairs.
        for system, known in (("x^2+y^2-1; (x-0.5)*z-1; (y-0.8660254)*z-2", 2),
                              ("(x^2-2)*z-1; (x-1.41421356)*z-3", 2), ("x = 1e20; x*y = 1; z = x + y", 1),
                              ("x^2 = 1e-40; x*y = 1", 2), ("(x-y)^2 = 1e-24; y = 1", 2), ("(x-1)^2 = 1e-24", 2),
                              ("(x-70*y)^2 = y^3; y = 1e-20", 2), ("(x-1)^2 = 1e-60", 2)):
            report = json.loads(self.solve("--system", system, "--json"))["report"]
            self.assertEqual(report["certified"], known, system)

    def test_what_is_not_known_to_be_isolated(self):
        result = json.loads(self.solve("--system", "(x-1)^2*(x+2); y-x", "--json"))
        self.assertEqual([s["on_a_set"] for s in result["solutions"]], [False, False])  # counted: finitely many
        result = json.loads(self.solve("--system", "x^2; x*y", "--json", code=2))  # a line; two paths end at one point
        self.assertEqual([s["on_a_set"] for s in result["solutions"]], [True])
        self.assertIn("4 paths end here, isolated", self.solve("--system", "x^2; y^2"))
        self.assertIn("4 paths end here, not known to be isolated", self.solve("--system", "x^2; y^2", "--no-proof"))

    def test_starts(self):
        for start, paths in (("total-degree", 162), ("multi-homogeneous", 48), ("polyhedral", 16), ("auto", 16)):
            report = json.loads(self.solve("--family", "eco:6", "--start", start, "--json"))["report"]
            self.assertEqual(report["paths"]["total"], paths)
            self.assertEqual(report["certified"], 16)
        self.assertEqual(report["start"]["kind"], "polyhedral")
        self.assertEqual(report["start"]["mixed_volume"], 16)
        text = self.solve("--family", "eco:6")
        self.assertIn("start: polyhedral, product of degrees 162", text)
        self.assertIn("mixed volume 16", text)
        self.assertIn("the mixed volume is 0", self.solve("--system", "x*y - 1; 2*x*y - 3", "--start", "polyhedral"))

    def test_a_file_and_digits(self):
        name = self.file("two.phc", "2\n x^2 - 2;\n y^2 - x;\n")
        text = self.solve(name, "--digits", 40, "-o", self.path("out.json"), "--json")
        self.assertEqual(text, "")
        with open(self.path("out.json")) as file:
            result = json.load(file)
        self.assertEqual(result["report"]["certified"], 4)
        values = [s["x"][0][0] for s in result["solutions"]]
        self.assertTrue(any(v.startswith("1.4142135623730950488016887242096980785696") for v in values), values)

    def test_singular_solutions(self):
        text = self.solve("--system", "(x-1)^2; y - x")
        self.assertIn("singular, 2 paths end here", text)
        text = self.solve("--system", "x^2 - 1; x*y - y")
        self.assertIn("one of a set of solutions", text)
        self.assertIn("on a set of positive dimension", text)

    def test_digits_that_are_known_of_each_part(self):
        # z near 0.5 + 1e-50 i: of the imaginary part some ten digits are known.
        text = self.solve("--system", "z - 0.5 - 1e-50*i", "--digits", 60)
        (line,) = [row for row in text.splitlines() if row.startswith("  z")]
        self.assertRegex(line, r"^  z   5\.0{40,}e-1  +(1\.0{5,20}e-50|9\.9{5,20}\d*e-51)$")
        long = self.solve("--system", "z - 0.5 - 1e-50*i", "--digits", 60, "--show-digits", 40)
        self.assertRegex(long, "(1\\.0{10}\\d{29}e-50|9\\.9{10}\\d{29}e-51)")

    def test_no_solutions(self):
        self.assertIn("1 to infinity", self.solve("--system", "x + y - 1; x + y - 2", "--start", "total-degree"))
        text = self.solve("--system", "x^2 - y - 1; x^2 - y - 2")
        self.assertIn("no solutions: a linear combination of the equations is a number that is not 0", text)
        self.assertIn("an equation is a number that is not 0", self.solve("--system", "x + y; x - x + 3"))
        self.assertIn("no solution is isolated", self.solve("--system", "x - 1 + 0*y; x^2 - 1", code=2))

    def test_exit_code_2_when_nothing_found_is_isolated(self):
        text = self.solve("--system", "x^2 - x; x*y - y")  # (0, 0) and a line
        self.assertIn("1 regular solution", text)
        text = self.solve("--system", "x*y; x*(y - 1)", "--start", "total-degree", code=2)  # a line
        self.assertIn("3 singular ones, 3 of them on a set of positive dimension", text)
        text = self.solve("--family", "cyclic:4", code=2)  # two curves; at points of them two paths end
        self.assertIn("solved in part: found points of sets of positive dimension, and none that is known to be isolated\n", text)
        self.assertNotIn("solved in part", self.solve("--system", "x^2; y^2"))  # one point, of multiplicity 4
        text = self.solve("--system", "x*y - a; x*(y - 1)", "--at", "a=0", code=2)
        self.assertEqual(text.count("of them on a set of positive dimension"), 2)  # of the instance, and in the tally

    def test_many_instances(self):
        values = self.file("values.csv", "r, p\n4, 1\n2, 1\n1, 2+1i\n")
        system = ("--system", "x^2 + y^2 - r; x*y - p", "--parameters", values)
        result = json.loads(self.solve(*system, "--json"))
        self.assertEqual(result["variables"], ["x", "y"])
        self.assertEqual(result["parameters"], ["r", "p"])
        self.assertEqual([i["row"] for i in result["instances"]], [1, 2, 3])
        self.assertEqual([len(i["solutions"]) for i in result["instances"]], [4, 2, 4])
        self.assertEqual(result["instances"][1]["paths"]["singular"], 4)  # (1, 1) and (-1, -1), double
        self.assertEqual(result["instances"][2]["values"], [1, [2, 1]])
        self.assertEqual(result["report"]["generic"]["paths"]["regular"], 4)
        self.assertEqual(result["report"]["paths"]["total"], 12)
        text = self.solve(*system)
        self.assertIn("row 1: 4 regular solutions, 4 certified, 4 real", text)
        self.assertIn("generic instance: 4 paths, 4 regular solutions, from which all paths start", text)

    def test_why_an_instance_is_solved_in_part(self):
        values = self.file("values.csv", "a\n1\n0\n")
        text = self.solve("--system", "x*y - a; x*(y - 1)", "--parameters", values, code=2)
        self.assertIn("row 1: 1 regular solution, 1 certified, 1 real\n", text)
        self.assertRegex(text, "row 2: .*; solved in part: found points of sets of positive dimension, and none that is known "
                               "to be isolated\n")
        self.assertTrue(text.endswith("solved in part: 1 of 2 instances; the first is row 2, whose line says why\n"), text)

    def test_instances_with_decimals_are_solved_by_themselves(self):
        for factor in ("0.1", "1/3", "1.5e-3"):  # (x - 0.1 a)^2 is multiple for every a: no path leads there
            result = json.loads(self.solve("--system", f"(x - {factor}*a)^2*(x - b); y - 0.3*x", "--at", "a=1,b=2", "--json"))
            self.assertTrue(result["instances"][0]["solved_afresh"])
            self.assertEqual([s["regular"] for s in result["instances"][0]["solutions"]], [True, False])
            self.assertEqual(result["instances"][0]["complete"], "counted")

    def test_one_instance(self):
        text = self.solve("--system", "x^2 - a", "--at", "a=2")
        self.assertIn("row 1: 2 regular solutions, 2 certified, 2 real", text)
        self.assertIn("x = 1.414213562", text)
        name = self.file("with.json", '{"parameters": ["a", "b"], "equations": ["a*x^2 + b*x - 1"]}')
        self.assertIn("1 path to infinity", self.solve(name, "--at", "b=3,a=0"))
        self.assertIn("row 1: no solutions", self.solve(name, "--at", "b=0", "--at", "a=0"))
        self.refused("solve", name, saying="--parameters")
        instances = self.file("instances.json", self.solve("--system", "x^2 - a", "--at", "a=2", "--json"))
        self.refused("verify", instances, "--system", "x^2 - 2", saying="verify cannot check instances")

    def test_wrong_parameters(self):
        system = ("--system", "x^2 - a - b", "--parameters")
        bad = self.file("bad.csv", "a b\n1 2\n1\n")
        self.refused("solve", *system, bad, saying="bad.csv:3: found 1 number, expected 2 (a, b)")
        bad = self.file("nan.csv", "a b\n1 nan\n")
        self.refused("solve", *system, bad, saying="nan.csv:2: found 'nan'")
        bad = self.file("plain.csv", "1 2\n")
        self.refused("solve", *system, bad, saying="without names")
        self.assertIn("row 1", self.solve(*system, bad, "--parameter-names", "b,a"))
        bad = self.file("other.csv", "a c\n1 2\n")
        self.refused("solve", *system, bad, saying="parameter 'c'")
        self.assertIn("real  x = 1.41421356237309504880168872421\n",
                      vieta("solve", "--system", "x^2 - a", "--at", "a=2", "--digits", "30").stdout)
        self.refused("solve", "--system", "x^2 - a", "--at", "a", saying="NAME=VALUE")
        self.refused("solve", "--system", "x^2 + y - a", "--at", "a=1",
                     saying="expected as many of both; parameters are what --at or the head of FILE names")

    def test_more_equations_than_variables(self):
        text = self.solve("--system", "x^2 - 1; y^2 - 1; z^2 - 1; x*y*z - 1")
        self.assertIn("4 regular solutions, 4 certified, 4 real\n8 ends are zeros of 3 combinations", text)
        self.assertIn("no other solutions: 4, each with its multiplicity, counted modulo a prime", text)
        text = self.solve("--system", "x^2 + y^2 - 1; x - 2; y")
        self.assertIn("no solution, counted modulo a prime", text)
        text = self.solve("--system", "x^2 - 2; x^3 - 2.8284271247461903", code=2)
        self.assertIn("(no solution, proven; all equations hold to", text)
        self.assertIn("solved in part: found points that are not proven to solve all equations", text)
        text = self.solve("--system", "x - 1; x^2 - 1; 2")
        self.assertIn("no solutions: an equation is a number that is not 0", text)
        self.assertRegex(text, "[1-9][0-9.]* [mu]?s on [a-z]+ ")

    def test_what_verify_says_of_more_equations(self):
        system = "x^2 - 2; y^4 - 2; y^2 - x; x*y^2 - 2"
        text = self.solve("--system", system, "--json")
        self.assertIn("holds: 4 solutions proven again; none is missing",
                      vieta("verify", "-", "--system", system, text=text).stdout)
        other = "x^2 - 2; y^4 - 2; y^2 - x; x*y^2 - 3"
        answer = vieta("verify", "-", "--system", other, text=text)
        self.assertEqual(answer.returncode, 2)

    def test_quotients(self):
        text = self.solve("--system", "1/x - 2")
        self.assertIn("x   5.00000000000000e-1", text)
        text = self.solve("--system", "(x^2 - 1)/(x - 1)")
        self.assertIn("x  -1.0000", text)
        self.assertIn("1 other solution is proven not to meet the conditions (that no denominator is 0 is one of them)", text)
        report = json.loads(self.solve("--system", "x^-2 + y^-2 = 5; 1/(x*y) = 2", "--json"))["report"]
        self.assertEqual((report["certified"], report["status"]), (4, "solved"))
        path = self.file("quotients.txt", "# ends\n1/x + 1/y = 1\nx + 2*y = 7\n")
        self.assertIn("2 regular solutions, 2 certified, 2 real", self.solve(path))

    def test_conditions(self):
        text = self.solve("--system", "x^2 - 4; y^2 - 3", "--positive")
        self.assertIn("1 regular solution, 1 certified, 1 real", text)
        self.assertIn("3 other solutions are proven not to meet the conditions\n", text)
        report = json.loads(self.solve("--system", "x^2 - 4; y^2 - 3", "--in-box", "x=2,inf; y=-1,5", "--json"))["report"]
        self.assertEqual((report["certified"], report["left_out"], report["undecided"]), (1, 3, 0))
        text = self.solve("--system", "(x - pi)^2*(x^2 + 1)", "--real-only", code=2)
        self.assertIn("conditions undecided, singular", text)
        self.assertIn("solved in part: of 1 of these it is undecided whether they meet the conditions", text)
        for wrong, saying in (("x=1", "expected NAME=LOWER,UPPER"), ("z=0,1", "one of the system's variables"),
                              ("x=0,1;x=0,1", "each variable once"), ("x=1,0", "a lower bound that is not above"),
                              ("x=a,1", "two numbers"), ("x=nan,1", "two numbers")):
            self.refused("solve", "--system", "x^2 - 4", "--in-box", wrong, saying=saying)
        self.refused("solve", "--system", "x^2 - a", "--at", "a=1", "--positive", saying="expected one system")

    def test_bounds_are_exact_as_typed(self):
        for system, box in (("10*x - 3", "x=0,0.3"), ("x - 0.3", "x=0,0.3"), ("x - 0.3", "x=0.3,inf"),
                            ("10*x - 1; y^2 - 2", "x=0.1,0.1; y=1,2"), ("3*x - 1", "x=1/3,1/3"), ("x + 0.7", "x=-7e-1,+1e999")):
            report = json.loads(self.solve("--system", system, "--in-box", box, "--json"))["report"]
            self.assertEqual((report["certified"], report["undecided"], report["status"]), (1, 0, "solved"), system)
        # 3/10 is none of these, nor is the double next to 3/10.
        for box in ("x=0,0.29999999999999998", "x=0.3000000000000000000001,1", "x=-inf,-1e999", "x=0.3,1"):
            system = "x - 0.299999999999999988897769753748434595763683319091796875" if box == "x=0.3,1" else "10*x - 3"
            report = json.loads(self.solve("--system", system, "--in-box", box, "--json"))["report"]
            self.assertEqual((report["certified"], report["left_out"], report["undecided"]), (0, 1, 0), box)
        # No coefficient may be so small.
        self.assertIn("conditions undecided", self.solve("--system", "x", "--in-box", "x=0,1e-400", code=2))
        for empty in ("", " ", ";"):
            self.refused("solve", "--system", "x - 1", "--in-box", empty, saying="expected bounds of a variable at least")

    def test_points_of_least_squares_of_quotients(self):
        for plain, quotients, saying in (
                ("x - 0.333333333333333333; 3*x - 1", "(x - 0.333333333333333333)/x; (3*x - 1)/x", "no solution, proven; all"),
                ("x^2 - 2; x^2 - 2 - 1e-70", "(x^2 - 2)/x; (x^2 - 2 - 1e-70)/x", "least squares; all")):
            expected = self.solve("--system", plain, code=2).split("equations in")[0]
            self.assertIn(saying, expected)
            self.assertEqual(self.solve("--system", quotients, code=2).split("equations in")[0], expected)
            answer = vieta("verify", "-", "--system", plain, text=self.solve("--system", plain, "--json", code=2))
            self.assertEqual((answer.returncode, answer.stdout[:6]), (0, "holds:"), answer.stdout)

    def test_what_is_left_out_as_counted_is_not_called_proven(self):
        text = self.solve("--system", "(x^2 - y^2)/(x - y); (x*y - y^2)/(x - y)")
        self.assertIn("left out: all solutions are there without", text)
        self.assertIn("as counted modulo a prime", text)
        self.assertNotIn("proven not to meet", text)

    def test_misuse(self):
        self.refused("solve", saying="expected a file")
        self.refused("solve", "--system", "x*y - 1", saying="give 1 equation more")
        self.refused("solve", "--system", "x^2 + y^2 - a; x*y - b",
                     saying="its solutions are not isolated: vieta components tells what sets they form, --slice takes points of these; "
                            "or give 2 equations more, or numbers for as many variables by --at NAME=VALUE,... or --parameters FILE")
        self.refused("solve", "--system", "sin(x) - x", saying="found")
        whole = "expected an exponent, a whole number from -1000000 to 1000000, or a fraction such as 1/3 (a non-polynomial term)"
        for system, found in (("x^-2147483648 - 2", "1:1:3: found '-2147483648', "), ("x^-0.5001 - 1", "1:1:3: found '-0.5001', "),
                              ("x - 1; y + x^( 0.5001)", "2:1:8: found '( 0.5001)', "), ("x^-a - 1", "1:1:4: found 'a', ")):
            self.refused("solve", "--system", system, saying="equation " + found + whole)
        self.refused("solve", "--system", "x + 1/(x-x)", saying="equation 1:1:7: found '(', expected a divisor other than zero")
        self.refused("solve", "--system", "1/0 - x", saying="a divisor other than zero")
        self.refused("solve", "--system", "1/(x - x) - 2", saying="a divisor other than zero")
        self.refused("solve", "--system", "a/x - 2", "--at", "a=1", saying="found a divisor with variables, and parameters")
        for name in ("abs", "ln", "sinh", "asin", "f"):
            self.refused("solve", "--system", f"{name}(x) - 2; x^2 - 4", saying=f"found '{name}', expected a polynomial term")
        self.refused("solve", "--system", "sin x - 1", saying="2 variables (sin, x)")
        self.refused("solve", "--family", "cyclic:9", "--max-paths", 1000, saying="expected at most --max-paths 1000; raise --max-paths")
        self.refused("solve", "--family", "cyclic:8", "--max-paths", 1000, saying="found 2560 paths (the mixed volume), expected")
        self.refused("solve", "--system", "x^2 - 2", "--start", "here", saying="start")
        self.refused("solve", "--system", "x^2 - 2", "--on", "cuda:99", saying="target cuda")
        self.refused("solve", "--system", "x^2 - 2", "--seed", "many", saying="seed")
        self.refused("solve", "--system", "x^2 - 2", "--seed", "-1", saying="--seed: found '-1', expected a number that is not negative")

    def test_picture(self):
        path = self.path("solutions.svg")
        self.solve("--system", "x^2 + y^2 - 4; x*y - 1", "--plot", path)
        texts = [t.firstChild.data for t in xml.dom.minidom.parse(path).getElementsByTagName("text")]
        for words in ("Solutions of x^2 + y^2 - 4; x*y - 1", "real part", "x", "y", "filled: coordinates of real solutions"):
            self.assertIn(words, texts)
        self.refused("solve", "--system", "x^2 - 2", "--plot", "solutions.gif", saying="--plot")

    def test_time_is_kept(self):
        begin = time.monotonic()
        text = self.solve("--family", "cyclic:8", "--start", "total-degree", "--max-seconds", 0.3, code=2)
        self.assertLess(time.monotonic() - begin, 30)
        self.assertIn("stopped by time", text)

    def test_time_is_kept_while_terms_are_multiplied_out(self):
        for seconds in (0.1, 1, 10):  # on a slow machine the first is over before the family is written down
            text = self.solve("--family", "cyclic:700", "--max-seconds", seconds, "--json", code=2)
            if text:
                break
        report = json.loads(text)["report"]
        self.assertEqual((report["status"], report["stopped_by"]), ("incomplete", "time"))
        self.assertLess(report["seconds"], seconds + 5)

    def test_time_is_kept_with_more_equations(self):
        draw = random.Random(5)
        f, g = (" + ".join(f"{draw.choice((-3, -2, -1, 1, 2, 3))}*x^{i}*y^{draw.randint(0, 25 - i)}"
                           for i in [0, 25] + [draw.randint(0, 25) for _ in range(43)]) for _ in range(2))
        # Hundreds of solutions, and of each it is tried whether it is rational.
        system = f"{f}; {g}; ({f}) - ({g})"
        report = json.loads(self.solve("--system", system, "--max-seconds", 1, "--json", code=2))["report"]
        self.assertEqual((report["status"], report["stopped_by"]), ("incomplete", "time"))
        self.assertLess(report["seconds"], 2.5)

    def test_ctrl_c_keeps_what_is_done(self):
        long = [PROGRAM, "solve", "--family", "cyclic:8", "--start", "total-degree", "--json"]
        process = subprocess.Popen(long, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ})
        wait_until_at_work(process, 0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 2)
        self.assertEqual(json.loads(out)["report"]["stopped_by"], "cancelled")


if __name__ == "__main__":
    main()
