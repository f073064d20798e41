"""`vieta solve` from given solutions, by monodromy, with proven paths, and on grids of parameters."""

import json

from program import Case, main, vieta

# Lines y = a x + b, z = c x + d on the cubic surface 1 + sum of p_k times monomials: 27 (Cayley, Salmon 1849).
LINES = """(p0 + p1*b + p2*b^2 + p3*b^3 + p4*d + p5*d^2 + p6*d^3 + p7*b*d + p8*b^2*d + p9*b*d^2);
 (q0 + q1*b + q2*b^2 + q3*d + q4*d^2 + q5*b*d) + a*(p1 + 2*p2*b + 3*p3*b^2 + p7*d + 2*p8*b*d + p9*d^2)
 + c*(p4 + 2*p5*d + 3*p6*d^2 + p7*b + p8*b^2 + 2*p9*b*d);
 (r0 + r1*b + r2*d) + a*(q1 + 2*q2*b + q5*d) + c*(q3 + 2*q4*d + q5*b) + a^2*(p2 + 3*p3*b + p8*d)
 + c^2*(p5 + 3*p6*d + p9*b) + a*c*(p7 + 2*p8*b + 2*p9*d);
 s0 + a*r1 + c*r2 + a^2*q2 + c^2*q4 + a*c*q5 + p3*a^3 + p6*c^3 + p8*a^2*c + p9*a*c^2""".replace("\n", " ")


def parameters_of_lines():
    names = [f"p{k}" for k in range(10)] + [f"q{k}" for k in range(6)] + ["r0", "r1", "r2", "s0"]
    return ",".join(f"{name}={(7 * k * k + 3 * k) % 11 - 5 + 0.5}" for k, name in enumerate(names))


