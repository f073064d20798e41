import json
import pathlib
import signal
import subprocess

from program import PROGRAM, Case, main, vieta, wait_until_at_work

EXAMPLES = pathlib.Path(__file__).parents[3] / "examples" / "systems"


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

    def test_truth_of_systems_holds(self):
        """Each solution is proven to as many bits as its radius asks for (bench/verify_ratio.py has the times)."""
        conics = str(EXAMPLES / "circle_and_hyperbola.phc")
        for verb, more, given in (
            ("solve", ["--family", "cyclic:6"], ["--family", "cyclic:6"]),
            ("solve", ["--family", "noon:4", "--digits", "60"], ["--family", "noon:4"]),
            ("newton", [conics, "--digits", "60"], [conics]),
        ):
            with self.subTest(f"{verb} {more}"):
                result = self.path("system.json")
                self.assertEqual(vieta(verb, *more, "-o", result).returncode, 0)
                self.assertEqual(vieta("verify", result, *given).returncode, 0)

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

    def test_a_large_result_of_another_polynomial(self):
        path = self.file("result.json", self.solve("--poly", "x^700 - 1", "--json"))
        done = vieta("verify", path, "--poly", "x^700 - x - 2")
        self.assertEqual(done.returncode, 2)
        self.assertIn("does this result belong to this polynomial?", done.stdout)

    def test_a_key_twice(self):
        """What one reader takes from the first, and the next from the last."""
        text = json.dumps(self.truth)
        for key in ("roots", "status", "report", "verb"):
            value = json.dumps(self.truth.get(key))
            for lie in (f'{{"{key}": {value}, ' + text[1:], text[:-1] + f', "{key}": {value}}}'):
                path = self.file("lie.json", lie)
                self.refused("verify", path, "--poly", "x^7 - 2", saying=f'"{key}": found it twice, expected it once')
        first = text.index("{", 1 + text.index('"roots"')) + 1
        for key in ("re", "im", "radius", "multiplicity", "status", "real"):
            path = self.file("lie.json", text[:first] + f'"{key}": 1, ' * 2 + text[first:])
            self.refused("verify", path, "--poly", "x^7 - 2", saying="lie.json: root 1: ")
        many = ", ".join(f'"k{k}": 0' for k in range(100))
        path = self.file("lie.json", "{" + many + ', "k99": 0, ' + text[1:])
        self.refused("verify", path, "--poly", "x^7 - 2", saying='"k99": found it twice')
        path = self.file("solved.json", vieta("solve", "--system", "x^2-2", "--json").stdout.replace(
            '"verb"', '"solutions":[],"verb"', 1))
        self.refused("verify", path, "--system", "x^2-2", saying="found the key 'solutions' twice in an object")
        self.refused("boxes", self.file("b.json", '{"vars": ["x"], "vars": ["x"], "box": [[0, 1]], "equations": ["x"]}'),
                     saying="found the key 'vars' twice in an object, expected it once")

    def test_a_key_of_a_root_that_is_missing(self):
        truth = json.loads(self.solve("--poly", "x^7 - 2", "--json"))
        for key in ("re", "im", "radius", "multiplicity", "status", "real", "imaginary"):
            for k in (0, 3):
                lie = json.loads(json.dumps(truth))
                del lie["roots"][k][key]
                self.refused("verify", self.file("lie.json", json.dumps(lie)), "--poly", "x^7 - 2",
                             saying=f'root {k + 1}: found no "{key}", expected one')
        lie = json.loads(json.dumps(truth))
        for root in lie["roots"]:
            del root["imaginary"]
        self.refused("verify", self.file("lie.json", json.dumps(lie)), "--poly", "x^7 - 2",
                     saying='root 1: found no "imaginary", expected one')
        lie["report"]["uncertain"] = lie["report"].pop("wide")  # as 0.1.0 wrote it
        done = vieta("verify", self.file("old.json", json.dumps(lie)), "--poly", "x^7 - 2")
        self.assertEqual(done.returncode, 0, done)

    def test_a_region_is_full(self):
        for poly, region, code in (("x^7 - 2", ("--in-disc", "0,2"), 0), ("x^7 - 2", ("--in-disc", "1.1,0.05"), 0),
                                   ("x^7 - 2", ("--real-only",), 0),
                                   ("x^4 - 5x^2 + 4", ("--real-only", "--in-disc", "1,1.5"), 0),
                                   ("x^2 - 2x", ("--in-disc", "0,1"), 0), ("x^5-1e-20", ("--real-only",), 0)):
            with self.subTest(poly, region=region):
                found = json.loads(self.solve("--poly", poly, *region, "--json", code=code))
                self.assertTrue(found["roots"])
                done = vieta("verify", self.file("right.json", json.dumps(found)), "--poly", poly)
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertIn("in the region, and there are no others in it", done.stdout)
                for k in range(len(found["roots"])):
                    lie = json.loads(json.dumps(found))
                    gone = lie["roots"].pop(k)
                    plural = {"cluster": "clusters"}.get(gone["status"], gone["status"])
                    lie["report"][plural] -= 1
                    done = vieta("verify", self.file("lie.json", json.dumps(lie)), "--poly", poly)
                    self.assertEqual(done.returncode, 2, (k, done.stdout))
                    self.assertIn("the region has a root that is not listed", done.stdout)
                lie = {**found, "roots": [], "report": {**found["report"], "isolated": 0, "clusters": 0}}
                done = vieta("verify", self.file("lie.json", json.dumps(lie)), "--poly", poly)
                self.assertEqual(done.returncode, 2, done.stdout)
        empty = self.file("empty.json", self.solve("--poly", "x^7 - 2", "--in-disc", "0,0.5", "--json"))
        self.assertEqual(vieta("verify", empty, "--poly", "x^7 - 2").returncode, 0)

    def test_what_was_stopped(self):
        # Sparse, so that each disc takes ball arithmetic, and all of them an hour.
        poly = self.file("long.txt", "\n".join(str(k * k % 101 - 50 if k % 5 == 0 or k % 101 == 3 else 0) for k in range(12001)))
        path = self.file("result.json", self.solve(poly, "--json"))
        done = vieta("verify", path, poly, "--max-seconds", "0.5", "--threads", "1")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stdout, r"\Anot decided within \d\S* m?s: \d+ of \d+ discs were checked")
        self.assertIn("\nnothing is wrong so far: ", done.stdout)
        self.assertNotIn("does not hold", done.stdout)
        job = subprocess.Popen([PROGRAM, "verify", path, poly, "--threads", "1", "--json"], stdout=subprocess.PIPE,
                               text=True, start_new_session=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        wait_until_at_work(job, 0.7)
        job.send_signal(signal.SIGINT)
        out, _ = job.communicate(timeout=60)
        self.assertEqual(job.returncode, 2)
        said = json.loads(out)
        self.assertEqual((said["holds"], said["decided"]), (False, False))
        self.assertIn("not decided, cancelled", said["complaints"][-1])
        self.refused("verify", path, poly, "--max-seconds", "-1", saying="--max-seconds")

    def test_poles(self):
        quotient = "(x^2-2)/(x^2+3)^2"
        found = json.loads(self.solve("--poly", quotient, "--json"))
        done = vieta("verify", self.file("right.json", json.dumps(found)), "--poly", quotient)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("\npoles\nholds: 2 discs proven again, pairwise disjoint, with 4 roots", done.stdout)

        def says(lie, of, line):
            done = vieta("verify", self.file("lie.json", json.dumps(lie)), "--poly", of, "--json")
            self.assertEqual(done.returncode, 2, done.stdout)
            said = json.loads(done.stdout)
            self.assertEqual((said["holds"], said["decided"]), (False, True))
            self.assertTrue(any(line in complaint for complaint in said["complaints"]), said)

        lie = json.loads(json.dumps(found))
        lie["poles"]["roots"][0]["im"] += 1e-9
        says(lie, quotient, "poles: root 1 (0, 1.732050808568877")
        lie = json.loads(json.dumps(found))
        del lie["poles"]
        says(lie, quotient, "poles: none are listed, but the input has a denominator of degree 4")
        says(found, "x^2-2", "poles: some are listed, but the input has no denominator")
        lie = json.loads(json.dumps(found))
        del lie["poles"]["roots"][0]["status"]
        self.refused("verify", self.file("lie.json", json.dumps(lie)), "--poly", quotient, saying='poles: root 1: found no "status"')

    def test_results_of_other_verbs(self):
        acos = self.file("acos.json", vieta("minimax", "acos", "--degree", "1", "--json").stdout)
        self.refused("verify", acos, "--poly", "x", saying="found a result of minimax beside an option")
        real = self.file("real.json", vieta("real-roots", "--poly", "x^2 - 2", "--json").stdout)
        self.refused("verify", real, "--poly", "x^2 - 2", saying="found a result of real-roots, expected one of roots, newton, solve, boxes")

    def test_boxes(self):
        system = "x^2 + y^2 - 1; x - y"
        truth = vieta("boxes", system, "--box=-2,2", "--json").stdout
        path = self.file("boxes.json", truth)
        done = vieta("verify", path, "--system", system, "--box=-2,2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("holds: 2 solutions proven again, and there is no other in the box\n", done.stdout)
        self.assertEqual(vieta("verify", path, system, "--box=-2,2").returncode, 0)
        self.assertEqual(vieta("verify", path, "--system", system, "--box=-3,2").returncode, 0)  # as true there
        self.assertEqual(vieta("verify", path, "--system", system, "--box=0,2").returncode, 2)
        self.refused("verify", path, "--system", system, saying="--box: expected beside equations")
        self.refused("verify", path, saying="INPUT: found nothing, expected the file of the systems")
        # Solutions on the border, in one variable and with a double one, whose cluster has a degree.
        border = vieta("boxes", "x*(x - 1)*(x - 3)", "--box=0,1", "--json").stdout
        self.assertEqual(vieta("verify", "-", "--system", "x*(x - 1)*(x - 3)", "--box=0,1", text=border).returncode, 0)
        double = vieta("boxes", "(x - 1/3)^2*(x - 1/2)", "--box=0,1", "--json").stdout
        done = vieta("verify", "-", "--system", "(x - 1/3)^2*(x - 1/2)", "--box=0,1", text=double)
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("does not hold", done.stdout)

    def test_minimax(self):
        for question in (("acos", "--degree", "3"), ("exp(x)", "--degree", "3", "--denominator-degree", "2"),
                         ("sin(x)", "--form", "x*p(x^2)", "--in", "0,pi/2", "--degree", "3", "--relative"),
                         ("abs(x)", "--degree", "4"), ("1/x", "--in", "1,2", "--degree", "4", "--weight", "x^2"),
                         ("exp(x)", "--degree", "4", "--constraint", "p(0)=1"), ("exp(x)", "--degree", "5", "--format", "f16"),
                         ("exp(x)", "--form", "1+x*p(x)", "--in=-0.5,0.5", "--degree", "4"), ("atan(2*x)", "--constraint", "p(1)=2", "--degree", "6"),
                         ("cos(x)", "--degree", "6", "--format", "decimals:5"), ("1e6*exp(x)", "--degree", "16", "--format", "decimals:9"),
                         ("1e12*exp(x)", "--degree", "12", "--format", "decimals:9"),
                         ("1e25*cos(x)", "--degree", "6", "--format", "decimals:2"),
                         ("exp(x)", "--degree", "6", "--denominator-degree", "6", "--format", "decimals:17")):
            truth = vieta("minimax", *question, "--json").stdout
            done = vieta("verify", "-", text=truth)
            self.assertEqual((done.returncode, done.stderr), (0, ""), (question, done.stdout))
            self.assertIn("the error is at most", done.stdout)

    def test_solutions_of_a_system(self):
        path = self.file("points.json", vieta("solve", "--system", "x^2 + y^2 - 5; x*y - 2", "--json").stdout)
        done = vieta("verify", path, "--system", "x^2 + y^2 - 5; x*y - 2", "--threads", "2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"\Aholds: 4 solutions proven again; that none is missing as well\nball arithmetic, \S+ \w+ on cpu, 2 threads\n\Z")
        done = vieta("verify", path, "--system", "x^2 + y^2 - 5; x*y - 2", "--max-seconds", "1e-9")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stdout, r"not decided within \d\S* [num]?s: 0 of 4 solutions were checked\n\nnothing is wrong so far: ")

    def test_lies_about_a_system(self):
        """A certified solution without a proof passed; so did words in the place of a proof."""
        system = ("--system", "x^2 + y^2 - 5; x*y - 1")
        truth = json.loads(vieta("solve", *system, "--json").stdout)

        def complaint(**change):
            lie = json.loads(json.dumps(truth))
            lie["solutions"][0].update(change)
            done = vieta("verify", self.file("points.json", json.dumps(lie)), *system)
            self.assertEqual(done.returncode, 2, done)
            return done.stdout

        self.assertIn("solution 1: certified, but its proof is none", complaint(proof="none"))
        self.assertIn("solution 1: its proof is solution, but it is not certified", complaint(certified=False))
        self.assertIn("solution 1: a radius, but no proof", complaint(certified=False, proof="none"))
        self.assertIn("real is not null, but there is no proof", complaint(certified=False, proof="none", radius=None))
        self.assertIn("solution 1: a proof, but no radius", complaint(radius=None))
        self.assertRegex(complaint(radius=1e-300), r"too small: the solution is \d\S*e-\d+ away")
        nothing = {"certified": False, "proof": "none", "radius": None, "real": None}
        truth["solutions"][1].update(nothing)
        done = vieta("verify", self.file("points.json", json.dumps(truth)), *system)
        self.assertIn('report: "certified": found \'4\', expected 3: so many of the solutions are\n', done.stdout)
        truth["report"].update(certified=3, regular=5, real=3)
        done = vieta("verify", self.file("points.json", json.dumps(truth)), *system)
        self.assertIn('report: "regular": found \'5\', expected 4: so many of the solutions are\n', done.stdout)
        truth["report"]["regular"] = 4
        done = vieta("verify", self.file("points.json", json.dumps(truth)), *system)
        self.assertIn("complete: found proven by total-degree, which is 4 when counted again, expected 3", done.stdout)
        truth["report"]["complete"] = "paths"
        done = vieta("verify", self.file("points.json", json.dumps(truth)), *system)
        self.assertEqual(done.stdout.splitlines()[:-1], ["holds: 3 solutions proven again"])

    def test_a_solution_that_is_listed_twice(self):
        """It was proven again twice. Several starts of newton may well lead to one solution."""
        system = ("--system", "x^2 + y^2 - 5; x*y - 2")
        lie = json.loads(vieta("solve", *system, "--json").stdout)
        lie["solutions"][3] = lie["solutions"][1]
        done = vieta("verify", self.file("points.json", json.dumps(lie)), *system)
        self.assertEqual(done.stdout.splitlines()[:-1], ["solution 4: it may be the same as solution 2", "",
                                                         "does not hold: 1 complaint; 4 solutions proven again"])
        twice = vieta("newton", *system, "--start", "2, 1; 2.1, 1", "--json").stdout
        done = vieta("verify", self.file("points.json", twice), *system)
        self.assertEqual(done.stdout.splitlines()[:-1], ["holds: 2 solutions proven again"])

    def test_sorted_keys(self):
        """The first key says which verb it was; a program that sorts them puts it last."""
        system = ("--system", "x^2 + y^2 - 5; x*y - 2")
        result = json.loads(vieta("solve", *system, "--json").stdout)
        path = self.file("sorted.json", json.dumps(result, sort_keys=True, indent=2))
        self.assertEqual(vieta("verify", path, *system).stdout.splitlines()[:-1],
                         ["holds: 4 solutions proven again; that none is missing as well"])

    def test_that_no_solution_is_missing(self):
        for system, kind in (("x^2+y^2-1; (x-0.5)*z-1; (y-0.8660254)*z-2", "mixed-volume"), ("x^2-2; x*y-1", None),
                             ("(x-1)^2*(x+2); y-x", "counted"), ("2; x*y-1", "inconsistent"),
                             ("x^2+y^2-4; x^2+y^2-x-3*y", "combined"), ("(x^2+y^2)*x-y; (x^2+y^2)*y-2*x-1", "isotropic"),
                             ("(x^2+2*y^2)*x-y; (x^2+2*y^2)*y-2*x-1", "isotropic"),
                             ("x^2-y; x^2-y+1", "inconsistent")):
            result = json.loads(vieta("solve", "--json", "--system", system).stdout)
            path = self.file("points.json", json.dumps(result))
            self.assertRegex(vieta("verify", path, "--system", system).stdout, "holds: .*(none is missing as well|as counted)")
            lie = json.loads(json.dumps(result))
            if kind == "counted":
                lie["solutions"] = lie["solutions"][:1]
                lie["report"].update((key, sum(s["regular"] is is_regular for s in lie["solutions"]))
                                     for key, is_regular in (("regular", True), ("singular", False)))
                lie["report"]["certified"] = sum(s["certified"] for s in lie["solutions"])
                lie["report"]["real"] = sum(s["regular"] and s["real"] is True for s in lie["solutions"])
            elif kind == "inconsistent":
                continue
            elif kind in ("combined", "isotropic"):
                self.assertTrue(lie["report"][kind], lie["report"])
                lie["report"].update(combined=False, isotropic=[], isotropic_forms=[])  # the bound is another one then
            else:
                lie["solutions"].pop()
                lie["report"].update(certified=1, regular=1, real=sum(s["real"] is True for s in lie["solutions"]))
            done = vieta("verify", self.file("points.json", json.dumps(lie)), "--system", system)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn("complete: found ", done.stdout)

    def test_words_for_what_is_complete(self):
        result = json.loads(vieta("solve", "--json", "--system", "x^2-2; x*y-1").stdout)
        result["solutions"].pop()
        result["report"].update(certified=1, regular=1, real=1)
        result["report"]["paths"]["regular"] -= 1
        for word, says in (("hello", "found 'hello'"), ("traced", "which are not followed again")):
            result["report"]["complete"] = word
            done = vieta("verify", self.file("points.json", json.dumps(result)), "--system", "x^2-2; x*y-1")
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(says, done.stdout)

    def test_uncertain_coefficients(self):
        result = self.solve("--poly", "x^2 - 2", "--uncertainty", "1e-9", "--json")
        done = vieta("verify", self.file("result.json", result), "--poly", "x^2 - 2")
        self.assertIn("; what the uncertainty of the coefficients leaves of that is not looked at", done.stdout)

    def test_batches_are_refused(self):
        rows = self.file("rows.txt", "1 2 1\n-2 0 1\n")
        path = self.file("batch.json", self.solve(rows, "--batch", "--json"))
        self.refused("verify", path, "--poly", "x^2 - 2", saying="verify cannot check batches")

    def test_solutions_of_a_wrong_kind(self):
        """A parser's own words came out, and what was left out had a value by default."""
        system = ("--system", "x^2 + y^2 - 5; x*y - 2")
        truth = json.loads(vieta("solve", *system, "--json").stdout)

        def refused(solution, saying):
            truth["solutions"][1] = solution
            self.refused("verify", self.file("points.json", json.dumps(truth)), *system,
                         saying="points.json: solution 2" + saying)

        right = dict(truth["solutions"][1])
        for key, found, expected in (("certified", "yes", "true or false"), ("certified", None, "true or false"),
                                     ("proof", True, "solution, stationary_point, no_solution, of_combinations or none"),
                                     ("proof", "no doubt", "solution, stationary_point, no_solution, of_combinations or none"),
                                     ("radius", "1e-9", "a number that is not negative, or null"),
                                     ("radius", -1e-9, "a number that is not negative, or null"),
                                     ("real", 1, "true, false or null"), ("x", "1, 2", "one pair"),
                                     ("x", [["1", "0"]], "one pair"), ("x", [["1", "0"], [2, 0]], '["re", "im"]'),
                                     ("x", [["1", "0"], ["nan", "0"]], '["re", "im"]')):
            refused({**right, key: found}, f': "{key}": found ')
            refused({**right, key: found}, "")
            done = vieta("verify", self.path("points.json"), *system)
            self.assertIn(", expected " + expected, done.stderr)
        for key in ("x", "radius", "certified", "proof", "real"):
            refused({k: v for k, v in right.items() if k != key}, f': found no "{key}", expected one')
        refused("x = 1", ": found")

    def test_what_is_no_result(self):
        self.refused("verify", self.file("a.json", "{"), "--poly", "x", saying="a.json")
        self.refused("verify", self.path("missing.json"), "--poly", "x", saying="missing.json")
        self.refused("verify", "-", "-", text="{}", saying="standard input")


main()
