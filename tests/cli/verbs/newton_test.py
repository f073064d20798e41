"""`vieta newton` from outside."""

import json
import math
import xml.dom.minidom
from decimal import Decimal

from program import Case, main, vieta

CIRCLE = """2 2
 x**2 + y**2 - 4;
 x*y - 1;

THE SOLUTIONS :

1 2
===========================================================
solution 1 :
t :  1.00000000000000E+00   0.00000000000000E+00
m : 1
the solution for t :
 x :  1.93185165000000E+00   0.00000000000000E+00
 y :  5.17638090000000E-01   0.00000000000000E+00
== err :  0.000E+00 = rco :  1.249E-01 = res :  0.000E+00 ==
"""
X = "1.9318516525781365734994863994577947352678096780168"


class Newton(Case):
    def newton(self, *arguments, code=0, **options):
        done = vieta("newton", *arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def test_a_file_with_solutions_needs_no_start(self):
        text = self.newton(self.file("circle", CIRCLE), "--digits", 50)
        self.assertIn("converged, certified, real", text)
        self.assertIn(X, text)
        self.assertIn("1 start: 1 converged, 1 certified", text)

    def test_json(self):
        result = json.loads(self.newton(self.file("circle", CIRCLE), "--precision", "qd", "--json"))
        self.assertEqual(result["variables"], ["x", "y"])
        (solution,) = result["solutions"]
        self.assertTrue(solution["x"][0][0].startswith(X))
        self.assertEqual(solution["x"][0][1], "0")
        self.assertIs(solution["certified"], True)
        self.assertIs(solution["real"], True)
        self.assertEqual(solution["status"], "converged")
        self.assertLess(solution["radius"], 1e-60)
        self.assertLess(solution["residual"], 1e-59)
        self.assertGreater(solution["iterations"], 0)
        self.assertEqual(len(solution["steps"]), solution["iterations"])
        self.assertEqual(result["report"]["precision"], "qd")

    def test_json_results_are_starts(self):
        first = self.file("first.json", self.newton("--system", "x^2 - 2", "--start", "1.4", "--json"))
        self.assertIn("1.4142135623730950488016887242", self.newton("--system", "x^2 - 2", "--start", first, "--digits", 30))

    def test_inline_systems_and_starts(self):
        text = self.newton("--system", "x^2 + 1; y - x", "--start", "0.1+0.9i, 1e-1i; -0.5i, 0")
        self.assertIn("2 starts: 2 converged, 2 certified", text)
        self.assertIn("not real", text)

    def test_picture(self):
        path = self.path("steps.svg")
        self.newton("--system", "x^2 + y^2 - 4; x*y - 1", "--start", "2, 0.5; 1, 1; -3, 0.1", "--digits", 60, "--plot", path, code=2)
        texts = [t.firstChild.data for t in xml.dom.minidom.parse(path).getElementsByTagName("text")]
        self.assertIn("Newton's method: x^2 + y^2 - 4; x*y - 1", texts)
        self.assertIn("proven", texts)
        self.assertIn("did not converge", texts)
        self.refused("newton", "--system", "x^2 - 2", "--start", "1", "--plot", "steps.gif", saying="--plot")

    def test_a_family_with_a_parameter(self):
        """Chandrasekhar (1960): for c = 9/10 the largest value of H is near 1.9; for 33/64 it is smaller."""
        value = {}
        for family in ("chandrasekhar:16:0.9", "chandrasekhar:16:0.515625", "chandrasekhar:16"):
            done = json.loads(self.newton("--family", family, "--start", "ones", "--json"))
            value[family] = [float(number[0]) for number in done["solutions"][0]["x"]]
        self.assertGreater(max(value["chandrasekhar:16:0.9"]), 1.5)
        self.assertEqual(value["chandrasekhar:16:0.515625"], value["chandrasekhar:16"])
        for wrong in ("chandrasekhar:16:x", "chandrasekhar:16:0.9:1", "cyclic:5:0.9", "chandrasekhar"):
            self.refused("newton", "--family", wrong, "--start", "ones", saying="chandrasekhar:N:C with a decimal C")

    def test_families(self):
        text = self.newton("--family", "chandrasekhar:40", "--start", "ones", "--precision", "td")
        self.assertIn("converged, certified, real", text)
        self.assertIn("40 equations in 40 variables", text)

    def test_binary_systems(self):
        binary = self.path("noon.bin")
        self.newton("--family", "noon:4", "--write-system", binary)
        self.assertIn("certified", self.newton(binary, "--start", "-1,-1,-1,-1"))

    def test_standard_input(self):
        self.assertIn("certified", self.newton("-", text=CIRCLE))

    def test_what_does_not_converge_has_exit_code_2(self):
        self.assertIn("singular", self.newton("--system", "(x - 1)^2", "--start", "1.5", code=2))

    def test_a_singular_point_is_not_called_a_solution(self):
        text = self.newton("--system", "x^2 + 1", "--start", "1", code=2)
        self.assertTrue(text.startswith("start 1: singular, residual 1.0, "), text)
        self.assertNotIn("solution", text)

    def test_as_many_digits_as_were_asked_for(self):
        text = self.newton("--system", "x^2 - 2", "--start", "1.5", "--digits", 50)
        x = text.splitlines()[1].split()[1]
        self.assertEqual(x, "1." + "4142135623730950488016887242096980785696718753769")
        self.assertEqual(len(self.newton("--system", "x^2 - 2", "--start", "1.5", "--digits", 50, "--show-digits", 60)
                             .splitlines()[1].split()[1]), 61)
        result = json.loads(self.newton("--system", "x^2 + 1", "--start", "0.3", "--iterations", 5, "--json", code=2))
        self.assertIsNone(result["solutions"][0]["radius"])
        self.assertIs(result["solutions"][0]["certified"], False)

    def test_a_stop_is_neither_a_singular_point_nor_a_silent_one(self):
        large = ("--family", "chandrasekhar:1000", "--start", "random:1", "--precision", "qd", "--homotopy")
        text = self.newton(*large, "--max-seconds", 0.05, code=2)
        self.assertIn("start 1: stopped", text)
        self.assertIn("solved in part: stopped by time", text)
        two = ("--system", "x^2 - 2; y - x", "--start", "1, 1; 2, 2", "--max-seconds", 1e-9, "--json")
        for more in ((), ("--homotopy",)):
            result = json.loads(self.newton(*two, *more, code=2))
            self.assertEqual([s["status"] for s in result["solutions"]], ["stopped", "stopped"], more)
            self.assertEqual(result["report"]["stopped_by"], "time", more)
            self.assertEqual(result["report"]["singular"], 0, more)

    def test_a_limit_holds_within_a_factorisation(self):
        # One factorisation in quad-double takes half a minute.
        result = json.loads(self.newton("--family", "chandrasekhar:1500", "--start", "ones", "--solver", "householder",
                                        "--digits", 60, "--max-seconds", 1, "--json", code=2))
        self.assertEqual(result["solutions"][0]["status"], "stopped")
        self.assertEqual(result["report"]["stopped_by"], "time")
        self.assertLess(result["report"]["seconds"], 10)

    def test_more_equations_than_variables(self):
        given = "x^2 + y^2 - 4; x*y - 1; "
        text = self.newton("--system", given + "x^2*y - x", "--start", "2, 0.5", "--digits", 30)
        self.assertIn("converged, stationary point proven, real", text)
        self.assertIn(X[:28], text)
        self.assertIn("1 converged, 0 certified", text)
        result = json.loads(self.newton("--system", given + "x - y - 1", "--start", "2, 0.5", "--json"))
        (solution,) = result["solutions"]
        self.assertEqual(solution["proof"], "no_solution")
        self.assertIs(solution["certified"], False)
        self.assertLess(solution["radius"], 1e-15)
        self.assertGreater(solution["residual"], 0.1)
        result = json.loads(self.newton("--system", given + "x - y - 1", "--start", "2, 0.5", "--json", "--no-proof"))
        self.assertEqual(result["solutions"][0]["proof"], "none")
        self.assertIsNone(result["solutions"][0]["radius"])

    def test_results_are_verified(self):
        def verified(text, *system, code=0):
            done = vieta("verify", self.file("result.json", text), *system)
            self.assertEqual(done.returncode, code, done.stderr)
            return done.stdout

        circle = ("--system", "x^2 + y^2 - 4; x*y - 1")
        result = self.newton(*circle, "--start", "2, 0.5; 0.5, 2", "--digits", 50, "--json")
        self.assertIn("holds: 2 solutions proven again", verified(result, *circle))
        self.assertIn("solution 1: the radius is too small", verified(result.replace("1.93185", "1.93186", 1), *circle, code=2))
        self.assertIn("solution 2", verified(result, "--system", "x^2 + y^2 - 4; x*y - 1.0001", code=2))
        self.assertIn("not real is not proven", verified(result.replace('"real":true', '"real":false'), *circle, code=2))
        more = ("--system", circle[1] + "; x - y - 1")
        result = self.newton(*more, "--start", "2, 0.5", "--digits", 50, "--json")
        self.assertIn("holds: 1 point of least squares that is no solution proven again", verified(result, *more))
        self.assertIn("proof: solution of 3", verified(
            result.replace("no_solution", "solution").replace('"certified":false', '"certified":true'), *more, code=2))
        both = ("--system", "x^2 - 2; x^3 - 2*x")
        result = self.newton(*both, "--start", "1.4", "--json")
        self.assertIn("holds: 1 stationary point proven again", verified(result, *both))
        result = result.replace("stationary_point", "no_solution")
        self.assertIn("all equations may vanish", verified(result, *both, code=2))
        # A second zero, or none, beside the box that holds the first: the Jacobian counts on the whole way to it.
        for variables, x, system, radius, certified, proof in (
                (["x", "y"], [["5.5e-61", "2.3e-61"], ["1", "0"]], "x + 100*x^2; y - 1", 1e-60, True, "solution"),
                (["x"], [["8e-81", "0"]], "x + 1e22*x^2; x", 1e-80, False, "no_solution")):
            claim = {"verb": "newton", "variables": variables, "solutions": [
                {"x": x, "radius": radius, "certified": certified, "proof": proof, "real": not certified}]}
            self.assertNotIn("holds: 1", verified(json.dumps(claim), "--system", system, code=2))
        complex_one = ("--system", "z*w - i; z + i*w - 0.5 - 0.8*i; w^2 - z + 1.6 + 0.1*i")
        result = self.newton(*complex_one, "--start", "1.2+0.5i, 0.3+0.7i", "--precision", "qd", "--json")
        self.assertIn("holds: 1 point of least squares", verified(result, *complex_one))
        self.assertIn("holds: 70 solutions", verified(vieta("solve", "--family", "cyclic:5", "--json").stdout, "--family", "cyclic:5"))
        self.refused("verify", self.file("r.json", result), "--system", "x - 1", saying='"variables": found others, expected those of')
        self.refused("verify", self.file("r.json", result), saying="SYSTEM: found nothing, expected")

    def test_quotients_angles_and_roots(self):
        def solution(system, start, code=0, *more):
            done = vieta("newton", "--system", system, "--start", start, "--json", *more)
            self.assertEqual(done.returncode, code, done.stderr)
            result = json.loads(done.stdout)
            (s,) = result["solutions"]
            return result["variables"], [complex(float(re), float(im)) for re, im in s["x"]], s

        names, x, s = solution("sin(a) + cos(b) = 1; 1/cos(a) = 2*sin(b)", "0.4, 1")
        self.assertEqual((names, s["certified"], s["real"]), (["a", "b"], True, True))
        a, b = (z.real for z in x)
        self.assertLess(abs(math.sin(a) + math.cos(b) - 1) + abs(1 / math.cos(a) - 2 * math.sin(b)), 1e-13)
        # A zero of the numerator where the denominator is 0 as well is none: not even from beside it.
        _, x, s = solution("(x^2 - 1)*(x + 3)/(x - 1) = 0", "-0.5")
        self.assertEqual((abs(x[0] + 1) < 1e-14, s["certified"]), (True, True))
        _, _, s = solution("(x^2 - 1)*(x + 3)/(x - 1) = 0", "1.1", 2)
        self.assertEqual((s["certified"], s["status"]), (False, "singular"))
        # Half-integer powers; the principal root alone, and none of another branch.
        _, x, s = solution("x^(3/2) + x^(1/2) = 2", "1.5")
        self.assertEqual((abs(x[0] - 1) < 1e-14, s["certified"]), (True, True))
        _, _, s = solution("sqrt(x) = -2", "5", 2)
        self.assertEqual((s["certified"], s["status"]), (False, "diverged"))
        _, x, s = solution("cbrt(x) = -2", "-5")
        self.assertEqual((abs(x[0] + 8) < 1e-13, s["certified"]), (True, True))
        _, x, s = solution("sqrt(1 + sqrt(x)) = y; x - y = 1", "2, 2", 0, "--digits", "40")
        self.assertEqual((s["certified"], abs((1 + x[0].real**0.5)**0.5 - x[1].real) < 1e-14), (True, True))
        # Constants that no digits hold beside quotients; the values are mpmath's.
        for system, start, value in [("tan(a) + sin(a + pi/5) - sqrt(2)", "0.5", "0.479215498250921513058243444713249538"),
                                     ("sqrt(x) = pi*x - 1/x", "0.7", "0.714542848161288958551799618456172482")]:
            _, _, s = solution(system, start, 0, "--digits", "35")
            self.assertLess(abs(Decimal(s["x"][0][0]) - Decimal(value)), Decimal("2e-35"))
            self.assertEqual((s["certified"], s["real"], s["radius"] < 1e-34), (True, True, True))
        self.refused("newton", "--system", "1/x - y; y - 2", "--start", "1,1", "--homotopy", saying="expected polynomials")
        self.refused("newton", "--system", "sin(a) - y; y - 1/2", "--start", "1", saying="expected")

    def test_results_with_angles_and_roots_are_verified(self):
        for system, start in [("sqrt(x) - 2", "3"), ("sqrt(1 + sqrt(x)) = y; x - y = 1", "2, 2"), ("cbrt(x) = -2", "-5"),
                              ("sin(a) + cos(b) = 1; 1/cos(a) = 2*sin(b)", "0.4, 1"), ("tan(a/2) = 3", "2.5"),
                              ("sin(a) = 2", "1.5+i"), ("x^(3/2) + x^(1/2) = 2", "1.5"),
                              ("tan(a) + sin(a + pi/5) - sqrt(2)", "0.5")]:
            for more in ((), ("--digits", "50")):
                text = vieta("newton", "--system", system, "--start", start, "--json", *more).stdout
                (s,) = json.loads(text)["solutions"]
                self.assertIs(s["certified"], True, system)
                done = vieta("verify", self.file("result.json", text), "--system", system)
                self.assertEqual((done.returncode, "holds: 1 solution proven again" in done.stdout), (0, True), done.stdout + done.stderr)
                lie = json.loads(text)
                lie["solutions"][0]["x"][0][0] = str(float(s["x"][0][0]) + 1e-5)
                done = vieta("verify", self.file("lie.json", json.dumps(lie)), "--system", system)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        # Without a proof nothing is claimed; where sines are at a point of least squares is not in the result.
        for system, start, code, saying in [("x^(1/3) = (1 + i*sqrt(3))/2", "-1+0.1i", 0, "holds: nothing proven again"),
                                            ("sin(a)-1/2; cos(a)-1/2", "1", 2, "nothing is wrong so far")]:
            result = self.file("result.json", vieta("newton", "--system", system, "--start", start, "--json").stdout)
            done = vieta("verify", result, "--system", system)
            self.assertEqual((done.returncode, saying in done.stdout), (code, True), done.stdout + done.stderr)

    def test_misuse(self):
        circle = self.file("circle", CIRCLE)
        self.refused("newton", saying="SYSTEM: found nothing, expected")
        self.refused("newton", "--system", "x^2 - 2", saying="--start: found nothing, expected")
        self.refused("newton", circle, "--start", "1", saying="--start: found 1 coordinate, expected 2")
        self.refused("newton", circle, "--start", "1,+", saying="--start: found")
        self.refused("newton", "--system", "x*y - 1", "--start", "1,1", saying="at least as many equations")
        self.refused("newton", "--system", "x*z - 1", "--start", "1", saying="1 equation in 2 variables (x, z)")
        self.refused("newton", "--system", "x - 1; 1e300*y - 1e-300*x", "--start", "1,1", saying="equation 2: found coefficients of about")
        self.refused("newton", "--system", "exp(x) - 1", "--start", "1", saying="polynomial term")
        self.refused("newton", self.file("bad", "variable_group x;\nfunction f;\nf = x - z;\n"), "--start", "1",
                     saying="bad:3: found 'z', expected a declared variable")
        self.refused("newton", self.path("missing"), "--start", "1", saying="no readable file")
        self.refused("newton", "--family", "cyclic", "--start", "ones", saying="cyclic:N")
        self.refused("newton", "--family", "cyclic:1", "--start", "ones", saying="found n = 1, expected 2")
        self.refused("newton", circle, "--precision", "dd", "--digits", 40, saying="at most 30 with 2 doubles")
        self.refused("newton", circle, "--digits", 61, saying="61")
        self.refused("newton", circle, "--until", 0.5, saying="--until: found no --homotopy, expected one as well")


main()