class Family(Case):
    def solve(self, *arguments, code=0):
        done = vieta("solve", *arguments)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout[-2000:])
        return done.stdout

    def result(self, *arguments, code=0):
        return json.loads(self.solve(*arguments, "--json", code=code))

    def test_solutions_of_one_instance_lead_to_another(self):
        system = ("--system", "x^2 + y^2 - r; x*y - p")
        file = self.file("start.json", self.solve(*system, "--at", "r=4,p=1", "--json"))
        new = self.result(*system, "--at", "r=9,p=2", "--start", file)
        fresh = self.result(*system, "--at", "r=9,p=2")

        def points(result):
            return sorted([round(float(z[0]), 12) for z in s["x"]] for s in result["instances"][0]["solutions"])

        self.assertEqual(points(new), points(fresh))
        generic = new["report"]["generic"]
        self.assertEqual((generic["start"], generic["from"]["given"], generic["from"]["proven"]), ("given", 4, 4))
        # The bound of the family is met: more than the start could promise.
        self.assertEqual(new["instances"][0]["complete"], "proven")

    def test_solutions_far_out_are_not_lost(self):
        """Paths that end at infinity in doubles, whose solutions are at 1e14."""
        far = ("--system", "a*x+y-1; x+y-3", "--at", "a=0.99999999999999")
        start = self.file("start.json", self.solve("--system", "a*x+y-1; x+y-3", "--at", "a=2", "--json"))
        for how in (("--monodromy",), ("--start", start)):
            found = self.result(*far, *how)
            self.assertEqual([len(found["instances"][0]["solutions"]), found["instances"][0]["complete"]], [1, "proven"])
        one = self.file("points.json", "[[[1,0]],[[2,0]]]")
        done = vieta("solve", "--system", "x^2*a-3*x+2", "--at", "a=1e-14", "--start", one, "--start-at", "a=1", "--json")
        count = len(json.loads(done.stdout)["instances"][0]["solutions"])
        self.assertEqual(done.returncode == 0, count == 2)
        grid = self.result("--system", "a*x+y-1; x+y-3", "--grid", "a=0.99999999999999,3,2", "--monodromy")
        self.assertEqual(grid["real"], [1, 1])

    def test_starts_of_complex_parameters_are_read_back(self):
        file = self.file("complex.json", self.solve("--system", "x^2-a", "--at", "a=1+2i", "--json"))
        self.assertEqual(len(self.result("--system", "x^2-a", "--at", "a=5", "--start", file)["instances"][0]["solutions"]), 2)

    def test_what_is_no_start_and_no_grid(self):
        empty = self.file("empty.json", "[]")
        family = ("--system", "x^2-a", "--at", "a=5")
        self.refused("solve", *family, "--start", empty, "--start-at", "a=1", saying="no points")
        points = self.file("points.json", "[[[1,0]],[[-1,0]]]")
        self.refused("solve", *family, "--start", points, "--start-at", "a=1,b=3", saying="found 'b'")
        file = self.file("own.json", self.solve(*family, "--json"))
        self.refused("solve", "--system", "x^2-a", "--at", "a=7", "--start", file, "--start-at", "a=9", saying="its own")
        for grid in ("a=1,2+5i,2", "a=0,1i,3", "a=1,2,2.9", "a=1,2,1", "a=2,1,3"):
            self.refused("solve", "--system", "x^2-a", "--grid", grid, saying="NAME=FROM,TO,COUNT")

    def test_completeness_is_that_of_the_start(self):
        system = ("--system", "x^2 + y^2 - r; x*y - p")
        start = json.loads(self.solve(*system, "--at", "r=4,p=1", "--json"))
        del start["instances"][0]["solutions"][1:]
        file = self.file("one.json", json.dumps(start))
        new = self.result(*system, "--at", "r=9,p=2", "--start", file)
        self.assertEqual(new["instances"][0]["paths"]["regular"], 1)
        self.assertEqual(new["instances"][0]["complete"], "as_start")
        self.assertIn("complete if these are all", self.solve(*system, "--at", "r=9,p=2", "--start", file))

    def test_points_that_are_no_solutions(self):
        system = ("--system", "x^2 - a")
        # 2 is one of x^2 = 4, twice; 3 leads there by Newton's method, and is the same.
        points = self.file("points.txt", "[[2], [2.0], [-2]]")
        new = self.result(*system, "--at", "a=9", "--start", points, "--start-at", "a=4")
        self.assertEqual(new["report"]["generic"]["from"]["proven"], 2)
        self.assertEqual(new["instances"][0]["complete"], "proven")  # as many as there can be, all the same
        points = self.file("twice.txt", "[[2], [2.0]]")
        new = self.result(*system, "--at", "a=9", "--start", points, "--start-at", "a=4", code=2)
        self.assertEqual((new["instances"][0]["status"], new["report"]["regular"]), ("incomplete", 1))
        done = vieta("solve", *system, "--at", "a=9", "--start", points)
        self.assertEqual(done.returncode, 1)
        self.assertIn("found no value of the parameter 'a'", done.stderr)
        zero = self.file("zero.txt", "[[0]]")
        done = vieta("solve", "--system", "x^2 - a", "--at", "a=9", "--start", zero, "--start-at", "a=0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("none of which is proven to be a simple solution", done.stderr)

    def test_a_start_system(self):
        start = self.file("start.txt", "x^2 - 1; y^2 - 1")
        points = self.file("points.json", "[[1, 1], [1, -1], [-1, 1], [-1, -1]]")
        new = self.result("--system", "x^2 + y - 3; y^2 - x*y + 1", "--start", points, "--start-system", start)
        self.assertEqual((new["report"]["start"]["kind"], new["report"]["certified"]), ("given", 4))
        self.assertEqual(new["report"]["complete"], "proven")
        # A start system with fewer solutions promises nothing of the others.
        start = self.file("less.txt", "x - 1; y - 1")
        new = self.result(
            "--system",
            "x^2 + y - 3; y^2 - x*y + 1",
            "--start",
            self.file("p.json", "[[1, 1]]"),
            "--start-system",
            start,
        )
        self.assertEqual((new["report"]["certified"], new["report"]["complete"]), (1, "as_start"))

    def test_monodromy_of_a_family(self):
        new = self.result("--system", "x^3 + a*x*y - 1; y^2 + b*x - 2", "--at", "a=1,b=2", "--monodromy")
        self.assertEqual(new["instances"][0]["complete"], "proven")
        self.assertEqual(len(new["instances"][0]["solutions"]), 6)

    def test_monodromy_far_from_one(self):
        new = self.result("--system", "x^3 - a*x + b; y^2 - c*x - d", "--at", "a=1e20,b=1e24,c=1e-6,d=1e9", "--monodromy")
        self.assertEqual((new["report"]["generic"]["from"]["found"], new["instances"][0]["complete"]), (6, "proven"))
        new = self.result("--system", "x^3 - 1e20*x + 1e24; y^2 - 1e-6*x - 1e9", "--monodromy")
        self.assertEqual((new["report"]["certified"], new["report"]["complete"]), (6, "proven"))

    def test_lines_on_a_cubic_surface(self):
        new = self.result("--system", LINES, "--at", parameters_of_lines(), "--monodromy")
        generic, instance = new["report"]["generic"], new["instances"][0]
        self.assertEqual(generic["from"]["found"], 27)
        self.assertEqual(len({str(s["x"]) for s in instance["solutions"]}), 27)
        self.assertTrue(all(s["certified"] for s in instance["solutions"]))
        self.assertIn(instance["complete"], ("counted", "traced"))

    def test_what_loops_do_not_join_is_not_called_complete(self):
        # (x - a) (x^2 - b): two irreducible families of solutions, and no loop leads from one to the other.
        new = vieta("solve", "--system", "x^3 - a*x^2 - b*x + a*b", "--at", "a=1,b=2", "--monodromy", "--json")
        result = json.loads(new.stdout)
        instance = result["instances"][0]
        if len(instance["solutions"]) < 3:
            self.assertEqual(new.returncode, 2)
            self.assertNotIn(instance["complete"], ("proven", "counted"))

    def test_monodromy_of_a_system(self):
        for family, count in (("katsura:4", 16), ("cyclic:5", 70)):
            new = self.result("--family", family, "--monodromy")
            self.assertEqual((new["report"]["certified"], new["report"]["complete"]), (count, "proven"))
            self.assertTrue(new["report"]["from"]["one_family"])
        # One of four solutions has no coordinate 0; constants join the others to it.
        new = self.result("--system", "x - x^2 - 2*x*y; y - 3*x*y - y^2", "--monodromy")
        self.assertEqual((new["report"]["certified"], new["report"]["complete"]), (4, "proven"))

    def test_the_same_for_any_number_of_threads(self):
        one, two = (self.result("--family", "katsura:3", "--monodromy", "--threads", n)["solutions"] for n in (1, 2))
        self.assertEqual(one, two)

    def test_verify_takes_them(self):
        out = self.solve("--family", "katsura:3", "--monodromy", "--json")
        done = vieta("verify", self.file("r.json", out), "--family", "katsura:3")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_proven_paths(self):
        for arguments in (
            ("--family", "katsura:4"),
            ("--system", "x^2 + y^2 - 4; x*y - 1"),
            ("--system", "x^2*y - 1; y^2 - x - 3"),
        ):
            new = self.result(*arguments, "--track", "certified")["report"]
            usual = self.result(*arguments)["report"]
            self.assertEqual(new["certified"], usual["certified"])
            self.assertEqual(new["proven_paths"], new["paths"]["regular"], arguments)
        new = self.result("--system", "x^2 - a; y^2 - x - b", "--at", "a=2,b=3", "--track", "certified")
        self.assertEqual(new["report"]["proven_paths"], 4)
        # A double solution, and paths to infinity: no proof, and no claim of one.
        new = self.result("--system", "(x-1)^2*(x+2); y-x", "--track", "certified")["report"]
        self.assertEqual((new["proven_paths"], new["singular"]), (1, 1))
        self.assertEqual(vieta("solve", "--family", "katsura:11", "--track", "certified").returncode, 1)

    def test_grid(self):
        # x^2 + b x + c: the discriminant is b^2 - 4 c.
        new = self.result("--system", "x^2 + b*x + c", "--grid", "b=-2,2,5; c=-1.75,1.25,4", code=2)
        expected = [2 if b * b > 4 * c else 0 for c in (-1.75, -0.75, 0.25, 1.25) for b in (-2, -1, 0, 1, 2)]
        found = new["real"]
        for k, (wanted, count) in enumerate(zip(expected, found)):
            if count is None:  # on the discriminant
                self.assertIn(k, (11, 13))
            else:
                self.assertEqual(count, wanted, k)

    def test_grid_plot(self):
        file = self.path("plot.svg")
        text = self.solve("--system", "x^2 + b*x + c", "--grid", "b=-2,2,7", "--at", "c=0.3", "--plot", file)
        self.assertIn("real solutions: ", text)
        with open(file) as picture:
            self.assertIn("<svg", picture.read(1000))
        done = vieta("solve", "--system", "x^2 + b", "--plot", file)
        self.assertEqual(done.returncode, 1)

    def test_misuse(self):
        for arguments, expected in (
            (("--system", "x^2 - 2", "--start", "no_such_file"), "no_such_file"),
            (("--system", "x^2 - 2", "--track", "sure"), "--track"),
            (("--system", "x^2 - 2; x^3 - 2*x", "--monodromy"), "expected as many"),
            (("--system", "x^2 - 2", "--start-at", "a=1"), "expected --start FILE"),
            (("--system", "x^2 - a", "--grid", "a=1,2"), "--grid"),
            (("--system", "x^2 - a", "--grid", "a=2,1,3"), "--grid"),
        ):
            done = vieta("solve", *arguments)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(expected, done.stderr)


if __name__ == "__main__":
    main()
