import json
import struct

from program import NO_ROOTS, Case, main, vieta


def npy(kind, shape, values, order="<", fortran=False):
    """An array of f8 or c16 in NumPy's format; a complex number is two values."""
    head = f"{{'descr': '{order}{kind}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() +
            struct.pack(f"{order}{len(values)}d", *values))


class RootRows(Case):
    # x^2 - 1, x - 0.5 (a leading zero), x^2 + 1, (x - 1)^2
    FLAT = [-1, 0, 1, -0.5, 1, 0, 1, 0, 1, 1, -2, 1]
    ROOTS = [[[1, 0], [-1, 0]], [[0.5, 0]], [[0, 1], [0, -1]], [[1, 0], [1, 0]]]

    def roots(self, *arguments, code=0, **options):
        done = vieta("roots", *arguments, "--json", **options)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def test_a_root_below_the_range_of_doubles(self):
        """Its disc, the smallest there is, would hold the exact zero beside it as well."""
        result = self.roots("--batch", self.file("small.json", "[[0, -1.4e-279, 1.3e275, 0.85, 7]]"), code=2)["results"][0]
        self.assertEqual(result["root_statuses"], ["isolated", "unproven", "isolated", "isolated"])
        self.assertEqual(result["radii"][:2], [0, None])

    def test_all_ways_in_give_the_same(self):
        columns = [-1, -0.5, 1, 1, 0, 1, 0, -2, 1, 0, 1, 1]
        both = [x for a in self.FLAT for x in (a, 0.0)]
        files = {
            "a.npy": npy("f8", (4, 3), self.FLAT),
            "b.npy": npy("f8", (4, 3), self.FLAT, order=">"),
            "c.npy": npy("f8", (4, 3), columns, fortran=True),
            "d.npy": npy("c16", (4, 3), both),
            "e.npy": npy("c16", (4, 3), [x for a in columns for x in (a, 0.0)], order=">", fortran=True),
        }
        for name, content in files.items():
            result = self.roots(self.file(name, content))
            self.assertEqual([r["roots"] for r in result["results"]], self.ROOTS, name)
            self.assertEqual(result["report"]["complete"], 4)
            self.assertEqual(result["results"][3]["root_statuses"], ["cluster", "cluster"])
        text = "-1 0 1\n-0.5, 1\n1 0 1 # x^2 + 1\n1 -2 1\n"
        self.assertEqual([r["roots"] for r in self.roots("--batch", "-", text=text)["results"]], self.ROOTS)
        rows = json.dumps([self.FLAT[k:k + 3] for k in range(0, 12, 3)])
        self.assertEqual([r["roots"] for r in self.roots("--batch", self.file("f.json", rows))["results"]], self.ROOTS)

    def test_one_polynomial_is_none_of_many(self):
        self.assertEqual(len(self.roots(self.file("a.json", "[[-1, 0], [0, 0], [1, 0]]"))["roots"]), 2)
        self.assertEqual(len(self.roots(self.file("a.npy", npy("f8", "(3,)", [-1, 0, 1])))["roots"]), 2)

    def test_bad_rows_are_statuses(self):
        path = self.file("a.npy", npy("f8", (4, 3), [-1, 0, 1, 0, 0, 0, float("nan"), 0, 1, float("inf"), 0, 1]))
        result = self.roots(path, code=2)
        self.assertEqual([r["status"] for r in result["results"]],
                         ["complete", "zero_polynomial", "bad_input", "bad_input"])
        self.assertEqual([len(r["roots"]) for r in result["results"]], [2, 0, 0, 0])

    def test_an_array_comes_out(self):
        path, out = self.file("a.npy", npy("f8", (4, 3), self.FLAT)), self.path("out.npy")
        done = vieta("roots", path, "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("4 polynomials of degree at most 2, 7 roots", done.stdout)
        with open(out, "rb") as file:
            data = file.read()
        size, = struct.unpack("<H", data[8:10])
        self.assertEqual((10 + size) % 64, 0)
        head = eval(data[10:10 + size])  # a dictionary of constants
        self.assertEqual((head["descr"], head["shape"], head["fortran_order"]), ("<c16", (4, 2), False))
        values = struct.unpack("<16d", data[10 + size:])
        self.assertEqual(values[:4], (1, 0, -1, 0))
        self.assertNotEqual(values[6], values[6])  # NaN behind the only root of x - 0.5
        self.assertEqual(vieta("roots", path, "-o", out, "--quiet").stdout, "")

    def test_a_table(self):
        text = vieta("roots", self.file("a.npy", npy("f8", (4, 3), self.FLAT)), "--rows", 2).stdout
        lines = text.splitlines()
        self.assertEqual(lines[0].split(), ["#", "status", "radius", "roots"])
        self.assertTrue(lines[1].startswith("1  complete  "), text)
        self.assertEqual([line.index(word) for line, word in zip(lines, ("status", "complete", "complete"))], [3, 3, 3])
        self.assertEqual(lines[3:5], ["... and 2 more", ""])
        self.assertIn(" on cpu ", lines[-1])
        self.assertIn("4 complete", text)

    def test_misuse(self):
        path = self.file("a.npy", npy("f8", (4, 3), self.FLAT))
        for option in (["--uncertainty", "0.1"], ["--method", "durand-kerner"], ["--digits", "20"],
                       ["--plot", self.path("a.svg")]):
            self.refused("roots", path, *option, saying="found a batch of polynomials, expected a single one beside ")
        self.refused("roots", "--batch", saying="INPUT: found nothing, expected a file")
        self.refused("roots", "--batch", self.file("b.txt", "1 2\n3 four\n"), saying="b.txt:2: found 'four'")
        self.refused("roots", self.file("c.npy", npy("f8", (1, 66), [1] * 66)), saying="rows of 66 coefficients")
        self.refused("roots", path, "--json", "-o", self.path("x.npy"), saying="expected a file name that ends in .json")

    def test_an_array_of_two_axes_where_one_is_expected(self):
        path = self.file("a.npy", npy("f8", (4, 3), self.FLAT))
        with open(path, "rb") as rows:
            self.assertEqual(vieta("roots", "-", stdin=rows).returncode, 0)
        self.refused("roots", path, "--format", "npy", saying="found shape '(4, 3)', expected a one-dimensional array, shape "
                     "(N,), or --batch for a polynomial in each row")
        with open(path, "rb") as rows:
            self.assertEqual(vieta("roots", "-", "--batch", stdin=rows).returncode, 0)
        self.refused("verify", self.file("result.json", NO_ROOTS), path, saying="shape (N,)\n")


main()
