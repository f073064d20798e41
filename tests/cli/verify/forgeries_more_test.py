"""A hundred forgeries and more of results of `boxes` and `minimax`: each is another lie, and each is refused."""

import copy
import json

from program import ForgeryCase, main, vieta


def lies_about(truth):
    def lie(name, change):
        result = copy.deepcopy(truth)
        change(result)
        return name, result

    return lie


def forged_boxes(truth):
    """(name, lie) for each solution of one system in many ways, and for the report."""
    lie = lies_about(truth)
    items = truth["systems"][0]["items"]
    for k, item in enumerate(items):
        def put(**values):
            return lambda result: result["systems"][0]["items"][k].update(values)

        n = len(item["x"])
        edge = max(abs(x) for x in item["x"]) + 1
        for v in range(n):
            for by in (1e-3, -1e-3, 1e-9, 0.5):
                moved = [x + (by if w == v else 0) for w, x in enumerate(item["x"])]
                yield lie(f"{k}: coordinate {v} moved by {by}", put(x=moved))
            narrow = [[x - 1e-12, x - 1e-13] if w == v else side
                      for w, (x, side) in enumerate(zip(item["x"], item["box"]))]
            yield lie(f"{k}: a box beside the solution along {v}", put(box=narrow))
        yield lie(f"{k}: moved, with its box", put(x=[x + 0.01 for x in item["x"]],
                                                   box=[[a + 0.01, b + 0.01] for a, b in item["box"]]))
        yield lie(f"{k}: a radius of nothing", put(radius=0, x=[x + 4e-16 * edge for x in item["x"]]))
        yield lie(f"{k}: a negative radius", put(radius=-1e-9))
        yield lie(f"{k}: no radius", put(radius=None))
        yield lie(f"{k}: a residual of nothing", put(residual=0, x=[x + 1e-9 for x in item["x"]]))
        if len(items) > 1:
            yield lie(f"{k}: a box that holds other solutions, too", put(box=[[-10, 10]] * n))
            yield lie(f"{k}: in the place of the next", lambda result: result["systems"][0]["items"].__setitem__(
                (k + 1) % len(items), copy.deepcopy(item)))
        yield lie(f"{k}: a box upside down", put(box=[[b, a] for a, b in item["box"]]))
        yield lie(f"{k}: a coordinate less", put(x=item["x"][:-1]))
        yield lie(f"{k}: a coordinate more", put(x=item["x"] + [0]))
        yield lie(f"{k}: not a number", put(x=["nan"] * n))
        yield lie(f"{k}: on the border", put(on_border=not item["on_border"]))
        yield lie(f"{k}: a condition", put(condition_undecided=True))
        yield lie(f"{k}: the other orientation", put(jacobian_sign=-item["jacobian_sign"]))
        yield lie(f"{k}: no such orientation", put(jacobian_sign=2))
        yield lie(f"{k}: a cluster", put(kind="cluster"))
        yield lie(f"{k}: no such kind", put(kind="certain"))
        yield lie(f"{k}: left out", lambda result: result["systems"][0]["items"].pop(k))
        yield lie(f"{k}: left out, and the report says so", lambda result: (
            result["systems"][0]["items"].pop(k), result["report"].update(unique=len(items) - 1)))
        yield lie(f"{k}: twice", lambda result: result["systems"][0]["items"].append(copy.deepcopy(item)))
        yield lie(f"{k}: twice, and the report says so", lambda result: (
            result["systems"][0]["items"].append(copy.deepcopy(item)), result["report"].update(unique=len(items) + 1)))
    for key in ("systems", "complete", "unique", "clusters", "curves", "unresolved", "bad_inputs"):
        for more in (1, -1, 1000):
            yield lie(f"report: {key} {more:+}", lambda result: result["report"].update({key: result["report"][key] + more}))
    for status in ("clusters", "positive_dim", "bad_input", "certain"):
        yield lie(f"status {status}", lambda result: result["systems"][0].update(status=status))
    yield lie("no solutions", lambda result: (result["systems"][0].update(items=[]), result["report"].update(unique=0)))
    yield lie("no systems", lambda result: result.update(systems=[]))
    yield lie("two systems", lambda result: result.update(systems=result["systems"] * 2))
    yield lie("another verb", lambda result: result.update(verb="minimax"))


