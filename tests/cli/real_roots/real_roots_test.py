import json
import math
import os
import random
import shutil
import signal
import struct
import subprocess
import xml.dom.minidom
from fractions import Fraction

from program import PROGRAM, Case, main, vieta, wait_until_at_work


def npy(kind, shape, values, fortran=False, order="<"):
    head = f"{{'descr': '{order}{kind}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    letter = {"f4": "f", "f8": "d", "i4": "i", "i8": "q"}[kind]
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() +
            struct.pack(f"{order}{len(values)}{letter}", *values))


def read_npy(path):
    """A list of rows, as numpy.load would have it."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    size, = struct.unpack("<H", data[8:10])
    head = eval(data[10:10 + size])  # a dictionary of constants
    assert (10 + size) % 64 == 0 and not head["fortran_order"]
    count, width = head["shape"]
    letter = {"<f4": "f", "<f8": "d"}[head["descr"]]
    values = struct.unpack(f"<{count * width}{letter}", data[10 + size:])
    return [values[i * width:(i + 1) * width] for i in range(count)], head["descr"]


class RealRoots(Case):
    def test_clusters_are_marked(self):
        for text in ("3*(x-1/3)^3*(x-2)", "(x^2-2)^3", "(x-1)^5*(x+1/2)", "x^3*(x-1)"):
            for method in ("auto", "derivatives", "bernstein"):
                for more in ((), ("--in", "-3,3"), ("--precision", "float")):
                    result = self.solved("--poly", text, "--method", method, *more)["results"][0]
                    self.assertEqual(result["status"], "clustered", (text, method, more))
                    self.assertEqual(len(result["roots"]), 2, (text, method, more))
        self.assertIn("clustered: a root there is three or more", self.run_it("--poly", "(x^2-2)^3"))

    def test_decimals_are_read_to_more_digits_than_doubles_have(self):
        right = [1017, 1017.4, 1018.1]
        for text in ("(x-1017)*(x-1017.4)*(x-1018.1)", "x^3 - 3052.5*x^2 + 3105918.44*x - 1053423793.98"):
            single = self.solved("--poly", text, "--precision", "float")["results"][0]
            self.assertEqual([f"{x:.8g}" for x in single["roots"]], ["1017", "1017.4", "1018.1"])
            self.assertEqual(single["status"], "ok")
        row = "-1053423793.98 3105918.44 -3052.5 1\n"
        for rows in (row, json.dumps([[float(x) for x in row.split()]]), row.replace(" ", ",")):
            self.assertEqual(self.roots("-", text=rows), [right], rows)
        self.assertEqual(self.roots("--poly", "(x-100000000000001/7)*(x-100000000000003/7)*(x-1)"),
                         [[1, 100000000000001 / 7, 100000000000003 / 7]])
        self.assertEqual(self.roots("--poly", "(3*x-1)^2*(x-1/7)*(x-1/7-1e-20)"), [[1 / 7, 1 / 3]])

    def bounds_hold(self, coefficients, result):
        """Around the decimals that were printed the polynomial changes its sign, exactly."""
        def value(x):
            total = Fraction(0)
            for c in reversed(coefficients):
                total = total * x + c
            return total

        for k, (root, bound) in enumerate(zip(result["roots"], result["bounds"])):
            x, r = Fraction(root), Fraction(bound)
            if k not in result["touching"]:
                self.assertLessEqual(value(x - r) * value(x + r), 0, (coefficients, root, bound))
                self.assertLess(r, abs(x) / 1000 + Fraction(1, 1000))

    def test_texts_beyond_the_range_of_double_double(self):
        """Large coefficients are scaled; what a double cannot hold is not said to be known."""
        def answer(text, *options):
            return json.loads(vieta("real-roots", "--poly", text, "--bounds", *options, "--json").stdout)["results"][0]

        for text, roots in (("-1+1e305*x^15-1e305*x^16+x^20", [-1.7782794100389227e76, 4.641588833612779e-21, 1, 1.7782794100389227e76]),
                            ("-1+1e305*x^3-1e305*x^4+x^6", [-3.1622776601683794e152, 2.154434690031884e-102, 1, 3.1622776601683794e152])):
            found = answer(text)
            self.assertEqual(found["status"], "ok")
            self.assertEqual(len(found["roots"]), len(roots), text)
            for x, y in zip(found["roots"], roots):
                self.assertAlmostEqual(x / y, 1, 12, text)
        self.assertEqual(answer("1e302*(x-1.1)^2*(x+2)")["touching"], [1])
        self.assertEqual(answer("1e-260*(x-1.1)^2*(x+2)")["touching"], [1])
        # A power of two more or less changes no root: they are scaled before they are doubles.
        for text in ("1e-305*(x-1.1)^2*(x+2)*(x-5)", "1e-310*(x-1017)*(x-1017.4)*(x-1018.1)", "1e-330*x-2e-330", "1e400*x-3e400"):
            self.assertTrue(all(b is not None and b < 1e-6 for b in answer(text)["bounds"]), text)
        self.assertEqual(answer("1e-330*x-2e-330")["roots"], [2])
        rows = self.file("extreme.csv", "-2e-400,0,1e-400\n-3e-320,0,1e-320\n4e400,-6e400,2e400\n1e-330 inf\n-9e-400 0 1e-400\n")
        found = self.solved(rows, "--in", "0,9", "--bounds", code=2)["results"]
        self.assertEqual([r["status"] for r in found], ["ok", "ok", "ok", "bad_input", "ok"])
        for row, expected in zip(found, ([2**0.5], [3**0.5], [1, 2], [], [3])):
            self.assertEqual(len(row["roots"]), len(expected))
            for x, bound, y in zip(row["roots"], row["bounds"], expected):
                self.assertLessEqual(abs(x - y), bound + 1e-15)
        found = answer("x+1e-400")
        self.assertTrue(found["status"] == "ok" and abs(found["roots"][0]) <= found["bounds"][0] <= 1e-322, found)
        for x, y in zip(answer("x^3-1e-330*x")["roots"], (-1e-165, 0, 1e-165)):
            self.assertLessEqual(abs(x - y), 1e-180)
        for text in ("x^2-1e-700", "x^2+1e-700"):
            found = answer(text)
            self.assertEqual((found["status"], set(found["bounds"]) - {None}), ("unresolved", set()), text)

    def test_bounds_hold_around_the_decimals(self):
        random.seed(4)
        texts = [[f"{random.gauss(0, 1):.{random.choice((1, 2, 5, 9, 12, 24, 25))}f}" for _ in range(degree + 1)]
                 for degree in (1, 2, 3, 5, 8, 13, 20) for _ in range(60)]
        for precision in ("double", "float"):
            for typed, result in zip(texts, json.loads(self.run_it(
                    "-", "--bounds", "--json", "--precision", precision,
                    text="".join(" ".join(row) + "\n" for row in texts)), parse_float=str, parse_int=str)["results"]):
                result["touching"] = [int(k) for k in result["touching"]]
                self.bounds_hold([Fraction(c) for c in typed], result)

    def test_bounds_in_every_form(self):
        given = ("--poly", "x^2 - 2", "--poly", "(x-1/3)^2", "--poly", "x^2 + 1", "--bounds")
        results = self.solved(*given)["results"]
        self.assertEqual([len(r["bounds"]) for r in results], [2, 1, 0])
        self.assertLess(results[0]["bounds"][0], 1e-15)
        self.assertLess(results[1]["bounds"][0], 1e-7)  # of a touch, where a complex root may be
        table = self.run_it(*given)
        self.assertIn("1.4142135623730951 +- ", table)
        self.assertIn("0.3333333333333333* +- ", table)
        self.assertIn("+- proven: a real root is as near as that", table)
        csv = self.path("b.csv")
        self.run_it(*given, "-o", csv)
        with open(csv) as file:
            lines = [line.strip().split(",") for line in file]
        self.assertEqual([len(line) for line in lines], [4, 4, 4])
        self.assertEqual(lines[2], ["nan"] * 4)
        self.assertEqual([float(x) for x in lines[0]], results[0]["roots"] + results[0]["bounds"])
        array = self.path("b.npy")
        self.run_it(*given, "-o", array)
        with open(array, "rb") as file:
            self.assertIn(b"(3, 2, 2, )", file.read())

    def run_it(self, *arguments, code=0, **options):
        done = vieta("real-roots", *arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def solved(self, *arguments, **options):
        return json.loads(self.run_it(*arguments, "--json", **options))

    def roots(self, *arguments, **options):
        return [r["roots"] for r in self.solved(*arguments, **options)["results"]]

    # x^2 - 1, x - 0.5 (with a leading zero), x^2 + 1
    ROWS = [[-1, 0, 1], [-0.5, 1, 0], [1, 0, 1]]
    ROOTS = [[-1, 1], [0.5], []]

    def test_all_ways_in_give_the_same(self):
        flat = [-1, 0, 1, -0.5, 1, 0, 1, 0, 1]
        by_columns = [-1, -0.5, 1, 0, 1, 0, 1, 0, 1]
        files = {
            "a.csv": "-1,0,1\n-0.5,1\n1,0,1\n",
            "b.txt": "# x^0 x^1 x^2\n-1 0 1\n\n-1/2 1 # short\n1 0 1",
            "c.json": "[[-1, 0, 1], [-0.5, 1], [1, 0, 1]]",
            "d.npy": npy("f8", (3, 3), flat),
            "e.npy": npy("f8", (3, 3), flat, order=">"),
            "f.npy": npy("f8", (3, 3), by_columns, fortran=True),
            "g.npy": npy("f4", (3, 3), flat),
            "h.npy": npy("f4", (3, 3), by_columns, fortran=True, order=">"),
        }
        for name, content in files.items():
            path = self.file(name, content)
            for precision in ("float", "double"):
                self.assertEqual(self.roots(path, "--in", "-2,2", "--precision", precision), self.ROOTS, name)
        self.assertEqual(self.roots("-", "--in", "-2,2", text=files["a.csv"]), self.ROOTS)
        poly = ("--poly", "x^2 - 1", "--poly", "x - 1/2", "--poly", "x^2+1")
        self.assertEqual(self.roots(*poly, "--in", "-2,2"), self.ROOTS)
        self.assertEqual(self.roots(self.file("i.npy", npy("i8", (1, 3), [-4, 0, 1]))), [[-2, 2]])
        self.assertEqual(self.roots(self.file("j.npy", npy("i4", "(3,)", [-4, 0, 1]))), [[-2, 2]])

    def test_precision_follows_the_file(self):
        for kind, precision in (("f4", "float"), ("f8", "double"), ("i4", "double")):
            path = self.file("a.npy", npy(kind, (1, 3), [-2, 0, 1]))
            result = self.solved(path, "--in", "0,2")
            self.assertEqual(result["report"]["precision"], precision)
            self.assertAlmostEqual(result["results"][0]["roots"][0], math.sqrt(2), delta=5e-7 if kind == "f4" else 1e-15)

    def test_the_interval_is_closed_and_may_be_infinite(self):
        cubic = ("--poly", "x^3 - x")
        for interval, expected in (("-1,1", [-1, 0, 1]), ("0,inf", [0, 1]), ("-inf,-0.5", [-1]), ("0,0", [0]),
                                   ("1e-3,0.999", []), ("-inf,inf", [-1, 0, 1]), ("-1e0,+5e-1", [-1, 0]),
                                   (" -1, 0.5 ", [-1, 0])):
            self.assertEqual(self.roots(*cubic, "--in", interval), [expected], interval)
            self.assertEqual(self.roots(*cubic, f"--in={interval}"), [expected], interval)
        self.assertEqual(self.roots(*cubic), [[-1, 0, 1]])
        self.assertEqual(self.solved(*cubic, "--in", "0,inf")["report"]["interval"], [0, None])

    def test_roots_below_all_numbers_lie_beside_0(self):
        """Without an interval the root 1e-600 was lost, with status ok."""
        for poly in ("1e300*x-1e-300", "1e150*x-1e-180"):
            for interval in ([], ["--in", "0,inf"], ["--in", "-1,1"]):
                (root,), = self.roots("--poly", poly, *interval)
                self.assertLess(abs(root), 1e-300)

    def test_json(self):
        rows = self.file("a.json", "[[-1,0,1],[1,-2,1],[0],[0,0],[1,null],[1,0,1],[3]]")
        result = self.solved(rows, code=2)
        self.assertEqual(list(result), ["verb", "results", "report"])
        self.assertEqual(result["results"][0], {"roots": [-1, 1], "status": "ok", "touching": []})
        self.assertEqual(result["results"][1], {"roots": [1], "status": "touching", "touching": [0]})
        self.assertEqual([r["status"] for r in result["results"]],
                         ["ok", "touching", "zero_polynomial", "zero_polynomial", "bad_input", "ok", "ok"])
        self.assertEqual([len(r["roots"]) for r in result["results"]], [2, 1, 0, 0, 0, 0, 0])
        report = result["report"]
        self.assertEqual([report[key] for key in ("polynomials", "roots", "ok", "touching", "unresolved",
                                                  "zero_polynomials", "bad_inputs", "degree", "stopped_by")],
                         [7, 3, 3, 1, 0, 2, 1, 2, ""])
        self.assertEqual(self.solved(self.file("b.json", "[]"))["results"], [])

    def test_arrays_are_filled_up_with_nan(self):
        source = self.file("a.csv", "-1,0,1\n-0.5,1\n1,0,1\n")
        for name in ("roots.npy", "roots.csv", "roots.json"):
            said = self.run_it(source, "--in", "-2,2", "-o", self.path(name))
            self.assertEqual("3 polynomials" in said, name != "roots.json", said)
        self.assertEqual(self.run_it(source, "-o", self.path("quiet.npy"), "--quiet"), "")
        rows, kind = read_npy(self.path("roots.npy"))
        self.assertEqual(kind, "<f8")
        self.assertEqual([[x for x in row if x == x] for row in rows], self.ROOTS)
        self.assertEqual([[x != x for x in row] for row in rows], [[False, False], [False, True], [True, True]])
        with open(self.path("roots.csv")) as file:
            self.assertEqual(file.read(), "-1,1\n0.5,nan\nnan,nan\n")
        with open(self.path("roots.json")) as file:
            self.assertEqual([r["roots"] for r in json.load(file)["results"]], self.ROOTS)
        self.run_it(source, "--precision", "float", "-o", self.path("single.npy"))
        self.assertEqual(read_npy(self.path("single.npy"))[1], "<f4")

    def test_a_table_for_people(self):
        lines = self.run_it("--poly", "x^3 - x", "--poly", "(x-1)^2").splitlines()
        self.assertEqual(lines[0], "#  status    roots")
        self.assertEqual(lines[1], "1  ok        -1  0  1")
        self.assertEqual(lines[2], "2  touching  1*")
        many = self.file("many.csv", "-1,0,1\n" * 50)
        self.assertIn("... and 30 more", self.run_it(many))
        self.assertIn("... and 47 more", self.run_it(many, "--rows", "3"))
        self.assertNotIn("more", self.run_it(many, "--rows", "0"))

    def test_methods_and_tolerances(self):
        random.seed(5)
        rows = [[random.uniform(-1, 1) for _ in range(9)] for _ in range(40)]
        source = self.file("a.json", json.dumps(rows))
        exact = self.roots(source, "--in", "-1,1")
        for method in ("auto", "derivatives", "bernstein"):
            for tolerance in (0, 1e-3):
                found = self.roots(source, "--in", "-1,1", "--method", method, "--tol", tolerance)
                self.assertEqual([len(r) for r in found], [len(r) for r in exact])
                for a, b in zip(found, exact):
                    self.assertTrue(all(abs(x - y) <= tolerance + 1e-9 for x, y in zip(a, b)), (a, b))
        self.assertEqual(self.roots("--poly", "x-3", "--relative-tol", "1e-3"), [[3]])

    def test_floats_of_any_size(self):
        # No float holds these coefficients; a power of two more or less changes no root.
        rows = self.file("a.csv", "-2e300 0 1e300\n-2e-300 0 1e-300\n")
        for found in self.roots(rows, "--precision", "float"):
            self.assertEqual(len(found), 2)
            self.assertAlmostEqual(found[1], math.sqrt(2), delta=5e-7)
        # Floats hold these as they are, but not the powers of their roots.
        rows = self.file("b.csv", "-1e-38 0 0 0 1e38\n-1e-60 0 1e10\n")
        results = self.solved(rows, "--precision", "float", "--in", "-1,1")["results"]
        self.assertEqual([r["status"] for r in results], ["ok", "ok"])  # in double: x^4 is below all normal floats there
        for found, x, digits in zip(results, (1e-19, 1e-35), (3, 6)):
            self.assertEqual(len(found["roots"]), 2)
            self.assertAlmostEqual(found["roots"][1] / x, 1, delta=10**-digits)

    def test_many_rows_in_any_number_of_pieces(self):
        random.seed(7)
        count = 150000
        centres = [random.uniform(-0.9, 0.9) for _ in range(count)]
        values = [v for c in centres for v in (c * c - 0.25, -2 * c, 1)]
        source = self.file("a.npy", npy("f8", (count, 3), values))
        self.run_it(source, "--in", "-2,2", "-o", self.path("out.npy"))
        rows, _ = read_npy(self.path("out.npy"))
        self.assertEqual(len(rows), count)
        for c, (low, high) in zip(centres, rows):
            self.assertLess(abs(low - c + 0.5) + abs(high - c - 0.5), 1e-12)

    def test_pictures(self):
        self.run_it("--poly", "x^3-x", "--poly", "(x-1)^2", "--in", "-2,2", "--plot", self.path("a.svg"))
        picture = xml.dom.minidom.parse(self.path("a.svg"))
        titles = [t.firstChild.data for t in picture.getElementsByTagName("title")]
        self.assertEqual(titles, ["x^3-x: -1", "x^3-x: 0", "x^3-x: 1", "(x-1)^2: 1, touching"])
        self.assertEqual(len(picture.getElementsByTagName("polyline")) > 2, True)
        odd = self.file("odd.json", "[[0],[1],[null,1],[1e300,1e300,1e300],[1e-320,0,-1e-320],[0,0,0,1]]")
        for interval in ("-inf,inf", "0,0", "-1e308,1e308", "5,5"):
            vieta("real-roots", odd, "--in", interval, "--plot", self.path("odd.svg"))
            xml.dom.minidom.parse(self.path("odd.svg"))
            with open(self.path("odd.svg")) as file:
                self.assertNotIn("nan", file.read())
        self.run_it(self.file("none.json", "[]"), "--plot", self.path("none.svg"))
        self.assertGreater(os.path.getsize(self.path("none.svg")), 100)

    def test_shaders(self):
        for language, word in (("glsl", "float"), ("hlsl", "float"), ("wgsl", "f32"), ("metal", "thread"), ("c", "stdint.h")):
            text = self.run_it("--emit", language, "--degree", "12")
            self.assertIn(word, text)
            self.assertIn("12", text)
            self.run_it("--emit", language, "--degree", "12", "-o", self.path("shader"))
            with open(self.path("shader")) as file:
                self.assertEqual(file.read(), text)

    def test_one_header_has_several_names(self):
        text = self.run_it("--emit", "c", "--degree", "4")
        for language in ("cpp", "cuda", "hip"):
            self.assertEqual(self.run_it("--emit", language, "--degree", "4"), text)

    def test_slang(self):
        """Slang takes the text for HLSL, and makes the other languages of it."""
        self.assertEqual(self.run_it("--emit", "slang", "--degree", "7"), self.run_it("--emit", "hlsl", "--degree", "7"))
        slangc = os.environ.get("VIETA_SLANGC") or shutil.which("slangc")
        if not slangc:
            self.skipTest("no slangc")
        for degree in ("1", "3", "6", "10", "32"):
            text = self.run_it("--emit", "slang", "--degree", degree) + """
