import json

from program import Case, main, vieta


class Verify(Case):
    """True results hold, and no lie passes."""

    poly = "(x^5 - x - 1)(x-3)^2"

    def setUp(self):
        super().setUp()
        self.truth = json.loads(self.solve("--poly", self.poly, "--json"))

    def verdict(self, result, *more):
        path = self.file("result.json", json.dumps(result))
        done = vieta("verify", path, "--poly", self.poly, "--json", *more)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        said = json.loads(done.stdout)
        self.assertEqual(said["holds"], done.returncode == 0)
        return said

    def rejected(self, change):
        lie = json.loads(json.dumps(self.truth))
        change(lie["roots"])
        said = self.verdict(lie)
        self.assertFalse(said["holds"])
        return said["complaints"]

    def test_truth_holds(self):
        said = self.verdict(self.truth)
        self.assertTrue(said["holds"], said)
        self.assertEqual(said["checked"], len(self.truth["roots"]))

    def test_truth_holds_to_many_digits(self):
        self.assertTrue(self.verdict(json.loads(self.solve("--poly", self.poly, "--json", "--digits", "100")))["holds"])

    def test_standard_input(self):
        done = vieta("verify", "-", "--poly", self.poly, text=json.dumps(self.truth))
        self.assertEqual(done.returncode, 0, done)
        self.assertTrue(done.stdout.startswith("holds: "))

    def test_lies(self):
        single = next(k for k, z in enumerate(self.truth["roots"]) if z["multiplicity"] == 1)
        double = next(k for k, z in enumerate(self.truth["roots"]) if z["multiplicity"] == 2)

        def move(roots):
            roots[single]["re"] += 1e-9

        def shrink(roots):
            roots[single]["re"] += 1e-13
            roots[single]["radius"] = 1e-15

        def miscount(roots):
            roots[double]["multiplicity"] = 1

        def make_real(roots):
            next(z for z in roots if z["im"] != 0)["real"] = True

        def repeat(roots):
            roots[single] = dict(next(z for z in roots if z["multiplicity"] == 1 and z is not roots[single]))

        for lie in (move, shrink, miscount, make_real, repeat, lambda roots: roots.pop()):
            self.assertTrue(self.rejected(lie))

    def test_another_polynomial(self):
        path = self.file("result.json", json.dumps(self.truth))
        done = vieta("verify", path, "--poly", "x^7 - 2")
        self.assertEqual(done.returncode, 2)
        self.assertIn("does not hold", done.stdout)

    def test_what_is_no_result(self):
        self.refused("verify", self.file("a.json", "{"), "--poly", "x", saying="a.json")
        self.refused("verify", self.path("missing.json"), "--poly", "x", saying="missing.json")
        self.refused("verify", "-", "-", text="{}", saying="standard input")


main()
