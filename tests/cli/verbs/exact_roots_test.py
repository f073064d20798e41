import csv
import json
import random
import resource
from fractions import Fraction

from program import Case, main, vieta


class Exact(Case):
    """Products of linear factors with rational roots: status, multiplicities, axes and borders are known, and the
    numbers printed are discs about decimals that hold them."""

    # Points of the unit circle among them.
    points = [(Fraction(a, c), Fraction(b, c)) for a, b, c in
              [(3, 4, 5), (-4, 3, 5), (5, -12, 13), (0, 1, 1), (0, -3, 7), (1, 0, 1), (-1, 0, 1), (1, 0, 3), (-5, 0, 7), (2, 1, 3),
               (-1, -1, 2), (0, 0, 1), (7, 0, 2), (-1, 5, 11), (0, 2, 3)]]

    def test_fewer_digits_prove_as_much(self):
        """What is asked for was a goal for all nodes, and few digits were met before near roots had discs of their own."""
        for digits in (1, 3, 10):
            found = json.loads(vieta("roots", "(x-0.3)*(x-0.3-1e-39)^2*(x-0.3+1e-12)", "--digits", digits, "--json").stdout)
            self.assertEqual(sorted(root["status"] for root in found["roots"]), ["cluster", "isolated"])

    def test_roots_that_wind_around_a_point(self):
        """Of different factors, 10^-k from it. Two in one disc, small enough, beside a disc of another factor were parted and had too few digits
        ("wide"); a disc that held a root of the disc beside it as well was to be parted with ever more bits, without end."""
        for re, im, multiplicities, digits in (
            ("-3/2", "-5/3", (1, 2, 2, 1, 2, 1, 3, 1, 1, 3, 1, 2, 1, 2, 1, 1, 1, 2, 1), (15, 17, 18)),
            ("-4/3", "-5", (1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 3, 3, 1, 3), (15, 16, 20)),
        ):
            places = [((1, 0, -1, 0)[k % 4], (0, 1, 0, -1)[k % 4], k, m) for k, m in enumerate(multiplicities, 1)]
            poly = "*".join(f"(x-({re}+{a}/10^{k})-({im}+{b}/10^{k})*i)^{m}" for a, b, k, m in places)
            for wanted in digits:
                found = json.loads(self.solve("--poly", poly, "--digits", wanted, "--max-seconds", 60, "--json"))["roots"]
                self.assertEqual(sum(z["multiplicity"] for z in found), sum(multiplicities))
                self.assertLessEqual({z["status"] for z in found}, {"isolated", "multiple", "cluster"})

    def test_newton_beside_a_neighbour(self):
        """Steps beside a root 1e-33 away gain fewer digits than they seem to: one of the two stayed "wide", with any number of bits."""
        poly = "(8*x-9)*(8*x-9+1e-33*(8*x-9)+1e-32*x)*(x+3)*(x-7)-1e-70*x", "(5*x+3)*(5*x+3+1e-34)*(x^2+x+7)"
        given = "8e30*x^4 + 243999999999999999999999999999992*x^3 + 2177999999999999999999999999999864*x^2 + 4130999999999999999999999999999658*x" \
            " - 6560999999999999999999999999999514"
        for one in (*poly, given):
            for digits in (*range(100, 125, 4), 110):
                found = json.loads(self.solve("--poly", one, "--digits", digits, "--json"))["roots"]
                self.assertLessEqual({z["status"] for z in found}, {"isolated"})

    def test_fractions_to_any_number_of_digits(self):
        """Their decimals come from the fractions; powers of two longer than four doubles are no exact numbers there."""
        fractions = [Fraction(10**k + 1, 10**k) for k in range(1, 12)] + [Fraction(3**200, 2**310), Fraction(5**140, 2**320)]
        poly = "*".join(f"({z.denominator}*x-{z.numerator})" for z in fractions)
        for digits in (15, 60, 1500):
            for more in ((), ("--real-only",)):
                text = self.solve("--poly", poly, "--digits", digits, *more, "--json")
                found = json.loads(text, parse_float=str, parse_int=str)["roots"]
                self.assertEqual(len(found), len(fractions))
                for z, root in zip(sorted(fractions), sorted(found, key=lambda one: Fraction(one["re"]))):
                    self.assertLessEqual(abs(Fraction(root["re"]) - z), Fraction(root["radius"]))
                    self.assertLessEqual(Fraction(root["radius"]), 2 * z / 10**digits)
                self.assertEqual(vieta("verify", self.file("fractions.json", text), "--poly", poly).returncode, 0)

    def test_discs_as_printed_are_apart(self):
        """Roots half a unit in the last place apart: the discs about doubles were disjoint, those about their decimals were not."""
        for poly in ("x^9-4*(3548*x-1)^2", "x^7-6*(54103*x-1)^2"):
            found = json.loads(self.solve("--poly", poly, "--real-only", "--json"), parse_float=str, parse_int=str)["roots"]
            (a, r), (b, s) = ((Fraction(z["re"]), Fraction(z["radius"])) for z in found[:2])
            self.assertGreater(abs(a - b), r + s)

    def test_powers_that_no_integer_holds(self):
        """Coefficients whose powers of ten grow by thousands or millions: multiplicities and axes as of those without the powers."""
        def found(coefficients, *more):
            roots = json.loads(self.solve(self.file("powers.txt", "\n".join(coefficients)), "--json", *more))["roots"]
            return sorted((z["multiplicity"], z["status"], z.get("real", False), z.get("imaginary", False)) for z in roots)

        given = (18, -3, 14, -2, -4, 1)  # (x^2+1)(x-3)^2(x+2)
        for slope, offset in ((-7000, 0), (60000, 5), (-4369, 54882950), (10**9, -(10**10))):
            real = [f"{c}e{offset + slope * k}" for k, c in enumerate(given)]
            all_of_it = [(1, "isolated", False, True)] * 2 + [(1, "isolated", True, False), (2, "multiple", True, False)]
            self.assertEqual(found(real), all_of_it, slope)
            self.assertEqual(found(real, "--real-only"), all_of_it[2:], slope)
            self.assertEqual(found(real, "--in-box=0,inf,-inf,inf"), all_of_it[:2] + all_of_it[3:], slope)
        self.assertEqual(found(["1e60000", "-2e60000", "1e60000"]), [(2, "multiple", True, False)])

    def test_the_order_of_very_large_and_small_roots(self):
        """x and -x, 1e-13 apart in modulus: the logarithm of 1e-300 holds no more than that."""
        choice = random.Random(6)
        for _ in range(30):
            at, m = choice.choice((-300, -200, 200, 300)), choice.randint(10**15, 10**16)
            x, y, unit = m * (10**13 + choice.randint(1, 9)), -m * 10**13, at - 28
            path = self.file("p.txt", f"{x * y}e{2 * unit}\n{-(x + y)}e{unit}\n1\n")
            found = json.loads(self.solve(path, "--json"), parse_float=str, parse_int=str)
            near, far = (Fraction(z["re"]) for z in found["roots"])
            self.assertLess(abs(near), abs(far))

    def polynomial(self, choice):
        """Text and {root: multiplicity}; with the conjugates in half of the cases."""
        real = choice.random() < 0.5
        roots, factors = {}, []
        for re, im in choice.sample(self.points, choice.randint(1, 4)):
            times = choice.choice([1, 1, 2, 3, 5])
            for z in {(re, im), (re, -im)} if real else {(re, im)}:
                roots[z] = roots.get(z, 0) + times
                factors.append(f"(x - ({z[0]}) - ({z[1]})*i)^{times}")
        return "*".join(factors), roots

    def holds(self, disc, z):
        re, im, radius = disc
        return (re - z[0]) ** 2 + (im - z[1]) ** 2 <= radius ** 2

    def place(self, z, discs):
        found = [k for k, disc in enumerate(discs) if self.holds(disc, z)]
        self.assertEqual(len(found), 1, (z, discs))
        return found[0]

    regions = [
        ((), lambda re, im: True),
        (("--real-only",), lambda re, im: im == 0),
        (("--in-disc", "0,1"), lambda re, im: re * re + im * im <= 1),
        (("--in-box=0,inf,-inf,inf",), lambda re, im: re >= 0),
        (("--in-box=-inf,inf,0,0",), lambda re, im: im == 0),
        (("--in-box=-1,1,0,1",), lambda re, im: -1 <= re <= 1 and 0 <= im <= 1),
    ]

    def test_products(self):
        choice = random.Random(20)
        for case in range(120):
            poly, roots = self.polynomial(choice)
            region, inside = choice.choice(self.regions)
            digits = choice.choice([15, 15, 15, 8, 40])
            with self.subTest(poly=poly, region=region, digits=digits):
                wanted = {z: m for z, m in roots.items() if inside(*z)}
                arguments = ("--poly", poly, *region, "--digits", str(digits))
                result = json.loads(self.solve(*arguments, "--json"), parse_float=str, parse_int=str)
                self.assertEqual(result["status"], "complete")
                found = result["roots"]
                self.assertEqual(len(found), len(wanted))
                discs = [[Fraction(z[key]) for key in ("re", "im", "radius")] for z in found]
                for (re, im), times in wanted.items():
                    z = found[self.place((re, im), discs)]
                    self.assertEqual((z["multiplicity"], z["status"]), (str(times), "multiple" if times > 1 else "isolated"))
                    self.assertEqual((z["real"], z["imaginary"]), (im == 0, re == 0 and im != 0))
                if case % 4 == 0:
                    done = self.solve(*arguments, "-o", self.path("a.csv"))
                    with open(self.path("a.csv")) as file:
                        discs = [[Fraction(line[key]) for key in ("re", "im", "radius")] for line in csv.DictReader(file)]
                    self.assertEqual(len({self.place(z, discs) for z in wanted}), len(found), done)
                if case % 4 == 1 and digits <= 15:
                    table = self.solve(*arguments).partition("#")[2]  # behind the line that repeats the polynomial
                    rows = [line.split() for line in table.splitlines()[1:len(wanted) + 1]]
                    discs = [[Fraction(x) for x in row[1:4]] for row in rows]
                    self.assertEqual(len({self.place(z, discs) for z in wanted}), len(found))

    def test_examples(self):
        def roots(*arguments):
            return json.loads(self.solve(*arguments, "--json"))["roots"]

        self.assertEqual(len(roots("--poly", "x^3 - 8", "--in-disc", "0,2")), 3)
        found = roots("--poly", "(3x-1)^2*(x+5)", "--real-only")
        self.assertEqual([(z["multiplicity"], z["status"], z["real"]) for z in found], [(2, "multiple", True), (1, "isolated", True)])
        found = roots("--poly", "s^4+3s^3+4s^2+6s+4", "--in-box=0,inf,-inf,inf")
        self.assertEqual([(z["re"], z["imaginary"]) for z in found], [(0, True), (0, True)])
        found = roots("--poly", "x^60 - 2*(1000*x-1)^2", "--digits", "110")
        self.assertEqual([z["status"] for z in found], ["isolated"] * 60)
        self.assertEqual(sum(z["real"] for z in found), 4)
        found = roots("--poly", "(2x^2-3)^4", "--real-only", "--digits", "50")
        self.assertEqual([(z["multiplicity"], z["status"]) for z in found], [(4, "multiple")] * 2)

    def test_factors_with_close_roots(self):
        """Roots of square-free factors of different multiplicity, 1e-10 to 1e-100 apart: each in one disc, with its count."""
        choice = random.Random(48)
        for _ in range(60):
            centre = choice.choice([Fraction(1), Fraction(1, 3), Fraction(-2), Fraction(1000)])
            roots = {}
            for _ in range(choice.randint(2, 4)):
                z = centre + Fraction(choice.randint(-3, 3), 10 ** choice.choice([10, 15, 20, 30, 60, 100]))
                roots[z] = roots.get(z, 0) + choice.choice([1, 1, 2, 3])
            poly, digits = "*".join(f"(x-({z}))^{m}" for z, m in roots.items()), choice.choice([15, 15, 25, 40, 80])
            with self.subTest(poly=poly, digits=digits):
                found = json.loads(self.solve("--poly", poly, "--digits", str(digits), "--json"), parse_float=str)["roots"]
                left = roots
                for disc in found:
                    re, im, radius = (Fraction(disc[key]) for key in ("re", "im", "radius"))
                    inside = {z: m for z, m in left.items() if (z - re) ** 2 + im**2 <= radius**2}
                    self.assertEqual(sum(inside.values()), disc["multiplicity"])
                    left = {z: m for z, m in left.items() if z not in inside}
                self.assertEqual(left, {})

    def test_intervals(self):
        """Each root in its interval and in no other; the points that are roots at the ends of one are such an interval."""
        choice = random.Random(47)
        for case in range(40):
            wanted = {}
            for k in range(choice.randint(1, 5)):
                wanted[Fraction(choice.randint(-30, 30), choice.randint(1, 9))] = choice.choice([1, 1, 2])
            poly = "*".join(f"({x.denominator}*x - ({x.numerator}))^{times}" for x, times in wanted.items())
            region = choice.choice([("--real-only",), ()])
            arguments = ("--poly", f"{poly}*(x^2 + x + 3)", *region, "--digits", choice.choice(["15", "30"]))
            text = self.solve(*arguments, "--intervals", "--json")
            found = json.loads(text)["roots"]
            self.assertEqual(sum("interval" in z for z in found), len(wanted))
            for z in found:
                self.assertEqual("interval" in z, z["real"])
                if not z["real"]:
                    continue
                lower, upper = map(Fraction, z["interval"])
                inside = [x for x in wanted if lower <= x <= upper]
                self.assertEqual([wanted[x] for x in inside], [z["multiplicity"]], (poly, z))
                self.assertLessEqual(upper - lower, abs(inside[0]) * Fraction(1, 10 ** 14))
            if case % 8 == 0:
                self.assertEqual(vieta("verify", "-", "--poly", arguments[1], text=text).returncode, 0)
        forged = self.solve("--poly", "2x-1", "--real-only", "--intervals", "--json").replace('"1/2"', '"1/3"', 1)
        refused = vieta("verify", "-", "--poly", "2x-1", text=forged)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("which centre and radius say", refused.stderr)
        table = self.solve("--poly", "(2x-1)*(x^2+1)*x", "--real-only", "--intervals")
        self.assertIn("intervals of the real roots\n1  [0, 0]\n2  [1/2, 1/2]\n", table)
        self.refused("roots", "--poly", "x-1", "--intervals", "-o", self.path("roots.csv"), saying="arrays hold no fractions")

    def test_long_coefficients_with_a_common_factor(self):
        """Whose gcd is dear, so that it is not looked for before multiple roots are seen."""
        for factor in ("1", "10^1500", "(10^1400+1)", "10^-1300/7"):
            p = f"({factor})*((10^900+7)*x^3-x-10^901)^2*(x^5-3*10^300*x+1)"
            found = json.loads(self.solve("--poly", p, "--real-only", "--json", "--intervals"))["roots"]
            self.assertEqual([z["multiplicity"] for z in found], [1, 2, 1, 1], p)
            self.assertTrue(all("interval" in z for z in found))

    def test_decimals_are_enclosures(self):
        """Roots of x^3 - q: their cubes tell."""
        for q in ("0.3", "0.7", "1.1", "5", "12345.678", "3e-20", "7e30"):
            z = json.loads(self.solve("--poly", f"x^3-{q}", "--real-only", "--json"), parse_float=str)["roots"][0]
            re, radius = Fraction(z["re"]), Fraction(z["radius"])
            self.assertTrue((re - radius) ** 3 <= Fraction(q) <= (re + radius) ** 3, z)
        rows = json.dumps([[-q / 16, 0, 0, 1] for q in range(1, 200)])
        result = json.loads(vieta("roots", "--batch", "-", "--json", text=rows).stdout, parse_float=str, parse_int=str)
        for q, row in enumerate(result["results"], 1):
            re, radius = next((Fraction(z[0]), Fraction(r)) for z, r in zip(row["roots"], row["radii"]) if Fraction(z[1]) == 0)
            self.assertTrue((re - radius) ** 3 <= Fraction(q, 16) <= (re + radius) ** 3, (q, row))

    def test_roots_nearer_than_doubles_reach(self):
        """The iteration about one centre came nearer by a third in each sweep, and never to 1e-310."""
        for poly, digits, roots in (("(x-1)*(x-1-1e-310)*(x^5+x^2+3x+7)", 1000, 7),
                                    ("x^67-2*(10000000000*x-1)^2", 400, 67),
                                    ("(x-1)*(x-1-1e-30)*(x-1-1e-310)*(x-1-1e-700)*(x^2+1)", 800, 6),
                                    ("(x-i)*(x-i-1e-310)*(x-i-1e-310*i)*(x^3+2)", 600, 6),
                                    ("((x-1)^2+1e-800)*((x-1-1e-50)^2+1e-900)*(x-3)", 1000, 5)):
            result = json.loads(vieta("roots", "--poly", poly, "--digits", str(digits), "--json").stdout)
            self.assertEqual((result["status"], result["report"]["isolated"]), ("complete", roots), poly)

    def test_nested_clusters(self):
        """Fifty roots, each ten times nearer to 1 than the one before: the ladder did not end."""
        for count in (30, 50):
            poly = "*".join(f"(x-1-1e-{k})" for k in range(1, count + 1))
            for digits in (15, 30):
                result = json.loads(vieta("roots", "--poly", poly, "--digits", str(digits), "--json").stdout)
                self.assertEqual((result["status"], result["report"]["isolated"]), ("complete", count), digits)

    def test_roots_far_below_a_small_stack(self):
        """Thousands of bisections deep; the isolation called itself for each and overflowed."""
        small = (1 << 18, resource.getrlimit(resource.RLIMIT_STACK)[1])
        done = vieta("roots", "--poly", "x^50 - 2*(10^150*x - 1)^2", "--real-only", "--json",
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, small))
        result = json.loads(done.stdout)
        self.assertEqual((done.returncode, len(result["roots"]), result["report"]["isolated"]), (0, 4, 4))

    def test_real_roots_beside_each_other_are_said_to_be_real(self):
        """Some 1e-15 of their size apart, of several square-free factors or of one: a disc's mirror image met another disc."""
        for poly, real, pairs in (
            ("(2500000000000*x+22499999999999)*(2500000000000000*x+7500000000000001)^2*(10000000000000*x+89999999999997)^2"
             "*(x+3)^3*(1250000000000000*x+3750000000000001)^3", 3, 0),
            ("(750000000000000*x+3499999999999999)*(500000000000000*x+2333333333333333)*(x-1)^2*(22500000000*x+44999999999)^2"
             "*(90000000000*x+179999999999)^2*(x^2-x+2)^2", 5, 1),
        ):
            found = json.loads(self.solve("--poly", poly, "--json"))["roots"]
            told_apart = [root["real"] for root in found if root["status"] != "cluster"]
            self.assertEqual((told_apart.count(True), told_apart.count(False)), (real, 2 * pairs))

    def test_no_disc_counts_roots_of_another_factor(self):
        """(x-1)...(x-20) twice and (x-21)...(x-60): where time is up discs of one factor may hold roots of the other."""
        poly = "*".join(f"(x-{k})" for k in [*range(1, 61), *range(1, 21)])
        for seconds in ("0.01", "0.02", "0.03", "0.05", "0.1"):
            result = json.loads(vieta("roots", "--poly", poly, "--max-seconds", seconds, "--json").stdout)
            for root in result["roots"]:
                if root["status"] == "unproven":
                    continue
                disc = tuple(Fraction(str(root[name])) for name in ("re", "im", "radius"))
                inside = sum(1 + (k <= 20) for k in range(1, 61) if self.holds(disc, (k, 0)))
                self.assertEqual(inside, root["multiplicity"], (seconds, root))

    def test_discs_of_real_roots_hold_no_complex_ones(self):
        """Decimals of a real root brought in complex ones that lie beside it, of its own factor and of others."""
        third, tiny = Fraction(1, 3), Fraction(1, 10**20)
        for poly, digits, complex_roots in (
            ("(x-1/3)*((x-1/3)^2+1e-40)", 15, [(third, tiny), (third, -tiny)]),
            ("(x-1/3)^2*((x-1/3)^2+1e-40)*(x^2-2)^3", 15, [(third, tiny), (third, -tiny)]),
            ("(x^2-2)*(x-1/3)*(x-1/3-1e-20i)", 15, [(third, tiny)]),
            ("(x+1/3)^5*(x+1/3-1e-20i)*(x+1/3+1e-20i)", 18, [(-third, tiny), (-third, -tiny)]),
            # It ended without memory: a part of a centre vanished, and its exponent was added up exactly.
            ("(x-3)^2*((x-3)^2+1e-90)^2*(x^2-2)", 30, [(3, Fraction(1, 10**45)), (3, -Fraction(1, 10**45))]),
        ):
            text = self.solve("--poly", poly, "--real-only", "--digits", digits, "--json")
            for root in json.loads(text, parse_float=str, parse_int=str)["roots"]:
                re, radius = Fraction(root["re"]), Fraction(root["radius"])
                self.assertTrue(all((x - re)**2 + y**2 > radius**2 for x, y in complex_roots), (poly, root))
            self.assertEqual(vieta("verify", self.file("found.json", text), "--poly", poly).returncode, 0, poly)

    def test_clusters_of_several_multiplicities_in_many_digits(self):
        """They were put together in four doubles: from 61 digits on their disc was larger than asked for."""
        for poly, size, count in (("(x-10^161)^2*((x-10^161)^2+1)", Fraction(10)**161, 4),
                                  ("(x-10^161)^5*((x-10^161)^2+1)^3*(x-3)", Fraction(10)**161, 11),
                                  ("(x-10^300)^2*((x-10^300)^2+1)", Fraction(10)**300, 4)):
            for digits in (62, 100, 150):
                text = self.solve("--poly", poly, "--digits", digits, "--json")
                last = json.loads(text, parse_float=str, parse_int=str)["roots"][-1]
                re, im, radius = (Fraction(last[key]) for key in ("re", "im", "radius"))
                self.assertEqual((last["status"], last["multiplicity"]), ("cluster", str(count)))
                self.assertLessEqual(radius, size * 2 / Fraction(10)**digits)
                for y in (-1, 0, 1):
                    self.assertLessEqual((re - size)**2 + (im - y)**2, radius**2)


if __name__ == "__main__":
    main()