def forged_minimax(truth):
    lie = lies_about(truth)
    for k, c in enumerate(truth["coefficients"]):
        def at(key, value):
            return lambda result: result[key].__setitem__(k, value)

        def both(value):
            return lambda result: (result["coefficients"].__setitem__(k, value),
                                   result["decimals"].__setitem__(k, repr(value)))

        yield lie(f"coefficient {k} alone", at("coefficients", c * 1.5 + 1))
        yield lie(f"decimals {k} alone", at("decimals", "0.5"))
        yield lie(f"decimals {k} not a number", at("decimals", "many"))
        yield lie(f"coefficient {k} and its decimals", both(c + 0.125))
        yield lie(f"coefficient {k}: its negative", both(-c))
        yield lie(f"coefficient {k}: no number of the format", both(c * (1 + 1e-11)))
        yield lie(f"coefficient {k}: null", at("coefficients", None))
        yield lie(f"exponent {k}", at("exponents", truth["exponents"][k] + 7))
        yield lie(f"exponent {k}: negative", at("exponents", -1))
        yield lie(f"best coefficient {k}", at("best_coefficients", truth["best_coefficients"][k] + 0.01))
    for k, point in enumerate(truth["alternation"]):
        def of(**values):
            return lambda result: result["alternation"][k].update(values)

        yield lie(f"alternation {k}: another sign", of(error=-point["error"]))
        yield lie(f"alternation {k}: half the error", of(error=point["error"] / 2))
        yield lie(f"alternation {k}: no error", of(error=0))
        yield lie(f"alternation {k}: moved", of(x=0.3 * point["x"] + 0.17))
        yield lie(f"alternation {k}: outside", of(x=10))
        yield lie(f"alternation {k}: no number", of(x=None))
        yield lie(f"alternation {k}: left out", lambda result: result["alternation"].pop(k))
        yield lie(f"alternation {k}: twice", lambda result: result["alternation"].insert(k, dict(point)))
    for key in ("proven_bound", "max_error", "lower_bound", "optimum"):
        for factor in (0.5, 0.99, 1.01, 2, -1):
            if key == "proven_bound" and factor > 1 or key == "lower_bound" and 0 < factor < 1:
                continue  # true as well
            if key == "optimum" and factor == 1.01:
                factor = 1.1
            yield lie(f"{key} times {factor}", lambda result: result.update({key: result[key] * factor}))
        yield lie(f"{key}: null", lambda result: result.update({key: None}))
        yield lie(f"{key}: words", lambda result: result.update({key: "small"}))
    yield lie("worst_at", lambda result: result.update(worst_at=0.37 * result["worst_at"] + 0.21))
    yield lie("rounded_error", lambda result: result.update(rounded_error=0))
    yield lie("a bound and an error of half the size", lambda result: result.update(
        proven_bound=result["proven_bound"] / 2, max_error=result["max_error"] / 2))
    for status in ("not_proven", "certain"):
        yield lie(f"status {status}", lambda result: result.update(status=status))
    for key, values in {"function": ["sin(x)", "2*x", "exp(x"], "form": ["x*p(x)", "p(x)+1", "p(x^2)"],
                        "error": ["weighted", "relative" if truth["problem"]["error"] == "absolute" else "absolute"],
                        "intervals": [[["-3", "3"]], [], [["1", "0"]]], "constraints": [["p(0)=7"]]}.items():
        for value in values:
            yield lie(f"problem: {key} {value}", lambda result: result["problem"].update({key: value}))
    for more in (1, -1, 1000):
        yield lie(f"free {more:+}", lambda result: result["report"].update(free=result["report"]["free"] + more))
    yield lie("a coefficient less", lambda result: (result["coefficients"].pop(), result["decimals"].pop(),
                                                    result["exponents"].pop(), result["best_coefficients"].pop()))
    yield lie("a denominator", lambda result: result.update(denominator=[1, 0.5]))
    yield lie("another verb", lambda result: result.update(verb="boxes"))


