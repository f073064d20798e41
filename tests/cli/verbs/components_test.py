"""`vieta components` from outside."""

import itertools
import json
import pathlib
import signal
import subprocess
import time
from fractions import Fraction

from program import PROGRAM, Case, main, vieta, wait_until_at_work

EXAMPLES = pathlib.Path(__file__).parents[3] / "examples" / "systems"
SPHERE = "(x^2+y^2+z^2-1)"


def commuting(n):
    """A B - B A for two general n x n matrices."""
    entry = lambda name, i, j: f"{name}{i}{j}"
    return ";".join(
        " + ".join(f"{entry('a', i, k)}*{entry('b', k, j)} - {entry('b', i, k)}*{entry('a', k, j)}" for k in range(n))
        for i, j in itertools.product(range(n), repeat=2))


def products(*factors):
    return ";".join("*".join(f"({f})" for f in one) for one in itertools.product(*factors))


# Name: system, {dimension: degrees}, isolated solutions. A degree as a pair has a multiplicity.
KNOWN = {
    "twisted cubic": ("x*z - y^2; y - z^2; x - y*z", {1: [3]}, 0),
    "three lines": ("x*z + y; y*z + x", {1: [1, 1, 1]}, 0),
    "sphere, curves, point": (
        f"(y-x^2)*{SPHERE}*(2*x-1); (z-x^3)*{SPHERE}*(2*y-1); (y-x^2)*(z-x^3)*{SPHERE}*(2*z-1)",
        {2: [2], 1: [3, 1, 1, 1]}, 1),
    "sphere, lines, points": (
        f"{SPHERE}*(2*x-z)*(x+y+2*z-4); {SPHERE}*(2*y-z)*(y-z); {SPHERE}*(2*x-z)*(x-z)", {2: [2], 1: [1, 1]}, 2),
    "sphere, line, point": (
        products([SPHERE], ["2*x-z", "2*y-z"], ["x+y+2*z-4", "y-z", "x-z"]), {2: [2], 1: [1]}, 1),
    # Some paths to the curves do not arrive; that none of them leads to a point is counted.
    "cubic, line, point": (
        products(["x*z - y^2", "y - x^2", "x*y - z"], ["x - 2", "y + z - 1"], ["x - 3", "y - 3", "z - 3"]), {1: [3, 1]}, 1),
    "adjacent minors, 2 x 3": ("a*e - b*d; b*f - c*e", {4: [3, 1]}, 0),
    "adjacent minors, 2 x 4": ("a*f - b*e; b*g - c*f; c*h - d*g", {5: [4, 2, 2]}, 0),
    "matrices of rank 1": ("a*e - b*d; b*f - c*e; a*f - c*d", {4: [3]}, 0),
    "commuting matrices": (commuting(2), {6: [3]}, 0),
    "Viviani's curve": ("x^2 + y^2 + z^2 - 4; (x-1)^2 + y^2 - 1", {1: [4]}, 0),
    "a parallelogram": ("a^2+b^2-1; c^2+d^2-1; (2+c-a)^2 + (d-b)^2 - 4", {1: [4, 2]}, 0),
    # Found by an attack: in double precision the trace of a part of these looks linear.
    "bent where no slice is": ("x^2+y^2-3; z-1000*(x^3+y^3+x*y)", {1: [6]}, 0),
    "a large circle": ("x^2+y^2-1e12", {1: [2]}, 0),
    "a flat parabola": ("y-1e-7*x^2", {1: [2]}, 0),
    "asymptotes": ("x^30+y^30-1", {1: [30]}, 0),
    "two graphs over conics": (
        "(5*x^2+6*x*y-y^2-9*x+8*y-2)*(6*x^2+7*x*y+5*y^2+5*x-7*y+2); z-(8+4*y-9*y^2-9*y^3+6*x-9*x*y+8*x*y^2-5*x^2+4*x^2*y-8*x^3)",
        {1: [6, 6]}, 0),
    "a line and a triple point": ("x*(x-1)^3; x*(y-2); x*(z-3); y*(x-1)^3; y*(y-2); y*(z-3)", {1: [1]}, 1),
    "two circles": ("a^2+b^2-1; c^2+d^2-1; a+c-1", {1: [4]}, 0),
    "conics and points": ("(x^2+y^2-1)*(x-3); (x^2+y^2-1)*(y-2); z*(z-1)", {1: [2, 2]}, 2),
    "a cylinder and lines": ("(x^2+y^2-4)*(x-1)*z; (x^2+y^2-4)*(y-2)*(z-1); (x^2+y^2-4)*z*(z-1)", {2: [2], 1: [1, 1]}, 0),
    "a plane and a line": ("x*y; x*z", {2: [1], 1: [1]}, 0),
    "an embedded point": ("x^2; x*y", {1: [1]}, 0),
    "a double paraboloid": ("(x^2 + y^2 - z)^2", {2: [(2, 2)]}, 0),
    "Whitney's umbrella": ("x^2 - y^2*z", {2: [3]}, 0),
    "four times a circle, and a line": ("(x^2 + y^2 - 1)^4*(x - y)", {1: [1, (2, 4)]}, 0),
    "a quintic": ("x^5 + y^5 - 3*z^5 + w^5 + x*y*z*w + x^2*y - w^3 + 1", {3: [5]}, 0),
    "a double point": ("(x-1)^2*(x+2); y - x", {}, 2),
    "no solution": ("x + y; x + y - 1", {}, 0),
}