RWStructuredBuffer<float> rows;
[shader("compute")] [numthreads(64, 1, 1)] void solve(uint3 id : SV_DispatchThreadID) {
  float a[REAL_ROOTS_DEGREE + 1];
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) a[k] = rows[id.x * (REAL_ROOTS_DEGREE + 1) + k];
  RealRoots r = real_roots(a, -1.0, 1.0, 0.0, 0.0);
  for (int i = 0; i < REAL_ROOTS_DEGREE; i++) rows[id.x * (REAL_ROOTS_DEGREE + 1) + i] = r.roots[i];
}
"""
            for target in ("hlsl", "glsl", "metal", "wgsl", "cuda", "cpp"):
                done = subprocess.run([slangc, self.file("solve.slang", text), "-target", target, "-entry", "solve", "-stage",
                                       "compute", "-o", self.path("out")], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_names_and_plain_shaders(self):
        text = self.run_it("--emit", "glsl", "--degree", "4", "--name", "ray_quartic", "--plain")
        self.assertIn("RayQuartic ray_quartic_first(", text)
        self.assertNotIn("real_roots", text)
        self.assertIn("without scaling", text)
        self.assertLess(len(text), len(self.run_it("--emit", "glsl", "--degree", "4", "--name", "ray_quartic")))
        for bad in ("Quartic", "4", "a__b", "a-b"):
            self.refused("real-roots", "--emit", "glsl", "--degree", "4", "--name", bad, saying=f"--name: found '{bad}'")
        for language, bad in (("glsl", "float"), ("c", "int"), ("c", "main"), ("cpp", "class"), ("hlsl", "float")):
            self.refused("real-roots", "--emit", language, "--degree", "4", "--name", bad, saying=f"--name: found '{bad}'")
        self.refused("real-roots", "--emit", "glsl", "--degree", "4", "--name", "", saying="--name: found nothing")
        for option in (("--name", "a"), ("--plain",)):
            self.refused("real-roots", "--poly", "x", *option, saying=f"{option[0]}: found no --emit")

    def test_misuse(self):
        x = ("real-roots", "--poly", "x")
        self.refused("real-roots", saying="INPUT: found nothing")
        self.refused(*x, "--in", "1", saying="--in: found '1', expected two numbers a,b")
        self.refused(*x, "--in", "1,2,3", saying="--in")
        self.refused(*x, "--in", "0,1e400", saying="in the range of double")
        self.refused(*x, "--in", "nan,1", saying="--in: found 'nan,1'")
        self.refused(*x, "--in", "2,1", saying="a <= b")
        self.refused(*x, "--tol", "-1", saying="--tol")
        self.refused(*x, "--tol", "nan", saying="--tol: found 'nan', expected a number that is not negative")
        self.refused(*x, "--method", "newton", saying="--method")
        self.refused(*x, "--precision", "half", saying="--precision")
        self.refused(*x, "--on", "gpu", saying="gpu")
        self.refused(*x, "--json", "-o", "a.npy", saying="--output: found 'a.npy' beside --json")
        self.refused(*x, "--plot", "a.gif", saying="--plot: found 'a.gif'")
        self.refused(*x, "--degree", "3", saying="--emit")
        self.refused(*x, "a.csv", saying="--poly")
        self.refused("real-roots", "--emit", "glsl", saying="--degree")
        self.refused("real-roots", "--emit", "fortran", "--degree", "3", saying="--emit")
        self.refused("real-roots", "--emit", "glsl", "--degree", "4", "--precision", "double",
                     saying="--precision: found 'double', expected float")
        self.assertIn("float", self.run_it("--emit", "glsl", "--degree", "4", "--precision", "float"))
        self.refused("real-roots", "--poly", "x^65", saying="degree 65, expected at most 64; 'vieta roots' with --real-only")
        self.refused("real-roots", "--poly", "x^2+i", saying="complex coefficients")
        self.refused("real-roots", "1/(x^2-1)", saying="found a quotient")
        self.refused("real-roots", self.path("missing.npy"), saying="missing.npy")
        self.refused("real-roots", self.path("."), saying="directory")
        self.refused("real-roots", self.file("a.csv", "1,2\n3,four\n"), saying="a.csv:2: found 'four'")
        self.refused("real-roots", self.file("b.npy", npy("f8", (1, 1, 1), [1])), saying="two-dimensional")
        self.refused("real-roots", "-", text="", saying="standard input:1: found nothing")

    def long_job(self, *arguments, rows=1 << 17):
        random.seed(3)
        path = self.path("long.npy")
        block = struct.pack("<4160d", *(random.gauss(0, 1) for _ in range(4160)))
        with open(path, "wb") as file:
            file.write(npy("f8", (rows, 65), []))
            for _ in range(rows // 64):
                file.write(block)
        return subprocess.Popen([PROGRAM, "real-roots", path, "--threads", "1", "--method", "derivatives", *arguments],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def test_ctrl_c_keeps_what_is_known(self):
        job = self.long_job("--on", "cpu", "-o", self.path("part.npy"))
        wait_until_at_work(job, 1)  # the file is read by then
        job.send_signal(signal.SIGINT)
        said, complaint = job.communicate(timeout=100)
        self.assertEqual((job.returncode, complaint), (2, ""), said)
        self.assertIn("stopped by the user", said)
        self.assertEqual(len(read_npy(self.path("part.npy"))[0]), 1 << 17)

    def test_time_limit(self):
        job = self.long_job("--on", "cpu", "--max-seconds", "0.01", "-o", self.path("part.npy"), rows=1 << 13)
        said, complaint = job.communicate(timeout=100)
        self.assertEqual((job.returncode, complaint), (2, ""), said)
        self.assertIn("stopped by time", said)


    def test_memory_that_was_not_written_decides_nothing(self):
        """glibc fills new memory with a byte of our choice: kernels load whole vectors of it, behind what they wrote."""
        random.seed(4)
        for degree in (2, 4, 7, 12):
            rows = self.file("rows.json", json.dumps([[random.gauss(0, 1) for _ in range(degree + 1)] for _ in range(203)]))
            for isa in ("baseline", "avx2", "avx512"):
                answers = set()
                for byte in ("0", "85", "171"):
                    env = {"MALLOC_PERTURB_": byte, "VIETA_ISA": isa}
                    done = vieta("real-roots", rows, "--in", "-3,3", "--threads", "1", "--json", env=env)
                    answers.add(done.stdout.split('"report"')[0])
                self.assertEqual(len(answers), 1, (degree, isa))


main()