class Forgeries(ForgeryCase):
    def boxes(self, least, equations, box):
        truth = json.loads(vieta("boxes", equations, f"--box={box}", "--json").stdout)
        question = ("--system", equations, f"--box={box}")
        done = vieta("verify", self.file("truth.json", json.dumps(truth)), *question)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("there is no other in the box", done.stdout)
        self.refuses_all(forged_boxes(truth), least, *question)

    def test_boxes(self):
        self.boxes(130, "x^2 + y^2 - 4; x*y - 1", "-3,3")

    def test_boxes_in_one_and_three_variables(self):
        self.boxes(100, "(x - 1/3)*(x^2 - 2)*(x + 5)", "-2,2")
        self.boxes(50, "x + y + z - 1; x*y - z; x^2 - y - z/2", "-1,1")

    def minimax(self, least, *question):
        truth = json.loads(vieta("minimax", *question, "--json").stdout)
        done = vieta("verify", self.file("truth.json", json.dumps(truth)))
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("none of these forms has a largest error below", done.stdout)
        self.refuses_all(forged_minimax(truth), least)

    def test_minimax(self):
        self.minimax(140, "exp(x)", "--degree", "4")

    def test_minimax_relative_with_a_form(self):
        self.minimax(120, "tanh(x)", "--form", "x*p(x^2)", "--in", "0,1", "--degree", "3", "--relative")

    def test_constraints(self):
        truth = json.loads(vieta("minimax", "exp(x)", "--degree", "3", "--constraint", "p(0)=1", "--json").stdout)
        quotient = json.loads(vieta("minimax", "tanh(x)+2", "--degree", "2", "--denominator-degree", "2", "--constraint", "p(0)=2", "--json").stdout)
        for result in (truth, quotient):
            held = vieta("verify", self.file("c.json", json.dumps(result)))
            self.assertNotIn("is not met", held.stdout + held.stderr)
            for lie in ("p(0)=7", "p(0)=1.00001", "c1=5", "p'(0)=3"):
                if lie.startswith("p'") and result is quotient:
                    continue
                result["problem"]["constraints"] = [lie]
                done = vieta("verify", self.file("c.json", json.dumps(result)))
                self.assertEqual(done.returncode, 2, (lie, done.stdout))
                self.assertIn("the constraint", done.stdout + done.stderr)

    def test_a_status_changed_by_hand(self):
        """Whatever is not optimal is refused, or not decided, when it says that it is."""
        lost = json.loads(vieta("minimax", "log(sqrt(x)+0.01)", "--in", "0,1", "--degree", "5", "--json").stdout)
        self.assertEqual(lost["status"], "not_optimal")
        self.assertEqual(vieta("verify", self.file("m.json", json.dumps(lost))).returncode, 0)
        lost["status"] = "optimal"
        done = vieta("verify", self.file("m.json", json.dumps(lost)))
        self.assertEqual(done.returncode, 2, done)
        self.assertRegex(done.stdout, r"optimal, but the proven bound exceeds the optimum by \S+, where rounding to f32 explains")
        # A p that is no best one, with bounds of it that are proven.
        other = json.loads(vieta("minimax", "exp(x)", "--degree", "3", "--constraint", "p(0)=1", "--json").stdout)
        other["problem"]["constraints"], other["report"]["free"] = [], 4
        self.assertEqual(vieta("verify", self.file("m.json", json.dumps(other))).returncode, 2)
        true = json.loads(vieta("minimax", "exp(x)", "--degree", "3", "--json").stdout)
        true["status"] = "not_optimal"
        done = vieta("verify", self.file("m.json", json.dumps(true)))
        self.assertIn("not_optimal, but the proven bound is the optimum", done.stdout)

    def test_quotients(self):
        """The points of alternation prove that no quotient of these degrees, over any q, is better."""
        for question in (("exp(x)", "3", "2", "f64"), ("tanh(x)", "3", "2", "f16"), ("abs(x)", "6", "6", "f32")):
            function, m, n, kind = question
            truth = json.loads(vieta("minimax", function, "--degree", m, "--denominator-degree", n, "--format", kind, "--json").stdout)
            done = vieta("verify", self.file("q.json", json.dumps(truth)))
            self.assertEqual(done.returncode, 0, (question, done.stdout))
            self.assertIn("none of these forms has a largest error below", done.stdout)

            def refused(**change):
                done = vieta("verify", self.file("q.json", json.dumps({**truth, **change})))
                self.assertEqual(done.returncode, 2, (question, change, done.stdout))

            refused(lower_bound=truth["lower_bound"] * 1.001, optimum=truth["optimum"] * 1.001)
            refused(optimum=truth["optimum"] * 1.1, lower_bound=truth["lower_bound"] * 1.1)
            refused(optimum=truth["optimum"] * 0.9, lower_bound=truth["lower_bound"] * 0.9)
            refused(denominator=truth["denominator"][:-1] + [truth["denominator"][-1] * 1.5])
            refused(alternation=truth["alternation"][:-1])
            refused(alternation=truth["alternation"][::2])
            refused(alternation=[{**p, "x": 0.9 * p["x"]} for p in truth["alternation"]])
            refused(proven_bound=truth["max_error"] * 0.99)
            refused(format="bf16")

    def test_points_in_no_interval(self):
        """Whatever the status: the points of another problem prove its bound, not that of this one."""
        for here, there in ((("1e6,1000001",), ("1e6,1000001.9",)), (("0,1", "2,3"), ("0,3",))):
            truth, other = (json.loads(vieta("minimax", "sin(x)", "--degree", "3", *(f"--in={i}" for i in intervals),
                                             "--json").stdout) for intervals in (here, there))
            kept = {key: other[key] for key in ("alternation", "lower_bound", "optimum", "best_coefficients")}
            for status in ("not_optimal", "stalled", "optimal"):
                done = vieta("verify", self.file("m.json", json.dumps({**truth, **kept, "status": status})))
                self.assertEqual(done.returncode, 2, (here, status, done.stdout))
                self.assertIn("x lies in no interval", done.stdout)

    def test_without_a_proof(self):
        """Nothing is claimed that would have to be proven, and what is left holds."""
        done = vieta("minimax", "exp(x)", "--degree", "3", "--no-proof", "--json")
        self.assertEqual((done.returncode, json.loads(done.stdout)["status"]), (2, "not_proven"))
        checked = vieta("verify", "-", text=done.stdout)
        self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_the_largest_error_in_no_interval(self):
        """cos is even, so the error at -x is that at x; but only one of them may be of an interval."""
        truth = json.loads(vieta("minimax", "cos(x)", "--degree", "4", "--exponents", "even", "--in", "0.1,1", "--json").stdout)
        self.assertEqual(vieta("verify", "-", text=json.dumps(truth)).returncode, 0)
        done = vieta("verify", "-", text=json.dumps({**truth, "worst_at": -truth["worst_at"]}))
        self.assertEqual(done.returncode, 2)
        self.assertIn("worst_at lies in no interval", done.stdout)

    def test_a_result_of_another_function(self):
        truth = vieta("minimax", "exp(x)", "--degree", "4", "--json").stdout
        self.assertEqual(vieta("verify", "-", "exp(x)", text=truth).returncode, 0)
        self.assertEqual(vieta("verify", "-", "exp(x)+1", text=truth).returncode, 2)


if __name__ == "__main__":
    main()