def shape(result):
    degrees = {}
    for c in result["components"]:
        degree = c["degree"] if c["multiplicity"] == 1 else (c["degree"], c["multiplicity"])
        degrees.setdefault(c["dimension"], []).append(degree)
    return {d: sorted(found, key=str) for d, found in degrees.items()}


def re_of_lines(text):
    """The real parts of the coordinates of the points in a table."""
    return {line.split()[0]: line.split()[1] for line in text.splitlines() if line.startswith("  ")}


class Components(Case):
    def components(self, *arguments, code=0):
        done = vieta("components", *arguments)
        self.assertIn(done.returncode, (code,) if code is not None else (0, 2), done.stdout + done.stderr)
        return done.stdout

    def json(self, *arguments, code=0):
        return json.loads(self.components(*arguments, "--json", code=code))

    def test_double_points_beside_a_component(self):
        # Common factors tell what is isolated, however near; and that a point of the cuspidal curve itself is not.
        for system, simple, multiple in (
                ("(x-1e-4)*x^2*(x-3); (x-1e-4)*(y-x)", 1, [2]), ("(x-1e-5)*x^2*(x-3); (x-1e-5)*(y-x)", 1, [2]),
                ("(x-1e-14)*x^2*(x-3); (x-1e-14)*(y-x)", 1, [2]), ("x^2*y*(x-3); x*y*(y-x)", 1, []),
                ("(y-1e6+1)*(y-1e6-2*(x-1e6)); (y-1e6+1)*(x-1e6)^2*(x-4)", 1, [2]),
                ("(y^2-x^3)*(x-y); (y^2-x^3)*x*(x-3); z^2-x", 2, [])):
            with self.subTest(system):
                isolated = self.json("--system", system)["isolated"]
                self.assertEqual(sum(s["regular"] for s in isolated), simple)
                self.assertEqual([s["multiplicity"] for s in isolated if not s["regular"]], multiple)

    def test_accuracies_hold_of_what_is_printed(self):
        # Beside a curve, beside a common factor, and where more equations than variables leave points alone.
        for system, coordinates in (
                ("(y-x^2)*(x-3); (z-x^2)*(y-1/7)^2; (y-x^2)*(z-3/7)+(z-x^2)*(x+y-5/7)",
                 {"x": Fraction(3), "y": Fraction(1, 7), "z": Fraction(-59, 21)}),
                ("(x-y)*(x-3)^2; (x-y)*(y-2/7)", {"x": Fraction(3), "y": Fraction(2, 7)}),
                ("(x-3)^2; (y-2/7)*(x-3); (y-2/7)+(x-3)", {"x": Fraction(3), "y": Fraction(2, 7)})):
            with self.subTest(system):
                result = self.json("--system", system)
                [point] = [s for s in result["isolated"] if not s["regular"]]
                for name, (re, im) in zip(result["variables"], point["x"]):
                    self.assertLessEqual(abs(Fraction(re) - coordinates[name]), 3 * point["accuracy"], name)
                    self.assertLessEqual(abs(Fraction(im)), 3 * point["accuracy"], name)
                shown = re_of_lines(self.components("--system", system))
                for name, text in shown.items():
                    self.assertLessEqual(abs(Fraction(text) - coordinates[name]), 3 * point["accuracy"], name)

    def test_known_decompositions(self):
        for name, (system, degrees, isolated) in KNOWN.items():
            with self.subTest(name):
                result = self.json("--system", system)
                self.assertEqual(shape(result), {d: sorted(found, key=str) for d, found in degrees.items()})
                self.assertEqual((len(result["isolated"]), len(result["undecided"])), (isolated, 0))
                self.assertEqual(result["report"]["status"], "solved")
                for c in result["components"]:
                    self.assertEqual((c["status"], c["certified"], len(c["points"])),
                                     ("irreducible", c["degree"], c["degree"]))
                    self.assertEqual(len(c["slices"]), c["dimension"])
                    self.assertLess(c["trace"], 1e-40)
                    self.assertEqual(c["reduced"], c["multiplicity"] == 1)

    def test_points_beside_a_curve_that_no_factor_tells(self):
        # A simple or a double point beside the twisted cubic: it is found, or the answer is not complete.
        for distance in ("1e-2", "1e-4", "1e-5", "1e-6", "1e-8", "1e-10", "1e-14"):
            for power in (1, 2):
                beside = (f"(x-1/2)^{power}", f"(y-(1/4+{distance}))", "(z-1/8)")
                result = self.json("--system", "; ".join(f"{f}*{g}" for f in ("(y-x^2)", "(z-x^3)") for g in beside), code=None)
                found = [s["multiplicity"] for s in result["isolated"]]
                self.assertEqual(shape(result), {1: [3]})
                self.assertTrue(result["report"]["status"] == "incomplete" or found == [power], (distance, power, found))

    def test_linkages_that_move(self):
        # Degrees from Sommese, Verschelde and Wampler (2004): curves of motions, lines that are none, a surface of none.
        lines = [1] * 12
        for name, degrees, isolated in (("seven_bar", {1: [6]}, 6), ("griffis_duffy", {2: [(2, 2)], 1: [6, 6, 6, 6, 4, *lines]}, 0),
                                        ("griffis_duffy_general", {2: [(2, 2)], 1: [28, *lines]}, 0)):
            least = [] if isolated else ["--min-dimension", "1"]
            result = self.json(EXAMPLES / f"{name}.txt", *least)
            self.assertEqual(shape(result), {d: sorted(found, key=str) for d, found in degrees.items()}, name)
            self.assertEqual(len(result["isolated"]), isolated)

    def test_pairs_of_commuting_matrices(self):
        self.assertEqual(shape(self.json("--system", commuting(3), "--min-dimension", "12")), {12: [31]})

    def test_dimensions_that_are_empty_take_no_paths(self):
        # Beside the cubic algebra tells that there are no points.
        result = self.json("--system", KNOWN["twisted cubic"][0])
        self.assertEqual([(d["dimension"], d["empty"], d["paths"] > 0) for d in result["report"]["dimensions"]],
                         [(2, True, False), (1, False, True), (0, False, False)])
        for system, empty in (("x*y; x*z", []), ("x; x-1e-100; y*z", [2, 1]), ("x^2; x*y; x*(z-1)", []),
                              ("(x-1)*(y-2); (x-1)*(x-3)", []), ("x*(x-1); y*(x+y); x*z*w; z^2*w", [3, 2])):
            found = [d["dimension"] for d in self.json("--system", system)["report"]["dimensions"] if d["empty"]]
            self.assertEqual(found, empty, system)
        text = self.components("--family", "cyclic:4")
        self.assertIn("dimensions 3 to 2: empty, by algebra modulo a random prime\n", text)

    def test_real_points(self):
        # A point on each oval, however small it is and however far away.
        system = "((x-7000)^2 + (y-1)^2 - 1e-6)*(x^2 + y^2 - 4)"
        found = self.json("--system", system, "--samples", "4", "--real")["components"]
        self.assertEqual([len(c["samples"]) for c in found], [4, 4])
        for c in found:
            for s in c["samples"]:
                x, y = (float(re) for re, im in s["x"] if float(im) == 0)
                self.assertEqual((s["real"], s["proof"]), (True, "solution"))
                self.assertLess(min(abs((x - 7000)**2 + (y - 1)**2 - 1e-6), abs(x * x + y * y - 4)), 1e-8)
        # Both parts of an elliptic curve; a curve in space that more equations than two define.
        (cubic,) = self.json("--system", "x^3 - x - y^2", "--samples", "8", "--real")["components"]
        self.assertEqual({float(s["x"][0][0]) > 0.5 for s in cubic["samples"]}, {True, False})
        (curve,) = self.json("--system", "x*z - y^2; y - z^2; x - y*z", "--samples", "3", "--real")["components"]
        self.assertEqual({s["proof"] for s in curve["samples"]}, {"of_combinations"})
        # No real points: what is asked for is not found.
        (none,) = self.json("--system", "x^2 + y^2 + 1", "--samples", "2", "--real", code=2)["components"]
        self.assertEqual(none["samples"], [])
        self.refused("components", "--system", "x*y", "--real", saying="--samples")

    def test_cyclic_4(self):
        self.assertEqual(shape(self.json("--family", "cyclic:4")), {1: [2, 2]})

    def test_witness_points_lie_on_the_slices(self):
        (curve,) = self.json("--system", "x^2 + y^2 + z^2 - 4; (x-1)^2 + y^2 - 1")["components"]
        for p in curve["points"]:
            self.assertEqual(p["proof"], "solution")
            x, y, z = (complex(float(re), float(im)) for re, im in p["x"])
            self.assertLess(abs(x * x + y * y + z * z - 4), 1e-13)
            for row in curve["slices"]:
                a, b, c, constant = (complex(*entry) for entry in row)
                self.assertLess(abs(a * x + b * y + c * z + constant), 1e-13)

    def test_what_is_complete(self):
        for system, complete in (("x^2 + y^2 - 1", "proven"), ("x*z + y; y*z + x", "paths"), ("x - x + 1; y", "proven"),
                                 ("x^2*y", "paths")):
            self.assertEqual(self.json("--system", system)["report"]["complete"], complete, system)
        text = self.components("--system", "x^2 + y^2 - 1")
        self.assertIn("none is missing: the degrees add up to the product of the degrees of the equations, 2, proven", text)

    def test_points_are_found_on_components(self):
        points = "1, 2, 3; 0, 1, 2; 0.5, 0, 0; 0, 0, 0"
        result = self.json("--system", "x*y; x*z", "--contains", points)
        self.assertEqual([c["dimension"] for c in result["components"]], [2, 1])
        self.assertEqual([p["on"] for p in result["contains"]], [["no", "no"], ["yes", "no"], ["no", "yes"], ["yes", "yes"]])
        text = self.components("--system", "x*y; x*z", "--contains", "0, 1, 2; 1, 1, 1")
        self.assertIn("point 1: on component 1\npoint 2: on no component\n", text)
        text = self.components("--system", "(x-1)*(y-2); (x-1)*(x-3)", "--contains", "3,2")
        self.assertIn("point 1: isolated solution 1\n", text)

    def test_samples(self):
        result = self.json("--system", "(x^2 + y^2 - z)*(x - 1)^2", "--samples", "5")
        self.assertEqual([(c["degree"], len(c["samples"])) for c in result["components"]], [(2, 5), (1, 5)])
        for p in result["components"][0]["samples"]:
            x, y, z = (complex(float(re), float(im)) for re, im in p["x"])
            self.assertLess(abs(x * x + y * y - z), 1e-12 * (1 + abs(z)))
        for p in result["components"][1]["samples"]:
            self.assertLess(abs(complex(float(p["x"][0][0]), float(p["x"][0][1])) - 1), 1e-12)

    def test_dimensions_may_be_left_out(self):
        system = KNOWN["sphere, curves, point"][0]
        self.assertEqual(shape(self.json("--system", system, "--min-dimension", "1")), {2: [2], 1: [1, 1, 1, 3]})
        self.assertEqual(shape(self.json("--system", system, "--min-dimension", "2")), {2: [2]})

    def test_the_answer_does_not_depend_on_threads(self):
        one, two = (json.loads(vieta("components", "--system", KNOWN["a parallelogram"][0], "--json", "--threads", t).stdout)
                    for t in ("1", "3"))
        self.assertEqual(one["components"], two["components"])

    def test_time_is_kept(self):
        for limit in (0.2, 1.5):
            begin = time.monotonic()
            done = vieta("components", "--system", commuting(3), "--max-seconds", limit, "--json")
            self.assertLess(time.monotonic() - begin, limit + 4)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(json.loads(done.stdout)["report"]["stopped_by"], "time")

    def test_ctrl_c(self):
        job = subprocess.Popen([PROGRAM, "components", "--system", commuting(3), "--json"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        wait_until_at_work(job, 0.7)
        job.send_signal(signal.SIGINT)
        out, _ = job.communicate(timeout=20)
        self.assertEqual(job.returncode, 2)
        self.assertEqual(json.loads(out)["report"]["stopped_by"], "cancelled")

    def test_misuse(self):
        self.refused("components", saying="expected a file")
        self.refused("components", "--system", "x*y", "--contains", "1,2,3", saying="expected")
        self.refused("components", "--system", "x*y", "--min-dimension", "2", "--max-dimension", "1",
                     saying="--min-dimension: found 2, expected at most --max-dimension")
        self.refused("components", "--family", "chandrasekhar:3", saying="coefficients that are not known exactly")
        self.refused("components", "--family", "cyclic:8", "--max-paths", "10", saying="raise --max-paths")

    def test_solve_with_slices(self):
        result = json.loads(vieta("solve", "--system", "x^2 + y^2 + z^2 - 1; x*y - z", "--slice", "--json").stdout)
        self.assertEqual((result["report"]["equations"], result["report"]["certified"]), (3, 4))
        self.refused("solve", "--system", "x*y - 1", saying="vieta components tells what sets they form")

    def test_quotients_and_angles(self):
        """Components on which a divisor is 0 everywhere are none; angles are found as cosines and sines."""
        for system, degrees, isolated, left_out in (
            ("x*(x - y)/x = 0; z*x*(x - y)", {2: [1]}, 0, 1),
            ("(x^2 - y^2)/(x - y)*z", {2: [1, 1]}, 0, 1),
            ("1/x + 1/y - 1", {1: [2]}, 0, 0),
            ("cos(a) + cos(b) - 1", {1: [4]}, 0, 0),
            ("(x - 1)*(x^2 + y^2 - 4)/(y - 3); x*(y - 1)*(y - 3)", None, None, None),
        ):
            done = vieta("components", "--system", system, "--json")
            found = json.loads(done.stdout)
            self.assertEqual(done.returncode, 0, found["report"])
            again = vieta("verify", "-", "--system", system, "--json", text=done.stdout)
            self.assertTrue(json.loads(again.stdout)["holds"], (system, again.stdout))
            if degrees is None:  # (1, 1), (0, 2), (0, -2), two with x^2 = 3; at y = 3 three poles
                self.assertEqual((len(found["components"]), len(found["isolated"]), found["report"]["left_out"]), (0, 5, 3))
                continue
            by_dimension = {}
            for c in found["components"]:
                by_dimension.setdefault(c["dimension"], []).append(c["degree"])
            self.assertEqual((by_dimension, len(found["isolated"]), found["report"]["left_out"]), (degrees, isolated, left_out), system)
        self.assertIn("all branches of a root", vieta("components", "--system", "sqrt(x) = y").stderr)

    def test_a_result_is_verified(self):
        """What is proven is proven again, and no lie passes."""
        for name in ("twisted cubic", "sphere, curves, point", "matrices of rank 1"):
            system = KNOWN[name][0]
            truth = json.loads(vieta("components", "--system", system, "--json").stdout)

            def verdict(result):
                done = vieta("verify", "-", "--system", system, "--json", text=json.dumps(result))
                self.assertIn(done.returncode, (0, 2), done.stderr)
                return json.loads(done.stdout)

            self.assertTrue(verdict(truth)["holds"], name)

            def moved(c):
                c["points"][0]["x"][0][0] = "1.25"

            def repeated(c):
                c["points"][0] = c["points"][-1]

            def more(c):
                c["degree"] += 1

            def turned(c):
                c["slices"][0][0] = [0.5, 0.25]

            def narrow(c):
                c["points"][0]["radius"] = 1e-300

            for lie in (moved, more, turned, narrow) + ((repeated,) if truth["components"][-1]["degree"] > 1 else ()):
                result = json.loads(json.dumps(truth))
                lie(result["components"][-1])
                self.assertFalse(verdict(result)["holds"], (name, lie.__name__))



if __name__ == "__main__":
    main()
